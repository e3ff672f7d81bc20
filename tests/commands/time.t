# TIME
#
# Answers the clock: Unix seconds and the microseconds in this second.

> TIME
~ 1\) "[12]\d{9}"
~ 2\) "\d{1,6}"
> TIME now
(error) ERR wrong number of arguments for 'time' command

# LOLWUT [VERSION version ...]
#
# Something nice to look at, with the version in the last line.

> LOLWUT
...
~ Redis ver\. 7\.0\.15.*
> LOLWUT VERSION 99
...
~ Redis ver\. 7\.0\.15.*
> LOLWUT VERSION x
(error) ERR value is not an integer or out of range
