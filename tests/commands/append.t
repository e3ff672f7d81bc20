# APPEND key value
#
# Adds bytes at the end of a string, made if missing. Answers the new length.

> APPEND log one
(integer) 3
> APPEND log ",two"
(integer) 7
> GET log
"one,two"
> APPEND log ""
(integer) 7
> APPEND log "\x00\xff"
(integer) 9
> GET log
"one,two\x00\xff"

# Appending nothing to no key makes an empty string.
> APPEND blank ""
(integer) 0
> EXISTS blank
(integer) 1
> STRLEN blank
(integer) 0

# A number becomes the text of it.
> SET n 12
OK
> APPEND n 3
(integer) 3
> GET n
"123"
> INCR n
(integer) 124
> APPEND n .5
(integer) 5
> GET n
"124.5"
> INCR n
(error) ERR value is not an integer or out of range

# The time to live stays.
> SET t a EX 100
OK
> APPEND t b
(integer) 2
> TTL t
~ \(integer\) (99|100)

> APPEND
(error) ERR wrong number of arguments for 'append' command
> APPEND k
(error) ERR wrong number of arguments for 'append' command
> APPEND k v v
(error) ERR wrong number of arguments for 'append' command
