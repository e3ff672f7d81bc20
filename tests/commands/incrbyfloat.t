# INCRBYFLOAT key increment
#
# Adds a number with a fraction, computed as a long double. Answers the new value as text: at most
# 17 digits after the point, no trailing zeros, never an exponent. That text is what the key holds.

> INCRBYFLOAT f 10.5
"10.5"
> INCRBYFLOAT f 0.1
"10.6"
> INCRBYFLOAT f -5
"5.6"
> GET f
"5.6"
> SET f 5.0e3
OK
> INCRBYFLOAT f 2.0e2
"5200"
> GET f
"5200"
> SET f 3
OK
> INCRBYFLOAT f 1.1
"4.1"
> INCRBYFLOAT f -1.1
"3"
> GET f
"3"
> INCR f
(integer) 4

# Forms of numbers, both in the key and as the increment.
> SET f 0
OK
> INCRBYFLOAT f 1e2
"100"
> INCRBYFLOAT f 1E-2
"100.01"
> INCRBYFLOAT f +1
"101.01"
> INCRBYFLOAT f .5
"101.51"
> INCRBYFLOAT f 5.
"106.51"
> INCRBYFLOAT f 0x10
"122.51"
> INCRBYFLOAT f 007
"129.51000000000000001"
> INCRBYFLOAT f -0
"129.51000000000000001"
> SET f -1
OK
> INCRBYFLOAT f 1
"0"
> SET f 1
OK
> INCRBYFLOAT f -1
"0"
> SET f -0
OK
> INCRBYFLOAT f 0
"0"
> SET f -0
OK
> INCRBYFLOAT f -0
"0"
> SET f 0
OK
> INCRBYFLOAT f -0.0
"0"

# Digits: 17 after the point, rounded.
> SET f 0
OK
> INCRBYFLOAT f 0.1
"0.1"
> INCRBYFLOAT f 0.2
"0.3"
> SET f 0
OK
> INCRBYFLOAT f 1e-17
"0.00000000000000001"
> SET f 0
OK
> INCRBYFLOAT f 1e-18
"0"
> SET f 0
OK
> INCRBYFLOAT f 6e-18
"0.00000000000000001"
> SET f 0
OK
> INCRBYFLOAT f 3.14159265358979323846
"3.14159265358979324"
> SET f 0
OK
> INCRBYFLOAT f 0.333333333333333333333
"0.33333333333333333"
> SET f 1e20
OK
> INCRBYFLOAT f 1
"100000000000000000000"
> SET f 9223372036854775807
OK
> INCRBYFLOAT f 1
"9223372036854775808"
> SET f 9007199254740993
OK
> INCRBYFLOAT f 0.5
"9007199254740993.5"
> SET f 123456789012345678901234567890
OK
> INCRBYFLOAT f 0
"123456789012345678899921813504"
> SET f 1e30
OK
> INCRBYFLOAT f 0
"1000000000000000000024696061952"
> SET f 17179869184
OK
> INCRBYFLOAT f 0.0000000001
"17179869184"

# The time to live stays.
> SET t 1 EX 100
OK
> INCRBYFLOAT t 1
"2"
> TTL t
~ \(integer\) (99|100)

# What is not a number is refused; so are infinity and what does not end with the number.
> SET s abc
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s " 1"
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s "1 "
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s ""
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s "1\x002"
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s nan
OK
> INCRBYFLOAT s 1
(error) ERR value is not a valid float
> SET s inf
OK
> INCRBYFLOAT s 1
(error) ERR increment would produce NaN or Infinity
> SET s 1
OK
> INCRBYFLOAT s abc
(error) ERR value is not a valid float
> INCRBYFLOAT s ""
(error) ERR value is not a valid float
> INCRBYFLOAT s " 1"
(error) ERR value is not a valid float
> INCRBYFLOAT s "1 "
(error) ERR value is not a valid float
> INCRBYFLOAT s 1e
(error) ERR value is not a valid float
> INCRBYFLOAT s 1,5
(error) ERR value is not a valid float
> INCRBYFLOAT s nan
(error) ERR value is not a valid float
> INCRBYFLOAT s inf
(error) ERR increment would produce NaN or Infinity
> INCRBYFLOAT s -inf
(error) ERR increment would produce NaN or Infinity
> INCRBYFLOAT s infinity
(error) ERR increment would produce NaN or Infinity
> INCRBYFLOAT s 1e5000
(error) ERR value is not a valid float
> INCRBYFLOAT s 1e-5000
(error) ERR value is not a valid float
> INCRBYFLOAT nothing abc
(error) ERR value is not a valid float
> INCRBYFLOAT nothing inf
(error) ERR increment would produce NaN or Infinity
> EXISTS nothing
(integer) 0
> GET s
"1"

> INCRBYFLOAT
(error) ERR wrong number of arguments for 'incrbyfloat' command
> INCRBYFLOAT s
(error) ERR wrong number of arguments for 'incrbyfloat' command
> INCRBYFLOAT s 1 2
(error) ERR wrong number of arguments for 'incrbyfloat' command
