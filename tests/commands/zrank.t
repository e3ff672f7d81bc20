# ZRANK key member and ZREVRANK key member
#
# The place of a member, counted from 0 in the order of the set, or from its end.

> ZADD z 1 a 2 b 3 c 2 bb
(integer) 4
> ZRANK z a
(integer) 0
> ZRANK z b
(integer) 1
> ZRANK z bb
(integer) 2
> ZRANK z c
(integer) 3
> ZREVRANK z a
(integer) 3
> ZREVRANK z bb
(integer) 1
> ZREVRANK z c
(integer) 0
> ZRANK z nobody
(nil)
> ZREVRANK z nobody
(nil)
> ZRANK nothing a
(nil)
> ZREVRANK nothing a
(nil)
> ZADD z 0 ""
(integer) 1
> ZRANK z ""
(integer) 0
> ZRANK z a
(integer) 1
> ZREM z a
(integer) 1
> ZRANK z c
(integer) 3

# In a large set.
> ZADD z 2.5 $REPEAT(m,100)
(integer) 1
> ZRANK z c
(integer) 4
> ZREVRANK z ""
(integer) 4
> ZRANK z $REPEAT(m,100)
(integer) 3
> ZRANK z nobody
(nil)
!send "ZRANK z nobody\r\nZREVRANK nothing a\r\n"
"$-1"
"$-1"
> SET s v
OK
> ZRANK s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREVRANK s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK
(error) ERR wrong number of arguments for 'zrank' command
> ZRANK z
(error) ERR wrong number of arguments for 'zrank' command
> ZREVRANK
(error) ERR wrong number of arguments for 'zrevrank' command
> ZREVRANK z
(error) ERR wrong number of arguments for 'zrevrank' command
> ZRANK z a b c
(error) ERR wrong number of arguments for 'zrank' command
> ZREVRANK z a b c
(error) ERR wrong number of arguments for 'zrevrank' command
!resp3
> ZRANK z c
(integer) 4
> ZRANK z nobody
(nil)
!resp2

!anax-only WITHSCORE came with Redis 7.2
# WITHSCORE: the place and the score; a null array if there is no such member.
> ZRANK z c WITHSCORE
1) (integer) 4
2) "3"
> ZREVRANK z c withscore
1) (integer) 0
2) "3"
> ZRANK z $REPEAT(m,100) WITHSCORE
1) (integer) 3
2) "2.5"
!send "ZRANK z nobody WITHSCORE\r\nZREVRANK nothing a WITHSCORE\r\n"
"*-1"
"*-1"
> ZRANK z c WHATEVER
(error) ERR syntax error
> ZREVRANK z c ""
(error) ERR syntax error
> ZRANK s c WITHSCORE
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZRANK s c WHATEVER
(error) ERR syntax error
> ZRANK z c WITHSCORE WITHSCORE
(error) ERR wrong number of arguments for 'zrank' command
!resp3
> ZRANK z c WITHSCORE
1) (integer) 4
2) (double) 3
> ZREVRANK z $REPEAT(m,100) WITHSCORE
1) (integer) 1
2) (double) 2.5
> ZRANK z nobody WITHSCORE
(nil)
!resp2
!end
