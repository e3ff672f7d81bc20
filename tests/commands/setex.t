# SETEX key seconds value, PSETEX key milliseconds value
#
# Store a string that goes away after a time.

> SETEX k 100 v
OK
> GET k
"v"
> TTL k
~ \(integer\) (99|100)
> PSETEX k 100000 "w\x00"
OK
> GET k
"w\x00"
> PTTL k
~ \(integer\) (100000|99\d\d\d)
> SETEX k 1 x
OK
> PTTL k
~ \(integer\) (1000|[5-9]\d\d)

> PSETEX short 40 v
OK
> GET short
"v"
!advance 60
> GET short
(nil)
> EXISTS short
(integer) 0

# Only positive integers that fit are times.
> SET k old
OK
> SETEX k 0 v
(error) ERR invalid expire time in 'setex' command
> SETEX k -1 v
(error) ERR invalid expire time in 'setex' command
> PSETEX k 0 v
(error) ERR invalid expire time in 'psetex' command
> PSETEX k -100 v
(error) ERR invalid expire time in 'psetex' command
> SETEX k ten v
(error) ERR value is not an integer or out of range
> SETEX k 1.5 v
(error) ERR value is not an integer or out of range
> SETEX k "" v
(error) ERR value is not an integer or out of range
> PSETEX k 1.5 v
(error) ERR value is not an integer or out of range
> SETEX k 9223372036854775807 v
(error) ERR invalid expire time in 'setex' command
> SETEX k 9223372036854776 v
(error) ERR invalid expire time in 'setex' command
> PSETEX k 9223372036854775807 v
(error) ERR invalid expire time in 'psetex' command
> PSETEX k 9223372036854775808 v
(error) ERR value is not an integer or out of range
> GET k
"old"
> TTL k
(integer) -1

> SETEX
(error) ERR wrong number of arguments for 'setex' command
> SETEX k
(error) ERR wrong number of arguments for 'setex' command
> SETEX k 10
(error) ERR wrong number of arguments for 'setex' command
> SETEX k 10 v v
(error) ERR wrong number of arguments for 'setex' command
> PSETEX
(error) ERR wrong number of arguments for 'psetex' command
> PSETEX k 10
(error) ERR wrong number of arguments for 'psetex' command
> PSETEX k 10 v v
(error) ERR wrong number of arguments for 'psetex' command

# SETNX key value
#
# Stores only where there was no key: 1 when it did, 0 when not.

> SETNX n one
(integer) 1
> SETNX n two
(integer) 0
> GET n
"one"
> SETNX m ""
(integer) 1
> SETNX m x
(integer) 0
> SET t v EX 100
OK
> SETNX t w
(integer) 0
> TTL t
~ \(integer\) (99|100)
> DEL t
(integer) 1
> SETNX t w
(integer) 1
> TTL t
(integer) -1

> SETNX
(error) ERR wrong number of arguments for 'setnx' command
> SETNX n
(error) ERR wrong number of arguments for 'setnx' command
> SETNX n a b
(error) ERR wrong number of arguments for 'setnx' command
