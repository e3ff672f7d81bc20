# SAVE writes a dump file and waits until it is there; BGSAVE only begins. What it shows is the data as it was when it was
# answered, whatever is written meanwhile.

> SET key value
OK
> SAVE
OK
> LASTSAVE
~ \(integer\) 1\d{9}
> SAVE now
(error) ERR wrong number of arguments for 'save' command
> LASTSAVE now
(error) ERR wrong number of arguments for 'lastsave' command
> BGSAVE
Background saving started
!await BGSAVE SCHEDULE => Background saving started
> BGSAVE later
(error) ERR syntax error
> BGSAVE SCHEDULE now
(error) ERR syntax error

# SAVE is not for MULTI; BGSAVE is, and begins when EXEC has ended.
> MULTI
OK
> SAVE
(error) ERR Command not allowed inside a transaction
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.
!await BGSAVE => Background saving started
!advance 1500
> MULTI
OK
> SET key other
QUEUED
> BGSAVE
QUEUED
> EXEC
1) OK
2) Background saving scheduled

# INFO persistence says how it goes.
!advance 1500
> INFO persistence
~ # Persistence
~ loading:0
~ async_loading:0
~ current_cow_peak:\d+
~ current_cow_size:\d+
...

# DEBUG RELOAD saves, drops everything, and loads it again: values of all types, with their times to live.
> DEL key
(integer) 1
> SET string text
OK
> SET number 12345
OK
> RPUSH list a b c
(integer) 3
> SADD set a b
(integer) 2
> HSET hash f v
(integer) 1
> ZADD zset 1.5 a -inf b
(integer) 2
> XADD stream 5-1 f v
"5-1"
> XGROUP CREATE stream group 0
OK
> XREADGROUP GROUP group alice STREAMS stream >
1) 1) "stream"
   2) 1) 1) "5-1"
         2) 1) "f"
            2) "v"
> PEXPIREAT list 4102444800123
(integer) 1
> SELECT 9
OK
> SET there too
OK
> SELECT 0
OK
> DEBUG RELOAD
OK
> DBSIZE
(integer) 7
> MGET string number
1) "text"
2) "12345"
> OBJECT ENCODING number
"int"
> LRANGE list 0 -1
1) "a"
2) "b"
3) "c"
> PEXPIRETIME list
(integer) 4102444800123
> SMEMBERS set
(any order)
1) "a"
2) "b"
> HGETALL hash
1) "f"
2) "v"
> ZRANGE zset 0 -1 WITHSCORES
1) "b"
2) "-inf"
3) "a"
4) "1.5"
> XRANGE stream - +
1) 1) "5-1"
   2) 1) "f"
      2) "v"
> XPENDING stream group
1) (integer) 1
2) "5-1"
3) "5-1"
4) 1) 1) "alice"
      2) "1"
> SELECT 9
OK
> GET there
"too"
> SELECT 0
OK

# NOSAVE: what the file has comes back.
> SET string other
OK
> SET new one
OK
> DEBUG RELOAD NOSAVE
OK
> GET string
"text"
> EXISTS new
(integer) 0
> DEBUG RELOAD WHATEVER
(error) ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.

# Where the keys have been dropped before, NOFLUSH makes no difference.
> FLUSHALL
OK
> DEBUG RELOAD NOSAVE NOFLUSH
OK
> DBSIZE
(integer) 7
