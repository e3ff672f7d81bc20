# SWAPDB index1 index2
#
# Exchanges two databases, for all connections at once.

> MSET a zero b zero
OK
> SET t v EX 100
OK
2> SELECT 1
OK
2> SET a one
OK
3> SELECT 1
OK
> SWAPDB 0 1
OK
> GET a
"one"
> GET b
(nil)
> DBSIZE
(integer) 1
2> GET a
"zero"
2> GET b
"zero"
2> TTL t
~ \(integer\) (99|100)
3> DBSIZE
(integer) 3
> SWAPDB 1 0
OK
> DBSIZE
(integer) 3
2> DBSIZE
(integer) 1

# With itself, and with one that is empty.
> SWAPDB 0 0
OK
> DBSIZE
(integer) 3
> SWAPDB 0 9
OK
> DBSIZE
(integer) 0
> SELECT 9
OK
> DBSIZE
(integer) 3
> INFO keyspace
~ # Keyspace
~ db1:keys=1,expires=0,avg_ttl=0
~ db9:keys=3,expires=1,avg_ttl=\d+
> SWAPDB 9 0
OK
> SELECT 0
OK
> GET a
"zero"

> SWAPDB 0 16
(error) ERR DB index is out of range
> SWAPDB 16 0
(error) ERR DB index is out of range
> SWAPDB -1 0
(error) ERR DB index is out of range
> SWAPDB 0 -1
(error) ERR DB index is out of range
> SWAPDB x 0
(error) ERR invalid first DB index
> SWAPDB 0 x
(error) ERR invalid second DB index
> SWAPDB "" x
(error) ERR invalid first DB index
> SWAPDB 9223372036854775807 0
(error) ERR invalid first DB index
> SWAPDB 9223372036854775808 0
(error) ERR invalid first DB index
> SWAPDB
(error) ERR wrong number of arguments for 'swapdb' command
> SWAPDB 0
(error) ERR wrong number of arguments for 'swapdb' command
> SWAPDB 0 1 2
(error) ERR wrong number of arguments for 'swapdb' command
