# RENAME key newkey
#
# Gives a key another name; what had that name before is gone. The time to live comes along.

> SET a 1
OK
> RENAME a b
OK
> MGET a b
1) (nil)
2) "1"
> SET c 2 EX 100
OK
> RENAME c b
OK
> GET b
"2"
> TTL b
~ \(integer\) (99|100)
> SET d 3
OK
> RENAME d b
OK
> TTL b
(integer) -1
> DBSIZE
(integer) 1

# To itself: nothing happens, if it exists.
> RENAME b b
OK
> GET b
"3"
> RENAME nothing b
(error) ERR no such key
> RENAME nothing nothing
(error) ERR no such key
> GET b
"3"
> RENAME b "\x00\xff"
OK
> GET "\x00\xff"
"3"

# Over many names, near and far.
> MSET k1 v1 k2 v2 k3 v3 k4 v4
OK
> RENAME k1 far1
OK
> RENAME k2 {far1}2
OK
> RENAME k3 k4
OK
> MGET far1 {far1}2 k3 k4
1) "v1"
2) "v2"
3) (nil)
4) "v3"

# RENAMENX key newkey
#
# Only if the new name is free: 1 or 0.

> SET a 1
OK
> RENAMENX a n
(integer) 1
> GET n
"1"
> SET a 2
OK
> RENAMENX a n
(integer) 0
> MGET a n
1) "2"
2) "1"
> RENAMENX a a
(integer) 0
> RENAMENX nothing n
(error) ERR no such key
> RENAMENX nothing nothing
(error) ERR no such key
> SET t 1 EX 100
OK
> RENAMENX t t2
(integer) 1
> TTL t2
~ \(integer\) (99|100)

> RENAME
(error) ERR wrong number of arguments for 'rename' command
> RENAME a
(error) ERR wrong number of arguments for 'rename' command
> RENAME a b c
(error) ERR wrong number of arguments for 'rename' command
> RENAMENX
(error) ERR wrong number of arguments for 'renamenx' command
> RENAMENX a
(error) ERR wrong number of arguments for 'renamenx' command
> RENAMENX a b c
(error) ERR wrong number of arguments for 'renamenx' command
