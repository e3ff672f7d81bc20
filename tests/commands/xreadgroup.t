# XREADGROUP GROUP group consumer [COUNT count] [BLOCK ms] [NOACK] STREAMS key [key ...] id [id ...]
#
# With > a consumer gets entries that no consumer of the group has got yet; they are pending until
# XACK. With an ID it gets those that are pending for itself, after that ID, again. A consumer is
# made when it is first named.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> XADD s 3-0 a 3
"3-0"
> XADD s 4-0 a 4
"4-0"
> XGROUP CREATE s g 0
OK
> XREADGROUP GROUP g alice COUNT 2 STREAMS s >
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
      2) 1) "2-0"
         2) 1) "a"
            2) "2"
> XREADGROUP GROUP g bob COUNT 1 STREAMS s >
1) 1) "s"
   2) 1) 1) "3-0"
         2) 1) "a"
            2) "3"
> XREADGROUP GROUP g alice STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
      2) 1) "2-0"
         2) 1) "a"
            2) "2"
> XREADGROUP GROUP g alice STREAMS s 1
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"
> XREADGROUP GROUP g alice COUNT 1 STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XREADGROUP GROUP g alice STREAMS s 2
1) 1) "s"
   2) (empty array)
> XREADGROUP GROUP g bob STREAMS s 0
1) 1) "s"
   2) 1) 1) "3-0"
         2) 1) "a"
            2) "3"
> XREADGROUP GROUP g carol STREAMS s 0
1) 1) "s"
   2) (empty array)
> XREADGROUP GROUP g carol STREAMS s >
1) 1) "s"
   2) 1) 1) "4-0"
         2) 1) "a"
            2) "4"
> XREADGROUP GROUP g carol STREAMS s >
(nil)
> XPENDING s g
1) (integer) 4
2) "1-0"
3) "4-0"
4) 1) 1) "alice"
      2) "2"
   2) 1) "bob"
      2) "1"
   3) 1) "carol"
      2) "1"
# Every time it is delivered it counts, also when its own consumer reads it again.
> XPENDING s g - + 10
1) 1) "1-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 3
2) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 3
3) 1) "3-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
4) 1) "4-0"
   2) "carol"
~    3\) \(integer\) \d+
   4) (integer) 1

# A pending entry that was deleted is answered with nil.
> XDEL s 1-0
(integer) 1
> XREADGROUP GROUP g alice STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) (nil)
      2) 1) "2-0"
         2) 1) "a"
            2) "2"

# NOACK: they are not pending.
> XADD s 5-0 a 5
"5-0"
> XREADGROUP GROUP g alice NOACK STREAMS s >
1) 1) "s"
   2) 1) 1) "5-0"
         2) 1) "a"
            2) "5"
> XPENDING s g
1) (integer) 4
2) "1-0"
3) "4-0"
4) 1) 1) "alice"
      2) "2"
   2) 1) "bob"
      2) "1"
   3) 1) "carol"
      2) "1"
> XREADGROUP GROUP g alice NOACK STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) (nil)
      2) 1) "2-0"
         2) 1) "a"
            2) "2"

# Many streams; all need the group.
> XADD t 1-0 b 1
"1-0"
> XGROUP CREATE t g 0
OK
> XREADGROUP GROUP g alice STREAMS s t > >
1) 1) "t"
   2) 1) 1) "1-0"
         2) 1) "b"
            2) "1"
> XADD s 6-0 a 6
"6-0"
> XADD t 2-0 b 2
"2-0"
> XREADGROUP GROUP g alice STREAMS s t 0 >
1) 1) "s"
   2) 1) 1) "1-0"
         2) (nil)
      2) 1) "2-0"
         2) 1) "a"
            2) "2"
2) 1) "t"
   2) 1) 1) "2-0"
         2) 1) "b"
            2) "2"
> XREADGROUP GROUP g alice STREAMS t s > >
1) 1) "s"
   2) 1) 1) "6-0"
         2) 1) "a"
            2) "6"
> XREADGROUP GROUP g bob STREAMS t s > >
(nil)
!send "XREADGROUP GROUP g bob STREAMS t >\r\nXREADGROUP GROUP g bob STREAMS t 0\r\n"
"*-1"
"*1"
"*2"
"$1"
"t"
"*0"
> XREADGROUP GROUP g alice STREAMS s u > >
(error) NOGROUP No such key 'u' or consumer group 'g' in XREADGROUP with GROUP option
> XREADGROUP GROUP nobody alice STREAMS s >
(error) NOGROUP No such key 's' or consumer group 'nobody' in XREADGROUP with GROUP option
> XREADGROUP GROUP g alice STREAMS nothing >
(error) NOGROUP No such key 'nothing' or consumer group 'g' in XREADGROUP with GROUP option
> XREADGROUP GROUP g alice STREAMS nothing 0
(error) NOGROUP No such key 'nothing' or consumer group 'g' in XREADGROUP with GROUP option

# XACK key group id [id ...]: these are not pending any more; answers how many there were.

> XACK s g 2-0
(integer) 1
> XACK s g 2-0
(integer) 0
> XACK s g 1-0 1-0 3-0 99-0
(integer) 2
> XACK s nobody 4-0
(integer) 0
> XACK nothing g 4-0
(integer) 0
> XPENDING s g
1) (integer) 2
2) "4-0"
3) "6-0"
4) 1) 1) "alice"
      2) "1"
   2) 1) "carol"
      2) "1"
> XACK s g x
(error) ERR Invalid stream ID specified as stream command argument
> XACK s nobody x
(integer) 0
> XACK s g 4-0 x
(error) ERR Invalid stream ID specified as stream command argument
> XPENDING s g
1) (integer) 2
2) "4-0"
3) "6-0"
4) 1) 1) "alice"
      2) "1"
   2) 1) "carol"
      2) "1"
> XACK s g -
(error) ERR Invalid stream ID specified as stream command argument
> SET str v
OK
> XACK str g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK
(error) ERR wrong number of arguments for 'xack' command
> XACK s
(error) ERR wrong number of arguments for 'xack' command
> XACK s g
(error) ERR wrong number of arguments for 'xack' command

> XREADGROUP GROUP g alice STREAMS s $
(error) ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID would just return an empty result set.
> XREADGROUP GROUP g alice STREAMS s x
(error) ERR Invalid stream ID specified as stream command argument
> XREADGROUP GROUP g alice STREAMS s t >
(error) ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.
> XREADGROUP GROUP g alice STREAMS s
(error) ERR wrong number of arguments for 'xreadgroup' command
> XREADGROUP GROUP g alice COUNT x STREAMS s >
(error) ERR value is not an integer or out of range
> XREADGROUP GROUP g alice BLOCK -1 STREAMS s >
(error) ERR timeout is negative
> XREADGROUP STREAMS s > GROUP g alice
(error) ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.
> XREADGROUP COUNT 1 STREAMS s t a b
(error) ERR Missing GROUP option for XREADGROUP
> XREADGROUP GROUP g STREAMS s >
(error) ERR wrong number of arguments for 'xreadgroup' command
> XREADGROUP GROUP g alice WHATEVER STREAMS s >
(error) ERR syntax error
> XREADGROUP GROUP g alice STREAMS str >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g alice STREAMS str 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP
(error) ERR wrong number of arguments for 'xreadgroup' command
> XREADGROUP GROUP g alice STREAMS s
(error) ERR wrong number of arguments for 'xreadgroup' command

# COUNT 0 and less are no limit.
> XADD s 7-0 a 7
"7-0"
> XADD s 8-0 a 8
"8-0"
> XREADGROUP GROUP g dora COUNT 0 STREAMS s >
1) 1) "s"
   2) 1) 1) "7-0"
         2) 1) "a"
            2) "7"
      2) 1) "8-0"
         2) 1) "a"
            2) "8"
> XADD s 9-0 a 9
"9-0"
> XREADGROUP GROUP g dora COUNT -1 STREAMS s >
1) 1) "s"
   2) 1) 1) "9-0"
         2) 1) "a"
            2) "9"
!resp3
> XADD s 10-0 a 10
"10-0"
> XREADGROUP GROUP g eve STREAMS s >
1# "s" => 1) 1) "10-0"
      2) 1) "a"
         2) "10"
> XREADGROUP GROUP g eve STREAMS s t 0 0
1# "s" => 1) 1) "10-0"
      2) 1) "a"
         2) "10"
2# "t" => (empty array)
> XREADGROUP GROUP g eve STREAMS s >
(nil)
> XDEL s 10-0
(integer) 1
> XREADGROUP GROUP g eve STREAMS s 0
1# "s" => 1) 1) "10-0"
      2) (nil)
