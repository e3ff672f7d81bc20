# MGET key [key ...]
#
# Answers the strings of all the keys, nil for those that do not exist, in the order asked.

> MSET a 1 b "two\x00" c ""
OK
> MGET a b c
1) "1"
2) "two\x00"
3) ""
> MGET c nothing a
1) ""
2) (nil)
3) "1"
> MGET nothing
1) (nil)
> MGET a a a
1) "1"
2) "1"
3) "1"
> MGET ""
1) (nil)

# Keys that live far from each other come back in order all the same.
> MSET k1 v1 k2 v2 k3 v3 k4 v4 k5 v5 k6 v6 k7 v7 k8 v8 k9 v9 k10 v10 k11 v11 k12 v12
OK
> MGET k12 k11 k10 k9 k8 k7 k6 k5 k4 k3 k2 k1
 1) "v12"
 2) "v11"
 3) "v10"
 4) "v9"
 5) "v8"
 6) "v7"
 7) "v6"
 8) "v5"
 9) "v4"
10) "v3"
11) "v2"
12) "v1"
> MGET k1 x1 k2 x2 k3 x3
1) "v1"
2) (nil)
3) "v2"
4) (nil)
5) "v3"
6) (nil)

!resp3
> MGET a nothing b
1) "1"
2) (nil)
3) "two\x00"
!resp2

> MGET
(error) ERR wrong number of arguments for 'mget' command
