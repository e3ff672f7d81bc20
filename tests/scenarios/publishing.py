"""PUBLISH where there are replicas: who gets what, in which order, behind which writes; the first claim is Redis's, too."""

import random
import struct
import time

import repl_wire
import resp
import servers
from fake_primary import FakePrimary
from pubsub import message, subscribe
from repl_wire import MESSAGES, frame, framed, varint
from replica import replicate
from replication_pair import await_up, replicaof
from setup import Workers, await_that, check, freeze, info, ok, pipeline, scenario, thaw


def listener(server, is_resp3, *commands):
    connection = server.connect()
    if is_resp3:
        ok(connection, "HELLO", "3")
    for command, *names in commands:
        subscribe(connection, command, *names)
    return connection


def listen_everywhere(chain):
    """Two for each server: a channel in RESP2; a pattern and a shard channel in RESP3."""
    return [(listener(server, False, ("SUBSCRIBE", "news")),
             listener(server, True, ("PSUBSCRIBE", "ne*"), ("SSUBSCRIBE", "shard"))) for server in chain]


def expect(connection, *messages):
    for expected in messages:
        got = message(connection)
        check(got == expected, f"{got} came, not {expected}")


def expect_everywhere(listeners, *texts):
    for one, both in listeners:
        expect(one, *[("message", "news", text) for text in texts])
        expect(both, *[("pmessage", "news", text) for text in texts])


# ---- as in Redis ----

def play_by_the_rules(chain, listeners):
    """chain: a primary, its replica, and that one's."""
    primary, replica = (server.connect() for server in chain[:2])
    check(ok(primary, "PUBLISH", "news", "first").value == 2, "subscribers of replicas are counted")
    expect_everywhere(listeners, "first")
    check(ok(primary, "SPUBLISH", "shard", "sharded").value == 1, "subscribers of replicas are counted")
    for _, both in listeners:
        expect(both, ("smessage", "shard", "sharded"))
    ok(primary, "MULTI")
    for argv in (("SET", "{a}1", "1"), ("PUBLISH", "news", "within"), ("SET", "b", "1"), ("SPUBLISH", "shard", "so, too")):
        check(ok(primary, *argv).value == b"QUEUED", f"{argv} was not queued")
    check([reply.value for reply in ok(primary, "EXEC").value] == [b"OK", 2, b"OK", 1], "EXEC's replies")
    expect_everywhere(listeners, "within")
    for _, both in listeners:
        expect(both, ("smessage", "shard", "so, too"))
    ok(primary, "MULTI")
    ok(primary, "PUBLISH", "news", "never")
    ok(primary, "DISCARD")
    check(ok(replica, "PUBLISH", "news", "local").value == 2, "a replica publishes to its own subscribers")
    expect_everywhere(listeners[1:2], "local")
    ok(primary, "PUBLISH", "news", "")
    expect_everywhere(listeners, "")


def events_are_each_servers_own(chain):
    """The replica notifies, the others do not; then the other way round."""
    ears = [listener(server, False, ("PSUBSCRIBE", "__key*")) for server in chain]
    settings = [server.connect() for server in chain]
    ok(settings[1], "CONFIG", "SET", "notify-keyspace-events", "K$")
    ok(settings[0], "SET", "key", "value")
    expect(ears[1], ("pmessage", "__keyspace@0__:key", "set"))
    ok(settings[1], "CONFIG", "SET", "notify-keyspace-events", "")
    ok(settings[0], "CONFIG", "SET", "notify-keyspace-events", "K$")
    ok(settings[0], "SET", "other", "value")
    ok(settings[0], "PUBLISH", "__key", "end")
    expect(ears[0], ("pmessage", "__keyspace@0__:other", "set"), ("pmessage", "__key", "end"))
    for ear in ears[1:]:
        expect(ear, ("pmessage", "__key", "end"))


def check_chain(chain):
    replicaof(chain[1], chain[0].port)
    await_up(chain[1])
    replicaof(chain[2], chain[1].port)
    await_up(chain[2])
    connection = chain[0].connect()
    ok(connection, "SET", "there", "1")
    last = chain[2].connect()
    await_that(lambda: last.command("GET", "there").value == b"1", "the last one follows")
    play_by_the_rules(chain, listen_everywhere(chain))
    events_are_each_servers_own(chain)


@scenario(cores=(1, 2, 4))
def what_is_published_reaches_those_who_listen_at_replicas(context):
    check_chain([context.anax("--appendonly", "yes"), context.anax("--appendonly", "no", cores=2),
                 context.anax("--appendonly", "yes", cores=context.random.choice((1, 2, 4)))])


@scenario(io=("any",), cores=(0,))
def redis_server_keeps_the_same_rules(context):
    check_chain([context.redis("--repl-diskless-sync-delay", "0", "--save", "") for _ in range(3)])


# ---- order ----

def publish_what_was_written(port, name, count, seed):
    """Each message follows a write, to any core, by itself or in one EXEC."""
    choose = random.Random(seed)
    connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)))
    for number in range(1, count + 1):
        key = f"{name}:{choose.randrange(100)}"
        commands = [["SET", key, number], ["PUBLISH", name, f"{number} {key}"]]
        if choose.random() < 0.4:
            other = f"{name}:{choose.randrange(100)}"
            commands = [["MULTI"], commands[1], ["MSET", key, number, other, number], ["EXEC"]]
        pipeline(connection, commands)


def look_at_what_came(port, names, count):
    """In order, none missing, and what a message is about is there."""
    address = ("127.0.0.1", port)
    ear, reader = (resp.Connection(servers.SocketLink(address)) for _ in range(2))
    subscribe(ear, "SUBSCRIBE", *names)
    yield None
    last = dict.fromkeys(names, 0)
    while any(number < count for number in last.values()):
        _, name, text = message(ear)
        number, key = text.split()
        check(int(number) == last[name] + 1, f"after {last[name]} of {name} came {number}")
        last[name] = int(number)
        value = reader.command("GET", key).value
        check(value is not None and value != "bulk" and int(value) >= int(number), f"{key} is {value!r} when {number} is told")
    yield None


@scenario(cores=(1, 2, 4))
def messages_come_in_order_and_behind_what_was_written_before_them(context):
    primary = context.anax("--appendonly", "yes")
    replica = context.anax("--appendonly", "no", cores=context.random.choice((1, 2, 4)))
    third = context.anax("--appendonly", "no", cores=context.random.choice((1, 2, 4)))
    replicaof(replica, primary.port)
    await_up(replica)
    replicaof(third, replica.port)
    await_up(third)
    count, names = context.count(400), [f"publisher{i}" for i in range(4)]
    looks = [look_at_what_came(server.port, names, count) for server in (replica, third)]
    for look in looks:
        next(look)
    workers = Workers(publish_what_was_written, [(primary.port, name, count, context.random.random()) for name in names])
    for look in looks:
        next(look)
    workers.results(60)
    check(info(primary)["repl_messages_dropped"] == "0", "messages were dropped")
    check(info(replica)["repl_messages_dropped"] == "0", "messages were dropped at the replica")


# ---- who is slow ----

@scenario(cores=(1, 4), rare=("epoll",))
def a_frozen_replica_loses_messages_but_costs_no_memory(context):
    for log in ("yes", "no"):
        primary = context.anax("--appendonly", log)
        replica = context.anax("--appendonly", "no", cores=2)
        replicaof(replica, primary.port)
        await_up(replica)
        ear = listener(replica, False, ("SUBSCRIBE", "news"))
        connection = primary.connect()
        before = int(info(primary)["used_memory"])
        freeze(replica)
        try:
            for start in range(0, 3000, 100):
                pipeline(connection, [["PUBLISH", "news", f"{start + i} " + "x" * 20000] for i in range(100)])
            grown = int(info(primary)["used_memory"]) - before
            dropped = int(info(primary)["repl_messages_dropped"])
        finally:
            thaw(replica)
        check(grown < 24 << 20, f"60 MB were published, and the primary has {grown} bytes more")
        check(dropped > 1000, f"only {dropped} messages were dropped")
        last, came = -1, 0
        while came + dropped < 3000:
            number = int(message(ear)[2].split()[0])
            check(number > last, f"after {last} came {number}")
            last, came = number, came + 1
        facts = info(primary)
        check(facts["sync_full"] == "1" and facts["sync_partial_ok"] == "0", "there was another sync")
        ok(connection, "PUBLISH", "news", "3000 afterwards")
        expect(ear, ("message", "news", "3000 afterwards"))


# ---- frames ----

def a_fake_replica(primary, capabilities="chunks"):
    replica = repl_wire.FakeReplica(("127.0.0.1", primary.port))
    replica.capabilities = capabilities
    return replica.sync()


def messages_of(replica):
    """What came on all flows: [(sums, [(is_shard, channel, text)])]."""
    found = []
    for flow in replica.flows:
        for kind, _, payload in flow.frames:
            if kind == MESSAGES:
                found.append(repl_wire.read_messages(payload))
    return found


@scenario(cores=(1, 4))
def who_does_not_say_that_he_takes_messages_gets_none(context):
    primary = context.anax("--appendonly", "no")
    connection = primary.connect()
    older, newer = a_fake_replica(primary), a_fake_replica(primary, "chunks messages later")
    for fake in (older, newer):
        fake.read(lambda fake=fake: all(flow.published is not None for flow in fake.flows))
    for i in range(20):
        ok(connection, "SET", f"key:{i}", "value")
        ok(connection, "PUBLISH", "news", f"{i}")
    ok(connection, "SPUBLISH", "shard", "last")
    def texts():
        return [text for _, messages in messages_of(newer) for text in messages]
    newer.read(lambda: len(texts()) == 21)
    check(texts() == [(False, b"news", b"%d" % i) for i in range(20)] + [(True, b"shard", b"last")], f"{texts()} came")
    newer.read(lambda: sum(newer.lsns) == 20)
    sums, _ = messages_of(newer)[-1]
    check(sums == [flow._sum() for flow in newer.flows], f"{sums} is what the last one comes behind")
    older.drain()
    check(not messages_of(older), "a replica got what it does not know")
    for fake in (older, newer):
        fake.close()


@scenario(cores=(1, 4))
def a_message_says_what_was_written_before_it_and_within_its_exec(context):
    primary = context.anax("--appendonly", "no")
    connection = primary.connect()
    fake = a_fake_replica(primary, "messages")
    fake.read(lambda: all(flow.published is not None for flow in fake.flows))
    written = 0
    for i in range(30):
        writes = [["SET", f"key:{i}:{j}", "value"] for j in range(context.random.randrange(1, 6))]
        at = context.random.randrange(len(writes) + 1)
        commands = writes[:at] + [["PUBLISH", "news", f"{i}"]] + writes[at:]
        if i % 3 == 0:
            commands = writes + [["PUBLISH", "news", f"{i}"]]
            pipeline(connection, commands)
        else:
            pipeline(connection, [["MULTI"], *commands, ["EXEC"]])
        written += len(writes)
        fake.read(lambda: len(messages_of(fake)) == i + 1)
        sums, messages = messages_of(fake)[-1]
        check(messages == [(False, b"news", b"%d" % i)], f"{messages} came")
        check(sum(sums) == written, f"{written} were written before, the message says {sums}")
    fake.close()


@scenario(cores=(1, 4))
def what_is_published_during_a_full_sync_is_lost(context):
    primary = context.anax("--appendonly", "no")
    connection = primary.connect()
    pipeline(connection, [["SET", f"key:{i}", "x" * 40000] for i in range(600)])
    fake = a_fake_replica(primary, "chunks messages")
    check(info(primary)["repl_flows_in_baseline"] != "0", "the baselines have ended already")
    for i in range(10):
        ok(connection, "PUBLISH", "news", f"early {i}")
    fake.read(lambda: all(flow.published is not None for flow in fake.flows))
    ok(connection, "PUBLISH", "news", "late")
    fake.read(lambda: messages_of(fake) != [])
    texts = [text for _, messages in messages_of(fake) for text in messages]
    if context.cores == 1:
        check(texts == [(False, b"news", b"late")], f"{texts} came")
    check(texts[-1] == (False, b"news", b"late"), f"{texts} came")
    fake.close()


def follow_empty(context, primary):
    replica = context.anax("--appendonly", "no")
    replicate(replica, primary)
    for flow in range(primary.flow_count):
        primary.baseline_end(flow)
    primary.publish()
    await_up(replica)
    return replica


def tell(primary, flow, *texts, sums=None, channel=b"news"):
    sums = [primary.sum_of(i) for i in range(primary.flow_count)] if sums is None else sums
    payload = varint(len(sums)) + b"".join(varint(each) for each in sums)
    payload += b"".join(varint(0) + framed([channel, text]) for text in texts)
    primary.send(flow, frame(MESSAGES, payload))
    return len(payload)


@scenario(cores=(1, 4))
def a_message_waits_for_all_that_was_before_it(context):
    for flows in (1, 2, 3):
        primary = FakePrimary(flows)
        replica = follow_empty(context, primary)
        ear, reader = listener(replica, False, ("SUBSCRIBE", "news")), replica.connect()
        for round_number in range(20):
            keys = [b"key:%d:%d" % (round_number, i) for i in range(6)]
            records = {}
            for key in keys:
                records.setdefault(primary.flow_of(key), []).append(primary.write(key, b"there"))
            flow = context.random.randrange(flows)
            tell(primary, flow, b"about them", b"and again")
            tell(primary, flow, b"the third")
            for other, some in records.items():
                for each in some:
                    ear.send(resp.encode(["PING"]))
                    got = [part.value for part in ear.read_any(timeout=10).value]
                    check(got[0] == b"pong", f"{got} came before what it is about")
                    primary.journal(other, [each])
            expect(ear, *[("message", "news", text) for text in ("about them", "and again", "the third")])
            for key in keys:
                check(reader.command("GET", key).value == b"there", f"{key} is not there when it is told of")
        primary.close()
        context.stop(replica)


@scenario(cores=(1, 4), rare=("epoll",))
def too_many_messages_that_wait_are_dropped_and_counted(context):
    primary = FakePrimary(2)
    replica = follow_empty(context, primary)
    ear = listener(replica, False, ("SUBSCRIBE", "news"))
    key = next(key for key in (b"key%d" % i for i in range(100)) if primary.flow_of(key) == 1)
    late = primary.write(key, b"value")
    size, kept = 0, 0
    for i in range(300):
        size += tell(primary, 0, b"%d " % i + b"x" * 10000, b"%d+ " % i)
        kept += size <= 1 << 20
    await_that(lambda: info(replica)["repl_messages_dropped"] == str(2 * (300 - kept)), "what is too much is dropped")
    primary.journal(1, [late])
    tell(primary, 0, b"300 last")
    came = [message(ear)[2].split()[0]]
    while came[-1] != "300":
        came.append(message(ear)[2].split()[0])
    check(came == [f"{i}{sign}" for i in range(kept) for sign in ("", "+")] + ["300"], f"{came} came")
    # The link goes while something waits.
    late = primary.write(key, b"again")
    tell(primary, 0, b"301 never")
    primary.cut()
    await_that(lambda: info(replica)["master_link_status"] == "down", "the link is down")
    primary.full = True
    check(primary.await_flows(), "it does not come again")
    for flow in range(2):
        primary.unit(flow, {k: v for k, v in primary.data.items() if primary.flow_of(k) == flow})
        primary.baseline_end(flow)
    primary.publish()
    await_up(replica)
    tell(primary, 1, b"302 new")
    expect(ear, ("message", "news", "302 new"))
    primary.close()


@scenario(cores=(2,))
def malformed_messages_end_the_link(context):
    random_bytes = context.random.randbytes
    bad = [b"", varint(1) + varint(0), varint(2) + varint(0), varint(2) + b"\0\0" + varint(2) + framed([b"a", b"b"]),
           varint(2) + b"\0\0" + varint(0) + framed([b"a"]), varint(2) + b"\0\0" + varint(0) + varint(1 << 40),
           varint(1 << 63), varint(2) + b"\0\0" + b"\xff" * 12]
    bad += [varint(2) + b"\0\0" + varint(0) + framed([b"a"]) + varint(300) + random_bytes(20) for _ in range(10)]
    for payload in bad:
        primary = FakePrimary(2)
        replica = follow_empty(context, primary)
        primary.send(1, frame(MESSAGES, payload))
        await_that(lambda: info(replica)["master_link_status"] == "down", f"the link ends at {payload!r}")
        check(replica.connect().command("PING").value == b"PONG", "the replica is no more")
        primary.close()
        context.stop(replica)
