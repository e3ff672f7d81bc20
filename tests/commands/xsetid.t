# XSETID key last-id [ENTRIESADDED entries-added] [MAXDELETEDID max-deleted-id]
#
# Says what the greatest ID of a stream was; for replicas and tests.

> XADD s 1-0 a 1
"1-0"
> XADD s 2-0 a 2
"2-0"
> XSETID s 5-0
OK
> XADD s 4-0 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD s 5-* a b
"5-1"
> XSETID s 9-9 ENTRIESADDED 100 MAXDELETEDID 3-3
OK
> XINFO STREAM s
...
 7) "last-generated-id"
 8) "9-9"
 9) "max-deleted-entry-id"
10) "3-3"
11) "entries-added"
12) (integer) 100
...
> XSETID s 9 maxdeletedid 4-4 entriesadded 7
OK
> XSETID s 5-1
OK
> XSETID s 5-0
(error) ERR The ID specified in XSETID is smaller than the target stream top item
> XSETID s 2-0
(error) ERR The ID specified in XSETID is smaller than the target stream top item
> XSETID s 4-0 MAXDELETEDID 9-0
(error) ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id
> XSETID s 20 ENTRIESADDED 1
(error) ERR The entries_added specified in XSETID is smaller than the target stream length
> XSETID s 20 ENTRIESADDED 1 MAXDELETEDID 0
(error) ERR The entries_added specified in XSETID is smaller than the target stream length
> XSETID s 20 ENTRIESADDED -1 MAXDELETEDID 0
(error) ERR entries_added must be positive
> XSETID s 20 ENTRIESADDED x MAXDELETEDID 0
(error) ERR value is not an integer or out of range
> XSETID s 20 ENTRIESADDED 10 MAXDELETEDID x
(error) ERR Invalid stream ID specified as stream command argument
> XSETID s 20 ENTRIESADDED 10
OK
> XSETID s 20 ENTRIESADDED
(error) ERR syntax error
> XSETID s 20 MAXDELETEDID 1
OK
> XSETID s 20 WHATEVER 1
(error) ERR syntax error
> XSETID s x
(error) ERR Invalid stream ID specified as stream command argument
> XSETID s *
(error) ERR Invalid stream ID specified as stream command argument
> XSETID s -
(error) ERR Invalid stream ID specified as stream command argument
> XSETID s 18446744073709551615-18446744073709551615
OK
> XADD s * a b
(error) ERR The stream has exhausted the last possible ID, unable to add more items
> XSETID nothing 1
(error) ERR no such key
> XSETID nothing x
(error) ERR Invalid stream ID specified as stream command argument
> SET str v
OK
> XSETID str 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> XSETID str x
(error) ERR Invalid stream ID specified as stream command argument
> XSETID
(error) ERR wrong number of arguments for 'xsetid' command
> XSETID s
(error) ERR wrong number of arguments for 'xsetid' command
> XGROUP CREATE e g $ MKSTREAM
OK
> XSETID e 5-5
OK
> XADD e 5-5 a b
(error) ERR The ID specified in XADD is equal or smaller than the target stream top item
> XADD e 5-6 a b
"5-6"
