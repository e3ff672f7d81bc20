# EXPIRE key seconds [NX | XX | GT | LT], PEXPIRE key milliseconds, EXPIREAT key unix-seconds,
# PEXPIREAT key unix-ms
#
# Give a key a moment at which it goes away. 1 when the moment was set, 0 when there is no key (or
# the condition failed).

> SET k v
OK
> EXPIRE k 100
(integer) 1
> TTL k
~ \(integer\) (99|100)
> PEXPIRE k 100000
(integer) 1
> PTTL k
~ \(integer\) (100000|99\d\d\d)
> EXPIREAT k 4102444800
(integer) 1
> EXPIRETIME k
(integer) 4102444800
> PEXPIREAT k 4102444800123
(integer) 1
> PEXPIRETIME k
(integer) 4102444800123
> EXPIRE nothing 100
(integer) 0
> PEXPIRE nothing 100
(integer) 0
> EXPIREAT nothing 4102444800
(integer) 0
> PEXPIREAT nothing 4102444800000
(integer) 0
> EXISTS nothing
(integer) 0

# A moment that is not in the future deletes the key at once; the answer is 1.
> EXPIRE k 0
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> EXPIRE k -1
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> PEXPIRE k 0
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> PEXPIRE k -1000
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> EXPIREAT k 1
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> EXPIREAT k 0
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> PEXPIREAT k -5
(integer) 1
> EXISTS k
(integer) 0
> EXPIRE k -1
(integer) 0

# No limit of years.
> SET k v
OK
> EXPIRE k 9223372036854
(integer) 1
> TTL k
~ \(integer\) 922337203685[34]
> PEXPIREAT k 9223372036854775807
(integer) 1
> PEXPIRETIME k
(integer) 9223372036854775807
> EXPIREAT k 9223372036854775
(integer) 1
> EXPIRETIME k
(integer) 9223372036854775
> EXPIREAT k -9223372036854775
(integer) 1
> EXISTS k
(integer) 0

# What does not fit in milliseconds is refused, and the time stays as it was.
> SET k v
OK
> EXPIRE k 9223372036854775807
(error) ERR invalid expire time in 'expire' command
> EXPIRE k 9223372036854776
(error) ERR invalid expire time in 'expire' command
> EXPIRE k 9223372036854775
(error) ERR invalid expire time in 'expire' command
> EXPIREAT k 9223372036854775807
(error) ERR invalid expire time in 'expireat' command
> EXPIREAT k 9223372036854776
(error) ERR invalid expire time in 'expireat' command
> PEXPIRE k 9223372036854775807
(error) ERR invalid expire time in 'pexpire' command
> EXPIRE k -9223372036854775808
(error) ERR invalid expire time in 'expire' command
> EXPIRE k -9223372036854776
(error) ERR invalid expire time in 'expire' command
> EXPIREAT k -9223372036854775808
(error) ERR invalid expire time in 'expireat' command
> PEXPIRE k 9223372036854775808
(error) ERR value is not an integer or out of range
> EXPIRE k ten
(error) ERR value is not an integer or out of range
> EXPIRE k 1.5
(error) ERR value is not an integer or out of range
> EXPIRE k ""
(error) ERR value is not an integer or out of range
> EXPIRE k " 1"
(error) ERR value is not an integer or out of range
> PEXPIRE k ten
(error) ERR value is not an integer or out of range
> EXPIREAT k ten
(error) ERR value is not an integer or out of range
> PEXPIREAT k ten
(error) ERR value is not an integer or out of range
> EXPIRE nothing ten
(error) ERR value is not an integer or out of range
> EXPIRE nothing 9223372036854775807
(error) ERR invalid expire time in 'expire' command
> EXPIRE nothing 1
(integer) 0
> TTL k
(integer) -1

> PEXPIRE k -9223372036854775808
(integer) 1
> EXISTS k
(integer) 0

> EXPIRE
(error) ERR wrong number of arguments for 'expire' command
> EXPIRE k
(error) ERR wrong number of arguments for 'expire' command
> PEXPIRE k
(error) ERR wrong number of arguments for 'pexpire' command
> EXPIREAT k
(error) ERR wrong number of arguments for 'expireat' command
> PEXPIREAT k
(error) ERR wrong number of arguments for 'pexpireat' command
