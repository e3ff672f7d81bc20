# SMOVE source destination member
#
# Moves a member from one set to another, in one step: 1, or 0 if it is not in the first.

> SADD a 1 2 x
(integer) 3
> SADD b 3
(integer) 1
> SMOVE a b x
(integer) 1
> SMOVE a b x
(integer) 0
> SMOVE a b 1
(integer) 1
> SMEMBERS a
1) "2"
> SMEMBERS b
(any order)
1) "1"
2) "3"
3) "x"
> SMOVE a new 2
(integer) 1
> EXISTS a
(integer) 0
> SMEMBERS new
1) "2"
> SMOVE nothing b x
(integer) 0
> SMOVE b nothing zzz
(integer) 0
> EXISTS nothing
(integer) 0

# A member that is there already is one member after that. The same set twice: nothing changes.
> SADD a 1 7
(integer) 2
> SMOVE a b 1
(integer) 1
> SCARD b
(integer) 3
> SMOVE b b 1
(integer) 1
> SMOVE b b zzz
(integer) 0
> SCARD b
(integer) 3
> EXPIRE a 100
(integer) 1
> SMOVE b a 3
(integer) 1
> TTL a
~ \(integer\) (99|100)
> SMOVE a fresh 3
(integer) 1
> TTL fresh
(integer) -1
> SADD bin "" "\x00"
(integer) 2
> SMOVE bin bin2 ""
(integer) 1
> SMOVE bin bin2 "\x00"
(integer) 1
> EXISTS bin
(integer) 0
> SCARD bin2
(integer) 2

> SET s v
OK
> SMOVE s a x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE a s 7
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE a s zzz
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE nothing s x
(integer) 0
> SMOVE s s x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> SMOVE
(error) ERR wrong number of arguments for 'smove' command
> SMOVE a
(error) ERR wrong number of arguments for 'smove' command
> SMOVE a b
(error) ERR wrong number of arguments for 'smove' command
> SMOVE a b x y
(error) ERR wrong number of arguments for 'smove' command
