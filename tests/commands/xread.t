# XREAD [COUNT count] [BLOCK ms] STREAMS key [key ...] id [id ...]
#
# Answers the entries after an ID, of many streams at once; only streams that have some are named.
# Without any the answer is nil. What BLOCK does is told in block_stream.t.

> XADD a 1-1 f 1
"1-1"
> XADD a 2-0 f 2
"2-0"
> XADD a 3-0 f 3
"3-0"
> XADD b 1-0 g 1 h 2
"1-0"
> XREAD STREAMS a 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a 0-0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a 1
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a 1-1
1) 1) "a"
   2) 1) 1) "2-0"
         2) 1) "f"
            2) "2"
      2) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a 2
1) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a b 0 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
2) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "g"
            2) "1"
            3) "h"
            4) "2"
> XREAD STREAMS a b 3 0
1) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "g"
            2) "1"
            3) "h"
            4) "2"
> XREAD STREAMS b nothing a 0 0 2
1) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "g"
            2) "1"
            3) "h"
            4) "2"
2) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD STREAMS a 3
(nil)
> XREAD STREAMS a 99
(nil)
> XREAD STREAMS nothing 0
(nil)
> XREAD STREAMS nothing $
(nil)

# COUNT: no more than so many of each stream.
> XREAD COUNT 1 STREAMS a b 0 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
2) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "g"
            2) "1"
            3) "h"
            4) "2"
> XREAD count 2 streams a 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
> XREAD COUNT 0 STREAMS a 2
1) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD COUNT -1 STREAMS a 2
1) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD COUNT 9223372036854775807 STREAMS a 2
1) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD COUNT 1 COUNT 2 STREAMS a 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"

# $: what is the greatest ID now, so there is nothing after it.
> XREAD STREAMS a $
(nil)
> XREAD STREAMS a b $ 0
1) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "g"
            2) "1"
            3) "h"
            4) "2"
> XREAD STREAMS a a 0 2
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
2) 1) "a"
   2) 1) 1) "3-0"
         2) 1) "f"
            2) "3"
!send "XREAD STREAMS a 99\r\nXREAD STREAMS nothing 0\r\n"
"*-1"
"*-1"
> XREAD STREAMS a 18446744073709551615-18446744073709551615
(nil)
> XREAD STREAMS a (1
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a -
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a +
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a *
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a x
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a ""
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a >
(error) ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> <consumer> option.
> XREAD STREAMS a b 0
(error) ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.
> XREAD STREAMS a b c 0
(error) ERR Invalid stream ID specified as stream command argument
> XREAD STREAMS a
(error) ERR wrong number of arguments for 'xread' command
> XREAD STREAMS
(error) ERR wrong number of arguments for 'xread' command
> XREAD COUNT x STREAMS a 0
(error) ERR value is not an integer or out of range
> XREAD COUNT STREAMS a 0
(error) ERR value is not an integer or out of range
> XREAD BLOCK x STREAMS a 0
(error) ERR timeout is not an integer or out of range
> XREAD BLOCK -1 STREAMS a 0
(error) ERR timeout is negative
> XREAD BLOCK 9223372036854775807 STREAMS a 0
1) 1) "a"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "1"
      2) 1) "2-0"
         2) 1) "f"
            2) "2"
      3) 1) "3-0"
         2) 1) "f"
            2) "3"
> XREAD COUNT 1 WHATEVER STREAMS a 0
(error) ERR syntax error
> XREAD GROUP g c STREAMS a 0
(error) ERR The GROUP option is only supported by XREADGROUP. You called XREAD instead.
> XREAD NOACK STREAMS a 0
(error) ERR The NOACK option is only supported by XREADGROUP. You called XREAD instead.
> XREAD COUNT 1 a 0
(error) ERR syntax error
> XREAD
(error) ERR wrong number of arguments for 'xread' command
> XREAD a b
(error) ERR wrong number of arguments for 'xread' command
> XREAD COUNT 1
(error) ERR wrong number of arguments for 'xread' command
> SET str v
OK
> XREAD STREAMS str 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS a str 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS str $
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS str x
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# In RESP3 the answer is a map.
!resp3
> XREAD STREAMS a b 2 0
1# "a" => 1) 1) "3-0"
      2) 1) "f"
         2) "3"
2# "b" => 1) 1) "1-0"
      2) 1) "g"
         2) "1"
         3) "h"
         4) "2"
> XREAD COUNT 1 STREAMS a 0
1# "a" => 1) 1) "1-1"
      2) 1) "f"
         2) "1"
> XREAD STREAMS a 99
(nil)
> XREAD STREAMS nothing 0
(nil)
