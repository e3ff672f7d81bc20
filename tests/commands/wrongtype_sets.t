# Commands for sets on keys of all other types: an error, and the key stays as it was.

> SET string v
OK
> RPUSH list a
(integer) 1
> SADD set a
(integer) 1
> ZADD zset 1 a
(integer) 1
> HSET hash f v
(integer) 1
> XADD stream 1-1 f v
"1-1"
> XGROUP CREATE stream g 0
OK

> SADD string x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SADD list x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SADD zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SADD hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SADD stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM zset a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER zset a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER zset a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP string 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP list 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP zset 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP hash 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP stream 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER string 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER list 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER zset 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER hash 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER stream 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE string dest a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE list dest a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE zset dest a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE hash dest a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE stream dest a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE set string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE set list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE set zset a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE set hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE set stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE dest string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE dest list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE dest zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE dest hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERSTORE dest stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE dest set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE dest set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE dest set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE dest set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNIONSTORE dest set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE dest set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE dest set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE dest set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE dest set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFFSTORE dest set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 set string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 set list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 set zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 set hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 set stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN list 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN stream 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# Nothing has changed.
> EXISTS dest
(integer) 0
> GET string
"v"
> LRANGE list 0 -1
1) "a"
> SMEMBERS set
1) "a"
> ZRANGE zset 0 -1 WITHSCORES
1) "a"
2) "1"
> HGETALL hash
1) "f"
2) "v"
> XRANGE stream - +
1) 1) "1-1"
   2) 1) "f"
      2) "v"
> XLEN stream
(integer) 1
