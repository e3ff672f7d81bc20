"""maxmemory with noeviction: what grows is refused, what does not grow works, and room that is made is used."""

import random
import time

from setup import Workers, await_that, check, in_processes, info, ok, pipeline, scenario

MB = 1 << 20


def write_until_refused(server, client, size, seed, seconds):
    """Fills in pipelines; goes on for a while after the first refusal. Returns how many were refused."""
    choose = random.Random(seed)
    connection = server.connect()
    refused, number, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        commands = []
        for _ in range(min(20, 40000 // size)):  # Requests under way count as used, too.
            number += 1
            value = "x" * choose.randrange(size // 2, size)
            commands.append(["SET", f"{client}:{number}", value] if choose.randrange(3) else
                            ["MSET", f"{client}:{number}", value, f"{client}:{number}b", value])
        for reply in pipeline(connection, commands):
            if reply.kind == "error":
                check(reply.value == b"OOM command not allowed when used memory > 'maxmemory'.", f"{reply}")
                refused += 1
    return refused


@scenario(rare=("epoll",))
def overshoot_is_at_most_5_percent(context):
    limit = 64 * MB
    for size in (100, 20000):
        server = context.anax("--maxmemory", str(limit))
        connection = server.connect()
        seconds = 2 * context.scale
        workers = Workers(write_until_refused, [(server, client, size, context.random.random(), seconds)
                                                for client in range(4)])
        most, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            most = max(most, int(info(connection)["used_memory"]))
            time.sleep(0.005)  # Those who write are to have the CPU.
        refused = workers.results(60)
        check(most > limit * 0.97 or size == 100, f"only {most / MB:.1f} MiB were used")
        check(most <= limit * 1.05, f"with values of {size} bytes {most / limit * 100 - 100:.1f} % too much were used")
        check(sum(refused) > 0 or size == 100, "nothing was refused")
        context.stop(server)


def fill(connection):
    """Until SET is refused."""
    number = 0
    while True:
        replies = pipeline(connection, [["SET", f"fill:{number + step}", "x" * 1000] for step in range(200)])
        number += 200
        if any(reply.kind == "error" for reply in replies):
            break
        check(number < 200000, "nothing is refused")
    return number


def calls_of(name):
    """A valid call of a command on strings and keys, or None if it is not on data."""
    special = {"set": ["SET", "s", "v"], "setex": ["SETEX", "s", "9", "v"], "psetex": ["PSETEX", "s", "9000", "v"],
               "mset": ["MSET", "s", "v", "t", "v"], "msetnx": ["MSETNX", "s", "v"], "append": ["APPEND", "s", "v"],
               "setrange": ["SETRANGE", "s", "0", "v"], "setbit": ["SETBIT", "s", "1", "1"],
               "bitfield": ["BITFIELD", "s", "SET", "u8", "0", "1"], "bitfield_ro": ["BITFIELD_RO", "s", "GET", "u8", "0"],
               "bitop": ["BITOP", "NOT", "t", "s"], "copy": ["COPY", "s", "t", "REPLACE"], "incr": ["INCR", "n"],
               "decr": ["DECR", "n"], "incrby": ["INCRBY", "n", "1"], "decrby": ["DECRBY", "n", "1"],
               "incrbyfloat": ["INCRBYFLOAT", "n", "1"], "getset": ["GETSET", "s", "v"], "setnx": ["SETNX", "new", "v"],
               "get": ["GET", "s"], "getdel": ["GETDEL", "del"], "getex": ["GETEX", "s", "EX", "100"],
               "mget": ["MGET", "s", "t"], "strlen": ["STRLEN", "s"], "getrange": ["GETRANGE", "s", "0", "1"],
               "substr": ["SUBSTR", "s", "0", "1"], "lcs": ["LCS", "s", "t"], "getbit": ["GETBIT", "s", "1"],
               "bitcount": ["BITCOUNT", "s"], "bitpos": ["BITPOS", "s", "1"], "expire": ["EXPIRE", "s", "100"],
               "pexpire": ["PEXPIRE", "s", "100000"], "expireat": ["EXPIREAT", "s", "9999999999"],
               "pexpireat": ["PEXPIREAT", "s", "9999999999000"], "persist": ["PERSIST", "s"], "ttl": ["TTL", "s"],
               "pttl": ["PTTL", "s"], "type": ["TYPE", "s"], "rename": ["RENAME", "r", "r2"],
               "renamenx": ["RENAMENX", "r2", "r3"], "exists": ["EXISTS", "s"], "touch": ["TOUCH", "s"],
               "keys": ["KEYS", "s"], "scan": ["SCAN", "0"], "dbsize": ["DBSIZE"], "randomkey": ["RANDOMKEY"],
               "move": ["MOVE", "s", "9"], "del": ["DEL", "none"], "unlink": ["UNLINK", "none"],
               "expiretime": ["EXPIRETIME", "s"], "pexpiretime": ["PEXPIRETIME", "s"], "ping": ["PING"],
               "info": ["INFO"], "config|get": ["CONFIG", "GET", "maxmemory"], "client|list": ["CLIENT", "LIST"],
               "object|encoding": ["OBJECT", "ENCODING", "s"], "swapdb": ["SWAPDB", "3", "4"]}
    return special.get(name)


@scenario()
def commands_that_grow_are_refused_and_no_others(context):
    server = context.anax()
    connection = server.connect()
    ok(connection, "MSET", "s", "value", "t", "other", "n", "1", "del", "x", "r", "x", "ballast", "x" * 4 * MB)
    ok(connection, "CONFIG", "SET", "maxmemory", str(2 * MB))
    await_that(lambda: all(connection.command("SET", f"k{number}", "x").kind == "error" for number in range(20)),
               "all cores know it")
    names = [item.value.decode() for item in ok(connection, "COMMAND", "LIST").value]
    wrong, tried = [], 0
    for name in names:
        call = calls_of(name)
        if call is None:
            continue
        tried += 1
        flags = [item.value for item in ok(connection, "COMMAND", "INFO", name).value[0].value[2].value]
        reply = connection.command(*call)
        is_refused = reply.kind == "error" and reply.value.startswith(b"OOM ")
        if is_refused != (b"denyoom" in flags):
            wrong.append(f"{name}: flags {flags}, replied {str(reply)[:80]}")
    check(tried > 45, f"only {tried} commands were tried")
    check(not wrong, "\n".join(wrong))


@scenario()
def room_that_is_made_is_used(context):
    server = context.anax("--maxmemory", str(24 * MB))
    connection = server.connect()
    empty = int(info(connection)["used_memory"])
    number = fill(connection)
    for first in range(0, number // 2, 500):
        ok(connection, "DEL", *[f"fill:{key}" for key in range(first, first + 500)])
    await_that(lambda: connection.command("SET", "room", "x").kind != "error", "SET works after DEL", 2)
    pipeline(connection, [["SET", f"again:{key}", "x" * 1000] for key in range(number // 4)])
    check(ok(connection, "EXISTS", "again:0", f"again:{number // 4 - 1}").value == 2, "half of the room was not there")
    fill(connection)
    ok(connection, "FLUSHALL")
    await_that(lambda: connection.command("SET", "room", "x").kind != "error", "SET works after FLUSHALL", 2)
    await_that(lambda: int(info(connection)["used_memory"]) < empty + 4 * MB, "FLUSHALL gives the memory back")
    fill(connection)
    ok(connection, "CONFIG", "SET", "maxmemory", str(48 * MB))
    await_that(lambda: connection.command("SET", "room", "x").kind != "error", "SET works after CONFIG SET", 2)
    ok(connection, "CONFIG", "SET", "maxmemory", "0")
    ok(connection, "SET", "room", "x" * MB)


def grow_one_value(server, client):
    connection = server.connect()
    while True:
        reply = connection.command("APPEND", f"grows:{client}", "x" * 50000)
        if reply.kind == "error":
            return reply.value


@scenario(cores=(4,))
def values_that_grow_are_refused_too(context):
    limit = 48 * MB
    server = context.anax("--maxmemory", str(limit))
    said = in_processes(grow_one_value, [(server, client) for client in range(4)], 60)
    check(all(text.startswith(b"OOM ") for text in said), f"{said}")
    used = int(info(server)["used_memory"])
    check(used < limit * 1.05 + 2 * MB, f"{used / MB:.1f} MiB are used")
