# SUBSCRIBE channel [channel ...], UNSUBSCRIBE [channel ...], PUBLISH channel message
#
# Who subscribed to a channel gets what is published there. This page speaks RESP2, in which a
# connection that subscribed to something can do little else; pubsub_resp3.t speaks RESP3.

2> SUBSCRIBE a b
1) "subscribe"
2) "a"
3) (integer) 1
1) "subscribe"
2) "b"
3) (integer) 2
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 2
> PUBLISH a hello
(integer) 1
> PUBLISH a ""
(integer) 1
> PUBLISH b "\x00\xff\r\n"
(integer) 1
> PUBLISH c nobody
(integer) 0
> PUBLISH A case
(integer) 0
2!read
1) "message"
2) "a"
3) "hello"
2!read
1) "message"
2) "a"
3) ""
2!read
1) "message"
2) "b"
3) "\x00\xff\r\n"
2!read
(no reply)
3> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> PUBLISH a two
(integer) 2
2!read
1) "message"
2) "a"
3) "two"
3!read
1) "message"
2) "a"
3) "two"
3> SUBSCRIBE "" "\x00"
1) "subscribe"
2) ""
3) (integer) 2
1) "subscribe"
2) "\x00"
3) (integer) 3
> PUBLISH "" x
(integer) 1
3!read
1) "message"
2) ""
3) "x"

# Messages of one publisher come in order.
!send "PUBLISH a 1\r\nPUBLISH b 2\r\nPUBLISH a 3\r\n"
":2"
":1"
":2"
2!read
1) "message"
2) "a"
3) "1"
2!read
1) "message"
2) "b"
3) "2"
2!read
1) "message"
2) "a"
3) "3"
3!read
1) "message"
2) "a"
3) "1"
3!read
1) "message"
2) "a"
3) "3"

# UNSUBSCRIBE tells for each channel how many are left, also for those that were not subscribed.
2> UNSUBSCRIBE zzz
1) "unsubscribe"
2) "zzz"
3) (integer) 2
2> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 1
> PUBLISH a gone
(integer) 1
3!read
1) "message"
2) "a"
3) "gone"
2> SUBSCRIBE c d
1) "subscribe"
2) "c"
3) (integer) 2
1) "subscribe"
2) "d"
3) (integer) 3
2> UNSUBSCRIBE b c d
1) "unsubscribe"
2) "b"
3) (integer) 2
1) "unsubscribe"
2) "c"
3) (integer) 1
1) "unsubscribe"
2) "d"
3) (integer) 0
2> UNSUBSCRIBE b
1) "unsubscribe"
2) "b"
3) (integer) 0

# Without arguments: all; with none left one reply with nil.
2> SUBSCRIBE x
1) "subscribe"
2) "x"
3) (integer) 1
2> UNSUBSCRIBE
1) "unsubscribe"
2) "x"
3) (integer) 0
2> UNSUBSCRIBE
1) "unsubscribe"
2) (nil)
3) (integer) 0
!send "UNSUBSCRIBE\r\n"
"*3"
"$11"
"unsubscribe"
"$-1"
":0"
2> GET k
(nil)

# PSUBSCRIBE pattern [pattern ...]: by patterns, as KEYS has them. Who matches twice gets it twice.
2> PSUBSCRIBE n* ?x
1) "psubscribe"
2) "n*"
3) (integer) 1
1) "psubscribe"
2) "?x"
3) (integer) 2
> PUBLISH news 1
(integer) 1
> PUBLISH nx 2
(integer) 2
> PUBLISH other 3
(integer) 0
2!read
1) "pmessage"
2) "n*"
3) "news"
4) "1"
2!read
1) "pmessage"
~ 2\) "(n\*|\?x)"
3) "nx"
4) "2"
2!read
1) "pmessage"
~ 2\) "(n\*|\?x)"
3) "nx"
4) "2"
2!read
(no reply)
2> SUBSCRIBE news
1) "subscribe"
2) "news"
3) (integer) 3
> PUBLISH news 4
(integer) 2
2!read
1) "message"
2) "news"
3) "4"
2!read
1) "pmessage"
2) "n*"
3) "news"
4) "4"
2> PUNSUBSCRIBE ?x
1) "punsubscribe"
2) "?x"
3) (integer) 2
2> UNSUBSCRIBE news
1) "unsubscribe"
2) "news"
3) (integer) 1
2> PSUBSCRIBE n*
1) "psubscribe"
2) "n*"
3) (integer) 1
> PUBLISH nx 5
(integer) 1
2!read
1) "pmessage"
2) "n*"
3) "nx"
4) "5"
2> PUNSUBSCRIBE zzz
1) "punsubscribe"
2) "zzz"
3) (integer) 1
2> PUNSUBSCRIBE
1) "punsubscribe"
2) "n*"
3) (integer) 0
2> PUNSUBSCRIBE
1) "punsubscribe"
2) (nil)
3) (integer) 0
2> PUNSUBSCRIBE n*
1) "punsubscribe"
2) "n*"
3) (integer) 0
2> PSUBSCRIBE h[ae]llo h\[b "" "\x00*"
1) "psubscribe"
2) "h[ae]llo"
3) (integer) 1
1) "psubscribe"
2) "h\\[b"
3) (integer) 2
1) "psubscribe"
2) ""
3) (integer) 3
1) "psubscribe"
2) "\x00*"
3) (integer) 4
> PUBLISH hallo 1
(integer) 1
> PUBLISH hbllo 0
(integer) 0
> PUBLISH h[b 1
(integer) 1
> PUBLISH "" 1
(integer) 2
> PUBLISH "\x00\x01" 1
(integer) 1
2!read
1) "pmessage"
2) "h[ae]llo"
3) "hallo"
4) "1"
2!read
1) "pmessage"
2) "h\\[b"
3) "h[b"
4) "1"
2!read
1) "pmessage"
2) ""
3) ""
4) "1"
2!read
1) "pmessage"
2) "\x00*"
3) "\x00\x01"
4) "1"
2> PUNSUBSCRIBE h[ae]llo h\[b "" "\x00*"
1) "punsubscribe"
2) "h[ae]llo"
3) (integer) 3
1) "punsubscribe"
2) "h\\[b"
3) (integer) 2
1) "punsubscribe"
2) ""
3) (integer) 1
1) "punsubscribe"
2) "\x00*"
3) (integer) 0

# Of many channels at once, in any order.
2> SUBSCRIBE u1 u2 u3
1) "subscribe"
2) "u1"
3) (integer) 1
1) "subscribe"
2) "u2"
3) (integer) 2
1) "subscribe"
2) "u3"
3) (integer) 3
2> PSUBSCRIBE p1 p2
1) "psubscribe"
2) "p1"
3) (integer) 4
1) "psubscribe"
2) "p2"
3) (integer) 5
2> UNSUBSCRIBE
1) "unsubscribe"
~ 2\) "u[123]"
3) (integer) 4
2!read
1) "unsubscribe"
~ 2\) "u[123]"
3) (integer) 3
2!read
1) "unsubscribe"
~ 2\) "u[123]"
3) (integer) 2
2> UNSUBSCRIBE
1) "unsubscribe"
2) (nil)
3) (integer) 2
2> PUNSUBSCRIBE
1) "punsubscribe"
~ 2\) "p[12]"
3) (integer) 1
2!read
1) "punsubscribe"
~ 2\) "p[12]"
3) (integer) 0
2> GET k
(nil)

# Subscriptions know nothing of databases.
2> SELECT 1
OK
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> PUBLISH a any
(integer) 2
2!read
1) "message"
2) "a"
3) "any"
3!read
1) "message"
2) ""
3) "1"

# A subscribed connection in RESP2 may only do these; all else is an error. Unknown commands and
# wrong numbers of arguments are found before.
2> GET k
(error) ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> SET k v
(error) ERR Can't execute 'set': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> PUBLISH a x
(error) ERR Can't execute 'publish': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> MULTI
(error) ERR Can't execute 'multi': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> CLIENT ID
(error) ERR Can't execute 'client|id': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> INFO
(error) ERR Can't execute 'info': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> PUBSUB CHANNELS
(error) ERR Can't execute 'pubsub|channels': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> NOSUCHCOMMAND
(error) ERR unknown command 'NOSUCHCOMMAND', with args beginning with: 
2> SUBSCRIBE
(error) ERR wrong number of arguments for 'subscribe' command
2> PING
1) "pong"
2) ""
2> PING text
1) "pong"
2) "text"
2> PING a b
(error) ERR wrong number of arguments for 'ping' command
2> PSUBSCRIBE p
1) "psubscribe"
2) "p"
3) (integer) 2
2> SSUBSCRIBE s
1) "ssubscribe"
2) "s"
3) (integer) 1
2> SUNSUBSCRIBE s
1) "sunsubscribe"
2) "s"
3) (integer) 0
2> PUNSUBSCRIBE p
1) "punsubscribe"
2) "p"
3) (integer) 1
2> RESET
RESET
2> GET k
(nil)
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
2> QUIT
OK
2!closed

# HELLO is not among them.
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
2> HELLO 3
(error) ERR Can't execute 'hello': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> HELLO 2
(error) ERR Can't execute 'hello': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
2> UNSUBSCRIBE
1) "unsubscribe"
2) "a"
3) (integer) 0
2> HELLO 2
~ \s*1\) "server"
...

# A subscriber that closes is one no more.
2!reconnect
3!reconnect
!await PUBLISH a x => (integer) 0

> SUBSCRIBE
(error) ERR wrong number of arguments for 'subscribe' command
> PSUBSCRIBE
(error) ERR wrong number of arguments for 'psubscribe' command
> PUBLISH
(error) ERR wrong number of arguments for 'publish' command
> PUBLISH a
(error) ERR wrong number of arguments for 'publish' command
> PUBLISH a b c
(error) ERR wrong number of arguments for 'publish' command
