# Keys go away at their millisecond, whether anybody looks or not.

# A short life, and what every command then says.
> SET a 1 PX 40
OK
> SET b 1 PX 40
OK
> SET c 1 PX 40
OK
> SET d 1 PX 40
OK
> SET e 1 PX 40
OK
> SET f 1 PX 40
OK
> SET stays 1
OK
!advance 60
> GET a
(nil)
> EXISTS a b c stays
(integer) 1
> TTL b
(integer) -2
> PTTL b
(integer) -2
> TYPE c
none
> STRLEN d
(integer) 0
> DEL d
(integer) 0
> TOUCH e
(integer) 0
> PERSIST e
(integer) 0
> EXPIRE f 100
(integer) 0
> RENAME f g
(error) ERR no such key
> MGET a b stays
1) (nil)
2) (nil)
3) "1"
> KEYS *
1) "stays"

# What is written after it begins anew, without a time.
> SET n 5 PX 30
OK
!advance 50
> INCR n
(integer) 1
> TTL n
(integer) -1
> SET s abc PX 30
OK
!advance 50
> APPEND s d
(integer) 1
> TTL s
(integer) -1
> SET s abc PX 30
OK
!advance 50
> SETRANGE s 2 x
(integer) 3
> SETNX s other
(integer) 0
> SET s2 v PX 30
OK
!advance 50
> SET s2 w KEEPTTL
OK
> TTL s2
(integer) -1
> SET s3 v PX 30
OK
!advance 50
> SET s3 w XX
(nil)
> SET s3 w NX GET
(nil)
> SETBIT s4 0 1
(integer) 0
> PEXPIRE s4 30
(integer) 1
!advance 50
> GETBIT s4 0
(integer) 0
> BITCOUNT s4
(integer) 0
> SETBIT s4 7 1
(integer) 0
> GET s4
"\x01"
> SET s5 v PX 30
OK
!advance 50
> MSETNX s5 w s6 w
(integer) 1
> SET s7 v PX 30
OK
!advance 50
> GETEX s7 PERSIST
(nil)
> GETDEL s7
(nil)
> COPY s7 s8
(integer) 0
> RENAMENX stays s7
(integer) 1

# Not before its time: a third of it has passed here.
> SET half v PX 1500
OK
!advance 500
> GET half
"v"
> PTTL half
~ \(integer\) (1000|\d{1,3})
> PEXPIRE half 2000
(integer) 1
!advance 550
> GET half
"v"
> PERSIST half
(integer) 1

# Also within one pipeline, when the server was busy with something else meanwhile.
!send "SET p v PX 300\r\nDEBUG SLEEP 0.02\r\nEXISTS p\r\nDEBUG SLEEP 0.3\r\nEXISTS p\r\nPTTL p\r\n"
"+OK"
"+OK"
":1"
"+OK"
":0"
":-2"

# Nobody looks at these, and they are gone all the same: a sweep removes them.
> MSET x1 1 x2 1 x3 1 x4 1 x5 1 x6 1 x7 1 x8 1
OK
> FLUSHALL
OK
> SET y1 1 PX 20
OK
> SET y2 1 PX 20
OK
> SET y3 1 PX 20
OK
> SET y4 1 PX 20
OK
> SET y5 1 PX 20
OK
> SET y6 1 PX 20
OK
> DBSIZE
~ \(integer\) [0-6]
!await DBSIZE => (integer) 0
> INFO stats
...
~ expired_keys:21
...

# DEBUG SET-ACTIVE-EXPIRE 0 stops the sweep; nobody sees an expired key for that.
> DEBUG SET-ACTIVE-EXPIRE 0
OK
> SET z v PX 20
OK
> SET z2 v PX 20
OK
!advance 40
> GET z
(nil)
> KEYS *
(empty array)
> SCAN 0
1) "0"
2) (empty array)
> RANDOMKEY
(nil)
> DEBUG SET-ACTIVE-EXPIRE 1
OK
!await DBSIZE => (integer) 0
