# COPY source destination [DB destination-db] [REPLACE]
#
# Copies a key, with its time to live: 1, or 0 when there is no source or the destination exists.

> SET a "1\x00"
OK
> COPY a b
(integer) 1
> GET b
"1\x00"
> SET a 2
OK
> GET b
"1\x00"
> COPY a b
(integer) 0
> GET b
"1\x00"
> COPY a b REPLACE
(integer) 1
> GET b
"2"
> COPY nothing b
(integer) 0
> COPY nothing b REPLACE
(integer) 0
> GET b
"2"

> SET t v EX 100
OK
> COPY t u
(integer) 1
> TTL u
~ \(integer\) (99|100)
> TTL t
~ \(integer\) (99|100)
> COPY a u REPLACE
(integer) 1
> TTL u
(integer) -1

# To another database, under the same name if one likes.
> COPY a a DB 3
(integer) 1
> COPY a z db 3 replace
(integer) 1
> COPY a z DB 3
(integer) 0
> COPY a z REPLACE DB 3
(integer) 1
> SELECT 3
OK
> MGET a z
1) "2"
2) "2"
> DBSIZE
(integer) 2
> SELECT 0
OK
> COPY a a DB 0
(error) ERR source and destination objects are the same
> COPY a a
(error) ERR source and destination objects are the same
> COPY a a REPLACE
(error) ERR source and destination objects are the same
> COPY nothing nothing
(error) ERR source and destination objects are the same
> COPY a c DB 0
(integer) 1
> GET c
"2"

> COPY a b DB
(error) ERR syntax error
> COPY a b DB 16
(error) ERR DB index is out of range
> COPY a b DB -1
(error) ERR DB index is out of range
> COPY a b DB x
(error) ERR value is not an integer or out of range
> COPY a b DB 9223372036854775807
(error) ERR value is out of range, value must between -2147483648 and 2147483647
> COPY a b DB 9223372036854775808
(error) ERR value is not an integer or out of range
> COPY a b DB 1 DB 2
(integer) 1
> SELECT 2
OK
> EXISTS b
(integer) 1
> SELECT 0
OK
> COPY a b WHATEVER
(error) ERR syntax error
> COPY a b REPLACE REPLACE
(integer) 1
> COPY nothing b DB 16
(error) ERR DB index is out of range
> COPY nothing b WHATEVER
(error) ERR syntax error
> COPY
(error) ERR wrong number of arguments for 'copy' command
> COPY a
(error) ERR wrong number of arguments for 'copy' command

# MOVE key db
#
# Moves a key to another database, unless the name is taken there.

> FLUSHALL
OK
> SET a 1 EX 100
OK
> MOVE a 1
(integer) 1
> EXISTS a
(integer) 0
> SELECT 1
OK
> GET a
"1"
> TTL a
~ \(integer\) (99|100)
> SELECT 0
OK
> SET a 2
OK
> MOVE a 1
(integer) 0
> GET a
"2"
> MOVE nothing 1
(integer) 0
> MOVE a 0
(error) ERR source and destination objects are the same
> MOVE nothing 0
(error) ERR source and destination objects are the same
> MOVE a 16
(error) ERR DB index is out of range
> MOVE a -1
(error) ERR DB index is out of range
> MOVE a x
(error) ERR value is not an integer or out of range
> MOVE a ""
(error) ERR value is not an integer or out of range
> MOVE a 9223372036854775808
(error) ERR value is not an integer or out of range
> MOVE
(error) ERR wrong number of arguments for 'move' command
> MOVE a
(error) ERR wrong number of arguments for 'move' command
> MOVE a 1 2
(error) ERR wrong number of arguments for 'move' command
