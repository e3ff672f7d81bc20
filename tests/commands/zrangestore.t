# ZRANGESTORE dst src min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]
#
# Stores what ZRANGE answers, with the scores, in a sorted set; answers its size. What was there
# before is gone with its time to live; nothing to store removes the key.

> ZADD z 1 a 2 b 3 c 4 d
(integer) 4
> ZRANGESTORE d z 0 -1
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "a"
2) "1"
3) "b"
4) "2"
5) "c"
6) "3"
7) "d"
8) "4"
> ZRANGESTORE d z 1 2
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "b"
2) "2"
3) "c"
4) "3"
> ZRANGESTORE d z 0 0 REV
(integer) 1
> ZRANGE d 0 -1
1) "d"
> ZRANGESTORE d z (1 3 BYSCORE
(integer) 2
> ZRANGE d 0 -1
1) "b"
2) "c"
> ZRANGESTORE d z 3 1 BYSCORE REV LIMIT 0 2
(integer) 2
> ZRANGE d 0 -1
1) "b"
2) "c"
> ZRANGESTORE d z [b (d BYLEX
(integer) 2
> ZRANGE d 0 -1
1) "b"
2) "c"
> ZRANGESTORE d z + - BYLEX REV LIMIT 1 1
(integer) 1
> ZRANGE d 0 -1
1) "c"
> ZRANGESTORE d z -inf +inf BYSCORE LIMIT 1 -1
(integer) 3
> ZCARD d
(integer) 3
> ZRANGESTORE d z 5 9
(integer) 0
> EXISTS d
(integer) 0
> ZADD d 1 old
(integer) 1
> ZRANGESTORE d nothing 0 -1
(integer) 0
> EXISTS d
(integer) 0
> SET d string EX 100
OK
> ZRANGESTORE d z 0 -1
(integer) 4
> TYPE d
zset
> TTL d
(integer) -1
> ZADD e 1 x
(integer) 1
> ZRANGESTORE e z 1 0 BYSCORE
(integer) 0
> EXISTS e
(integer) 0
> SET e x
OK
> ZRANGESTORE e nothing 0 1
(integer) 0
> EXISTS e
(integer) 0

# The destination may be the source.
> ZRANGESTORE z z 1 2
(integer) 2
> ZRANGE z 0 -1 WITHSCORES
1) "b"
2) "2"
3) "c"
4) "3"
> ZRANGESTORE z z 5 6
(integer) 0
> EXISTS z
(integer) 0
> ZADD z 1 a inf i -inf n 0.1 t
(integer) 4
> ZRANGESTORE d z 0 -1
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "n"
2) "-inf"
3) "t"
4) "0.10000000000000001"
5) "a"
6) "1"
7) "i"
8) "inf"

> ZRANGESTORE d z 0 -1 WITHSCORES
(error) ERR syntax error
> ZRANGESTORE d z 0 -1 LIMIT 0 1
(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX
> ZRANGESTORE d z a b
(error) ERR value is not an integer or out of range
> ZRANGESTORE d z a b BYSCORE
(error) ERR min or max is not a float
> ZRANGESTORE d z a b BYLEX
(error) ERR min or max not valid string range item
> ZRANGESTORE d z 0 1 WHATEVER
(error) ERR syntax error
> ZRANGESTORE d z 0 1 BYSCORE LIMIT 1
(error) ERR syntax error
> SET s v
OK
> ZRANGESTORE d s 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD d
(integer) 4
> ZRANGESTORE s z 0 0
(integer) 1
> TYPE s
zset
> ZRANGESTORE
(error) ERR wrong number of arguments for 'zrangestore' command
> ZRANGESTORE d
(error) ERR wrong number of arguments for 'zrangestore' command
> ZRANGESTORE d z
(error) ERR wrong number of arguments for 'zrangestore' command
> ZRANGESTORE d z 0
(error) ERR wrong number of arguments for 'zrangestore' command

# How the result is held depends on its size.
> OBJECT ENCODING d
"listpack"
> ZADD big 1 $REPEAT(m,65) 2 b
(integer) 2
> ZRANGESTORE d big 0 0
(integer) 1
> OBJECT ENCODING d
"skiplist"
> ZRANGESTORE d big 1 1
(integer) 1
> OBJECT ENCODING d
"listpack"
# A negative zero keeps its sign only where the set is large when it comes: members come in the
# order of the range.
> ZADD signs 10 $REPEAT(m,65) -0 zero
(integer) 2
> ZRANGESTORE up signs 0 -1
(integer) 2
> ZSCORE up zero
"0"
> ZRANGESTORE down signs 0 -1 REV
(integer) 2
> ZSCORE down zero
"-0"

!resp3
> ZRANGESTORE d big 0 -1
(integer) 2
