# min-replicas-to-write: with fewer replicas writes are refused, from the moment at which that is said; reads are not.
!server --min-replicas-max-lag 10

> SET key value
OK
> CONFIG SET min-replicas-to-write 1
OK
> SET key other
(error) NOREPLICAS Not enough good replicas to write.
> DEL key
(error) NOREPLICAS Not enough good replicas to write.
> GET key
"value"
> MULTI
OK
> GET key
QUEUED
> INCR number
(error) NOREPLICAS Not enough good replicas to write.
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
> INFO replication
~ # Replication
role:master
connected_slaves:0
min_slaves_good_slaves:0
...
> CONFIG GET min-slaves-*
(any order)
1) "min-slaves-max-lag"
2) "10"
3) "min-slaves-to-write"
4) "1"

# A lag of 0 switches it off, too.
> CONFIG SET min-replicas-max-lag 0
OK
> SET key other
OK
> CONFIG SET min-replicas-max-lag 10
OK
> SET key third
(error) NOREPLICAS Not enough good replicas to write.
> CONFIG SET min-slaves-to-write 0
OK
> SET key third
OK
