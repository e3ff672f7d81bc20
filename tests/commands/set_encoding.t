# OBJECT ENCODING of sets: intset as long as all members are integers and at most
# set-max-intset-entries; hashtable after that, for good.

> CONFIG GET set-max-*
1) "set-max-intset-entries"
2) "512"
> SADD i 1 2 3
(integer) 3
> OBJECT ENCODING i
"intset"
> SADD i 9223372036854775807 -9223372036854775808
(integer) 2
> OBJECT ENCODING i
"intset"
> SADD i x
(integer) 1
> OBJECT ENCODING i
"hashtable"
> SREM i x
(integer) 1
> OBJECT ENCODING i
"hashtable"
> SMEMBERS i
(any order)
1) "2"
2) "-9223372036854775808"
3) "3"
4) "9223372036854775807"
5) "1"
> SADD j 9223372036854775808
(integer) 1
> OBJECT ENCODING j
"hashtable"
> SADD k 01
(integer) 1
> OBJECT ENCODING k
"hashtable"
> SADD l ""
(integer) 1
> OBJECT ENCODING l
"hashtable"
> SADD m -0
(integer) 1
> OBJECT ENCODING m
"hashtable"
> SADD n 1 2 3 a
(integer) 4
> OBJECT ENCODING n
"hashtable"
> COPY i i2
(integer) 1
> OBJECT ENCODING i2
"hashtable"

> CONFIG SET set-max-intset-entries 3
OK
> SADD o 1 2 3
(integer) 3
> OBJECT ENCODING o
"intset"
> SADD o 3
(integer) 0
> OBJECT ENCODING o
"intset"
> SADD o 4
(integer) 1
> OBJECT ENCODING o
"hashtable"
> SREM o 4
(integer) 1
> OBJECT ENCODING o
"hashtable"
> SADD p 1 2 3 4
(integer) 4
> OBJECT ENCODING p
"hashtable"
> SUNIONSTORE q p
(integer) 4
> OBJECT ENCODING q
"hashtable"
> SADD r 1 2 3
(integer) 3
> SMOVE o r 1
(integer) 1
> SMOVE p r 4
(integer) 1
> OBJECT ENCODING r
"hashtable"
> CONFIG SET set-max-intset-entries 0
OK
> SADD t 1
(integer) 1
> OBJECT ENCODING t
"hashtable"
> CONFIG SET set-max-intset-entries 512
OK
> OBJECT ENCODING t
"hashtable"
> CONFIG SET set-max-intset-entries -1
(error) ERR CONFIG SET failed (possibly related to argument 'set-max-intset-entries') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET set-max-intset-entries x
(error) ERR CONFIG SET failed (possibly related to argument 'set-max-intset-entries') - argument couldn't be parsed into an integer
> OBJECT REFCOUNT t
(integer) 1
