# RESTORE key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]
#
# Makes a key of what DUMP answered: here, of values that were dumped by Redis 2.6 to 7.0, in every
# form in which they were ever stored. How it is held after that depends on this server alone.

# Strings: as bytes, as integers of 8, 16 and 32 bits, compressed.
> RESTORE s 0 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
> GET s
"hello"
> RESTORE e 0 "\x00\x00\n\x00]\x9b\\@\x0f\x7f\xa2\xda"
OK
> GET e
""
> RESTORE i8 0 "\x00\xc0\x85\n\x00b\t\xcasTs\xeb\x80"
OK
> GET i8
"-123"
> OBJECT ENCODING i8
"int"
> RESTORE i16 0 "\x00\xc1\xc7\xcf\n\x00g\xed\xa26\xb4\xdb&\xd0"
OK
> GET i16
"-12345"
> RESTORE i32 0 "\x00\xc2\xff\xff\xff\x7f\n\x00,t\xe5\x9e\xe0.\xad\xa1"
OK
> GET i32
"2147483647"
> OBJECT ENCODING i32
"int"
> RESTORE lzf 0 "\x00\xc3\x05@d\x00a\xe0Z\x00\n\x00qb\xa4\xb3\xd5\x1aXA"
OK
> STRLEN lzf
(integer) 100
> GETRANGE lzf 95 200
"aaaaa"
> RESTORE b 0 "\x00\x04\x00\xff\r\n\n\x00\x8d\x10\xd1\x9eB\x16\xece"
OK
> GET b
"\x00\xff\r\n"
> RESTORE v6 0 "\x00\x03old\x06\x00I\xd3\xfaz\x14J\xf4K"
OK
> GET v6
"old"
> RESTORE v1 0 "\x00\x05older\x01\x00\xde\xbf\x18(TW\xf1|"
OK
> GET v1
"older"
> RESTORE len14 0 "\x00@\xc8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n\x00\x8f\xe14\xeeY\x97q\x16"
OK
> STRLEN len14
(integer) 200
> RESTORE len32 0 "\x00\x80\x00\x00\x00\x03abc\n\x00\x8b\xd6\xc3F&c\x1f\xed"
OK
> GET len32
"abc"
> RESTORE len64 0 "\x00\x81\x00\x00\x00\x00\x00\x00\x00\x03abc\n\x003\xe0\xdc\xd8L\xcd\xe6g"
OK
> GET len64
"abc"

# Lists: one by one; as ziplist; as quicklist of ziplists; as quicklist of listpacks and single
# nodes.
> RESTORE l1 0 "\x01\x03\x01a\x00\xc0\x05\n\x00&*\xe2Ur<AS"
OK
> LRANGE l1 0 -1
1) "a"
2) ""
3) "5"
> OBJECT ENCODING l1
"quicklist"
> RESTORE l10 0 "\n##\x00\x00\x00\x18\x00\x00\x00\x06\x00\x00\x01a\x03\x00\x02\xf6\x02\xfe\x9c\x03\xc00u\x04\xe0\x00\x00\x00\x00\x00\x01\x00\x00\xff\n\x00|\x8ck\xb3\xfc<\xc6\xa7"
OK
> LRANGE l10 0 -1
1) "a"
2) ""
3) "5"
4) "-100"
5) "30000"
6) "1099511627776"
> OBJECT ENCODING l10
"quicklist"
> RESTORE l14 0 "\x0e\x02\x11\x11\x00\x00\x00\r\x00\x00\x00\x02\x00\x00\x01a\x03\x01b\xff\x10\x10\x00\x00\x00\r\x00\x00\x00\x02\x00\x00\x01c\x03\xf8\xff\n\x000\xf0\x96\xa8\x0b\x1c%B"
OK
> LRANGE l14 0 -1
1) "a"
2) "b"
3) "c"
4) "7"
> RESTORE l18 0 "\x12\x03\x02\x0f\x0f\x00\x00\x00\x03\x00\x81a\x02\x05\x01\xd4H\x02\xff\x012plainplainplainplainplainplainplainplainplainplain\x02\n\n\x00\x00\x00\x01\x00\x81z\x02\xff\n\x00<?\xd5o\xa24r\x95"
OK
> LRANGE l18 0 -1
1) "a"
2) "5"
3) "-3000"
4) "plainplainplainplainplainplainplainplainplainplain"
5) "z"
> RPUSH l18 more
(integer) 6
> LPOP l18
"a"

# Sets: one by one; as intset.
> RESTORE s2 0 "\x02\x03\x01a\x00\xc0\x05\n\x00\xca7\xc9M![\xcfr"
OK
> SMEMBERS s2
(any order)
1) ""
2) "a"
3) "5"
> OBJECT ENCODING s2
"hashtable"
> RESTORE s2i 0 "\x02\x02\xc0\x05\xc0\a\n\x00\x03#\xdf\x84N\xbb\xdeD"
OK
> SMEMBERS s2i
1) "5"
2) "7"
> OBJECT ENCODING s2i
"intset"
> RESTORE s11 0 "\x0b\x0e\x02\x00\x00\x00\x03\x00\x00\x00\xfb\xff\x01\x00,\x01\n\x00\x0f_z\x8e\xb5\x94\t\xd2"
OK
> SMEMBERS s11
1) "-5"
2) "1"
3) "300"
> OBJECT ENCODING s11
"intset"
> SADD s11 70000
(integer) 1
> SMEMBERS s11
1) "-5"
2) "1"
3) "300"
4) "70000"
> RESTORE s11b 0 "\x0b \b\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f\n\x00|{\xa2\xa9*$,O"
OK
> SMEMBERS s11b
1) "-9223372036854775808"
2) "0"
3) "9223372036854775807"

# Hashes: one by one; as zipmap; as ziplist; as listpack.
> RESTORE h4 0 "\x04\x02\x01a\x011\x00\x00\n\x00\xe2Y\xfa\x9c\x946uG"
OK
> HGETALL h4
1) "a"
2) "1"
3) ""
4) ""
> OBJECT ENCODING h4
"listpack"
> RESTORE h4b 0 "\x04\x01\x01a@dxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n\x004;\xd4\xdb\x18S\xf4&"
OK
> OBJECT ENCODING h4b
"hashtable"
> RESTORE h9 0 "\t\r\x02\x01a\x01\x001\x01b\x02\x0022\xff\n\x00\xaaf\xf5\xaaC\xdb\x88C"
OK
> HGETALL h9
1) "a"
2) "1"
3) "b"
4) "22"
> OBJECT ENCODING h9
"listpack"
> RESTORE h13 0 "\r\x15\x15\x00\x00\x00\x12\x00\x00\x00\x04\x00\x00\x01f\x03\x01v\x03\xf2\x02\xf3\xff\n\x00\xd2a\x88\xf0\xa1k\xe3\xf9"
OK
> HGETALL h13
1) "f"
2) "v"
3) "1"
4) "2"
> OBJECT ENCODING h13
"listpack"
> RESTORE h16 0 "\x10\x12\x12\x00\x00\x00\x04\x00\x81f\x02\x81v\x02\x01\x01\xdf\xfe\x02\xff\n\x00[\x87\xedP\x14\xb5\xa6%"
OK
> HGETALL h16
1) "f"
2) "v"
3) "1"
4) "-2"
> OBJECT ENCODING h16
"listpack"
> HSET h16 g 3
(integer) 1

# Sorted sets: one by one with scores as text or as 8 bytes; as ziplist; as listpack.
> RESTORE z3 0 "\x03\x04\x01b\x032.5\x01a\x011\x01i\xfe\x01n\xff\n\x00\n\xaa\xe7\x0e\xc3\x187%"
OK
> ZRANGE z3 0 -1 WITHSCORES
1) "n"
2) "-inf"
3) "a"
4) "1"
5) "b"
6) "2.5"
7) "i"
8) "inf"
> OBJECT ENCODING z3
"listpack"
> RESTORE z5 0 "\x05\x03\x01c\x00\x00\x00\x00\x00\x00\x0c@\x01a\x00\x00\x00\x00\x00\x00\xf0\xbf\x01i\x00\x00\x00\x00\x00\x00\xf0\x7f\n\x00\xaae\xaeb\xe7\xa08\xbf"
OK
> ZRANGE z5 0 -1 WITHSCORES
1) "a"
2) "-1"
3) "c"
4) "3.5"
5) "i"
6) "inf"
> RESTORE z12 0 "\x0c\x18\x18\x00\x00\x00\x12\x00\x00\x00\x04\x00\x00\x01a\x03\xf2\x02\x01b\x03\x032.5\xff\n\x00\\W\x1d\x9d\x94o\xae\xb7"
OK
> ZRANGE z12 0 -1 WITHSCORES
1) "a"
2) "1"
3) "b"
4) "2.5"
> OBJECT ENCODING z12
"listpack"
> RESTORE z17 0 "\x11\x1b\x1b\x00\x00\x00\x06\x00\x81a\x02\x01\x01\x81b\x02\x832.5\x04\a\x01\x83inf\x04\xff\n\x00\x7f\xf4\xaa\x84kp\x89\xca"
OK
> ZRANGE z17 0 -1 WITHSCORES
1) "a"
2) "1"
3) "b"
4) "2.5"
5) "7"
6) "inf"
> ZADD z17 0 first
(integer) 1
> ZRANK z17 b
(integer) 2

# Streams are dumped by this page's server and by Redis 5 and 7.
> RESTORE x19 0 "\x13\x01\x10\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01@PP\x00\x00\x00\x1f\x00\x03\x01\x01\x01\x01\x01\x81a\x02\x00\x01\x02\x01\x00\x01\x00\x01\x01\x01\x04\x01\x01\x01\x00\x01\x01\x01\x02\x01\x81a\x02\x02\x01\x81b\x02\x03\x01\b\x01\x00\x01\x04\x01\xdf\xff\x02\x01\x01\x85other\x06\x81\x00\x02\x06\x01\x02\x01\x05\x01\xdf\xff\x02\t\x01\x04\x01\xff\x03\x06\x00\x01\x01\x01\x02\x04\x02\x01g\x05\x00\x81\xff\xff\xff\xff\xff\xff\xff\xff\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\xee\xfbW,\xa2\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x00\xee\xfbW,\xa2\x01\x00\x00\x01\x01\x05alice\xee\xfbW,\xa2\x01\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x00\x01h\x06\x00\x04\x00\x01\x01c\xee\xfbW,\xa2\x01\x00\x00\x00\n\x00?v\xc9\x14\xfc\xc9\xc3\x18"
OK
> XRANGE x19 - +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
2) 1) "5-0"
   2) 1) "other"
      2) "\x00"
3) 1) "6-0"
   2) 1) "a"
      2) "9"
> XINFO GROUPS x19
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 2
    7) "last-delivered-id"
    8) "5-0"
    9) "entries-read"
   10) (nil)
   11) "lag"
   12) (nil)
2)  1) "name"
    2) "h"
    3) "consumers"
    4) (integer) 1
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "6-0"
    9) "entries-read"
   10) (integer) 4
   11) "lag"
   12) (integer) 0
> XPENDING x19 g
1) (integer) 2
2) "1-1"
3) "5-0"
4) 1) 1) "alice"
      2) "2"
> XADD x19 5-5 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD x19 7-0 a b
"7-0"
> XLEN x19
(integer) 4
> XINFO STREAM x19
...
 9) "max-deleted-entry-id"
10) "1-2"
11) "entries-added"
12) (integer) 5
...
> RESTORE x15 0 "\x0f\x01\x10\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x1c\x1c\x00\x00\x00\n\x00\x01\x01\x00\x01\x01\x01\x81a\x02\x00\x01\x02\x01\x00\x01\x00\x01\x01\x01\x04\x01\xff\x01\x01\x01\x01\x01g\x01\x01\x00\x00\t\x00\x8dh\x06\xcb\xd6\x13\xef\x1c"
OK
> XRANGE x15 - +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
> XINFO GROUPS x15
1)  1) "name"
    2) "g"
    3) "consumers"
    4) (integer) 0
    5) "pending"
    6) (integer) 0
    7) "last-delivered-id"
    8) "1-1"
    9) "entries-read"
   10) (integer) 1
   11) "lag"
   12) (integer) 0
> XADD x15 1-1 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item

!anax-only formats that came after Redis 7.0: set listpacks and streams of 7.2
> RESTORE s20 0 "\x14\x0e\x0e\x00\x00\x00\x03\x00\x81a\x02\x05\x01\x80\x01\xff\x0b\x00\xe3\xc3\x87\x18g\x92'\xcc"
OK
> SMEMBERS s20
(any order)
1) "a"
2) "5"
3) ""
> RESTORE x21 0 "\x15\x01\x10\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x1c\x1c\x00\x00\x00\n\x00\x01\x01\x00\x01\x01\x01\x81a\x02\x00\x01\x02\x01\x00\x01\x00\x01\x01\x01\x04\x01\xff\x01\x01\x01\x01\x01\x00\x00\x01\x01\x01g\x01\x01\x01\x00\x01\x01c\xe8\x03\x00\x00\x00\x00\x00\x00\xe8\x03\x00\x00\x00\x00\x00\x00\x00\x0b\x00\"\x167\xa0\x8e\xdb\x91\xb1"
OK
> XRANGE x21 - +
1) 1) "1-1"
   2) 1) "a"
      2) "1"
> XPENDING x21 g
1) (integer) 0
2) (nil)
3) (nil)
4) (nil)
> RESTORE v12 0 "\x00\x01v\x0c\x00Z~\xfar\xe3\x12\x14\x87"
OK
!end

# A negative zero stays one in a set that is too large for a listpack, wherever its large member comes.
> RESTORE zeros 0 "\x05\x03\x04zero\x00\x00\x00\x00\x00\x00\x00\x80\x01m\x00\x00\x00\x00\x00\x00\x00\x80\xc3\x09@A\x01xx\xe04\x00\x01xx\x00\x00\x00\x00\x00\x00\xf0\xbf\x0a\x00\x02\xb4M\x12E\xcd\x1b\x90"
OK
> ZMSCORE zeros zero m
1) "-0"
2) "-0"
> OBJECT ENCODING zeros
"skiplist"
