# HELLO [protover [AUTH username password] [SETNAME clientname]]
#
# Introduces the client, chooses the protocol, and answers what server this is.

> HELLO
 1) "server"
 2) "redis"
 3) "version"
~  4\) "\d+\.\d+\.\d+"
 5) "proto"
 6) (integer) 2
 7) "id"
~  8\) \(integer\) [1-9]\d*
 9) "mode"
10) "standalone"
11) "role"
12) "master"
13) "modules"
14) (empty array)

# In RESP3 the answer is a map, beginning with this very answer.
> HELLO 3
1# "server" => "redis"
~ 2# "version" => "\d+\.\d+\.\d+"
3# "proto" => (integer) 3
~ 4# "id" => \(integer\) [1-9]\d*
5# "mode" => "standalone"
6# "role" => "master"
7# "modules" => (empty array)
> HELLO
1# "server" => "redis"
~ 2# "version" => "\d+\.\d+\.\d+"
3# "proto" => (integer) 3
...
> GET nothing
(nil)
> HELLO 2
 1) "server"
 2) "redis"
...
> hello 3 setname me auth default ""
1# "server" => "redis"
...
> HELLO 3 SETNAME me
1# "server" => "redis"
...
> CLIENT GETNAME
"me"
> HELLO 3 AUTH default anything
1# "server" => "redis"
...
> HELLO 3 AUTH default pw SETNAME you
1# "server" => "redis"
...
> CLIENT GETNAME
"you"
> HELLO 2 SETNAME you2 SETNAME you3
 1) "server"
...
> CLIENT GETNAME
"you3"
> HELLO 2 SETNAME ""
 1) "server"
...
> CLIENT GETNAME
(nil)

# It may be the first thing on a connection, also inline, and in a pipeline.
5!send "HELLO 3\r\nPING\r\n*2\r\n$3\r\nGET\r\n$1\r\nx\r\n"
"%7"
"$6"
"server"
"$5"
"redis"
"$7"
"version"
~ "\$\d+"
~ "\d+\.\d+\.\d+"
"$5"
"proto"
":3"
"$2"
"id"
~ ":\d+"
"$4"
"mode"
"$10"
"standalone"
"$4"
"role"
"$6"
"master"
"$7"
"modules"
"*0"
"+PONG"
"_"

# Versions that do not exist. The protocol stays as it was.
> HELLO 1
(error) NOPROTO unsupported protocol version
> HELLO 4
(error) NOPROTO unsupported protocol version
> HELLO 0
(error) NOPROTO unsupported protocol version
> HELLO -1
(error) NOPROTO unsupported protocol version
> HELLO 3x
(error) ERR Protocol version is not an integer or out of range
> HELLO ""
(error) ERR Protocol version is not an integer or out of range
> HELLO 99999999999999999999
(error) ERR Protocol version is not an integer or out of range
> HELLO three
(error) ERR Protocol version is not an integer or out of range
> HELLO 4 SETNAME nobody
(error) NOPROTO unsupported protocol version
> CLIENT GETNAME
(nil)

# A wrong option is found when its turn comes: the name before it is given, the protocol stays.
> HELLO 3 WHATEVER
(error) ERR Syntax error in HELLO option 'WHATEVER'
> HELLO 3 AUTH
(error) ERR Syntax error in HELLO option 'AUTH'
> HELLO 3 AUTH default
(error) ERR Syntax error in HELLO option 'AUTH'
> HELLO 3 SETNAME
(error) ERR Syntax error in HELLO option 'SETNAME'
> HELLO 3 SETNAME "a b"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> HELLO 3 SETNAME "a\n"
(error) ERR Client names cannot contain spaces, newlines or special characters.
> HELLO 3 AUTH nobody pw
(error) WRONGPASS invalid username-password pair or user is disabled.
> HELLO 3 AUTH nobody pw SETNAME a
(error) WRONGPASS invalid username-password pair or user is disabled.
> HELLO 3 SETNAME a WHATEVER
(error) ERR Syntax error in HELLO option 'WHATEVER'
> CLIENT GETNAME
"a"
> GET nothing
(nil)
