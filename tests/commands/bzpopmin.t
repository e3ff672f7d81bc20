# BZPOPMIN key [key ...] timeout and BZPOPMAX key [key ...] timeout
#
# Take the member with the smallest or the greatest score from the first sorted set that has some,
# or wait.

> ZADD a 1 x 2 y 3 z
(integer) 3
> BZPOPMIN a 0
1) "a"
2) "x"
3) "1"
> BZPOPMAX nothing a 0
1) "a"
2) "z"
3) "3"
> BZPOPMIN a b 0
1) "a"
2) "y"
3) "2"
> EXISTS a
(integer) 0
2> BZPOPMIN a b 0
(no reply)
> ZADD b 5 five 4 four
(integer) 2
2!read
1) "b"
2) "four"
3) "4"
> ZRANGE b 0 -1
1) "five"
> DEL b
(integer) 1
2> BZPOPMAX a 0
(no reply)
3> BZPOPMIN a 0
(no reply)
> ZADD a 1 x
(integer) 1
2!read
1) "a"
2) "x"
3) "1"
> ZADD a 1 x 2 y 3 z
(integer) 3
3!read
1) "a"
2) "x"
3) "1"
> ZRANGE a 0 -1
1) "y"
2) "z"
> DEL a
(integer) 1

# Every way to make a sorted set serves.
2> BZPOPMIN a 0
(no reply)
> ZINCRBY a 1 m
"1"
2!read
1) "a"
2) "m"
3) "1"
2> BZPOPMIN a 0
(no reply)
> ZADD a INCR 1 m
"1"
2!read
1) "a"
2) "m"
3) "1"
> ZADD src 1 p 2 q
(integer) 2
2> BZPOPMIN a 0
(no reply)
> ZUNIONSTORE a 1 src
(integer) 2
2!read
1) "a"
2) "p"
3) "1"
> DEL a
(integer) 1
2> BZPOPMIN a 0
(no reply)
> ZRANGESTORE a src 0 0
(integer) 1
2!read
1) "a"
2) "p"
3) "1"
2> BZPOPMAX a 0
(no reply)
> ZDIFFSTORE a 2 src nothing
(integer) 2
2!read
1) "a"
2) "q"
3) "2"
> DEL a
(integer) 1
2> BZPOPMAX a 0
(no reply)
> GEOADD a 1 1 place
(integer) 1
2!read
1) "a"
2) "place"
~ 3\) "\d+"
2> BZPOPMAX a 0
(no reply)
> RENAME src a
OK
2!read
1) "a"
2) "q"
3) "2"
> DEL a
(integer) 1
> GEOADD geo 1 1 place
(integer) 1
2> BZPOPMAX a 0
(no reply)
> GEOSEARCHSTORE a geo FROMLONLAT 1 1 BYRADIUS 1 km STOREDIST
(integer) 1
2!read
1) "a"
2) "place"
~ 3\) "[0-9].*"

# Lists and sets do not.
2> BZPOPMIN a 0
(no reply)
> RPUSH a x
(integer) 1
> DEL a
(integer) 1
> SADD a x
(integer) 1
> DEL a
(integer) 1
2!read
(no reply)
> ZADD a 1 x
(integer) 1
2!read
1) "a"
2) "x"
3) "1"
> SET s v
OK
> BZPOPMIN s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX nothing s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
!send "BZPOPMIN nothing 0.02\r\n"
"*-1"
> BZPOPMIN nothing 0.02
(nil)
> BZPOPMAX nothing 0.02
(nil)
> BZPOPMIN a -1
(error) ERR timeout is negative
> BZPOPMIN a x
(error) ERR timeout is not a float or out of range
> BZPOPMAX a -1
(error) ERR timeout is negative
> BZPOPMIN
(error) ERR wrong number of arguments for 'bzpopmin' command
> BZPOPMIN a
(error) ERR wrong number of arguments for 'bzpopmin' command
> BZPOPMAX
(error) ERR wrong number of arguments for 'bzpopmax' command
> BZPOPMAX a
(error) ERR wrong number of arguments for 'bzpopmax' command

# BZMPOP timeout numkeys key [key ...] MIN | MAX [COUNT count]

> ZADD a 1 x 2 y 3 z
(integer) 3
> BZMPOP 0 1 a MIN
1) "a"
2) 1) 1) "x"
      2) "1"
> BZMPOP 0 2 nothing a MAX COUNT 10
1) "a"
2) 1) 1) "z"
      2) "3"
   2) 1) "y"
      2) "2"
2> BZMPOP 0 2 a b MAX COUNT 2
(no reply)
> ZADD b 1 x 2 y 3 z
(integer) 3
2!read
1) "b"
2) 1) 1) "z"
      2) "3"
   2) 1) "y"
      2) "2"
> ZRANGE b 0 -1
1) "x"
> DEL b
(integer) 1
!send "BZMPOP 0.02 1 a MIN\r\n"
"*-1"
> BZMPOP 0.02 1 a MIN
(nil)
> BZMPOP 0 1 s MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP -1 1 a MIN
(error) ERR timeout is negative
> BZMPOP x 1 a MIN
(error) ERR timeout is not a float or out of range
> BZMPOP 0 0 a MIN
(error) ERR numkeys should be greater than 0
> BZMPOP 0 x a MIN
(error) ERR numkeys should be greater than 0
> BZMPOP 0 2 a MIN
(error) ERR syntax error
> BZMPOP 0 1 a LEFT
(error) ERR syntax error
> BZMPOP 0 1 a MIN COUNT 0
(error) ERR count should be greater than 0
> BZMPOP 0 1 a MIN COUNT
(error) ERR syntax error
> BZMPOP 0 1 a MIN WHATEVER
(error) ERR syntax error
> BZMPOP
(error) ERR wrong number of arguments for 'bzmpop' command
> BZMPOP 0 1 a
(error) ERR wrong number of arguments for 'bzmpop' command
!resp3
> ZADD a 1.5 x 2 y 3 z
(integer) 3
> BZPOPMIN a 0
1) "a"
2) "x"
3) (double) 1.5
> BZPOPMAX a 0
1) "a"
2) "z"
3) (double) 3
> BZMPOP 0 1 a MIN
1) "a"
2) 1) 1) "y"
      2) (double) 2
> BZPOPMIN a 0.01
(nil)
> BZMPOP 0.01 1 a MIN
(nil)
2!resp3
2> BZPOPMIN a 0
(no reply)
> ZADD a 1.5 x
(integer) 1
2!read
1) "a"
2) "x"
3) (double) 1.5
2> BZMPOP 0 1 a MAX COUNT 2
(no reply)
> ZADD a 1.5 x 2 y
(integer) 2
2!read
1) "a"
2) 1) 1) "y"
      2) (double) 2
   2) 1) "x"
      2) (double) 1.5
