# LTRIM key start stop
#
# Keeps the elements from start to stop, counted as LRANGE does, and removes all others.

> RPUSH l a b c d e
(integer) 5
> LTRIM l 1 3
OK
> LRANGE l 0 -1
1) "b"
2) "c"
3) "d"
> LTRIM l 0 -1
OK
> LRANGE l 0 -1
1) "b"
2) "c"
3) "d"
> LTRIM l -2 -1
OK
> LRANGE l 0 -1
1) "c"
2) "d"
> LTRIM l -100 100
OK
> LRANGE l 0 -1
1) "c"
2) "d"
> LTRIM l 0 0
OK
> LRANGE l 0 -1
1) "c"

# Nothing to keep: the list is gone.
> LTRIM l 1 0
OK
> EXISTS l
(integer) 0
> RPUSH l a b c
(integer) 3
> LTRIM l 5 9
OK
> EXISTS l
(integer) 0
> RPUSH l a b c
(integer) 3
> LTRIM l -9 -4
OK
> EXISTS l
(integer) 0
> RPUSH l a b c
(integer) 3
> LTRIM l -9223372036854775808 9223372036854775807
OK
> LLEN l
(integer) 3
> LTRIM l 9223372036854775807 -9223372036854775808
OK
> EXISTS l
(integer) 0
> LTRIM nothing 0 1
OK

# Over many blocks.
> RPUSH big $REPEAT(a,5000) 1 $REPEAT(b,5000) 2 $REPEAT(c,5000) 3 $REPEAT(d,5000) 4
(integer) 8
> LTRIM big 3 -3
OK
> LINDEX big 0
"2"
> LINDEX big -1
"3"
> LINDEX big 1
"$REPEAT(c,5000)"
> LLEN big
(integer) 3
> EXPIRE big 100
(integer) 1
> LTRIM big 0 0
OK
> TTL big
~ \(integer\) (99|100)
> LRANGE big 0 -1
1) "2"

> LTRIM big x 1
(error) ERR value is not an integer or out of range
> LTRIM big 1 x
(error) ERR value is not an integer or out of range
> LTRIM big 0 9223372036854775808
(error) ERR value is not an integer or out of range
> LTRIM nothing x 1
(error) ERR value is not an integer or out of range
> SET s v
OK
> LTRIM s 0 -1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LTRIM s x 1
(error) ERR value is not an integer or out of range
> LTRIM
(error) ERR wrong number of arguments for 'ltrim' command
> LTRIM l
(error) ERR wrong number of arguments for 'ltrim' command
> LTRIM l 0
(error) ERR wrong number of arguments for 'ltrim' command
> LTRIM l 0 1 2
(error) ERR wrong number of arguments for 'ltrim' command
