"""Commands on hashes; what Redis 7.0 does not have (times to live of fields) is in the transcripts."""

from compare import both_scan_pages, same_elements, same_kind
from pieces import FLOATS

KEYS = [b"h"]
READS = {b"hash": lambda key: [b"HGETALL", key]}
ODD_FIELDS = [b"", b"\x00", b"01", b"-0", b"9223372036854775807", b"f" * 64, b"f" * 65, b"f" * 300, b"a\r\nb"]


def pairs(reply):
    """Fields with their values, of a flat array, a map, or an array of pairs."""
    items = reply[1]
    if items and items[0][0] == "*":
        return sorted(repr(item) for item in items)
    return sorted(repr(pair) for pair in zip(items[::2], items[1::2]))


def same_pairs(a, b, *_):
    """Large hashes have no order; small ones have one, which the transcripts hold."""
    return same_kind(a, b) and a[0] in "*%" and pairs(a) == pairs(b)


def as_many(a, b, *_):
    """What was drawn at random: one, none, or so many."""
    return same_kind(a, b) and (a[0] != "*" or len(a[1]) == len(b[1]))


def same_scan(a, b, *_):
    if not both_scan_pages(a, b):
        return False
    is_whole = a[1][0][1] == b[1][0][1] == b"0"
    return not is_whole or pairs(a[1][1]) == pairs(b[1][1])


RULES = {b"HGETALL": (same_pairs,), b"HKEYS": (same_elements,), b"HVALS": (same_elements,),
         b"HRANDFIELD": (as_many,), b"HSCAN": (same_scan,)}


def is_harmless(argv):
    return argv[0].upper() not in (b"HSCAN", b"HRANDFIELD") or len(argv) == 1


def field(g):
    """Mostly of a few, so that they are met again."""
    chance = g.random.random()
    if chance < 0.8:
        return b"f%d" % g.random.randint(0, 30)
    return g.random.choice(ODD_FIELDS) if chance < 0.95 else g.value()


def content(g):
    chance = g.random.random()
    if chance < 0.5:
        return b"%d" % g.random.randint(-100, 100)
    return g.random.choice(FLOATS) if chance < 0.6 else g.value()


def fields(g):
    most = g.random.choice([1, 2, 5, 5, 20])
    return [field(g) for _ in range(g.random.randint(1, most))]


def make_set(g):
    if g.chance(0.01):  # Past the 512 fields of a small hash.
        start = g.random.randint(0, 100)
        return [g.own(b"h")] + [arg for number in range(start, start + g.random.choice([300, 520]))
                                for arg in (b"f%d" % number, b"%d" % number)]
    return [g.own(b"h")] + [arg for name in fields(g) for arg in (name, content(g))]


def make_one(g):
    return [g.own(b"h"), field(g)]


def make_some(g):
    return [g.own(b"h")] + fields(g)


def make_random(g):
    argv = [g.own(b"h")]
    if g.chance(0.8):
        argv.append(g.small(-20, 40))
        if g.chance(0.5):
            argv.append(g.pick(b"WITHVALUES", b"withvalues") if g.chance(0.95) else b"FOO")
    return argv


def make_scan(g):
    argv = [g.own(b"h"), b"0" if g.chance(0.95) else g.pick(b"abc", b"18446744073709551616", b"")]
    options = []
    if g.chance(0.9):
        options.append([b"COUNT", b"100000" if g.chance(0.9) else g.number(-1, 20)])
    if g.chance(0.3):
        options.append([b"MATCH", g.pick(b"*", b"f1*", b"f?", b"f[0-3]*", b"a*", b"", b"*5")])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"COUNT", b"TYPE")])
    g.random.shuffle(options)
    return argv + [arg for option in options for arg in option]


def make_add_float(g):
    return [g.own(b"h"), field(g), g.random.choice(FLOATS) if g.chance(0.7) else g.number()]


COMMANDS = [
    ("HSET", 40, make_set), ("HMSET", 8, make_set), ("HSETNX", 10, lambda g: make_one(g) + [content(g)]),
    ("HGET", 8, make_one), ("HMGET", 8, make_some), ("HDEL", 16, make_some), ("HLEN", 6, lambda g: [g.own(b"h")]),
    ("HEXISTS", 6, make_one), ("HSTRLEN", 6, make_one), ("HGETALL", 10, lambda g: [g.own(b"h")]),
    ("HKEYS", 5, lambda g: [g.own(b"h")]), ("HVALS", 5, lambda g: [g.own(b"h")]),
    ("HINCRBY", 14, lambda g: make_one(g) + [g.number(-50, 50)]), ("HINCRBYFLOAT", 10, make_add_float),
    ("HRANDFIELD", 10, make_random), ("HSCAN", 8, make_scan),
]
