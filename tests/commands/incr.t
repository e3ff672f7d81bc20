# INCR key, DECR key, INCRBY key increment, DECRBY key decrement
#
# Count with 64-bit signed integers. A missing key counts as 0.

> INCR n
(integer) 1
> INCR n
(integer) 2
> DECR n
(integer) 1
> INCRBY n 10
(integer) 11
> DECRBY n 4
(integer) 7
> GET n
"7"
> DECR below
(integer) -1
> INCRBY big 9223372036854775807
(integer) 9223372036854775807
> DECRBY small 9223372036854775807
(integer) -9223372036854775807

# Negative steps and steps of 0.
> INCRBY n -17
(integer) -10
> DECRBY n -5
(integer) -5
> INCRBY n 0
(integer) -5
> DECRBY zero 0
(integer) 0
> GET zero
"0"

# The time to live stays.
> SET t 1 EX 100
OK
> INCR t
(integer) 2
> TTL t
~ \(integer\) (99|100)

# What would not fit in 64 bits is refused, and nothing changes.
> SET max 9223372036854775807
OK
> INCR max
(error) ERR increment or decrement would overflow
> INCRBY max 1
(error) ERR increment or decrement would overflow
> DECRBY max -1
(error) ERR increment or decrement would overflow
> GET max
"9223372036854775807"
> DECR max
(integer) 9223372036854775806
> SET min -9223372036854775808
OK
> DECR min
(error) ERR increment or decrement would overflow
> INCRBY min -1
(error) ERR increment or decrement would overflow
> DECRBY min 1
(error) ERR increment or decrement would overflow
> GET min
"-9223372036854775808"
> INCR min
(integer) -9223372036854775807
> SET n -1
OK
> INCRBY n 9223372036854775807
(integer) 9223372036854775806
> SET n 1
OK
> INCRBY n 9223372036854775807
(error) ERR increment or decrement would overflow
> INCRBY n -9223372036854775808
(integer) -9223372036854775807
> SET n -2
OK
> DECRBY n 9223372036854775807
(error) ERR increment or decrement would overflow
> DECRBY n 9223372036854775806
(integer) -9223372036854775808

# The negation of the smallest number does not exist, so it cannot be a decrement, whatever the key
# holds.
> DECRBY n -9223372036854775808
(error) ERR decrement would overflow
> DECRBY nothing -9223372036854775808
(error) ERR decrement would overflow
> EXISTS nothing
(integer) 0

# Only the canonical form of an integer is a number: no spaces, signs or leading zeros, nothing
# empty.
> SET s " 1"
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s "1 "
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s +1
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s 01
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s -0
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s ""
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s 1.0
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s abc
OK
> DECR s
(error) ERR value is not an integer or out of range
> SET s 9223372036854775808
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s -9223372036854775809
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s "1\x00"
OK
> INCR s
(error) ERR value is not an integer or out of range
> SET s 0x1
OK
> INCR s
(error) ERR value is not an integer or out of range
> GET s
"0x1"

# The same holds for the step.
> INCRBY n abc
(error) ERR value is not an integer or out of range
> INCRBY n ""
(error) ERR value is not an integer or out of range
> INCRBY n 1.5
(error) ERR value is not an integer or out of range
> INCRBY n +1
(error) ERR value is not an integer or out of range
> INCRBY n 01
(error) ERR value is not an integer or out of range
> INCRBY n " 1"
(error) ERR value is not an integer or out of range
> INCRBY n 9223372036854775808
(error) ERR value is not an integer or out of range
> INCRBY n -9223372036854775808
(error) ERR increment or decrement would overflow
> DECRBY n abc
(error) ERR value is not an integer or out of range
> DECRBY n 9223372036854775808
(error) ERR value is not an integer or out of range
> INCRBY nothing abc
(error) ERR value is not an integer or out of range
> EXISTS nothing
(integer) 0

# When step and value are both bad the step is found first; the text is the same.
> INCRBY s abc
(error) ERR value is not an integer or out of range

> INCR
(error) ERR wrong number of arguments for 'incr' command
> INCR a b
(error) ERR wrong number of arguments for 'incr' command
> DECR
(error) ERR wrong number of arguments for 'decr' command
> DECR a b
(error) ERR wrong number of arguments for 'decr' command
> INCRBY
(error) ERR wrong number of arguments for 'incrby' command
> INCRBY n
(error) ERR wrong number of arguments for 'incrby' command
> INCRBY n 1 2
(error) ERR wrong number of arguments for 'incrby' command
> DECRBY
(error) ERR wrong number of arguments for 'decrby' command
> DECRBY n
(error) ERR wrong number of arguments for 'decrby' command
> DECRBY n 1 2
(error) ERR wrong number of arguments for 'decrby' command
