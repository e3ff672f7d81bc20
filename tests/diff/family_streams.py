"""Commands on the entries of streams: adding, reading, deleting, trimming, and where blocks end.

Trimming with ~ leaves what the blocks say, so values have the lengths at which an entry of Redis's listpacks changes its
size, the options on blocks change now and then, and one deletion in three is of many. IDs come from a counter of the
generator, never from a server's clock.

Two bugs of redis-server 7.0.15 are kept out of its way. A block whose first entry is longer than stream-node-max-bytes may be
freed and stay in use (streamAppendItem compares its address with that of the block before, which may have been given out
again), so no entry is. And where XSETID goes back behind a deleted entry, a later reading asserts.
"""

from pieces import EDGE_NUMBERS, NOT_NUMBERS

KEYS = [b"y"]

BAD_IDS = [b"", b"x", b"1-", b"-1", b"1-1-1", b"1-**", b"*-1", b"$", b">", b"(", b"(x", b"18446744073709551616",
           b"1-18446744073709551616", b"01-002", b"1 ", b"\x00"]
FAR_IDS = [b"0", b"0-0", b"0-1", b"18446744073709551615", b"18446744073709551615-18446744073709551614", b"-", b"+"]
LENGTHS = [0, 1, 5, 20, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 300]
NUMBERS = [0, 1, 30, 31, 127, 128, 255, 4095, 4096, 32767, 32768, 8388607, 8388608, 2147483647, 2147483648, 2 ** 63 - 1]


def clock(g, step=0):
    g.entry_clock = getattr(g, "entry_clock", 1) + step
    return g.entry_clock


def new_id(g):
    ms = clock(g, g.random.choice([0, 1, 1, 1, 2, 200, 70000 if g.chance(0.1) else 3]))
    kind = g.random.random()
    if kind < 0.55:
        return b"%d-*" % ms
    if kind < 0.85:
        return b"%d-%d" % (ms, g.random.choice([0, 1, 2, 127, 128, 5000, g.random.getrandbits(40)]))
    if kind < 0.97:
        return b"%d" % ms
    return g.pick(*BAD_IDS, *FAR_IDS[:3]) if g.chance(0.9 if g.bad_share else 0) else b"%d-*" % ms


def known_id(g):
    if g.chance(g.bad_share):
        return g.pick(*BAD_IDS, *FAR_IDS)
    ms = max(0, clock(g) - int(g.random.random() ** 3 * 3000))
    return b"%d" % ms if g.chance(0.4) else b"%d-%d" % (ms, g.pick(0, 0, 0, 1, 2, 128))


def text(g):
    kind = g.random.random()
    if kind < 0.4:
        return b"%d" % (g.random.choice(NUMBERS) * g.random.choice([1, 1, -1]))
    if kind < 0.75:
        return b"v" * g.random.choice(LENGTHS)
    return g.value()[:100] if kind < 0.83 else b"%d.5" % g.random.randint(0, 999)


def pairs(g):
    """Mostly the same fields, in turn, so that entries have those of their block's first one or not."""
    kind = g.random.random()
    if kind < 0.6:
        fields = [b"temperature", b"place"]
    elif kind < 0.8:
        fields = [b"f%d" % g.random.randint(0, 2)]
    elif kind < 0.85:
        fields = [b"%d" % number for number in range(g.pick(1, 3, 12))]
    else:
        fields = [text(g) for _ in range(g.random.randint(1, 4))]
    return [arg for field in fields for arg in (field, text(g))]


def trim(g):
    sign = g.pick([], [b"="], [b"~"], [b"~"], [b"~"])
    limit = [b"LIMIT", b"%d" % g.pick(0, 1, 2, 10, 50, 100, 1000) if g.chance(0.95) else g.pick(*EDGE_NUMBERS)]
    has_limit = g.chance(0.3 if sign == [b"~"] else g.bad_share / 2)
    if g.chance(0.6):
        most = b"%d" % int(g.random.random() ** 2 * 600) if g.chance(0.95) else g.pick(*EDGE_NUMBERS, *NOT_NUMBERS)
        parts = [g.pick(b"MAXLEN", b"maxlen")] + sign + [most]
    else:
        parts = [b"MINID"] + sign + [known_id(g)]
    return parts + (limit if has_limit else []) if g.chance(0.8) else (limit if has_limit else []) + parts


def make_add(g):
    options = []
    if g.chance(0.05):
        options += [b"NOMKSTREAM"]
    if g.chance(0.06):
        options += trim(g)
    if g.chance(g.bad_share / 2):
        options += g.pick([b"LIMIT", b"5"], [b"FOO"], [b"MAXLEN", b"1"], [b"MINID", b"1"])
    texts = pairs(g)
    if g.chance(g.bad_share / 2):
        texts.pop()
    return [g.own(b"y")] + options + [new_id(g)] + texts


def bound(g, far):
    if g.chance(0.35):
        return far
    return (b"(" if g.chance(0.2) else b"") + known_id(g)


def make_range(low, high):
    def make(g):
        argv = [g.own(b"y"), bound(g, low), bound(g, high)]
        if g.chance(0.7):
            argv += [b"COUNT", b"%d" % g.pick(0, 1, 2, 10, 100) if g.chance(0.95) else g.pick(*EDGE_NUMBERS, *NOT_NUMBERS)]
        if g.chance(g.bad_share / 2):
            argv.append(g.pick(b"COUNT", b"FOO"))
        return argv
    return make


def make_delete(g):
    if g.chance(0.35):  # A run of them: blocks become small, or empty.
        ms = max(1, clock(g) - g.random.randint(0, 1500))
        return [g.own(b"y")] + [b"%d" % (ms + more) for more in range(g.pick(5, 50, 200))]
    return [g.own(b"y")] + [known_id(g) for _ in range(g.pick(1, 1, 3))]


def make_trim(g):
    argv = [g.own(b"y")] + trim(g)
    return argv + [g.pick(b"FOO", b"LIMIT")] if g.chance(g.bad_share / 2) else argv


def make_set_id(g):
    options = []
    if g.chance(0.4):
        options.append([b"ENTRIESADDED", b"%d" % g.random.randint(0, 5000) if g.chance(0.9) else g.pick(*EDGE_NUMBERS)])
    if g.chance(0.4):
        options.append([b"MAXDELETEDID", known_id(g)])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"ENTRIESADDED")])
    g.random.shuffle(options)
    given = b"%d-%d" % (clock(g, 1), g.pick(0, 5)) if g.chance(0.9) else g.pick(*BAD_IDS)
    return [g.own(b"y"), given] + [arg for option in options for arg in option]


def make_config(g):
    if g.chance(0.6):
        return [b"SET", b"stream-node-max-entries", b"%d" % g.pick(0, 1, 2, 3, 10, 30, 100, 100)]
    return [b"SET", b"stream-node-max-bytes", b"%d" % g.pick(0, 4000, 4096, 5000, 10000)]


COMMANDS = [
    ("XADD", 120, make_add), ("XDEL", 8, make_delete), ("XTRIM", 8, make_trim),
    ("XRANGE", 10, make_range(b"-", b"+")), ("XREVRANGE", 10, make_range(b"+", b"-")),
    ("XLEN", 10, lambda g: [g.own(b"y")]), ("XSETID", 2, make_set_id), ("CONFIG", 0.5, make_config),
]


def is_harmless(argv):
    """A spoilt CONFIG SET could set another option; a spoilt XADD could ask for the server's clock."""
    name = argv[0].upper()
    return name != b"CONFIG" and (name != b"XADD" or b"*" not in argv)
