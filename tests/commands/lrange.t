# LRANGE key start stop
#
# Answers the elements from start to stop, both included, counted from 0; negative numbers count
# from the right end, which is -1. What lies outside is left out.

> RPUSH l a b c d e
(integer) 5
> LRANGE l 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> LRANGE l 0 0
1) "a"
> LRANGE l 1 3
1) "b"
2) "c"
3) "d"
> LRANGE l -3 -2
1) "c"
2) "d"
> LRANGE l -100 100
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> LRANGE l 4 4
1) "e"
> LRANGE l 5 5
(empty array)
> LRANGE l 3 1
(empty array)
> LRANGE l -1 -2
(empty array)
> LRANGE l 0 -6
(empty array)
> LRANGE l -5 0
1) "a"
> LRANGE l -6 0
1) "a"
> LRANGE l 2 9223372036854775807
1) "c"
2) "d"
3) "e"
> LRANGE l -9223372036854775808 1
1) "a"
2) "b"
> LRANGE l -9223372036854775808 9223372036854775807
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> LRANGE l 9223372036854775807 9223372036854775807
(empty array)
> LRANGE l 9223372036854775807 -9223372036854775808
(empty array)
> LRANGE nothing 0 -1
(empty array)

# Over the blocks of a long list.
> DEL big
(integer) 0
> RPUSH big 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
(integer) 20
> RPUSH big $REPEAT(x,9000) 21 $REPEAT(y,9000) 23 24
(integer) 25
> LRANGE big 17 19
1) "17"
2) "18"
3) "19"
> LRANGE big 21 21
1) "21"
> LRANGE big -2 -1
1) "23"
2) "24"
> LRANGE big 20 20
1) "$REPEAT(x,9000)"
> LLEN big
(integer) 25

> LRANGE l 0 x
(error) ERR value is not an integer or out of range
> LRANGE l x 0
(error) ERR value is not an integer or out of range
> LRANGE l 0 ""
(error) ERR value is not an integer or out of range
> LRANGE l 0 1.5
(error) ERR value is not an integer or out of range
> LRANGE l 0 9223372036854775808
(error) ERR value is not an integer or out of range
> LRANGE nothing 0 x
(error) ERR value is not an integer or out of range
> SET s v
OK
> LRANGE s 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE s 0 x
(error) ERR value is not an integer or out of range
> LRANGE
(error) ERR wrong number of arguments for 'lrange' command
> LRANGE l
(error) ERR wrong number of arguments for 'lrange' command
> LRANGE l 0
(error) ERR wrong number of arguments for 'lrange' command
> LRANGE l 0 1 2
(error) ERR wrong number of arguments for 'lrange' command
!resp3
> LRANGE l 0 1
1) "a"
2) "b"
> LRANGE nothing 0 1
(empty array)
