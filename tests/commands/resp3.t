# HELLO 3 turns to RESP3: maps, sets, doubles, booleans, one null.
!resp3
> HELLO 3
1# "server" => "redis"
~ 2# "version" => "7\.\d+\.\d+"
...

> GET nothing
(nil)

> CONFIG GET maxmemory
1# "maxmemory" => "0"

# INFO is verbatim text.
> INFO server
~ # Server
~ redis_version:\d+\.\d+\.\d+
...

# Back in RESP2 a map is a flat array.
!resp2
> CONFIG GET maxmemory
1) "maxmemory"
2) "0"

# A version that does not exist is refused.
> HELLO 4
(error) NOPROTO unsupported protocol version
