# Requests are arrays of bulk strings, or lines of words ("inline").

!send "*1\r\n$4\r\nPING\r\n"
"+PONG"
!send "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\na\r\nb\x00\r\n"
"+OK"
!send "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"
"$5"
"a"
"b\x00"
!send "*2\r\n$3\r\nGET\r\n$7\r\nnothing\r\n"
"$-1"

# Many in one piece, and one in many pieces.
!send "*1\r\n$4\r\nPING\r\n*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\nPING\r\nPING inline\r\n*1\r\n$4\r\nPING\r\n"
"+PONG"
"$2"
"hi"
"+PONG"
"$6"
"inline"
"+PONG"
!send "*2\r\n$4"
!send "\r\nEC"
!send "HO\r\n$"
!send "3\r\na\r"
!send "c\r"
!send "\n"
"$3"
"a\rc"

# Inline: words between spaces; the line ends with LF or CRLF; quotes as in redis-cli.
!send "PING\n"
"+PONG"
!send "  PING  \r\n"
"+PONG"
!send "SET inline \"a \\x41\\n\\\"\"\r\nGET inline\r\n"
"+OK"
"$5"
"a A\n\""
!send "SET inline 'a \\x41\\' b'\r\nGET inline\r\n"
"+OK"
"$9"
"a \\x41' b"
!send "ECHO \"\"\r\n"
"$0"
""
!send "ECHO ''\r\n"
"$0"
""
!send "PING\tx\r\n"
"$1"
"x"
!send "ECHO a\"b\"\r\n"
"$2"
"ab"
!send "ECHO \xff\xfe\r\n"
"$2"
"\xff\xfe"
!send "ECHO $3\r\n"
"$2"
"$3"
!send "ECHO *1\r\n"
"$2"
"*1"

# Empty lines and empty arrays are passed over.
!send "\r\n\r\nPING\r\n"
"+PONG"
!send "\nPING\r\n"
"+PONG"
!send "   \r\nPING\r\n"
"+PONG"
!send "*0\r\nPING\r\n"
"+PONG"
!send "*-1\r\nPING\r\n"
"+PONG"
!send "*-10\r\n*0\r\n\r\nPING\r\n"
"+PONG"
!send "*+1\r\n$4\r\nPING\r\n"
"-ERR Protocol error: invalid multibulk length"
!closed
!send "*01\r\n$4\r\nPING\r\n"
"-ERR Protocol error: invalid multibulk length"
!closed

# Empty bulk strings are arguments as any other, also as the command.
!send "*2\r\n$4\r\nECHO\r\n$0\r\n\r\n"
"$0"
""
!send "*1\r\n$0\r\n\r\n"
"-ERR unknown command '', with args beginning with: "
!send "\"\"\r\n"
"-ERR unknown command '', with args beginning with: "

# What follows a bulk is two bytes that nobody looks at.
!send "*1\r\n$4\r\nPINGxxPING\r\n"
"+PONG"
"+PONG"

# After an error in the protocol comes a last answer, and the connection is closed. What came before
# is answered.
2!send "PING\r\n*x\r\nPING\r\n"
"+PONG"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*1x\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "* 1\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*1.5\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*2147483648\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*9223372036854775808\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*-9223372036854775809\r\n"
"-ERR Protocol error: invalid multibulk length"
2!closed
2!send "*1\r\n$x\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$-1\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$-5\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$4x\r\nPING\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$536870913\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n$9223372036854775808\r\n"
"-ERR Protocol error: invalid bulk length"
2!closed
2!send "*1\r\n:4\r\n"
"-ERR Protocol error: expected '$', got ':'"
2!closed
2!send "*1\r\nPING\r\n"
"-ERR Protocol error: expected '$', got 'P'"
2!closed
2!send "*1\r\n\r\n"
"-ERR Protocol error: expected '$', got ' '"
2!closed
2!send "*1\r\n+PING\r\n"
"-ERR Protocol error: expected '$', got '+'"
2!closed
2!send "*1\r\n\xff\r\n"
"-ERR Protocol error: expected '$', got '\xff'"
2!closed
2!send "*2\r\n$4\r\nECHO\r\n*1\r\n"
"-ERR Protocol error: expected '$', got '*'"
2!closed
2!send "SET k \"a\r\n"
"-ERR Protocol error: unbalanced quotes in request"
2!closed
2!send "SET k 'a\r\n"
"-ERR Protocol error: unbalanced quotes in request"
2!closed
2!send "SET k \"a\"b\r\n"
"-ERR Protocol error: unbalanced quotes in request"
2!closed
2!send "SET k 'a'b\r\n"
"-ERR Protocol error: unbalanced quotes in request"
2!closed
2!send "\"\r\n"
"-ERR Protocol error: unbalanced quotes in request"
2!closed

# Lengths have limits: a number of 64 KiB is no number, and a line of 64 KiB is none.
2!send "*$REPEAT(1,65537)"
"-ERR Protocol error: too big mbulk count string"
2!closed
2!send "*1\r\n$$REPEAT(1,65537)"
"-ERR Protocol error: too big bulk count string"
2!closed
2!send "$REPEAT(x,65537)"
"-ERR Protocol error: too big inline request"
2!closed

# Arrays may be announced up to 2^31 - 1 arguments, bulk strings up to proto-max-bulk-len.
2!send "*1048577\r\n$4\r\nPING\r\n"
2!read
(no reply)
2!reconnect
2!send "*2147483647\r\n$4\r\nPING\r\n"
2!read
(no reply)
2!reconnect
2!send "*2\r\n$4\r\nECHO\r\n$536870912\r\nabc"
2!read
(no reply)
2!reconnect
2> CONFIG SET proto-max-bulk-len 1mb
OK
2!send "*2\r\n$4\r\nECHO\r\n$1048577\r\nabc"
"-ERR Protocol error: invalid bulk length"
2!closed
> CONFIG SET proto-max-bulk-len 512mb
OK
> CONFIG SET proto-max-bulk-len 1mb
OK
> SETRANGE k 1048575 ab
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> APPEND k2 $REPEAT(x,1000000)
(integer) 1000000
> APPEND k2 $REPEAT(x,48577)
(error) ERR string exceeds maximum allowed size (proto-max-bulk-len)
> SETRANGE k3 1048575 a
(integer) 1048576
> CONFIG SET proto-max-bulk-len 1023kb
(error) ERR CONFIG SET failed (possibly related to argument 'proto-max-bulk-len') - argument must be between 1048576 and 9223372036854775807 inclusive
> CONFIG SET proto-max-bulk-len 512mb
OK

# Words of web browsers end the connection without an answer, so that no web page can talk to the
# server.
2!send "POST / HTTP/1.1\r\n"
2!closed
2!send "Host: localhost\r\n"
2!closed
2!send "*1\r\n$4\r\nPOST\r\n"
2!closed
2!send "host: x\r\nPING\r\n"
2!closed
