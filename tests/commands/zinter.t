# ZINTER numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM | MIN | MAX] [WITHSCORES]
#
# The members that are in all sorted sets; their scores are multiplied by the weights and added up.

> ZADD a 1 one 2 two 3 three
(integer) 3
> ZADD b 10 two 20 three 30 four
(integer) 3
> SADD s two four
(integer) 2
> ZINTER 2 a b
1) "two"
2) "three"
> ZINTER 2 a b WITHSCORES
1) "two"
2) "12"
3) "three"
4) "23"
> ZINTER 2 a b WEIGHTS 2 3 WITHSCORES
1) "two"
2) "34"
3) "three"
4) "66"
> ZINTER 2 a b AGGREGATE SUM WITHSCORES
1) "two"
2) "12"
3) "three"
4) "23"
> ZINTER 2 a b AGGREGATE MIN WITHSCORES
1) "two"
2) "2"
3) "three"
4) "3"
> ZINTER 2 a b AGGREGATE MAX WITHSCORES
1) "two"
2) "10"
3) "three"
4) "20"
> ZINTER 2 a b weights 1 -1 aggregate min withscores
1) "three"
2) "-20"
3) "two"
4) "-10"
> ZINTER 2 a b AGGREGATE MAX WEIGHTS 100 1 WITHSCORES
1) "two"
2) "200"
3) "three"
4) "300"
> ZINTER 2 a b WEIGHTS .5 1e1 WITHSCORES
1) "two"
2) "101"
3) "three"
4) "201.5"
> ZINTER 2 a b WEIGHTS inf -inf WITHSCORES
1) "three"
2) "0"
3) "two"
4) "0"
> ZINTER 2 a b WEIGHTS 0 0 WITHSCORES
1) "three"
2) "0"
3) "two"
4) "0"
> ZADD i inf x -inf y 0 zero
(integer) 3
> ZADD j -inf x inf y 1 zero
(integer) 3

# Infinities that meet make 0, and so does infinity times 0.
> ZINTER 2 i j WITHSCORES
1) "x"
2) "0"
3) "y"
4) "0"
5) "zero"
6) "1"
> ZINTER 1 i WEIGHTS 0 WITHSCORES
1) "x"
2) "0"
3) "y"
4) "0"
5) "zero"
6) "0"
> ZUNION 2 i j WITHSCORES
1) "x"
2) "0"
3) "y"
4) "0"
5) "zero"
6) "1"
> ZUNION 2 i j WEIGHTS inf 1 WITHSCORES
1) "x"
2) "0"
3) "y"
4) "0"
5) "zero"
6) "1"
> ZUNION 1 a WEIGHTS 1e308 WITHSCORES
1) "one"
2) "1e+308"
3) "three"
4) "inf"
5) "two"
6) "inf"

# A set counts as a sorted set in which every score is 1.
> ZINTER 2 a s WITHSCORES
1) "two"
2) "3"
> ZINTER 2 s a WEIGHTS 10 1 WITHSCORES
1) "two"
2) "12"
> ZINTER 1 s WITHSCORES
1) "four"
2) "1"
3) "two"
4) "1"
> ZINTER 3 a b s
1) "two"
> ZINTER 1 a
1) "one"
2) "two"
3) "three"
> ZINTER 2 a a WITHSCORES
1) "one"
2) "2"
3) "two"
4) "4"
5) "three"
6) "6"
> ZINTER 2 a nothing
(empty array)
> ZINTER 1 nothing WITHSCORES
(empty array)
> ZINTER 2 nothing a
(empty array)

# ZUNION: the members that are in any.

> ZUNION 2 a b
1) "one"
2) "two"
3) "three"
4) "four"
> ZUNION 2 a b WITHSCORES
1) "one"
2) "1"
3) "two"
4) "12"
5) "three"
6) "23"
7) "four"
8) "30"
> ZUNION 2 a b WEIGHTS 2 3 WITHSCORES
1) "one"
2) "2"
3) "two"
4) "34"
5) "three"
6) "66"
7) "four"
8) "90"
> ZUNION 2 a b AGGREGATE MIN WITHSCORES
1) "one"
2) "1"
3) "two"
4) "2"
5) "three"
6) "3"
7) "four"
8) "30"
> ZUNION 2 a b AGGREGATE MAX WITHSCORES
1) "one"
2) "1"
3) "two"
4) "10"
5) "three"
6) "20"
7) "four"
8) "30"
> ZUNION 2 a s WITHSCORES
1) "four"
2) "1"
3) "one"
4) "1"
5) "three"
6) "3"
7) "two"
8) "3"
> ZUNION 2 a nothing WITHSCORES
1) "one"
2) "1"
3) "two"
4) "2"
5) "three"
6) "3"
> ZUNION 1 nothing
(empty array)
> ZUNION 2 a a WITHSCORES
1) "one"
2) "2"
3) "two"
4) "4"
5) "three"
6) "6"
> ZUNION 3 a b s WEIGHTS 1 0 1 AGGREGATE SUM WITHSCORES
1) "four"
2) "1"
3) "one"
4) "1"
5) "three"
6) "3"
7) "two"
8) "3"

# ZDIFF numkeys key [key ...] [WITHSCORES]: the members of the first that are in none of the others.

> ZDIFF 2 a b
1) "one"
> ZDIFF 2 a b WITHSCORES
1) "one"
2) "1"
> ZDIFF 2 b a WITHSCORES
1) "four"
2) "30"
> ZDIFF 2 a s WITHSCORES
1) "one"
2) "1"
3) "three"
4) "3"
> ZDIFF 2 s a WITHSCORES
1) "four"
2) "1"
> ZDIFF 2 a a
(empty array)
> ZDIFF 1 a WITHSCORES
1) "one"
2) "1"
3) "two"
4) "2"
5) "three"
6) "3"
> ZDIFF 2 a nothing
1) "one"
2) "two"
3) "three"
> ZDIFF 2 nothing a
(empty array)
> ZDIFF 3 a nothing b
1) "one"
> ZDIFF 4 a nothing b s WITHSCORES
1) "one"
2) "1"
> ZDIFF 2 a b WEIGHTS 1 1
(error) ERR syntax error
> ZDIFF 2 a b AGGREGATE SUM
(error) ERR syntax error

# ZINTERCARD numkeys key [key ...] [LIMIT limit]

> ZINTERCARD 2 a b
(integer) 2
> ZINTERCARD 2 a b LIMIT 1
(integer) 1
> ZINTERCARD 2 a b LIMIT 0
(integer) 2
> ZINTERCARD 2 a b LIMIT 9223372036854775807
(integer) 2
> ZINTERCARD 2 a s
(integer) 1
> ZINTERCARD 1 a
(integer) 3
> ZINTERCARD 1 nothing
(integer) 0
> ZINTERCARD 2 a nothing
(integer) 0
> ZINTERCARD 2 a a limit 2
(integer) 2
> ZINTERCARD 0 a
(error) ERR at least 1 input key is needed for 'zintercard' command
> ZINTERCARD -1 a
(error) ERR at least 1 input key is needed for 'zintercard' command
> ZINTERCARD x a
(error) ERR value is not an integer or out of range
> ZINTERCARD 3 a b
(error) ERR syntax error
> ZINTERCARD 1 a b
(error) ERR syntax error
> ZINTERCARD 2 a b LIMIT
(error) ERR syntax error
> ZINTERCARD 2 a b LIMIT -1
(error) ERR LIMIT can't be negative
> ZINTERCARD 2 a b LIMIT x
(error) ERR LIMIT can't be negative
> ZINTERCARD 2 a b WITHSCORES
(error) ERR syntax error
> ZINTERCARD 2 a b WEIGHTS 1 1
(error) ERR syntax error
> ZINTERCARD
(error) ERR wrong number of arguments for 'zintercard' command
> ZINTERCARD 2
(error) ERR wrong number of arguments for 'zintercard' command

> ZINTER 0 a
(error) ERR at least 1 input key is needed for 'zinter' command
> ZINTER -1 a
(error) ERR at least 1 input key is needed for 'zinter' command
> ZINTER x a
(error) ERR value is not an integer or out of range
> ZINTER 3 a b
(error) ERR syntax error
> ZINTER 9223372036854775807 a
(error) ERR syntax error
> ZINTER 9223372036854775808 a
(error) ERR value is not an integer or out of range
> ZINTER 1 a b
(error) ERR syntax error
> ZINTER 2 a b WEIGHTS 1
(error) ERR syntax error
> ZINTER 2 a b WEIGHTS
(error) ERR syntax error
> ZINTER 2 a b WEIGHTS 1 x
(error) ERR weight value is not a float
> ZINTER 2 a b WEIGHTS 1 nan
(error) ERR weight value is not a float
> ZINTER 2 a b WEIGHTS 1 2 3
(error) ERR syntax error
> ZINTER 2 a b AGGREGATE
(error) ERR syntax error
> ZINTER 2 a b AGGREGATE AVG
(error) ERR syntax error
> ZINTER 2 a b AGGREGATE MIN AGGREGATE MAX WITHSCORES
1) "two"
2) "10"
3) "three"
4) "20"
> ZINTER 2 a b WITHSCORES WITHSCORES
1) "two"
2) "12"
3) "three"
4) "23"
> ZINTER 2 a b LIMIT 1
(error) ERR syntax error
> ZINTER 2 a b WHATEVER
(error) ERR syntax error
> ZUNION 0 a
(error) ERR at least 1 input key is needed for 'zunion' command
> ZUNION 3 a b
(error) ERR syntax error
> ZUNION x a
(error) ERR value is not an integer or out of range
> ZUNION 2 a b WEIGHTS 1
(error) ERR syntax error
> ZUNION 2 a b WHATEVER
(error) ERR syntax error
> ZDIFF 0 a
(error) ERR at least 1 input key is needed for 'zdiff' command
> ZDIFF 3 a b
(error) ERR syntax error
> ZDIFF x a
(error) ERR value is not an integer or out of range
> ZDIFF 2 a b WHATEVER
(error) ERR syntax error
> SET str v
OK
> ZINTER 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 nothing str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNION 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 nothing str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERCARD 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 str a WHATEVER
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER
(error) ERR wrong number of arguments for 'zinter' command
> ZINTER 1
(error) ERR wrong number of arguments for 'zinter' command
> ZUNION
(error) ERR wrong number of arguments for 'zunion' command
> ZUNION 1
(error) ERR wrong number of arguments for 'zunion' command
> ZDIFF
(error) ERR wrong number of arguments for 'zdiff' command
> ZDIFF 1
(error) ERR wrong number of arguments for 'zdiff' command
!resp3
> ZINTER 2 a b
1) "two"
2) "three"
> ZINTER 2 a b WITHSCORES
1) 1) "two"
   2) (double) 12
2) 1) "three"
   2) (double) 23
> ZUNION 1 a WITHSCORES
1) 1) "one"
   2) (double) 1
2) 1) "two"
   2) (double) 2
3) 1) "three"
   2) (double) 3
> ZDIFF 2 a b WITHSCORES
1) 1) "one"
   2) (double) 1
> ZDIFF 2 a nothing
1) "one"
2) "two"
3) "three"
> ZINTER 1 nothing WITHSCORES
(empty array)
