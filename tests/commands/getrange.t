# GETRANGE key start end
# SUBSTR key start end
#
# Answers the bytes from start to end, both included, counted from 0; negative ones from the end.
# SUBSTR is the old name.

> SET k "This is a string"
OK
> GETRANGE k 0 3
"This"
> GETRANGE k -3 -1
"ing"
> GETRANGE k 0 -1
"This is a string"
> GETRANGE k 10 100
"string"
> GETRANGE k 5 5
"i"
> GETRANGE k 15 15
"g"
> SUBSTR k 0 3
"This"
> SUBSTR k -3 -1
"ing"

# What lies outside is empty, and what is too far is cut.
> GETRANGE k 16 20
""
> GETRANGE k 5 3
""
> GETRANGE k -1 -3
""
> GETRANGE k -100 3
"This"
> GETRANGE k -100 -50
"T"
> GETRANGE k -100 -16
"T"
> GETRANGE k -100 -17
"T"
> GETRANGE k -1 100
"g"
> GETRANGE k 0 0
"T"
> GETRANGE k 9223372036854775807 9223372036854775807
""
> GETRANGE k -9223372036854775808 9223372036854775807
"This is a string"
> GETRANGE k -9223372036854775808 -9223372036854775808
"T"
> GETRANGE k 0 -9223372036854775808
"T"
> GETRANGE nothing 0 -1
""
> SUBSTR nothing 0 -1
""
> SET empty ""
OK
> GETRANGE empty 0 -1
""
> GETRANGE empty 0 0
""
> GETRANGE empty -1 -1
""

# Numbers are text, bytes are bytes.
> SET n -12345
OK
> GETRANGE n 0 1
"-1"
> GETRANGE n -2 -1
"45"
> SET b "a\x00\r\n\xff"
OK
> GETRANGE b 1 4
"\x00\r\n\xff"

> GETRANGE k a 1
(error) ERR value is not an integer or out of range
> GETRANGE k 1 b
(error) ERR value is not an integer or out of range
> GETRANGE k 1.0 2
(error) ERR value is not an integer or out of range
> GETRANGE k 0 9223372036854775808
(error) ERR value is not an integer or out of range
> SUBSTR k a 1
(error) ERR value is not an integer or out of range
> GETRANGE k "" 1
(error) ERR value is not an integer or out of range
> GETRANGE nothing a b
(error) ERR value is not an integer or out of range
> GETRANGE
(error) ERR wrong number of arguments for 'getrange' command
> GETRANGE k
(error) ERR wrong number of arguments for 'getrange' command
> GETRANGE k 0
(error) ERR wrong number of arguments for 'getrange' command
> GETRANGE k 0 1 2
(error) ERR wrong number of arguments for 'getrange' command
> SUBSTR k 0
(error) ERR wrong number of arguments for 'substr' command
> SUBSTR k 0 1 2
(error) ERR wrong number of arguments for 'substr' command
