"""Primary and replicas, both of them Anax: equal at last, whatever is written meanwhile, and whoever is slow or away."""

import os
import socket
import time

import repl_wire
import resp
import servers
from durable import digest, fill, kill, own_directory, start
from setup import Failure, Workers, await_commands, await_that, check, freeze, info, ok, pipeline, raw_socket, scenario, thaw

CORES = (1, 2, 4)


# ---- a pair ----

def follow(replica, primary):
    connection = replica.connect()
    ok(connection, "REPLICAOF", "127.0.0.1", str(primary.port))
    connection.close()


def await_online(primary, count=1, seconds=60):
    def all_are():
        facts = info(primary)
        return sum("state=online" in facts.get(f"slave{i}", "") for i in range(count)) == count
    await_that(all_are, f"{count} replicas are online", seconds)


def await_level(primary, replica, seconds=60):
    """The replica has all that the primary has; nobody writes."""
    def is_level():
        ours, theirs = info(primary), info(replica)
        return theirs["master_link_status"] == "up" and \
            theirs["slave_repl_offset"] == ours["master_repl_offset"]
    await_that(is_level, "the replica has what the primary has", seconds)


def all_values(server):
    connection = server.connect()
    values = {}
    for db in range(16):
        ok(connection, "SELECT", db)
        keys = [key.value for key in ok(connection, "KEYS", "*").value]
        commands = [command for key in keys for command in (["TYPE", key], ["DUMP", key], ["PEXPIRETIME", key])]
        replies = [reply.value for reply in pipeline(connection, commands)]
        for n, key in enumerate(keys):
            values[db, key] = tuple(replies[3 * n:3 * n + 3])
    connection.close()
    return values


def differences(primary, replica):
    ours, theirs = all_values(primary), all_values(replica)
    texts = []
    for place in sorted(set(ours) | set(theirs)):
        one, other = ours.get(place), theirs.get(place)
        if one != other:
            texts.append(f"{place}: {str(one)[:300]} at the primary, {str(other)[:300]} at the replica")
    return f"{len(texts)} keys differ:\n" + "\n".join(texts[:5])


def check_same(primary, replica):
    """Nobody writes any more; but keys of less than a second expire."""
    def is_same():
        await_level(primary, replica)
        return digest(primary) == digest(replica)
    try:
        await_that(is_same, "the same digest", 5)
    except Failure as failure:
        raise Failure(f"{failure}: {differences(primary, replica)}") from None


# ---- writers ----

def random_command(random, keys):
    def key(kind):
        return f"{kind}:{random.randrange(keys)}"

    def word(most=40):
        return f"{random.randrange(1 << 60):x}" * random.randrange(1, most)
    choice = random.randrange(24)
    return (
        lambda: ["SET", key("s"), word()], lambda: ["SET", key("s"), word(2), "PX", random.randrange(1, 700)],
        lambda: ["INCR", key("n")], lambda: ["APPEND", key("big"), word(400)],
        lambda: ["SETRANGE", key("big"), random.randrange(20000), word(9)],
        lambda: ["DEL", key(random.choice(("s", "l", "h", "z", "set", "big", "x")))],
        lambda: ["RPUSH", key("l"), *[word(4) for _ in range(random.randrange(1, 20))]],
        lambda: ["LPOP", key("l"), random.randrange(1, 5)],
        lambda: ["LINSERT", key("l"), "BEFORE", word(2), word(2)],
        lambda: ["LTRIM", key("l"), 0, 200],
        lambda: ["HSET", key("h"), *[word(3) for _ in range(2 * random.randrange(1, 30))]],
        lambda: ["HDEL", key("h"), word(2)],
        lambda: ["SADD", key("set"), *[random.randrange(2000) for _ in range(random.randrange(1, 40))]],
        lambda: ["SPOP", key("set"), random.randrange(1, 4)],
        lambda: ["ZADD", key("z"), *[random.randrange(5000) for _ in range(2 * random.randrange(1, 20))]],
        lambda: ["ZREMRANGEBYRANK", key("z"), 0, random.randrange(5)],
        lambda: ["XADD", key("x"), "MAXLEN", 300, "*", "f", word(3)],
        lambda: ["MSET", *[part for _ in range(4) for part in (key("s"), word(2))]],
        lambda: ["RENAME", key("s"), key("s")], lambda: ["SUNIONSTORE", key("set"), key("set"), key("set")],
        lambda: ["PEXPIRE", key("h"), random.choice((random.randrange(1, 700), 10 ** 7))], lambda: ["PERSIST", key("h")],
        lambda: ["COPY", key("l"), key("l"), "REPLACE"], lambda: ["LMOVE", key("l"), key("l"), "LEFT", "RIGHT"],
    )[choice]()


def write_at_random(port, seed, seconds, keys, with_globals):
    import random as module
    random = module.Random(seed)
    connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)), 60)
    done, deadline = 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        commands = [random_command(random, keys) for _ in range(random.randrange(1, 60))]
        if random.random() < 0.3:
            commands = [["MULTI"], *commands[:10], ["EXEC"]]
        if with_globals and random.random() < 0.01:
            commands.append(random.choice((["FLUSHDB"], ["SWAPDB", 0, 1], ["FLUSHALL"], ["SELECT", random.randrange(2)])))
        pipeline(connection, commands)
        done += len(commands)
    return done


def big_values(connection):
    for name, verb, parts in (("set", "SADD", 1), ("hash", "HSET", 2), ("zset", "ZADD", 2), ("list", "RPUSH", 1)):
        for start_at in range(0, 40000, 2000):
            words = []
            for n in range(start_at, start_at + 2000):
                words += [f"{n}"] * parts if verb == "ZADD" else [f"{name}-member-{n:060d}"] * parts
            ok(connection, verb, f"great:{name}", *words)
    ok(connection, "SETRANGE", "great:string", 3000000, "end")


def write_into_big(port, seed, seconds):
    import random as module
    random = module.Random(seed)
    connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)), 60)
    done, deadline = 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        n = random.randrange(40000)
        commands = [
            ["SADD", "great:set", f"new-{random.randrange(10 ** 6)}"], ["SREM", "great:set", f"set-member-{n:060d}"],
            ["HSET", "great:hash", f"hash-member-{n:060d}", "changed"], ["HDEL", "great:hash", f"hash-member-{n + 1:060d}"],
            ["ZADD", "great:zset", random.random(), n], ["ZREM", "great:zset", n + 1],
            ["RPUSH", "great:list", "more"], ["LPOP", "great:list"], ["LSET", "great:list", random.randrange(30000), "x"],
            ["LREM", "great:list", 1, "more"], ["SETRANGE", "great:string", random.randrange(2900000), "changed"]]
        if random.random() < 0.02:
            commands += [["DEL", "great:hash"], ["HSET", "great:hash", "a", "b"]]
        if random.random() < 0.02:
            commands += [["RENAME", "great:zset", "great:other"], ["RENAME", "great:other", "great:zset"]]
        pipeline(connection, commands)
        done += len(commands)
    return done


# ---- what is promised ----

@scenario(cores=CORES)
def a_replica_equals_its_primary_whatever_is_written_while_it_comes(context):
    primary = context.anax("--appendonly", "yes")
    connection = primary.connect()
    fill(connection, context.random, context.count(2000))
    replicas = [context.anax("--appendonly", "yes", cores=context.random.choice(CORES)) for _ in range(2)]
    seconds = 3 * min(context.scale, 5)
    workers = Workers(write_at_random, [(primary.port, context.random.random(), seconds, 200, True) for _ in range(2)])
    await_commands(primary, 300)
    for replica in replicas:
        follow(replica, primary)
        time.sleep(context.random.random())  # Any moment will do.
    check(sum(workers.results(60 + seconds)) > 100, "next to nothing was written")
    await_online(primary, 2)
    for replica in replicas:
        check_same(primary, replica)
    facts = info(primary)
    check(facts["sync_full"] == "2", f"sync_full is {facts['sync_full']}")


@scenario(cores=(1, 4))
def values_in_flight_may_be_written_to(context):
    primary = context.anax("--appendonly", "yes")
    connection = primary.connect()
    big_values(connection)
    seconds = 3 * min(context.scale, 5)
    workers = Workers(write_into_big, [(primary.port, context.random.random(), seconds) for _ in range(2)])
    replicas = [context.anax("--appendonly", "no", cores=context.random.choice(CORES)) for _ in range(2)]
    for replica in replicas:
        follow(replica, primary)
    check(sum(workers.results(60 + seconds)) > 100, "next to nothing was written")
    await_online(primary, 2)
    for replica in replicas:
        check_same(primary, replica)
    facts = info(primary)
    check(int(facts["repl_chunks"]) > 0, "no value travelled in chunks")


@scenario(cores=(1, 4))
def a_replica_that_was_away_goes_on_where_it_was(context):
    """Killed and started with another number of cores, while the primary writes more than its backlog holds."""
    with own_directory() as directory:
        primary = context.anax("--appendonly", "yes", "--repl-backlog-size", "16kb")
        fill(primary.connect(), context.random, context.count(1000))
        options = ["--replicaof", f"127.0.0.1 {primary.port}"]
        replica = start(context, directory, *options, cores=2)
        await_online(primary)
        for round_number in range(3):
            check_same(primary, replica)
            if round_number % 2:
                context.stop(replica)
            else:
                await_that(lambda: info(replica)["log_pending_bytes"] == "0", "what it has acknowledged is on its disk")
                kill(context, replica)
            workers = Workers(write_at_random, [(primary.port, context.random.random(), 1, 100, True)])
            workers.results(60)
            replica = start(context, directory, *options, cores=CORES[round_number % 3])
            await_online(primary)
        check_same(primary, replica)
        facts = info(primary)
        check(facts["sync_full"] == "1" and facts["sync_partial_ok"] == "3",
              f"sync_full {facts['sync_full']}, sync_partial_ok {facts['sync_partial_ok']}")


@scenario(cores=(1, 4))
def a_primary_that_was_restarted_goes_on_with_its_replica(context):
    with own_directory() as directory:
        primary = start(context, directory)
        fill(primary.connect(), context.random, context.count(1000))
        replica = context.anax("--appendonly", "yes")
        follow(replica, primary)
        await_online(primary)
        check_same(primary, replica)
        context.stop(primary)
        primary = start(context, directory, cores=context.random.choice(CORES))
        follow(replica, primary)
        await_online(primary)
        Workers(write_at_random, [(primary.port, context.random.random(), 1, 100, True)]).results(60)
        check_same(primary, replica)
        facts = info(primary)
        check(facts["sync_full"] == "0" and facts["sync_partial_ok"] == "1",
              f"sync_full {facts['sync_full']}, sync_partial_ok {facts['sync_partial_ok']}")


@scenario(cores=(1, 4))
def whatever_a_primary_was_before_its_last_start_a_sync_may_take_long(context):
    """Its LSNs began long before its own records: what a replica acknowledges meanwhile is below them."""
    with own_directory() as directory, own_directory() as other:
        primary = start(context, directory)
        behind = start(context, other, "--replicaof", f"127.0.0.1 {primary.port}", cores=context.random.choice(CORES))
        await_online(primary)
        connection = primary.connect()
        ok(connection, "DEBUG", "POPULATE", 50000, "key", 1000)
        await_level(primary, behind)
        context.stop(behind)
        pipeline(connection, [["SET", f"more:{n}", n] for n in range(1000)])
        context.stop(primary)
        primary = start(context, directory)
        replica = context.anax("--appendonly", "yes", cores=context.random.choice(CORES))
        follow(replica, primary)
        await_that(lambda: info(primary)["sync_full"] == "1", "a full sync has begun")
        freeze(replica)
        time.sleep(1.1)  # Longer than the replica is silent.
        thaw(replica)
        behind = start(context, other, "--replicaof", f"127.0.0.1 {primary.port}", cores=context.random.choice(CORES))
        await_online(primary, 2)
        check_same(primary, replica)
        check_same(primary, behind)
        facts = info(primary)
        check(facts["sync_full"] == "1" and facts["sync_partial_ok"] == "1",
              f"sync_full {facts['sync_full']}, sync_partial_ok {facts['sync_partial_ok']}")


def set_many(port, seconds, size):
    connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)), 60)
    value, done, slowest, deadline = "v" * size, 0, 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        begun = time.monotonic()
        pipeline(connection, [["SET", f"key:{(done + n) % 5000}", value] for n in range(100)])
        slowest = max(slowest, time.monotonic() - begun)
        done += 100
    return done * size, slowest


@scenario(cores=(1, 4))
def a_frozen_replica_costs_no_memory_and_no_full_sync(context):
    primary = context.anax("--appendonly", "yes")
    replica = context.anax("--appendonly", "yes", cores=2)
    follow(replica, primary)
    await_online(primary)
    before = int(info(primary)["used_memory"])
    freeze(replica)
    try:
        written = 0
        while written < 150 << 20:
            written += Workers(set_many, [(primary.port, 0.3, 4000)]).results(60)[0][0]
        await_that(lambda: int(info(primary)["log_pending_bytes"]) < 1 << 20, "the log is written", 30)
        facts = info(primary)
    finally:
        thaw(replica)
    grown = int(facts["used_memory"]) - before - 5000 * 4500
    check(grown < 64 << 20, f"the primary has {grown} bytes more with a replica that does not read")
    check(int(facts["repl_flows_behind"]) > 0, "the replica did not fall behind")
    check_same(primary, replica)
    facts = info(primary)
    check(facts["sync_full"] == "1" and facts["sync_partial_ok"] == "0", "there was another sync")
    check(int(facts["repl_read_back_bytes"]) > 0, "nothing was read back")


@scenario(cores=(1, 4))
def without_a_log_a_slow_replica_gets_everything_anew(context):
    primary = context.anax("--appendonly", "no")
    replica = context.anax("--appendonly", "no", cores=2)
    follow(replica, primary)
    await_online(primary)
    freeze(replica)
    try:
        written = 0
        while written < 100 << 20:
            written += Workers(set_many, [(primary.port, 0.5, 4000)]).results(60)[0][0]
    finally:
        thaw(replica)
    await_that(lambda: info(primary)["sync_full"] == "2", "a second full sync", 60)
    await_online(primary)
    check_same(primary, replica)


@scenario(cores=(1, 4))
def wait_counts_the_replicas_that_have_the_callers_writes(context):
    primary = context.anax("--appendonly", "yes", "--appendfsync", "always")
    one, two = primary.connect(), primary.connect()
    check(ok(one, "WAIT", 0, 0).value == 0, "WAIT without replicas")
    ok(one, "SET", "a", 1)
    begun = time.monotonic()
    check(ok(one, "WAIT", 1, 300).value == 0, "WAIT counted a replica that is not there")
    took = time.monotonic() - begun
    check(0.29 < took < 2, f"WAIT 1 300 took {took:.3f} s")
    replicas = [context.anax("--appendonly", "yes", cores=context.random.choice(CORES)) for _ in range(2)]
    for replica in replicas:
        follow(replica, primary)
    await_online(primary, 2)
    for n in range(50):
        pipeline(one, [["SET", f"key:{n}:{i}", n] for i in range(10)])
        begun = time.monotonic()
        check(ok(one, "WAIT", 2, 5000).value == 2, "WAIT did not count both")
        check(time.monotonic() - begun < 4, "WAIT took long")
    replies = pipeline(one, [["SET", "x", 1], ["WAIT", 2, 5000], ["MULTI"], ["SET", "y", 1], ["SET", "z", 2], ["EXEC"],
                             ["WAIT", 2, 5000], ["WAITAOF", 1, 2, 5000], ["PING"]])
    check([reply.value for reply in replies[1:2] + replies[6:7]] == [2, 2], f"within a pipeline: {replies!r}")
    check([item.value for item in replies[7].value] == [1, 2], f"WAITAOF: {replies[7].value!r}")
    freeze(replicas[0])
    try:
        check(ok(two, "WAIT", 2, 100).value == 2, "who has written nothing waited for what others wrote")
        ok(two, "SET", "key", "value")
        check(ok(two, "WAIT", 1, 5000).value == 1, "the replica that runs was not counted")
        check(ok(two, "WAIT", 2, 200).value == 1, "the replica that stands was counted")
        waiting = primary.connect()
        waiting.send(resp.encode(["SET", "k", 1]) + resp.encode(["WAIT", 2, 0]) + resp.encode(["PING"]))
        check(waiting.read_reply().value == b"OK", "SET")
        time.sleep(0.3)  # That nothing comes meanwhile is the claim.
    finally:
        thaw(replicas[0])
    check(waiting.read_reply().value == 2, "WAIT 2 0 did not end when the second replica was back")
    check(waiting.read_reply().value == b"PONG", "what stood behind WAIT")


@scenario(cores=(1, 4))
def what_was_replied_before_a_wait_arrives_though_it_waits_for_ever(context):
    server = context.anax()
    sent = resp.encode(["SET", "key", 1]) + resp.encode(["GET", "key"]) + resp.encode(["WAIT", 1, 0])
    waiting, other = server.connect(), server.connect()
    waiting.send(sent)
    replies = [waiting.read_reply().value, waiting.read_reply().value]
    check(replies == [b"OK", b"1"], f"before WAIT: {replies!r}")
    # Who sends nothing more gets them, and is not waited for.
    link, received = raw_socket(server), b""
    link.sendall(sent)
    link.shutdown(socket.SHUT_WR)
    while piece := link.recv(1000):
        received += piece
    check(received == b"+OK\r\n$1\r\n1\r\n", f"before the end: {received!r}")
    # One by one, it is as if nobody had waited.
    waiting = server.connect()
    ok(waiting, "SET", "other", 2)
    number = ok(waiting, "CLIENT", "ID").value
    waiting.send(resp.encode(["WAIT", 1, 0]))
    await_that(lambda: ok(other, "CLIENT", "UNBLOCK", number).value == 1, "WAIT waits, and is unblocked", 5)
    check(waiting.read_reply().value == 0, "WAIT that was unblocked")


@scenario(cores=(1, 4))
def a_primary_tells_about_its_replicas(context):
    primary = context.anax()
    connection = primary.connect()
    check([item.value for item in ok(connection, "ROLE").value][0] == b"master", "ROLE")
    ok(connection, "MSET", "a", 1, "b", 2)
    replica = context.anax()
    follow(replica, primary)
    await_online(primary)
    await_level(primary, replica)
    await_that(lambda: f"offset={info(primary)['master_repl_offset']}," in info(primary)["slave0"], "its offset is told")
    facts = info(primary)
    check(facts["role"] == "master" and facts["connected_slaves"] == "1", "INFO replication")
    check(facts["slave0"].startswith(f"ip=127.0.0.1,port={replica.port},state=online,offset="), facts["slave0"])
    check(facts["slave0"].endswith((",lag=0", ",lag=1")), facts["slave0"])
    check(facts["repl_backlog_active"] == "1", "repl_backlog_active")
    await_that(lambda: info(primary)["connected_clients"] == "2", "replicas are no clients", 5)
    role = ok(connection, "ROLE").value
    check(role[1].value == int(facts["master_repl_offset"]), "the offset of ROLE")
    check([item.value for item in role[2].value[0].value] ==
          [b"127.0.0.1", str(replica.port).encode(), facts["master_repl_offset"].encode()], f"ROLE: {role!r}")
    listed = ok(connection, "CLIENT", "LIST", "TYPE", "replica").value.decode()
    check(len(listed.strip().split("\n")) == 1 + (context.cores or 1), f"CLIENT LIST TYPE replica: {listed}")
    check(all(" flags=S " in line for line in listed.strip().split("\n")), listed)
    ok(connection, "CLIENT", "KILL", "TYPE", "replica")
    await_that(lambda: int(info(primary)["sync_partial_ok"]) >= 1, "a killed replica comes back and goes on")
    await_online(primary)
    check(info(primary)["sync_full"] == "1", "a killed replica was given everything anew")
    context.stop(replica)
    await_that(lambda: info(primary)["connected_slaves"] == "0", "a replica that ended is gone")


@scenario(cores=(1, 4))
def writes_are_refused_while_there_are_too_few_replicas(context):
    primary = context.anax("--min-replicas-to-write", "1", "--min-replicas-max-lag", "2")
    connection = primary.connect()

    def refusal():
        reply = connection.command("SET", "a", 1)
        return reply.kind == "error" and reply.value.startswith(b"NOREPLICAS")
    await_that(refusal, "a write is refused")
    check(connection.command("GET", "a").kind != "error", "a read is refused")
    check(info(primary)["min_slaves_good_slaves"] == "0", "min_slaves_good_slaves")
    replica = context.anax(cores=1)
    follow(replica, primary)
    await_that(lambda: not refusal(), "a write is accepted", 20)
    freeze(replica)
    try:
        await_that(refusal, "a write is refused when the replica is silent", 10)
    finally:
        thaw(replica)
    await_that(lambda: not refusal(), "a write is accepted again", 20)
    ok(connection, "CONFIG", "SET", "min-replicas-to-write", "2")
    await_that(refusal, "a write is refused after CONFIG SET")
    ok(connection, "CONFIG", "SET", "min-replicas-to-write", "0")
    await_that(lambda: not refusal(), "a write is accepted after CONFIG SET")



# ---- with a replica that is a test ----

def a_fake_replica(primary, like=None, lsns=None):
    replica = repl_wire.FakeReplica(("127.0.0.1", primary.port))
    if like:
        replica.replid, replica.terms, replica.lsns = like.replid, like.terms, list(lsns)
    return replica.sync()


def listen_while_written(context, primary, replica, seconds):
    workers = Workers(write_at_random, [(primary.port, context.random.random(), seconds, 100, True)])
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for flow in replica.flows:
            flow.read(0.001)
    workers.results(60)
    replica.drain()


@scenario(cores=CORES)
def what_is_read_back_from_the_disk_is_what_was_sent(context):
    """Another replica begins where the first one was at some time, and must be sent the same records from there on."""
    primary = context.anax("--appendonly", "yes", "--repl-backlog-size", "16kb")
    first = a_fake_replica(primary)
    check(first.is_full, "who has nothing was not given everything")
    first.read(lambda: all(flow.published for flow in first.flows))
    check(len({flow.published for flow in first.flows}) == 1, "flows disagree on the instant")
    places = [list(first.lsns)]
    for _ in range(4):
        listen_while_written(context, primary, first, 0.4)
        places.append(list(first.lsns))
    first.read(lambda: sum(first.lsns) == int(info(primary)["master_repl_offset"]))  # A slow machine is quiet in between.
    for place in places:
        second = a_fake_replica(primary, first, place)
        check(not second.is_full, "who is behind was given everything")
        second.read(lambda: second.lsns == first.lsns)
        check(all(first.journal[at] == record for at, record in second.journal.items()), "a record differs")
        check(len(second.journal) == sum(first.lsns) - sum(place), "records came twice, or not at all")
        second.close()
    facts = info(primary)
    check(int(facts["repl_read_back_bytes"]) > 0, "nothing was read back")
    check(facts["sync_full"] == "1" and facts["sync_partial_ok"] == str(len(places)), "sync_full, sync_partial_ok")


@scenario(cores=(1, 4))
def who_is_beyond_the_primary_or_of_another_history_gets_everything(context):
    primary = context.anax("--appendonly", "yes")
    ok(primary.connect(), "MSET", "a", 1, "b", 2, "c", 3)
    first = a_fake_replica(primary)
    first.read(lambda: all(flow.published for flow in first.flows))
    beyond = list(first.lsns)
    beyond[7] += 1
    check(a_fake_replica(primary, first, beyond).is_full, "who has a record too many goes on")
    check(not a_fake_replica(primary, first, first.lsns).is_full, "who has all does not go on")
    first.replid = "f" * 40
    check(a_fake_replica(primary, first, first.lsns).is_full, "who is of another history goes on")


@scenario(cores=(1, 4))
def damaged_requests_and_frames_of_a_replica_are_refused(context):
    primary = context.anax()
    connection = primary.connect()
    for request in (["ANAX", "SYNC", "version", "2"], ["ANAX", "SYNC", "version"], ["ANAX", "SYNC", "lsns", "x"],
                    ["ANAX", "SYNC", "version", "1", "terms", "term 0"], ["ANAX", "SYNC", "version", "1", "port", "99999"],
                    ["ANAX", "FLOW", "1", "0"], ["ANAX", "FLOW", "x", "0"], ["ANAX", "FLOW", "1", "-1"]):
        check(connection.command(*request).kind == "error", f"{request} was accepted")
    for damage in (b"\xff" * 64, repl_wire.frame(repl_wire.ACK, b"\x80"), repl_wire.frame(99, b""),
                   repl_wire.frame(repl_wire.ACK, b"\0\0\0")[:-1] + b"\1", b"PING\r\nPING\r\nPING\r\n"):
        replica = a_fake_replica(primary)
        replica.read(lambda: all(flow.published for flow in replica.flows))
        replica.flows[-1].link.sendall(damage)
        try:
            replica.read(lambda: False, 5)
            check(False, f"{damage!r} was taken")
        except EOFError:
            pass
        replica.close()
    await_that(lambda: info(primary)["connected_slaves"] == "0", "they are all gone")
    await_that(lambda: ok(connection, "CLIENT", "LIST", "TYPE", "replica").value == b"", "no connection of theirs is left")


@scenario(cores=(1, 4))
def who_says_nothing_is_given_up(context):
    primary = context.anax("--repl-timeout", "2")
    replica = repl_wire.FakeReplica(("127.0.0.1", primary.port), acknowledges=False).sync()
    await_online(primary)
    begun = time.monotonic()
    try:
        replica.read(lambda: False, 10)
    except EOFError:
        pass
    check(1 < time.monotonic() - begun < 6, "it took long, or short")
    await_that(lambda: info(primary)["connected_slaves"] == "0", "it is gone")
