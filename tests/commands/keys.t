# KEYS pattern
#
# Answers all names that match. * is any bytes, ? is one byte, [abc] and [a-c] one of these, [^a]
# one that is not, and \ takes the next byte as it is.

> KEYS *
(empty array)
> MSET one 1 two 2 three 3 four 4
OK
> KEYS *
(any order)
1) "four"
2) "three"
3) "two"
4) "one"
> KEYS t*
(any order)
1) "three"
2) "two"
> KEYS t??
1) "two"
> KEYS *o*
(any order)
1) "four"
2) "two"
3) "one"
> KEYS one
1) "one"
> KEYS One
(empty array)
> KEYS ""
(empty array)
> KEYS on
(empty array)
> KEYS ?ne
1) "one"
> KEYS ????
1) "four"
> KEYS *e
(any order)
1) "three"
2) "one"
> KEYS [ot]*
(any order)
1) "three"
2) "two"
3) "one"
> KEYS [a-n]*
1) "four"
> KEYS [n-a]*
1) "four"
> KEYS [^ot]*
1) "four"
> KEYS [^^]*
(any order)
1) "four"
2) "three"
3) "two"
4) "one"
> KEYS t[hw]*
(any order)
1) "three"
2) "two"
> KEYS t[^h]*
1) "two"
> KEYS *[r]
1) "four"
> KEYS **o**
(any order)
1) "four"
2) "two"
3) "one"
> KEYS ***
(any order)
1) "four"
2) "three"
3) "two"
4) "one"
> KEYS f?u?
1) "four"
> KEYS *four*
1) "four"
> KEYS *fourx*
(empty array)

# What stands for itself.
> FLUSHALL
OK
> MSET a*c 1 abc 2 a?c 3 a[c 4 "a\\c" 5 a-c 6 a]c 7 a^c 8
OK
> KEYS a\*c
1) "a*c"
> KEYS a\?c
1) "a?c"
> KEYS a\[c
1) "a[c"
> KEYS "a\\\\c"
1) "a\\c"
> KEYS a[*]c
1) "a*c"
> KEYS a[?]c
1) "a?c"
> KEYS a[b]c
1) "abc"
> KEYS a[\]]c
1) "a]c"
> KEYS a[\-]c
1) "a-c"
> KEYS a[\^]c
1) "a^c"
> KEYS a[b^]c
(any order)
1) "a^c"
2) "abc"
> KEYS "a\\bc"
1) "abc"
> KEYS a]c
1) "a]c"
> KEYS a[\a-c]c
1) "a-c"

# Patterns that do not end as they should still mean something.
> FLUSHALL
OK
> MSET a 1 ab 2 "ab\\" 3 a[ 4 [ 5
OK
> KEYS a[b
1) "ab"
> KEYS a[
(empty array)
> KEYS [
(empty array)
> KEYS a[^b
1) "a["
> KEYS "ab\\"
1) "ab\\"
> KEYS "a[\\"
(empty array)
> KEYS a[a-
(empty array)
> KEYS "\\a"
1) "a"
> KEYS a[]
(empty array)
> KEYS a[^]
(any order)
1) "a["
2) "ab"
> KEYS a[]b]
(empty array)

# Bytes, not characters.
> FLUSHALL
OK
> MSET "\x00\x01" 1 "\xc3\xa9" 2 "" 3 "a\r\nb" 4
OK
> KEYS ??
(any order)
1) "\xc3\xa9"
2) "\x00\x01"
> KEYS "\x00*"
1) "\x00\x01"
> KEYS "[\xc0-\xff]?"
1) "\xc3\xa9"
> KEYS ?
(empty array)
> KEYS *
(any order)
1) ""
2) "\xc3\xa9"
3) "a\r\nb"
4) "\x00\x01"
> KEYS "a*b"
1) "a\r\nb"
> KEYS "a\r\nb"
1) "a\r\nb"

# Every database has its own.
> SELECT 1
OK
> KEYS *
(empty array)
> SET here 1
OK
> KEYS *
1) "here"
> SELECT 0
OK

# Patterns with many stars are answered at once.
> SET aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1
OK
> KEYS a*a*a*a*b
(empty array)
> KEYS *********************************************************************
(any order)
1) "a\r\nb"
2) "\x00\x01"
3) "\xc3\xa9"
4) "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

> KEYS
(error) ERR wrong number of arguments for 'keys' command
> KEYS a b
(error) ERR wrong number of arguments for 'keys' command

# RANDOMKEY
#
# Answers one of the names, or nil.

> FLUSHALL
OK
> RANDOMKEY
(nil)
> SET a 1
OK
> RANDOMKEY
"a"
> MSET b 1 c 1
OK
> RANDOMKEY
~ "[abc]"
> RANDOMKEY a
(error) ERR wrong number of arguments for 'randomkey' command

# DBSIZE
#
# Counts the keys of this database.

> DBSIZE
(integer) 3
> SELECT 1
OK
> DBSIZE
(integer) 0
> SELECT 2
OK
> DBSIZE
(integer) 0
> DBSIZE a
(error) ERR wrong number of arguments for 'dbsize' command
