# BLMOVE source destination LEFT | RIGHT LEFT | RIGHT timeout
#
# LMOVE that waits until there is something in the source.

> RPUSH a 1 2 3
(integer) 3
> BLMOVE a b LEFT RIGHT 0
"1"
> BLMOVE a b RIGHT LEFT 0
"3"
> BLMOVE a a LEFT RIGHT 0
"2"
> LRANGE b 0 -1
1) "3"
2) "1"
> DEL a b
(integer) 2
2> BLMOVE a b RIGHT LEFT 0
(no reply)
> RPUSH a 1 2
(integer) 2
2!read
"2"
> LRANGE a 0 -1
1) "1"
> LRANGE b 0 -1
1) "2"
> DEL a b
(integer) 2

# What it moves wakes those who wait for the destination.
2> BLPOP b 0
(no reply)
3> BLMOVE a b LEFT LEFT 0
(no reply)
> RPUSH a x
(integer) 1
3!read
"x"
2!read
1) "b"
2) "x"
> EXISTS a b
(integer) 0
2> BLMOVE b c LEFT LEFT 0
(no reply)
3> BLMOVE a b LEFT LEFT 0
(no reply)
4> BRPOP c 0
(no reply)
> RPUSH a y
(integer) 1
2!read
"y"
3!read
"y"
4!read
1) "c"
2) "y"
> EXISTS a b c
(integer) 0

# Round in a circle.
2> BLMOVE a a LEFT RIGHT 0
(no reply)
> RPUSH a 1
(integer) 1
2!read
"1"
> LRANGE a 0 -1
1) "1"
> DEL a
(integer) 1
2> BLMOVE a b LEFT LEFT 0
(no reply)
3> BLMOVE b a LEFT LEFT 0
(no reply)
> RPUSH a z
(integer) 1
2!read
"z"
3!read
"z"
> LRANGE a 0 -1
1) "z"
> EXISTS b
(integer) 0
> DEL a
(integer) 1

# A destination of another type is an error when there is something to move, and nothing is lost.
> SET s v
OK
2> BLMOVE a s LEFT LEFT 0
(no reply)
> RPUSH a 1
(integer) 1
2!read
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE a 0 -1
1) "1"
> BLMOVE a s LEFT LEFT 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLMOVE s a LEFT LEFT 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DEL a
(integer) 1
2> BLMOVE a d LEFT LEFT 0
(no reply)
> SET d string
OK
> RPUSH a 1
(integer) 1
2!read
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LRANGE a 0 -1
1) "1"
> DEL a d
(integer) 2

# The next one in the queue is served when the first cannot be.
2> BLMOVE a s LEFT LEFT 0
(no reply)
3> BLPOP a 0
(no reply)
> RPUSH a 1
(integer) 1
2!read
(error) WRONGTYPE Operation against a key holding the wrong kind of value
3!read
1) "a"
2) "1"

!send "BLMOVE nothing b LEFT LEFT 0.02\r\nBRPOPLPUSH nothing b 0.02\r\n"
"*-1"
"*-1"
> BLMOVE nothing b LEFT LEFT 0.02
(nil)
> BLMOVE nothing b UP LEFT 0
(error) ERR syntax error
> BLMOVE nothing b LEFT UP 0
(error) ERR syntax error
> BLMOVE nothing b LEFT LEFT -1
(error) ERR timeout is negative
> BLMOVE nothing b LEFT LEFT x
(error) ERR timeout is not a float or out of range
> BLMOVE nothing s LEFT LEFT 0.02
(nil)
> BLMOVE
(error) ERR wrong number of arguments for 'blmove' command
> BLMOVE a b LEFT LEFT
(error) ERR wrong number of arguments for 'blmove' command
> BLMOVE a b LEFT LEFT 0 0
(error) ERR wrong number of arguments for 'blmove' command

# BRPOPLPUSH source destination timeout: BLMOVE source destination RIGHT LEFT timeout.

> RPUSH a 1 2
(integer) 2
> BRPOPLPUSH a b 0
"2"
> BRPOPLPUSH a a 0
"1"
> LRANGE a 0 -1
1) "1"
> BRPOPLPUSH s a 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOPLPUSH a s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DEL a b
(integer) 2
2> BRPOPLPUSH a b 0
(no reply)
> RPUSH a 1 2
(integer) 2
2!read
"2"
> LRANGE b 0 -1
1) "2"
> BRPOPLPUSH nothing b 0.02
(nil)
> BRPOPLPUSH nothing b -1
(error) ERR timeout is negative
> BRPOPLPUSH nothing b x
(error) ERR timeout is not a float or out of range
> BRPOPLPUSH
(error) ERR wrong number of arguments for 'brpoplpush' command
> BRPOPLPUSH a b
(error) ERR wrong number of arguments for 'brpoplpush' command
!resp3
> BRPOPLPUSH nothing b 0.01
(nil)
> BLMOVE nothing b LEFT LEFT 0.01
(nil)
> BLMOVE b b LEFT LEFT 0.01
"2"
