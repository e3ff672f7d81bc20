# PFADD key [element [element ...]]
#
# Adds elements to a HyperLogLog, which estimates how many different ones it was given. Answers 1 if
# the estimate may have changed. The HyperLogLog is a string, byte for byte the one that Redis
# makes.

> PFADD h a b c
(integer) 1
> PFADD h a
(integer) 0
> PFADD h b c
(integer) 0
> PFADD h d
(integer) 1
> PFCOUNT h
(integer) 4
> TYPE h
string
> OBJECT ENCODING h
"raw"
> GET h
"HYLL\x01\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\\{\x80Dv\x80P\xb1\x84K\xfb\x80BZ"
> STRLEN h
(integer) 30

# Without elements an empty one is made, or nothing happens.
> PFADD e
(integer) 1
> PFADD e
(integer) 0
> PFCOUNT e
(integer) 0
> GET e
"HYLL\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7f\xff"
> PFADD e ""
(integer) 1
> PFADD e ""
(integer) 0
> PFADD e "\x00"
(integer) 1
> PFCOUNT e
(integer) 2
> PFADD "" x
(integer) 1
> PFCOUNT ""
(integer) 1

# Its bytes after one element; nothing changes when it is given again.
> PFADD one hello
(integer) 1
> GET one
"HYLL\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80c\xff\x80[\xfe"
> PFADD one hello hello hello
(integer) 0
> GET one
"HYLL\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80c\xff\x80[\xfe"

# PFCOUNT writes the estimate into the header; the first four bytes are the magic.
> GETRANGE one 0 3
"HYLL"
> GETRANGE one 4 4
"\x01"
> GETRANGE one 8 15
"\x00\x00\x00\x00\x00\x00\x00\x80"
> PFCOUNT one
(integer) 1
> GETRANGE one 8 15
"\x01\x00\x00\x00\x00\x00\x00\x00"
> PFADD one world
(integer) 1
> GETRANGE one 8 15
"\x01\x00\x00\x00\x00\x00\x00\x80"

> EXPIRE h 100
(integer) 1
> PFADD h e
(integer) 1
> TTL h
~ \(integer\) (99|100)

# A string that is no HyperLogLog is an error, and so is another type.
> SET s v
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s ""
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s HYLL
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s "HYLL\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> PFCOUNT s
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s "HYLL\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
OK
> PFADD s a
(error) INVALIDOBJ Corrupted HLL object detected
> PFCOUNT s
(integer) 0
> SET s "HYLL\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s "HYLM\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7f\xff"
OK
> PFADD s a
(error) WRONGTYPE Key is not a valid HyperLogLog string value.
> SET s "HYLL\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7f\xfe"
OK
> PFADD s a
(integer) 1
> PFCOUNT s
(error) INVALIDOBJ Corrupted HLL object detected
> RPUSH l a
(integer) 1
> PFADD l a
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> PFADD
(error) ERR wrong number of arguments for 'pfadd' command
!resp3
> PFADD h zzz
(integer) 1
