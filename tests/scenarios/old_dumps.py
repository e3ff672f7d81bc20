"""Dump files of every version since 2.8, and every encoding, are loaded: tests/rdb_writer.py writes them.

What it writes for versions that Debian's redis-server knows is loaded there as well, so that the writer is right."""

import os

import rdb_writer as rdb
from durable import own_directory
from saving import dump_of, refused, start, start_redis
from setup import check, ok, scenario

LATER_MS = 4102444800123
TEXTS = [b"", b"a", b"text", b"x" * 63, b"y" * 64, b"z" * 300, b"w" * 5000, b"v" * 17000, bytes(range(256)), b"-", b"007"]
NUMBERS = [0, 1, 12, 13, -1, 127, 128, -128, -129, 4095, 4096, -4096, -4097, 32767, -32768, 32768, -32769, 8388607, -8388608,
           8388608, 2147483647, -2147483648, 2147483648, 9223372036854775807, -9223372036854775808]


def as_text(item):
    return item if isinstance(item, bytes) else str(item).encode()


def pairs_from(items):
    return list(zip(items[::2], items[1::2]))


def list_cases():
    items = TEXTS + NUMBERS
    expected = ("LRANGE", [as_text(item) for item in items])
    yield 6, rdb.LIST, rdb.many([as_text(item) for item in items]), expected
    yield 6, rdb.LIST_ZIPLIST, rdb.text(rdb.ziplist(items)), expected
    yield 6, rdb.LIST_ZIPLIST, rdb.packed(rdb.ziplist(items)), expected
    yield 7, rdb.LIST_QUICKLIST, rdb.quicklist([items[:5], items[5:20], items[20:]]), expected
    yield 10, rdb.LIST_QUICKLIST_2, rdb.quicklist_2([items[:7], b"long" * 5000, items[7:]]), \
        ("LRANGE", [as_text(item) for item in items[:7] + [b"long" * 5000] + items[7:]])


def set_cases():
    items = [as_text(item) for item in TEXTS + NUMBERS]
    yield 6, rdb.SET, rdb.many(items), ("SMEMBERS", sorted(items))
    for numbers in ([1, 2, 3], [-32768, 32767, 0], [-2147483648, 7], [1 << 40, -5, 0]):
        yield 6, rdb.SET_INTSET, rdb.text(rdb.intset(numbers)), ("SMEMBERS", sorted(as_text(n) for n in numbers))
    yield 11, rdb.SET_LISTPACK, rdb.text(rdb.listpack(TEXTS + NUMBERS)), ("SMEMBERS", sorted(items))


def hash_cases():
    short = [(b"field %d" % n, as_text(item)) for n, item in enumerate(TEXTS + NUMBERS)]
    blocks = [part for field, value in zip((b"field %d" % n for n in range(99)), TEXTS + NUMBERS) for part in (field, value)]
    expected = ("HGETALL", sorted(short))
    yield 6, rdb.HASH, rdb.pairs_of(short), expected
    yield 6, rdb.HASH_ZIPMAP, rdb.text(rdb.zipmap(short)), expected
    yield 6, rdb.HASH_ZIPLIST, rdb.text(rdb.ziplist(blocks)), expected
    yield 10, rdb.HASH_LISTPACK, rdb.text(rdb.listpack(blocks)), expected
    times = [(b"a", b"1", LATER_MS), (b"b", b"2", 0), (b"c", b"3", LATER_MS + 5)]
    gone = times + [(b"gone", b"4", 1000)]
    expected = ("times", [b"a", b"b", b"c"], [LATER_MS, -1, LATER_MS + 5])
    for fields in (times, gone):
        yield 12, rdb.HASH_TIMES, rdb.hash_times(fields), expected
        yield 12, rdb.HASH_TIMES_LISTPACK, rdb.hash_times_listpack(fields), expected
        yield 12, rdb.HASH_TIMES_OLD, rdb.hash_times(fields, True), expected
        yield 12, rdb.HASH_TIMES_LISTPACK_OLD, rdb.hash_times_listpack(fields, True), expected


def zset_cases():
    pairs = [(b"low", float("-inf")), (b"minus", -2.5), (b"null", 0.0), (b"one", 1.0), (b"pi", 3.141592653589793),
             (b"big", 1e300), (b"high", float("inf"))]
    expected = ("ZRANGE", [part for member, score in pairs for part in (member, b"%.17g" % score)])
    yield 6, rdb.ZSET_TEXT, rdb.zset_text(pairs), expected
    yield 8, rdb.ZSET, rdb.zset(pairs), expected
    block = [part for member, score in pairs[1:] for part in (member, int(score) if score in (0, 1) else
                                                              b"%.17g" % score)]
    expected = ("ZRANGE", expected[1][2:])
    yield 6, rdb.ZSET_ZIPLIST, rdb.text(rdb.ziplist(block)), expected
    yield 10, rdb.ZSET_LISTPACK, rdb.text(rdb.listpack(block)), expected


def stream_cases():
    entries = [((5, 1), [b"f", b"v1"], False), ((5, 2), [b"f", b"v2"], True), ((7, 0), [b"g", 3, b"h", b"v3"], False),
               ((9, 9), [b"f", 12345], False)]
    alive = [((9, 9), [b"f", b"12345"])]
    alive = [((5, 1), [b"f", b"v1"]), ((7, 0), [b"g", b"3", b"h", b"v3"])] + alive
    pending = [((5, 1), 1700000000000, 3, b"alice"), ((7, 0), 1700000000001, 1, b"bob")]
    consumers = [(b"alice", 1700000000000, 1700000000000), (b"bob", 1700000000001, 1700000000001)]
    groups = [(b"g1", (7, 0), 2, pending, consumers), (b"g2", (0, 0), 0, [], [])]
    expected = ("stream", alive, [(b"g1", b"7-0", [(b"5-1", b"alice", 3), (b"7-0", b"bob", 1)]), (b"g2", b"0-0", [])])
    for version, kind in ((9, rdb.STREAM_1), (10, rdb.STREAM_2), (11, rdb.STREAM_3)):
        yield version, kind, rdb.stream(kind, [entries[:2], entries[2:]], (9, 9), groups, (5, 2), 4), expected
        yield version, kind, rdb.stream(kind, [], (3, 3), []), ("stream", [], [])


def string_cases():
    for item in TEXTS:
        yield 6, rdb.STRING, rdb.text(item), ("GET", item)
        if item:
            yield 6, rdb.STRING, rdb.packed(item * 3), ("GET", item * 3)
    for number in NUMBERS:
        yield 6, rdb.STRING, rdb.integer(number), ("GET", as_text(number))


def cases():
    for make in (string_cases, list_cases, set_cases, hash_cases, zset_cases, stream_cases):
        yield from make()


# ---- reading back ----

def values(reply):
    return [item.value for item in reply.value]


def read_stream(connection, key):
    entries = [(tuple(map(int, entry.value[0].value.split(b"-"))), values(entry.value[1]))
               for entry in ok(connection, "XRANGE", key, "-", "+").value]
    groups = []
    for group in ok(connection, "XINFO", "GROUPS", key).value:
        facts = dict(pairs_from(values(group)))
        pending = [values(entry) for entry in ok(connection, "XPENDING", key, facts[b"name"], "-", "+", 100).value]
        groups.append((facts[b"name"], facts[b"last-delivered-id"], [(one[0], one[1], one[3]) for one in pending]))
    return ("stream", entries, groups)


def read(connection, key, how, fields=()):
    if how == "stream":
        return read_stream(connection, key)
    if how == "times":
        found = sorted(pairs_from(values(ok(connection, "HGETALL", key))))
        times = values(ok(connection, "HPEXPIRETIME", key, "FIELDS", len(fields), *fields))
        return ("times", [field for field, _ in found], times)
    if how == "GET":
        return ("GET", ok(connection, "GET", key).value)
    more = {"LRANGE": (0, -1), "ZRANGE": (0, -1, "WITHSCORES")}.get(how, ())
    items = values(ok(connection, how, key, *more))
    return (how, sorted(items) if how == "SMEMBERS" else sorted(pairs_from(items)) if how == "HGETALL" else items)


def check_case(connection, number, version, kind, expected, who):
    found = read(connection, f"key {number}", expected[0], expected[1])
    check(found == expected, f"{who}: type {kind} of version {version}: {str(found)[:700]}, not {str(expected)[:700]}")


def write(directory, data):
    with open(dump_of(directory), "wb") as file:
        file.write(data)


@scenario(io=("any",), cores=(3,))
def every_encoding_since_2_8_is_loaded(context):
    """And what was loaded is saved, and loaded again; by Redis, too, where it knows the fields' times."""
    all_cases = list(enumerate(cases()))
    for version in (6, 7, 8, 9, 10, 11, 12):
        dump = rdb.Dump(version, [(b"redis-ver", b"x"), (b"redis-bits", b"64")] if version >= 7 else [])
        mine = [(number, case) for number, case in all_cases if case[0] <= version]
        dump.database(0, (len(mine), 0) if version >= 7 else None)
        for number, (_, kind, body, _) in mine:
            dump.key(b"key %d" % number, kind, body)
        for who in ["Anax"] + ["Redis"] * (version <= 10):
            with own_directory() as directory:
                write(directory, dump.whole())
                server = start(context, directory) if who == "Anax" else start_redis(context, directory)
                for round_ in range(2):
                    connection = server.connect()
                    check(ok(connection, "DBSIZE").value == len(mine), f"{who}: other keys, version {version}")
                    for number, (_, kind, _, expected) in mine:
                        check_case(connection, number, version, kind, expected, who)
                    if round_ == 0:
                        ok(connection, "DEBUG", "RELOAD")
                if who == "Anax" and version <= 11:  # What it has saved is of version 10.
                    redis = start_redis(context, directory)
                    for number, (_, kind, _, expected) in mine:
                        check_case(redis.connect(), number, version, kind, expected, "Redis, of what Anax saved")
                    context.stop(redis)
                context.stop(server)


@scenario(io=("any",), cores=(2,))
def what_a_dump_says_of_keys_is_kept(context):
    """Times to live in both units, databases, idle times, frequencies; what has expired is left out."""
    dump = rdb.Dump(9)
    value = rdb.text(b"v")
    dump.database(0, (6, 3))
    dump.key(b"ms", rdb.STRING, value, expire_ms=LATER_MS)
    dump.key(b"s", rdb.STRING, value, expire_s=2000000000)
    dump.key(b"gone", rdb.STRING, value, expire_ms=1000)
    dump.key(b"idle", rdb.STRING, value, idle_s=5000)
    dump.key(b"often", rdb.STRING, value, frequency=99)
    dump.database(15)
    dump.key(b"plain", rdb.STRING, value)
    with own_directory() as directory:
        write(directory, dump.whole())
        for policy in ("noeviction", "allkeys-lfu"):
            server = start(context, directory, "--maxmemory-policy", policy)
            connection = server.connect()
            check(ok(connection, "PEXPIRETIME", "ms").value == LATER_MS, "a time in ms")
            check(ok(connection, "EXPIRETIME", "s").value == 2000000000, "a time in s")
            check(ok(connection, "DBSIZE").value == 4, "what has expired was loaded")
            if policy == "noeviction":
                check(5000 <= ok(connection, "OBJECT", "IDLETIME", "idle").value <= 5100, "idle")
                check(ok(connection, "OBJECT", "IDLETIME", "often").value <= 100, "not idle")
            else:
                check(ok(connection, "OBJECT", "FREQ", "often").value == 99, "often")
            ok(connection, "SELECT", 15)
            check(ok(connection, "GET", "plain").value == b"v", "the other database")
            context.stop(server)


@scenario(io=("any",), cores=(2,))
def collections_without_elements_are_left_out(context):
    """Versions with faults have left some; Redis passes over them, too."""
    dump = rdb.Dump(10)
    dump.database(0)
    empty = [(rdb.LIST, b"\0"), (rdb.SET, b"\0"), (rdb.HASH, b"\0"), (rdb.ZSET, b"\0"), (rdb.ZSET_TEXT, b"\0"),
             (rdb.LIST_QUICKLIST, rdb.quicklist([[], []])), (rdb.LIST_QUICKLIST_2, rdb.quicklist_2([[]])),
             (rdb.HASH_ZIPLIST, rdb.text(rdb.ziplist([]))), (rdb.ZSET_ZIPLIST, rdb.text(rdb.ziplist([]))),
             (rdb.HASH_LISTPACK, rdb.text(rdb.listpack([]))), (rdb.ZSET_LISTPACK, rdb.text(rdb.listpack([])))]
    for number, (kind, body) in enumerate(empty):
        dump.key(b"empty %d" % number, kind, body)
    dump.key(b"k", rdb.STRING, rdb.text(b"v"))
    for launch in (start, start_redis):
        with own_directory() as directory:
            write(directory, dump.whole())
            server = launch(context, directory)
            check(ok(server.connect(), "DBSIZE").value == 1, "an empty one is there")
            check(ok(server.connect(), "GET", "k").value == b"v", "what comes behind them")
            check(not context.stop(server), "it ended badly")


@scenario(io=("any",), cores=(2,))
def versions_that_are_not_known_and_lies_are_refused(context):
    value = rdb.text(b"v")

    def one(version, *args, **more):
        dump = rdb.Dump(version)
        dump.database(0)
        dump.key(*args, **more)
        return dump

    good = one(9, b"k", rdb.STRING, value)
    twice = one(9, b"k", rdb.STRING, value)
    twice.key(b"k", rdb.STRING, value)
    cases_ = [("version 13", one(13, b"k", rdb.STRING, value).whole()), ("version 80", one(80, b"k", rdb.STRING, value).whole()),
              ("a module", good.data + b"\xf7\x01\x00\xff"), ("an unknown type", one(10, b"k", 99, value).whole()),
              ("a key twice", twice.whole()), ("a wrong checksum", good.whole()[:-1] + b"\x01"),
              ("a broken block", one(9, b"k", rdb.HASH_ZIPLIST, rdb.text(rdb.ziplist([b"f"]))).whole()),
              ("too long a text", one(9, b"k", rdb.STRING, b"\x80\xff\xff\xff\xffabc").whole())]
    for what, data in cases_:
        with own_directory() as directory:
            write(directory, data)
            said = refused(context, directory, "--appendonly", "no")
            lines = [line for line in said.split("\n") if "cannot be loaded" in line and "dump.rdb" in line]
            check(len(lines) == 1, f"{what}: {said}")
    with own_directory() as directory:
        write(directory, good.whole(checksum=False))
        server = start(context, directory)
        check(ok(server.connect(), "GET", "k").value == b"v", "a file without a checksum")
        check(os.path.getsize(dump_of(directory)) == len(good.whole()), "it was written to")
