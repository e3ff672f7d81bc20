# The event of a key that was evicted, because maxmemory was reached.

> CONFIG SET notify-keyspace-events KEe
OK
2> PSUBSCRIBE __key*
1) "psubscribe"
2) "__key*"
3) (integer) 1
> CONFIG SET maxmemory-policy allkeys-random
OK
> HSET h f v
(integer) 1
> CONFIG SET maxmemory 1
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@0__:h"
4) "evicted"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:evicted"
4) "h"
!await DBSIZE => (integer) 0
> CONFIG SET maxmemory 0
OK
> CONFIG SET maxmemory-policy volatile-lru
OK
> SET stays v
OK
> RPUSH goes v
(integer) 1
> EXPIRE goes 1000
(integer) 1
> CONFIG SET maxmemory 1
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@0__:goes"
4) "evicted"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:evicted"
4) "goes"
> CONFIG SET maxmemory 0
OK
> EXISTS stays goes
(integer) 1
