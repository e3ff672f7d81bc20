# Commands for streams on keys of all other types: an error, and the key stays as it was.

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

> XADD string * f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD list * f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD set * f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD zset * f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD hash * f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XLEN hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE string - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE list - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE set - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE zset - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XRANGE hash - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE string + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE list + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE set + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE zset + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREVRANGE hash + -
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL string 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL hash 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM string MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM list MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM set MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM zset MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM hash MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS string 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS list 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS stream string 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS stream list 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS stream set 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS stream zset 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREAD STREAMS stream hash 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS string >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS list >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS set >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS zset >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XREADGROUP GROUP g c STREAMS hash >
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK string g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK list g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK set g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK zset g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XACK hash g 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING string g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING list g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING set g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING zset g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XPENDING hash g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM string g c 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM list g c 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM set g c 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM zset g c 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XCLAIM hash g c 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM string g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM list g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM set g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM zset g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XAUTOCLAIM hash g c 0 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE string g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE list g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE set g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE zset g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATE hash g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP SETID string g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP SETID list g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP SETID set g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP SETID zset g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP SETID hash g 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DESTROY string g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DESTROY list g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DESTROY set g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DESTROY zset g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DESTROY hash g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATECONSUMER string g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATECONSUMER list g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATECONSUMER set g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATECONSUMER zset g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP CREATECONSUMER hash g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DELCONSUMER string g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DELCONSUMER list g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DELCONSUMER set g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DELCONSUMER zset g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XGROUP DELCONSUMER hash g c
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO STREAM hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO GROUPS hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS string g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS list g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS set g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS zset g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XINFO CONSUMERS hash g
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID string 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID list 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID set 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID zset 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID hash 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# SORT sorts lists, sets and sorted sets only.
> SORT string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT_RO string
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT_RO hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT_RO stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT string STORE dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT hash STORE dest
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT stream STORE dest
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
