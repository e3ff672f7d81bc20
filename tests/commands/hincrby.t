# HINCRBY key field increment
#
# Adds to the integer in a field, which is 0 if it was not there. Answers the sum.

> HINCRBY h n 5
(integer) 5
> HINCRBY h n -7
(integer) -2
> HINCRBY h n 0
(integer) -2
> HGET h n
"-2"
> HINCRBY h new 0
(integer) 0
> HGETALL h
1) "n"
2) "-2"
3) "new"
4) "0"
> HSET h max 9223372036854775807 min -9223372036854775808 almost 9223372036854775806
(integer) 3
> HINCRBY h max 1
(error) ERR increment or decrement would overflow
> HINCRBY h min -1
(error) ERR increment or decrement would overflow
> HINCRBY h almost 1
(integer) 9223372036854775807
> HINCRBY h almost 1
(error) ERR increment or decrement would overflow
> HINCRBY h min 9223372036854775807
(integer) -1
> HINCRBY h min 1
(integer) 0
> HINCRBY h max -9223372036854775808
(integer) -1
> HINCRBY h neg -9223372036854775808
(integer) -9223372036854775808
> HINCRBY h neg -9223372036854775808
(error) ERR increment or decrement would overflow
> HGETALL h
 1) "n"
 2) "-2"
 3) "new"
 4) "0"
 5) "max"
 6) "-1"
 7) "min"
 8) "0"
 9) "almost"
10) "9223372036854775807"
11) "neg"
12) "-9223372036854775808"

# Only what is written as an integer counts.
> HSET h word abc empty "" space " 1" tail "1 " lead 01 plus +1 float 1.0 big 9223372036854775808 zero -0 nul "1\x00"
(integer) 10
> HINCRBY h word 1
(error) ERR hash value is not an integer
> HINCRBY h empty 1
(error) ERR hash value is not an integer
> HINCRBY h space 1
(error) ERR hash value is not an integer
> HINCRBY h tail 1
(error) ERR hash value is not an integer
> HINCRBY h lead 1
(error) ERR hash value is not an integer
> HINCRBY h plus 1
(error) ERR hash value is not an integer
> HINCRBY h float 1
(error) ERR hash value is not an integer
> HINCRBY h big 1
(error) ERR hash value is not an integer
> HINCRBY h zero 1
(error) ERR hash value is not an integer
> HINCRBY h nul 1
(error) ERR hash value is not an integer
> HINCRBY h n x
(error) ERR value is not an integer or out of range
> HINCRBY h n 1.0
(error) ERR value is not an integer or out of range
> HINCRBY h n ""
(error) ERR value is not an integer or out of range
> HINCRBY h n 9223372036854775808
(error) ERR value is not an integer or out of range
> HINCRBY nothing n x
(error) ERR value is not an integer or out of range
> EXISTS nothing
(integer) 0
> SET s v
OK
> HINCRBY s n 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBY s n x
(error) ERR value is not an integer or out of range
> EXPIRE h 100
(integer) 1
> HINCRBY h "" 1
(integer) 1
> TTL h
~ \(integer\) (99|100)
> HINCRBY
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBY h
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBY h n
(error) ERR wrong number of arguments for 'hincrby' command
> HINCRBY h n 1 2
(error) ERR wrong number of arguments for 'hincrby' command
!resp3
> HINCRBY h n 1
(integer) -1
