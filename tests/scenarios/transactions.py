"""Commands on several keys are atomic and strictly serializable, over any number of shards.

Clients are processes; what they saw is checked exactly where one writer a key makes that possible (history.py),
else by what must never be visible: half an MSET, a token twice or nowhere, some keys of an emptied database.
"""

import random
import time

import history
import resp
from setup import check, in_processes, info, ok, pipeline, scenario

CLIENTS = 8


def value(reply):
    return 0 if reply.kind == "nil" else int(reply.value)


# ---- histories ----

def play_history(server, client, keys, commands, seed):
    """One client: random pipelines of reads of all keys and writes of its own. Returns its operations."""
    choose = random.Random(seed)
    everyone = [f"{writer}:{number}" for writer in range(CLIENTS) for number in range(keys)]
    written = {f"{client}:{number}": 0 for number in range(keys)}
    own = list(written)
    connection = server.connect()
    ops = []
    while len(ops) < commands:
        batch = []
        for place in range(choose.choice((1, 1, 2, 4, 8))):
            kind = choose.choice(("GET", "SET", "MGET", "MGET", "MSET"))
            if kind in ("GET", "SET"):
                chosen = [choose.choice(everyone if kind == "GET" else own)]
            else:
                chosen = choose.sample(everyone if kind == "MGET" else own, choose.randrange(2, min(8, keys) + 1))
            if kind in ("SET", "MSET"):
                args = [kind]
                for key in chosen:
                    written[key] += 1
                    args += [key, written[key]]
                batch.append((kind, args, [], [(key, written[key]) for key in chosen], place))
            else:
                batch.append((kind, [kind] + chosen, chosen, [], place))
        ops += run_pipeline(connection, client, batch)
    connection.close()
    return ops


def run_pipeline(connection, client, batch):
    data = b"".join(resp.encode(args) for _, args, _, _, _ in batch)
    sent = time.monotonic_ns()
    connection.send(data)
    ops = []
    for kind, _, keys, writes, place in batch:
        reply = connection.read_reply()
        answered = time.monotonic_ns()
        if kind in ("SET", "MSET"):
            check(reply == ("status", b"OK"), f"{kind} replied {reply}")
            reads = []
        elif kind == "GET":
            check(reply.kind in ("bulk", "nil"), f"GET replied {reply}")
            reads = [(keys[0], value(reply))]
        else:
            check(reply.kind == "array" and len(reply.value) == len(keys), f"MGET replied {reply}")
            reads = [(key, value(item)) for key, item in zip(keys, reply.value)]
        ops.append(history.Op(client, kind, sent, answered, reads, writes, place if kind[0] == "M" else 0))
    return ops


def check_history(context, keys, commands):
    server = context.anax()
    clients = in_processes(play_history, [(server, client, keys, commands, context.random.random())
                                          for client in range(CLIENTS)], 120)
    check(sum(len(client) for client in clients) >= CLIENTS * commands, "too little was done")
    trouble = history.contradiction(clients)
    check(trouble is None, trouble)
    return info(server)


@scenario()
def histories_on_hot_keys_are_strictly_serializable(context):
    facts = check_history(context, 3, context.count(4000 if context.cores > 1 else 1000))
    check(context.cores == 1 or int(facts["tx_lock_waits"]) > 0, "no command had to wait for a lock")
    check(facts["tx_queue_length"] == "0", "locks were left behind")


@scenario()
def histories_on_many_keys_are_strictly_serializable(context):
    check_history(context, 200, context.count(3000 if context.cores > 1 else 1000))


@scenario(io=("any",), cores=(0,))
def the_check_of_histories_finds_what_is_wrong(_context):
    def op(client, sent, answered, reads, writes, after=0):
        return history.Op(client, "test", sent, answered, reads, writes, after)

    write = op(0, 1, 9, [], [("a", 1), ("b", 1)])
    good = [[write], [op(1, 1, 9, [("a", 1), ("b", 1)], []), op(1, 10, 11, [("a", 1)], [])]]
    check(history.contradiction(good) is None, "a good history was refused")
    torn = [[write], [op(1, 1, 9, [("a", 1), ("b", 0)], [])]]
    check(history.contradiction(torn), "half an MSET was not found")
    stale = [[write], [op(1, 10, 11, [("a", 0)], [])]]
    check(history.contradiction(stale), "a read of the past was not found")
    skipped = [[write], [op(1, 1, 9, [("a", 1)], []), op(1, 1, 9, [("b", 0)], [], 1)]]
    check(history.contradiction(skipped), "a pipeline out of order was not found")
    in_time = [[op(0, 1, 20, [("a", 0), ("b", 1)], [])], [op(1, 1, 3, [], [("a", 1)]), op(1, 4, 5, [("c", 0)], [])],
               [op(2, 1, 20, [], [("b", 1), ("c", 1)])]]
    check(history.contradiction(in_time), "a cycle through time was not found")
    unknown = [[op(0, 1, 2, [("a", 7)], [])]]
    check(history.contradiction(unknown), "a value from nowhere was not found")


# ---- what must never be visible ----

def run_mixed(context, functions, count, setup_commands=()):
    """Each function(connection, choose, number) is called count times by a client of its own."""
    server = context.anax()
    connection = server.connect()
    for command in setup_commands:
        ok(connection, *command)
    in_processes(repeat, [(server, function, count, client, context.random.random())
                          for client, function in enumerate(functions)], 120)
    return server, connection


def repeat(server, function, count, client, seed):
    connection = server.connect()
    choose = random.Random(seed)
    for number in range(count):
        function(connection, choose, f"{client}-{number}")
    connection.close()


GROUP = [f"group:{number}" for number in range(8)]


def set_group(connection, _choose, stamp):
    ok(connection, "MSET", *[part for key in GROUP for part in (key, stamp)])


def see_one_stamp(connection, choose, _stamp):
    keys = choose.sample(GROUP, choose.randrange(2, 9))
    values = {item.value for item in ok(connection, "MGET", *keys).value}
    check(len(values) == 1, f"MGET {keys} saw parts of several MSETs: {values}")


@scenario()
def an_mget_never_sees_half_an_mset(context):
    server, _ = run_mixed(context, [set_group] * 4 + [see_one_stamp] * 4,
                          context.count(1500 if context.cores > 1 else 400),
                          [["MSET"] + [part for key in GROUP for part in (key, "first")]])
    check(context.cores == 1 or int(info(server)["tx_lock_waits"]) > 0, "no command had to wait for a lock")


def set_own_group(connection, choose, stamp):
    client = stamp.split("-")[0]
    args = ["MSET"]
    for number in range(6):
        args += [f"own:{client}:{number}", stamp]
    ok(connection, *args)


@scenario(cores=(4,))
def disjoint_msets_wait_for_nobody(context):
    server, _ = run_mixed(context, [set_own_group] * 6, context.count(500))
    facts = info(server)
    check(int(facts["tx_multi"]) >= context.count(3000), "the commands did not go over several shards")
    check(facts["tx_lock_waits"] == "0", f"{facts['tx_lock_waits']} commands waited for others")
    check(facts["tx_retries"] == "0", f"{facts['tx_retries']} commands were scheduled again")


@scenario(cores=(4,))
def who_waits_holds_up_nobody_who_wants_other_keys(context):
    """Some fight for a few keys, others have their own; a command that starts while another waits on its shard has
    passed it by."""
    server, connection = run_mixed(context, [set_group] * 3 + [set_own_group] * 3, context.count(800))
    facts = info(server)
    check(int(facts["tx_lock_waits"]) > 0, "nobody had to wait")
    check(int(facts["tx_out_of_order"]) > 0, "nobody passed those who waited")
    check(facts["tx_queue_length"] == "0", "locks were left behind")
    see_one_stamp(connection, random.Random(0), "")


def take_lock_and_count(connection, _choose, stamp):
    """MSETNX as a lock: whoever made all four keys may add one to the counter, by reading and writing."""
    locks = [f"lock:{number}" for number in range(4)]
    won = ok(connection, "MSETNX", *[part for key in locks for part in (key, stamp)]).value
    held = {item.value for item in ok(connection, "MGET", *locks).value}
    check(len(held) == 1, f"the locks are held by several at once: {held}")
    if won:
        check(held == {stamp.encode()}, f"{stamp} holds the locks, but they say {held}")
        before = value(ok(connection, "GET", "counter"))
        replies = pipeline(connection, [["SET", "counter", before + 1], ["DEL"] + locks, ["INCR", "wins"]])
        check(replies[1].value == 4, f"DEL of the four locks says {replies[1].value}")


@scenario()
def msetnx_is_a_compare_and_set(context):
    _, connection = run_mixed(context, [take_lock_and_count] * CLIENTS, context.count(600))
    counter, wins = (value(ok(connection, "GET", key)) for key in ("counter", "wins"))
    check(counter == wins and wins > 0, f"{wins} held the lock, but the counter is {counter}")


SLOTS = [f"slot:{number}" for number in range(12)]
TOKENS = [b"token-%d" % number for number in range(5)]


def move_token(connection, choose, _stamp):
    source, target = choose.sample(SLOTS, 2)
    reply = connection.command("RENAMENX", source, target)
    check(reply.kind == "integer" or b"no such key" in reply.value, f"RENAMENX replied {reply}")


def move_along_a_chain(connection, choose, _stamp):
    """A pipeline of renames: each must find what the one before it left."""
    chain = [f"chain:{choose.random()}" for _ in range(5)]
    replies = pipeline(connection, [["SET", chain[0], "x"]] +
                       [["RENAME", old, new] for old, new in zip(chain, chain[1:])] +
                       [["EXISTS"] + chain, ["GETDEL", chain[-1]]])
    check(all(reply.value == b"OK" for reply in replies[:-2]), f"a chain of renames replied {replies}")
    check(replies[-2].value == 1 and replies[-1].value == b"x", f"a chain of renames ended in {replies[-2:]}")


def count_tokens(connection, choose, _stamp):
    kind = choose.randrange(3)
    if kind == 0:
        values = [item.value for item in ok(connection, "MGET", *SLOTS).value if item.kind == "bulk"]
        check(sorted(values) == TOKENS, f"MGET of all slots found {values}")
    elif kind == 1:
        check(ok(connection, "EXISTS", *SLOTS).value == len(TOKENS), "EXISTS does not count all tokens")
    else:
        found = ok(connection, "KEYS", "slot:*").value
        check(len(found) == len(TOKENS), f"KEYS found {found}")


@scenario()
def renames_lose_and_double_nothing(context):
    setup_commands = [["MSET"] + [part for pair in zip(SLOTS, TOKENS) for part in pair]]
    count = context.count(1200 if context.cores > 1 else 300)
    _, connection = run_mixed(context, [move_token] * 4 + [count_tokens] * 3 + [move_along_a_chain], count,
                              setup_commands)
    check(ok(connection, "DBSIZE").value == len(TOKENS), "keys were left over")


def set_pair(connection, _choose, stamp):
    ok(connection, "MSET", "left", stamp * 3, "right", stamp * 3)


def combine_pair(connection, choose, stamp):
    target = f"sum:{stamp.split('-')[0]}"
    length = ok(connection, "BITOP", "XOR", target, "left", "right").value
    text = ok(connection, "GETDEL", target).value
    check(text == b"\0" * length and length > 0, f"XOR of two equal strings is {text!r}")
    copy = f"copy:{stamp.split('-')[0]}"
    copied = pipeline(connection, [["COPY", "left", copy, "REPLACE"], ["MGET", copy, copy], ["DEL", copy, target]])
    check(copied[0].value == 1 and copied[1].value[0].kind == "bulk" and copied[2].value == 1,
          f"COPY, MGET, DEL replied {copied}")


@scenario()
def bitop_and_copy_see_one_instant(context):
    run_mixed(context, [set_pair] * 3 + [combine_pair] * 4, context.count(600),
              [["MSET", "left", "aaaa", "right", "aaaa"]])


def flush(connection, choose, _stamp):
    ok(connection, choose.choice(("FLUSHALL", "FLUSHDB")))


def delete_group(connection, _choose, _stamp):
    count = ok(connection, "DEL", *GROUP).value
    check(count in (0, 8), f"DEL of the group removed {count}")


def count_group(connection, choose, _stamp):
    kind = choose.choice(("DBSIZE", "KEYS", "EXISTS", "MGET", "TOUCH"))
    args = {"DBSIZE": [], "KEYS": ["group:*"]}.get(kind, GROUP)
    reply = ok(connection, kind, *args)
    if kind == "KEYS":
        count = len(reply.value)
    elif kind == "MGET":
        count = sum(item.kind == "bulk" for item in reply.value)
    else:
        count = reply.value
    check(count in (0, 8), f"{kind} saw {count} of 8 keys that come and go together")


@scenario()
def flushing_and_counting_see_one_instant(context):
    run_mixed(context, [set_group] * 3 + [flush, delete_group] + [count_group] * 3, context.count(600))


def swap(connection, _choose, _stamp):
    ok(connection, "SWAPDB", "0", "1")


def see_one_database(connection, choose, _stamp):
    values = {item.value for item in ok(connection, "MGET", *GROUP).value}
    check(len(values) == 1, f"MGET saw both databases: {values}")
    check(ok(connection, "DBSIZE").value in (8, 9), "DBSIZE saw parts of both databases")


def move_between(connection, choose, _stamp):
    key = choose.choice(("lone", "lone2"))
    ok(connection, "MOVE", key, "1")


@scenario()
def swapdb_is_seen_whole_or_not_at_all(context):
    fill = []
    for database in range(2):
        fill.append(["SELECT", database])
        fill.append(["MSET"] + [part for key in GROUP for part in (key, f"of {database}")])
    fill.append(["SET", "lone", "x"])
    server, connection = run_mixed(context, [swap] * 2 + [see_one_database] * 4 + [move_between],
                                   context.count(500), fill)
    sizes = []
    for database in range(2):
        ok(connection, "SELECT", database)
        sizes.append(ok(connection, "DBSIZE").value)
    check(sum(sizes) == 17, f"the databases hold {sizes} keys")


def random_keys(connection, choose, stamp):
    """Everything at once; only that all is answered, and that what one client alone writes is as it left it."""
    client = stamp.split("-")[0]
    mine = [f"mine:{client}:{number}" for number in range(4)]
    hot = choose.choice(GROUP)
    replies = pipeline(connection, [
        ["SET", mine[0], stamp], ["MSET", mine[1], stamp, mine[2], stamp], ["APPEND", mine[3], "x"],
        ["SET", hot, stamp], ["INCR", "hits"], ["MGET", *mine[:3]], ["DEL", mine[3], hot], ["RANDOMKEY"],
        ["EXISTS", *mine], ["SCAN", "0"]])
    check([item.value for item in replies[5].value] == [stamp.encode()] * 3, f"MGET of own keys: {replies[5]}")
    check(replies[2].value == 1 and replies[6].value in (1, 2) and replies[8].value == 3,
          f"own keys are not as this client left them: {replies}")


@scenario()
def a_pipeline_sees_its_own_writes(context):
    count = context.count(500 if context.cores > 1 else 200)
    _, connection = run_mixed(context, [random_keys] * CLIENTS, count)
    check(value(ok(connection, "GET", "hits")) == CLIENTS * count, "INCRs were lost")
