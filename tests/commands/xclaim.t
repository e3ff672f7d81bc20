# XCLAIM key group consumer min-idle-ms id [id ...] [IDLE ms] [TIME unix-time-ms] [RETRYCOUNT count]
#   [FORCE] [JUSTID] [LASTID id]
#
# Gives pending entries to a consumer, if nobody was given them in the last min-idle-ms; answers
# them.

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
> XREADGROUP GROUP g alice COUNT 3 STREAMS s >
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
      2) 1) "2-0"
         2) 1) "a"
            2) "2"
      3) 1) "3-0"
         2) 1) "a"
            2) "3"
> XCLAIM s g bob 0 1-0
1) 1) "1-0"
   2) 1) "a"
      2) "1"
> XCLAIM s g bob 100000 2-0
(empty array)
> XCLAIM s g bob 0 2-0 3-0 99-0
1) 1) "2-0"
   2) 1) "a"
      2) "2"
2) 1) "3-0"
   2) 1) "a"
      2) "3"
> XPENDING s g - + 10
1) 1) "1-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
2) 1) "2-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2
3) 1) "3-0"
   2) "bob"
~    3\) \(integer\) \d+
   4) (integer) 2

# JUSTID: answers only the IDs, and does not count as a delivery.
> XCLAIM s g carol 0 1-0 2-0 JUSTID
1) "1-0"
2) "2-0"
> XPENDING s g - + 10 carol
1) 1) "1-0"
   2) "carol"
~    3\) \(integer\) \d+
   4) (integer) 2
2) 1) "2-0"
   2) "carol"
~    3\) \(integer\) \d+
   4) (integer) 2

# IDLE, TIME: as if it had been delivered so long ago, or then. RETRYCOUNT: as if so many times.
> XCLAIM s g dora 0 1-0 IDLE 500000 RETRYCOUNT 7 JUSTID
1) "1-0"
> XPENDING s g - + 10 dora
1) 1) "1-0"
   2) "dora"
~    3\) \(integer\) 500\d\d\d
   4) (integer) 7
> XCLAIM s g dora 400000 1-0 TIME 1000 RETRYCOUNT 3
1) 1) "1-0"
   2) 1) "a"
      2) "1"
> XPENDING s g - + 10 dora
1) 1) "1-0"
   2) "dora"
~    3\) \(integer\) \d{13}
   4) (integer) 3
> XCLAIM s g dora 0 1-0 TIME 99999999999999 JUSTID
1) "1-0"
> XPENDING s g - + 10 dora
1) 1) "1-0"
   2) "dora"
~    3\) \(integer\) \d
   4) (integer) 3

# FORCE: also what is pending for nobody, if the stream has it.
> XCLAIM s g eve 0 4-0
(empty array)
> XCLAIM s g eve 0 4-0 99-0 FORCE JUSTID
1) "4-0"
> XPENDING s g - + 10 eve
1) 1) "4-0"
   2) "eve"
~    3\) \(integer\) \d+
   4) (integer) 1

# LASTID: the group reads on after it, if that is further than it was.
> XCLAIM s g eve 0 4-0 JUSTID LASTID 9-9
1) "4-0"
> XINFO GROUPS s
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 5
    5) "pending"
    6) (integer) 4
    7) "last-delivered-id"
    8) "9-9"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 1
> XCLAIM s g eve 0 4-0 JUSTID LASTID 1-0
1) "4-0"
> XINFO GROUPS s
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 5
    5) "pending"
    6) (integer) 4
    7) "last-delivered-id"
    8) "9-9"
    9) "entries-read"
   10) (integer) 3
   11) "lag"
   12) (integer) 1

# What was deleted from the stream is pending no more when it is claimed.
> XDEL s 2-0
(integer) 1
> XCLAIM s g dora 0 2-0 3-0
1) 1) "3-0"
   2) 1) "a"
      2) "3"
> XPENDING s g
1) (integer) 3
2) "1-0"
3) "4-0"
4) 1) 1) "dora"
      2) "2"
   2) 1) "eve"
      2) "1"

# A consumer is made only if it is given something.
> XCLAIM s g new 0 77-0
(empty array)
> XGROUP CREATECONSUMER s g new
(integer) 1
> XCLAIM s nobody c 0 1-0
(error) NOGROUP No such key 's' or consumer group 'nobody'
> XCLAIM nothing g c 0 1-0
(error) NOGROUP No such key 'nothing' or consumer group 'g'
> XCLAIM s g c x 1-0
(error) ERR Invalid min-idle-time argument for XCLAIM
> XCLAIM s g c -5 99-0
(empty array)
> XCLAIM s g c 0 x
(error) ERR Unrecognized XCLAIM option 'x'
> XCLAIM s g c 0 1-0 x
(error) ERR Unrecognized XCLAIM option 'x'
> XCLAIM s g c 0 1-0 IDLE
(error) ERR Unrecognized XCLAIM option 'IDLE'
> XCLAIM s g c 0 1-0 IDLE x
(error) ERR Invalid IDLE option argument for XCLAIM
> XCLAIM s g c 0 1-0 IDLE -1
1) 1) "1-0"
   2) 1) "a"
      2) "1"
> XCLAIM s g c 0 1-0 TIME x
(error) ERR Invalid TIME option argument for XCLAIM
> XCLAIM s g c 0 1-0 RETRYCOUNT -1
1) 1) "1-0"
   2) 1) "a"
      2) "1"
> XCLAIM s g c 0 1-0 RETRYCOUNT x
(error) ERR Invalid RETRYCOUNT option argument for XCLAIM
> XCLAIM s g c 0 1-0 LASTID x
(error) ERR Invalid stream ID specified as stream command argument
> XCLAIM s g c 0 1-0 WHATEVER
(error) ERR Unrecognized XCLAIM option 'WHATEVER'
> XCLAIM s g c 0 JUSTID
(empty array)
> XCLAIM nothing nobody c x 1-0
(error) NOGROUP No such key 'nothing' or consumer group 'nobody'
> SET str v
OK
> XCLAIM str g c 0 1-0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM
(error) ERR wrong number of arguments for 'xclaim' command
> XCLAIM s g c 0
(error) ERR wrong number of arguments for 'xclaim' command
!resp3
> XCLAIM s g c 0 3-0
1) 1) "3-0"
   2) 1) "a"
      2) "3"
> XCLAIM s g c 0 3-0 JUSTID
1) "3-0"
> XCLAIM s g c 0 99-0
(empty array)
!resp2

# XAUTOCLAIM key group consumer min-idle-ms start [COUNT count] [JUSTID]
#
# Goes through the pending entries from start on and claims what is idle long enough, no more than
# count (100). Answers where to go on (0-0 at the end), the entries, and the IDs of those that the
# stream has no more.

> DEL s
(integer) 1
> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> XADD s 3-0 a 3
"3-0"
> XADD s 4-0 a 4
"4-0"
> XADD s 5-0 a 5
"5-0"
> XGROUP CREATE s g 0
OK
> XREADGROUP GROUP g alice STREAMS s >
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
      2) 1) "2-0"
         2) 1) "a"
            2) "2"
      3) 1) "3-0"
         2) 1) "a"
            2) "3"
      4) 1) "4-0"
         2) 1) "a"
            2) "4"
      5) 1) "5-0"
         2) 1) "a"
            2) "5"
> XAUTOCLAIM s g bob 0 0 COUNT 2
1) "3-0"
2) 1) 1) "1-0"
      2) 1) "a"
         2) "1"
   2) 1) "2-0"
      2) 1) "a"
         2) "2"
3) (empty array)
> XAUTOCLAIM s g bob 0 3-0 COUNT 2 JUSTID
1) "5-0"
2) 1) "3-0"
   2) "4-0"
3) (empty array)
> XAUTOCLAIM s g bob 0 5 COUNT 2
1) "0-0"
2) 1) 1) "5-0"
      2) 1) "a"
         2) "5"
3) (empty array)
> XAUTOCLAIM s g bob 100000 0
1) "0-0"
2) (empty array)
3) (empty array)
> XDEL s 2-0 4-0
(integer) 2
> XAUTOCLAIM s g carol 0 -
1) "0-0"
2) 1) 1) "1-0"
      2) 1) "a"
         2) "1"
   2) 1) "3-0"
      2) 1) "a"
         2) "3"
   3) 1) "5-0"
      2) 1) "a"
         2) "5"
3) 1) "2-0"
   2) "4-0"
> XPENDING s g
1) (integer) 3
2) "1-0"
3) "5-0"
4) 1) 1) "carol"
      2) "3"
> XAUTOCLAIM s g carol 0 (1-0 COUNT 1
1) "5-0"
2) 1) 1) "3-0"
      2) 1) "a"
         2) "3"
3) (empty array)
> XAUTOCLAIM s g carol 0 9
1) "0-0"
2) (empty array)
3) (empty array)
> XAUTOCLAIM s g carol 0 + JUSTID
1) "0-0"
2) (empty array)
3) (empty array)
> XAUTOCLAIM s g carol 0 0 COUNT 1 COUNT 5 JUSTID
1) "0-0"
2) 1) "1-0"
   2) "3-0"
   3) "5-0"
3) (empty array)
> XAUTOCLAIM s nobody c 0 0
(error) NOGROUP No such key 's' or consumer group 'nobody'
> XAUTOCLAIM nothing g c 0 0
(error) NOGROUP No such key 'nothing' or consumer group 'g'
> XAUTOCLAIM s g c x 0
(error) ERR Invalid min-idle-time argument for XAUTOCLAIM
> XAUTOCLAIM s g c -1 9
1) "0-0"
2) (empty array)
3) (empty array)
> XAUTOCLAIM s g c 0 x
(error) ERR Invalid stream ID specified as stream command argument
> XAUTOCLAIM s g c 0 0 COUNT 0
(error) ERR COUNT must be > 0
> XAUTOCLAIM s g c 0 0 COUNT -1
(error) ERR COUNT must be > 0
> XAUTOCLAIM s g c 0 0 COUNT x
(error) ERR COUNT must be > 0
> XAUTOCLAIM s g c 0 0 COUNT
(error) ERR syntax error
> XAUTOCLAIM s g c 0 0 COUNT 9223372036854775807
(error) ERR COUNT must be > 0
> XAUTOCLAIM s g c 0 0 WHATEVER
(error) ERR syntax error
> XAUTOCLAIM str g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM
(error) ERR wrong number of arguments for 'xautoclaim' command
> XAUTOCLAIM s g c 0
(error) ERR wrong number of arguments for 'xautoclaim' command
!resp3
> XAUTOCLAIM s g c 0 0
1) "0-0"
2) 1) 1) "1-0"
      2) 1) "a"
         2) "1"
   2) 1) "3-0"
      2) 1) "a"
         2) "3"
   3) 1) "5-0"
      2) 1) "a"
         2) "5"
3) (empty array)
> XAUTOCLAIM s g c 0 9
1) "0-0"
2) (empty array)
3) (empty array)
