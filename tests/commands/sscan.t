# SSCAN key cursor [MATCH pattern] [COUNT count]
#
# Goes through the members of a set step by step. A set of integers is answered in one step.

> SADD i 1 2 3 10
(integer) 4
> SSCAN i 0
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN i 0 COUNT 1
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN i 0 MATCH 1*
1) "0"
2) 1) "1"
   2) "10"
> SSCAN i 5
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN i 0 match x
1) "0"
2) (empty array)
> SSCAN i 0 MATCH ""
1) "0"
2) (empty array)
> SADD s one
(integer) 1
> SSCAN s 0
1) "0"
2) 1) "one"
> SADD s a1 a2 b1
(integer) 3
> SSCAN s 0 COUNT 100 MATCH a*
~ 1\) "0"
~ 2\) 1\) "a[12]"
~    2\) "a[12]"
> SSCAN s 0 COUNT 100 MATCH one
1) "0"
2) 1) "one"
> SSCAN s 0 COUNT 100 MATCH zzz
1) "0"
2) (empty array)
> SSCAN s 0 COUNT 1
~ 1\) "\d+"
...
> SADD "" ""
(integer) 1
> SSCAN "" 0
1) "0"
2) 1) ""
> SSCAN nothing 0
1) "0"
2) (empty array)
> SSCAN nothing 99
1) "0"
2) (empty array)
> SSCAN i -1
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN i 18446744073709551616
(error) ERR invalid cursor
> SSCAN i x
(error) ERR invalid cursor
> SSCAN i ""
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN i 0 COUNT 0
(error) ERR syntax error
> SSCAN i 0 COUNT -1
(error) ERR syntax error
> SSCAN i 0 COUNT x
(error) ERR value is not an integer or out of range
> SSCAN i 0 COUNT
(error) ERR syntax error
> SSCAN i 0 MATCH
(error) ERR syntax error
> SSCAN i 0 TYPE set
(error) ERR syntax error
> SSCAN i 0 WHATEVER 1
(error) ERR syntax error
> SSCAN nothing x
(error) ERR invalid cursor
> SSCAN nothing 0 WHATEVER
1) "0"
2) (empty array)
> SET str v
OK
> SSCAN str 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SSCAN str x
(error) ERR invalid cursor
> SSCAN
(error) ERR wrong number of arguments for 'sscan' command
> SSCAN i
(error) ERR wrong number of arguments for 'sscan' command
!resp3
> SSCAN i 0
1) "0"
2) 1) "1"
   2) "2"
   3) "3"
   4) "10"
> SSCAN nothing 0
1) "0"
2) (empty array)
