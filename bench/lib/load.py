"""Runs the load generator."""

import json
import os
import signal
import subprocess

from .servers import ROOT, pin

PROGRAM = os.path.join(ROOT, "build", "bench", "load")


class LoadFailed(Exception):
    """The generator could not run, or replies were wrong: such numbers are worth nothing."""


def build():
    """Builds the generator, if it is not there or older than its source."""
    subprocess.run(["make", "-s", "-C", os.path.join(ROOT, "bench")], check=True)


def arguments(server, options):
    """The command line for a server; options are keywords, underscores for dashes, True a switch."""
    line = [PROGRAM, "--port", str(server.port), "--server-pid", str(server.pid)]
    if server.spec.is_etcd:
        line += ["--protocol", "etcd"]
    for name, value in options.items():
        line.append("--" + name.replace("_", "-"))
        if value is not True:
            line.append(str(value))
    return line


def lines_of(output):
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def run(server, cpus="1", **options):
    """Runs one load to its end and returns its last phase. Raises LoadFailed if it had errors."""
    done = subprocess.run(pin(cpus) + arguments(server, options), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise LoadFailed(f"{server.spec.name}: {done.stderr.strip()}")
    return lines_of(done.stdout)[-1]


class Background:
    """A load that runs beside something else until it is told to stop."""

    def __init__(self, server, cpus="1", **options):
        self.server = server
        # Held back until the generator listens; else it would end a generator that has only just started.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
        self.child = subprocess.Popen(pin(cpus) + arguments(server, options), text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def begin(self):
        """Ends the warm-up of a load with await_signal=True; what follows is measured."""
        self.child.send_signal(signal.SIGUSR1)

    def stop(self):
        """Ends it and returns its results."""
        self.child.terminate()
        output, complaint = self.child.communicate()
        if self.child.returncode:
            raise LoadFailed(f"{self.server.spec.name}: {complaint.strip()}")
        return lines_of(output)[-1]
