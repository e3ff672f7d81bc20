"""MULTI, EXEC and WATCH over any number of shards: nobody sees a half, a watch misses nothing.

Clients are processes, as in transactions.py; where a simulated machine is asked, its one thread plays all of them.
"""

import random

import resp
import servers
from durable import own_directory, start
from setup import check, in_processes, info, ok, pipeline, raw_socket, scenario, await_that
from transactions import CLIENTS, run_mixed, value

ACCOUNTS = [f"account:{number}" for number in range(10)]
EACH = 1000


def exec_of(connection, commands):
    """The replies of the commands as one transaction; None if a watched key has changed."""
    replies = pipeline(connection, [["MULTI"]] + commands + [["EXEC"]])
    check(all(reply.kind != "error" for reply in replies), f"MULTI … EXEC replied {replies}")
    return None if replies[-1].kind == "nil" else replies[-1].value


# ---- transfers ----

def transfer(connection, choose, _stamp):
    source, target = choose.sample(ACCOUNTS, 2)
    amount = choose.randrange(1, 100)
    commands = [["DECRBY", source, amount], ["INCRBY", target, amount]]
    if choose.random() < 0.3:  # A hop of its own between the two.
        commands.insert(1, choose.choice([["PING"], ["MGET"] + ACCOUNTS, ["DBSIZE"], ["SELECT", 0], ["SCAN", 0]]))
    exec_of(connection, commands)


def transfer_many(connection, choose, _stamp):
    """From one to all others, by MSET of what it has read: the watches keep it right."""
    ok(connection, "WATCH", *ACCOUNTS)
    amounts = [value(item) for item in ok(connection, "MGET", *ACCOUNTS).value]
    giver = choose.randrange(len(ACCOUNTS))
    amounts = [amount + 1 for amount in amounts]
    amounts[giver] -= len(ACCOUNTS)
    exec_of(connection, [["MSET"] + [part for pair in zip(ACCOUNTS, amounts) for part in pair], ["INCR", "spread"]])


def audit(connection, choose, _stamp):
    kind = choose.randrange(4)
    if kind == 0:
        amounts = ok(connection, "MGET", *ACCOUNTS).value
    elif kind == 1:
        amounts = exec_of(connection, [["GET", key] for key in ACCOUNTS])
    elif kind == 2:
        half = len(ACCOUNTS) // 2
        replies = exec_of(connection, [["MGET"] + ACCOUNTS[:half], ["PING"], ["MGET"] + ACCOUNTS[half:]])
        amounts = replies[0].value + replies[2].value
    else:
        replies = exec_of(connection, [["KEYS", "account:*"]] + [["GET", key] for key in ACCOUNTS])
        check(len(replies[0].value) == len(ACCOUNTS), f"KEYS within EXEC found {replies[0].value}")
        amounts = replies[1:]
    total = sum(value(item) for item in amounts)
    check(total == EACH * len(ACCOUNTS), f"the accounts hold {total}")


@scenario()
def transfers_keep_the_sum_for_every_reader(context):
    count = context.count(1200 if context.cores > 1 else 500)
    server, connection = run_mixed(context, [transfer] * 3 + [transfer_many] * 2 + [audit] * 3, count,
                                   [["MSET"] + [part for key in ACCOUNTS for part in (key, EACH)]])
    audit(connection, random.Random(0), "")
    facts = info(server)
    check(context.cores == 1 or int(facts["tx_lock_waits"]) > 0, "no transaction had to wait")
    check(facts["tx_queue_length"] == "0", "locks were left behind")
    check(value(ok(connection, "GET", "spread")) > 0, "no watched transaction ever ran")


# ---- compare and set ----

def count_up(server, keys, count, seed):
    """Adds one to a counter, count times, by reading and writing it. Returns what it did and how often it failed."""
    connection = server.connect()
    choose = random.Random(seed)
    done, failed = {key: 0 for key in keys}, 0
    while sum(done.values()) < count:
        key, other = choose.choice(keys), choose.choice(keys)
        ok(connection, "WATCH", key, other)
        before = value(ok(connection, "GET", key))
        if exec_of(connection, [["SET", key, before + 1], ["GET", other]]) is None:
            failed += 1
        else:
            done[key] += 1
    connection.close()
    return done, failed


@scenario()
def watched_counters_lose_nothing(context):
    server = context.anax()
    keys = [f"counter:{number}" for number in range(3)]
    count = context.count(300)
    results = in_processes(count_up, [(server, keys, count, context.random.random()) for _ in range(CLIENTS)], 120)
    connection = server.connect()
    for key in keys:
        wanted = sum(done[key] for done, _ in results)
        got = value(ok(connection, "GET", key))
        check(got == wanted, f"{key} is {got}, but {wanted} transactions added one to it")
    check(sum(failed for _, failed in results) > 0, "no transaction was ever kept from running")


# ---- what goes away ----

@scenario()
def clients_that_vanish_within_multi_leave_nothing(context):
    """Neither queued commands, nor watches, nor locks; also where the connection ends while EXEC is under way."""
    server = context.anax()
    connection = server.connect()
    choose = context.random
    before = None
    for number in range(context.count(300)):
        link = raw_socket(server)
        keys = [f"key:{choose.randrange(1000)}" for _ in range(5)]
        commands = [["WATCH"] + keys, ["MULTI"]] + [["SET", key, number] for key in keys] + [["MSET", "a", 1, "b", 2]]
        if choose.random() < 0.5:
            commands.append(["EXEC"])
        link.sendall(b"".join(resp.encode(command) for command in commands))
        if choose.random() < 0.3:
            link.recv(100)
        link.close()
        if number == 50:
            before = int(info(connection)["used_memory"])
    await_that(lambda: info(connection)["connected_clients"] == "1", "all are gone")
    facts = info(connection)
    check(facts["tx_queue_length"] == "0", "locks were left behind")
    check(before is None or int(facts["used_memory"]) < before + 2_000_000,
          f"memory grew from {before} to {facts['used_memory']}")
    check(exec_of(connection, [["SET", "a", 1], ["MGET", "a", "b"]]) is not None, "EXEC does not run")


@scenario(io=("uring",), cores=(4,))
def a_queue_counts_against_the_limit_of_queries(context):
    server = context.anax("--client-query-buffer-limit", "1mb", cores=4)
    link = raw_socket(server)
    link.sendall(resp.encode(["MULTI"]))
    got = b""
    try:
        for _ in range(40):
            link.sendall(resp.encode(["SET", "key", "x" * 100_000]))
            got += link.recv(10000)
        while link.recv(10000):
            pass
    except ConnectionError:
        pass
    check(got.count(b"+QUEUED") in range(5, 12), f"{got.count(b'+QUEUED')} of 100 KB each were queued")
    check(ok(server.connect(), "PING").value == b"PONG", "the server is gone")


# ---- pushes ----

def keep_busy(connection, choose, _stamp):
    pipeline(connection, [["SET", f"busy:{choose.randrange(100)}", "x"] for _ in range(10)])


def monitor_and_exec(connection, choose, stamp):
    """A monitoring client runs EXEC over many shards: no line may stand within the array."""
    if stamp.endswith("-0"):
        ok(connection, "MONITOR")
    commands = [["MULTI"]] + [["PING"] if place % 3 == 2 else ["GET", f"busy:{choose.randrange(100)}"]
                              for place in range(9)] + [["EXEC"]]
    connection.send(b"".join(resp.encode(command) for command in commands))
    reply = connection.read_reply()
    while reply.kind != "array":
        check(reply.kind == "status", f"{reply} came while the commands were queued")
        reply = connection.read_reply()
    kinds = [item.value == b"PONG" if place % 3 == 2 else item.kind in ("bulk", "nil")
             for place, item in enumerate(reply.value)]
    check(len(kinds) == 9 and all(kinds), f"EXEC replied {reply.value}")


@scenario()
def nothing_is_pushed_into_the_reply_of_exec(context):
    run_mixed(context, [monitor_and_exec] * 2 + [keep_busy] * 2, context.count(300))


# ---- administration among the commands ----

ADMINISTRATION = [
    ["CONFIG", "SET", "appendonly", "yes"], ["CONFIG", "SET", "appendonly", "no"], ["CONFIG", "GET", "*"],
    ["CONFIG", "SET", "maxmemory-samples", "6"], ["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"],
    ["REPLICAOF", "NO", "ONE"], ["ROLE"], ["INFO"], ["BGSAVE"], ["BGREWRITEAOF"], ["LASTSAVE"], ["CLIENT", "LIST"],
    ["CONFIG", "RESETSTAT"], ["MEMORY", "STATS"], ["DEBUG", "RELOAD"], ["DEBUG", "LOADAOF"], ["DEBUG", "SLEEP", "0"],
    ["CLIENT", "UNPAUSE"], ["CONFIG", "REWRITE"]]
DATA = [["MGET"] + ACCOUNTS, ["DBSIZE"], ["INCR", "here"], ["INCR", "there"], ["GET", "account:3"], ["KEYS", "*"],
        ["MSET", "a", "1", "b", "2", "c", "3"], ["PUBLISH", "channel", "message"], ["PING"], ["SELECT", "0"]]


def administer(address, seed, count):
    """Transactions of anything; each is answered, with as many replies as it has commands, and ROLE as it then is."""
    choose = random.Random(seed)
    connection = resp.Connection(servers.SocketLink(address), 30)
    done = 0
    for _ in range(count):
        commands = [choose.choice(choose.choice((ADMINISTRATION, DATA))) for _ in range(choose.randrange(1, 7))]
        try:
            replies = pipeline(connection, [["MULTI"]] + commands + [["EXEC"]])
        except (resp.NoReply, TimeoutError) as error:
            check(False, f"no reply to {commands}: {error!r}")
        last = replies[-1]
        check(last.kind == "error" or len(last.value) == len(commands), f"{commands}: {last}")
        for command, reply in zip(commands, last.value if last.kind != "error" else []):
            if command[0] in ("MGET", "KEYS", "ROLE", "CONFIG") and reply.kind != "error" and "SET" not in command:
                check(command[-1] in ("RESETSTAT", "REWRITE") or reply.kind == "array", f"{command}: {reply}")
            if command[0] == "DBSIZE":
                check(reply.kind == "integer", f"{command}: {reply}")
        done += last.kind != "error"
    return done


@scenario(cores=(1, 4))
def administration_within_multi_is_answered_and_never_waits_for_its_own_locks(context):
    with own_directory() as directory:
        server = start(context, directory, "--save", "")
        ok(server.connect(), "MSET", *[part for key in ACCOUNTS for part in (key, EACH)])
        counts = in_processes(administer, [(server.address, context.random.randrange(1 << 32), context.count(60))
                                           for _ in range(4)], 120)
        check(sum(counts) > context.count(20), f"hardly any was carried out: {counts}")
        admin = server.connect()
        ok(admin, "REPLICAOF", "NO", "ONE")
        check(ok(admin, "MGET", *ACCOUNTS).value[0].value == str(EACH).encode(), "the data is not what it was")
