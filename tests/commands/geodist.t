# GEODIST key member1 member2 [M | KM | FT | MI]
#
# The distance of two places on a sphere, in metres if not said otherwise; nil if one is missing.

> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
(integer) 2
> GEODIST Sicily Palermo Catania
"166274.1516"
> GEODIST Sicily Palermo Catania m
"166274.1516"
> GEODIST Sicily Palermo Catania KM
"166.2742"
> GEODIST Sicily Palermo Catania ft
"545518.8700"
> GEODIST Sicily Palermo Catania mi
"103.3182"
> GEODIST Sicily Catania Palermo km
"166.2742"
> GEODIST Sicily Palermo Palermo
"0.0000"
> GEODIST Sicily Palermo nowhere
(nil)
> GEODIST nothing a b
(nil)
> GEOADD z 0 0 a 180 0 b 0 85 n 0 -85 s
(integer) 4
> GEODIST z a b
"20020733.6202"
> GEODIST z n s km
"18908.4709"
> GEODIST Sicily Palermo Catania miles
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEODIST Sicily Palermo nowhere miles
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEODIST nothing a b miles
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEODIST Sicily Palermo Catania m m
(error) ERR syntax error
> SET s v
OK
> GEODIST s a b
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEODIST
(error) ERR wrong number of arguments for 'geodist' command
> GEODIST Sicily
(error) ERR wrong number of arguments for 'geodist' command
> GEODIST Sicily Palermo
(error) ERR wrong number of arguments for 'geodist' command

# GEOHASH key member [member ...]: the standard geohash of 11 characters.

> GEOHASH Sicily Palermo Catania
1) "sqc8b49rny0"
2) "sqdtr74hyu0"
> GEOHASH Sicily nowhere Palermo
1) (nil)
2) "sqc8b49rny0"
> GEOHASH Sicily
(empty array)
> GEOHASH z a b n s
1) "s0000000000"
2) "80000000000"
3) "up0581b0bh0"
4) "h0bh2n0p050"
> GEOHASH nothing a b
1) (nil)
2) (nil)
> GEOHASH nothing
(empty array)
> GEOHASH s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOHASH
(error) ERR wrong number of arguments for 'geohash' command

# GEOPOS key member [member ...]: longitude and latitude, as exact as 52 bits are; nil if it is
# missing.

> GEOPOS Sicily Palermo nowhere Catania
1) 1) "13.36138933897018433"
   2) "38.11555639549629859"
2) (nil)
3) 1) "15.08726745843887329"
   2) "37.50266842333162032"
> GEOPOS Sicily
(empty array)
> GEOPOS nothing a b
1) (nil)
2) (nil)
> GEOPOS nothing
(empty array)
> GEOPOS z a b
1) 1) "0.00000268220901489"
   2) "0.00000126736058093"
2) 1) "180"
   2) "0.00000126736058093"
> GEOPOS s a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOPOS
(error) ERR wrong number of arguments for 'geopos' command
!send "GEOPOS Sicily nowhere\r\nGEODIST nothing a b\r\nGEOHASH nothing a\r\n"
"*1"
"*-1"
"$-1"
"*1"
"$-1"

# A sorted set with other scores is read as if they were geohashes.
> ZADD odd 1 one -1 minus 4503599627370496 over 1.5 half
(integer) 4
> GEOPOS odd one
1) 1) "-179.99999731779098511"
   2) "-85.05112497791824921"
> GEOHASH odd one over half
1) "00bh0hbj210"
2) "bp05b5048p0"
3) "00bh0hbj210"
!resp3
> GEODIST Sicily Palermo Catania
"166274.1516"
> GEODIST Sicily Palermo nowhere
(nil)
> GEOPOS Sicily Palermo nowhere
1) 1) (double) 13.36138933897018433
   2) (double) 38.11555639549629859
2) (nil)
> GEOHASH Sicily Palermo nowhere
1) "sqc8b49rny0"
2) (nil)
!send "GEOPOS Sicily Palermo nowhere\r\nGEODIST Sicily Palermo Catania KM\r\n"
"*2"
"*2"
",13.36138933897018433"
",38.11555639549629859"
"_"
"$8"
"166.2742"
