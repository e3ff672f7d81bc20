# OBJECT ENCODING of lists, which is quicklist always in Redis 7.0, and the options that say how
# long one block may be. What is stored is the same with any of them.

> RPUSH small a
(integer) 1
> OBJECT ENCODING small
"quicklist"
> RPUSH big $REPEAT(x,20000) y $REPEAT(z,20000)
(integer) 3
> OBJECT ENCODING big
"quicklist"
> LPOP small
"a"
> LPUSH small 1 2 3
(integer) 3
> OBJECT ENCODING small
"quicklist"
> OBJECT REFCOUNT small
(integer) 1
> OBJECT FREQ small
(error) ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.
> OBJECT IDLETIME small
~ \(integer\) [01]

# list-max-listpack-size: -1 to -5 are 4, 8, 16, 32 and 64 KB, positive ones numbers of elements.
> CONFIG GET list-max-listpack-size
1) "list-max-listpack-size"
2) "-2"
> CONFIG GET list-max-ziplist-size
1) "list-max-ziplist-size"
2) "-2"
> CONFIG SET list-max-listpack-size 2
OK
> CONFIG GET list-max-*-size
(any order)
1) "list-max-ziplist-size"
2) "2"
3) "list-max-listpack-size"
4) "2"
> RPUSH two a b c d e f g h i
(integer) 9
> OBJECT ENCODING two
"quicklist"
> LRANGE two 0 -1
1) "a"
2) "b"
3) "c"
4) "d"
5) "e"
6) "f"
7) "g"
8) "h"
9) "i"
> LINSERT two BEFORE c b2
(integer) 10
> LINSERT two AFTER c c2
(integer) 11
> LREM two 1 f
(integer) 1
> LSET two 0 A
OK
> LRANGE two 0 -1
 1) "A"
 2) "b"
 3) "b2"
 4) "c"
 5) "c2"
 6) "d"
 7) "e"
 8) "g"
 9) "h"
10) "i"
> LRANGE two 3 5
1) "c"
2) "c2"
3) "d"
> LTRIM two 2 -2
OK
> LRANGE two 0 -1
1) "b2"
2) "c"
3) "c2"
4) "d"
5) "e"
6) "g"
7) "h"
> LINDEX two -2
"g"
> LPOS two c2
(integer) 2
> CONFIG SET list-max-listpack-size 1
OK
> RPUSH ones a b c d
(integer) 4
> LPUSH ones z
(integer) 5
> LRANGE ones 0 -1
1) "z"
2) "a"
3) "b"
4) "c"
5) "d"
> LINSERT ones AFTER b b2
(integer) 6
> LRANGE ones 0 -1
1) "z"
2) "a"
3) "b"
4) "b2"
5) "c"
6) "d"
> LREM ones 0 b
(integer) 1
> LSET ones -1 $REPEAT(d,9000)
OK
> LLEN ones
(integer) 5
> CONFIG SET list-max-ziplist-size -1
OK
> CONFIG GET list-max-listpack-size
1) "list-max-listpack-size"
2) "-1"
> RPUSH ones $REPEAT(e,3000) $REPEAT(f,3000) $REPEAT(g,5000) h
(integer) 9
> LLEN ones
(integer) 9
> LINDEX ones -2
"$REPEAT(g,5000)"
> CONFIG SET list-max-listpack-size x
(error) ERR CONFIG SET failed (possibly related to argument 'list-max-listpack-size') - argument couldn't be parsed into an integer
> CONFIG SET list-max-listpack-size 2147483648
(error) ERR CONFIG SET failed (possibly related to argument 'list-max-listpack-size') - argument must be between -2147483648 and 2147483647 inclusive
> CONFIG SET list-max-listpack-size -2
OK

# list-compress-depth: how many blocks at each end are not compressed; nothing shows it.
> CONFIG GET list-compress-depth
1) "list-compress-depth"
2) "0"
> CONFIG SET list-compress-depth 1
OK
> RPUSH comp $REPEAT(a,9000) $REPEAT(b,9000) $REPEAT(c,9000) $REPEAT(d,9000)
(integer) 4
> LINDEX comp 1
"$REPEAT(b,9000)"
> LSET comp 2 $REPEAT(e,9000)
OK
> LRANGE comp 2 2
1) "$REPEAT(e,9000)"
> LLEN comp
(integer) 4
> CONFIG SET list-compress-depth -1
(error) ERR CONFIG SET failed (possibly related to argument 'list-compress-depth') - argument must be between 0 and 2147483647 inclusive
> CONFIG SET list-compress-depth 0
OK

# A hundred thousand bytes in small elements, walked from both ends.
> DEL big
(integer) 1
> RPUSH big $REPEAT(abcdefghi ,2000)
(integer) 2000
> LLEN big
(integer) 2000
> LRANGE big 1998 -1
1) "abcdefghi"
2) "abcdefghi"
> LINDEX big -1500
"abcdefghi"
> LPOP big 1990
   1) "abcdefghi"
...
1990) "abcdefghi"
> LRANGE big 0 -1
 1) "abcdefghi"
 2) "abcdefghi"
 3) "abcdefghi"
 4) "abcdefghi"
 5) "abcdefghi"
 6) "abcdefghi"
 7) "abcdefghi"
 8) "abcdefghi"
 9) "abcdefghi"
10) "abcdefghi"
