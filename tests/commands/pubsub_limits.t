# A subscriber that does not read is closed when more waits for it than client-output-buffer-limit
# allows; nobody waits for it.

> CONFIG GET client-output-buffer-limit
1) "client-output-buffer-limit"
2) "normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60"
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
3> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> CONFIG SET client-output-buffer-limit "pubsub 100000 0 0"
OK
> CONFIG GET client-output-buffer-limit
1) "client-output-buffer-limit"
2) "normal 0 0 0 slave 268435456 67108864 60 pubsub 100000 0 0"
> PUBLISH a small
(integer) 2
2!read
1) "message"
2) "a"
3) "small"
3!read
1) "message"
2) "a"
3) "small"
> PUBLISH a $REPEAT(x,1000000)
(integer) 2
!await PUBLISH a x => (integer) 0
2!reconnect
3!reconnect
> CONFIG SET client-output-buffer-limit "pubsub 0 0 0"
OK
2> SUBSCRIBE a
1) "subscribe"
2) "a"
3) (integer) 1
> PUBLISH a $REPEAT(x,1000000)
(integer) 1
2!read
1) "message"
2) "a"
3) "$REPEAT(x,1000000)"
> CONFIG SET client-output-buffer-limit "pubsub x 0 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Error in hard, soft or soft_seconds setting in buffer limit configuration.
> CONFIG SET client-output-buffer-limit "pubsub 1 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Wrong number of arguments in buffer limit configuration.
> CONFIG SET client-output-buffer-limit "whoever 1 0 0"
(error) ERR CONFIG SET failed (possibly related to argument 'client-output-buffer-limit') - Invalid client class specified in buffer limit configuration.
