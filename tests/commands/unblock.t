# CLIENT UNBLOCK client-id [TIMEOUT | ERROR]
#
# Ends the waiting of a client: it is answered as if its time were over, or with an error. Answers
# 1, or 0 if there is no such client or it does not wait.

2> CLIENT ID
~ \(integer\) \d+
3> CLIENT ID
~ \(integer\) \d+
2> CLIENT SETNAME two
OK
2> BLPOP a 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
> CLIENT UNBLOCK $ID(2)
(integer) 0
2> BLPOP a 0
(no reply)
> CLIENT UNBLOCK $ID(2) TIMEOUT
(integer) 1
2!read
(nil)
2> BLPOP a 0
(no reply)
> CLIENT UNBLOCK $ID(2) error
(integer) 1
2!read
(error) UNBLOCKED client unblocked via CLIENT UNBLOCK

# Every command that waits.
2> BLMOVE a b LEFT LEFT 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
2> BRPOPLPUSH a b 0
(no reply)
> CLIENT UNBLOCK $ID(2) ERROR
(integer) 1
2!read
(error) UNBLOCKED client unblocked via CLIENT UNBLOCK
2> BLMPOP 0 1 a LEFT
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
2> BZPOPMIN a b c 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
2> BZMPOP 0 1 a MIN
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
2> XREAD BLOCK 0 STREAMS a $
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
> XGROUP CREATE x g $ MKSTREAM
OK
2> XREADGROUP GROUP g c BLOCK 0 STREAMS x >
(no reply)
> CLIENT UNBLOCK $ID(2) ERROR
(integer) 1
2!read
(error) UNBLOCKED client unblocked via CLIENT UNBLOCK

# It is out of the queue after that: the next one is served, and once only.
2> BLPOP a 0
(no reply)
3> BLPOP a 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
> RPUSH a 1
(integer) 1
3!read
1) "a"
2) "1"
> EXISTS a
(integer) 0

# Within MULTI.
2> BLPOP a 0
(no reply)
> MULTI
OK
> CLIENT UNBLOCK $ID(2)
QUEUED
> RPUSH a 1
QUEUED
> EXEC
1) (integer) 1
2) (integer) 1
2!read
(nil)
> LPOP a
"1"
2> BLPOP a 0
(no reply)
> MULTI
OK
> RPUSH a 1
QUEUED
> CLIENT UNBLOCK $ID(2)
QUEUED
> EXEC
1) (integer) 1
2) (integer) 1
2!read
(nil)
> LPOP a
"1"

# What it does not take.
> CLIENT UNBLOCK 999999
(integer) 0
> CLIENT UNBLOCK 0
(integer) 0
> CLIENT UNBLOCK -1
(integer) 0
> CLIENT UNBLOCK x
(error) ERR value is not an integer or out of range
> CLIENT UNBLOCK 1 WHATEVER
(error) ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR
> CLIENT UNBLOCK $ID(2) WHATEVER
(error) ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR
> CLIENT UNBLOCK
(error) ERR wrong number of arguments for 'client|unblock' command
> CLIENT UNBLOCK 1 TIMEOUT more
(error) ERR unknown subcommand or wrong number of arguments for 'UNBLOCK'. Try CLIENT HELP.

# CLIENT LIST shows who waits by flags=b, INFO how many.
2> BLPOP a 0
(no reply)
> CLIENT LIST ID $ID(2)
~ id=\d+ .* name=two .* flags=b .* cmd=blpop .*
> INFO clients
...
~ blocked_clients:1
...
> RPUSH a 1
(integer) 1
2!read
1) "a"
2) "1"
> INFO clients
...
~ blocked_clients:0
...

# CLIENT KILL ends a client that waits; what is pushed then stays.
2> BLPOP a 0
(no reply)
> CLIENT KILL ID $ID(2)
(integer) 1
2!closed
> RPUSH a 1
(integer) 1
> LLEN a
(integer) 1
2!resp3
2> CLIENT ID
~ \(integer\) \d+
2> BZPOPMAX b 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(nil)
