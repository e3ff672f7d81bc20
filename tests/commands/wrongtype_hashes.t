# Commands for hashes on keys of all other types: an error, and the key stays as it was.

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

> HSET string f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET list f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET set f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET zset f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET stream f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET string f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET list f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET set f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET zset f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET stream f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX string f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX list f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX set f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX zset f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX stream f x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET string f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET list f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET set f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET zset f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET stream f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET string f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET list f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET set f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET zset f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET stream f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS string f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS list f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS set f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS zset f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS stream f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN string f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN list f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN set f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN zset f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN stream f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL string f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL list f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL set f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL zset f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL stream f
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY string f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY list f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY set f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY zset f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY stream f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT string f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT list f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT set f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT zset f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT stream f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD string 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD stream 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN list 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN stream 0
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
