"""What a replica does with what a primary sends: here the primary is the test (fake_primary.py)."""

import struct
import threading

import fake_primary
from durable import kill, own_directory, start
from fake_primary import ACK_WANTED, FakePrimary, frame, framed, record
from setup import await_that, check, info, ok, scenario

CORES = (1, 2, 4)


def replicate(server, primary):
    connection = server.connect()
    ok(connection, "REPLICAOF", "127.0.0.1", str(primary.port))
    connection.close()
    check(primary.await_flows(), "the replica did not open its flows")


def status(server):
    return info(server).get("master_link_status")


def await_up(server, seconds=20):
    await_that(lambda: status(server) == "up", "the link is up", seconds)


def check_equal(server, primary):
    connection = server.connect()
    for key, value in primary.data.items():
        got = connection.command("GET", key)
        check(got.value == value, f"{key!r} is {got.value!r} at the replica, {value!r} at the primary")
    size = ok(connection, "DBSIZE").value
    check(size == len(primary.data), f"the replica has {size} keys, the primary {len(primary.data)}")
    connection.close()


def some_keys(random, count):
    return [f"key:{random.randrange(10 ** 9)}".encode() for _ in range(count)]


def load_baseline(random, primary, keys, with_flush=False):
    """Units and journal in random order; a FLUSHDB in the middle, perhaps."""
    for flow in range(primary.flow_count):
        mine = [key for key in keys if primary.flow_of(key) == flow]
        for start in range(0, len(mine), 50):
            primary.unit(flow, {key: b"base" for key in mine[start:start + 50]})
            if random.random() < 0.5:
                primary.journal(flow, [primary.write(random.choice(mine), b"%d" % start)])
    if with_flush:
        for flow, records in primary.flush().items():
            primary.journal(flow, records)
    for flow in range(primary.flow_count):
        mine = [key for key in keys if primary.flow_of(key) == flow]
        primary.journal(flow, [primary.write(key, b"behind") for key in mine[:20]])
        primary.baseline_end(flow)
        primary.journal(flow, [primary.write(key, b"after") for key in mine[10:30]])
    if with_flush and random.random() < 0.5:
        for flow, records in primary.flush().items():
            primary.journal(flow, records)
    primary.publish()


def followed(context, server, count, flows=2, with_flush=False):
    """The primary of a server that has loaded a baseline of so many keys from it; and these keys."""
    primary = FakePrimary(flows)
    replicate(server, primary)
    keys = some_keys(context.random, count)
    load_baseline(context.random, primary, keys, with_flush)
    await_up(server)
    return primary, keys


class Reader(threading.Thread):
    """Reads all accounts in one MULTI, again and again: their sum must be 0."""

    def __init__(self, server, accounts):
        super().__init__(daemon=True)
        self.connection = server.connect()
        self.accounts = accounts
        self.reads = 0
        self.torn = None
        self.is_over = False

    def run(self):
        while not self.is_over:
            values = self.connection.command("MGET", *self.accounts)
            if values.kind == "error":
                continue
            numbers = [int(each.value) if isinstance(each.value, bytes) else 0 for each in values.value]
            if sum(numbers) != 0:
                self.torn = numbers
                return
            self.reads += 1


def transfers(random, primary, accounts, count):
    """Money moves by transactions of all kinds; what belongs together may arrive in pieces, in any order."""
    queues = {flow: [] for flow in range(primary.flow_count)}
    balance = {key: int(primary.data.get(key, b"0")) for key in accounts}
    for _ in range(count):
        if random.random() < 0.02:
            for flow, records in primary.flush().items():
                queues[flow].append(records)
            balance = dict.fromkeys(accounts, 0)
            continue
        chosen = random.sample(accounts, random.randrange(2, 4))
        for key in chosen[1:]:
            amount = random.randrange(1, 100)
            balance[chosen[0]] -= amount
            balance[key] += amount
        values = {key: b"%d" % balance[key] for key in chosen}
        if len({primary.flow_of(key) for key in chosen}) == 1 and random.random() < 0.7:
            queues[primary.flow_of(chosen[0])].append([primary.write(*item) for item in values.items()])
        else:
            for flow, records in primary.transaction(values, random.random() < 0.7).items():
                queues[flow].append(records)
    while any(queues.values()):
        flow = random.choice([flow for flow, queue in queues.items() if queue])
        taken = queues[flow][:random.randrange(1, 6)]
        del queues[flow][:len(taken)]
        primary.journal(flow, [each for records in taken for each in records], random.choice((0, ACK_WANTED)))


@scenario(cores=CORES)
def a_replica_loads_a_baseline_and_follows_the_journal_from_any_number_of_cores(context):
    for flows in (1, 2, 3, 4):
        random = context.random
        server = context.anax()
        primary, _ = followed(context, server, 600, flows, with_flush=flows != 2)
        check_equal(server, primary)
        accounts = [f"account:{i}".encode() for i in range(12)]
        reader = Reader(server, accounts)
        reader.start()
        for _ in range(5):
            transfers(random, primary, accounts, context.count(100))
        check(primary.await_acks(is_durable=False), f"not everything was acknowledged: {primary.acks}")
        reader.is_over = True
        reader.join(10)
        check(reader.torn is None, f"a transaction was seen torn: {reader.torn}")
        check(reader.reads > 0, "the reader never read")
        check_equal(server, primary)
        facts = info(server)
        check(int(facts["slave_repl_offset"]) == sum(primary.lsns), "the offset is not the sum of the LSNs")
        primary.close()
        context.stop(server)


@scenario(cores=CORES)
def a_replica_goes_on_where_it_was_after_a_broken_link_and_after_kill_9(context):
    random = context.random
    with own_directory() as directory:
        server = start(context, directory)
        primary, _ = followed(context, server, 300)
        check(primary.asked[0][b"replid"] != fake_primary.REPLID.encode(), "it cannot know that history yet")
        primary.full = False
        for turn in range(6):
            transfers(random, primary, [f"account:{i}".encode() for i in range(8)], 40)
            check(primary.await_acks(is_durable=True), f"not everything is durable: {primary.acks}")
            if turn % 3 == 2:
                primary.cut()
                kill(context, server)
                primary.flow_count = 1 + turn % 3
                server = start(context, directory, "--replicaof", f"127.0.0.1 {primary.port}",
                               cores=random.choice((1, 2, 4)))
            else:
                primary.cut()
            check(primary.await_flows(), "the replica did not come back")
            fields = primary.asked[-1]
            check(fields[b"replid"] == fake_primary.REPLID.encode(), "it has forgotten the history")
            lsns = list(struct.unpack("<1024Q", fields[b"lsns"]))
            check(lsns == primary.lsns, "it asks to go on from elsewhere")
            await_up(server)
            check_equal(server, primary)
        primary.close()


@scenario(cores=(2,))
def what_is_half_loaded_is_never_served_and_the_next_sync_is_a_whole_one(context):
    random = context.random
    server = context.anax()
    connection = server.connect()
    ok(connection, "SET", "mine", "1")
    primary = FakePrimary(2)
    replicate(server, primary)
    keys = some_keys(random, 200)
    primary.unit(0, {key: b"half" for key in keys if primary.flow_of(key) == 0})

    def is_loading():
        reply = connection.command("GET", keys[0])
        return reply.kind == "error" and reply.value.startswith(b"LOADING")
    await_that(is_loading, "clients are told LOADING")
    facts = info(server)
    check(facts["master_sync_in_progress"] == "1" and int(facts["master_sync_read_bytes"]) > 0,
          f"INFO does not tell how far it is: {facts}")
    primary.data.clear()
    primary.cut()
    check(primary.await_flows(), "the replica did not come back")
    check(primary.asked[-1][b"replid"] == b"?", "it claims to have something")
    check(is_loading(), "it serves half of a baseline")
    load_baseline(random, primary, keys)
    await_up(server)
    check_equal(server, primary)
    check(connection.command("SET", "a", "1").value.startswith(b"READONLY"), "a replica takes writes")
    ok(connection, "REPLICAOF", "NO", "ONE")
    ok(connection, "SET", "a", "1")
    facts = info(server)
    check(facts["master_replid2"] == fake_primary.REPLID, "what history it goes on from is shown")
    check(facts["master_replid"] not in (fake_primary.REPLID, "0" * 40), "it has an id of its own")
    check(int(facts["second_repl_offset"]) == int(facts["master_repl_offset"]), "and from where on")  # One SET later.
    primary.close()


@scenario(cores=(2,))
def damage_in_a_flow_is_noticed_and_nothing_of_it_is_applied(context):
    random = context.random
    server = context.anax()
    primary, keys = followed(context, server, 100)
    primary.full = False
    good = frame(fake_primary.JOURNAL, framed([record(fake_primary.SET, keys[0], b"damaged")]))
    flow = primary.flow_of(keys[0])
    bad = [good[:i] + bytes([good[i] ^ 1 << random.randrange(8)]) + good[i + 1:]
           for i in random.sample(range(4, len(good)), 8) if i not in (4, 5, 6, 7)]
    bad.append(frame(99, b""))
    bad.append(frame(fake_primary.UNIT, b""))
    bad.append(frame(fake_primary.JOURNAL, framed([record(11, keys[1], b"\x02\x01fv")])))
    bad.append(frame(fake_primary.PING, b"\x07\x00"))
    for data in bad:
        asked = len(primary.asked)
        primary.send(flow, data)
        await_that(lambda: len(primary.asked) > asked, f"the replica begins anew after {data!r}")
        primary.await_flows()
        await_up(server)
        check_equal(server, primary)
        with primary.lock:
            for each in primary.connections[:-3]:
                each.close()
    primary.close()
