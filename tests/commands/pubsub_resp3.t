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

# RESP3 and back: a subscribed connection that becomes RESP2 is restricted.
2> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0
> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> HELLO 2
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
"v"
