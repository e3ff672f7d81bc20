"""Who was the primary comes back to a history that went on without it: it goes back to where they parted."""

from durable import kill, own_directory, start
from replication_pair import Load, Proxy, await_up, check_same, fill, is_up, replicaof, syncs
from setup import await_that, check, info, ok, pipeline, scenario

EXTRA = [["SET", "only:here", "1"], ["HSET", "big:hash", "f7", "changed"], ["LPOP", "big:list", "3"],
         ["LINSERT", "big:list", "BEFORE", "5" * 5, "between"], ["SREM", "big:set", "member:5"], ["DEL", "big:zset"],
         ["SETRANGE", "big:string", "5000", "changed"], ["XADD", "big:stream", "*", "only", "here"],
         ["MULTI"], ["DECRBY", "account:1", "7"], ["INCRBY", "account:2", "7"], ["EXEC"]]


def write_alone(context, primary, count):
    """What no other has, all of it on the disk."""
    connection = primary.connect()
    pipeline(connection, EXTRA)
    Load(context, primary, count=count).end()
    ok(connection, "SET", "only:here", "2")
    check(ok(connection, "WAITAOF", "1", "0", "10000").value[0].value == 1, "it is not durable")
    connection.close()


def promote(replica):
    connection = replica.connect()
    ok(connection, "REPLICAOF", "NO", "ONE")
    connection.close()


def has(server, key):
    connection = server.connect()
    value = connection.command("EXISTS", key).value
    connection.close()
    return value


def begin_branch(context, homes, count, witness_cores):
    """A primary that goes on without its replica, and a witness that has what it writes then. Returns (primary, replica, witness)."""
    primary = start(context, homes[0])
    fill(primary.connect())
    proxy = Proxy(primary.port, context.random)
    replica = start(context, homes[1], cores=context.random.choice((1, 2, 4)))
    witness = start(context, homes[2], cores=witness_cores)
    replicaof(replica, proxy.port)
    replicaof(witness, primary.port)
    for each in (replica, witness):
        await_up(each)
    Load(context, primary, count=count).end()
    check_same(primary, replica, "before the branch")
    proxy.close()
    await_that(lambda: not is_up(replica), "the replica is cut off")
    write_alone(context, primary, count)
    check_same(primary, witness, "what the witness has")
    return primary, replica, witness


def check_went_back(replica, primary, witness):
    """Without a full sync, to what the replica has, which is the primary now."""
    for each, name in ((primary, "the old primary"), (witness, "the witness")):
        check_same(replica, each, name)
        check(has(each, "only:here") == 0, f"{name} still has what was written alone")
    check(syncs(replica) == (0, 2), f"full and partial syncs: {syncs(replica)}")


@scenario(cores=(1, 2, 4))
def a_primary_that_went_on_alone_goes_back_to_the_branch(context):
    """Three nodes: one is cut off, is made the primary, and both others, which have more, go back to what it had."""
    with own_directory() as one, own_directory() as other, own_directory() as third:
        primary, replica, witness = begin_branch(context, (one, other, third), context.count(300), context.random.choice((1, 2, 4)))
        kill(context, primary)
        promote(replica)
        Load(context, replica, count=context.count(200)).end()
        primary = start(context, one, "--replicaof", f"127.0.0.1 {replica.port}")
        replicaof(witness, replica.port)
        check_went_back(replica, primary, witness)
        Load(context, replica, count=context.count(200)).end()
        for each in (primary, witness):
            check_same(replica, each, "after the branch")
        context.stop(primary)
        primary = start(context, one, "--replicaof", f"127.0.0.1 {replica.port}", cores=context.random.choice((1, 2, 4)))
        check_same(replica, primary, "after a restart")
        check(syncs(replica)[0] == 0, "after the restart it took all")


@scenario(cores=(1, 2, 4))
def who_started_with_other_cores_goes_back_to_the_branch(context):
    """A primary that went on alone, and a replica that had what it wrote: both start with other cores, more than once, before
    they hear of the one that was cut off and made the primary."""
    with own_directory() as one, own_directory() as other, own_directory() as third:
        primary, replica, witness = begin_branch(context, (one, other, third), context.count(200), 2)
        for cores in (4, 1):
            (kill if context.random.random() < 0.5 else type(context).stop)(context, witness)
            witness = start(context, third, "--replicaof", f"127.0.0.1 {primary.port}", cores=cores)
            write_alone(context, primary, context.count(60))
            check_same(primary, witness, f"the witness with {cores} cores")
        for cores in (context.random.choice((1, 2, 4)) for _ in range(2)):
            kill(context, primary)
            primary = start(context, one, cores=cores)
            write_alone(context, primary, context.count(60))
        compact(primary)
        context.stop(primary)
        promote(replica)
        Load(context, replica, count=context.count(100)).end()
        primary = start(context, one, "--replicaof", f"127.0.0.1 {replica.port}", cores=context.random.choice((1, 2, 4)))
        replicaof(witness, replica.port)
        check_went_back(replica, primary, witness)
        Load(context, replica, count=context.count(100)).end()
        kill(context, primary)
        primary = start(context, one, "--replicaof", f"127.0.0.1 {replica.port}", cores=context.random.choice((1, 2, 4)))
        for each in (primary, witness):
            check_same(replica, each, "after the branch")
        check(syncs(replica)[0] == 0, "after the restart it took all")


def compact(server):
    ok(server.connect(), "BGREWRITEAOF")
    await_that(lambda: info(server)["aof_rewrite_in_progress"] == "0", "the log is compacted", 20)


@scenario(cores=(2,))
def who_has_bases_from_beyond_the_branch_goes_back_if_all_its_log_is_there(context):
    with own_directory() as one, own_directory() as other:
        primary, replica = start(context, one), start(context, other, cores=4)
        fill(primary.connect())
        replicaof(replica, primary.port)
        await_up(replica)
        check_same(primary, replica, "before")
        promote(replica)
        write_alone(context, primary, 100)
        compact(primary)
        context.stop(primary)
        primary = start(context, one, cores=1)
        write_alone(context, primary, 30)
        compact(primary)
        Load(context, replica, count=100).end()
        replicaof(primary, replica.port)
        check_same(replica, primary, "after")
        check(has(primary, "only:here") == 0, "it still has what was written alone")
        check(syncs(replica) == (0, 1), f"full and partial syncs: {syncs(replica)}")


@scenario(cores=(2,))
def who_has_bases_from_beyond_the_branch_takes_all_of_it(context):
    with own_directory() as one, own_directory() as other:
        primary, replica = start(context, one), start(context, other)
        fill(primary.connect())
        ok(primary.connect(), "DEBUG", "RELOAD")  # What is there then has not been logged.
        replicaof(replica, primary.port)
        await_up(replica)
        check_same(primary, replica, "before")
        promote(replica)
        write_alone(context, primary, 100)
        compact(primary)
        Load(context, replica, count=100).end()
        replicaof(primary, replica.port)
        check_same(replica, primary, "after the full sync")
        check(has(primary, "only:here") == 0, "it still has what was written alone")
        check(syncs(replica)[0] == 1, f"full and partial syncs: {syncs(replica)}")


@scenario(cores=(2,))
def a_replica_goes_on_through_a_compaction_and_a_promotion(context):
    """It was away meanwhile, every node has another number of cores, and all logs were rewritten."""
    with own_directory() as one, own_directory() as other, own_directory() as third:
        primary = start(context, one, cores=2)
        fill(primary.connect())
        replica = start(context, other, cores=4)
        away = start(context, third, cores=1)
        for each in (replica, away):
            replicaof(each, primary.port)
            await_up(each)
        Load(context, primary, count=context.count(300)).end()
        for each in (replica, away):
            check_same(primary, each, "before")
        context.stop(away)
        Load(context, primary, count=context.count(300)).end()
        check_same(primary, replica, "while one was away")
        for each in (primary, replica):
            ok(each.connect(), "BGREWRITEAOF")
        for each in (primary, replica):
            await_that(lambda each=each: info(each)["aof_rewrite_in_progress"] == "0", "the log is compacted", 20)
        Load(context, primary, count=context.count(100)).end()
        check_same(primary, replica, "after the compaction")
        context.stop(primary)
        promote(replica)
        Load(context, replica, count=context.count(100)).end()
        away = start(context, third, "--replicaof", f"127.0.0.1 {replica.port}", cores=2)
        primary = start(context, one, "--replicaof", f"127.0.0.1 {replica.port}", cores=1)
        for each in (away, primary):
            check_same(replica, each, "after the promotion")
        check(syncs(replica) == (0, 2), f"full and partial syncs: {syncs(replica)}")
