# BITPOS key bit [start [end [BYTE | BIT]]]
#
# Answers where the first bit that is 0 or 1 stands, or -1. The range is in bytes or bits; the
# answer is in bits from the beginning of the string.

> SET k "\xff\xf0\x00"
OK
> BITPOS k 0
(integer) 12
> BITPOS k 1
(integer) 0
> BITPOS k 1 1
(integer) 8
> BITPOS k 1 2
(integer) -1
> BITPOS k 0 1
(integer) 12
> BITPOS k 0 0 0
(integer) -1
> BITPOS k 0 0 1
(integer) 12
> BITPOS k 0 2 -1
(integer) 16
> BITPOS k 1 -1 -1
(integer) -1
> BITPOS k 0 -1
(integer) 16
> BITPOS k 1 -3 -1
(integer) 0
> BITPOS k 1 -100 -1
(integer) 0
> BITPOS k 0 2 1
(integer) -1
> BITPOS k 1 3
(integer) -1
> BITPOS k 0 3
(integer) -1
> BITPOS k 0 3 5
(integer) -1

# Without an end a string of ones goes on with zeros; with an end it does not.
> SET ones "\xff\xff\xff"
OK
> BITPOS ones 0
(integer) 24
> BITPOS ones 0 0
(integer) 24
> BITPOS ones 0 1
(integer) 24
> BITPOS ones 0 0 -1
(integer) -1
> BITPOS ones 0 2
(integer) 24
> BITPOS ones 0 3
(integer) -1
> BITPOS ones 0 0 2
(integer) -1
> BITPOS ones 0 0 100
(integer) -1
> BITPOS ones 0 0 -1 BIT
(integer) -1

# A string of zeros has no one.
> SET zeros "\x00\x00\x00"
OK
> BITPOS zeros 1
(integer) -1
> BITPOS zeros 0
(integer) 0
> BITPOS zeros 1 0 -1
(integer) -1

# No key is a string of zeros without an end; an empty string too.
> BITPOS nothing 0
(integer) 0
> BITPOS nothing 1
(integer) -1
> BITPOS nothing 0 5
(integer) 0
> BITPOS nothing 0 5 10
(integer) 0
> BITPOS nothing 1 5 10
(integer) -1
> SET empty ""
OK
> BITPOS empty 0
(integer) -1
> BITPOS empty 1
(integer) -1
> BITPOS empty 0 0 -1
(integer) -1

# Ranges in bits.
> SET k "\x00\xff\xf0"
OK
> BITPOS k 1 0 -1 BIT
(integer) 8
> BITPOS k 1 9 -1 BIT
(integer) 9
> BITPOS k 1 7 15 BIT
(integer) 8
> BITPOS k 1 0 7 BIT
(integer) -1
> BITPOS k 1 8 8 BIT
(integer) 8
> BITPOS k 0 8 19 BIT
(integer) -1
> BITPOS k 0 8 20 BIT
(integer) 20
> BITPOS k 0 10 -1 BIT
(integer) 20
> BITPOS k 0 19 20 bit
(integer) 20
> BITPOS k 0 -4 -1 BIT
(integer) 20
> BITPOS k 1 -8 -5 BIT
(integer) 16
> BITPOS k 1 -4 -1 BIT
(integer) -1
> BITPOS k 1 1 2 BYTE
(integer) 8
> BITPOS k 1 2 -1 byte
(integer) 16
> BITPOS k 1 5 2 BIT
(integer) -1
> BITPOS k 1 24 30 BIT
(integer) -1
> BITPOS k 0 23 23 BIT
(integer) 23
> BITPOS nothing 0 3 5 BIT
(integer) 0
> BITPOS nothing 1 3 5 BIT
(integer) -1

# Long strings.
> SETRANGE long 1000 "\x01"
(integer) 1001
> BITPOS long 1
(integer) 8007
> BITPOS long 1 1000
(integer) 8007
> BITPOS long 1 0 999
(integer) -1
> BITPOS long 1 8007 8007 BIT
(integer) 8007
> BITPOS long 1 3 8006 BIT
(integer) -1
> BITPOS long 0 1000
(integer) 8000
> BITPOS long 0 8007 8007 BIT
(integer) -1

# Numbers are text.
> SET n 1
OK
> BITPOS n 1
(integer) 2
> BITPOS n 0
(integer) 0

> BITPOS k 2
(error) ERR The bit argument must be 1 or 0.
> BITPOS k -1
(error) ERR The bit argument must be 1 or 0.
> BITPOS k one
(error) ERR value is not an integer or out of range
> BITPOS k ""
(error) ERR value is not an integer or out of range
> BITPOS k 1 a
(error) ERR value is not an integer or out of range
> BITPOS k 1 0 b
(error) ERR value is not an integer or out of range
> BITPOS k 1 0 -1 HELLO
(error) ERR syntax error
> BITPOS k 1 0 -1 BIT BIT
(error) ERR syntax error
> BITPOS k 1 0 BIT
(error) ERR value is not an integer or out of range
> BITPOS k 1 BIT
(error) ERR value is not an integer or out of range
> BITPOS nothing 2
(error) ERR The bit argument must be 1 or 0.
> BITPOS nothing 1 a
(integer) -1
> BITPOS nothing 1 0 -1 HELLO
(integer) -1
> BITPOS
(error) ERR wrong number of arguments for 'bitpos' command
> BITPOS k
(error) ERR wrong number of arguments for 'bitpos' command
