# Collections whose time has come are not there, for any command, whether somebody has looked or
# not. DEBUG SET-ACTIVE-EXPIRE 0 keeps the sweep away, so that the commands meet them.

> DEBUG SET-ACTIVE-EXPIRE 0
OK
> RPUSH l a b
(integer) 2
> SADD s a b
(integer) 2
> ZADD z 1 a 2 b
(integer) 2
> HSET h f v
(integer) 1
> XADD x 1-1 f v
"1-1"
> XGROUP CREATE x g 0
OK
> PFADD p a
(integer) 1
> GEOADD geo 1 1 a
(integer) 1
> PEXPIRE l 20
(integer) 1
> PEXPIRE s 20
(integer) 1
> PEXPIRE z 20
(integer) 1
> PEXPIRE h 20
(integer) 1
> PEXPIRE x 20
(integer) 1
> PEXPIRE p 20
(integer) 1
> PEXPIRE geo 20
(integer) 1
!advance 40
> LRANGE l 0 -1
(empty array)
> LLEN l
(integer) 0
> LPOP l
(nil)
> LINDEX l 0
(nil)
> LSET l 0 x
(error) ERR no such key
> LPUSHX l x
(integer) 0
> LINSERT l BEFORE a x
(integer) 0
> SMEMBERS s
(empty array)
> SISMEMBER s a
(integer) 0
> SPOP s
(nil)
> SREM s a
(integer) 0
> SMOVE s t a
(integer) 0
> SINTER s s
(empty array)
> ZRANGE z 0 -1
(empty array)
> ZSCORE z a
(nil)
> ZADD z XX 5 a
(integer) 0
> ZPOPMIN z
(empty array)
> ZREM z a
(integer) 0
> HGETALL h
(empty array)
> HGET h f
(nil)
> HDEL h f
(integer) 0
> HLEN h
(integer) 0
> XRANGE x - +
(empty array)
> XLEN x
(integer) 0
> XREAD STREAMS x 0
(nil)
> XREADGROUP GROUP g c STREAMS x >
(error) NOGROUP No such key 'x' or consumer group 'g' in XREADGROUP with GROUP option
> XADD x NOMKSTREAM 9-9 a b
(nil)
> XGROUP CREATE x g 0
(error) ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.
> PFCOUNT p
(integer) 0
> GEOPOS geo a
1) (nil)
> EXISTS l s z h x p geo
(integer) 0
> TYPE l
none
> SCAN 0 COUNT 100
1) "0"
2) (empty array)
> DBSIZE
~ \(integer\) [0-7]

# What is made after it is new, without its content and its time.
> RPUSH l2 old
(integer) 1
> PEXPIRE l2 20
(integer) 1
> SADD s2 old
(integer) 1
> PEXPIRE s2 20
(integer) 1
> ZADD z2 1 old
(integer) 1
> PEXPIRE z2 20
(integer) 1
> HSET h2 old v
(integer) 1
> PEXPIRE h2 20
(integer) 1
> XADD x2 5-5 old v
"5-5"
> PEXPIRE x2 20
(integer) 1
!advance 40
> RPUSH l2 new
(integer) 1
> LRANGE l2 0 -1
1) "new"
> TTL l2
(integer) -1
> SADD s2 new
(integer) 1
> SMEMBERS s2
1) "new"
> TTL s2
(integer) -1
> ZINCRBY z2 1 new
"1"
> ZRANGE z2 0 -1
1) "new"
> TTL z2
(integer) -1
> HINCRBY h2 new 1
(integer) 1
> HGETALL h2
1) "new"
2) "1"
> TTL h2
(integer) -1
> XADD x2 1-1 new v
"1-1"
> XRANGE x2 - +
1) 1) "1-1"
   2) 1) "new"
      2) "v"
> TTL x2
(integer) -1

# As a source it is empty, as a destination it is gone.
> SADD a 1 2
(integer) 2
> SADD b 2 3
(integer) 2
> PEXPIRE b 20
(integer) 1
> ZADD za 1 1
(integer) 1
> RPUSH la 1
(integer) 1
> PEXPIRE la 20
(integer) 1
!advance 40
> SINTERSTORE d a b
(integer) 0
> SUNIONSTORE d b a
(integer) 2
> SCARD d
(integer) 2
> SDIFFSTORE d a b
(integer) 2
> SCARD d
(integer) 2
> ZUNIONSTORE d 2 za b
(integer) 1
> LMOVE la d LEFT LEFT
(nil)
> RENAME la d
(error) ERR no such key
> COPY la d
(integer) 0
> SORT la
(empty array)
> RPUSH src x
(integer) 1
> RPUSH dst old
(integer) 1
> PEXPIRE dst 20
(integer) 1
!advance 40
> LMOVE src dst LEFT LEFT
"x"
> LRANGE dst 0 -1
1) "x"
> TTL dst
(integer) -1
> RPUSH src x
(integer) 1
> RPUSH dst2 old
(integer) 1
> PEXPIRE dst2 20
(integer) 1
!advance 40
> RENAMENX src dst2
(integer) 1
> LRANGE dst2 0 -1
1) "x"
> RPUSH src x
(integer) 1
> SADD dst3 old
(integer) 1
> PEXPIRE dst3 20
(integer) 1
!advance 40
> COPY src dst3
(integer) 1
> TYPE dst3
list

# A waiting command finds nothing in it; XREADGROUP is told when its stream goes.
> RPUSH w a
(integer) 1
> PEXPIRE w 20
(integer) 1
!advance 40
> BLPOP w 0.02
(nil)
2> BLPOP w 0
(no reply)
> RPUSH w b
(integer) 1
2!read
1) "w"
2) "b"
> XADD xs 1-1 a b
"1-1"
> XGROUP CREATE xs g $
OK
> PEXPIRE xs 60
(integer) 1
2> XREADGROUP GROUP g c BLOCK 0 STREAMS xs >
(no reply)
!advance 80
> EXISTS xs
(integer) 0
2!read
(error) UNBLOCKED the stream key no longer exists
> DEBUG SET-ACTIVE-EXPIRE 1
OK

# The time to live goes on through every change, and with RENAME, COPY, and MOVE.
> RPUSH l a b c
(integer) 3
> EXPIRE l 100
(integer) 1
> LSET l 0 x
OK
> LTRIM l 0 1
OK
> LINSERT l BEFORE x w
(integer) 3
> LREM l 1 w
(integer) 1
> TTL l
~ \(integer\) (99|100)
> HSET h f v
(integer) 1
> EXPIRE h 100
(integer) 1
> HINCRBY h n 1
(integer) 1
> HDEL h f
(integer) 1
> TTL h
~ \(integer\) (99|100)
> ZADD z 1 a
(integer) 1
> EXPIRE z 100
(integer) 1
> ZADD z 2 b
(integer) 1
> ZREMRANGEBYRANK z 0 0
(integer) 1
> TTL z
~ \(integer\) (99|100)
> XADD x 1-1 a b
"1-1"
> EXPIRE x 100
(integer) 1
> XTRIM x MAXLEN 0
(integer) 1
> TTL x
~ \(integer\) (99|100)
