# SET key value [NX | XX] [GET] [EX seconds | PX milliseconds | EXAT unix-seconds | PXAT unix-ms |
# KEEPTTL]
#
# Stores a string. What the key held before is replaced, whatever it was.

> SET greeting hello
OK
> GET greeting
"hello"
> SET greeting "a longer text than before"
OK
> GET greeting
"a longer text than before"

# Keys and values are bytes: empty, with zeros, with line ends, not UTF-8.
> SET "" "an empty key"
OK
> GET ""
"an empty key"
> SET empty ""
OK
> GET empty
""
> SET "k\x00\r\n\xff" "v\x00\r\n\xfe"
OK
> GET "k\x00\r\n\xff"
"v\x00\r\n\xfe"
> EXISTS "k\x00\r\n\xfe"
(integer) 0

# Numbers are text. What is not the canonical form of an integer comes back as it was written.
> SET n 0012
OK
> GET n
"0012"
> SET n +5
OK
> GET n
"+5"
> SET n -0
OK
> GET n
"-0"
> SET n 9223372036854775808
OK
> GET n
"9223372036854775808"
> SET n -9223372036854775808
OK
> GET n
"-9223372036854775808"

# NX stores only where there was no key, XX only where there was one. Else the answer is nil.
> SET lock mine NX
OK
> SET lock yours NX
(nil)
> GET lock
"mine"
> SET nothing x XX
(nil)
> EXISTS nothing
(integer) 0
> SET lock again XX
OK
> GET lock
"again"

# GET answers what was there before, or nil; the value is stored all the same.
> SET counter one GET
(nil)
> SET counter two GET
"one"
> GET counter
"two"

# With NX the old value tells who holds the lock: nil means it was stored.
> SET counter three NX GET
"two"
> GET counter
"two"
> SET fresh one NX GET
(nil)
> GET fresh
"one"
> SET missing one XX GET
(nil)
> EXISTS missing
(integer) 0
> SET counter four XX GET
"two"
> GET counter
"four"

# A key can be told to go away. The time to live is seconds, milliseconds, or a moment of the Unix
# clock.
> SET session data EX 100
OK
> TTL session
~ \(integer\) (99|100)
> SET session data PX 100000
OK
> PTTL session
~ \(integer\) (100000|99\d\d\d)
> SET session data EXAT 4102444800
OK
> EXPIRETIME session
(integer) 4102444800
> SET session data PXAT 4102444800123
OK
> PEXPIRETIME session
(integer) 4102444800123

# A plain SET makes the key stay again; KEEPTTL leaves the time as it was.
> SET session data2 KEEPTTL
OK
> PEXPIRETIME session
(integer) 4102444800123
> GET session
"data2"
> SET session data3
OK
> TTL session
(integer) -1
> SET session data4 KEEPTTL
OK
> TTL session
(integer) -1
> SET never there KEEPTTL
OK
> TTL never
(integer) -1

# Options come in any order and in any case.
> SET o 1 ex 100 nx get
(nil)
> SET o 2 gEt pX 100000 Xx
"1"
> GET o
"2"
> TTL o
~ \(integer\) (99|100)
> SET o 3 Keepttl XX
OK
> TTL o
~ \(integer\) (99|100)

# The same flag twice is not an error, and the same condition neither.
> SET o 4 NX NX
(nil)
> SET o 4 XX XX
OK
> SET o 5 GET GET
"4"
> SET o 6 KEEPTTL KEEPTTL
OK

# A moment that has passed is accepted: the key is gone at once.
> SET gone soon
OK
> SET gone x PXAT 1
OK
> GET gone
(nil)
> EXISTS gone
(integer) 0
> SET gone x EXAT 1
OK
> EXISTS gone
(integer) 0

# A condition that fails changes nothing, also not the time to live.
> SET keep v
OK
> SET keep w NX EX 10
(nil)
> TTL keep
(integer) -1
> GET keep
"v"

# Times that are not positive, are not integers, or do not fit are refused, and the key stays as it
# was.
> SET keep x EX 0
(error) ERR invalid expire time in 'set' command
> SET keep x EX -1
(error) ERR invalid expire time in 'set' command
> SET keep x PX 0
(error) ERR invalid expire time in 'set' command
> SET keep x PX -9223372036854775808
(error) ERR invalid expire time in 'set' command
> SET keep x EXAT 0
(error) ERR invalid expire time in 'set' command
> SET keep x PXAT -5
(error) ERR invalid expire time in 'set' command
> SET keep x EX ten
(error) ERR value is not an integer or out of range
> SET keep x EX 1.5
(error) ERR value is not an integer or out of range
> SET keep x EX ""
(error) ERR value is not an integer or out of range
> SET keep x EX 9223372036854775807
(error) ERR invalid expire time in 'set' command
> SET keep x EX 9223372036854776
(error) ERR invalid expire time in 'set' command
> SET keep x PX 9223372036854775807
(error) ERR invalid expire time in 'set' command
> SET keep x PX 9223372036854775808
(error) ERR value is not an integer or out of range
> SET keep x EXAT 9223372036854775807
(error) ERR invalid expire time in 'set' command
> SET keep x EX " 10"
(error) ERR value is not an integer or out of range
> SET keep x EX +10
(error) ERR value is not an integer or out of range
> SET keep x EX 010
(error) ERR value is not an integer or out of range
> GET keep
"v"
> TTL keep
(integer) -1

# The largest moment is accepted.
> SET keep x PXAT 9223372036854775807
OK
> PEXPIRETIME keep
(integer) 9223372036854775807
> SET keep x EXAT 9223372036854775
OK
> EXPIRETIME keep
(integer) 9223372036854775

# The same kind of time twice is accepted, and the last one counts.
> SET twice x EX 10 EX 100
OK
> TTL twice
~ \(integer\) (99|100)

# A failed condition is found after a bad time: the error wins.
> SET keep x NX EX 0
(error) ERR invalid expire time in 'set' command

# Options that contradict each other, or that stand without their number, are a syntax error.
> SET keep x NX XX
(error) ERR syntax error
> SET keep x XX NX
(error) ERR syntax error
> SET keep x EX 10 PX 10
(error) ERR syntax error
> SET keep x EX 10 KEEPTTL
(error) ERR syntax error
> SET keep x KEEPTTL EX 10
(error) ERR syntax error
> SET keep x EXAT 10 PXAT 10
(error) ERR syntax error
> SET keep x PX 10 EXAT 10
(error) ERR syntax error
> SET keep x EX
(error) ERR syntax error
> SET keep x PX
(error) ERR syntax error
> SET keep x EXAT
(error) ERR syntax error
> SET keep x PXAT
(error) ERR syntax error
> SET keep x NX 10
(error) ERR syntax error
> SET keep x PERSIST
(error) ERR syntax error
> SET keep x WHATEVER
(error) ERR syntax error
> SET keep x ""
(error) ERR syntax error
> SET keep x NXX
(error) ERR syntax error
> SET keep x EX NX
(error) ERR value is not an integer or out of range
> SET keep x GET EX
(error) ERR syntax error

# Arity.
> SET
(error) ERR wrong number of arguments for 'set' command
> SET keep
(error) ERR wrong number of arguments for 'set' command
