# STRLEN key
#
# Answers how many bytes the string has, 0 where there is no key.

> STRLEN nothing
(integer) 0
> SET k "Hello World"
OK
> STRLEN k
(integer) 11
> SET k ""
OK
> STRLEN k
(integer) 0
> SET k "\x00\x00\xc3\xa9"
OK
> STRLEN k
(integer) 4
> SET k -9223372036854775808
OK
> STRLEN k
(integer) 20
> SET k 0
OK
> STRLEN k
(integer) 1
> SETRANGE k 99999 x
(integer) 100000
> STRLEN k
(integer) 100000

> STRLEN
(error) ERR wrong number of arguments for 'strlen' command
> STRLEN k k
(error) ERR wrong number of arguments for 'strlen' command
