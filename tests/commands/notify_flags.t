# Keyspace notifications: what happens to keys is published, in two kinds of channels:
# __keyspace@DB__:KEY tells the event, __keyevent@DB__:EVENT the key. notify-keyspace-events says which:
# K, E for the kind of channel; g generic, $ strings, l lists, s sets, h hashes, z sorted sets, t streams,
# x expired, e evicted, d modules, A all of these; m missed keys, n new keys are not in A.

> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) ""
2> PSUBSCRIBE __key*
1) "psubscribe"
2) "__key*"
3) (integer) 1
> SET k v
OK
> CONFIG SET notify-keyspace-events KEA
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "AKE"
> SET k v
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@0__:k"
4) "set"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:set"
4) "k"
> DEL k
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@0__:k"
4) "del"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:del"
4) "k"
> SELECT 3
OK
> SET k v
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@3__:k"
4) "set"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@3__:set"
4) "k"
> SELECT 0
OK
> FLUSHALL
OK

# Without K or E nothing is told.
> CONFIG SET notify-keyspace-events A
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "A"
> SET k v
OK
> CONFIG SET notify-keyspace-events K
OK
> SET k v
OK
> CONFIG SET notify-keyspace-events E$
OK
> SET k v
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:set"
4) "k"
> RPUSH l a
(integer) 1
> DEL k
(integer) 1
> CONFIG SET notify-keyspace-events Kl
OK
> SET k v
OK
> RPUSH l a
(integer) 2
2!read
1) "pmessage"
2) "__key*"
3) "__keyspace@0__:l"
4) "rpush"
> CONFIG SET notify-keyspace-events Eg
OK
> DEL k l
(integer) 2
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:del"
4) "k"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:del"
4) "l"
> SET k v
OK
> EXPIRE k 100
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:expire"
4) "k"
> CONFIG SET notify-keyspace-events Es
OK
> SADD s a
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:sadd"
4) "s"
> HSET h a b
(integer) 1
> CONFIG SET notify-keyspace-events Eh
OK
> SADD s b
(integer) 1
> HSET h b c
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:hset"
4) "h"
> CONFIG SET notify-keyspace-events Ez
OK
> ZADD z 1 a
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:zadd"
4) "z"
> HSET h b c
(integer) 0
> CONFIG SET notify-keyspace-events Et
OK
> XADD x 1 a b
"1-0"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:xadd"
4) "x"
> ZADD z 2 a
(integer) 0

# x: told when it goes, not when it is due.
> CONFIG SET notify-keyspace-events Ex
OK
> SET k v PX 20
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:expired"
4) "k"
!advance 150
> SET k v EX 100
OK
> DEL k
(integer) 1

# m: read and not there. n: it was not there before.
> CONFIG SET notify-keyspace-events Em
OK
> GET nothing
(nil)
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> HGET nothing f
(nil)
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> EXISTS nothing
(integer) 0
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> LRANGE nothing 0 -1
(empty array)
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> MGET nothing h nothing2
1) (nil)
2) (nil)
3) (nil)
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing2"
> SET k v
OK
> GET k
"v"
> DEL nothing
(integer) 0
> TTL nothing
(integer) -2
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> CONFIG SET notify-keyspace-events En
OK
> SET k v
OK
> SET new v
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:new"
4) "new"
> LPUSH new2 a
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:new"
4) "new2"
> LPUSH new2 a
(integer) 2
> INCR new3
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:new"
4) "new3"
> RENAME new4 new5
(error) ERR no such key
> RENAME new new5
OK
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:new"
4) "new5"
> COPY new5 new6
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:new"
4) "new6"

# How CONFIG GET writes what was set. Redis does not show n behind A.
> CONFIG SET notify-keyspace-events g$lshzxetdKE
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "AKE"
> CONFIG SET notify-keyspace-events AKEmn
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
~ 2\) "An?KEm"
> CONFIG SET notify-keyspace-events Elg
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "glE"
> CONFIG SET notify-keyspace-events xX
(error) ERR CONFIG SET failed (possibly related to argument 'notify-keyspace-events') - Invalid event class character. Use 'Ag$lshzxeKEtmdn'.
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) "glE"
> CONFIG SET notify-keyspace-events "K E"
(error) ERR CONFIG SET failed (possibly related to argument 'notify-keyspace-events') - Invalid event class character. Use 'Ag$lshzxeKEtmdn'.
> CONFIG SET notify-keyspace-events ""
OK
> CONFIG GET notify-keyspace-events
1) "notify-keyspace-events"
2) ""
> SET k v
OK

# A transaction tells all, in its order; a message that is no event passes in the same channels.
> CONFIG SET notify-keyspace-events EA
OK
> MULTI
OK
> SET k v
QUEUED
> INCR n
QUEUED
> DEL k
QUEUED
> EXEC
1) OK
2) (integer) 1
3) (integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:set"
4) "k"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:incrby"
4) "n"
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:del"
4) "k"
> PUBLISH __keyevent@0__:fake x
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:fake"
4) "x"
> MULTI
OK
> SET k v
QUEUED
> DISCARD
OK
