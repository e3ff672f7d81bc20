# REPLICAOF host port makes a server a replica; it answers at once, and connects as soon as there is somebody.
!server --replica-serve-stale-data yes

> ROLE
1) "master"
2) (integer) 0
3) (empty array)
> SET key value
OK
> REPLICAOF 127.0.0.1 1
OK
> REPLICAOF 127.0.0.1 1
OK Already connected to specified master
> SLAVEOF 127.0.0.1 1
OK Already connected to specified master
> ROLE
1) "slave"
2) "127.0.0.1"
3) (integer) 1
~ 4\) "(connect|connecting)"
5) (integer) -1
> REPLICAOF 127.0.0.1 port
(error) ERR Invalid master port
> REPLICAOF 127.0.0.1 65536
(error) ERR Invalid master port
> REPLICAOF 127.0.0.1 -1
(error) ERR Invalid master port
> REPLICAOF 127.0.0.1
(error) ERR wrong number of arguments for 'replicaof' command

# What it has it shows, though nobody knows how old that is; it takes no writes, and waits for nobody.
> GET key
"value"
> SET key other
(error) READONLY You can't write against a read only replica.
> DEL key
(error) READONLY You can't write against a read only replica.
> MULTI
OK
> SET key other
(error) READONLY You can't write against a read only replica.
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> WAIT 1 10
(error) ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if a replica is configured to be writable (which is not the default) writes to replicas are just local and are not propagated.
> INFO replication
~ # Replication
role:slave
master_host:127.0.0.1
master_port:1
master_link_status:down
master_last_io_seconds_ago:-1
master_sync_in_progress:0
~ slave_read_repl_offset:\d+
~ slave_repl_offset:\d+
master_link_down_since_seconds:-1
slave_priority:100
slave_read_only:1
replica_announced:1
connected_slaves:0
master_failover_state:no-failover
~ master_replid:[0-9a-f]{40}
~ master_replid2:[0-9a-f]{40}
...

# With replica-serve-stale-data no it does not even show that.
> CONFIG SET replica-serve-stale-data no
OK
> GET key
(error) MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.
> PING
(error) MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.
> INFO replication
~ # Replication
role:slave
...
> CONFIG SET replica-serve-stale-data yes
OK

# replica-read-only no: what is written is this server's own affair.
> CONFIG SET replica-read-only no
OK
> SET key mine
OK
> GET key
"mine"
> CONFIG SET replica-read-only yes replica-priority 7
OK
> SET key other
(error) READONLY You can't write against a read only replica.

# NO ONE: it is its own primary again, with what it has.
> REPLICAOF no one
OK
> REPLICAOF NO ONE
OK
> ROLE
1) "master"
~ 2\) \(integer\) \d+
3) (empty array)
> GET key
"mine"
> SET key other
OK

# A host has a name.
!anax-only Redis tries to connect to ''
> REPLICAOF "" 6379
(error) ERR Invalid master host
> ROLE
1) "master"
~ 2\) \(integer\) \d+
3) (empty array)
!end
