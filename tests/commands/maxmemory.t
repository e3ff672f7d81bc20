# With maxmemory and the policy noeviction, commands that may take more memory are refused when the
# limit is reached. Reading and deleting go on.

> MSET a 1 b 2 bits x
OK
> CONFIG SET maxmemory 1
OK
> CONFIG GET maxmemory-policy
1) "maxmemory-policy"
2) "noeviction"
> SET c 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> SET a 3 XX
(error) OOM command not allowed when used memory > 'maxmemory'.
> SETNX c 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> SETEX c 10 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> PSETEX c 10 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> MSET c 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> MSETNX c 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> APPEND a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> GETSET a 3
(error) OOM command not allowed when used memory > 'maxmemory'.
> INCR a
(error) OOM command not allowed when used memory > 'maxmemory'.
> DECR a
(error) OOM command not allowed when used memory > 'maxmemory'.
> INCRBY a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> DECRBY a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> INCRBYFLOAT a 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> SETRANGE a 0 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> SETBIT a 0 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> BITOP NOT c a
(error) OOM command not allowed when used memory > 'maxmemory'.
> BITFIELD a SET u8 0 1
(error) OOM command not allowed when used memory > 'maxmemory'.
> BITFIELD a GET u8 0
(error) OOM command not allowed when used memory > 'maxmemory'.
> COPY a c
(error) OOM command not allowed when used memory > 'maxmemory'.

# These are not.
> GET a
"1"
> MGET a b
1) "1"
2) "2"
> GETEX a EX 100
"1"
> GETRANGE a 0 0
"1"
> BITFIELD_RO a GET u8 0
1) (integer) 49
> BITCOUNT bits
(integer) 4
> EXPIRE a 100
(integer) 1
> PERSIST a
(integer) 1
> RENAME a c
OK
> RENAMENX c a
(integer) 1
> MOVE b 1
(integer) 1
> TOUCH a
(integer) 1
> DBSIZE
(integer) 2
> GETDEL a
"1"
> DEL bits
(integer) 1
> SELECT 1
OK
> UNLINK b
(integer) 1
> SELECT 0
OK
> DBSIZE
(integer) 0
> PING
PONG
> FLUSHALL
OK

# Wrong numbers of arguments and unknown commands are found before.
> SET a
(error) ERR wrong number of arguments for 'set' command
> WHATEVER
(error) ERR unknown command 'WHATEVER', with args beginning with: 
> INFO errorstats
~ # Errorstats
...
~ errorstat_OOM:count=20
...
> INFO memory
...
~ maxmemory:1
~ maxmemory_human:1B
~ maxmemory_policy:noeviction
...

# The limit can be lifted.
> CONFIG SET maxmemory 0
OK
> SET c 3
OK
