# LINSERT key BEFORE | AFTER pivot element
#
# Inserts an element beside the leftmost one that equals the pivot. Answers how long the list is
# then, -1 if there is no such element, 0 if there is no list.

> RPUSH l a c a c
(integer) 4
> LINSERT l BEFORE c b
(integer) 5
> LRANGE l 0 -1
1) "a"
2) "b"
3) "c"
4) "a"
5) "c"
> LINSERT l AFTER c d
(integer) 6
> LRANGE l 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
5) "a"
6) "c"
> LINSERT l before a first
(integer) 7
> LINSERT l aFTer c x
(integer) 8
> LRANGE l 0 -1
1) "first"
2) "a"
3) "b"
4) "c"
5) "x"
6) "d"
7) "a"
8) "c"
> LINSERT l AFTER zzz x
(integer) -1
> LINSERT nothing AFTER a x
(integer) 0
> EXISTS nothing
(integer) 0
> LLEN l
(integer) 8

# At both ends, and with empty, binary and numeric elements.
> DEL l
(integer) 1
> RPUSH l 1 2
(integer) 2
> LINSERT l BEFORE 1 0
(integer) 3
> LINSERT l AFTER 2 3
(integer) 4
> LINSERT l AFTER 3 ""
(integer) 5
> LINSERT l AFTER "" "\x00\n"
(integer) 6
> LINSERT l BEFORE "\x00\n" 01
(integer) 7
> LRANGE l 0 -1
1) "0"
2) "1"
3) "2"
4) "3"
5) ""
6) "01"
7) "\x00\n"
> LINSERT l BEFORE 01 1
(integer) 8
> LINSERT l AFTER 1 same
(integer) 9
> LRANGE l 0 -1
1) "0"
2) "1"
3) "same"
4) "2"
5) "3"
6) ""
7) "1"
8) "01"
9) "\x00\n"
> LINSERT l AFTER same $REPEAT(z,9000)
(integer) 10
> LINSERT l AFTER $REPEAT(z,9000) after
(integer) 11
> LINDEX l 4
"after"
> LLEN l
(integer) 11

# An element that equals a number must have the same digits.
> LINSERT l AFTER +1 x
(integer) -1
> LINSERT l AFTER "1 " x
(integer) -1
> LINSERT l AFTER 1.0 x
(integer) -1

> LINSERT l BETWEEN 1 x
(error) ERR syntax error
> LINSERT nothing BETWEEN 1 x
(error) ERR syntax error
> SET s v
OK
> LINSERT s AFTER v x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINSERT s BETWEEN v x
(error) ERR syntax error
> LINSERT
(error) ERR wrong number of arguments for 'linsert' command
> LINSERT l
(error) ERR wrong number of arguments for 'linsert' command
> LINSERT l AFTER 1
(error) ERR wrong number of arguments for 'linsert' command
> LINSERT l AFTER 1 2 3
(error) ERR wrong number of arguments for 'linsert' command
