# A consumer that looks at what it was given, and finds nothing, is seen, but does not fill the log: at most once a second. Nothing is synced here
# before somebody asks for it, so WAITAOF tells whether something was written.
!server --appendonly yes --appendfsync no

!anax-only Redis has WAITAOF since 7.2
> XGROUP CREATE stream group $ MKSTREAM
OK
> XREADGROUP GROUP group consumer STREAMS stream 0
1) 1) "stream"
   2) (empty array)
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
> XREADGROUP GROUP group consumer STREAMS stream 0
1) 1) "stream"
   2) (empty array)
> WAITAOF 0 0 0
1) (integer) 1
2) (integer) 0

# The time is exact all the same.
!advance 400
> XINFO CONSUMERS stream group
1) 1) "name"
   2) "consumer"
   3) "pending"
   4) (integer) 0
   5) "idle"
~    6\) \(integer\) [4-9]\d\d
> XREADGROUP GROUP group consumer STREAMS stream 0
1) 1) "stream"
   2) (empty array)
> XINFO CONSUMERS stream group
1) 1) "name"
   2) "consumer"
   3) "pending"
   4) (integer) 0
   5) "idle"
~    6\) \(integer\) \d\d?

# After a second it is logged, and whenever something was given.
!advance 1100
> XREADGROUP GROUP group consumer STREAMS stream 0
1) 1) "stream"
   2) (empty array)
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
> WAITAOF 1 0 0
1) (integer) 1
2) (integer) 0
2> XADD stream 1-1 f v
"1-1"
> XREADGROUP GROUP group consumer STREAMS stream >
1) 1) "stream"
   2) 1) 1) "1-1"
         2) 1) "f"
            2) "v"
> WAITAOF 0 0 0
1) (integer) 0
2) (integer) 0
!end
