# LCS key1 key2 [LEN] [IDX] [MINMATCHLEN min-match-len] [WITHMATCHLEN]
#
# Answers the longest common subsequence of two strings: bytes that both have in the same order.

> MSET key1 ohmytext key2 mynewtext
OK
> LCS key1 key2
"mytext"
> LCS key2 key1
"mytext"
> LCS key1 key1
"ohmytext"

# LEN answers only how long it is.
> LCS key1 key2 LEN
(integer) 6

# IDX answers where the common runs are, last ones first, as ranges in both strings.
> LCS key1 key2 IDX
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
   2) 1) 1) (integer) 2
         2) (integer) 3
      2) 1) (integer) 0
         2) (integer) 1
3) "len"
4) (integer) 6
> LCS key1 key2 IDX MINMATCHLEN 4
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
3) "len"
4) (integer) 6
> LCS key1 key2 IDX WITHMATCHLEN
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
      3) (integer) 4
   2) 1) 1) (integer) 2
         2) (integer) 3
      2) 1) (integer) 0
         2) (integer) 1
      3) (integer) 2
3) "len"
4) (integer) 6
> LCS key1 key2 IDX MINMATCHLEN 4 WITHMATCHLEN
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
      3) (integer) 4
3) "len"
4) (integer) 6
> LCS key1 key2 idx withmatchlen minmatchlen 3
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
      3) (integer) 4
3) "len"
4) (integer) 6
> LCS key1 key2 IDX MINMATCHLEN 100
1) "matches"
2) (empty array)
3) "len"
4) (integer) 6
> LCS key1 key2 IDX MINMATCHLEN 0
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
   2) 1) 1) (integer) 2
         2) (integer) 3
      2) 1) (integer) 0
         2) (integer) 1
3) "len"
4) (integer) 6
> LCS key1 key2 IDX MINMATCHLEN -1
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
   2) 1) 1) (integer) 2
         2) (integer) 3
      2) 1) (integer) 0
         2) (integer) 1
3) "len"
4) (integer) 6

# The two refinements of IDX do nothing without it.
> LCS key1 key2 MINMATCHLEN 4
"mytext"
> LCS key1 key2 WITHMATCHLEN
"mytext"
> LCS key1 key2 LEN MINMATCHLEN 4 WITHMATCHLEN
(integer) 6

# Nothing in common, or a key that does not exist.
> MSET a abc b xyz
OK
> LCS a b
""
> LCS a b LEN
(integer) 0
> LCS a b IDX
1) "matches"
2) (empty array)
3) "len"
4) (integer) 0
> LCS a nothing
""
> LCS a nothing LEN
(integer) 0
> LCS nothing a IDX
1) "matches"
2) (empty array)
3) "len"
4) (integer) 0
> LCS nothing nothing
""
> LCS nothing nothing IDX WITHMATCHLEN
1) "matches"
2) (empty array)
3) "len"
4) (integer) 0
> SET empty ""
OK
> LCS a empty
""
> LCS empty empty LEN
(integer) 0

# Bytes and numbers are text like any other.
> MSET x "\x00\xff\x00a" y "\xff\x00\x00a"
OK
> LCS x y
"\xff\x00a"
> LCS x y LEN
(integer) 3
> MSET n 12345 m 1357
OK
> LCS n m
"135"
> LCS n m IDX WITHMATCHLEN
1) "matches"
2) 1) 1) 1) (integer) 4
         2) (integer) 4
      2) 1) (integer) 2
         2) (integer) 2
      3) (integer) 1
   2) 1) 1) (integer) 2
         2) (integer) 2
      2) 1) (integer) 1
         2) (integer) 1
      3) (integer) 1
   3) 1) 1) (integer) 0
         2) (integer) 0
      2) 1) (integer) 0
         2) (integer) 0
      3) (integer) 1
3) "len"
4) (integer) 3

# Where several are equally long, this one is chosen.
> MSET p ABCBDAB q BDCABA
OK
> LCS p q
"BDAB"
> LCS q p
"BCBA"
> LCS p q IDX
1) "matches"
2) 1) 1) 1) (integer) 5
         2) (integer) 6
      2) 1) (integer) 3
         2) (integer) 4
   2) 1) 1) (integer) 3
         2) (integer) 4
      2) 1) (integer) 0
         2) (integer) 1
3) "len"
4) (integer) 4

# In RESP3 the answer of IDX is a map.
!resp3
> LCS key1 key2 IDX WITHMATCHLEN
1# "matches" => 1) 1) 1) (integer) 4
         2) (integer) 7
      2) 1) (integer) 5
         2) (integer) 8
      3) (integer) 4
   2) 1) 1) (integer) 2
         2) (integer) 3
      2) 1) (integer) 0
         2) (integer) 1
      3) (integer) 2
2# "len" => (integer) 6
> LCS a b IDX
1# "matches" => (empty array)
2# "len" => (integer) 0
> LCS a b
""
!resp2

> LCS key1 key2 LEN IDX
(error) ERR If you want both the length and indexes, please just use IDX.
> LCS key1 key2 MINMATCHLEN
(error) ERR syntax error
> LCS key1 key2 IDX MINMATCHLEN x
(error) ERR value is not an integer or out of range
> LCS key1 key2 IDX MINMATCHLEN
(error) ERR syntax error
> LCS key1 key2 MINMATCHLEN IDX
(error) ERR value is not an integer or out of range
> LCS key1 key2 WHATEVER
(error) ERR syntax error
> LCS key1 key2 ""
(error) ERR syntax error
> LCS nothing nothing WHATEVER
(error) ERR syntax error
> LCS
(error) ERR wrong number of arguments for 'lcs' command
> LCS key1
(error) ERR wrong number of arguments for 'lcs' command
