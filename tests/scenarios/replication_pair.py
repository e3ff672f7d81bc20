"""A primary and its replica, both real: after any workload, under cuts and kills, they hold the same.

The workload is that of tests/diff: random commands on all types. Where it ends, both have the same offset and then
the same digest.
"""

import contextlib
import multiprocessing
import os
import random as random_module
import select
import socket
import sys
import threading
import time

import resp
import servers
from durable import kill, own_directory, start
from setup import Failure, Workers, await_commands, await_that, check, freeze, info, ok, pipeline, scenario, thaw

sys.path.append(os.path.join(servers.ROOT, "tests/diff"))

ACCOUNTS = [f"account:{i}" for i in range(16)]


# ---- the workload ----

def _write(address, seed, is_over, count):
    """Random commands until is_over is set, or count items."""
    import generate
    gen = generate.Generator(random_module.Random(seed), without=("SHUTDOWN", "HELLO", "RESET"))
    done = 0
    try:
        connection = resp.Connection(servers.SocketLink(address))
    except OSError:  # It has been killed already.
        return done
    while (count is None or done < count) and not is_over.is_set():
        if done % 200 == 0:
            gen.new_profile()
        commands = [argv for _ in range(20) for argv in gen.item() if argv and argv[0].upper() != b"CLIENT"]
        try:
            pipeline(connection, commands)
        except (OSError, resp.Closed, resp.NoReply):
            break
        done += 20
    return done


class Load:
    """Writers in processes of their own."""

    def __init__(self, context, server, writers=2, count=None):
        self.is_over = multiprocessing.get_context("fork").Event()
        self.count = count
        seeds = [context.random.randrange(1 << 32) for _ in range(writers)]
        self.workers = Workers(_write, [(server.address, seed, self.is_over, count) for seed in seeds])

    def end(self):
        if self.count is None:
            self.is_over.set()
        return sum(self.workers.results(60))


def fill(connection):
    """Some values that are too big for a unit."""
    commands = []
    for i in range(0, 20000, 100):
        commands.append(["HSET", "big:hash"] + [text for j in range(i, i + 100) for text in (f"f{j}", "v" * 40)])
        commands.append(["RPUSH", "big:list"] + [str(j) * 5 for j in range(i, i + 100)])
        commands.append(["SADD", "big:set"] + [f"member:{j}" for j in range(i, i + 100)])
        commands.append(["ZADD", "big:zset"] + [text for j in range(i, i + 100) for text in (str(j), f"m{j}")])
    commands += [["XADD", "big:stream", "*", "f", "v" * 30] for _ in range(3000)]
    commands += [["SET", "big:string", "x" * 300000], ["MSET"] + [text for name in ACCOUNTS for text in (name, "100")]]
    for at in range(0, len(commands), 200):
        pipeline(connection, commands[at:at + 200])


# ---- pairs ----

def replicaof(replica, port):
    connection = replica.connect()
    ok(connection, "REPLICAOF", "127.0.0.1", str(port))
    connection.close()


def offset(server):
    return int(info(server)["master_repl_offset"])


def is_up(server):
    facts = info(server)
    return facts.get("master_link_status") == "up"


def await_up(replica, seconds=30):
    try:
        await_that(lambda: is_up(replica), "the link is up", seconds)
    except Failure as failure:
        raise Failure(f"{failure}: {replica.process.said(12)}") from None


def digest(server):
    connection = server.connect()
    value = ok(connection, "DEBUG", "DIGEST").value
    connection.close()
    return value


def check_same(primary, replica, when):
    """Nobody writes any more."""
    await_up(replica)
    try:
        await_that(lambda: offset(primary) == offset(replica), "the same offset", 20)
    except Failure:
        raise Failure(f"{when}: the primary is at {offset(primary)}, the replica at {offset(replica)}: "
                      f"{replica.process.said(12)}") from None
    if digest(primary) == digest(replica):
        return
    raise Failure(f"{when}: the digests differ: {differences(primary, replica)}")


def differences(primary, replica):
    """Which keys differ, for the report."""
    found = []
    one, other = primary.connect(), replica.connect()
    for db in range(16):
        for connection in (one, other):
            ok(connection, "SELECT", str(db))
        names = {each.value for each in ok(one, "KEYS", "*").value} ^ {each.value for each in ok(other, "KEYS", "*").value}
        found += [f"db {db}: only on one: {name!r}" for name in list(names)[:5]]
        for each in ok(one, "KEYS", "*").value:
            values = [(connection.command("DUMP", each.value).value, connection.command("PEXPIRETIME", each.value).value)
                      for connection in (one, other)]
            if values[0] != values[1] and len(found) < 10:
                found.append(f"db {db}: {each.value!r} ({ok(one, 'TYPE', each.value).value!r}) {values[0][0]!r:.300} "
                             f"{values[1][0]!r:.300} expire {values[0][1]} {values[1][1]}")
    return "\n".join(found)


def syncs(primary):
    facts = info(primary)
    return int(facts["sync_full"]), int(facts["sync_partial_ok"])


class Proxy:
    """Between a replica and its primary: connections end after a random number of bytes, when told to."""

    def __init__(self, port, random):
        self.target, self.random = port, random
        self.limit = None  # bytes that a connection carries at most, or None
        self.cuts = 0
        self.is_over = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while not self.is_over:
            try:
                one, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(one,), daemon=True).start()

    def _carry(self, one):
        try:
            other = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            one.close()
            return
        for each in (one, other):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        left = self.limit and self.random.randrange(1, self.limit)
        with contextlib.suppress(OSError):
            while not self.is_over:
                ready, _, _ = select.select([one, other], [], [], 0.2)
                if self.limit and not left:
                    left = self.random.randrange(1, self.limit)
                for each in ready:
                    data = each.recv(65536)
                    if not data:
                        raise OSError
                    if left is not None and self.limit:
                        data, left = data[:left], left - len(data)
                    (other if each is one else one).sendall(data)
                    if self.limit and left is not None and left <= 0:
                        self.cuts += 1
                        raise OSError
        one.close()
        other.close()

    def close(self):
        self.is_over = True
        self.listener.close()


class Reader(threading.Thread):
    """Reads all accounts of a replica at once, again and again: their sum never changes."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server = server
        self.reads = 0
        self.torn = None
        self.is_over = False

    def run(self):
        connection = self.server.connect()
        while not self.is_over and self.torn is None:
            values = connection.command("MGET", *ACCOUNTS)
            if values.kind == "error":
                time.sleep(0.01)  # It is loading, and is to have the CPU for that.
                continue
            numbers = [int(each.value) for each in values.value if isinstance(each.value, bytes)]
            if numbers and sum(numbers) != 100 * len(ACCOUNTS):
                self.torn = numbers
            self.reads += 1


def _transfer(address, seed, is_over):
    """Money moves between accounts, by MULTI and by MSET."""
    random = random_module.Random(seed)
    connection = resp.Connection(servers.SocketLink(address))
    moved = 0
    while not is_over.is_set():
        one, other = random.sample(ACCOUNTS, 2)
        amount = str(random.randrange(1, 50))
        pipeline(connection, [["MULTI"], ["DECRBY", one, amount], ["INCRBY", other, amount], ["EXEC"]])
        moved += 1
    return moved


class Transfers:
    def __init__(self, context, server, clients=2):
        self.is_over = multiprocessing.get_context("fork").Event()
        seeds = [context.random.randrange(1 << 32) for _ in range(clients)]
        self.workers = Workers(_transfer, [(server.address, seed, self.is_over) for seed in seeds])

    def end(self):
        self.is_over.set()
        return sum(self.workers.results(60))


# ---- what is promised ----

@scenario(cores=(1, 2, 4))
def a_full_sync_under_load_ends_with_the_same_data_whatever_the_cores(context):
    for cores in (1, 2, 4):
        with own_directory() as one, own_directory() as other:
            primary = start(context, one)
            replica = start(context, other, cores=cores)
            connection = primary.connect()
            Load(context, primary, count=context.count(400)).end()
            fill(connection)
            load = Load(context, primary)
            replicaof(replica, primary.port)
            await_up(replica)
            await_commands(primary, 2000)
            check(load.end() > 100, "there was hardly any load")
            check_same(primary, replica, f"after the sync to {cores} cores")
            Load(context, primary, count=context.count(1000)).end()
            check_same(primary, replica, f"after the journal to {cores} cores")
            check(syncs(primary)[0] == 1, "there was more than one full sync")
            for server in (replica, primary):
                context.stop(server)


@scenario(cores=(1, 2, 4))
def a_transaction_is_never_seen_torn_on_a_replica(context):
    for cores in (1, 2, 4):
        primary = context.anax("--appendonly", "yes")
        replica = context.anax("--appendonly", "yes", cores=cores)
        fill(primary.connect())
        replicaof(replica, primary.port)
        transfers = Transfers(context, primary)
        await_up(replica)
        reader = Reader(replica)
        reader.start()
        time.sleep(1.5 * context.scale)  # The longer they read the more they may find.
        moved = transfers.end()
        check_same(primary, replica, f"after {moved} transfers")
        reader.is_over = True
        reader.join(10)
        check(reader.torn is None, f"torn: {reader.torn}")
        check(reader.reads > 5 and moved > 50, f"hardly any load: {reader.reads} reads, {moved} transfers")
        for server in (replica, primary):
            context.stop(server)


@scenario(cores=(2,))
def links_cut_at_any_byte_lead_to_the_same_data_and_to_no_second_full_sync(context):
    with own_directory() as one, own_directory() as other:
        # What gets through is less than what is written: the replica falls behind.
        primary = start(context, one, "--repl-log-retention", "8gb")
        replica = start(context, other, cores=context.random.choice((1, 2, 4)))
        fill(primary.connect())
        proxy = Proxy(primary.port, context.random)
        load = Load(context, primary)
        proxy.limit = 1000000  # in the middle of the baseline, too
        replicaof(replica, proxy.port)
        await_that(lambda: proxy.cuts >= 3, "links are cut while the baseline comes", 60)
        proxy.limit = None
        await_up(replica)
        full, _ = syncs(primary)
        cuts = proxy.cuts
        proxy.limit = 100000
        await_that(lambda: proxy.cuts >= cuts + 8 * context.scale, "links are cut again and again", 30 * context.scale)
        proxy.limit = None
        load.end()
        check_same(primary, replica, f"after {proxy.cuts} cuts")
        check(syncs(primary)[0] == full, f"full syncs: {syncs(primary)[0] - full} more after {proxy.cuts - cuts} cuts: "
              + "\n".join(line for line in replica.process.said(100000).split("\n") if "#" in line)[-3000:]
              + "\n".join(line for line in primary.process.said(100000).split("\n") if "Full" in line))
        check(syncs(primary)[1] > 0, "it never went on where it was")
        proxy.close()


@scenario(cores=(2,))
def either_side_may_be_killed_and_they_go_on_where_they_were(context):
    with own_directory() as one, own_directory() as other:
        primary = start(context, one)
        proxy = Proxy(primary.port, context.random)  # whose port stays
        replica = start(context, other, "--replicaof", f"127.0.0.1 {proxy.port}")
        await_up(replica)
        fulls = 0  # because what the primary had not on its disk when it was killed, the replica had
        for turn in range(context.count(6)):
            load = Load(context, primary)
            await_commands(primary, 1000)
            cores = context.random.choice((1, 2, 4))
            before = syncs(primary)[0]
            if turn % 2 == 0:
                kill(context, replica)
                await_commands(primary, 1000)
                replica = start(context, other, "--replicaof", f"127.0.0.1 {proxy.port}", cores=cores)
                load.end()
                check_same(primary, replica, f"turn {turn}: the replica was killed, it has {cores} cores now")
                check(syncs(primary)[0] == before, f"turn {turn}: a killed replica needs no full sync: "
                      f"{replica.process.said(20)}\n{primary.process.said(20)}")
                continue
            kill(context, primary)
            load.end()
            primary = start(context, one, cores=cores)
            proxy.target = primary.port
            check_same(primary, replica, f"turn {turn}: the primary was killed, it has {cores} cores now")
            fulls += syncs(primary)[0]
        check(fulls <= context.count(6) // 2, f"{fulls} full syncs")
        proxy.close()


@scenario(cores=(2,))
def a_promoted_replica_is_followed_by_the_old_primary(context):
    with own_directory() as one, own_directory() as other:
        primary = start(context, one)
        replica = start(context, other, cores=context.random.choice((1, 4)))
        fill(primary.connect())
        replicaof(replica, primary.port)
        await_up(replica)
        Load(context, primary, count=400).end()
        check_same(primary, replica, "before")
        connection = replica.connect()
        ok(connection, "MULTI")
        ok(connection, "REPLICAOF", "NO", "ONE")
        ok(connection, "CONFIG", "SET", "timeout", "0")
        ok(connection, "EXEC")
        check(ok(connection, "ROLE").value[0].value == b"master", "it is no primary")
        replicaof(primary, replica.port)
        try:
            await_up(primary)
        except Failure as failure:
            raise Failure(f"{failure}\n{replica.process.said(20)}") from None
        check(syncs(replica) == (0, 1), f"the old primary had nothing of its own, so it goes on: {syncs(replica)}")
        Load(context, replica, count=400).end()
        check_same(replica, primary, "after the promotion")
        ok(primary.connect(), "REPLICAOF", "NO", "ONE")
        Load(context, primary, count=100).end()  # both went on from the same place
        replicaof(primary, replica.port)
        check_same(replica, primary, "after both had gone on")
        check(syncs(replica) == (0, 2), f"who is beyond the branch goes back to it: {syncs(replica)}")


def partitions(server):
    """The vector, as INFO has it."""
    connection = server.connect()
    text = ok(connection, "INFO", "partitions").value.decode()
    connection.close()
    return [line for line in text.split("\r\n") if line.startswith("partition")]


@scenario(cores=(2,))
def a_replica_says_where_it_is_and_since_when_it_is_alone(context):
    """Sentinel passes over a replica whose link has been down for long; the vector is that of the primary."""
    primary = context.anax("--appendonly", "no")
    replica = context.anax("--appendonly", "no", cores=3)
    fill(primary.connect())
    replicaof(replica, primary.port)
    check_same(primary, replica, "at first")
    lines = partitions(primary)
    check(lines == partitions(replica), "the vectors differ")
    check(sum(int(line.split("=")[1]) for line in lines) == offset(primary), "the offset is not the sum of the vector")
    time.sleep(2.5)  # The link shall have been up for longer than it will be down.
    kill(context, primary)
    await_that(lambda: not is_up(replica), "the link is down")
    seconds = int(info(replica)["master_link_down_since_seconds"])
    check(seconds <= 1, f"down for {seconds} seconds, it says")
    await_that(lambda: int(info(replica)["master_link_down_since_seconds"]) >= 2, "the time goes on")


@scenario(cores=(2,))
def who_cannot_be_followed_is_said_in_the_log(context):
    server = context.anax("--appendonly", "no")
    locked = context.anax("--appendonly", "no", "--requirepass", "secret")
    connection = server.connect()
    ok(connection, "SET", "key", "value")
    for port, words in ((server.port, "a server cannot be its own replica"),
                        (context.redis().port, "that is no Anax, and Anax replicates with Anax only"),
                        (locked.port, "it wants a password, and masterauth is empty here"),
                        (servers.free_port(), "Connection refused")):
        ok(connection, "REPLICAOF", "127.0.0.1", str(port))
        await_that(lambda: words in server.process.said(5), words)
        check(info(server)["master_link_status"] == "down" and ok(connection, "GET", "key").value == b"value",
              f"with {port} as its primary it does not stay as it was")
    ok(connection, "CONFIG", "SET", "masterauth", "other")
    ok(connection, "REPLICAOF", "127.0.0.1", str(locked.port))
    await_that(lambda: "WRONGPASS" in server.process.said(5), "a wrong password")
    ok(connection, "CONFIG", "SET", "masterauth", "secret")
    await_up(server)


def end_by(server, how):
    """By a signal, or by SHUTDOWN with these words."""
    if how == "signal":
        server.process.child.terminate()
    else:
        server.connect().send(resp.encode(["SHUTDOWN", *how.split()]))


@scenario(cores=(2,))
def a_primary_that_is_ended_waits_for_its_replicas(context):
    """As long as shutdown-timeout says, its clients see what there is meanwhile, and write nothing; NOW does not wait."""
    for how, timeout in (("signal", "60"), ("SAVE", "60"), ("NOW", "60"), ("signal", "1"), ("signal", "0")):
        primary = context.anax("--appendonly", "yes", "--shutdown-timeout", timeout)
        replica = context.anax("--appendonly", "no", cores=1)
        replicaof(replica, primary.port)
        await_up(replica)
        waits = timeout == "60" and how != "NOW"
        connection, writer = primary.connect(), primary.connect()
        freeze(replica)
        try:
            pipeline(connection, [["SET", f"key:{number}", "x" * 100000] for number in range(200)])
            end_by(primary, how)
            if waits:
                await_that(lambda: "Waiting for replicas" in primary.process.said(9), "it says that it waits")
                check(ok(connection, "GET", "key:0").value == b"x" * 100000, "nobody can read any more")
                writer.send(resp.encode(["SET", "too late", "x"]))
                check(not servers.becomes(lambda: primary.process.child.poll() is not None, 0.3), "it did not wait")
            else:
                await_that(lambda: primary.process.child.poll() is not None, f"the end by {how}, {timeout}")
        finally:
            thaw(replica)
        await_that(lambda: primary.process.child.poll() is not None, "the end", 20)
        check(primary.process.child.returncode == 0, f"exit code {primary.process.child.returncode}")
        context.servers.remove(primary)
        primary.process.clear()
        if waits:
            check(ok(replica.connect(), "DBSIZE").value == 200, "what was answered is not on the replica")
        context.stop(replica)


@scenario(cores=(2,))
def a_replica_has_replicas(context):
    first = context.anax("--appendonly", "yes")
    second = context.anax("--appendonly", "yes", cores=1)
    third = context.anax("--appendonly", "yes", cores=4)
    fill(first.connect())
    replicaof(second, first.port)
    await_up(second)
    load = Load(context, first)
    replicaof(third, second.port)
    await_up(third)
    await_commands(first, 3000)
    load.end()
    check_same(first, second, "the second")
    check_same(second, third, "the third")


@scenario(cores=(1, 2))
def who_had_many_records_of_its_own_before_may_have_replicas_too(context):
    """It has counted more records than its LSNs sum up to since it took over those of its primary."""
    first = context.anax("--appendonly", "yes")
    second = context.anax("--appendonly", "yes", cores=1)
    third = context.anax("--appendonly", "yes", cores=context.random.choice((1, 2)))
    ok(first.connect(), "SET", "key", "value")
    pipeline(second.connect(), [["INCR", "its own"]] * 3000)
    replicaof(second, first.port)
    await_up(second)
    replicaof(third, second.port)
    await_up(third)
    Load(context, first, count=100).end()
    check_same(first, third, "the third")
    ok(second.connect(), "REPLICAOF", "NO", "ONE")
    connection = second.connect()
    ok(connection, "SET", "key", "other")
    check(ok(connection, "WAIT", "1", "10000").value == 1, "its replica does not acknowledge")
    check_same(second, third, "when it was promoted")
    check(syncs(second)[0] == 1, f"full syncs: {syncs(second)[0]}")


@scenario(cores=(2,))
def without_a_log_on_either_side_it_is_the_same(context):
    primary = context.anax()
    replica = context.anax(cores=context.random.choice((1, 2, 4)))
    fill(primary.connect())
    load = Load(context, primary)
    replicaof(replica, primary.port)
    await_up(replica)
    await_commands(primary, 2000)
    load.end()
    check_same(primary, replica, "no logs")
    check(replica.connect().command("SET", "a", "1").value.startswith(b"READONLY"), "a replica takes writes")


@scenario(cores=(2,))
def keys_whose_time_is_over_are_hidden_on_a_replica_and_go_when_the_primary_says_so(context):
    primary, replica = context.anax(), context.anax()
    connection = primary.connect()
    ok(connection, "DEBUG", "SET-ACTIVE-EXPIRE", "0")
    for i in range(50):
        ok(connection, "SET", f"short:{i}", "v", "PX", "300")
    replicaof(replica, primary.port)
    await_up(replica)
    there = replica.connect()
    await_that(lambda: all(there.command("EXISTS", f"short:{i}").value == 0 for i in range(50)), "they are hidden")
    check(ok(there, "DBSIZE").value == 50, "the replica has removed them by itself")
    ok(connection, "DEBUG", "SET-ACTIVE-EXPIRE", "1")
    await_that(lambda: ok(there, "DBSIZE").value == 0, "they go")
    check_same(primary, replica, "expired")


@scenario(cores=(2,))
def who_waits_for_an_element_is_let_go_when_the_server_becomes_a_replica(context):
    primary, replica = context.anax(), context.anax()
    waiting = replica.connect()
    waiting.send_command(["BLPOP", "queue", "0"])
    watching = replica.connect()
    await_that(lambda: info(replica)["blocked_clients"] == "1", "the client waits")
    replicaof(replica, primary.port)
    await_up(replica)
    try:
        reply = waiting.read_reply(5)
        check(reply.kind == "error" and reply.value.startswith(b"UNBLOCKED"), f"it got {reply.value!r}")
    except resp.Closed:
        pass
    ok(primary.connect(), "RPUSH", "queue", "a")
    await_that(lambda: watching.command("LLEN", "queue").value == 1, "the element comes, and stays")
    check_same(primary, replica, "with a list")
