# LMPOP numkeys key [key ...] LEFT | RIGHT [COUNT count]
#
# Takes elements from the first of the lists that has some; answers its name and the elements, or
# nil.

> RPUSH a 1 2 3
(integer) 3
> RPUSH b x y z
(integer) 3
> LMPOP 2 nothing a LEFT
1) "a"
2) 1) "1"
> LMPOP 2 a b RIGHT
1) "a"
2) 1) "3"
> LMPOP 2 b a LEFT COUNT 2
1) "b"
2) 1) "x"
   2) "y"
> LMPOP 2 b a RIGHT COUNT 100
1) "b"
2) 1) "z"
> LMPOP 3 b a nothing LEFT COUNT 9223372036854775807
1) "a"
2) 1) "2"
> LMPOP 2 a b LEFT
(nil)
> EXISTS a b
(integer) 0
> LMPOP 1 nothing RIGHT COUNT 10
(nil)

# The same name twice is no error.
> RPUSH a 1 2
(integer) 2
> LMPOP 2 a a left count 1
1) "a"
2) 1) "1"
> LMPOP 3 nothing nothing a LEFT COUNT 1
1) "a"
2) 1) "2"
> EXISTS a
(integer) 0
> RPUSH "" "" "\x00"
(integer) 2
> LMPOP 1 "" RIGHT COUNT 2
1) ""
2) 1) "\x00"
   2) ""

# The answer without a list is a null array.
!send "LMPOP 1 nothing LEFT\r\n"
"*-1"

# The wrong type is an error where it is met; a list before it is taken from.
> SET s v
OK
> RPUSH a 1 2 3
(integer) 3
> LMPOP 2 s a LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LMPOP 2 a s LEFT
1) "a"
2) 1) "1"
> LMPOP 2 nothing s LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value

> LMPOP 0 a LEFT
(error) ERR numkeys should be greater than 0
> LMPOP -1 a LEFT
(error) ERR numkeys should be greater than 0
> LMPOP x a LEFT
(error) ERR numkeys should be greater than 0
> LMPOP 9223372036854775807 a LEFT
(error) ERR syntax error
> LMPOP 9223372036854775808 a LEFT
(error) ERR numkeys should be greater than 0
> LMPOP 2 a LEFT
(error) ERR syntax error
> LMPOP 1 a b LEFT
(error) ERR syntax error
> LMPOP 1 a
(error) ERR wrong number of arguments for 'lmpop' command
> LMPOP 1 a UP
(error) ERR syntax error
> LMPOP 1 a LEFT COUNT
(error) ERR syntax error
> LMPOP 1 a LEFT COUNT 0
(error) ERR count should be greater than 0
> LMPOP 1 a LEFT COUNT -1
(error) ERR count should be greater than 0
> LMPOP 1 a LEFT COUNT x
(error) ERR count should be greater than 0
> LMPOP 1 a LEFT COUNT 1 COUNT 1
(error) ERR syntax error
> LMPOP 1 a LEFT WHATEVER 1
(error) ERR syntax error
> LMPOP 1 a LEFT RIGHT
(error) ERR syntax error
> LMPOP 1 LEFT
(error) ERR wrong number of arguments for 'lmpop' command
> LMPOP 1
(error) ERR wrong number of arguments for 'lmpop' command
> LMPOP
(error) ERR wrong number of arguments for 'lmpop' command
> LRANGE a 0 -1
1) "2"
2) "3"
!resp3
> LMPOP 1 a LEFT COUNT 2
1) "a"
2) 1) "2"
   2) "3"
> LMPOP 1 a LEFT
(nil)
