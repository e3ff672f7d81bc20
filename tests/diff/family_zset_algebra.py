"""Commands that combine sorted sets, and sets with them."""

from pieces import EDGE_NUMBERS, FLOATS

KEYS = [b"z", b"s"]
READS = {b"zset": lambda key: [b"ZRANGE", key, b"0", b"-1", b"WITHSCORES"]}

MEMBERS = [b"m%d" % number for number in range(30)] + [b"", b"0", b"7", b"x" * 64, b"x" * 65]


def score(g):
    chance = g.random.random()
    if chance < 0.7:
        return b"%d" % g.random.randint(-5, 20)
    if chance < 0.9:
        return b"%.3f" % g.random.uniform(-10, 10)
    return g.pick(b"inf", b"-inf", b"1e308", b"-1e308", b"0.1", b"0.2", b"1e-300", b"9007199254740993")


def many(g, least=1):
    return g.random.randint(least, g.pick(1, 3, 8, 20, 150))


def make_zadd(g):
    return [g.own(b"z")] + [arg for _ in range(many(g)) for arg in (score(g), g.pick(*MEMBERS))]


def make_sadd(g):
    return [g.own(b"s")] + [g.pick(*MEMBERS) for _ in range(many(g))]


def keys(g):
    found = [g.own(b"s") if g.chance(0.25) else g.own(b"z") for _ in range(g.pick(1, 2, 2, 3, 5))]
    return found, [b"%d" % len(found) if g.chance(0.96) else g.pick(*EDGE_NUMBERS)] + found


def weight(g):
    return b"%d" % g.random.randint(-3, 5) if g.chance(0.8) else g.pick(*FLOATS)


def options(g, found, scores):
    parts = []
    if g.chance(0.5):
        parts.append([b"WEIGHTS"] + [weight(g) for _ in found])
    if g.chance(0.5):
        parts.append([b"AGGREGATE", g.pick(b"SUM", b"MIN", b"MAX", b"min") if g.chance(0.97) else b"AVG"])
    if g.chance(0.6 if scores else g.bad_share):
        parts.append([b"WITHSCORES"])
    if g.chance(g.bad_share):
        parts.append([g.pick(b"LIMIT", b"FOO", b"WEIGHTS", b"AGGREGATE")])
    g.random.shuffle(parts)
    return [arg for part in parts for arg in part]


def make_combined(g):
    found, argv = keys(g)
    return argv + options(g, found, True)


def make_stored(g):
    found, argv = keys(g)
    return [g.own(b"z")] + argv + options(g, found, False)


def make_diff(g):
    return keys(g)[1] + ([b"WITHSCORES"] if g.chance(0.6) else [])


def make_card(g):
    argv = keys(g)[1]
    if g.chance(0.5):
        argv += [b"LIMIT", b"%d" % g.random.randint(0, 10) if g.chance(0.9) else g.number()]
    return argv


COMMANDS = [
    ("ZADD", 40, make_zadd), ("SADD", 12, make_sadd),
    ("ZUNION", 14, make_combined), ("ZINTER", 16, make_combined), ("ZDIFF", 12, make_diff),
    ("ZINTERCARD", 8, make_card), ("ZUNIONSTORE", 10, make_stored), ("ZINTERSTORE", 12, make_stored),
    ("ZDIFFSTORE", 8, lambda g: [g.own(b"z")] + keys(g)[1]),
]
