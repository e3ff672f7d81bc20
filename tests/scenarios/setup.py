"""What scenarios are made of: servers, clients in processes of their own, checks, waiting for a condition.

    @scenario(io=BOTH, cores=(1, 4))
    def a_claim(context): ...

Everything that a context starts it also stops. A check that is not met raises Failure with a sentence.
"""

import multiprocessing
import os
import random
import re
import signal
import socket
import time
import traceback
from collections import namedtuple

import resp
import servers

ROOT = servers.ROOT
BOTH = ("uring", "epoll")
ANY = ("any",)

Scenario = namedtuple("Scenario", "name function io cores rare is_alone")
SCENARIOS = []


def scenario(io=BOTH, cores=(1, 4), rare=(), is_alone=False):
    """Cores 0 and io "any": the scenario does not care or chooses itself, and runs once. rare: with these io only
    in long runs (--scale). is_alone: it measures how long something takes, so no other runs beside it."""
    def add(function):
        SCENARIOS.append(Scenario(function.__name__, function, io, cores, rare, is_alone))
        return function
    return add


class Failure(Exception):
    """What the scenario promises does not hold."""


def check(condition, text):
    if not condition:
        raise Failure(text)


def await_that(condition, what, seconds=10):
    check(servers.becomes(condition, seconds), f"not within {seconds} s: {what}")


class Context:
    """One run of a scenario: which server, which seed, and what was started."""

    def __init__(self, options, io, cores, name):
        self.options = options
        self.io = io
        self.cores = cores or None
        self.scale = options.scale
        self.random = random.Random(f"{options.seed} {name} {io} {cores}")
        self.binary = options.binary
        self.servers = []

    def count(self, number):
        return max(1, int(number * self.scale))

    def _keep(self, server):
        self.servers.append(server)
        return server

    def anax(self, *options, cores=None, binary=None, timeout=10.0):
        io = None if self.io == "any" else self.io
        options = self.options.server.split() + list(options)
        return self._keep(servers.start_anax(binary or self.binary, options, cores or self.cores, io, timeout))

    def asan(self, *options, cores=None):
        return self.anax(*options, cores=cores, binary=self.options.asan_binary, timeout=60.0)

    def redis(self, *options):
        return self._keep(servers.start_redis(options, 10.0))

    def simulated(self, *options, cores=4):
        return self._keep(servers.start_simulated(self.options.sim_binary, options, cores,
                                                  self.random.randrange(1 << 32)))

    def stop(self, server):
        self.servers.remove(server)
        return server.stop()

    def stop_all(self):
        troubles = [trouble for trouble in [self.stop(server) for server in list(self.servers)] if trouble]
        return "; ".join(troubles)

    def said(self):
        """What servers said that are no longer there: the end of a crash report."""
        texts = ["\n" + server.process.said() for server in self.servers
                 if server.process.child.poll() is not None]
        return "".join(texts)


# ---- talking ----

def ok(connection, *args):
    """The reply, which must not be an error."""
    reply = connection.command(*args)
    check(reply.kind != "error", f"{args[0]} failed: {reply.value!r}")
    return reply


def pipeline(connection, commands):
    """Sends all, returns all replies."""
    connection.send(b"".join(resp.encode(command) for command in commands))
    return [connection.read_reply() for _ in commands]


def command_names(connection):
    """All commands and subcommands but those that change what the next request means, or wait for others."""
    names = [item.value.decode().lower() for item in ok(connection, "COMMAND", "LIST").value]
    facts = ok(connection, "COMMAND", "INFO", *names).value
    flags = {name: [flag.value for flag in entry.value[2].value] for name, entry in zip(names, facts)
             if entry.kind == "array"}
    return [name for name in names if name != "multi" and "subscribe" not in name and
            b"blocking" not in flags.get(name, [])]


def info(server_or_connection):
    """INFO as a dictionary of texts."""
    connection = server_or_connection
    if hasattr(connection, "connect"):
        connection = connection.connect()
    text = ok(connection, "INFO", "everything").value.decode("latin-1")
    if connection is not server_or_connection:
        connection.close()
    return dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)


def rss_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+) kB", file.read()).group(1)) * 1024


def raw_socket(server, host=None):
    """A plain blocking socket to the server."""
    if isinstance(server.address, str):
        link = socket.socket(socket.AF_UNIX)
        link.connect(server.address)
        return link
    link = socket.create_connection((host or server.address[0], server.address[1]), timeout=10)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return link


def is_alive(server):
    connection = server.connect()
    reply = connection.command("PING")
    connection.close()
    return reply.value == b"PONG"


def await_commands(server, count, seconds=20):
    """Clients are at work: the server has run so many commands since now."""
    connection = server.connect()
    before = int(info(connection)["total_commands_processed"])
    await_that(lambda: int(info(connection)["total_commands_processed"]) >= before + count, f"{count} commands", seconds)
    connection.close()


# ---- a server that stands still ----

def stands_still(pid):
    """All its threads do: the kernel stops each when it comes to run, which may take a while where CPUs are busy."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/stat", encoding="ascii", errors="replace") as file:
            if file.read().rsplit(")", 1)[1].split()[0] != "T":
                return False
    return True


def freeze(server):
    """Returns when it stands."""
    os.kill(server.pid(), signal.SIGSTOP)
    await_that(lambda: stands_still(server.pid()), "the server stands still", 30)


def thaw(server):
    os.kill(server.pid(), signal.SIGCONT)


# ---- clients in processes of their own ----

def _work(function, args, pipe):
    try:
        pipe.send((True, function(*args)))
    except Exception:
        pipe.send((False, traceback.format_exc()))
    pipe.close()
    os._exit(0)


class Workers:
    """Functions that run in processes of their own; results() waits for all and returns what they returned."""

    def __init__(self, function, args_list):
        fork = multiprocessing.get_context("fork")
        self.running = []
        for args in args_list:
            mine, theirs = fork.Pipe()
            process = fork.Process(target=_work, args=(function, args, theirs), daemon=True)
            process.start()
            theirs.close()
            self.running.append((process, mine))

    def results(self, seconds):
        deadline = time.monotonic() + seconds
        try:
            return [self._result(process, pipe, deadline) for process, pipe in self.running]
        finally:
            self.end()

    def _result(self, process, pipe, deadline):
        check(pipe.poll(max(0, deadline - time.monotonic())), "a client was not done in time")
        try:
            is_well, value = pipe.recv()
        except EOFError:
            raise Failure(f"a client ended by itself, exit code {process.exitcode}") from None
        check(is_well, value)
        return value

    def end(self):
        for process, pipe in self.running:
            pipe.close()
            if process.is_alive():
                process.kill()
            process.join()


def in_processes(function, args_list, seconds=60):
    return Workers(function, args_list).results(seconds)
