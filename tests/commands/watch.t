# WATCH key [key ...] and UNWATCH
#
# EXEC runs only if none of the watched keys was changed since; otherwise it answers nil. EXEC and
# DISCARD end the watching, and so does UNWATCH.

> SET a 1
OK
> WATCH a
OK
> MULTI
OK
> INCR a
QUEUED
> EXEC
1) (integer) 2
> WATCH a
OK
2> SET a 5
OK
> MULTI
OK
> INCR a
QUEUED
> EXEC
(nil)
> GET a
"5"

# The nil is a null array in RESP2.
> WATCH a
OK
2> SET a 6
OK
!send "MULTI\r\nINCR a\r\nEXEC\r\n"
"+OK"
"+QUEUED"
"*-1"
> MULTI
OK
> INCR a
QUEUED
> EXEC
1) (integer) 7

# Changed within MULTI, but before EXEC.
> WATCH a
OK
> MULTI
OK
> INCR a
QUEUED
2> INCR a
(integer) 8
> EXEC
(nil)

# One's own changes count.
> WATCH a
OK
> SET a 1
OK
> MULTI
OK
> GET a
QUEUED
> EXEC
(nil)

# What changes nothing does not count; the same value set again does.
> WATCH a
OK
2> GET a
"1"
2> SETNX a 5
(integer) 0
2> EXPIRE nothing 5
(integer) 0
2> TOUCH a
(integer) 1
2> TTL a
(integer) -1
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH a
OK
2> SET a 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> EXPIRE a 1000
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> PERSIST a
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> DEL a
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> DEL a
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH a
OK
2> SET a 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> RENAME a b
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH b
OK
2> COPY b c
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH c
OK
2> COPY b c REPLACE
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)

# Other keys do not count, nor do the same names in other databases.
> WATCH a
OK
2> SET other 1
OK
2> SELECT 1
OK
2> SET a x
OK
2> SELECT 0
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> SELECT 1
OK
> WATCH a
OK
> SELECT 0
OK
2> SET a 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> SELECT 1
OK
> WATCH a
OK
> SELECT 0
OK
2> SELECT 1
OK
2> SET a 1
OK
2> SELECT 0
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)

# Many keys; any of them.
> WATCH k1 k2 k3
OK
> WATCH k4 k1
OK
2> SET k4 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH k1 k1
OK
2> SET k1 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)

# UNWATCH and DISCARD end it; so does a second EXEC know nothing of it.
> WATCH a
OK
2> SET a 2
OK
> UNWATCH
OK
> MULTI
OK
> GET a
QUEUED
> EXEC
1) "2"
> WATCH a
OK
2> SET a 3
OK
> MULTI
OK
> DISCARD
OK
> MULTI
OK
> GET a
QUEUED
> EXEC
1) "3"
> UNWATCH
OK
> WATCH a
OK
2> SET a 4
OK
> MULTI
OK
> EXEC
(nil)
> MULTI
OK
> GET a
QUEUED
> EXEC
1) "4"

# A spoilt queue comes before a changed key, and ends the watching, too.
> WATCH a
OK
2> SET a 5
OK
> MULTI
OK
> BAD
(error) ERR unknown command 'BAD', with args beginning with: 
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> MULTI
OK
> GET a
QUEUED
> EXEC
1) "5"
> WATCH a
OK
2> SET a 6
OK
> MULTI
OK
> WATCH a
(error) ERR WATCH inside MULTI is not allowed
> MULTI
(error) ERR MULTI calls can not be nested
> EXEC
(nil)

# FLUSHALL, FLUSHDB and SWAPDB change what there is and what comes to be, not what was not there.
> SET a 1
OK
> WATCH a
OK
2> FLUSHALL
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> FLUSHALL
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> SET a 1
OK
> WATCH a
OK
2> FLUSHDB
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> SET a 1
OK
> WATCH a
OK
2> SWAPDB 0 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
2> SWAPDB 0 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH nothing
OK
2> SWAPDB 0 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> FLUSHALL
OK

# A key whose time comes while it is watched counts as changed; one whose time had come before does
# not.
> SET a 1 PX 30
OK
> WATCH a
OK
!advance 50
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> DEBUG SET-ACTIVE-EXPIRE 0
OK
> SET a 1 PX 20
OK
!advance 40
> WATCH a
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> SET a 1 PX 20
OK
!advance 40
> WATCH a
OK
2> GET a
(nil)
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> DEBUG SET-ACTIVE-EXPIRE 1
OK
> SET a 1 PX 300
OK
> WATCH a
OK
!advance 320
2> GET a
(nil)
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> SET a 1 EX 100
OK
> WATCH a
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG

> WATCH
(error) ERR wrong number of arguments for 'watch' command
> UNWATCH x
(error) ERR wrong number of arguments for 'unwatch' command
> MULTI
OK
> UNWATCH
QUEUED
> EXEC
1) OK
> WATCH a
OK
> RESET
RESET
2> SET a 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
!resp3
> WATCH a
OK
2> SET a 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
!resp2

# SET with a time that has passed makes nothing, but counts as a change, also where there was nothing.
> DEL a
(integer) 1
> WATCH a
OK
> SET a 1 PXAT 1
OK
> EXISTS a
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH a
OK
> SET a 1 EXAT 1
OK
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)

# A bit or a field of bits that is so already is no change, although the string becomes a raw one by it.
> MSET number 12345 text abc raw abc
OK
> APPEND raw ""
(integer) 3
> WATCH number text raw
OK
> SETBIT number 2 1
(integer) 1
> SETBIT text 1 1
(integer) 1
> SETBIT raw 1 1
(integer) 1
> OBJECT ENCODING number
"raw"
> OBJECT ENCODING text
"raw"
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> MSET number 12345 text abc
OK
> WATCH number text raw
OK
> BITFIELD number SET u8 0 49
1) (integer) 49
> BITFIELD text INCRBY u8 0 0
1) (integer) 97
> BITFIELD raw OVERFLOW FAIL INCRBY u8 0 200
1) (nil)
> OBJECT ENCODING text
"raw"
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH number
OK
> SETBIT number 7 0
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH number
OK
> SETBIT number 800 0
(integer) 0
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH text
OK
> BITFIELD text SET u8 0 1
1) (integer) 97
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)

# APPEND counts as a change even of nothing, SETRANGE of nothing does not.
> WATCH raw
OK
> SETRANGE raw 1 ""
(integer) 3
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH raw
OK
> APPEND raw ""
(integer) 3
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH raw
OK
> SETRANGE raw 1 b
(integer) 3
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH raw
OK
> APPEND raw c
(integer) 4
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH raw
OK
> APPEND unwatched c
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG

# PFADD and PFCOUNT count when the bytes change: a register, or the estimate that is kept.
> PFADD hll a b
(integer) 1
> PFCOUNT hll
(integer) 2
> WATCH hll
OK
> PFADD hll a
(integer) 0
> PFCOUNT hll
(integer) 2
> MULTI
OK
> PING
QUEUED
> EXEC
1) PONG
> WATCH hll
OK
> PFADD hll c
(integer) 1
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
> WATCH hll
OK
> PFCOUNT hll
(integer) 3
> MULTI
OK
> PING
QUEUED
> EXEC
(nil)
