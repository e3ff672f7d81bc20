# PING [message]
#
# Answers PONG, or the message.

> PING
PONG
> PING hello
"hello"
> PING ""
""
> PING "\x00\r\n"
"\x00\r\n"
> ping
PONG
> PING a b
(error) ERR wrong number of arguments for 'ping' command
!resp3
> PING
PONG
> PING hello
"hello"
!resp2

# ECHO message

> ECHO hello
"hello"
> ECHO ""
""
> ECHO "a\r\nb\x00\xff"
"a\r\nb\x00\xff"
> ECHO
(error) ERR wrong number of arguments for 'echo' command
> ECHO a b
(error) ERR wrong number of arguments for 'echo' command

# SELECT index
#
# Chooses one of 16 databases for this connection.

> SET k zero
OK
> SELECT 1
OK
> GET k
(nil)
> SET k one
OK
> SELECT 15
OK
> GET k
(nil)
> SELECT 0
OK
> GET k
"zero"
2> GET k
"zero"
> SELECT 16
(error) ERR DB index is out of range
> SELECT -1
(error) ERR DB index is out of range
> SELECT x
(error) ERR value is not an integer or out of range
> SELECT ""
(error) ERR value is not an integer or out of range
> SELECT 1.5
(error) ERR value is not an integer or out of range
> SELECT 01
(error) ERR value is not an integer or out of range
> SELECT 9223372036854775808
(error) ERR value is not an integer or out of range
> SELECT 2147483648
(error) ERR value is out of range, value must between -2147483648 and 2147483647
> SELECT
(error) ERR wrong number of arguments for 'select' command
> SELECT 1 2
(error) ERR wrong number of arguments for 'select' command
> GET k
"zero"

# QUIT
#
# Answers OK and closes. What was sent after it is not looked at.

3> QUIT
OK
3!closed
4!send "SET q 1\r\nQUIT\r\nSET q 2\r\n"
"+OK"
"+OK"
4!closed
> GET q
"1"
5> QUIT now
OK
5!closed

# RESET
#
# Puts the connection back to how it was when it began.

> CLIENT SETNAME me
OK
> SELECT 3
OK
!resp3
> RESET
RESET
> CLIENT GETNAME
(nil)
> GET k
"zero"
> HELLO
...
 5) "proto"
 6) (integer) 2
...
6> MONITOR
OK
6> RESET
RESET
> SET k two
OK
6> GET k
"two"
> RESET now
(error) ERR wrong number of arguments for 'reset' command
