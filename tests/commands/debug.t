# DEBUG, for tests; refused unless enable-debug-command says yes.

# DEBUG SLEEP seconds: the server does nothing for so long.
> DEBUG SLEEP 0
OK
> DEBUG SLEEP 0.01
OK
> debug sleep 0.001
OK
> DEBUG SLEEP x
OK
> DEBUG SLEEP
(error) ERR unknown subcommand or wrong number of arguments for 'SLEEP'. Try DEBUG HELP.

# DEBUG OBJECT key: how a key is held.
> SET k 12345
OK
> SET s hello
OK
> DEBUG OBJECT k
~ Value at:0x[0-9a-f]+ refcount:\d+ encoding:int serializedlength:\d+ lru:\d+ lru_seconds_idle:\d+
> DEBUG OBJECT s
~ Value at:0x[0-9a-f]+ refcount:1 encoding:embstr serializedlength:\d+ lru:\d+ lru_seconds_idle:\d+
> DEBUG OBJECT nothing
(error) ERR no such key
> DEBUG OBJECT
(error) ERR unknown subcommand or wrong number of arguments for 'OBJECT'. Try DEBUG HELP.
> DEBUG OBJECT a b c
(error) ERR unknown subcommand or wrong number of arguments for 'OBJECT'. Try DEBUG HELP.

# DEBUG POPULATE count [prefix [size]]: makes keys prefix:0, prefix:1 and so on; those that exist
# stay as they are.
> FLUSHALL
OK
> DEBUG POPULATE 3
OK
> KEYS *
(any order)
1) "key:2"
2) "key:0"
3) "key:1"
> MGET key:0 key:1 key:2
1) "value:0"
2) "value:1"
3) "value:2"
> DEBUG POPULATE 2 p 5
OK
> GET p:0
"value"
> GET p:1
"value"
> STRLEN p:0
(integer) 5
> DEBUG POPULATE 1 long 10
OK
> GET long:0
"value:0\x00\x00\x00"
> SET keep:0 mine
OK
> DEBUG POPULATE 2 keep
OK
> MGET keep:0 keep:1
1) "mine"
2) "value:1"
> DBSIZE
(integer) 8
> DEBUG POPULATE 0
OK
> DEBUG POPULATE x
(error) ERR value is out of range, must be positive
> DEBUG POPULATE 1 p x
(error) ERR value is out of range, must be positive
> DEBUG POPULATE
(error) ERR unknown subcommand or wrong number of arguments for 'POPULATE'. Try DEBUG HELP.
> SELECT 2
OK
> DEBUG POPULATE 100
OK
> DBSIZE
(integer) 100
> SELECT 0
OK
> DBSIZE
(integer) 8

# DEBUG DIGEST: the same for the same data, whatever the order it came in. Nothing has the digest 0.
> FLUSHALL
OK
> DEBUG DIGEST
0000000000000000000000000000000000000000
> SET a 1
OK
> DEBUG DIGEST
~ [0-9a-f]{40}
> DEBUG DIGEST-VALUE a
~ 1\) [0-9a-f]{40}
> DEBUG DIGEST-VALUE nothing
1) 0000000000000000000000000000000000000000
> FLUSHALL
OK
> DEBUG DIGEST
0000000000000000000000000000000000000000

# DEBUG QUICKLIST-PACKED-THRESHOLD size: accepted where Redis accepts it; nothing but memory shows it.
> DEBUG QUICKLIST-PACKED-THRESHOLD 100b
OK
> DEBUG QUICKLIST-PACKED-THRESHOLD 0
OK
> DEBUG QUICKLIST-PACKED-THRESHOLD 5gb
(error) ERR argument must be a memory value bigger than 1 and smaller than 4gb
> DEBUG QUICKLIST-PACKED-THRESHOLD x
(error) ERR argument must be a memory value bigger than 1 and smaller than 4gb

# DEBUG SET-ACTIVE-EXPIRE 0 | 1: whether keys go away without being looked at.
> DEBUG SET-ACTIVE-EXPIRE 0
OK
> DEBUG SET-ACTIVE-EXPIRE 1
OK
> DEBUG SET-ACTIVE-EXPIRE
(error) ERR unknown subcommand or wrong number of arguments for 'SET-ACTIVE-EXPIRE'. Try DEBUG HELP.

# DEBUG LOG writes to the log, DEBUG ERROR answers an error, DEBUG PROTOCOL a value of each kind.
> DEBUG ERROR "ERR made to order"
(error) ERR made to order
> DEBUG LOG hello
OK
> DEBUG WHATEVER
(error) ERR unknown subcommand or wrong number of arguments for 'WHATEVER'. Try DEBUG HELP.
> DEBUG
(error) ERR wrong number of arguments for 'debug' command
> DEBUG PROTOCOL string
"Hello World"
> DEBUG PROTOCOL integer
(integer) 12345
> DEBUG PROTOCOL double
"3.141"
> DEBUG PROTOCOL null
(nil)
> DEBUG PROTOCOL array
1) (integer) 0
2) (integer) 1
3) (integer) 2
> DEBUG PROTOCOL set
1) (integer) 0
2) (integer) 1
3) (integer) 2
> DEBUG PROTOCOL map
1) (integer) 0
2) (integer) 0
3) (integer) 1
4) (integer) 1
5) (integer) 2
6) (integer) 0
> DEBUG PROTOCOL verbatim
"This is a verbatim\nstring"
> DEBUG PROTOCOL true
(integer) 1
> DEBUG PROTOCOL false
(integer) 0
> DEBUG PROTOCOL bignum
"1234567999999999999999999999999999999"
> DEBUG PROTOCOL whatever
(error) ERR Wrong protocol type name. Please use one of the following: string|integer|double|bignum|null|array|set|map|attrib|push|verbatim|true|false
!resp3
> DEBUG PROTOCOL double
(double) 3.141
> DEBUG PROTOCOL null
(nil)
> DEBUG PROTOCOL set
1~ (integer) 0
2~ (integer) 1
3~ (integer) 2
> DEBUG PROTOCOL map
1# (integer) 0 => (false)
2# (integer) 1 => (true)
3# (integer) 2 => (false)
> DEBUG PROTOCOL verbatim
This is a verbatim
string
> DEBUG PROTOCOL true
(true)
> DEBUG PROTOCOL false
(false)
> DEBUG PROTOCOL bignum
(big number) 1234567999999999999999999999999999999
!resp2
