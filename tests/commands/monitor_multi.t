# What others see of a transaction: MONITOR shows its commands when they run, EXEC after them;
# CLIENT LIST shows how many are queued, and what is watched by a flag.

2> CLIENT ID
~ \(integer\) \d+
2> WATCH k
OK
2> MULTI
OK
2> SET k v
QUEUED
2> GET k
QUEUED
> CLIENT LIST ID $ID(2)
~ id=\d+ .* flags=x .* multi=2 .* cmd=get .*
2> DISCARD
OK
> CLIENT LIST ID $ID(2)
~ id=\d+ .* flags=N .* multi=-1 .*
3> MONITOR
OK
2> MULTI
OK
2> SET k v
QUEUED
2> LPUSH k x
QUEUED
3!read
~ \d+\.\d+ \[0 127\.0\.0\.1:\d+\] "MULTI"
3!read
(no reply)
2> EXEC
1) OK
2) (error) WRONGTYPE Operation against a key holding the wrong kind of value
3!read
~ \d+\.\d+ \[0 127\.0\.0\.1:\d+\] "SET" "k" "v"
3!read
~ \d+\.\d+ \[0 127\.0\.0\.1:\d+\] "LPUSH" "k" "x"
3!read
~ \d+\.\d+ \[0 127\.0\.0\.1:\d+\] "EXEC"
2> WATCH k
OK
3!read
~ \d+\.\d+ \[0 127\.0\.0\.1:\d+\] "WATCH" "k"
2> MULTI
OK
3!read
~ .* "MULTI"
2> SELECT 1
QUEUED
2> SET k w
QUEUED
2> EXEC
1) OK
2) OK
3!read
~ .* \[1 127\.0\.0\.1:\d+\] "SELECT" "1"
3!read
~ .* \[1 127\.0\.0\.1:\d+\] "SET" "k" "w"
3!read
~ .* \[1 127\.0\.0\.1:\d+\] "EXEC"

# One that waits is shown when it begins to.
2> BLPOP l 0
(no reply)
3!read
~ .* "BLPOP" "l" "0"
> RPUSH l x
(integer) 1
3!read
~ .* "RPUSH" "l" "x"
2!read
(no reply)
> SELECT 1
OK
3!read
~ .* "SELECT" "1"
> RPUSH l x
(integer) 1
3!read
~ .* "RPUSH" "l" "x"
2!read
1) "l"
2) "x"
3!read
(no reply)
