"""Commands on lists."""

from pieces import EDGE_NUMBERS

KEYS = [b"l"]
READS = {b"list": lambda key: [b"LRANGE", key, b"0", b"-1"]}

ELEMENTS = [b"a", b"b", b"c", b"d", b"1", b"2", b"", b"10", b"-7", b"9223372036854775807"]


def element(g):
    """Mostly of a few, so that LREM, LPOS and LINSERT find some; now and then one that is large."""
    chance = g.random.random()
    if chance < 0.6:
        return g.random.choice(ELEMENTS)
    if chance < 0.61:
        return g.random.choice(ELEMENTS) * g.random.choice([100, 3000, 9000])
    return g.value()


def elements(g):
    most = g.random.choice([1, 2, 5, 5, 20, 130]) if g.chance(0.9) else 400
    return [element(g) for _ in range(g.random.randint(1, most))]


def end(g):
    return g.pick(b"LEFT", b"RIGHT", b"left", b"Right") if g.chance(0.98) else g.pick(b"UP", b"")


def index(g):
    chance = g.random.random()
    if chance < 0.5:
        return b"%d" % g.random.randint(-4, 4)
    return b"%d" % g.random.randint(-300, 300) if chance < 0.9 else g.number(-600, 600)


def count(g):
    return b"%d" % g.pick(0, 1, 1, 2, 3, 10, 100) if g.chance(0.9) else g.number(-3, 100)


def make_push(g):
    return [g.own(b"l")] + elements(g)


def make_pop(g):
    return [g.own(b"l")] + ([count(g)] if g.chance(0.5) else [])


def make_insert(g):
    return [g.own(b"l"), g.pick(b"BEFORE", b"AFTER", b"after") if g.chance(0.97) else b"AT", element(g), element(g)]


def make_pos(g):
    options = []
    if g.chance(0.4):
        rank = b"%d" % g.pick(1, -1, 2, -2, 5) if g.chance(0.9) else g.number(-5, 5)
        # Redis 7.0 negates the smallest number and goes on with it; 7.2 refuses it, and so do we.
        options.append([b"RANK", rank.replace(b"-9223372036854775808", b"-9223372036854775807")])
    if g.chance(0.4):
        options.append([b"COUNT", count(g)])
    if g.chance(0.3):
        options.append([b"MAXLEN", b"%d" % g.random.randint(0, 60) if g.chance(0.9) else g.number(-2, 50)])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"RANK", b"COUNT")])
    g.random.shuffle(options)
    return [g.own(b"l"), element(g)] + [arg for option in options for arg in option]


def make_mpop(g):
    keys = g.some_own(b"l", 1, 4)
    number = b"%d" % len(keys) if g.chance(0.97) else g.pick(*EDGE_NUMBERS)
    argv = [number] + keys + [end(g)]
    if g.chance(0.5):
        argv += [b"COUNT", count(g)]
    return argv


def make_trim(g):
    return [g.own(b"l"), index(g), index(g)]


COMMANDS = [
    ("LPUSH", 20, make_push), ("RPUSH", 24, make_push), ("LPUSHX", 6, make_push), ("RPUSHX", 6, make_push),
    ("LPOP", 12, make_pop), ("RPOP", 12, make_pop), ("LLEN", 6, lambda g: [g.own(b"l")]),
    ("LINDEX", 8, lambda g: [g.own(b"l"), index(g)]),
    ("LSET", 10, lambda g: [g.own(b"l"), index(g), element(g)]),
    ("LINSERT", 14, make_insert), ("LRANGE", 10, lambda g: [g.own(b"l"), index(g), index(g)]),
    ("LREM", 10, lambda g: [g.own(b"l"), index(g), element(g)]), ("LTRIM", 5, make_trim),
    ("LPOS", 10, make_pos), ("LMOVE", 14, lambda g: [g.own(b"l"), g.own(b"l"), end(g), end(g)]),
    ("RPOPLPUSH", 8, lambda g: [g.own(b"l"), g.own(b"l")]), ("LMPOP", 10, make_mpop),
]
