# HGETALL key: all fields and values. In a small hash they stand in the order of coming.

> HSET h b 1 a 2 c ""
(integer) 3
> HGETALL h
1) "b"
2) "1"
3) "a"
4) "2"
5) "c"
6) ""
> HGETALL nothing
(empty array)
> HSET h a 3
(integer) 0
> HGETALL h
1) "b"
2) "1"
3) "a"
4) "3"
5) "c"
6) ""
> HDEL h b
(integer) 1
> HSET h b 4
(integer) 1
> HGETALL h
1) "a"
2) "3"
3) "c"
4) ""
5) "b"
6) "4"

# HKEYS key, HVALS key: only the fields, only the values.

> HKEYS h
1) "a"
2) "c"
3) "b"
> HVALS h
1) "3"
2) ""
3) "4"
> HKEYS nothing
(empty array)
> HVALS nothing
(empty array)

# In RESP3 HGETALL is a map; the other two stay arrays.
!resp3
> HGETALL h
1# "a" => "3"
2# "c" => ""
3# "b" => "4"
> HGETALL nothing
(empty hash)
> HKEYS h
1) "a"
2) "c"
3) "b"
> HVALS h
1) "3"
2) ""
3) "4"
> HKEYS nothing
(empty array)
> HVALS nothing
(empty array)
!resp2

> SET s v
OK
> HGETALL s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HKEYS s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HVALS s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGETALL
(error) ERR wrong number of arguments for 'hgetall' command
> HKEYS
(error) ERR wrong number of arguments for 'hkeys' command
> HVALS
(error) ERR wrong number of arguments for 'hvals' command
> HGETALL h a
(error) ERR wrong number of arguments for 'hgetall' command
> HKEYS h a
(error) ERR wrong number of arguments for 'hkeys' command
> HVALS h a
(error) ERR wrong number of arguments for 'hvals' command

# A hash with a long value has no order.
> HSET big a 1 b 2 c $REPEAT(x,70)
(integer) 3
> HGETALL big
(any order)
1) "a"
2) "1"
3) "c"
4) "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
5) "b"
6) "2"
> HKEYS big
(any order)
1) "a"
2) "c"
3) "b"
> HVALS big
(any order)
1) "1"
2) "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
3) "2"
!resp3
> HGETALL big
(any order)
1# "a" => "1"
2# "c" => "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
3# "b" => "2"
!resp2

# HDEL key field [field ...]: removes fields; answers how many there were.

> HSET d a 1 b 2 c 3 e 4
(integer) 4
> HDEL d a
(integer) 1
> HDEL d a
(integer) 0
> HDEL d b zzz c b
(integer) 2
> HGETALL d
1) "e"
2) "4"
> EXPIRE d 100
(integer) 1
> HSET d f 1
(integer) 1
> HDEL d e
(integer) 1
> TTL d
~ \(integer\) (99|100)
> HDEL d f
(integer) 1
> EXISTS d
(integer) 0
> HDEL d f
(integer) 0
> HDEL nothing a
(integer) 0
> HSET d "" 1 "\x00" 2
(integer) 2
> HDEL d "\x00" ""
(integer) 2
> EXISTS d
(integer) 0
> HSET d a 1
(integer) 1
> HDEL d a a a
(integer) 1
> HDEL big a
(integer) 1
> HDEL big b c
(integer) 2
> EXISTS big
(integer) 0
> HDEL s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HDEL
(error) ERR wrong number of arguments for 'hdel' command
> HDEL d
(error) ERR wrong number of arguments for 'hdel' command
