# XRANGE key start end [COUNT count] and XREVRANGE key end start [COUNT count]
#
# Answer the entries with IDs from start to end, both included, oldest or newest first. - and + are
# the smallest and the greatest ID; an ID without sequence number is the first of its millisecond as
# start and the last one as end; a ( before an ID leaves it out.

> XADD s 1-1 a 1
"1-1"
> XADD s 1-2 a 2
"1-2"
> XADD s 2-0 a 3 b 4
"2-0"
> XADD s 3-7 a 5
"3-7"
> XRANGE s - +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
3) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
4) 1) "3-7"
   2) 1) "a"
      2) "5"
> XREVRANGE s + -
1) 1) "3-7"
   2) 1) "a"
      2) "5"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
3) 1) "1-2"
   2) 1) "a"
      2) "2"
4) 1) "1-1"
   2) 1) "a"
      2) "1"
> XRANGE s 1 1
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
> XRANGE s 1-2 2
1) 1) "1-2"
   2) 1) "a"
      2) "2"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XRANGE s 1-2 2-0
1) 1) "1-2"
   2) 1) "a"
      2) "2"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XREVRANGE s 2 1-2
1) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
> XRANGE s (1-1 +
1) 1) "1-2"
   2) 1) "a"
      2) "2"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
3) 1) "3-7"
   2) 1) "a"
      2) "5"
> XRANGE s (1-1 (3-7
1) 1) "1-2"
   2) 1) "a"
      2) "2"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XRANGE s (1 +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
3) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
4) 1) "3-7"
   2) 1) "a"
      2) "5"
> XRANGE s - (2
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
3) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XREVRANGE s (3-7 (1-2
1) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XRANGE s 2 1
(empty array)
> XREVRANGE s 1 2
(empty array)
> XRANGE s 9 +
(empty array)
> XRANGE s 3-7 3-7
1) 1) "3-7"
   2) 1) "a"
      2) "5"
> XRANGE nothing - +
(empty array)
> XREVRANGE nothing + -
(empty array)

# COUNT: no more than so many.
> XRANGE s - + COUNT 2
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
> XREVRANGE s + - COUNT 1
1) 1) "3-7"
   2) 1) "a"
      2) "5"
> XRANGE s - + COUNT 0
(nil)
> XRANGE s - + COUNT -1
(nil)
> XRANGE s - + COUNT 9223372036854775807
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
3) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
4) 1) "3-7"
   2) 1) "a"
      2) "5"
> XRANGE nothing - + COUNT 0
(empty array)
> XRANGE s 1-2 + count 2
1) 1) "1-2"
   2) 1) "a"
      2) "2"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XRANGE s - + COUNT 1 COUNT 3
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "1-2"
   2) 1) "a"
      2) "2"
3) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"

# Deleted ones are not there. An empty stream has none.
> XDEL s 1-2
(integer) 1
> XRANGE s - + COUNT 2
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
> XREVRANGE s + - COUNT 3
1) 1) "3-7"
   2) 1) "a"
      2) "5"
2) 1) "2-0"
   2) 1) "a"
      2) "3"
      3) "b"
      4) "4"
3) 1) "1-1"
   2) 1) "a"
      2) "1"
> XADD e 1 a b
"1-0"
> XDEL e 1
(integer) 1
> XRANGE e - +
(empty array)
> XREVRANGE e + -
(empty array)
!send "XRANGE s - + COUNT 0\r\nXRANGE nothing - +\r\nXRANGE e - +\r\n"
"*-1"
"*0"
"*0"

> XRANGE s x +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s - x
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s "" +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s * +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s ( +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s (- +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s - (+
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s (18446744073709551615-18446744073709551615 +
(error) ERR invalid start ID for the interval
> XRANGE s - (0-0
(error) ERR invalid end ID for the interval
> XRANGE s 1-2-3 +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE s - + COUNT x
(error) ERR value is not an integer or out of range
> XRANGE s - + COUNT
(error) ERR syntax error
> XRANGE s - + WHATEVER 1
(error) ERR syntax error
> XRANGE s - + COUNT 9223372036854775808
(error) ERR value is not an integer or out of range
> XREVRANGE s x -
(error) ERR Invalid stream ID specified as stream command argument
> XREVRANGE s + x
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE nothing x +
(error) ERR Invalid stream ID specified as stream command argument
> SET str v
OK
> XRANGE str - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE str + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE str x +
(error) ERR Invalid stream ID specified as stream command argument
> XRANGE
(error) ERR wrong number of arguments for 'xrange' command
> XRANGE s
(error) ERR wrong number of arguments for 'xrange' command
> XRANGE s -
(error) ERR wrong number of arguments for 'xrange' command
> XREVRANGE
(error) ERR wrong number of arguments for 'xrevrange' command
> XREVRANGE s +
(error) ERR wrong number of arguments for 'xrevrange' command

# Many entries in many blocks, with equal and with different fields.
> CONFIG SET stream-node-max-entries 2
OK
> XADD m 1 temp 1 hum 2
"1-0"
> XADD m 2 temp 3 hum 4
"2-0"
> XADD m 3 temp 5 hum 6
"3-0"
> XADD m 4 temp 7
"4-0"
> XADD m 5 other 8 fields 9
"5-0"
> XADD m 6 temp 10 hum 11
"6-0"
> XRANGE m - +
1) 1) "1-0"
   2) 1) "temp"
      2) "1"
      3) "hum"
      4) "2"
2) 1) "2-0"
   2) 1) "temp"
      2) "3"
      3) "hum"
      4) "4"
3) 1) "3-0"
   2) 1) "temp"
      2) "5"
      3) "hum"
      4) "6"
4) 1) "4-0"
   2) 1) "temp"
      2) "7"
5) 1) "5-0"
   2) 1) "other"
      2) "8"
      3) "fields"
      4) "9"
6) 1) "6-0"
   2) 1) "temp"
      2) "10"
      3) "hum"
      4) "11"
> XREVRANGE m + - COUNT 4
1) 1) "6-0"
   2) 1) "temp"
      2) "10"
      3) "hum"
      4) "11"
2) 1) "5-0"
   2) 1) "other"
      2) "8"
      3) "fields"
      4) "9"
3) 1) "4-0"
   2) 1) "temp"
      2) "7"
4) 1) "3-0"
   2) 1) "temp"
      2) "5"
      3) "hum"
      4) "6"
> XRANGE m 3 4
1) 1) "3-0"
   2) 1) "temp"
      2) "5"
      3) "hum"
      4) "6"
2) 1) "4-0"
   2) 1) "temp"
      2) "7"
> XREVRANGE m 5 5
1) 1) "5-0"
   2) 1) "other"
      2) "8"
      3) "fields"
      4) "9"
> XDEL m 3 4 5
(integer) 3
> XRANGE m 2 +
1) 1) "2-0"
   2) 1) "temp"
      2) "3"
      3) "hum"
      4) "4"
2) 1) "6-0"
   2) 1) "temp"
      2) "10"
      3) "hum"
      4) "11"
!resp3
> XRANGE m 6 +
1) 1) "6-0"
   2) 1) "temp"
      2) "10"
      3) "hum"
      4) "11"
> XREVRANGE m 1 -
1) 1) "1-0"
   2) 1) "temp"
      2) "1"
      3) "hum"
      4) "2"
> XRANGE nothing - +
(empty array)
