# LPOP key [count] and RPOP key [count]
#
# Takes elements from the left or the right end of a list. Without a count the answer is one element
# or nil; with a count it is an array, in the order of taking, or nil if there is no list.

> RPUSH l a b c d e f g
(integer) 7
> LPOP l
"a"
> RPOP l
"g"
> LPOP l 2
1) "b"
2) "c"
> RPOP l 2
1) "f"
2) "e"
> LRANGE l 0 -1
1) "d"

# A count of 0 takes nothing. More than there are: all, and the list is gone.
> LPOP l 0
(empty array)
> RPOP l 0
(empty array)
> LPOP l 100
1) "d"
> EXISTS l
(integer) 0
> LPOP l
(nil)
> RPOP l
(nil)
> LPOP l 5
(nil)
> RPOP l 5
(nil)
> LPOP l 0
(nil)
> RPUSH l 1 2 3
(integer) 3
> RPOP l 9223372036854775807
1) "3"
2) "2"
3) "1"
> RPUSH l 1 2 3
(integer) 3
> LPOP l 3
1) "1"
2) "2"
3) "3"
> EXISTS l
(integer) 0

# With no count there is a null bulk, with one a null array; a count of 0 of a list is an empty
# array.
!send "LPOP nothing\r\nLPOP nothing 1\r\nRPOP nothing 0\r\nRPUSH z a\r\nLPOP z 0\r\nLPOP z 1\r\n"
"$-1"
"*-1"
"*-1"
":1"
"*0"
"*1"
"$1"
"a"

# Binary and empty elements.
> RPUSH b "" "\x00\xff" 12
(integer) 3
> LPOP b
""
> RPOP b
"12"
> LPOP b
"\x00\xff"
> LPOP b
(nil)

# The time to live stays with the rest.
> RPUSH t a b
(integer) 2
> EXPIRE t 100
(integer) 1
> LPOP t
"a"
> TTL t
~ \(integer\) (99|100)

> RPUSH l a b c
(integer) 3
> LPOP l -1
(error) ERR value is out of range, must be positive
> RPOP l -1
(error) ERR value is out of range, must be positive
> LPOP l -9223372036854775808
(error) ERR value is out of range, must be positive
> LPOP l 9223372036854775808
(error) ERR value is out of range, must be positive
> LPOP l x
(error) ERR value is out of range, must be positive
> LPOP l ""
(error) ERR value is out of range, must be positive
> LPOP l 1.0
(error) ERR value is out of range, must be positive
> LPOP l " 1"
(error) ERR value is out of range, must be positive
> LPOP nothing -1
(error) ERR value is out of range, must be positive
> LPOP nothing x
(error) ERR value is out of range, must be positive
> SET s v
OK
> LPOP s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP s 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPOP s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOP s -1
(error) ERR value is out of range, must be positive
> LPOP
(error) ERR wrong number of arguments for 'lpop' command
> RPOP
(error) ERR wrong number of arguments for 'rpop' command
> LPOP l 1 2
(error) ERR wrong number of arguments for 'lpop' command
> RPOP l 1 2
(error) ERR wrong number of arguments for 'rpop' command
!resp3
> LPOP l
"a"
> LPOP nothing
(nil)
> LPOP nothing 2
(nil)
> RPOP l 2
1) "c"
2) "b"
> RPOP l 0
(nil)
!resp2

# LLEN key: the number of elements, 0 without a list.

> RPUSH l a b c
(integer) 3
> LLEN l
(integer) 3
> LLEN nothing
(integer) 0
> LLEN s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LLEN
(error) ERR wrong number of arguments for 'llen' command
> LLEN l l
(error) ERR wrong number of arguments for 'llen' command
> LLEN ""
(integer) 0
