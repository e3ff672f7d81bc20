# XPENDING key group [[IDLE min-idle-ms] start end count [consumer]]
#
# What was delivered and not acknowledged. In short: how many, the smallest and the greatest ID, how
# many for each consumer.

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
> XPENDING s g
1) (integer) 0
2) (nil)
3) (nil)
4) (nil)
> XREADGROUP GROUP g bob COUNT 1 STREAMS s >
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XREADGROUP GROUP g alice COUNT 3 STREAMS s >
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"
      2) 1) "3-0"
         2) 1) "a"
            2) "3"
      3) 1) "4-0"
         2) 1) "a"
            2) "4"
> XGROUP CREATECONSUMER s g idle
(integer) 1
> XPENDING s g
1) (integer) 4
2) "1-0"
3) "4-0"
4) 1) 1) "alice"
      2) "3"
   2) 1) "bob"
      2) "1"

# At length: for each its ID, consumer, how many ms ago it was delivered, and how often.
> XREADGROUP GROUP g bob STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XPENDING s g - + 10
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
2) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
3) 1) "3-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
4) 1) "4-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
> XPENDING s g 2 3-0 10
1) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
2) 1) "3-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
> XPENDING s g (2 (4-0 10
1) 1) "3-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
> XPENDING s g - + 1
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
> XPENDING s g - + 10 bob
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
> XPENDING s g - + 1 alice
1) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1
> XPENDING s g - + 10 idle
(empty array)
> XPENDING s g - + 10 nobody
(empty array)
> XPENDING s g + - 10
(empty array)
> XPENDING s g - + 0
(empty array)
> XPENDING s g - + -1
(empty array)

# IDLE: only those that were delivered at least so many ms ago.
> XPENDING s g IDLE 100000 - + 10
(empty array)
> XPENDING s g idle 0 - + 1
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
!advance 30
> XREADGROUP GROUP g bob STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
> XPENDING s g IDLE 30 - + 10 bob
(empty array)
> XPENDING s g IDLE 30 - + 1 alice
1) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1

# What was deleted is pending still.
> XDEL s 2-0
(integer) 1
> XPENDING s g - + 1 alice
1) 1) "2-0"
   2) "alice"
~    3\) \(integer\) \d+
   4) (integer) 1

> XPENDING s nobody
(error) NOGROUP No such key 's' or consumer group 'nobody'
> XPENDING nothing g
(error) NOGROUP No such key 'nothing' or consumer group 'g'
> XPENDING s nobody - + 10
(error) NOGROUP No such key 's' or consumer group 'nobody'
> XPENDING s g -
(error) ERR syntax error
> XPENDING s g - +
(error) ERR syntax error
> XPENDING s g - + x
(error) ERR value is not an integer or out of range
> XPENDING s g x + 10
(error) ERR Invalid stream ID specified as stream command argument
> XPENDING s g - x 10
(error) ERR Invalid stream ID specified as stream command argument
# What comes after the consumer is not looked at.
> XPENDING s g - + 10 bob more
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 3
> XPENDING s g IDLE x - + 10
(error) ERR value is not an integer or out of range
> XPENDING s g IDLE -1 - + 1
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 3
> XPENDING s g IDLE 10 - +
(error) ERR syntax error
> XPENDING s g IDLE 10
(error) ERR syntax error
> XPENDING s g WHATEVER 10 - + 10
(error) ERR value is not an integer or out of range
> XPENDING nothing g - + x
(error) ERR value is not an integer or out of range
> SET str v
OK
> XPENDING str g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING
(error) ERR wrong number of arguments for 'xpending' command
> XPENDING s
(error) ERR wrong number of arguments for 'xpending' command
!send "XPENDING s g - + 10 nobody\r\nXGROUP CREATE s empty 0\r\nXPENDING s empty\r\n"
"*0"
"+OK"
"*4"
":0"
"$-1"
"$-1"
"*-1"
!resp3
> XPENDING s g
1) (integer) 4
2) "1-0"
3) "4-0"
4) 1) 1) "alice"
      2) "3"
   2) 1) "bob"
      2) "1"
> XPENDING s empty
1) (integer) 0
2) (nil)
3) (nil)
4) (nil)
