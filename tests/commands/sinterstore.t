# SINTERSTORE destination key [key ...], SUNIONSTORE, SDIFFSTORE
#
# Store what SINTER, SUNION and SDIFF answer in a set, and answer its size. What was there before is
# gone, also if it was of another type, and so is its time to live; nothing to store removes the
# key.

> SADD a 1 2 3 x y
(integer) 5
> SADD b 2 3 4 y z
(integer) 5
> SINTERSTORE d a b
(integer) 3
> SMEMBERS d
(any order)
1) "y"
2) "3"
3) "2"
> SUNIONSTORE d a b
(integer) 7
> SMEMBERS d
(any order)
1) "y"
2) "1"
3) "2"
4) "x"
5) "4"
6) "3"
7) "z"
> SDIFFSTORE d a b
(integer) 2
> SMEMBERS d
(any order)
1) "1"
2) "x"
> SDIFFSTORE d a a
(integer) 0
> EXISTS d
(integer) 0
> SADD d old
(integer) 1
> SINTERSTORE d a nothing
(integer) 0
> EXISTS d
(integer) 0
> SADD d old
(integer) 1
> SUNIONSTORE d nothing
(integer) 0
> EXISTS d
(integer) 0
> SADD d old
(integer) 1
> SINTERSTORE d nothing
(integer) 0
> EXISTS d
(integer) 0
> SDIFFSTORE d nothing a
(integer) 0
> EXISTS d
(integer) 0
> SET d string EX 100
OK
> SUNIONSTORE d a
(integer) 5
> TYPE d
set
> TTL d
(integer) -1
> SADD d more
(integer) 1
> EXPIRE d 100
(integer) 1
> SINTERSTORE d a b
(integer) 3
> TTL d
(integer) -1
> RPUSH d2 list
(integer) 1
> SDIFFSTORE d2 a b
(integer) 2
> TYPE d2
set
> HSET d3 f v
(integer) 1
> SINTERSTORE d3 nothing a
(integer) 0
> EXISTS d3
(integer) 0

# The destination may be one of the sources, and one source may come twice.
> SUNIONSTORE a a b
(integer) 7
> SCARD a
(integer) 7
> SINTERSTORE a a a
(integer) 7
> SCARD a
(integer) 7
> SDIFFSTORE a a b
(integer) 2
> SMEMBERS a
(any order)
1) "1"
2) "x"
> SDIFFSTORE a a a
(integer) 0
> EXISTS a
(integer) 0

# What is stored is held as a set made by hand would be.
> SADD i 1 2 3
(integer) 3
> SADD j 2 3 4
(integer) 3
> SUNIONSTORE k i j
(integer) 4
> OBJECT ENCODING k
"intset"
> SMEMBERS k
1) "1"
2) "2"
3) "3"
4) "4"
> SINTERSTORE k i j
(integer) 2
> OBJECT ENCODING k
"intset"
> SDIFFSTORE k i j
(integer) 1
> OBJECT ENCODING k
"intset"
> SADD m 1 2 x
(integer) 3
> SUNIONSTORE k i m
(integer) 4
> OBJECT ENCODING k
"hashtable"
> SINTERSTORE k i m
(integer) 2
> SMEMBERS k
1) "1"
2) "2"
> OBJECT ENCODING k
"intset"
> SINTERSTORE k m i
(integer) 2
> OBJECT ENCODING k
"intset"
> SDIFFSTORE k m i
(integer) 1
> OBJECT ENCODING k
"hashtable"
> SREM m x
(integer) 1
> SUNIONSTORE k m
(integer) 2
> OBJECT ENCODING k
"intset"
> SADD "" "" "\x00"
(integer) 2
> SUNIONSTORE "\x00" ""
(integer) 2
> SCARD "\x00"
(integer) 2

# A source of another type is an error, and nothing is touched.
> SET s v
OK
> SADD d keep
(integer) 1
> SINTERSTORE d b s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE d nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE d b s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE d b s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE d nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER d keep
(integer) 1
> SINTERSTORE s b s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE
(error) ERR wrong number of arguments for 'sinterstore' command
> SINTERSTORE d
(error) ERR wrong number of arguments for 'sinterstore' command
> SUNIONSTORE
(error) ERR wrong number of arguments for 'sunionstore' command
> SUNIONSTORE d
(error) ERR wrong number of arguments for 'sunionstore' command
> SDIFFSTORE
(error) ERR wrong number of arguments for 'sdiffstore' command
> SDIFFSTORE d
(error) ERR wrong number of arguments for 'sdiffstore' command
!resp3
> SINTERSTORE d i j
(integer) 2
> SUNIONSTORE d nothing
(integer) 0
