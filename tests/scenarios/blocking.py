"""Commands that wait: served in Redis's order, over any number of shards; nothing is lost, doubled, or kept from them.

The simulated machine plays many clients at once with a schedule of its own for each seed; redis-server plays the same
commands one by one. On the real machine clients are processes, and what they have got is added up.
"""

import random
import time

import resp
from setup import Workers, await_that, check, in_processes, info, ok, pipeline, raw_socket, scenario

KEYS = [f"list:{number}" for number in range(6)]
SETS = [f"zset:{number}" for number in range(3)]


# ---- the same as Redis, one command after the other ----

class Side:
    """One server with its clients: what each has sent, and what has come back."""

    def __init__(self, server, clients):
        self.server = server
        self.admin = server.connect()
        self.clients = [None] * clients
        self.ids = [None] * clients
        self.waits = [0] * clients  # replies that have not come
        for number in range(clients):
            self.open(number)

    def open(self, number):
        self.clients[number] = self.server.connect()
        self.ids[number] = self.clients[number].command("CLIENT", "ID").value
        self.waits[number] = 0

    def close(self, number):
        self.clients[number].close()
        await_that(lambda: self.admin.command("CLIENT", "LIST", "ID", self.ids[number]).value == b"", "it is gone")
        self.open(number)

    def send(self, number, commands):
        self.waits[number] += len(commands)
        self.clients[number].send(b"".join(resp.encode(command) for command in commands))

    def is_blocked(self, number):
        line = self.admin.command("CLIENT", "LIST", "ID", self.ids[number]).value
        return b" flags=b " in line

    def settle(self, number):
        """Until the client was answered or waits; then takes what came, for all of them."""
        got = {}
        deadline = time.monotonic() + 10
        while True:
            self.take(got)
            if self.waits[number] == 0 or self.is_blocked(number):
                break
            check(time.monotonic() < deadline, "neither an answer nor waiting")
        self.admin.command("PING")
        self.take(got)
        return got

    def take(self, got):
        for number, client in enumerate(self.clients):
            while self.waits[number] > 0:
                try:
                    reply = client.read_reply(0)
                except resp.NoReply:
                    break
                got.setdefault(number, []).append(reply)
                self.waits[number] -= 1


def random_wait(choose):
    keys = choose.sample(KEYS, choose.choice((1, 1, 2, 3, 5)))
    ends = ("LEFT", "RIGHT")
    kind = choose.randrange(8)
    if kind == 0:
        return ["BLPOP"] + keys + [0]
    if kind == 1:
        return ["BRPOP"] + keys + [0]
    if kind == 2:
        return ["BLMPOP", 0, len(keys)] + keys + [choose.choice(ends), "COUNT", choose.randrange(1, 4)]
    if kind < 6:
        return ["BLMOVE", choose.choice(KEYS), choose.choice(KEYS), choose.choice(ends), choose.choice(ends), 0]
    if kind == 6:
        return ["BRPOPLPUSH", choose.choice(KEYS), choose.choice(KEYS), 0]
    return [choose.choice(("BZPOPMIN", "BZPOPMAX"))] + choose.sample(SETS, 2) + [0]


def random_change(choose, stamp):
    """What may make lists and sorted sets, or take them away."""
    key, other = choose.sample(KEYS, 2)
    values = [f"{stamp}.{number}" for number in range(choose.choice((1, 1, 2, 3)))]
    return choose.choice((
        ["RPUSH", key] + values, ["LPUSH", key] + values, ["RPUSH", key] + values, ["LPUSH", key] + values,
        ["LMOVE", key, other, "LEFT", "RIGHT"], ["RENAME", key, other], ["COPY", key, other, "REPLACE"],
        ["LPOP", key], ["LMPOP", 2, key, other, "LEFT"], ["DEL", key], ["SET", key, stamp], ["RPUSH", "src", stamp],
        ["RENAME", "src", key], ["ZADD", choose.choice(SETS), 1, stamp, 2, stamp + "x"],
        ["ZUNIONSTORE", choose.choice(SETS), 2] + choose.sample(SETS, 2), ["SADD", key, stamp],
        ["LINSERT", key, "BEFORE", "x", "y"], ["LPUSHX", key, stamp], ["LTRIM", key, 1, -1]))


def random_step(choose, stamp):
    kind = choose.random()
    if kind < 0.1:
        return [["DEL"] + KEYS + SETS]  # Else there is something everywhere, and nobody waits.
    if kind < 0.55:
        return [random_wait(choose)]
    if kind < 0.7:
        return [random_change(choose, stamp)]
    if kind < 0.8:  # Many keys are made ready at once, in an order.
        keys = choose.sample(KEYS, choose.randrange(3, 6))
        return [["MULTI"]] + [["RPUSH", key, f"{stamp}-{key}"] for key in keys] + [["EXEC"]]
    if kind < 0.86:  # From another database, or with everything.
        key = choose.choice(KEYS)
        made = [["SELECT", 1], ["FLUSHDB"], ["RPUSH", key, stamp, stamp + "x"]]
        commands = choose.choice((made + [["MOVE", key, 0], ["SELECT", 0]], made + [["SELECT", 0], ["SWAPDB", 0, 1]],
                                  made + [["SELECT", 0], ["SWAPDB", 0, 1]], [["FLUSHALL"], ["RPUSH", key, stamp]],
                                  made + [["COPY", key, key, "DB", 0, "REPLACE"], ["SELECT", 0]]))
        return [["MULTI"]] + commands + [["EXEC"]]
    commands = [random_change(choose, f"{stamp}-{number}") if choose.random() < 0.8 else random_wait(choose)
                for number in range(choose.randrange(1, 6))]
    return [["MULTI"]] + commands + [["EXEC"]]


def list_contents(side):
    return [side.admin.command("LRANGE", key, 0, -1) for key in KEYS]


def compare_with_redis(context, cores, steps, make_step=random_step, contents_of=list_contents, clients=9):
    sides = [Side(context.redis(), clients), Side(context.simulated(cores=cores), clients)]
    choose = context.random
    history = []
    for step in range(steps):
        idle = [number for number in range(clients) if sides[0].waits[number] == 0]
        waiting = [number for number in range(clients) if sides[0].waits[number] > 0]
        if not idle or (waiting and choose.random() < 0.12):
            number = choose.choice(waiting)
            history.append((number, "gone" if choose.random() < 0.5 else "unblocked"))
            if history[-1][1] == "gone":
                for side in sides:
                    side.close(number)
                continue
            replies = [side.admin.command("CLIENT", "UNBLOCK", side.ids[number]) for side in sides]
            check(replies[0] == replies[1], f"CLIENT UNBLOCK: {replies}")
            for side in sides:
                side.settle(number)
            continue
        number = choose.choice(idle)
        commands = make_step(choose, f"v{step}")
        history.append((number, commands))
        for side in sides:
            side.send(number, commands)
        got = [side.settle(number) for side in sides]
        check(got[0] == got[1], f"step {step}, after {history[-12:]}: redis-server {got[0]}, Anax {got[1]}")
        if step % 16 == 0:
            contents = [contents_of(side) for side in sides]
            check(contents[0] == contents[1], f"step {step}, after {history[-12:]}: {contents}")


@scenario(io=("any",), cores=(0,))
def who_waits_is_served_as_by_redis(context):
    for cores in (1, 4):
        compare_with_redis(context, cores, context.count(1500))


# ---- all at once, on the simulated machine ----

def tokens_of(reply):
    """All texts in a reply."""
    if reply.kind == "bulk":
        return [reply.value]
    if reply.kind == "array":
        return [token for item in reply.value for token in tokens_of(item)]
    return []


class Crowd:
    """Clients that push and wait at the same time; the tokens in lists are those pushed and not taken."""

    def __init__(self, server, choose, clients):
        self.server = server
        self.choose = choose
        self.admin = server.connect()
        self.clients = [server.connect() for _ in range(clients)]
        self.asked = [None] * clients
        self.pushed, self.taken = set(), []
        self.serial = 0

    def act(self, number):
        if self.choose.random() < 0.5:
            key, other = self.choose.sample(KEYS, 2)
            command = self.choose.choice((
                ["BLPOP", key, other, 0], ["BRPOP", key, 0], ["BLMPOP", 0, 2, key, other, "LEFT", "COUNT", 3],
                ["BLMOVE", key, other, "LEFT", "RIGHT", 0], ["BLMOVE", key, other, "LEFT", "RIGHT", 0],
                ["BLMOVE", other, key, "RIGHT", "LEFT", 0], ["LPOP", key], ["LMOVE", key, other, "LEFT", "LEFT"]))
        else:
            command = ["RPUSH", self.choose.choice(KEYS)] + self.new_tokens()
        commands = [command]
        if self.choose.random() < 0.2:
            commands = [["MULTI"], ["RPUSH", self.choose.choice(KEYS)] + self.new_tokens(), command, ["EXEC"]]
        self.asked[number] = commands
        self.clients[number].send(b"".join(resp.encode(command) for command in commands))

    def new_tokens(self):
        tokens = []
        for _ in range(self.choose.choice((1, 1, 2))):
            self.serial += 1
            tokens.append(b"t%d" % self.serial)
        self.pushed.update(tokens)
        return tokens

    def take_replies(self):
        for number, commands in enumerate(self.asked):
            if commands is None:
                continue
            try:
                replies = [self.clients[number].read_reply(0) for _ in commands]
            except resp.NoReply:
                check(len(commands) == 1, f"{commands} is not answered")
                continue
            self.asked[number] = None
            check(all(reply.kind != "error" for reply in replies), f"{commands}: {replies}")
            last = replies[-1].value if len(commands) > 1 else [replies[-1]]
            for command, reply in zip(commands[1:] if len(commands) > 1 else commands, last):
                if "MOVE" not in command[0]:
                    self.taken += [token for token in tokens_of(reply) if token not in map(str.encode, KEYS)]

    def leave(self, number):
        """Goes while it waits."""
        self.clients[number].close()
        self.clients[number] = self.server.connect()
        self.asked[number] = None

    def check_rest(self):
        lists = {key: tokens_of(self.admin.command("LRANGE", key, 0, -1)) for key in KEYS}
        for commands in self.asked:
            if commands:
                keys = [word for word in commands[0] if word in KEYS]
                keys = keys[:1] if commands[0][0] == "BLMOVE" else keys
                for key in keys:
                    check(not lists[key], f"{key} has {lists[key]}, but {commands[0]} waits")
        found = sorted(self.taken + [token for tokens in lists.values() for token in tokens])
        lost = self.pushed.difference(found)
        check(len(found) == len(set(found)), "something was taken twice")
        check(not lost, f"lost: {sorted(lost)}")


@scenario(io=("any",), cores=(0,))
def between_commands_nobody_waits_for_what_is_there(context):
    for _ in range(context.count(6)):
        crowd = Crowd(context.simulated(cores=context.random.choice((2, 4))), context.random, 16)
        for _ in range(150):
            idle = [number for number, commands in enumerate(crowd.asked) if commands is None]
            for number in crowd.choose.sample(idle, crowd.choose.randrange(len(idle) + 1)):
                crowd.act(number)
            crowd.server.run()
            crowd.take_replies()
            crowd.check_rest()
            waiting = [number for number, commands in enumerate(crowd.asked) if commands]
            if waiting and (len(waiting) > 12 or crowd.choose.random() < 0.2):
                crowd.leave(crowd.choose.choice(waiting))


# ---- on the real machine ----

def produce(server, number, count, seed):
    choose = random.Random(seed)
    connection = server.connect()
    serial = 0
    while serial < count:
        burst = choose.choice((1, 1, 1, 4, 16))
        commands = []
        for _ in range(burst):
            commands.append(["RPUSH", choose.choice(KEYS), f"{number}:{serial}"])
            serial += 1
        if choose.random() < 0.2:
            commands = [["MULTI"]] + commands + [["EXEC"]]
        pipeline(connection, commands)
    connection.close()
    return serial


def consume(server, keys, seed):
    """Takes until it meets an end mark; sometimes its time is over, sometimes it comes anew. Returns what it got."""
    choose = random.Random(seed)
    connection = server.connect()
    got = []
    while True:
        if choose.random() < 0.02:
            connection.close()  # It waits for nothing now.
            connection = server.connect()
        timeout = choose.choice((0, 0.001, 1))
        count = choose.choice((1, 3))
        command = choose.choice((["BLPOP"] + keys + [timeout],
                                 ["BLMPOP", timeout, len(keys)] + keys + ["LEFT", "COUNT", count]))
        reply = ok(connection, *command)
        if reply.kind == "nil":
            continue
        texts = [text.decode() for text in tokens_of(reply)]
        if "end" in texts:
            check(texts[1:] == ["end"] or texts[-1] == "end", f"after the end came {texts}")
            return got + [(texts[0], text) for text in texts[1:] if text != "end"]
        got += [(texts[0], text) for text in texts[1:]]


def check_fifo(got):
    """Of one producer's elements in one list a consumer gets the earlier ones first."""
    last = {}
    for key, text in got:
        producer, serial = map(int, text.split(":"))
        check(last.get((key, producer), -1) < serial, f"{key} gave {text} after {last.get((key, producer))}")
        last[key, producer] = serial


@scenario()
def producers_and_consumers_lose_nothing(context):
    server = context.anax()
    count = context.count(2000)
    choose = context.random
    consumers = [choose.sample(KEYS, choose.randrange(1, 4)) for _ in range(4)] + [[key] for key in KEYS]

    workers = Workers(consume, [(server, keys, choose.random()) for keys in consumers])
    try:
        produced = sum(in_processes(produce, [(server, number, count, choose.random()) for number in range(3)], 60))
        connection = server.connect()
        await_that(lambda: all(ok(connection, "EXISTS", key).value == 0 for key in KEYS), "all is taken", 30)
        # Each consumer's own list comes last: what waits for others ends with the first mark that it meets.
        for key in KEYS * 12:
            ok(connection, "RPUSH", key, "end")
        got = workers.results(60)
    finally:
        workers.end()
    for one in got:
        check_fifo(one)
    texts = [text for one in got for _, text in one]
    check(len(texts) == len(set(texts)), "something was taken twice")
    check(len(texts) == produced, f"{produced} were pushed, {len(texts)} taken")
    check(info(connection)["tx_queue_length"] == "0", "locks were left behind")


def move_round(server, source, target, seconds, seed):
    """Moves from one list to the next until the time is over; leaves in the middle now and then."""
    choose = random.Random(seed)
    connection = server.connect()
    moved = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        kind = choose.random()
        if kind < 0.03:
            link = raw_socket(server)
            link.sendall(resp.encode(["BLMOVE", source, target, "LEFT", "RIGHT", 0]))
            link.close()
        elif kind < 0.1:
            pipeline(connection, [["MULTI"], ["LMOVE", source, target, "LEFT", "RIGHT"],
                                  ["LMOVE", source, target, "LEFT", "RIGHT"], ["EXEC"]])
        else:
            reply = ok(connection, "BLMOVE", source, target, "LEFT", "RIGHT", choose.choice((0.001, 0.1)))
            moved += reply.kind == "bulk"
    connection.close()
    return moved


@scenario()
def what_goes_round_and_round_stays_whole(context):
    """Movers in a ring over all shards, each waiting for the one before: whoever pushes locks the whole ring."""
    server = context.anax()
    connection = server.connect()
    tokens = [f"token:{number}" for number in range(20)]
    ring = KEYS
    arguments = [(server, ring[number % len(ring)], ring[(number + 1) % len(ring)], 1.5 * context.scale,
                  context.random.random()) for number in range(2 * len(ring))]
    for number, token in enumerate(tokens):
        ok(connection, "RPUSH", ring[number % 2], token)
    moved = in_processes(move_round, arguments, 60 + 2 * context.scale)
    check(sum(moved) > 100, f"only {sum(moved)} moves")
    await_that(lambda: info(connection)["blocked_clients"] == "0", "nobody waits any longer")
    there = [text.decode() for key in ring for text in tokens_of(ok(connection, "LRANGE", key, 0, -1))]
    check(sorted(there) == sorted(tokens), f"there are {sorted(there)}")
    check(info(connection)["tx_queue_length"] == "0", "locks were left behind")


def steal(server, keys, seconds, _seed):
    connection = server.connect()
    stolen = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        replies = pipeline(connection, [["LPOP", key] for key in keys] + [["LMPOP", len(keys)] + keys + ["LEFT"]])
        stolen += [reply for reply in replies if reply.kind != "nil"]
    connection.close()
    return len(stolen)


@scenario()
def nobody_comes_between_a_push_and_who_waits(context):
    """While a client waits for a key, others who pop it all the time never get what is pushed."""
    server = context.anax()
    connection, pusher = server.connect(), server.connect()
    keys = KEYS[:3]

    seconds = 1.5 * context.scale
    thieves = Workers(steal, [(server, keys, seconds, 0) for _ in range(2)])
    target = "target"
    until = time.monotonic() + seconds / 2
    rounds = 0
    try:
        while time.monotonic() < until:
            key = keys[rounds % len(keys)]
            command = context.random.choice((["BLPOP"] + keys + [0], ["BLMOVE", key, target, "LEFT", "LEFT", 0]))
            number = ok(connection, "CLIENT", "ID").value
            connection.send_command(command)
            await_that(lambda number=number: b" flags=b " in ok(pusher, "CLIENT", "LIST", "ID", number).value, "it waits")
            if context.random.random() < 0.5:
                ok(pusher, "RPUSH", key, f"v{rounds}")
            else:
                pipeline(pusher, [["MULTI"], ["SET", "x", 1], ["RPUSH", key, f"v{rounds}"], ["EXEC"]])
            if command[0] == "BLMOVE":
                length = ok(pusher, "LLEN", target).value
                check(length == 1, f"when the push is answered, {length} were moved")
                ok(pusher, "DEL", target)
            reply = connection.read_reply()
            check(f"v{rounds}".encode() in tokens_of(reply), f"{command} got {reply}")
            rounds += 1
        stolen = thieves.results(60)
    finally:
        thieves.end()
    check(sum(stolen) == 0, f"{sum(stolen)} were stolen in {rounds} rounds")
    check(rounds > 10, f"only {rounds} rounds")


@scenario()
def clients_that_vanish_while_they_wait_take_nothing(context):
    server = context.anax()
    connection = server.connect()
    before = int(info(connection)["used_memory"])
    for number in range(context.count(20)):
        links = [raw_socket(server) for _ in range(20)]
        for link in links:
            keys = context.random.sample(KEYS, 3)
            link.sendall(resp.encode(["BLPOP"] + keys + [0]) + resp.encode(["RPUSH", "never", 1]))
        await_that(lambda: info(connection)["blocked_clients"] == "20", "all wait")
        for link in links:
            link.close()
        await_that(lambda: info(connection)["connected_clients"] == "1", "all are gone")
        for key in KEYS:
            ok(connection, "RPUSH", key, number)
            check(ok(connection, "LPOP", key).value == str(number).encode(), f"{key} was taken")
    check(ok(connection, "EXISTS", "never").value == 0, "what stood behind was run")
    check(int(info(connection)["used_memory"]) < before + 2_000_000, "memory grew")


@scenario()
def ten_thousand_wait_and_each_gets_its_own(context):
    """A client that waits holds no fiber and no buffer; those of one key are served in the order of their coming."""
    server = context.anax("--maxclients", "20000")
    connection = server.connect()
    count = min(10000, context.count(2000))
    base = int(info(connection)["used_memory"])
    links = []
    for number in range(count):
        link = raw_socket(server)
        link.sendall(resp.encode(["BLPOP", "queue", "other", 0]))
        links.append(link)
        if number % 100 == 99:
            await_that(lambda number=number: info(connection)["blocked_clients"] == str(number + 1), "they wait")
    each = (int(info(connection)["used_memory"]) - base) / count
    check(each < 8192, f"one that waits takes {each:.0f} bytes")
    for number in range(0, count, 100):
        ok(connection, "RPUSH", "queue", *range(number, number + 100))
    took = [int(link.recv(100).split(b"\r\n")[4]) for link in links]
    check(sorted(took) == list(range(count)), "not everybody got one")
    for start in range(0, count, 100):  # Within a hundred that came at the same time the order is open.
        check(sorted(took[start:start + 100]) == list(range(start, start + 100)), f"those from {start} on got others")
    for link in links:
        link.close()
