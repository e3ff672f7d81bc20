# SADD key member [member ...]
#
# Adds members to a set; answers how many are new. A set is made by its first member and vanishes
# with its last one.

> SADD s a b c
(integer) 3
> SADD s c d
(integer) 1
> SADD s a
(integer) 0
> SMEMBERS s
(any order)
1) "a"
2) "d"
3) "b"
4) "c"
> TYPE s
set
> SCARD s
(integer) 4
> SADD s x x x
(integer) 1
> SCARD s
(integer) 5

# Members are any bytes. Numbers are the same member only if written the same.
> SADD b "" "\x00" "\xff\xfe" 1 01 +1 1.0 " 1" -0 0 9223372036854775807 9223372036854775808
(integer) 12
> SCARD b
(integer) 12
> SISMEMBER b ""
(integer) 1
> SISMEMBER b "\x00"
(integer) 1
> SISMEMBER b 01
(integer) 1
> SISMEMBER b 2
(integer) 0
> SADD "" ""
(integer) 1
> SMEMBERS ""
1) ""
> SADD long $REPEAT(x,10000) $REPEAT(x,9999)
(integer) 2
> SISMEMBER long $REPEAT(x,10000)
(integer) 1
> SISMEMBER long $REPEAT(x,10001)
(integer) 0

# A set of integers stands in order.
> SADD i 3 1 2 -5 9223372036854775807 -9223372036854775808 100000 70000 3000000000
(integer) 9
> SMEMBERS i
1) "-9223372036854775808"
2) "-5"
3) "1"
4) "2"
5) "3"
6) "70000"
7) "100000"
8) "3000000000"
9) "9223372036854775807"
> EXPIRE i 100
(integer) 1
> SADD i 4
(integer) 1
> TTL i
~ \(integer\) (99|100)
> SADD old x
(integer) 1
> PEXPIRE old 20
(integer) 1
!advance 40
> SADD old y
(integer) 1
> SMEMBERS old
1) "y"
> TTL old
(integer) -1

> SET str v
OK
> SADD str a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SADD
(error) ERR wrong number of arguments for 'sadd' command
> SADD s
(error) ERR wrong number of arguments for 'sadd' command

# SREM key member [member ...]: removes members; answers how many there were.

> SREM s a
(integer) 1
> SREM s a
(integer) 0
> SREM s b zzz c b
(integer) 2
> SMEMBERS s
(any order)
1) "d"
2) "x"
> SREM s d x
(integer) 2
> EXISTS s
(integer) 0
> SREM s d
(integer) 0
> SREM nothing a
(integer) 0
> SREM i 3 9223372036854775807 03
(integer) 2
> SMEMBERS i
1) "-9223372036854775808"
2) "-5"
3) "1"
4) "2"
5) "4"
6) "70000"
7) "100000"
8) "3000000000"
> TTL i
~ \(integer\) (99|100)
> SREM b "" "\x00" 1
(integer) 3
> SCARD b
(integer) 9
> SREM str a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SREM
(error) ERR wrong number of arguments for 'srem' command
> SREM s
(error) ERR wrong number of arguments for 'srem' command

# SCARD key: how many members.

> SCARD i
(integer) 8
> SCARD nothing
(integer) 0
> SCARD str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SCARD
(error) ERR wrong number of arguments for 'scard' command
> SCARD i i
(error) ERR wrong number of arguments for 'scard' command

# SMEMBERS key: all of them. In RESP3 it is a set.

> SMEMBERS nothing
(empty array)
> SMEMBERS str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMEMBERS
(error) ERR wrong number of arguments for 'smembers' command
> SMEMBERS i i
(error) ERR wrong number of arguments for 'smembers' command
!resp3
> SMEMBERS i
1~ "-9223372036854775808"
2~ "-5"
3~ "1"
4~ "2"
5~ "4"
6~ "70000"
7~ "100000"
8~ "3000000000"
> SMEMBERS nothing
(empty set)
> SADD i 7
(integer) 1
> SREM i 7
(integer) 1
