# Keys with a {tag} live together, those without may live far from each other. Nobody sees a
# difference, except that a tag makes commands over several keys cheaper.

> MSET {u1}name Ann {u1}mail ann@example.org {u2}name Bob
OK
> MGET {u1}name {u1}mail {u2}name {u2}mail
1) "Ann"
2) "ann@example.org"
3) "Bob"
4) (nil)
> RENAME {u1}name {u2}mail
OK
> MGET {u1}name {u2}mail
1) (nil)
2) "Ann"
> COPY {u2}mail {u1}copy
(integer) 1
> COPY {u2}name {u2}copy
(integer) 1
> MGET {u1}copy {u2}copy
1) "Ann"
2) "Bob"
> DEL {u1}mail {u2}name nothing
(integer) 2
> EXISTS {u1}copy {u2}copy {u2}mail {u1}mail
(integer) 3

# What is a tag and what is not: the first { and the next }, with something between.
> FLUSHALL
OK
> MSET {} a {}{x} b {x}{} c {{x}} d {x d2 x} e a{x}b{y} f }x{ g { h } i "" j "{\x00\r\n}" k
OK
> MGET {} {}{x} {x}{} {{x}} {x x} a{x}b{y} }x{ { } "" "{\x00\r\n}"
 1) "a"
 2) "b"
 3) "c"
 4) "d"
 5) "d2"
 6) "e"
 7) "f"
 8) "g"
 9) "h"
10) "i"
11) "j"
12) "k"
> DBSIZE
(integer) 12
> RENAME {} {}{}
OK
> RENAME {{x}} {{x}}}
OK
> MGET {} {}{} {{x}} {{x}}}
1) (nil)
2) "a"
3) (nil)
4) "d"
> MSETNX {new}1 1 {new}2 2 {other} 3
(integer) 1
> MSETNX {new}3 1 {other} 2
(integer) 0
> BITOP OR {dest}1 {new}1 {new}2 {other}
(integer) 1
> GET {dest}1
"3"
> LCS {new}1 {dest}1 LEN
(integer) 0
> TOUCH {new}1 {new}2 {new}3 {other}
(integer) 3
> UNLINK {new}1 {new}2 {new}3 {other}
(integer) 3

# Everything with everything: a command over many keys sees one state of them all.
> MSET a0 0 b0 0 {c}0 0 {d}0 0 e{f} 0 g{h}i 0
OK
> MGET a0 b0 {c}0 {d}0 e{f} g{h}i
1) "0"
2) "0"
3) "0"
4) "0"
5) "0"
6) "0"
> MSET a0 1 b0 1 {c}0 1 {d}0 1 e{f} 1 g{h}i 1
OK
> MGET g{h}i e{f} {d}0 {c}0 b0 a0
1) "1"
2) "1"
3) "1"
4) "1"
5) "1"
6) "1"
> EXISTS a0 b0 {c}0 {d}0 e{f} g{h}i a0
(integer) 7
> DEL a0 b0 {c}0 {d}0 e{f} g{h}i a0
(integer) 6
