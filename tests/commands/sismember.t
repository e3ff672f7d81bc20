# SISMEMBER key member

> SADD s a b "" "\x00"
(integer) 4
> SISMEMBER s a
(integer) 1
> SISMEMBER s c
(integer) 0
> SISMEMBER s ""
(integer) 1
> SISMEMBER s "\x00"
(integer) 1
> SISMEMBER s "\x00\x00"
(integer) 0
> SISMEMBER nothing a
(integer) 0
> SADD i 1 2 3
(integer) 3
> SISMEMBER i 2
(integer) 1
> SISMEMBER i 02
(integer) 0
> SISMEMBER i x
(integer) 0
> SISMEMBER i 9223372036854775808
(integer) 0
> SET str v
OK
> SISMEMBER str a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SISMEMBER
(error) ERR wrong number of arguments for 'sismember' command
> SISMEMBER s
(error) ERR wrong number of arguments for 'sismember' command
> SISMEMBER s a b
(error) ERR wrong number of arguments for 'sismember' command

# SMISMEMBER key member [member ...]: the same for many.

> SMISMEMBER s a c "" a
1) (integer) 1
2) (integer) 0
3) (integer) 1
4) (integer) 1
> SMISMEMBER s zzz
1) (integer) 0
> SMISMEMBER nothing a b
1) (integer) 0
2) (integer) 0
> SMISMEMBER i 1 5 x 3
1) (integer) 1
2) (integer) 0
3) (integer) 0
4) (integer) 1
> SMISMEMBER str a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMISMEMBER
(error) ERR wrong number of arguments for 'smismember' command
> SMISMEMBER s
(error) ERR wrong number of arguments for 'smismember' command
!resp3
> SISMEMBER s a
(integer) 1
> SMISMEMBER s a zzz
1) (integer) 1
2) (integer) 0
