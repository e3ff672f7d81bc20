"""What DUMP answers is the same value after RESTORE: here, at Debian's redis-server, and on the way back.

Values are made at random, of every type, in every encoding, small and large; both servers get the same
commands. Payloads then go both ways. Redis is told to look at what it is given as closely as it can."""

import os

from checksums import dump_payload
from setup import ROOT, check, ok, pipeline, scenario

# Options of both servers, so that values of the same size come in other encodings and blocks.
OPTIONS = [
    ["--rdbcompression", "yes"],
    ["--rdbcompression", "no", "--list-max-listpack-size", "-1"],
    ["--hash-max-listpack-entries", "0", "--zset-max-listpack-entries", "0", "--set-max-intset-entries", "0",
     "--list-max-listpack-size", "1"],
    ["--hash-max-listpack-entries", "100000", "--hash-max-listpack-value", "100000", "--zset-max-listpack-entries",
     "2000", "--set-max-intset-entries", "20000", "--stream-node-max-entries", "3"],
]
INTEGERS = [0, 1, -1, 12, 13, 63, 64, 127, 128, -128, -129, 255, 256, 4095, 4096, -4096, -4097, 32767, 32768, -32768,
            -32769, 8388607, 8388608, -8388608, -8388609, 2147483647, 2147483648, -2147483648, -2147483649, 1 << 40,
            9223372036854775807, -9223372036854775808]
LENGTHS = [0, 1, 5, 11, 19, 20, 21, 43, 44, 45, 62, 63, 64, 65, 126, 127, 128, 200, 253, 254, 255, 1000, 4094, 4095,
           4096, 16377, 16378, 16379, 16380, 16381, 16382, 16383, 16384, 70000]
COUNTS = [1, 2, 5, 60, 130, 513, 1500]


def text(choose):
    kind = choose.random()
    if kind < 0.35:
        return str(choose.choice(INTEGERS) if choose.random() < 0.5 else choose.randrange(-70000, 70000)).encode()
    if kind < 0.4:
        return choose.choice([b"", b"-0", b"01", b"+1", b"1.5", b"inf", b"9223372036854775808", b"\x00\xff", b" 1"])
    if kind < 0.8:
        return b"%x" % choose.getrandbits(choose.choice([8, 32, 100]))
    length = choose.choice(LENGTHS[:24] if choose.random() < 0.9 else LENGTHS)
    if choose.random() < 0.5:  # What compresses well.
        word = bytes(choose.getrandbits(8) for _ in range(choose.randrange(1, 30)))
        return (word * (length // len(word) + 1))[:length]
    return bytes(choose.getrandbits(8) for _ in range(length))


def score(choose):
    return choose.choice([str(choose.choice(INTEGERS)), repr(choose.random()), "%.17g" % (choose.random() * 1e300), "inf",
                          "-inf", "1e-300", "-0", "2.5", str(choose.randrange(100)), "5e-324"])


def make_string(choose, key):
    return [["SET", key, text(choose) if choose.random() < 0.9 else text(choose) * 500]]


def make_list(choose, key):
    return [["RPUSH", key, text(choose)] for _ in range(choose.choice(COUNTS))]


def make_set(choose, key):
    if choose.random() < 0.5:  # Integers of one width, in the end.
        most = choose.choice([100, 40000, 1 << 33])
        return [["SADD", key, choose.randrange(-most, most)] for _ in range(choose.choice(COUNTS))]
    return [["SADD", key, text(choose)] for _ in range(choose.choice(COUNTS))]


def make_hash(choose, key):
    return [["HSET", key, text(choose), text(choose)] for _ in range(choose.choice(COUNTS))]


def make_zset(choose, key):
    return [["ZADD", key, score(choose), text(choose)] for _ in range(choose.choice(COUNTS))]


def make_stream(choose, key):
    """With entries of the same fields and of others, deleted ones, groups, consumers, pending entries."""
    commands, ms, fields = [], choose.choice([1, 1700000000000, (1 << 63) + 5]), [b"field"]
    seq = choose.choice([0, 5, (1 << 64) - 3000])
    for _ in range(choose.choice(COUNTS[:-1])):
        if choose.random() < 0.3:
            fields = [text(choose) for _ in range(choose.choice([1, 1, 2, 5, 40]))]
        if choose.random() < 0.5:
            ms, seq = ms + choose.choice([1, 1, 1000, 1 << 20]), choose.choice([0, 1, 100])
        else:
            seq += 1
        commands.append(["XADD", key, f"{ms}-{seq}"] + [item for field in fields for item in (field, text(choose))])
    ids = [command[2] for command in commands]
    commands += [["XDEL", key, choose.choice(ids)] for _ in range(choose.choice([0, 0, 1, len(ids)]))]
    commands += [["XTRIM", key, "MAXLEN", choose.randrange(len(ids) + 1)]] if choose.random() < 0.2 else []
    for group in range(choose.choice([0, 1, 3])):
        commands.append(["XGROUP", "CREATE", key, f"group {group}", choose.choice(["0", "$", choose.choice(ids)])])
        for _ in range(choose.choice([0, 1, 4])):
            name = choose.choice(["alice", "bob", "x" * 100, "17", ""])
            commands.append(["XREADGROUP", "GROUP", f"group {group}", name, "COUNT", choose.randrange(1, 50),
                             "STREAMS", key, ">"])
        commands += [["XACK", key, f"group {group}", choose.choice(ids)] for _ in range(choose.choice([0, 3]))]
        if choose.random() < 0.3:
            commands.append(["XCLAIM", key, f"group {group}", "carol", 0] + choose.sample(ids, min(3, len(ids))) +
                            ["RETRYCOUNT", choose.choice([0, 7, 1 << 40]), "FORCE"])
    return commands


def make_special(choose, key):
    """What is a value of its own kind among its type."""
    return choose.choice([
        [["PFADD", key] + [str(n) for n in range(choose.choice([1, 100, 5000]))]],
        [["SETBIT", key, 70001, 1]],
        [["XGROUP", "CREATE", key, "g", "$", "MKSTREAM"]],
        [["XADD", key, "7-1", "a", "b"], ["XDEL", key, "7-1"]],
        [["XADD", key, "7-1", "a", "b"], ["XSETID", key, "9-1", "ENTRIESADDED", 17, "MAXDELETEDID", "8-1"]],
        [["GEOADD", key, 13.361389, 38.115556, "Palermo", 15.087269, 37.502669, "Catania"]],
        [["RPUSH", key, "x" * 200000, "y", "z" * 9000]],
        [["SADD", key, "a", 1, 2], ["SREM", key, "a"]],
        [["ZADD", key] + [item for n in range(1500) for item in (n % 3, n)], ["ZREMRANGEBYRANK", key, 1, -1]],
    ])


MAKERS = [make_string, make_list, make_set, make_hash, make_zset, make_stream, make_special]


# ---- reading back ----

def plain(reply):
    return [plain(item) for item in reply.value] if reply.kind == "array" else (reply.kind, reply.value)


def pairs(items):
    return sorted(zip(items[::2], items[1::2]))


def stream_facts(connection, key):
    """All of a stream but how it lies in memory, and when its consumers were seen, which differs between servers."""
    fields = plain(ok(connection, "XINFO", "STREAM", key))
    facts = [item for name, value in zip(fields[::2], fields[1::2]) if b"radix" not in name[1] for item in (name, value)]
    groups = plain(ok(connection, "XINFO", "GROUPS", key))
    facts += [plain(ok(connection, "XRANGE", key, "-", "+")), groups]
    for group in groups:
        name = group[1][1]
        consumers = plain(ok(connection, "XINFO", "CONSUMERS", key, name))
        pending = plain(ok(connection, "XPENDING", key, name, "-", "+", 100000))
        facts += [[consumer[:4] for consumer in consumers], [entry[:2] + entry[3:] for entry in pending]]
    return facts


def contents(connection, key):
    kind = ok(connection, "TYPE", key).value
    encoding = ok(connection, "OBJECT", "ENCODING", key).value
    if kind == b"stream":
        return [kind, stream_facts(connection, key)]
    commands = {b"string": ["GET", key], b"list": ["LRANGE", key, 0, -1], b"set": ["SMEMBERS", key],
                b"hash": ["HGETALL", key], b"zset": ["ZRANGE", key, 0, -1, "WITHSCORES"]}
    check(kind in commands, f"{key} is {kind}")
    value = plain(ok(connection, *commands[kind]))
    if kind == b"set":  # Anax may call one a small one that it holds as a large one, by the options.
        value = sorted(value)
    if kind == b"hash":
        value = pairs(value)
    return [kind, encoding, value]


# ---- the journey ----

def send_over(source, target, key, name, what):
    """Dumps at one server, restores at the other; the copy is the same."""
    payload = ok(source, "DUMP", key).value
    reply = target.command("RESTORE", name, 0, payload, "REPLACE")
    check(reply.kind == "status", f"{what}: {reply.value!r} for {payload[:300]!r}")
    return payload


def has_minus_zero(found):
    return found[0] == b"zset" and ("bulk", b"-0") in found[2]


def forget_encoding(found):
    """Redis keeps a value that was large in its form, and makes a small one of its copy; so does Anax, but HyperLogLogs
    and bit maps, edited strings, differ in the same way: the copy is what a new value would be."""
    return [found[0]] + found[2:] if found[0] != b"stream" else found


def check_key(anax, redis, key):
    own = contents(anax, key)
    check(forget_encoding(own) == forget_encoding(contents(redis, key)), f"{key} is not the same before its journey")
    send_over(anax, anax, key, "own copy", "Anax to Anax")
    send_over(redis, redis, key, "own copy", "Redis to Redis")
    send_over(anax, redis, key, "copy", "Anax to Redis")
    payload = send_over(redis, anax, key, "copy", "Redis to Anax")
    send_over(anax, redis, "copy", "copy of copy", "Redis to Anax to Redis")
    send_over(redis, anax, "copy", "copy of copy", "Anax to Redis to Anax")
    expected = contents(redis, "own copy")
    if not has_minus_zero(own):  # A listpack makes 0 of it.
        check(forget_encoding(expected) == forget_encoding(own), f"Redis's own copy of {key} differs")
        for server, name in ((anax, "Anax"), (redis, "Redis")):
            for copy in ("own copy", "copy", "copy of copy"):
                found = contents(server, copy)
                check(found == expected, f"{copy} of {key} at {name}: {str(found)[:600]}, not {str(expected)[:600]}; "
                      f"{payload[:300]!r}")
        if own[0] != b"zset":  # Whose tables keep a -0.
            digests = [item.value for name in (key, "own copy", "copy") for item in
                       ok(anax, "DEBUG", "DIGEST-VALUE", name).value]
            check(own[0] == b"stream" or len(set(digests)) == 1, f"{key} has other digests after its journey: {digests}")
    check_that_it_lives(anax, redis, own[0])


def check_that_it_lives(anax, redis, kind):
    """A copy can be changed further, and the server is sound."""
    commands = {b"string": [["APPEND", "copy", "x"]], b"list": [["LPUSH", "copy", "x"], ["RPOP", "copy"], ["LREM", "copy", 1, 5]],
                b"set": [["SADD", "copy", "x"], ["SREM", "copy", "1"]], b"hash": [["HSET", "copy", "x", "y"], ["HDEL", "copy", "1"]],
                b"zset": [["ZADD", "copy", 1, "x"], ["ZPOPMIN", "copy"]],
                b"stream": [["XTRIM", "copy", "MAXLEN", 3], ["XADD", "copy", "18446744073709551615-1", "x", "y"]]}[kind]
    replies = [[plain(reply) for reply in pipeline(server, commands)] for server in (anax, redis)]
    check(replies[0] == replies[1], f"a copied {kind} does not go on in the same way: {replies}")
    found = [contents(server, "copy") for server in (anax, redis)]
    check(forget_encoding(found[0]) == forget_encoding(found[1]), f"a copied {kind} became {str(found)[:900]}")


@scenario(io=("any",), cores=(2,))
def values_go_to_redis_and_back(context):
    choose = context.random
    for options in OPTIONS:
        servers = [context.anax("--enable-debug-command", "yes", *options),
                   context.redis("--enable-debug-command", "yes", "--sanitize-dump-payload", "yes", *options)]
        anax, redis = [server.connect() for server in servers]
        for number in range(context.count(14)):
            key = f"key {number}"
            commands = MAKERS[number % len(MAKERS)](choose, key)
            for connection in (anax, redis):
                for start in range(0, len(commands), 500):
                    pipeline(connection, commands[start:start + 500])
            check_key(anax, redis, key)
        for connection in (anax, redis):
            connection.close()
        for server in servers:
            context.stop(server)


@scenario(io=("any",), cores=(2,))
def fields_keep_their_times(context):
    """Of hashes whose fields expire, which Redis 7.0 does not know."""
    server = context.anax("--enable-debug-command", "yes")
    connection = server.connect()
    for size in (1, 3, 600):
        key = f"hash{size}"
        ok(connection, "HSET", key, *[item for n in range(size) for item in (f"field {n}", n)])
        ok(connection, "HPEXPIREAT", key, 9000000000000, "FIELDS", 1, "field 0")
        if size > 2:
            ok(connection, "HPEXPIREAT", key, 8000000000000, "FIELDS", 1, "field 2")
        payload = ok(connection, "DUMP", key).value
        ok(connection, "RESTORE", "copy", 0, payload, "REPLACE")
        seen = [plain(ok(connection, "DEBUG", "DIGEST-VALUE", key, "copy")), plain(ok(
            connection, "HPEXPIRETIME", "copy", "FIELDS", 3, "field 0", "field 1", "field 2"))]
        check(seen[0][0] == seen[0][1], f"a hash of {size} is another one: {seen}")
        times = [9000000000000, -1 if size > 1 else -2, 8000000000000 if size > 2 else -2]
        check(seen[1] == [("integer", time) for time in times], f"times of a hash of {size}: {seen[1]}")


@scenario(io=("any",), cores=(4,))
def redis_migrates_its_keys_here(context):
    """MIGRATE of a redis-server sends SELECT and RESTORE, many in a row, and believes the answers."""
    choose = context.random
    anax, redis = context.anax(), context.redis()
    here, there = anax.connect(), redis.connect()
    keys = [f"key {number}" for number in range(context.count(35))]
    for number, key in enumerate(keys):
        pipeline(there, MAKERS[number % len(MAKERS)](choose, key)[:600])
        if number % 3 == 0:
            ok(there, "PEXPIREAT", key, 9000000000000 + number)
    expected = {key: contents(there, key) for key in keys}
    reply = ok(there, "MIGRATE", "127.0.0.1", anax.port, "", 3, 20000, "KEYS", *keys)
    check(reply.value == b"OK", f"MIGRATE: {reply.value!r}")
    check(ok(there, "DBSIZE").value == 0, "Redis has kept something")
    ok(here, "SELECT", 3)
    for number, key in enumerate(keys):
        found = contents(here, key)
        if not has_minus_zero(expected[key]):
            check(forget_encoding(found) == forget_encoding(expected[key]), f"{key} is {str(found)[:600]}")
        time = ok(here, "PEXPIRETIME", key).value
        wanted = 9000000000000 + number if number % 3 == 0 else -1
        check(abs(time - wanted) < 5000, f"{key} expires at {time}, not {wanted}")
    there.command("SET", keys[0], "other")
    busy = there.command("MIGRATE", "127.0.0.1", anax.port, keys[0], 3, 20000)
    check(busy.kind == "error" and b"BUSYKEY" in busy.value, f"a key is there: {busy.value!r}")
    check(ok(there, "MIGRATE", "127.0.0.1", anax.port, keys[0], 3, 20000, "REPLACE").value == b"OK", "REPLACE")
    check(ok(here, "GET", keys[0]).value == b"other", "it was replaced")


# ---- bytes that nobody dumped ----

SEEDS = os.path.join(ROOT, "tests/fuzz/corpus/rdb_fuzz")  # A byte for the fuzzer, and a payload without its end.


def mutate(choose, value, others):
    value = bytearray(value)
    for _ in range(choose.choice([0, 1, 1, 2, 5])):
        at = choose.randrange(len(value))
        kind = choose.randrange(5)
        if kind == 0:
            value[at] = choose.choice([0, 1, 0x7f, 0x80, 0xc3, 0xff, choose.getrandbits(8)])
        elif kind == 1:
            value[at] ^= 1 << choose.randrange(8)
        elif kind == 2:
            del value[at:at + choose.choice([1, 1, 2, 8])]
        elif kind == 3:
            value[at:at] = bytes(choose.choice([0, 0xff, choose.getrandbits(8)]) for _ in range(choose.choice([1, 2, 8])))
        else:
            other = choose.choice(others)
            value[at:at + 8] = other[at:at + choose.choice([4, 8])]
        value = value or bytearray(b"\x00")
    return bytes(value)


USES = {
    b"string": ["GET k", "APPEND k x", "BITCOUNT k", "PFCOUNT k", "PFMERGE k2 k", "INCR k", "SETRANGE k 10 x", "LCS k k", "BITPOS k 1"],
    b"list": ["LRANGE k 0 -1", "LPOS k 5 COUNT 0", "LINDEX k -1", "LSET k 0 x", "LINSERT k BEFORE x y", "LREM k 1 5",
              "LMOVE k k LEFT RIGHT", "SORT k ALPHA", "LPUSH k a b", "RPOP k 2", "LTRIM k 1 2"],
    b"set": ["SMEMBERS k", "SISMEMBER k a", "SRANDMEMBER k -5", "SSCAN k 0", "SADD k a 5 70000", "SINTERSTORE k2 k k", "SPOP k 2",
             "SORT k ALPHA", "SMOVE k k2 a", "SREM k a 1"],
    b"hash": ["HGETALL k", "HLEN k", "HRANDFIELD k -5 WITHVALUES", "HSCAN k 0", "HSET k f v a b", "HINCRBY k a 1", "HTTL k FIELDS 2 a b",
              "HDEL k f a", "HEXPIRE k 100 FIELDS 1 b", "HSTRLEN k b"],
    b"zset": ["ZRANGE k 0 -1 WITHSCORES", "ZRANGEBYSCORE k -inf (5", "ZRANGEBYLEX k - +", "ZSCAN k 0", "ZADD k 1 a nan b", "ZADD k 2 a",
              "ZINCRBY k -inf a", "ZRANK k a", "ZUNIONSTORE k2 2 k k", "GEOSEARCH k FROMLONLAT 1 1 BYRADIUS 9000 km", "ZPOPMAX k",
              "ZREMRANGEBYRANK k 1 2", "ZRANDMEMBER k -3"],
    b"stream": ["XRANGE k - +", "XREVRANGE k + - COUNT 3", "XLEN k", "XINFO STREAM k", "XINFO STREAM k FULL", "XINFO GROUPS k",
                "XINFO CONSUMERS k g", "XPENDING k g", "XPENDING k g - + 10", "XREADGROUP GROUP g c COUNT 2 STREAMS k >",
                "XREADGROUP GROUP g c STREAMS k 0", "XAUTOCLAIM k g d 0 0", "XCLAIM k g e 0 1-1 5-0 FORCE", "XADD k * a b",
                "XINFO STREAM k FULL", "XACK k g 1-1", "XDEL k 1-1", "XGROUP CREATECONSUMER k g z", "XGROUP SETID k g $",
                "XGROUP DELCONSUMER k g alice", "XTRIM k MAXLEN ~ 1", "XGROUP DESTROY k g", "XREAD STREAMS k 0", "XTRIM k MAXLEN 0"]}
ANY_USES = ["DUMP k", "COPY k k3 REPLACE", "RENAME k k4", "RENAME k4 k", "OBJECT ENCODING k", "MEMORY USAGE k", "DEBUG DIGEST-VALUE k",
            "EXPIRE k 100", "PERSIST k", "TYPE k"]


@scenario(io=("any",), cores=(2,))
def what_nobody_dumped_hurts_no_command(context):
    """Payloads with errors in them, the checksum made right, on the build with sanitizers: most are refused; whatever
    is taken can be read, changed and deleted, and the effects say what there is."""
    choose = context.random
    seeds = []
    for name in sorted(os.listdir(SEEDS)):
        with open(os.path.join(SEEDS, name), "rb") as file:
            seeds.append(file.read()[1:])
    server = context.asan("--enable-debug-command", "yes")
    connection = server.connect()
    taken = 0
    for number in range(context.count(1500)):
        payload = dump_payload(mutate(choose, choose.choice(seeds), seeds))
        replies = pipeline(connection, [["RESTORE", "k", 0, payload, "REPLACE"], ["TYPE", "k"]])
        what = f"RESTORE of {payload!r}"
        check(replies[0].kind == "status" or replies[0].value == b"ERR Bad data format", f"{what}: {replies[0]}")
        kind = replies[1].value
        if replies[0].kind == "status" and kind != b"none":
            taken += 1
            uses = [use.split() for use in ANY_USES + USES[kind] + ANY_USES]
            check(len(pipeline(connection, uses)) == len(uses), f"{what}: no reply")
            dumped = ok(connection, "DUMP", "k").value if ok(connection, "EXISTS", "k").value else None
            if dumped is not None:
                check(ok(connection, "RESTORE", "k2", 0, dumped, "REPLACE").value == b"OK", f"{what}: its DUMP")
        if number % 100 == 99:
            check(ok(connection, "DEBUG", "SHADOW").value == b"OK", f"{what}: the effects say something else")
            ok(connection, "FLUSHALL")
    check(taken > context.count(1500) / 20, f"only {taken} were taken: the test has looked at nothing")
    connection.close()
