# HGET key field: the value of a field, nil without it.

> HSET h a 1 b "" c "\x00\xff"
(integer) 3
> HGET h a
"1"
> HGET h b
""
> HGET h c
"\x00\xff"
> HGET h d
(nil)
> HGET h ""
(nil)
> HGET nothing a
(nil)
> SET s v
OK
> HGET s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HGET
(error) ERR wrong number of arguments for 'hget' command
> HGET h
(error) ERR wrong number of arguments for 'hget' command
> HGET h a b
(error) ERR wrong number of arguments for 'hget' command

# HMGET key field [field ...]: the values of many fields, nil for each that is not there.

> HMGET h a b c d a
1) "1"
2) ""
3) "\x00\xff"
4) (nil)
5) "1"
> HMGET h d
1) (nil)
> HMGET nothing a b
1) (nil)
2) (nil)
> HMGET s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HMGET
(error) ERR wrong number of arguments for 'hmget' command
> HMGET h
(error) ERR wrong number of arguments for 'hmget' command

# HEXISTS key field

> HEXISTS h a
(integer) 1
> HEXISTS h b
(integer) 1
> HEXISTS h d
(integer) 0
> HEXISTS nothing a
(integer) 0
> HEXISTS s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXISTS
(error) ERR wrong number of arguments for 'hexists' command
> HEXISTS h
(error) ERR wrong number of arguments for 'hexists' command
> HEXISTS h a b
(error) ERR wrong number of arguments for 'hexists' command

# HLEN key: the number of fields.

> HLEN h
(integer) 3
> HLEN nothing
(integer) 0
> HLEN s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HLEN
(error) ERR wrong number of arguments for 'hlen' command
> HLEN h a
(error) ERR wrong number of arguments for 'hlen' command

# HSTRLEN key field: the length of a value, 0 if there is none.

> HSTRLEN h a
(integer) 1
> HSTRLEN h b
(integer) 0
> HSTRLEN h c
(integer) 2
> HSTRLEN h d
(integer) 0
> HSTRLEN nothing a
(integer) 0
> HSET h i 12345 j -9223372036854775808 k $REPEAT(x,5000)
(integer) 3
> HSTRLEN h i
(integer) 5
> HSTRLEN h j
(integer) 20
> HSTRLEN h k
(integer) 5000
> HSTRLEN s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSTRLEN
(error) ERR wrong number of arguments for 'hstrlen' command
> HSTRLEN h
(error) ERR wrong number of arguments for 'hstrlen' command
> HSTRLEN h a b
(error) ERR wrong number of arguments for 'hstrlen' command
!resp3
> HGET h d
(nil)
> HMGET h a d
1) "1"
2) (nil)
> HMGET nothing a
1) (nil)
> HEXISTS h a
(integer) 1
> HSTRLEN h a
(integer) 1
