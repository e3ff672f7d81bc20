# ZADD key [NX | XX] [GT | LT] [CH] [INCR] score member [score member ...]
#
# Gives members of a sorted set their scores; answers how many members are new. The set is ordered
# by score, and by the bytes of the members where scores are equal.

> ZADD z 1 a 2 b 3 c
(integer) 3
> ZADD z 1 a 5 b 4 d
(integer) 1
> ZRANGE z 0 -1 WITHSCORES
1) "a"
2) "1"
3) "c"
4) "3"
5) "d"
6) "4"
7) "b"
8) "5"
> TYPE z
zset
> ZADD z 4 aa 4 D 4 "" 4 "\xff" 4 "\x00" 4 d1
(integer) 6
> ZRANGE z 0 -1 WITHSCORES
 1) "a"
 2) "1"
 3) "c"
 4) "3"
 5) ""
 6) "4"
 7) "\x00"
 8) "4"
 9) "D"
10) "4"
11) "aa"
12) "4"
13) "d"
14) "4"
15) "d1"
16) "4"
17) "\xff"
18) "4"
19) "b"
20) "5"
> ZADD z2 1 x 2 x 3 x
(integer) 1
> ZSCORE z2 x
"3"
> ZADD "" 1 ""
(integer) 1
> ZRANGE "" 0 -1
1) ""

# NX: only new members. XX: only those that are there.
> DEL z
(integer) 1
> ZADD z NX 1 a
(integer) 1
> ZADD z NX 2 a 2 b
(integer) 1
> ZADD z XX 5 a 5 c
(integer) 0
> ZADD z XX 6 a
(integer) 0
> ZRANGE z 0 -1 WITHSCORES
1) "b"
2) "2"
3) "a"
4) "6"
> ZADD nothing XX 1 a
(integer) 0
> EXISTS nothing
(integer) 0

# GT, LT: what is there changes only to a greater, to a smaller score; new members are added. With
# XX they are not.
> ZADD z GT 5 a 7 b 1 c
(integer) 1
> ZRANGE z 0 -1 WITHSCORES
1) "c"
2) "1"
3) "a"
4) "6"
5) "b"
6) "7"
> ZADD z LT 5 a 9 b 1 d
(integer) 1
> ZADD z GT XX 10 a 10 e
(integer) 0
> ZADD z xx lt 0 a 10 e
(integer) 0
> ZADD z XX LT 20 a
(integer) 0
> ZADD z GT 0 a
(integer) 0
> ZADD z LT 0 a
(integer) 0
> ZRANGE z 0 -1 WITHSCORES
1) "a"
2) "0"
3) "c"
4) "1"
5) "d"
6) "1"
7) "b"
8) "7"

# CH: answers how many were added or changed.
> ZADD z CH 0 a 8 b 3 f
(integer) 2
> ZADD z CH 0 a
(integer) 0
> ZADD z CH GT 1 a 1 b
(integer) 1
> ZADD z CH XX 1 nobody 2 a
(integer) 1
> ZADD z CH NX 9 a 9 g
(integer) 1
> ZADD z ch 1 h 2 h 3 h
(integer) 3

# INCR: adds to one score and answers the sum, or nil if a condition kept it from that.
> ZADD z INCR 5 a
"7"
> ZADD z INCR -2.5 a
"4.5"
> ZADD z INCR 3 new
"3"
> ZADD z NX INCR 3 new
(nil)
> ZADD z NX INCR 3 new2
"3"
> ZADD z XX INCR 3 new
"6"
> ZADD z XX INCR 3 nobody
(nil)
> ZADD z GT INCR 1 new
"7"
> ZADD z GT INCR -1 new
(nil)
> ZADD z GT INCR 0 new
(nil)
> ZADD z LT INCR -1 new
"6"
> ZADD z LT INCR 1 new
(nil)
> ZADD z LT INCR 1 fresh
"1"
> ZADD z INCR CH 1 new
"7"
> ZADD z XX GT CH INCR 1 new
"8"
> ZADD nothing XX INCR 1 a
(nil)
!send "ZADD z XX INCR 3 nobody\r\nZADD z INCR 1 new\r\n"
"$-1"
"$1"
"9"

> ZADD z INCR 1 a 2 b
(error) ERR INCR option supports a single increment-element pair
> ZADD z NX XX 1 a
(error) ERR XX and NX options at the same time are not compatible
> ZADD z GT LT 1 a
(error) ERR GT, LT, and/or NX options at the same time are not compatible
> ZADD z NX GT 1 a
(error) ERR GT, LT, and/or NX options at the same time are not compatible
> ZADD z NX LT 1 a
(error) ERR GT, LT, and/or NX options at the same time are not compatible
> ZADD z GT NX LT 1 a
(error) ERR GT, LT, and/or NX options at the same time are not compatible
> ZADD z
(error) ERR wrong number of arguments for 'zadd' command
> ZADD z 1
(error) ERR wrong number of arguments for 'zadd' command
> ZADD z 1 a 2
(error) ERR syntax error
> ZADD z NX
(error) ERR wrong number of arguments for 'zadd' command
> ZADD z NX 1
(error) ERR syntax error
> ZADD z NX CH
(error) ERR syntax error
> ZADD z NX XX
(error) ERR syntax error
> ZADD z NX CH INCR
(error) ERR syntax error
> ZADD z WHATEVER 1 a
(error) ERR syntax error
> ZADD z WHATEVER a
(error) ERR value is not a valid float
> ZADD
(error) ERR wrong number of arguments for 'zadd' command
> ZADD z 1 a NX 2
(error) ERR value is not a valid float
> ZADD z CH CH NX NX 1 twice
(integer) 1

# Nothing is done when one score is no number.
> DEL z
(integer) 1
> ZADD z 1 a x b
(error) ERR value is not a valid float
> EXISTS z
(integer) 0
> ZADD z 1 a nan b
(error) ERR value is not a valid float
> ZADD z "" a
(error) ERR value is not a valid float
> ZADD z " 1" a
(error) ERR value is not a valid float
> ZADD z "1 " a
(error) ERR value is not a valid float
> ZADD z 1,5 a
(error) ERR value is not a valid float
> ZADD z "1\x00" a
(error) ERR value is not a valid float
> EXISTS z
(integer) 0
> SET s v
OK
> ZADD s 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD s x a
(error) ERR value is not a valid float
> ZADD s XX 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZADD s NX XX 1 a
(error) ERR XX and NX options at the same time are not compatible
> ZADD nothing XX x a
(error) ERR value is not a valid float

> ZADD z 1 a
(integer) 1
> EXPIRE z 100
(integer) 1
> ZADD z 2 a 3 b
(integer) 1
> TTL z
~ \(integer\) (99|100)
> ZADD old 1 x
(integer) 1
> PEXPIRE old 20
(integer) 1
!advance 40
> ZADD old XX 1 x
(integer) 0
> ZADD old 1 y
(integer) 1
> ZRANGE old 0 -1
1) "y"
> TTL old
(integer) -1

# A long member.
> ZADD z 7 $REPEAT(m,10000)
(integer) 1
> ZSCORE z $REPEAT(m,10000)
"7"
!resp3
> ZADD z 1 q
(integer) 1
> ZADD z INCR 1.5 q
(double) 2.5
> ZADD z XX INCR 1 nobody
(nil)
