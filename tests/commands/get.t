# GET key
#
# Answers the string, or nil where there is no key.

> GET nothing
(nil)
> SET k v
OK
> GET k
"v"
> get k
"v"
> gEt k
"v"

# Bytes come back exactly.
> SET bin "\x00\x01\x02\xfd\xfe\xff\r\n\t\a\b\"\\"
OK
> GET bin
"\x00\x01\x02\xfd\xfe\xff\r\n\t\a\b\"\\"
> SET bin "$3\r\nfoo\r\n"
OK
> GET bin
"$3\r\nfoo\r\n"

# Integers come back as they were written, at each boundary of the packed forms.
> MSET a 0 b -1 c 9999 d 10000 e 127 f 128 g -128 h -129 i 32767 j 32768 k 2147483647 l 2147483648 m 9223372036854775807 n -9223372036854775808
OK
> MGET a b c d e f g h i j k l m n
 1) "0"
 2) "-1"
 3) "9999"
 4) "10000"
 5) "127"
 6) "128"
 7) "-128"
 8) "-129"
 9) "32767"
10) "32768"
11) "2147483647"
12) "2147483648"
13) "9223372036854775807"
14) "-9223372036854775808"
> MSET a 00 b 1.0 c 1e3 d " 1" e "1 " f -00 g 18446744073709551615 h 0x10
OK
> MGET a b c d e f g h
1) "00"
2) "1.0"
3) "1e3"
4) " 1"
5) "1 "
6) "-00"
7) "18446744073709551615"
8) "0x10"

# Values around 44 bytes, where Redis changes its encoding.
> SET s aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
OK
> GET s
"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
> SET s aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
OK
> GET s
"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

> GET
(error) ERR wrong number of arguments for 'get' command
> GET a b
(error) ERR wrong number of arguments for 'get' command
