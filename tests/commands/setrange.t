# SETRANGE key offset value
#
# Overwrites bytes from an offset (from 0) on. The gap to the old end is filled with zeros. Answers
# the new length.

> SET k "Hello World"
OK
> SETRANGE k 6 Redis
(integer) 11
> GET k
"Hello Redis"
> SETRANGE k 6 Redis!!!
(integer) 14
> GET k
"Hello Redis!!!"
> SETRANGE k 0 J
(integer) 14
> GET k
"Jello Redis!!!"
> SETRANGE gap 5 x
(integer) 6
> GET gap
"\x00\x00\x00\x00\x00x"
> SETRANGE gap 8 "\x00\xff"
(integer) 10
> GET gap
"\x00\x00\x00\x00\x00x\x00\x00\x00\xff"
> SETRANGE gap 10 end
(integer) 13
> GET gap
"\x00\x00\x00\x00\x00x\x00\x00\x00\xffend"

# An empty value changes nothing and makes no key.
> SETRANGE nothing 5 ""
(integer) 0
> EXISTS nothing
(integer) 0
> SETRANGE k 100 ""
(integer) 14
> STRLEN k
(integer) 14

# A number becomes the text of it.
> SET n 1234
OK
> SETRANGE n 1 9
(integer) 4
> GET n
"1934"
> INCR n
(integer) 1935

# The time to live stays.
> SET t abc EX 100
OK
> SETRANGE t 1 X
(integer) 3
> TTL t
~ \(integer\) (99|100)

# A string ends at proto-max-bulk-len, 512 MiB. The check comes after that of an empty value.
> SETRANGE k -1 x
(error) ERR offset is out of range
> SETRANGE k 536870911 xx
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE k 536870912 x
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE nothing 536870912 x
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE k 9223372036854775807 x
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE nothing 9223372036854775807 x
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE k 9223372036854775807 ""
(integer) 14
> SETRANGE k -1 ""
(error) ERR offset is out of range
> SETRANGE k 9223372036854775808 x
(error) ERR value is not an integer or out of range
> SETRANGE k one x
(error) ERR value is not an integer or out of range
> SETRANGE k 1.0 x
(error) ERR value is not an integer or out of range
> SETRANGE k "" x
(error) ERR value is not an integer or out of range
> EXISTS nothing
(integer) 0

> SETRANGE
(error) ERR wrong number of arguments for 'setrange' command
> SETRANGE k
(error) ERR wrong number of arguments for 'setrange' command
> SETRANGE k 0
(error) ERR wrong number of arguments for 'setrange' command
> SETRANGE k 0 a b
(error) ERR wrong number of arguments for 'setrange' command
