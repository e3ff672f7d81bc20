# The events of lists, also of those that were waited for.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> LPUSH l a b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "l"
> RPUSH l c d
(integer) 4
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
> LPUSHX l e
(integer) 5
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "l"
> RPUSHX nothing e
(integer) 0
> LPOP l
"e"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "l"
> RPOP l 2
1) "d"
2) "c"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpop"
4) "l"
> LPOP l 0
(empty array)
> LPOP nothing
(nil)
> LINSERT l BEFORE b x
(integer) 3
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:linsert"
4) "l"
> LINSERT l BEFORE zzz x
(integer) -1
> LSET l 0 y
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lset"
4) "l"
> LREM l 0 y
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lrem"
4) "l"
> LREM l 0 y
(integer) 0
> LTRIM l 0 -1
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:ltrim"
4) "l"
> LTRIM l 5 9
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:ltrim"
4) "l"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "l"
> RPUSH l a b c
(integer) 3
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
> LMOVE l m LEFT RIGHT
"a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "l"
> LMOVE l l LEFT RIGHT
"b"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "l"
> RPOPLPUSH l m
"b"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpop"
4) "l"
> LMOVE l m LEFT LEFT
"c"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "l"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "l"
> LMPOP 1 m LEFT COUNT 2
1) "m"
2) 1) "c"
   2) "b"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "m"
> LMPOP 1 m LEFT COUNT 2
1) "m"
2) 1) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "m"
> RPUSH l a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
> BLPOP l 0
1) "l"
2) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "l"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "l"
> RPUSH l a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "l"
> BRPOPLPUSH l m 0
"a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpop"
4) "l"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "l"
> BLMOVE m m LEFT LEFT 0
"a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "m"
> BLMPOP 0 1 m LEFT
1) "m"
2) 1) "a"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "m"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "m"

# Who waited pops after the push.
3> BLPOP w 0
(no reply)
> RPUSH w a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "w"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "w"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "w"
3!read
1) "w"
2) "a"
3> BLMOVE w v LEFT LEFT 0
(no reply)
> RPUSH w a b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:rpush"
4) "w"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpush"
4) "v"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:lpop"
4) "w"
3!read
"a"
3> BZPOPMAX z 0
(no reply)
> ZADD z 1 a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zadd"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:zpopmax"
4) "z"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "z"
3!read
1) "z"
2) "a"
3) "1"
