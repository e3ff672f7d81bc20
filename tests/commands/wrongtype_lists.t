# Commands for lists on keys of all other types: an error, and the key stays as it was.

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

> LPUSH string x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSH set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSH zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSH hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSH stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH string x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX string x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX string x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP string 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP set 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP zset 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP hash 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP stream 2
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP stream 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE string 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE set 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE zset 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE hash 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE stream 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX stream 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET string 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET set 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET zset 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET hash 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET stream 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT string BEFORE a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT set BEFORE a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT zset BEFORE a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT hash BEFORE a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT stream BEFORE a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM string 0 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM set 0 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM zset 0 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM hash 0 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM stream 0 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM string 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM set 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM zset 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM hash 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM stream 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS zset a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE string dest LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE set dest LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE zset dest LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE hash dest LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE stream dest LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE list string LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE list set LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE list zset LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE list hash LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE list stream LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH string dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH set dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH zset dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH hash dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH stream dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH list string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH list set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH list zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH list hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH list stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 1 string LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 1 set LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 1 zset LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 1 hash LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 1 stream LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 nothing string RIGHT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 nothing set RIGHT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 nothing zset RIGHT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 nothing hash RIGHT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 nothing stream RIGHT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP string 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP set 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP zset 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP hash 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP stream 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP nothing string 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP nothing set 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP nothing zset 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP nothing hash 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP nothing stream 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE string dest LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE set dest LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE zset dest LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE hash dest LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE stream dest LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE list string LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE list set LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE list zset LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE list hash LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE list stream LEFT LEFT 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH string dest 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH set dest 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH zset dest 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH hash dest 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH stream dest 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0.01 1 string LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0.01 1 set LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0.01 1 zset LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0.01 1 hash LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0.01 1 stream LEFT
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
