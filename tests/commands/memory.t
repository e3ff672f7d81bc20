# MEMORY USAGE key [SAMPLES count]
#
# How many bytes a key takes with all that belongs to it; nil where there is none.

> SET k v
OK
> MEMORY USAGE k
~ \(integer\) [1-9]\d+
> MEMORY USAGE nothing
(nil)
> MEMORY USAGE k SAMPLES 0
~ \(integer\) [1-9]\d+
> MEMORY USAGE k samples 5
~ \(integer\) [1-9]\d+
> SETRANGE big 99999 x
(integer) 100000
> MEMORY USAGE big
~ \(integer\) 1[0-3]\d{4}
> MEMORY USAGE k SAMPLES -1
(error) ERR syntax error
> MEMORY USAGE k SAMPLES x
(error) ERR value is not an integer or out of range
> MEMORY USAGE k SAMPLES
(error) ERR syntax error
> MEMORY USAGE k WHATEVER 1
(error) ERR syntax error
> MEMORY USAGE k WHATEVER
(error) ERR syntax error
> MEMORY USAGE nothing SAMPLES x
(error) ERR value is not an integer or out of range
> MEMORY USAGE
(error) ERR wrong number of arguments for 'memory|usage' command

# MEMORY STATS: where the memory is.
> MEMORY STATS
...
~ \s+1\) "peak.allocated"
~ \s+2\) \(integer\) \d+
~ \s+3\) "total.allocated"
...
~ \s*\d+\) "startup.allocated"
...
~ \s*\d+\) "replication.backlog"
...
~ \s*\d+\) "clients.normal"
...
~ \s*\d+\) "keys.count"
~ \s*\d+\) \(integer\) 2
~ \s*\d+\) "keys.bytes-per-key"
...
~ \s*\d+\) "dataset.bytes"
...
~ \s*\d+\) "dataset.percentage"
...
~ \s*\d+\) "peak.percentage"
...
~ \s*\d+\) "fragmentation"
...
!resp3
> MEMORY STATS
~ \s+1# "peak.allocated" => \(integer\) \d+
...
~ \s*\d+# "dataset.percentage" => \(double\) [\d.]+
...
!resp2

# MEMORY DOCTOR says what may be wrong; MEMORY PURGE gives memory back to the system.
> MEMORY DOCTOR
~ .+
...
> MEMORY PURGE
OK
> MEMORY MALLOC-STATS
...
> MEMORY HELP
~ \s*\d+\) MEMORY <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) DOCTOR
...
~ \s*\d+\) MALLOC\-STATS
...
~ \s*\d+\) PURGE
...
~ \s*\d+\) STATS
...
~ \s*\d+\) USAGE <key> \[SAMPLES <count>\]
...
~ \s*\d+\) HELP
...
> MEMORY
(error) ERR wrong number of arguments for 'memory' command
> MEMORY WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try MEMORY HELP.
> MEMORY STATS x
(error) ERR wrong number of arguments for 'memory|stats' command
