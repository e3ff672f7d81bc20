# LPUSH key element [element ...] and RPUSH key element [element ...]
#
# Puts elements at the left or the right end of a list, one after another, and answers how long it
# is then. A list is made by the first push and vanishes with its last element.

> RPUSH l a b
(integer) 2
> LPUSH l c d
(integer) 4
> LRANGE l 0 -1
1) "d"
2) "c"
3) "a"
4) "b"
> TYPE l
list
> LPUSH l2 1 2 3
(integer) 3
> LRANGE l2 0 -1
1) "3"
2) "2"
3) "1"
> lpop l2 3
1) "3"
2) "2"
3) "1"
> EXISTS l2
(integer) 0
> RPUSH l2 again
(integer) 1
> LLEN l2
(integer) 1

# Elements are any bytes: empty ones, zeros, line ends, numbers. Every one is kept as it came.
> RPUSH b "" "\x00" "\r\n" "\xff\xfe" 007 -0 1e3 9223372036854775807 9223372036854775808 -9223372036854775808
(integer) 10
> LRANGE b 0 -1
 1) ""
 2) "\x00"
 3) "\r\n"
 4) "\xff\xfe"
 5) "007"
 6) "-0"
 7) "1e3"
 8) "9223372036854775807"
 9) "9223372036854775808"
10) "-9223372036854775808"
> RPUSH "" "the empty name is a name"
(integer) 1
> LRANGE "" 0 -1
1) "the empty name is a name"
> RPUSH "k\x00\r\n" x
(integer) 1
> LRANGE "k\x00\r\n" 0 -1
1) "x"
> RPUSH same x x x
(integer) 3
> LRANGE same 0 -1
1) "x"
2) "x"
3) "x"

# Long elements.
> RPUSH long $REPEAT(ab,5000) s $REPEAT(cd,40000)
(integer) 3
> LINDEX long 0
"$REPEAT(ab,5000)"
> LINDEX long 2
"$REPEAT(cd,40000)"
> LINDEX long 1
"s"

# A push keeps the time to live.
> EXPIRE l 100
(integer) 1
> RPUSH l e
(integer) 5
> TTL l
~ \(integer\) (99|100)

# An expired list is none: the push makes a new one without a time.
> RPUSH old x
(integer) 1
> PEXPIRE old 20
(integer) 1
!advance 40
> RPUSH old y
(integer) 1
> LRANGE old 0 -1
1) "y"
> TTL old
(integer) -1

> SET s v
OK
> LPUSH s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET s
"v"
> LPUSH
(error) ERR wrong number of arguments for 'lpush' command
> LPUSH l
(error) ERR wrong number of arguments for 'lpush' command
> RPUSH
(error) ERR wrong number of arguments for 'rpush' command
> RPUSH l
(error) ERR wrong number of arguments for 'rpush' command

# LPUSHX key element [element ...] and RPUSHX key element [element ...]
#
# The same, if there is a list already; without one nothing happens and the answer is 0.

> DEL l
(integer) 1
> LPUSHX l a
(integer) 0
> RPUSHX l a b
(integer) 0
> EXISTS l
(integer) 0
> RPUSH l m
(integer) 1
> LPUSHX l a b
(integer) 3
> RPUSHX l y z
(integer) 5
> LRANGE l 0 -1
1) "b"
2) "a"
3) "m"
4) "y"
5) "z"
> LPUSHX l ""
(integer) 6
> LRANGE l 0 0
1) ""
> LPUSHX s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSHX s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPUSHX
(error) ERR wrong number of arguments for 'lpushx' command
> LPUSHX l
(error) ERR wrong number of arguments for 'lpushx' command
> RPUSHX
(error) ERR wrong number of arguments for 'rpushx' command
> RPUSHX l
(error) ERR wrong number of arguments for 'rpushx' command
!resp3
> RPUSH l 1
(integer) 7
> LPUSHX nothing 1
(integer) 0
