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
> DEL k
(integer) 1
> CONFIG SET notify-keyspace-events Kl
OK
> MSET k v l v
OK
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
> EXISTS nothing
(integer) 0
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:keymiss"
4) "nothing"
> MGET nothing nothing2
1) (nil)
2) (nil)
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

# A message that is no event passes in the same channels.
> CONFIG SET notify-keyspace-events EA
OK
> PUBLISH __keyevent@0__:fake x
(integer) 1
2!read
1) "pmessage"
2) "__key*"
3) "__keyevent@0__:fake"
4) "x"
