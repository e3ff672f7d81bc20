# OBJECT subcommand key
#
# Tells how the server holds a key. The names are Redis's, because tools and tests know them.

> MSET int 12345 min -9223372036854775808 max 9223372036854775807 short hello empty "" num -0 lead 007
OK
> OBJECT ENCODING int
"int"
> OBJECT ENCODING min
"int"
> OBJECT ENCODING max
"int"
> OBJECT ENCODING short
"embstr"
> OBJECT ENCODING empty
"embstr"
> OBJECT ENCODING num
"embstr"
> OBJECT ENCODING lead
"embstr"
> SET over 9223372036854775808
OK
> OBJECT ENCODING over
"embstr"
> SET zero 0
OK
> OBJECT ENCODING zero
"int"
> SET float 1.5
OK
> OBJECT ENCODING float
"embstr"

# Up to 44 bytes a string is embstr, then raw.
> SET s44 $REPEAT(a,44)
OK
> OBJECT ENCODING s44
"embstr"
> SET s45 $REPEAT(a,45)
OK
> OBJECT ENCODING s45
"raw"
> SET d20 12345678901234567890
OK
> OBJECT ENCODING d20
"embstr"

# What was changed in place is raw, also when it is short or a number.
> SET x hello
OK
> APPEND x ""
(integer) 5
> OBJECT ENCODING x
"raw"
> APPEND x y
(integer) 6
> OBJECT ENCODING x
"raw"
> SET x 12
OK
> APPEND x 3
(integer) 3
> OBJECT ENCODING x
"raw"
> GET x
"123"
> SET x hello
OK
> SETRANGE x 0 j
(integer) 5
> OBJECT ENCODING x
"raw"
> SET x 1
OK
> SETBIT x 7 0
(integer) 1
> OBJECT ENCODING x
"raw"
> BITFIELD bf SET u8 0 65
1) (integer) 0
> OBJECT ENCODING bf
"raw"
> APPEND fresh 12
(integer) 2
> OBJECT ENCODING fresh
"int"
> APPEND fresh2 abc
(integer) 3
> OBJECT ENCODING fresh2
"embstr"
> SETRANGE fresh3 0 abc
(integer) 3
> OBJECT ENCODING fresh3
"raw"
> SETBIT fresh4 0 1
(integer) 0
> OBJECT ENCODING fresh4
"raw"
> BITOP OR fresh5 s44
(integer) 44
> OBJECT ENCODING fresh5
"raw"

# What counts is an integer again.
> SET x hello
OK
> SET x 5
OK
> OBJECT ENCODING x
"int"
> INCR x
(integer) 6
> OBJECT ENCODING x
"int"
> APPEND x 1
(integer) 2
> OBJECT ENCODING x
"raw"
> INCR x
(integer) 62
> OBJECT ENCODING x
"int"
> INCRBYFLOAT x 1
"63"
> OBJECT ENCODING x
"embstr"
> GET x
"63"
> INCRBYFLOAT x 0.5
"63.5"
> OBJECT ENCODING x
"embstr"
> GETSET x 17
"63.5"
> OBJECT ENCODING x
"int"
> MSET x 18 y abc
OK
> OBJECT ENCODING x
"int"
> SETNX w 12
(integer) 1
> OBJECT ENCODING w
"int"
> SETEX w 100 13
OK
> OBJECT ENCODING w
"int"
> SET o5 12
OK
> COPY o5 o6
(integer) 1
> OBJECT ENCODING o6
"int"
> RENAME o6 o7
OK
> OBJECT ENCODING o7
"int"
> COPY s45 s45b
(integer) 1
> OBJECT ENCODING s45b
"raw"

# REFCOUNT: how many hold the value.
> OBJECT REFCOUNT short
(integer) 1
> OBJECT REFCOUNT nothing
(nil)

# IDLETIME: seconds since the key was used last. Asking does not use it.
> OBJECT IDLETIME short
~ \(integer\) [01]
> OBJECT IDLETIME nothing
(nil)

# FREQ: how often the key is used, where maxmemory-policy is one of the LFU policies.
> OBJECT FREQ short
(error) ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.
> OBJECT FREQ nothing
(nil)

> OBJECT ENCODING nothing
(nil)
> object encoding short
"embstr"
> OBJECT Encoding short
"embstr"
!resp3
> OBJECT ENCODING nothing
(nil)
> OBJECT ENCODING short
"embstr"
!resp2

> OBJECT HELP
~ \s*\d+\) OBJECT <subcommand> \[<arg> \[value\] \[opt\] \.\.\.\]\. Subcommands are:
~ \s*\d+\) ENCODING <key>
...
~ \s*\d+\) FREQ <key>
...
~ \s*\d+\) IDLETIME <key>
...
~ \s*\d+\) REFCOUNT <key>
...
~ \s*\d+\) HELP
...

> OBJECT
(error) ERR wrong number of arguments for 'object' command
> OBJECT ENCODING
(error) ERR wrong number of arguments for 'object|encoding' command
> OBJECT ENCODING a b
(error) ERR wrong number of arguments for 'object|encoding' command
> OBJECT REFCOUNT
(error) ERR wrong number of arguments for 'object|refcount' command
> OBJECT IDLETIME
(error) ERR wrong number of arguments for 'object|idletime' command
> OBJECT FREQ
(error) ERR wrong number of arguments for 'object|freq' command
> OBJECT HELP me
(error) ERR wrong number of arguments for 'object|help' command
> OBJECT WHATEVER
(error) ERR unknown subcommand 'WHATEVER'. Try OBJECT HELP.
> OBJECT WHATEVER short
(error) ERR unknown subcommand 'WHATEVER'. Try OBJECT HELP.
