# GETEX key [EX seconds | PX milliseconds | EXAT unix-seconds | PXAT unix-ms | PERSIST]
#
# Answers the string, and may change how long it lives.

> GETEX nothing
(nil)
> GETEX nothing EX 10
(nil)
> EXISTS nothing
(integer) 0

> SET k v
OK
> GETEX k
"v"
> TTL k
(integer) -1
> GETEX k EX 100
"v"
> TTL k
~ \(integer\) (99|100)

# Without an option the time stays.
> GETEX k
"v"
> TTL k
~ \(integer\) (99|100)
> GETEX k PX 200000
"v"
> PTTL k
~ \(integer\) (200000|199\d\d\d)
> GETEX k EXAT 4102444800
"v"
> EXPIRETIME k
(integer) 4102444800
> GETEX k PXAT 4102444800999
"v"
> PEXPIRETIME k
(integer) 4102444800999

# PERSIST makes it stay.
> GETEX k PERSIST
"v"
> TTL k
(integer) -1
> GETEX k persist
"v"
> GETEX k eX 100
"v"
> TTL k
~ \(integer\) (99|100)

# A moment that has passed deletes the key; the value is answered a last time.
> GETEX k PXAT 1
"v"
> GETEX k
(nil)
> EXISTS k
(integer) 0
> SET k v
OK
> GETEX k EXAT 1
"v"
> EXISTS k
(integer) 0

# The same errors as for SET.
> SET k v
OK
> GETEX k EX 0
(error) ERR invalid expire time in 'getex' command
> GETEX k PX -1
(error) ERR invalid expire time in 'getex' command
> GETEX k EXAT 0
(error) ERR invalid expire time in 'getex' command
> GETEX k PXAT 0
(error) ERR invalid expire time in 'getex' command
> GETEX k EX ten
(error) ERR value is not an integer or out of range
> GETEX k EX 1.5
(error) ERR value is not an integer or out of range
> GETEX k EX 9223372036854775807
(error) ERR invalid expire time in 'getex' command
> GETEX k PX 9223372036854775807
(error) ERR invalid expire time in 'getex' command
> GETEX k EX
(error) ERR syntax error
> GETEX k EX 10 PX 10
(error) ERR syntax error
> GETEX k EX 10 PERSIST
(error) ERR syntax error
> GETEX k PERSIST EX 10
(error) ERR syntax error
> GETEX k PERSIST PERSIST
"v"
> GETEX k KEEPTTL
(error) ERR syntax error
> GETEX k NX
(error) ERR syntax error
> GETEX k GET
(error) ERR syntax error
> GETEX k WHATEVER
(error) ERR syntax error
> GETEX k ""
(error) ERR syntax error
> TTL k
(integer) -1

# The options are read before the key is looked at, their numbers after it.
> GETEX nothing WHATEVER
(error) ERR syntax error
> GETEX nothing EX 0
(nil)
> GETEX nothing EX ten
(nil)

> GETEX
(error) ERR wrong number of arguments for 'getex' command
