# XREAD BLOCK ms and XREADGROUP BLOCK ms
#
# Wait for new entries, for so many milliseconds, 0 for ever. Unlike with lists, all who wait get
# them.

> XADD s 1-0 a 1
"1-0"
> XREAD BLOCK 0 STREAMS s 0
1) 1) "s"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
2> XREAD BLOCK 0 STREAMS s $
(no reply)
3> XREAD BLOCK 0 STREAMS s t 1-0 $
(no reply)
> XADD s 2-0 a 2
"2-0"
2!read
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"
3!read
1) 1) "s"
   2) 1) 1) "2-0"
         2) 1) "a"
            2) "2"

# Of a stream that is not there yet. A count counts here, too.
2> XREAD COUNT 1 BLOCK 0 STREAMS new $
(no reply)
> MULTI
OK
> XADD new 1-0 a 1
QUEUED
> XADD new 2-0 a 2
QUEUED
> EXEC
1) "1-0"
2) "2-0"
2!read
1) 1) "new"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "1"
2> XREAD BLOCK 0 STREAMS new $
(no reply)
> MULTI
OK
> XADD new 3-0 a 3
QUEUED
> XADD new 4-0 a 4
QUEUED
> EXEC
1) "3-0"
2) "4-0"
2!read
1) 1) "new"
   2) 1) 1) "3-0"
         2) 1) "a"
            2) "3"
      2) 1) "4-0"
         2) 1) "a"
            2) "4"

# Entries that are not after the ID do not serve.
2> XREAD BLOCK 0 STREAMS s 5-0
(no reply)
> XADD s 4-0 a 4
"4-0"
> XADD s 5-0 a 5
"5-0"
2!read
(no reply)
> XADD s 6-0 a 6
"6-0"
2!read
1) 1) "s"
   2) 1) 1) "6-0"
         2) 1) "a"
            2) "6"

# An entry that is deleted before anybody looks serves all the same, with nothing.
2> XREAD BLOCK 0 STREAMS s $
(no reply)
> MULTI
OK
> XADD s 7-0 a 7
QUEUED
> XDEL s 7-0
QUEUED
> EXEC
1) "7-0"
2) (integer) 1
2!read
1) 1) "s"
   2) (empty array)
2> XREAD BLOCK 0 STREAMS s $
(no reply)
> XADD s 8-0 a 8
"8-0"
2!read
1) 1) "s"
   2) 1) 1) "8-0"
         2) 1) "a"
            2) "8"

# Many streams: the one that has something.
2> XREAD BLOCK 0 STREAMS a b c $ $ $
(no reply)
> XADD b 1-0 f v
"1-0"
2!read
1) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "f"
            2) "v"
2> XREAD BLOCK 0 STREAMS a b c $ 0 $
1) 1) "b"
   2) 1) 1) "1-0"
         2) 1) "f"
            2) "v"

# Groups: each entry goes to the one who waited longest.
> XGROUP CREATE s g $
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
3> XREADGROUP GROUP g bob BLOCK 0 STREAMS s >
(no reply)
> XADD s 9-0 a 9
"9-0"
2!read
1) 1) "s"
   2) 1) 1) "9-0"
         2) 1) "a"
            2) "9"
3!read
(no reply)
> XADD s 10-0 a 10
"10-0"
3!read
1) 1) "s"
   2) 1) 1) "10-0"
         2) 1) "a"
            2) "10"
> XPENDING s g
1) (integer) 2
2) "9-0"
3) "10-0"
4) 1) 1) "alice"
      2) "1"
   2) 1) "bob"
      2) "1"
2> XREADGROUP GROUP g alice COUNT 1 BLOCK 0 STREAMS s >
(no reply)
3> XREADGROUP GROUP g bob BLOCK 0 STREAMS s >
(no reply)
> MULTI
OK
> XADD s 11-0 a 11
QUEUED
> XADD s 12-0 a 12
QUEUED
> EXEC
1) "11-0"
2) "12-0"
2!read
1) 1) "s"
   2) 1) 1) "11-0"
         2) 1) "a"
            2) "11"
3!read
1) 1) "s"
   2) 1) 1) "12-0"
         2) 1) "a"
            2) "12"
2> XREADGROUP GROUP g alice NOACK BLOCK 0 STREAMS s >
(no reply)
> XADD s 13-0 a 13
"13-0"
2!read
1) 1) "s"
   2) 1) 1) "13-0"
         2) 1) "a"
            2) "13"
> XPENDING s g
1) (integer) 4
2) "9-0"
3) "12-0"
4) 1) 1) "alice"
      2) "2"
   2) 1) "bob"
      2) "2"

# One's own pending entries are answered at once, also if there are none.
2> XREADGROUP GROUP g zoe BLOCK 0 STREAMS s 0
1) 1) "s"
   2) (empty array)

# A group that is destroyed, a stream that is deleted or becomes something else: an error.
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> XGROUP DESTROY s g
(integer) 1
2!read
(error) NOGROUP the consumer group this client was blocked on no longer exists
> XGROUP CREATE s g $
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> DEL s
(integer) 1
2!read
(error) UNBLOCKED the stream key no longer exists
> XGROUP CREATE s g $ MKSTREAM
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> SET s string
OK
2!read
(error) UNBLOCKED the stream key no longer exists
> DEL s
(integer) 1
> XGROUP CREATE s g $ MKSTREAM
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> FLUSHALL
OK
2!read
(error) UNBLOCKED the stream key no longer exists
> XGROUP CREATE s g $ MKSTREAM
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> XADD other 1-0 a b
"1-0"
> RENAME other s
OK
2!read
(error) NOGROUP the consumer group this client was blocked on no longer exists

# XREAD does not mind these; it waits on.
> DEL s
(integer) 1
> XADD s 1-0 a b
"1-0"
2> XREAD BLOCK 0 STREAMS s $
(no reply)
> DEL s
(integer) 1
> SET s string
OK
> DEL s
(integer) 1
2!read
(no reply)
> XADD s 1-1 a b
"1-1"
2!read
1) 1) "s"
   2) 1) 1) "1-1"
         2) 1) "a"
            2) "b"

# XGROUP SETID alone wakes nobody; what it brought within reach comes with the next entry.
> XGROUP CREATE s g $
OK
2> XREADGROUP GROUP g alice BLOCK 0 STREAMS s >
(no reply)
> XGROUP SETID s g 0
OK
2!read
(no reply)
> XADD s 2-0 a b
"2-0"
2!read
1) 1) "s"
   2) 1) 1) "1-1"
         2) 1) "a"
            2) "b"
      2) 1) "2-0"
         2) 1) "a"
            2) "b"

!send "XREAD BLOCK 20 STREAMS nothing $\r\n"
"*-1"
> XREAD BLOCK 20 STREAMS nothing 0
(nil)
> XREADGROUP GROUP g alice BLOCK 20 STREAMS s >
(nil)
> XREADGROUP GROUP nobody alice BLOCK 0 STREAMS s >
(error) NOGROUP No such key 's' or consumer group 'nobody' in XREADGROUP with GROUP option
> XREAD BLOCK 20 COUNT 5 STREAMS s other $ $
(nil)
> XREAD BLOCK 1.5 STREAMS s $
(error) ERR timeout is not an integer or out of range
> SET str v
OK
> XREAD BLOCK 0 STREAMS str $
(error) WRONGTYPE Operation against a key holding the wrong kind of value
2!resp3
2> XREAD BLOCK 0 STREAMS s $
(no reply)
> XADD s 99-0 a b
"99-0"
2!read
1# "s" => 1) 1) "99-0"
      2) 1) "a"
         2) "b"
2> XREAD BLOCK 10 STREAMS s $
(nil)
