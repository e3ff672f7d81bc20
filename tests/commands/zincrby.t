# ZINCRBY key increment member: adds to a score, which is 0 if the member is new; answers the sum.

> ZINCRBY z 1 a
"1"
> ZINCRBY z 1.5 a
"2.5"
> ZINCRBY z -4 a
"-1.5"
> ZINCRBY z 0 b
"0"
> ZRANGE z 0 -1 WITHSCORES
1) "a"
2) "-1.5"
3) "b"
4) "0"
> ZINCRBY z inf a
"inf"
> ZINCRBY z inf a
"inf"
> ZINCRBY z -inf a
(error) ERR resulting score is not a number (NaN)
> ZSCORE z a
"inf"
> ZINCRBY z -inf b
"-inf"
> ZINCRBY z inf b
(error) ERR resulting score is not a number (NaN)
> ZINCRBY z 1e308 c
"1e+308"
> ZINCRBY z 1e308 c
"inf"
> ZINCRBY z 0.1 d
"0.10000000000000001"
> ZINCRBY z 0.2 d
"0.30000000000000004"
> ZINCRBY z 9007199254740992 e
"9007199254740992"
> ZINCRBY z 1 e
"9007199254740992"
> ZINCRBY z -0 f
"-0"
> ZINCRBY z 1 ""
"1"
> ZINCRBY z x a
(error) ERR value is not a valid float
> ZINCRBY z nan a
(error) ERR value is not a valid float
> ZINCRBY z "" a
(error) ERR value is not a valid float
> ZINCRBY nothing x a
(error) ERR value is not a valid float
> EXISTS nothing
(integer) 0
> SET s v
OK
> ZINCRBY s 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZINCRBY s x a
(error) ERR value is not a valid float
> EXPIRE z 100
(integer) 1
> ZINCRBY z 1 g
"1"
> TTL z
~ \(integer\) (99|100)
> ZINCRBY
(error) ERR wrong number of arguments for 'zincrby' command
> ZINCRBY z
(error) ERR wrong number of arguments for 'zincrby' command
> ZINCRBY z 1
(error) ERR wrong number of arguments for 'zincrby' command
> ZINCRBY z 1 a b
(error) ERR wrong number of arguments for 'zincrby' command
!resp3
> ZINCRBY z 1.5 g
(double) 2.5
> ZINCRBY z inf g
(double) inf
!resp2

# ZREM key member [member ...]: removes members; answers how many there were.

> DEL z
(integer) 1
> ZADD z 1 a 2 b 3 c 4 d
(integer) 4
> ZREM z a
(integer) 1
> ZREM z a
(integer) 0
> ZREM z b zzz c b
(integer) 2
> ZRANGE z 0 -1
1) "d"
> EXPIRE z 100
(integer) 1
> ZADD z 5 e
(integer) 1
> ZREM z d
(integer) 1
> TTL z
~ \(integer\) (99|100)
> ZREM z e
(integer) 1
> EXISTS z
(integer) 0
> ZREM nothing a
(integer) 0
> ZADD z 1 "" 2 "\x00"
(integer) 2
> ZREM z "\x00" ""
(integer) 2
> EXISTS z
(integer) 0
> ZREM s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREM
(error) ERR wrong number of arguments for 'zrem' command
> ZREM z
(error) ERR wrong number of arguments for 'zrem' command

# ZCARD key: how many members.

> ZADD z 1 a 1 b
(integer) 2
> ZCARD z
(integer) 2
> ZCARD nothing
(integer) 0
> ZCARD s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCARD
(error) ERR wrong number of arguments for 'zcard' command
> ZCARD z z
(error) ERR wrong number of arguments for 'zcard' command
