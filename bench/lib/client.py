"""A client for the few questions a benchmark asks: PING, INFO, DBSIZE, DEBUG POPULATE.

Small on purpose: it sends nothing of its own accord, so that it also talks to the bare server.
"""

import socket


class ServerError(Exception):
    """An error reply."""


class Client:
    def __init__(self, port, timeout=600):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def call(self, *arguments):
        """Sends one command and returns its reply: str, int, None or list. Raises ServerError."""
        parts = [str(argument).encode() for argument in arguments]
        self.socket.sendall(b"*%d\r\n" % len(parts)
                            + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        return self.read()

    def read(self):
        line = self.file.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("the server closed the connection")
        kind, rest = line[:1], line[1:-2].decode("latin-1")
        if kind == b"-":
            raise ServerError(rest)
        if kind == b":":
            return int(rest)
        if kind in b"$=" and int(rest) >= 0:
            return self.file.read(int(rest) + 2)[:-2].decode("latin-1")
        if kind in b"*~" and int(rest) >= 0:
            return [self.read() for _ in range(int(rest))]
        return rest if kind == b"+" else None


def info(port):
    """All fields of INFO as a dict of strings; empty for a server that has no INFO."""
    with Client(port) as client:
        try:
            text = client.call("INFO", "everything")
        except ServerError:
            return {}
    fields = {}
    for line in str(text).splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields[name] = value
    return fields
