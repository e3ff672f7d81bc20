# PING answers PONG, or what it was given.
> PING
PONG
> PING hello
"hello"
> PING "a\x00b\r\n"
"a\x00b\r\n"
> PING one two
(error) ERR wrong number of arguments for 'ping' command

# ECHO gives back its argument, of any bytes.
> ECHO ""
""
> ECHO 'it\'s "raw" \n'
"it's \"raw\" \\n"

# A command that does not exist is an error, and the connection goes on.
> NOSUCH a b
(error) ERR unknown command 'NOSUCH', with args beginning with: 'a' 'b' 
> PING
PONG

# Requests may also be lines of text.
!send "PING\r\nPING  hi\n"
"+PONG"
"$2"
"hi"

# Each connection has its own state.
> SELECT 3
OK
> SET where three
OK
2> GET where
(nil)
2> SELECT 3
OK
2> GET where
"three"
