# EXPIRE ... NX | XX | GT | LT
#
# NX: only if the key has no time to live. XX: only if it has one. GT: only if the new moment is
# later. LT: only if it is earlier. A key that stays counts as one that lives for ever. The four
# commands know all four.

> SET k v
OK
> EXPIRE k 100 XX
(integer) 0
> TTL k
(integer) -1
> EXPIRE k 100 GT
(integer) 0
> TTL k
(integer) -1
> EXPIRE k 100 NX
(integer) 1
> TTL k
~ \(integer\) (99|100)
> EXPIRE k 200 NX
(integer) 0
> EXPIRE k 200 XX
(integer) 1
> TTL k
~ \(integer\) (199|200)
> EXPIRE k 100 GT
(integer) 0
> EXPIRE k 300 GT
(integer) 1
> TTL k
~ \(integer\) (299|300)
> EXPIRE k 400 LT
(integer) 0
> EXPIRE k 50 LT
(integer) 1
> TTL k
~ \(integer\) (49|50)

# LT on a key that stays gives it a time.
> SET k v
OK
> EXPIRE k 100 LT
(integer) 1
> TTL k
~ \(integer\) (99|100)

# The same moment is neither later nor earlier.
> PEXPIREAT k 4102444800000
(integer) 1
> PEXPIREAT k 4102444800000 GT
(integer) 0
> PEXPIREAT k 4102444800000 LT
(integer) 0
> PEXPIREAT k 4102444800001 GT
(integer) 1
> PEXPIREAT k 4102444800000 LT
(integer) 1
> EXPIREAT k 4102444801 GT
(integer) 1
> EXPIREAT k 4102444801 GT
(integer) 0
> EXPIREAT k 4102444800 LT
(integer) 1
> EXPIREAT k 4102444800 NX
(integer) 0
> EXPIREAT k 4102444800 XX
(integer) 1
> PEXPIREAT k 4102444800000 NX
(integer) 0
> PEXPIREAT k 4102444800000 XX
(integer) 1
> PEXPIRE k 100000 LT
(integer) 1
> PEXPIRE k 200000 GT
(integer) 1
> PEXPIRE k 200000 NX
(integer) 0
> PEXPIRE k 100000 XX
(integer) 1
> PTTL k
~ \(integer\) (100000|99\d\d\d)

# XX goes with GT or LT.
> EXPIRE k 200 XX GT
(integer) 1
> EXPIRE k 300 xx lt
(integer) 0
> EXPIRE k 100 lt XX
(integer) 1
> TTL k
~ \(integer\) (99|100)
> PERSIST k
(integer) 1
> EXPIRE k 100 XX LT
(integer) 0
> TTL k
(integer) -1
> EXPIRE k 100 NX NX
(integer) 1
> EXPIRE k 100 XX XX
(integer) 1

# A condition that holds and a moment in the past deletes.
> EXPIRE k -1 GT
(integer) 0
> EXISTS k
(integer) 1
> EXPIRE k -1 LT
(integer) 1
> EXISTS k
(integer) 0
> SET k v
OK
> EXPIRE k -1 XX
(integer) 0
> EXPIRE k -1 NX
(integer) 1
> EXISTS k
(integer) 0

> EXPIRE nothing 100 NX
(integer) 0
> EXPIRE nothing 100 XX
(integer) 0
> EXPIRE nothing 100 GT
(integer) 0
> EXPIRE nothing 100 LT
(integer) 0

# Conditions that contradict each other.
> SET k v
OK
> EXPIRE k 100 NX XX
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> EXPIRE k 100 NX GT
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> EXPIRE k 100 NX LT
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> EXPIRE k 100 XX NX
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> EXPIRE k 100 GT LT
(error) ERR GT and LT options at the same time are not compatible
> EXPIRE k 100 XX GT LT
(error) ERR GT and LT options at the same time are not compatible
> EXPIRE k 100 NX XX GT LT
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> PEXPIRE k 100 GT LT
(error) ERR GT and LT options at the same time are not compatible
> EXPIREAT k 100 NX XX
(error) ERR NX and XX, GT or LT options at the same time are not compatible
> PEXPIREAT k 100 LT GT
(error) ERR GT and LT options at the same time are not compatible
> EXPIRE k 100 SOON
(error) ERR Unsupported option SOON
> EXPIRE k 100 NX SOON
(error) ERR Unsupported option SOON
> EXPIRE k 100 ""
(error) ERR Unsupported option 
> EXPIRE k 100 "a\r\nb"
(error) ERR Unsupported option a  b
> EXPIRE k ten SOON
(error) ERR Unsupported option SOON
> EXPIRE nothing 100 SOON
(error) ERR Unsupported option SOON
> TTL k
(integer) -1
