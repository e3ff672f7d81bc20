"""Random typed commands: the generator, and the commands on strings, bitmaps, keys, expiry and connections.
Those on other types are in family_NAME.py; families.py says what such a file exports.

Invariants the comparison relies on:

G1. A reply never depends on when a command runs, but for the times that compare.py forgives: expiry
    values are far in the future, or already past. A key that a command leaves behind expired is met
    by an EXISTS in the same item, because servers may count it in DBSIZE until it is met.
G2. No command can make a value larger than some 100 KB, or a reply that takes seconds.
G3. The same seed gives the same commands; nothing here looks at replies or at the clock.

Each epoch draws a *profile*: a subset of the commands with weights of its own and a key space of its
own. Leaving things out finds more than always mixing everything ("Swarm testing", Groce et al. 2012).
So an epoch has none, one, a few or all of the families.
"""

import bisect
import itertools

import families
from pieces import (BIT_TYPES, EDGE_NUMBERS, FAR_SECONDS, FLOATS, KEYS, NOT_NUMBERS, PATTERNS, VALUES)

OWN_KEYS = 6  # A family has so many keys of its own: few, so that commands meet each other's work.


class Generator:
    """Makes commands; `random` is a random.Random the caller has seeded."""

    def __init__(self, random, allowed=None, without=()):
        """allowed: names of families, or None for all there are; without: names of commands."""
        self.random, self.without = random, without
        self.allowed = [family for family in families.ALL if allowed is None or family.NAME in allowed]
        self.makers = dict(MAKERS)
        self.new_profile()

    def new_profile(self):
        """Draws the key space, the families and the weights of an epoch."""
        random = self.random
        width = random.choice([3, 20, 20, 60, 60, 500, 5000])
        self.keys = [b"k%d" % number for number in range(width)] + KEYS[:random.randrange(len(KEYS))]
        self.typed_keys = []  # Of the families.
        self.typed_share, self.general_share = 0, random.choice([0.02, 0.1, 0.4])
        self.value_size = random.choice([20, 60, 100, 100, 300, 5000])
        weights = self.thinned(COMMANDS, ("SET", "GET", "DEL"))  # Without them the store soon freezes or overgrows.
        for family in self.some_families():
            self.add_family(family, weights)
        self.names = [name for name in weights if weights[name]]
        self.totals = list(itertools.accumulate(weights[name] for name in self.names))
        self.bad_share = random.choice([0.0, 0.02, 0.05, 0.2])
        self.multi_share = random.choice([0.0, 0.02, 0.02, 0.2])

    def thinned(self, commands, kept=()):
        """The weights, with a quarter of them 0."""
        return {name: 0 if self.random.random() < 0.25 and name not in kept or name in self.without else weight
                for name, weight, *_ in commands}

    def some_families(self):
        """None, one, a few or all of those there are."""
        count = self.random.choice([0, 1, 1, 1, 2, 3, len(self.allowed)])
        return self.random.sample(self.allowed, min(count, len(self.allowed)))

    def add_family(self, family, weights):
        """Its commands together get a weight like that of everything on strings and keys."""
        thin = self.thinned(family.COMMANDS)
        scale = self.random.choice([0.3, 1, 3]) * sum(weight for _, weight, _ in COMMANDS) / max(
            1, sum(weight for _, weight, _ in family.COMMANDS))
        weights.update((name, weight * scale) for name, weight in thin.items())
        self.makers.update((name, maker) for name, _, maker in family.COMMANDS)
        for prefix in family.KEYS:
            self.typed_keys += self.own_keys(prefix)

    @staticmethod
    def own_keys(prefix):
        """Half of them share a tag, hence a shard."""
        return [b"%s%d" % (prefix, number) if number % 2 else b"{t}%s%d" % (prefix, number)
                for number in range(OWN_KEYS)]

    def item(self):
        """Returns a list of one or a few argument vectors that belong together."""
        return self.transaction() if self.random.random() < self.multi_share else self.command()

    def transaction(self):
        """What stands between MULTI and EXEC. Before it, perhaps, keys are watched and changed or not: that
        EXEC answers nil or not shows what counts as a change."""
        random = self.random
        argvs = []
        if self.chance(0.5):
            argvs.append([b"WATCH"] + self.some_keys(1, 3))
            for _ in range(random.randint(0, 3)):
                argvs += self.command()
            if self.chance(0.1):
                argvs.append([b"UNWATCH"])
        argvs.append([b"MULTI"])
        for _ in range(random.choice([0, 1, 2, 5, 10, 30])):
            argvs += self.command()
        if self.chance(self.bad_share):
            argvs.insert(random.randint(1, len(argvs)),
                         self.pick([b"MULTI"], [b"WATCH", b"a"], [b"UNWATCH"], [b"EXEC", b"x"], [b"DISCARD", b"x"],
                                   [b"GET"], [b"RESET"], [b"DISCARD"], [b"EXEC"], [b"MULTI", b"x"], [b"NOSUCH"]))
        argvs.append([b"EXEC"] if self.chance(0.9) else [b"DISCARD"])
        return argvs + [[b"UNWATCH"]]

    def command(self):
        """One command, with what has to stand before and behind it."""
        random = self.random
        point = random.random() * self.totals[-1]
        name = self.names[bisect.bisect_right(self.totals, point)]
        # Commands for keys of any type are to meet all types, those for strings seldom.
        self.typed_share = self.general_share if name in GENERAL else 0.02
        made = self.makers[name](self)
        argv = [name.encode()] + made
        tail = self.follow_up(name, argv)
        if random.random() < self.bad_share / 2:
            argv = self.spoil(argv)
        chance = random.random()
        if chance < 0.08:
            argv[0] = argv[0].lower()
        elif chance < 0.1:
            argv = [arg.lower() if arg.isupper() else arg for arg in argv]
        head = [list(before) for before in families.BEFORE[name](argv)] if name in families.BEFORE else []
        return head + [argv] + tail

    def follow_up(self, name, argv):
        if name == "SET" and any(arg.upper() in (b"EXAT", b"PXAT") for arg in argv[3:]):
            return [[b"EXISTS", argv[1]]]  # G1
        return families.FOLLOW[name](argv) if name in families.FOLLOW else []

    def spoil(self, argv):
        """Breaks a good command: an argument too many, too few, twice, or of a wrong kind."""
        random = self.random
        argv = list(argv)
        way = random.randrange(6)
        at = random.randrange(len(argv))
        if way == 0 and len(argv) > 1:
            argv.pop()
        elif way == 1:
            argv.append(self.value())
        elif way == 2 and at:
            argv.insert(at, argv[at])
        elif way == 3 and at:
            argv[at] = random.choice(NOT_NUMBERS)
        elif way == 4:
            argv = argv[:1]
        elif random.random() < 0.2:
            argv[0] = random.choice([b"NOSUCH", b"GE", b"GETT", b"", b"\xff\x00", b"no\r\nsuch", b"x" * 200])
        is_kept = is_harmless(argv) and all(family.is_harmless(argv) for family in families.ALL)
        return argv if is_kept else [b"PING"]

    # Pieces.

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *options):
        return options[int(self.random.random() * len(options))]

    def key(self):
        if self.typed_keys and self.random.random() < self.typed_share:
            return self.typed_keys[int(self.random.random() * len(self.typed_keys))]
        return self.keys[int(self.random.random() * len(self.keys))]

    def own(self, prefix):
        """A key of a family: mostly one of those where its type is."""
        if self.random.random() < 0.04:
            return self.key()
        number = int(self.random.random() * OWN_KEYS)
        return b"%s%d" % (prefix, number) if number % 2 else b"{t}%s%d" % (prefix, number)

    def some_own(self, prefix, least=1, most=4):
        return [self.own(prefix) for _ in range(self.random.randint(least, most))]

    def some_keys(self, least=1, most=6):
        return [self.key() for _ in range(self.random.randint(least, most))]

    def value(self):
        chance = self.random.random()
        if chance < 0.25:
            return VALUES[int(self.random.random() * len(VALUES))]
        if chance < 0.5:
            return b"%d" % self.random.randint(-1000, 100000)
        size = int(self.random.random() ** 2 * self.value_size)
        if chance < 0.75:
            return self.random.randbytes(size)
        return (b"%x" % self.random.getrandbits(64)) * (size // 16) + b"z" * (size % 16)

    def number(self, low=-3, high=120):
        chance = self.random.random()
        if chance < self.bad_share:
            return self.random.choice(NOT_NUMBERS)
        if chance < 0.12:
            return self.random.choice(EDGE_NUMBERS)
        if chance < 0.35:
            return b"%d" % self.random.randint(-3, 3)
        return b"%d" % self.random.randint(low, high)

    def small(self, low, high):
        """A number that may be wrong, but never large and valid: for what would allocate (G2)."""
        chance = self.random.random()
        if chance < self.bad_share:
            return self.random.choice(NOT_NUMBERS)
        if chance < 0.05:
            return self.pick(b"-1", b"4294967296", b"9223372036854775807", b"-9223372036854775808",
                             b"9223372036854775808", b"1099511627776")
        return b"%d" % self.random.randint(low, high)

    def database(self):
        if self.chance(0.05):
            return self.pick(b"16", b"-1", b"abc", b"", b"9223372036854775808", b"1.0", b"15")
        return self.pick(b"0", b"1", b"2")

    def far(self, unit):
        """A time to live, in seconds (unit 1) or milliseconds (1000), that no run outlasts."""
        return b"%d" % (self.random.randint(100000, 10 ** 9) * unit)

    def lifetime(self, unit):
        chance = self.random.random()
        if chance < 0.06:
            return self.pick(b"0", b"-1", b"-1000", b"9223372036854775807", b"-9223372036854775808",
                             b"9223372036854775808", b"9223372036854776", b"-9223372036854776", b"x", b"")
        return self.far(unit)

    def moment(self, unit):
        chance = self.random.random()
        if chance < 0.06:
            return self.pick(b"0", b"-1", b"9223372036854775807", b"-9223372036854775808", b"", b"x",
                             b"9223372036854775808", b"9223372036854776", b"1.5")
        if chance < 0.16:
            return b"%d" % (self.random.randint(1, 10 ** 9) * unit)
        return b"%d" % ((FAR_SECONDS + self.random.randint(0, 10 ** 9)) * unit)

    def expiry_option(self):
        return self.pick(lambda: [b"EX", self.lifetime(1)], lambda: [b"PX", self.lifetime(1000)],
                         lambda: [b"EXAT", self.moment(1)], lambda: [b"PXAT", self.moment(1000)])()


def is_harmless(argv):
    """Whether a spoilt command still keeps G1 and G2."""
    name = argv[0].upper()
    if name in (b"CLIENT", b"HELLO", b"SETRANGE", b"SETBIT", b"BITFIELD", b"LCS", b"SCAN"):
        return len(argv) == 1
    if name in (b"EXPIRE", b"PEXPIRE", b"SETEX", b"PSETEX", b"GETEX", b"SET"):
        return len(argv) < 3
    return True


# One function a command: the arguments after its name.

def make_set(g):
    argv = [g.key(), g.value()]
    if g.chance(0.5):
        options = []
        if g.chance(0.4):
            options.append([g.pick(b"NX", b"XX")])
        if g.chance(0.3):
            options.append([b"GET"])
        if g.chance(0.4):
            options.append(g.expiry_option())
        if g.chance(0.2):
            options.append([b"KEEPTTL"])
        if g.chance(g.bad_share):
            options.append([g.pick(b"NX", b"XX", b"EX", b"FOO", b"PERSIST", b"")])
        g.random.shuffle(options)
        for option in options:
            argv += option
    return argv


def make_getex(g):
    argv = [g.key()]
    if g.chance(0.8):
        argv += [b"PERSIST"] if g.chance(0.3) else g.expiry_option()
    if g.chance(g.bad_share):
        argv.append(g.pick(b"PERSIST", b"EX", b"KEEPTTL"))
    return argv


def make_pairs(g):
    return [arg for _ in range(g.random.randint(1, 6)) for arg in (g.key(), g.value())]


def make_lcs(g):
    argv = [b"lcs%d" % g.random.randint(0, 5), b"lcs%d" % g.random.randint(0, 5)]
    for option, share in ((b"LEN", 0.3), (b"IDX", 0.5), (b"WITHMATCHLEN", 0.4), (b"FOO", g.bad_share)):
        if g.chance(share):
            argv.append(option)
    if g.chance(0.3):
        argv += [b"MINMATCHLEN", g.number(-1, 6)]
    return argv


def make_lcs_text(g):
    """The keys LCS reads are only ever SET: its cost is the product of two lengths (G2)."""
    text = bytes(g.random.choice(b"abcd") for _ in range(g.random.randint(0, 40)))
    return [b"lcs%d" % g.random.randint(0, 5), text]


def make_range(g):
    return [g.key(), g.number(-60, 120), g.number(-60, 120)]


def make_bitcount(g):
    argv = [g.key()]
    if g.chance(0.7):
        argv += [g.number(-60, 120), g.number(-60, 120)]
        if g.chance(0.5):
            argv.append(g.pick(b"BYTE", b"BIT", b"BIT", b"byte", b"BITS"))
    return argv


def make_bitpos(g):
    argv = [g.key(), g.number(0, 1)]
    if g.chance(0.7):
        argv.append(g.number(-60, 120))
        if g.chance(0.7):
            argv.append(g.number(-60, 120))
            if g.chance(0.5):
                argv.append(g.pick(b"BYTE", b"BIT", b"BIT", b"FOO"))
    return argv


def make_bitop(g):
    operation = g.pick(b"AND", b"OR", b"XOR", b"NOT", b"and", b"FOO")
    sources = g.some_keys(1, 1 if operation == b"NOT" and g.chance(0.8) else 5)
    return [operation, g.key()] + sources


def make_bitfield(g):
    argv = [g.key()]
    for _ in range(g.random.randint(0, 5)):
        argv += make_bitfield_part(g)
    return argv


def make_bitfield_part(g):
    kind = g.random.choice(BIT_TYPES if g.chance(0.1 + g.bad_share) else BIT_TYPES[:14])
    offset = g.small(0, 400)
    if g.chance(0.3):
        # Not the smallest number: times the width it overflows in Redis, which then takes it for 0.
        offset = b"#" + g.small(0, 30).replace(b"-9223372036854775808", b"-1")
    part = g.random.randrange(4)
    if part == 0:
        return [b"OVERFLOW", g.pick(b"WRAP", b"SAT", b"FAIL", b"sat", b"FOO")]
    if part == 1:
        return [b"GET", kind, offset]
    return [g.pick(b"SET", b"INCRBY"), kind, offset, g.number(-300, 300)]


def make_bitfield_ro(g):
    argv = [g.key()]
    for _ in range(g.random.randint(0, 4)):
        kind = g.random.choice(BIT_TYPES)
        argv += [b"GET", kind, g.number(0, 400)] if g.chance(0.95) else [b"SET", kind, b"0", b"1"]
    return argv


def make_expire(unit, absolute):
    def make(g):
        argv = [g.key(), g.moment(unit) if absolute else g.lifetime(unit)]
        if g.chance(0.4):
            argv.append(g.pick(b"NX", b"XX", b"GT", b"LT", b"gt", b"FOO"))
            if g.chance(0.2):
                argv.append(g.pick(b"NX", b"XX", b"GT", b"LT"))
        return argv
    return make


def make_copy(g):
    argv = [g.key(), g.key()]
    if g.chance(0.4):
        argv += [b"DB", g.database()]
    if g.chance(0.5):
        argv.append(b"REPLACE")
    if g.chance(g.bad_share):
        argv.append(g.pick(b"FOO", b"DB"))
    return argv


def make_scan(g):
    argv = [g.pick(b"0", b"0", b"0", b"1", b"abc", b"-1", b"18446744073709551616", b"")]
    return argv + make_scan_options(g)


def make_scan_options(g, good=False):
    options = []
    if g.chance(0.5):
        options.append([b"COUNT", b"%d" % g.pick(1, 3, 10, 100, 1000) if good else g.number(0, 100)])
    if g.chance(0.3):
        options.append([b"MATCH", g.random.choice(PATTERNS)])
    if g.chance(0.3):
        options.append([b"TYPE", g.pick(b"string", b"STRING", b"list", b"nosuch")])
    if not good and g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"COUNT", b"MATCH")])
    g.random.shuffle(options)
    return [arg for option in options for arg in option]


def make_object(g):
    what = g.pick(b"ENCODING", b"ENCODING", b"ENCODING", b"REFCOUNT", b"IDLETIME", b"FREQ", b"FOO")
    return [what, g.key()]


def make_hello(g):
    argv = []
    if g.chance(0.9):
        argv.append(g.pick(b"2", b"3", b"2", b"3", b"1", b"4", b"abc", b"", b"0", b"-1"))
        if g.chance(0.4):
            argv += [b"SETNAME", g.pick(b"bob", b"", b"two words", b"new\nline", b"\xff")]
        if g.chance(0.1):
            argv += g.pick([b"FOO"], [b"SETNAME"], [b"AUTH", b"default"], [b"AUTH", b"nobody", b"x"])
    return argv


def make_client(g):
    return g.pick([b"ID"], [b"GETNAME"], [b"SETNAME", g.pick(b"alice", b"", b"a b", b"\x01", b"\xe9")],
                  [b"INFO"], [b"NO-EVICT", g.pick(b"on", b"off", b"maybe")], [b"GETREDIR"], [b"FOO"],
                  [b"LIST", b"ID", g.number(1, 3)], [b"LIST", b"FOO"], [b"LIST", b"TYPE", b"pubsub"],
                  [b"LIST", b"TYPE", b"what"], [b"KILL", b"127.0.0.1:1"], [b"KILL", b"ID", b"99999999"],
                  [b"KILL", b"ID", b"abc"], [b"KILL", b"TYPE", b"what"], [b"KILL", b"FOO", b"bar"],
                  [b"REPLY", b"maybe"], [b"REPLY", b"on"], [b"UNPAUSE"],
                  [b"PAUSE", b"abc"], [b"PAUSE", b"-1"], [b"PAUSE", b"0", b"FOO"], [])


def is_beyond_int(arg):
    return arg.lstrip(b"+-").isdigit() and len(arg) > 9


def make_command(g):
    chance = g.random.random()
    if chance < 0.7:
        # The keys of a command that was made like any other, and sometimes broken.
        name = g.random.choice(g.names)
        argv = [name.encode()] + g.makers[name](g)
        argv = g.spoil(argv) if g.chance(0.2) else argv
        # Of a number of keys Redis takes the lowest 32 bits here, and finds keys where the command would find none.
        return [b"COUNT"] if any(map(is_beyond_int, argv)) else [b"GETKEYS"] + argv
    if chance < 0.9:
        return [b"INFO", g.random.choice(g.names).encode(), b"nosuch"]
    return g.pick([b"COUNT"], [b"GETKEYS"], [b"FOO"], [b"INFO", b"nosuch"],
                  [b"LIST", b"FILTERBY", b"FOO", b"x"], [b"GETKEYSANDFLAGS", b"SET", b"k", b"v"],
                  [b"LIST", b"FILTERBY", b"PATTERN", b"setra*"])


def make_flush(g):
    return g.pick([], [], [b"ASYNC"], [b"SYNC"], [b"FOO"])


def make_memory(g):
    argv = [b"USAGE", g.key()]
    return argv + g.pick([], [], [b"SAMPLES", g.number(0, 10)], [b"FOO"], [b"SAMPLES"])


def key_only(g):
    return [g.key()]


def key_value(g):
    return [g.key(), g.value()]


def key_number(g):
    return [g.key(), g.number(-50, 50)]


def keys(g):
    return g.some_keys()


def two_keys(g):
    return [g.key(), g.key()]


def nothing(g):
    return []


COMMANDS = [
    # name, weight, arguments
    ("SET", 80, make_set), ("GET", 50, key_only), ("GETSET", 8, key_value), ("GETDEL", 6, key_only),
    ("GETEX", 12, make_getex), ("SETNX", 8, key_value), ("MGET", 12, keys), ("MSET", 12, make_pairs),
    ("MSETNX", 6, make_pairs), ("APPEND", 12, key_value), ("STRLEN", 8, key_only),
    ("SETEX", 6, lambda g: [g.key(), g.lifetime(1), g.value()]),
    ("PSETEX", 6, lambda g: [g.key(), g.lifetime(1000), g.value()]),
    ("SETRANGE", 12, lambda g: [g.key(), g.small(0, 150), g.value()]),
    ("GETRANGE", 10, make_range), ("SUBSTR", 4, make_range),
    ("INCR", 10, key_only), ("DECR", 8, key_only), ("INCRBY", 10, key_number), ("DECRBY", 10, key_number),
    ("INCRBYFLOAT", 12, lambda g: [g.key(), g.random.choice(FLOATS) if g.chance(0.7) else g.number()]),
    ("LCS", 6, make_lcs),
    ("SETBIT", 12, lambda g: [g.key(), g.small(0, 1500), g.pick(b"0", b"1", b"1", b"2")]),
    ("GETBIT", 8, lambda g: [g.key(), g.number(0, 1500)]),
    ("BITCOUNT", 8, make_bitcount), ("BITPOS", 8, make_bitpos), ("BITOP", 12, make_bitop),
    ("BITFIELD", 14, make_bitfield), ("BITFIELD_RO", 5, make_bitfield_ro),
    ("DEL", 14, keys), ("UNLINK", 8, keys), ("EXISTS", 10, keys), ("TOUCH", 6, keys), ("TYPE", 6, key_only),
    ("EXPIRE", 10, make_expire(1, False)), ("PEXPIRE", 10, make_expire(1000, False)),
    ("EXPIREAT", 10, make_expire(1, True)), ("PEXPIREAT", 10, make_expire(1000, True)),
    ("TTL", 6, key_only), ("PTTL", 8, key_only), ("EXPIRETIME", 6, key_only),
    ("PEXPIRETIME", 6, key_only), ("PERSIST", 6, key_only),
    ("RENAME", 10, two_keys), ("RENAMENX", 8, two_keys), ("COPY", 12, make_copy),
    ("MOVE", 8, lambda g: [g.key(), g.database()]),
    ("KEYS", 0.5, lambda g: [g.random.choice(PATTERNS)]), ("SCAN", 3, make_scan), ("RANDOMKEY", 2, nothing),
    ("OBJECT", 12, make_object), ("MEMORY", 3, make_memory),
    ("DBSIZE", 4, nothing), ("FLUSHDB", 0.3, make_flush), ("FLUSHALL", 0.1, make_flush),
    ("SWAPDB", 2, lambda g: [g.database(), g.database()]), ("SELECT", 5, lambda g: [g.database()]),
    ("PING", 2, lambda g: [g.value()] if g.chance(0.5) else []), ("ECHO", 2, lambda g: [g.value()]),
    ("TIME", 0.5, nothing), ("HELLO", 2, make_hello), ("RESET", 0.3, nothing), ("CLIENT", 4, make_client),
    ("COMMAND", 4, make_command), ("LCSTEXT", 6, make_lcs_text),
]
GENERAL = {"DEL", "UNLINK", "EXISTS", "TOUCH", "TYPE", "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT", "TTL", "PTTL",
           "EXPIRETIME", "PEXPIRETIME", "PERSIST", "RENAME", "RENAMENX", "COPY", "MOVE", "OBJECT", "MEMORY"}
MAKERS = {name: maker for name, _, maker in COMMANDS}


def finish(argv):
    """LCSTEXT is a SET of its own kind, and the families have such names; everything else is sent as it was made."""
    name = argv[0].upper()
    argv[0] = b"SET" if name == b"LCSTEXT" else families.RENAMED.get(name, argv[0])
    return argv


# No zero bytes in lines: Redis takes one for the end of what has arrived, and waits.
# Far above the 64 KiB a line may have: near it, what a server says depends on how it read the pieces.
LONG = b"1" * 300000
GARBAGE = [
    b"*1\r\n$4\r\nPING\r\n", b"PING\r\nPING\r\n", b"\r\n\r\nPING\r\n", b"*0\r\nPING\r\n", b"*-1\r\nPING\r\n",
    b"*abc\r\n", b"*1048577\r\n", b"*9999999999\r\n", b"*1\r\n$-1\r\n", b"*1\r\n$abc\r\n", b"*1\r\n+PING\r\n",
    b"*2\r\n$4\r\nECHO\r\n$536870913\r\n", b"*1\r\n$4\r\nPINGxxPING\r\n", b'SET a "unbalanced\r\n',
    b"SET a 'unbalanced\r\n", b'ECHO "a"b\r\n', b"ECHO \"\\x41\\n\"\r\n", b"ECHO 'it\\'s'\r\n", b"*\r\n",
    b"$4\r\nPING\r\n", b"+PING\r\n", b"\x01\x02\r\n", b"ECHO \x01\xff\r\n", b"PING\n", b"echo hi\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\n\r\n", b"Host: localhost\r\n", b"*1\r\n$4\r\nPI", b"PING", b"*1\r",
    b"*2\r\n$4\r\nECHO\r\n$2\r\n\r\n\r\n", b"*3\r\n$3\r\nSET\r\n$1\r\ng\r\n$0\r\n\r\n", LONG,
    b"ECHO " + b"y" * 60000 + b"\r\n", b"*1\r\n$" + LONG, b"*" + LONG, b"QUIT\r\nPING\r\n",
    b"*1\r\n$4\r\nQUIT\r\n*1\r\n$4\r\nPING\r\n", b"   \r\nPING\r\n", b"*1\r\n$0\r\n\r\n", b"*1\r\n$04\r\nPING\r\n",
    b"* 1\r\n$4\r\nPING\r\n", b"*+1\r\n$4\r\nPING\r\n", b"*1\r\n$+4\r\nPING\r\n",
]


def garbage(random):
    """Bytes for a connection of their own: well formed, broken, or cut, then a PING that tells
    whether the server went on."""
    data = b"".join(random.choice(GARBAGE) for _ in range(random.randint(1, 3)))
    if random.random() < 0.2 and len(data) < 60000:
        data = data[:random.randint(0, len(data))]
    return data + b"PING\r\n"
