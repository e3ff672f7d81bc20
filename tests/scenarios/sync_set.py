"""Acknowledged means kept elsewhere, too: replies that wait until replicas have synced what they tell."""

import contextlib
import os
import shutil
import tempfile
import time

import resp
import servers
from durable import await_new_file, digest, kill, own_directory, own_disk
from replication import await_online, follow
from setup import Failure, Workers, await_commands, await_that, check, freeze, info, ok, pipeline, scenario, thaw

LATE = b"NOREPLICAS "


def is_late(reply):
    return reply.kind == "error" and LATE in reply.value


def await_kept(connection, *command):
    """Until it is acknowledged: a slow disk may take longer than a timeout of a test's."""
    reply = None

    def is_kept():
        nonlocal reply
        reply = connection.command(*command)
        return not is_late(reply)
    await_that(is_kept, f"{command} is acknowledged", 20)
    check(reply.kind != "error", f"{command}: {reply!r}")
    return reply


class frozen:
    """A server that stands still."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        freeze(self.server)

    def __exit__(self, *_):
        thaw(self.server)


def send(connection, *command):
    connection.send(resp.encode(command))


def is_silent(connection, seconds=0.3):
    """No reply comes; the connection is of no use afterwards but for its reply."""
    try:
        connection.read_reply(seconds)
    except resp.NoReply:
        return True
    return False


# ---- ANAX DURABILITY REPLICAS ----

@scenario(cores=(1, 4), rare=("epoll",))
def replies_wait_for_as_many_replicas_as_a_connection_asks_for(context):
    primary = context.anax("--appendonly", "yes", "--min-sync-timeout", "60000")
    replicas = [context.anax("--appendonly", "yes", cores=context.random.choice((1, 2, 4))) for _ in range(2)]
    one, two, plain = primary.connect(), primary.connect(), primary.connect()
    for replica in replicas:
        follow(replica, primary)
    await_online(primary, 2)
    for connection, count in ((one, 1), (two, 2)):
        ok(connection, "ANAX", "DURABILITY", "REPLICAS", count)
        check(ok(connection, "ANAX", "DURABILITY").value == f"replicas {count}".encode(), "what it is")
    check(two.command("GET", "nothing").kind == "nil", "a read of what was never written")
    for n in range(30):
        pipeline(two, [["SET", f"key:{n}:{i}", n] for i in range(10)])
    ok(two, "MSET", *[part for i in range(20) for part in (f"m:{i}", i)])
    values = pipeline(two, [["MULTI"], ["SET", "a", 1], ["INCR", "a"], ["RPUSH", "list", 1, 2], ["EXEC"]])[4]
    check([item.value for item in values.value] == [b"OK", 2, 2], f"EXEC: {values!r}")
    check(ok(two, "BLPOP", "list", 1).value[1].value == b"1", "BLPOP")
    with frozen(replicas[0]):
        ok(one, "SET", "one", 1)
        send(two, "SET", "two", 2)
        check(is_silent(two), "a write left before the second replica had it")
        check(ok(plain, "GET", "two").value == b"2", "others wait")
        check(ok(one, "GET", "two").value == b"2", "one replica has it")
    check(two.read_reply(20).value == b"OK", "the write")
    reader = primary.connect()
    ok(reader, "ANAX", "DURABILITY", "REPLICAS", 2)
    with frozen(replicas[1]):
        ok(one, "SET", "three", 3)
        ok(reader, "GET", "one")
        send(reader, "GET", "three")
        check(is_silent(reader), "a read told of a write that the second replica did not have")
    check(reader.read_reply(20).value == b"3", "the read")


@scenario(cores=(1, 4), rare=("uring",))
def who_waits_too_long_for_replicas_is_told_so(context):
    primary = context.anax("--appendonly", "yes", "--min-sync-timeout", "300")
    replica = context.anax("--appendonly", "yes", cores=context.random.choice((1, 4)))
    connection, plain = primary.connect(), primary.connect()
    follow(replica, primary)
    await_online(primary)
    ok(connection, "ANAX", "DURABILITY", "REPLICAS", 1)
    await_kept(connection, "SET", "a", 1)
    with frozen(replica):
        for command in (["SET", "a", 2], ["MSET", "a", 3, "b", 3, "c", 3, "d", 3], ["GET", "a"], ["RPUSH", "list", "x"]):
            begun = time.monotonic()
            reply = connection.command(*command)
            took = time.monotonic() - begun
            check(reply.kind == "error" and reply.value.startswith(LATE), f"{command}: {reply!r}")
            check(0.25 < took < 2, f"{command} took {took:.3f} s")
        replies = pipeline(connection, [["MULTI"], ["INCR", "a"], ["INCR", "b"], ["EXEC"], ["PING"]])
        check(replies[3].kind == "error" and replies[3].value.startswith(LATE), f"EXEC: {replies[3]!r}")
        check(replies[4].value == b"PONG", "what stood behind it")
        send(connection, "BLPOP", "queue", 0)
        await_that(lambda: info(primary)["blocked_clients"] == "1", "it waits")
        ok(plain, "RPUSH", "queue", "x")
        reply = connection.read_reply(5)
        check(reply.kind == "error" and reply.value.startswith(LATE), f"BLPOP: {reply!r}")
        check(ok(plain, "GET", "a").value == b"4", "what was not confirmed is there all the same")
    await_that(lambda: connection.command("GET", "a").value == b"4", "it is confirmed when the replica is back")


# ---- min-sync-replicas ----

SYNC = ("--appendonly", "yes", "--sync-lease-ms", "700", "--min-sync-timeout", "300")


def start_set(context, required, replicas=3, *options):
    """A primary, its replicas, all in step, and the set of them that counts."""
    primary = context.anax(*SYNC, "--min-sync-replicas", str(required), *options)
    others = [context.anax(*SYNC, "--min-sync-replicas", str(required), cores=context.random.choice((1, 2, 4)))
              for _ in range(replicas)]
    for replica in others:
        follow(replica, primary)
    await_set(primary, others)
    return primary, others


def set_of(server):
    """The ports of its members."""
    facts = info(server)
    return {int(dict(item.split("=") for item in facts[f"sync_set_member{i}"].split(","))["port"])
            for i in range(int(facts["sync_set_members"]))}


def await_set(primary, replicas, seconds=20):
    ports = {replica.port for replica in replicas}

    def is_it():
        facts = info(primary)
        return facts["sync_set_state"] == "counts" and facts["sync_set_leased"] == "1" and set_of(primary) == ports
    await_that(is_it, f"the in-sync set is {ports}", seconds)


@scenario(cores=(1, 4), rare=("epoll",))
def before_there_are_enough_replicas_nothing_is_acknowledged(context):
    primary = context.anax(*SYNC, "--min-sync-replicas", "1")
    connection, careless = primary.connect(), primary.connect()
    check(is_late(connection.command("SET", "a", 1)), "a write was acknowledged without a replica")
    check(is_late(connection.command("GET", "a")), "a read was answered without a replica")
    ok(careless, "ANAX", "DURABILITY", "LOCAL")
    check(careless.command("GET", "a").kind != "error", "who asks for less was refused")
    replica = context.anax(*SYNC)
    follow(replica, primary)
    await_set(primary, [replica])
    await_kept(connection, "SET", "a", 2)
    check(ok(replica.connect(), "GET", "a").value == b"2", "the replica has it")
    facts = info(replica)
    check(facts["sync_set_version"] == info(primary)["sync_set_version"], "the replica knows the set")
    check(facts["slave_priority"] == "100", "a member may be promoted")
    outside = context.anax(*SYNC, "--replica-priority", "0")
    follow(outside, primary)
    await_online(primary, 2)
    check(set_of(primary) == {replica.port}, "who is never to be promoted is in the set")
    ok(connection, "CONFIG", "SET", "min-sync-replicas", "0")
    context.stop(replica)
    check(ok(connection, "SET", "a", 3).value == b"OK", "nobody is waited for any more")
    await_that(lambda: info(primary)["sync_set_state"] == "none", "there is no set any more")
    check(connection.command("CONFIG", "SET", "min-sync-replicas", "1", "appendonly", "no").kind == "error",
          "it needs a log")


def shrinking(context, required):
    """The set shrinks to `required` members, and no further."""
    primary, replicas = start_set(context, required)
    connection = primary.connect()
    await_kept(connection, "SET", "a", 0)
    versions = [int(info(primary)["sync_set_version"])]
    for number in range(3 - required):
        freeze(replicas[number])
        await_kept(connection, "SET", "a", number)
        await_set(primary, replicas[number + 1:])
        versions.append(int(info(primary)["sync_set_version"]))
    check(versions == sorted(set(versions)), f"versions: {versions}")
    last = replicas[3 - required]
    freeze(last)
    begun = time.monotonic()
    check(is_late(connection.command("SET", "a", "lost?")), "a write was acknowledged by too few")
    check(0.25 < time.monotonic() - begun < 2, f"it took {time.monotonic() - begun:.3f} s")
    await_that(lambda: info(primary)["sync_set_leased"] == "0", "the lease is over")
    check(is_late(connection.command("GET", "b")), "a read was answered without the lease")
    await_that(lambda: b"enough good" in connection.command("SET", "a", 1).value, "new writes are refused at once")
    for replica in replicas:
        thaw(replica)
    await_set(primary, replicas)
    await_kept(connection, "INCR", "n")
    values = [ok(replica.connect(), "GET", "a").value for replica in replicas]
    check(values == [await_kept(connection, "GET", "a").value] * 3, f"replicas differ: {values}")


@scenario(cores=(4,), io=("uring",))
def the_set_shrinks_to_one_of_three_replicas_and_no_further(context):
    shrinking(context, 1)


@scenario(cores=(1,), io=("epoll",))
def the_set_shrinks_to_two_of_three_replicas_and_no_further(context):
    shrinking(context, 2)


# ---- promotion ----

def promote(server, *how):
    return server.connect().command(*(how or ("REPLICAOF", "NO", "ONE")))


def await_primary(server, seconds=20):
    def is_it():
        facts = info(server)
        return facts["role"] == "master" and facts["loading"] == "0"
    try:
        await_that(is_it, "it is the primary", seconds)
    except Failure as failure:
        raise Failure(f"{failure}: {[item for item in info(server).items() if 'sync_' in item[0]]}") from None


def is_loading(connection):
    reply = connection.command("GET", "a")
    return reply.kind == "error" and reply.value.startswith(b"LOADING")


@scenario(cores=(4,), io=("uring",))
def a_deposed_primary_cannot_acknowledge(context):
    """Two of two replicas, one of which has to hold a write: the other one's word is needed."""
    old, (one, two) = start_set(context, 1, 2)
    connection = old.connect()
    await_kept(connection, "SET", "a", "kept")
    begun = time.monotonic()
    check(promote(one).value == b"OK", "REPLICAOF NO ONE")
    reader = one.connect()
    check(is_loading(reader), "it answers before the others have agreed")
    await_primary(one)
    check(time.monotonic() - begun > 0.6, "the others agreed before the lease was over")
    check(is_late(connection.command("SET", "a", "lost")), "a deposed primary acknowledged")
    check(is_late(connection.command("GET", "a")), "a deposed primary answered a read")
    check(is_late(reader.command("SET", "b", 1)), "the new one acknowledged without a replica")
    check(info(two)["master_link_status"] == "down", "the other one still follows the old primary")
    follow(two, one)
    await_set(one, [two])
    await_kept(reader, "SET", "b", 2)
    check(await_kept(reader, "GET", "a").value == b"kept", "what was acknowledged is there")
    follow(old, one)
    await_set(one, [two, old])
    values = [await_kept(server.connect(), "GET", "a").value for server in (one, two, old)]
    check(values == [b"kept"] * 3, f"they differ: {values}")


@scenario(cores=(1,), io=("epoll",))
def who_is_not_in_the_newest_set_is_not_promoted(context):
    """One of three: two others have to agree; who was left behind is told so; FORCE overrides."""
    primary, (one, two, three) = start_set(context, 1, 3)
    connection = primary.connect()
    await_kept(connection, "SET", "a", 1)
    freeze(three)
    await_set(primary, [one, two])
    await_kept(connection, "SET", "a", 2)
    freeze(primary)
    thaw(three)
    # If the newer set has not come to it before it was frozen, the others' answers tell it.
    if promote(three).value == b"OK":
        await_that(lambda: info(three)["sync_promotion"] == "refused", "it is told so", 20)
    check(info(three)["role"] == "slave" and info(three)["slave_priority"] == "0", "it is a replica as before")
    again = promote(three)
    check(again.kind == "error" and again.value.startswith(b"NOPROMOTE"), f"now it knows: {again!r}")
    freeze(two)
    check(promote(one).value == b"OK", "REPLICAOF NO ONE")
    await_that(lambda: info(one)["sync_promotion_needed"] == "1", "it asks the other one")
    check(is_loading(one.connect()), "it answers without the other one")
    thaw(two)
    await_primary(one)
    check(promote(three, "ANAX", "PROMOTE", "FORCE").value == b"OK", "FORCE")
    await_primary(three)
    thaw(primary)


@scenario(cores=(1,), io=("epoll",))
def two_of_three_agree_to_a_new_primary_and_not_to_the_old_one_any_more(context):
    """Each write is held by all three, and two have to stay: so a candidate needs the word of one other."""
    old, (one, two, three) = start_set(context, 2)
    connection = old.connect()
    await_kept(connection, "SET", "a", "kept")
    for server in (old, two, three):
        freeze(server)
    check(promote(one).value == b"OK", "REPLICAOF NO ONE")
    reader = one.connect()
    await_that(lambda: info(one).get("sync_promotion_needed") == "1", "it needs one other")
    check(is_loading(reader), "it answers before another one has agreed")
    thaw(two)
    await_primary(one)
    for server in (old, three):  # One replica has not been told: that one alone may not make the old one's writes count.
        thaw(server)
    check(is_late(connection.command("SET", "a", "lost")), "a deposed primary acknowledged")
    check(info(two)["master_link_status"] == "down", "who has agreed still follows the old primary")
    follow(two, old)
    check(is_late(connection.command("SET", "a", "lost")), "who has agreed follows the old primary when told so")
    check(is_late(reader.command("SET", "b", 1)), "the new one acknowledged without replicas")
    for replica in (two, three):
        follow(replica, one)
    await_set(one, [two, three])
    await_kept(reader, "SET", "b", 2)
    values = [await_kept(server.connect(), "GET", "a").value for server in (one, two, three)]
    check(values == [b"kept"] * 3, f"they differ: {values}")


@scenario(cores=(4,), io=("uring",))
def of_two_candidates_at_once_one_wins_and_the_other_keeps_its_promise(context):
    """Each needs the other's word."""
    old, others = start_set(context, 1, 2)
    connection = old.connect()
    await_kept(connection, "SET", "a", "kept")
    freeze(old)
    for server in others:
        check(promote(server).value == b"OK", "REPLICAOF NO ONE")
    await_that(lambda: any(info(server)["role"] == "master" for server in others), "one of them wins", 30)
    winner, loser = sorted(others, key=lambda server: info(server)["role"])
    check(info(loser)["role"] == "slave" and is_loading(loser.connect()), "both are the primary")
    await_that(lambda: "a primary itself" in info(loser).get("sync_promotion_reason", ""), "it has tried once more")
    thaw(old)
    follow(loser, old)  # Whoever has lost the race has given the other one its word.
    await_that(lambda: "its term is over" in loser.process.said(), "it refuses the old primary, as promised")
    check(is_late(connection.command("SET", "a", "lost")), "the old primary acknowledged")
    new = winner.connect()
    await_primary(winner)
    check(is_late(new.command("SET", "b", 1)), "the winner acknowledged without a replica")
    follow(loser, winner)
    await_set(winner, [loser])
    await_kept(new, "SET", "b", 2)
    values = [await_kept(server.connect(), "GET", "a").value for server in others]
    check(values == [b"kept"] * 2, f"they differ: {values}")


# ---- backups ----

def facts_of_set(server):
    return {name: value.split(",connected")[0] for name, value in info(server).items()
            if name.startswith("sync_set_member") or name in ("sync_set_version", "master_replid")}


def begin_from_backup(context, made_from, name, *options):
    directory = os.path.join(ok(made_from.connect(), "CONFIG", "GET", "dir").value[1].value.decode(), name)
    check(sorted(os.listdir(os.path.join(directory, "appendonlydir"))) == ["MANIFEST", *[f"core-{i}" for i in range(
        int(info(made_from)["cores"]))]], "there is more than the log in a backup")
    server = context.anax(*SYNC, "--dir", directory, *options)
    facts = facts_of_set(server)
    check(info(server)["role"] == "master" and facts["master_replid"] != info(made_from)["master_replid"],
          "it goes on with the history of another")
    check(facts["sync_set_version"] == "0" and facts["sync_set_members"] == "0", f"it knows a set: {facts}")
    check(ok(server.connect(), "ANAX", "DURABILITY", "LOCAL").value == b"OK", "DURABILITY")
    return server


@scenario(cores=(1, 4), rare=("epoll",))
def who_starts_from_a_backup_is_no_member_and_begins_a_set_of_its_own(context):
    primary, (member,) = start_set(context, 1, 1)
    connection = primary.connect()
    for i in range(100):
        await_kept(connection, "SET", f"key:{i}", "before")
    ok(connection, "ANAX", "BACKUP", "copy")
    ok(member.connect(), "ANAX", "BACKUP", "copy")
    await_kept(connection, "SET", "key:0", "after")
    known = facts_of_set(primary)
    for source in (primary, member):
        copy = begin_from_backup(context, source, "copy", "--min-sync-replicas", "1")
        local, careful = copy.connect(), copy.connect()
        ok(local, "ANAX", "DURABILITY", "LOCAL")
        check(ok(local, "GET", "key:0").value == b"before" and ok(local, "DBSIZE").value == 100, "the data of the backup")
        check(is_late(careful.command("SET", "a", 1)), "it acknowledges by members that are not its own")
        reply = copy.connect().command("ANAX", "PROMOTE")
        check(reply.value == b"OK" and info(copy)["role"] == "master", f"a primary stays one: {reply!r}")
        replica = context.anax(*SYNC)
        follow(replica, copy)
        await_set(copy, [replica])
        await_kept(careful, "SET", "a", 2)
        check(ok(replica.connect(), "GET", "a").value == b"2", "its replica has what was acknowledged")
        check(facts_of_set(primary) == known, "the set that it comes from has changed")
        context.stop(replica)
        # Brought to where it comes from, it gets everything, and is one more, under a name of its own.
        follow(copy, primary)
        await_set(primary, [member, copy])
        await_kept(connection, "SET", "key:1", "both")
        check(ok(copy.connect(), "GET", "key:1").value == b"both", "it does not have what was acknowledged")
        check(ok(copy.connect(), "EXISTS", "a").value == 0, "it keeps what it had for itself")
        check(info(primary)["sync_partial_ok"] == "0", "it goes on where it never was")
        context.stop(copy)
        await_set(primary, [member])
        known = facts_of_set(primary)


def write_until_it_is_gone(address, number):
    """Every key once. Returns how many were acknowledged."""
def write_until_it_is_gone(address, number, size=0):
    """Every key once, each value with so many bytes behind it. Returns how many were acknowledged."""
    connection = resp.Connection(servers.SocketLink(address), 60)
    done, rest = 0, b"." * size
    while True:
        try:
            replies = pipeline(connection, [["SET", f"w:{number}:{done + i}", b"%d" % (done + i) + rest] for i in range(8)])
        except (OSError, resp.Closed, resp.NoReply):
            return done
        for reply in replies:
            if reply.kind == "error":
                return done
            done += 1


def check_kept(server, done, what):
    """It has what write_until_it_is_gone was told that is kept."""
    connection = server.connect()
    ok(connection, "ANAX", "DURABILITY", "LOCAL")
    for number, count in enumerate(done):
        values = [reply.value for reply in pipeline(connection, [["GET", f"w:{number}:{i}"] for i in range(count)])]
        lost = [i for i, value in enumerate(values) if value is None or value.rstrip(b".") != str(i).encode()]
        check(not lost, f"{what}: {len(lost)} of {count} acknowledged writes are lost: {lost[:5]}")


def lose_the_primary(context, rounds):
    """Rounds of: kill the primary under load, promote a replica by hand, nothing acknowledged is gone."""
    acknowledged = 0
    with own_directory() as directory:
        for number in range(rounds):
            homes = [f"{directory}/{number}-{i}" for i in range(3)]
            options = [*SYNC, "--appendfsync", "always", "--min-sync-replicas", "1"]
            cores = [context.random.choice((1, 2, 4)) for _ in range(3)]
            primary, *others = [context.anax(*options, "--dir", home, cores=count)
                                for home, count in zip(homes, cores)]
            for replica in others:
                follow(replica, primary)
            await_set(primary, others)
            workers = Workers(write_until_it_is_gone, [(primary.address, i) for i in range(4)])
            await_commands(primary, context.random.randrange(50, 2000))
            kill(context, primary)
            done = workers.results(60)
            chosen = context.random.choice(others)
            check(promote(chosen).value == b"OK", "REPLICAOF NO ONE")
            await_primary(chosen)
            check_kept(chosen, done, f"round {number}, cores {cores}")
            acknowledged += sum(done)
            for replica in others:
                kill(context, replica)
    print(f"     {rounds} rounds, {acknowledged} acknowledged writes, none lost", flush=True)


@scenario(cores=(0,), io=("any",))
def what_was_acknowledged_survives_the_loss_of_the_primary(context):
    lose_the_primary(context, context.count(1))


class Home:
    """A server's directory, on a disk of its own whose power can be cut; it stays over the rounds."""

    def __init__(self, context, disk):
        self.context, self.disk, self.server = context, disk, None

    def start(self, *options):
        self.server = self.context.anax(*SYNC, "--appendfsync", "always", "--min-sync-replicas", "1", "--dir",
                                        f"{self.disk.directory}/data", *options,
                                        cores=self.context.random.choice((1, 2, 4)), timeout=60.0)
        return self.server

    def follow_from_start(self, primary):
        return self.start("--replicaof", f"127.0.0.1 {primary.port}")

    def lose(self):
        self.disk.cut_power()
        kill(self.context, self.server)

    def mend(self):
        self.disk.unmount()
        self.disk.mount()

    def cut_at_some_moment(self):
        """Under load; returns what moment it was."""
        kind = self.context.random.choice(("any time", "any time", "log-", "base-", "MANIFEST"))
        if kind in ("base-", "MANIFEST"):
            self.server.connect().command("BGREWRITEAOF")
        if kind == "any time" or not await_new_file(f"{self.disk.directory}/data/appendonlydir", kind, 1):
            kind = "any time"
            time.sleep(self.context.random.uniform(0.1, 0.5))
        self.lose()
        return kind


def cut_the_power(context, homes, number):
    """A round: homes[0] is the primary, the others its replicas. Returns (the homes in the order of the next round, writes
    that were acknowledged, the moment)."""
    primary, *others = homes
    await_set(primary.server, [home.server for home in others])
    connection = primary.server.connect()
    await_kept(connection, "FLUSHALL")
    workers = Workers(write_until_it_is_gone, [(primary.server.address, i, 100 + 2000 * (i % 2)) for i in range(4)])
    kind = primary.cut_at_some_moment()
    chosen = context.random.choice(others)
    if len(others) == 1 and context.random.random() < 0.3:  # Acknowledged was what is on its disk, too.
        chosen.lose()
        chosen.mend()
        chosen.follow_from_start(primary.server)
        kind += ", both"
    done = workers.results(60)
    await_that(lambda: promote(chosen.server).value == b"OK", "REPLICAOF NO ONE")
    await_primary(chosen.server)
    check_kept(chosen.server, done, f"round {number}, {kind}")
    primary.mend()
    primary.follow_from_start(chosen.server)
    for home in others:
        if home is not chosen:
            follow(home.server, chosen.server)
    homes = [chosen] + [home for home in homes if home is not chosen]
    await_set(chosen.server, [home.server for home in homes[1:]])
    await_kept(chosen.server.connect(), "SET", "behind", number)
    check_kept(chosen.server, done, f"round {number}, {kind}, when its replicas had come")
    check(len({digest(home.server) for home in homes}) == 1, f"round {number}, {kind}: they differ")
    return homes, sum(done), kind


@scenario(cores=(0,), io=("any",))
def what_was_acknowledged_survives_power_cuts_of_one_primary_after_the_other(context):
    rounds, acknowledged, kinds = context.count(2), 0, {}
    with contextlib.ExitStack() as stack:
        homes = [Home(context, stack.enter_context(own_disk(context, 256)))
                 for _ in range(context.random.choice((2, 3)))]
        homes[0].start()
        for home in homes[1:]:
            home.follow_from_start(homes[0].server)
        for number in range(rounds):
            homes, count, kind = cut_the_power(context, homes, number)
            acknowledged += count
            kinds[kind] = kinds.get(kind, 0) + 1
        for home in homes:
            trouble = context.stop(home.server)
            check(not trouble, trouble)
    print(f"     {rounds} power cuts of {len(homes)} servers ({kinds}), {acknowledged} acknowledged writes, none lost",
          flush=True)
    check(acknowledged > 20 * rounds, f"too little load to mean something: {acknowledged} acknowledged")


# ---- Sentinel ----

class Sentinel:
    """Debian's, on a port of its own, watching one primary."""

    def __init__(self, primary):
        self.port = servers.free_port()
        self.config = tempfile.mkdtemp(prefix="anax-sentinel-")
        path = f"{self.config}/sentinel.conf"
        with open(path, "w", encoding="ascii") as file:
            file.write(f"port {self.port}\nbind 127.0.0.1\ndir {self.config}\n"
                       f"sentinel monitor it 127.0.0.1 {primary.port} 1\n"
                       "sentinel down-after-milliseconds it 500\nsentinel failover-timeout it 20000\n")
        # redis-sentinel is a name of the same program.
        self.process = servers.Process(["redis-server", path, "--sentinel"])
        check(servers.becomes(lambda: self.process.child.poll() is not None or self.is_up(), 20) and self.is_up(),
              f"Sentinel does not start: {self.process.said()}")

    def command(self, *command):
        connection = resp.Connection(servers.SocketLink(("127.0.0.1", self.port)), 5)
        reply = connection.command(*command)
        connection.close()
        return reply

    def is_up(self):
        try:
            return self.command("PING").value == b"PONG"
        except OSError:
            return False

    def replicas(self):
        """Ports of those that it could promote."""
        lists = [[item.value for item in entry.value] for entry in self.command("SENTINEL", "REPLICAS", "it").value]
        facts = [dict(zip(entry[::2], entry[1::2])) for entry in lists]
        return {int(fact[b"port"]) for fact in facts if fact[b"flags"] == b"slave" and fact[b"slave-priority"] != b"0"}

    def primary(self):
        return int(self.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "it").value[1].value)

    def stop(self):
        self.process.end()
        said = self.process.said(20)
        self.process.clear()
        shutil.rmtree(self.config)
        return said


@scenario(cores=(0,), io=("any",))
def sentinel_promotes_a_member_and_nothing_acknowledged_is_lost(context):
    primary, others = start_set(context, 1, 2)
    hidden = context.anax(*SYNC, "--replica-priority", "0")
    follow(hidden, primary)
    await_online(primary, 3)
    sentinel = Sentinel(primary)
    try:
        await_that(lambda: sentinel.replicas() == {server.port for server in others}, "Sentinel knows the members", 20)
        workers = Workers(write_until_it_is_gone, [(primary.address, i) for i in range(4)])
        await_commands(primary, 500)
        kill(context, primary)
        done = workers.results(60)
        check(sum(done) > 0, "nothing was acknowledged")
        await_that(lambda: sentinel.primary() != primary.port, "Sentinel has a new primary", 40)
        chosen = next((server for server in others if server.port == sentinel.primary()), None)
        check(chosen, "the new primary is not a member of the set")
        await_set(chosen, [server for server in others if server is not chosen], 30)
        check_kept(chosen, done, "Sentinel")
        connection = chosen.connect()
        await_kept(connection, "SET", "b", 1)
    except Failure as failure:
        raise Failure(f"{failure}; Sentinel said:\n{sentinel.process.said(40)}") from None
    finally:
        sentinel.stop()
