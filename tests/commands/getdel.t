# GETDEL key
#
# Answers the string and deletes the key, as one step.

> SET k "once\x00"
OK
> GETDEL k
"once\x00"
> GETDEL k
(nil)
> EXISTS k
(integer) 0

# The time to live goes with the key.
> SET k v EX 100
OK
> GETDEL k
"v"
> SET k w
OK
> TTL k
(integer) -1

> GETDEL
(error) ERR wrong number of arguments for 'getdel' command
> GETDEL k k
(error) ERR wrong number of arguments for 'getdel' command
