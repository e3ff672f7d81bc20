# SPOP key [count]
#
# Takes a random member out of a set; with a count, so many different ones.

> SADD s a b c
(integer) 3
> SPOP s
~ "[abc]"
> SCARD s
(integer) 2
> SPOP s 0
(empty array)
> SPOP s 10
~ 1\) "[abc]"
~ 2\) "[abc]"
> EXISTS s
(integer) 0
> SPOP s
(nil)
> SPOP s 1
(empty array)
> SPOP s 0
(empty array)
> SADD s a b c
(integer) 3
> SPOP s 3
(any order)
1) "a"
2) "b"
3) "c"
> EXISTS s
(integer) 0
> SADD s a b c
(integer) 3
> SPOP s 2
~ 1\) "[abc]"
~ 2\) "[abc]"
> SCARD s
(integer) 1
> SPOP s 9223372036854775807
~ 1\) "[abc]"
> SADD one "\x00\xff"
(integer) 1
> SPOP one
"\x00\xff"
> EXISTS one
(integer) 0
> SADD one ""
(integer) 1
> SPOP one 1
1) ""
> SADD i 1 2 3 4
(integer) 4
> SPOP i 2
~ 1\) "[1-4]"
~ 2\) "[1-4]"
> SCARD i
(integer) 2
> EXPIRE i 100
(integer) 1
> SPOP i
~ "[1-4]"
> TTL i
~ \(integer\) (99|100)

> SADD s a
(integer) 1
> SPOP s -1
(error) ERR value is out of range, must be positive
> SPOP s x
(error) ERR value is out of range, must be positive
> SPOP s ""
(error) ERR value is out of range, must be positive
> SPOP s 9223372036854775808
(error) ERR value is out of range, must be positive
> SPOP nothing -1
(error) ERR value is out of range, must be positive
> SPOP s 1 2
(error) ERR syntax error
> SET str v
OK
> SPOP str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP str 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SPOP str -1
(error) ERR value is out of range, must be positive
> SPOP
(error) ERR wrong number of arguments for 'spop' command
!send "SPOP nothing\r\nSPOP nothing 1\r\nSPOP s 0\r\n"
"$-1"
"*0"
"*0"
!resp3
> SPOP nothing
(nil)
> SPOP nothing 1
(empty set)
> SPOP s 0
(empty set)
> SADD s b
(integer) 1
> SPOP s 2
(any order)
1~ "a"
2~ "b"
> SADD s b
(integer) 1
> SPOP s
"b"
!resp2

# SRANDMEMBER key [count]
#
# Answers random members and leaves them. With a count so many different ones, all if there are
# fewer; with a negative count exactly so many, the same one perhaps many times.

> DEL s
(integer) 0
> SADD s a b c
(integer) 3
> SRANDMEMBER s
~ "[abc]"
> SRANDMEMBER s 0
(empty array)
> SRANDMEMBER s 2
~ 1\) "[abc]"
~ 2\) "[abc]"
> SRANDMEMBER s 3
(any order)
1) "a"
2) "b"
3) "c"
> SRANDMEMBER s 9223372036854775807
(any order)
1) "a"
2) "b"
3) "c"
> SRANDMEMBER s -1
~ 1\) "[abc]"
> SRANDMEMBER s -4
~ 1\) "[abc]"
~ 2\) "[abc]"
~ 3\) "[abc]"
~ 4\) "[abc]"
> SCARD s
(integer) 3
> SADD one m
(integer) 1
> SRANDMEMBER one
"m"
> SRANDMEMBER one 5
1) "m"
> SRANDMEMBER one -3
1) "m"
2) "m"
3) "m"
> SADD n 7
(integer) 1
> SRANDMEMBER n
"7"
> SRANDMEMBER n -2
1) "7"
2) "7"
> SRANDMEMBER nothing
(nil)
> SRANDMEMBER nothing 5
(empty array)
> SRANDMEMBER nothing -5
(empty array)
> SRANDMEMBER nothing 0
(empty array)
> SRANDMEMBER s x
(error) ERR value is not an integer or out of range
> SRANDMEMBER s ""
(error) ERR value is not an integer or out of range
> SRANDMEMBER s 1.5
(error) ERR value is not an integer or out of range
> SRANDMEMBER s 9223372036854775808
(error) ERR value is not an integer or out of range
> SRANDMEMBER s -9223372036854775808
(error) ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807
> SRANDMEMBER s 1 2
(error) ERR syntax error
> SRANDMEMBER nothing x
(error) ERR value is not an integer or out of range
> SRANDMEMBER str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER str 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SRANDMEMBER
(error) ERR wrong number of arguments for 'srandmember' command
!send "SRANDMEMBER nothing\r\nSRANDMEMBER nothing 1\r\n"
"$-1"
"*0"
!resp3
> SRANDMEMBER one
"m"
> SRANDMEMBER one 5
1) "m"
> SRANDMEMBER one -2
1) "m"
2) "m"
> SRANDMEMBER nothing
(nil)
> SRANDMEMBER nothing 5
(empty array)
