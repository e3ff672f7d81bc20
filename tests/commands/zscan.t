# ZSCAN key cursor [MATCH pattern] [COUNT count]
#
# Goes through the members of a sorted set and their scores step by step. A small one is answered in
# one step, in its order.

> ZADD z 1 a 2.5 b 3 ab 0.1 ba inf i
(integer) 5
> ZSCAN z 0
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN z 0 COUNT 1
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN z 0 MATCH a*
1) "0"
2) 1) "a"
   2) "1"
   3) "ab"
   4) "3"
> ZSCAN z 0 match x count 5
1) "0"
2) (empty array)
> ZSCAN z 0 MATCH ""
1) "0"
2) (empty array)
> ZSCAN z 7
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN nothing 0
1) "0"
2) (empty array)
> ZSCAN nothing 5
1) "0"
2) (empty array)
> ZADD "" 1 ""
(integer) 1
> ZSCAN "" 0
1) "0"
2) 1) ""
   2) "1"
> ZADD big 1 $REPEAT(m,100) 2 b1 3 b2
(integer) 3
> ZSCAN big 0 COUNT 100 MATCH b1
1) "0"
2) 1) "b1"
   2) "2"
> ZSCAN big 0 COUNT 100 MATCH b*
~ 1\) "0"
~ 2\) 1\) "b[12]"
~    2\) "[23]"
~    3\) "b[12]"
~    4\) "[23]"
> ZADD big 0.1 b3
(integer) 1
> ZSCAN big 0 COUNT 100 MATCH b3
1) "0"
2) 1) "b3"
   2) "0.10000000000000001"
> ZSCAN z -1
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN z 18446744073709551616
(error) ERR invalid cursor
> ZSCAN z x
(error) ERR invalid cursor
> ZSCAN z ""
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN z 0 COUNT 0
(error) ERR syntax error
> ZSCAN z 0 COUNT x
(error) ERR value is not an integer or out of range
> ZSCAN z 0 COUNT
(error) ERR syntax error
> ZSCAN z 0 MATCH
(error) ERR syntax error
> ZSCAN z 0 TYPE zset
(error) ERR syntax error
> ZSCAN z 0 WHATEVER 1
(error) ERR syntax error
> ZSCAN nothing x
(error) ERR invalid cursor
> SET s v
OK
> ZSCAN s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZSCAN s x
(error) ERR invalid cursor
> ZSCAN
(error) ERR wrong number of arguments for 'zscan' command
> ZSCAN z
(error) ERR wrong number of arguments for 'zscan' command

# In a small set a score that is an integer is written by its digits, up to 2^62; ZSCORE does not.
> ZADD whole 1e17 a 4e18 b 5e18 c -0 d 1.5 e -4e18 f
(integer) 6
> ZSCAN whole 0
1) "0"
2)  1) "f"
    2) "-4000000000000000000"
    3) "d"
    4) "0"
    5) "e"
    6) "1.5"
    7) "a"
    8) "100000000000000000"
    9) "b"
   10) "4000000000000000000"
   11) "c"
   12) "5e+18"
> ZSCORE whole a
"1e+17"
> ZADD whole 1 $REPEAT(m,100)
(integer) 1
> ZSCAN whole 0 MATCH a COUNT 100
1) "0"
2) 1) "a"
   2) "1e+17"

# Also in RESP3 the scores are strings here.
!resp3
> ZSCAN z 0
1) "0"
2)  1) "ba"
    2) "0.10000000000000001"
    3) "a"
    4) "1"
    5) "b"
    6) "2.5"
    7) "ab"
    8) "3"
    9) "i"
   10) "inf"
> ZSCAN nothing 0
1) "0"
2) (empty array)
