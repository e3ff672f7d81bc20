# MONITOR
#
# Shows every command that the server runs, from any connection: time, database, address, arguments.

2> MONITOR
OK
> SET k "v\x00\r\n\"\\"
OK
> SELECT 3
OK
> GET k
(nil)
2!read
~ \d+\.\d{6} \[0 \S+\] "SET" "k" "v\\x00\\r\\n\\"\\\\"
2!read
~ \d+\.\d{6} \[3 \S+\] "SELECT" "3"
2!read
~ \d+\.\d{6} \[3 \S+\] "GET" "k"

# What is refused before it runs is not shown: unknown commands, wrong arity.
> WHATEVER
(error) ERR unknown command 'WHATEVER', with args beginning with: 
> GET
(error) ERR wrong number of arguments for 'get' command
> get k
(nil)
2!read
~ \d+\.\d{6} \[3 \S+\] "get" "k"
> INCRBY k x
(error) ERR value is not an integer or out of range
2!read
~ \d+\.\d{6} \[3 \S+\] "INCRBY" "k" "x"

# Passwords are not shown. Commands of administration are not shown at all.
> AUTH default secret
OK
2!read
~ \d+\.\d{6} \[3 \S+\] "AUTH" "\(redacted\)" "\(redacted\)"
> HELLO 2 AUTH default secret SETNAME me
...
2!read
~ \d+\.\d{6} \[3 \S+\] "HELLO" "2" "AUTH" "\(redacted\)" "\(redacted\)" "SETNAME" "me"
> CONFIG GET maxmemory
1) "maxmemory"
2) "0"
> DEBUG SLEEP 0
OK
> SLOWLOG LEN
~ \(integer\) \d+
> PING
PONG
2!read
~ \d+\.\d{6} \[3 \S+\] "PING"

# In a pipeline every command is shown, in its order.
!send "SET a 1\r\nGET a\r\nDEL a\r\n"
"+OK"
"$1"
"1"
":1"
2!read
~ \d+\.\d{6} \[3 \S+\] "SET" "a" "1"
2!read
~ \d+\.\d{6} \[3 \S+\] "GET" "a"
2!read
~ \d+\.\d{6} \[3 \S+\] "DEL" "a"
