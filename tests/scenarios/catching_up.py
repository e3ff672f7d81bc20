"""A replica that has missed something: until it has all of it, nobody sees half of what its primary did as one.

With a primary that is a test (fake_primary.py) all is deterministic; with a real one it is random.
"""

import os
import time
from threading import Thread

import resp
import servers
from durable import kill, own_directory, start
from fake_primary import frame, varint
from repl_wire import STABLE
from replica import followed
from replication_pair import ACCOUNTS, Reader, Transfers, await_up, check_same, fill, replicaof, syncs
from setup import await_that, check, freeze, info, ok, pipeline, scenario, thaw


def two_keys(primary):
    """On two flows."""
    names = [f"half:{i}".encode() for i in range(100)]
    return next(name for name in names if primary.flow_of(name) == 0), \
        next(name for name in names if primary.flow_of(name) == 1)


def pair(context, directory, value):
    """A replica, its primary of two cores, and the two keys that were written last, with that value."""
    server = start(context, directory)
    primary, _ = followed(context, server, 100)
    keys = two_keys(primary)
    for key in keys:
        primary.journal(primary.flow_of(key), [primary.write(key, value)])
    return server, primary, *keys


def begin(context, directory):
    """A replica that comes back to a primary of two cores, which has not said yet that it has come to the cut."""
    server, primary, one, other = pair(context, directory, b"old")
    check(primary.await_acks(is_durable=True), "not everything is durable")
    primary.full = primary.cuts_at_once = False
    primary.cut()
    check(primary.await_flows(), "the replica did not come back")
    return server, primary, one, other


def write_half(primary, key, filler):
    """One half of a transaction, in a flow without marks, and more behind it."""
    flow = primary.flow_of(key)
    records = [primary.write(key, b"new")]
    names = (b"filler:%d" % i for i in range(1 << 30))
    while sum(map(len, records)) < filler:
        name = next(names)
        if primary.flow_of(name) == flow:
            records.append(primary.write(name, b"f" * 2000))
    for at in range(0, len(records), 100):
        primary.journal(flow, records[at:at + 100])


def values(connection, *keys):
    reply = connection.command("MGET", *keys)
    return reply.value[:7] if reply.kind == "error" else [each.value for each in reply.value]


def look_and_send_the_rest(primary, path, seen, one, other):
    if primary.await_flows(30):
        seen.append(values(resp.Connection(servers.SocketLink(path), 10), one, other))
        write_half(primary, other, 0)
        primary.publish()


@scenario(cores=(1, 4))
def what_a_replica_has_missed_is_seen_as_a_whole(context):
    with own_directory() as directory:
        server, primary, one, other = begin(context, directory)
        connection = server.connect()
        write_half(primary, one, 0)
        primary.ping()
        await_that(lambda: info(server)["slave_read_repl_offset"] == str(sum(primary.lsns)), "it has come")
        check(values(connection, one, other) == [b"old", b"old"], f"seen: {values(connection, one, other)}")
        check(info(server)["master_link_status"] == "up", "clients are served meanwhile")
        write_half(primary, other, 0)
        primary.publish()
        await_that(lambda: values(connection, one, other) == [b"new", b"new"], "both halves are seen")
        check(info(server)["slave_priority"] == "100", "it may be made a primary")
        primary.close()


@scenario(cores=(1, 4))
def while_it_is_too_much_to_be_held_nothing_is_seen(context):
    with own_directory() as directory:
        server, primary, one, other = begin(context, directory)
        connection = server.connect()
        queued = server.connect()
        pipeline(queued, [["MULTI"], ["GET", one], ["GET", other]])
        write_half(primary, one, 3 << 20)
        await_that(lambda: values(connection, one, other) == b"LOADING", "clients are refused")
        check(connection.command("INFO").kind != "error", "INFO is answered all the same")
        reply = queued.command("EXEC")
        check(reply.kind == "error" and b"LOADING" in reply.value, f"what was queued before: {reply!r}")
        facts = info(server)
        check(facts["slave_priority"] == "0" and facts["master_link_status"] == "down", "it is not to be made a primary")
        write_half(primary, other, 0)
        check(values(connection, one, other) == b"LOADING", "it is shown before the cut")
        primary.publish()
        await_that(lambda: values(connection, one, other) == [b"new", b"new"], "all of it is seen")
        facts = info(server)
        check(facts["slave_priority"] == "100" and facts["master_link_status"] == "up", "it is as any replica")
        primary.close()


@scenario(cores=(2,))
def half_of_it_stays_hidden_through_broken_links_and_kill_9_until_all_has_come(context):
    with own_directory() as directory:
        server, primary, one, other = begin(context, directory)
        write_half(primary, one, 3 << 20)
        await_that(lambda: values(server.connect(), one, other) == b"LOADING", "clients are refused")
        check(primary.await_acks(is_durable=True), "not everything is durable")
        primary.cut()
        check(primary.await_flows(), "the replica did not come back")
        check(values(server.connect(), one, other) == b"LOADING", "after the link had broken")
        kill(context, server)
        primary.cut()
        path, seen = os.path.join(directory, "socket"), []
        Thread(target=look_and_send_the_rest, args=(primary, path, seen, one, other), daemon=True).start()
        server = start(context, directory, "--unixsocket", path, "--replicaof", f"127.0.0.1 {primary.port}",
                       cores=context.random.choice((1, 2, 4)))  # It is ready when clients are not refused.
        check(seen == [b"LOADING"], f"after kill -9: {seen}")
        await_that(lambda: values(server.connect(), one, other) == [b"new", b"new"], "all of it is seen")
        context.stop(server)
        server = start(context, directory, cores=context.random.choice((1, 2, 4)))
        check(values(server.connect(), one, other) == [b"new", b"new"], "after a restart")
        primary.close()


@scenario(cores=(2,))
def who_is_made_a_primary_in_the_middle_of_it_goes_back_to_where_it_was_whole(context):
    for turn in range(2):
        with own_directory() as directory:
            server, primary, one, other = begin(context, directory)
            write_half(primary, one, 3 << 20)
            await_that(lambda: values(server.connect(), one, other) == b"LOADING", "clients are refused")
            check(primary.await_acks(is_durable=True), "not everything is durable")
            if turn == 1:  # It starts as one.
                kill(context, server)
                server = start(context, directory)
            else:
                ok(server.connect(), "REPLICAOF", "NO", "ONE")
            connection = server.connect()
            check(values(connection, one, other) == [b"old", b"old"], f"seen: {values(connection, one, other)}")
            ok(connection, "SET", one, "mine")
            context.stop(server)
            server = start(context, directory, cores=context.random.choice((1, 2, 4)))
            check(values(server.connect(), one, other) == [b"mine", b"old"], "after a restart")
            primary.close()
            context.stop(server)


# ---- with a real primary ----

def write_much(primary):
    connection = primary.connect()
    for at in range(0, 6000, 100):
        pipeline(connection, [["SET", f"much:{(at + i) % 3000}", "x" * 2000] for i in range(100)])
    connection.close()


@scenario(cores=(4,))
def nobody_sees_half_of_a_transaction_while_a_replica_reads_on_from_the_disk(context):
    """Transfers between accounts go on all the time; the replica is frozen and cut off, again and again."""
    with own_directory() as directory:
        primary = start(context, directory, "--repl-backlog-size", "16kb")
        replica = context.anax("--appendonly", "yes", cores=context.random.choice((1, 2, 4)))
        fill(primary.connect())
        replicaof(replica, primary.port)
        await_up(replica)
        transfers = Transfers(context, primary)
        reader = Reader(replica)
        reader.start()
        for turn in range(context.count(4)):
            freeze(replica)
            ok(primary.connect(), "CLIENT", "KILL", "TYPE", "replica")
            if turn % 2:
                write_much(primary)
            thaw(replica)
            before = syncs(primary)[1]
            await_that(lambda before=before: syncs(primary)[1] > before, "it asks to go on", 20)
            await_up(replica)
            check(reader.torn is None, f"torn: {reader.torn}, the sum is {sum(reader.torn or [])}")
        moved = transfers.end()
        check_same(primary, replica, f"after {moved} transfers")
        reader.is_over = True
        reader.join(10)
        check(reader.torn is None, f"torn: {reader.torn}")
        check(reader.reads > 20 and moved > 100 and len(ACCOUNTS) > 4, f"{reader.reads} reads, {moved} transfers")
        check(syncs(primary)[0] == 1, "there was a second full sync")
        check(int(info(primary)["repl_read_back_bytes"]) > 0, "nothing was read back from the disk")
        for server in (replica, primary):
            context.stop(server)


# ---- what is stable ----

def compacts(server):
    return info(server)["aof_rewrite_in_progress"] == "1"


@scenario(cores=(2,))
def a_replica_makes_no_base_of_what_its_primary_may_still_lose(context):
    with own_directory() as directory:
        server, primary, _, _ = pair(context, directory, b"new")
        ok(server.connect(), "BGREWRITEAOF")
        check(primary.await_acks(is_durable=True), "not everything is durable")
        primary.send(0, frame(STABLE, varint(primary.sum_of(0))))
        primary.send(1, frame(STABLE, varint(primary.sum_of(1) - 1)))
        for _ in range(3):  # It looks once a second.
            time.sleep(1)
            primary.ping()
            check(compacts(server), "bases count that hold what the primary has not said to be durable")
        primary.send(1, frame(STABLE, varint(primary.sum_of(1))))
        await_that(lambda: not compacts(server), "the bases count", 20)
        ok(server.connect(), "REPLICAOF", "NO", "ONE")
        ok(server.connect(), "SET", "mine", "1")
        ok(server.connect(), "BGREWRITEAOF")
        await_that(lambda: not compacts(server), "a primary decides for itself", 20)
        primary.close()
