"""CR and LF in arguments come back only where the protocol carries them: no reply can be forged by what is echoed.

CVE-2025-67733 and its kind: an error or a status that repeats an argument with a line end in it would let who
chooses a key name or a client name write replies for somebody else.
"""

import resp
from setup import check, command_names, info, ok, scenario

FORGED = b"a\r\n+FORGED\r\n$3\r\nxyz\r\n"
PLAIN = [b"k", b"1", b"v", b"0", b"x"]
# What ends the conversation, or would not come back at once.
LEFT_OUT = {"shutdown", "monitor", "quit", "debug", "client|reply", "client|pause", "client|kill", "flushall", "auth",
            "hello", "reset"}
# After these a connection answers otherwise, or with several replies; channels have a scenario of their own.
LEFT_OUT |= {"multi", "subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe"}


def parse_strictly(connection):
    """The next reply; no line of it may hold a lone CR or LF."""
    reply = connection.read_reply()
    check_lines(reply)
    return reply


def check_lines(reply):
    if reply.kind in ("status", "error") and isinstance(reply.value, bytes):
        check(b"\n" not in reply.value and b"\r" not in reply.value, f"a line end within the line {reply.value!r}")
    if reply.kind in ("array", "set", "push"):
        for item in reply.value:
            check_lines(item)
    if reply.kind == "map":
        for pair in reply.value:
            for item in pair:
                check_lines(item)


def requests(names):
    """For every command: each argument in turn is the poisonous one, with few and with many arguments."""
    for name in names:
        words = [word.encode() for word in name.split("|")]
        for count in range(1, 6):
            for poisoned in range(count):
                args = (PLAIN * 2)[:count]
                args[poisoned] = FORGED
                yield words + args
        yield words[:-1] + [words[-1] + FORGED] + PLAIN[:2]
        yield words + [FORGED] * 4
    for options in ([b"EX"], [b"PX", FORGED], [FORGED, b"NX"], [b"GET", FORGED]):
        yield [b"SET", b"k", b"v"] + options
    for text in (FORGED, b"\r", b"\n", b"a\nb", b"\r\n"):
        yield [text]
        yield [text, text]
        yield [b"CONFIG", b"SET", text, text]
        yield [b"CONFIG", b"SET", b"maxmemory", text]
        yield [b"CONFIG", b"SET", b"save", text]
        yield [b"CONFIG", b"SET", b"loglevel", text]
        yield [b"CONFIG", b"SET", b"bind", text]
        yield [b"CONFIG", b"SET", b"dir", text]
        yield [b"CONFIG", b"GET", text]
        yield [b"CLIENT", b"SETNAME", text]
        yield [b"CLIENT", b"SETINFO", b"LIB-NAME", text]
        yield [b"CLIENT", b"SETINFO", text, text]
        yield [b"CLIENT", b"KILL", text]
        yield [b"CLIENT", b"KILL", b"ADDR", text]
        yield [b"HELLO", text]
        yield [b"HELLO", b"3", b"SETNAME", text]
        yield [b"HELLO", b"2", text]
        yield [b"AUTH", text]
        yield [b"AUTH", text, text]
        yield [b"DEBUG", text, text]
        yield [b"DEBUG", b"OBJECT", text]
        yield [b"DEBUG", b"LOG", text]
        yield [b"LATENCY", b"HISTORY", text]
        yield [b"MEMORY", b"USAGE", b"k", text]
        yield [b"INFO", text]


def play(connection, commands):
    """Each request gets one reply, and the reply after it is that of the PING."""
    for number, args in enumerate(commands):
        mark = b"mark-%d" % number
        connection.send(resp.encode(args) + resp.encode(["ECHO", mark]))
        try:
            parse_strictly(connection)
            after = parse_strictly(connection)
        except (resp.ProtocolError, resp.Closed, resp.NoReply) as error:
            check(False, f"{args}: {type(error).__name__} {error}")
        check(after == ("bulk", mark), f"{args}: behind its reply came {after}")


@scenario(rare=("epoll",))
def no_reply_can_be_forged_by_line_ends_in_arguments(context):
    server = context.anax()
    connection = server.connect()
    names = [name for name in command_names(connection) if name not in LEFT_OUT and
             not name.startswith("debug")]
    check(len(names) > 80, "there are few commands")
    for version in (2, 3):
        connection.command("HELLO", version)
        ok(connection, "CONFIG", "SET", "slowlog-log-slower-than", "0")
        play(connection, requests(names))
        check(connection.pushes == [], f"pushes came: {connection.pushes[:3]}")
    # What was remembered of these requests is shown safely, too.
    for command in (["SLOWLOG", "GET", "-1"], ["CLIENT", "LIST"], ["CLIENT", "INFO"], ["INFO", "everything"],
                    ["LATENCY", "DOCTOR"], ["MEMORY", "DOCTOR"], ["KEYS", "*"], ["CONFIG", "GET", "*"]):
        connection.send_command(command)
        check_lines(connection.read_reply())
    text = ok(connection, "CLIENT", "LIST").value
    check(b"FORGED" not in text, "a name with a line end was taken")
    check(all(b"FORGED" not in value.encode() and "FORGED" not in name for name, value in info(server).items()),
          "INFO shows an argument")


@scenario(cores=(4,))
def monitor_shows_line_ends_escaped(context):
    server = context.anax()
    watcher, connection = server.connect(), server.connect()
    ok(watcher, "MONITOR")
    connection.command("SET", FORGED, FORGED)
    reply = parse_strictly(watcher)
    check(reply.kind == "status" and b"\\r\\n+FORGED\\r\\n" in reply.value, f"MONITOR shows {reply}")


@scenario(cores=(4,))
def channels_with_line_ends_forge_nothing(context):
    server = context.anax()
    subscriber, publisher = server.connect(), server.connect()
    for version in (2, 3):
        subscriber.command("HELLO", version)
        for kind, end in (("SUBSCRIBE", "UNSUBSCRIBE"), ("PSUBSCRIBE", "PUNSUBSCRIBE")):
            subscriber.send_command([kind, FORGED])
            reply = subscriber.read_any()
            check([item.value for item in reply.value] == [kind.lower().encode(), FORGED, 1], f"{kind}: {reply}")
            check(ok(publisher, "PUBLISH", FORGED, FORGED).value == 1, "nobody heard it")
            message = subscriber.read_any()
            check([item.value for item in message.value[-2:]] == [FORGED, FORGED], f"{kind}: {message}")
            subscriber.send_command([end, FORGED])
            reply = subscriber.read_any()
            check([item.value for item in reply.value] == [end.lower().encode(), FORGED, 0], f"{end}: {reply}")
        check(ok(subscriber, "ECHO", "after").value == b"after", "what came behind them is wrong")
