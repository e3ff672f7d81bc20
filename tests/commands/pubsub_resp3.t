# Pub/sub in RESP3: messages are pushes, and a connection that subscribed can do everything.

!resp3
> SUBSCRIBE a b
1) "subscribe"
2) "a"
3) (integer) 1
1) "subscribe"
2) "b"
3) (integer) 2
> SET k v
OK
> GET k
"v"
> PUBLISH a own
(integer) 1
!read
1) "message"
2) "a"
3) "own"
2> PUBLISH a other
(integer) 1
!read
1) "message"
2) "a"
3) "other"
2> PUBLISH b "\x00"
(integer) 1
!read
1) "message"
2) "b"
3) "\x00"
> PSUBSCRIBE a*
1) "psubscribe"
2) "a*"
3) (integer) 3
2> PUBLISH a twice
(integer) 2
!read
1) "message"
2) "a"
3) "twice"
!read
1) "pmessage"
2) "a*"
3) "a"
4) "twice"
> PUNSUBSCRIBE a*
1) "punsubscribe"
2) "a*"
3) (integer) 2
> PING
PONG
> PING text
"text"
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
2!read
(no reply)
2> PUBLISH a x
(error) ERR Can't execute 'publish': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
> PUBLISH a to-both
(integer) 2
!read
1) "message"
2) "a"
3) "to-both"
2!read
1) "message"
2) "a"
3) "to-both"

# The replies of SUBSCRIBE and UNSUBSCRIBE are pushes, too: on the wire.
!send "SUBSCRIBE w\r\n"
">3"
"$9"
"subscribe"
"$1"
"w"
":3"
!send "UNSUBSCRIBE w\r\n"
">3"
"$11"
"unsubscribe"
"$1"
"w"
":2"
> PUBLISH a me
(integer) 2
!read
1) "message"
2) "a"
3) "me"
2!read
1) "message"
2) "a"
3) "me"
!send "PING\r\n"
"+PONG"
> UNSUBSCRIBE b
1) "unsubscribe"
2) "b"
3) (integer) 1
> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0
> UNSUBSCRIBE
1) "unsubscribe"
2) (nil)
3) (integer) 0
!send "UNSUBSCRIBE\r\nPUNSUBSCRIBE\r\nSUNSUBSCRIBE\r\n"
">3"
"$11"
"unsubscribe"
"_"
":0"
">3"
"$12"
"punsubscribe"
"_"
":0"
">3"
"$12"
"sunsubscribe"
"_"
":0"

# In MULTI. What one publishes to oneself comes before or after the reply of EXEC, never within it.
> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
!anax-only Redis 7.0 writes the message into the middle of the reply of EXEC, 7.2 does not
> MULTI
OK
> PUBLISH a 1
QUEUED
> SET k 2
QUEUED
> PUBLISH a 3
QUEUED
> EXEC
1) (integer) 2
2) OK
3) (integer) 2
!read
1) "message"
2) "a"
3) "1"
!read
1) "message"
2) "a"
3) "3"
2!read
1) "message"
2) "a"
3) "1"
2!read
1) "message"
2) "a"
3) "3"
!end
> SET k 2
OK
> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0
2> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0
> MULTI
OK
> SUBSCRIBE m
QUEUED
> EXEC
1) 1) "subscribe"
   2) "m"
   3) (integer) 1
> UNSUBSCRIBE m
1) "unsubscribe"
2) "m"
3) (integer) 0

# A message does not tear the reply of a command.
> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
2> MULTI
OK
2> PUBLISH a 1
QUEUED
2> PUBLISH a 2
QUEUED
2> EXEC
1) (integer) 1
2) (integer) 1
!read
1) "message"
2) "a"
3) "1"
!read
1) "message"
2) "a"
3) "2"
> GET k
"2"

# RESP3 and back: a subscribed connection that becomes RESP2 is restricted.
> HELLO 2
~ \s*1\) "server"
...
> GET k
(error) ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
> PING
1) "pong"
2) ""
2> PUBLISH a resp2
(integer) 1
!read
1) "message"
2) "a"
3) "resp2"
> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0
> GET k
"2"

# Waiting commands get messages, too.
2!resp3
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
2> BLPOP l 0
(no reply)
> PUBLISH a while-waiting
(integer) 1
2!read
1) "message"
2) "a"
3) "while-waiting"
> RPUSH l x
(integer) 1
2!read
1) "l"
2) "x"
