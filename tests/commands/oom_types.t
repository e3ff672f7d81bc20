# What needs memory is refused when maxmemory is reached and nothing can be evicted; what reads,
# takes away or makes smaller is not.

> RPUSH list a b c d
(integer) 4
> SADD set a b c d
(integer) 4
> ZADD zset 1 a 2 b 3 c 4 d
(integer) 4
> HSET hash a 1 b 2 c 3
(integer) 3
> XADD stream 1-1 f v
"1-1"
> XGROUP CREATE stream g 0
OK
> CONFIG SET maxmemory 1
OK
> LPUSH list x
(error) OOM command not allowed when used memory > 'maxmemory'.
> RPUSHX list x
(error) OOM command not allowed when used memory > 'maxmemory'.
> LINSERT list BEFORE a x
(error) OOM command not allowed when used memory > 'maxmemory'.
> LSET list 0 x
(error) OOM command not allowed when used memory > 'maxmemory'.
> LMOVE list list LEFT RIGHT
(error) OOM command not allowed when used memory > 'maxmemory'.
> RPOPLPUSH list list
(error) OOM command not allowed when used memory > 'maxmemory'.
> BLMOVE list list LEFT RIGHT 0
(error) OOM command not allowed when used memory > 'maxmemory'.
> SADD set x
(error) OOM command not allowed when used memory > 'maxmemory'.
> SINTERSTORE d set
(error) OOM command not allowed when used memory > 'maxmemory'.
> SUNIONSTORE d set
(error) OOM command not allowed when used memory > 'maxmemory'.
> HSET hash x 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> HSETNX hash x 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> HINCRBY hash a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> HINCRBYFLOAT hash a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> ZADD zset 1 x
(error) OOM command not allowed when used memory > 'maxmemory'.
> ZINCRBY zset 1 a
(error) OOM command not allowed when used memory > 'maxmemory'.
> ZUNIONSTORE d 1 zset
(error) OOM command not allowed when used memory > 'maxmemory'.
> ZRANGESTORE d zset 0 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> GEOADD geo 1 1 a
(error) OOM command not allowed when used memory > 'maxmemory'.
> GEOSEARCHSTORE d geo FROMLONLAT 1 1 BYRADIUS 1 km
(error) OOM command not allowed when used memory > 'maxmemory'.
> PFADD hll a
(error) OOM command not allowed when used memory > 'maxmemory'.
> PFMERGE hll hll
(error) OOM command not allowed when used memory > 'maxmemory'.
> XADD stream * f v
(error) OOM command not allowed when used memory > 'maxmemory'.
> XGROUP CREATE stream h 0
(error) OOM command not allowed when used memory > 'maxmemory'.
> XSETID stream 5
(error) OOM command not allowed when used memory > 'maxmemory'.
> SORT list BY nosort STORE d
(error) OOM command not allowed when used memory > 'maxmemory'.
> COPY list list2
(error) OOM command not allowed when used memory > 'maxmemory'.
> RESTORE r 0 x
(error) OOM command not allowed when used memory > 'maxmemory'.
> LRANGE list 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
> LPOP list
"a"
> LREM list 0 b
(integer) 1
> LTRIM list 0 0
OK
> SREM set a
(integer) 1
> SPOP set 5
~ 1\) "[bcd]"
~ 2\) "[bcd]"
~ 3\) "[bcd]"
> SMOVE set set x
(integer) 0
> ZREM zset a
(integer) 1
> ZPOPMIN zset
1) "b"
2) "2"
> ZREMRANGEBYRANK zset 0 0
(integer) 1
> HDEL hash a
(integer) 1
> HGETALL hash
1) "b"
2) "2"
3) "c"
4) "3"
> XDEL stream 1-1
(integer) 1
> XREADGROUP GROUP g c STREAMS stream >
(nil)
> XACK stream g 1-1
(integer) 0
> SORT list BY nosort
(error) OOM command not allowed when used memory > 'maxmemory'.
> RENAME list list3
OK
> EXPIRE hash 100
(integer) 1
> PUBLISH a b
(integer) 0
> BLPOP list3 0
1) "list3"
2) "c"
> DEL zset
(integer) 1

# In MULTI every command is refused then, also one that needs no memory, and with it the transaction.
# What was queued before is refused by EXEC if it needs memory.
> MULTI
OK
> LPUSH list x
(error) OOM command not allowed when used memory > 'maxmemory'.
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> MULTI
OK
> GET a
(error) OOM command not allowed when used memory > 'maxmemory'.
> LPOP list
(error) OOM command not allowed when used memory > 'maxmemory'.
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> CONFIG SET maxmemory 0
OK
> MULTI
OK
> LPUSH list x
QUEUED
2> CONFIG SET maxmemory 1
OK
> EXEC
(error) EXECABORT Transaction discarded because of: OOM command not allowed when used memory > 'maxmemory'.
2> CONFIG SET maxmemory 0
OK
> EXISTS list
(integer) 0
