# HSCAN key cursor [MATCH pattern] [COUNT count]
#
# Goes through the fields of a hash step by step, as SCAN does through the keys. A small hash is
# answered in one step, whatever the count.

> HSET h a 1 b 2 ab 3 ba 4
(integer) 4
> HSCAN h 0
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 0 COUNT 1
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 0 MATCH a*
1) "0"
2) 1) "a"
   2) "1"
   3) "ab"
   4) "3"
> HSCAN h 0 MATCH *b COUNT 100
1) "0"
2) 1) "b"
   2) "2"
   3) "ab"
   4) "3"
> HSCAN h 0 match zzz
1) "0"
2) (empty array)
> HSCAN h 0 MATCH ""
1) "0"
2) (empty array)
> HSCAN h 0 MATCH * MATCH b
1) "0"
2) 1) "b"
   2) "2"
> HSCAN nothing 0
1) "0"
2) (empty array)
> HSCAN nothing 5
1) "0"
2) (empty array)
> HSCAN h 7
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSET "" "" "" "\x00" "\xff"
(integer) 2
> HSCAN "" 0
1) "0"
2) 1) ""
   2) ""
   3) "\x00"
   4) "\xff"
> HSCAN "" 0 MATCH "\x00"
1) "0"
2) 1) "\x00"
   2) "\xff"

# A large one: everything that is there the whole time comes at least once.
> HSET big f0 $REPEAT(x,100)
(integer) 1
> HSET big f1 1 f2 2 f3 3
(integer) 3
> HSCAN big 0 COUNT 100 MATCH f[1-3]
~ 1\) "0"
~ 2\) 1\) "f[123]"
~    2\) "[123]"
~    3\) "f[123]"
~    4\) "[123]"
~    5\) "f[123]"
~    6\) "[123]"
> HSCAN big 0 COUNT 1
~ 1\) "\d+"
...

# A cursor that was not answered before is no error.
> HSCAN big 1234567 COUNT 1
~ 1\) "\d+"
...
> HSCAN h -1
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 18446744073709551615
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 18446744073709551616
(error) ERR invalid cursor
> HSCAN h x
(error) ERR invalid cursor
> HSCAN h ""
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 1.5
(error) ERR invalid cursor
> HSCAN h 0 COUNT 0
(error) ERR syntax error
> HSCAN h 0 COUNT -1
(error) ERR syntax error
> HSCAN h 0 COUNT x
(error) ERR value is not an integer or out of range
> HSCAN h 0 COUNT 9223372036854775807
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN h 0 COUNT 9223372036854775808
(error) ERR value is not an integer or out of range
> HSCAN h 0 COUNT
(error) ERR syntax error
> HSCAN h 0 MATCH
(error) ERR syntax error
> HSCAN h 0 TYPE hash
(error) ERR syntax error
> HSCAN h 0 WHATEVER 1
(error) ERR syntax error
> HSCAN h 0 NOVALUES
(error) ERR syntax error
> HSCAN nothing x
(error) ERR invalid cursor
> HSCAN nothing 0 WHATEVER
1) "0"
2) (empty array)
> SET s v
OK
> HSCAN s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSCAN s x
(error) ERR invalid cursor
> HSCAN
(error) ERR wrong number of arguments for 'hscan' command
> HSCAN h
(error) ERR wrong number of arguments for 'hscan' command
!resp3
> HSCAN h 0
1) "0"
2) 1) "a"
   2) "1"
   3) "b"
   4) "2"
   5) "ab"
   6) "3"
   7) "ba"
   8) "4"
> HSCAN nothing 0
1) "0"
2) (empty array)
