# The wrong number of arguments is an error for every command of sorted sets, streams, transactions,
# pub/sub, SORT, DUMP and RESTORE, found before anything is looked at.

> BZMPOP x x x
(error) ERR wrong number of arguments for 'bzmpop' command
> BZMPOP
(error) ERR wrong number of arguments for 'bzmpop' command
> BZPOPMAX x
(error) ERR wrong number of arguments for 'bzpopmax' command
> BZPOPMAX
(error) ERR wrong number of arguments for 'bzpopmax' command
> BZPOPMIN x
(error) ERR wrong number of arguments for 'bzpopmin' command
> BZPOPMIN
(error) ERR wrong number of arguments for 'bzpopmin' command
> ZADD x x
(error) ERR wrong number of arguments for 'zadd' command
> ZADD
(error) ERR wrong number of arguments for 'zadd' command
> ZCARD
(error) ERR wrong number of arguments for 'zcard' command
> ZCARD x x
(error) ERR wrong number of arguments for 'zcard' command
> ZCOUNT x x
(error) ERR wrong number of arguments for 'zcount' command
> ZCOUNT
(error) ERR wrong number of arguments for 'zcount' command
> ZCOUNT x x x x
(error) ERR wrong number of arguments for 'zcount' command
> ZDIFF x
(error) ERR wrong number of arguments for 'zdiff' command
> ZDIFF
(error) ERR wrong number of arguments for 'zdiff' command
> ZDIFFSTORE x x
(error) ERR wrong number of arguments for 'zdiffstore' command
> ZDIFFSTORE
(error) ERR wrong number of arguments for 'zdiffstore' command
> ZINCRBY x x
(error) ERR wrong number of arguments for 'zincrby' command
> ZINCRBY
(error) ERR wrong number of arguments for 'zincrby' command
> ZINCRBY x x x x
(error) ERR wrong number of arguments for 'zincrby' command
> ZINTER x
(error) ERR wrong number of arguments for 'zinter' command
> ZINTER
(error) ERR wrong number of arguments for 'zinter' command
> ZINTERCARD x
(error) ERR wrong number of arguments for 'zintercard' command
> ZINTERCARD
(error) ERR wrong number of arguments for 'zintercard' command
> ZINTERSTORE x x
(error) ERR wrong number of arguments for 'zinterstore' command
> ZINTERSTORE
(error) ERR wrong number of arguments for 'zinterstore' command
> ZLEXCOUNT x x
(error) ERR wrong number of arguments for 'zlexcount' command
> ZLEXCOUNT
(error) ERR wrong number of arguments for 'zlexcount' command
> ZLEXCOUNT x x x x
(error) ERR wrong number of arguments for 'zlexcount' command
> ZMPOP x x
(error) ERR wrong number of arguments for 'zmpop' command
> ZMPOP
(error) ERR wrong number of arguments for 'zmpop' command
> ZMSCORE x
(error) ERR wrong number of arguments for 'zmscore' command
> ZMSCORE
(error) ERR wrong number of arguments for 'zmscore' command
> ZPOPMAX
(error) ERR wrong number of arguments for 'zpopmax' command
> ZPOPMIN
(error) ERR wrong number of arguments for 'zpopmin' command
> ZRANDMEMBER
(error) ERR wrong number of arguments for 'zrandmember' command
> ZRANGE x x
(error) ERR wrong number of arguments for 'zrange' command
> ZRANGE
(error) ERR wrong number of arguments for 'zrange' command
> ZRANGEBYLEX x x
(error) ERR wrong number of arguments for 'zrangebylex' command
> ZRANGEBYLEX
(error) ERR wrong number of arguments for 'zrangebylex' command
> ZRANGEBYSCORE x x
(error) ERR wrong number of arguments for 'zrangebyscore' command
> ZRANGEBYSCORE
(error) ERR wrong number of arguments for 'zrangebyscore' command
> ZRANGESTORE x x x
(error) ERR wrong number of arguments for 'zrangestore' command
> ZRANGESTORE
(error) ERR wrong number of arguments for 'zrangestore' command
> ZRANK x
(error) ERR wrong number of arguments for 'zrank' command
> ZRANK
(error) ERR wrong number of arguments for 'zrank' command
> ZREM x
(error) ERR wrong number of arguments for 'zrem' command
> ZREM
(error) ERR wrong number of arguments for 'zrem' command
> ZREMRANGEBYLEX x x
(error) ERR wrong number of arguments for 'zremrangebylex' command
> ZREMRANGEBYLEX
(error) ERR wrong number of arguments for 'zremrangebylex' command
> ZREMRANGEBYLEX x x x x
(error) ERR wrong number of arguments for 'zremrangebylex' command
> ZREMRANGEBYRANK x x
(error) ERR wrong number of arguments for 'zremrangebyrank' command
> ZREMRANGEBYRANK
(error) ERR wrong number of arguments for 'zremrangebyrank' command
> ZREMRANGEBYRANK x x x x
(error) ERR wrong number of arguments for 'zremrangebyrank' command
> ZREMRANGEBYSCORE x x
(error) ERR wrong number of arguments for 'zremrangebyscore' command
> ZREMRANGEBYSCORE
(error) ERR wrong number of arguments for 'zremrangebyscore' command
> ZREMRANGEBYSCORE x x x x
(error) ERR wrong number of arguments for 'zremrangebyscore' command
> ZREVRANGE x x
(error) ERR wrong number of arguments for 'zrevrange' command
> ZREVRANGE
(error) ERR wrong number of arguments for 'zrevrange' command
> ZREVRANGEBYLEX x x
(error) ERR wrong number of arguments for 'zrevrangebylex' command
> ZREVRANGEBYLEX
(error) ERR wrong number of arguments for 'zrevrangebylex' command
> ZREVRANGEBYSCORE x x
(error) ERR wrong number of arguments for 'zrevrangebyscore' command
> ZREVRANGEBYSCORE
(error) ERR wrong number of arguments for 'zrevrangebyscore' command
> ZREVRANK x
(error) ERR wrong number of arguments for 'zrevrank' command
> ZREVRANK
(error) ERR wrong number of arguments for 'zrevrank' command
> ZSCAN x
(error) ERR wrong number of arguments for 'zscan' command
> ZSCAN
(error) ERR wrong number of arguments for 'zscan' command
> ZSCORE x
(error) ERR wrong number of arguments for 'zscore' command
> ZSCORE
(error) ERR wrong number of arguments for 'zscore' command
> ZSCORE x x x
(error) ERR wrong number of arguments for 'zscore' command
> ZUNION x
(error) ERR wrong number of arguments for 'zunion' command
> ZUNION
(error) ERR wrong number of arguments for 'zunion' command
> ZUNIONSTORE x x
(error) ERR wrong number of arguments for 'zunionstore' command
> ZUNIONSTORE
(error) ERR wrong number of arguments for 'zunionstore' command
> XACK x x
(error) ERR wrong number of arguments for 'xack' command
> XACK
(error) ERR wrong number of arguments for 'xack' command
> XADD x x x
(error) ERR wrong number of arguments for 'xadd' command
> XADD
(error) ERR wrong number of arguments for 'xadd' command
> XAUTOCLAIM x x x x
(error) ERR wrong number of arguments for 'xautoclaim' command
> XAUTOCLAIM
(error) ERR wrong number of arguments for 'xautoclaim' command
> XCLAIM x x x x
(error) ERR wrong number of arguments for 'xclaim' command
> XCLAIM
(error) ERR wrong number of arguments for 'xclaim' command
> XDEL x
(error) ERR wrong number of arguments for 'xdel' command
> XDEL
(error) ERR wrong number of arguments for 'xdel' command
> XGROUP
(error) ERR wrong number of arguments for 'xgroup' command
> XGROUP CREATE x x
(error) ERR wrong number of arguments for 'xgroup|create' command
> XGROUP CREATE
(error) ERR wrong number of arguments for 'xgroup|create' command
> XGROUP CREATECONSUMER x x
(error) ERR wrong number of arguments for 'xgroup|createconsumer' command
> XGROUP CREATECONSUMER
(error) ERR wrong number of arguments for 'xgroup|createconsumer' command
> XGROUP CREATECONSUMER x x x x
(error) ERR wrong number of arguments for 'xgroup|createconsumer' command
> XGROUP DELCONSUMER x x
(error) ERR wrong number of arguments for 'xgroup|delconsumer' command
> XGROUP DELCONSUMER
(error) ERR wrong number of arguments for 'xgroup|delconsumer' command
> XGROUP DELCONSUMER x x x x
(error) ERR wrong number of arguments for 'xgroup|delconsumer' command
> XGROUP DESTROY x
(error) ERR wrong number of arguments for 'xgroup|destroy' command
> XGROUP DESTROY
(error) ERR wrong number of arguments for 'xgroup|destroy' command
> XGROUP DESTROY x x x
(error) ERR wrong number of arguments for 'xgroup|destroy' command
> XGROUP HELP x
(error) ERR wrong number of arguments for 'xgroup|help' command
> XGROUP SETID x x
(error) ERR wrong number of arguments for 'xgroup|setid' command
> XGROUP SETID
(error) ERR wrong number of arguments for 'xgroup|setid' command
> XINFO
(error) ERR wrong number of arguments for 'xinfo' command
> XINFO CONSUMERS x
(error) ERR wrong number of arguments for 'xinfo|consumers' command
> XINFO CONSUMERS
(error) ERR wrong number of arguments for 'xinfo|consumers' command
> XINFO CONSUMERS x x x
(error) ERR wrong number of arguments for 'xinfo|consumers' command
> XINFO GROUPS
(error) ERR wrong number of arguments for 'xinfo|groups' command
> XINFO GROUPS x x
(error) ERR wrong number of arguments for 'xinfo|groups' command
> XINFO HELP x
(error) ERR wrong number of arguments for 'xinfo|help' command
> XINFO STREAM
(error) ERR wrong number of arguments for 'xinfo|stream' command
> XLEN
(error) ERR wrong number of arguments for 'xlen' command
> XLEN x x
(error) ERR wrong number of arguments for 'xlen' command
> XPENDING x
(error) ERR wrong number of arguments for 'xpending' command
> XPENDING
(error) ERR wrong number of arguments for 'xpending' command
> XRANGE x x
(error) ERR wrong number of arguments for 'xrange' command
> XRANGE
(error) ERR wrong number of arguments for 'xrange' command
> XREAD x x
(error) ERR wrong number of arguments for 'xread' command
> XREAD
(error) ERR wrong number of arguments for 'xread' command
> XREADGROUP x x x x x
(error) ERR wrong number of arguments for 'xreadgroup' command
> XREADGROUP
(error) ERR wrong number of arguments for 'xreadgroup' command
> XREVRANGE x x
(error) ERR wrong number of arguments for 'xrevrange' command
> XREVRANGE
(error) ERR wrong number of arguments for 'xrevrange' command
> XSETID x
(error) ERR wrong number of arguments for 'xsetid' command
> XSETID
(error) ERR wrong number of arguments for 'xsetid' command
> XTRIM x x
(error) ERR wrong number of arguments for 'xtrim' command
> XTRIM
(error) ERR wrong number of arguments for 'xtrim' command
> DISCARD x
(error) ERR wrong number of arguments for 'discard' command
> EXEC x
(error) EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command
> MULTI x
(error) ERR wrong number of arguments for 'multi' command
> UNWATCH x
(error) ERR wrong number of arguments for 'unwatch' command
> WATCH
(error) ERR wrong number of arguments for 'watch' command
> PSUBSCRIBE
(error) ERR wrong number of arguments for 'psubscribe' command
> PUBLISH x
(error) ERR wrong number of arguments for 'publish' command
> PUBLISH
(error) ERR wrong number of arguments for 'publish' command
> PUBLISH x x x
(error) ERR wrong number of arguments for 'publish' command
> PUBSUB
(error) ERR wrong number of arguments for 'pubsub' command
> PUBSUB HELP x
(error) ERR wrong number of arguments for 'pubsub|help' command
> PUBSUB NUMPAT x
(error) ERR wrong number of arguments for 'pubsub|numpat' command
> SPUBLISH x
(error) ERR wrong number of arguments for 'spublish' command
> SPUBLISH
(error) ERR wrong number of arguments for 'spublish' command
> SPUBLISH x x x
(error) ERR wrong number of arguments for 'spublish' command
> SSUBSCRIBE
(error) ERR wrong number of arguments for 'ssubscribe' command
> SUBSCRIBE
(error) ERR wrong number of arguments for 'subscribe' command
> SORT
(error) ERR wrong number of arguments for 'sort' command
> SORT_RO
(error) ERR wrong number of arguments for 'sort_ro' command
> DUMP
(error) ERR wrong number of arguments for 'dump' command
> DUMP x x
(error) ERR wrong number of arguments for 'dump' command
> RESTORE x x
(error) ERR wrong number of arguments for 'restore' command
> RESTORE
(error) ERR wrong number of arguments for 'restore' command
