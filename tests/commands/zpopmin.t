# ZPOPMIN key [count] and ZPOPMAX key [count]
#
# Take the members with the smallest or the greatest scores; answer each with its score.

> ZADD z 1 a 2 b 3 c 3 cc 4 d 5 e
(integer) 6
> ZPOPMIN z
1) "a"
2) "1"
> ZPOPMAX z
1) "e"
2) "5"
> ZPOPMIN z 2
1) "b"
2) "2"
3) "c"
4) "3"
> ZPOPMAX z 2
1) "d"
2) "4"
3) "cc"
4) "3"
> EXISTS z
(integer) 0
> ZPOPMIN z
(empty array)
> ZPOPMAX z
(empty array)
> ZPOPMIN z 5
(empty array)
> ZADD z 1 a 2 b 3 c
(integer) 3
> ZPOPMIN z 0
(empty array)
> ZPOPMAX z 0
(empty array)
> ZPOPMAX z 9223372036854775807
1) "c"
2) "3"
3) "b"
4) "2"
5) "a"
6) "1"
> ZADD z 1.5 "" inf "\x00"
(integer) 2
> ZPOPMAX z
1) "\x00"
2) "inf"
> EXPIRE z 100
(integer) 1
> ZADD z 3 c
(integer) 1
> ZPOPMIN z
1) ""
2) "1.5"
> TTL z
~ \(integer\) (99|100)
> ZPOPMIN z -1
(error) ERR value is out of range, must be positive
> ZPOPMAX z -1
(error) ERR value is out of range, must be positive
> ZPOPMIN z x
(error) ERR value is out of range, must be positive
> ZPOPMIN z ""
(error) ERR value is out of range, must be positive
> ZPOPMIN z 9223372036854775808
(error) ERR value is out of range, must be positive
> ZPOPMIN nothing x
(error) ERR value is out of range, must be positive
> ZPOPMIN nothing -1
(error) ERR value is out of range, must be positive
> SET s v
OK
> ZPOPMIN s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX s 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN s -1
(error) ERR value is out of range, must be positive
> ZPOPMIN
(error) ERR wrong number of arguments for 'zpopmin' command
> ZPOPMAX
(error) ERR wrong number of arguments for 'zpopmax' command
> ZPOPMIN z 1 2
(error) ERR syntax error
> ZPOPMAX z 1 2
(error) ERR syntax error
!send "ZPOPMIN nothing\r\nZPOPMIN nothing 1\r\n"
"*0"
"*0"
> ZADD big 1 $REPEAT(m,100) 2 a 3 b 4 c
(integer) 4
> ZPOPMAX big 2
1) "c"
2) "4"
3) "b"
4) "3"
> ZPOPMIN big 1
1) "$REPEAT(m,100)"
2) "1"

# In RESP3 the scores are doubles; with a count every member is a pair with its score.
!resp3
> ZADD z 1 a 2.5 b 3 c 4 d
(integer) 3
> ZPOPMIN z
1) "a"
2) (double) 1
> ZPOPMAX z 1
1) 1) "d"
   2) (double) 4
> ZPOPMIN z 2
1) 1) "b"
   2) (double) 2.5
2) 1) "c"
   2) (double) 3
> ZPOPMIN nothing
(empty array)
> ZPOPMIN nothing 1
(empty array)
> ZPOPMAX z 0
(empty array)
!resp2

# ZMPOP numkeys key [key ...] MIN | MAX [COUNT count]
#
# Takes from the first of the sorted sets that has some; answers its name and pairs, or nil.

> DEL z
(integer) 0
> ZADD y 1 p 2 q 3 r
(integer) 3
> ZADD z 1 a 2 b 3 c
(integer) 3
> ZMPOP 1 z MIN
1) "z"
2) 1) 1) "a"
      2) "1"
> ZMPOP 2 nothing z MAX
1) "z"
2) 1) 1) "c"
      2) "3"
> ZMPOP 2 y z MIN COUNT 2
1) "y"
2) 1) 1) "p"
      2) "1"
   2) 1) "q"
      2) "2"
> ZMPOP 2 y z max count 100
1) "y"
2) 1) 1) "r"
      2) "3"
> ZMPOP 2 y z MAX COUNT 9223372036854775807
1) "z"
2) 1) 1) "b"
      2) "2"
> ZMPOP 2 y z MIN
(nil)
> EXISTS y z
(integer) 0
> ZADD z 1 a
(integer) 1
> ZMPOP 2 z z MIN
1) "z"
2) 1) 1) "a"
      2) "1"
> ZMPOP 1 nothing MAX COUNT 2
(nil)
!send "ZMPOP 1 nothing MIN\r\n"
"*-1"
> ZADD z 1 a 2 b
(integer) 2
> ZMPOP 2 s z MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 2 z s MIN
1) "z"
2) 1) 1) "a"
      2) "1"
> ZMPOP 0 z MIN
(error) ERR numkeys should be greater than 0
> ZMPOP -1 z MIN
(error) ERR numkeys should be greater than 0
> ZMPOP x z MIN
(error) ERR numkeys should be greater than 0
> ZMPOP 9223372036854775807 z MIN
(error) ERR syntax error
> ZMPOP 2 z MIN
(error) ERR syntax error
> ZMPOP 1 z b MIN
(error) ERR syntax error
> ZMPOP 1 z
(error) ERR wrong number of arguments for 'zmpop' command
> ZMPOP 1 z LEFT
(error) ERR syntax error
> ZMPOP 1 z MIN COUNT
(error) ERR syntax error
> ZMPOP 1 z MIN COUNT 0
(error) ERR count should be greater than 0
> ZMPOP 1 z MIN COUNT -1
(error) ERR count should be greater than 0
> ZMPOP 1 z MIN COUNT x
(error) ERR count should be greater than 0
> ZMPOP 1 z MIN COUNT 1 COUNT 1
(error) ERR syntax error
> ZMPOP 1 z MIN WHATEVER
(error) ERR syntax error
> ZMPOP 1 z MIN MAX
(error) ERR syntax error
> ZMPOP
(error) ERR wrong number of arguments for 'zmpop' command
> ZMPOP 1
(error) ERR wrong number of arguments for 'zmpop' command
!resp3
> ZADD z 1 a
(integer) 1
> ZMPOP 1 z MIN COUNT 2
1) "z"
2) 1) 1) "a"
      2) (double) 1
   2) 1) "b"
      2) (double) 2
> ZMPOP 1 z MIN
(nil)
