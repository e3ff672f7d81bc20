# Publish/subscribe and keyspace notifications in transactions
#
# PUBLISH and SUBSCRIBE are queued like other commands and run by EXEC, in order.

2> SUBSCRIBE ch
1) "subscribe"
2) "ch"
3) (integer) 1
> MULTI
OK
> PUBLISH ch one
QUEUED
> PUBLISH ch two
QUEUED
> PUBLISH nobody x
QUEUED
2!read
(no reply)
> EXEC
1) (integer) 1
2) (integer) 1
3) (integer) 0
2!read
1) "message"
2) "ch"
3) "one"
2!read
1) "message"
2) "ch"
3) "two"

# What is not run is not published.
> MULTI
OK
> PUBLISH ch three
QUEUED
> DISCARD
OK
2!read
(no reply)

# Each command has one reply in EXEC's array, but SUBSCRIBE answers once for each channel. SSUBSCRIBE is not
# allowed there.
> CLIENT ID
...
> MULTI
OK
!send "SUBSCRIBE a b\r\n"
"+QUEUED"
> PSUBSCRIBE p*
QUEUED
> SSUBSCRIBE s
QUEUED
!send "EXEC\r\n"
"*3"
"*3"
"$9"
"subscribe"
"$1"
"a"
":1"
"*3"
"$9"
"subscribe"
"$1"
"b"
":2"
"*3"
"$10"
"psubscribe"
"$2"
"p*"
":3"
"-ERR SSUBSCRIBE isn't allowed for a DENY BLOCKING client"

# A subscriber in RESP2 begins no transaction.
> MULTI
(error) ERR Can't execute 'multi': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
3> CLIENT LIST ID $ID()
~ .* flags=P .* sub=2 psub=1 ssub=0 multi=-1 .*
3> PUBLISH a x
(integer) 1
!read
1) "message"
2) "a"
3) "x"
> RESET
RESET
3> PUBLISH a x
(integer) 0
3> CLIENT LIST ID $ID()
~ .* flags=N .* sub=0 psub=0 ssub=0 multi=-1 .*

# In RESP3 it does. RESET leaves both.
> HELLO 3
...
> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> MULTI
OK
> SET k 1
QUEUED
3> CLIENT LIST ID $ID()
~ .* flags=Px .* sub=1 psub=0 ssub=0 multi=1 .*
3> PUBLISH a queued
(integer) 1
!read
1) "message"
2) "a"
3) "queued"
> RESET
RESET
> EXEC
(error) ERR EXEC without MULTI
> EXISTS k
(integer) 0

2> UNSUBSCRIBE
1) "unsubscribe"
2) "ch"
3) (integer) 0

# Notifications of all commands come in order, and those of one command stand between the messages
# that are published before and after it; the keys are anywhere.
> CONFIG SET notify-keyspace-events KEA
OK
4> SUBSCRIBE ch
1) "subscribe"
2) "ch"
3) (integer) 1
4> PSUBSCRIBE __keyevent@*
1) "psubscribe"
2) "__keyevent@*"
3) (integer) 2
> MULTI
OK
> SET k1 a
QUEUED
> SET k2 b
QUEUED
> PUBLISH ch between
QUEUED
> MSET k3 c k4 d k5 e
QUEUED
> INCR k6
QUEUED
> DEL k5 k4 k3
QUEUED
> SELECT 1
QUEUED
> APPEND k7 x
QUEUED
> RENAME k7 k8
QUEUED
> PUBLISH ch end
QUEUED
> SELECT 0
QUEUED
> EXPIRE k1 100
QUEUED
> EXEC
 1) OK
 2) OK
 3) (integer) 1
 4) OK
 5) (integer) 1
 6) (integer) 3
 7) OK
 8) (integer) 1
 9) OK
10) (integer) 1
11) OK
12) (integer) 1
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k1"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k2"
4!read
1) "message"
2) "ch"
3) "between"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k3"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k4"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k5"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:incrby"
4) "k6"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:del"
4) "k5"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:del"
4) "k4"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:del"
4) "k3"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@1__:append"
4) "k7"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@1__:rename_from"
4) "k7"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@1__:rename_to"
4) "k8"
4!read
1) "message"
2) "ch"
3) "end"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:expire"
4) "k1"
4!read
(no reply)

# What a notification tells of is there.
> MULTI
OK
> SET k1 new
QUEUED
> SET k2 new
QUEUED
> EXEC
1) OK
2) OK
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k1"
3> MGET k1 k2
1) "new"
2) "new"
4!read
1) "pmessage"
2) "__keyevent@*"
3) "__keyevent@0__:set"
4) "k2"
