# More connections than maxclients are refused with an error, and closed.

!server --maxclients 3

> PING
PONG
2> PING
PONG
3> PING
PONG
4!send ""
"-ERR max number of clients reached"
4!closed
5!send "PING\r\n"
"-ERR max number of clients reached"
5!closed
> INFO stats
...
~ rejected_connections:[2-9]
...

# When one has gone there is room for another.
3> QUIT
OK
3!closed
6> PING
PONG

# More can be allowed while the server runs; fewer closes nobody.
> CONFIG SET maxclients 4
OK
7> PING
PONG
> CONFIG SET maxclients 1
OK
> PING
PONG
7> PING
PONG
8!send ""
"-ERR max number of clients reached"
8!closed
> CONFIG GET maxclients
1) "maxclients"
2) "1"
