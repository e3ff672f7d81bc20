# FLUSHDB [ASYNC | SYNC], FLUSHALL [ASYNC | SYNC]
#
# Delete all keys of this database, or of all. ASYNC frees the memory later; nobody sees a
# difference.

> MSET a 1 b 2
OK
> SELECT 1
OK
> MSET c 3 d 4
OK
> FLUSHDB
OK
> DBSIZE
(integer) 0
> SELECT 0
OK
> DBSIZE
(integer) 2
> FLUSHDB ASYNC
OK
> DBSIZE
(integer) 0
> SET a 1
OK
> FLUSHDB SYNC
OK
> SET a 1
OK
> flushdb async
OK
> GET a
(nil)
> FLUSHDB
OK

> MSET a 1 b 2
OK
> SELECT 1
OK
> MSET c 3 d 4
OK
> FLUSHALL
OK
> DBSIZE
(integer) 0
> SELECT 0
OK
> DBSIZE
(integer) 0
> SET a 1
OK
> FLUSHALL ASYNC
OK
> DBSIZE
(integer) 0
> SET a 1
OK
> FLUSHALL sync
OK
> DBSIZE
(integer) 0

# The times to live are gone as well.
> SET a 1 EX 100
OK
> FLUSHALL
OK
> SET a 1
OK
> TTL a
(integer) -1

> FLUSHDB WHATEVER
(error) ERR syntax error
> FLUSHDB ASYNC SYNC
(error) ERR syntax error
> FLUSHDB ""
(error) ERR syntax error
> FLUSHALL WHATEVER
(error) ERR syntax error
> FLUSHALL ASYNC ASYNC
(error) ERR syntax error
> GET a
"1"
