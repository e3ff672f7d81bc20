# LMOVE source destination LEFT | RIGHT LEFT | RIGHT
#
# Takes an element from one end of a list and puts it at one end of another, in one step. Answers
# the element, or nil if there is no source.

> RPUSH src a b c d
(integer) 4
> LMOVE src dst LEFT RIGHT
"a"
> LMOVE src dst LEFT LEFT
"b"
> LMOVE src dst RIGHT LEFT
"d"
> LMOVE src dst right Right
"c"
> LRANGE src 0 -1
(empty array)
> EXISTS src
(integer) 0
> LRANGE dst 0 -1
1) "d"
2) "b"
3) "a"
4) "c"
> LMOVE src dst LEFT LEFT
(nil)
> LMOVE nothing nowhere LEFT RIGHT
(nil)
> EXISTS nowhere
(integer) 0

# The same list twice turns it round.
> LMOVE dst dst LEFT RIGHT
"d"
> LRANGE dst 0 -1
1) "b"
2) "a"
3) "c"
4) "d"
> LMOVE dst dst RIGHT LEFT
"d"
> LMOVE dst dst LEFT LEFT
"d"
> LMOVE dst dst RIGHT RIGHT
"c"
> LRANGE dst 0 -1
1) "d"
2) "b"
3) "a"
4) "c"
> RPUSH one x
(integer) 1
> LMOVE one one LEFT RIGHT
"x"
> LRANGE one 0 -1
1) "x"
> EXPIRE one 100
(integer) 1
> LMOVE one one LEFT LEFT
"x"
> TTL one
~ \(integer\) (99|100)

# The times to live of the two have nothing to do with each other.
> EXPIRE dst 100
(integer) 1
> LMOVE one dst LEFT LEFT
"x"
> TTL dst
~ \(integer\) (99|100)
> EXISTS one
(integer) 0
> LMOVE dst one LEFT LEFT
"x"
> TTL one
(integer) -1

# Binary and long elements.
> RPUSH b "" "\x00\xff" $REPEAT(x,9000)
(integer) 3
> LMOVE b "" LEFT RIGHT
""
> LMOVE b "" LEFT RIGHT
"\x00\xff"
> LMOVE b "" LEFT RIGHT
"$REPEAT(x,9000)"
> LRANGE "" 0 1
1) ""
2) "\x00\xff"
> LLEN ""
(integer) 3

# A destination of another type: nothing is taken. A missing source is found before the wrong type.
> SET s v
OK
> LMOVE dst s LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE s dst LEFT LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMOVE nothing s LEFT LEFT
(nil)
> LLEN dst
(integer) 4
> LMOVE dst x UP DOWN
(error) ERR syntax error
> LMOVE dst x LEFT DOWN
(error) ERR syntax error
> LMOVE nothing x LEFT DOWN
(error) ERR syntax error
> LMOVE
(error) ERR wrong number of arguments for 'lmove' command
> LMOVE dst
(error) ERR wrong number of arguments for 'lmove' command
> LMOVE dst x LEFT
(error) ERR wrong number of arguments for 'lmove' command
> LMOVE dst x LEFT LEFT LEFT
(error) ERR wrong number of arguments for 'lmove' command
!send "LMOVE nothing x LEFT LEFT\r\nRPOPLPUSH nothing x\r\n"
"$-1"
"$-1"
!resp3
> LMOVE nothing x LEFT LEFT
(nil)
> RPOPLPUSH nothing x
(nil)
!resp2

# RPOPLPUSH source destination: LMOVE source destination RIGHT LEFT.

> DEL src dst
(integer) 1
> RPUSH src a b
(integer) 2
> RPOPLPUSH src dst
"b"
> RPOPLPUSH src dst
"a"
> RPOPLPUSH src dst
(nil)
> EXISTS src
(integer) 0
> LRANGE dst 0 -1
1) "a"
2) "b"
> RPOPLPUSH dst dst
"b"
> LRANGE dst 0 -1
1) "b"
2) "a"
> RPOPLPUSH s dst
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH dst s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOPLPUSH nothing s
(nil)
> LRANGE dst 0 -1
1) "b"
2) "a"
> RPOPLPUSH
(error) ERR wrong number of arguments for 'rpoplpush' command
> RPOPLPUSH dst
(error) ERR wrong number of arguments for 'rpoplpush' command
> RPOPLPUSH dst src LEFT
(error) ERR wrong number of arguments for 'rpoplpush' command
