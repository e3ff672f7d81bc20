# The wrong number of arguments is an error for every command of lists, hashes, sets, HyperLogLogs
# and geo, found before anything is looked at.

> BLMOVE x x x x
(error) ERR wrong number of arguments for 'blmove' command
> BLMOVE
(error) ERR wrong number of arguments for 'blmove' command
> BLMOVE x x x x x x
(error) ERR wrong number of arguments for 'blmove' command
> BLMPOP x x x
(error) ERR wrong number of arguments for 'blmpop' command
> BLMPOP
(error) ERR wrong number of arguments for 'blmpop' command
> BLPOP x
(error) ERR wrong number of arguments for 'blpop' command
> BLPOP
(error) ERR wrong number of arguments for 'blpop' command
> BRPOP x
(error) ERR wrong number of arguments for 'brpop' command
> BRPOP
(error) ERR wrong number of arguments for 'brpop' command
> BRPOPLPUSH x x
(error) ERR wrong number of arguments for 'brpoplpush' command
> BRPOPLPUSH
(error) ERR wrong number of arguments for 'brpoplpush' command
> BRPOPLPUSH x x x x
(error) ERR wrong number of arguments for 'brpoplpush' command
> LINDEX x
(error) ERR wrong number of arguments for 'lindex' command
> LINDEX
(error) ERR wrong number of arguments for 'lindex' command
> LINDEX x x x
(error) ERR wrong number of arguments for 'lindex' command
> LINSERT x x x
(error) ERR wrong number of arguments for 'linsert' command
> LINSERT
(error) ERR wrong number of arguments for 'linsert' command
> LINSERT x x x x x
(error) ERR wrong number of arguments for 'linsert' command
> LLEN
(error) ERR wrong number of arguments for 'llen' command
> LLEN x x
(error) ERR wrong number of arguments for 'llen' command
> LMOVE x x x
(error) ERR wrong number of arguments for 'lmove' command
> LMOVE
(error) ERR wrong number of arguments for 'lmove' command
> LMOVE x x x x x
(error) ERR wrong number of arguments for 'lmove' command
> LMPOP x x
(error) ERR wrong number of arguments for 'lmpop' command
> LMPOP
(error) ERR wrong number of arguments for 'lmpop' command
> LPOP
(error) ERR wrong number of arguments for 'lpop' command
> LPOS x
(error) ERR wrong number of arguments for 'lpos' command
> LPOS
(error) ERR wrong number of arguments for 'lpos' command
> LPUSH x
(error) ERR wrong number of arguments for 'lpush' command
> LPUSH
(error) ERR wrong number of arguments for 'lpush' command
> LPUSHX x
(error) ERR wrong number of arguments for 'lpushx' command
> LPUSHX
(error) ERR wrong number of arguments for 'lpushx' command
> LRANGE x x
(error) ERR wrong number of arguments for 'lrange' command
> LRANGE
(error) ERR wrong number of arguments for 'lrange' command
> LRANGE x x x x
(error) ERR wrong number of arguments for 'lrange' command
> LREM x x
(error) ERR wrong number of arguments for 'lrem' command
> LREM
(error) ERR wrong number of arguments for 'lrem' command
> LREM x x x x
(error) ERR wrong number of arguments for 'lrem' command
> LSET x x
(error) ERR wrong number of arguments for 'lset' command
> LSET
(error) ERR wrong number of arguments for 'lset' command
> LSET x x x x
(error) ERR wrong number of arguments for 'lset' command
> LTRIM x x
(error) ERR wrong number of arguments for 'ltrim' command
> LTRIM
(error) ERR wrong number of arguments for 'ltrim' command
> LTRIM x x x x
(error) ERR wrong number of arguments for 'ltrim' command
> RPOP
(error) ERR wrong number of arguments for 'rpop' command
> RPOPLPUSH x
(error) ERR wrong number of arguments for 'rpoplpush' command
> RPOPLPUSH
(error) ERR wrong number of arguments for 'rpoplpush' command
> RPOPLPUSH x x x
(error) ERR wrong number of arguments for 'rpoplpush' command
> RPUSH x
(error) ERR wrong number of arguments for 'rpush' command
> RPUSH
(error) ERR wrong number of arguments for 'rpush' command
> RPUSHX x
(error) ERR wrong number of arguments for 'rpushx' command
> RPUSHX
(error) ERR wrong number of arguments for 'rpushx' command
> HDEL x
(error) ERR wrong number of arguments for 'hdel' command
> HDEL
(error) ERR wrong number of arguments for 'hdel' command
> HEXISTS x
(error) ERR wrong number of arguments for 'hexists' command
> HEXISTS
(error) ERR wrong number of arguments for 'hexists' command
> HEXISTS x x x
(error) ERR wrong number of arguments for 'hexists' command
> HGET x
(error) ERR wrong number of arguments for 'hget' command
> HGET
(error) ERR wrong number of arguments for 'hget' command
> HGET x x x
(error) ERR wrong number of arguments for 'hget' command
> HGETALL
(error) ERR wrong number of arguments for 'hgetall' command
> HGETALL x x
(error) ERR wrong number of arguments for 'hgetall' command
> HINCRBY x x
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBY
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBY x x x x
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBYFLOAT x x
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HINCRBYFLOAT
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HINCRBYFLOAT x x x x
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HKEYS
(error) ERR wrong number of arguments for 'hkeys' command
> HKEYS x x
(error) ERR wrong number of arguments for 'hkeys' command
> HLEN
(error) ERR wrong number of arguments for 'hlen' command
> HLEN x x
(error) ERR wrong number of arguments for 'hlen' command
> HMGET x
(error) ERR wrong number of arguments for 'hmget' command
> HMGET
(error) ERR wrong number of arguments for 'hmget' command
> HMSET x x
(error) ERR wrong number of arguments for 'hmset' command
> HMSET
(error) ERR wrong number of arguments for 'hmset' command
> HRANDFIELD
(error) ERR wrong number of arguments for 'hrandfield' command
> HSCAN x
(error) ERR wrong number of arguments for 'hscan' command
> HSCAN
(error) ERR wrong number of arguments for 'hscan' command
> HSET x x
(error) ERR wrong number of arguments for 'hset' command
> HSET
(error) ERR wrong number of arguments for 'hset' command
> HSETNX x x
(error) ERR wrong number of arguments for 'hsetnx' command
> HSETNX
(error) ERR wrong number of arguments for 'hsetnx' command
> HSETNX x x x x
(error) ERR wrong number of arguments for 'hsetnx' command
> HSTRLEN x
(error) ERR wrong number of arguments for 'hstrlen' command
> HSTRLEN
(error) ERR wrong number of arguments for 'hstrlen' command
> HSTRLEN x x x
(error) ERR wrong number of arguments for 'hstrlen' command
> HVALS
(error) ERR wrong number of arguments for 'hvals' command
> HVALS x x
(error) ERR wrong number of arguments for 'hvals' command
> SADD x
(error) ERR wrong number of arguments for 'sadd' command
> SADD
(error) ERR wrong number of arguments for 'sadd' command
> SCARD
(error) ERR wrong number of arguments for 'scard' command
> SCARD x x
(error) ERR wrong number of arguments for 'scard' command
> SDIFF
(error) ERR wrong number of arguments for 'sdiff' command
> SDIFFSTORE x
(error) ERR wrong number of arguments for 'sdiffstore' command
> SDIFFSTORE
(error) ERR wrong number of arguments for 'sdiffstore' command
> SINTER
(error) ERR wrong number of arguments for 'sinter' command
> SINTERCARD x
(error) ERR wrong number of arguments for 'sintercard' command
> SINTERCARD
(error) ERR wrong number of arguments for 'sintercard' command
> SINTERSTORE x
(error) ERR wrong number of arguments for 'sinterstore' command
> SINTERSTORE
(error) ERR wrong number of arguments for 'sinterstore' command
> SISMEMBER x
(error) ERR wrong number of arguments for 'sismember' command
> SISMEMBER
(error) ERR wrong number of arguments for 'sismember' command
> SISMEMBER x x x
(error) ERR wrong number of arguments for 'sismember' command
> SMEMBERS
(error) ERR wrong number of arguments for 'smembers' command
> SMEMBERS x x
(error) ERR wrong number of arguments for 'smembers' command
> SMISMEMBER x
(error) ERR wrong number of arguments for 'smismember' command
> SMISMEMBER
(error) ERR wrong number of arguments for 'smismember' command
> SMOVE x x
(error) ERR wrong number of arguments for 'smove' command
> SMOVE
(error) ERR wrong number of arguments for 'smove' command
> SMOVE x x x x
(error) ERR wrong number of arguments for 'smove' command
> SPOP
(error) ERR wrong number of arguments for 'spop' command
> SRANDMEMBER
(error) ERR wrong number of arguments for 'srandmember' command
> SREM x
(error) ERR wrong number of arguments for 'srem' command
> SREM
(error) ERR wrong number of arguments for 'srem' command
> SSCAN x
(error) ERR wrong number of arguments for 'sscan' command
> SSCAN
(error) ERR wrong number of arguments for 'sscan' command
> SUNION
(error) ERR wrong number of arguments for 'sunion' command
> SUNIONSTORE x
(error) ERR wrong number of arguments for 'sunionstore' command
> SUNIONSTORE
(error) ERR wrong number of arguments for 'sunionstore' command
> PFADD
(error) ERR wrong number of arguments for 'pfadd' command
> PFCOUNT
(error) ERR wrong number of arguments for 'pfcount' command
> PFDEBUG x
(error) ERR wrong number of arguments for 'pfdebug' command
> PFDEBUG
(error) ERR wrong number of arguments for 'pfdebug' command
> PFDEBUG x x x
(error) ERR wrong number of arguments for 'pfdebug' command
> PFMERGE
(error) ERR wrong number of arguments for 'pfmerge' command
> PFSELFTEST x
(error) ERR wrong number of arguments for 'pfselftest' command
> GEOADD x x x
(error) ERR wrong number of arguments for 'geoadd' command
> GEOADD
(error) ERR wrong number of arguments for 'geoadd' command
> GEODIST x x
(error) ERR wrong number of arguments for 'geodist' command
> GEODIST
(error) ERR wrong number of arguments for 'geodist' command
> GEOHASH
(error) ERR wrong number of arguments for 'geohash' command
> GEOPOS
(error) ERR wrong number of arguments for 'geopos' command
> GEORADIUS x x x x
(error) ERR wrong number of arguments for 'georadius' command
> GEORADIUS
(error) ERR wrong number of arguments for 'georadius' command
> GEORADIUS_RO x x x x
(error) ERR wrong number of arguments for 'georadius_ro' command
> GEORADIUS_RO
(error) ERR wrong number of arguments for 'georadius_ro' command
> GEORADIUSBYMEMBER x x x
(error) ERR wrong number of arguments for 'georadiusbymember' command
> GEORADIUSBYMEMBER
(error) ERR wrong number of arguments for 'georadiusbymember' command
> GEORADIUSBYMEMBER_RO x x x
(error) ERR wrong number of arguments for 'georadiusbymember_ro' command
> GEORADIUSBYMEMBER_RO
(error) ERR wrong number of arguments for 'georadiusbymember_ro' command
> GEOSEARCH x x x x x
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCH
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCHSTORE x x x x x x
(error) ERR wrong number of arguments for 'geosearchstore' command
> GEOSEARCHSTORE
(error) ERR wrong number of arguments for 'geosearchstore' command
