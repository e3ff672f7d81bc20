# MULTI, EXEC, DISCARD
#
# After MULTI commands are queued; EXEC runs them one after another, with nothing in between, and
# answers all their replies. DISCARD forgets them.

> MULTI
OK
> SET a 1
QUEUED
> INCR a
QUEUED
> GET a
QUEUED
> EXEC
1) OK
2) (integer) 2
3) "2"
> GET a
"2"
> MULTI
OK
> EXEC
(empty array)
> MULTI
OK
> SET a 100
QUEUED
> DISCARD
OK
> GET a
"2"

# What fails when it runs is answered in its place; the rest runs all the same, and nothing is
# undone.
> MULTI
OK
> SET s v
QUEUED
> LPUSH s x
QUEUED
> INCR s
QUEUED
> SET t w
QUEUED
> EXEC
1) OK
2) (error) WRONGTYPE Operation against a key holding the wrong kind of value
3) (error) ERR value is not an integer or out of range
4) OK
> MGET s t
1) "v"
2) "w"

# What is wrong when it is queued is answered at once, and EXEC refuses them all.
> MULTI
OK
> SET u 1
QUEUED
> NOSUCHCOMMAND
(error) ERR unknown command 'NOSUCHCOMMAND', with args beginning with: 
> SET u 2
QUEUED
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> EXISTS u
(integer) 0
> MULTI
OK
> SET u
(error) ERR wrong number of arguments for 'set' command
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> MULTI
OK
> OBJECT WHATEVER u
(error) ERR unknown subcommand 'WHATEVER'. Try OBJECT HELP.
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> MULTI
OK
> GET
(error) ERR wrong number of arguments for 'get' command
> DISCARD
OK
> MULTI
OK
> SET u 1
QUEUED
> EXEC
1) OK

# Every type of reply, nested.
> RPUSH l a b
(integer) 2
> HSET h f v
(integer) 1
> MULTI
OK
> LRANGE l 0 -1
QUEUED
> HGETALL h
QUEUED
> GET nothing
QUEUED
> LRANGE nothing 0 -1
QUEUED
> LPOP nothing 1
QUEUED
> TYPE l
QUEUED
> PING
QUEUED
> PING text
QUEUED
> ECHO x
QUEUED
> EXEC
1) 1) "a"
   2) "b"
2) 1) "f"
   2) "v"
3) (nil)
4) (empty array)
5) (nil)
6) list
7) PONG
8) "text"
9) "x"
!send "MULTI\r\nGET nothing\r\nLPOP nothing 1\r\nLRANGE nothing 0 -1\r\nSET s v\r\nLPUSH s x\r\nEXEC\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"*5"
"$-1"
"*-1"
"*0"
"+OK"
"-WRONGTYPE Operation against a key holding the wrong kind of value"

# MULTI does not nest; EXEC and DISCARD need it. An unwanted MULTI spoils nothing.
> MULTI
OK
> MULTI
(error) ERR MULTI calls can not be nested
> SET n 1
QUEUED
> EXEC
1) OK
> GET n
"1"
> EXEC
(error) ERR EXEC without MULTI
> DISCARD
(error) ERR DISCARD without MULTI
> MULTI x
(error) ERR wrong number of arguments for 'multi' command
> EXEC x
(error) EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command
> DISCARD x
(error) ERR wrong number of arguments for 'discard' command
> MULTI
OK
> EXEC x
(error) EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command
> EXEC
(error) ERR EXEC without MULTI
> MULTI
OK
> DISCARD x
(error) ERR wrong number of arguments for 'discard' command
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.

# SELECT counts for what comes after it, and stays.
> MULTI
OK
> SET where 0
QUEUED
> SELECT 1
QUEUED
> SET where 1
QUEUED
> GET where
QUEUED
> SELECT 2
QUEUED
> EXEC
1) OK
2) OK
3) OK
4) "1"
5) OK
> EXISTS where
(integer) 0
> SELECT 1
OK
> GET where
"1"
> SELECT 0
OK
> GET where
"0"
> MULTI
OK
> SELECT 3
QUEUED
> DISCARD
OK
> GET where
"0"
> MULTI
OK
> SELECT 99
QUEUED
> GET where
QUEUED
> EXEC
1) (error) ERR DB index is out of range
2) "0"

# Others see all or nothing, also while it is queued.
> DEL a b
(integer) 1
> MULTI
OK
> SET a 1
QUEUED
> SET b 1
QUEUED
2> MGET a b
1) (nil)
2) (nil)
> EXEC
1) OK
2) OK
2> MGET a b
1) "1"
2) "1"
2> MULTI
OK
2> INCR a
QUEUED
> INCR a
(integer) 2
2> INCR b
QUEUED
2> EXEC
1) (integer) 3
2) (integer) 2
> MGET a b
1) "3"
2) "2"

# Keys everywhere, the same one many times, and many databases in one.
> MULTI
OK
> MSET k1 1 k2 2 k3 3 k4 4 k5 5
QUEUED
> INCR k1
QUEUED
> INCR k1
QUEUED
> DEL k2 k3
QUEUED
> RENAME k4 k6
QUEUED
> SINTERSTORE k7 k8 k9
QUEUED
> SADD k8 a b
QUEUED
> SADD k9 b c
QUEUED
> SINTERSTORE k7 k8 k9
QUEUED
> SMEMBERS k7
QUEUED
> MGET k1 k2 k3 k4 k5
QUEUED
> DBSIZE
QUEUED
> MOVE k1 1
QUEUED
> EXISTS k1
QUEUED
> FLUSHDB
QUEUED
> DBSIZE
QUEUED
> EXEC
 1) OK
 2) (integer) 2
 3) (integer) 3
 4) (integer) 2
 5) OK
 6) (integer) 0
 7) (integer) 2
 8) (integer) 2
 9) (integer) 1
10) 1) "b"
11) 1) "3"
    2) (nil)
    3) (nil)
    4) (nil)
    5) "5"
12) (integer) 15
13) (integer) 1
14) (integer) 0
15) OK
16) (integer) 0
> SELECT 1
OK
> GET k1
"3"
> FLUSHALL
OK
> SELECT 0
OK

# A connection that closes within MULTI leaves nothing.
> MULTI
OK
> SET gone 1
QUEUED
!reconnect
> GET gone
(nil)
> EXEC
(error) ERR EXEC without MULTI

# RESET leaves MULTI.
> MULTI
OK
> SET gone 1
QUEUED
> RESET
RESET
> GET gone
(nil)
> EXEC
(error) ERR EXEC without MULTI

# In a pipeline.
!send "MULTI\r\nSET p 1\r\nINCR p\r\nEXEC\r\nGET p\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"*2"
"+OK"
":2"
"$1"
"2"
!send "MULTI\r\nINCR p\r\nBAD\r\nEXEC\r\nGET p\r\nMULTI\r\nINCR p\r\nDISCARD\r\nGET p\r\n"
"+OK"
"+QUEUED"
"-ERR unknown command 'BAD', with args beginning with: "
"-EXECABORT Transaction discarded because of previous errors."
"$1"
"2"
"+OK"
"+QUEUED"
"+OK"
"$1"
"2"

# What may not stand within MULTI, or is answered at once.
> MULTI
OK
> WATCH a
(error) ERR WATCH inside MULTI is not allowed
> UNWATCH
QUEUED
> SUBSCRIBE ch
QUEUED
> EXEC
1) OK
2) 1) "subscribe"
   2) "ch"
   3) (integer) 1
> UNSUBSCRIBE ch
1) "unsubscribe"
2) "ch"
3) (integer) 0
> MULTI
OK
> QUIT
OK
!closed
!reconnect
!resp3
> MULTI
OK
> HSET h f v
QUEUED
> HGETALL h
QUEUED
> ZADD z 1.5 a
QUEUED
> ZSCORE z a
QUEUED
> GET nothing
QUEUED
> SADD s a
QUEUED
> SMEMBERS s
QUEUED
> EXEC
1) (integer) 1
2) 1# "f" => "v"
3) (integer) 1
4) (double) 1.5
5) (nil)
6) (integer) 1
7) 1~ "a"
