"""Streams and their groups: who waits is served in Redis's order; each entry is given to a group once, and none is lost."""

import random

from blocking import compare_with_redis
from setup import Workers, await_that, check, in_processes, info, ok, pipeline, scenario

KEYS = [f"stream:{number}" for number in range(5)]
GROUPS = ["g", "h"]
CONSUMERS = ["alice", "bob", "carol"]


# ---- the same as Redis, one command after the other ----

def random_wait(choose):
    keys = choose.sample(KEYS, choose.choice((1, 1, 2, 3)))
    count = choose.choice(([], [], ["COUNT", 1], ["COUNT", 3]))
    if choose.random() < 0.4:
        return ["XREAD"] + count + ["BLOCK", 0, "STREAMS"] + keys + [choose.choice("$$0") for _ in keys]
    noack = choose.choice(([], [], ["NOACK"]))
    return (["XREADGROUP", "GROUP", choose.choice(GROUPS), choose.choice(CONSUMERS)] + count + noack +
            ["BLOCK", 0, "STREAMS"] + keys + [">" if choose.random() < 0.97 else "0" for _ in keys])


def random_change(choose, stamp):
    """stamp: 'v' and a number that grows, perhaps with another behind it. IDs grow with it."""
    key, other = choose.sample(KEYS, 2)
    group = choose.choice(GROUPS)
    entry_id = stamp[1:].split("-")[0] + "-*"
    add = ["XADD", key, entry_id, "f", stamp]
    return choose.choice((
        add, add, add, add, add, ["XADD", key, "MAXLEN", 2, entry_id, "f", stamp],
        ["XGROUP", "CREATE", key, group, choose.choice("$0"), "MKSTREAM"],
        ["XGROUP", "CREATE", key, group, choose.choice("$0"), "MKSTREAM"],
        ["XGROUP", "CREATE", key, group, choose.choice("$0"), "MKSTREAM"],
        ["XGROUP", "SETID", key, group, choose.choice("$0")], ["XGROUP", "DESTROY", key, group],
        ["XGROUP", "DELCONSUMER", key, group, choose.choice(CONSUMERS)], ["DEL", key], ["SET", key, stamp],
        ["RENAME", key, other], ["COPY", key, other, "REPLACE"], ["XTRIM", key, "MAXLEN", 3],
        ["XREADGROUP", "GROUP", group, choose.choice(CONSUMERS), "STREAMS", key, other, ">", ">"]))


def random_step(choose, stamp):
    kind = choose.random()
    if kind < 0.4:
        return [random_wait(choose)]
    if kind < 0.8:
        return [random_change(choose, stamp)]
    commands = [random_change(choose, f"{stamp}-{number}") if choose.random() < 0.8 else random_wait(choose)
                for number in range(choose.randrange(1, 6))]
    return [["MULTI"]] + commands + [["EXEC"]]


def contents_of(side):
    commands = [command for key in KEYS for command in [["XRANGE", key, "-", "+"], ["XINFO", "GROUPS", key]] +
                [["XPENDING", key, group] for group in GROUPS]]
    return [side.admin.command(*command) for command in commands]


@scenario(io=("any",), cores=(0,))
def who_waits_for_entries_is_served_as_by_redis(context):
    for cores in (1, 4):
        compare_with_redis(context, cores, context.count(1500), random_step, contents_of)


# ---- many at once, on the real machine ----

def produce(server, number, count, seed):
    """Adds entries with its number and a serial number; returns how many."""
    choose = random.Random(seed)
    connection = server.connect()
    serial = 0
    while serial < count:
        commands = []
        for _ in range(choose.choice((1, 1, 4, 16))):
            commands.append(["XADD", choose.choice(KEYS), "*", "by", f"{number}:{serial}"])
            serial += 1
        if choose.random() < 0.2:
            commands = [["MULTI"]] + commands + [["EXEC"]]
        pipeline(connection, commands)
    connection.close()
    return serial


def entries_of(reply):
    """(key, ID, value) of all entries in an answer of XREADGROUP."""
    return [(stream.value[0].value, entry.value[0].value, entry.value[1].value[1].value)
            for stream in reply.value for entry in stream.value[1].value]


def consume(server, name, keys, seed):
    """Reads until it meets an end mark; leaves while it waits now and then. Acknowledges half of what it gets."""
    choose = random.Random(seed)
    connection = server.connect()
    got = []
    while True:
        if choose.random() < 0.02:
            connection.close()
            connection = server.connect()
        command = ["XREADGROUP", "GROUP", "g", name, "COUNT", choose.choice((1, 3, 50)), "BLOCK",
                   choose.choice((0, 1, 1000)), "STREAMS"] + keys + [">"] * len(keys)
        reply = ok(connection, *command)
        if reply.kind == "nil":
            continue
        entries = entries_of(reply)
        got += entries
        if any(value == b"end" for _, _, value in entries):
            return got
        for key, entry_id, _ in entries:
            if choose.random() < 0.5:
                check(ok(connection, "XACK", key, "g", entry_id).value == 1, "it was pending")


def check_order(got):
    """One consumer gets the entries of a stream in the order of their IDs."""
    last = {}
    for key, entry_id, _ in got:
        number = tuple(map(int, entry_id.split(b"-")))
        check(last.get(key, (0, 0)) < number, f"{key} gave {entry_id} after {last.get(key)}")
        last[key] = number


@scenario()
def a_group_gets_each_entry_once(context):
    server = context.anax()
    count = context.count(1500)
    choose = context.random
    connection = server.connect()
    for key in KEYS:
        ok(connection, "XGROUP", "CREATE", key, "g", "$", "MKSTREAM")
    consumers = [choose.sample(KEYS, choose.randrange(2, 5)) for _ in range(5)] + [[key] for key in KEYS]
    workers = Workers(consume, [(server, f"c{number}", keys, choose.random()) for number, keys in enumerate(consumers)])
    try:
        produced = sum(in_processes(produce, [(server, number, count, choose.random()) for number in range(3)], 60))
        await_that(lambda: all(lag_of(connection, key) == 0 for key in KEYS), "all is delivered", 30)
        for key in KEYS * len(consumers):  # Who waits for several is ended by the first that it meets.
            ok(connection, "XADD", key, "*", "by", "end")
        got = workers.results(60)
    finally:
        workers.end()
    for one in got:
        check_order(one)
    texts = [value for one in got for _, _, value in one if value != b"end"]
    check(len(texts) == len(set(texts)), "something was given twice")
    check(len(texts) == produced, f"{produced} were added, {len(texts)} given")
    check(info(connection)["tx_queue_length"] == "0", "locks were left behind")


def lag_of(connection, key):
    fields = ok(connection, "XINFO", "GROUPS", key).value[0].value
    return fields[[field.value for field in fields].index(b"lag") + 1].value
