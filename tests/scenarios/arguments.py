"""Every argument of every command may be any number: an answer comes, never a crash (on the build with sanitizers).

The calls are made from what the server itself says of its commands (COMMAND DOCS): each argument in turn is
one of the numbers at which programs break; options are taken or not at random.
"""

import resp
from setup import check, command_names, is_alive, ok, scenario

NUMBERS = [str(number).encode() for number in (-2 ** 63, -2 ** 63 - 1, -2 ** 31 - 1, -2 ** 31, -1, 0, 1, 2, 7, 31, 32, 33,
                                               2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 63 - 1, 2 ** 63, 2 ** 64,
                                               10 ** 30)]
NUMBERS += [b"1e400", b"-1e400", b"nan", b"inf", b"-inf", b"1.5", b"0x10", b"-0", b"+1", b" 1", b"", b"1" * 400, b"#1",
            b"#9223372036854775807", b"i64", b"u63", b"i65", b"u0", b"\xff\x00"]
KEYS = [b"text", b"number", b"float", b"bits", b"none", b"big", b"text", b"soon"]
# These stop the server, the connection or the test by design; the containers only hold subcommands.
LEFT_OUT = {"shutdown", "monitor", "quit", "client|reply", "client|pause", "client|kill", "auth", "debug|sleep",
            "debug|segfault", "debug|panic", "debug|restart", "debug|crash-and-recover", "debug|oom", "debug|assert",
            "config|set", "config|rewrite", "debug", "replicaof", "slaveof", "wait", "waitaof"}
# After these a connection answers otherwise, or with several replies: they have scenarios of their own.
LEFT_OUT |= {"multi", "subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe"}
DEBUGS = [b"OBJECT", b"SET-ACTIVE-EXPIRE", b"DIGEST-VALUE", b"JMAP", b"QUICKLIST-PACKED-THRESHOLD", b"STRINGMATCH-LEN",
          b"HTSTATS", b"HTSTATS-KEY", b"SDSLEN", b"CHANGE-REPL-ID", b"LISTPACK", b"PROTOCOL", b"RELOAD", b"DIGEST",
          b"REPLYBUFFER", b"SLEEP-NOT", b"LOG", b"ERROR", b"MALLCTL"]


def plain(reply):
    """Nested replies as Python values; pairs of flat lists become dictionaries."""
    if reply.kind in ("array", "set"):
        return [plain(item) for item in reply.value]
    return reply.value


def as_dict(flat):
    return dict(zip(flat[::2], flat[1::2]))


def documented(connection):
    """[(name, [argument, ...])] of all commands and subcommands."""
    found = []
    docs = plain(ok(connection, "COMMAND", "DOCS"))
    for name, facts in zip(docs[::2], docs[1::2]):
        add_documented(found, name, as_dict(facts))
    return found


def add_documented(found, name, facts):
    if b"subcommands" in facts:
        flat = facts[b"subcommands"]
        for child, child_facts in zip(flat[::2], flat[1::2]):
            add_documented(found, child, as_dict(child_facts))
    else:
        found.append((name.decode().lower(), [as_dict(argument) for argument in facts.get(b"arguments", [])]))


class Maker:
    """Arguments of one call: a list of words, of which at most one is the number on trial."""

    def __init__(self, choose):
        self.choose = choose

    def number(self):
        return self.choose.choice(NUMBERS)

    def value(self, argument):
        kind = argument[b"type"]
        if kind == b"key":
            return self.choose.choice(KEYS) if self.choose.randrange(12) else self.number()
        if kind in (b"integer", b"double", b"unix-time"):
            return self.number()
        return self.number() if self.choose.randrange(3) else self.choose.choice((b"*", b"x", b"abc", b"OR", b"AND"))

    def words(self, argument):
        flags = argument.get(b"flags", [])
        if b"optional" in flags and self.choose.randrange(2):
            return []
        times = self.choose.choice((1, 1, 2, 3, 31, 32, 33)) if b"multiple" in flags else 1
        words = []
        for repeat in range(times):
            if b"token" in argument and (repeat == 0 or b"multiple_token" in flags):
                words.append(argument[b"token"])
            words += self.body(argument)
        return words

    def body(self, argument):
        kind = argument[b"type"]
        children = [as_dict(child) for child in argument.get(b"arguments", [])]
        if kind == b"pure-token":
            return []
        if kind == b"oneof":
            return self.words(self.choose.choice(children))
        if kind == b"block":
            return [word for child in children for word in self.words(child)]
        return [self.value(argument)]

    def call(self, name, arguments):
        words = [word.encode() for word in name.split("|")]
        for argument in arguments:
            words += self.words(argument)
        if not self.choose.randrange(10):  # Something too many, or too few.
            words = words[:self.choose.randrange(1, len(words) + 1)] + [self.number()] * self.choose.randrange(3)
        return words


def prepare(connection):
    for command in (["SELECT", "0"], ["SET", "text", "hello world"], ["SET", "number", str(2 ** 63 - 1)],
                    ["SET", "float", "1e308"], ["SET", "bits", b"\xff\x00\xf0" * 20], ["SET", "big", "x" * 70000],
                    ["SET", "soon", "x", "PX", "3600000"], ["DEL", "none"]):
        ok(connection, *command)


def called(connection, calls, server):
    """Sends each call; all must be answered, none may close the connection."""
    for args in calls:
        try:
            connection.command(*args)
        except (resp.Closed, resp.NoReply, OSError) as error:
            check(False, f"{args} ended in {type(error).__name__}; the server {'lives' if survives(server) else 'died'}")


def survives(server):
    try:
        return is_alive(server)
    except (resp.Closed, OSError):
        return False


def huge_counts(choose, documented_commands):
    """0, 1, 1,000 and 100,000 items where a command takes many, and the same key many times."""
    for name, arguments in documented_commands:
        if any(b"multiple" in argument.get(b"flags", []) for argument in arguments):
            words = [word.encode() for word in name.split("|")]
            for count in (0, 1, 2, 3, 1000, 1001, 100000):
                yield words + [b"text"] * count
            yield words + [choose.choice(NUMBERS) for _ in range(1000)]
    for count in (1, 2, 1000, 100000):
        yield [b"BITOP", b"OR", b"none"] + [b"bits"] * count
        yield [b"BITFIELD", b"bits"] + [b"GET", b"u8", b"#0"] * count
        yield [b"MSET"] + [b"many", b"v"] * count


@scenario(cores=(1, 4), rare=("epoll",))
def any_number_for_any_argument_gets_an_answer(context):
    """proto-max-bulk-len keeps SETBIT and SETRANGE from filling the memory, as it does in Redis."""
    server = context.asan("--proto-max-bulk-len", "1mb")
    connection = server.connect()
    names = set(command_names(connection)) - LEFT_OUT
    commands = [(name, arguments) for name, arguments in documented(connection) if name in names]
    check(len(commands) > 80, f"only {len(commands)} commands are documented")
    maker = Maker(context.random)
    wanted = context.count(12000 if context.cores > 1 else 4000)
    rounds = -(-wanted // len(commands))
    for number in range(rounds):
        prepare(connection)
        context.random.shuffle(commands)
        called(connection, (maker.call(name, arguments) for name, arguments in commands), server)
    called(connection, ([b"DEBUG", word] + [maker.number() for _ in range(context.random.randrange(4))]
                        for word in DEBUGS for _ in range(10)), server)
    prepare(connection)
    called(connection, huge_counts(context.random, commands), server)
    check(survives(server), "the server does not answer")


# Where any other value would end the conversation.
UNTOUCHED = {b"port", b"bind", b"requirepass", b"maxclients", b"unixsocket", b"dir", b"timeout", b"maxmemory",
             b"client-query-buffer-limit", b"maxmemory-clients", b"output-backpressure", b"proto-max-bulk-len"}


@scenario(cores=(4,), rare=("epoll",))
def any_number_for_any_option_gets_an_answer(context):
    server = context.asan()
    connection = server.connect()
    options = plain(ok(connection, "CONFIG", "GET", "*"))
    calls = 0
    for name, value in zip(options[::2], options[1::2]):
        for number in NUMBERS + [b"100%", b"1gb", b"1" * 30 + b"gb", b"-1kb", b"yes", b"no"]:
            if name not in UNTOUCHED:
                connection.command("CONFIG", "SET", name, number)
                calls += 1
        connection.command("CONFIG", "SET", name, value)
        check(connection.command("PING").value == b"PONG", f"no PONG after CONFIG SET {name!r}")
    for name in (b"maxmemory", b"timeout", b"maxmemory-clients"):
        for number in NUMBERS:
            connection.command("CONFIG", "SET", name, number)
            connection.command("SET", "k", "v")
        connection.command("CONFIG", "SET", name, "0")
    check(calls > 1000, f"only {calls} calls")
    called(connection, ([b"CLIENT", b"PAUSE", number, b"WRITE"] for number in NUMBERS), server)
    called(connection, [[b"CLIENT", b"UNPAUSE"], [b"SET", b"k", b"v"]], server)
    called(connection, ([b"CLIENT", b"KILL", word, number] for number in NUMBERS
                        for word in (b"ID", b"LADDR", b"TYPE", b"USER", b"MAXAGE")
                        if (word, number) != (b"ID", b"1")), server)
