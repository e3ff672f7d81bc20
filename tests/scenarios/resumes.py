"""Whoever was away goes on where it was: across kills, compactions, promotions and other numbers of cores; and asking a
replica how it stands is answered soon, whatever it is doing."""

import time

import resp
import servers
from durable import kill, own_directory, start
from replication_pair import Load, Proxy, await_up, check_same, fill, replicaof, syncs
from setup import Workers, await_commands, await_that, check, info, ok, scenario

CORES = (1, 2, 4)
SOON = 5


class Member:
    """A server with a directory and a port that outlive its process."""

    def __init__(self, context, directory, cores):
        self.context, self.directory, self.cores = context, directory, cores
        self.server = start(context, directory, cores=cores)
        self.proxy = Proxy(self.server.port, context.random)

    def begin(self, cores, upstream=None):
        self.cores = cores
        more = ["--replicaof", f"127.0.0.1 {upstream.proxy.port}"] if upstream else []
        self.server = start(self.context, self.directory, *more, cores=cores)
        self.proxy.target = self.server.port

    def follow(self, upstream):
        replicaof(self.server, upstream.proxy.port)


def other_cores(random, cores):
    return random.choice([each for each in CORES if each != cores])


def compact(server):
    ok(server.connect(), "BGREWRITEAOF")
    await_that(lambda: info(server)["aof_rewrite_in_progress"] == "0", "the log is compacted", 60)


def end_of_load(context, server, count):
    check(Load(context, server, count=count).end() > 0, "nothing was written")


# ---- what is promised ----

@scenario(cores=(2,))
def who_was_killed_resumes_across_a_compaction_and_a_promotion(context):
    """The replica that is killed comes back, with other cores than anybody has, to another primary than it left."""
    with own_directory() as one, own_directory() as two, own_directory() as three:
        primary = Member(context, one, 2)
        heir, victim = Member(context, two, 4), Member(context, three, 1)
        fill(primary.server.connect())
        for each in (heir, victim):
            each.follow(primary)
            await_up(each.server)
        kills = context.count(2)
        for turn in range(kills):
            end_of_load(context, primary.server, 100)
            for each in (heir, victim):
                check_same(primary.server, each.server, f"turn {turn}: before")
            load = Load(context, primary.server)
            await_commands(primary.server, 500)
            kill(context, victim.server)
            await_commands(primary.server, 500)
            load.end()
            compact(primary.server)
            check_same(primary.server, heir.server, f"turn {turn}: the heir")
            full = syncs(heir.server)[0]
            ok(heir.server.connect(), "REPLICAOF", "NO", "ONE")
            primary.follow(heir)
            end_of_load(context, heir.server, 60)
            victim.begin(other_cores(context.random, heir.cores), heir)
            for each in (primary, victim):
                check_same(heir.server, each.server, f"turn {turn}: {each.cores} cores behind {heir.cores}")
            check(syncs(heir.server)[0] == full, f"turn {turn}: {syncs(heir.server)[0] - full} full syncs: "
                  f"{heir.server.process.said(20)}")
            primary, heir, victim = heir, victim, primary
        for each in (primary, heir, victim):
            each.proxy.close()


@scenario(cores=(2,))
def a_primary_that_starts_with_other_cores_goes_on_with_who_missed_something(context):
    """Both start with other cores, twice the primary, and its log is compacted before and after: what the replica has
    missed comes from logs of other numbers of cores."""
    with own_directory() as one, own_directory() as two:
        primary, replica = Member(context, one, 2), Member(context, two, 4)
        fill(primary.server.connect())
        replica.follow(primary)
        for turn in range(context.count(2)):
            end_of_load(context, primary.server, 100)
            check_same(primary.server, replica.server, f"turn {turn}: before")
            kill(context, replica.server)
            for _ in range(2):
                end_of_load(context, primary.server, 60)
                compact(primary.server)
                end_of_load(context, primary.server, 60)
                ok(primary.server.connect(), *context.random.choice((["FLUSHDB"], ["SWAPDB", 0, 3], ["PING"])))
                end_of_load(context, primary.server, 60)
                (kill if context.random.random() < 0.5 else type(context).stop)(context, primary.server)
                primary.begin(other_cores(context.random, primary.cores))
            end_of_load(context, primary.server, 60)
            compact(primary.server)
            replica.begin(other_cores(context.random, primary.cores), primary)
            check_same(primary.server, replica.server, f"turn {turn}: {replica.cores} cores behind {primary.cores}")
            check(syncs(primary.server) == (0, 1), f"turn {turn}: full and partial syncs: {syncs(primary.server)}")
            ok(replica.server.connect(), "REPLICAOF", "NO", "ONE")
            end_of_load(context, replica.server, 60)
            primary.follow(replica)
            check_same(replica.server, primary.server, f"turn {turn}: after the promotion")
            check(syncs(replica.server)[0] == 0, f"turn {turn}: full and partial syncs: {syncs(replica.server)}")
            primary, replica = replica, primary
        for each in (primary, replica):
            each.proxy.close()


@scenario(cores=(2,))
def files_for_replicas_stay_over_a_restart(context):
    """The log of the primary has been compacted beyond what the replica has, and it was started again since."""
    with own_directory() as one, own_directory() as two:
        primary, replica = Member(context, one, 2), Member(context, two, 4)
        fill(primary.server.connect())
        replica.follow(primary)
        check_same(primary.server, replica.server, "before")
        context.stop(replica.server)
        for _ in range(3):
            end_of_load(context, primary.server, 60)
            compact(primary.server)
            (kill if context.random.random() < 0.5 else type(context).stop)(context, primary.server)
            primary.begin(2)
        replica.begin(1, primary)
        check_same(primary.server, replica.server, "after")
        check(syncs(primary.server) == (0, 1), f"full and partial syncs: {syncs(primary.server)}")
        for each in (primary, replica):
            each.proxy.close()


@scenario(cores=(2,))
def a_killed_primary_comes_back_as_a_replica_of_its_heir(context):
    with own_directory() as one, own_directory() as two:
        primary, heir = Member(context, one, 2), Member(context, two, 4)
        fill(primary.server.connect())
        heir.follow(primary)
        await_up(heir.server)
        fulls, kills = 0, context.count(2)
        for turn in range(kills):
            load = Load(context, primary.server)
            await_commands(primary.server, 1000)
            kill(context, primary.server)
            load.end()
            before = syncs(heir.server)[0]
            ok(heir.server.connect(), "REPLICAOF", "NO", "ONE")
            end_of_load(context, heir.server, 60)
            primary.begin(other_cores(context.random, heir.cores), heir)
            check_same(heir.server, primary.server, f"turn {turn}: {primary.cores} cores behind {heir.cores}")
            fulls += syncs(heir.server)[0] - before
            primary, heir = heir, primary
        check(fulls <= kills // 10, f"{fulls} full syncs after {kills} kills")
        for each in (primary, heir):
            each.proxy.close()


def _ask(address, seconds):
    """The longest that anybody waited for an answer, and for which one."""
    connection = resp.Connection(servers.SocketLink(address), 60)
    slowest, asked, deadline = (0, None), 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        for argv in (["INFO", "everything"], ["CLIENT", "LIST"], ["DBSIZE"], ["KEYS", "*9*"], ["ROLE"]):
            begun = time.monotonic()
            connection.command(*argv)  # -LOADING is an answer, too.
            slowest = max(slowest, (time.monotonic() - begun, argv[0]))
            asked += 1
    return asked, slowest


@scenario(cores=(4,))
def who_asks_how_a_replica_stands_is_answered_soon(context):
    """While it syncs, resumes, is promoted, gets FLUSHALL, and its primary is under load."""
    primary, replica = context.anax("--appendonly", "yes", cores=2), context.anax("--appendonly", "yes")
    fill(primary.connect())
    proxy = Proxy(primary.port, context.random)
    load = Load(context, primary)
    seconds = 6 * context.scale
    asking = Workers(_ask, [(replica.address, seconds) for _ in range(2)])
    connection, deadline = replica.connect(), time.monotonic() + seconds
    while time.monotonic() < deadline:  # The pauses are how long each lasts, wherever the replica is by then.
        replicaof(replica, proxy.port)
        time.sleep(0.5)
        proxy.limit = 200000
        time.sleep(0.5)
        proxy.limit = None
        ok(primary.connect(), *context.random.choice((["FLUSHALL"], ["SWAPDB", 0, 1], ["PING"])))
        time.sleep(0.3)
        if context.random.random() < 0.5:
            ok(connection, "REPLICAOF", "NO", "ONE")
            ok(connection, "SET", "its own", "value")
    results = asking.results(60 + seconds)
    load.end()
    proxy.close()
    for asked, (took, what) in results:
        check(asked > 20, f"only {asked} answers came")
        check(took < SOON, f"{what} took {took:.1f} s")
