# ZREMRANGEBYRANK key start stop: removes the members at these places; answers how many.

> ZADD z 1 a 2 b 3 c 4 d 5 e 6 f
(integer) 6
> ZREMRANGEBYRANK z 1 2
(integer) 2
> ZRANGE z 0 -1
1) "a"
2) "d"
3) "e"
4) "f"
> ZREMRANGEBYRANK z -1 -1
(integer) 1
> ZREMRANGEBYRANK z 5 9
(integer) 0
> ZREMRANGEBYRANK z 2 1
(integer) 0
> ZREMRANGEBYRANK z -9223372036854775808 -9223372036854775808
(integer) 0
> EXPIRE z 100
(integer) 1
> ZREMRANGEBYRANK z 0 0
(integer) 1
> TTL z
~ \(integer\) (99|100)
> ZREMRANGEBYRANK z -9223372036854775808 9223372036854775807
(integer) 2
> EXISTS z
(integer) 0
> ZREMRANGEBYRANK nothing 0 -1
(integer) 0
> ZREMRANGEBYRANK z a b
(error) ERR value is not an integer or out of range
> ZREMRANGEBYRANK
(error) ERR wrong number of arguments for 'zremrangebyrank' command
> ZREMRANGEBYRANK z 0
(error) ERR wrong number of arguments for 'zremrangebyrank' command
> ZREMRANGEBYRANK z 0 1 2
(error) ERR wrong number of arguments for 'zremrangebyrank' command

# ZREMRANGEBYSCORE key min max: removes the members with these scores.

> ZADD z 1 a 2 b 3 c 4 d 5 e inf i
(integer) 6
> ZREMRANGEBYSCORE z 2 3
(integer) 2
> ZREMRANGEBYSCORE z (4 (5
(integer) 0
> ZREMRANGEBYSCORE z (4 5
(integer) 1
> ZRANGE z 0 -1
1) "a"
2) "d"
3) "i"
> ZREMRANGEBYSCORE z 3 1
(integer) 0
> ZREMRANGEBYSCORE z inf inf
(integer) 1
> ZREMRANGEBYSCORE z -inf +inf
(integer) 2
> EXISTS z
(integer) 0
> ZREMRANGEBYSCORE nothing 0 1
(integer) 0
> ZREMRANGEBYSCORE z a b
(error) ERR min or max is not a float
> ZREMRANGEBYSCORE z nan 1
(error) ERR min or max is not a float
> ZREMRANGEBYSCORE
(error) ERR wrong number of arguments for 'zremrangebyscore' command
> ZREMRANGEBYSCORE z 0
(error) ERR wrong number of arguments for 'zremrangebyscore' command
> ZREMRANGEBYSCORE z 0 1 2
(error) ERR wrong number of arguments for 'zremrangebyscore' command

# ZREMRANGEBYLEX key min max: removes the members between these, where all scores are the same.

> ZADD z 0 a 0 b 0 c 0 d 0 e 0 ""
(integer) 6
> ZREMRANGEBYLEX z [b (d
(integer) 2
> ZRANGE z 0 -1
1) ""
2) "a"
3) "d"
4) "e"
> ZREMRANGEBYLEX z - [
(integer) 1
> ZREMRANGEBYLEX z + -
(integer) 0
> ZREMRANGEBYLEX z (d +
(integer) 1
> ZREMRANGEBYLEX z - +
(integer) 2
> EXISTS z
(integer) 0
> ZREMRANGEBYLEX nothing - +
(integer) 0
> ZREMRANGEBYLEX z a b
(error) ERR min or max not valid string range item
> ZREMRANGEBYLEX nothing a b
(error) ERR min or max not valid string range item
> ZREMRANGEBYLEX
(error) ERR wrong number of arguments for 'zremrangebylex' command
> ZREMRANGEBYLEX z -
(error) ERR wrong number of arguments for 'zremrangebylex' command
> ZREMRANGEBYLEX z - + 2
(error) ERR wrong number of arguments for 'zremrangebylex' command

# Of a large set.
> ZADD big 0 $REPEAT(m,100) 0 a 0 b 0 c 1 d 2 e 3 f
(integer) 7
> ZREMRANGEBYLEX big [b (c
(integer) 1
> ZREMRANGEBYSCORE big (1 2
(integer) 1
> ZREMRANGEBYRANK big 0 1
(integer) 2
> ZRANGE big 0 -1 WITHSCORES
1) "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
2) "0"
3) "d"
4) "1"
5) "f"
6) "3"
> ZREMRANGEBYRANK big 0 -1
(integer) 3
> EXISTS big
(integer) 0

> SET s v
OK
> ZREMRANGEBYRANK s 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYSCORE s 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYLEX s - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZREMRANGEBYRANK s a b
(error) ERR value is not an integer or out of range
> ZREMRANGEBYSCORE s a b
(error) ERR min or max is not a float
> ZREMRANGEBYLEX s a b
(error) ERR min or max not valid string range item
