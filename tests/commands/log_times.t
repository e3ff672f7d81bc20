# The slow log, LATENCY and the statistics tell how long commands have worked, not for how long the disk has kept their
# replies. The disk fails here for a while, so that replies of commands over several shards wait for half a second and more.
!server --appendonly yes --appendfsync always --enable-debug-command yes

!anax-only the disk can be made to fail
> CONFIG SET slowlog-log-slower-than 100000 latency-monitor-threshold 100
OK
> RPUSH list a b c
(integer) 3
> SET name x
OK
> SLOWLOG RESET
OK

> DEBUG DISK-FAULT write every eio
OK
2> MSET a 1 b 2 c 3 d 4 e 5
(no reply)
!advance 200
2!read
(no reply)
> DEBUG DISK-FAULT off
OK
2!read
OK
!await SET works again => OK

> DEBUG DISK-FAULT write every eio
OK
2> MULTI
OK
2> RENAME name other
QUEUED
2> SET c 1
QUEUED
2> DEL a b
QUEUED
2> EXEC
(no reply)
!advance 200
> DEBUG DISK-FAULT off
OK
2!read
1) OK
2) OK
3) (integer) 2
!await SET works again => OK

> DEBUG DISK-FAULT write every eio
OK
2> BLMOVE list target LEFT RIGHT 0
(no reply)
!advance 200
> DEBUG DISK-FAULT off
OK
2!read
"a"
!await SET works again => OK

> SLOWLOG LEN
(integer) 0
> LATENCY HISTORY command
(empty array)
> LATENCY HISTORY fast-command
(empty array)

# How long a rewrite takes, and has taken.
> INFO persistence
...
aof_rewrite_in_progress:0
...
aof_last_rewrite_time_sec:-1
aof_current_rewrite_time_sec:-1
...
aof_last_cow_size:0
...
~ aof_delayed_fsync:\d+
...
> BGREWRITEAOF
Background append only file rewriting started
!advance 1000
> INFO persistence
...
aof_rewrite_in_progress:0
...
~ aof_last_rewrite_time_sec:[0-9]
aof_current_rewrite_time_sec:-1
...
!end
