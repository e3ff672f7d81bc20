# WAITAOF waits until what was written before is durable; ANAX DURABILITY makes every reply of a
# connection do so, or none.
!server --appendonly yes

!anax-only Redis has WAITAOF since 7.2, and no ANAX
> SET key value
OK
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0

# There are no replicas: the time passes.
> WAITAOF 1 1 20
1) (integer) 1
2) (integer) 0

# Between MULTI and EXEC it tells what is, and does not wait. With `appendfsync always` the disk may already have it.
> MULTI
OK
> SET key other
QUEUED
> WAITAOF 1 5 0
QUEUED
> EXEC
1) OK
~ 2\) 1\) \(integer\) [01]
   2) (integer) 0

> WAITAOF 2 0 0
(error) ERR value is out of range, value must between 0 and 1
> WAITAOF x 0 0
(error) ERR value is not an integer or out of range
> WAITAOF 1 -1 0
(error) ERR value is out of range, must be positive
> WAITAOF 1 0 -1
(error) ERR timeout is negative
> WAITAOF 1 0 x
(error) ERR timeout is not an integer or out of range
> WAITAOF 1 0
(error) ERR wrong number of arguments for 'waitaof' command

> ANAX DURABILITY
"default"
> ANAX DURABILITY local
OK
> SET key value
OK
> ANAX DURABILITY
"local"
> ANAX DURABILITY MEMORY
OK
> ANAX DURABILITY
"memory"
> ANAX DURABILITY replicas 2
OK
> ANAX DURABILITY
"replicas 2"
> ANAX DURABILITY replicas 0
(error) ERR value is out of range, must be between 1 and 32
> ANAX DURABILITY replicas 33
(error) ERR value is out of range, must be between 1 and 32
> ANAX DURABILITY replicas
(error) ERR syntax error
> ANAX DURABILITY paper
(error) ERR syntax error
> ANAX DURABILITY local extra
(error) ERR syntax error
> ANAX DURABILITY local
OK
> RESET
RESET
> ANAX DURABILITY
"default"

# A backup goes below dir, and nowhere else.
> ANAX BACKUP ../elsewhere
(error) ERR a backup goes below dir, unless enable-protected-configs allows other places: give a path that is relative and without '..'
> ANAX BACKUP /elsewhere
(error) ERR a backup goes below dir, unless enable-protected-configs allows other places: give a path that is relative and without '..'
> ANAX BACKUP copy
OK
> ANAX BACKUP copy
~ \(error\) ERR backup failed: .*/copy/appendonlydir: Directory not empty
> ANAX NONSENSE
(error) ERR unknown subcommand 'NONSENSE'. Try ANAX HELP.

# Without a log there is nothing to wait for.
> CONFIG SET appendonly no
OK
> WAITAOF 1 0 0
(error) ERR WAITAOF cannot be used when numlocal is set but appendonly is disabled.
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
> ANAX DURABILITY local
(error) ERR there is no log: appendonly is no
> ANAX DURABILITY replicas 1
(error) ERR there is no log: appendonly is no
> BGREWRITEAOF
(error) ERR There is no log to be rewritten: appendonly is no
> ANAX BACKUP another
(error) ERR backup failed: there is no log: appendonly is no
> DEBUG LOADAOF
(error) ERR there is no log: appendonly is no
> CONFIG SET appendonly yes
OK
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
> GET key
"value"
!end
