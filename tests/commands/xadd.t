# XADD key [NOMKSTREAM] [MAXLEN | MINID [= | ~] threshold [LIMIT count]] * | id field value [field
# value ...]
#
# Appends an entry to a stream; answers its ID. An ID is two numbers of 64 bits, milliseconds and a
# sequence number, and must be greater than all before it.

> XADD s 1-1 a 1
"1-1"
> XADD s 1-2 a 2 b 3
"1-2"
> XADD s 5 a 4
"5-0"
> XRANGE s - +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
      3) "b"
      4) "3"
3) 1) "5-0"
   2) 1) "a"
      2) "4"
> TYPE s
stream
> XLEN s
(integer) 3
> OBJECT ENCODING s
"stream"

# ms-*: the next sequence number in that millisecond. *: the time of the server.
> XADD s 5-* x y
"5-1"
> XADD s 5-* x y
"5-2"
> XADD s 7-* x y
"7-0"
> XADD s 7 x y
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD t 0-* x y
"0-1"
> XADD t 0-* x y
"0-2"
> XADD now * f v
~ "\d{13}-0"
> XADD now * f v
~ "\d{13}-\d+"
> XADD s 8-18446744073709551615 x y
"8-18446744073709551615"
> XADD s 8-* x y
(error) ERR Elements are too large to be stored
> XADD s 18446744073709551615-18446744073709551615 last one
"18446744073709551615-18446744073709551615"
> XADD s * no more
(error) ERR The stream has exhausted the last possible ID, unable to add more items
> XADD s 18446744073709551615-* no more
(error) ERR The stream has exhausted the last possible ID, unable to add more items

# Fields and values are any bytes; a field may come twice.
> XADD b 1-0 "" "" "\x00" "\xff\r\n" f 1 f 2 12 -5 $REPEAT(x,5000) v
"1-0"
> XRANGE b - +
1) 1) "1-0"
   2)  1) ""
       2) ""
       3) "\x00"
       4) "\xff\r\n"
       5) "f"
       6) "1"
       7) "f"
       8) "2"
       9) "12"
      10) "-5"
      11) "$REPEAT(x,5000)"
      12) "v"
> XADD "" 1-0 a b
"1-0"
> XLEN ""
(integer) 1

# NOMKSTREAM: only if there is a stream already.
> XADD nothing NOMKSTREAM 1-1 a b
(nil)
> XADD nothing NOMKSTREAM * a b
(nil)
> EXISTS nothing
(integer) 0
> XADD b nomkstream 2-0 a b
"2-0"
!send "XADD nothing NOMKSTREAM * a b\r\n"
"$-1"

# An ID that is not greater than all before it.
> XADD b 2-0 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD b 1-0 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD b 1-* a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD new 0-0 a b
(error) ERR The ID specified in XADD must be greater than 0-0
> XADD new 0 a b
(error) ERR The ID specified in XADD must be greater than 0-0
> EXISTS new
(integer) 0
> XADD new 0-1 a b
"0-1"
> XDEL b 2-0
(integer) 1
> XADD b 2-0 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD b 2-1 a b
"2-1"

> XADD e x a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e "" a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e - a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e + a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 1- a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e -1 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 1-1-1 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e *-1 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 1-** a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 18446744073709551616-0 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 1-18446744073709551616 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD e 01-001 a b
"1-1"
> XADD e 1-2 a
(error) ERR wrong number of arguments for 'xadd' command
> XADD e 1-2 a b c
(error) ERR wrong number of arguments for 'xadd' command
> XADD e 1-2
(error) ERR wrong number of arguments for 'xadd' command
> XADD e
(error) ERR wrong number of arguments for 'xadd' command
> XADD
(error) ERR wrong number of arguments for 'xadd' command
> XADD e NOMKSTREAM 1-2
(error) ERR wrong number of arguments for 'xadd' command
> EXISTS e
(integer) 1
> DEL e
(integer) 1
> SET str v
OK
> XADD str * a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD str x a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD str NOMKSTREAM * a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> EXPIRE b 100
(integer) 1
> XADD b * a b
~ "\d{13}-0"
> TTL b
~ \(integer\) (99|100)
!resp3
> XADD r 1-1 a b
"1-1"
> XADD nothing NOMKSTREAM * a b
(nil)
!resp2

# XLEN key: how many entries.

> XLEN s
(integer) 8
> XLEN nothing
(integer) 0
> XLEN str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN
(error) ERR wrong number of arguments for 'xlen' command
> XLEN s s
(error) ERR wrong number of arguments for 'xlen' command

# A stream stays when its last entry is deleted; what is the greatest ID is not forgotten.
> XDEL r 1-1
(integer) 1
> XLEN r
(integer) 0
> EXISTS r
(integer) 1
> XADD r 1-1 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XRANGE r - +
(empty array)
