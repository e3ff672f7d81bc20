"""Commands on consumer groups of streams, with enough of those on streams that there is something to read.

IDs come from a counter of the generator, never from a server's clock, so that they are the same on both. What
depends on how long ago something was delivered asks for nothing, or for far more than a run takes; idle times
far in the past are set by XCLAIM.
"""

import compare

GROUPS = [b"g", b"g", b"g", b"h", b"", b"\x00\xff"]
CONSUMERS = [b"alice", b"alice", b"bob", b"bob", b"carol", b"", b"zoe\r\n"]
BAD_IDS = [b"", b"x", b"1-", b"-1", b"1-1-1", b"*", b"$", b">", b"-", b"+", b"(1", b"18446744073709551616",
           b"18446744073709551615", b"18446744073709551615-18446744073709551615", b"0-0", b"0"]
LONG_AGO = 10 ** 7  # ms: no run takes so long

KEYS = [b"x"]
READS = {b"stream": lambda key: [b"XINFO", b"STREAM", key, b"FULL", b"COUNT", b"0"]}


def next_id(g):
    g.stream_clock = getattr(g, "stream_clock", 0) + g.random.choice([0, 1, 1, 1, 3])
    return g.stream_clock


def known_id(g):
    """Of an entry that may be there."""
    if g.chance(g.bad_share):
        return g.random.choice(BAD_IDS)
    ms = max(0, getattr(g, "stream_clock", 0) - int(g.random.random() ** 2 * 60))
    return b"%d" % ms if g.chance(0.3) else b"%d-%d" % (ms, g.pick(0, 0, 1, 2))


def known_ids(g):
    return [known_id(g) for _ in range(g.random.choice([1, 1, 2, 3, 8]))]


def group(g):
    return g.random.choice(GROUPS) if g.chance(0.98) else g.value()


def consumer(g):
    return g.random.choice(CONSUMERS) if g.chance(0.98) else g.value()


def count(g):
    return b"%d" % g.pick(1, 1, 2, 3, 10) if g.chance(0.95) else g.pick(b"0", b"-1", b"x", b"100000")


def make_add(g):
    number = next_id(g)
    given = b"%d-*" % number if g.chance(0.7) else b"%d" % number if g.chance(0.8) else known_id(g).replace(b"*", b"1")
    argv = [g.own(b"x")]
    if g.chance(0.05):
        argv.append(b"NOMKSTREAM")
    if g.chance(0.1):
        argv += [b"MAXLEN", b"=", b"%d" % g.pick(0, 1, 5, 20)]
    pairs = [g.pick(b"a", b"b", g.value()) for _ in range(2 * g.pick(1, 1, 1, 2, 5))]
    return argv + [given] + pairs


def make_trim(g):
    if g.chance(0.5):
        return [g.own(b"x"), b"MAXLEN", b"%d" % g.random.randint(0, 30)]
    return [g.own(b"x"), b"MINID", known_id(g)]


def make_group(g):
    what = g.pick(*[b"CREATE"] * 8, *[b"SETID"] * 3, b"DESTROY", *[b"CREATECONSUMER"] * 2, *[b"DELCONSUMER"] * 2)
    argv = [what, g.own(b"x"), group(g)]
    if what in (b"CREATE", b"SETID"):
        argv.append(g.pick(b"$", b"0", b"0", known_id(g)))
        options = [[b"MKSTREAM"]] if what == b"CREATE" and g.chance(0.6) else []
        if g.chance(0.3):
            options.append([b"ENTRIESREAD", b"%d" % g.random.randint(-2, 60) if g.chance(0.9) else g.number()])
        if g.chance(g.bad_share):
            options.append([g.pick(b"MKSTREAM", b"FOO", b"ENTRIESREAD")])
        g.random.shuffle(options)
        argv += [arg for option in options for arg in option]
    elif what != b"DESTROY":
        argv.append(consumer(g))
    return argv


def streams(g, ids):
    """STREAMS with one key or a few; ids makes an ID."""
    keys = g.some_own(b"x", 1, g.pick(1, 1, 2, 4))
    given = [ids() for _ in keys]
    if g.chance(g.bad_share / 4):
        given.pop()
    return [b"STREAMS"] + keys + given


def options_of_read(g):
    options = []
    if g.chance(0.4):
        options.append([b"COUNT", count(g)])
    if g.chance(0.02):
        options.append([b"BLOCK", g.pick(b"1", b"2", b"-1", b"x", b"1.5")])
    return options


def make_read(g):
    options = options_of_read(g)
    if g.chance(g.bad_share / 4):
        options.append([g.pick(b"FOO", b"NOACK", b"GROUP")])
    g.random.shuffle(options)
    return [arg for option in options for arg in option] + streams(
        g, lambda: known_id(g) if g.chance(0.8) else g.pick(b"0", b"$", b">"))


def make_readgroup(g):
    options = options_of_read(g) + [[b"GROUP", group(g), consumer(g)]]
    if g.chance(0.15):
        options.append([b"NOACK"])
    if g.chance(g.bad_share / 4):
        options.append([g.pick(b"FOO", b"COUNT")])
    g.random.shuffle(options)
    return [arg for option in options for arg in option] + streams(
        g, lambda: b">" if g.chance(0.7) else b"0" if g.chance(0.5) else known_id(g))


def idle(g):
    if g.chance(g.bad_share):
        return g.pick(b"x", b"-1", b"", b"9223372036854775808")
    return b"%d" % g.pick(0, 0, 0, LONG_AGO // 2)


def make_pending(g):
    argv = [g.own(b"x"), group(g)]
    if g.chance(0.4):
        return argv
    if g.chance(0.3):
        argv += [b"IDLE", idle(g)]
    argv += [g.pick(b"-", b"-", known_id(g), b"(" + known_id(g)), g.pick(b"+", b"+", known_id(g), b"(" + known_id(g)),
             count(g)]
    return argv + ([consumer(g)] if g.chance(0.4) else [])


def make_claim(g):
    options = []
    if g.chance(0.3):
        options.append([b"IDLE", b"%d" % g.pick(LONG_AGO, 0) if g.chance(0.95) else g.pick(b"-1", b"x")])
    if g.chance(0.1):
        options.append([b"TIME", g.pick(b"1000", b"0", b"99999999999999", b"-1", b"x")])
    if g.chance(0.2):
        options.append([b"RETRYCOUNT", b"%d" % g.random.randint(-1, 9)])
    if g.chance(0.15):
        options.append([b"LASTID", known_id(g)])
    for option, share in ((b"FORCE", 0.3), (b"JUSTID", 0.3), (b"FOO", g.bad_share), (b"IDLE", g.bad_share / 2)):
        if g.chance(share):
            options.append([option])
    g.random.shuffle(options)
    return [g.own(b"x"), group(g), consumer(g), idle(g)] + known_ids(g) + [arg for option in options for arg in option]


def make_autoclaim(g):
    argv = [g.own(b"x"), group(g), consumer(g), idle(g), g.pick(b"0", b"-", known_id(g), b"(" + known_id(g))]
    options = []
    if g.chance(0.5):
        options.append([b"COUNT", g.pick(b"1", b"2", b"5", b"20", b"0", b"x")])
    if g.chance(0.3):
        options.append([b"JUSTID"])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"COUNT")])
    g.random.shuffle(options)
    return argv + [arg for option in options for arg in option]


def make_info(g):
    what = g.pick(b"STREAM", b"STREAM", b"GROUPS", b"CONSUMERS", b"CONSUMERS")
    argv = [what, g.own(b"x")]
    if what == b"CONSUMERS":
        argv.append(group(g))
    if what == b"STREAM" and g.chance(0.6):
        argv.append(b"FULL")
        if g.chance(0.6):
            argv += [b"COUNT", count(g)]
    return argv


COMMANDS = [
    ("XADD", 40, make_add), ("XDEL", 6, lambda g: [g.own(b"x")] + known_ids(g)), ("XTRIM", 2, make_trim),
    ("XGROUP", 20, make_group), ("XREAD", 12, make_read), ("XREADGROUP", 40, make_readgroup),
    ("XACK", 12, lambda g: [g.own(b"x"), group(g)] + known_ids(g)), ("XPENDING", 12, make_pending),
    ("XCLAIM", 14, make_claim), ("XAUTOCLAIM", 8, make_autoclaim), ("XINFO", 12, make_info),
    ("XLEN", 2, lambda g: [g.own(b"x")]),
]


def is_harmless(argv):
    """One that waits for ever, or asks Redis for the memory of a huge COUNT, it may not become."""
    name = argv[0].upper()
    return name not in (b"XREAD", b"XREADGROUP", b"XAUTOCLAIM", b"XADD") or len(argv) < 3


# ---- what is forgiven: moments, and how many nodes a tree has inside ----

MOMENTS = (b"seen-time", b"idle")
INSIDE = (b"radix-tree-keys", b"radix-tree-nodes")


def same_with_moments(a, b, tolerance_ms, is_near=False):
    """Equal but for the values of MOMENTS, and the moments in lists of pending entries."""
    if a == b:
        return True
    if a[0] != b[0]:
        return False
    if a[0] == ":":
        return is_near and abs(a[1] - b[1]) <= tolerance_ms
    if a[0] not in "*%" or a[1] is None or b[1] is None or len(a[1]) != len(b[1]):
        return False
    name = None
    for index, (one, other) in enumerate(zip(a[1], b[1])):
        if name in INSIDE and one[0] == other[0] == ":":
            pass
        elif name == b"pending" and one[0] == "*":
            if not same_rows(one, other, tolerance_ms):
                return False
        elif not same_with_moments(one, other, tolerance_ms, name in MOMENTS):
            return False
        name = one[1] if one[0] == "$" and index % 2 == 0 else None
    return True


def same_rows(a, b, tolerance_ms):
    """Lists of pending entries: the number before the last is a moment, or a time since one."""
    return (a[0] == b[0] == "*" and len(a[1]) == len(b[1]) and
            all(one[0] == other[0] == "*" and len(one[1]) == len(other[1]) and same_row(one[1], other[1], tolerance_ms)
                for one, other in zip(a[1], b[1])))


def same_row(a, b, tolerance_ms):
    return (a[:-2] == b[:-2] and a[-1] == b[-1] and a[-2][0] == b[-2][0] == ":" and
            abs(a[-2][1] - b[-2][1]) <= tolerance_ms)


RULES = {
    b"XPENDING": (same_rows,),
    (b"XINFO", b"STREAM"): (same_with_moments,),
    (b"XINFO", b"CONSUMERS"): (same_with_moments,),
}
assert compare.TOLERANCE_MS < LONG_AGO // 4
