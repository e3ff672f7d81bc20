# CLIENT PAUSE and transactions and waiting. With WRITE a command that writes is held back, also
# when it is only to be queued; a transaction that only reads is not.

> CLIENT PAUSE 10000 WRITE
OK
2> MULTI
OK
2> GET k
QUEUED
2> EXEC
1) (nil)
2> MULTI
OK
2> SET k v
(no reply)
3> PUBLISH a b
(no reply)
4> LPUSH l a
(no reply)
5> LRANGE l 0 -1
(empty array)
6> BLPOP l 0
(no reply)
> CLIENT UNPAUSE
OK
2!read
QUEUED
2> EXEC
1) OK
3!read
(integer) 0
4!read
(integer) 1
6!read
1) "l"
2) "a"
> LLEN l
(integer) 0

# What was queued before the pause is held back at EXEC.
2> MULTI
OK
2> SET k w
QUEUED
> CLIENT PAUSE 10000 WRITE
OK
2> EXEC
(no reply)
> GET k
"v"
> CLIENT UNPAUSE
OK
2!read
1) OK

# A client that waited before the pause is served in it, by a transaction that began before.
2> BLPOP q 0
(no reply)
> MULTI
OK
> RPUSH q a
QUEUED
> CLIENT PAUSE 10000 WRITE
QUEUED
> EXEC
1) (integer) 1
2) OK
> CLIENT UNPAUSE
OK
2!read
1) "q"
2) "a"

# ALL holds back everything, also CLIENT UNPAUSE.
> CLIENT PAUSE 300 ALL
OK
2> MULTI
(no reply)
3> SUBSCRIBE ch
(no reply)
2!read
OK
3!read
1) "subscribe"
2) "ch"
3) (integer) 1
2> DISCARD
OK

# A waiting client's time may be over within a pause.
2> BLPOP nothing 0.3
(no reply)
> CLIENT PAUSE 800 ALL
OK
!advance 320
2!read
(nil)
> PING
PONG
