# RESTORE key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]
#
# The options. What the values may look like is told in restore.t.

> RESTORE k 0 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
> RESTORE k 0 "\x00\x05hello\n\x00cr\xdfve4 \n"
(error) BUSYKEY Target key name already exists.
> RESTORE k 0 "\x00\x05other\n\x00\xb1\xc0\x1a\x9d\xc8\xbd'\a" REPLACE
OK
> GET k
"other"
> RPUSH l a
(integer) 1
> RESTORE l 0 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE
OK
> TYPE l
string
> RESTORE new 0 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE
OK

# A time to live in ms, or, with ABSTTL, the time itself. 0 is none. What is past makes no key.
> RESTORE t 100000 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
> PTTL t
~ \(integer\) (9\d{4}|100000)
> RESTORE t 0 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE
OK
> TTL t
(integer) -1
> RESTORE t 33177117420000 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE ABSTTL
OK
> PEXPIRETIME t
(integer) 33177117420000
> RESTORE t 0 "\x00\x05hello\n\x00cr\xdfve4 \n" ABSTTL REPLACE
OK
> TTL t
(integer) -1
> RESTORE t 1000 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE ABSTTL
OK
> EXISTS t
(integer) 0
> RESTORE p 20 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
!advance 40
> EXISTS p
(integer) 0

# IDLETIME and FREQ: as if it had been used so long ago, or so often.
> RESTORE i 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME 1000
OK
> OBJECT IDLETIME i
~ \(integer\) 100[01]
> RESTORE i 0 "\x00\x05hello\n\x00cr\xdfve4 \n" replace idletime 0 absttl
OK
> OBJECT IDLETIME i
~ \(integer\) [01]
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 100
OK
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE REPLACE ABSTTL ABSTTL
OK
> CONFIG SET maxmemory-policy allkeys-lfu
OK
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 100 REPLACE
OK
> OBJECT FREQ f
(integer) 100
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 255 REPLACE
OK
> OBJECT FREQ f
(integer) 255
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 0 REPLACE
OK
> OBJECT FREQ f
(integer) 0
> RESTORE f 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME 5 REPLACE
OK
> CONFIG SET maxmemory-policy noeviction
OK

> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME -1
(error) ERR Invalid IDLETIME value, must be >= 0
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME x
(error) ERR value is not an integer or out of range
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME
(error) ERR syntax error
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ -1
(error) ERR Invalid FREQ value, must be >= 0 and <= 255
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 256
(error) ERR Invalid FREQ value, must be >= 0 and <= 255
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ x
(error) ERR value is not an integer or out of range
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ
(error) ERR syntax error
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" IDLETIME 1 FREQ 1
(error) ERR syntax error
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" FREQ 1 IDLETIME 1
(error) ERR syntax error
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \n" WHATEVER
(error) ERR syntax error
> RESTORE e -1 "\x00\x05hello\n\x00cr\xdfve4 \n"
(error) ERR Invalid TTL value, must be >= 0
> RESTORE e x "\x00\x05hello\n\x00cr\xdfve4 \n"
(error) ERR value is not an integer or out of range
> RESTORE e 9223372036854775808 "\x00\x05hello\n\x00cr\xdfve4 \n"
(error) ERR value is not an integer or out of range
> EXISTS e
(integer) 0

# An existing key is found before a bad time and a bad payload, a bad option before all.
> RESTORE k 0 garbage
(error) BUSYKEY Target key name already exists.
> RESTORE k 0 garbage REPLACE
(error) ERR DUMP payload version or checksum are wrong
> GET k
"other"
> RESTORE k 0 garbage WHATEVER
(error) ERR syntax error
> RESTORE k x garbage
(error) BUSYKEY Target key name already exists.
> RESTORE k -1 garbage REPLACE
(error) ERR Invalid TTL value, must be >= 0
> RESTORE e 0 ""
(error) ERR DUMP payload version or checksum are wrong
> RESTORE e 0 "\x00"
(error) ERR DUMP payload version or checksum are wrong
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 "
(error) ERR DUMP payload version or checksum are wrong
> RESTORE e 0 "\x05hello\n\x00cr\xdfve4 \n"
(error) ERR Bad data format
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 x"
(error) ERR DUMP payload version or checksum are wrong
> RESTORE e 0 "\x00\x05hello\n\x00cr\xdfve4 \nx"
(error) ERR DUMP payload version or checksum are wrong
# A version that is not known yet.
> RESTORE e 0 "\x00\x05helloc\x00\xf2:\xcb\x9b\xdf\xfbgU"
(error) ERR DUMP payload version or checksum are wrong
# A checksum of 0 is wrong like any other.
> RESTORE e 0 "\x00\x05hello\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"
(error) ERR DUMP payload version or checksum are wrong
> DEL e
(integer) 0
> RESTORE
(error) ERR wrong number of arguments for 'restore' command
> RESTORE e
(error) ERR wrong number of arguments for 'restore' command
> RESTORE e 0
(error) ERR wrong number of arguments for 'restore' command
> EXISTS e
(integer) 0

# DUMP key: a string that RESTORE takes, here or at a Redis: the value, the version of the format
# (10), a checksum. Nil without the key.
> SET s hello
OK
> DUMP s
"\x00\x05hello\n\x00cr\xdfve4 \n"
> SET s 5
OK
> DUMP s
"\x00\xc0\x05\n\x00c/_f\x83/\xb3Q"
> SET s -129
OK
> DUMP s
"\x00\xc1\x7f\xff\n\x00\x17`\x82(T\x80\x84\x80"
> SET s 70000
OK
> DUMP s
"\x00\xc2p\x11\x01\x00\n\x00\x01\xa4\b\xfe\x950\x95\xa5"
> SET s 2147483648
OK
> DUMP s
"\x00\n2147483648\n\x00\xe7\xb1)\xa3L\x1dv\xee"
> SET s ""
OK
> DUMP s
"\x00\x00\n\x00]\x9b\\@\x0f\x7f\xa2\xda"
> SET s "\x00\xff"
OK
> DUMP s
"\x00\x02\x00\xff\n\x00\xf5\xf2\xc8+e\xec5}"
> DUMP nothing
(nil)
> SADD is 1 2 300
(integer) 3
> DUMP is
"\x0b\x0e\x02\x00\x00\x00\x03\x00\x00\x00\x01\x00\x02\x00,\x01\n\x00\xe5\x10\xb2\x8e{\x95)\xaa"
> RPUSH list a
(integer) 1
> DUMP list
~ ".*\\n\\x00.{8,32}"
> HSET h a 1
(integer) 1
> DUMP h
~ ".*\\n\\x00.{8,32}"
> ZADD z 1 a
(integer) 1
> DUMP z
~ ".*\\n\\x00.{8,32}"
> XADD x 1-1 a b
"1-1"
> DUMP x
~ ".*\\n\\x00.{8,32}"
# The time to live is not part of it.
> SET s hello EX 100
OK
> DUMP s
"\x00\x05hello\n\x00cr\xdfve4 \n"
> DUMP
(error) ERR wrong number of arguments for 'dump' command
> DUMP a b
(error) ERR wrong number of arguments for 'dump' command
!resp3
> DUMP s
"\x00\x05hello\n\x00cr\xdfve4 \n"
> DUMP nothing
(nil)
