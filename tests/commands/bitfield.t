# BITFIELD key [GET type offset] [SET type offset value] [INCRBY type offset increment] [OVERFLOW WRAP | SAT | FAIL] ...
#
# Treats a string as an array of integers of any width: i1 to i64 signed, u1 to u63 unsigned, at any
# bit. Answers one reply for each GET, SET and INCRBY, in order.

> BITFIELD k INCRBY i5 100 1 GET u4 0
1) (integer) 1
2) (integer) 0
> BITFIELD k SET u8 0 255
1) (integer) 0
> BITFIELD k SET u8 0 254
1) (integer) 255
> BITFIELD k GET u8 0
1) (integer) 254
> BITFIELD k GET i8 0
1) (integer) -2
> BITFIELD k GET u4 0 GET u4 4 GET u1 7 GET i1 0
1) (integer) 15
2) (integer) 14
3) (integer) 0
4) (integer) -1
> BITFIELD k
(empty array)

# An offset with # counts in widths of the type.
> DEL k
(integer) 1
> BITFIELD k SET u8 #0 65 SET u8 #1 66 SET u8 #2 67
1) (integer) 0
2) (integer) 0
3) (integer) 0
> GET k
"ABC"
> BITFIELD k GET u16 #0 GET u8 #2 GET u8 #3
1) (integer) 16706
2) (integer) 67
3) (integer) 0
> BITFIELD k SET u4 #1 15
1) (integer) 1
> GET k
"OBC"

# GET alone makes no key and does not let a string grow; SET and INCRBY do.
> BITFIELD nothing GET u8 0 GET i64 1000
1) (integer) 0
2) (integer) 0
> EXISTS nothing
(integer) 0
> BITFIELD grown SET u1 20 0
1) (integer) 0
> STRLEN grown
(integer) 3
> BITFIELD grown INCRBY u8 100 0
1) (integer) 0
> STRLEN grown
(integer) 14
> GET grown
"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

# Not only at the beginning of bytes.
> DEL k
(integer) 1
> BITFIELD k SET u13 3 5461
1) (integer) 0
> GET k
"\x15U"
> BITFIELD k GET u13 3 GET i13 3 GET u3 0
1) (integer) 5461
2) (integer) -2731
3) (integer) 0
> BITFIELD k SET i64 5 -2
1) (integer) -6151917090988097536
> GET k
"\x17\xff\xff\xff\xff\xff\xff\xff\xf0"
> BITFIELD k GET i64 5 GET u63 6
1) (integer) -2
2) (integer) 9223372036854775806
> BITFIELD k SET u63 1 9223372036854775807
1) (integer) 1729382256910270463
> GET k
"\x7f\xff\xff\xff\xff\xff\xff\xff\xf0"
> BITFIELD k GET i64 0 GET i64 1
1) (integer) 9223372036854775807
2) (integer) -1

# The boundary values of types.
> DEL k
(integer) 1
> BITFIELD k SET i64 0 9223372036854775807
1) (integer) 0
> BITFIELD k SET i64 0 -9223372036854775808
1) (integer) 9223372036854775807
> BITFIELD k GET i64 0
1) (integer) -9223372036854775808
> BITFIELD k SET u63 0 -1
1) (integer) 4611686018427387904
> BITFIELD k GET u63 0
1) (integer) 9223372036854775807
> BITFIELD k SET i1 0 -1
1) (integer) -1
> BITFIELD k SET i1 0 0
1) (integer) -1
> BITFIELD k SET u1 0 1
1) (integer) 0
> BITFIELD k GET i1 0
1) (integer) -1
> BITFIELD k SET i2 0 -2 GET i2 0 SET i2 0 1 GET i2 0
1) (integer) -1
2) (integer) -2
3) (integer) -2
4) (integer) 1

# OVERFLOW WRAP, the default: the value goes around, for SET as for INCRBY.
> DEL k
(integer) 1
> BITFIELD k SET u8 0 256 GET u8 0
1) (integer) 0
2) (integer) 0
> BITFIELD k SET u8 0 257 GET u8 0
1) (integer) 0
2) (integer) 1
> BITFIELD k SET u8 0 -1 GET u8 0
1) (integer) 1
2) (integer) 255
> BITFIELD k INCRBY u8 0 1
1) (integer) 0
> BITFIELD k INCRBY u8 0 -1
1) (integer) 255
> BITFIELD k INCRBY u8 0 513
1) (integer) 0
> BITFIELD k SET i8 0 127 INCRBY i8 0 1
1) (integer) 0
2) (integer) -128
> BITFIELD k INCRBY i8 0 -1
1) (integer) 127
> BITFIELD k SET i8 0 128 GET i8 0
1) (integer) 127
2) (integer) -128
> BITFIELD k SET i8 0 -129 GET i8 0
1) (integer) -128
2) (integer) 127
> BITFIELD k SET i8 0 1000 GET i8 0
1) (integer) 127
2) (integer) -24
> BITFIELD k SET i64 0 9223372036854775807 INCRBY i64 0 1
1) (integer) -1729382256910270464
2) (integer) -9223372036854775808
> BITFIELD k INCRBY i64 0 -1
1) (integer) 9223372036854775807
> BITFIELD k INCRBY i64 0 9223372036854775807
1) (integer) -2
> BITFIELD k SET u63 0 9223372036854775807 INCRBY u63 0 1
1) (integer) 9223372036854775807
2) (integer) 0
> BITFIELD k INCRBY u63 0 -1
1) (integer) 9223372036854775807
> BITFIELD k OVERFLOW WRAP INCRBY u2 0 1 INCRBY u2 0 1 INCRBY u2 0 1 INCRBY u2 0 1 INCRBY u2 0 1
1) (integer) 0
2) (integer) 1
3) (integer) 2
4) (integer) 3
5) (integer) 0

# OVERFLOW SAT: the value stops at the boundary.
> DEL k
(integer) 1
> BITFIELD k OVERFLOW SAT SET u8 0 300 GET u8 0
1) (integer) 0
2) (integer) 255
> BITFIELD k OVERFLOW SAT INCRBY u8 0 1
1) (integer) 255
> BITFIELD k OVERFLOW SAT INCRBY u8 0 -300
1) (integer) 0
> BITFIELD k OVERFLOW SAT SET u8 0 -1 GET u8 0
1) (integer) 0
2) (integer) 255
> BITFIELD k OVERFLOW SAT SET i8 0 200 GET i8 0
1) (integer) -1
2) (integer) 127
> BITFIELD k OVERFLOW SAT SET i8 0 -200 GET i8 0
1) (integer) 127
2) (integer) -128
> BITFIELD k OVERFLOW SAT INCRBY i8 0 -1
1) (integer) -128
> BITFIELD k OVERFLOW SAT INCRBY i8 0 1000
1) (integer) 127
> BITFIELD k OVERFLOW SAT SET i64 0 9223372036854775807 INCRBY i64 0 9223372036854775807
1) (integer) 9151314442816847872
2) (integer) 9223372036854775807
> BITFIELD k OVERFLOW SAT SET i64 0 -9223372036854775808 INCRBY i64 0 -1
1) (integer) 9223372036854775807
2) (integer) -9223372036854775808
> BITFIELD k OVERFLOW SAT SET u63 0 9223372036854775807 INCRBY u63 0 1
1) (integer) 4611686018427387904
2) (integer) 9223372036854775807
> BITFIELD k OVERFLOW SAT INCRBY u63 0 -9223372036854775808
1) (integer) 0

# OVERFLOW FAIL: the answer is nil and nothing changes. The other operations are done.
> DEL k
(integer) 1
> BITFIELD k OVERFLOW FAIL SET u8 0 256 SET u8 8 7
1) (nil)
2) (integer) 0
> BITFIELD k OVERFLOW FAIL INCRBY u8 8 249 GET u8 8
1) (nil)
2) (integer) 7
> BITFIELD k OVERFLOW FAIL INCRBY u8 8 248
1) (integer) 255
> BITFIELD k OVERFLOW FAIL SET i8 0 128 SET i8 0 -129 SET i8 0 -128
1) (nil)
2) (nil)
3) (integer) 0
> BITFIELD k OVERFLOW FAIL INCRBY i8 0 -1
1) (nil)
> BITFIELD k OVERFLOW FAIL SET u8 0 -1
1) (nil)
> DEL k
(integer) 1
> BITFIELD k OVERFLOW FAIL INCRBY u1 0 2
1) (nil)
> EXISTS k
(integer) 1
> STRLEN k
(integer) 1

# OVERFLOW holds for what follows it, until the next.
> DEL k
(integer) 1
> BITFIELD k SET u2 0 3 INCRBY u2 0 1 OVERFLOW SAT SET u2 2 3 INCRBY u2 2 1 OVERFLOW FAIL SET u2 4 3 INCRBY u2 4 1 OVERFLOW WRAP INCRBY u2 4 1
1) (integer) 0
2) (integer) 0
3) (integer) 0
4) (integer) 3
5) (integer) 0
6) (nil)
7) (integer) 0
> BITFIELD k overflow sat incrby u2 0 9 get u2 0
1) (integer) 3
2) (integer) 3
> BITFIELD k OVERFLOW SAT
(empty array)
> BITFIELD k OVERFLOW SAT OVERFLOW FAIL GET u2 0
1) (integer) 3

# The time to live stays. Numbers are text.
> SET t 1 EX 100
OK
> BITFIELD t INCRBY u8 0 1
1) (integer) 50
> GET t
"2"
> TTL t
~ \(integer\) (99|100)
> BITFIELD t GET u8 0
1) (integer) 50

# In RESP3 the answer is an array as well.
!resp3
> BITFIELD k GET u8 0 OVERFLOW FAIL INCRBY u1 0 5
1) (integer) 240
2) (nil)
!resp2

# All operations are read before any is done: an error anywhere changes nothing.
> DEL k
(integer) 1
> BITFIELD k SET u8 0 1 SET u8 8 x
(error) ERR value is not an integer or out of range
> EXISTS k
(integer) 0
> BITFIELD k GET u64 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u0 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET i0 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET i65 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u-1 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET x8 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET 8 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET "" 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET U8 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u08 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u8x 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD k GET u8 -1
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 x
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 #-1
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 #
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 #x
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 ##1
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 ""
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 4294967288
1) (integer) 0
> BITFIELD k GET u8 4294967289
1) (integer) 0
> BITFIELD k GET u8 4294967296
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 #536870911
1) (integer) 0
> BITFIELD k GET u8 #536870912
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 9223372036854775807
(error) ERR bit offset is not an integer or out of range
> BITFIELD k GET u8 #9223372036854775807
(error) ERR bit offset is not an integer or out of range
> BITFIELD k SET u8 0 x
(error) ERR value is not an integer or out of range
> BITFIELD k SET u8 0 1.5
(error) ERR value is not an integer or out of range
> BITFIELD k SET u8 0 ""
(error) ERR value is not an integer or out of range
> BITFIELD k SET i64 0 9223372036854775808
(error) ERR value is not an integer or out of range
> BITFIELD k INCRBY u8 0 x
(error) ERR value is not an integer or out of range
> BITFIELD k INCRBY u8 0 9223372036854775808
(error) ERR value is not an integer or out of range
> BITFIELD k GET u8
(error) ERR syntax error
> BITFIELD k GET
(error) ERR syntax error
> BITFIELD k SET u8 0
(error) ERR syntax error
> BITFIELD k INCRBY u8 0
(error) ERR syntax error
> BITFIELD k OVERFLOW
(error) ERR syntax error
> BITFIELD k OVERFLOW NONE
(error) ERR Invalid OVERFLOW type specified
> BITFIELD k OVERFLOW NONE GET u8 0
(error) ERR Invalid OVERFLOW type specified
> BITFIELD k WHATEVER u8 0
(error) ERR syntax error
> BITFIELD k GET u8 0 WHATEVER
(error) ERR syntax error
> BITFIELD k ""
(error) ERR syntax error
> BITFIELD
(error) ERR wrong number of arguments for 'bitfield' command

# BITFIELD_RO key [GET type offset ...]
#
# The same for those that only read, so that it may run on a replica.

> SET k "\x01\x02\x03\x04"
OK
> BITFIELD_RO k GET u8 0
1) (integer) 1
> BITFIELD_RO k GET u8 #1 GET u16 16 GET i64 0 get u8 #3
1) (integer) 2
2) (integer) 772
3) (integer) 72623859706101760
4) (integer) 4
> BITFIELD_RO nothing GET u8 0
1) (integer) 0
> BITFIELD_RO k
(empty array)
> BITFIELD_RO nothing
(empty array)
> BITFIELD_RO k SET u8 0 1
(error) ERR BITFIELD_RO only supports the GET subcommand
> BITFIELD_RO k INCRBY u8 0 1
(error) ERR BITFIELD_RO only supports the GET subcommand
> BITFIELD_RO k GET u8 0 SET u8 0 1
(error) ERR BITFIELD_RO only supports the GET subcommand
> BITFIELD_RO k OVERFLOW SAT
(empty array)
> BITFIELD_RO k OVERFLOW SAT GET u8 0
1) (integer) 1
> BITFIELD_RO k OVERFLOW NONE
(error) ERR Invalid OVERFLOW type specified
> BITFIELD_RO k GET u64 0
(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.
> BITFIELD_RO k GET u8 -1
(error) ERR bit offset is not an integer or out of range
> BITFIELD_RO k WHATEVER
(error) ERR syntax error
> BITFIELD_RO k SET u8 0 x
(error) ERR value is not an integer or out of range
> BITFIELD_RO
(error) ERR wrong number of arguments for 'bitfield_ro' command
> GET k
"\x01\x02\x03\x04"
