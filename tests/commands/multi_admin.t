# Administration within MULTI: the replies are in the order of the commands, whatever stands beside them.
> MULTI
OK
> SET key 1
QUEUED
> CONFIG SET maxmemory-samples 7
QUEUED
> INCR key
QUEUED
> CONFIG GET maxmemory-samples
QUEUED
> GET key
QUEUED
> EXEC
1) OK
2) OK
3) (integer) 2
4) 1) "maxmemory-samples"
   2) "7"
5) "2"

# As Sentinel does it: the new role is there when the clients are told to come again.
> MULTI
OK
> SLAVEOF NO ONE
QUEUED
> CLIENT KILL TYPE normal
QUEUED
> CLIENT KILL TYPE pubsub
QUEUED
> ROLE
QUEUED
> EXEC
1) OK
2) (integer) 0
3) (integer) 0
4) 1) "master"
~ \s+2\) \(integer\) \d+
   3) (empty array)

# Keys are read before the server becomes a replica, and after EXEC it is one.
> MULTI
OK
> GET key
QUEUED
> REPLICAOF 127.0.0.1 1
QUEUED
> MGET key other
QUEUED
> EXEC
1) "2"
2) OK
3) 1) "2"
   2) (nil)
> SET key 3
(error) READONLY You can't write against a read only replica.
> MULTI
OK
> GET key
QUEUED
> REPLICAOF NO ONE
QUEUED
> EXEC
1) "2"
2) OK
> SET key 3
OK

# An error of one of them is its reply, and no more.
> MULTI
OK
> CONFIG SET no-such-option 1
QUEUED
> SET key 4
QUEUED
> CONFIG SET maxmemory-samples 5
QUEUED
> EXEC
1) (error) ERR Unknown option or number of arguments for CONFIG SET - 'no-such-option'
2) OK
3) OK
> GET key
"4"

# Where a watched key has changed nothing of it is carried out.
> WATCH key
OK
2> SET key 5
OK
> MULTI
OK
> CONFIG SET maxmemory-samples 9
QUEUED
> GET key
QUEUED
> EXEC
(nil)
> CONFIG GET maxmemory-samples
1) "maxmemory-samples"
2) "5"

# INFO, BGSAVE and what tells about clients are administration, too.
> MULTI
OK
> CLIENT LIST TYPE pubsub
QUEUED
> SET key 6
QUEUED
> LASTSAVE
QUEUED
> PING
QUEUED
> MEMORY USAGE nothing
QUEUED
> DBSIZE
QUEUED
> EXEC
1) ""
2) OK
~ 3\) \(integer\) \d+
4) PONG
5) (nil)
6) (integer) 1
