"""Decides whether two replies to the same command mean the same.

Equal bytes are always equal. Otherwise only the commands named here are forgiven anything, and each
exactly what it cannot promise: a moment, an order, an identity, or a size that is the server's own.
"""

TOLERANCE_MS = 5000  # Both servers get the command within a batch; a loaded machine stretches that.


ignored = []  # Beginnings of commands, in upper case, whose replies are not compared (--ignore).


def equal(argv, a, b, tolerance_ms=TOLERANCE_MS):
    """`a` and `b` are parsed replies of the two servers to `argv`."""
    if a == b:
        return True
    if ignored and b" ".join(argv).upper().startswith(tuple(ignored)):
        return True
    if is_error(a) or is_error(b):
        return False
    for rule in rules_of(argv):
        if rule(a, b, tolerance_ms):
            return True
    return False


def equal_exec(argv, queued, a, b):
    """The same, but where argv is EXEC its replies are those of the commands that were queued."""
    if argv[0].upper() != b"EXEC" or not a[0] == b[0] == "*" or a[1] is None or b[1] is None:
        return equal(argv, a, b)
    return (len(a[1]) == len(b[1]) == len(queued) and
            all(equal(command, one, other) for command, one, other in zip(queued, a[1], b[1])))


def is_error(reply):
    return reply[0] in "-!"


def rules_of(argv):
    name = argv[0].upper()
    second = argv[1].upper() if len(argv) > 1 else b""
    if name == b"COMMAND" and (second == b"" or (second == b"INFO" and len(argv) == 2)):
        return (same_kind,)  # The whole table: each server lists what it has.
    return RULES.get((name, second)) or RULES.get(name) or ()


def add_rules(rules):
    """Those of a family of commands."""
    RULES.update(rules)


def near_milliseconds(a, b, tolerance_ms):
    return both_numbers(a, b) and min(a[1], b[1]) >= 0 and abs(a[1] - b[1]) <= tolerance_ms


def near_seconds(a, b, tolerance_ms):
    return near_milliseconds(a, b, tolerance_ms // 1000 + 1)


def both_numbers(a, b, *_):
    return a[0] == b[0] == ":"


def same_kind(a, b, *_):
    return a[0] == b[0]


def same_elements(a, b, *_):
    return a[0] == b[0] and a[0] in "*~" and sorted(map(repr, a[1])) == sorted(map(repr, b[1]))


def both_scan_pages(a, b, *_):
    """A page of SCAN depends on how the server hashes; whole iterations are compared elsewhere."""
    return all(reply[0] == "*" and len(reply[1]) == 2 and reply[1][0][0] == "$"
               and reply[1][0][1].isdigit() and reply[1][1][0] == "*" for reply in (a, b))


def same_hello(a, b, *_):
    return a[0] == b[0] and without_id(a) == without_id(b)


def without_id(reply):
    """HELLO's fields as pairs, the value of `id` reduced to its type. Order is not promised."""
    items = reply[1]
    pairs = zip(items[::2], items[1::2])
    return sorted((repr(key), value[0] if key == ("$", b"id") else repr(value)) for key, value in pairs)


def same_command_table(a, b, *_):
    return repr(normal_table(a)) == repr(normal_table(b))


# They take one argument more than Redis 7.0 knows, WITHSCORE of 7.2.
LONGER = (b"zrank", b"zrevrank")
# Flags beside those of Redis: a replica can be told another primary while it loads what its own one sends.
ADDED_FLAGS = {b"replicaof": b"loading", b"slaveof": b"loading"}


def without_added_flags(name, flags):
    kind, items = flags
    return kind, [item for item in items if item[1] != ADDED_FLAGS.get(name)]


def normal_table(reply):
    """COMMAND INFO with flags, categories and tips in one order, without the wording of notes and without
    subcommands: a server may have fewer of those, and command_table.py compares each by itself."""
    kind, value = reply
    if kind not in "*~%":
        return reply
    items = [normal_table(item) for item in (value[:9] if is_entry(reply) else value)]
    if is_entry(reply):
        items[2] = without_added_flags(value[0][1], items[2])
        if value[0][1] in LONGER:
            items[1] = (":", "as it is")
    if ("$", b"notes") in items:
        items[items.index(("$", b"notes")) + 1] = ("$", b"in the server's own words")
    if kind != "%" and all(item[0] in "+$" for item in items):
        items.sort(key=repr)
    return kind, items


def is_entry(reply):
    return reply[0] == "*" and len(reply[1]) == 10


RULES = {
    b"TTL": (near_seconds,), b"PTTL": (near_milliseconds,),
    b"EXPIRETIME": (near_seconds,), b"PEXPIRETIME": (near_milliseconds,),
    b"KEYS": (same_elements,), b"RANDOMKEY": (same_kind,), b"SCAN": (both_scan_pages,),
    b"TIME": (same_kind,), b"LASTSAVE": (both_numbers,), b"INFO": (same_kind,), b"LOLWUT": (same_kind,),
    b"HELLO": (same_hello,),
    # Redis shares small integers between keys and counts that; the number is of no use to a client.
    (b"OBJECT", b"REFCOUNT"): (both_numbers,), (b"OBJECT", b"IDLETIME"): (both_numbers,),
    (b"MEMORY", b"USAGE"): (both_numbers,),
    (b"CLIENT", b"ID"): (both_numbers,), (b"CLIENT", b"INFO"): (same_kind,),
    (b"CLIENT", b"LIST"): (same_kind,), (b"CLIENT", b"UNPAUSE"): (same_kind,),
    (b"COMMAND", b"COUNT"): (both_numbers,), (b"COMMAND", b"LIST"): (same_elements,),
    (b"COMMAND", b"INFO"): (same_command_table,),
}
