# WAITAOF waits for what its own connection has written, and for nothing else. Nothing is synced here before
# somebody asks for it.
!server --appendonly yes --appendfsync no

!anax-only Redis has WAITAOF since 7.2

# Who has written nothing waits for nothing. Between MULTI and EXEC one sees what would be waited for.
2> SET other value
OK
> MULTI
OK
> WAITAOF 1 0 0
QUEUED
> EXEC
1) 1) (integer) 1
   2) (integer) 0
2> MULTI
OK
2> WAITAOF 1 0 0
QUEUED
2> EXEC
1) 1) (integer) 0
   2) (integer) 0
2> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
2> MULTI
OK
2> WAITAOF 1 0 0
QUEUED
2> EXEC
1) 1) (integer) 1
   2) (integer) 0

# What does not write is not waited for either.
2> GET other
"value"
2> DEL nothing
(integer) 0
2> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0

# Without numlocal it does not wait, but says what is so.
2> SET other value2
OK
2> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0

# In a pipeline it counts what stands before it, on whichever core: in groups, over several keys, in EXEC, by a script of
# other commands.
!send "SET a 1\r\nSET b 2\r\nSET c 3\r\nSET d 4\r\nSET e 5\r\nMULTI\r\nWAITAOF 0 0 0\r\nEXEC\r\nWAITAOF 1 0 0\r\nMULTI\r\nWAITAOF 0 0 0\r\nEXEC\r\n"
"+OK"
"+OK"
"+OK"
"+OK"
"+OK"
"+OK"
"+QUEUED"
"*1"
"*2"
":0"
":0"
"*2"
":1"
":0"
"+OK"
"+QUEUED"
"*1"
"*2"
":1"
":0"
!send "MSET a 1 b 2 c 3 d 4\r\nWAITAOF 0 0 0\r\nWAITAOF 1 0 0\r\nWAITAOF 0 0 0\r\n"
"+OK"
"*2"
":0"
":0"
"*2"
":1"
":0"
"*2"
":1"
":0"
!send "MULTI\r\nSET a 1\r\nMSET c 1 d 2\r\nEXEC\r\nWAITAOF 0 0 0\r\nWAITAOF 1 0 0\r\nWAITAOF 0 0 0\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"*2"
"+OK"
"+OK"
"*2"
":0"
":0"
"*2"
":1"
":0"
"*2"
":1"
":0"
> RENAME a {x}a
OK
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
> FLUSHALL
OK
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0

# What a transaction has written so far is not on the disk.
> MULTI
OK
> SET a 1
QUEUED
> WAITAOF 1 0 0
QUEUED
> MSET b 1 c 2 d 3
QUEUED
> WAITAOF 1 0 0
QUEUED
> EXEC
1) OK
2) 1) (integer) 0
   2) (integer) 0
3) OK
4) 1) (integer) 0
   2) (integer) 0

# An element that was waited for was taken by who has waited.
3> BLPOP queue 0
(no reply)
2> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
2> RPUSH queue x
(integer) 1
3!read
1) "queue"
2) "x"
3> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
3> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
3> BLMOVE queue target LEFT RIGHT 0
(no reply)
2> RPUSH queue x
(integer) 1
3!read
"x"
3> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
3> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
3> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0

# There are no replicas: who waits for some is blocked, until his time is over, and what he sends waits, too.
3> WAITAOF 0 1 400
(no reply)
> CLIENT LIST
...
~ .* flags=b .* cmd=waitaof .*
...
3> SET behind it
!advance 400
3!read
1) (integer) 1
2) (integer) 0
3!read
OK

# CLIENT UNBLOCK ends it: as if its time were over, or with an error.
3> CLIENT ID
~ \(integer\) \d+
3> WAITAOF 0 1 0
(no reply)
> CLIENT UNBLOCK $ID(3)
(integer) 1
3!read
1) (integer) 0
2) (integer) 0
3> WAITAOF 1 2 0
(no reply)
> CLIENT UNBLOCK $ID(3) ERROR
(integer) 1
3!read
(error) UNBLOCKED client unblocked via CLIENT UNBLOCK
> CLIENT UNBLOCK $ID(3)
(integer) 0

# Who goes while he waits leaves nothing.
4> WAITAOF 1 7 0
(no reply)
4!reconnect

# The log is ended: who waits for it is told so. Who waits for replicas only goes on.
3> WAITAOF 1 1 0
(no reply)
4> WAITAOF 0 1 0
(no reply)
> CONFIG SET appendonly no
OK
3!read
(error) ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled.
4!reconnect
> SET a 2
OK
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0

# A log that is begun holds all that there was.
> CONFIG SET appendonly yes
OK
> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0
> SET a 3
OK
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
!end
