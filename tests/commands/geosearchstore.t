# GEOSEARCHSTORE destination source FROMMEMBER ... BYRADIUS ... [ASC | DESC] [COUNT count [ANY]]
# [STOREDIST]
#
# Stores what GEOSEARCH answers in a sorted set, with the geohashes as scores or, with STOREDIST,
# with the distances; answers its size. What was there before is gone; nothing to store removes the
# key.

> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania 12.758489 38.788135 edge1 17.241510 38.788135 edge2
(integer) 4
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "Palermo"
2) "3479099956230698"
3) "Catania"
4) "3479447370796909"
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYBOX 400 400 km STOREDIST
(integer) 4
> ZRANGE d 0 -1 WITHSCORES
1) "Catania"
2) "56.441257870158204"
3) "Palermo"
4) "190.44242984775784"
5) "edge2"
6) "279.7403417843143"
7) "edge1"
8) "279.74045213563431"
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 500 km COUNT 1
(integer) 1
> ZRANGE d 0 -1
1) "Catania"
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 500 km DESC COUNT 2 STOREDIST
(integer) 2
> ZRANGE d 0 -1
1) "edge2"
2) "edge1"
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 700000 ft COUNT 5 ANY STOREDIST
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "Catania"
2) "185174.73054513845"
3) "Palermo"
4) "624811.12154776184"
> GEOSEARCHSTORE d Sicily FROMMEMBER Palermo BYRADIUS 100 mi STOREDIST
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "Palermo"
2) "0"
3) "edge1"
4) "56.793877369489529"
> GEOPOS d Palermo
1) 1) "-179.99999731779098511"
   2) "-85.05112751263942528"
> GEOSEARCHSTORE d Sicily FROMLONLAT 0 0 BYRADIUS 1 m
(integer) 0
> EXISTS d
(integer) 0
> SET d string EX 100
OK
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC
(integer) 2
> TYPE d
zset
> TTL d
(integer) -1
> GEOSEARCHSTORE d nothing FROMLONLAT 15 37 BYRADIUS 200 km
(integer) 0
> EXISTS d
(integer) 0
> SET d string
OK
> GEOSEARCHSTORE d nothing FROMMEMBER x BYRADIUS 200 km
(integer) 0
> EXISTS d
(integer) 0
> COPY Sicily self
(integer) 1
> GEOSEARCHSTORE self self FROMLONLAT 15 37 BYRADIUS 200 km
(integer) 2
> ZRANGE self 0 -1
1) "Palermo"
2) "Catania"

> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km WITHDIST
(error) ERR GEOSEARCHSTORE is not compatible with WITHDIST, WITHHASH and WITHCOORD options
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km WITHCOORD
(error) ERR GEOSEARCHSTORE is not compatible with WITHDIST, WITHHASH and WITHCOORD options
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km WITHHASH
(error) ERR GEOSEARCHSTORE is not compatible with WITHDIST, WITHHASH and WITHCOORD options
> GEOSEARCHSTORE d Sicily FROMMEMBER nowhere BYRADIUS 200 km
(error) ERR could not decode requested zset member
> GEOSEARCHSTORE d Sicily BYRADIUS 200 km ASC COUNT 1 STOREDIST
(error) ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for GEOSEARCHSTORE
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 ASC COUNT 1
(error) ERR exactly one of BYRADIUS and BYBOX can be specified for GEOSEARCHSTORE
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km WHATEVER
(error) ERR syntax error
> GEOSEARCHSTORE d Sicily FROMLONLAT 15 37 BYRADIUS 200 km STORE x
(error) ERR syntax error
> SET s v
OK
> GEOSEARCHSTORE d s FROMLONLAT 15 37 BYRADIUS 200 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEOSEARCHSTORE
(error) ERR wrong number of arguments for 'geosearchstore' command
> GEOSEARCHSTORE d Sicily
(error) ERR wrong number of arguments for 'geosearchstore' command

# Along a meridian the distance is that of the latitudes.
> GEOADD meridian 10 20 a 10 -64.5 b
(integer) 2
> GEOSEARCHSTORE d meridian FROMMEMBER a BYRADIUS 20000 km STOREDIST
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "a"
2) "0"
3) "b"
4) "9398.6225528327759"
