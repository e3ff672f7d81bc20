# CLIENT KILL ip:port, CLIENT KILL [ID id] [TYPE type] [USER name] [ADDR ip:port] [LADDR ip:port]
# [SKIPME yes | no]
#
# Closes connections. The old form names one address; the new one closes all that match every
# filter, and answers how many.

2> PING
PONG
3> PING
PONG
> CLIENT KILL TYPE normal
(integer) 2
2!closed
3!closed
2> PING
PONG
> CLIENT KILL USER default
(integer) 1
2!closed
> CLIENT KILL TYPE normal
(integer) 0
2> PING
PONG
3> PING
PONG
> CLIENT KILL SKIPME yes TYPE normal USER default
(integer) 2
2!closed
3!closed

# Filters that match nobody.
2> PING
PONG
> CLIENT KILL TYPE replica
(integer) 0
> CLIENT KILL TYPE slave
(integer) 0
> CLIENT KILL TYPE master
(integer) 0
> CLIENT KILL TYPE pubsub
(integer) 0
> CLIENT KILL ID 999999999
(integer) 0
> CLIENT KILL ADDR 127.0.0.1:1
(integer) 0
> CLIENT KILL LADDR 127.0.0.1:1
(integer) 0
> CLIENT KILL TYPE normal ID 999999999
(integer) 0
> CLIENT KILL ID 999999999 TYPE normal SKIPME no
(integer) 0
> CLIENT KILL 127.0.0.1:1
(error) ERR No such client
> CLIENT KILL 0.0.0.0:0
(error) ERR No such client
> CLIENT KILL whatever
(error) ERR No such client
> CLIENT KILL ""
(error) ERR No such client
2> PING
PONG

# Only SKIPME: everybody else.
> CLIENT KILL SKIPME yes
(integer) 1
2!closed

# With SKIPME no the asking connection is closed too, after its answer.
2> PING
PONG
> CLIENT KILL TYPE normal SKIPME no
(integer) 2
2!closed
!closed
2> PING
PONG
> CLIENT KILL USER default SKIPME no
(integer) 2
!closed
2!closed

!real-only addresses of the simulated machine are its own
2> PING
PONG
> CLIENT KILL LADDR 127.0.0.1:$PORT
(integer) 1
2!closed
> CLIENT KILL LADDR 127.0.0.1:$PORT SKIPME no
(integer) 1
!closed
!end

> CLIENT KILL ID 0
(error) ERR client-id should be greater than 0
> CLIENT KILL ID -1
(error) ERR client-id should be greater than 0
> CLIENT KILL ID x
(error) ERR client-id should be greater than 0
> CLIENT KILL ID ""
(error) ERR client-id should be greater than 0
> CLIENT KILL ID 9223372036854775808
(error) ERR client-id should be greater than 0
> CLIENT KILL TYPE whatever
(error) ERR Unknown client type 'whatever'
> CLIENT KILL USER nobody
(error) ERR No such user 'nobody'
> CLIENT KILL SKIPME maybe
(error) ERR syntax error
> CLIENT KILL TYPE normal SKIPME
(error) ERR syntax error
> CLIENT KILL WHATEVER x
(error) ERR syntax error
> CLIENT KILL TYPE normal WHATEVER x
(error) ERR syntax error
> CLIENT KILL TYPE normal ID
(error) ERR syntax error
> CLIENT KILL
(error) ERR wrong number of arguments for 'client|kill' command
