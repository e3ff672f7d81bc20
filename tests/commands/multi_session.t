# MULTI and the connection: what is run at its place, what is refused, what CLIENT LIST and MONITOR show.

# Within MULTI a client has the flag x, and says how many commands wait.
> CLIENT LIST
~ id=\d+ .* flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 .* multi-mem=0 .* cmd=client\|list .*

> MULTI
OK
> SET a 1
QUEUED
> GET a
QUEUED
2> CLIENT LIST
~ id=\d+ .* flags=x db=0 sub=0 psub=0 ssub=0 multi=2 .* cmd=get .*
~ id=\d+ .* flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 .* cmd=client\|list .*

> CLIENT INFO
QUEUED
> EXEC
1) OK
2) "1"
~ 3\) "id=\d+ .* flags=x db=0 sub=0 psub=0 ssub=0 multi=3 .* cmd=exec .*

# A watched key that has changed shows as d.
> WATCH a
OK
2> SET a 2
OK
> CLIENT INFO
~ id=\d+ .* flags=d db=0 .* multi=-1 .*

> MULTI
OK
> GET a
QUEUED
2> CLIENT LIST TYPE normal
~ id=\d+ .* flags=xd db=0 .* multi=0 .*
...

> EXEC
(nil)

# Shutting down is no part of a transaction.
> MULTI
OK
> SHUTDOWN
(error) ERR Command not allowed inside a transaction
> EXEC
(error) EXECABORT Transaction discarded because of previous errors.

# The protocol changes at its place.
> MULTI
OK
> GET nothing
QUEUED
> HELLO 3
QUEUED
> GET nothing
QUEUED
> EXEC
1) (nil)
2) 1# "server" => "redis"
...
!send "MULTI\r\nGET nothing\r\nHELLO 2\r\nGET nothing\r\nCLIENT GETNAME\r\nEXEC\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"*4"
"_"
"*14"
"$6"
"server"
"$5"
"redis"
"$7"
"version"
~ ".*"
~ ".*"
"$5"
"proto"
":2"
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
"$-1"
"$-1"

# A name that is given within counts for what comes after it.
> MULTI
OK
> CLIENT SETNAME bob
QUEUED
> CLIENT GETNAME
QUEUED
> EXEC
1) OK
2) "bob"

# CLIENT REPLY OFF within leaves an array that never ends; ON within ends the silence.
2> MULTI
OK
!send "MULTI\r\nECHO a\r\nCLIENT REPLY OFF\r\nECHO b\r\nEXEC\r\nECHO c\r\nMULTI\r\nECHO d\r\nCLIENT REPLY ON\r\nECHO e\r\nEXEC\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"+QUEUED"
"*3"
"$1"
"a"
"+OK"
"$1"
"e"
!send "MULTI\r\nCLIENT REPLY SKIP\r\nECHO b\r\nEXEC\r\nECHO c\r\nECHO d\r\n"
"+OK"
"+QUEUED"
"+QUEUED"
"*2"
"$1"
"b"
"$1"
"d"

!reconnect
# MONITOR itself may not be begun by EXEC.
4> MULTI
OK
4> MONITOR
QUEUED
4> EXEC
1) (error) ERR MONITOR isn't allowed for DENY BLOCKING client

# What is watched in one database is not forgotten by SELECT; RESET forgets all.
5> WATCH w
OK
5> SELECT 3
OK
> SELECT 0
OK
> SET w 1
OK
5> MULTI
OK
5> PING
QUEUED
5> EXEC
(nil)
5> SELECT 0
OK
5> WATCH w
OK
> SET w 2
OK
5> RESET
RESET
5> MULTI
OK
5> PING
QUEUED
5> EXEC
1) PONG

# A pause of writes lets reading transactions pass, and holds the others before the command that writes.
> CLIENT PAUSE 100 WRITE
OK
> MULTI
OK
> GET w
QUEUED
> EXEC
1) "2"
> MULTI
OK
> SET w 3
QUEUED
> EXEC
1) OK

# A monitor is shown what runs: MULTI, the commands as EXEC runs them, then EXEC.
!reconnect
3> MONITOR
OK
> MULTI
OK
> SET a 1
QUEUED
> CLIENT ID
QUEUED
> SELECT 1
QUEUED
> GET a
QUEUED
> NOSUCH
(error) ERR unknown command 'NOSUCH', with args beginning with: 
> DISCARD
OK
> MULTI
OK
> SET a 1
QUEUED
> SELECT 1
QUEUED
> GET a
QUEUED
> EXEC
1) OK
2) OK
3) (nil)
3!read
~ \d+\.\d+ \[0 .*\] "MULTI"
3!read
~ \d+\.\d+ \[0 .*\] "DISCARD"
3!read
~ \d+\.\d+ \[0 .*\] "MULTI"
3!read
~ \d+\.\d+ \[0 .*\] "SET" "a" "1"
3!read
~ \d+\.\d+ \[1 .*\] "SELECT" "1"
3!read
~ \d+\.\d+ \[1 .*\] "GET" "a"
3!read
~ \d+\.\d+ \[1 .*\] "EXEC"
