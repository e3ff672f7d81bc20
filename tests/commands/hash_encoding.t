# OBJECT ENCODING of hashes: listpack as long as there are at most hash-max-listpack-entries fields
# and no field or value is longer than hash-max-listpack-value bytes; hashtable after that, for
# good.

> CONFIG GET hash-max-*
(any order)
1) "hash-max-listpack-entries"
2) "512"
3) "hash-max-listpack-value"
4) "64"
5) "hash-max-ziplist-value"
6) "64"
7) "hash-max-ziplist-entries"
8) "512"
> HSET h a 1
(integer) 1
> OBJECT ENCODING h
"listpack"
> HSET h b $REPEAT(x,64)
(integer) 1
> OBJECT ENCODING h
"listpack"
> HSET h $REPEAT(f,64) 1
(integer) 1
> OBJECT ENCODING h
"listpack"
> HSET h b $REPEAT(x,65)
(integer) 0
> OBJECT ENCODING h
"hashtable"
> HDEL h b
(integer) 1
> HSET h c 1
(integer) 1
> OBJECT ENCODING h
"hashtable"
> HSET g $REPEAT(f,65) 1
(integer) 1
> OBJECT ENCODING g
"hashtable"
> HSETNX g2 f $REPEAT(x,65)
(integer) 1
> OBJECT ENCODING g2
"hashtable"
> HSET g3 f 1
(integer) 1
> HSETNX g3 f $REPEAT(x,65)
(integer) 0
> OBJECT ENCODING g3
"listpack"
> HMSET g4 f $REPEAT(x,65)
OK
> OBJECT ENCODING g4
"hashtable"
> HDEL g4 f
(integer) 1
> HSET g4 f 1
(integer) 1
> OBJECT ENCODING g4
"listpack"
> COPY h h2
(integer) 1
> OBJECT ENCODING h2
"hashtable"
> RENAME h2 h3
OK
> OBJECT ENCODING h3
"hashtable"

# The number of fields.
> CONFIG SET hash-max-listpack-entries 3
OK
> HSET n a 1 b 2 c 3
(integer) 3
> OBJECT ENCODING n
"listpack"
> HSET n a 2
(integer) 0
> OBJECT ENCODING n
"listpack"
> HSET n d 4
(integer) 1
> OBJECT ENCODING n
"hashtable"
> HDEL n d
(integer) 1
> OBJECT ENCODING n
"hashtable"
> HGETALL n
(any order)
1) "c"
2) "3"
3) "b"
4) "2"
5) "a"
6) "2"
> HSET n2 a 1 b 2 c 3 d 4
(integer) 4
> OBJECT ENCODING n2
"hashtable"
> HINCRBY n3 a 1
(integer) 1
> HINCRBY n3 b 1
(integer) 1
> HINCRBYFLOAT n3 c 1
"1"
> OBJECT ENCODING n3
"listpack"
> HINCRBY n3 d 1
(integer) 1
> OBJECT ENCODING n3
"hashtable"
> CONFIG SET hash-max-listpack-entries 0
OK
> HSET n4 a 1
(integer) 1
> OBJECT ENCODING n4
"hashtable"
> CONFIG SET hash-max-listpack-entries 512
OK
> CONFIG SET hash-max-listpack-value 3
OK
> HSET v a 123
(integer) 1
> OBJECT ENCODING v
"listpack"
> HSET v a 1234
(integer) 0
> OBJECT ENCODING v
"hashtable"
> HSET w abc 1
(integer) 1
> HINCRBY w abc 999
(integer) 1000
> OBJECT ENCODING w
"hashtable"
> HINCRBYFLOAT w2 a 1000
"1000"
> OBJECT ENCODING w2
"hashtable"
> HSET w3 a 1
(integer) 1
> HINCRBYFLOAT w3 a 1000
"1001"
> OBJECT ENCODING w3
"hashtable"
> CONFIG SET hash-max-listpack-value 0
OK
> HSET x "" ""
(integer) 1
> OBJECT ENCODING x
"listpack"
> HSET x2 "" 1
(integer) 1
> OBJECT ENCODING x2
"hashtable"

# The old names mean the same options.
> CONFIG SET hash-max-ziplist-value 64
OK
> CONFIG SET hash-max-ziplist-entries 512
OK
> CONFIG GET hash-max-listpack-value
1) "hash-max-listpack-value"
2) "64"
> CONFIG GET hash-max-listpack-entries
1) "hash-max-listpack-entries"
2) "512"
> CONFIG GET hash-max-ziplist-entries
1) "hash-max-ziplist-entries"
2) "512"
> CONFIG SET hash-max-listpack-entries -1
(error) ERR CONFIG SET failed (possibly related to argument 'hash-max-listpack-entries') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET hash-max-listpack-entries x
(error) ERR CONFIG SET failed (possibly related to argument 'hash-max-listpack-entries') - argument couldn't be parsed into an integer
> CONFIG SET hash-max-listpack-value -1
(error) ERR CONFIG SET failed (possibly related to argument 'hash-max-listpack-value') - argument must be a memory value
> OBJECT ENCODING n
"hashtable"
> OBJECT REFCOUNT n
(integer) 1
> OBJECT IDLETIME n
~ \(integer\) [01]
