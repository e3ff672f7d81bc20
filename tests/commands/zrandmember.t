# ZRANDMEMBER key [count [WITHSCORES]]
#
# Answers a random member. With a count so many different ones, all if there are fewer; with a
# negative count exactly so many, the same one perhaps many times.

> ZADD z 1 a 2 b 3 c
(integer) 3
> ZRANDMEMBER z
~ "[abc]"
> ZRANDMEMBER z 0
(empty array)
> ZRANDMEMBER z 2
~ 1\) "[abc]"
~ 2\) "[abc]"
> ZRANDMEMBER z 3
(any order)
1) "a"
2) "b"
3) "c"
> ZRANDMEMBER z 9223372036854775807
(any order)
1) "a"
2) "b"
3) "c"
> ZRANDMEMBER z -4
~ 1\) "[abc]"
~ 2\) "[abc]"
~ 3\) "[abc]"
~ 4\) "[abc]"
> ZRANDMEMBER z 1 WITHSCORES
~ 1\) "[abc]"
~ 2\) "[123]"
> ZADD one 1.5 m
(integer) 1
> ZRANDMEMBER one
"m"
> ZRANDMEMBER one 5
1) "m"
> ZRANDMEMBER one -3
1) "m"
2) "m"
3) "m"
> ZRANDMEMBER one 5 WITHSCORES
1) "m"
2) "1.5"
> ZRANDMEMBER one -2 withscores
1) "m"
2) "1.5"
3) "m"
4) "1.5"
> ZRANDMEMBER one 0 WITHSCORES
(empty array)
> ZRANDMEMBER nothing
(nil)
> ZRANDMEMBER nothing 5
(empty array)
> ZRANDMEMBER nothing -5 WITHSCORES
(empty array)
> ZADD big 1 $REPEAT(m,100) 2 b
(integer) 2
> ZRANDMEMBER big 5 WITHSCORES
(any order)
1) "$REPEAT(m,100)"
2) "1"
3) "b"
4) "2"
> ZRANDMEMBER z x
(error) ERR value is not an integer or out of range
> ZRANDMEMBER z ""
(error) ERR value is not an integer or out of range
> ZRANDMEMBER z 9223372036854775808
(error) ERR value is not an integer or out of range
> ZRANDMEMBER z -9223372036854775808
(error) ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807
> ZRANDMEMBER z 4611686018427387904 WITHSCORES
(error) ERR value is out of range
> ZRANDMEMBER z -4611686018427387904 WITHSCORES
(error) ERR value is out of range
> ZRANDMEMBER one 4611686018427387903 WITHSCORES
1) "m"
2) "1.5"
> ZRANDMEMBER z 1 WHATEVER
(error) ERR syntax error
> ZRANDMEMBER z WITHSCORES
(error) ERR value is not an integer or out of range
> ZRANDMEMBER z 1 WITHSCORES more
(error) ERR syntax error
> ZRANDMEMBER nothing x
(error) ERR value is not an integer or out of range
> SET s v
OK
> ZRANDMEMBER s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER s 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER s x
(error) ERR value is not an integer or out of range
> ZRANDMEMBER
(error) ERR wrong number of arguments for 'zrandmember' command
!send "ZRANDMEMBER nothing\r\nZRANDMEMBER nothing 1\r\n"
"$-1"
"*0"
!resp3
> ZRANDMEMBER one
"m"
> ZRANDMEMBER one 5
1) "m"
> ZRANDMEMBER one 5 WITHSCORES
1) 1) "m"
   2) (double) 1.5
> ZRANDMEMBER one -2 WITHSCORES
1) 1) "m"
   2) (double) 1.5
2) 1) "m"
   2) (double) 1.5
> ZRANDMEMBER nothing
(nil)
> ZRANDMEMBER nothing 1 WITHSCORES
(empty array)
