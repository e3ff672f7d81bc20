# LPOS key element [RANK rank] [COUNT num-matches] [MAXLEN len]
#
# Answers the place of the first element that equals the given one, or nil.

> RPUSH l a b c 1 2 3 c c
(integer) 8
> LPOS l c
(integer) 2
> LPOS l a
(integer) 0
> LPOS l 1
(integer) 3
> LPOS l zzz
(nil)
> LPOS nothing a
(nil)

# RANK: the second, third ... of them; negative: from the right end. Places always count from the
# left.
> LPOS l c RANK 1
(integer) 2
> LPOS l c RANK 2
(integer) 6
> LPOS l c RANK 3
(integer) 7
> LPOS l c RANK 4
(nil)
> LPOS l c RANK -1
(integer) 7
> LPOS l c RANK -2
(integer) 6
> LPOS l c RANK -3
(integer) 2
> LPOS l c RANK -4
(nil)
> LPOS l c RANK 9223372036854775807
(nil)
> LPOS l c RANK -9223372036854775807
(nil)

# COUNT: the places of that many; 0 of all. Then the answer is an array, empty if there is none.
> LPOS l c COUNT 1
1) (integer) 2
> LPOS l c COUNT 2
1) (integer) 2
2) (integer) 6
> LPOS l c COUNT 0
1) (integer) 2
2) (integer) 6
3) (integer) 7
> LPOS l c COUNT 100
1) (integer) 2
2) (integer) 6
3) (integer) 7
> LPOS l c COUNT 9223372036854775807
1) (integer) 2
2) (integer) 6
3) (integer) 7
> LPOS l zzz COUNT 0
(empty array)
> LPOS nothing a COUNT 2
(empty array)
> LPOS l c COUNT 0 RANK 2
1) (integer) 6
2) (integer) 7
> LPOS l c COUNT 0 RANK -1
1) (integer) 7
2) (integer) 6
3) (integer) 2
> LPOS l c COUNT 2 RANK -2
1) (integer) 6
2) (integer) 2
> LPOS l c COUNT 0 RANK 4
(empty array)

# MAXLEN: look at no more than so many elements; 0 at all of them.
> LPOS l c MAXLEN 2
(nil)
> LPOS l c MAXLEN 3
(integer) 2
> LPOS l c MAXLEN 0
(integer) 2
> LPOS l c COUNT 0 MAXLEN 7
1) (integer) 2
2) (integer) 6
> LPOS l c COUNT 0 MAXLEN 1 RANK -1
1) (integer) 7
> LPOS l a RANK -1 MAXLEN 7
(nil)
> LPOS l a RANK -1 MAXLEN 8
(integer) 0
> LPOS l c MAXLEN 9223372036854775807
(integer) 2
> LPOS l c count 0 maxlen 8 rank 1
1) (integer) 2
2) (integer) 6
3) (integer) 7
> LPOS l c RANK 1 RANK 2
(integer) 6
> LPOS l c COUNT 0 COUNT 1
1) (integer) 2

# Empty and binary elements, numbers by their digits.
> RPUSH b "" "\x00" 10 010 10
(integer) 5
> LPOS b ""
(integer) 0
> LPOS b "\x00"
(integer) 1
> LPOS b 010
(integer) 3
> LPOS b 10 COUNT 0
1) (integer) 2
2) (integer) 4
> LPOS b +10
(nil)

> LPOS l c RANK 0
(error) ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list
> LPOS l c RANK x
(error) ERR value is not an integer or out of range
> LPOS l c RANK 9223372036854775808
(error) ERR value is not an integer or out of range
> LPOS l c COUNT -1
(error) ERR COUNT can't be negative
> LPOS l c COUNT x
(error) ERR COUNT can't be negative
> LPOS l c COUNT -9223372036854775808
(error) ERR COUNT can't be negative
> LPOS l c MAXLEN -1
(error) ERR MAXLEN can't be negative
> LPOS l c MAXLEN x
(error) ERR MAXLEN can't be negative
> LPOS l c RANK
(error) ERR syntax error
> LPOS l c COUNT
(error) ERR syntax error
> LPOS l c MAXLEN
(error) ERR syntax error
> LPOS l c WHATEVER 1
(error) ERR syntax error
> LPOS l c COUNT 1 RANK
(error) ERR syntax error
> LPOS nothing c RANK 0
(error) ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list
> LPOS nothing c WHATEVER
(error) ERR syntax error
> SET s v
OK
> LPOS s v
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> LPOS s v RANK 0
(error) ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list
> LPOS
(error) ERR wrong number of arguments for 'lpos' command
> LPOS l
(error) ERR wrong number of arguments for 'lpos' command
!send "LPOS nothing a\r\nLPOS nothing a COUNT 1\r\nLPOS l zzz\r\n"
"$-1"
"*0"
"$-1"
!resp3
> LPOS l zzz
(nil)
> LPOS l c COUNT 0
1) (integer) 2
2) (integer) 6
3) (integer) 7
> LPOS nothing c COUNT 0
(empty array)
