# SLOWLOG GET [count], SLOWLOG LEN, SLOWLOG RESET
#
# Remembers commands that took at least slowlog-log-slower-than microseconds, the last
# slowlog-max-len of them.

> CONFIG SET slowlog-log-slower-than 1000000
OK
> SLOWLOG RESET
OK
> SLOWLOG LEN
(integer) 0
> SLOWLOG GET
(empty array)
> CONFIG SET slowlog-log-slower-than 0
OK
> SET k v
OK
> CONFIG SET slowlog-log-slower-than 1000000
OK
> SLOWLOG LEN
(integer) 2

# The newest first: number, time, microseconds, arguments, address and name of the client.
> CLIENT SETNAME me
OK
> SLOWLOG GET
~ 1\) 1\) \(integer\) \d+
~    2\) \(integer\) [12]\d{9}
~    3\) \(integer\) \d+
   4) 1) "SET"
      2) "k"
      3) "v"
~    5\) ".*"
   6) ""
~ 2\) 1\) \(integer\) \d+
~    2\) \(integer\) [12]\d{9}
~    3\) \(integer\) \d+
   4) 1) "CONFIG"
      2) "SET"
      3) "slowlog-log-slower-than"
      4) "0"
~    5\) ".*"
   6) ""
> SLOWLOG GET 1
...
   4) 1) "SET"
      2) "k"
      3) "v"
...
> SLOWLOG GET 0
(empty array)
> SLOWLOG GET -1
~ 1\) 1\) \(integer\) \d+
...
~ 2\) 1\) \(integer\) \d+
...

# The name is the one at that time. Numbers go on after a reset.
> SLOWLOG RESET
OK
> SLOWLOG LEN
(integer) 0
> CONFIG SET slowlog-log-slower-than 0
OK
> GET nothing
(nil)
> CONFIG SET slowlog-log-slower-than 1000000
OK
> SLOWLOG GET 1
...
   4) 1) "GET"
      2) "nothing"
~    5\) ".*"
   6) "me"

# Arguments that are long or many are cut.
> SLOWLOG RESET
OK
> CONFIG SET slowlog-log-slower-than 0
OK
> ECHO $REPEAT(x,200)
~ "x+"
> EXISTS $REPEAT(k ,40)
(integer) 40
> CONFIG SET slowlog-log-slower-than 1000000
OK
> SLOWLOG GET 2
...
   4)  1) "EXISTS"
       2) "k"
...
      31) "k"
      32) "... (10 more arguments)"
...
   4) 1) "ECHO"
~       2\) "x{128}\.\.\. \(72 more bytes\)"
...

# What a password is, is not kept; a negative limit keeps nothing, a length of 0 neither.
> SLOWLOG RESET
OK
> CONFIG SET slowlog-log-slower-than -1
OK
> SET k v
OK
> SLOWLOG LEN
(integer) 0
> CONFIG SET slowlog-log-slower-than 0 slowlog-max-len 3
OK
> PING
PONG
> PING
PONG
> PING
PONG
> PING
PONG
> SLOWLOG LEN
(integer) 3
> CONFIG SET slowlog-max-len 0
OK
> PING
PONG
> SLOWLOG LEN
(integer) 0
> CONFIG SET slowlog-log-slower-than 1000000 slowlog-max-len 128
OK
> CONFIG SET slowlog-log-slower-than 20000
OK
> SLOWLOG RESET
OK
> DEBUG SLEEP 0.03
OK
> SLOWLOG GET
~ 1\) 1\) \(integer\) \d+
~    2\) \(integer\) \d+
~    3\) \(integer\) [3-9]\d\d\d\d
   4) 1) "DEBUG"
      2) "SLEEP"
      3) "0.03"
...

> SLOWLOG GET x
(error) ERR count should be greater than or equal to -1
> SLOWLOG GET -2
(error) ERR count should be greater than or equal to -1
> SLOWLOG GET 1 2
(error) ERR unknown subcommand or wrong number of arguments for 'GET'. Try SLOWLOG HELP.
> SLOWLOG GET ""
(error) ERR count should be greater than or equal to -1
> SLOWLOG LEN x
(error) ERR wrong number of arguments for 'slowlog|len' command
> SLOWLOG RESET x
(error) ERR wrong number of arguments for 'slowlog|reset' command
> SLOWLOG
(error) ERR wrong number of arguments for 'slowlog' command
> SLOWLOG HELP
~ \s*\d+\) SLOWLOG <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) GET \[<count>\]
...
~ \s*\d+\) LEN
...
~ \s*\d+\) RESET
...
~ \s*\d+\) HELP
...
