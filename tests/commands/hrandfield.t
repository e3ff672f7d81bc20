# HRANDFIELD key [count [WITHVALUES]]
#
# Answers a random field. With a count an array of different fields, all if there are fewer; with a
# negative count exactly that many, the same one perhaps many times.

> HSET h a 1 b 2 c 3
(integer) 3
> HRANDFIELD h
~ "[abc]"
> HRANDFIELD nothing
(nil)
> HRANDFIELD h 0
(empty array)
> HRANDFIELD h 1
~ 1\) "[abc]"
> HRANDFIELD h 2
~ 1\) "[abc]"
~ 2\) "[abc]"
> HRANDFIELD h 3
(any order)
1) "a"
2) "b"
3) "c"
> HRANDFIELD h 100
(any order)
1) "a"
2) "b"
3) "c"
> HRANDFIELD h 9223372036854775807
(any order)
1) "a"
2) "b"
3) "c"
> HRANDFIELD h -1
~ 1\) "[abc]"
> HRANDFIELD h -5
~ 1\) "[abc]"
~ 2\) "[abc]"
~ 3\) "[abc]"
~ 4\) "[abc]"
~ 5\) "[abc]"
> HRANDFIELD nothing 3
(empty array)
> HRANDFIELD nothing -3
(empty array)
> HSET one f v
(integer) 1
> HRANDFIELD one
"f"
> HRANDFIELD one -3
1) "f"
2) "f"
3) "f"
> HRANDFIELD one 5 WITHVALUES
1) "f"
2) "v"
> HRANDFIELD one -2 withvalues
1) "f"
2) "v"
3) "f"
4) "v"
> HRANDFIELD one 0 WITHVALUES
(empty array)
> HRANDFIELD nothing 1 WITHVALUES
(empty array)
> HSET "" "\x00" ""
(integer) 1
> HRANDFIELD "" 1 WITHVALUES
1) "\x00"
2) ""

# Of a hash that is no small one any more.
> HSET big f1 $REPEAT(x,100) f2 $REPEAT(x,100)
(integer) 2
> HRANDFIELD big
~ "f[12]"
> HRANDFIELD big 5
(any order)
1) "f1"
2) "f2"
> HRANDFIELD big -1 WITHVALUES
~ 1\) "f[12]"
2) "$REPEAT(x,100)"

# In RESP3 the pairs are arrays of two.
!resp3
> HRANDFIELD one 5 WITHVALUES
1) 1) "f"
   2) "v"
> HRANDFIELD one -2 WITHVALUES
1) 1) "f"
   2) "v"
2) 1) "f"
   2) "v"
> HRANDFIELD one 5
1) "f"
> HRANDFIELD one
"f"
> HRANDFIELD nothing
(nil)
> HRANDFIELD nothing 1
(empty array)
> HRANDFIELD nothing 1 WITHVALUES
(empty array)
!resp2
!send "HRANDFIELD nothing\r\nHRANDFIELD nothing 1\r\n"
"$-1"
"*0"

> SET s v
OK
> HRANDFIELD s
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD s 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HRANDFIELD s x
(error) ERR value is not an integer or out of range
> HRANDFIELD h x
(error) ERR value is not an integer or out of range
> HRANDFIELD h ""
(error) ERR value is not an integer or out of range
> HRANDFIELD h 9223372036854775808
(error) ERR value is not an integer or out of range
> HRANDFIELD h -9223372036854775808
(error) ERR value is out of range, value must between -9223372036854775807 and 9223372036854775807
> HRANDFIELD h 4611686018427387904 WITHVALUES
(error) ERR value is out of range
> HRANDFIELD h -4611686018427387904 WITHVALUES
(error) ERR value is out of range
> HRANDFIELD one 4611686018427387903 WITHVALUES
1) "f"
2) "v"
!anax-only Redis answers until its memory is full
> HRANDFIELD h -9223372036854775807
(error) ERR value is out of range
> HRANDFIELD h -16777217
(error) ERR value is out of range
!end
> HRANDFIELD nothing -9223372036854775807
(empty array)
> HRANDFIELD nothing x
(error) ERR value is not an integer or out of range
> HRANDFIELD h 1 WHATEVER
(error) ERR syntax error
> HRANDFIELD h WITHVALUES
(error) ERR value is not an integer or out of range
> HRANDFIELD h 1 WITHVALUES more
(error) ERR syntax error
> HRANDFIELD
(error) ERR wrong number of arguments for 'hrandfield' command
