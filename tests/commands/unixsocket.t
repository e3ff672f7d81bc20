# A server may listen on a Unix socket, beside or instead of TCP ports.

!server --port 0 --unixsocket $DIR/sock --unixsocketperm 700

> PING
PONG
> SET k v
OK
> GET k
"v"
2> GET k
"v"

!real-only the simulated machine has neither sockets nor ports
> CLIENT INFO
~ id=\d+ addr=$DIR/sock:0 laddr=$DIR/sock:0 .* flags=U .*
> CONFIG GET unixsocket
1) "unixsocket"
2) "$DIR/sock"
> CONFIG GET unixsocketperm
1) "unixsocketperm"
2) "700"
> CONFIG GET port
1) "port"
2) "0"
!end
