# ZRANGE key start stop [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES]
#
# Answers members in their order: by place (this page), by score or by their bytes. Places are
# counted from 0; negative ones from the end.

> ZADD z 1 a 2 b 3 c 4 d 5 e
(integer) 5
> ZRANGE z 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> ZRANGE z 0 0
1) "a"
> ZRANGE z 1 3
1) "b"
2) "c"
3) "d"
> ZRANGE z -2 -1
1) "d"
2) "e"
> ZRANGE z -100 100
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> ZRANGE z 3 1
(empty array)
> ZRANGE z 5 9
(empty array)
> ZRANGE z 2 9223372036854775807
1) "c"
2) "d"
3) "e"
> ZRANGE z -9223372036854775808 0
1) "a"
> ZRANGE z 9223372036854775807 9223372036854775807
(empty array)
> ZRANGE z 0 1 WITHSCORES
1) "a"
2) "1"
3) "b"
4) "2"
> ZRANGE z 0 1 withscores
1) "a"
2) "1"
3) "b"
4) "2"
> ZRANGE nothing 0 -1
(empty array)

# REV: from the end.
> ZRANGE z 0 -1 REV
1) "e"
2) "d"
3) "c"
4) "b"
5) "a"
> ZRANGE z 0 0 REV
1) "e"
> ZRANGE z 1 2 REV WITHSCORES
1) "d"
2) "4"
3) "c"
4) "3"
> ZRANGE z -2 -1 rev
1) "b"
2) "a"
> ZRANGE z 3 1 REV
(empty array)
> ZRANGE z 0 1 WITHSCORES REV REV
(error) ERR syntax error

# LIMIT goes only with BYSCORE and BYLEX.
> ZRANGE z 0 -1 LIMIT 0 1
(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX
> ZRANGE z 0 -1 LIMIT 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> ZRANGE z 0 -1 REV LIMIT 1 2
(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX

# BYSCORE: from min to max; with REV from max to min.
> ZRANGE z 2 4 BYSCORE
1) "b"
2) "c"
3) "d"
> ZRANGE z (2 4 BYSCORE
1) "c"
2) "d"
> ZRANGE z 2 (4 BYSCORE WITHSCORES
1) "b"
2) "2"
3) "c"
4) "3"
> ZRANGE z -inf +inf byscore
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
> ZRANGE z 4 2 BYSCORE
(empty array)
> ZRANGE z 4 2 BYSCORE REV
1) "d"
2) "c"
3) "b"
> ZRANGE z (4 2 BYSCORE REV
1) "c"
2) "b"
> ZRANGE z 2 4 BYSCORE REV
(empty array)
> ZRANGE z +inf -inf REV BYSCORE LIMIT 1 2 WITHSCORES
1) "d"
2) "4"
3) "c"
4) "3"
> ZRANGE z -inf +inf BYSCORE LIMIT 0 2
1) "a"
2) "b"
> ZRANGE z -inf +inf BYSCORE LIMIT 3 -1
1) "d"
2) "e"
> ZRANGE z -inf +inf BYSCORE LIMIT 3 0
(empty array)
> ZRANGE z -inf +inf BYSCORE LIMIT -1 2
(empty array)
> ZRANGE z -inf +inf BYSCORE LIMIT 100 2
(empty array)
> ZRANGE z -inf +inf BYSCORE LIMIT 1 9223372036854775807
1) "b"
2) "c"
3) "d"
4) "e"
> ZRANGE z -inf +inf BYSCORE LIMIT 9223372036854775807 1
(empty array)
> ZRANGE z -inf +inf BYSCORE LIMIT 2 2 LIMIT 0 1
1) "a"
> ZRANGE nothing 0 1 BYSCORE
(empty array)

# BYLEX: from [min or (min to max, where all scores are the same.
> ZADD l 0 a 0 b 0 c 0 d 0 aa
(integer) 5
> ZRANGE l - + BYLEX
1) "a"
2) "aa"
3) "b"
4) "c"
5) "d"
> ZRANGE l [aa [c BYLEX
1) "aa"
2) "b"
3) "c"
> ZRANGE l (aa (c bylex
1) "b"
> ZRANGE l [c - BYLEX REV
1) "c"
2) "b"
3) "aa"
4) "a"
> ZRANGE l + - BYLEX REV LIMIT 1 2
1) "c"
2) "b"
> ZRANGE l - + BYLEX LIMIT 1 2
1) "aa"
2) "b"
> ZRANGE l - + BYLEX LIMIT -1 2
(empty array)
> ZRANGE l - + BYLEX LIMIT 0 -5
1) "a"
2) "aa"
3) "b"
4) "c"
5) "d"
> ZRANGE l [c [a BYLEX
(empty array)
> ZRANGE nothing - + BYLEX
(empty array)
> ZRANGE l - + BYLEX WITHSCORES
(error) ERR syntax error, WITHSCORES not supported in combination with BYLEX
> ZRANGE l - + BYSCORE BYLEX
(error) ERR syntax error
> ZRANGE l 0 0 BYLEX BYSCORE
(error) ERR syntax error

> ZRANGE z a 1
(error) ERR value is not an integer or out of range
> ZRANGE z 0 b
(error) ERR value is not an integer or out of range
> ZRANGE z 0 1.5
(error) ERR value is not an integer or out of range
> ZRANGE z 0 9223372036854775808
(error) ERR value is not an integer or out of range
> ZRANGE z (1 2
(error) ERR value is not an integer or out of range
> ZRANGE z a 1 BYSCORE
(error) ERR min or max is not a float
> ZRANGE z nan 1 BYSCORE
(error) ERR min or max is not a float
> ZRANGE z a b BYLEX
(error) ERR min or max not valid string range item
> ZRANGE z 0 -1 WHATEVER
(error) ERR syntax error
> ZRANGE z 0 -1 WITHSCORES 1
(error) ERR syntax error
> ZRANGE z 0 1 BYSCORE LIMIT
(error) ERR syntax error
> ZRANGE z 0 1 BYSCORE LIMIT 0
(error) ERR syntax error
> ZRANGE z 0 1 BYSCORE LIMIT a 1
(error) ERR value is not an integer or out of range
> ZRANGE z 0 1 BYSCORE LIMIT 0 b
(error) ERR value is not an integer or out of range
> ZRANGE nothing a b
(error) ERR value is not an integer or out of range
> ZRANGE nothing a b BYSCORE
(error) ERR min or max is not a float
> SET s v
OK
> ZRANGE s 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE s a b
(error) ERR value is not an integer or out of range
> ZRANGE
(error) ERR wrong number of arguments for 'zrange' command
> ZRANGE z
(error) ERR wrong number of arguments for 'zrange' command
> ZRANGE z 0
(error) ERR wrong number of arguments for 'zrange' command

# In RESP3 members and scores are pairs.
!resp3
> ZRANGE z 0 1
1) "a"
2) "b"
> ZRANGE z 0 1 WITHSCORES
1) 1) "a"
   2) (double) 1
2) 1) "b"
   2) (double) 2
> ZRANGE z 1 0 BYSCORE REV WITHSCORES
1) 1) "a"
   2) (double) 1
> ZRANGE z +inf -inf BYSCORE REV LIMIT 0 2 WITHSCORES
1) 1) "e"
   2) (double) 5
2) 1) "d"
   2) (double) 4
> ZRANGE nothing 0 -1 WITHSCORES
(empty array)
