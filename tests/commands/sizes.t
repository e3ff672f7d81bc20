# Values and keys of every size come back as they were. (The sizes are those where stores change how
# they keep a string.)

# Values.
> SET v0 ""
OK
> SET v1 $REPEAT(x,1)
OK
> SET v7 $REPEAT(x,7)
OK
> SET v8 $REPEAT(x,8)
OK
> SET v9 $REPEAT(x,9)
OK
> SET v12 $REPEAT(x,12)
OK
> SET v20 $REPEAT(x,20)
OK
> SET v21 $REPEAT(x,21)
OK
> SET v31 $REPEAT(x,31)
OK
> SET v32 $REPEAT(x,32)
OK
> SET v43 $REPEAT(x,43)
OK
> SET v44 $REPEAT(x,44)
OK
> SET v45 $REPEAT(x,45)
OK
> SET v63 $REPEAT(x,63)
OK
> SET v64 $REPEAT(x,64)
OK
> SET v65 $REPEAT(x,65)
OK
> SET v127 $REPEAT(x,127)
OK
> SET v128 $REPEAT(x,128)
OK
> SET v255 $REPEAT(x,255)
OK
> SET v256 $REPEAT(x,256)
OK
> SET v257 $REPEAT(x,257)
OK
> SET v511 $REPEAT(x,511)
OK
> SET v512 $REPEAT(x,512)
OK
> SET v1023 $REPEAT(x,1023)
OK
> SET v1024 $REPEAT(x,1024)
OK
> SET v1025 $REPEAT(x,1025)
OK
> SET v2047 $REPEAT(x,2047)
OK
> SET v2048 $REPEAT(x,2048)
OK
> SET v4063 $REPEAT(x,4063)
OK
> SET v4095 $REPEAT(x,4095)
OK
> SET v4096 $REPEAT(x,4096)
OK
> SET v4097 $REPEAT(x,4097)
OK
> SET v8191 $REPEAT(x,8191)
OK
> SET v16383 $REPEAT(x,16383)
OK
> SET v16384 $REPEAT(x,16384)
OK
> SET v16385 $REPEAT(x,16385)
OK
> SET v32768 $REPEAT(x,32768)
OK
> SET v65535 $REPEAT(x,65535)
OK
> SET v65536 $REPEAT(x,65536)
OK
> SET v100000 $REPEAT(x,100000)
OK
> SET v1048576 $REPEAT(x,1048576)
OK
> GET v0
~ "x{0}"
> GET v1
~ "x{1}"
> GET v7
~ "x{7}"
> GET v8
~ "x{8}"
> GET v9
~ "x{9}"
> GET v12
~ "x{12}"
> GET v20
~ "x{20}"
> GET v21
~ "x{21}"
> GET v31
~ "x{31}"
> GET v32
~ "x{32}"
> GET v43
~ "x{43}"
> GET v44
~ "x{44}"
> GET v45
~ "x{45}"
> GET v63
~ "x{63}"
> GET v64
~ "x{64}"
> GET v65
~ "x{65}"
> GET v127
~ "x{127}"
> GET v128
~ "x{128}"
> GET v255
~ "x{255}"
> GET v256
~ "x{256}"
> GET v257
~ "x{257}"
> GET v511
~ "x{511}"
> GET v512
~ "x{512}"
> GET v1023
~ "x{1023}"
> GET v1024
~ "x{1024}"
> GET v1025
~ "x{1025}"
> GET v2047
~ "x{2047}"
> GET v2048
~ "x{2048}"
> GET v4063
~ "x{4063}"
> GET v4095
~ "x{4095}"
> GET v4096
~ "x{4096}"
> GET v4097
~ "x{4097}"
> GET v8191
~ "x{8191}"
> GET v16383
~ "x{16383}"
> GET v16384
~ "x{16384}"
> GET v16385
~ "x{16385}"
> GET v32768
~ "x{32768}"
> GET v65535
~ "x{65535}"
> GET v65536
~ "x{65536}"
> GET v100000
~ "x{100000}"
> GET v1048576
~ "x{1048576}"

# Grown to that size byte by byte, or at once, and cut down again.
> SET g $REPEAT(y,43)
OK
> APPEND g z
(integer) 44
> GET g
~ "y{43}z"
> SETRANGE g 44 end
(integer) 47
> GET g
~ "y{43}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,44)
OK
> APPEND g z
(integer) 45
> GET g
~ "y{44}z"
> SETRANGE g 45 end
(integer) 48
> GET g
~ "y{44}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,45)
OK
> APPEND g z
(integer) 46
> GET g
~ "y{45}z"
> SETRANGE g 46 end
(integer) 49
> GET g
~ "y{45}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,63)
OK
> APPEND g z
(integer) 64
> GET g
~ "y{63}z"
> SETRANGE g 64 end
(integer) 67
> GET g
~ "y{63}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,64)
OK
> APPEND g z
(integer) 65
> GET g
~ "y{64}z"
> SETRANGE g 65 end
(integer) 68
> GET g
~ "y{64}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,255)
OK
> APPEND g z
(integer) 256
> GET g
~ "y{255}z"
> SETRANGE g 256 end
(integer) 259
> GET g
~ "y{255}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,256)
OK
> APPEND g z
(integer) 257
> GET g
~ "y{256}z"
> SETRANGE g 257 end
(integer) 260
> GET g
~ "y{256}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,4095)
OK
> APPEND g z
(integer) 4096
> GET g
~ "y{4095}z"
> SETRANGE g 4096 end
(integer) 4099
> GET g
~ "y{4095}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,4096)
OK
> APPEND g z
(integer) 4097
> GET g
~ "y{4096}z"
> SETRANGE g 4097 end
(integer) 4100
> GET g
~ "y{4096}zend"
> SET g small
OK
> GET g
"small"
> SET g $REPEAT(y,65535)
OK
> APPEND g z
(integer) 65536
> GET g
~ "y{65535}z"
> SETRANGE g 65536 end
(integer) 65539
> GET g
~ "y{65535}zend"
> SET g small
OK
> GET g
"small"

# Keys.
> SET $REPEAT(k,1) 1
OK
> SET $REPEAT(k,2) 2
OK
> SET $REPEAT(k,7) 7
OK
> SET $REPEAT(k,8) 8
OK
> SET $REPEAT(k,15) 15
OK
> SET $REPEAT(k,16) 16
OK
> SET $REPEAT(k,17) 17
OK
> SET $REPEAT(k,31) 31
OK
> SET $REPEAT(k,32) 32
OK
> SET $REPEAT(k,63) 63
OK
> SET $REPEAT(k,64) 64
OK
> SET $REPEAT(k,127) 127
OK
> SET $REPEAT(k,128) 128
OK
> SET $REPEAT(k,250) 250
OK
> SET $REPEAT(k,255) 255
OK
> SET $REPEAT(k,256) 256
OK
> SET $REPEAT(k,257) 257
OK
> SET $REPEAT(k,1000) 1000
OK
> SET $REPEAT(k,4096) 4096
OK
> SET $REPEAT(k,65535) 65535
OK
> SET $REPEAT(k,65536) 65536
OK
> SET $REPEAT(k,100000) 100000
OK
> MGET $REPEAT(k,1) $REPEAT(k,2) $REPEAT(k,7) $REPEAT(k,8) $REPEAT(k,15) $REPEAT(k,16) $REPEAT(k,17) $REPEAT(k,31) $REPEAT(k,32) $REPEAT(k,63) $REPEAT(k,64) $REPEAT(k,127) $REPEAT(k,128) $REPEAT(k,250) $REPEAT(k,255) $REPEAT(k,256) $REPEAT(k,257) $REPEAT(k,1000) $REPEAT(k,4096) $REPEAT(k,65535) $REPEAT(k,65536) $REPEAT(k,100000)
 1) "1"
 2) "2"
 3) "7"
 4) "8"
 5) "15"
 6) "16"
 7) "17"
 8) "31"
 9) "32"
10) "63"
11) "64"
12) "127"
13) "128"
14) "250"
15) "255"
16) "256"
17) "257"
18) "1000"
19) "4096"
20) "65535"
21) "65536"
22) "100000"
> EXISTS $REPEAT(k,3) $REPEAT(k,258) $REPEAT(k,65537)
(integer) 0
> EXPIRE $REPEAT(k,100000) 100
(integer) 1
> GET $REPEAT(k,100000)
"100000"
> RENAME $REPEAT(k,100000) short
OK
> GET short
"100000"
> DEL $REPEAT(k,1) $REPEAT(k,2) $REPEAT(k,7) $REPEAT(k,8) $REPEAT(k,15) $REPEAT(k,16) $REPEAT(k,17) $REPEAT(k,31) $REPEAT(k,32) $REPEAT(k,63) $REPEAT(k,64) $REPEAT(k,127) $REPEAT(k,128) $REPEAT(k,250) $REPEAT(k,255) $REPEAT(k,256) $REPEAT(k,257) $REPEAT(k,1000) $REPEAT(k,4096) $REPEAT(k,65535) $REPEAT(k,65536) $REPEAT(k,100000)
(integer) 21

# With a time to live beside them.
> SET v44 $REPEAT(x,44) EX 100
OK
> APPEND v44 y
(integer) 45
> PERSIST v44
(integer) 1
> GET v44
~ "x{44}y"
> EXPIRE v44 100
(integer) 1
> GET v44
~ "x{44}y"
> TTL v44
~ \(integer\) (99|100)

# Text, digits, and bytes; ASCII alone and with one byte that is not.
> SET t "The quick brown fox jumps over the lazy dog, 0123456789 times."
OK
> GET t
"The quick brown fox jumps over the lazy dog, 0123456789 times."
> SET t "$REPEAT(abcdefghijklmnopqrstuvwxyz,40)\x80"
OK
> GET t
~ "(abcdefghijklmnopqrstuvwxyz){40}\\x80"
> SET t "\x7f$REPEAT(abcdefgh,128)\x00"
OK
> GET t
~ "\\x7f(abcdefgh){128}\\x00"
> GETRANGE t 1020 1030
"defgh\x00"
