# SORT key [BY pattern] [LIMIT offset count] [GET pattern ...] [ASC | DESC] [ALPHA] [STORE
# destination]
#
# Answers the elements of a list, a set or a sorted set in order: as numbers, or with ALPHA as
# bytes.

> RPUSH l 3 10 2 1.5 -1 2e1
(integer) 6
> SORT l
1) "-1"
2) "1.5"
3) "2"
4) "3"
5) "10"
6) "2e1"
> SORT l DESC
1) "2e1"
2) "10"
3) "3"
4) "2"
5) "1.5"
6) "-1"
> SORT l asc
1) "-1"
2) "1.5"
3) "2"
4) "3"
5) "10"
6) "2e1"
> SORT l ALPHA
1) "-1"
2) "1.5"
3) "10"
4) "2"
5) "2e1"
6) "3"
> SORT l ALPHA DESC
1) "3"
2) "2e1"
3) "2"
4) "10"
5) "1.5"
6) "-1"
> SORT nothing
(empty array)
> SADD s 5 3 4
(integer) 3
> SORT s
1) "3"
2) "4"
3) "5"
> SORT s DESC
1) "5"
2) "4"
3) "3"
> ZADD z 1 30 2 20 3 10
(integer) 3
> SORT z
1) "10"
2) "20"
3) "30"
> SORT z DESC ALPHA
1) "30"
2) "20"
3) "10"
> RPUSH a b "" a A "\xff" "\x00" ab
(integer) 7
> SORT a ALPHA
1) ""
2) "\x00"
3) "A"
4) "a"
5) "ab"
6) "b"
7) "\xff"
> SORT a
(error) ERR One or more scores can't be converted into double
> RPUSH inf inf -inf 0 +5
(integer) 4
> SORT inf
1) "-inf"
2) "0"
3) "+5"
4) "inf"

# LIMIT: leaves out the first ones; a negative count is all.
> SORT l LIMIT 0 2
1) "-1"
2) "1.5"
> SORT l LIMIT 1 2
1) "1.5"
2) "2"
> SORT l LIMIT 4 10
1) "10"
2) "2e1"
> SORT l LIMIT 10 5
(empty array)
> SORT l LIMIT 0 0
(empty array)
> SORT l LIMIT 0 -1
1) "-1"
2) "1.5"
3) "2"
4) "3"
5) "10"
6) "2e1"
> SORT l LIMIT -5 3
1) "-1"
2) "1.5"
3) "2"
> SORT l LIMIT 1 -10
1) "1.5"
2) "2"
3) "3"
4) "10"
5) "2e1"
> SORT l LIMIT 0 9223372036854775807
1) "-1"
2) "1.5"
3) "2"
4) "3"
5) "10"
6) "2e1"
> SORT l DESC LIMIT 0 2
1) "2e1"
2) "10"
> SORT l LIMIT 1 1 LIMIT 0 3
1) "-1"
2) "1.5"
3) "2"

# BY: the order of other keys, in whose names the first * stands for the element; with -> the order
# of a field of a hash. What is missing counts as 0, or with ALPHA as before all.
> RPUSH ids 1 2 3
(integer) 3
> MSET w_1 30 w_2 10 w_3 20
OK
> SORT ids BY w_*
1) "2"
2) "3"
3) "1"
> SORT ids BY w_* DESC
1) "1"
2) "3"
3) "2"
> SORT ids by w_* limit 0 1
1) "2"
> DEL w_3
(integer) 1
> SORT ids BY w_*
1) "3"
2) "2"
3) "1"
> MSET w_3 c w_1 b w_2 a
OK
> SORT ids BY w_* ALPHA
1) "2"
2) "1"
3) "3"
> SORT ids BY w_*
(error) ERR One or more scores can't be converted into double
> HSET h_1 f 3 g x
(integer) 2
> HSET h_2 f 2 g z
(integer) 2
> HSET h_3 f 1 g y
(integer) 2
> SORT ids BY h_*->f
1) "3"
2) "2"
3) "1"
> SORT ids BY h_*->g ALPHA DESC
1) "2"
2) "3"
3) "1"
> SORT ids BY h_*->nothing
1) "1"
2) "2"
3) "3"
> SORT ids BY h_*
1) "1"
2) "2"
3) "3"
> SORT ids BY nothing_*
1) "1"
2) "2"
3) "3"
> SORT ids BY nothing_*->f ALPHA
1) "1"
2) "2"
3) "3"

# A pattern without * says: no order. Lists and sorted sets keep theirs.
> SORT l BY nosort
1) "3"
2) "10"
3) "2"
4) "1.5"
5) "-1"
6) "2e1"
> SORT l BY nosort DESC
1) "2e1"
2) "-1"
3) "1.5"
4) "2"
5) "10"
6) "3"
> SORT l BY nosort LIMIT 1 2
1) "10"
2) "2"
> SORT z BY nosort
1) "30"
2) "20"
3) "10"
> SORT z BY nosort DESC
1) "10"
2) "20"
3) "30"
> SORT z BY nosort LIMIT 0 1
1) "30"
> SORT z BY nosort DESC LIMIT 0 1
1) "10"
> SORT a BY nosort
1) "b"
2) ""
3) "a"
4) "A"
5) "\xff"
6) "\x00"
7) "ab"
> SORT s BY nosort
(any order)
1) "3"
2) "4"
3) "5"
> SORT l BY nosort->f LIMIT 0 1
1) "3"

# GET: answers other keys in the place of the elements; # is the element itself.
> MSET w_1 one w_2 two
OK
> DEL w_3
(integer) 1
> SORT ids GET w_*
1) "one"
2) "two"
3) (nil)
> SORT ids GET # GET w_*
1) "1"
2) "one"
3) "2"
4) "two"
5) "3"
6) (nil)
> SORT ids GET h_*->f GET h_*->nothing GET #
1) "3"
2) (nil)
3) "1"
4) "2"
5) (nil)
6) "2"
7) "1"
8) (nil)
9) "3"
> SORT ids GET w_1
1) (nil)
2) (nil)
3) (nil)
> SORT ids BY h_*->f GET h_*->g
1) "y"
2) "z"
3) "x"
> SORT ids DESC GET w_* LIMIT 0 2
1) (nil)
2) "two"
> SORT ids GET h_*
1) (nil)
2) (nil)
3) (nil)
> SORT ids GET *
1) (nil)
2) (nil)
3) (nil)
> SORT ids GET w_**
1) (nil)
2) (nil)
3) (nil)
> SORT ids GET h_*->
1) (nil)
2) (nil)
3) (nil)
> SORT ids GET ->f
1) (nil)
2) (nil)
3) (nil)
> SORT ids GET ""
1) (nil)
2) (nil)
3) (nil)

# STORE: puts it into a list, and answers how long that is. What was there is gone; what is nil is
# "".
> SORT ids DESC STORE d
(integer) 3
> LRANGE d 0 -1
1) "3"
2) "2"
3) "1"
> OBJECT ENCODING d
"quicklist"
> EXPIRE d 100
(integer) 1
> SORT ids GET w_* STORE d
(integer) 3
> LRANGE d 0 -1
1) "one"
2) "two"
3) ""
> TTL d
(integer) -1
> SET str x
OK
> SORT ids STORE str
(integer) 3
> TYPE str
list
> SORT nothing STORE d
(integer) 0
> EXISTS d
(integer) 0
> SORT ids LIMIT 5 5 STORE str
(integer) 0
> EXISTS str
(integer) 0
> SORT ids DESC STORE ids
(integer) 3
> LRANGE ids 0 -1
1) "3"
2) "2"
3) "1"
> SORT s BY nosort STORE d
(integer) 3
> LRANGE d 0 -1
1) "3"
2) "4"
3) "5"
> SORT l STORE x STORE y LIMIT 0 1
(integer) 1
> EXISTS x y
(integer) 1

> RPUSH words a b
(integer) 2
> SORT words
(error) ERR One or more scores can't be converted into double
> SORT words LIMIT 0 0
(error) ERR One or more scores can't be converted into double
> SORT words BY w_*
1) "a"
2) "b"
> SET str v
OK
> SORT str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT str ALPHA
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HSET hash f v
(integer) 1
> SORT hash
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XADD stream 1 a b
"1-0"
> SORT stream
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT l LIMIT 1
(error) ERR syntax error
> SORT l LIMIT
(error) ERR syntax error
> SORT l LIMIT a 1
(error) ERR value is not an integer or out of range
> SORT l LIMIT 1 b
(error) ERR value is not an integer or out of range
> SORT l LIMIT 9223372036854775808 1
(error) ERR value is not an integer or out of range
> SORT l BY
(error) ERR syntax error
> SORT l GET
(error) ERR syntax error
> SORT l STORE
(error) ERR syntax error
> SORT l WHATEVER
(error) ERR syntax error
> SORT l ASC DESC LIMIT 0 2
1) "2e1"
2) "10"
> SORT nothing WHATEVER
(error) ERR syntax error
> SORT str WHATEVER
(error) ERR syntax error
> SORT str LIMIT a b
(error) ERR value is not an integer or out of range
> SORT
(error) ERR wrong number of arguments for 'sort' command

# Elements that are equal as numbers stand in the order of their bytes.
> RPUSH eq 1.0 1 01 1e0 +1
(integer) 5
> SORT eq
1) "+1"
2) "01"
3) "1"
4) "1.0"
5) "1e0"
> SORT eq DESC
1) "1e0"
2) "1.0"
3) "1"
4) "01"
5) "+1"

# SORT_RO: the same without STORE.

> SORT_RO l
1) "-1"
2) "1.5"
3) "2"
4) "3"
5) "10"
6) "2e1"
> SORT_RO l DESC LIMIT 0 2
1) "2e1"
2) "10"
> SORT_RO ids BY h_*->f GET # GET h_*->g
1) "3"
2) "y"
3) "2"
4) "z"
5) "1"
6) "x"
> SORT_RO a ALPHA ASC
1) ""
2) "\x00"
3) "A"
4) "a"
5) "ab"
6) "b"
7) "\xff"
> SORT_RO l BY nosort LIMIT 1 2
1) "10"
2) "2"
> SORT_RO l STORE d
(error) ERR syntax error
> SORT_RO str
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SORT_RO nothing
(empty array)
> SORT_RO
(error) ERR wrong number of arguments for 'sort_ro' command
!resp3
> SORT l LIMIT 0 2
1) "-1"
2) "1.5"
> SORT ids GET w_*
1) "one"
2) "two"
3) (nil)
> SORT nothing
(empty array)
> SORT_RO s
1) "3"
2) "4"
3) "5"
