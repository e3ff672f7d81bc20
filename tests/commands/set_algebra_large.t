# Sets with long members are combined as those with short ones, wherever their keys are.

> SADD a $REPEAT(x,5000) $REPEAT(y,5000) 1 2
(integer) 4
> SADD b $REPEAT(x,5000) $REPEAT(z,5000) 2 3
(integer) 4
> SADD c $REPEAT(x,5000) 2
(integer) 2
> SADD d $REPEAT(x,4999) 3
(integer) 2
> ZADD z 5 $REPEAT(x,5000) 7 2 9 other
(integer) 3
> SINTERCARD 2 a b
(integer) 2
> SINTERCARD 3 a b c
(integer) 2
> SINTERCARD 3 a b d
(integer) 0
> SINTERCARD 2 b d
(integer) 1
> SINTERCARD 2 a b LIMIT 1
(integer) 1
> SINTERSTORE i a b c
(integer) 2
> SISMEMBER i $REPEAT(x,5000)
(integer) 1
> SUNIONSTORE u a b c d
(integer) 7
> SISMEMBER u $REPEAT(z,5000)
(integer) 1
> SDIFFSTORE f a b
(integer) 2
> SISMEMBER f $REPEAT(y,5000)
(integer) 1
> SISMEMBER f $REPEAT(x,5000)
(integer) 0
> SDIFF c a
(empty array)
> SMOVE a d $REPEAT(y,5000)
(integer) 1
> SCARD d
(integer) 3
> ZINTERCARD 3 a b z
(integer) 2
> ZINTERSTORE s 3 z a b WEIGHTS 2 3 4
(integer) 2
> ZSCORE s $REPEAT(x,5000)
"17"
> ZSCORE s 2
"21"
> ZUNIONSTORE s 2 z c AGGREGATE MAX
(integer) 3
> ZSCORE s $REPEAT(x,5000)
"5"
> ZCARD s
(integer) 3
> ZDIFF 2 z c WITHSCORES
1) "other"
2) "9"
> ZDIFFSTORE s 2 z nothing
(integer) 3
> ZDIFFSTORE s 2 c z
(integer) 0
> EXISTS s
(integer) 0
