"""What the clients of a history do, and what must never be seen.

A client is a generator: it yields the commands of one request and gets (replies, sent, answered). It
returns nothing; what it saw stands in its Client: transactions for checker.py, or nothing where it checks by itself.
So the same client runs in a process of its own, or among others on the simulated machine.

Plants break what the clients say, not the server: they prove that the check would find it.
"""

from checker import Op, Txn

PLANTS = ("no-multi", "no-watch", "stale-read", "torn-read")
ONE_BY_ONE = ("no-multi", "torn-read")  # Their commands are not sent together: a server of one thread may run those so.


class Torn(Exception):
    """A client has seen what must never be seen."""


class Client:
    def __init__(self, number, choose, count, lists_last, plant=None):
        """lists_last: how long, by the clock of the answers, the same lists are used."""
        self.number, self.choose, self.count, self.plant = number, choose, count, plant
        self.lists_last = lists_last
        self.now = 0       # the last answer
        self.txns = []
        self.made = 0      # transactions sent
        self.checked = 0   # looks at what must be whole
        self.aborted = 0   # by WATCH
        self.unique = 0
        self.torn = None   # what it saw that must never be seen

    def new_value(self):
        """Unlike any other of any client."""
        self.unique += 1
        return f"{self.number}.{self.unique}"

    def saw(self, name, sent, answered, ops, is_committed=True, before=None):
        self.now = answered
        self.txns.append(Txn(self.number, name, sent, answered, ops, is_committed, before))
        return self.txns[-1]


def text(reply):
    if reply.kind == "nil":
        return None
    if reply.kind != "bulk":
        raise Torn(f"a value was expected, {reply} came")
    return reply.value.decode()


def integer(reply):
    if reply.kind != "integer":
        raise Torn(f"an integer was expected, {reply} came")
    return reply.value


def texts(reply):
    if reply.kind != "array":
        raise Torn(f"an array was expected, {reply} came")
    return [text(item) for item in reply.value]


def multi(client, commands):
    """The commands as one transaction: what to send, and what takes its replies, None if it was aborted."""
    if client.plant == "no-multi":
        return commands, lambda replies: replies
    def take(replies):
        if any(reply.kind == "error" for reply in replies) or replies[-1].kind not in ("array", "nil"):
            raise Torn(f"MULTI … EXEC of {commands} replied {replies}")
        return replies[-1].value if replies[-1].kind == "array" else None
    return [["MULTI"]] + commands + [["EXEC"]], take


# ---- lists that are appended to ----

LISTS_AT_ONCE = 10


def list_key(client):
    """All clients move on to new lists at the same time, so that they meet, and none grows long."""
    return f"list:{client.now // client.lists_last}:{client.choose.randrange(LISTS_AT_ONCE)}"


def list_step(client):
    """A command, and the kind of what it does."""
    key = list_key(client)
    if client.choose.random() < 0.5:
        return ["LRANGE", key, 0, -1]
    return ["RPUSH", key] + [client.new_value() for _ in range(client.choose.choice((1, 1, 1, 2)))]


def list_ops(client, commands, replies, remembered):
    ops = []
    for command, reply in zip(commands, replies):
        if command[0] == "RPUSH":
            length = integer(reply)
            elements = command[2:]
            ops += [Op("append", command[1], (element, length - len(elements) + 1 + place))
                    for place, element in enumerate(elements)]
            continue
        found = texts(reply)
        if client.plant == "stale-read" and client.choose.random() < 0.05:
            found = remembered.get(command[1], found)
        remembered[command[1]] = found
        ops.append(Op("list", command[1], found))
    return ops


def append_client(client):
    """Reads and appends, one alone or several as a transaction, now and then several transactions in a pipeline."""
    remembered = {}
    while client.made < client.count:
        if client.choose.random() < 0.2:
            commands = [list_step(client)]
            client.made += 1
            replies, sent, answered = yield commands
            client.saw(commands[0][0], sent, answered, list_ops(client, commands, replies, remembered))
            continue
        blocks, request = [], []
        for _ in range(client.choose.choice((1, 1, 1, 3))):
            commands = [list_step(client) for _ in range(client.choose.choice((1, 2, 2, 3, 5)))]
            sent_as, take = multi(client, commands)
            blocks.append((commands, len(sent_as), take))
            request += sent_as
            client.made += 1
        replies, sent, answered = yield request
        before = None
        for commands, size, take in blocks:
            ops = list_ops(client, commands, take(replies[:size]), remembered)
            replies = replies[size:]
            before = client.saw("EXEC", sent, answered, ops, True, before)


# ---- registers that are compared and set ----

REGISTERS = [f"register:{number}" for number in range(6)]


def some_registers(client, least, most):
    return client.choose.sample(REGISTERS, client.choose.randint(least, most))


def read_registers(client):
    keys = some_registers(client, 1, 4)
    if client.choose.random() < 0.5:
        request, take = multi(client, [["GET", key] for key in keys])
    else:
        request, take = [["MGET"] + keys], lambda replies: replies[0].value
    replies, sent, answered = yield request
    client.saw(request[0][0], sent, answered,
               [Op("get", key, text(reply)) for key, reply in zip(keys, take(replies))])


def swap_registers(client):
    """Each write answers what it replaced: a compare and set without WATCH."""
    keys = some_registers(client, 1, 4)
    others = [key for key in some_registers(client, 1, 2) if key not in keys]
    values = {key: client.new_value() for key in keys}
    commands = [["GETSET", key, values[key]] if client.choose.random() < 0.5 else ["SET", key, values[key], "GET"]
                for key in keys] + [["GET", key] for key in others]
    request, take = multi(client, commands)
    replies, sent, answered = yield request
    found = [text(reply) for reply in take(replies)]
    ops = [Op("swap", key, (old, values[key])) for key, old in zip(keys, found)]
    ops += [Op("get", key, old) for key, old in zip(keys, found)]
    ops += [Op("get", key, value) for key, value in zip(others, found[len(keys):])]
    client.saw("EXEC", sent, answered, ops)


def watch_registers(client):
    """WATCH, read, and write what was read and is still so."""
    watched = some_registers(client, 1, 3)
    written = client.choose.sample(watched, client.choose.randint(1, len(watched)))
    first = [["PING"] if client.plant == "no-watch" else ["WATCH"] + watched, ["MGET"] + watched]
    replies, sent_read, answered = yield first
    found = {key: text(reply) for key, reply in zip(watched, replies[1].value)}
    reads = [Op("get", key, value) for key, value in found.items()]
    client.saw("MGET behind WATCH", sent_read, answered, reads)
    values = {key: client.new_value() for key in written}
    request, take = multi(client, [["SET", key, values[key]] for key in written])
    replies, sent, answered = yield request
    done = take(replies)
    swaps = [Op("swap", key, (found[key], values[key])) for key in written]
    client.saw("EXEC behind WATCH", sent, answered, reads + swaps, done is not None)
    client.aborted += done is None


def register_client(client):
    while client.made < client.count:
        step = client.choose.choice((read_registers, swap_registers, watch_registers, watch_registers))
        client.made += 1
        yield from step(client)


# ---- what is whole or nothing ----

STRINGS = [f"string:{number}" for number in range(6)]
SETS = [f"set:{number}" for number in range(4)]
ZSETS = [f"zset:{number}" for number in range(3)]
HASHES = [f"hash:{number}" for number in range(4)]
POTS = [f"pot:{number}" for number in range(5)]      # Lists that elements are moved between.
BASKETS = [f"basket:{number}" for number in range(5)]  # Sets that members are moved between.
TOKENS = [f"token{number}" for number in range(8)]
BOXES = [f"box:{number}" for number in range(5)]     # Names of a hash and a sorted set that are renamed.
SETUP = [["RPUSH", POTS[0]] + TOKENS, ["SADD", BASKETS[0]] + TOKENS, ["HSET", BOXES[0], "f", "v"],
         ["ZADD", BOXES[1], 1, "m"]]


def write_whole(client):
    """The same change to every key of a group, as one command or one transaction."""
    member, kind = f"m{client.choose.randrange(30)}", client.choose.randrange(7)
    if kind == 0:
        value = client.new_value()
        return [["MSET"] + [part for key in STRINGS for part in (key, value)]]
    if kind == 1:
        value = client.new_value()
        commands = [["SET", key, value] for key in STRINGS]
    elif kind in (2, 3):
        commands = [["SADD" if kind == 2 else "SREM", key, member] for key in SETS]
    elif kind == 4:
        score = client.choose.randrange(100)
        commands = [["ZADD", key, score, member] for key in ZSETS]
    elif kind == 5:
        commands = [["ZREM", key, member] for key in ZSETS]
    else:
        value = client.new_value()
        commands = [["HSET", key, "f", value, "g", value] for key in HASHES]
    client.choose.shuffle(commands)
    return multi(client, commands)[0]


def move_token(client):
    """From one place to another; the targets are any keys of the group."""
    source, target = client.choose.sample(range(5), 2)
    kind = client.choose.randrange(6)
    if kind == 0:
        return [["LMOVE", POTS[source], POTS[target], "LEFT", "RIGHT"]]
    if kind == 1:
        return [["RPOPLPUSH", POTS[source], POTS[target]]]
    if kind == 2:
        return [["SMOVE", BASKETS[source], BASKETS[target], client.choose.choice(TOKENS)]]
    if kind == 3:
        return [["BLMOVE", POTS[source], POTS[target], "RIGHT", "LEFT", 0.01]]
    if kind == 4:
        return [["COPY", BOXES[source], f"own:{client.number}", "REPLACE"], ["RENAMENX", BOXES[source], BOXES[target]]]
    return multi(client, [["SMOVE", BASKETS[source], BASKETS[target], token]
                          for token in client.choose.sample(TOKENS, 3)])[0]


def same(values):
    return all(value == values[0] for value in values)


def is_all(found):
    return sorted(found) == TOKENS


def values_of(replies):
    return [reply.value for reply in replies]


def members(reply):
    return sorted(item.value for item in reply.value)


def pairs_of(reply):
    return [item.value for item in reply.value]


# What is asked for, and what must be true of the replies. A single command stands alone, several are a transaction.
LOOKS = [
    ("MGET of equal strings", [["MGET"] + STRINGS], lambda r: same(texts(r[0]))),
    ("GETs of equal strings", [["GET", key] for key in STRINGS], lambda r: same([text(each) for each in r])),
    ("SDIFF of equal sets", [["SDIFF"] + SETS[:2]], lambda r: r[0].value == []),
    ("SDIFF of equal sets, reversed", [["SDIFF"] + SETS[2:]], lambda r: r[0].value == []),
    ("SMEMBERS of equal sets", [["SMEMBERS", key] for key in SETS], lambda r: same([members(each) for each in r])),
    ("SINTER and SUNION of equal sets", [["SINTER"] + SETS, ["SUNION"] + SETS],
     lambda r: members(r[0]) == members(r[1])),
    ("SINTERCARD and SCARD of equal sets", [["SINTERCARD", len(SETS)] + SETS, ["SCARD", SETS[1]]],
     lambda r: same(values_of(r))),
    ("ZDIFF of equal sorted sets", [["ZDIFF", 2] + ZSETS[:2]], lambda r: r[0].value == []),
    ("ZUNION of equal sorted sets", [["ZUNION", 3] + ZSETS + ["AGGREGATE", "MIN", "WITHSCORES"],
                                     ["ZUNION", 3] + ZSETS + ["AGGREGATE", "MAX", "WITHSCORES"]],
     lambda r: pairs_of(r[0]) == pairs_of(r[1])),
    ("ZINTER and ZRANGE of equal sorted sets", [["ZINTER", 3] + ZSETS, ["ZRANGE", ZSETS[2], 0, -1]],
     lambda r: pairs_of(r[0]) == pairs_of(r[1])),
    ("HMGET of equal hashes", [["HMGET", key, "f", "g"] for key in HASHES],
     lambda r: same([value for each in r for value in texts(each)])),
    ("SUNION of moved members", [["SUNION"] + BASKETS], lambda r: is_all(texts(r[0]))),
    ("SCARD of moved members", [["SCARD", key] for key in BASKETS], lambda r: sum(values_of(r)) == len(TOKENS)),
    ("SINTERCARD of moved members", [["SINTERCARD", 2] + BASKETS[1:3]], lambda r: r[0].value == 0),
    ("LRANGE of moved elements", [["LRANGE", key, 0, -1] for key in POTS],
     lambda r: is_all([value for each in r for value in texts(each)])),
    ("EXISTS of renamed keys", [["EXISTS"] + BOXES], lambda r: r[0].value == 2),
    ("EXISTS, one by one, of renamed keys", [["EXISTS", key] for key in BOXES], lambda r: sum(values_of(r)) == 2),
    ("LLEN of moved elements", [["LLEN", key] for key in POTS], lambda r: sum(values_of(r)) == len(TOKENS)),
]


def stored_look(client):
    """What is stored from several shards and read back within one transaction."""
    own = f"own:{client.number}"
    kind = client.choose.randrange(4)
    if kind == 3:
        return "COPY of equal sets", [["DEL", own], ["COPY", SETS[0], own], ["SDIFF", own, SETS[1]],
                                      ["SDIFF", SETS[2], own]], lambda r: r[2].value == r[3].value == []
    if kind == 0:
        return "SUNIONSTORE of moved members", [["SUNIONSTORE", own] + BASKETS, ["SMEMBERS", own]], \
            lambda r: r[0].value == len(TOKENS) and is_all(texts(r[1]))
    if kind == 1:
        return "SDIFFSTORE of equal sets", [["SDIFFSTORE", own] + SETS, ["EXISTS", own]], \
            lambda r: values_of(r) == [0, 0]
    return "ZINTERSTORE of equal sorted sets", [["ZINTERSTORE", own, 3] + ZSETS, ["ZCARD", ZSETS[1]]], \
        lambda r: same(values_of(r))


def look(client):
    name, commands, is_whole = stored_look(client) if client.choose.random() < 0.15 else client.choose.choice(LOOKS)
    request, take = commands, lambda replies: replies
    if client.plant == "torn-read" and len(commands) == 1 and commands[0][0] == "MGET":
        request = [["GET", key] for key in STRINGS]  # As a server would that reads shard by shard.
        commands, is_whole = request, lambda r: same([text(each) for each in r])
    elif len(commands) > 1:
        request, take = multi(client, commands)
    replies, _, _ = yield request
    found = take(replies)
    if any(reply.kind == "error" for reply in found):
        raise Torn(f"{name} replied {found}")
    if not is_whole(found):
        raise Torn(f"{name} is torn: {commands} replied {found}")
    client.checked += 1


def whole_client(client):
    while client.made < client.count:
        client.made += 1
        chance = client.choose.random()
        if chance < 0.5:
            yield from look(client)
        else:
            replies, _, _ = yield write_whole(client) if chance < 0.8 else move_token(client)
            if any(reply.kind == "error" and b"no such key" not in reply.value for reply in replies):
                raise Torn(f"a write replied {replies}")


WORKLOADS = {"append": append_client, "register": register_client, "whole": whole_client}
