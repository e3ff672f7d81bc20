# The wrong number of arguments is an error for every command, found before anything is looked at.
> APPEND
(error) ERR wrong number of arguments for 'append' command
> BITCOUNT
(error) ERR wrong number of arguments for 'bitcount' command
> BITFIELD
(error) ERR wrong number of arguments for 'bitfield' command
> BITFIELD_RO
(error) ERR wrong number of arguments for 'bitfield_ro' command
> BITOP
(error) ERR wrong number of arguments for 'bitop' command
> BITPOS
(error) ERR wrong number of arguments for 'bitpos' command
> COPY
(error) ERR wrong number of arguments for 'copy' command
> DECR
(error) ERR wrong number of arguments for 'decr' command
> DECRBY
(error) ERR wrong number of arguments for 'decrby' command
> DEL
(error) ERR wrong number of arguments for 'del' command
> ECHO
(error) ERR wrong number of arguments for 'echo' command
> EXISTS
(error) ERR wrong number of arguments for 'exists' command
> EXPIRE
(error) ERR wrong number of arguments for 'expire' command
> EXPIREAT
(error) ERR wrong number of arguments for 'expireat' command
> EXPIRETIME
(error) ERR wrong number of arguments for 'expiretime' command
> GET
(error) ERR wrong number of arguments for 'get' command
> GETBIT
(error) ERR wrong number of arguments for 'getbit' command
> GETDEL
(error) ERR wrong number of arguments for 'getdel' command
> GETEX
(error) ERR wrong number of arguments for 'getex' command
> GETRANGE
(error) ERR wrong number of arguments for 'getrange' command
> GETSET
(error) ERR wrong number of arguments for 'getset' command
> INCR
(error) ERR wrong number of arguments for 'incr' command
> INCRBY
(error) ERR wrong number of arguments for 'incrby' command
> INCRBYFLOAT
(error) ERR wrong number of arguments for 'incrbyfloat' command
> KEYS
(error) ERR wrong number of arguments for 'keys' command
> LCS
(error) ERR wrong number of arguments for 'lcs' command
> MGET
(error) ERR wrong number of arguments for 'mget' command
> MOVE
(error) ERR wrong number of arguments for 'move' command
> MSET
(error) ERR wrong number of arguments for 'mset' command
> MSETNX
(error) ERR wrong number of arguments for 'msetnx' command
> OBJECT
(error) ERR wrong number of arguments for 'object' command
> PERSIST
(error) ERR wrong number of arguments for 'persist' command
> PEXPIRE
(error) ERR wrong number of arguments for 'pexpire' command
> PEXPIREAT
(error) ERR wrong number of arguments for 'pexpireat' command
> PEXPIRETIME
(error) ERR wrong number of arguments for 'pexpiretime' command
> PSETEX
(error) ERR wrong number of arguments for 'psetex' command
> PTTL
(error) ERR wrong number of arguments for 'pttl' command
> RENAME
(error) ERR wrong number of arguments for 'rename' command
> RENAMENX
(error) ERR wrong number of arguments for 'renamenx' command
> SCAN
(error) ERR wrong number of arguments for 'scan' command
> SELECT
(error) ERR wrong number of arguments for 'select' command
> SET
(error) ERR wrong number of arguments for 'set' command
> SETBIT
(error) ERR wrong number of arguments for 'setbit' command
> SETEX
(error) ERR wrong number of arguments for 'setex' command
> SETNX
(error) ERR wrong number of arguments for 'setnx' command
> SETRANGE
(error) ERR wrong number of arguments for 'setrange' command
> STRLEN
(error) ERR wrong number of arguments for 'strlen' command
> SUBSTR
(error) ERR wrong number of arguments for 'substr' command
> SWAPDB
(error) ERR wrong number of arguments for 'swapdb' command
> TOUCH
(error) ERR wrong number of arguments for 'touch' command
> TTL
(error) ERR wrong number of arguments for 'ttl' command
> TYPE
(error) ERR wrong number of arguments for 'type' command
> UNLINK
(error) ERR wrong number of arguments for 'unlink' command
> CLIENT
(error) ERR wrong number of arguments for 'client' command
> CONFIG
(error) ERR wrong number of arguments for 'config' command
> DEBUG
(error) ERR wrong number of arguments for 'debug' command
> LATENCY
(error) ERR wrong number of arguments for 'latency' command
> MEMORY
(error) ERR wrong number of arguments for 'memory' command
> SLOWLOG
(error) ERR wrong number of arguments for 'slowlog' command
> AUTH
(error) ERR wrong number of arguments for 'auth' command

# Too many.
> APPEND a b c
(error) ERR wrong number of arguments for 'append' command
> BITOP
(error) ERR wrong number of arguments for 'bitop' command
> DECR a b
(error) ERR wrong number of arguments for 'decr' command
> DECRBY a 1 2
(error) ERR wrong number of arguments for 'decrby' command
> ECHO a b
(error) ERR wrong number of arguments for 'echo' command
> EXPIRETIME a b
(error) ERR wrong number of arguments for 'expiretime' command
> GET a b
(error) ERR wrong number of arguments for 'get' command
> GETBIT a 1 2
(error) ERR wrong number of arguments for 'getbit' command
> GETDEL a b
(error) ERR wrong number of arguments for 'getdel' command
> GETRANGE a 0 1 2
(error) ERR wrong number of arguments for 'getrange' command
> GETSET a b c
(error) ERR wrong number of arguments for 'getset' command
> INCR a b
(error) ERR wrong number of arguments for 'incr' command
> INCRBY a 1 2
(error) ERR wrong number of arguments for 'incrby' command
> INCRBYFLOAT a 1 2
(error) ERR wrong number of arguments for 'incrbyfloat' command
> KEYS a b
(error) ERR wrong number of arguments for 'keys' command
> MOVE a 1 2
(error) ERR wrong number of arguments for 'move' command
> PERSIST a b
(error) ERR wrong number of arguments for 'persist' command
> PEXPIRETIME a b
(error) ERR wrong number of arguments for 'pexpiretime' command
> PSETEX a 1 b c
(error) ERR wrong number of arguments for 'psetex' command
> PTTL a b
(error) ERR wrong number of arguments for 'pttl' command
> RENAME a b c
(error) ERR wrong number of arguments for 'rename' command
> RENAMENX a b c
(error) ERR wrong number of arguments for 'renamenx' command
> SELECT 1 2
(error) ERR wrong number of arguments for 'select' command
> SETBIT a 1 1 1
(error) ERR wrong number of arguments for 'setbit' command
> SETEX a 1 b c
(error) ERR wrong number of arguments for 'setex' command
> SETNX a b c
(error) ERR wrong number of arguments for 'setnx' command
> SETRANGE a 1 b c
(error) ERR wrong number of arguments for 'setrange' command
> STRLEN a b
(error) ERR wrong number of arguments for 'strlen' command
> SUBSTR a 1 2 3
(error) ERR wrong number of arguments for 'substr' command
> SWAPDB 1 2 3
(error) ERR wrong number of arguments for 'swapdb' command
> TTL a b
(error) ERR wrong number of arguments for 'ttl' command
> TYPE a b
(error) ERR wrong number of arguments for 'type' command
> DBSIZE a
(error) ERR wrong number of arguments for 'dbsize' command
> RANDOMKEY a
(error) ERR wrong number of arguments for 'randomkey' command
> TIME a
(error) ERR wrong number of arguments for 'time' command
> MONITOR a
(error) ERR wrong number of arguments for 'monitor' command
> PING a b
(error) ERR wrong number of arguments for 'ping' command
> RESET a
(error) ERR wrong number of arguments for 'reset' command
> MSET a 1 b
(error) ERR wrong number of arguments for 'mset' command
> MSETNX a 1 b
(error) ERR wrong number of arguments for 'msetnx' command

# Subcommands have their own.
> CLIENT GETNAME a
(error) ERR wrong number of arguments for 'client|getname' command
> CLIENT ID a
(error) ERR wrong number of arguments for 'client|id' command
> CLIENT INFO a
(error) ERR wrong number of arguments for 'client|info' command
> CLIENT SETNAME
(error) ERR wrong number of arguments for 'client|setname' command
> CLIENT SETNAME a b
(error) ERR wrong number of arguments for 'client|setname' command
> CLIENT KILL
(error) ERR wrong number of arguments for 'client|kill' command
> CLIENT PAUSE
(error) ERR wrong number of arguments for 'client|pause' command
> CLIENT UNPAUSE a
(error) ERR wrong number of arguments for 'client|unpause' command
> CLIENT REPLY
(error) ERR wrong number of arguments for 'client|reply' command
> CLIENT REPLY ON OFF
(error) ERR wrong number of arguments for 'client|reply' command
> CLIENT NO-EVICT
(error) ERR wrong number of arguments for 'client|no-evict' command
> CLIENT NO-EVICT ON OFF
(error) ERR wrong number of arguments for 'client|no-evict' command
> CLIENT GETREDIR a
(error) ERR wrong number of arguments for 'client|getredir' command
> CLIENT HELP a
(error) ERR wrong number of arguments for 'client|help' command
> CONFIG GET
(error) ERR wrong number of arguments for 'config|get' command
> CONFIG SET
(error) ERR wrong number of arguments for 'config|set' command
> CONFIG SET a
(error) ERR wrong number of arguments for 'config|set' command
> CONFIG RESETSTAT a
(error) ERR wrong number of arguments for 'config|resetstat' command
> CONFIG REWRITE a
(error) ERR wrong number of arguments for 'config|rewrite' command
> CONFIG HELP a
(error) ERR wrong number of arguments for 'config|help' command
> COMMAND COUNT a
(error) ERR wrong number of arguments for 'command|count' command
> COMMAND GETKEYS
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYSANDFLAGS
(error) ERR wrong number of arguments for 'command|getkeysandflags' command
> COMMAND HELP a
(error) ERR wrong number of arguments for 'command|help' command
> MEMORY USAGE
(error) ERR wrong number of arguments for 'memory|usage' command
> MEMORY DOCTOR a
(error) ERR wrong number of arguments for 'memory|doctor' command
> MEMORY STATS a
(error) ERR wrong number of arguments for 'memory|stats' command
> MEMORY PURGE a
(error) ERR wrong number of arguments for 'memory|purge' command
> MEMORY HELP a
(error) ERR wrong number of arguments for 'memory|help' command
> LATENCY LATEST a
(error) ERR wrong number of arguments for 'latency|latest' command
> LATENCY DOCTOR a
(error) ERR wrong number of arguments for 'latency|doctor' command
> LATENCY HISTORY
(error) ERR wrong number of arguments for 'latency|history' command
> LATENCY GRAPH
(error) ERR wrong number of arguments for 'latency|graph' command
> LATENCY HISTORY a b
(error) ERR wrong number of arguments for 'latency|history' command
> LATENCY GRAPH a b
(error) ERR wrong number of arguments for 'latency|graph' command
> LATENCY HELP a
(error) ERR wrong number of arguments for 'latency|help' command
> SLOWLOG LEN a
(error) ERR wrong number of arguments for 'slowlog|len' command
> SLOWLOG RESET a
(error) ERR wrong number of arguments for 'slowlog|reset' command
> SLOWLOG GET 1 2
(error) ERR unknown subcommand or wrong number of arguments for 'GET'. Try SLOWLOG HELP.
> SLOWLOG HELP a
(error) ERR wrong number of arguments for 'slowlog|help' command
> OBJECT ENCODING
(error) ERR wrong number of arguments for 'object|encoding' command
> OBJECT FREQ a b
(error) ERR wrong number of arguments for 'object|freq' command
> OBJECT HELP a
(error) ERR wrong number of arguments for 'object|help' command

# These take any number, and find what is too much when they read their options.
> AUTH a b c
(error) ERR syntax error
> FLUSHALL a b
(error) ERR syntax error
> FLUSHDB a b
(error) ERR syntax error
> CONFIG SET maxmemory 0 maxmemory-policy
(error) ERR syntax error
