# Commands for sorted sets on keys of all other types: an error, and the key stays as it was.

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

> ZADD string 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD list 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD set 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD hash 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD stream 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD string INCR 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD list INCR 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD set INCR 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD hash INCR 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD stream INCR 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY string 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY list 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY set 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY hash 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY stream 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT string 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT string - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT list - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT set - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT hash - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT stream - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE string 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE list 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE set 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE hash 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE stream 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE string 0 1 BYSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE list 0 1 BYSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE set 0 1 BYSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE hash 0 1 BYSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGE stream 0 1 BYSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGE string 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGE list 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGE set 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGE hash 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGE stream 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE string 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYSCORE stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE string 1 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE list 1 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE set 1 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE hash 1 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYSCORE stream 1 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX string - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX list - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX set - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX hash - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGEBYLEX stream - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX string + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX list + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX set + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX hash + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANGEBYLEX stream + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGESTORE dest string 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGESTORE dest list 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGESTORE dest set 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGESTORE dest hash 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANGESTORE dest stream 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK string 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE string 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX string - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX list - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX set - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX hash - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX stream - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMIN stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZPOPMAX stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 1 string MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 1 list MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 1 set MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 1 hash MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMPOP 1 stream MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMIN string 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMIN list 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMIN set 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMIN hash 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMIN stream 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX string 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX list 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX set 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX hash 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZPOPMAX stream 0.01
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP 0.01 1 string MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP 0.01 1 list MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP 0.01 1 set MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP 0.01 1 hash MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BZMPOP 0.01 1 stream MIN
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANDMEMBER stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN list 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN stream 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD string 1 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD list 1 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD set 1 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD hash 1 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD stream 1 1 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST string a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST list a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST set a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST hash a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST stream a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS string a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS list a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS set a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS hash a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS stream a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS string 1 1 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS list 1 1 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS set 1 1 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS hash 1 1 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS stream 1 1 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER string a 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER list a 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER set a 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER hash a 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER stream a 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH string FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH list FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH set FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH hash FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH stream FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE dest string FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE dest list FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE dest set FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE dest hash FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE dest stream FROMLONLAT 1 1 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# For these a set is as good as a sorted set.
> ZUNION 1 string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNION 1 list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNION 1 hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNION 1 stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 zset string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 zset list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 zset hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTER 2 zset stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 zset string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 zset list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 zset hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFF 2 zset stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERCARD 2 zset string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERCARD 2 zset list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERCARD 2 zset hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERCARD 2 zset stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNIONSTORE dest 2 zset string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNIONSTORE dest 2 zset list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNIONSTORE dest 2 zset hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZUNIONSTORE dest 2 zset stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERSTORE dest 1 string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERSTORE dest 1 list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERSTORE dest 1 hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINTERSTORE dest 1 stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFFSTORE dest 2 zset string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFFSTORE dest 2 zset list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFFSTORE dest 2 zset hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZDIFFSTORE dest 2 zset stream
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
