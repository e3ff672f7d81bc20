# SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]
#
# Goes through all keys step by step: begin with 0, go on with the cursor that was answered, until
# it is 0 again. What is there the whole time is answered at least once.

> SCAN 0
1) "0"
2) (empty array)
> SET only 1
OK
> SCAN 0
1) "0"
2) 1) "only"
> MSET a1 1 a2 2 a3 3 b1 4
OK
> SCAN 0 COUNT 1000
1) "0"
~ 2\) 1\) "(only|a[123]|b1)"
~    2\) "(only|a[123]|b1)"
~    3\) "(only|a[123]|b1)"
~    4\) "(only|a[123]|b1)"
~    5\) "(only|a[123]|b1)"
> SCAN 0 MATCH only COUNT 1000
1) "0"
2) 1) "only"
> SCAN 0 MATCH b* COUNT 1000
1) "0"
2) 1) "b1"
> SCAN 0 MATCH a[2-2] COUNT 1000
1) "0"
2) 1) "a2"
> SCAN 0 MATCH a* COUNT 1000
1) "0"
~ 2\) 1\) "a[123]"
~    2\) "a[123]"
~    3\) "a[123]"
> SCAN 0 MATCH x* COUNT 1000
1) "0"
2) (empty array)
> SCAN 0 MATCH "" COUNT 1000
1) "0"
2) (empty array)
> scan 0 count 1000 match on?y
1) "0"
2) 1) "only"
> SCAN 0 MATCH * COUNT 1000 MATCH b1
1) "0"
2) 1) "b1"

# COUNT is how much work a step is, not how many keys it answers; a step may answer none and not be
# the last.
> SCAN 0 COUNT 1
~ 1\) "\d+"
...

# TYPE keeps one type. A type that is not known is one that no key has.
> SCAN 0 TYPE string MATCH only COUNT 1000
1) "0"
2) 1) "only"
> SCAN 0 TYPE list COUNT 1000
1) "0"
2) (empty array)
> SCAN 0 TYPE hash COUNT 1000
1) "0"
2) (empty array)
> SCAN 0 TYPE STRING MATCH only COUNT 1000
1) "0"
2) 1) "only"
> SCAN 0 TYPE whatever COUNT 1000
1) "0"
2) (empty array)
> SCAN 0 TYPE "" COUNT 1000
1) "0"
2) (empty array)

# Any number is a cursor. One that no scan gave may answer anything.
> SCAN 12345
~ 1\) "\d+"
...
> SCAN 9223372036854775807 COUNT 1000
~ 1\) "\d+"
...

# What is gone is not answered any more.
> DEL a1 a2 a3 b1
(integer) 4
> SCAN 0 COUNT 1000
1) "0"
2) 1) "only"
> SCAN 0 MATCH "o\x00*" COUNT 1000
1) "0"
2) (empty array)
> SELECT 5
OK
> SCAN 0
1) "0"
2) (empty array)
> SELECT 0
OK

# A cursor is a number of 64 bits. Nothing is 0, and a sign is accepted.
> SCAN x
(error) ERR invalid cursor
> SCAN -1
~ 1\) "\d+"
...
> SCAN ""
1) "0"
2) 1) "only"
> SCAN 1.5
(error) ERR invalid cursor
> SCAN " 0"
(error) ERR invalid cursor
> SCAN 0x
(error) ERR invalid cursor
> SCAN 99999999999999999999999
(error) ERR invalid cursor
> SCAN 18446744073709551615
~ 1\) "\d+"
...
> SCAN 18446744073709551616
(error) ERR invalid cursor
> SCAN 0 COUNT 0
(error) ERR syntax error
> SCAN 0 COUNT -1
(error) ERR syntax error
> SCAN 0 COUNT x
(error) ERR value is not an integer or out of range
> SCAN 0 COUNT
(error) ERR syntax error
> SCAN 0 MATCH
(error) ERR syntax error
> SCAN 0 TYPE
(error) ERR syntax error
> SCAN 0 WHATEVER
(error) ERR syntax error
> SCAN 0 WHATEVER x
(error) ERR syntax error
> SCAN 0 COUNT 9223372036854775807
1) "0"
2) 1) "only"
> SCAN 0 COUNT 9223372036854775808
(error) ERR value is not an integer or out of range
> SCAN x WHATEVER
(error) ERR invalid cursor
> SCAN
(error) ERR wrong number of arguments for 'scan' command
