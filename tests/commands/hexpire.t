# HEXPIRE key seconds [NX | XX | GT | LT] FIELDS numfields field [field ...]
#
# Gives fields of a hash a time to live of their own, as Redis 7.4 does. The oracle of the other
# pages is older, so all of this page is about Anax alone.

!anax-only fields with a time to live came with Redis 7.4
> HSET h a 1 b 2 c 3
(integer) 3
> HEXPIRE h 100 FIELDS 2 a b
1) (integer) 1
2) (integer) 1
> HTTL h FIELDS 4 a b c zzz
~ 1\) \(integer\) (99|100)
~ 2\) \(integer\) (99|100)
3) (integer) -1
4) (integer) -2
> HGETALL h
(any order)
1) "a"
2) "1"
3) "b"
4) "2"
5) "c"
6) "3"
> OBJECT ENCODING h
"listpackex"

# One answer a field: 1 set, 0 the condition was not met, 2 the time is past and the field deleted,
# -2 there is no such field. A hash that does not exist has no fields.
> HEXPIRE h 100 FIELDS 1 zzz
1) (integer) -2
> HEXPIRE nothing 100 FIELDS 2 a b
1) (integer) -2
2) (integer) -2
> HEXPIRE h 0 FIELDS 3 a a c
1) (integer) 2
2) (integer) -2
3) (integer) 2
> HGETALL h
1) "b"
2) "2"
> HEXPIREAT h 1 FIELDS 1 b
1) (integer) 2
> EXISTS h
(integer) 0

# NX: only without a time. XX: only with one. GT, LT: only a later, an earlier one; no time counts
# as never.
> HSET h n 1 t 2
(integer) 2
> HPEXPIREAT h 33177117420000 FIELDS 1 t
1) (integer) 1
> HPEXPIREAT h 33177117420001 NX FIELDS 2 n t
1) (integer) 1
2) (integer) 0
> HPERSIST h FIELDS 1 n
1) (integer) 1
> HPEXPIREAT h 33177117420001 XX FIELDS 2 n t
1) (integer) 0
2) (integer) 1
> HPEXPIREAT h 33177117420001 GT FIELDS 2 n t
1) (integer) 0
2) (integer) 0
> HPEXPIREAT h 33177117420002 GT FIELDS 2 n t
1) (integer) 0
2) (integer) 1
> HPEXPIREAT h 33177117420002 LT FIELDS 1 t
1) (integer) 0
> HPEXPIREAT h 33177117420001 lt FIELDS 2 n t
1) (integer) 1
2) (integer) 1
> HPEXPIRETIME h FIELDS 2 n t
1) (integer) 33177117420001
2) (integer) 33177117420001
> HPEXPIREAT h 1 GT FIELDS 1 t
1) (integer) 0
> HPEXPIREAT h 1 XX FIELDS 1 t
1) (integer) 2

# HEXPIREAT key unix-time-seconds, HPEXPIRE key milliseconds, HPEXPIREAT key unix-time-milliseconds.
> HSET h a 1
(integer) 1
> HEXPIREAT h 33177117420 FIELDS 1 a
1) (integer) 1
> HEXPIRETIME h FIELDS 1 a
1) (integer) 33177117420
> HPEXPIRETIME h FIELDS 1 a
1) (integer) 33177117420000
> HPEXPIRE h 100000 FIELDS 1 a
1) (integer) 1
> HPTTL h FIELDS 1 a
~ 1\) \(integer\) (9\d{4}|100000)
> HPEXPIREAT h 33177117420001 FIELDS 1 a
1) (integer) 1

# Seconds are rounded up.
> HEXPIRETIME h FIELDS 1 a
1) (integer) 33177117421
> HPEXPIRE h 1500 FIELDS 1 a
1) (integer) 1
> HTTL h FIELDS 1 a
1) (integer) 2

# HPERSIST: 1 the time is taken away, -1 there was none, -2 no such field.
> HPERSIST h FIELDS 4 a a n zzz
1) (integer) 1
2) (integer) -1
3) (integer) 1
4) (integer) -2
> HTTL h FIELDS 1 a
1) (integer) -1
> HPERSIST nothing FIELDS 1 a
1) (integer) -2
> HTTL nothing FIELDS 1 a
1) (integer) -2
> HEXPIRETIME nothing FIELDS 1 a
1) (integer) -2
> HPEXPIRETIME h FIELDS 1 a
1) (integer) -1

# A field goes at its millisecond, and nobody sees it after that. With the last one goes the hash.
> DEL h
(integer) 1
> HSET h a 1 b 2
(integer) 2
> HPEXPIRE h 30 FIELDS 1 a
1) (integer) 1
!advance 50
> HGET h a
(nil)
> HEXISTS h a
(integer) 0
> HSTRLEN h a
(integer) 0
> HMGET h a b
1) (nil)
2) "2"
> HGETALL h
1) "b"
2) "2"
> HKEYS h
1) "b"
> HVALS h
1) "2"
> HSCAN h 0
1) "0"
2) 1) "b"
   2) "2"
> HRANDFIELD h 5
1) "b"
> HTTL h FIELDS 1 a
1) (integer) -2
> HPERSIST h FIELDS 1 a
1) (integer) -2
!await HLEN h => (integer) 1
> HDEL h a
(integer) 0
> HPEXPIRE h 30 FIELDS 1 b
1) (integer) 1
!advance 50
!await EXISTS h => (integer) 0
!await DBSIZE => (integer) 0

# What is set anew has no time; what is counted up keeps it.
> HSET h a 1 b 2 c 3
(integer) 3
> HEXPIRE h 100 FIELDS 3 a b c
1) (integer) 1
2) (integer) 1
3) (integer) 1
> HSET h a 9
(integer) 0
> HINCRBY h b 1
(integer) 3
> HINCRBYFLOAT h c 1
"4"
> HTTL h FIELDS 3 a b c
1) (integer) -1
~ 2\) \(integer\) (99|100)
~ 3\) \(integer\) (99|100)
> HPEXPIRE h 30 FIELDS 1 b
1) (integer) 1
!advance 50
> HINCRBY h b 1
(integer) 1
> HTTL h FIELDS 1 b
1) (integer) -1
> HPEXPIRE h 30 FIELDS 1 b
1) (integer) 1
!advance 50
> HSETNX h b new
(integer) 1

# The hash's own time has nothing to do with it. Both are copied, renamed and moved with the hash.
> EXPIRE h 50
(integer) 1
> HTTL h FIELDS 1 c
~ 1\) \(integer\) (99|100)
> COPY h h2
(integer) 1
> HTTL h2 FIELDS 1 c
~ 1\) \(integer\) (99|100)
> RENAME h2 h3
OK
> HTTL h3 FIELDS 1 c
~ 1\) \(integer\) (99|100)
> MOVE h3 1
(integer) 1
> SELECT 1
OK
> HTTL h3 FIELDS 1 c
~ 1\) \(integer\) (99|100)
> SELECT 0
OK

# Large hashes have them just as well.
> HSET big a 1 b $REPEAT(x,100)
(integer) 2
> HPEXPIRE big 30 FIELDS 1 a
1) (integer) 1
> HEXPIRE big 100 FIELDS 1 b
1) (integer) 1
!advance 50
> HKEYS big
1) "b"
> OBJECT ENCODING big
"hashtable"

# What tells of it: hexpire, hpersist, hexpired when a field's time has come; del with the last one.
> CONFIG SET notify-keyspace-events Ehg
OK
2> SUBSCRIBE __keyevent@0__:hexpire __keyevent@0__:hpersist __keyevent@0__:hexpired __keyevent@0__:del
1) "subscribe"
2) "__keyevent@0__:hexpire"
3) (integer) 1
1) "subscribe"
2) "__keyevent@0__:hpersist"
3) (integer) 2
1) "subscribe"
2) "__keyevent@0__:hexpired"
3) (integer) 3
1) "subscribe"
2) "__keyevent@0__:del"
3) (integer) 4
> HSET e a 1
(integer) 1
> HEXPIRE e 100 FIELDS 1 a
1) (integer) 1
2!read
1) "message"
2) "__keyevent@0__:hexpire"
3) "e"
> HPERSIST e FIELDS 1 a
1) (integer) 1
2!read
1) "message"
2) "__keyevent@0__:hpersist"
3) "e"
> HPEXPIRE e 20 FIELDS 1 a
1) (integer) 1
2!read
1) "message"
2) "__keyevent@0__:hexpire"
3) "e"
!advance 40
!await EXISTS e => (integer) 0
2!read
1) "message"
2) "__keyevent@0__:hexpired"
3) "e"
2!read
1) "message"
2) "__keyevent@0__:del"
3) "e"

# A time that is past deletes the field at once, and tells so: hdel takes the place of hexpire.
2> SUBSCRIBE __keyevent@0__:hdel
1) "subscribe"
2) "__keyevent@0__:hdel"
3) (integer) 5
> HSET e a 1 b 2 c 3
(integer) 3
> HEXPIRE e 0 FIELDS 2 a zzz
1) (integer) 2
2) (integer) -2
2!read
1) "message"
2) "__keyevent@0__:hdel"
3) "e"
> HEXPIRE e 0 GT FIELDS 1 b
1) (integer) 0
> HEXPIRE e 100 FIELDS 1 b
1) (integer) 1
2!read
1) "message"
2) "__keyevent@0__:hexpire"
3) "e"
> HPEXPIREAT e 1 FIELDS 3 c b b
1) (integer) 2
2) (integer) 2
3) (integer) -2
2!read
1) "message"
2) "__keyevent@0__:hdel"
3) "e"
2!read
1) "message"
2) "__keyevent@0__:del"
3) "e"

# Errors. The type of the key is looked at first, then the time, then the rest from left to right.
> SET s v
OK
> HEXPIRE s 1 FIELDS 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HTTL s FIELDS 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HPERSIST s FIELDS 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXPIRE s x FIELDS 1 a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HEXPIRE h x FIELDS 1 a
(error) ERR value is not an integer or out of range
> HEXPIRE h -1 FIELDS 1 a
(error) ERR invalid expire time, must be >= 0
> HPEXPIREAT h -1 FIELDS 1 a
(error) ERR invalid expire time, must be >= 0
> HEXPIRE h 9223372036854775807 FIELDS 1 a
(error) ERR invalid expire time in 'hexpire' command
> HPEXPIRE h 70368744177663 FIELDS 1 a
(error) ERR invalid expire time in 'hpexpire' command
> HEXPIREAT h 70368744178 FIELDS 1 a
(error) ERR invalid expire time in 'hexpireat' command
> HPEXPIREAT h 70368744177664 FIELDS 1 a
(error) ERR invalid expire time in 'hpexpireat' command
> HPEXPIREAT h 70368744177663 FIELDS 1 a
1) (integer) 1
2!read
1) "message"
2) "__keyevent@0__:hexpire"
3) "h"
> HPEXPIRETIME h FIELDS 1 a
1) (integer) 70368744177663
> HEXPIRE h 1 FIELDS 0 a
(error) ERR Parameter `numFields` should be greater than 0
> HEXPIRE h 1 FIELDS -1 a
(error) ERR Parameter `numFields` should be greater than 0
> HEXPIRE h 1 FIELDS x a
(error) ERR Parameter `numFields` should be greater than 0
> HEXPIRE h 1 FIELDS 2 a
(error) ERR The `numfields` parameter must match the number of arguments
> HEXPIRE h 1 FIELDS 1 a b
(error) ERR The `numfields` parameter must match the number of arguments
> HEXPIRE h 1 WHAT 1 a
(error) ERR Mandatory argument FIELDS is missing or not at the right position
> HEXPIRE h 1 NX XX FIELDS 1 a
(error) ERR Mandatory argument FIELDS is missing or not at the right position
> HEXPIRE nothing 1 WHAT 1 a
(error) ERR Mandatory argument FIELDS is missing or not at the right position
> HTTL h FIELDS 0 a
(error) ERR Number of fields must be a positive integer
> HTTL h FIELDS x a
(error) ERR Number of fields must be a positive integer
> HTTL h FIELDS 2 a
(error) ERR The `numfields` parameter must match the number of arguments
> HTTL h WHAT 1 a
(error) ERR Mandatory argument FIELDS is missing or not at the right position
> HPERSIST h FIELDS -1 a
(error) ERR Number of fields must be a positive integer
> HPERSIST h FIELDS 3 a b
(error) ERR The `numfields` parameter must match the number of arguments
> HPERSIST h WHAT 1 a
(error) ERR Mandatory argument FIELDS is missing or not at the right position
> HEXPIRE h 1 FIELDS 1
(error) ERR wrong number of arguments for 'hexpire' command
> HPEXPIRE h 1 FIELDS 1
(error) ERR wrong number of arguments for 'hpexpire' command
> HEXPIREAT h 1
(error) ERR wrong number of arguments for 'hexpireat' command
> HPEXPIREAT
(error) ERR wrong number of arguments for 'hpexpireat' command
> HTTL h FIELDS 1
(error) ERR wrong number of arguments for 'httl' command
> HPTTL h
(error) ERR wrong number of arguments for 'hpttl' command
> HEXPIRETIME
(error) ERR wrong number of arguments for 'hexpiretime' command
> HPEXPIRETIME h
(error) ERR wrong number of arguments for 'hpexpiretime' command
> HPERSIST h FIELDS 1
(error) ERR wrong number of arguments for 'hpersist' command
!end
