# A server with a password answers nothing before AUTH.

!server --requirepass "secret word"

> PING
(error) NOAUTH Authentication required.
> GET k
(error) NOAUTH Authentication required.
> SET k v
(error) NOAUTH Authentication required.
> ECHO hi
(error) NOAUTH Authentication required.
> SELECT 1
(error) NOAUTH Authentication required.
> INFO
(error) NOAUTH Authentication required.
> COMMAND
(error) NOAUTH Authentication required.
> CLIENT ID
(error) NOAUTH Authentication required.
> CLIENT SETNAME a
(error) NOAUTH Authentication required.
> CONFIG GET requirepass
(error) NOAUTH Authentication required.
> DEBUG SLEEP 0
(error) NOAUTH Authentication required.

# Unknown commands and wrong numbers of arguments are told apart first.
> WHATEVER
(error) ERR unknown command 'WHATEVER', with args beginning with: 
> WHATEVER a b
(error) ERR unknown command 'WHATEVER', with args beginning with: 'a' 'b' 
> GET
(error) ERR wrong number of arguments for 'get' command
> CLIENT WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try CLIENT HELP.
> CLIENT
(error) ERR wrong number of arguments for 'client' command

# These are allowed: AUTH, HELLO, QUIT, RESET.
> RESET
RESET
> HELLO
(error) NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time
> HELLO 2
(error) NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time
> HELLO 3
(error) NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time
> HELLO 3 SETNAME me
(error) NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time
> HELLO 3 AUTH default wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
> HELLO 3 AUTH nobody "secret word"
(error) WRONGPASS invalid username-password pair or user is disabled.
> HELLO 4 AUTH default "secret word"
(error) NOPROTO unsupported protocol version
> AUTH wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH ""
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH secret
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH default
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH nobody "secret word"
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH default wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
> AUTH
(error) ERR wrong number of arguments for 'auth' command
> AUTH a b c
(error) ERR syntax error
2> QUIT
OK
2!closed

# HELLO takes its options in turn: the password before a wrong option counts.
12> HELLO 3 AUTH default "secret word" WHATEVER
(error) ERR Syntax error in HELLO option 'WHATEVER'
12> PING
PONG

# In a pipeline everything is answered in its turn.
3!send "GET k\r\nAUTH \"secret word\"\r\nSET k v\r\nGET k\r\n"
"-NOAUTH Authentication required."
"+OK"
"+OK"
"$1"
"v"
4!send "*2\r\n$4\r\nAUTH\r\n$5\r\nwrong\r\n*1\r\n$4\r\nPING\r\n"
"-WRONGPASS invalid username-password pair or user is disabled."
"-NOAUTH Authentication required."

# A request is small before AUTH: at most 10 arguments of at most 16 KiB.
5!send "*11\r\n"
"-ERR Protocol error: unauthenticated multibulk length"
5!closed
6!send "*10\r\n$16385\r\n"
"-ERR Protocol error: unauthenticated bulk length"
6!closed
7!send "*1\r\n$4\r\nPING\r\n*2147483648\r\n"
"-NOAUTH Authentication required."
"-ERR Protocol error: invalid multibulk length"
7!closed
8!send "*10\r\n$3\r\nSET\r\n"

# With the password all is well; a wrong one afterwards changes nothing.
> AUTH "secret word"
OK
> PING
PONG
> GET k
"v"
> AUTH wrong
(error) WRONGPASS invalid username-password pair or user is disabled.
> PING
PONG
> RESET
RESET
> PING
(error) NOAUTH Authentication required.
> HELLO 3 AUTH default "secret word" SETNAME me
1# "server" => "redis"
...
> CLIENT GETNAME
"me"
> HELLO 2
 1) "server"
...
9> AUTH default "secret word"
OK
9> PING
PONG
9> AUTH nobody x
(error) WRONGPASS invalid username-password pair or user is disabled.
9> PING
PONG

# The password can be changed, and be removed.
> CONFIG GET requirepass
1) "requirepass"
2) "secret word"
> CONFIG SET requirepass other
OK
9> PING
PONG
10> AUTH "secret word"
(error) WRONGPASS invalid username-password pair or user is disabled.
10> AUTH other
OK
> CONFIG SET requirepass ""
OK
11> PING
PONG
