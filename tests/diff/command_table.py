#!/usr/bin/python3
"""COMMAND INFO of every command a server has must be what Redis says of it.

Clients route by this table (key positions, key specifications), proxies and ACLs by its flags and
categories. What Redis has and the server lacks is listed but not counted: docs/differences.md says it.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compare
import server
import wire

FIELDS = ["name", "arity", "flags", "first key", "last key", "step", "categories", "tips",
          "key specifications", "subcommands"]


def table_of(target):
    """Returns {name: its ten fields} for commands and subcommands."""
    link = wire.Link(target.host, target.port)
    entries = {}
    for entry in link.ask("COMMAND")[1]:
        add(entries, entry)
    link.close()
    return entries


def add(entries, entry):
    fields = list(entry[1])
    name = fields[0][1].decode()
    for child in fields[9][1] if len(fields) == 10 else []:
        add(entries, child)
    if len(fields) == 10:  # Subcommands are compared one by one under their own names.
        fields[9] = None
    if name.encode() in compare.LONGER:
        fields[1] = None
    fields[2] = compare.without_added_flags(name.encode(), fields[2])
    entries[name] = [compare.normal_table(field) if field else None for field in fields]


def differences(ours, theirs):
    if len(ours) != len(theirs):
        return ["%d fields, Redis has %d" % (len(ours), len(theirs))]
    return ["%s: %s, Redis: %s" % (name, one_line(a), one_line(b))
            for name, a, b in zip(FIELDS, ours, theirs) if a != b]


def one_line(reply):
    return " ".join(wire.show_reply(reply).split()) if reply else "none"


def main(argv):
    server.stop_on_terminate()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=server.ANAX)
    options = parser.parse_args(argv)
    with server.Server(options.binary) as ours, server.Server(server.redis_binary()) as theirs:
        table, truth = table_of(ours), table_of(theirs)
    wrong = 0
    for name in sorted(set(table) & set(truth)):
        found = differences(table[name], truth[name])
        wrong += bool(found)
        for line in found:
            print("     %s: %s" % (name, line))
    print("     missing here: %s" % (" ".join(sorted(set(truth) - set(table))) or "nothing"))
    print("     only here: %s" % (" ".join(sorted(set(table) - set(truth))) or "nothing"))
    shared = len(set(table) & set(truth))
    print("%s COMMAND INFO of %d commands" % ("FAIL" if wrong or not shared else "ok  ", shared))
    return 1 if wrong or not shared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
