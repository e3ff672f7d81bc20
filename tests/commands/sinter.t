# SINTER key [key ...]: the members that are in all sets.

> SADD a 1 2 3 x y
(integer) 5
> SADD b 2 3 4 y z
(integer) 5
> SADD c 3 y
(integer) 2
> SINTER a b
(any order)
1) "2"
2) "3"
3) "y"
> SINTER a b c
(any order)
1) "y"
2) "3"
> SINTER c
(any order)
1) "y"
2) "3"
> SINTER a a
(any order)
1) "x"
2) "1"
3) "2"
4) "y"
5) "3"
> SINTER a nothing
(empty array)
> SINTER nothing
(empty array)
> SINTER nothing a b
(empty array)
> SADD i 1 2 3 100000
(integer) 4
> SADD j 2 3 4 100000
(integer) 4
> SINTER i j
1) "2"
2) "3"
3) "100000"
> SINTER i j a
1) "2"
2) "3"
> SINTER i a
(any order)
1) "1"
2) "2"
3) "3"

# SUNION key [key ...]: the members that are in any.

> SUNION a b
(any order)
1) "4"
2) "2"
3) "y"
4) "3"
5) "x"
6) "z"
7) "1"
> SUNION a a
(any order)
1) "2"
2) "y"
3) "3"
4) "x"
5) "1"
> SUNION nothing c
(any order)
1) "y"
2) "3"
> SUNION nothing
(empty array)
> SUNION i j
1) "1"
2) "2"
3) "3"
4) "4"
5) "100000"
> SUNION i
1) "1"
2) "2"
3) "3"
4) "100000"
> SUNION i a nothing b
(any order)
1) "4"
2) "2"
3) "y"
4) "3"
5) "x"
6) "z"
7) "100000"
8) "1"

# SDIFF key [key ...]: the members of the first that are in none of the others.

> SDIFF a b
(any order)
1) "x"
2) "1"
> SDIFF b a
(any order)
1) "4"
2) "z"
> SDIFF a b c
(any order)
1) "x"
2) "1"
> SDIFF a nothing
(any order)
1) "y"
2) "2"
3) "3"
4) "x"
5) "1"
> SDIFF nothing a
(empty array)
> SDIFF nothing
(empty array)
> SDIFF a a
(empty array)
> SDIFF i j
1) "1"
> SDIFF i j nothing i
(empty array)
> SDIFF a nothing nothing
(any order)
1) "y"
2) "2"
3) "3"
4) "x"
5) "1"
> SDIFF a i j nothing b
(any order)
1) "x"
> SADD bin "" "\x00" "\xff"
(integer) 3
> SADD bin2 "" "\xff"
(integer) 2
> SINTER bin bin2
(any order)
1) ""
2) "\xff"
> SDIFF bin bin2
1) "\x00"
> SUNION bin bin2
(any order)
1) ""
2) "\x00"
3) "\xff"

# SINTERCARD numkeys key [key ...] [LIMIT limit]: only how many SINTER would answer, no more than
# limit.

> SINTERCARD 2 a b
(integer) 3
> SINTERCARD 3 a b c
(integer) 2
> SINTERCARD 1 a
(integer) 5
> SINTERCARD 2 a nothing
(integer) 0
> SINTERCARD 1 nothing
(integer) 0
> SINTERCARD 2 a b LIMIT 2
(integer) 2
> SINTERCARD 2 a b limit 0
(integer) 3
> SINTERCARD 2 a b LIMIT 1
(integer) 1
> SINTERCARD 2 a b LIMIT 100
(integer) 3
> SINTERCARD 2 a b LIMIT 9223372036854775807
(integer) 3
> SINTERCARD 2 a b LIMIT 1 LIMIT 2
(integer) 2
> SINTERCARD 2 a a
(integer) 5
> SINTERCARD 0 a
(error) ERR numkeys should be greater than 0
> SINTERCARD -1 a
(error) ERR numkeys should be greater than 0
> SINTERCARD x a
(error) ERR numkeys should be greater than 0
> SINTERCARD 3 a b
(error) ERR Number of keys can't be greater than number of args
> SINTERCARD 9223372036854775807 a b
(error) ERR Number of keys can't be greater than number of args
> SINTERCARD 2147483648 a
(error) ERR Number of keys can't be greater than number of args
> SINTERCARD 1 a b
(error) ERR syntax error
> SINTERCARD 2 a b LIMIT
(error) ERR syntax error
> SINTERCARD 2 a b LIMIT -1
(error) ERR LIMIT can't be negative
> SINTERCARD 2 a b LIMIT x
(error) ERR LIMIT can't be negative
> SINTERCARD 2 a b LIMIT 9223372036854775808
(error) ERR LIMIT can't be negative
> SINTERCARD 2 a b WHATEVER 1
(error) ERR syntax error
> SINTERCARD 2 nothing b LIMIT -1
(error) ERR LIMIT can't be negative
> SINTERCARD 2
(error) ERR wrong number of arguments for 'sintercard' command
> SINTERCARD
(error) ERR wrong number of arguments for 'sintercard' command

# Every key must be a set, also where the answer is known before it is looked at.
> SET s v
OK
> SINTER a s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER s nothing
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION a s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUNION nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF a s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SDIFF s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 a s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 nothing s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTERCARD 2 s nothing
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SINTER
(error) ERR wrong number of arguments for 'sinter' command
> SUNION
(error) ERR wrong number of arguments for 'sunion' command
> SDIFF
(error) ERR wrong number of arguments for 'sdiff' command
!resp3
> SINTER c c
(any order)
1~ "y"
2~ "3"
> SINTER i j
1~ "2"
2~ "3"
3~ "100000"
> SINTER nothing
(empty set)
> SUNION i j
1~ "1"
2~ "2"
3~ "3"
4~ "4"
5~ "100000"
> SUNION nothing
(empty set)
> SDIFF i j
1~ "1"
> SDIFF nothing
(empty set)
> SINTERCARD 2 a b
(integer) 3
