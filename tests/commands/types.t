# The commands for keys, with keys of all types.

> SET str v
OK
> RPUSH list a
(integer) 1
> SADD set a
(integer) 1
> ZADD zset 1 a
(integer) 1
> HSET hash f v
(integer) 1
> XADD stream 1 a b
"1-0"
> PFADD hll a
(integer) 1
> GEOADD geo 1 1 a
(integer) 1

# TYPE, OBJECT, TOUCH, EXISTS
> TYPE list
list
> TYPE set
set
> TYPE zset
zset
> TYPE hash
hash
> TYPE stream
stream
> TYPE hll
string
> TYPE geo
zset
> EXISTS str list set zset hash stream hll geo nothing
(integer) 8
> TOUCH list set zset hash stream nothing
(integer) 5
> OBJECT ENCODING stream
"stream"
> OBJECT REFCOUNT stream
(integer) 1
> OBJECT REFCOUNT list
(integer) 1

# EXPIRE and its like
> EXPIRE list 100
(integer) 1
> EXPIRE set 100 NX
(integer) 1
> PEXPIRE zset 100000
(integer) 1
> EXPIREAT hash 33177117420
(integer) 1
> PEXPIREAT stream 33177117420000
(integer) 1
> TTL list
~ \(integer\) (99|100)
> PTTL zset
~ \(integer\) (9\d{4}|100000)
> EXPIRETIME hash
(integer) 33177117420
> PEXPIRETIME stream
(integer) 33177117420000
> PERSIST list
(integer) 1
> TTL list
(integer) -1
> EXPIRE set 200 GT
(integer) 1
> PEXPIRE zset -1
(integer) 1
> EXISTS zset
(integer) 0
> ZADD zset 1 a
(integer) 1

# RENAME and RENAMENX: with the time to live.
> RENAME hash hash2
OK
> HGET hash2 f
"v"
> EXPIRETIME hash2
(integer) 33177117420
> RENAME hash2 hash
OK
> RENAMENX stream list
(integer) 0
> RENAMENX stream stream2
(integer) 1
> XLEN stream2
(integer) 1
> RENAME stream2 stream
OK
> RENAME set str
OK
> SMEMBERS str
1) "a"
> TTL str
~ \(integer\) (199|200)
> RENAME str set
OK
> RENAME list list
OK
> LRANGE list 0 -1
1) "a"

# COPY: the copy is another thing than its source.
> RPUSH list b c
(integer) 3
> COPY list list2
(integer) 1
> LPOP list
"a"
> LRANGE list2 0 -1
1) "a"
2) "b"
3) "c"
> COPY set set2
(integer) 1
> SADD set b
(integer) 1
> SMEMBERS set2
1) "a"
> TTL set2
~ \(integer\) (199|200)
> COPY zset zset2
(integer) 1
> ZINCRBY zset 5 a
"6"
> ZSCORE zset2 a
"1"
> COPY hash hash2
(integer) 1
> HSET hash f w
(integer) 0
> HGET hash2 f
"v"
> XGROUP CREATE stream g 0
OK
> XREADGROUP GROUP g c STREAMS stream >
1) 1) "stream"
   2) 1) 1) "1-0"
         2) 1) "a"
            2) "b"
> COPY stream stream2
(integer) 1
> XADD stream 2 a b
"2-0"
> XACK stream g 1
(integer) 1
> XLEN stream2
(integer) 1
> XPENDING stream2 g
1) (integer) 1
2) "1-0"
3) "1-0"
4) 1) 1) "c"
      2) "1"
> XINFO CONSUMERS stream2 g
1) 1) "name"
   2) "c"
   3) "pending"
   4) (integer) 1
   5) "idle"
~    6\) \(integer\) \d+
> COPY list hash
(integer) 0
> COPY list hash REPLACE
(integer) 1
> TYPE hash
list
> COPY zset zset DB 2
(integer) 1
> COPY hll hll2
(integer) 1
> PFCOUNT hll2 hll
(integer) 1
> COPY set str DB 2 REPLACE
(integer) 1

# MOVE
> MOVE list 2
(integer) 1
> MOVE zset 2
(integer) 0
> MOVE stream 2
(integer) 1
> SELECT 2
OK
> LRANGE list 0 -1
1) "b"
2) "c"
> ZSCORE zset a
"6"
> XRANGE stream - +
1) 1) "1-0"
   2) 1) "a"
      2) "b"
2) 1) "2-0"
   2) 1) "a"
      2) "b"
> SMEMBERS str
(any order)
1) "a"
2) "b"
> DBSIZE
(integer) 4
> SELECT 0
OK
> EXISTS list zset stream
(integer) 1

# DEL, UNLINK, GETDEL, SET over other types
> RPUSH list a
(integer) 1
> DEL list set2 nothing
(integer) 2
> UNLINK set hash2 stream2
(integer) 3
> EXISTS list set set2 hash2 stream2
(integer) 0
> RPUSH list a
(integer) 1
> GETDEL list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET list v GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET list v NX
(nil)
> SET list v
OK
> TYPE list
string
> SADD set a
(integer) 1
> MSET set v zset2 v
OK
> TYPE set
string
> SADD s1 a
(integer) 1
> SETNX s1 v
(integer) 0
> GETSET s1 v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX s1 EX 10
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETEX s1 100 v
OK
> TYPE s1
string
> SADD s1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# KEYS, SCAN with TYPE, RANDOMKEY
> FLUSHALL
OK
> RPUSH l a
(integer) 1
> SADD s a
(integer) 1
> ZADD z 1 a
(integer) 1
> HSET h f v
(integer) 1
> XADD x 1 a b
"1-0"
> SET t v
OK
> PFADD p a
(integer) 1
> GEOADD g 1 1 a
(integer) 1
> SCAN 0 COUNT 1000 TYPE list
1) "0"
2) 1) "l"
> SCAN 0 COUNT 1000 TYPE set
1) "0"
2) 1) "s"
> SCAN 0 COUNT 1000 TYPE zset
~ 1\) "0"
~ 2\) 1\) "[zg]"
~    2\) "[zg]"
> SCAN 0 COUNT 1000 TYPE hash
1) "0"
2) 1) "h"
> SCAN 0 COUNT 1000 TYPE stream
1) "0"
2) 1) "x"
> SCAN 0 COUNT 1000 TYPE STREAM
1) "0"
2) 1) "x"
> SCAN 0 COUNT 1000 TYPE string
~ 1\) "0"
~ 2\) 1\) "[tp]"
~    2\) "[tp]"
> SCAN 0 COUNT 1000 TYPE list MATCH x
1) "0"
2) (empty array)
> SCAN 0 COUNT 1000 TYPE nosuchtype
1) "0"
2) (empty array)
> KEYS *
(any order)
1) "l"
2) "s"
3) "h"
4) "x"
5) "t"
6) "g"
7) "z"
8) "p"
> DBSIZE
(integer) 8
> RANDOMKEY
~ "[lszhxtpg]"
> FLUSHDB
OK
> DBSIZE
(integer) 0
> LRANGE l 0 -1
(empty array)

# MEMORY USAGE answers some number of bytes.
> RPUSH l a
(integer) 1
> MEMORY USAGE l
~ \(integer\) \d+
> HSET h a 1
(integer) 1
> MEMORY USAGE h SAMPLES 0
~ \(integer\) \d+
