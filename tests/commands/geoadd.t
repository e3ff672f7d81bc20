# GEOADD key [NX | XX] [CH] longitude latitude member [longitude latitude member ...]
#
# Adds places to a sorted set, whose scores are 52-bit geohashes; answers how many are new.

> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
(integer) 2
> GEOADD Sicily 13.361389 38.115556 Palermo
(integer) 0
> TYPE Sicily
zset
> ZRANGE Sicily 0 -1 WITHSCORES
1) "Palermo"
2) "3479099956230698"
3) "Catania"
4) "3479447370796909"
> ZSCORE Sicily Palermo
"3479099956230698"
> GEOADD Sicily NX 1 1 Palermo 14 37 Enna
(integer) 1
> GEOADD Sicily XX 13.5 38 Palermo 1 1 nowhere
(integer) 0
> GEOADD Sicily CH 13.361389 38.115556 Palermo 14.1 37.1 Enna 15 37 Siracusa
(integer) 3
> GEOADD Sicily XX CH 14.2 37.2 Enna 1 1 nowhere
(integer) 1
> GEOADD Sicily nx ch 1 1 Enna
(integer) 0
> ZCARD Sicily
(integer) 4
> GEOADD z 0 0 zero 180 85.05112878 ne -180 -85.05112878 sw 180 -85 se -180 85 nw
(integer) 5
> ZRANGE z 0 -1 WITHSCORES
 1) "sw"
 2) "0"
 3) "nw"
 4) "1501199601829136"
 5) "zero"
 6) "3377699720527872"
 7) "se"
 8) "9007199528702020"
 9) "ne"
10) "13510798882111488"
> GEOPOS z zero ne sw se nw
1) 1) "0.00000268220901489"
   2) "0.00000126736058093"
2) 1) "180"
   2) "85.0511287799999991"
3) 1) "-179.99999731779098511"
   2) "-85.05112751263942528"
4) 1) "180"
   2) "-85.00000218685555353"
5) 1) "-179.99999731779098511"
   2) "84.99999965213439168"
> GEOADD "" 1 1 ""
(integer) 1
> GEOPOS "" ""
1) 1) "0.99999994039535522"
   2) "0.99999945914297683"
> ZREM Sicily Enna
(integer) 1

> GEOADD z 180.0001 0 a
(error) ERR invalid longitude,latitude pair 180.000100,0.000000
> GEOADD z -180.0001 0 a
(error) ERR invalid longitude,latitude pair -180.000100,0.000000
> GEOADD z 0 85.05112879 a
(error) ERR invalid longitude,latitude pair 0.000000,85.051129
> GEOADD z 0 -85.06 a
(error) ERR invalid longitude,latitude pair 0.000000,-85.060000
> GEOADD z 1 1 ok 200 0 bad
(error) ERR invalid longitude,latitude pair 200.000000,0.000000
> ZSCORE z ok
(nil)
> GEOADD z x 0 a
(error) ERR value is not a valid float
> GEOADD z 0 y a
(error) ERR value is not a valid float
> GEOADD z nan 0 a
(error) ERR value is not a valid float
> GEOADD z inf 0 a
(error) ERR invalid longitude,latitude pair inf,0.000000
> GEOADD z 1 1
(error) ERR wrong number of arguments for 'geoadd' command
> GEOADD z 1 1 a 2
(error) ERR syntax error
> GEOADD z 1 1 a 2 2
(error) ERR syntax error
> GEOADD z NX XX 1 1 a
(error) ERR syntax error
> GEOADD z NX 1 1
(error) ERR syntax error
> GEOADD z GT 1 1 a
(error) ERR syntax error
> GEOADD z INCR 1 1 a
(error) ERR syntax error
> GEOADD z WHATEVER 1 1 a
(error) ERR syntax error
> SET s v
OK
> GEOADD s 1 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOADD s 200 1 a
(error) ERR invalid longitude,latitude pair 200.000000,1.000000
> GEOADD
(error) ERR wrong number of arguments for 'geoadd' command
> GEOADD z
(error) ERR wrong number of arguments for 'geoadd' command
> GEOADD z 1
(error) ERR wrong number of arguments for 'geoadd' command
> EXPIRE z 100
(integer) 1
> GEOADD z 1 1 a
(integer) 1
> TTL z
~ \(integer\) (99|100)
!resp3
> GEOADD z 2 2 a
(integer) 0
