"""Commands on sets."""

from compare import both_scan_pages, same_elements, same_kind
from pieces import EDGE_NUMBERS

KEYS = [b"s"]
READS = {b"set": lambda key: [b"SMEMBERS", key]}

# Whoever has read the order of so many integers by chance has read it from what Redis keeps in order.
SURELY_ORDERED = 8
WORDS = [b"a", b"b", b"c", b"d", b"", b"01", b"-0", b"+1", b"x" * 64, b"x" * 65,
         b"9223372036854775807", b"-9223372036854775808", b"9223372036854775808"]


def same_set(a, b, *_):
    """Sets have no order, but a set of integers that Redis answers in order has."""
    if not same_elements(a, b):
        return False
    texts = [item[1] for item in b[1]]
    try:
        numbers = [int(text) for text in texts]
    except ValueError:
        return True
    return len(numbers) < SURELY_ORDERED or numbers != sorted(numbers)


def as_many(a, b, *_):
    """What was drawn at random: one, none, or so many."""
    return same_kind(a, b) and (a[0] not in "*~" or len(a[1]) == len(b[1]))


def same_scan(a, b, *_):
    if not both_scan_pages(a, b):
        return False
    is_whole = a[1][0][1] == b[1][0][1] == b"0"
    return not is_whole or same_elements(a[1][1], b[1][1])


RULES = {b"SMEMBERS": (same_set,), b"SINTER": (same_set,), b"SUNION": (same_set,), b"SDIFF": (same_set,),
         b"SPOP": (as_many,), b"SRANDMEMBER": (as_many,), b"SSCAN": (same_scan,)}
# What is left by chance differs, and is removed.
FOLLOW = {"SPOP": lambda argv: [[b"DEL", argv[1]]]}


def is_harmless(argv):
    return argv[0].upper() not in (b"SPOP", b"SSCAN", b"SRANDMEMBER") or len(argv) == 1


def member(g):
    """Mostly of a few, so that sets have some in common."""
    chance = g.random.random()
    if chance < 0.75:
        return b"%d" % g.random.randint(-3, 40)
    if chance < 0.8:
        return b"%d" % g.random.choice([-32769, -32768, 32767, 32768, 2147483648, -2147483649])
    return g.random.choice(WORDS) if chance < 0.95 else g.value()


def members(g):
    chance = g.random.random()
    if chance < 0.02:  # Past the 512 integers of an intset.
        start = g.random.randint(0, 100)
        return [b"%d" % number for number in range(start, start + g.random.choice([300, 520]))]
    most = g.random.choice([1, 2, 5, 5, 20])
    if chance < 0.5:
        return [b"%d" % g.random.randint(0, 40) for _ in range(g.random.randint(1, most))]
    return [member(g) for _ in range(g.random.randint(1, most))]


def some(g):
    return g.some_own(b"s", 1, g.pick(1, 2, 2, 3, 6))


def make_members(g):
    return [g.own(b"s")] + members(g)


def make_pop(g):
    return [g.own(b"s")] + ([g.small(0, 30)] if g.chance(0.7) else [])


def make_random(g):
    # Redis answers any negative count until its memory is full; Anax has a limit (G2).
    return [g.own(b"s")] + ([g.small(-20, 30).replace(b"-9223372036854775808", b"-7")] if g.chance(0.7) else [])


def make_card(g):
    keys = some(g)
    argv = [b"%d" % len(keys) if g.chance(0.95) else g.pick(*EDGE_NUMBERS)] + keys
    if g.chance(0.5):
        argv += [g.pick(b"LIMIT", b"limit"), b"%d" % g.random.randint(0, 10) if g.chance(0.9) else g.number()]
    return argv


def make_scan(g):
    argv = [g.own(b"s"), b"0" if g.chance(0.95) else g.pick(b"abc", b"18446744073709551616", b"")]
    options = []
    if g.chance(0.9):
        options.append([b"COUNT", b"100000" if g.chance(0.9) else g.number(-1, 20)])
    if g.chance(0.3):
        options.append([b"MATCH", g.pick(b"*", b"1*", b"?", b"[0-3]*", b"x*", b"", b"-*")])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"COUNT", b"TYPE")])
    g.random.shuffle(options)
    return argv + [arg for option in options for arg in option]


COMMANDS = [
    ("SADD", 40, make_members), ("SREM", 16, make_members), ("SCARD", 6, lambda g: [g.own(b"s")]),
    ("SISMEMBER", 8, lambda g: [g.own(b"s"), member(g)]), ("SMISMEMBER", 8, make_members),
    ("SMEMBERS", 10, lambda g: [g.own(b"s")]), ("SPOP", 6, make_pop), ("SRANDMEMBER", 8, make_random),
    ("SMOVE", 12, lambda g: [g.own(b"s"), g.own(b"s"), member(g)]), ("SSCAN", 8, make_scan),
    ("SINTER", 12, some), ("SUNION", 10, some), ("SDIFF", 12, some), ("SINTERCARD", 8, make_card),
    ("SINTERSTORE", 12, lambda g: [g.own(b"s")] + some(g)),
    ("SUNIONSTORE", 6, lambda g: [g.own(b"s")] + some(g)),
    ("SDIFFSTORE", 12, lambda g: [g.own(b"s")] + some(g)),
]
