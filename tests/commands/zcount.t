# ZCOUNT key min max: how many members have a score from min to max, both included; a ( before a
# number leaves it out.

> ZADD z 1 a 2 b 3 c 4 d inf i -inf n
(integer) 6
> ZCOUNT z -inf +inf
(integer) 6
> ZCOUNT z 1 3
(integer) 3
> ZCOUNT z (1 3
(integer) 2
> ZCOUNT z 1 (3
(integer) 2
> ZCOUNT z (1 (3
(integer) 1
> ZCOUNT z (1 (1
(integer) 0
> ZCOUNT z 2 2
(integer) 1
> ZCOUNT z 3 1
(integer) 0
> ZCOUNT z (-inf (+inf
(integer) 4
> ZCOUNT z inf inf
(integer) 1
> ZCOUNT z -inf -inf
(integer) 1
> ZCOUNT z 10 20
(integer) 0
> ZCOUNT z 1.5 2.5
(integer) 1
> ZCOUNT z (2.999 1e1
(integer) 2
> ZCOUNT z 0x1 0x2
(integer) 2
> ZCOUNT nothing 0 1
(integer) 0
> ZCOUNT z a 1
(error) ERR min or max is not a float
> ZCOUNT z 1 b
(error) ERR min or max is not a float
> ZCOUNT z nan 1
(error) ERR min or max is not a float
> ZCOUNT z ( 1
(integer) 1
> ZCOUNT z "" 1
(integer) 1
> ZCOUNT z ((1 2
(error) ERR min or max is not a float
> ZCOUNT z [1 2
(error) ERR min or max is not a float
> ZCOUNT z " 1" 2
(integer) 2
> ZCOUNT z "1 " 2
(error) ERR min or max is not a float
> ZCOUNT nothing a 1
(error) ERR min or max is not a float
> SET s v
OK
> ZCOUNT s 0 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZCOUNT s a 1
(error) ERR min or max is not a float
> ZCOUNT
(error) ERR wrong number of arguments for 'zcount' command
> ZCOUNT z
(error) ERR wrong number of arguments for 'zcount' command
> ZCOUNT z 1
(error) ERR wrong number of arguments for 'zcount' command
> ZCOUNT z 1 2 3
(error) ERR wrong number of arguments for 'zcount' command

# ZLEXCOUNT key min max: how many members stand from min to max, where all scores are the same. [
# includes, ( excludes, - and + are before and after all.

> DEL z
(integer) 1
> ZADD z 0 a 0 b 0 c 0 d 0 "" 0 "\xff"
(integer) 6
> ZLEXCOUNT z - +
(integer) 6
> ZLEXCOUNT z [a [c
(integer) 3
> ZLEXCOUNT z (a [c
(integer) 2
> ZLEXCOUNT z [a (c
(integer) 2
> ZLEXCOUNT z (a (b
(integer) 0
> ZLEXCOUNT z [b [b
(integer) 1
> ZLEXCOUNT z (b (b
(integer) 0
> ZLEXCOUNT z [c [a
(integer) 0
> ZLEXCOUNT z + -
(integer) 0
> ZLEXCOUNT z - -
(integer) 0
> ZLEXCOUNT z + +
(integer) 0
> ZLEXCOUNT z [ [
(integer) 1
> ZLEXCOUNT z ( +
(integer) 5
> ZLEXCOUNT z [aa [zz
(integer) 3
> ZLEXCOUNT z - "(\xff"
(integer) 5
> ZLEXCOUNT nothing - +
(integer) 0
> ZLEXCOUNT z a b
(error) ERR min or max not valid string range item
> ZLEXCOUNT z [a b
(error) ERR min or max not valid string range item
> ZLEXCOUNT z -x +
(error) ERR min or max not valid string range item
> ZLEXCOUNT z "" +
(error) ERR min or max not valid string range item
> ZLEXCOUNT z -inf +inf
(error) ERR min or max not valid string range item
> ZLEXCOUNT nothing a b
(error) ERR min or max not valid string range item
> ZLEXCOUNT s - +
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> ZLEXCOUNT s a b
(error) ERR min or max not valid string range item
> ZLEXCOUNT
(error) ERR wrong number of arguments for 'zlexcount' command
> ZLEXCOUNT z
(error) ERR wrong number of arguments for 'zlexcount' command
> ZLEXCOUNT z -
(error) ERR wrong number of arguments for 'zlexcount' command
> ZLEXCOUNT z - + +
(error) ERR wrong number of arguments for 'zlexcount' command
