# BGREWRITEAOF makes the log as small as it can be; INFO says when it has ended.
!server --appendonly yes

> SET key value
OK
> INCR number
(integer) 1
> BGREWRITEAOF
~ Background append only file rewriting (started|scheduled)
!advance 1500
> INFO persistence
~ # Persistence
~ loading:0
...
!await BGREWRITEAOF => Background append only file rewriting started
> BGREWRITEAOF now
(error) ERR wrong number of arguments for 'bgrewriteaof' command
> CONFIG GET appendonly
1) "appendonly"
2) "yes"

# Nothing is lost when the data goes and is loaded from the log again, times to live neither.
> EXPIREAT key 4102444800
(integer) 1
> RPUSH list a b c
(integer) 3
> SELECT 3
OK
> HSET hash f v
(integer) 1
> DEBUG LOADAOF
OK
> HGET hash f
"v"
> SELECT 0
OK
> GET key
"value"
> EXPIRETIME key
(integer) 4102444800
> LRANGE list 0 -1
1) "a"
2) "b"
3) "c"
> GET number
"1"
> DBSIZE
(integer) 3

# What watches a key does not notice, and nobody is woken.
> WATCH key
OK
2> DEBUG LOADAOF
OK
