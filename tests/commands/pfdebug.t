# The two representations of a HyperLogLog, and PFDEBUG, which looks into one.
#
# PFDEBUG ENCODING | DECODE | TODENSE | GETREG key. It is for tests alone.

> PFADD h a b c
(integer) 1
> PFDEBUG ENCODING h
sparse
> PFDEBUG DECODE h
"Z:8436 v:1,1 Z:4274 v:2,1 Z:3068 v:1,1 Z:603"
> PFDEBUG encoding h
sparse
> STRLEN h
(integer) 27
> PFDEBUG TODENSE h
(integer) 1
> PFDEBUG ENCODING h
dense
> STRLEN h
(integer) 12304
> PFDEBUG TODENSE h
(integer) 0
> PFCOUNT h
(integer) 3
> PFDEBUG DECODE h
(error) ERR HLL encoding is not sparse
> GETRANGE h 0 15
"HYLL\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00"
> PFADD h a
(integer) 0
> PFADD h d
(integer) 1
> PFCOUNT h
(integer) 4

# Sparse until it is longer than hll-sparse-max-bytes, then dense for good: 12,304 bytes.
> CONFIG GET hll-sparse-max-bytes
1) "hll-sparse-max-bytes"
2) "3000"
> CONFIG SET hll-sparse-max-bytes 30
OK
> PFADD s 1 2 3
(integer) 1
> PFDEBUG ENCODING s
sparse
> STRLEN s
(integer) 27
> PFADD s 4 5 6 7 8 9
(integer) 1
> PFDEBUG ENCODING s
dense
> STRLEN s
(integer) 12304
> PFCOUNT s
(integer) 9
> CONFIG SET hll-sparse-max-bytes 3000
OK
> PFADD s 10
(integer) 1
> PFDEBUG ENCODING s
dense

# A sparse and a dense one give a dense one; two sparse ones a sparse one.
> PFADD t 1 x y
(integer) 1
> PFMERGE u s t
OK
> PFDEBUG ENCODING u
dense
> PFCOUNT u
(integer) 12
> PFADD v z
(integer) 1
> PFMERGE w t v
OK
> PFDEBUG ENCODING w
sparse
> PFDEBUG DECODE w
"Z:7527 v:1,1 Z:1053 v:1,1 Z:6350 v:3,1 Z:1441 v:2,1 z:9"
> PFCOUNT w
(integer) 4
> PFCOUNT w s
(integer) 13
> PFMERGE w u
OK
> PFDEBUG ENCODING w
dense
> PFCOUNT w
(integer) 13

# GETREG answers all 16,384 registers, and makes the key dense.
> PFDEBUG GETREG v
...
~ 16384\) \(integer\) \d+
> PFDEBUG ENCODING v
dense
> PFDEBUG ENCODING nothing
(error) ERR The specified key does not exist
> PFDEBUG DECODE s
(error) ERR HLL encoding is not sparse
> SET str v
OK
> PFDEBUG ENCODING str
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFDEBUG WHATEVER h
(error) ERR Unknown PFDEBUG subcommand 'WHATEVER'
> PFDEBUG ENCODING h more
(error) ERR wrong number of arguments for 'pfdebug' command
> PFDEBUG
(error) ERR wrong number of arguments for 'pfdebug' command
> PFDEBUG ENCODING
(error) ERR wrong number of arguments for 'pfdebug' command

# PFSELFTEST tests the representations themselves.
> PFSELFTEST
OK
> PFSELFTEST x
(error) ERR wrong number of arguments for 'pfselftest' command
