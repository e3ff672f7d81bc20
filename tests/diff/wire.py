"""RESP on the wire: encoding requests, splitting replies, and printing both as redis-cli does.

The fuzzer compares raw bytes first and parses only what differs, so nothing here needs to be fast
except encode(). A parsed reply is a tuple whose first item is the RESP type byte as a string:

    ("+", b"OK")  ("-", b"ERR ...")  (":", 1)  ("$", b"bulk")  ("*", [replies])  ("_", "$-1")
    ("%", [key, value, key, value])  ("~", [replies])  (",", b"1.5")  ("#", b"t")  ("=", b"txt:...")
"""

import select
import socket
import time

ANSWER_SECONDS = 30


class Incomplete(Exception):
    """The buffer ends before the reply does."""


class Gone(Exception):
    """The server closed the connection, or said nothing for too long."""


def encode(argv):
    parts = [b"*%d\r\n" % len(argv)]
    for arg in argv:
        parts.append(b"$%d\r\n%s\r\n" % (len(arg), arg))
    return b"".join(parts)


def encode_inline(argv):
    return b" ".join(quote(arg, always=True) for arg in argv) + b"\r\n"


def parse(data, at=0):
    """Returns (reply, position after it)."""
    end = data.find(b"\r\n", at)
    if end < 0:
        raise Incomplete()
    kind, rest, after = chr(data[at]), data[at + 1:end], end + 2
    if kind in "+-,#(":
        return (kind, rest), after
    if kind == ":":
        return (kind, int(rest)), after
    if kind == "_":
        return ("_", "_"), after
    if kind in "$=!":
        return parse_bulk(data, kind, int(rest), after)
    if kind in "*~>%":
        return parse_aggregate(data, kind, int(rest), after)
    raise ValueError("not a reply: %r" % data[at:at + 60])


def parse_bulk(data, kind, size, at):
    if size < 0:
        return ("_", "$-1"), at
    if len(data) < at + size + 2:
        raise Incomplete()
    if data[at + size:at + size + 2] != b"\r\n":
        raise ValueError("a bulk of %d bytes does not end in CRLF: %r" % (size, data[at:at + 60]))
    return (kind, bytes(data[at:at + size])), at + size + 2


def parse_aggregate(data, kind, size, at):
    if size < 0:
        return ("_", "*-1"), at
    items = []
    for _ in range(size * 2 if kind == "%" else size):
        item, at = parse(data, at)
        items.append(item)
    return (kind, items), at


def parse_all(data):
    """Returns [(reply, raw bytes)] for every reply in `data`, which must hold whole replies."""
    replies, at = [], 0
    while at < len(data):
        reply, after = parse(data, at)
        replies.append((reply, bytes(data[at:after])))
        at = after
    return replies


PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-:.,+*?[]^{}()#<>=/@!%&|~$")
ESCAPES = {0x0a: b"\\n", 0x0d: b"\\r", 0x09: b"\\t", 0x07: b"\\a", 0x08: b"\\b",
           0x22: b'\\"', 0x5c: b"\\\\"}


def quote(arg, always=False):
    """Writes one argument so that redis-cli, and the server's inline parser, read it back exactly."""
    if arg and not always and all(byte in PLAIN for byte in arg):
        return arg
    out = [b'"']
    for byte in arg:
        if byte in ESCAPES:
            out.append(ESCAPES[byte])
        elif 0x20 <= byte < 0x7f:
            out.append(bytes([byte]))
        else:
            out.append(b"\\x%02x" % byte)
    out.append(b'"')
    return b"".join(out)


def show_command(argv):
    return b" ".join(quote(arg) for arg in argv).decode("ascii")


def show_reply(reply, indent=""):
    kind, value = reply
    if kind in "*~>%":
        if not value:
            return "(empty %s)" % {"*": "array", "~": "set", "%": "hash", ">": "push"}[kind]
        lines = []
        for number, item in enumerate(value, 1):
            head = "%d%s " % (number, {"*": ")", "~": "~", ">": ")", "%": "#"}[kind])
            lines.append(head + show_reply(item, indent + " " * len(head)))
        return ("\n" + indent).join(lines)
    text = quote(value, always=True).decode("ascii") if isinstance(value, bytes) else value
    plain = text[1:-1] if isinstance(value, bytes) else text
    return {"+": plain, "-": "(error) %s" % plain, ":": "(integer) %s" % text, "$": text,
            "_": "(nil)" if value == "_" else "(nil) %s" % value, ",": "(double) %s" % plain,
            "#": "(true)" if value == b"t" else "(false)", "(": "(big number) %s" % plain,
            "=": "(verbatim) %s" % text, "!": "(error) %s" % plain}[kind]


class Link:
    """One connection to one server."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), 10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.counter = 0

    def close(self):
        self.socket.close()

    def ask(self, *argv):
        """Sends one command and returns its parsed reply."""
        answers = exchange([(self, encode([as_bytes(arg) for arg in argv]))])
        return parse(answers[0])[0]


def as_bytes(value):
    if isinstance(value, bytes):
        return value
    return str(value).encode("utf-8")


def exchange(requests, seconds=ANSWER_SECONDS):
    """Sends every (link, bytes) at once and returns the reply bytes of each, in order.

    An ECHO of a word that is used once marks the end of the replies, so they need not be parsed.
    Reading and writing go on together: a server may stop reading while its replies are not read.
    A link whose server went away yields a Gone exception object in place of its bytes.
    """
    jobs = [Job(link, data) for link, data in requests]
    end = time.monotonic() + seconds
    poller = select.poll()
    for job in jobs:
        poller.register(job.link.socket, select.POLLIN | select.POLLOUT)
    by_number = {job.link.socket.fileno(): job for job in jobs}
    while not all(job.result is not None for job in jobs):
        if time.monotonic() > end:
            for job in jobs:
                job.fail("no complete answer in %d seconds" % seconds)
            break
        for number, events in poller.poll(1000):
            step(poller, by_number[number], events)
    return [job.result for job in jobs]


class Job:
    """One request under way: what is still to be sent, and what has come back."""

    def __init__(self, link, data):
        link.counter += 1
        word = b"end-of-batch-%d-%d" % (id(link), link.counter)
        self.link = link
        self.unsent = memoryview(data + encode([b"ECHO", word]))
        self.mark = b"$%d\r\n%s\r\n" % (len(word), word)
        self.answer = bytearray()
        self.result = None

    def fail(self, why):
        if self.result is None:
            self.result = Gone("%s; %d bytes had come, the last: %r"
                               % (why, len(self.answer), bytes(self.answer[-120:])))


def step(poller, job, events):
    try:
        if events & select.POLLOUT and job.unsent:
            job.unsent = job.unsent[job.link.socket.send(job.unsent):]
            if not job.unsent:
                poller.modify(job.link.socket, select.POLLIN)
        if events & ~select.POLLOUT:
            receive(job)
    except BlockingIOError:
        pass
    except OSError as error:
        job.fail(str(error))
    if job.result is not None:
        poller.unregister(job.link.socket)


def receive(job):
    data = job.link.socket.recv(1 << 18)
    if not data:
        job.fail("the server closed the connection")
        return
    job.answer += data
    if job.answer.endswith(job.mark):
        job.result = bytes(job.answer[:-len(job.mark)])


def talk_raw(host, port, data, seconds=10):
    """Sends bytes on a fresh connection, says that no more will come, and returns all that is
    answered until the server closes."""
    answer = bytearray()
    with socket.create_connection((host, port), 10) as link:
        link.settimeout(seconds)
        try:
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # A server may close while we still send; what it said before counts.
        try:
            while True:
                piece = link.recv(1 << 16)
                if not piece:
                    break
                answer += piece
        except socket.timeout:
            return bytes(answer) + b" (never closed)"
        except ConnectionResetError:
            pass
    return bytes(answer)
