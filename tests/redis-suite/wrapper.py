#!/usr/bin/python3
"""Stands where the suite expects src/redis-server, and starts the server under test instead.

The suite writes a redis.conf, starts `src/redis-server FILE [options]`, and reads from its output that
it runs. A server that is not Redis knows fewer directives: those it does not list in CONFIG GET * are
left out of the file. What is said and what is started comes from the environment, set by `run`:
ANAX_SUITE_BINARY, ANAX_SUITE_ARGUMENTS (a line each), ANAX_SUITE_KNOWN (names, or empty for all).
"""

import os
import sys

ALIASES = {"slave-serve-stale-data": "replica-serve-stale-data"}


def filtered(path, known):
    """Writes the directives the server knows beside the file and returns the new path."""
    kept = []
    with open(path) as file:
        for line in file:
            name = line.split(" ")[0].strip().lower()
            if ALIASES.get(name, name) in known:
                kept.append(line)
    with open(path + ".known", "w") as file:
        file.writelines(kept)
    return path + ".known"


def main(argv):
    binary = os.environ.get("ANAX_SUITE_BINARY", "/usr/bin/redis-server")
    ours = [line for line in os.environ.get("ANAX_SUITE_ARGUMENTS", "").split("\n")]
    known = set(os.environ.get("ANAX_SUITE_KNOWN", "").split())
    arguments = list(argv)
    if known and arguments and os.path.exists(arguments[0]):
        arguments[0] = filtered(arguments[0], known)
        # The suite waits for these words; whether the server is up, it then asks by PING.
        print("%d:M started PID: %d\nReady to accept connections" % (os.getpid(), os.getpid()), flush=True)
    if os.environ.get("ANAX_SUITE_ARGUMENTS"):
        arguments[1:1] = ours
    os.execv(binary, [binary] + arguments)


main(sys.argv[1:])
