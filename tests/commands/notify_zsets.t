# The events of sorted sets and geo.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> ZADD z 1 a 2 b 3 c 4 d 5 e
(integer) 5
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> ZADD z 1 a
(integer) 0
> ZADD z 2 a
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> ZADD z INCR 1 a
"3"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zincr"
4) "z"
> ZADD z NX INCR 1 a
(nil)
> ZADD z NX 1 a
(integer) 0
> ZINCRBY z 1 a
"4"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zincr"
4) "z"
> ZINCRBY z 0 a
"4"
> ZREM z a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zrem"
4) "z"
> ZREM z zzz
(integer) 0
> ZREMRANGEBYSCORE z 2 2
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zremrangebyscore"
4) "z"
> ZREMRANGEBYSCORE z 99 100
(integer) 0
> ZREMRANGEBYRANK z 0 0
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zremrangebyrank"
4) "z"
> ZREMRANGEBYLEX z [d [d
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zremrangebylex"
4) "z"
> ZPOPMIN z
1) "e"
2) "5"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmin"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
> ZPOPMIN z
(empty array)
> ZADD z 1 a 2 b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> ZPOPMAX z 5
1) "b"
2) "2"
3) "a"
4) "1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmax"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
> ZADD z 1 a 2 b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> ZMPOP 1 z MIN
1) "z"
2) 1) 1) "a"
      2) "1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmin"
4) "z"
> BZPOPMIN z 0
1) "z"
2) "b"
3) "2"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmin"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
> ZADD z 1 a 2 b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> BZMPOP 0 1 z MAX COUNT 5
1) "z"
2) 1) 1) "b"
      2) "2"
   2) 1) "a"
      2) "1"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmax"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
> ZADD z 1 a 2 b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
> ZRANGESTORE d z 0 0
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zrangestore"
4) "d"
> ZUNIONSTORE d 1 z
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zunionstore"
4) "d"
> ZINTERSTORE d 2 z z
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zinterstore"
4) "d"
> ZDIFFSTORE d 2 z z
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "d"
> ZRANGESTORE d z 5 6
(integer) 0
> ZUNIONSTORE d 1 z
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zunionstore"
4) "d"
> ZRANGESTORE d z 5 6
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "d"
> ZREMRANGEBYSCORE z -inf +inf
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zremrangebyscore"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
> GEOADD g 1 1 a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "g"
> GEOADD g 1 1 a
(integer) 0
> GEOSEARCHSTORE d g FROMLONLAT 1 1 BYRADIUS 1 km
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:geosearchstore"
4) "d"
> GEORADIUS g 1 1 1 km STORE d
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:georadiusstore"
4) "d"
> GEOSEARCHSTORE d g FROMLONLAT 5 5 BYRADIUS 1 m
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "d"
> GEOSEARCHSTORE d g FROMLONLAT 5 5 BYRADIUS 1 m
(integer) 0
