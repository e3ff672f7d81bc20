#!/usr/bin/python3
"""Stands where the suite expects src/redis-server, and starts the server under test instead.

The suite writes a redis.conf, starts `src/redis-server FILE [options]`, and reads from its output that
it runs. A server that is not Redis knows fewer directives: those it does not list in CONFIG GET * are
taken out of the file, and lines of ours are put in. The file itself is changed, because CONFIG REWRITE
and a restart must meet the same one. The environment, set by `run`, says what to do:
SUITE_BINARY, SUITE_LINES (for the file), SUITE_KNOWN (names; empty: it is Redis).
"""

import os
import sys

ALIASES = {"slave-serve-stale-data": "replica-serve-stale-data"}


def adapt(path, known, lines):
    with open(path) as file:
        old = file.read().split("\n")
    kept = [line for line in old if not known or is_known(line, known)]
    kept += [line for line in lines if line not in kept]
    with open(path, "w") as file:
        file.write("\n".join(line for line in kept if line) + "\n")


def is_known(line, known):
    name = line.split(" ")[0].strip().lower()
    return ALIASES.get(name, name) in known


def main(argv):
    binary = os.environ.get("SUITE_BINARY", "/usr/bin/redis-server")
    lines = os.environ.get("SUITE_LINES", "").split("\n")
    known = set(os.environ.get("SUITE_KNOWN", "").split())
    if argv and os.path.exists(argv[0]):
        adapt(argv[0], known, lines)
        if known:
            # The suite waits for these words; whether the server is up, it then asks by PING.
            print("%d:M started PID: %d\nReady to accept connections" % (os.getpid(), os.getpid()), flush=True)
    os.execv(binary, [binary] + argv)


main(sys.argv[1:])
