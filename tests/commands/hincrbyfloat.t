# HINCRBYFLOAT key field increment
#
# Adds to the number in a field, which is 0 if it was not there. Answers the sum as text without
# exponent, with up to 17 digits after the point and no zeros at the end.

> HINCRBYFLOAT h f 10.5
"10.5"
> HINCRBYFLOAT h f 0.1
"10.6"
> HINCRBYFLOAT h f -5
"5.6"
> HINCRBYFLOAT h f 0
"5.6"
> HGET h f
"5.6"
> HSET h g 5.0e3
(integer) 1
> HINCRBYFLOAT h g 2.0e2
"5200"
> HINCRBYFLOAT h i 3
"3"
> HINCRBYFLOAT h i 1e3
"1003"
> HINCRBYFLOAT h i -1003
"0"
> HSET h i 10
(integer) 0
> HINCRBYFLOAT h i 0.25
"10.25"
> HINCRBYFLOAT h i -.25
"10"
> HINCRBYFLOAT h z -0
"0"
> HINCRBYFLOAT h tiny 1e-17
"0.00000000000000001"
> HINCRBYFLOAT h tiny2 1e-18
"0"
> HINCRBYFLOAT h third 0.3333333333333333
"0.3333333333333333"
> HINCRBYFLOAT h large 1e20
"100000000000000000000"
> HINCRBYFLOAT h large 1
"100000000000000000000"
> HSET h p 0.1
(integer) 1
> HINCRBYFLOAT h p 0.2
"0.3"
> HSET h q 1234567890123456789
(integer) 1
> HINCRBYFLOAT h q 1
"1234567890123456790"
> HINCRBYFLOAT h hex 0x10
"16"

> HINCRBYFLOAT h f x
(error) ERR value is not a valid float
> HINCRBYFLOAT h f ""
(error) ERR value is not a valid float
> HINCRBYFLOAT h f " 1"
(error) ERR value is not a valid float
> HINCRBYFLOAT h f "1 "
(error) ERR value is not a valid float
> HINCRBYFLOAT h f nan
(error) ERR value is not a valid float
> HINCRBYFLOAT h f inf
(error) ERR value is NaN or Infinity
> HINCRBYFLOAT h f -inf
(error) ERR value is NaN or Infinity
> HINCRBYFLOAT h f 1e5000
(error) ERR value is not a valid float
> HINCRBYFLOAT h f 1,5
(error) ERR value is not a valid float
> HSET h word abc empty "" space " 1" tail "1 " nul "1\x00" inf inf
(integer) 6
> HINCRBYFLOAT h word 1
(error) ERR hash value is not a float
> HINCRBYFLOAT h empty 1
(error) ERR hash value is not a float
> HINCRBYFLOAT h space 1
(error) ERR hash value is not a float
> HINCRBYFLOAT h tail 1
(error) ERR hash value is not a float
> HINCRBYFLOAT h nul 1
(error) ERR hash value is not a float
> HINCRBYFLOAT h inf 1
(error) ERR increment would produce NaN or Infinity
> HINCRBYFLOAT nothing f x
(error) ERR value is not a valid float
> EXISTS nothing
(integer) 0
> SET s v
OK
> HINCRBYFLOAT s f 1
(error) WRONGTYPE Operation against a key holding the wrong kind of value
> HINCRBYFLOAT s f x
(error) ERR value is not a valid float
> EXPIRE h 100
(integer) 1
> HINCRBYFLOAT h f 1
"6.6"
> TTL h
~ \(integer\) (99|100)
> HINCRBYFLOAT
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HINCRBYFLOAT h
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HINCRBYFLOAT h f
(error) ERR wrong number of arguments for 'hincrbyfloat' command
> HINCRBYFLOAT h f 1 2
(error) ERR wrong number of arguments for 'hincrbyfloat' command
!resp3
> HINCRBYFLOAT h f 1
"7.6"
