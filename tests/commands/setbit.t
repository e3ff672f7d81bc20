# SETBIT key offset value
#
# Sets one bit of a string to 0 or 1 and answers what it was. Bit 0 is the highest bit of the first
# byte. The string grows with zeros as far as needed.

> SETBIT b 0 1
(integer) 0
> GET b
"\x80"
> SETBIT b 0 0
(integer) 1
> GET b
"\x00"
> SETBIT b 7 1
(integer) 0
> SETBIT b 7 1
(integer) 1
> GET b
"\x01"
> SETBIT b 8 0
(integer) 0
> GET b
"\x01\x00"
> SETBIT b 23 1
(integer) 0
> GET b
"\x01\x00\x01"
> STRLEN b
(integer) 3

# Setting a 0 in no key makes one.
> SETBIT zero 9 0
(integer) 0
> GET zero
"\x00\x00"

# Any string has bits, numbers too.
> SET n 1
OK
> SETBIT n 6 1
(integer) 0
> SETBIT n 7 0
(integer) 1
> GET n
"2"
> SET s "\xff\x00"
OK
> SETBIT s 8 1
(integer) 0
> GET s
"\xff\x80"

# The time to live stays.
> SET t a EX 100
OK
> SETBIT t 6 1
(integer) 0
> TTL t
~ \(integer\) (99|100)
> GET t
"c"

# GETBIT key offset
#
# Answers one bit; beyond the end it is 0.

> GETBIT s 0
(integer) 1
> GETBIT s 7
(integer) 1
> GETBIT s 8
(integer) 1
> GETBIT s 9
(integer) 0
> GETBIT s 16
(integer) 0
> GETBIT s 4294967295
(integer) 0
> GETBIT nothing 0
(integer) 0
> GETBIT nothing 4294967295
(integer) 0
> SET n 1234
OK
> GETBIT n 2
(integer) 1
> GETBIT n 0
(integer) 0

# Offsets go up to 2^32 - 1, where a string of 512 MiB ends.
> SETBIT b 4294967296 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b -1 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b one 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b "" 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b 1.0 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b 9223372036854775807 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b 9223372036854775808 1
(error) ERR bit offset is not an integer or out of range
> SETBIT b 0 2
(error) ERR bit is not an integer or out of range
> SETBIT b 0 -1
(error) ERR bit is not an integer or out of range
> SETBIT b 0 one
(error) ERR bit is not an integer or out of range
> SETBIT b 0 ""
(error) ERR bit is not an integer or out of range
> SETBIT b 0 01
(error) ERR bit is not an integer or out of range
> SETBIT b -1 2
(error) ERR bit offset is not an integer or out of range
> GETBIT s -1
(error) ERR bit offset is not an integer or out of range
> GETBIT s 4294967296
(error) ERR bit offset is not an integer or out of range
> GETBIT s one
(error) ERR bit offset is not an integer or out of range
> GETBIT nothing -1
(error) ERR bit offset is not an integer or out of range
> GETBIT nothing one
(error) ERR bit offset is not an integer or out of range

> SETBIT
(error) ERR wrong number of arguments for 'setbit' command
> SETBIT b
(error) ERR wrong number of arguments for 'setbit' command
> SETBIT b 0
(error) ERR wrong number of arguments for 'setbit' command
> SETBIT b 0 1 1
(error) ERR wrong number of arguments for 'setbit' command
> GETBIT
(error) ERR wrong number of arguments for 'getbit' command
> GETBIT s
(error) ERR wrong number of arguments for 'getbit' command
> GETBIT s 0 0
(error) ERR wrong number of arguments for 'getbit' command
