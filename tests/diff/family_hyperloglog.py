"""Commands on HyperLogLogs. GET shows their bytes, and is compared at the end as for every string.

PFSELFTEST is left out: Redis takes seconds for it. So are HyperLogLogs that end in the first half of a run of
two bytes: Redis reads the second from behind the string. And COMMAND GETKEYS of PFMERGE with one key, which
Redis 7.0 takes for an error: so that is a command by another name here.
"""

KEYS = [b"p"]
RENAMED = {"PFMERGEONE": "PFMERGE"}


def is_harmless(argv):
    return argv[0].upper() != b"PFMERGE" or len(argv) != 2


def elements(g):
    """From few to many, so that both representations come about, and the way from one to the other."""
    chance = g.random.random()
    if chance < 0.05:
        return []
    if chance < 0.15:
        start = g.random.randint(0, 5000)
        return [b"%d" % number for number in range(start, start + g.random.choice([50, 300]))]
    if chance < 0.3:
        return [g.value() for _ in range(g.random.randint(1, 5))]
    span = g.random.choice([5, 50, 1000])
    return [b"%d" % g.random.randint(0, span) for _ in range(g.random.randint(1, 8))]


def make_debug(g):
    what = g.pick(b"ENCODING", b"DECODE", b"encoding", b"DECODE", b"TODENSE", b"FOO", b"ENCODING")
    return [b"GETREG" if g.chance(0.02) else what, g.own(b"p")]


COMMANDS = [
    ("PFADD", 40, lambda g: [g.own(b"p")] + elements(g)),
    ("PFCOUNT", 14, lambda g: [g.own(b"p")] if g.chance(0.5) else g.some_own(b"p", 1, 5)),
    ("PFMERGE", 10, lambda g: g.some_own(b"p", 2, 4)),
    ("PFMERGEONE", 2, lambda g: [g.own(b"p")]), ("PFDEBUG", 5, make_debug),
]
