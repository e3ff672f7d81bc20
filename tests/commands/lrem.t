# LREM key count element
#
# Removes elements that equal the given one: count > 0 the first ones from the left, count < 0 from
# the right, 0 all. Answers how many went.

> RPUSH l a b a c a d a
(integer) 7
> LREM l 1 a
(integer) 1
> LRANGE l 0 -1
1) "b"
2) "a"
3) "c"
4) "a"
5) "d"
6) "a"
> LREM l -1 a
(integer) 1
> LRANGE l 0 -1
1) "b"
2) "a"
3) "c"
4) "a"
5) "d"
> LREM l -2 a
(integer) 2
> LRANGE l 0 -1
1) "b"
2) "c"
3) "d"
> LREM l 0 zzz
(integer) 0
> RPUSH l x b x b x
(integer) 8
> LREM l 2 x
(integer) 2
> LRANGE l 0 -1
1) "b"
2) "c"
3) "d"
4) "b"
5) "b"
6) "x"
> LREM l 0 b
(integer) 3
> LRANGE l 0 -1
1) "c"
2) "d"
3) "x"
> LREM l 100 x
(integer) 1
> LREM l -100 c
(integer) 1
> LREM l 9223372036854775807 d
(integer) 1
> EXISTS l
(integer) 0
> LREM nothing 0 a
(integer) 0

# Numbers, empty and binary elements.
> RPUSH n 1 01 "" "\x00" 1 "" 100000 -5
(integer) 8
> LREM n 0 1
(integer) 2
> LREM n 0 ""
(integer) 2
> LREM n 0 "\x00"
(integer) 1
> LREM n 0 100000
(integer) 1
> LREM n -9223372036854775807 -5
(integer) 1
> LRANGE n 0 -1
1) "01"
> RPUSH n $REPEAT(q,9000) 2 $REPEAT(q,9000)
(integer) 4
> LREM n -1 $REPEAT(q,9000)
(integer) 1
> LLEN n
(integer) 3
> LREM n 0 $REPEAT(q,9000)
(integer) 1
> LRANGE n 0 -1
1) "01"
2) "2"
> EXPIRE n 100
(integer) 1
> LREM n 0 2
(integer) 1
> TTL n
~ \(integer\) (99|100)

> LREM n x 2
(error) ERR value is not an integer or out of range
> LREM n "" 2
(error) ERR value is not an integer or out of range
> LREM n 1.5 2
(error) ERR value is not an integer or out of range
> LREM n 9223372036854775808 2
(error) ERR value is not an integer or out of range
> LREM n -9223372036854775808 2
(integer) 0
> LREM nothing x 1
(error) ERR value is not an integer or out of range
> SET s v
OK
> LREM s 0 v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LREM s x v
(error) ERR value is not an integer or out of range
> LREM
(error) ERR wrong number of arguments for 'lrem' command
> LREM l
(error) ERR wrong number of arguments for 'lrem' command
> LREM l 0
(error) ERR wrong number of arguments for 'lrem' command
> LREM l 0 a b
(error) ERR wrong number of arguments for 'lrem' command

# Very many out of the middle: the rest keeps its order and the time to live.
> DEL m
(integer) 0
> RPUSH m first $REPEAT(a b ,40) last
(integer) 82
> EXPIRE m 100
(integer) 1
> LREM m -30 a
(integer) 30
> LRANGE m 0 21
 1) "first"
 2) "a"
 3) "b"
 4) "a"
 5) "b"
 6) "a"
 7) "b"
 8) "a"
 9) "b"
10) "a"
11) "b"
12) "a"
13) "b"
14) "a"
15) "b"
16) "a"
17) "b"
18) "a"
19) "b"
20) "a"
21) "b"
22) "b"
> LREM m 38 b
(integer) 38
> LRANGE m 0 -1
 1) "first"
 2) "a"
 3) "a"
 4) "a"
 5) "a"
 6) "a"
 7) "a"
 8) "a"
 9) "a"
10) "a"
11) "a"
12) "b"
13) "b"
14) "last"
> TTL m
~ \(integer\) (99|100)
> RPUSH m 1
(integer) 15
> LINDEX m -2
"last"
