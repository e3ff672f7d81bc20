"""Servers under test: Debian's redis-server, Anax, Anax on the simulated machine, or one that runs already.

Each has the same face:

    connect()        a resp.Connection
    advance(ms)      lets time pass: a real one sleeps, the simulated one moves its clock
    stop()           ends the process by its id; returns None, or a sentence on how it ended badly
    trace            the simulated machine's trace hash so far, else None

Every server gets a directory and a port of its own, so that test runs may go on side by side.
"""

import contextlib
import os
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

import resp

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QUIET = ["--save", "", "--appendonly", "no", "--enable-debug-command", "yes"]


class StartFailed(Exception):
    """The server did not start; the text says what it printed."""


def free_port():
    """A port that nobody has. Below those that the kernel gives to clients, and at random: between this look and the
    server's own bind no connection of another test takes it, and no other server but by rare chance."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            port = random.SystemRandom().randrange(11000, 32000)  # Children of a fork share a generator.
            probe.bind(("127.0.0.1", port))
            return port


def becomes(condition, seconds=10, pause=0.005):
    """Waits until the condition holds, at most so long; whether it does. This is how tests wait: what can be asked for is
    never slept through, and the time is a bound, not a duration."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def answers(client):
    """Whether the server of a client of redis-py serves."""
    import redis  # Only who has such a client needs it.
    try:
        return client.ping()
    except redis.exceptions.RedisError:
        return False


class SocketLink:
    def __init__(self, address):
        if isinstance(address, str):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(5)
            self.socket.connect(address)
        else:
            self.socket = socket.create_connection(address, timeout=5)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data):
        self.socket.settimeout(30)
        self.socket.sendall(data)

    def receive(self, timeout):
        ready, _, _ = select.select([self.socket], [], [], timeout)
        if not ready:
            return None
        try:
            return self.socket.recv(1 << 18)
        except ConnectionError:  # A reset is how a close looks when the server had not read everything.
            return b""

    def close(self):
        self.socket.close()

    def leave(self):
        """Closes when the server has closed, too, and counts this connection no more."""
        self.socket.shutdown(socket.SHUT_WR)
        while self.receive(5):
            pass
        self.close()


class Process:
    """A child process with a directory of its own, whose output is kept for the report."""

    def __init__(self, argv, is_piped=False, finds_leaks=True):
        self.dir = tempfile.mkdtemp(prefix="anax-test-")
        argv = [arg.replace("$DIR", self.dir) for arg in argv]
        self.output = open(os.path.join(self.dir, "output"), "w+b")
        environment = dict(os.environ, ASAN_OPTIONS=f"abort_on_error=1:detect_leaks={int(finds_leaks)}",
                           UBSAN_OPTIONS="print_stacktrace=1")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE} if is_piped else \
                {"stdin": subprocess.DEVNULL, "stdout": self.output}
        try:
            self.child = subprocess.Popen(argv, stderr=self.output, cwd=self.dir, env=environment,
                                          **pipes)
        except OSError as error:
            self.clear()
            raise StartFailed(f"{argv[0]}: {error.strerror}") from None

    def said(self, lines=30):
        self.output.seek(0)
        text = self.output.read().decode("utf-8", "replace").rstrip().split("\n")
        return "\n".join(text[-lines:])

    def end(self, seconds=20):
        """Asks it to end and waits. None if it ended well."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
        try:
            code = self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            return f"the server did not end within {seconds} s of SIGTERM; it said:\n{self.said()}"
        if code != 0:
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            return f"the server {how}; it said:\n{self.said()}"
        return None

    def clear(self):
        self.output.close()
        shutil.rmtree(self.dir, ignore_errors=True)


class RealServer:
    """A redis-server or an Anax on a port of its own."""

    trace = None

    def __init__(self, argv, options=(), timeout=5.0):
        self.timeout = timeout
        for attempt in range(3):
            self.port = free_port()
            place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", "$DIR"]
            own = [option.replace("$PORT", str(self.port)) for option in options]
            self.process = Process(argv + place + QUIET + own)
            self.dir = self.process.dir
            self.address = self._address(own)
            if self._is_ready():
                return
            said = self.process.said()
            self.process.end()
            self.process.clear()
            if "in use" not in said:
                break
        raise StartFailed(f"{argv[0]} did not start; it said:\n{said}")

    def _address(self, options):
        if "--port" in options and options[options.index("--port") + 1] == "0":
            path = options[options.index("--unixsocket") + 1]
            return path.replace("$DIR", self.dir)
        return ("127.0.0.1", self.port)

    def _is_ready(self):
        """Any answer to PING but -LOADING will do: a password may be asked for."""
        def has_answered():
            with contextlib.suppress(OSError, resp.Closed, resp.NoReply):
                connection = self.connect()
                reply = connection.command("PING")
                connection.link.leave()
                return not (reply.kind == "error" and reply.value.startswith(b"LOADING"))
            return False

        def is_over():
            nonlocal is_ready
            is_ready = has_answered()
            return is_ready or self.process.child.poll() is not None

        is_ready = False
        becomes(is_over, max(20, self.timeout))
        return is_ready

    def connect(self):
        return resp.Connection(SocketLink(self.address), self.timeout)

    def advance(self, ms):
        time.sleep(ms / 1000)

    def pid(self):
        return self.process.child.pid

    def stop(self):
        trouble = self.process.end()
        self.process.clear()
        return trouble


class RunningServer:
    """A server that somebody else started. Emptied, never stopped."""

    trace = None

    def __init__(self, address, timeout=5.0):
        self.timeout = timeout
        self.dir = "."
        host, _, port = address.rpartition(":")
        self.port = int(port)
        self.address = (host or "127.0.0.1", self.port)
        connection = self.connect()
        connection.command("FLUSHALL")
        connection.close()

    def connect(self):
        return resp.Connection(SocketLink(self.address), self.timeout)

    def advance(self, ms):
        time.sleep(ms / 1000)

    def stop(self):
        return None


class SimulatedLink:
    def __init__(self, server, number, port=None):
        self.server = server
        self.number = number
        self.arrived = bytearray()
        self.is_closed = False
        server.frame(b"O", number, b"" if port is None else struct.pack("<I", port))

    def send(self, data):
        if not self.is_closed:
            self.server.frame(b"D", self.number, data)

    def receive(self, timeout):
        """Nothing comes by itself: the machine runs, and if it idles, its clock moves 10 ms at a time."""
        if not self.arrived and not self.is_closed:
            self.server.run()
        waited_ms = 0
        while not self.arrived and not self.is_closed and waited_ms < timeout * 1000:
            self.server.advance(10)
            waited_ms += 10
        if self.arrived:
            data = bytes(self.arrived)
            self.arrived.clear()
            return data
        return b"" if self.is_closed else None

    def close(self):
        if not self.is_closed:
            self.is_closed = True
            self.server.frame(b"C", self.number)
            self.server.run()


class SimulatedServer:
    """anax-sim: one process, frames on its standard input and output (see src/main/sim_main.c)."""

    HEADER = struct.Struct("<BII")
    finds_leaks = True  # With the address sanitizer.

    def __init__(self, binary, cores, seed, options=(), timeout=5.0):
        self.timeout = timeout
        self.port = 6379
        self.trace = None
        self.links = {}
        # Its files are in memory. A fixed name, because what a reply says is part of the trace.
        self.dir = "/sim"
        argv = [binary, "--sim-seed", str(seed), "--cores", str(cores), "--dir", self.dir]
        argv += QUIET + [option.replace("$DIR", self.dir) for option in options]
        self.process = Process(argv, is_piped=True, finds_leaks=self.finds_leaks)
        try:
            self.run()
        except resp.Closed:
            said = self.process.said()
            self.process.end()
            self.process.clear()
            raise StartFailed(f"{binary} did not start; it said:\n{said}") from None

    def frame(self, op, number, payload=b""):
        try:
            self.process.child.stdin.write(self.HEADER.pack(op[0], number, len(payload)) + payload)
        except OSError:
            raise resp.Closed() from None

    def _read(self, size):
        data = self.process.child.stdout.read(size)
        if len(data) < size:
            raise resp.Closed()
        return data

    def run(self):
        """Runs until nothing is runnable and hands what came to the links."""
        self.frame(b"R", 0)
        self.take_answer()

    def run_steps(self, steps):
        """The same, but after so many steps it stands still in the middle of whatever is going on."""
        self.frame(b"N", 0, struct.pack("<Q", steps))
        self.take_answer()

    def take_answer(self):
        try:
            self.process.child.stdin.flush()
        except OSError:
            raise resp.Closed() from None
        while True:
            op, number, size = self.HEADER.unpack(self._read(self.HEADER.size))
            payload = self._read(size)
            if op == ord("I"):
                self.trace = struct.unpack("<Q", payload)[0]
                return
            link = self.links.get(number)
            if link is None or op not in b"DC":
                raise resp.ProtocolError(f"unexpected frame {chr(op)!r} for connection {number}")
            if op == ord("D"):
                link.arrived += payload
            else:
                link.is_closed = True

    def connect(self, port=None):
        number = len(self.links) + 1
        self.links[number] = SimulatedLink(self, number, port)
        return resp.Connection(self.links[number], self.timeout)

    def pid(self):
        return self.process.child.pid

    def advance(self, ms):
        self.frame(b"A", 0, struct.pack("<Q", int(ms)))
        self.run()

    def step_clock(self, ms):
        """Sets the wall clock by so much. Loops look at it once a millisecond: two later all have seen it."""
        self.frame(b"W", 0, struct.pack("<q", int(ms)))
        self.advance(2)

    def stop(self):
        try:
            self.process.child.stdin.close()
        except OSError:
            pass
        try:
            self.process.child.wait(20)
        except subprocess.TimeoutExpired:
            pass
        trouble = self.process.end()
        self.process.child.stdout.close()
        self.process.clear()
        return trouble


def start_redis(options=(), timeout=5.0):
    return RealServer([shutil.which("redis-server") or "/usr/bin/redis-server", "--daemonize", "no"],
                      list(options), timeout)


def start_anax(binary, options=(), cores=None, io=None, timeout=5.0):
    argv = [os.path.abspath(binary), "--pin", "no"]
    if cores:
        argv += ["--cores", str(cores)]
    if io:
        argv += ["--io", io]
    return RealServer(argv, list(options), timeout)


def start_simulated(binary, options=(), cores=1, seed=1, timeout=5.0):
    return SimulatedServer(os.path.abspath(binary), cores or 1, seed, list(options), timeout)
