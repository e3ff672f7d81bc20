# TTL key, PTTL key, EXPIRETIME key, PEXPIRETIME key
#
# Answer how long the key still lives, in seconds (rounded) or milliseconds, or the moment when it
# goes away. -1: it stays. -2: there is no such key.

> SET k v
OK
> TTL k
(integer) -1
> PTTL k
(integer) -1
> EXPIRETIME k
(integer) -1
> PEXPIRETIME k
(integer) -1
> TTL nothing
(integer) -2
> PTTL nothing
(integer) -2
> EXPIRETIME nothing
(integer) -2
> PEXPIRETIME nothing
(integer) -2

> PEXPIREAT k 4102444800999
(integer) 1
> PEXPIRETIME k
(integer) 4102444800999
> EXPIRETIME k
(integer) 4102444801
> PEXPIREAT k 4102444800499
(integer) 1
> EXPIRETIME k
(integer) 4102444800
> PEXPIREAT k 4102444800500
(integer) 1
> EXPIRETIME k
(integer) 4102444801
> PEXPIRE k 1900
(integer) 1
> TTL k
(integer) 2
> PTTL k
~ \(integer\) 1\d\d\d
> PEXPIRE k 2400
(integer) 1
> TTL k
(integer) 2

# PERSIST key
#
# Makes it stay: 1, or 0 when it did already or does not exist.

> PERSIST k
(integer) 1
> TTL k
(integer) -1
> PERSIST k
(integer) 0
> PERSIST nothing
(integer) 0

> TTL
(error) ERR wrong number of arguments for 'ttl' command
> TTL a b
(error) ERR wrong number of arguments for 'ttl' command
> PTTL
(error) ERR wrong number of arguments for 'pttl' command
> PTTL a b
(error) ERR wrong number of arguments for 'pttl' command
> EXPIRETIME
(error) ERR wrong number of arguments for 'expiretime' command
> EXPIRETIME a b
(error) ERR wrong number of arguments for 'expiretime' command
> PEXPIRETIME
(error) ERR wrong number of arguments for 'pexpiretime' command
> PEXPIRETIME a b
(error) ERR wrong number of arguments for 'pexpiretime' command
> PERSIST
(error) ERR wrong number of arguments for 'persist' command
> PERSIST a b
(error) ERR wrong number of arguments for 'persist' command
