# COMMAND GETKEYS command arguments ...: which of them are keys, of the commands that take many.

> COMMAND GETKEYS LPUSH k a b
1) "k"
> COMMAND GETKEYS LMOVE a b LEFT RIGHT
1) "a"
2) "b"
> COMMAND GETKEYS RPOPLPUSH a b
1) "a"
2) "b"
> COMMAND GETKEYS LMPOP 2 a b LEFT COUNT 3
1) "a"
2) "b"
> COMMAND GETKEYS BLPOP a b c 0
1) "a"
2) "b"
3) "c"
> COMMAND GETKEYS BLMPOP 0 2 a b LEFT
1) "a"
2) "b"
> COMMAND GETKEYS BLMOVE a b LEFT LEFT 0
1) "a"
2) "b"
> COMMAND GETKEYS SINTER a b c
1) "a"
2) "b"
3) "c"
> COMMAND GETKEYS SINTERSTORE d a b
1) "d"
2) "a"
3) "b"
> COMMAND GETKEYS SINTERCARD 2 a b LIMIT 5
1) "a"
2) "b"
> COMMAND GETKEYS SMOVE a b m
1) "a"
2) "b"
> COMMAND GETKEYS ZUNION 2 a b WEIGHTS 1 2
1) "a"
2) "b"
> COMMAND GETKEYS ZUNIONSTORE d 2 a b AGGREGATE MAX
1) "d"
2) "a"
3) "b"
> COMMAND GETKEYS ZINTERCARD 1 a
1) "a"
> COMMAND GETKEYS ZMPOP 2 a b MIN
1) "a"
2) "b"
> COMMAND GETKEYS BZMPOP 0 2 a b MAX
1) "a"
2) "b"
> COMMAND GETKEYS ZRANGESTORE d s 0 1
1) "d"
2) "s"
> COMMAND GETKEYS GEOSEARCHSTORE d s FROMLONLAT 1 1 BYRADIUS 1 km
1) "d"
2) "s"
> COMMAND GETKEYS GEORADIUS k 1 1 1 km
1) "k"
> COMMAND GETKEYS GEORADIUS k 1 1 1 km STORE d
1) "k"
2) "d"
> COMMAND GETKEYS GEORADIUS k 1 1 1 km ASC STOREDIST d
1) "k"
2) "d"
> COMMAND GETKEYS GEORADIUSBYMEMBER k m 1 km STORE d
1) "k"
2) "d"
> COMMAND GETKEYS PFMERGE d a b
1) "d"
2) "a"
3) "b"
> COMMAND GETKEYS PFCOUNT a b
1) "a"
2) "b"
> COMMAND GETKEYS XREAD COUNT 1 STREAMS a b 0 0
1) "a"
2) "b"
> COMMAND GETKEYS XREADGROUP GROUP g c STREAMS a b > >
1) "a"
2) "b"
> COMMAND GETKEYS XGROUP CREATE k g 0
1) "k"
> COMMAND GETKEYS XINFO STREAM k
1) "k"
> COMMAND GETKEYS XADD k * f v
1) "k"
> COMMAND GETKEYS SORT k
1) "k"
> COMMAND GETKEYS SORT k BY w_* GET # STORE d
1) "k"
2) "d"
> COMMAND GETKEYS SORT k STORE a STORE b
1) "k"
2) "b"
> COMMAND GETKEYS SORT_RO k BY w_*
1) "k"
> COMMAND GETKEYS WATCH a b
1) "a"
2) "b"
> COMMAND GETKEYS DUMP k
1) "k"
> COMMAND GETKEYS RESTORE k 0 x
1) "k"
> COMMAND GETKEYS SPUBLISH ch m
(error) ERR The command has no key arguments
> COMMAND GETKEYS PUBLISH ch m
(error) ERR The command has no key arguments
> COMMAND GETKEYS SUBSCRIBE a
(error) ERR The command has no key arguments
> COMMAND GETKEYS MULTI
(error) ERR wrong number of arguments for 'command|getkeys' command
> COMMAND GETKEYS EXEC a
(error) ERR The command has no key arguments
> COMMAND GETKEYS LMPOP 5 a b LEFT
(error) ERR Invalid arguments specified for command
> COMMAND GETKEYS ZUNION x a b
(error) ERR Invalid arguments specified for command
> COMMAND GETKEYS SINTERCARD 0 a
(error) ERR Invalid arguments specified for command
> COMMAND GETKEYS XREAD COUNT 1 a b 0
(error) ERR Invalid arguments specified for command
> COMMAND GETKEYS LPUSH k
(error) ERR Invalid number of arguments specified for command

# COMMAND GETKEYSANDFLAGS tells what is done with them.
> COMMAND GETKEYSANDFLAGS LMOVE a b LEFT RIGHT
1) 1) "a"
   2) 1) RW
      2) access
      3) delete
2) 1) "b"
   2) 1) RW
      2) insert
> COMMAND GETKEYSANDFLAGS ZUNIONSTORE d 2 a b
1) 1) "d"
   2) 1) OW
      2) update
2) 1) "a"
   2) 1) RO
      2) access
3) 1) "b"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS SORT k STORE d
1) 1) "k"
   2) 1) RO
      2) access
2) 1) "d"
   2) 1) OW
      2) update
> COMMAND GETKEYSANDFLAGS XREAD STREAMS a 0
1) 1) "a"
   2) 1) RO
      2) access
> COMMAND GETKEYSANDFLAGS BZMPOP 0 1 a MIN
1) 1) "a"
   2) 1) RW
      2) access
      3) delete
