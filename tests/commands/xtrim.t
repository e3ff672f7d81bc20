# XTRIM key MAXLEN | MINID [= | ~] threshold [LIMIT count]
#
# Removes the oldest entries: all but so many, or all with smaller IDs. Answers how many.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> XADD s 3-0 a 3
"3-0"
> XADD s 4-0 a 4
"4-0"
> XADD s 5-0 a 5
"5-0"
> XTRIM s MAXLEN 4
(integer) 1
> XTRIM s MAXLEN = 3
(integer) 1
> XTRIM s maxlen 10
(integer) 0
> XRANGE s - +
1) 1) "3-0"
   2) 1) "a"
      2) "3"
2) 1) "4-0"
   2) 1) "a"
      2) "4"
3) 1) "5-0"
   2) 1) "a"
      2) "5"
> XTRIM s MINID 4
(integer) 1
> XTRIM s MINID = 4-1
(integer) 1
> XTRIM s MINID 0
(integer) 0
> XRANGE s - +
1) 1) "5-0"
   2) 1) "a"
      2) "5"
> XTRIM s MINID 99
(integer) 1
> EXISTS s
(integer) 1
> XLEN s
(integer) 0
> XADD s 5-0 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XTRIM s MAXLEN 0
(integer) 0
> XTRIM nothing MAXLEN 0
(integer) 0
> EXISTS nothing
(integer) 0

# With ~ only whole blocks go, of stream-node-max-entries entries: here, 3.
> CONFIG SET stream-node-max-entries 3
OK
> XADD n 1 a b
"1-0"
> XADD n 2 a b
"2-0"
> XADD n 3 a b
"3-0"
> XADD n 4 a b
"4-0"
> XADD n 5 a b
"5-0"
> XADD n 6 a b
"6-0"
> XADD n 7 a b
"7-0"
> XTRIM n MAXLEN ~ 5
(integer) 0
> XTRIM n MAXLEN ~ 4
(integer) 3
> XLEN n
(integer) 4
> XTRIM n MINID ~ 6
(integer) 0
> XTRIM n MINID ~ 7
(integer) 3
> XLEN n
(integer) 1
> XTRIM n MAXLEN ~ 0
(integer) 1
> XLEN n
(integer) 0

# LIMIT: look at no more than so many entries; 0 at all of them; only with ~.
> XADD l 1 a b
"1-0"
> XADD l 2 a b
"2-0"
> XADD l 3 a b
"3-0"
> XADD l 4 a b
"4-0"
> XADD l 5 a b
"5-0"
> XADD l 6 a b
"6-0"
> XADD l 7 a b
"7-0"
> XTRIM l MAXLEN ~ 0 LIMIT 2
(integer) 0
> XTRIM l MAXLEN ~ 0 LIMIT 3
(integer) 3
> XLEN l
(integer) 4
> XTRIM l MAXLEN ~ 0 LIMIT 0
(integer) 4
> XLEN l
(integer) 0
> XTRIM l MINID ~ 99 LIMIT 5
(integer) 0

# XADD trims after it has added.
> XADD x 1 a b
"1-0"
> XADD x MAXLEN 2 2 a b
"2-0"
> XADD x MAXLEN 2 3 a b
"3-0"
> XADD x MAXLEN = 2 4 a b
"4-0"
> XRANGE x - +
1) 1) "3-0"
   2) 1) "a"
      2) "b"
2) 1) "4-0"
   2) 1) "a"
      2) "b"
> XADD x MINID 4 5 a b
"5-0"
> XADD x MINID = 5 6 a b
"6-0"
> XRANGE x - +
1) 1) "5-0"
   2) 1) "a"
      2) "b"
2) 1) "6-0"
   2) 1) "a"
      2) "b"
> XADD x MAXLEN ~ 1 7 a b
"7-0"
> XLEN x
~ \(integer\) [123]
> XADD x MAXLEN ~ 1 LIMIT 1 8 a b
"8-0"
> XADD x MAXLEN 0 9 a b
"9-0"
> XLEN x
(integer) 0
> EXISTS x
(integer) 1
> XADD x NOMKSTREAM MAXLEN 1 10 a b
"10-0"
> XADD x MAXLEN 1 NOMKSTREAM 11 a b
"11-0"
> XRANGE x - +
1) 1) "11-0"
   2) 1) "a"
      2) "b"
> XADD x MAXLEN 5 MAXLEN 1 12 a b
(error) ERR syntax error, MAXLEN and MINID options at the same time are not compatible
> XADD x MAXLEN 5 MINID 1 13 a b
(error) ERR syntax error, MAXLEN and MINID options at the same time are not compatible

> XTRIM x MAXLEN
(error) ERR wrong number of arguments for 'xtrim' command
> XTRIM x
(error) ERR wrong number of arguments for 'xtrim' command
> XTRIM
(error) ERR wrong number of arguments for 'xtrim' command
> XTRIM x MAXLEN x
(error) ERR value is not an integer or out of range
> XTRIM x MAXLEN -1
(error) ERR The MAXLEN argument must be >= 0.
> XTRIM x MAXLEN = -1
(error) ERR The MAXLEN argument must be >= 0.
> XTRIM x MAXLEN 9223372036854775808
(error) ERR value is not an integer or out of range
> XTRIM x MAXLEN 9223372036854775807
(integer) 0
> XTRIM x MAXLEN ~
(error) ERR value is not an integer or out of range
> XTRIM x MAXLEN =
(error) ERR value is not an integer or out of range
> XTRIM x MINID x
(error) ERR Invalid stream ID specified as stream command argument
> XTRIM x MINID -
(error) ERR Invalid stream ID specified as stream command argument
> XTRIM x MAXLEN 1 LIMIT 1
(error) ERR syntax error, LIMIT cannot be used without the special ~ option
> XTRIM x MAXLEN = 1 LIMIT 1
(error) ERR syntax error, LIMIT cannot be used without the special ~ option
> XTRIM x MAXLEN ~ 1 LIMIT
(error) ERR syntax error
> XTRIM x MAXLEN ~ 1 LIMIT x
(error) ERR value is not an integer or out of range
> XTRIM x MAXLEN ~ 1 LIMIT -1
(error) ERR The LIMIT argument must be >= 0.
> XTRIM x LIMIT 1
(error) ERR syntax error, LIMIT cannot be used without specifying a trimming strategy
> XTRIM x MAXLEN 5 MINID 1
(error) ERR syntax error, MAXLEN and MINID options at the same time are not compatible
> XTRIM x MAXLEN 5 MAXLEN 1
(error) ERR syntax error, MAXLEN and MINID options at the same time are not compatible
> XTRIM x WHATEVER 1
(error) ERR syntax error
> XTRIM x MAXLEN 1 WHATEVER
(error) ERR syntax error
> XTRIM x NOMKSTREAM 1
(error) ERR syntax error
> XADD x MAXLEN -1 20 a b
(error) ERR The MAXLEN argument must be >= 0.
> XADD x MAXLEN 1 LIMIT 1 20 a b
(error) ERR syntax error, LIMIT cannot be used without the special ~ option
> XADD x MAXLEN ~ 1 LIMIT x 20 a b
(error) ERR value is not an integer or out of range
> XADD x LIMIT 1 20 a b
(error) ERR syntax error, LIMIT cannot be used without specifying a trimming strategy
> XADD x WHATEVER 20 a b
(error) ERR Invalid stream ID specified as stream command argument
> XADD x MAXLEN x 20 a b
(error) ERR value is not an integer or out of range
> XLEN x
(integer) 1
> SET str v
OK
> XTRIM str MAXLEN 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XTRIM str WHATEVER 1
(error) ERR syntax error

# stream-node-max-bytes and -entries: how much is in one block.
> CONFIG GET stream-node-max-*
(any order)
1) "stream-node-max-bytes"
2) "4096"
3) "stream-node-max-entries"
4) "3"
> CONFIG SET stream-node-max-bytes 50
OK
> CONFIG SET stream-node-max-entries 0
OK
> XADD y 1 a $REPEAT(b,60)
"1-0"
> XADD y 2 a $REPEAT(b,60)
"2-0"
> XADD y 3 a $REPEAT(b,60)
"3-0"
> XTRIM y MAXLEN ~ 1
(integer) 2
> XLEN y
(integer) 1
> CONFIG SET stream-node-max-bytes -1
(error) ERR CONFIG SET failed (possibly related to argument 'stream-node-max-bytes') - argument must be a memory value
> CONFIG SET stream-node-max-entries -1
(error) ERR CONFIG SET failed (possibly related to argument 'stream-node-max-entries') - argument must be between 0 and 9223372036854775807 inclusive
> CONFIG SET stream-node-max-bytes 4096
OK
> CONFIG SET stream-node-max-entries 100
OK

# XDEL key id [id ...]: deletes entries; answers how many there were.

> XADD d 1 a 1
"1-0"
> XADD d 2-1 a 2
"2-1"
> XADD d 2-2 a 3
"2-2"
> XDEL d 2-1
(integer) 1
> XDEL d 2-1
(integer) 0
> XDEL d 1 1-0 2-2 9
(integer) 2
> XLEN d
(integer) 0
> EXISTS d
(integer) 1
> XDEL nothing 1
(integer) 0
> XADD d 3 a b
"3-0"
> XDEL d 3 x
(error) ERR Invalid stream ID specified as stream command argument
> XLEN d
(integer) 1
> XDEL d -
(error) ERR Invalid stream ID specified as stream command argument
> XDEL d *
(error) ERR Invalid stream ID specified as stream command argument
> XDEL str 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL str x
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XDEL
(error) ERR wrong number of arguments for 'xdel' command
> XDEL d
(error) ERR wrong number of arguments for 'xdel' command
> EXPIRE d 100
(integer) 1
> XDEL d 3
(integer) 1
> TTL d
~ \(integer\) (99|100)
