# CLIENT PAUSE milliseconds [WRITE | ALL], CLIENT UNPAUSE
#
# Commands wait until the time is over: all of them, or only those that write.

> CLIENT PAUSE 400
OK
2> GET k
2!read
(no reply)
2!read
(nil)

# UNPAUSE ends it early.
> SET k v
OK
> CLIENT PAUSE 100000 WRITE
OK
> GET k
"v"
2> GET k
"v"
2> SET k w
2!read
(no reply)
> GET k
"v"
> CLIENT UNPAUSE
OK
2!read
OK
> GET k
"w"

# A command that was refused anyway does not wait, and neither does one that only reads.
> CLIENT PAUSE 100000 write
OK
2> SET k
(error) ERR wrong number of arguments for 'set' command
2> STRLEN k
(integer) 1
2> WHATEVER
(error) ERR unknown command 'WHATEVER', with args beginning with: 
2> SELECT 1
OK
2> PING
PONG
2> EXISTS k
(integer) 0
2> SELECT 0
OK
3> DEL k
4> INCR n
5> EXPIRE k 100
3!read
(no reply)
> CLIENT UNPAUSE
OK
3!read
(integer) 1
4!read
(integer) 1
5!read
~ \(integer\) [01]

# Pausing again may make it longer or stricter, never shorter or weaker.
> CLIENT PAUSE 100000 WRITE
OK
> CLIENT PAUSE 1 WRITE
OK
2> SET k v
2!read
(no reply)
> CLIENT UNPAUSE
OK
2!read
OK
> CLIENT UNPAUSE
OK

# Keys do not go away by themselves while writes are paused; they are not seen, though.
> SET short v PX 30
OK
> CLIENT PAUSE 100000 WRITE
OK
!advance 50
> GET short
(nil)
> EXISTS short
(integer) 0
> CLIENT UNPAUSE
OK

# A pipeline stops at the command that has to wait.
> SET k v
OK
> CLIENT PAUSE 100000 WRITE
OK
2!send "GET k\r\nSET k w\r\nGET k\r\n"
"$1"
"v"
2!read
(no reply)
> CLIENT UNPAUSE
OK
2!send ""
"+OK"
"$1"
"w"

> CLIENT PAUSE
(error) ERR wrong number of arguments for 'client|pause' command
> CLIENT PAUSE x
(error) ERR timeout is not an integer or out of range
> CLIENT PAUSE -1
(error) ERR timeout is negative
> CLIENT PAUSE 1.5
(error) ERR timeout is not an integer or out of range
> CLIENT PAUSE ""
(error) ERR timeout is not an integer or out of range
> CLIENT PAUSE 100 WHATEVER
(error) ERR CLIENT PAUSE mode must be WRITE or ALL
> CLIENT PAUSE 100 ALL WRITE
(error) ERR unknown subcommand or wrong number of arguments for 'PAUSE'. Try CLIENT HELP.
> CLIENT PAUSE 0
OK
> CLIENT UNPAUSE
OK
> CLIENT UNPAUSE now
(error) ERR wrong number of arguments for 'client|unpause' command
