# PUBSUB CHANNELS [pattern], PUBSUB NUMSUB [channel ...], PUBSUB NUMPAT
#
# What is subscribed to, and by how many.

> PUBSUB CHANNELS
(empty array)
> PUBSUB NUMSUB
(empty array)
> PUBSUB NUMPAT
(integer) 0
2> SUBSCRIBE a ab b
1) "subscribe"
2) "a"
3) (integer) 1
1) "subscribe"
2) "ab"
3) (integer) 2
1) "subscribe"
2) "b"
3) (integer) 3
3> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
3> PSUBSCRIBE x* y*
1) "psubscribe"
2) "x*"
3) (integer) 2
1) "psubscribe"
2) "y*"
3) (integer) 3
2> PSUBSCRIBE x*
1) "psubscribe"
2) "x*"
3) (integer) 4
> PUBSUB CHANNELS
(any order)
1) "b"
2) "a"
3) "ab"
> PUBSUB CHANNELS a*
(any order)
1) "a"
2) "ab"
> PUBSUB CHANNELS a
1) "a"
> PUBSUB CHANNELS zzz
(empty array)
> PUBSUB CHANNELS ""
(empty array)
> PUBSUB NUMSUB a b zzz a
1) "a"
2) (integer) 2
3) "b"
4) (integer) 1
5) "zzz"
6) (integer) 0
7) "a"
8) (integer) 2
> PUBSUB numsub ab
1) "ab"
2) (integer) 1
> PUBSUB NUMPAT
(integer) 2
> INFO stats
...
~ pubsub_channels:3
~ pubsub_patterns:2
...
> CLIENT LIST TYPE pubsub
~ id=\d+ .* flags=P .* sub=3 psub=1 .*
~ id=\d+ .* flags=P .* sub=1 psub=2 .*
3> PUNSUBSCRIBE x*
1) "punsubscribe"
2) "x*"
3) (integer) 2
> PUBSUB NUMPAT
(integer) 2
2> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 3
> PUBSUB NUMSUB a
1) "a"
2) (integer) 1
3> UNSUBSCRIBE a
1) "unsubscribe"
2) "a"
3) (integer) 1
> PUBSUB CHANNELS
(any order)
1) "b"
2) "ab"

# PUBSUB SHARDCHANNELS [pattern], PUBSUB SHARDNUMSUB [channel ...]: the same of shard channels.

> PUBSUB SHARDCHANNELS
(empty array)
> PUBSUB SHARDNUMSUB
(empty array)
4> SSUBSCRIBE s1 s2
1) "ssubscribe"
2) "s1"
3) (integer) 1
1) "ssubscribe"
2) "s2"
3) (integer) 2
5> SSUBSCRIBE s1
1) "ssubscribe"
2) "s1"
3) (integer) 1
> PUBSUB SHARDCHANNELS
(any order)
1) "s2"
2) "s1"
> PUBSUB SHARDCHANNELS *2
1) "s2"
> PUBSUB SHARDNUMSUB s1 s2 a
1) "s1"
2) (integer) 2
3) "s2"
4) (integer) 1
5) "a"
6) (integer) 0
> PUBSUB CHANNELS
(any order)
1) "b"
2) "ab"
> PUBSUB NUMSUB s1
1) "s1"
2) (integer) 0
> PUBLISH s1 x
(integer) 0
> SPUBLISH s1 x
(integer) 2
4!read
1) "smessage"
2) "s1"
3) "x"
5!read
1) "smessage"
2) "s1"
3) "x"
> SPUBLISH a x
(integer) 0
> SPUBLISH nobody x
(integer) 0
> SPUBLISH s2 "\x00"
(integer) 1
4!read
1) "smessage"
2) "s2"
3) "\x00"
4> SUNSUBSCRIBE s1 zzz
1) "sunsubscribe"
2) "s1"
3) (integer) 1
1) "sunsubscribe"
2) "zzz"
3) (integer) 1
4> SUNSUBSCRIBE
1) "sunsubscribe"
2) "s2"
3) (integer) 0
4> SUNSUBSCRIBE
1) "sunsubscribe"
2) (nil)
3) (integer) 0
4> GET k
(nil)
5> GET k
(error) ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
5> SSUBSCRIBE
(error) ERR wrong number of arguments for 'ssubscribe' command
5> PUBLISH a b
(error) ERR Can't execute 'publish': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context
5> SUNSUBSCRIBE s1
1) "sunsubscribe"
2) "s1"
3) (integer) 0
5!resp3
5> SSUBSCRIBE s3
1) "ssubscribe"
2) "s3"
3) (integer) 1
> SPUBLISH s3 x
(integer) 1
5!read
1) "smessage"
2) "s3"
3) "x"
5> GET k
(nil)
5> SPUBLISH s3 own
(integer) 1
5!read
1) "smessage"
2) "s3"
3) "own"
!send "SPUBLISH s3 raw\r\n"
":1"
5!read
1) "smessage"
2) "s3"
3) "raw"
5!send "SUNSUBSCRIBE s3\r\n"
">3"
"$12"
"sunsubscribe"
"$2"
"s3"
":0"

> PUBSUB CHANNELS a b
(error) ERR unknown subcommand or wrong number of arguments for 'CHANNELS'. Try PUBSUB HELP.
> PUBSUB SHARDCHANNELS a b
(error) ERR unknown subcommand or wrong number of arguments for 'SHARDCHANNELS'. Try PUBSUB HELP.
> PUBSUB NUMPAT a
(error) ERR wrong number of arguments for 'pubsub|numpat' command
> PUBSUB
(error) ERR wrong number of arguments for 'pubsub' command
> PUBSUB WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try PUBSUB HELP.
> PUBSUB HELP me
(error) ERR wrong number of arguments for 'pubsub|help' command
> PUBSUB HELP
~ \s*\d+\) PUBSUB <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
...
~ \s*\d+\) CHANNELS.*
...
~ \s*\d+\) NUMPAT.*
...
~ \s*\d+\) NUMSUB.*
...
~ \s*\d+\) SHARDCHANNELS.*
...
~ \s*\d+\) SHARDNUMSUB.*
...
~ \s*\d+\) HELP.*
...
> SPUBLISH
(error) ERR wrong number of arguments for 'spublish' command
> SPUBLISH a
(error) ERR wrong number of arguments for 'spublish' command
> SPUBLISH a b c
(error) ERR wrong number of arguments for 'spublish' command
> SSUBSCRIBE
(error) ERR wrong number of arguments for 'ssubscribe' command

# A message is not bounded by the database, and MULTI publishes only with EXEC.
2> SUBSCRIBE m
1) "subscribe"
2) "m"
3) (integer) 4
> MULTI
OK
> PUBLISH m 1
QUEUED
2!read
(no reply)
> EXEC
1) (integer) 1
2!read
1) "message"
2) "m"
3) "1"
> MULTI
OK
> PUBLISH m 1
QUEUED
> DISCARD
OK
2!read
(no reply)
!resp3
> PUBSUB NUMSUB m
1) "m"
2) (integer) 1
> PUBSUB CHANNELS m
1) "m"
> PUBSUB NUMPAT
(integer) 2

# A message of a megabyte.
> PUBLISH m $REPEAT(x,1000000)
(integer) 1
2!read
1) "message"
2) "m"
3) "$REPEAT(x,1000000)"
