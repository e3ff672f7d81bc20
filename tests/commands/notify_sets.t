# The events of sets and hashes.

> CONFIG SET notify-keyspace-events EA
OK
2> PSUBSCRIBE __keyevent@0__:*
1) "psubscribe"
2) "__keyevent@0__:*"
3) (integer) 1

> SADD s a b c
(integer) 3
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sadd"
4) "s"
> SADD s a
(integer) 0
> SREM s a
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:srem"
4) "s"
> SREM s zzz
(integer) 0
> SMOVE s t b
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:srem"
4) "s"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sadd"
4) "t"
> SMOVE s t zzz
(integer) 0
> SPOP s
"c"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:spop"
4) "s"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "s"
> SADD s a b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sadd"
4) "s"
> SPOP s 1
~ 1\) "[ab]"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:spop"
4) "s"
> SPOP s 5
~ 1\) "[ab]"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:spop"
4) "s"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "s"
> SADD s a b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sadd"
4) "s"
> SADD u b c
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sadd"
4) "u"
> SINTERSTORE d s u
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sinterstore"
4) "d"
> SUNIONSTORE d s u
(integer) 3
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:sunionstore"
4) "d"
> SDIFFSTORE d s s
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "d"
> SINTERSTORE d s nothing
(integer) 0
> SREM s a b
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:srem"
4) "s"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "s"
> HSET h a 1 b 2
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hset"
4) "h"
> HSET h a 1
(integer) 0
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hset"
4) "h"
> HMSET h a 2
OK
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hset"
4) "h"
> HSETNX h a 3
(integer) 0
> HSETNX h c 3
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hset"
4) "h"
> HINCRBY h a 1
(integer) 3
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hincrby"
4) "h"
> HINCRBYFLOAT h a 1.5
"4.5"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hincrbyfloat"
4) "h"
> HDEL h a zzz
(integer) 1
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hdel"
4) "h"
> HDEL h zzz
(integer) 0
> HDEL h b c
(integer) 2
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:hdel"
4) "h"
2!read
1) "pmessage"
2) "__keyevent@0__:*"
3) "__keyevent@0__:del"
4) "h"
> HGETALL h
(empty array)
