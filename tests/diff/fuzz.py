#!/usr/bin/python3
"""Differential fuzzer: the same random commands to two servers, every reply compared.

    fuzz.py --a-binary build/anax --cores 4 --b-binary redis-server --commands 100000 --seed 7
    fuzz.py --a 127.0.0.1:6379 --b 127.0.0.1:6380 --links 3

A run is cut into epochs that each start on empty servers, so that a difference is reproduced from
its epoch alone. The seed is printed first; the same seed and options give the same commands. A
difference is shrunk to the fewest commands that still show it and printed as redis-cli lines.
Exit status: 0 no difference, 1 a difference, 2 the run could not be made.
"""

import argparse
import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import compare
import families
import generate
import play
import plants
import server
import shrink
import wire

EPOCH_COMMANDS = 10000


def options_of(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", metavar="HOST:PORT", help="a running server A (emptied!)")
    parser.add_argument("--b", metavar="HOST:PORT", help="a running server B (emptied!)")
    parser.add_argument("--a-binary", help="start this server as A (default build/anax)")
    parser.add_argument("--b-binary", help="start this server as B (default redis-server)")
    parser.add_argument("--a-arg", action="append", default=[], help="one more argument for A, repeatable")
    parser.add_argument("--cores", type=int, default=1, help="cores of A, where it is Anax")
    parser.add_argument("--b-cores", type=int, default=1, help="cores of B, where it is Anax")
    parser.add_argument("--commands", type=int, default=100000)
    parser.add_argument("--epoch", type=int, default=EPOCH_COMMANDS, help="commands of an epoch")
    parser.add_argument("--seed", type=int, help="default: a random one")
    parser.add_argument("--links", type=int, help="connections to each server (default: drawn per epoch)")
    parser.add_argument("--resp", choices=["2", "3", "mixed"], default="mixed")
    parser.add_argument("--families", type=lambda text: text.split(",") if text else [],
                        help="only these of families.py, comma separated; empty: none (default: all)")
    parser.add_argument("--without", type=lambda text: set(text.upper().split(",")), default=set(),
                        help="leave these commands out, comma separated")
    parser.add_argument("--require-shadow", action="store_true", help="fail if A has no DEBUG SHADOW")
    parser.add_argument("--ignore", action="append", default=[], metavar="COMMAND",
                        help="do not compare the replies of commands that begin so, while a known difference "
                        "is being worked on (repeatable)")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--plant", choices=sorted(plants.PLANTS), help="falsify A on purpose")
    options = parser.parse_args(argv)
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(10 ** 9)
    return options


def start_servers(options):
    a = server.Remote(options.a) if options.a else server.Server(
        options.a_binary or server.ANAX, options.cores, options.a_arg)
    b = server.Remote(options.b) if options.b else server.Server(
        options.b_binary or server.redis_binary(), options.b_cores)
    # The second asks for a free port only when the first holds its own.
    a.start()
    if not options.b and b.port == a.port:
        b.port = server.free_port()
    b.start()
    return a, b


class Shadow:
    """DEBUG SHADOW of test builds: is the store that the effects alone have built the same?"""

    def __init__(self, target, planted=False):
        self.target = target
        self.planted, self.asked = planted, 0
        self.offered = not self.refused(self.ask())

    def ask(self):
        self.asked += 1
        if self.planted:  # As a server would whose effects went wrong after its start.
            return ("+", b"OK") if self.asked == 1 else ("-", b"ERR the shadow store differs")
        link = wire.Link(self.target.host, self.target.port)
        try:
            return link.ask("DEBUG", "SHADOW")
        finally:
            link.close()

    @staticmethod
    def refused(reply):
        text = reply[1].lower() if reply[0] == "-" else b""
        return b"unknown subcommand" in text or b"test build" in text or b"not allowed" in text or b"unknown command" in text

    def check(self, at):
        if self.offered:
            reply = self.ask()
            if reply != ("+", b"OK"):
                raise play.Difference(at, "DEBUG SHADOW", wire.show_reply(reply), "the store itself")


class Run:
    def __init__(self, options):
        self.options = options
        self.servers = start_servers(options)
        self.shadow = Shadow(self.servers[0], options.plant == plants.SHADOW)
        self.plant = plants.Plant(options.plant) if options.plant else None
        self.commands = 0
        compare.add_rules(families.RULES)

    def epoch(self, number):
        """Plays one epoch; returns (items, pair, difference or None)."""
        chaos = random.Random("%d/%d" % (self.options.seed, number))
        links = self.options.links or chaos.choice([1, 1, 2, 5])
        resp3 = {"2": [False], "3": [True], "mixed": chaos.choice([[False], [True], [False, True]])}
        pair = play.Pair(*self.servers, links, resp3[self.options.resp], self.plant)
        gen = generate.Generator(chaos, self.options.families, self.options.without)
        items = play.make_items(gen, min(self.options.epoch, self.options.commands), links)
        return items, pair, self.differs(pair, items, self.count)

    def count(self, items):
        self.commands += sum(len(item.data) if item.kind in ("pipe", "inline") else 1 for item in items)

    def differs(self, pair, items, progress=None):
        try:
            pair.fresh()
            play.play(pair, items, progress)
            at = len(items) - 1
            play.compare_stores(pair, at)
            self.shadow.check(at)
        except play.Difference as difference:
            return difference
        except play.GoneOnOne as gone:
            return play.Difference(len(items) - 1, "server %s stopped answering" % gone.who, gone.why, gone.log)
        return None

    def stop(self):
        for each in self.servers:
            each.stop()


def report(run, items, pair, difference):
    print("DIFFERENCE after %d commands: %s" % (run.commands, difference.what))
    show_sides(difference)
    if run.options.no_shrink:
        return
    started = time.monotonic()
    items, difference = shrink.shrink(lambda some: run.differs(pair, some), items, difference)
    print("\nReproducer (%d commands, shrunk in %.0f s):" % (
        sum(len(item.data) if item.kind in ("pipe", "inline") else 1 for item in items),
        time.monotonic() - started))
    print(shrink.show(items, pair))
    print("then: %s" % difference.what)
    show_sides(difference)


def show_sides(difference):
    for name, said in (("A", difference.a), ("B", difference.b)):
        said = said if isinstance(said, str) else repr(said)
        print("  %s: %s" % (name, said[:2000].replace("\n", "\n     ")))


def main(argv):
    server.stop_on_terminate()
    options = options_of(argv)
    print("seed %d" % options.seed, flush=True)
    compare.ignored = [each.upper().encode() for each in options.ignore]
    run = Run(options)
    started = time.monotonic()
    try:
        if options.require_shadow and not run.shadow.offered:
            print("server A does not offer DEBUG SHADOW")
            return 2
        number = 0
        while run.commands < options.commands:
            items, pair, difference = run.epoch(number)
            if difference:
                report(run, items, pair, difference)
                print("repeat with: --seed %d (epoch %d)" % (options.seed, number))
                return 1
            pair.hang_up()
            number += 1
        seconds = time.monotonic() - started
        print("%d commands in %d epochs, no difference, %.1f s (%d commands/s), shadow %s" % (
            run.commands, number, seconds, run.commands / seconds,
            "checked" if run.shadow.offered else "not offered"))
        return 0
    finally:
        run.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
