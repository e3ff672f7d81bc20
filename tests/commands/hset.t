# HSET key field value [field value ...]
#
# Sets fields of a hash; answers how many of them are new. A hash is made by its first field and
# vanishes with its last one.

> HSET h a 1
(integer) 1
> HSET h a 2
(integer) 0
> HSET h a 3 b 4 c 5
(integer) 2
> HGETALL h
1) "a"
2) "3"
3) "b"
4) "4"
5) "c"
6) "5"
> TYPE h
hash
> HSET h a 3
(integer) 0
> HSET h x 1 x 2 x 3
(integer) 1
> HGET h x
"3"
> HLEN h
(integer) 4

# Fields and values are any bytes, also none.
> HSET b "" "" "\x00" "\xff\x00" "a b" "\r\n" 1 2 01 03
(integer) 5
> HGETALL b
 1) ""
 2) ""
 3) "\x00"
 4) "\xff\x00"
 5) "a b"
 6) "\r\n"
 7) "1"
 8) "2"
 9) "01"
10) "03"
> HGET b ""
""
> HGET b "\x00"
"\xff\x00"
> HGET b 1
"2"
> HGET b 01
"03"
> HSET "" f v
(integer) 1
> HGETALL ""
1) "f"
2) "v"
> HSET n i 9223372036854775807 j 9223372036854775808 k -0 l 1e3
(integer) 4
> HGETALL n
1) "i"
2) "9223372036854775807"
3) "j"
4) "9223372036854775808"
5) "k"
6) "-0"
7) "l"
8) "1e3"
> HSET long f $REPEAT(x,10000) $REPEAT(y,10000) g
(integer) 2
> HGET long f
"$REPEAT(x,10000)"
> HGET long $REPEAT(y,10000)
"g"

# The time to live of the hash stays. An expired hash is none.
> EXPIRE h 100
(integer) 1
> HSET h a 9
(integer) 0
> TTL h
~ \(integer\) (99|100)
> HSET old a 1 b 2
(integer) 2
> PEXPIRE old 20
(integer) 1
!advance 40
> HSET old a 2
(integer) 1
> HGETALL old
1) "a"
2) "2"
> TTL old
(integer) -1

> SET s v
OK
> HSET s f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET s f
(error) ERR wrong number of arguments for 'hset' command
> HSET
(error) ERR wrong number of arguments for 'hset' command
> HSET h
(error) ERR wrong number of arguments for 'hset' command
> HSET h f
(error) ERR wrong number of arguments for 'hset' command
> HSET h f v g
(error) ERR wrong number of arguments for 'hset' command
!resp3
> HSET h new 1 a 2
(integer) 1
!resp2

# HMSET key field value [field value ...]: the same, and answers OK. Its place is taken by HSET.

> HMSET m a 1 b 2
OK
> HMSET m a 3
OK
> HGETALL m
1) "a"
2) "3"
3) "b"
4) "2"
> HMSET m "" ""
OK
> HMSET s f v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMSET
(error) ERR wrong number of arguments for 'hmset' command
> HMSET m a
(error) ERR wrong number of arguments for 'hmset' command
> HMSET m a 1 b
(error) ERR wrong number of arguments for 'hmset' command
> HMSET h a 1 b
(error) ERR wrong number of arguments for 'hmset' command

# HSETNX key field value: sets the field only if it is not there.

> DEL h
(integer) 1
> HSETNX h a 1
(integer) 1
> HSETNX h a 2
(integer) 0
> HSETNX h b 3
(integer) 1
> HSETNX h "" ""
(integer) 1
> HSETNX h "" x
(integer) 0
> HGETALL h
1) "a"
2) "1"
3) "b"
4) "3"
5) ""
6) ""
> HSETNX s a 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSETNX
(error) ERR wrong number of arguments for 'hsetnx' command
> HSETNX h a
(error) ERR wrong number of arguments for 'hsetnx' command
> HSETNX h a 1 b
(error) ERR wrong number of arguments for 'hsetnx' command
