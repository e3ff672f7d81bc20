"""What the log promises: what was acknowledged is there after a restart, a kill or a power cut."""

import contextlib
import fcntl
import multiprocessing
import os
import shutil
import struct
import subprocess
import tempfile
import time

import resp
import servers
from setup import Failure, Workers, await_commands, await_that, check, info, ok, pipeline, scenario

ALWAYS = ("--appendfsync", "always")


# ---- servers with a directory that outlives them ----

def start(context, directory, *options, cores=None):
    return context.anax("--appendonly", "yes", "--dir", directory, *options, cores=cores, timeout=60.0)


def kill(context, server):
    """kill -9. What it said stays out of the report: it did not end badly, it was ended."""
    server.process.child.kill()
    server.process.child.wait()
    context.servers.remove(server)
    server.process.clear()


@contextlib.contextmanager
def own_directory():
    directory = tempfile.mkdtemp(prefix="anax-log-")
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


# ---- the same dataset ----

def digest(server):
    connection = server.connect()
    value = ok(connection, "DEBUG", "DIGEST").value
    connection.close()
    return value


def expiries(connection, count):
    return [reply.value for reply in pipeline(connection, [["PEXPIRETIME", f"ttl:{n}"] for n in range(count)])]


def fill(connection, random, keys):
    """Keys of all types, small and big, some with a time to live, in three databases."""
    some = max(10, keys // 100)
    ok(connection, "DEBUG", "POPULATE", keys, "key", 40)
    commands = []
    for n in range(some):
        size = random.choice((1, 3, 20, 300))
        words = [f"{random.randrange(1 << 40):x}" for _ in range(size)]
        commands += [["SELECT", random.choice((0, 0, 0, 1, 5))],
                     ["RPUSH", f"list:{n}", *words], ["SADD", f"set:{n}", *words],
                     ["SADD", f"ints:{n}", *[random.randrange(1000) for _ in range(size)]],
                     ["HSET", f"hash:{n}", *[part for word in words for part in (word, word[::-1])]],
                     ["ZADD", f"zset:{n}", *[part for word in words for part in (random.random(), word)]],
                     ["XADD", f"stream:{n}", f"{n + 1}-1", "field", words[0]],
                     ["XGROUP", "CREATE", f"stream:{n}", "group", "0"],
                     ["XREADGROUP", "GROUP", "group", "consumer", "COUNT", 1, "STREAMS", f"stream:{n}", ">"],
                     ["PFADD", f"pf:{n}", *words], ["SETBIT", f"bits:{n}", random.randrange(100000), 1],
                     ["APPEND", f"big:{n}", words[0] * 1000], ["SETRANGE", f"big:{n}", 9000, words[-1]]]
    commands.append(["SELECT", 0])
    commands += [["SET", f"ttl:{n}", n, "PX", random.randrange(3600000, 7200000)] for n in range(some)]
    commands += [["PEXPIREAT", f"hash:{n}", 4102444800000 + n] for n in range(0, some, 3)]
    for i in range(0, len(commands), 500):
        pipeline(connection, commands[i:i + 500])
    return some


def shake(connection, random, some):
    """Changes that a log could get wrong: databases, names, middles, ends."""
    commands = []
    for _ in range(some):
        n, m = random.randrange(some), random.randrange(some)
        commands.append(random.choice((
            ["RENAME", f"list:{n}", f"list:{m}"], ["COPY", f"hash:{n}", f"hash:{m}", "REPLACE"],
            ["MOVE", f"set:{n}", 1], ["DEL", f"zset:{n}"], ["SPOP", f"set:{n}", 2], ["LPOP", f"list:{n}"],
            ["LTRIM", f"list:{n}", 1, -2], ["LINSERT", f"list:{n}", "BEFORE", "nothing", "x"],
            ["LSET", f"list:{n}", 0, "set"], ["ZINCRBY", f"zset:{n}", 2, "member"], ["HDEL", f"hash:{n}", "x"],
            ["SUNIONSTORE", f"set:{n}", f"set:{m}", f"set:{n}"], ["XTRIM", f"stream:{n}", "MAXLEN", 0],
            ["PERSIST", f"ttl:{n}"], ["PEXPIRE", f"ttl:{m}", 7200000], ["SETRANGE", f"big:{n}", 5000, "middle"],
            ["APPEND", f"big:{n}", "end"], ["INCR", f"counter:{n}"], ["LMOVE", f"list:{n}", f"list:{m}", "LEFT", "RIGHT"],
            ["SORT", f"list:{n}", "ALPHA", "STORE", f"list:{m}"], ["GETDEL", f"key:{n}"])))
    commands += random.choice(([["SWAPDB", 0, 1], ["SWAPDB", 0, 1], ["SWAPDB", 1, 5]],
                               [["SELECT", 5], ["FLUSHDB"], ["SET", "after", "flush"], ["SELECT", 0]],
                               [["SWAPDB", 1, 2], ["SELECT", 1], ["FLUSHDB", "ASYNC"], ["SELECT", 0]],
                               [["MULTI"], ["SET", "a", random.random()], ["SWAPDB", 0, 1], ["SWAPDB", 0, 1],
                                ["SET", "b", 1], ["EXEC"]]))
    for i in range(0, len(commands), 500):
        pipeline(connection, commands[i:i + 500])


def compact(connection):
    await_that(lambda: connection.command("BGREWRITEAOF").value == b"Background append only file rewriting started",
               "BGREWRITEAOF, unless a run is under way", 60)
    await_that(lambda: info(connection)["aof_rewrite_in_progress"] == "0", "compaction ends", 60)
    check(info(connection)["aof_last_bgrewrite_status"] == "ok", "compaction failed")


def check_same(context, server, directory, cores, some):
    """Ends the server, starts it with so many cores, and compares. Returns the new one."""
    connection = server.connect()
    before, times = digest(server), expiries(connection, some)
    sizes = ok(connection, "INFO", "keyspace").value.split(b"avg_ttl")[0]
    trouble = context.stop(server)
    check(not trouble, trouble)
    server = start(context, directory, cores=cores)
    connection = server.connect()
    check(digest(server) == before, f"another dataset after a restart with {cores} cores")
    check(expiries(connection, some) == times, f"other times to live after a restart with {cores} cores")
    check(ok(connection, "INFO", "keyspace").value.split(b"avg_ttl")[0] == sizes, "other numbers of keys")
    return server


@scenario(cores=(0,))
def a_restart_gives_the_same_dataset_with_any_number_of_cores(context):
    with own_directory() as directory:
        server = start(context, directory, cores=3)
        some = fill(server.connect(), context.random, context.count(100000))
        server = check_same(context, server, directory, 3, some)
        for cores in (3, 1, 3, 2, 4):
            connection = server.connect()
            shake(connection, context.random, some)
            if context.random.random() < 0.5:
                compact(connection)
                shake(connection, context.random, some)
            server = check_same(context, server, directory, cores, some)
        check(ok(server.connect(), "FLUSHALL").value == b"OK", "FLUSHALL")
        server = check_same(context, server, directory, 2, some)
        check(ok(server.connect(), "DBSIZE").value == 0, "keys came back after FLUSHALL")


def write_for(address, seed, seconds, is_over=None):
    """A skewed load, pipelined, of values of a few hundred bytes; until is_over is set, if that comes before."""
    connection = resp.Connection(servers.SocketLink(address), 30)
    deadline, n = time.monotonic() + seconds, seed
    while time.monotonic() < deadline and not (is_over and is_over.is_set()):
        commands = []
        for _ in range(100):
            n = (n * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            key = (n >> 33) % 2000
            commands.append((["SET", f"k:{key}", "v" * (300 + key)], ["HSET", f"h:{key % 50}", f"f{n >> 40}", key],
                             ["HDEL", f"h:{key % 50}", f"f{n >> 40}"], ["LPUSH", f"l:{key % 20}", key],
                             ["LTRIM", f"l:{key % 20}", 0, 100], ["DEL", f"k:{key}"])[(n >> 20) % 6])
        pipeline(connection, commands)
    return n


class Writers:
    """Two that write until end()."""

    def __init__(self, server):
        self.is_over = multiprocessing.get_context("fork").Event()
        self.workers = Workers(write_for, [(server.address, seed, 60, self.is_over) for seed in (1, 2)])

    def end(self):
        self.is_over.set()
        self.workers.results(60)


@scenario(cores=(4,))
def compaction_under_load_keeps_the_dataset_and_the_disk_small(context):
    with own_directory() as directory:
        server = start(context, directory)
        workers = Workers(write_for, [(server.address, seed, context.count(8)) for seed in (1, 2)])
        workers.results(60 + context.count(8))
        facts = info(server)
        check(int(facts["log_runs"]) > 0 and int(facts["log_discarded_bytes"]) > 0, "nothing was compacted")
        check(int(facts["log_written_bytes"]) > 20_000_000, f"too little load: {facts['log_written_bytes']} bytes")
        await_that(lambda: int(info(server)["log_total_bytes"]) < 8_000_000 + 3 * int(info(server)["log_live_bytes"]),
                   "the log is about as large as the data", 15)
        check_same(context, server, directory, 4, 1)


@scenario(cores=(2,))
def servers_with_the_same_log_dirs_leave_each_other_alone(context):
    """Also when one begins its log while the other is not there."""
    with own_directory() as disk, own_directory() as one, own_directory() as other:
        def begin(directory, cores=None):
            return start(context, directory, "--log-dirs", f"{disk}/a {disk}/b", cores=cores)
        for turn in range(2):
            for number, directory in enumerate((one, other)):
                server = begin(directory, cores=turn + 2)  # The second time each begins another run.
                connection = server.connect()
                check(turn == 0 or ok(connection, "MGET", "whose", "{x}y").value[0].value == str(number).encode(),
                      f"server {number} has {ok(connection, 'GET', 'whose').value}")
                ok(connection, "MSET", "whose", number, "{x}y", number)
                trouble = context.stop(server)
                check(not trouble, trouble)
        servers_now = [begin(one), begin(other)]
        for number, server in enumerate(servers_now):
            reply = ok(server.connect(), "MGET", "whose", "{x}y").value
            check([item.value for item in reply] == [str(number).encode()] * 2, f"server {number} has {reply}")


@scenario(cores=(2,))
def the_log_grows_as_far_as_its_options_say(context):
    """auto-aof-rewrite-percentage and auto-aof-rewrite-min-size; records of earlier runs that go are counted, too."""
    def write(connection, count):
        for at in range(0, count, 100):
            pipeline(connection, [["SET", f"k:{number}", f"{at + number:01000}"] for number in range(100)])

    with own_directory() as directory:
        server = start(context, directory, "--auto-aof-rewrite-percentage", "0")
        write(server.connect(), 30000)
        trouble = context.stop(server)
        check(not trouble, trouble)
        server = start(context, directory, "--auto-aof-rewrite-percentage", "0")
        connection = server.connect()
        for setting in (("percentage", "0"), ("min-size", "1gb")):
            ok(connection, "CONFIG", "SET", f"auto-aof-rewrite-{setting[0]}", setting[1])
            if setting[0] == "min-size":
                ok(connection, "CONFIG", "SET", "auto-aof-rewrite-percentage", "100")
            enough = time.monotonic() + 0.5  # What would be done is begun within 0.1 s, so this time is the subject.
            while time.monotonic() < enough:
                write(connection, 100)
            facts = info(connection)
            check(facts["log_runs"] == "0" and facts["log_discarded_records"] == "0", f"compacted in spite of {setting}")
        check(int(facts["log_total_bytes"]) > 30_000_000, f"too little was logged: {facts['log_total_bytes']}")
        ok(connection, "CONFIG", "SET", "auto-aof-rewrite-min-size", "64mb")
        await_that(lambda: int(info(connection)["log_total_bytes"]) < 8_000_000, "the log becomes small", 20)
        gone = int(info(connection)["log_discarded_records"])
        check(gone > 29000, f"{gone} records have been discarded")


# ---- acknowledged means kept ----

def until_closed(function):
    """Calls it again and again until the server is gone."""
    try:
        while True:
            function()
    except (OSError, resp.Closed, resp.NoReply):
        pass


def counting_writer(address, index, keys):
    """Writes 1, 2, 3, … to its keys in turn; one core has them all. (last that was sent, [(time, acknowledged)])."""
    connection = resp.Connection(servers.SocketLink(address), 10)
    sent, acknowledged = [0], []

    def step():
        sent[0] += 1
        reply = connection.command("SET", f"count:{{{index}}}:{sent[0] % keys}", sent[0])
        if reply.value == b"OK":
            acknowledged.append((time.monotonic(), sent[0]))

    until_closed(step)
    return "count", index, sent[0], acknowledged[-5000:], len(acknowledged)


def multi_writer(address, index, _):
    """The same number to five keys of any shards, in a transaction."""
    connection = resp.Connection(servers.SocketLink(address), 10)
    number, acknowledged = [0], []

    def step():
        number[0] += 1
        commands = [["MULTI"]] + [["SET", f"multi:{index}:{k}", number[0]] for k in range(4)]
        replies = pipeline(connection, commands + [["RPUSH", f"multi:{index}:list", number[0]], ["EXEC"]])
        if replies[-1].kind == "array":
            acknowledged.append((time.monotonic(), number[0]))

    until_closed(step)
    return "multi", index, number[0], acknowledged[-5000:], len(acknowledged)


def witness(address, index, _):
    """Notes what number it got of a counter that all witnesses share; the notes are on the counter's core, behind it."""
    connection = resp.Connection(servers.SocketLink(address), 10)
    noted = [0]

    def step():
        number = connection.command("INCR", "{shared}:count").value
        if connection.command("SET", f"{{shared}}:noted:{index}", number).value == b"OK":
            noted[0] += 1

    until_closed(step)
    return "witness", index, None, None, noted[0]


def ballast(address, index, _):
    """Bytes, so that there are new files all the time."""
    connection = resp.Connection(servers.SocketLink(address), 10)
    sent = [0]

    def step():
        sent[0] += 1
        pipeline(connection, [["SET", f"ballast:{sent[0] * 8 % 100 + k}", b"x" * 20000] for k in range(8)])
        time.sleep(0.02)  # It is to go on for as long as the others do, and to leave them the disk.

    until_closed(step)
    return "ballast", index, None, None, 0


def producer(address, index, _):
    connection = resp.Connection(servers.SocketLink(address), 10)
    sent, acknowledged = [0], []

    def step():
        sent[0] += 1
        if connection.command("RPUSH", f"queue:{index}", f"{index}:{sent[0]}").kind == "integer":
            acknowledged.append(sent[0])

    until_closed(step)
    return "push", index, sent[0], acknowledged, len(acknowledged)


def consumer(address, index, _):
    connection = resp.Connection(servers.SocketLink(address), 10)
    taken = []

    def step():
        reply = connection.command("BLPOP", f"queue:{index}", "0")
        if reply.kind == "array":
            taken.append(int(reply.value[1].value.split(b":")[1]))

    until_closed(step)
    return "pop", index, None, taken, len(taken)


def run_client(function, *args):
    return function(*args)


def watcher(address, index, _):
    """What the server says, by its own clock, of how much a crash could have taken back: last seen before the crash."""
    connection = resp.Connection(servers.SocketLink(address), 10)
    said = {"unsynced": 0.0, "sync": 0.0}

    def step():
        facts = info(connection)
        said["unsynced"] = int(facts["log_unsynced_max_usec"]) / 1e6
        said["sync"] = int(facts["log_sync_max_usec"]) / 1e6
        time.sleep(0.02)  # Nothing is awaited: others are to have the CPU.

    until_closed(step)
    return "watch", index, None, said, 0


KEYS = 7


def clients_of(address):
    kinds = (counting_writer, multi_writer, producer, consumer, witness)
    return ([(ballast, address, 0, KEYS), (watcher, address, 0, KEYS)] +
            [(kind, address, index, KEYS) for index in range(2) for kind in kinds])


def number_at(connection, key):
    reply = ok(connection, "GET", key)
    return 0 if reply.kind == "nil" else int(reply.value)


def last_kept(acknowledged, is_strict, crashed_at):
    """What must be there. Not strict: what was acknowledged in the last second may be gone; on a disk that is slower than
    that, no more is acknowledged after this second, so it is counted from the last that was. Half a second is for clients
    and cores that find no CPU; what the server itself makes of its second is checked by its own clock (check_watch)."""
    before = min(crashed_at, max([at for at, _ in acknowledged], default=0)) - 1.5
    return max([n for at, n in acknowledged if is_strict or at <= before], default=0)


def counts_at(connection, index):
    return [number_at(connection, f"count:{{{index}}}:{k}") for k in range(KEYS)]


def check_counts(connection, index, sent, last):
    """Values are a prefix of what was written, at least up to the last that must be there."""
    values = counts_at(connection, index)
    kept = max(values)
    check(kept >= last, f"writer {index}: {last} was acknowledged, {kept} is the last that is there")
    check(kept <= sent, f"writer {index}: {kept} is there, {sent} was the last that was sent")
    for k, value in enumerate(values):
        expected = kept - (kept - k) % KEYS
        check(value == max(expected, 0), f"writer {index}: key {k} has {value} where {kept} was written: no prefix")


def check_multi(connection, index, last):
    values = [number_at(connection, f"multi:{index}:{k}") for k in range(4)]
    in_list = [int(item.value) for item in ok(connection, "LRANGE", f"multi:{index}:list", 0, -1).value]
    check(len(set(values)) == 1, f"a transaction is torn: {values}")
    check(in_list == list(range(1, values[0] + 1)), f"a transaction is torn: {values[0]}, list up to {in_list[-1:]}")
    check(values[0] >= last, f"transaction {last} was acknowledged, {values[0]} is there")


def check_queue(connection, index, sent, pushed, popped, is_strict):
    noted = number_at(connection, f"{{shared}}:noted:{index}")
    count = number_at(connection, "{shared}:count")
    check(count >= noted, f"core's log is no prefix: {noted} was noted by another client, and the counter is at {count}")
    left = [int(item.value.split(b":")[1]) for item in ok(connection, "LRANGE", f"queue:{index}", 0, -1).value]
    check(left == sorted(set(left)), f"queue {index}: doubled or out of order")
    check(not left or left[-1] <= sent, f"queue {index}: something that nobody has sent")
    if not is_strict:
        return
    check(not set(left) & set(popped), f"queue {index}: {sorted(set(left) & set(popped))[:5]} were given away before")
    lost = set(pushed) - set(left) - set(popped)
    check(len(lost) <= 1, f"queue {index}: {sorted(lost)[:5]} are gone")  # One was on its way to the consumer.


def check_watch(said, is_strict):
    """Writes go on while the oldest that is not durable is younger than a second; a flush may be under way then."""
    check(said["unsynced"] <= 1 + said["sync"], f"writes went on when something was not durable for {said['unsynced']} s")
    check(is_strict or said["unsynced"] > 0, "the server says nothing of what is not durable")


class Crash:
    """What a crash says of itself: when it was, and what a server that was started in between had served."""

    def __init__(self, at, served=(0, 0), kind="any time"):
        self.at = at
        self.served = served
        self.kind = kind


def crash_round(context, directory, options, crash, is_strict, recover=lambda: None):
    """Clients, a crash, a start, and what must be there. Returns how much was acknowledged, and the crash."""
    server = start(context, directory, *options)
    admin = server.connect()
    ok(admin, "FLUSHALL")
    check(ok(admin, "WAITAOF", 1, 0, 10000).value[0].value == 1, "what the round before left may come back")
    clients = Workers(run_client, clients_of(server.address))
    crashed = crash(server)
    reports = clients.results(60)
    recover()
    server = start(context, directory, *options)
    connection = server.connect()
    of_kind = {(kind, index): (sent, data) for kind, index, sent, data, _ in reports}
    check_watch(of_kind["watch", 0][1], is_strict)
    for index in range(2):
        sent, acknowledged = of_kind["count", index]
        last = max(last_kept(acknowledged, is_strict, crashed.at), crashed.served[index])
        check_counts(connection, index, sent, last)
        check_multi(connection, index, last_kept(of_kind["multi", index][1], is_strict, crashed.at))
        check_queue(connection, index, of_kind["push", index][0], of_kind["push", index][1], of_kind["pop", index][1],
                    is_strict)
    trouble = context.stop(server)
    check(not trouble, trouble)
    return sum(amount for _, _, _, _, amount in reports), crashed


def kill_at_some_time(context, server):
    time.sleep(0.3 + context.random.random())  # Any moment will do.
    crashed = Crash(time.monotonic())
    kill(context, server)
    return crashed


def kill_rounds(context, options, is_strict):
    total, rounds = 0, context.count(5)
    with own_directory() as directory:
        for _ in range(rounds):  # All but the first find a log with the scars of those before.
            amount, _ = crash_round(context, directory, options, lambda server: kill_at_some_time(context, server),
                                    is_strict)
            total += amount
    print(f"     {rounds} kills, {total} acknowledged", flush=True)
    check(total > 100 * rounds, f"too little load to mean something: {total} acknowledged")


@scenario(cores=(1, 4))
def kill_9_loses_nothing_that_was_acknowledged(context):
    kill_rounds(context, ALWAYS, True)


@scenario(cores=(4,))
def kill_9_with_everysec_loses_at_most_a_second_and_tears_nothing(context):
    kill_rounds(context, ("--appendfsync", "everysec"), False)


# ---- a file system of one's own ----

FS_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2


class LoopDisk:
    """ext4 in a file; its power can be cut."""

    def __init__(self, megabytes):
        self.home = tempfile.mkdtemp(prefix="anax-disk-")
        self.image, self.directory = os.path.join(self.home, "image"), os.path.join(self.home, "mounted")
        os.mkdir(self.directory)
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        run("mkfs.ext4", "-q", "-F", "-m", "0", self.image)
        self.mount()

    def mount(self):
        run("mount", "-o", "loop", self.image, self.directory)

    def unmount(self):
        run("umount", self.directory)

    def cut_power(self):
        """What was not synced is gone, names and all."""
        descriptor = os.open(self.directory, os.O_RDONLY)
        fcntl.ioctl(descriptor, FS_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        os.close(descriptor)

    def clear(self):
        subprocess.run(["umount", "-l", self.directory], check=False, capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)


def run(*command):
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: {done.stderr.decode().strip()} (loop devices and root are needed)")


@contextlib.contextmanager
def own_disk(context, megabytes):
    disk = LoopDisk(megabytes)
    try:
        yield disk
    finally:
        for server in list(context.servers):
            with contextlib.suppress(Exception):
                kill(context, server)
        disk.clear()


def names_in(directories):
    """Names of files; a manifest's with its inode, so that a replaced one is a new name."""
    names = set()
    for directory in directories:
        with os.scandir(directory) as entries:
            names |= {f"{entry.name}:{entry.inode()}" if entry.name == "MANIFEST" else entry.name for entry in entries}
    return names


def await_new_file(home, kind, seconds):
    """Returns as soon as a file of that kind has appeared; False if none has."""
    directories = [path for path, names, _ in os.walk(home) if not names]
    before, deadline = names_in(directories), time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(FileNotFoundError):
            if any(name.startswith(kind) for name in names_in(directories) - before):
                return True
    return False


class PowerCuts:
    """Cuts at any time; as a file has just appeared; and after a kill and a start, as that server has served."""

    def __init__(self, context, disk, data, options):
        self.context, self.disk, self.data, self.options = context, disk, data, options

    def cut(self, server):
        at = time.monotonic()
        self.disk.cut_power()
        kill(self.context, server)
        return at

    def crash(self, server):
        random = self.context.random
        time.sleep(random.choice((0.1, 0.3, 1.5)) * (0.5 + random.random()))  # Any moment will do.
        kind = random.choice(("any time", "after a kill", "log-", "base-", "MANIFEST", "MANIFEST."))
        served = (0, 0)
        if kind == "after a kill":
            kill(self.context, server)
            server = start(self.context, self.data, *self.options)
            connection = server.connect()
            served = [max(counts_at(connection, index)) for index in range(2)]
        elif kind != "any time":
            if kind != "log-":
                server.connect().command("BGREWRITEAOF")
            if not await_new_file(self.data, kind, 2):
                kind = "any time"
            elif random.random() < 0.5:
                time.sleep(0.002 * random.random())  # As above, now that the file is there.
        return Crash(self.cut(server), served, kind)


def power_cut_rounds(context, options, is_strict):
    total, rounds, kinds = 0, context.count(5), {}
    with own_disk(context, 512) as disk:
        data = os.path.join(disk.directory, "data")
        cuts = PowerCuts(context, disk, data, options)

        def recover():
            disk.unmount()
            disk.mount()

        for _ in range(rounds):
            amount, crashed = crash_round(context, data, options, cuts.crash, is_strict, recover)
            total += amount
            kinds[crashed.kind] = kinds.get(crashed.kind, 0) + 1
    print(f"     {rounds} power cuts ({kinds}), {total} acknowledged", flush=True)
    check(total > 100 * rounds, f"too little load to mean something: {total} acknowledged")
    aimed = sum(count for kind, count in kinds.items() if kind not in ("any time", "after a kill"))
    check(rounds < 20 or aimed > rounds / 4, f"too few cuts met a new file: {kinds}")


@scenario(cores=(1, 4))
def a_power_cut_loses_nothing_that_was_acknowledged(context):
    power_cut_rounds(context, ALWAYS, True)


@scenario(cores=(4,))
def a_power_cut_with_everysec_loses_at_most_a_second_and_tears_nothing(context):
    power_cut_rounds(context, ("--appendfsync", "everysec"), False)


# ---- disk trouble ----

def refused_with(reply, word):
    return reply.kind == "error" and reply.value.startswith(word)


def fate_of_a_write(server):
    """What comes of a write now: "OK", "MISCONF", or "waits": it came before the trouble was known."""
    connection = server.connect()
    connection.timeout = 1
    try:
        return connection.command("SET", "probe", "x" * 1000).value.decode().split()[0]
    except resp.NoReply:
        return "waits"
    finally:
        connection.close()


def check_service_in_trouble(server):
    connection = server.connect()
    check(ok(connection, "GET", "early").value == b"1", "reads go on")
    check(ok(connection, "DEL", "victim").value in (0, 1), "deletes go on")
    check(info(connection)["aof_last_write_status"] == "err", "INFO tells")
    replies = pipeline(connection, [["MULTI"], ["SET", "a", 1], ["EXEC"]])
    check(refused_with(replies[1], b"MISCONF"), f"queueing a write: {replies[1]}")
    check(refused_with(replies[2], b"EXECABORT"), f"EXEC: {replies[2]}")
    connection.close()


@scenario(cores=(1, 4))
def a_full_disk_refuses_writes_and_service_resumes_by_itself(context):
    with own_disk(context, 64) as disk:
        data = os.path.join(disk.directory, "data")
        server = start(context, data, *ALWAYS, "--log-compaction", "no", cores=min(context.cores, 2))
        connection = server.connect()
        ok(connection, "SET", "early", 1)
        ballast = os.path.join(disk.directory, "ballast")
        with open(ballast, "wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 65536)
                file.flush()
        acknowledged, n = 0, 0
        while n < 200000:
            n += 1
            reply = connection.command("SET", f"n:{n}", "y" * 4000)
            if reply.kind == "error":
                check(reply.value.startswith(b"MISCONF"), f"SET: {reply.value}")
                break
            acknowledged = n
        check(acknowledged > 0, "nothing was accepted")
        await_that(lambda: fate_of_a_write(server) == "MISCONF", "writes are refused with -MISCONF")
        check_service_in_trouble(server)
        os.unlink(ballast)
        await_that(lambda: connection.command("SET", "late", 1).value == b"OK", "service resumes", 20)
        kill(context, server)
        server = start(context, data, *ALWAYS, cores=min(context.cores, 2))
        connection = server.connect()
        there = sum(ok(connection, "EXISTS", f"n:{i}").value for i in range(1, acknowledged + 1))
        check(there == acknowledged, f"{acknowledged} were acknowledged, {there} are there")
        check(ok(connection, "GET", "late").value == b"1", "what came after the trouble is gone")
        trouble = context.stop(server)
        check(not trouble, trouble)


@scenario(cores=(1, 4))
def errors_of_the_disk_lose_nothing_that_was_acknowledged(context):
    with own_directory() as directory:
        server = start(context, directory, *ALWAYS)
        admin, connection = server.connect(), server.connect()
        ok(connection, "SET", "early", 1)
        last = {}
        n = 0
        for op in ("write", "sync", "open", "any"):
            for nth in range(1, 1 + context.count(2)):
                ok(admin, "DEBUG", "DISK-FAULT", op, nth, context.random.choice(("EIO", "ENOSPC")))
                for _ in range(20):
                    n += 1
                    if connection.command("SET", f"f:{n % 10}", n).value == b"OK":
                        last[n % 10] = n
                ok(admin, "DEBUG", "DISK-FAULT", "OFF")
                await_that(lambda: fate_of_a_write(server) == "OK", "service resumes", 20)
        ok(admin, "DEBUG", "DISK-FAULT", "write", "every", "EIO")
        writer = server.connect()
        writer.send(resp.encode(["SET", "stuck", 1]))  # It is acknowledged when there is a place for it again.
        await_that(lambda: fate_of_a_write(server) == "MISCONF", "writes are refused with -MISCONF")
        check_service_in_trouble(server)
        ok(admin, "DEBUG", "DISK-FAULT", "OFF")
        check(writer.read_reply().value == b"OK", "a write that met the trouble is acknowledged in the end")
        await_that(lambda: fate_of_a_write(server) == "OK", "service resumes", 20)
        kill(context, server)
        server = start(context, directory, *ALWAYS)
        connection = server.connect()
        for key, value in last.items():
            there = number_at(connection, f"f:{key}")
            check(there >= value, f"{value} was acknowledged for {key}, {there} is there")
        check(number_at(connection, "stuck") == 1, "what waited out the trouble is gone")


@scenario(cores=(1, 4))
def a_manifest_that_cannot_be_written_is_said_and_written_in_the_end(context):
    with own_directory() as directory:
        server = start(context, directory, *ALWAYS)
        admin = server.connect()
        some = fill(admin, context.random, 2000)
        for op in ("open", "write", "sync", "rename", "any"):
            ok(admin, "DEBUG", "DISK-FAULT", op, "every", context.random.choice(("EIO", "ENOSPC")), "/MANIFEST")
            ok(admin, "BGREWRITEAOF")
            await_that(lambda: info(admin)["aof_last_bgrewrite_status"] == "err", f"INFO tells that {op} fails")
            ok(admin, "SET", f"written:{op}", 1)  # The log itself goes on.
            shake(admin, context.random, some)
            if context.random.random() < 0.5:
                ok(admin, "FLUSHDB")
                some = fill(admin, context.random, 1000)
            ok(admin, "DEBUG", "DISK-FAULT", "OFF")
            await_that(lambda: info(admin)["aof_rewrite_in_progress"] == "0" and
                       info(admin)["aof_last_bgrewrite_status"] == "ok", "it is written by itself", 20)
        before = digest(server)
        kill(context, server)
        server = start(context, directory, *ALWAYS)
        check(digest(server) == before, "another dataset after manifests that could not be written")
        check_same(context, server, directory, context.cores, some)


@scenario(cores=(1, 4))
def a_log_that_could_not_be_begun_leaves_nothing_that_counts(context):
    with own_directory() as directory:
        server = context.anax("--appendonly", "no", "--dir", directory, timeout=60.0)
        admin = server.connect()
        fill(admin, context.random, 2000)
        for _ in range(2):
            writers = Writers(server)
            ok(admin, "DEBUG", "DISK-FAULT", "open", "every", "EIO", "appendonlydir/MANIFEST")
            await_commands(server, 2000)
            check(admin.command("CONFIG", "SET", "appendonly", "yes").kind == "error", "CONFIG SET without a manifest")
            await_commands(server, 2000)
            writers.end()
        ok(admin, "DEBUG", "DISK-FAULT", "OFF")
        ok(admin, "CONFIG", "SET", "appendonly", "yes")
        write_for(server.address, 3, context.count(2))
        pipeline(admin, [["SET", f"last:{number}", "x"] for number in range(100)])  # Behind all writes of every core.
        check(ok(admin, "WAITAOF", 1, 0, 10000).value[0].value == 1, "WAITAOF")
        before = digest(server)
        kill(context, server)
        server = start(context, directory)
        check(digest(server) == before, "another dataset: what an attempt has left passes for the log")


@scenario(cores=(4,))
def a_first_start_that_was_cut_off_is_no_obstacle(context):
    cut_off = 0
    for _ in range(context.count(10)):
        with own_directory() as directory:
            command = [context.binary, "--appendonly", "yes", "--dir", directory, "--port", "0", "--unixsocket",
                       os.path.join(directory, "socket"), "--cores", str(context.cores), "--io", context.io]
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            home = os.path.join(directory, "appendonlydir")
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline and not any("run-" in name for _, names, _ in os.walk(home) for name in names):
                pass
            child.kill()
            child.wait()
            with open(os.path.join(home, "MANIFEST"), encoding="ascii") as file:
                cut_off += "core 0 run-" not in file.read()
            server = start(context, directory)
            ok(server.connect(), "SET", "key", 1)
            trouble = context.stop(server)
            check(not trouble, trouble)
    check(cut_off > 0, "all were too quick to be cut off")


# ---- starting ----

def log_with(directory, text):
    """The log file in which that stands."""
    for root, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                if name.startswith("log-") and text in file.read():
                    return path
    raise Failure(f"{text} is in no log file")


@scenario(cores=(1, 4))
def a_damaged_middle_stops_the_start_and_names_the_place(context):
    with own_directory() as directory:
        server = start(context, directory, *ALWAYS, "--log-compaction", "no")
        connection = server.connect()
        for n in range(300):
            ok(connection, "SET", f"{{tag}}{n}", "v" * 500)
        ok(connection, "DEBUG", "POPULATE", 2000, "key", 100)
        kill(context, server)
        path = log_with(directory, b"{tag}")
        with open(path, "r+b") as file:
            file.seek(40000)
            file.write(b"\xff" * 64)
        command = [context.binary, "--appendonly", "yes", "--dir", directory, "--port", str(servers.free_port()),
                   "--cores", str(context.cores), "--io", context.io]
        done = subprocess.run(command, capture_output=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
        said = (done.stdout + done.stderr).decode()
        check(done.returncode == 1, f"exit code {done.returncode}: {said}")
        check(os.path.basename(path) in said, f"the file is not named: {said}")
        check("anax-log" in said, f"the choices are not named: {said}")
        with open(path, "r+b") as file:
            file.seek(40000)
            check(file.read(4) == b"\xff" * 4, "the file was changed")


@scenario(cores=(1, 4))
def loading_is_answered_with_loading_and_info_tells_how_far(context):
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        for part in range(10):
            ok(connection, "DEBUG", "POPULATE", 100000, f"key{part}", 30)
        ok(connection, "WAITAOF", 1, 0, 0)
        kill(context, server)
        port = servers.free_port()
        command = [context.binary, "--appendonly", "yes", "--dir", directory, "--port", str(port), "--bind", "127.0.0.1",
                   "--cores", str(context.cores), "--io", context.io, "--pin", "no"]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            seen, said, asked = set(), {}, set()
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and b"PONG" not in seen:
                with contextlib.suppress(OSError, resp.Closed):
                    connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)), 10)
                    text = ok(connection, "INFO", "persistence").value.decode()
                    if "loading:1\r" in text:
                        said = dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)
                    asked.add(connection.command("REPLICAOF", "NO", "ONE").value[:8])
                    seen.add(connection.command("PING").value)
                    seen.add(connection.command("GET", "key0:1").value[:8])
                    connection.close()
            check(b"LOADING Redis is loading the dataset in memory" in seen, f"-LOADING was not seen: {seen}")
            check(b"PONG" in seen, "loading did not end")
            check(b"LOADING " in asked, f"whose replica it is may change before its own data is loaded: {asked}")
            for field in ("loading_start_time", "loading_total_bytes", "loading_loaded_bytes", "loading_loaded_perc"):
                check(field in said, f"INFO does not tell {field} while loading: {said}")
            connection = resp.Connection(servers.SocketLink(("127.0.0.1", port)), 10)
            check(ok(connection, "DBSIZE").value == 1000000, "not all is there")
            check(info(connection)["loading"] == "0", "loading:0")
        finally:
            child.kill()
            child.wait()


# ---- at run time ----

@scenario(cores=(1, 4))
def the_log_can_be_begun_under_load_and_ended(context):
    with own_directory() as directory:
        server = context.anax("--appendonly", "no", "--dir", directory, timeout=60.0)
        admin = server.connect()
        fill(admin, context.random, 5000)
        writers = Writers(server)
        for setting in ("yes", "no", "yes"):
            await_commands(server, 3000)
            ok(admin, "CONFIG", "SET", "appendonly", setting)
        for policy in ("always", "no", "everysec"):
            ok(admin, "CONFIG", "SET", "appendfsync", policy)
            await_commands(server, 2000)
        writers.end()
        pipeline(admin, [["SET", f"last:{number}", "x"] for number in range(100)])  # Behind all writes of every core.
        check(ok(admin, "WAITAOF", 1, 0, 10000).value[0].value == 1, "WAITAOF")
        before = digest(server)
        kill(context, server)
        server = start(context, directory)
        check(digest(server) == before, "another dataset after a log that was begun under load")


@scenario(cores=(1, 4))
def loading_again_gives_the_same_dataset(context):
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        some = fill(connection, context.random, 5000)
        for _ in range(3):
            shake(connection, context.random, some)
            before = digest(server)
            ok(connection, "DEBUG", "LOADAOF")
            check(digest(server) == before, "another dataset after DEBUG LOADAOF")
        check_same(context, server, directory, context.cores, some)


@scenario(cores=(4,))
def a_backup_made_under_load_holds_what_was_there_and_tears_nothing(context):
    with own_directory() as directory:
        server = start(context, directory, *ALWAYS)
        fill(server.connect(), context.random, 20000)
        clients = Workers(run_client, [(multi_writer, server.address, index, KEYS) for index in range(2)])
        writers = Writers(server)
        admin = server.connect()
        admin.timeout = 60
        counts = []
        for number in range(3):
            await_commands(server, 3000)
            counts.append([number_at(admin, f"multi:{index}:0") for index in range(2)])
            ok(admin, "ANAX", "BACKUP", f"backup{number}")
            if number == 1:
                compact(admin)  # So that files of the backups are released, and would be written again.
        writers.end()
        compact(admin)
        kill(context, server)
        clients.results(60)
        for number in range(3):
            server = start(context, os.path.join(directory, f"backup{number}"), cores=2)
            connection = server.connect()
            for index in range(2):
                check_multi(connection, index, counts[number][index])
            check(ok(connection, "DBSIZE").value >= 20000, "keys are missing")
            trouble = context.stop(server)
            check(not trouble, trouble)
