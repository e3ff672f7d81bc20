# WATCH sees every change of a collection, and nothing that changes nothing.

> RPUSH l a b
(integer) 2
> WATCH l
OK
2> LPOP l
"a"
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH l
OK
2> LREM l 0 zzz
(integer) 0
2> LTRIM l 0 -1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> HSET h f v
(integer) 1
> WATCH h
OK
2> HSET h f v
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH h
OK
2> HDEL h zzz
(integer) 0
2> HSETNX h f w
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> ZADD z 1 a
(integer) 1
> WATCH z
OK
2> ZADD z 1 a
(integer) 0
2> ZADD z XX 5 b
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH z
OK
2> ZADD z 2 a
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> SADD s a
(integer) 1
> WATCH s
OK
2> SADD s a
(integer) 0
2> SREM s b
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH s
OK
2> SADD s b
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> XADD x 1 a b
"1-0"
> WATCH x
OK
2> XDEL x 9
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH x
OK
2> XADD x 2 a b
"2-0"
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH dest
OK
2> SINTERSTORE dest s nothing
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH dest
OK
2> SUNIONSTORE dest s
(integer) 2
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH nothing
OK
2> BLPOP l 0
1) "l"
2) "b"
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
