# The events of all keys.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> SET k v
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> EXPIRE k 100
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> PEXPIRE k 200000 GT
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> PEXPIRE k 1 GT
(integer) 0
> EXPIREAT k 33177117420
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "k"
> PERSIST k
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:persist"
4) "k"
> PERSIST k
(integer) 0
> EXPIRE nothing 5
(integer) 0
> EXPIRE k -1
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "k"
> SET a 1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "a"
> RENAME a b
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_from"
4) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_to"
4) "b"
> RENAMENX b c
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_from"
4) "b"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_to"
4) "c"
> SET a 1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "a"
> RENAMENX a c
(integer) 0
> RENAME a c
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_from"
4) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rename_to"
4) "c"
> RENAME c c
OK
> COPY c d
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:copy_to"
4) "d"
> COPY c d
(integer) 0
> COPY c d REPLACE
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:copy_to"
4) "d"
> COPY c e DB 1
(integer) 1
> MOVE d 1
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:move_from"
4) "d"
> TOUCH c
(integer) 1
> DEL c nothing
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "c"
> SET x 1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "x"
> SET y 1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "y"
> UNLINK x y
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "x"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "y"
> RESTORE r 0 "\x00\x05hello\n\x00cr\xdfve4 \n"
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:restore"
4) "r"
> RESTORE r 0 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:restore"
4) "r"
> RESTORE r 1 "\x00\x05hello\n\x00cr\xdfve4 \n" REPLACE ABSTTL
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "r"
> RPUSH l 2 1
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
> SORT l STORE s
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sortstore"
4) "s"
> SORT nothing STORE s
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "s"
> SORT nothing STORE s
(integer) 0
> SET p v PX 20
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "p"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expire"
4) "p"
!advance 150
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:expired"
4) "p"
> FLUSHDB
OK
> SET k v
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:set"
4) "k"
> SWAPDB 0 1
OK
