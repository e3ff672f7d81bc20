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
> INCR s
QUEUED
> SET t w
QUEUED
> EXEC
1) OK
2) (error) ERR value is not an integer or out of range
3) OK
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

# Keys everywhere, the same one many times, commands over several keys and over all, many databases in one.
> FLUSHALL
OK
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
> MSETNX k6 x k7 x
QUEUED
> MSETNX k8 x k9 x
QUEUED
> BITOP OR k10 k8 k6
QUEUED
> COPY k1 k11
QUEUED
> EXISTS k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11
QUEUED
> MGET k1 k2 k3 k4 k5
QUEUED
> DBSIZE
QUEUED
> MOVE k1 1
QUEUED
> EXISTS k1
QUEUED
> COPY k5 k5 DB 1
QUEUED
> SWAPDB 0 1
QUEUED
> MGET k1 k5 k6
QUEUED
> SCAN 0 COUNT 1000
QUEUED
> SWAPDB 0 1
QUEUED
> FLUSHDB
QUEUED
> DBSIZE
QUEUED
> RANDOMKEY
QUEUED
> KEYS *
QUEUED
> EXEC
 1) OK
 2) (integer) 2
 3) (integer) 3
 4) (integer) 2
 5) OK
 6) (integer) 0
 7) (integer) 1
 8) (integer) 1
 9) (integer) 1
10) (integer) 7
11) 1) "3"
    2) (nil)
    3) (nil)
    4) (nil)
    5) "5"
12) (integer) 7
13) (integer) 1
14) (integer) 0
15) (integer) 1
16) OK
17) 1) "3"
    2) "5"
    3) (nil)
18) 1) "0"
~     2\) 1\) "k[15]"
~        2\) "k[15]"
19) OK
20) OK
21) (integer) 0
22) (nil)
23) (empty array)
> SELECT 1
OK
> GET k1
"3"
> FLUSHALL
OK
> SELECT 0
OK

# What fails over several keys stands in its place, too.
> MULTI
OK
> RENAME no1 no2
QUEUED
> MSET a 1 b
QUEUED
> COPY a b DB 99
QUEUED
> MSET a 1 b 2 c 3
QUEUED
> EXEC
1) (error) ERR no such key
2) (error) ERR wrong number of arguments for 'mset' command
3) (error) ERR DB index is out of range
4) OK

# Time stands still while EXEC runs: what is set for a millisecond is there to its end.
> MULTI
OK
> SET t1 v PX 1
QUEUED
> MSET t2 1 t3 2 t4 3
QUEUED
> GET t1
QUEUED
> EXISTS t1
QUEUED
> EXEC
1) OK
2) OK
3) "v"
4) (integer) 1

!anax-only Redis reads the clock anew for PTTL, and says 0 when the millisecond has gone by meanwhile
> MULTI
OK
> SET t1 v PX 1
QUEUED
> MSET t2 1 t3 2 t4 3
QUEUED
> PTTL t1
QUEUED
> EXEC
1) OK
2) OK
3) (integer) 1
!end

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
> EXEC
1) OK
> MULTI
OK
> QUIT
OK
!closed
!reconnect
