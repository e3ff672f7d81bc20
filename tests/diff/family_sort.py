"""SORT and SORT_RO over lists, sets and sorted sets of their own, with BY and GET over strings and hashes.

What Redis leaves open is kept out: which of two elements with equal weights comes first (BY with ALPHA), how a locale
orders bytes (ALPHA without STORE: Redis compares by strcoll up to a NUL), and the order of a set that nobody sorts: so
no other command may meet the keys here. Sorted sets are left to the transcripts: SORT turns one into a skiplist in Redis.
"""

WEIGHTS = [b"1", b"2", b"3", b"10", b"-1", b"0", b"1.5", b"2e1", b"-0.5", b"inf", b"-inf", b"100", b" 7", b"0x1f"]
ODD_WEIGHTS = [b"abc", b"1x", b"nan", b"1 ", b"--1"]
BY = [b"w_*", b"w_*", b"{w}*", b"h_*->f", b"h_*->g", b"nosort", b"nothing_*", b"h_*", b"w_*x", b"h_*->", b"*"]
GET = [b"#", b"w_*", b"{w}*", b"h_*->f", b"h_*->g", b"h_*->none", b"nothing_*", b"fixed", b"h_*", b"*", b"w_**", b"->f"]


def own(g, prefix):
    return b"%s%s%d" % (g.pick(b"", b"{t}"), prefix, g.random.randint(0, 2))


def element(g):
    if g.chance(0.01):
        return g.pick(b"abc", b"x", b"")
    return b"%d" % g.random.randint(1, 12) if g.chance(0.8) else g.random.choice(WEIGHTS)


def weight(g):
    return g.random.choice(ODD_WEIGHTS) if g.chance(0.01) else g.random.choice(WEIGHTS)


def some(g):
    return [element(g) for _ in range(g.random.choice([1, 3, 10, 10, 40]))]


def make_sort_options(g, by, alpha, may_fail=True):
    options = []
    if by:
        options.append([b"BY", by])
    if g.chance(0.4):
        options.append([b"LIMIT", b"%d" % g.random.randint(-2, 8), b"%d" % g.random.randint(-2, 12)])
    if g.chance(0.4):
        options.append([g.pick(b"ASC", b"DESC", b"DESC")])
    if alpha:
        options.append([b"ALPHA"])
    gets = [[b"GET", g.random.choice(GET)] for _ in range(g.random.choice([0, 0, 1, 2, 3]))]
    if may_fail and g.chance(g.bad_share):
        options.append(g.pick([b"FOO"], [b"LIMIT", b"x", b"1"], [b"LIMIT", b"0"], [b"BY"], [b"GET"]))
    options += gets
    g.random.shuffle(options)
    return [arg for option in options for arg in option]


def make_sort(may_store):
    def make(g):
        by = g.random.choice(BY) if g.chance(0.6) else None
        # With ALPHA equal weights have no order; without it equal scores are ordered by their texts.
        alpha = by in (None, b"nosort") and g.chance(0.3)
        key = own(g, b"so")
        argv = [key] + make_sort_options(g, by, alpha)
        if may_store and g.chance(0.3):
            # An element may be the name of a key of others; what * brings of it is put where nobody sorts.
            argv += [b"STORE", own(g, b"st" if b"*" in argv else g.pick(b"so", b"st"))]
        return argv
    return make


def make_set_sort(g):
    """Of a set: always sorted, or without order but stored."""
    key = own(g, b"su")
    if g.chance(0.2):
        return [key, b"BY", b"nosort", b"STORE", own(g, b"so")]
    by = g.random.choice([b"w_*", b"h_*->f"]) if g.chance(0.5) else None
    return [key] + make_sort_options(g, by, by is None and g.chance(0.3), False)


COMMANDS = [
    ("SORT", 30, make_sort(True)), ("SORT_RO", 15, make_sort(False)), ("SORT-SET", 12, make_set_sort),
    ("RPUSH-SORT", 20, lambda g: [own(g, b"so")] + some(g)),
    ("DEL-SORT", 8, lambda g: [own(g, g.pick(b"so", b"su"))]),
    ("SADD-SORT", 12, lambda g: [own(g, b"su")] + some(g)),
    ("SET-SORT", 20, lambda g: [g.pick(b"w_%d", b"{w}%d") % g.random.randint(1, 12), weight(g)]),
    ("HSET-SORT", 20, lambda g: [b"h_%d" % g.random.randint(1, 12), g.pick(b"f", b"g"), weight(g)]),
]
# Redis looks at an errno that the number before may have set (1e400, anywhere); this sets it to 0. Weights out of
# range are left out for the same reason.
RESET_ERRNO = [[b"INCRBYFLOAT", b"sort:errno", b"0"]]
BEFORE = {name: lambda argv: RESET_ERRNO for name in ("SORT", "SORT_RO", "SORT-SET")}
RENAMED = {"SORT-SET": "SORT", "RPUSH-SORT": "RPUSH", "DEL-SORT": "DEL", "SADD-SORT": "SADD", "SET-SORT": "SET",
           "HSET-SORT": "HSET"}


def is_harmless(argv):
    """Broken, SORT of a set might become one without order, and an element one that strcoll orders otherwise."""
    name = argv[0].upper()
    if name.endswith(b"-SORT"):
        return all(0x20 <= byte < 0x7f for arg in argv for byte in arg)
    return name != b"SORT-SET" or len(argv) < 3
