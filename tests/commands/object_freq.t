# OBJECT FREQ under an LFU policy: the counter of uses is known, the idle time is not.

!server --maxmemory-policy allkeys-lfu

> SET k v
OK
> OBJECT FREQ k
~ \(integer\) [3-9]
> OBJECT FREQ nothing
(nil)
> OBJECT IDLETIME k
(error) ERR An LFU maxmemory policy is selected, idle time not tracked. Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.
> OBJECT IDLETIME nothing
(nil)
> CONFIG SET maxmemory-policy allkeys-lru
OK
> OBJECT FREQ k
(error) ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.
> OBJECT IDLETIME k
~ \(integer\) \d+
