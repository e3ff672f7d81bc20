"""What dump files promise: one moment over all shards, whatever is written meanwhile; Redis loads them, and ours
are loaded; a save that fails changes nothing; a dump that is damaged is no empty store."""

import os
import shutil
import signal
import subprocess
import time

import dumps
import resp
import servers
from durable import digest, fill, kill, own_directory, shake
from setup import Workers, await_that, check, info, ok, pipeline, scenario

MARKS = [f"mark{n}" for n in range(16)]
MOMENT = 0.01


# ---- servers and files ----

def start(context, directory, *options, cores=None):
    return context.anax("--dir", directory, *options, cores=cores, timeout=60.0)


def start_redis(context, directory, *options):
    return context.redis("--dir", directory, *options)


def dump_of(directory):
    return os.path.join(directory, "dump.rdb")


def saved(connection, before=None):
    """Waits for the save that is under way, if any, and returns INFO."""
    await_that(lambda: info(connection)["rdb_bgsave_in_progress"] == "0", "the save ends", 60)
    facts = info(connection)
    check(facts["rdb_last_bgsave_status"] == "ok", "the save failed")
    return facts


def save_in_background(connection):
    reply = ok(connection, "BGSAVE").value
    check(reply == b"Background saving started", f"BGSAVE: {reply!r}")
    return saved(connection)


def copy_of_dump(directory, to):
    shutil.copy(dump_of(directory), dump_of(to))


def replace_by_file(directory):
    """So that nothing can be written there."""
    shutil.rmtree(directory)
    with open(directory, "w", encoding="ascii"):
        pass


def left_over(directory):
    return [name for name in os.listdir(directory) if name.endswith(".tmp")]


def digest_of_dump(context, directory, cores, *options):
    """That of a server which loads the dump, and nothing else."""
    with own_directory() as other:
        copy_of_dump(directory, other)
        server = start(context, other, *options, cores=cores)
        value = digest(server)
        trouble = context.stop(server)
        check(not trouble, trouble)
        return value


# ---- one moment ----

def write_marks(server, seconds):
    """All marks get the next number, in one transaction each time; the last one is what a SET says."""
    connection = server.connect()
    until, n = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        n += 1
        ok(connection, "MSET", *[part for mark in MARKS for part in (mark, n)])
    return n


def write_much(server, random, seconds):
    connection = server.connect()
    until, n = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        commands = []
        for _ in range(200):
            n += 1
            key = random.randrange(20000)
            commands.append(random.choice((
                ["SET", f"key:{key}", n], ["HSET", f"hash:{key}", n % 50, n], ["RPUSH", f"list:{key}", n],
                ["SADD", f"set:{key}", n % 100], ["ZADD", f"zset:{key}", n, n % 50], ["DEL", f"list:{key}", f"key:{key}"],
                ["XADD", f"stream:{key}", "*", "n", n], ["HSET", "big", random.randrange(40000), n])))
        pipeline(connection, commands)
    return n


@scenario()
def a_dump_under_load_shows_one_moment(context):
    rounds = context.count(3)
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        ok(connection, "DEBUG", "POPULATE", 30000, "key", 100)
        ok(connection, "DEBUG", "POPULATE", 200000, "more", 100)  # So that it takes a while.
        for n in range(0, 40000, 1000):
            ok(connection, "HSET", "big", *[part for field in range(n, n + 1000) for part in (field, n)])
        ok(connection, "MSET", *[part for mark in MARKS for part in (mark, 0)])
        seconds = 3 * rounds + 2
        workers = Workers(write_marks, [(server, seconds)])
        others = Workers(write_much, [(server, context.random, seconds)])
        ahead = 0
        try:
            for _ in range(rounds):
                before = int(ok(connection, "GET", MARKS[0]).value)
                ok(connection, "BGSAVE")
                after = max(int(item.value) for item in ok(connection, "MGET", *MARKS).value)
                ahead += int(saved(connection)["snapshot_regions_ahead"])
                with own_directory() as other:
                    copy_of_dump(directory, other)
                    redis = start_redis(context, other)
                    marks = {int(item.value) for item in ok(redis.connect(), "MGET", *MARKS).value}
                    context.stop(redis)
                check(len(marks) == 1, f"the marks of one transaction differ in a dump: {marks}")
                check(before <= marks.pop() <= after, "the dump does not show the moment of BGSAVE")
        finally:
            workers.end()
            others.end()
        check(ahead > 0, "nothing was written meanwhile: no test")
        check(not left_over(directory), "there are temporary files")


def make_big(connection, elements=20000):
    """A value of each type that takes many slices' time to write."""
    for n in range(0, elements, 500):
        some = range(n, n + 500)
        commands = [["HSET", "big hash", *[part for i in some for part in (f"f{i}", i)]],
                    ["SADD", "big set", *[f"m{i}" for i in some]],
                    ["ZADD", "big zset", *[part for i in some for part in (i, f"m{i}")]],
                    ["RPUSH", "big list", *[f"e{i}" for i in some]], ["APPEND", "big string", "text " * 500]]
        pipeline(connection, commands + [["XADD", "big stream", f"{i + 1}-1", "n", i] for i in some])


def change_big(random):
    j = random.randrange(20000)
    return [["HSET", "big hash", f"f{j}", random.random()], ["HDEL", "big hash", f"f{j + 1}"], ["SREM", "big set", f"m{j}"],
            ["ZADD", "big zset", random.random(), f"m{j}"], ["LSET", "big list", 5, "z"], ["LPOP", "big list"],
            ["XDEL", "big stream", f"{j}-1"], ["XADD", "big stream", "*", "n", j], ["SETRANGE", "big string", j, "xyz"],
            *random.sample((
                ["LINSERT", "big list", "BEFORE", f"e{j % 300}", "new"], ["LREM", "big list", 1, f"e{j}"], ["RPOP", "big list", 3],
                ["LTRIM", "big list", j % 50, -2], ["LPUSH", "big list", j], ["SPOP", "big set", j % 100],
                ["ZREMRANGEBYRANK", "big zset", j // 2, j // 2 + j % 80], ["ZADD", "big zset", j, f"m{j + 7}", 3, "new"],
                ["XTRIM", "big stream", "MINID", j % 400], ["XADD", "big stream", "MAXLEN", "~", 15000, "*", "n", j],
                ["APPEND", "big string", "more" * 300], ["SETBIT", "big string", j * 100, j % 2],
                ["BITFIELD", "big string", "SET", "u32", j * 64, j], ["HINCRBY", "big hash", "counter", 1]), 3)]


def replace_big(random):
    """What takes big values from their keys; they are there under other names afterwards, or not at all."""
    return random.sample((
        ["RENAME", "big hash", "moved hash"], ["DEL", "big set"], ["SET", "big string", "short"],
        ["ZUNIONSTORE", "big zset", 1, "big zset", "WEIGHTS", 2], ["PEXPIRE", "big list", 1], ["MOVE", "big stream", 3],
        ["HSET", "moved hash", "f7", "other"], ["COPY", "big list", "big set", "REPLACE"]), 3)


def change_meanwhile(connection, random, some, kind):
    """Sent behind BGSAVE in one pipeline."""
    commands = []
    for _ in range(300):
        n, m = random.randrange(some), random.randrange(some)
        commands += change_big(random)
        commands += random.sample((
            ["RENAME", f"list:{n}", f"list:{m}"], ["COPY", f"hash:{n}", f"hash:{m}", "REPLACE"], ["MOVE", f"set:{n}", 1],
            ["DEL", f"zset:{n}"], ["SPOP", f"set:{n}", 2], ["LTRIM", f"list:{n}", 1, -2], ["HDEL", f"hash:{n}", "x"],
            ["HSET", f"hash:{m}", "new", n], ["ZINCRBY", f"zset:{n}", 2, "member"], ["XTRIM", f"stream:{n}", "MAXLEN", 0],
            ["PERSIST", f"ttl:{n}"], ["PEXPIRE", f"ttl:{m}", 7200000], ["APPEND", f"big:{n}", "end"],
            ["SET", f"new:{n}", m], ["GETDEL", f"key:{n}"], ["SUNIONSTORE", f"set:{n}", f"set:{m}", f"ints:{n}"],
            ["LMOVE", f"list:{n}", f"list:{m}", "LEFT", "RIGHT"], ["SETBIT", f"bits:{n}", 7, m % 2],
            ["MSET", f"key:{n}", 1, f"key:{m}", 2, f"key:{n + m}", 3]), 6)
    where = len(commands) // 2
    commands += replace_big(random)
    commands[where:where] = {
        "swap": [["SWAPDB", 0, 1], ["SET", "q", 1], ["SWAPDB", 1, 5], ["SET", "r", 1], ["SWAPDB", 1, 5], ["SWAPDB", 1, 0]],
        "flush": [["SELECT", 1], ["FLUSHDB"], ["SET", "after", 1], ["SELECT", 0]],
        "plain": [],
        "transaction": [["MULTI"], ["SET", "key:1", "m"], ["SWAPDB", 1, 2], ["DEL", "key:2"], ["EXEC"]],
    }[kind]
    return commands


@scenario()
def a_dump_is_the_state_when_bgsave_was_answered(context):
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        some = fill(connection, context.random, context.count(20000))
        ok(connection, "DEBUG", "POPULATE", 200000, "more", 100)  # So that it takes a while.
        make_big(connection)
        ahead = saves = 0
        for kind in ("plain", "swap", "flush", "transaction") * context.count(1):
            before = digest(server)
            replies = pipeline(connection, [["BGSAVE"]] +
                               change_meanwhile(connection, context.random, some, kind))
            check(replies[0].value == b"Background saving started", f"BGSAVE: {replies[0].value!r}")
            facts = saved(connection)
            saves += 1
            check(int(facts["rdb_saves"]) == saves, "the save came to nothing")
            ahead += int(facts["snapshot_regions_ahead"])
            check(digest(server) != before, "nothing was changed")
            check(digest_of_dump(context, directory, context.random.choice((1, 2, 4))) == before,
                  f"the dump is not the state at BGSAVE ({kind})")
            check(int(facts["rdb_changes_since_last_save"]) > 0, "what came after the moment counts as saved")
        check(ahead > 0, "nothing was changed while it was written: no test")


@scenario()
def several_saves_and_reloads_keep_the_same_dataset(context):
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        some = fill(connection, context.random, context.count(5000))
        for _ in range(context.count(3)):
            shake(connection, context.random, some)
            before = digest(server)
            ok(connection, "DEBUG", "RELOAD")
            check(digest(server) == before, "another dataset after DEBUG RELOAD")
            ok(connection, "SAVE")
            ok(connection, "FLUSHALL")
            ok(connection, "DEBUG", "RELOAD", "NOSAVE")
            check(digest(server) == before, "another dataset after DEBUG RELOAD NOSAVE")
        check(info(connection)["rdb_changes_since_last_save"] is not None, "INFO")


@scenario(cores=(1, 3))
def what_saves_in_a_transaction_does_not_wait_for_itself(context):
    """BGSAVE has its moment when EXEC has given its locks back; a log that EXEC begins has all of it."""
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        for others in ([["SET", "a", 1]], [["SET", f"k{n}", n] for n in range(9)], [["DBSIZE"]], []):
            replies = pipeline(connection, [["MULTI"]] + others + [["BGSAVE"], ["SET", "end", 1], ["EXEC"]])
            check(replies[-1].kind == "array", f"EXEC: {replies[-1]}")
            check(replies[-1].value[-2].value == b"Background saving scheduled", f"EXEC: {replies[-1]}")
            saved(connection)
            check(has_in_dump(context, directory, "end") == b"1", "the transaction is not in the dump")
        connection = server.connect()
        some = [["SET", f"k{n}", "x"] for n in range(9)]
        replies = pipeline(connection, [["MULTI"]] + some + [["CONFIG", "SET", "appendonly", "yes"], ["MSET", "a", 7, "b", 8],
                                                             ["DEBUG", "RELOAD"], ["SET", "c", 9], ["EXEC"]])
        check([reply.kind for reply in replies[-1].value].count("status") == 13, f"EXEC: {replies[-1]}")
        before = digest(server)
        check(not context.stop(server), "it ended badly")
        server = start(context, directory, "--appendonly", "yes")
        check(digest(server) == before, "another dataset after a restart")


@scenario()
def a_key_that_expires_while_it_is_saved_is_saved(context):
    """It is in the dump with its time; whoever loads it then leaves it out, as Redis does."""
    keys = context.count(20000)
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        pipeline(connection, [["SET", f"k{n}", "x" * 200, "PX", 400 + n % 200] for n in range(keys)])
        there = ok(connection, "DBSIZE").value
        ok(connection, "BGSAVE")
        pipeline(connection, [["GET", f"k{n}"] for n in range(keys)])
        facts = saved(connection)
        check(there > 0, "they were gone before the save")
        seen = subprocess.run(["redis-check-rdb", dump_of(directory)], capture_output=True, check=False).stdout.decode()
        in_dump = int(seen.split(" keys read")[0].split()[-1])
        check(in_dump >= there - 5 and in_dump <= keys, f"{in_dump} keys in the dump, {there} when it began: {seen}")
        await_that(lambda: ok(connection, "DBSIZE").value == 0, "they expire")
        with own_directory() as other:
            copy_of_dump(directory, other)
            loaded = start(context, other)
            check(ok(loaded.connect(), "DBSIZE").value == 0, "expired keys were loaded")
        check(facts["rdb_last_bgsave_status"] == "ok", "the save failed")


@scenario()
def a_flush_of_much_ends_the_save_and_the_old_dump_stays(context):
    """As FLUSHALL ends it in Redis."""
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        ok(connection, "SET", "first", 1)
        ok(connection, "SAVE")
        with open(dump_of(directory), "rb") as file:
            old = file.read()
        ok(connection, "DEBUG", "POPULATE", 400000, "key", 100)
        replies = pipeline(connection, [["BGSAVE"], ["FLUSHALL"], ["SET", "after", 1]])
        check(replies[0].value == b"Background saving started" and replies[1].value == b"OK", f"{replies}")
        await_that(lambda: info(connection)["rdb_bgsave_in_progress"] == "0", "the save ends", 30)
        check(info(connection)["rdb_last_bgsave_status"] == "ok", "that is no failure")
        check(info(connection)["rdb_saves"] == "1", "a save without its data counts")
        with open(dump_of(directory), "rb") as file:
            check(file.read() == old, "the old dump is gone")
        check(not left_over(directory), "there are temporary files")
        save_in_background(connection)


# ---- from and to Redis ----

def names(connection):
    return sorted(item.value for item in ok(connection, "KEYS", "*").value)


def check_same_keys(one, other, databases):
    """Every key of all types has the same content, expiry and (stream) groups."""
    for db in databases:
        ok(one, "SELECT", db)
        ok(other, "SELECT", db)
        keys = names(one)
        check(keys == names(other), f"other keys in database {db}")
        for key in keys:
            mine, theirs = dumps.contents(one, key), dumps.contents(other, key)
            check(dumps.forget_encoding(mine) == dumps.forget_encoding(theirs), f"{key!r} differs")
            times = [ok(connection, "PEXPIRETIME", key).value for connection in (one, other)]
            check(times[0] == times[1], f"{key!r} expires at {times}")
    ok(one, "SELECT", 0)
    ok(other, "SELECT", 0)
    return len(keys)


def fill_all_types(connection, random, count):
    """What DUMP is tried with, in three databases, some with a time to live."""
    for n in range(count):
        ok(connection, "SELECT", random.choice((0, 0, 3, 15)))
        key = f"key {n}"
        maker = dumps.MAKERS[n % len(dumps.MAKERS)]
        pipeline(connection, maker(random, key))
        if random.random() < 0.3:
            connection.command("PEXPIREAT", key, 4102444800000 + n)
    ok(connection, "SELECT", 0)


@scenario(io=("any",), cores=(2,))
def redis_loads_every_key_of_a_dump(context):
    for options in dumps.OPTIONS:
        with own_directory() as directory:
            server = start(context, directory, *options)
            connection = server.connect()
            fill_all_types(connection, context.random, context.count(60))
            ok(connection, "SAVE")
            redis = start_redis(context, directory, "--sanitize-dump-payload", "yes", *options)
            check_same_keys(connection, redis.connect(), (0, 3, 15))
            context.stop(redis)
            context.stop(server)


@scenario(io=("any",), cores=(1, 3))
def redis_loads_big_values_as_they_were_whatever_was_written_meanwhile(context):
    with own_directory() as directory, own_directory() as other:
        server = start(context, directory)
        reference = start_redis(context, other)
        connection, as_it_was = server.connect(), reference.connect()
        for one in (connection, as_it_was):
            make_big(one, 60000)
            pipeline(one, [["XGROUP", "CREATE", "big stream", "g", "0"], ["HSET", "small", "a", 1], ["SET", "key", 1]])
        changes = [command for _ in range(context.count(150)) for command in change_big(context.random)]
        pipeline(connection, [["BGSAVE"]] + changes + replace_big(context.random))
        facts = saved(connection)
        check(int(facts["snapshot_values_put_off"]) == 6, "a big value was written as a whole")
        # With several cores the others may be done before the client's core gets its turn.
        check(int(facts["snapshot_states_noted"]) > 0 or context.cores > 1, "nothing was written meanwhile: no test")
        check(int(facts["snapshot_slice_max_bytes"]) < 300000, f"one turn's work: {facts['snapshot_slice_max_bytes']} bytes")
        redis = start_redis(context, directory, "--sanitize-dump-payload", "yes")
        keys = names(as_it_was)
        check(len(keys) == 8 and names(redis.connect()) == keys, "other keys")
        for key in keys:
            digests = [ok(one, "DEBUG", "DIGEST-VALUE", key).value for one in (as_it_was, redis.connect())]
            check(digests[0] == digests[1], f"{key!r} is another")
        for one in (redis, server, reference):
            context.stop(one)


@scenario(io=("any",), cores=(1, 2))
def writes_wait_when_the_budget_of_a_snapshot_is_spent_and_reads_do_not(context):
    """Values of 1 KiB are changed faster than a dump of them is written, which may hold 1 MiB."""
    budget = 1 << 20
    with own_directory() as directory:
        server = start(context, directory, "--snapshot-budget", str(budget), "--rdbcompression", "no")
        connection, reader = server.connect(), server.connect()
        fields = 40000
        for n in range(0, fields, 500):
            pipeline(connection, [["HSET", f"hash {h}", *[part for i in range(n, n + 500)
                                                          for part in (i, f"{i:0200}" * 5)]] for h in range(2)])
        ok(connection, "SET", "key", "value")
        before, waited = digest(server), 0
        for _ in range(10):
            numbers = [context.random.randrange(fields) for _ in range(6000)]
            for command in [["BGSAVE"]] + [["HSET", f"hash {i % 2}", i, "changed"] for i in numbers]:
                connection.send(resp.encode(command))
            check(ok(reader, "GET", "key").value == b"value", "a read meanwhile")
            for _ in range(len(numbers) + 1):
                connection.read_reply(20)
            facts = saved(reader)
            waited += int(facts["snapshot_stalls"])
            check(int(facts["rdb_last_cow_size"]) < 5 * budget, f"{facts['rdb_last_cow_size']} bytes were held")
            check(digest_of_dump(context, directory, 2) == before, "the dump is not the state at BGSAVE")
            before = digest(server)
            if waited and int(info(reader)["delayed_writes"]):
                return
        check(False, "no write had to wait")


# Each would change thousands of elements of its own value at once.
MUCH = (["LTRIM", "list 0", 10, 20], ["LPOP", "list 1", 6000], ["LREM", "list 2", 5000, "e"], ["SPOP", "set 0", 6000],
        ["SREM", "set 1", *[f"m{i}" for i in range(5000)]], ["HDEL", "hash 0", *[f"f{i}" for i in range(5000)]],
        ["ZREMRANGEBYSCORE", "zset 0", 100, "(6000"], ["ZREMRANGEBYRANK", "zset 1", 5, -5], ["ZPOPMAX", "zset 2", 5000],
        ["ZMPOP", 2, "zset none", "zset 3", "MIN", "COUNT", 5000], ["XTRIM", "stream 0", "MAXLEN", 5],
        ["XADD", "stream 1", "MINID", "=", 6000, "*", "n", 1], ["XGROUP", "DESTROY", "stream 2", "g"],
        ["XGROUP", "DELCONSUMER", "stream 3", "g", "alice"], ["XREADGROUP", "GROUP", "g", "bob", "STREAMS", "stream 4", ">"])


def make_much(connection, elements=8000):
    for n in range(0, elements, 1000):
        some = range(n, n + 1000)
        for i in range(5):
            pipeline(connection, [["XADD", f"stream {i}", f"{at + 1}-1", "n", at] for at in some])
        for i in range(4):
            pipeline(connection, [["RPUSH", f"list {i}", *(["e"] * 1000)], ["SADD", f"set {i}", *[f"m{at}" for at in some]],
                                  ["HSET", f"hash {i}", *[part for at in some for part in (f"f{at}", at)]],
                                  ["ZADD", f"zset {i}", *[part for at in some for part in (at, f"m{at}")]]])
    for i in range(5):
        ok(connection, "XGROUP", "CREATE", f"stream {i}", "g", "0")
        for name in ("alice", "bob")[:2 if i < 4 else 0]:
            ok(connection, "XREADGROUP", "GROUP", "g", name, "COUNT", elements // 2, "STREAMS", f"stream {i}", ">")


@scenario(io=("any",), cores=(1, 2))
def a_command_that_changes_much_waits_until_a_snapshot_has_written_the_value(context):
    """What it changes is not noted: the budget holds whatever one command does, and others go on writing."""
    with own_directory() as directory:
        server = start(context, directory, "--snapshot-budget", "1mb", "--rdbcompression", "no")
        connection = server.connect()
        make_much(connection)
        before = digest(server)
        others = [server.connect() for _ in MUCH]
        waiting = server.connect()
        requests = [resp.encode(command) for command in MUCH]
        ok(connection, "BGSAVE")
        for other, request in zip(others, requests):
            other.send(request)
        waiting.send(b"".join(resp.encode(command) for command in (
            ["MULTI"], *[["HDEL", "hash 1", *[f"f{i}" for i in range(at, at + 50)]] for at in range(0, 5000, 50)], ["EXEC"])))
        ok(connection, "HSET", "hash 0", "new", 1)
        for other in others:
            check(other.read_reply(60).kind != "error", "a command was refused")
        for _ in range(102):
            reply = waiting.read_reply(60)
        check([item.value for item in reply.value] == [50] * 100, "the transaction")
        facts = saved(connection)
        put_off = int(facts["snapshot_writes_put_off"])
        check(put_off >= 5 if context.cores == 1 else put_off > 0, f"{put_off} commands waited")
        check(int(facts["delayed_writes"]) >= put_off, "delayed_writes")
        check(int(facts["snapshot_states_noted"]) < 1000, f"{facts['snapshot_states_noted']} states were noted")
        check(int(facts["rdb_last_cow_size"]) < 5 << 20, f"{facts['rdb_last_cow_size']} bytes were held")
        check(int(facts["snapshot_slice_max_bytes"]) < 300000, f"one turn's work: {facts['snapshot_slice_max_bytes']} bytes")
        check(digest_of_dump(context, directory, 2) == before, "the dump is not the state at BGSAVE")
        redis = start_redis(context, directory, "--sanitize-dump-payload", "yes")
        pending = [ok(redis.connect(), "XPENDING", f"stream {i}", "g").value for i in range(4)]
        check([item[0].value for item in pending] == [8000] * 4, f"pending entries: {pending}")
        check([len(item[3].value) for item in pending] == [2] * 4, f"consumers: {pending}")
        context.stop(redis)
        context.stop(server)


@scenario(io=("any",), cores=(2,))
def every_key_of_a_dump_of_redis_is_loaded(context):
    for options in dumps.OPTIONS:
        with own_directory() as directory:
            redis = start_redis(context, directory, *options)
            connection = redis.connect()
            fill_all_types(connection, context.random, context.count(60))
            ok(connection, "SAVE")
            server = start(context, directory, *options)
            check_same_keys(connection, server.connect(), (0, 3, 15))
            sizes = info(connection)
            keys = sum(int(sizes.get(f"db{db}", "keys=0,").split("=")[1].split(",")[0]) for db in (0, 3, 15))
            check(int(info(server)["rdb_last_load_keys_loaded"]) == keys, "INFO tells another number of keys")
            context.stop(redis)
            context.stop(server)


# ---- what the start does with it ----

@scenario(cores=(2,))
def a_dump_is_loaded_where_there_is_no_log_and_begins_it(context):
    with own_directory() as directory:
        server = start(context, directory)
        some = fill(server.connect(), context.random, context.count(5000))
        ok(server.connect(), "SAVE")
        before = digest(server)
        context.stop(server)
        for cores in (3, 1):
            server = start(context, directory, "--appendonly", "yes", "--appendfsync", "always", cores=cores)
            check(digest(server) == before, "the log did not begin with the dump")
            shake(server.connect(), context.random, some)
            before = digest(server)
            kill(context, server)
            server = start(context, directory, "--appendonly", "yes", cores=cores)
            check(digest(server) == before, "another dataset after kill -9")
            context.stop(server)
        check(os.path.exists(dump_of(directory)), "the dump is gone")


@scenario(cores=(2,))
def a_log_counts_more_than_a_dump_and_that_is_said(context):
    with own_directory() as directory:
        server = start(context, directory, "--appendonly", "yes")
        connection = server.connect()
        ok(connection, "SET", "key", "in both")
        ok(connection, "SAVE")
        ok(connection, "SET", "key", "in the log")
        context.stop(server)
        server = start(context, directory, "--appendonly", "yes")
        check(ok(server.connect(), "GET", "key").value == b"in the log", "the dump counted")
        said = server.process.said()
        check("dump.rdb" in said and "the log counts" in said, f"nothing is said of the dump: {said}")


def refused(context, directory, *options):
    """Starts a server that must end by itself; what it said."""
    port = servers.free_port()
    argv = [os.path.abspath(context.binary), "--pin", "no", "--bind", "127.0.0.1", "--port", str(port), "--dir", directory,
            "--save", "", *options]
    done = subprocess.run(argv, capture_output=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
    check(done.returncode != 0, f"it ended with code {done.returncode}")
    return (done.stdout + done.stderr).decode()


@scenario(io=("any",), cores=(0,))
def a_damaged_dump_stops_the_start(context):
    """With one line that names the file; the file stays as it is, and there is no log of an empty store beside it."""
    with own_directory() as directory:
        server = start(context, directory, cores=2)
        fill(server.connect(), context.random, 2000)
        ok(server.connect(), "SAVE")
        context.stop(server)
        with open(dump_of(directory), "rb") as file:
            good = file.read()
        flipped = bytearray(good)
        flipped[context.random.randrange(9, len(good))] ^= 1 << context.random.randrange(8)
        cases = [("nothing in it", b""), ("no dump", b"This is a text, not a dump of any kind"),
                 ("a newer version", b"REDIS0999" + good[9:]), ("a bit flipped", bytes(flipped)),
                 ("its checksum cut off", good[:-8]), ("its last byte cut off", good[:-1])]
        cases += [("cut", good[:context.random.randrange(9, len(good))]) for _ in range(context.count(6))]
        for what, content in cases:
            for options in (("--appendonly", "no"), ("--appendonly", "yes")):
                with open(dump_of(directory), "wb") as file:
                    file.write(content)
                said = refused(context, directory, *options)
                lines = [line for line in said.split("\n") if "dump.rdb" in line and "cannot be loaded" in line]
                check(len(lines) == 1, f"{what}: no single line says why: {said}")
                check("Ready to accept" not in said, f"{what}: it was served")
                with open(dump_of(directory), "rb") as file:
                    check(file.read() == content, f"{what}: the file was touched")
                check(not os.path.exists(os.path.join(directory, "appendonlydir", "MANIFEST")), f"{what}: a log was begun")


@scenario(io=("any",), cores=(0,))
def a_dump_with_more_databases_than_there_are_is_refused(context):
    with own_directory() as directory:
        server = start(context, directory, cores=1)
        pipeline(server.connect(), [["SELECT", 9], ["SET", "a", 1], ["SAVE"]])
        context.stop(server)
        said = refused(context, directory, "--appendonly", "no", "--databases", "4")
        check("databases" in said, said)


# ---- saves that fail ----

@scenario(cores=(2,))
def a_save_that_fails_is_reported_and_leaves_the_old_file(context):
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        ok(connection, "DEBUG", "POPULATE", 20000, "key", 200)
        ok(connection, "SAVE")
        with open(dump_of(directory), "rb") as file:
            old = file.read()
        when = ok(connection, "LASTSAVE").value
        ok(connection, "SET", "more", 1)
        await_that(lambda: time.time() >= when + 1, "a save would have another time")
        for op, error in (("open", "EROFS"), ("write", "ENOSPC"), ("sync", "EIO"), ("rename", "EIO"), ("write", "EIO")):
            ok(connection, "DEBUG", "DISK-FAULT", op, "every", error)
            reply = connection.command("SAVE")
            check(reply.kind == "error", f"SAVE with a failing {op}: {reply.value!r}")
            facts = info(connection)
            check(facts["rdb_last_bgsave_status"] == "err", f"a failed {op} is not reported")
            check(int(facts["rdb_changes_since_last_save"]) > 0, "the changes count as saved")
            check(ok(connection, "LASTSAVE").value == when, "LASTSAVE is of a save that failed")
            reply = connection.command("BGSAVE")
            await_that(lambda: info(connection)["rdb_bgsave_in_progress"] == "0", "the save ends")
            check(reply.kind == ("error" if op in ("open", "write") else "status"), f"BGSAVE: {reply.value!r}")
            check(info(connection)["rdb_last_bgsave_status"] == "err", "a failed BGSAVE is not reported")
            ok(connection, "DEBUG", "DISK-FAULT", "OFF")
            with open(dump_of(directory), "rb") as file:
                check(file.read() == old, f"another file after a failed {op}")
            check(not left_over(directory), f"a temporary file after a failed {op}")
        save_in_background(connection)
        check(ok(connection, "LASTSAVE").value > when, "LASTSAVE")
        check("Background saving failed" in server.process.said(100), "the log does not say it")


@scenario(cores=(2,))
def a_directory_that_cannot_be_made_fails_the_save(context):
    with own_directory() as directory:
        inner = os.path.join(directory, "inner")
        server = start(context, inner)
        connection = server.connect()
        ok(connection, "SET", "a", 1)
        replace_by_file(inner)
        check(connection.command("SAVE").kind == "error", "SAVE without a directory")
        check(info(connection)["rdb_last_bgsave_status"] == "err", "INFO")
        os.remove(inner)
        ok(connection, "SAVE")  # Which makes it.
        check(info(connection)["rdb_last_bgsave_status"] == "ok", "INFO")


# ---- the end of the server ----

def ended(context, server, seconds=20):
    """Waits until it has ended by itself; its exit code."""
    code = server.process.child.wait(seconds)
    context.servers.remove(server)
    server.process.clear()
    return code


def has_in_dump(context, directory, key):
    if not os.path.exists(dump_of(directory)):
        return None
    with own_directory() as other:
        copy_of_dump(directory, other)
        server = start(context, other, cores=1)
        reply = ok(server.connect(), "GET", key)
        context.stop(server)
        return None if reply.kind == "nil" else reply.value


@scenario(cores=(2,))
def shutdown_saves_as_it_is_told(context):
    """SAVE always, NOSAVE never; without a word if there are save points. So does SIGTERM."""
    points = ("--save", "3600 1000")
    for options, how, is_saved in (((), ["SAVE"], True), (points, [], True), ((), [], False), (points, ["NOSAVE"], False),
                                   (points, None, True), ((), None, False)):
        with own_directory() as directory:
            server = start(context, directory, *options)
            connection = server.connect()
            ok(connection, "SET", "key", "value")
            if how is None:
                os.kill(server.pid(), signal.SIGTERM)
            else:
                connection.send_command(["SHUTDOWN"] + how)
            check(ended(context, server) == 0, "it ended badly")
            found = has_in_dump(context, directory, "key")
            check(found == (b"value" if is_saved else None), f"{options} SHUTDOWN {how}: {found!r}")


@scenario(cores=(2,))
def a_server_that_cannot_save_does_not_end_unless_it_is_forced(context):
    with own_directory() as directory:
        inner = os.path.join(directory, "inner")
        for last in (["NOSAVE"], ["FORCE"], ["SAVE", "FORCE"]):
            server = start(context, inner, "--save", "3600 1000")
            connection = server.connect()
            ok(connection, "SET", "key", "value")
            replace_by_file(inner)
            reply = connection.command("SHUTDOWN", "SAVE")
            check(reply.kind == "error" and b"Errors trying to SHUTDOWN" in reply.value, f"{reply}")
            reply = connection.command("SHUTDOWN")
            check(reply.kind == "error", f"{reply}")
            os.kill(server.pid(), signal.SIGTERM)
            await_that(lambda: "goes on" in server.process.said(), "it says that it goes on")
            check(ok(connection, "GET", "key").value == b"value", "it does not go on")
            connection.send_command(["SHUTDOWN"] + last)
            check(ended(context, server) == 0, "it ended badly")
            os.remove(inner)


@scenario(cores=(2,))
def save_points_write_a_dump(context):
    with own_directory() as directory:
        server = start(context, directory, "--save", "1 100 3600 1")
        connection = server.connect()
        ok(connection, "SET", "one", 1)
        time.sleep(2.5)  # That nothing happens in this time is the claim.
        check(not os.path.exists(dump_of(directory)), "one change is not a hundred")
        pipeline(connection, [["SET", f"k{n}", n] for n in range(200)])
        await_that(lambda: info(connection)["rdb_saves"] == "1", "a save point is reached", 5)
        check(info(connection)["rdb_changes_since_last_save"] == "0", "changes after the save")
        ok(connection, "CONFIG", "SET", "save", "")
        pipeline(connection, [["SET", f"k{n}", n] for n in range(200)])
        time.sleep(2.5)  # As above.
        check(info(connection)["rdb_saves"] == "1", "there are no save points any more")


@scenario(cores=(2,))
def writes_are_refused_after_a_failed_save_if_there_are_save_points(context):
    with own_directory() as directory:
        server = start(context, directory, "--save", "3600 100000")
        connection = server.connect()
        ok(connection, "SET", "a", 1)
        ok(connection, "DEBUG", "DISK-FAULT", "sync", "every", "EIO")
        check(connection.command("SAVE").kind == "error", "SAVE")
        for command in (["SET", "a", 2], ["DEL", "a"], ["PING"]):
            reply = connection.command(*command)
            check(reply.kind == "error" and reply.value.startswith(b"MISCONF Redis is configured to save RDB"), f"{reply}")
        check(ok(connection, "GET", "a").value == b"1", "GET")
        replies = pipeline(connection, [["MULTI"], ["SET", "b", 1], ["EXEC"]])
        check(replies[1].value.startswith(b"MISCONF") and replies[2].value.startswith(b"EXECABORT"), f"{replies}")
        for option, off, on in (("stop-writes-on-bgsave-error", "no", "yes"), ("save", "", "3600 100000")):
            ok(connection, "CONFIG", "SET", option, off)
            ok(connection, "SET", "a", 3)
            ok(connection, "CONFIG", "SET", option, on)
            check(connection.command("SET", "a", 4).kind == "error", f"{option} {on}")
        ok(connection, "DEBUG", "DISK-FAULT", "OFF")
        save_in_background(connection)
        ok(connection, "SET", "a", 5)
        check(not context.stop(server), "it ended badly")


@scenario(cores=(2,))
def a_flushall_is_saved_if_there_are_save_points(context):
    with own_directory() as directory:
        server = start(context, directory, "--save", "3600 100000")
        connection = server.connect()
        ok(connection, "SET", "a", 1)
        ok(connection, "SAVE")
        ok(connection, "FLUSHALL")
        await_that(lambda: info(connection)["rdb_saves"] == "2", "FLUSHALL is saved", 5)
        check(has_in_dump(context, directory, "a") is None, "the key is in the dump")
        check(not context.stop(server), "it ended badly")


@scenario(cores=(2,))
def a_signal_ends_the_server_as_its_option_says(context):
    for words, number, options, is_saved in (("save", signal.SIGTERM, (), True), ("nosave", signal.SIGTERM, ("--save", "3600 1"), False),
                                             ("save now", signal.SIGINT, (), True), ("save force", signal.SIGTERM, (), None)):
        with own_directory() as directory:
            inner = os.path.join(directory, "inner")
            name = "shutdown-on-sigterm" if number == signal.SIGTERM else "shutdown-on-sigint"
            server = start(context, inner, f"--{name}", words, *options)
            connection = server.connect()
            ok(connection, "SET", "key", "value")
            if is_saved is None:
                replace_by_file(inner)
            os.kill(server.pid(), number)
            check(ended(context, server) == 0, "it ended badly")
            check(bool(has_in_dump(context, inner, "key")) == bool(is_saved), f"{name} {words}")


# ---- beside the log ----

@scenario(cores=(1, 3))
def a_log_that_was_ended_and_begun_again_is_whole(context):
    """Transactions over all shards meanwhile, so that there are lines to draw."""
    with own_directory() as directory:
        server = start(context, directory, "--appendonly", "yes")
        connection = server.connect()
        some = fill(connection, context.random, context.count(3000))
        for _ in range(context.count(3)):
            workers = Workers(write_marks, [(server, 1.0)])
            ok(connection, "CONFIG", "SET", "appendonly", "no")
            shake(connection, context.random, some)
            ok(connection, "CONFIG", "SET", "appendonly", "yes")
            shake(connection, context.random, some)
            last = workers.results(20)[0]
            marks = {int(item.value) for item in ok(connection, "MGET", *MARKS).value}
            check(marks == {last}, f"marks {marks}, the last transaction wrote {last}")
            before = digest(server)
            if context.random.random() < 0.5:
                await_that(lambda: info(connection)["log_pending_bytes"] == "0", "all is durable")
                kill(context, server)
            else:
                check(not context.stop(server), "it ended badly")
            server = start(context, directory, "--appendonly", "yes", cores=context.random.choice((1, 2, 4)))
            connection = server.connect()
            check(digest(server) == before, "another dataset after a restart")


@scenario(cores=(1, 3))
def a_reload_begins_the_log_anew(context):
    with own_directory() as directory:
        server = start(context, directory, "--appendonly", "yes")
        connection = server.connect()
        some = fill(connection, context.random, context.count(3000))
        for _ in range(context.count(3)):
            before = digest(server)
            ok(connection, "DEBUG", "RELOAD")
            check(digest(server) == before, "another dataset after DEBUG RELOAD")
            ok(connection, "DEBUG", "LOADAOF")
            check(digest(server) == before, "the log is another dataset after DEBUG RELOAD")
            shake(connection, context.random, some)
            before = digest(server)
            check(not context.stop(server), "it ended badly")
            server = start(context, directory, "--appendonly", "yes")
            connection = server.connect()
            check(digest(server) == before, "another dataset after a restart")


@scenario(cores=(2,))
def a_reload_that_fails_keeps_what_the_log_has(context):
    with own_directory() as directory:
        server = start(context, directory, "--appendonly", "yes")
        connection = server.connect()
        fill(connection, context.random, 1000)
        before = digest(server)
        with open(dump_of(directory), "wb") as file:
            file.write(b"REDIS0010 this is none")
        reply = connection.command("DEBUG", "RELOAD", "NOSAVE")
        check(reply.kind == "error" and b"check server logs" in reply.value, f"{reply}")
        check(digest(server) == before, "the data is gone")
        ok(connection, "SET", "goes", "on")
        before = digest(server)
        os.remove(dump_of(directory))
        check(not context.stop(server), "it ended badly")
        server = start(context, directory, "--appendonly", "yes")
        check(digest(server) == before, "another dataset after a restart")


@scenario(cores=(2,))
def names_of_dumps_can_have_the_time(context):
    """The newest is loaded."""
    with own_directory() as directory:
        name = ("--dbfilename", "dump-{timestamp}.rdb")
        server = start(context, directory, *name)
        connection = server.connect()
        for n in range(2):
            ok(connection, "SET", "n", n)
            ok(connection, "SAVE")
            saved = int(time.time())
            await_that(lambda: int(time.time()) > saved, "the next one has another name")
        ok(connection, "SET", "n", "changed")
        ok(connection, "DEBUG", "RELOAD", "NOSAVE")
        check(ok(connection, "GET", "n").value == b"1", "DEBUG RELOAD NOSAVE takes another one")
        context.stop(server)
        files = sorted(os.listdir(directory))
        check(len(files) == 2 and all(file.startswith("dump-2") and file.endswith(".rdb") for file in files), f"{files}")
        server = start(context, directory, *name)
        check(ok(server.connect(), "GET", "n").value == b"1", "it was not the newest")


def save_function(context, directory):
    """A dump of Redis with a function. Such are not understood yet, but Redis has them again when it loads what was
    written here."""
    redis = start_redis(context, directory)
    ok(redis.connect(), "FUNCTION", "LOAD", "#!lua name=lib\nredis.register_function('f', function() return 7 end)")
    ok(redis.connect(), "SAVE")
    context.stop(redis)


def call_function(context, directory):
    connection = start_redis(context, directory).connect()
    check(ok(connection, "FCALL", "f", 0).value == 7, "the function is gone")
    return connection


@scenario(cores=(2,))
def functions_of_a_dump_are_kept_for_the_next(context):
    with own_directory() as directory:
        save_function(context, directory)
        server = start(context, directory)
        ok(server.connect(), "SET", "a", 1)
        ok(server.connect(), "SAVE")
        context.stop(server)
        connection = call_function(context, directory)
        check(ok(connection, "GET", "a").value == b"1", "the key is gone")


# ---- for redis-cli --rdb ----

def fetch_dump(server, path):
    return subprocess.run(["redis-cli", "-p", str(server.port), "--rdb", path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False)


@scenario(cores=(1, 4), rare=("epoll",))
def redis_cli_fetches_a_dump_of_one_moment_that_redis_loads(context):
    with own_directory() as directory, own_directory() as other:
        server = start(context, directory, cores=context.cores)
        connection = server.connect()
        fill_all_types(connection, context.random, 60)
        done = fetch_dump(server, dump_of(other))
        check(done.returncode == 0 and "with success" in done.stdout, done.stdout)
        redis = start_redis(context, other)
        check_same_keys(redis.connect(), connection, range(16))
        context.stop(redis)
        ok(connection, "DEBUG", "POPULATE", 50000, "more", 100)
        ok(connection, "MSET", *[part for mark in MARKS for part in (mark, 0)])
        workers = Workers(write_marks, [(server, 2)])
        others = Workers(write_much, [(server, context.random, 2)])
        for _ in range(2):
            before = int(ok(connection, "GET", MARKS[0]).value)
            done = fetch_dump(server, dump_of(other))
            after = int(ok(connection, "GET", MARKS[0]).value)
            check(done.returncode == 0, done.stdout)
            redis = start_redis(context, other)
            marks = {int(item.value) for item in ok(redis.connect(), "MGET", *MARKS).value}
            context.stop(redis)
            check(len(marks) == 1 and before <= marks.pop() <= after, f"not one moment: {marks}")
        workers.end()
        others.end()
        check(sorted(os.listdir(directory)) == [], f"files are left: {os.listdir(directory)}")


@scenario(cores=(2,))
def who_fetches_a_dump_slowly_or_not_to_its_end_harms_nobody(context):
    with own_directory() as directory:
        server = start(context, directory, cores=2)
        connection = server.connect()
        ok(connection, "DEBUG", "POPULATE", 20000, "key", 2000)
        all_slow = []
        for is_psync in (False, True, False):
            slow = server.connect()
            all_slow.append(slow)
            ok(slow, "REPLCONF", "capa", "eof", "rdb-only", 1)
            slow.send(resp.encode(["PSYNC", "?", "-1"] if is_psync else ["SYNC"]))
            head = slow.link.receive(20)
            check(head.startswith(b"+FULLRESYNC " if is_psync else b"$"), f"{head[:50]} came")
            await_that(lambda: os.listdir(directory) == [], "the file has no name")
            before = int(info(connection)["used_memory"])
            pipeline(connection, [["SET", f"key:{i}", "x" * 2000] for i in range(5000)])
            check(int(info(connection)["used_memory"]) - before < 8 << 20, "what is not read is kept in memory")
            if is_psync:
                ok(connection, "FLUSHALL")  # What is sent is not the data any more.
                ok(connection, "DEBUG", "POPULATE", 20000, "key", 2000)
            else:
                slow.close()
        await_that(lambda: ok(connection, "CLIENT", "LIST").value.count(b"\n") == 2, "two are left")
        check(ok(connection, "PING").value == b"PONG", "PING")


@scenario(cores=(2,))
def a_replica_of_redis_is_refused_and_keeps_what_it_has(context):
    with own_directory() as directory:
        server = start(context, directory, cores=2)
        redis = context.redis("--save", "")
        theirs = redis.connect()
        ok(theirs, "SET", "own", "value")
        ok(theirs, "REPLICAOF", "127.0.0.1", server.port)
        await_that(lambda: "Anax replicates only with Anax" in redis.process.said(), "it is told why")
        check(ok(theirs, "GET", "own").value == b"value", "it has lost its data")
        check(info(theirs)["master_link_status"] == "down", "it takes itself for a replica")
        check(info(server)["connected_slaves"] == "0", "it counts as a replica")
        for argv, error in ((["SYNC"], b"ERR Anax replicates only with Anax"), (["PSYNC", "?", "-1"], b"ERR Anax"),
                            (["REPLCONF", "rdb-only"], b"ERR syntax error"), (["REPLCONF", "x", "1"], b"ERR Unrecognized"),
                            (["REPLCONF", "rdb-only", "x"], b"ERR value is not an integer"),
                            (["REPLCONF", "rdb-filter-only", "functions"], b"ERR Unsupported")):
            reply = server.connect().command(*argv)
            check(reply.kind == "error" and reply.value.startswith(error), f"{argv}: {reply}")
