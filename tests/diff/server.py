"""Starts and stops one server for a test: Debian's redis-server or Anax, on a free port of loopback.

The difference between the two is only their arguments, so every test that can be proved against
redis-server runs unchanged against Anax. A server is ended by its own process id, never by name,
because several tests may run on one machine at the same time.
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ANAX = os.path.join(ROOT, "build", "anax")
sys.path.append(os.path.join(ROOT, "tests"))
from servers import becomes, free_port  # noqa: E402,F401

START_SECONDS = 20
STOP_SECONDS = 20
PR_SET_PDEATHSIG = 1  # linux/prctl.h


def stop_on_terminate():
    """Makes SIGTERM end the program as an exception does, so that its servers end with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def die_with_parent():
    """Runs in the child: a test that is killed leaves no server behind."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def is_redis(binary):
    return "redis-server" in os.path.basename(binary)


def redis_binary():
    path = shutil.which("redis-server")
    if path is None:
        raise SystemExit("redis-server is missing: apt-get install redis-server")
    return path


def default_arguments(binary, cores):
    """What a server needs to answer a test: nothing on disk, DEBUG allowed, so many cores."""
    both = ["--bind", "127.0.0.1", "--enable-debug-command", "yes"]
    if is_redis(binary):
        return both + ["--save", "", "--appendonly", "no", "--loglevel", "warning"]
    return both + ["--cores", str(cores), "--pin", "no", "--appendonly", "no"]


class Server:
    """A server process; `arguments` come after the defaults and win over them."""

    def __init__(self, binary, cores=1, arguments=(), port=None):
        self.binary = os.path.abspath(binary)
        self.cores = cores
        self.arguments = list(arguments)
        self.host = "127.0.0.1"
        self.port = port or free_port()
        self.process = None
        self.folder = None
        self.log_path = None

    def start(self):
        if not os.access(self.binary, os.X_OK):
            raise SystemExit("%s is missing: build it first (make)" % self.binary)
        if self.folder is None:
            self.folder = tempfile.mkdtemp(prefix="anax-test-")
            self.log_path = os.path.join(self.folder, "server.log")
        command = [self.binary, "--port", str(self.port)]
        command += default_arguments(self.binary, self.cores) + self.arguments
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=subprocess.STDOUT,
                                            preexec_fn=die_with_parent)
        self._await_ping()
        return self

    def _await_ping(self):
        becomes(lambda: self._answers() or self.process.poll() is not None, START_SECONDS, pause=0.01)
        if self._answers():
            return
        raise SystemExit("%s does not answer on port %d:\n%s" % (self.binary, self.port, self.log()))

    def _answers(self):
        try:
            with socket.create_connection((self.host, self.port), 2) as link:
                link.sendall(b"PING\r\n")
                return link.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def log(self, size=4000):
        try:
            with open(self.log_path, "rb") as log:
                return log.read()[-size:].decode("utf-8", "replace")
        except OSError:
            return ""

    def restart(self):
        self.kill()
        return self.start()

    def kill(self):
        if self.process is not None:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()

    def stop(self):
        """Ends the server in its own way and returns its exit status (None: it had to be killed)."""
        status = None
        if self.process is not None:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
            try:
                status = self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None
        return status

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


class Remote:
    """A server somebody else runs: it can be talked to, but not restarted."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.host, self.port = host or "127.0.0.1", int(port)
        self.binary = address

    def start(self):
        return self

    def is_alive(self):
        return True

    def restart(self):
        raise SystemExit("%s is gone and this test did not start it" % self.binary)

    def log(self, size=4000):
        return ""

    def stop(self):
        return 0
