"""RESP2 and RESP3: a decoder that keeps every type apart, and redis-cli's way of printing replies.

Deliberately without redis-py: the tests care about raw bytes, about the difference between a null bulk
and a null array, and about servers that are not behind a socket. A *link* is anything with

    send(data)            sends all of it
    receive(timeout)      some bytes; b"" when the peer has closed; None when nothing came in time
    close()
"""

from collections import namedtuple

Reply = namedtuple("Reply", "kind value")
# kind        value
# status      bytes            error     bytes
# integer     int              bulk      bytes
# nil         "bulk"|"array"|"null" (which of the three nulls was on the wire)
# array set push  list of Reply     map   list of (Reply, Reply)
# double bignum   bytes as sent     boolean   bool
# verbatim    bytes without the "txt:" prefix


class ProtocolError(Exception):
    """The server sent something that is not RESP."""


class Closed(Exception):
    """The server closed the connection while a reply was awaited."""


class NoReply(Exception):
    """No complete reply came in time."""


class _Incomplete(Exception):
    def __init__(self, needed):
        super().__init__()
        self.needed = needed


def _line(data, at):
    end = data.find(b"\r\n", at)
    if end < 0:
        raise _Incomplete(len(data) + 1)
    return bytes(data[at:end]), end + 2


def _count(text):
    try:
        return int(text)
    except ValueError:
        raise ProtocolError(f"bad length {text!r}") from None


def _blob(data, at, length):
    if len(data) < at + length + 2:
        raise _Incomplete(at + length + 2)
    if data[at + length:at + length + 2] != b"\r\n":
        raise ProtocolError("a bulk does not end with CRLF")
    return bytes(data[at:at + length]), at + length + 2


def _items(data, at, count):
    items = []
    for _ in range(count):
        item, at = parse(data, at)
        items.append(item)
    return items, at


_SIMPLE = {b"+": "status", b"-": "error", b",": "double", b"(": "bignum"}
_LISTS = {b"*": "array", b"~": "set", b">": "push"}


def parse(data, at=0):
    """Decodes one reply that starts at `at`; returns (Reply, end). Raises _Incomplete if more is needed."""
    head, at = _line(data, at)
    mark, text = head[:1], head[1:]
    if mark in _SIMPLE:
        return Reply(_SIMPLE[mark], text), at
    if mark == b":":
        return Reply("integer", _count(text)), at
    if mark == b"_" and not text:
        return Reply("nil", "null"), at
    if mark == b"#" and text in (b"t", b"f"):
        return Reply("boolean", text == b"t"), at
    if mark in (b"$", b"=", b"!"):
        length = _count(text)
        if length == -1 and mark == b"$":
            return Reply("nil", "bulk"), at
        blob, at = _blob(data, at, length)
        if mark == b"=":
            return Reply("verbatim", blob[4:]), at
        return Reply("bulk" if mark == b"$" else "error", blob), at
    if mark in _LISTS:
        count = _count(text)
        if count == -1 and mark == b"*":
            return Reply("nil", "array"), at
        items, at = _items(data, at, count)
        return Reply(_LISTS[mark], items), at
    if mark in (b"%", b"|"):
        items, at = _items(data, at, 2 * _count(text))
        if mark == b"|":  # An attribute belongs to the reply after it and is not shown.
            return parse(data, at)
        return Reply("map", list(zip(items[::2], items[1::2]))), at
    raise ProtocolError(f"bad reply line {head[:80]!r}")


def encode(args):
    """A request as an array of bulks."""
    parts = [b"*%d\r\n" % len(args)]
    for arg in args:
        arg = arg if isinstance(arg, bytes) else str(arg).encode()
        parts.append(b"$%d\r\n%s\r\n" % (len(arg), arg))
    return b"".join(parts)


class Connection:
    """Requests and replies over a link. Pushes met while a reply is awaited are kept in `pushes`."""

    def __init__(self, link, timeout=5.0):
        self.link = link
        self.timeout = timeout
        self.data = bytearray()
        self.pushes = []
        self.is_closed = False

    def send(self, data):
        try:
            self.link.send(data)
        except OSError:
            self.is_closed = True  # What the server sent before it closed can still be read.

    def send_command(self, args):
        self.send(encode(args))

    def command(self, *args):
        self.send_command(args)
        return self.read_reply()

    def _more(self, timeout):
        chunk = self.link.receive(timeout)
        if chunk is None:
            raise NoReply()
        if chunk == b"":
            self.is_closed = True
            raise Closed()
        self.data += chunk

    def read_message(self, timeout=None):
        """The next message on the wire, be it a reply or a push."""
        needed = 1
        while True:
            if len(self.data) >= needed:
                try:
                    reply, end = parse(self.data)
                    del self.data[:end]
                    return reply
                except _Incomplete as more:
                    needed = more.needed
            self._more(self.timeout if timeout is None else timeout)

    def read_reply(self, timeout=None):
        """The next reply that is not a push."""
        while True:
            reply = self.read_message(timeout)
            if reply.kind != "push":
                return reply
            self.pushes.append(reply)

    def read_any(self, timeout=None):
        """The oldest push kept, else the next message."""
        return self.pushes.pop(0) if self.pushes else self.read_message(timeout)

    def read_line(self):
        """The raw bytes up to the next CRLF, without it."""
        while b"\r\n" not in self.data:
            self._more(self.timeout)
        line, end = _line(self.data, 0)
        del self.data[:end]
        return line

    def wait_closed(self, timeout=None):
        """Waits for the server to close; returns True if it did and nothing was left unread."""
        try:
            while not self.data:
                self._more(self.timeout if timeout is None else timeout)
        except (Closed, ConnectionError):
            return True
        except NoReply:
            pass
        return False

    def unread(self, timeout=0):
        """Bytes that came and that nobody has read."""
        try:
            self._more(timeout)
        except (Closed, NoReply, ConnectionError):
            pass
        return bytes(self.data)

    def close(self):
        self.link.close()


# ---- printing, as redis-cli does on a terminal ----

_ESCAPES = {0x5C: "\\\\", 0x22: '\\"', 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x07: "\\a", 0x08: "\\b"}


def quote(data):
    """The bytes in double quotes, with redis-cli's escapes."""
    out = []
    for byte in data:
        if byte in _ESCAPES:
            out.append(_ESCAPES[byte])
        else:
            out.append(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}")
    return '"' + "".join(out) + '"'


def _text(data):
    return data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")


_EMPTY = {"array": "(empty array)", "map": "(empty hash)", "set": "(empty set)", "push": "(empty push)"}
_MARK = {"array": ")", "map": "#", "set": "~", "push": ")"}


def _scalar(reply):
    kind, value = reply
    if kind == "status":
        return _text(value)
    if kind == "error":
        return "(error) " + _text(value)
    if kind == "integer":
        return f"(integer) {value}"
    if kind == "bulk":
        return quote(value)
    if kind == "nil":
        return "(nil)"
    if kind == "double":
        return "(double) " + _text(value)
    if kind == "bignum":
        return "(big number) " + _text(value)
    if kind == "boolean":
        return "(true)" if value else "(false)"
    return _text(value)


def _format(reply, indent):
    if reply.kind not in _MARK:
        return _scalar(reply)
    if not reply.value:
        return _EMPTY[reply.kind]
    width = len(str(len(reply.value)))
    inner = indent + " " * (width + 2)
    lines = []
    for number, item in enumerate(reply.value, 1):
        if reply.kind == "map":
            shown = _format(item[0], inner) + " => " + _format(item[1], inner)
        else:
            shown = _format(item, inner)
        lines.append(f"{number:{width}d}{_MARK[reply.kind]} {shown}")
    return ("\n" + indent).join(lines)


def lines_of(reply):
    """The reply as the lines that redis-cli would print."""
    return _format(reply, "").split("\n")


# redis-cli prints the bulk replies of these as plain text, because they are made for the eye.
_RAW = {("INFO",), ("LOLWUT",), ("CLIENT", "LIST"), ("CLIENT", "INFO"), ("CLUSTER", "NODES"),
        ("CLUSTER", "INFO"), ("MEMORY", "DOCTOR"), ("MEMORY", "MALLOC-STATS"), ("LATENCY", "DOCTOR"),
        ("LATENCY", "GRAPH"), ("DEBUG", "HTSTATS"), ("DEBUG", "HTSTATS-KEY")}


def lines_of_command(args, reply):
    """The same, with the commands whose text redis-cli does not quote shown as text."""
    words = tuple(arg.decode("latin-1").upper() for arg in args[:2])
    if reply.kind == "bulk" and (words[:1] in _RAW or words in _RAW):
        reply = Reply("verbatim", reply.value)
    lines = lines_of(reply)
    if reply.kind == "verbatim":
        while len(lines) > 1 and not lines[-1]:
            lines.pop()
    return lines


# ---- redis-cli's quoting of arguments ----

_UNESCAPE = {"n": b"\n", "r": b"\r", "t": b"\t", "b": b"\b", "a": b"\a"}


def _double_quoted(line, at):
    out = bytearray()
    while at < len(line):
        char = line[at]
        if char == '"':
            return bytes(out), at + 1
        if char == "\\" and at + 1 < len(line):
            code = line[at + 2:at + 4]
            if line[at + 1] == "x" and len(code) == 2 and all(c in "0123456789abcdefABCDEF" for c in code):
                out.append(int(code, 16))
                at += 4
                continue
            out += _UNESCAPE.get(line[at + 1], line[at + 1].encode())
            at += 2
            continue
        out += char.encode()
        at += 1
    raise ValueError(f"unbalanced quotes: {line}")


def _single_quoted(line, at):
    out = bytearray()
    while at < len(line):
        if line.startswith("\\'", at):
            out += b"'"
            at += 2
        elif line[at] == "'":
            return bytes(out), at + 1
        else:
            out += line[at].encode()
            at += 1
    raise ValueError(f"unbalanced quotes: {line}")


def split_args(line):
    """Splits a command line as redis-cli does; returns a list of bytes. Raises ValueError."""
    args, at = [], 0
    while True:
        while at < len(line) and line[at].isspace():
            at += 1
        if at == len(line):
            return args
        arg = bytearray()
        while at < len(line) and not line[at].isspace():
            if line[at] in "\"'":
                piece, at = (_double_quoted if line[at] == '"' else _single_quoted)(line, at + 1)
                arg += piece
                if at < len(line) and not line[at].isspace():
                    raise ValueError(f"a closing quote must be followed by a space: {line}")
            else:
                arg += line[at].encode()
                at += 1
        args.append(bytes(arg))
