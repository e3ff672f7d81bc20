# BLPOP key [key ...] timeout and BRPOP key [key ...] timeout
#
# Take from the first of the lists that has some; if none has, wait until one is pushed to, for so
# many seconds, 0 for ever. Answer the name of the list and the element, or nil when the time is
# over.

> RPUSH a 1 2 3
(integer) 3
> RPUSH b x
(integer) 1
> BLPOP a 0
1) "a"
2) "1"
> BRPOP a 0
1) "a"
2) "3"
> BLPOP nothing b a 0
1) "b"
2) "x"
> BLPOP b nothing a 1
1) "a"
2) "2"
> EXISTS a b
(integer) 0
> RPUSH "" "\x00" ""
(integer) 2
> BLPOP "" 0
1) ""
2) "\x00"
> BRPOP "" 0
1) ""
2) ""

# Waiting, and being served.
2> BLPOP a 0
(no reply)
> RPUSH a 1
(integer) 1
2!read
1) "a"
2) "1"
> EXISTS a
(integer) 0
2> BRPOP a b 0
(no reply)
> LPUSH b x y z
(integer) 3
2!read
1) "b"
2) "x"
> LRANGE b 0 -1
1) "z"
2) "y"
> DEL b
(integer) 1

# First come, first served, on each key.
2> BLPOP a 0
(no reply)
3> BLPOP a 0
(no reply)
4> BRPOP a 0
(no reply)
> RPUSH a 1
(integer) 1
2!read
1) "a"
2) "1"
3!read
(no reply)
> RPUSH a 2 3 4
(integer) 3
3!read
1) "a"
2) "2"
4!read
1) "a"
2) "4"
> LRANGE a 0 -1
1) "3"
> DEL a
(integer) 1

# One who waits for many keys keeps his place on all of them.
2> BLPOP a b 0
(no reply)
3> BLPOP b 0
(no reply)
> RPUSH b 1
(integer) 1
2!read
1) "b"
2) "1"
> RPUSH a 1
(integer) 1
3!read
(no reply)
> RPUSH b 2
(integer) 1
3!read
1) "b"
2) "2"
> DEL a
(integer) 1

# The same key twice is one.
2> BLPOP a a a 0
(no reply)
> RPUSH a 1 2
(integer) 2
2!read
1) "a"
2) "1"
> LRANGE a 0 -1
1) "2"
> DEL a
(integer) 1

# Who pushes is answered with the length before those who wait have taken theirs.
2> BLPOP a 0
(no reply)
> LPUSH a 1 2 3
(integer) 3
2!read
1) "a"
2) "3"
> LRANGE a 0 -1
1) "2"
2) "1"
> DEL a
(integer) 1

# Every way to make a list serves.
2> BLPOP a 0
(no reply)
> RPUSH other x
(integer) 1
> RENAME other a
OK
2!read
1) "a"
2) "x"
> RPUSH other x
(integer) 1
2> BLPOP a 0
(no reply)
> COPY other a
(integer) 1
2!read
1) "a"
2) "x"
2> BLPOP a 0
(no reply)
> LMOVE other a LEFT LEFT
"x"
2!read
1) "a"
2) "x"
> RPUSH src 3 1 2
(integer) 3
2> BLPOP a 0
(no reply)
> SORT src STORE a
(integer) 3
2!read
1) "a"
2) "1"
> LRANGE a 0 -1
1) "2"
2) "3"
> DEL a
(integer) 1
2> BLPOP a 0
(no reply)
> RESTORE a 0 "\x01\x01\x01r\n\x00\x9e\x11\xcbjI\xe0\xb1\xb5"
OK
2!read
1) "a"
2) "r"
> SELECT 1
OK
> RPUSH a moved
(integer) 1
2> BLPOP a 0
(no reply)
> MOVE a 0
(integer) 1
2!read
1) "a"
2) "moved"
> RPUSH a swapped
(integer) 1
2> BLPOP a 0
(no reply)
> SWAPDB 0 1
OK
2!read
1) "a"
2) "swapped"
> SELECT 0
OK
> FLUSHALL
OK

# In its own database only.
2> BLPOP a 0
(no reply)
> SELECT 1
OK
> RPUSH a other
(integer) 1
2!read
(no reply)
> SELECT 0
OK
> RPUSH a mine
(integer) 1
2!read
1) "a"
2) "mine"
> FLUSHALL
OK

# Things of other types do not serve, and are no error while one waits; to begin with they are.
2> BLPOP a 0
(no reply)
> SET a string
OK
> DEL a
(integer) 1
> SADD a set
(integer) 1
> DEL a
(integer) 1
> ZADD a 1 zset
(integer) 1
> DEL a
(integer) 1
2!read
(no reply)
> RPUSH a list
(integer) 1
2!read
1) "a"
2) "list"
> SET s v
OK
> BLPOP s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BLPOP nothing s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> RPUSH a 1
(integer) 1
> BLPOP a s 0
1) "a"
2) "1"
> BLPOP s a 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BRPOP s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# When the time is over. It is given in seconds, also in parts of them.
!send "BLPOP nothing 0.02\r\nBRPOP nothing nothing2 0.02\r\n"
"*-1"
"*-1"
> BLPOP nothing 0.03
(nil)
> BRPOP nothing 1e-2
(nil)
> BLPOP nothing 0.0001
(nil)
2> BLPOP a 0.4
(no reply)
!advance 450
2!read
(nil)
> RPUSH a late
(integer) 1
> LLEN a
(integer) 1
> DEL a
(integer) 1

# A later one may be over before an earlier one.
2> BLPOP a 5
(no reply)
3> BLPOP a 0.08
(no reply)
!advance 80
3!read
(nil)
> RPUSH a 1
(integer) 1
2!read
1) "a"
2) "1"

> BLPOP a -1
(error) ERR timeout is negative
> BLPOP a -0.1
(error) ERR timeout is negative
> BLPOP a x
(error) ERR timeout is not a float or out of range
> BLPOP a ""
(error) ERR timeout is not a float or out of range
> BLPOP a inf
~ \(error\) ERR timeout is (negative|out of range)
> BLPOP a nan
(error) ERR timeout is not a float or out of range
> BLPOP a 9223372036854775807
~ \(error\) ERR timeout is (negative|out of range)
> BLPOP a 1e30
~ \(error\) ERR timeout is (negative|out of range)
> BLPOP a " 1"
(error) ERR timeout is not a float or out of range
> BRPOP a -1
(error) ERR timeout is negative
> BRPOP a x
(error) ERR timeout is not a float or out of range
> RPUSH a 1
(integer) 1
> BLPOP a -1
(error) ERR timeout is negative
> BLPOP a x
(error) ERR timeout is not a float or out of range
> LLEN a
(integer) 1
> BLPOP a 0x1
1) "a"
2) "1"
> BLPOP s x
(error) ERR timeout is not a float or out of range
> BLPOP
(error) ERR wrong number of arguments for 'blpop' command
> BLPOP a
(error) ERR wrong number of arguments for 'blpop' command
> BRPOP
(error) ERR wrong number of arguments for 'brpop' command
> BRPOP a
(error) ERR wrong number of arguments for 'brpop' command

# A client that has gone takes nothing.
2> BLPOP a 0
(no reply)
3> BLPOP a 0
(no reply)
2!reconnect
!advance 30
> RPUSH a 1
(integer) 1
3!read
1) "a"
2) "1"

# What a client sends while it waits is done after it was served.
2!send "BLPOP a 0\r\nPING\r\nRPUSH b 1\r\n"
> EXISTS b
(integer) 0
> RPUSH a 1
(integer) 1
2!read
1) "a"
2) "1"
2!read
PONG
2!read
(integer) 1
> LLEN b
(integer) 1
!resp3
> RPUSH a 1
(integer) 1
> BLPOP a 0
1) "a"
2) "1"
> BLPOP a 0.01
(nil)
