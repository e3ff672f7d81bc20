# SHUTDOWN [NOSAVE | SAVE] [NOW] [FORCE] [ABORT]
#
# Ends the server. Every connection is closed; no answer comes, except when it cannot be done.

> SHUTDOWN ABORT
(error) ERR No shutdown in progress.
> SHUTDOWN WHATEVER
(error) ERR syntax error
> SHUTDOWN NOSAVE SAVE
(error) ERR syntax error
> SHUTDOWN NOSAVE ABORT
(error) ERR syntax error
> SHUTDOWN ABORT NOW
(error) ERR syntax error
> SHUTDOWN NOSAVE WHATEVER
(error) ERR syntax error
> SHUTDOWN ""
(error) ERR syntax error
> PING
PONG
2> PING
PONG
> SHUTDOWN NOSAVE NOW FORCE
!closed
2!closed
