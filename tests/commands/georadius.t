# GEORADIUS key longitude latitude radius M|KM|FT|MI [WITHCOORD] [WITHDIST] [WITHHASH]
#   [COUNT count [ANY]] [ASC | DESC] [STORE key | STOREDIST key]
#
# The old form of GEOSEARCH and GEOSEARCHSTORE.

> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
(integer) 2
> GEORADIUS Sicily 15 37 200 km ASC
1) "Catania"
2) "Palermo"
> GEORADIUS Sicily 15 37 200 km DESC WITHDIST
1) 1) "Palermo"
   2) "190.4424"
2) 1) "Catania"
   2) "56.4413"
> GEORADIUS Sicily 15 37 200 km ASC WITHCOORD
1) 1) "Catania"
   2) 1) "15.08726745843887329"
      2) "37.50266842333162032"
2) 1) "Palermo"
   2) 1) "13.36138933897018433"
      2) "38.11555639549629859"
> GEORADIUS Sicily 15 37 200 km ASC WITHDIST WITHCOORD WITHHASH
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
> GEORADIUS Sicily 15 37 200 km WITHHASH asc
1) 1) "Catania"
   2) (integer) 3479447370796909
2) 1) "Palermo"
   2) (integer) 3479099956230698
> GEORADIUS Sicily 15 37 100 km
1) "Catania"
> GEORADIUS Sicily 15 37 200 km COUNT 1
1) "Catania"
> GEORADIUS Sicily 15 37 200 km COUNT 1 ANY
~ 1\) "(Palermo|Catania)"
> GEORADIUS Sicily 15 37 200 km COUNT 1 DESC
1) "Palermo"
> GEORADIUS Sicily 15 37 150 mi ASC
1) "Catania"
2) "Palermo"
> GEORADIUS Sicily 15 37 0 m
(empty array)
> GEORADIUS nothing 15 37 200 km
(empty array)
> GEORADIUS Sicily 15 37 200 km STORE d
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "Palermo"
2) "3479099956230698"
3) "Catania"
4) "3479447370796909"
> GEORADIUS Sicily 15 37 200 km STOREDIST d
(integer) 2
> ZRANGE d 0 -1 WITHSCORES
1) "Catania"
2) "56.441257870158204"
3) "Palermo"
4) "190.44242984775784"
> GEORADIUS Sicily 15 37 200 km COUNT 1 DESC STORE d
(integer) 1
> ZRANGE d 0 -1
1) "Palermo"
> GEORADIUS Sicily 15 37 200 km STORE e STOREDIST d
(integer) 2
> EXISTS e
(integer) 0
> GEORADIUS Sicily 15 37 1 m STORE d
(integer) 0
> EXISTS d
(integer) 0
> SET d x
OK
> GEORADIUS nothing 15 37 200 km STORE d
(integer) 0
> EXISTS d
(integer) 0
> GEORADIUS Sicily 15 37 200 km STORE d WITHDIST
(error) ERR STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and WITHCOORD options
> GEORADIUS Sicily 15 37 200 km WITHCOORD STOREDIST d
(error) ERR STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and WITHCOORD options
> GEORADIUS Sicily 15 37 200 km STORE
(error) ERR syntax error
> GEORADIUS Sicily 200 37 200 km
(error) ERR invalid longitude,latitude pair 200.000000,37.000000
> GEORADIUS Sicily 15 91 200 km
(error) ERR invalid longitude,latitude pair 15.000000,91.000000
> GEORADIUS Sicily x 37 200 km
(error) ERR value is not a valid float
> GEORADIUS Sicily 15 37 -1 km
(error) ERR radius cannot be negative
> GEORADIUS Sicily 15 37 x km
(error) ERR need numeric radius
> GEORADIUS Sicily 15 37 200 yards
(error) ERR unsupported unit provided. please use M, KM, FT, MI
> GEORADIUS Sicily 15 37 200 km COUNT 0
(error) ERR COUNT must be > 0
> GEORADIUS Sicily 15 37 200 km COUNT x
(error) ERR value is not an integer or out of range
> GEORADIUS Sicily 15 37 200 km ANY
(error) ERR the ANY argument requires COUNT argument
> GEORADIUS Sicily 15 37 200 km WHATEVER
(error) ERR syntax error
> GEORADIUS Sicily 15 37 200 km BYBOX 1 1 km
(error) ERR syntax error
> GEORADIUS nothing x y z w
(error) ERR value is not a valid float
> SET s v
OK
> GEORADIUS s 15 37 200 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS s x y z w
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS
(error) ERR wrong number of arguments for 'georadius' command
> GEORADIUS Sicily 15 37 200
(error) ERR wrong number of arguments for 'georadius' command

> GEORADIUS Sicily 15 37 700000 ft ASC WITHDIST
1) 1) "Catania"
   2) "185174.7305"
2) 1) "Palermo"
   2) "624811.1215"
> GEORADIUS Sicily 15 37 200 km COUNT 5 ANY ASC
1) "Catania"
2) "Palermo"

# Without an order places come by the cells that are searched, the one of the center first; and a
# wide circle far in the north misses none.
> GEOADD wide 52.69003539257406 61.796841520350014 p1 -122.27690235089943 37.80526316023529 p2 -23.11904 60 p3 24.9 79.9 p4 10 -66 p5 13.36 38.11 p6 15.08 37.5 p7
(integer) 7
> GEORADIUS wide 33.746546737039665 61.012919349433204 11985718.57070946 ft
1) "p6"
2) "p7"
3) "p4"
4) "p1"
5) "p3"

# GEORADIUSBYMEMBER key member radius M|KM|FT|MI ...: round a place of the set.

> GEORADIUSBYMEMBER Sicily Palermo 200 km ASC
1) "Palermo"
2) "Catania"
> GEORADIUSBYMEMBER Sicily Palermo 100 km WITHDIST
1) 1) "Palermo"
   2) "0.0000"
> GEORADIUSBYMEMBER Sicily Catania 200 km ASC COUNT 2 WITHDIST WITHHASH
1) 1) "Catania"
   2) "0.0000"
   3) (integer) 3479447370796909
2) 1) "Palermo"
   2) "166.2742"
   3) (integer) 3479099956230698
> GEORADIUSBYMEMBER Sicily Palermo 0 m
1) "Palermo"
> GEORADIUSBYMEMBER Sicily Palermo 700000 ft DESC WITHCOORD
1) 1) "Catania"
   2) 1) "15.08726745843887329"
      2) "37.50266842333162032"
2) 1) "Palermo"
   2) 1) "13.36138933897018433"
      2) "38.11555639549629859"
> GEORADIUSBYMEMBER Sicily Palermo 150 mi COUNT 9 ANY DESC
1) "Catania"
2) "Palermo"
> GEORADIUSBYMEMBER Sicily nowhere 200 km
(error) ERR could not decode requested zset member
> GEORADIUSBYMEMBER nothing a 200 km
(empty array)
> GEORADIUSBYMEMBER nothing a 200 km STORE d
(integer) 0
> GEORADIUSBYMEMBER Sicily Palermo 200 km STORE d
(integer) 2
> ZCARD d
(integer) 2
> GEORADIUSBYMEMBER Sicily Palermo 200 km STOREDIST Sicily
(integer) 2
> ZRANGE Sicily 0 -1 WITHSCORES
1) "Palermo"
2) "0"
3) "Catania"
4) "166.27415156960032"
> GEORADIUSBYMEMBER s a 200 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER
(error) ERR wrong number of arguments for 'georadiusbymember' command
> GEORADIUSBYMEMBER Sicily Palermo 200
(error) ERR wrong number of arguments for 'georadiusbymember' command

# GEORADIUS_RO and GEORADIUSBYMEMBER_RO do not know STORE.

> DEL Sicily
(integer) 1
> GEOADD Sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
(integer) 2
> GEORADIUS_RO Sicily 15 37 200 km ASC WITHDIST
1) 1) "Catania"
   2) "56.4413"
2) 1) "Palermo"
   2) "190.4424"
> GEORADIUSBYMEMBER_RO Sicily Palermo 200 km DESC
1) "Catania"
2) "Palermo"
> GEORADIUS_RO Sicily 15 37 200000 m DESC WITHCOORD WITHHASH
1) 1) "Palermo"
   2) (integer) 3479099956230698
   3) 1) "13.36138933897018433"
      2) "38.11555639549629859"
2) 1) "Catania"
   2) (integer) 3479447370796909
   3) 1) "15.08726745843887329"
      2) "37.50266842333162032"
> GEORADIUS_RO Sicily 15 37 700000 ft COUNT 1
1) "Catania"
> GEORADIUS_RO Sicily 15 37 150 mi COUNT 5 ANY ASC
1) "Catania"
2) "Palermo"
> GEORADIUSBYMEMBER_RO Sicily Palermo 200000 m ASC WITHDIST WITHCOORD WITHHASH
1) 1) "Palermo"
   2) "0.0000"
   3) (integer) 3479099956230698
   4) 1) "13.36138933897018433"
      2) "38.11555639549629859"
2) 1) "Catania"
   2) "166274.1516"
   3) (integer) 3479447370796909
   4) 1) "15.08726745843887329"
      2) "37.50266842333162032"
> GEORADIUSBYMEMBER_RO Sicily Palermo 700000 ft COUNT 1
1) "Palermo"
> GEORADIUSBYMEMBER_RO Sicily Palermo 150 mi COUNT 5 ANY ASC
1) "Palermo"
2) "Catania"
> GEORADIUS_RO Sicily 15 37 200 km STORE d
(error) ERR syntax error
> GEORADIUSBYMEMBER_RO Sicily Palermo 200 km STOREDIST d
(error) ERR syntax error
> GEORADIUS_RO s 15 37 200 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUSBYMEMBER_RO s a 200 km
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> GEORADIUS_RO
(error) ERR wrong number of arguments for 'georadius_ro' command
> GEORADIUSBYMEMBER_RO
(error) ERR wrong number of arguments for 'georadiusbymember_ro' command
!resp3
> GEORADIUS Sicily 15 37 200 km ASC WITHDIST WITHCOORD WITHHASH
1) 1) "Catania"
   2) "56.4413"
   3) (integer) 3479447370796909
   4) 1) (double) 15.08726745843887329
      2) (double) 37.50266842333162032
2) 1) "Palermo"
   2) "190.4424"
   3) (integer) 3479099956230698
   4) 1) (double) 13.36138933897018433
      2) (double) 38.11555639549629859
> GEORADIUSBYMEMBER Sicily Palermo 100 km WITHDIST
1) 1) "Palermo"
   2) "0.0000"
> GEORADIUS nothing 15 37 200 km
(empty array)
