"""The families of commands: one file family_NAME.py each, found by itself.

Such a file exports

    COMMANDS  [(name, weight, make)]: make(g) returns the arguments after the name, g is generate.Generator
    KEYS      prefixes of the keys that are mostly of the family's types: g.own(prefix) draws one
    READS     {type as TYPE says it: function of a key}: the commands that show a whole value at the end
    RULES     {command, or (command, subcommand): (rule, ...)}: what compare.py forgives
    FOLLOW    {command: function of its arguments}: the commands that have to stand right behind it
    BEFORE    the same, right before it
    RENAMED   {name in COMMANDS: the command that is sent}: for a second kind of the same command
    is_harmless(argv)  whether a spoilt command keeps generate.py's G1 and G2

All but COMMANDS may be left out. A file imports pieces.py and compare.py, not generate.py.
"""

import glob
import importlib
import os

DEFAULTS = {"KEYS": [], "READS": {}, "RULES": {}, "BEFORE": {}, "RENAMED": {}, "FOLLOW": {}, "is_harmless": lambda argv: True}


def load():
    found = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "family_*.py"))):
        family = importlib.import_module(os.path.basename(path)[:-len(".py")])
        family.NAME = os.path.basename(path)[len("family_"):-len(".py")]
        for name, value in DEFAULTS.items():
            if not hasattr(family, name):
                setattr(family, name, value)
        found.append(family)
    return found


ALL = load()
READS = {kind: read for family in ALL for kind, read in family.READS.items()}
FOLLOW = {command: follow for family in ALL for command, follow in family.FOLLOW.items()}
BEFORE = {command: before for family in ALL for command, before in family.BEFORE.items()}
RULES = {command: rules for family in ALL for command, rules in family.RULES.items()}
RENAMED = {name.encode(): sent.encode() for family in ALL for name, sent in family.RENAMED.items()}
