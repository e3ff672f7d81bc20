# BITOP AND | OR | XOR destkey key [key ...]
# BITOP NOT destkey key
#
# Combines strings bit by bit and stores the result. Shorter strings, and keys that do not exist, go
# on with zeros. Answers the length of the result, which is that of the longest.

> MSET a "\xff\x0f\xf0" b "\x0f\xff"
OK
> BITOP AND dest a b
(integer) 3
> GET dest
"\x0f\x0f\x00"
> BITOP OR dest a b
(integer) 3
> GET dest
"\xff\xff\xf0"
> BITOP XOR dest a b
(integer) 3
> GET dest
"\xf0\xf0\xf0"
> BITOP NOT dest a
(integer) 3
> GET dest
"\x00\xf0\x0f"
> bitop and dest a b
(integer) 3
> BITOP Xor dest a a
(integer) 3
> GET dest
"\x00\x00\x00"

# One source copies, and many are combined in turn.
> BITOP AND dest a
(integer) 3
> GET dest
"\xff\x0f\xf0"
> BITOP OR dest b
(integer) 2
> GET dest
"\x0f\xff"
> BITOP XOR dest a b a b
(integer) 3
> GET dest
"\x00\x00\x00"
> SET c "\x01\x02\x04\x08"
OK
> BITOP OR dest a b c
(integer) 4
> GET dest
"\xff\xff\xf4\b"
> BITOP AND dest a b c
(integer) 4
> GET dest
"\x01\x02\x00\x00"
> BITOP XOR dest a b c
(integer) 4
> GET dest
"\xf1\xf2\xf4\b"

# The destination may be a source.
> SET x "abc"
OK
> BITOP NOT x x
(integer) 3
> GET x
"\x9e\x9d\x9c"
> BITOP NOT x x
(integer) 3
> GET x
"abc"
> BITOP OR x x a
(integer) 3
> GET x
"\xffo\xf3"

# A missing source is zeros of any length.
> BITOP AND dest a nothing
(integer) 3
> GET dest
"\x00\x00\x00"
> BITOP OR dest nothing a
(integer) 3
> GET dest
"\xff\x0f\xf0"
> BITOP XOR dest nothing a nothing
(integer) 3
> GET dest
"\xff\x0f\xf0"

# An empty result deletes the destination.
> BITOP AND dest nothing
(integer) 0
> EXISTS dest
(integer) 0
> SET dest x
OK
> SET empty ""
OK
> BITOP OR dest nothing empty
(integer) 0
> EXISTS dest
(integer) 0
> SET dest x
OK
> BITOP NOT dest nothing
(integer) 0
> EXISTS dest
(integer) 0
> BITOP XOR never nothing
(integer) 0
> EXISTS never
(integer) 0

# A time to live of the destination is lost, those of the sources do not come along.
> SET dest x EX 100
OK
> SET src y EX 100
OK
> BITOP AND dest src
(integer) 1
> TTL dest
(integer) -1
> TTL src
~ \(integer\) (99|100)

# Numbers are text.
> MSET n 12 m 34
OK
> BITOP OR dest n m
(integer) 2
> GET dest
"36"

# Keys far from each other, long strings, lengths that are no multiple of a word.
> SETRANGE l1 40 "\xff\x01"
(integer) 42
> SETRANGE l2 37 "\xaa\xbb\xcc\xdd\xee"
(integer) 42
> SETRANGE l3 39 "\x0f\xf0\x0f\xf0\x0f\xf0"
(integer) 45
> BITOP AND dest l1 l2 l3
(integer) 45
> GETRANGE dest 36 -1
"\x00\x00\x00\x00\xd0\x00\x00\x00\x00"
> BITOP OR dest l1 l2 l3
(integer) 45
> GETRANGE dest 36 -1
"\x00\xaa\xbb\xcf\xff\xef\xf0\x0f\xf0"
> BITOP XOR dest l1 l2 l3
(integer) 45
> GETRANGE dest 36 -1
"\x00\xaa\xbb\xc3\xd2\xe0\xf0\x0f\xf0"
> BITOP NOT dest l2
(integer) 42
> GETRANGE dest 30 -1
"\xff\xff\xff\xff\xff\xff\xffUD3\"\x11"
> BITCOUNT dest
(integer) 310

> BITOP NOT dest a b
(error) ERR BITOP NOT must be called with a single source key.
> BITOP NAND dest a b
(error) ERR syntax error
> BITOP "" dest a
(error) ERR syntax error
> BITOP ANDX dest a
(error) ERR syntax error
> BITOP
(error) ERR wrong number of arguments for 'bitop' command
> BITOP AND
(error) ERR wrong number of arguments for 'bitop' command
> BITOP AND dest
(error) ERR wrong number of arguments for 'bitop' command
> BITOP NOT dest
(error) ERR wrong number of arguments for 'bitop' command
