"""DUMP, whose bytes are the server's own, and RESTORE of what redis-server 7.0 has dumped, in any form of any version.

The bytes come from the fuzzer's corpus, without the byte that is its own. Streams are left out: Redis keeps the blocks of
a restored one, Anax makes its own, and trimming with ~ shows it. play.py exchanges the dumps of all keys at the end of an
epoch, streams too.
"""

import glob
import os

from checksums import dump_payload
from compare import same_kind
from pieces import FAR_SECONDS

CORPUS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fuzz/corpus/rdb_fuzz")
STREAMS = (15, 19, 21)
SIZE_MAX = 1000


def read_payloads():
    payloads = []
    for path in sorted(glob.glob(os.path.join(CORPUS, "dump_*"))):
        with open(path, "rb") as file:
            value = file.read()[1:]
        if value[0] not in STREAMS and len(value) < SIZE_MAX:
            payloads.append(dump_payload(value))
    return payloads


PAYLOADS = read_payloads()
KEYS = [b"d"]
RULES = {b"DUMP": (same_kind,)}


def payload(g):
    chosen = g.random.choice(PAYLOADS)
    if not g.chance(g.bad_share):
        return chosen
    at = g.random.randrange(len(chosen))  # The checksum tells.
    return g.pick(chosen[:at], chosen[:at] + b"x" + chosen[at + 1:], chosen + b"x", b"", g.value())


def any_key(g):
    return g.own(b"d") if g.chance(0.6) else g.key()


def make_restore(g):
    is_absolute = g.chance(0.2)
    ttl = b"0"
    if is_absolute:
        ttl = g.pick(b"0", b"1000", b"%d" % (FAR_SECONDS * 1000 + g.random.randrange(1000)))
    elif g.chance(0.2):
        ttl = g.pick(b"100000000", b"1000000000000", b"-1") if g.chance(0.9) else g.pick(b"x", b"", b"1.5")
    options = [[b"ABSTTL"]] if is_absolute else []
    if g.chance(0.7):
        options.append([g.pick(b"REPLACE", b"replace")])
    if g.chance(0.1):
        options.append([g.pick(b"IDLETIME", b"FREQ"), g.small(0, 300)])
    if g.chance(g.bad_share):
        options.append([g.pick(b"FOO", b"FREQ", b"IDLETIME", b"NX")])
    g.random.shuffle(options)
    return [any_key(g), ttl, payload(g)] + [arg for option in options for arg in option]


COMMANDS = [("RESTORE", 20, make_restore), ("DUMP", 5, lambda g: [any_key(g)]),
            ("RESTORE-ASKING", 1, make_restore)]
