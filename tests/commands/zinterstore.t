# ZINTERSTORE destination numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM | MIN | MAX],
# ZUNIONSTORE with the same, ZDIFFSTORE destination numkeys key [key ...]
#
# Store what ZINTER, ZUNION and ZDIFF answer in a sorted set; answer its size. What was there before
# is gone with its time to live, of whatever type it was; nothing to store removes the key.

> ZADD a 1 one 2 two 3 three
(integer) 3
> ZADD b 10 two 20 three 30 four
(integer) 3
> SADD s two four
(integer) 2
> ZINTERSTORE d 2 a b
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "two"
2) "12"
3) "three"
4) "23"
> ZINTERSTORE d 2 a b WEIGHTS 2 3
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "two"
2) "34"
3) "three"
4) "66"
> ZINTERSTORE d 2 a b AGGREGATE MAX
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "two"
2) "10"
3) "three"
4) "20"
> ZINTERSTORE d 2 a b WEIGHTS 1 -1 AGGREGATE MIN
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "three"
2) "-20"
3) "two"
4) "-10"
> ZINTERSTORE d 2 a b aggregate sum
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "two"
2) "12"
3) "three"
4) "23"
> ZUNIONSTORE d 2 a b AGGREGATE MIN WEIGHTS 5 1
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "one"
2) "5"
3) "two"
4) "10"
5) "three"
6) "15"
7) "four"
8) "30"
> ZUNIONSTORE d 2 a b AGGREGATE SUM
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "one"
2) "1"
3) "two"
4) "12"
5) "three"
6) "23"
7) "four"
8) "30"
> ZINTERSTORE d 2 a s
(integer) 1
> ZRANGE d 0 -1 WITHSCORES
1) "two"
2) "3"
> ZUNIONSTORE d 2 a b
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "one"
2) "1"
3) "two"
4) "12"
5) "three"
6) "23"
7) "four"
8) "30"
> ZUNIONSTORE d 3 a b s WEIGHTS 1 2 100
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "one"
2) "1"
3) "three"
4) "43"
5) "two"
6) "122"
7) "four"
8) "160"
> ZUNIONSTORE d 2 s nothing
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "four"
2) "1"
3) "two"
4) "1"
> ZDIFFSTORE d 2 a b
(integer) 1
> ZRANGE d 0 -1 WITHSCORES
1) "one"
2) "1"
> ZDIFFSTORE d 2 s a
(integer) 1
> ZRANGE d 0 -1 WITHSCORES
1) "four"
2) "1"
> ZDIFFSTORE d 2 a a
(integer) 0
> EXISTS d
(integer) 0
> ZADD d 1 old
(integer) 1
> ZINTERSTORE d 2 a nothing
(integer) 0
> EXISTS d
(integer) 0
> SET d string EX 100
OK
> ZUNIONSTORE d 1 a
(integer) 3
> TYPE d
zset
> TTL d
(integer) -1
> SET d string
OK
> ZINTERSTORE d 1 nothing
(integer) 0
> EXISTS d
(integer) 0
> SET d string
OK
> ZDIFFSTORE d 1 nothing
(integer) 0
> EXISTS d
(integer) 0

# The destination may be one of the sources; one source may come twice.
> ZUNIONSTORE a 2 a a
(integer) 3
> ZRANGE a 0 -1 WITHSCORES
1) "one"
2) "2"
3) "two"
4) "4"
5) "three"
6) "6"
> ZUNIONSTORE a 2 a b WEIGHTS 1 1 AGGREGATE MAX
(integer) 4
> ZRANGE a 0 -1 WITHSCORES
1) "one"
2) "2"
3) "two"
4) "10"
5) "three"
6) "20"
7) "four"
8) "30"
> ZINTERSTORE a 1 a
(integer) 4
> ZCARD a
(integer) 4
> ZDIFFSTORE a 2 a b
(integer) 1
> ZRANGE a 0 -1 WITHSCORES
1) "one"
2) "2"
> ZDIFFSTORE a 2 a a
(integer) 0
> EXISTS a
(integer) 0

# How the result is held depends on its size alone.
> OBJECT ENCODING b
"listpack"
> ZADD big 1 $REPEAT(m,65) 2 two
(integer) 2
> ZINTERSTORE d 2 big b
(integer) 1
> OBJECT ENCODING d
"listpack"
> ZUNIONSTORE d 2 big b
(integer) 4
> OBJECT ENCODING d
"skiplist"
> ZDIFFSTORE d 2 big b
(integer) 1
> OBJECT ENCODING d
"skiplist"
> ZDIFFSTORE d 2 b big
(integer) 2
> OBJECT ENCODING d
"listpack"

> ZADD a 1 x
(integer) 1
> SET str v
OK
> ZINTERSTORE d 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNIONSTORE d 2 nothing str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFFSTORE d 2 a str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD d
(integer) 2
> ZINTERSTORE d 0 a
(error) ERR at least 1 input key is needed for 'zinterstore' command
> ZUNIONSTORE d -1 a
(error) ERR at least 1 input key is needed for 'zunionstore' command
> ZDIFFSTORE d 0 a
(error) ERR at least 1 input key is needed for 'zdiffstore' command
> ZINTERSTORE d x a
(error) ERR value is not an integer or out of range
> ZINTERSTORE d 3 a b
(error) ERR syntax error
> ZINTERSTORE d 1 a WITHSCORES
(error) ERR syntax error
> ZUNIONSTORE d 1 a WITHSCORES
(error) ERR syntax error
> ZDIFFSTORE d 1 a WITHSCORES
(error) ERR syntax error
> ZUNIONSTORE d 2 a b WEIGHTS 1
(error) ERR syntax error
> ZUNIONSTORE d 2 a b WEIGHTS 1 x
(error) ERR weight value is not a float
> ZUNIONSTORE d 2 a b AGGREGATE AVG
(error) ERR syntax error
> ZDIFFSTORE d 2 a b WEIGHTS 1 1
(error) ERR syntax error
> ZINTERSTORE d 2 a b LIMIT 1
(error) ERR syntax error
> ZINTERSTORE
(error) ERR wrong number of arguments for 'zinterstore' command
> ZINTERSTORE d 1
(error) ERR wrong number of arguments for 'zinterstore' command
> ZUNIONSTORE
(error) ERR wrong number of arguments for 'zunionstore' command
> ZUNIONSTORE d 1
(error) ERR wrong number of arguments for 'zunionstore' command
> ZDIFFSTORE
(error) ERR wrong number of arguments for 'zdiffstore' command
> ZDIFFSTORE d 1
(error) ERR wrong number of arguments for 'zdiffstore' command
!resp3
> ZUNIONSTORE d 1 a
(integer) 1
