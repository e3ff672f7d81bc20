# ZREVRANGE key start stop [WITHSCORES]: ZRANGE with REV.

> ZADD z 1 a 2 b 3 c 3 cc
(integer) 4
> ZREVRANGE z 0 -1
1) "cc"
2) "c"
3) "b"
4) "a"
> ZREVRANGE z 0 1 WITHSCORES
1) "cc"
2) "3"
3) "c"
4) "3"
> ZREVRANGE z -1 -1
1) "a"
> ZREVRANGE z 2 1
(empty array)
> ZREVRANGE nothing 0 -1
(empty array)
> ZREVRANGE z 0 -1 REV
(error) ERR syntax error
> ZREVRANGE z 0 -1 BYSCORE
(error) ERR syntax error
> ZREVRANGE z 0 -1 LIMIT 0 1
(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX
> ZREVRANGE z a b
(error) ERR value is not an integer or out of range
> ZREVRANGE z 0 -1 WITHSCORES WITHSCORES
1) "cc"
2) "3"
3) "c"
4) "3"
5) "b"
6) "2"
7) "a"
8) "1"
> ZREVRANGE
(error) ERR wrong number of arguments for 'zrevrange' command
> ZREVRANGE z 0
(error) ERR wrong number of arguments for 'zrevrange' command

# ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]

> ZRANGEBYSCORE z 1 2
1) "a"
2) "b"
> ZRANGEBYSCORE z (1 (3
1) "b"
> ZRANGEBYSCORE z -inf +inf WITHSCORES
1) "a"
2) "1"
3) "b"
4) "2"
5) "c"
6) "3"
7) "cc"
8) "3"
> ZRANGEBYSCORE z -inf +inf LIMIT 1 2
1) "b"
2) "c"
> ZRANGEBYSCORE z -inf +inf LIMIT 1 2 WITHSCORES
1) "b"
2) "2"
3) "c"
4) "3"
> ZRANGEBYSCORE z -inf +inf WITHSCORES LIMIT 0 -1
1) "a"
2) "1"
3) "b"
4) "2"
5) "c"
6) "3"
7) "cc"
8) "3"
> ZRANGEBYSCORE z -inf +inf LIMIT -1 1
(empty array)
> ZRANGEBYSCORE z 3 1
(empty array)
> ZRANGEBYSCORE nothing 1 2
(empty array)
> ZRANGEBYSCORE z a b
(error) ERR min or max is not a float
> ZRANGEBYSCORE z 1 NaN
(error) ERR min or max is not a float
> ZRANGEBYSCORE z 1 2 REV
(error) ERR syntax error
> ZRANGEBYSCORE z 1 2 BYLEX
(error) ERR syntax error
> ZRANGEBYSCORE z 1 2 LIMIT
(error) ERR syntax error
> ZRANGEBYSCORE z 1 2 LIMIT 1
(error) ERR syntax error
> ZRANGEBYSCORE z 1 2 LIMIT a b
(error) ERR value is not an integer or out of range
> ZRANGEBYSCORE
(error) ERR wrong number of arguments for 'zrangebyscore' command
> ZRANGEBYSCORE z 1
(error) ERR wrong number of arguments for 'zrangebyscore' command

# ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]

> ZREVRANGEBYSCORE z 2 1
1) "b"
2) "a"
> ZREVRANGEBYSCORE z 1 2
(empty array)
> ZREVRANGEBYSCORE z (3 (1
1) "b"
> ZREVRANGEBYSCORE z +inf -inf WITHSCORES LIMIT 1 2
1) "c"
2) "3"
3) "b"
4) "2"
> ZREVRANGEBYSCORE z +inf -inf LIMIT 1 0
(empty array)
> ZREVRANGEBYSCORE nothing 2 1
(empty array)
> ZREVRANGEBYSCORE z a b
(error) ERR min or max is not a float
> ZREVRANGEBYSCORE z 2 1 REV
(error) ERR syntax error
> ZREVRANGEBYSCORE
(error) ERR wrong number of arguments for 'zrevrangebyscore' command
> ZREVRANGEBYSCORE z 1
(error) ERR wrong number of arguments for 'zrevrangebyscore' command

# ZRANGEBYLEX key min max [LIMIT offset count]

> ZADD l 0 alpha 0 bar 0 cool 0 down 0 elephant 0 foo 0 great 0 hill 0 omega
(integer) 9
> ZRANGEBYLEX l - [cool
1) "alpha"
2) "bar"
3) "cool"
> ZRANGEBYLEX l [bar [down
1) "bar"
2) "cool"
3) "down"
> ZRANGEBYLEX l (bar (down
1) "cool"
> ZRANGEBYLEX l [great +
1) "great"
2) "hill"
3) "omega"
> ZRANGEBYLEX l - + LIMIT 2 3
1) "cool"
2) "down"
3) "elephant"
> ZRANGEBYLEX l - + LIMIT 0 0
(empty array)
> ZRANGEBYLEX l - + LIMIT 8 100
1) "omega"
> ZRANGEBYLEX l [zap +
(empty array)
> ZRANGEBYLEX l + -
(empty array)
> ZRANGEBYLEX l [el (em
1) "elephant"
> ZRANGEBYLEX nothing - +
(empty array)
> ZRANGEBYLEX l - + WITHSCORES
(error) ERR syntax error, WITHSCORES not supported in combination with BYLEX
> ZRANGEBYLEX l a b
(error) ERR min or max not valid string range item
> ZRANGEBYLEX l [a b
(error) ERR min or max not valid string range item
> ZRANGEBYLEX l (a + LIMIT
(error) ERR syntax error
> ZRANGEBYLEX
(error) ERR wrong number of arguments for 'zrangebylex' command
> ZRANGEBYLEX l -
(error) ERR wrong number of arguments for 'zrangebylex' command

# ZREVRANGEBYLEX key max min [LIMIT offset count]

> ZREVRANGEBYLEX l [cool -
1) "cool"
2) "bar"
3) "alpha"
> ZREVRANGEBYLEX l + [great
1) "omega"
2) "hill"
3) "great"
> ZREVRANGEBYLEX l (cool (alpha
1) "bar"
> ZREVRANGEBYLEX l + - LIMIT 1 2
1) "hill"
2) "great"
> ZREVRANGEBYLEX l - +
(empty array)
> ZREVRANGEBYLEX l + - WITHSCORES
(error) ERR syntax error, WITHSCORES not supported in combination with BYLEX
> ZREVRANGEBYLEX l a b
(error) ERR min or max not valid string range item
> ZREVRANGEBYLEX
(error) ERR wrong number of arguments for 'zrevrangebylex' command
> ZREVRANGEBYLEX l +
(error) ERR wrong number of arguments for 'zrevrangebylex' command

> SET s v
OK
> ZREVRANGE s 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE s 1 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE s 2 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX s - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX s + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE s a b
(error) ERR min or max is not a float
> ZRANGEBYLEX s a b
(error) ERR min or max not valid string range item

# The same in a large set.
> ZADD l 0 $REPEAT(m,100)
(integer) 1
> ZADD z 2 $REPEAT(m,100)
(integer) 1
> ZRANGEBYLEX l [hill [mn
1) "hill"
2) "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
> ZREVRANGEBYLEX l [omega (great LIMIT 2 1
1) "hill"
> ZRANGEBYSCORE z (1 (3
1) "b"
2) "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
> ZREVRANGEBYSCORE z (3 -inf LIMIT 1 5
1) "b"
2) "a"
> ZREVRANGE z 2 3 WITHSCORES
1) "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
2) "2"
3) "b"
4) "2"
!resp3
> ZREVRANGE z 0 0 WITHSCORES
1) 1) "cc"
   2) (double) 3
> ZRANGEBYSCORE z 1 1 WITHSCORES
1) 1) "a"
   2) (double) 1
> ZREVRANGEBYSCORE z 1 1 WITHSCORES
1) 1) "a"
   2) (double) 1
> ZRANGEBYLEX l - (bar
1) "alpha"
> ZREVRANGEBYLEX l (bar -
1) "alpha"
