# Commands for strings on keys of all other types: an error, and the key stays as it was.

> SET string v
OK
> RPUSH list a
(integer) 1
> SADD set a
(integer) 1
> ZADD zset 1 a
(integer) 1
> HSET hash f v
(integer) 1
> XADD stream 1-1 f v
"1-1"
> XGROUP CREATE stream g 0
OK
> PFADD hll a
(integer) 1

> APPEND list x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> APPEND set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> APPEND zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> APPEND hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> APPEND stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GET stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETDEL list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETDEL set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETDEL zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETDEL hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETDEL stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETEX stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETRANGE list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETRANGE set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETRANGE zset 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETRANGE hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETRANGE stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETSET list x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETSET set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETSET zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETSET hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETSET stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETRANGE list 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETRANGE set 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETRANGE zset 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETRANGE hash 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETRANGE stream 0 x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> STRLEN list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> STRLEN set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> STRLEN zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> STRLEN hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> STRLEN stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUBSTR list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUBSTR set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUBSTR zset 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUBSTR hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SUBSTR stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCR list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCR set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCR zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCR hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCR stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECR list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECR set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECR zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECR hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECR stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBY list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBY set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBY zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBY hash 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBY stream 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECRBY list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECRBY set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECRBY zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECRBY hash 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> DECRBY stream 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBYFLOAT list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBYFLOAT set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBYFLOAT zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBYFLOAT hash 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> INCRBYFLOAT stream 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET list x GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET set x GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET zset x GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET hash x GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SET stream x GET
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LCS list string
(error) ERR The specified keys must contain string values
> LCS set string
(error) ERR The specified keys must contain string values
> LCS zset string
(error) ERR The specified keys must contain string values
> LCS hash string
(error) ERR The specified keys must contain string values
> LCS stream string
(error) ERR The specified keys must contain string values
> LCS string list
(error) ERR The specified keys must contain string values
> LCS string set
(error) ERR The specified keys must contain string values
> LCS string zset
(error) ERR The specified keys must contain string values
> LCS string hash
(error) ERR The specified keys must contain string values
> LCS string stream
(error) ERR The specified keys must contain string values
> BITCOUNT list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITCOUNT set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITCOUNT zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITCOUNT hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITCOUNT stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD list GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD set GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD zset GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD hash GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD stream GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD list SET u8 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD set SET u8 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD zset SET u8 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD hash SET u8 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD stream SET u8 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD_RO list GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD_RO set GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD_RO zset GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD_RO hash GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITFIELD_RO stream GET u8 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP AND dest list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP AND dest set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP AND dest zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP AND dest hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP AND dest stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP NOT dest list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP NOT dest set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP NOT dest zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP NOT dest hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITOP NOT dest stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITPOS list 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITPOS set 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITPOS zset 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITPOS hash 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> BITPOS stream 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETBIT list 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETBIT set 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETBIT zset 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETBIT hash 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GETBIT stream 0
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETBIT list 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETBIT set 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETBIT zset 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETBIT hash 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SETBIT stream 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD list x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD set x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD zset x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD hash x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD stream x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hll list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hll set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hll zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hll hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFCOUNT hll stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE list hll
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE set hll
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE zset hll
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE hash hll
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE stream hll
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE dest list
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE dest set
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE dest zset
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE dest hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFMERGE dest stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value

# Nothing has changed.
> EXISTS dest
(integer) 0
> GET string
"v"
> LRANGE list 0 -1
1) "a"
> SMEMBERS set
1) "a"
> ZRANGE zset 0 -1 WITHSCORES
1) "a"
2) "1"
> HGETALL hash
1) "f"
2) "v"
> XRANGE stream - +
1) 1) "1-1"
   2) 1) "f"
      2) "v"
> XLEN stream
(integer) 1
