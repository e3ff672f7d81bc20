# What one connection may take.

# A reply that is larger than client-output-buffer-limit closes the connection.
> CONFIG SET client-output-buffer-limit "normal 1000000 0 0"
OK
> SETRANGE big 3000000 x
(integer) 3000001
2!send "GET big\r\n"
2!closed
> CONFIG SET client-output-buffer-limit "normal 0 0 0"
OK
2> STRLEN big
(integer) 3000001

# A request that is larger than client-query-buffer-limit closes the connection.
> CONFIG SET client-query-buffer-limit 1mb
OK
2!send "*2\r\n$4\r\nECHO\r\n$3000000\r\n$REPEAT(x,3000000)"
2!closed
> CONFIG SET client-query-buffer-limit 1023kb
(error) ERR CONFIG SET failed (possibly related to argument 'client-query-buffer-limit') - argument must be between 1048576 and 9223372036854775807 inclusive
> CONFIG SET client-query-buffer-limit 1gb
OK

# A connection that is silent for longer than timeout seconds is closed.
> CONFIG SET timeout 1
OK
3> PING
PONG
3!closed
!closed
> CONFIG SET timeout 0
OK
