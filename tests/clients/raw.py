"""A connection without a client library: what is sent and what comes back, exactly."""

from checks import port_of_arguments

import wire

PORT = port_of_arguments()


class Raw:
    """A connection that sends a pipeline in one write and returns its parsed replies."""

    def __init__(self):
        self.link = wire.Link("127.0.0.1", PORT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def pipeline(self, *commands):
        data = b"".join(wire.encode([wire.as_bytes(arg) for arg in command.split(" ")])
                        if isinstance(command, str) else wire.encode(list(command)) for command in commands)
        answer = wire.exchange([(self.link, data)])[0]
        if isinstance(answer, wire.Gone):
            raise answer
        replies = [reply for reply, _ in wire.parse_all(answer)]
        if len(replies) != len(commands):
            raise ValueError("%d replies to %d commands: %r" % (len(replies), len(commands), answer[:300]))
        return replies

    def one(self, command):
        return self.pipeline(command)[0]


OK = ("+", b"OK")
PONG = ("+", b"PONG")


def is_error(reply, beginning=b""):
    return reply[0] == "-" and reply[1].startswith(beginning)


def is_ok_or_error(reply):
    """What a client sends and forgets: it may be unknown, but must be answered plainly."""
    return reply == OK or is_error(reply, b"ERR ")
