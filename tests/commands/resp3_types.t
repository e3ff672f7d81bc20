# RESP3: the answers of these commands look as in RESP2. Those that look different are told of on
# the page of each command: HGETALL and XREAD are maps, SMEMBERS and its like sets, scores doubles.

!resp3
> LPUSH l a b c d
(integer) 4
> RPUSHX l e
(integer) 5
> LLEN l
(integer) 5
> LSET l 0 x
OK
> LINSERT l AFTER x y
(integer) 6
> LREM l 1 y
(integer) 1
> LTRIM l 0 3
OK
> BRPOP l 0
1) "l"
2) "a"
> BRPOP nothing 0.01
(nil)
> HMSET h f v g w
OK
> HSETNX h i 1
(integer) 1
> HLEN h
(integer) 3
> HDEL h i
(integer) 1
> SADD s a b
(integer) 2
> SCARD s
(integer) 2
> SMOVE s t a
(integer) 1
> SDIFFSTORE d s t
(integer) 1
> ZADD z 1 a 2 b 3 c
(integer) 3
> ZADD y 1 a 2 b
(integer) 2
> ZCARD z
(integer) 3
> ZCOUNT z 1 2
(integer) 2
> ZLEXCOUNT z - +
(integer) 3
> ZREVRANK z a
(integer) 2
> ZREVRANK z nobody
(nil)
> ZINTERCARD 2 z y
(integer) 2
> ZDIFFSTORE d 2 z y
(integer) 1
> ZINTERSTORE d 2 z y
(integer) 2
> ZREM z a
(integer) 1
> ZREMRANGEBYRANK z 0 0
(integer) 1
> ZREMRANGEBYSCORE z 9 10
(integer) 0
> ZREMRANGEBYLEX z [q [r
(integer) 0
> GEOADD g 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
(integer) 2
> GEOSEARCHSTORE d g FROMLONLAT 15 37 BYRADIUS 200 km
(integer) 2
> XADD x 1-1 a b
"1-1"
> XADD x 2-1 a b
"2-1"
> XGROUP CREATE x g 0
OK
> XGROUP SETID x g 0
OK
> XGROUP CREATECONSUMER x g c
(integer) 1
> XREADGROUP GROUP g c COUNT 1 STREAMS x >
1# "x" => 1) 1) "1-1"
      2) 1) "a"
         2) "b"
> XACK x g 1-1
(integer) 1
> XGROUP DELCONSUMER x g c
(integer) 0
> XGROUP DESTROY x g
(integer) 1
> XSETID x 5-1
OK
> XTRIM x MAXLEN 1
(integer) 1
> XLEN x
(integer) 1
> SET k v
OK
> RESTORE k2 0 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
> PFADD p a
(integer) 1
> PFDEBUG ENCODING p
sparse
> PFDEBUG DECODE p
"Z:12711 v:2,1 Z:3672"
> WATCH k
OK
> UNWATCH
OK
> MULTI
OK
> DISCARD
OK
> SSUBSCRIBE ch
1) "ssubscribe"
2) "ch"
3) (integer) 1
> PUBSUB SHARDCHANNELS
1) "ch"
> PUBSUB SHARDNUMSUB ch
1) "ch"
2) (integer) 1
> SUNSUBSCRIBE ch
1) "sunsubscribe"
2) "ch"
3) (integer) 0

# Coordinates are doubles, the rest of these is not.
> GEORADIUS_RO g 15 37 200 km ASC WITHCOORD WITHDIST WITHHASH
1) 1) "Catania"
   2) "56.4413"
   3) (integer) 3479447370796909
   4) 1) (double) 15.08726745843887329
      2) (double) 37.50266842333162032
2) 1) "Palermo"
   2) "190.4424"
   3) (integer) 3479099956230698
   4) 1) (double) 13.36138933897018433
      2) (double) 38.11555639549629859
> GEORADIUSBYMEMBER_RO g Palermo 100 km WITHCOORD WITHDIST
1) 1) "Palermo"
   2) "0.0000"
   3) 1) (double) 13.36138933897018433
      2) (double) 38.11555639549629859

# Nulls are all one in RESP3.
!send "LPOP nothing\r\nLPOP nothing 1\r\nHGET nothing f\r\nZSCORE nothing a\r\nZMPOP 1 nothing MIN\r\nXREAD STREAMS nothing 0\r\nSRANDMEMBER nothing\r\nGEODIST nothing a b\r\n"
"_"
"_"
"_"
"_"
"_"
"_"
"_"
"_"

# Empty ones keep their kind.
!send "HGETALL nothing\r\nSMEMBERS nothing\r\nLRANGE nothing 0 -1\r\nSPOP nothing 1\r\nZRANGE nothing 0 -1 WITHSCORES\r\nSUNION nothing\r\n"
"%0"
"~0"
"*0"
"~0"
"*0"
"~0"
