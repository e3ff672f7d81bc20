"""Differences planted on purpose: what proves that the fuzzer would see a real one.

A plant stands between the fuzzer and server A and falsifies what A is told, as a bug of that server
would: it changes commands, it never changes what the fuzzer believes to have sent.
"""


def no_keepttl(argvs):
    """SET forgets the time to live although it was told KEEPTTL."""
    return [[arg for at, arg in enumerate(argv) if at < 3 or arg.upper() != b"KEEPTTL"]
            if argv[0].upper() == b"SET" else argv for argv in argvs]


def copy_overwrites(argvs):
    """COPY replaces its destination without being asked to."""
    return [argv + [b"REPLACE"] if argv[0].upper() == b"COPY" and len(argv) == 3 else argv
            for argv in argvs]


def reorder(argvs):
    """A write overtakes the write before it in the same pipeline, as a wrong grouping by shard would."""
    argvs = list(argvs)
    for at in range(len(argvs) - 1):
        names = {argvs[at][0].upper(), argvs[at + 1][0].upper()}
        if names == {b"RENAME", b"SET"}:
            argvs[at], argvs[at + 1] = argvs[at + 1], argvs[at]
            break
    return argvs


def short_range(argvs):
    """GETRANGE is one byte short where it ends in the last byte but one."""
    return [argv[:3] + [b"-3"] if argv[0].upper() == b"GETRANGE" and argv[3:] == [b"-2"] else argv
            for argv in argvs]


def late_expiry(argvs):
    """EXPIREAT is a minute late: only times to live show it."""
    return [argv[:2] + [b"%d" % (int(argv[2]) + 60)] + argv[3:]
            if argv[0].upper() == b"EXPIREAT" and len(argv) > 2 and argv[2].isdigit()
            and 10 ** 9 < int(argv[2]) < 10 ** 10 else argv for argv in argvs]


def error_text(argvs):
    """An unknown command is reported with another name."""
    return [[b"nosuchthing"] + argv[1:] if argv[0] == b"NOSUCH" else argv for argv in argvs]


def deaf_flush(argvs):
    """FLUSHDB ASYNC forgets to flush."""
    return [[b"CLIENT", b"UNPAUSE"] if [arg.upper() for arg in argv] == [b"FLUSHDB", b"ASYNC"] else argv
            for argv in argvs]


def broken_shadow(argvs):
    """The store is right, but what its effects have built is not: see fuzz.Shadow."""
    return argvs


SHADOW = broken_shadow.__name__
PLANTS = {function.__name__: function for function in
          (no_keepttl, copy_overwrites, reorder, short_range, late_expiry, error_text, deaf_flush,
           broken_shadow)}


class Plant:
    def __init__(self, name):
        self.commands = PLANTS[name]
