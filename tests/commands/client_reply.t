# CLIENT REPLY ON | OFF | SKIP
#
# OFF: nothing is answered any more. SKIP: the next command is not answered. ON: answers again, with
# OK.

!send "CLIENT REPLY ON\r\n"
"+OK"
!send "CLIENT REPLY SKIP\r\nSET a 1\r\nGET a\r\n"
"$1"
"1"
!send "CLIENT REPLY OFF\r\nSET a 2\r\nGET a\r\nWHATEVER\r\nCLIENT REPLY ON\r\nGET a\r\n"
"+OK"
"$1"
"2"
!send "CLIENT REPLY OFF\r\nCLIENT REPLY SKIP\r\nPING\r\nPING\r\nCLIENT REPLY ON\r\n"
"+OK"
!send "CLIENT REPLY SKIP\r\nWHATEVER\r\nPING\r\n"
"+PONG"
!send "CLIENT REPLY SKIP\r\nCLIENT REPLY SKIP\r\nPING\r\nPING\r\n"
"+PONG"
!send "CLIENT REPLY SKIP\r\nCLIENT REPLY ON\r\nPING\r\n"
"+OK"
"+PONG"
!send "client reply skip\r\nECHO 1\r\nECHO 2\r\n"
"$1"
"2"
> CLIENT REPLY MAYBE
(error) ERR syntax error
> CLIENT REPLY
(error) ERR wrong number of arguments for 'client|reply' command
> CLIENT REPLY ON ON
(error) ERR wrong number of arguments for 'client|reply' command

# A new connection answers.
2!send "CLIENT REPLY OFF\r\n"
2!read
(no reply)
2!reconnect
2> PING
PONG

# Who waits without wanting an answer gets none; what it has sent behind that is answered.
2!send "CLIENT REPLY OFF\r\nBLPOP l 0\r\nCLIENT REPLY ON\r\n"
> RPUSH l x
(integer) 1
2!read
OK
!send "CLIENT REPLY SKIP\r\nBLPOP l 0.01\r\nPING\r\n"
"+PONG"
!send "CLIENT REPLY OFF\r\nWAIT 1 10\r\nCLIENT REPLY ON\r\n"
"+OK"

# ON within a transaction: the replies from there on, without the head of the array.
!send "CLIENT REPLY OFF\r\nMULTI\r\nGET a\r\nCLIENT REPLY ON\r\nGET a\r\nEXEC\r\nPING\r\n"
"+OK"
"$1"
"2"
"+PONG"
