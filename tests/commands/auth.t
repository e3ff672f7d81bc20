# AUTH [username] password
#
# Without a password set, the default user accepts any, but only with its name.

> AUTH default anything
OK
> AUTH default ""
OK
> AUTH anything
(error) ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?
> AUTH nobody anything
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH ""
(error) ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?
> AUTH
(error) ERR wrong number of arguments for 'auth' command
> AUTH a b c
(error) ERR syntax error

# It can be set while the server runs. Who is connected stays so.
> CONFIG SET requirepass secret
OK
> CONFIG GET requirepass
1) "requirepass"
2) "secret"
> PING
PONG
2> PING
(error) NOAUTH Authentication required.
2> AUTH wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
2> AUTH default wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
2> AUTH nobody secret
(error) WRONGPASS invalid username-password pair or user is disabled.
2> AUTH secret
OK
2> PING
PONG
3> AUTH default secret
OK
3> PING
PONG
> CONFIG SET requirepass ""
OK
4> PING
PONG
