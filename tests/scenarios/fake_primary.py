"""A primary that is a test: it speaks the protocol of src/repl/wire.h, and sends what the scenario tells it to.

It keeps what a replica must have in the end (`data`), the LSN of each partition, and what was acknowledged.
"""

import socket
import threading
import time

from checksums import crc32c
from repl_wire import (ACK, ACK_WANTED, BASELINE_END, HEAD, JOURNAL, PARTITIONS, PING, PUBLISH, UNIT, frame, framed,
                       partition_of, take_varint, varint)

SET, DELETE, FLUSH = 1, 2, 5
REPLID = "5" * 40
TERMS = "term 1 00000000000000aa 0*1024\n"


def record(op, key, body=b"", db=0):
    return bytes([op, 0]) + varint(db) + varint(len(key)) + key + body


class FakePrimary:
    """flows: how many cores it claims to have. is_good(frame bytes) may replace what is sent (to damage it)."""

    def __init__(self, flows, full=True):
        self.flow_count = flows
        self.full = full
        self.cuts_at_once = True  # who goes on has missed nothing; else publish() says that it has come to the cut
        self.lsns = [0] * PARTITIONS
        self.data = {}
        self.flows = {}
        self.acks = {}
        self.asked = []
        self.tx = 0
        self.lock = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.connections = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()
        self.cut()

    def cut(self):
        """All connections break."""
        with self.lock:
            for connection in self.connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                connection.close()
            self.connections, self.flows, self.acks = [], {}, {}

    # ---- connections ----

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            stream = connection.makefile("rb")
            while True:
                line = stream.readline()
                if not line:
                    return
                args = []
                for _ in range(int(line[1:])):
                    size = int(stream.readline()[1:])
                    args.append(stream.read(size))
                    stream.read(2)
                if args[1] == b"SYNC":
                    self._answer(connection, dict(zip(args[2::2], args[3::2])))
                elif args[1] == b"FLOW":
                    connection.sendall(b"+FLOW\r\n")
                    if not self.full and self.cuts_at_once:
                        connection.sendall(frame(PUBLISH, varint(1)))
                    with self.lock:
                        self.flows[int(args[3])] = connection
                        self.lock.notify_all()
                    self._read_acks(int(args[3]), stream)
                    return
        except (OSError, ValueError):
            pass

    def _answer(self, connection, fields):
        self.asked.append(fields)
        answer = {"version": 1, "session": len(self.asked), "cores": self.flow_count, "databases": 16,
                  "mode": "full" if self.full else "continue", "replid": REPLID, "terms": TERMS,
                  "chunk-size": 65536}
        text = f"*{2 * len(answer)}\r\n"
        for name, value in answer.items():
            text += f"${len(name)}\r\n{name}\r\n"
            text += f":{value}\r\n" if isinstance(value, int) else f"${len(value)}\r\n{value}\r\n"
        connection.sendall(text.encode())

    def _read_acks(self, flow, stream):
        while True:
            head = stream.read(HEAD.size)
            if len(head) < HEAD.size:
                return
            kind, _, _, size, crc = HEAD.unpack(head)
            payload = stream.read(size)
            assert crc32c(head[:8] + payload) == crc
            numbers, at = [], 0
            while at < len(payload):
                number, at = take_varint(payload, at)
                numbers.append(number)
            if kind == ACK:
                with self.lock:
                    self.acks[flow] = tuple(numbers)
                    self.lock.notify_all()

    def await_flows(self, seconds=10):
        deadline = time.monotonic() + seconds
        with self.lock:
            while len(self.flows) < self.flow_count:
                if not self.lock.wait(max(0, deadline - time.monotonic())):
                    return False
        return True

    # ---- what is sent ----

    def flow_of(self, key):
        return partition_of(key) * self.flow_count // PARTITIONS

    def range_of(self, flow):
        return [p for p in range(PARTITIONS) if p * self.flow_count // PARTITIONS == flow]

    def sum_of(self, flow):
        return sum(self.lsns[p] for p in self.range_of(flow))

    def send(self, flow, data):
        self.flows[flow].sendall(data)

    def unit(self, flow, items):
        """Small entries of a unit: they take no LSN."""
        self.data.update(items)
        self.send(flow, frame(UNIT, framed(record(SET, key, value) for key, value in items.items())))

    def write(self, key, value):
        """The record of a write, counted; None deletes."""
        self.lsns[partition_of(key)] += 1
        if value is None:
            self.data.pop(key, None)
            return record(DELETE, key)
        self.data[key] = value
        return record(SET, key, value)

    def journal(self, flow, records, flags=0):
        self.send(flow, frame(JOURNAL, framed(records), flags))

    def transaction(self, values, begins=True):
        """Writes over several cores as one; returns {flow: records with marks}, to be sent as journals."""
        self.tx += 1
        parts = {}
        for key, value in values.items():
            parts.setdefault(self.flow_of(key), []).append(self.write(key, value))
        for records in parts.values():
            if begins:
                records.insert(0, b"\x80" + varint(self.tx))
            records.append(b"\x81" + varint(self.tx) + varint(len(parts)))
        return parts

    def flush(self):
        """FLUSHDB 0 in all flows: {flow: records}."""
        self.tx += 1
        self.data.clear()
        for partition in range(PARTITIONS):
            self.lsns[partition] += 1
        records = [record(FLUSH, b"")]
        if self.flow_count > 1:
            records = [b"\x80" + varint(self.tx)] + records + \
                      [b"\x81" + varint(self.tx) + varint(self.flow_count)]
        return {flow: list(records) for flow in range(self.flow_count)}

    def baseline_end(self, flow):
        mine = self.range_of(flow)
        self.send(flow, frame(BASELINE_END, varint(mine[0]) + varint(len(mine)) +
                              b"".join(varint(self.lsns[p]) for p in mine)))

    def publish(self):
        self.tx += 1
        for flow in range(self.flow_count):
            self.send(flow, frame(PUBLISH, varint(self.tx)))

    def ping(self, flags=0):
        for flow in range(self.flow_count):
            self.send(flow, frame(PING, varint(self.sum_of(flow)) + varint(0), flags))

    def await_acks(self, is_durable, seconds=10):
        """True when all flows have acknowledged everything, on the disk too if is_durable."""
        self.ping(ACK_WANTED)
        deadline = time.monotonic() + seconds
        with self.lock:
            while not all(self._has_all(flow, is_durable) for flow in range(self.flow_count)):
                if not self.lock.wait(max(0, deadline - time.monotonic())):
                    return False
        return True

    def _has_all(self, flow, is_durable):
        ack = self.acks.get(flow, (0, 0, 0))
        total = self.sum_of(flow)
        return ack[0] == total and ack[2] == total and (ack[1] == total or not is_durable)
