# LATENCY LATEST, LATENCY HISTORY event, LATENCY RESET [event ...]
#
# Remembers what took longer than latency-monitor-threshold milliseconds, by kind of event. 0
# switches it off. A busy disk's syncs are events, too: here they would have to take 300 ms.

> LATENCY LATEST
(empty array)
> LATENCY HISTORY command
(empty array)
> LATENCY RESET
(integer) 0
> CONFIG SET latency-monitor-threshold 300
OK
> DEBUG SLEEP 0.35
OK
> LATENCY LATEST
~ 1\) 1\) "command"
~    2\) \(integer\) [12]\d{9}
~    3\) \(integer\) ([3-9]\d\d|\d{4,})
~    4\) \(integer\) ([3-9]\d\d|\d{4,})
> LATENCY HISTORY command
~ 1\) 1\) \(integer\) [12]\d{9}
~    2\) \(integer\) ([3-9]\d\d|\d{4,})
> LATENCY HISTORY nothing
(empty array)
> LATENCY HISTORY ""
(empty array)
> latency history command
~ 1\) 1\) \(integer\) [12]\d{9}
...

# LATENCY GRAPH event
> LATENCY GRAPH command
~ command - high \d+ ms, low \d+ ms \(all time high \d+ ms\)
~ -+
...
> LATENCY GRAPH nothing
(error) ERR No samples available for event 'nothing'

# LATENCY DOCTOR
> LATENCY DOCTOR
~ .+
...
> LATENCY RESET nothing
(integer) 0
> LATENCY RESET command nothing
(integer) 1
> LATENCY RESET command
(integer) 0
> LATENCY LATEST
(empty array)
> LATENCY HISTORY command
(empty array)
> DEBUG SLEEP 0.35
OK
> LATENCY RESET
(integer) 1
> LATENCY LATEST
(empty array)
> LATENCY DOCTOR
~ .+
...
> CONFIG SET latency-monitor-threshold 0
OK
> DEBUG SLEEP 0.35
OK
> LATENCY LATEST
(empty array)
> LATENCY DOCTOR
~ .+
...

# LATENCY HISTOGRAM [command ...]
#
# How often commands took how many microseconds, cumulated, in powers of two.

> CONFIG RESETSTAT
OK
> SET k v
OK
> SET k w
OK
> LATENCY HISTOGRAM set
1) "set"
2) 1) "calls"
   2) (integer) 2
   3) "histogram_usec"
~    4\) 1\) \(integer\) \d+
~       2\) \(integer\) [12]
...
> LATENCY HISTOGRAM get
(empty array)
> LATENCY HISTOGRAM whatever
(empty array)
> LATENCY HISTOGRAM whatever SET
1) "set"
...
> GET k
"w"
> LATENCY HISTOGRAM get set
1) "get"
...
3) "set"
...
> LATENCY HISTOGRAM
...
~ \s*\d+\) "config\|resetstat"
...
> LATENCY HISTOGRAM config|resetstat
1) "config|resetstat"
2) 1) "calls"
   2) (integer) 1
   3) "histogram_usec"
...
> LATENCY HISTOGRAM config
1) "config|resetstat"
...
!resp3
> LATENCY HISTOGRAM set
~ 1# "set" => 1# "calls" => \(integer\) 2
~    2# "histogram_usec" => 1# \(integer\) \d+ => \(integer\) [12]
...
!resp2
> CONFIG RESETSTAT
OK
> LATENCY HISTOGRAM set
(empty array)
> CONFIG SET latency-tracking no
OK
> SET k v
OK
> LATENCY HISTOGRAM set
(empty array)
> CONFIG SET latency-tracking yes
OK

> LATENCY
(error) ERR wrong number of arguments for 'latency' command
> LATENCY WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try LATENCY HELP.
> LATENCY HISTORY
(error) ERR wrong number of arguments for 'latency|history' command
> LATENCY GRAPH
(error) ERR wrong number of arguments for 'latency|graph' command
> LATENCY LATEST x
(error) ERR wrong number of arguments for 'latency|latest' command
> LATENCY DOCTOR x
(error) ERR wrong number of arguments for 'latency|doctor' command
> LATENCY HELP
~ \s*\d+\) LATENCY <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) DOCTOR
...
~ \s*\d+\) GRAPH <event>
...
~ \s*\d+\) HISTORY <event>
...
~ \s*\d+\) LATEST
...
~ \s*\d+\) RESET \[<event> \.\.\.\]
...
~ \s*\d+\) HISTOGRAM \[COMMAND \.\.\.\]
...
~ \s*\d+\) HELP
...
