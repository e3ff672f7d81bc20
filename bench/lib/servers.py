"""Servers to measure: anything that a command line starts and that answers PING on a TCP port.

A command line is text with {port}, {dir} (an empty directory of its own) and {cores} to fill in.
`Server` is one running process; use it as a context manager, so that it ends whatever happens.
"""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from .client import Client, ServerError

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

KNOWN = {
    "redis": "redis-server --port {port} --dir {dir} --save '' --appendonly no"
             " --enable-debug-command yes --bind 127.0.0.1",
    "anax": ROOT + "/build/anax --port {port} --dir {dir} --save '' --appendonly no"
            " --enable-debug-command yes --bind 127.0.0.1 --cores {cores} --pin no",
    "anax-epoll": ROOT + "/build/anax --port {port} --dir {dir} --save '' --appendonly no"
                  " --enable-debug-command yes --bind 127.0.0.1 --cores {cores} --pin no"
                  " --io epoll",
    "bare": ROOT + "/build/bench/bare --port {port} --io uring",
    "bare-epoll": ROOT + "/build/bench/bare --port {port} --io epoll",
}


class StartFailed(Exception):
    """The server did not come up; the text says what it printed."""


class Spec:
    """A name and the command line behind it."""

    def __init__(self, text):
        name, equals, command = text.partition("=")
        self.name = name
        if not equals and name not in KNOWN:
            raise ValueError(f"no server is known as {name}; say NAME=COMMAND with {{port}}")
        self.command = command if equals else KNOWN[name]

    def is_installed(self):
        return shutil.which(shlex.split(self.command)[0]) is not None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpus_of_machine():
    return sorted(os.sched_getaffinity(0))


def pin(cpus):
    """The taskset prefix for a set of CPUs such as "0" or "0,1"; nothing where there is no such CPU."""
    wanted = {int(cpu) for cpu in cpus.split(",")} if cpus else set()
    if not wanted or not wanted <= set(cpus_of_machine()):
        return []
    return ["taskset", "-c", cpus]


class Server:
    def __init__(self, spec, cores=1, cpus="0"):
        self.spec = spec
        self.dir = tempfile.mkdtemp(prefix="anax-bench-")
        self.port = free_port()
        text = spec.command.format(port=self.port, dir=self.dir, cores=cores)
        self.output = open(os.path.join(self.dir, "output"), "w+b")
        try:
            self.child = subprocess.Popen(pin(cpus) + shlex.split(text), cwd=self.dir,
                                          stdin=subprocess.DEVNULL, stdout=self.output,
                                          stderr=subprocess.STDOUT)
        except OSError as error:
            shutil.rmtree(self.dir, ignore_errors=True)
            raise StartFailed(f"{spec.name}: {error}") from error
        self.pid = self.child.pid
        self.await_start()

    def await_start(self):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                with Client(self.port, timeout=5) as client:
                    client.call("PING")
                    return
            except ServerError:
                return
            except OSError:
                if self.child.poll() is not None:
                    break
                time.sleep(0.02)
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        self.stop()
        raise StartFailed(f"{self.spec.name} did not start:\n{text[-2000:]}")

    def stop(self):
        """Kills it: what it holds is of no worth, and a big store takes its time to end politely."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        self.output.close()
        shutil.rmtree(self.dir, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def call(self, *arguments):
        with Client(self.port) as client:
            return client.call(*arguments)

    def rss_bytes(self):
        with open(f"/proc/{self.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def settled_rss_bytes(self, seconds=10):
        """RSS once it has stood still for a second, or after ten."""
        deadline = time.monotonic() + seconds
        last = self.rss_bytes()
        while time.monotonic() < deadline:
            time.sleep(1)
            now = self.rss_bytes()
            if abs(now - last) < 65536:
                return now
            last = now
        return last

    def cpu_seconds(self):
        """CPU time of all its threads, ended ones included, to the nanosecond."""
        # The number of another process's CPU clock, as clock_getcpuclockid makes it.
        return time.clock_gettime(~self.pid << 3 | 2)
