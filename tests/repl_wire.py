"""A replica that is a test: it speaks the protocol of src/repl/wire.h, and keeps what came, record by record.

It applies nothing. For every partition it knows the LSN of each record, so that what two sessions brought can be compared.
"""

import socket
import struct
import time

from checksums import crc32c

PARTITIONS = 1024
UNIT, CHUNK, CANCEL, JOURNAL, BASELINE_END, PUBLISH, PING, STABLE, MESSAGES, ACK, ERROR = 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32
LAST, ACK_WANTED, MORE = 1, 2, 4
FLUSH, SWAP, MEMBERS, TX_BEGIN, TX = 5, 6, 14, 0x80, 0x81
HEAD = struct.Struct("<BBHII")
NAMES = {value: name for name, value in list(globals().items()) if name.isupper() and isinstance(value, int) and
         name not in ("PARTITIONS", "LAST", "ACK_WANTED", "MORE", "FLUSH", "SWAP", "MEMBERS", "TX_BEGIN", "TX")}


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def take_varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7


_partitions = {}


def partition_of(key):
    if key not in _partitions:
        start = key.find(b"{")
        end = key.find(b"}", start + 1) if start >= 0 else -1
        tag = key[start + 1:end] if end > start + 1 else key
        crc = 0
        for byte in tag:
            crc ^= byte << 8
            for _ in range(8):
                crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        _partitions[key] = crc % 16384 // 16
    return _partitions[key]


def records_of(payload):
    at = 0
    while at < len(payload):
        size, at = take_varint(payload, at)
        yield payload[at:at + size]
        at += size


def key_of(record):
    _, at = take_varint(record, 2)
    size, at = take_varint(record, at)
    return record[at:at + size]


def frame(kind, payload, flags=0):
    head = struct.pack("<BBHI", kind, flags, 0, len(payload))
    return head + struct.pack("<I", crc32c(head + payload)) + payload


def framed(records):
    """As the payload of a frame."""
    return b"".join(varint(len(each)) + each for each in records)


def read_messages(payload):
    """Of a MESSAGES frame: (LSN sums, [(is_shard, channel, text)])."""
    count, at = take_varint(payload, 0)
    sums, messages = [], []
    for _ in range(count):
        each, at = take_varint(payload, at)
        sums.append(each)
    while at < len(payload):
        texts = []
        is_shard, at = take_varint(payload, at)
        for _ in range(2):
            size, at = take_varint(payload, at)
            texts.append(payload[at:at + size])
            at += size
        messages.append((bool(is_shard), *texts))
    return sums, messages


class Flow:
    """One of the connections behind ANAX FLOW. checks_crc is slow."""

    def __init__(self, replica, number, link):
        self.replica, self.number, self.link = replica, number, link
        self.data = bytearray()
        self.frames = []  # (kind, flags, payload), all that came
        self.first = number * PARTITIONS // replica.cores  # as the primary deals them
        partitions = [p for p in range(PARTITIONS) if p * replica.cores // PARTITIONS == number]
        self.first, self.count = partitions[0], len(partitions)
        self.marks, self.is_journal = [], not replica.is_full
        self.published = None
        self.error = None
        self.sum = 0

    def read(self, timeout):
        """Takes what comes within that time; False: nothing came."""
        self.link.settimeout(timeout)
        try:
            data = self.link.recv(1 << 20)
        except (socket.timeout, TimeoutError, BlockingIOError):
            return False
        if not data:
            raise EOFError(f"flow {self.number} was closed: {self.error}")
        self.data += data
        while len(self.data) >= HEAD.size:
            kind, flags, zero, size, crc = HEAD.unpack_from(self.data)
            if len(self.data) < HEAD.size + size:
                break
            payload = bytes(self.data[HEAD.size:HEAD.size + size])
            if self.replica.checks_crc:
                assert crc == crc32c(bytes(self.data[:8]) + payload), "the CRC of a frame"
            assert zero == 0 and kind in NAMES, f"a frame of kind {kind}"
            del self.data[:HEAD.size + size]
            self._take(kind, flags, payload)
        return True

    def _take(self, kind, flags, payload):
        self.frames.append((kind, flags, payload))
        if kind == JOURNAL and self.is_journal:
            self._count(payload)
        elif kind == BASELINE_END:
            first, at = take_varint(payload, 0)
            count, at = take_varint(payload, at)
            assert (first, count) == (self.first, self.count), "the partitions of BASELINE_END"
            for partition in range(first, first + count):
                self.replica.lsns[partition], at = take_varint(payload, at)
            self.is_journal = True
            self.sum = self._sum()
        elif kind == PUBLISH:
            self.published = take_varint(payload, 0)[0]
        elif kind == PING and self.is_journal:
            assert take_varint(payload, 0)[0] == self._sum(), \
                f"flow {self.number}: PING says {take_varint(payload, 0)[0]}, what came leads to {self._sum()}"
        elif kind == ERROR:
            self.error = payload.decode()
        if flags & ACK_WANTED and self.replica.acknowledges:
            self.acknowledge()

    def _sum(self):
        return sum(self.replica.lsns[self.first:self.first + self.count])

    def _count(self, payload):
        lsns = self.replica.lsns
        for record in records_of(payload):
            if record[0] >= 0x80:
                self.marks.append(record)
            elif record[0] in (FLUSH, SWAP, MEMBERS):
                for partition in range(self.first, self.first + self.count):
                    lsns[partition] += 1
                    self.replica.journal[partition, lsns[partition]] = record
            else:
                partition = partition_of(key_of(record))
                assert self.first <= partition < self.first + self.count, "a record of another flow"
                lsns[partition] += 1
                self.replica.journal[partition, lsns[partition]] = record

    def acknowledge(self, applied=None):
        position = self._sum() if applied is None else applied
        self.link.sendall(frame(ACK, varint(position) * 3))


class FakeReplica:
    """sync() begins a session; replid "?" asks for everything."""

    def __init__(self, address, checks_crc=False, acknowledges=True):
        self.address = address
        self.checks_crc, self.acknowledges = checks_crc, acknowledges
        self.lsns = [0] * PARTITIONS
        self.journal = {}  # (partition, LSN): record
        self.replid, self.terms = "?", b""
        self.capabilities = "chunks"
        self.links, self.flows = [], []

    def _ask(self, link, *args):
        request = b"*%d\r\n" % len(args)
        for arg in args:
            arg = arg if isinstance(arg, bytes) else str(arg).encode()
            request += b"$%d\r\n%s\r\n" % (len(arg), arg)
        link.sendall(request)

    def _connect(self):
        link = socket.create_connection(self.address, timeout=10)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.links.append(link)
        return link

    @staticmethod
    def _line(stream):
        line = stream.readline()
        assert line.endswith(b"\r\n"), f"the connection was closed behind {line!r}"
        return line[:-2]

    def _reply(self, stream):
        line = self._line(stream)
        if line[:1] == b"$":
            data = stream.read(int(line[1:]) + 2)
            return data[:-2]
        if line[:1] == b"*":
            return [self._reply(stream) for _ in range(int(line[1:]))]
        return int(line[1:]) if line[:1] == b":" else line

    def sync(self):
        control = self._connect()
        self.control = control.makefile("rb", buffering=0)
        reply = self._ask_to_sync(control)
        while isinstance(reply, bytes) and reply.startswith(b"-ERR there is no history yet"):  # It starts still.
            time.sleep(0.01)
            reply = self._ask_to_sync(control)
        assert isinstance(reply, list), f"ANAX SYNC: {reply!r}"
        self.facts = {reply[i].decode(): reply[i + 1] for i in range(0, len(reply), 2)}
        self.cores, self.is_full = self.facts["cores"], self.facts["mode"] == b"full"
        self.replid, self.terms = self.facts["replid"].decode(), self.facts["terms"]
        self.flows = []
        for number in range(self.cores):
            link = self._connect()
            self._ask(link, "ANAX", "FLOW", self.facts["session"], number)
            answer = b""
            while len(answer) < 7:
                answer += link.recv(7 - len(answer))
            assert answer == b"+FLOW\r\n", f"ANAX FLOW: {answer!r}"
            self.flows.append(Flow(self, number, link))
        return self

    def _ask_to_sync(self, control):
        self._ask(control, "ANAX", "SYNC", "version", 1, "capabilities", self.capabilities, "port", 1234,
                  "replica-id", "r" * 40, "replid", self.replid, "terms", self.terms, "lsns", struct.pack(f"<{PARTITIONS}Q", *self.lsns))
        return self._reply(self.control)

    def read(self, until, seconds=30):
        """Reads all flows until that is true."""
        deadline = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < deadline, "what was awaited has not come"
            for flow in self.flows:
                flow.read(0.001)

    def drain(self, quiet=0.3):
        """Reads until nothing has come for that long."""
        last = time.monotonic()
        while time.monotonic() - last < quiet:
            for flow in self.flows:
                before = len(flow.frames)
                flow.read(0.001)
                if any(kind != PING for kind, _, _ in flow.frames[before:]):
                    last = time.monotonic()

    def close(self):
        self.control.close()
        for link in self.links:
            link.close()
        self.links, self.flows = [], []
