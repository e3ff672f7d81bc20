# BITCOUNT key [start end [BYTE | BIT]]
#
# Counts the bits that are 1, in the whole string or in a range. Both ends are included, negative
# ones count from the end.

> SET k foobar
OK
> BITCOUNT k
(integer) 26
> BITCOUNT k 0 0
(integer) 4
> BITCOUNT k 1 1
(integer) 6
> BITCOUNT k 0 -1
(integer) 26
> BITCOUNT k -2 -1
(integer) 7
> BITCOUNT k -1 -2
(integer) 0
> BITCOUNT k 5 100
(integer) 4
> BITCOUNT k 6 100
(integer) 0
> BITCOUNT k -100 0
(integer) 4
> BITCOUNT k -100 -50
(integer) 4
> BITCOUNT k -100 -6
(integer) 4
> BITCOUNT k -9223372036854775808 9223372036854775807
(integer) 26
> BITCOUNT nothing
(integer) 0
> BITCOUNT nothing 0 -1
(integer) 0
> SET empty ""
OK
> BITCOUNT empty
(integer) 0
> BITCOUNT empty 0 -1
(integer) 0

# The range may be given in bits.
> BITCOUNT k 0 -1 BYTE
(integer) 26
> BITCOUNT k 0 -1 BIT
(integer) 26
> BITCOUNT k 1 1 byte
(integer) 6
> BITCOUNT k 5 30 BIT
(integer) 17
> BITCOUNT k 5 30 bit
(integer) 17
> BITCOUNT k 0 0 BIT
(integer) 0
> BITCOUNT k 1 1 BIT
(integer) 1
> BITCOUNT k 1 2 BIT
(integer) 2
> BITCOUNT k 7 8 BIT
(integer) 0
> BITCOUNT k 8 15 BIT
(integer) 6
> BITCOUNT k 3 3 BIT
(integer) 0
> BITCOUNT k 0 47 BIT
(integer) 26
> BITCOUNT k 47 48 BIT
(integer) 0
> BITCOUNT k 48 100 BIT
(integer) 0
> BITCOUNT k -1 -1 BIT
(integer) 0
> BITCOUNT k -8 -1 BIT
(integer) 4
> BITCOUNT k -48 -1 BIT
(integer) 26
> BITCOUNT k -100 -47 BIT
(integer) 1
> BITCOUNT k 9 5 BIT
(integer) 0
> BITCOUNT k -3 -5 BIT
(integer) 0
> BITCOUNT nothing 0 -1 BIT
(integer) 0

# Long strings, and sizes around the steps of the machine's words.
> SET all "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
OK
> BITCOUNT all
(integer) 264
> BITCOUNT all 1 -1
(integer) 256
> BITCOUNT all 0 27
(integer) 224
> BITCOUNT all 3 30
(integer) 224
> BITCOUNT all 1 262 BIT
(integer) 262
> BITCOUNT all 13 201 BIT
(integer) 189
> SETRANGE all 5000 "\xff"
(integer) 5001
> BITCOUNT all
(integer) 272
> BITCOUNT all 33 4999
(integer) 0
> BITCOUNT all 100 5000
(integer) 8
> BITCOUNT all 40007 40007 BIT
(integer) 1

# Numbers are text.
> SET n 255
OK
> BITCOUNT n
(integer) 11
> BITCOUNT n 0 0
(integer) 3

> BITCOUNT k 0
(error) ERR syntax error
> BITCOUNT k 0 -1 HELLO
(error) ERR syntax error
> BITCOUNT k 0 -1 BIT BIT
(error) ERR syntax error
> BITCOUNT k a 1
(error) ERR value is not an integer or out of range
> BITCOUNT k 0 b
(error) ERR value is not an integer or out of range
> BITCOUNT k 0 1.5
(error) ERR value is not an integer or out of range
> BITCOUNT k 0 9223372036854775808
(error) ERR value is not an integer or out of range
> BITCOUNT k "" 1
(error) ERR value is not an integer or out of range
> BITCOUNT nothing 0
(integer) 0
> BITCOUNT nothing 0 -1 HELLO
(integer) 0
> BITCOUNT nothing a b
(integer) 0
> BITCOUNT nothing a b HELLO
(integer) 0
> BITCOUNT
(error) ERR wrong number of arguments for 'bitcount' command
