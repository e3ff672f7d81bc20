# OBJECT ENCODING of sorted sets: listpack as long as there are at most zset-max-listpack-entries
# members and none is longer than zset-max-listpack-value bytes; skiplist after that, for good.

> CONFIG GET zset-max-*
(any order)
1) "zset-max-listpack-value"
2) "64"
3) "zset-max-ziplist-value"
4) "64"
5) "zset-max-listpack-entries"
6) "128"
7) "zset-max-ziplist-entries"
8) "128"
> ZADD z 1 a
(integer) 1
> OBJECT ENCODING z
"listpack"
> ZADD z 1 $REPEAT(m,64)
(integer) 1
> OBJECT ENCODING z
"listpack"
> ZADD z 1 $REPEAT(m,65)
(integer) 1
> OBJECT ENCODING z
"skiplist"
> ZREM z $REPEAT(m,65)
(integer) 1
> OBJECT ENCODING z
"skiplist"
> ZADD y 1 $REPEAT(m,65)
(integer) 1
> OBJECT ENCODING y
"skiplist"
> ZINCRBY x 1 $REPEAT(m,65)
"1"
> OBJECT ENCODING x
"skiplist"
> ZADD w 3.141592653589793238 a 1e308 b
(integer) 2
> OBJECT ENCODING w
"listpack"
> COPY z z2
(integer) 1
> OBJECT ENCODING z2
"skiplist"
> ZADD v XX 1 $REPEAT(m,65)
(integer) 0
> EXISTS v
(integer) 0
> ZADD v 1 a
(integer) 1
> OBJECT ENCODING v
"listpack"
> ZADD v XX 1 $REPEAT(m,65)
(integer) 0
> OBJECT ENCODING v
"listpack"

> CONFIG SET zset-max-listpack-entries 3
OK
> ZADD n 1 a 2 b 3 c
(integer) 3
> OBJECT ENCODING n
"listpack"
> ZADD n 5 a
(integer) 0
> OBJECT ENCODING n
"listpack"
> ZADD n 4 d
(integer) 1
> OBJECT ENCODING n
"skiplist"
> ZPOPMAX n
1) "a"
2) "5"
> OBJECT ENCODING n
"skiplist"
> ZADD n2 1 a 2 b 3 c 4 d
(integer) 4
> OBJECT ENCODING n2
"skiplist"
> ZRANGESTORE n3 n2 0 2
(integer) 3
> OBJECT ENCODING n3
"listpack"
> ZRANGESTORE n3 n2 0 3
(integer) 4
> OBJECT ENCODING n3
"skiplist"
> ZUNIONSTORE n4 2 n n2
(integer) 4
> OBJECT ENCODING n4
"skiplist"
> ZINTERSTORE n4 1 n
(integer) 3
> OBJECT ENCODING n4
"listpack"
> CONFIG SET zset-max-listpack-entries 0
OK
> ZADD n5 1 a
(integer) 1
> OBJECT ENCODING n5
"skiplist"
> CONFIG SET zset-max-listpack-entries 128
OK
> CONFIG SET zset-max-listpack-value 3
OK
> ZADD l 1 abc
(integer) 1
> OBJECT ENCODING l
"listpack"
> ZADD l 1 abcd
(integer) 1
> OBJECT ENCODING l
"skiplist"
> CONFIG SET zset-max-ziplist-value 64
OK
> CONFIG GET zset-max-listpack-value
1) "zset-max-listpack-value"
2) "64"
> CONFIG SET zset-max-ziplist-entries 128
OK
> CONFIG GET zset-max-listpack-entries
1) "zset-max-listpack-entries"
2) "128"
> CONFIG SET zset-max-listpack-entries -1
(error) ERR CONFIG SET failed (possibly related to argument 'zset-max-listpack-entries') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET zset-max-listpack-value x
(error) ERR CONFIG SET failed (possibly related to argument 'zset-max-listpack-value') - argument must be a memory value
> OBJECT REFCOUNT l
(integer) 1
> GEOADD g 1 1 a
(integer) 1
> OBJECT ENCODING g
"listpack"
