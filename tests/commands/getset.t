# GETSET key value
#
# Stores a string and answers the one before it, or nil. The same as SET key value GET.

> GETSET k one
(nil)
> GETSET k two
"one"
> GET k
"two"
> GETSET k ""
"two"
> GETSET k "\x00\xff"
""
> GET k
"\x00\xff"

# The time to live is lost, as with SET.
> SET k v EX 100
OK
> GETSET k w
"v"
> TTL k
(integer) -1

> GETSET
(error) ERR wrong number of arguments for 'getset' command
> GETSET k
(error) ERR wrong number of arguments for 'getset' command
> GETSET k a b
(error) ERR wrong number of arguments for 'getset' command
