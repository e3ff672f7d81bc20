# GEOSEARCH key FROMMEMBER member | FROMLONLAT longitude latitude
#   BYRADIUS radius M|KM|FT|MI | BYBOX width height M|KM|FT|MI
#   [ASC | DESC] [COUNT count [ANY]] [WITHCOORD] [WITHDIST] [WITHHASH]
#
# The places inside of a circle or of a box.

> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania 12.758489 38.788135 edge1 17.241510 38.788135 edge2
(integer) 4
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC
1) "Catania"
2) "Palermo"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km DESC
1) "Palermo"
2) "Catania"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX 400 400 km ASC
1) "Catania"
2) "Palermo"
3) "edge2"
4) "edge1"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX 400 400 km DESC WITHCOORD WITHDIST
1) 1) "edge1"
   2) "279.7405"
   3) 1) "12.7584877610206604"
      2) "38.78813451624225195"
2) 1) "edge2"
   2) "279.7403"
   3) 1) "17.24151045083999634"
      2) "38.78813451624225195"
3) 1) "Palermo"
   2) "190.4424"
   3) 1) "13.36138933897018433"
      2) "38.11555639549629859"
4) 1) "Catania"
   2) "56.4413"
   3) 1) "15.08726745843887329"
      2) "37.50266842333162032"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km
(any order)
1) "Palermo"
2) "Catania"
> GEOSEARCH Sicily FROMMEMBER Palermo BYRADIUS 1 m
1) "Palermo"
> GEOSEARCH Sicily FROMMEMBER Palermo BYRADIUS 200 km ASC WITHDIST
1) 1) "Palermo"
   2) "0.0000"
2) 1) "edge1"
   2) "91.4007"
3) 1) "Catania"
   2) "166.2742"
> GEOSEARCH Sicily FROMMEMBER Catania BYBOX 300 300 mi ASC WITHDIST
1) 1) "Catania"
   2) "0.0000"
2) 1) "Palermo"
   2) "103.3182"
3) 1) "edge2"
   2) "146.9728"
4) 1) "edge1"
   2) "154.6354"
> GEOSEARCH Sicily frommember Catania byradius 500000 ft asc withdist
1) 1) "Catania"
   2) "0.0000"
> GEOSEARCH Sicily BYRADIUS 200 km FROMLONLAT 15 37 ASC
1) "Catania"
2) "Palermo"
> GEOSEARCH Sicily ASC WITHHASH BYRADIUS 200 km FROMLONLAT 15 37
1) 1) "Catania"
   2) (integer) 3479447370796909
2) 1) "Palermo"
   2) (integer) 3479099956230698
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC WITHHASH WITHDIST WITHCOORD
1) 1) "Catania"
   2) "56.4413"
   3) (integer) 3479447370796909
   4) 1) "15.08726745843887329"
      2) "37.50266842333162032"
2) 1) "Palermo"
   2) "190.4424"
   3) (integer) 3479099956230698
   4) 1) "13.36138933897018433"
      2) "38.11555639549629859"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 0 km
(empty array)
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 10 m
(empty array)
> GEOSEARCH Sicily FROMMEMBER Palermo BYRADIUS 0 m
1) "Palermo"
> GEOSEARCH nothing FROMLONLAT 15 37 BYRADIUS 200 km
(empty array)
> GEOSEARCH nothing FROMLONLAT 15 37 BYRADIUS 200 km ASC WITHDIST
(empty array)

# COUNT: the nearest ones, or, with ANY, those that are found first.
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 1
1) "Catania"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 2 ASC
1) "Catania"
2) "Palermo"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 2 DESC
1) "edge1"
2) "edge2"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 100 ASC
1) "Catania"
2) "Palermo"
3) "edge2"
4) "edge1"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 2 ANY
~ 1\) "(Palermo|Catania|edge[12])"
~ 2\) "(Palermo|Catania|edge[12])"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km ASC COUNT 4 ANY
1) "Catania"
2) "Palermo"
3) "edge2"
4) "edge1"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 9223372036854775807
1) "Catania"
2) "Palermo"
3) "edge2"
4) "edge1"

# Wide circles, and round the date line.
> GEOADD w 179.9 0 east -179.9 0 west 0 0 zero 0 85 n 90 -85 s
(integer) 5
> GEOSEARCH w FROMLONLAT 180 0 BYRADIUS 100 km ASC WITHDIST
1) 1) "east"
   2) "11.1227"
> GEOSEARCH w FROMLONLAT -180 0 BYBOX 100 100 km ASC
1) "east"
2) "west"
> GEOSEARCH w FROMLONLAT 0 0 BYRADIUS 30000 km ASC
1) "zero"
2) "n"
3) "s"
4) "east"
5) "west"
> GEOSEARCH w FROMLONLAT 0 0 BYRADIUS 10000 km ASC
1) "zero"
2) "n"
> GEOSEARCH w FROMLONLAT 0 84 BYRADIUS 200 km
1) "n"
> GEOSEARCH w FROMLONLAT 0 0 BYBOX 40000 40000 km ASC
(any order)
1) "zero"
2) "n"
3) "s"
> GEOSEARCH w FROMLONLAT 0 0 BYRADIUS 1e3 mi WITHDIST
1) 1) "zero"
   2) "0.0002"
> GEOSEARCH w FROMLONLAT 0 0 BYBOX 1 1e9 m ASC
1) "zero"
2) "n"

> GEOSEARCH Sicily FROMMEMBER nowhere BYRADIUS 1 km
(error) ERR could not decode requested zset member
> GEOSEARCH nothing FROMMEMBER nowhere BYRADIUS 1 km
(empty array)
> GEOSEARCH Sicily FROMLONLAT 15 37
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCH Sicily BYRADIUS 200 km
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCH Sicily FROMLONLAT 15 37 ASC COUNT 1 WITHDIST
(error) ERR exactly one of BYRADIUS and BYBOX can be specified for GEOSEARCH
> GEOSEARCH Sicily BYRADIUS 200 km ASC COUNT 1 WITHDIST
(error) ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for GEOSEARCH
> GEOSEARCH Sicily FROMLONLAT 15 37 FROMMEMBER Palermo BYRADIUS 200 km
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km BYBOX 1 1 km
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km BYRADIUS 1 km
(empty array)
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS -1 km
(error) ERR radius cannot be negative
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS x km
(error) ERR need numeric radius
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 miles
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX -1 1 km
(error) ERR height or width cannot be negative
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX 1 -1 km
(error) ERR height or width cannot be negative
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX x 1 km
(error) ERR need numeric width
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX 1 y km
(error) ERR need numeric height
> GEOSEARCH Sicily FROMLONLAT 15 37 BYBOX 1 1 yards
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEOSEARCH Sicily FROMLONLAT 200 37 BYRADIUS 1 km
(error) ERR invalid longitude,latitude pair 200.000000,37.000000
> GEOSEARCH Sicily FROMLONLAT 15 90 BYRADIUS 1 km
(error) ERR invalid longitude,latitude pair 15.000000,90.000000
> GEOSEARCH Sicily FROMLONLAT x 37 BYRADIUS 1 km
(error) ERR value is not a valid float
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km COUNT 0
(error) ERR COUNT must be > 0
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km COUNT -1
(error) ERR COUNT must be > 0
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km COUNT x
(error) ERR value is not an integer or out of range
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km COUNT
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km ANY
(error) ERR the ANY argument requires COUNT argument
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km ANY COUNT 1
(empty array)
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km STORE x
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km STOREDIST
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1 km WHATEVER
(error) ERR syntax error
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 1
(error) ERR syntax error
> GEOSEARCH nothing FROMLONLAT 200 37 BYRADIUS 1 km
(error) ERR invalid longitude,latitude pair 200.000000,37.000000
> GEOSEARCH nothing WHATEVER 1 2 3 4 5
(error) ERR syntax error
> SET s v
OK
> GEOSEARCH s FROMLONLAT 15 37 BYRADIUS 1 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH s WHATEVER 1 2 3 4 5
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCH
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCH Sicily
(error) ERR wrong number of arguments for 'geosearch' command
> GEOSEARCH Sicily FROMMEMBER Palermo BYRADIUS 1
(error) ERR wrong number of arguments for 'geosearch' command
!resp3
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC
1) "Catania"
2) "Palermo"
> GEOSEARCH Sicily FROMLONLAT 15 37 BYRADIUS 100 km ASC WITHHASH WITHDIST WITHCOORD
1) 1) "Catania"
   2) "56.4413"
   3) (integer) 3479447370796909
   4) 1) (double) 15.08726745843887329
      2) (double) 37.50266842333162032
> GEOSEARCH nothing FROMLONLAT 15 37 BYRADIUS 200 km
(empty array)
