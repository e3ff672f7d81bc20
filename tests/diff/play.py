"""Plays a list of items on two servers in lockstep and reports the first difference.

An item is one step of a test; a list of items is a whole test, so that shrinking is removing items.
Items that follow each other with the same group are sent in one write, as a pipeline on the
connection they name. The next group starts when both servers have answered.
"""

import random
import time
from collections import namedtuple

import compare
import families
import generate
import wire

# kind: "pipe" (data: argvs), "inline" (the same in inline form), "pass" (argv that sets a time to
# live of some ms), "scan" (options), "random" (RANDOMKEY), "churn" (seed), "garbage" (bytes).
Item = namedtuple("Item", "kind link group data")

PASS_SECONDS = 0.02
CHURN_STAYING = 300
CHURN_DATABASE = b"15"
EXCHANGED_MAX = 400  # Keys of a database.


class Difference(Exception):
    """The servers disagree. `at` is the index of the item, `a` and `b` what they said."""

    def __init__(self, at, what, a, b):
        super().__init__(what)
        self.at, self.what, self.a, self.b = at, what, a, b


class Pair:
    """Two servers with as many connections to each; `plant` falsifies what A sees (see plants.py)."""

    def __init__(self, a, b, links, resp3, plant=None):
        self.servers = (a, b)
        self.link_count = links
        self.resp3 = resp3
        self.plant = plant
        self.links = []

    def fresh(self):
        """Empties both servers and makes new connections; a server that died is started again."""
        self.hang_up()
        for server in self.servers:
            if not server.is_alive():
                server.restart()
        try:
            self._connect()
        except (OSError, wire.Gone):
            for server in self.servers:
                server.restart()
            self._connect()

    def _connect(self):
        for number in range(self.link_count):
            both = [wire.Link(server.host, server.port) for server in self.servers]
            self.links.append(both)
            protocol = b"3" if self.resp3[number % len(self.resp3)] else b"2"
            commands = wire.encode([b"HELLO", protocol])
            if number == 0:
                commands += wire.encode([b"FLUSHALL"])
            for answer in wire.exchange([(link, commands) for link in both]):
                if isinstance(answer, wire.Gone):
                    raise answer
                if not answer.endswith(b"+OK\r\n") and number == 0:
                    raise OSError("FLUSHALL: %r" % answer)

    def hang_up(self):
        for both in self.links:
            for link in both:
                link.close()
        self.links = []

    def ask(self, number, argvs, inline=False):
        """Sends the commands to both servers; returns both answers as bytes."""
        seen_by_a = self.plant.commands(argvs) if self.plant else argvs
        encode = wire.encode_inline if inline else wire.encode
        both = self.links[number]
        requests = [(both[0], b"".join(map(encode, seen_by_a))),
                    (both[1], b"".join(map(encode, argvs)))]
        answers = wire.exchange(requests)
        for who, answer in zip("AB", answers):
            if isinstance(answer, wire.Gone):
                raise GoneOnOne(who, str(answer), self.servers["AB".index(who)])
        return answers


class GoneOnOne(Exception):
    """One server stopped answering."""

    def __init__(self, who, why, server):
        super().__init__(why)
        self.who, self.why, self.log = who, why, server.log()


def play(pair, items, progress=None):
    """Raises Difference at the first item the servers disagree on."""
    at = 0
    while at < len(items):
        end = at + 1
        if items[at].kind in ("pipe", "inline"):
            while end < len(items) and items[end][:3] == items[at][:3]:
                end += 1
        try:
            PLAYERS[items[at].kind](pair, items, at, end)
        except GoneOnOne as gone:
            told = "%s (its log ends: %s)" % (gone.why, gone.log.strip()[-1500:])
            sides = [told, "answered"] if gone.who == "A" else ["answered", told]
            raise Difference(end - 1, "server %s stopped answering" % gone.who, *sides) from None
        if progress:
            progress(items[at:end])
        at = end


def play_pipe(pair, items, at, end):
    argvs, owners = [], []
    for index in range(at, end):
        argvs += items[index].data
        owners += [index] * len(items[index].data)
    a, b = pair.ask(items[at].link, argvs, items[at].kind == "inline")
    if a != b:
        judge(argvs, owners, a, b)


def judge(argvs, owners, a, b):
    """Compares two unequal answers to a pipeline, reply by reply."""
    try:
        replies = [wire.parse_all(answer) for answer in (a, b)]
    except (ValueError, wire.Incomplete) as error:
        raise Difference(owners[-1], "not RESP: %s" % error, a[-300:], b[-300:]) from None
    queued = []  # Since MULTI.
    for number, argv in enumerate(argvs):
        if number >= len(replies[0]) or number >= len(replies[1]):
            break
        (parsed_a, raw_a), (parsed_b, raw_b) = replies[0][number], replies[1][number]
        if parsed_a == parsed_b == ("+", b"QUEUED"):
            queued.append(argv)
            continue
        if argv[0].upper() == b"MULTI" and parsed_a == ("+", b"OK"):
            queued = []
        if raw_a != raw_b and not compare.equal_exec(argv, queued, parsed_a, parsed_b):
            raise Difference(owners[number], wire.show_command(argv),
                             wire.show_reply(parsed_a), wire.show_reply(parsed_b))
    if len(replies[0]) != len(replies[1]):
        raise Difference(owners[-1], "the number of replies to %d commands" % len(argvs),
                         str(len(replies[0])), str(len(replies[1])))


def play_pass(pair, items, at, end):
    """Gives a key some milliseconds to live, lets them pass, and looks."""
    argv = items[at].data
    a, b = pair.ask(items[at].link, [argv])
    if a != b:
        judge([argv], [at], a, b)
    time.sleep(PASS_SECONDS)  # Time is the subject.
    play_pipe(pair, [Item("pipe", items[at].link, 0, [[b"EXISTS", argv[1]], [b"GET", argv[1]]])], 0, 1)


def play_scan(pair, items, at, end):
    """A whole iteration must return the same set of keys from both, and nothing but keys twice."""
    found = [scan_all(pair, items[at].link, side, items[at].data) for side in (0, 1)]
    if found[0] != found[1]:
        only = [sorted(found[0] - found[1]), sorted(found[1] - found[0])]
        raise Difference(at, "SCAN 0 %s ... until 0" % wire.show_command(items[at].data),
                         *("only here: %d keys, %r" % (len(keys), keys[:5]) for keys in only))


def scan_all(pair, number, side, options, between=None):
    link, cursor, found = pair.links[number][side], b"0", set()
    for _ in range(100000):
        reply = link_ask(pair, side, link, [b"SCAN", cursor] + options)
        if reply[0] != "*" or len(reply[1]) != 2:
            return {b"reply: " + wire.show_reply(reply).encode()}
        cursor = reply[1][0][1]
        found.update(item[1] for item in reply[1][1][1])
        if cursor == b"0":
            return found
        if between:
            between()
    return {b"the iteration never ended"}


def link_ask(pair, side, link, *argvs):
    answer = wire.exchange([(link, b"".join(map(wire.encode, argvs)))])[0]
    if isinstance(answer, wire.Gone):
        raise GoneOnOne("AB"[side], str(answer), pair.servers[side])
    return wire.parse_all(answer)[-1][0]


def link_ask_all(pair, side, link, argvs):
    """All replies, asked for in parts that fit into buffers."""
    replies = []
    for start in range(0, len(argvs), 50):
        answer = wire.exchange([(link, b"".join(map(wire.encode, argvs[start:start + 50])))])[0]
        if isinstance(answer, wire.Gone):
            raise GoneOnOne("AB"[side], str(answer), pair.servers[side])
        replies += [reply for reply, _ in wire.parse_all(answer)][-len(argvs[start:start + 50]):]
    return replies


def play_random(pair, items, at, end):
    """RANDOMKEY returns a key that exists, or nil where the database is empty."""
    said = []
    for side in (0, 1):
        link = pair.links[items[at].link][side]
        key = link_ask(pair, side, link, [b"RANDOMKEY"])
        exists = link_ask(pair, side, link, [b"EXISTS", key[1]])[1] if key[0] == "$" else "none"
        said.append("a key, EXISTS %s" % exists if key[0] == "$" else wire.show_reply(key))
    if said[0] != said[1]:
        raise Difference(at, "RANDOMKEY", *said)


def play_churn(pair, items, at, end):
    """SCAN's guarantee while the table grows and shrinks: what stays all the time is returned."""
    chaos = random.Random(items[at].data)
    missing = []
    for side in (0, 1):
        # A connection of its own: the database it selects must not leak into what follows.
        server = pair.servers[side]
        link = wire.Link(server.host, server.port)
        try:
            missing.append(churn(pair, side, link, random.Random(chaos.random())))
        finally:
            link.close()
    if missing[0] or missing[1]:
        raise Difference(at, "SCAN while the table changes (seed %d) misses keys that stay" % items[at].data,
                         *("%d missing: %r" % (len(keys), keys[:5]) for keys in missing))


def churn(pair, side, link, chaos):
    staying = [b"stay%d" % number for number in range(CHURN_STAYING)]
    fill = [arg for key in staying for arg in (key, b"x")]
    link_ask(pair, side, link, [b"SELECT", CHURN_DATABASE], [b"FLUSHDB"], [b"MSET"] + fill)
    found, cursor, grown = set(), b"0", 0
    while True:
        count = b"%d" % chaos.choice([1, 10, 100])
        page = link_ask(pair, side, link, [b"SCAN", cursor, b"COUNT", count])
        found.update(item[1] for item in page[1][1][1])
        cursor = page[1][0][1]
        if cursor == b"0":
            break
        if chaos.random() < 0.5 and grown < 20000:
            more = [b"go%d" % number for number in range(grown, grown + 1000)]
            grown += 1000
            link_ask(pair, side, link, [b"MSET"] + [arg for key in more for arg in (key, b"y")])
        elif grown and chaos.random() < 0.3:
            link_ask(pair, side, link, [b"DEL"] + [b"go%d" % number for number in range(grown)])
            grown = 0
    link_ask(pair, side, link, [b"FLUSHDB"])
    return sorted(set(staying) - found)


def play_garbage(pair, items, at, end):
    """Malformed requests get the same answer and the same decision to go on or to close."""
    said = [wire.talk_raw(server.host, server.port, items[at].data) for server in pair.servers]
    if said[0] != said[1]:
        raise Difference(at, "raw bytes %r" % shorten(items[at].data), *(repr(shorten(text)) for text in said))


def shorten(data):
    return data if len(data) < 400 else data[:200] + b"...(%d bytes)..." % len(data) + data[-100:]


PLAYERS = {"pipe": play_pipe, "inline": play_pipe, "pass": play_pass, "scan": play_scan,
           "random": play_random, "churn": play_churn, "garbage": play_garbage}


def make_items(gen, count, links):
    """Returns items with about `count` commands for one epoch."""
    rand = gen.random
    items, made, group = [], 0, 0
    while made < count:
        group += 1
        link = rand.randrange(links)
        chance = rand.random()
        if chance < 0.96:
            kind = "inline" if rand.random() < 0.03 else "pipe"
            for _ in range(rand.choice([1, 2, 5, 20, 60, 200, 200])):
                data = [generate.finish(argv) for argv in gen.item()]
                if kind == "inline" and not fits_inline(data):
                    continue
                items.append(Item(kind, link, group, data))
                made += len(data)
        else:
            items.append(make_special(gen, link, group, chance))
            made += 1
    return items


def fits_inline(data):
    """An inline command has a name and less than 64 KiB; a spoilt empty name would be skipped."""
    return all(argv[0] and sum(map(len, argv)) < 8000 for argv in data)


def make_special(gen, link, group, chance):
    if chance < 0.97:
        return Item("scan", link, group, generate.make_scan_options(gen, good=True))
    if chance < 0.98:
        return Item("random", link, group, None)
    if chance < 0.985:
        argv = gen.pick([b"PEXPIRE", gen.key(), b"3"], [b"SET", gen.key(), b"v", b"PX", b"3"],
                        [b"PSETEX", gen.key(), b"2", b"v"], [b"GETEX", gen.key(), b"PX", b"2"])
        return Item("pass", link, group, argv)
    if chance < 0.986:
        return Item("churn", link, group, gen.random.getrandbits(32))
    return Item("garbage", link, group, generate.garbage(gen.random))


def compare_stores(pair, at):
    """Compares every key of every database: value, time to live and encoding."""
    link = 0
    for database in range(16):
        number = b"%d" % database
        a, b = pair.ask(link, [[b"RESET"], [b"SELECT", number], [b"DBSIZE"], [b"KEYS", b"*"]])
        size_a, size_b = (wire.parse_all(answer)[2][0] for answer in (a, b))
        keys_a, keys_b = ({item[1] for item in wire.parse_all(answer)[3][0][1]} for answer in (a, b))
        if keys_a != keys_b:
            raise Difference(at, "the keys of database %d at the end" % database,
                             "only here: %r" % sorted(keys_a - keys_b)[:5],
                             "only here: %r" % sorted(keys_b - keys_a)[:5])
        if size_a != size_b:
            raise Difference(at, "DBSIZE of database %d at the end" % database,
                             wire.show_reply(size_a), wire.show_reply(size_b))
        compare_keys(pair, link, sorted(keys_a), at)
        exchange_values(pair, link, sorted(keys_a)[:EXCHANGED_MAX], at)


def exchange_values(pair, link, keys, at):
    """Each server gets what the other has dumped, and both must have the same again."""
    if not keys:
        return
    sides = pair.links[link]
    dumps = [link_ask_all(pair, side, sides[side], [[b"DUMP", key] for key in keys]) for side in (0, 1)]
    for side in (0, 1):
        replies = link_ask_all(pair, side, sides[side], [
            [b"RESTORE", key, b"0", payload[1], b"REPLACE"] for key, payload in zip(keys, dumps[1 - side])])
        for key, payload, reply in zip(keys, dumps[1 - side], replies):
            if reply != ("+", b"OK"):
                raise Difference(at, "RESTORE of %r, dumped at the other server" % key,
                                 *[wire.show_reply(reply), wire.show_reply(payload)][::1 - 2 * side])
    compare_keys(pair, link, keys, at)


def compare_keys(pair, link, keys, at):
    for start in range(0, len(keys), 500):
        some = keys[start:start + 500]
        kinds = compare_all(pair, link, at, [[b"TYPE", key] for key in some])
        compare_all(pair, link, at, [argv for key, kind in zip(some, kinds) for argv in (
            families.READS.get(kind, read_string)(key), [b"PTTL", key], [b"OBJECT", b"ENCODING", key])])


def read_string(key):
    return [b"GET", key]


def compare_all(pair, link, at, argvs):
    """Returns the texts of server A's replies."""
    a, b = pair.ask(link, argvs)
    if a != b:
        judge(argvs, [at] * len(argvs), a, b)
    return [reply[1] for reply, _ in wire.parse_all(a)]
