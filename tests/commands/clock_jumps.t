# The clock of the machine is set, by an hour and by ten years, either way. What has a deadline has it in Unix time, as in
# Redis: it is gone when the clock has passed it, and not before. What has a duration (timeouts, pauses, the log's one
# second) does not notice.
!server --appendonly yes --enable-debug-command yes

!sim-only only there can a test set the clock; tests/scenarios/expiry.py does it with the real server

> SET plain v
OK
> SET hour v PXAT 1767227400000
OK
> SET day v PXAT 1767312000000
OK
> SET never v PXAT 4102444800000
OK
> HSET hash f 1 g 2 h 3
(integer) 3
> HPEXPIREAT hash 1767227400000 FIELDS 1 f
1) (integer) 1
> HPEXPIREAT hash 1767312000000 FIELDS 1 g
1) (integer) 1

# An hour ahead: it is one o'clock. What was to live until half past twelve has lived its time, by the clock.
!step-clock 3600000
> MGET plain hour day never
1) "v"
2) (nil)
3) "v"
4) "v"
> HMGET hash f g h
1) (nil)
2) "2"
3) "3"
> TTL day
~ \(integer\) 8\d\d\d\d
> EXPIRETIME day
(integer) 1767312000
> SET late v EX 1000
OK
> TTL late
(integer) 1000

# Back again: nobody lives shorter for that. What is gone stays gone.
!step-clock -3600000
> MGET plain hour day never late
1) "v"
2) (nil)
3) "v"
4) "v"
5) "v"
> HLEN hash
(integer) 2
> TTL late
~ \(integer\) 4[56]\d\d

# An hour too early, and ten years too early: deadlines set now are of that clock, and come in their time.
!step-clock -3600000
> SET early v PX 300
OK
> EXISTS early day
(integer) 2
!advance 320
> EXISTS early day
(integer) 1
!step-clock -315576000000
> SET early v PX 300
OK
> EXISTS early plain day never late
(integer) 5
!advance 320
> EXISTS early plain day never late
(integer) 4
> PEXPIRETIME day
(integer) 1767312000000

# Entries of a stream never go back, and nobody is idle for less than no time.
> XADD stream 1767225600000-0 f v
"1767225600000-0"
> XADD stream * f v
"1767225600000-1"
> XGROUP CREATE stream group 0
OK
> XREADGROUP GROUP group consumer STREAMS stream >
1) 1) "stream"
   2) 1) 1) "1767225600000-0"
         2) 1) "f"
            2) "v"
      2) 1) "1767225600000-1"
         2) 1) "f"
            2) "v"
!step-clock -3600000
> XPENDING stream group - + 10
1) 1) "1767225600000-0"
   2) "consumer"
   3) (integer) 0
   4) (integer) 1
2) 1) "1767225600000-1"
   2) "consumer"
   3) (integer) 0
   4) (integer) 1
> XINFO CONSUMERS stream group
1) 1) "name"
   2) "consumer"
   3) "pending"
   4) (integer) 2
   5) "idle"
   6) (integer) 0
> XAUTOCLAIM stream group other 1000 0
1) "0-0"
2) (empty array)
3) (empty array)
!step-clock 3600000

# The log loads what has not passed its deadline, by the clock of then.
> DEBUG LOADAOF
OK
> EXISTS plain day never late
(integer) 4
!step-clock 315579600000
> DEBUG LOADAOF
OK
> MGET plain day never late
1) "v"
2) "v"
3) "v"
4) "v"
> PEXPIRETIME day
(integer) 1767312000000
> HLEN hash
(integer) 2

# Ten years ahead.
!step-clock 315576000000
> DEBUG LOADAOF
OK
> MGET plain day never late
1) "v"
2) (nil)
3) "v"
4) (nil)
> HGETALL hash
1) "h"
2) "3"
!await DBSIZE => (integer) 4
!step-clock -315576000000
> DEBUG LOADAOF
OK
> MGET plain day never late
1) "v"
2) (nil)
3) "v"
4) (nil)

# Durations: who waits a second waits a second.
2> BLPOP queue 1
(no reply)
3> WAITAOF 0 1 1000
(no reply)
!step-clock 315576000000
2!read
(no reply)
3!read
(no reply)
!step-clock -631152000000
2!read
(no reply)
!advance 1000
2!read
(nil)
3!read
1) (integer) 1
2) (integer) 0
!step-clock 315576000000
> CLIENT PAUSE 500 WRITE
OK
!step-clock -315576000000
2> SET paused v
(no reply)
!advance 600
2!read
OK

# Nobody has been idle for an hour.
> CONFIG SET timeout 600
OK
!step-clock 3600000
!advance 3000
2> PING
PONG
> CLIENT LIST
~ id=\d+ addr=.* age=\d idle=\d flags=.*
...
!step-clock -7200000
> CLIENT LIST
~ id=\d+ addr=.* age=\d idle=\d flags=.*
...
> INFO server
...
~ uptime_in_seconds:\d
...
> CONFIG SET timeout 0
OK

# The log is synced within its second, whoever set which clock.
!step-clock 315576000000
> SET plain v2
OK
!advance 1100
> MULTI
OK
> WAITAOF 1 0 0
QUEUED
> EXEC
1) 1) (integer) 1
   2) (integer) 0
!step-clock -631152000000
> SET plain v3
OK
!advance 1100
> MULTI
OK
> WAITAOF 1 0 0
QUEUED
> EXEC
1) 1) (integer) 1
   2) (integer) 0
!step-clock 315576000000

# The slow log is in the order of what happened, not of what the clock said.
> CONFIG SET slowlog-log-slower-than 0
OK
> SLOWLOG RESET
OK
> GET plain
"v3"
!step-clock -3600000
> GET plain
"v3"
> SLOWLOG GET 2
~ 1\) 1\) \(integer\) 3
...
~ 2\) 1\) \(integer\) 2
...
!end
