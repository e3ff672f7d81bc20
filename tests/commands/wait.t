# WAIT replicas milliseconds: how many replicas have what this connection has written; here there are none.

> SET key value
OK
> WAIT 0 0
(integer) 0
> WAIT 0 9223372036854775807
(integer) 0
> WAIT -1 0
(integer) 0
> WAIT 1 20
(integer) 0
> WAIT 9223372036854775807 20
(integer) 0

> WAIT x 0
(error) ERR value is not an integer or out of range
> WAIT 1 x
(error) ERR timeout is not an integer or out of range
> WAIT 1 -1
(error) ERR timeout is negative
> WAIT 1 9223372036854775808
(error) ERR timeout is not an integer or out of range
> WAIT 1
(error) ERR wrong number of arguments for 'wait' command

# Within EXEC it waits for nothing.
> MULTI
OK
> SET key other
QUEUED
> WAIT 1 0
QUEUED
> EXEC
1) OK
2) (integer) 0

# In a pipeline what stands behind it waits, too.
!send "SET key 1\r\nWAIT 1 20\r\nSET key 2\r\nWAIT 0 0\r\nGET key\r\n"
"+OK"
":0"
"+OK"
":0"
"$1"
"2"

# A timeout of 0 is for ever, and CLIENT UNBLOCK ends it.
2> CLIENT ID
~ \(integer\) \d+
2> WAIT 1 0
(no reply)
> CLIENT UNBLOCK $ID(2)
(integer) 1
2!read
(integer) 0
