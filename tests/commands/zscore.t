# ZSCORE key member: the score of a member, nil without it. Scores are 64-bit floats, written with
# 17 significant digits where fewer do not say exactly which one (C's %.17g). A negative zero loses
# its sign in a small set, and keeps it in a large one. What a float cannot hold, too large or too
# small, is an error.

> ZADD z 1 int 1.5 half 0.1 tenth -0 negzero 0 zero 3.0 three 1e3 thousand
(integer) 7
> ZSCORE z int
"1"
> ZSCORE z half
"1.5"
> ZSCORE z tenth
"0.10000000000000001"
> ZSCORE z negzero
"0"
> ZSCORE z zero
"0"
> ZSCORE z three
"3"
> ZSCORE z thousand
"1000"
> ZADD z inf pinf -inf ninf +inf plus INFINITY long
(integer) 4
> ZSCORE z pinf
"inf"
> ZSCORE z ninf
"-inf"
> ZSCORE z plus
"inf"
> ZSCORE z long
"inf"
> ZADD z 1e308 big 1e-308 small 5e-324 tiny 1e400 over
(error) ERR value is not a valid float
> ZADD z 1e308 big 1e-308 small 5e-324 tiny
(integer) 3
> ZSCORE z big
"1e+308"
> ZSCORE z small
"9.9999999999999991e-309"
> ZSCORE z tiny
"4.9406564584124654e-324"
> ZADD z 1e-400 under
(error) ERR value is not a valid float
> ZADD z 9007199254740992 p53 9007199254740993 p53a 9223372036854775807 i64 -9223372036854775808 i64min 18446744073709551616 p64
(integer) 5
> ZSCORE z p53
"9007199254740992"
> ZSCORE z p53a
"9007199254740992"
> ZSCORE z i64
"9.2233720368547758e+18"
> ZSCORE z i64min
"-9.2233720368547758e+18"
> ZSCORE z p64
"1.8446744073709552e+19"
> ZADD z 123456789.123456789 pi 3.141592653589793238 pi2 0.30000000000000004 sum 1e20 e20 1e21 e21 1e22 e22 1e17 e17 0.000001 em6 0.0000001 em7 1234567890123456789 long19
(integer) 10
> ZSCORE z pi
"123456789.12345679"
> ZSCORE z pi2
"3.1415926535897931"
> ZSCORE z sum
"0.30000000000000004"
> ZSCORE z e20
"1e+20"
> ZSCORE z e21
"1e+21"
> ZSCORE z e22
"1e+22"
> ZSCORE z e17
"1e+17"
> ZSCORE z em6
"9.9999999999999995e-07"
> ZSCORE z em7
"9.9999999999999995e-08"
> ZSCORE z long19
"1.2345678901234568e+18"
> ZADD z 0x10 hex 1e0 e0 .5 dot 5. dot2 +5 plus5 00012 zeros
(integer) 6
> ZSCORE z hex
"16"
> ZSCORE z dot
"0.5"
> ZSCORE z dot2
"5"
> ZSCORE z plus5
"5"
> ZSCORE z zeros
"12"

# The same in a set that is large.
> ZADD big 1.5 $REPEAT(m,100) 0.1 tenth -0 negzero 1e21 e21 3.0 three inf i
(integer) 6
> ZSCORE big tenth
"0.10000000000000001"
> ZSCORE big negzero
"-0"
> ZSCORE big e21
"1e+21"
> ZSCORE big three
"3"
> ZSCORE big i
"inf"
> ZSCORE big $REPEAT(m,100)
"1.5"

> ZSCORE z nobody
(nil)
> ZSCORE nothing a
(nil)
> SET s v
OK
> ZSCORE s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCORE
(error) ERR wrong number of arguments for 'zscore' command
> ZSCORE z
(error) ERR wrong number of arguments for 'zscore' command
> ZSCORE z a b
(error) ERR wrong number of arguments for 'zscore' command

# ZMSCORE key member [member ...]: the scores of many.

> ZMSCORE z int nobody half int
1) "1"
2) (nil)
3) "1.5"
4) "1"
> ZMSCORE nothing a b
1) (nil)
2) (nil)
> ZMSCORE z ""
1) (nil)
> ZMSCORE s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZMSCORE
(error) ERR wrong number of arguments for 'zmscore' command
> ZMSCORE z
(error) ERR wrong number of arguments for 'zmscore' command

# In RESP3 they are doubles.
!resp3
> ZSCORE z int
(double) 1
> ZSCORE z half
(double) 1.5
> ZSCORE z pinf
(double) inf
> ZSCORE z ninf
(double) -inf
> ZSCORE z negzero
(double) 0
> ZSCORE z e21
(double) 1e+21
> ZSCORE z nobody
(nil)
> ZMSCORE z tenth nobody
1) (double) 0.10000000000000001
2) (nil)
!send "ZSCORE z tenth\r\nZSCORE z e22\r\nZSCORE z pinf\r\nZSCORE z ninf\r\nZSCORE z nobody\r\nZSCORE z three\r\n"
",0.10000000000000001"
",1e+22"
",inf"
",-inf"
"_"
",3"
