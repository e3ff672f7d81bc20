# DEL key [key ...], UNLINK key [key ...]
#
# Delete keys; answer how many there were. UNLINK frees big values later, and is the same otherwise.

> MSET a 1 b 2 c 3 "k\x00\xff" 4
OK
> DEL a
(integer) 1
> DEL a
(integer) 0
> DEL b nothing c "k\x00\xff"
(integer) 3
> DBSIZE
(integer) 0
> MSET a 1 b 2 c 3
OK
> UNLINK a nothing b
(integer) 2
> UNLINK c
(integer) 1
> UNLINK c
(integer) 0
> EXISTS a b c
(integer) 0

# A key named twice counts once.
> SET a 1
OK
> DEL a a a
(integer) 1
> SET a 1
OK
> UNLINK a a
(integer) 1

# The time to live goes with it.
> SET a 1 EX 100
OK
> DEL a
(integer) 1
> SET a 2
OK
> TTL a
(integer) -1

> DEL
(error) ERR wrong number of arguments for 'del' command
> UNLINK
(error) ERR wrong number of arguments for 'unlink' command

# EXISTS key [key ...]
#
# Counts those that exist, a key named twice twice.

> MSET a 1 b "" "" empty
OK
> EXISTS a
(integer) 1
> EXISTS a a a nothing b
(integer) 4
> EXISTS ""
(integer) 1
> EXISTS nothing
(integer) 0
> EXISTS
(error) ERR wrong number of arguments for 'exists' command

# TOUCH key [key ...]
#
# Counts those that exist and marks them as just used.

> TOUCH a nothing b
(integer) 2
> TOUCH a a
(integer) 2
> TOUCH nothing
(integer) 0
> TOUCH
(error) ERR wrong number of arguments for 'touch' command

# TYPE key
#
# Answers string, or none where there is no key.

> TYPE a
string
> TYPE nothing
none
> TYPE
(error) ERR wrong number of arguments for 'type' command
> TYPE a b
(error) ERR wrong number of arguments for 'type' command
