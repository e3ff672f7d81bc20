# LINDEX key index
#
# Answers one element, counted from 0 or, negative, from the right end; nil outside of the list.

> RPUSH l a b c
(integer) 3
> LINDEX l 0
"a"
> LINDEX l 2
"c"
> LINDEX l 3
(nil)
> LINDEX l -1
"c"
> LINDEX l -3
"a"
> LINDEX l -4
(nil)
> LINDEX l 9223372036854775807
(nil)
> LINDEX l -9223372036854775808
(nil)
> LINDEX nothing 0
(nil)
> LINDEX l x
(error) ERR value is not an integer or out of range
> LINDEX l ""
(error) ERR value is not an integer or out of range
> LINDEX l 9223372036854775808
(error) ERR value is not an integer or out of range
> LINDEX nothing x
(nil)
> SET s v
OK
> LINDEX s 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LINDEX
(error) ERR wrong number of arguments for 'lindex' command
> LINDEX l
(error) ERR wrong number of arguments for 'lindex' command
> LINDEX l 0 1
(error) ERR wrong number of arguments for 'lindex' command
!resp3
> LINDEX l 1
"b"
> LINDEX l 10
(nil)
!resp2

# LSET key index element
#
# Replaces one element. There must be one.

> LSET l 0 first
OK
> LSET l -1 ""
OK
> LSET l 1 "\x00\xff"
OK
> LRANGE l 0 -1
1) "first"
2) "\x00\xff"
3) ""
> LSET l 1 12
OK
> LSET l 1 12
OK
> LSET l 0 $REPEAT(a,10000)
OK
> LINDEX l 0
"$REPEAT(a,10000)"
> LSET l 0 small
OK
> LSET l -3 again
OK
> LRANGE l 0 -1
1) "again"
2) "12"
3) ""
> LSET l 3 x
(error) ERR index out of range
> LSET l -4 x
(error) ERR index out of range
> LSET l 9223372036854775807 x
(error) ERR index out of range
> LSET l -9223372036854775808 x
(error) ERR index out of range
> LSET l x v
(error) ERR value is not an integer or out of range
> LSET l 9223372036854775808 v
(error) ERR value is not an integer or out of range
> LSET nothing 0 v
(error) ERR no such key
> LSET nothing x v
(error) ERR no such key
> LSET s 0 v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET s x v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LSET
(error) ERR wrong number of arguments for 'lset' command
> LSET l
(error) ERR wrong number of arguments for 'lset' command
> LSET l 0
(error) ERR wrong number of arguments for 'lset' command
> LSET l 0 a b
(error) ERR wrong number of arguments for 'lset' command
> EXPIRE l 100
(integer) 1
> LSET l 0 b
OK
> TTL l
~ \(integer\) (99|100)
