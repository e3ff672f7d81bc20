"""Servers to measure: anything that a command line starts and that answers PING on a TCP port; and etcd.

A command line is text with {port}, {dir} (an empty directory of its own), {cores} and {peer_port} (another
free port) to fill in. BENCH_ANAX names another build of Anax than build/anax.
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

ANAX = os.environ.get("BENCH_ANAX", ROOT + "/build/anax")

KNOWN = {
    "redis": "redis-server --port {port} --dir {dir} --save '' --appendonly no"
             " --enable-debug-command yes --bind 127.0.0.1",
    "anax": ANAX + " --port {port} --dir {dir} --save '' --appendonly no"
            " --enable-debug-command yes --bind 127.0.0.1 --cores {cores} --pin no",
    "anax-epoll": ANAX + " --port {port} --dir {dir} --save '' --appendonly no"
                  " --enable-debug-command yes --bind 127.0.0.1 --cores {cores} --pin no"
                  " --io epoll",
    "anax-cores": ANAX + " --port {port} --dir {dir} --save '' --appendonly no --snapshot-format cores"
                  " --enable-debug-command yes --bind 127.0.0.1 --cores {cores} --pin no",
    "bare": ROOT + "/build/bench/bare --port {port} --io uring",
    "bare-epoll": ROOT + "/build/bench/bare --port {port} --io epoll",
    "etcd": "etcd --data-dir {dir}/etcd --log-level error --quota-backend-bytes 8589934592"
            " --listen-client-urls http://127.0.0.1:{port} --advertise-client-urls http://127.0.0.1:{port}"
            " --listen-peer-urls http://127.0.0.1:{peer_port}"
            " --initial-advertise-peer-urls http://127.0.0.1:{peer_port}"
            " --initial-cluster default=http://127.0.0.1:{peer_port}",
}


class StartFailed(Exception):
    """The server did not come up; the text says what it printed."""


class Spec:
    """A name and the command line behind it."""

    def __init__(self, text, folders=()):
        """`folders` are made in the directory of the server before it starts."""
        name, equals, command = text.partition("=")
        self.name = name
        if not equals and name not in KNOWN:
            raise ValueError(f"no server is known as {name}; say NAME=COMMAND with {{port}}")
        self.command = command if equals else KNOWN[name]

        self.folders = folders
        self.is_etcd = os.path.basename(shlex.split(self.command)[0]) == "etcd"

    def plus(self, options):
        """The same server with more options behind the others, of which the last of a kind counts."""
        return Spec(f"{self.name}={self.command} {options}", self.folders)

    def is_installed(self):
        return shutil.which(shlex.split(self.command)[0]) is not None


def with_log(name, policy="everysec"):
    """The command line of a known server that keeps its append-only file or log."""
    return KNOWN[name].replace("--appendonly no", f"--appendonly yes --appendfsync {policy}")


def use_disk():
    """Has servers keep their data in BENCH_DIR, or in build/bench-data: the system's directory for temporary
    files is memory on some machines. Returns it."""
    path = os.environ.get("BENCH_DIR", os.path.join(ROOT, "build", "bench-data"))
    os.makedirs(path, exist_ok=True)
    tempfile.tempdir = path
    return path


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
    def __init__(self, spec, cores=1, cpus="0", parent=None):
        """`parent` is where its directory is made, if not where temporary files are."""
        self.spec = spec
        self.dir = tempfile.mkdtemp(prefix="anax-bench-", dir=parent)
        self.port = free_port()
        self.cores, self.cpus, self.peer_port = cores, cpus, free_port()
        for folder in spec.folders:
            os.mkdir(os.path.join(self.dir, folder))
        self.output = open(os.path.join(self.dir, "output"), "w+b")
        try:
            self.launch()
        except OSError as error:
            shutil.rmtree(self.dir, ignore_errors=True)
            raise StartFailed(f"{spec.name}: {error}") from error
        self.await_start()

    def launch(self):
        """Starts the process, for the first time or again on the data of the last one."""
        text = self.spec.command.format(port=self.port, dir=self.dir, cores=self.cores, peer_port=self.peer_port)
        self.child = subprocess.Popen(pin(self.cpus) + shlex.split(text), cwd=self.dir,
                                      stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT)
        self.pid = self.child.pid

    def kill(self):
        """What it has not written by now is lost; its directory stays, for launch()."""
        self.child.kill()
        self.child.wait()

    def is_ready(self):
        """Whether it answers; a server that is loading does not count. Raises OSError where nothing listens."""
        if self.spec.is_etcd:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as probe:
                probe.sendall(b"GET /health HTTP/1.0\r\n\r\n")
                return b'"health":"true"' in probe.makefile("rb").read()
        with Client(self.port, timeout=5) as client:
            try:
                client.call("PING")
            except ServerError as error:
                # A server that knows no PING is there, too; one that is loading is not.
                return not str(error).startswith(("LOADING", "MASTERDOWN"))
            return True

    def await_ready(self, seconds, step=0.002):
        """Seconds until it is ready. Raises TimeoutError."""
        started = time.monotonic()
        while time.monotonic() < started + seconds:
            try:
                if self.is_ready():
                    return time.monotonic() - started
            except OSError:
                if self.child.poll() is not None:
                    break
            time.sleep(step)
        raise TimeoutError(self.spec.name)

    def await_start(self):
        try:
            self.await_ready(20, step=0.02)
            return
        except TimeoutError:
            pass
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

    def disk_bytes(self):
        """Bytes that the disk under its directory has written since the machine started, for whomever; 0 where
        that is no disk. write_bytes of /proc/PID/io is no measure: since Linux keeps files in large folios, a
        sector that is written again counts as often as the folio around it is large."""
        device = os.stat(self.dir).st_dev
        try:
            with open(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat") as file:
                return int(file.read().split()[6]) * 512
        except FileNotFoundError:
            return 0

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
