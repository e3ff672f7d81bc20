# BLMPOP timeout numkeys key [key ...] LEFT | RIGHT [COUNT count]
#
# LMPOP that waits until one of the lists has something.

> RPUSH a 1 2 3 4
(integer) 4
> BLMPOP 0 1 a LEFT
1) "a"
2) 1) "1"
> BLMPOP 0 2 nothing a RIGHT COUNT 2
1) "a"
2) 1) "4"
   2) "3"
> BLMPOP 0.1 1 a LEFT COUNT 10
1) "a"
2) 1) "2"
> EXISTS a
(integer) 0
2> BLMPOP 0 2 a b LEFT COUNT 3
(no reply)
> RPUSH b 1 2 3 4 5
(integer) 5
2!read
1) "b"
2) 1) "1"
   2) "2"
   3) "3"
> LRANGE b 0 -1
1) "4"
2) "5"
> DEL b
(integer) 1
2> BLMPOP 0 1 a RIGHT COUNT 100
(no reply)
3> BLPOP a 0
(no reply)
> RPUSH a 1 2 3
(integer) 3
2!read
1) "a"
2) 1) "3"
   2) "2"
   3) "1"
3!read
(no reply)
> RPUSH a 4
(integer) 1
3!read
1) "a"
2) "4"
!send "BLMPOP 0.02 1 a LEFT\r\n"
"*-1"
> BLMPOP 0.02 1 a LEFT
(nil)
> SET s v
OK
> BLMPOP 0 1 s LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP 0 2 nothing s LEFT
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMPOP -1 1 a LEFT
(error) ERR timeout is negative
> BLMPOP x 1 a LEFT
(error) ERR timeout is not a float or out of range
> BLMPOP 0 0 a LEFT
(error) ERR numkeys should be greater than 0
> BLMPOP 0 -1 a LEFT
(error) ERR numkeys should be greater than 0
> BLMPOP 0 x a LEFT
(error) ERR numkeys should be greater than 0
> BLMPOP 0 2 a LEFT
(error) ERR syntax error
> BLMPOP 0 9223372036854775807 a LEFT
(error) ERR syntax error
> BLMPOP 0 1 a UP
(error) ERR syntax error
> BLMPOP 0 1 a LEFT COUNT 0
(error) ERR count should be greater than 0
> BLMPOP 0 1 a LEFT COUNT -1
(error) ERR count should be greater than 0
> BLMPOP 0 1 a LEFT COUNT
(error) ERR syntax error
> BLMPOP 0 1 a LEFT COUNT 1 COUNT 1
(error) ERR syntax error
> BLMPOP 0 1 a LEFT WHATEVER
(error) ERR syntax error
> BLMPOP x 0 a UP
(error) ERR numkeys should be greater than 0
> BLMPOP
(error) ERR wrong number of arguments for 'blmpop' command
> BLMPOP 0 1 a
(error) ERR wrong number of arguments for 'blmpop' command
!resp3
> RPUSH a 1 2
(integer) 2
> BLMPOP 0 1 a LEFT COUNT 2
1) "a"
2) 1) "1"
   2) "2"
> BLMPOP 0.02 1 a LEFT
(nil)
