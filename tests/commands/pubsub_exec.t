# In MULTI one may subscribe to channels and patterns, but not to shard channels.

!resp3
> MULTI
OK
> SUBSCRIBE a
QUEUED
> SSUBSCRIBE b
QUEUED
> EXEC
1) 1) "subscribe"
   2) "a"
   3) (integer) 1
2) (error) ERR SSUBSCRIBE isn't allowed for a DENY BLOCKING client
> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 0

# What happened to keys is told in the order of the commands, messages among them.
> CONFIG SET notify-keyspace-events E$g
OK
2> PSUBSCRIBE *
1) "psubscribe"
2) "*"
3) (integer) 1
> MULTI
OK
> SET k1 v
QUEUED
> PUBLISH news x
QUEUED
> MSET k2 v k3 v
QUEUED
> SET k4 v
QUEUED
> DEL k4 k1
QUEUED
> EXEC
1) OK
2) (integer) 1
3) OK
4) OK
5) (integer) 2
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:set"
4) "k1"
2!read
1) "pmessage"
2) "*"
3) "news"
4) "x"
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:set"
4) "k2"
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:set"
4) "k3"
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:set"
4) "k4"
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:del"
4) "k4"
2!read
1) "pmessage"
2) "*"
3) "__keyevent@0__:del"
4) "k1"
