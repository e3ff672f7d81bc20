"""Commands on sorted sets: members, ranges, taking and storing.

Ranges by bytes are defined only where all scores are equal (Redis's answers depend on chance elsewhere), so they go to keys
of their own, `lex0` and so on, which no other command meets.
"""

from compare import both_scan_pages, same_kind
from pieces import EDGE_NUMBERS, FLOATS, NOT_NUMBERS, PATTERNS

KEYS = [b"z"]
READS = {b"zset": lambda key: [b"ZRANGE", key, b"0", b"-1", b"WITHSCORES"]}
LEX = b"lex"

MEMBERS = [b"m%d" % number for number in range(40)] + [b"", b"0", b"7", b"-1", b"\x00", b"\xff", b"x" * 64, b"x" * 65]
WORDS = [b"a", b"aa", b"ab", b"b", b"ba", b"c", b"", b"\x00", b"\xff", b"1", b"12", b"9", b"y" * 64, b"y" * 65]


def same_scan(a, b, *_):
    if not both_scan_pages(a, b):
        return False
    is_whole = a[1][0][1] == b[1][0][1] == b"0"
    return not is_whole or pairs(a[1][1]) == pairs(b[1][1])


def pairs(reply):
    items = reply[1]
    return sorted(zip(map(repr, items[::2]), map(repr, items[1::2])))


def as_many(a, b, *_):
    """What was drawn at random: one, none, or so many."""
    return same_kind(a, b) and (a[0] not in "*~" or len(a[1]) == len(b[1]))


RULES = {b"ZSCAN": (same_scan,), b"ZRANDMEMBER": (as_many,)}


def is_harmless(argv):
    """A spoilt ZADD could give members of a lex key different scores, a count be huge, a cursor mean nothing to the other
    server; and a fourth argument of ZRANK is of Redis 7.2."""
    name = argv[0].upper()
    if name in (b"ZRANK", b"ZREVRANK") and len(argv) == 4:
        return False
    return not argv[1:2] or not argv[1].startswith(LEX) and name not in (b"ZRANDMEMBER", b"ZSCAN")


def member(g):
    return g.pick(*MEMBERS) if g.chance(0.97) else g.value()


def score(g):
    chance = g.random.random()
    if chance < 0.6:
        return b"%d" % g.random.randint(-5, 20)
    if chance < 0.8:
        return b"%.3f" % g.random.uniform(-10, 10)
    if chance < 0.9:
        return repr(g.random.uniform(-1, 1) * 10 ** g.random.randint(-20, 25)).encode()
    return g.pick(*FLOATS) if chance < 0.97 or not g.chance(g.bad_share * 5) else g.pick(*NOT_NUMBERS)


def good_score(g):
    return b"%d" % g.random.randint(-5, 20) if g.chance(0.6) else b"%.3f" % g.random.uniform(-10, 10)


def make_zadd(g):
    options = [word for word, share in ((b"NX", 0.15), (b"XX", 0.15), (b"GT", 0.15), (b"LT", 0.1), (b"CH", 0.2), (b"INCR", 0.1))
               if g.chance(share)]
    many = 1 if b"INCR" in options and g.chance(0.9) else g.random.randint(1, g.pick(1, 2, 5, 20, 160))
    drawn = score if many < 8 or g.chance(g.bad_share) else good_score  # One bad score spoils them all.
    return [g.own(b"z")] + options + [arg for _ in range(many) for arg in (drawn(g), member(g))]


def make_zrem(g):
    return [g.own(b"z")] + [member(g) for _ in range(g.random.randint(1, g.pick(1, 3, 20)))]


def make_rank(g):
    return [g.own(b"z"), member(g)]


def count(g):
    return b"%d" % g.pick(0, 1, 1, 2, 3, 10, 100) if g.chance(0.9) else g.number(-3, 100)


def make_pop(g):
    return [g.own(b"z")] + ([count(g)] if g.chance(0.6) else [])


def make_mpop(g):
    keys = g.some_own(b"z", 1, 4)
    argv = [b"%d" % len(keys) if g.chance(0.96) else g.pick(*EDGE_NUMBERS)] + keys
    argv.append(g.pick(b"MIN", b"MAX", b"min", b"Max") if g.chance(0.97) else b"LEFT")
    return argv + ([b"COUNT", count(g)] if g.chance(0.5) else [])


def make_random(g):
    if g.chance(0.3):
        return [g.own(b"z")]
    number = b"%d" % g.random.randint(-60, 200) if g.chance(0.9) else g.pick(
        b"9223372036854775807", b"-9223372036854775808", b"4611686018427387904", b"x", b"")
    return [g.own(b"z"), number] + ([b"WITHSCORES"] if g.chance(0.5) else [])


def make_scan(g):
    argv = [g.own(b"z"), b"0" if g.chance(0.95) else g.pick(b"x", b"1.5", b"", b"18446744073709551616")]
    if g.chance(0.4):
        argv += [b"MATCH", g.pick(b"m*", b"m1*", b"*", b"m[2-5]", *PATTERNS)]
    if g.chance(0.4):
        argv += [b"COUNT", b"%d" % g.random.randint(1, 500) if g.chance(0.9) else g.number(-3, 100)]
    return argv


def score_bound(g):
    text = g.pick(b"-inf", b"+inf", b"inf") if g.chance(0.25) else score(g)
    return b"(" + text if g.chance(0.3) else text


def rank(g):
    return b"%d" % g.random.randint(-6, 6) if g.chance(0.6) else g.number(-200, 200)


def limit(g):
    return [b"LIMIT", g.number(-2, 30), b"%d" % g.random.randint(-2, 20) if g.chance(0.8) else g.number(-2, 30)]


def shuffled(g, parts):
    g.random.shuffle(parts)
    return [arg for part in parts for arg in part]


def range_options(g, is_score, is_store=False):
    parts = []
    if is_score:
        parts.append([b"BYSCORE"])
    if g.chance(0.4):
        parts.append([b"REV"])
    if g.chance(0.4 if is_score else 0.05):
        parts.append(limit(g))
    if g.chance(g.bad_share if is_store else 0.5):
        parts.append([b"WITHSCORES"])
    if g.chance(g.bad_share):
        parts.append([g.pick(b"BYSCORE", b"FOO", b"LIMIT", b"REV")])
    return shuffled(g, parts)


def make_range(g):
    is_score = g.chance(0.5)
    bound = score_bound if is_score else rank
    return [g.own(b"z"), bound(g), bound(g)] + range_options(g, is_score)


def make_rangestore(g):
    is_score = g.chance(0.5)
    bound = score_bound if is_score else rank
    return [g.own(b"z"), g.own(b"z"), bound(g), bound(g)] + range_options(g, is_score, True)


def make_old_range(bound, has_limit):
    def make(g):
        parts = [[b"WITHSCORES"]] if g.chance(0.5) else []
        if g.chance(0.4 if has_limit else g.bad_share):
            parts.append(limit(g))
        return [g.own(b"z"), bound(g), bound(g)] + shuffled(g, parts)
    return make


def two(bound):
    return lambda g: [g.own(b"z"), bound(g), bound(g)]


# Ranges by bytes.

def lex_key(g):
    return LEX + b"%d" % g.random.randint(0, 3)


def word(g):
    chance = g.random.random()
    if chance < 0.3:
        return g.pick(*WORDS)
    return b"%x" % g.random.randint(0, 400) if chance < 0.97 else g.value()


def make_lex_add(g):
    many = g.random.randint(1, g.pick(2, 10, 40, 200))
    return [lex_key(g)] + [arg for _ in range(many) for arg in (b"0", word(g))]


def lex_bound(g):
    if g.chance(0.2):
        return g.pick(b"-", b"+")
    if g.chance(g.bad_share):
        return g.pick(b"", b"a", b"-x", b"+\x00", b"++", b"{a")
    return g.pick(b"[", b"(") + word(g)


def make_lex_range(g):
    parts = [[b"BYLEX"]]
    if g.chance(0.4):
        parts.append([b"REV"])
    if g.chance(0.4):
        parts.append(limit(g))
    if g.chance(g.bad_share):
        parts.append([g.pick(b"WITHSCORES", b"FOO", b"BYSCORE")])
    return [lex_key(g), lex_bound(g), lex_bound(g)] + shuffled(g, parts)


def make_lex_store(g):
    return [lex_key(g)] + make_lex_range(g)


def make_old_lex(g):
    return [lex_key(g), lex_bound(g), lex_bound(g)] + (limit(g) if g.chance(0.4) else [])


def make_two_lex(g):
    return [lex_key(g), lex_bound(g), lex_bound(g)]


def mostly(make, make_lex, share):
    return lambda g: make_lex(g) if g.chance(share) else make(g)


COMMANDS = [
    ("ZADD", 50, mostly(make_zadd, make_lex_add, 0.2)),
    ("ZINCRBY", 10, lambda g: [g.own(b"z"), score(g), member(g)]),
    ("ZREM", 8, make_zrem), ("ZCARD", 4, lambda g: [g.own(b"z")]),
    ("ZSCORE", 6, make_rank), ("ZMSCORE", 6, make_zrem), ("ZRANK", 8, make_rank), ("ZREVRANK", 8, make_rank),
    ("ZPOPMIN", 5, make_pop), ("ZPOPMAX", 5, make_pop), ("ZMPOP", 5, make_mpop),
    ("ZRANDMEMBER", 5, make_random), ("ZSCAN", 5, make_scan),
    ("ZRANGE", 24, mostly(make_range, make_lex_range, 0.3)),
    ("ZRANGESTORE", 12, mostly(make_rangestore, make_lex_store, 0.2)),
    ("ZREVRANGE", 6, make_old_range(rank, False)), ("ZRANGEBYSCORE", 8, make_old_range(score_bound, True)),
    ("ZREVRANGEBYSCORE", 8, make_old_range(score_bound, True)),
    ("ZRANGEBYLEX", 6, make_old_lex), ("ZREVRANGEBYLEX", 6, make_old_lex),
    ("ZCOUNT", 6, two(score_bound)), ("ZLEXCOUNT", 6, make_two_lex),
    ("ZREMRANGEBYRANK", 3, two(rank)), ("ZREMRANGEBYSCORE", 3, two(score_bound)), ("ZREMRANGEBYLEX", 2, make_two_lex),
]
