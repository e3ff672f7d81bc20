"""Values of every type go from key to key as they are; fields of hashes go in time though nobody looks."""

import time

from setup import await_that, check, ok, pipeline, scenario

SIZES = (3, 700, 20000)


def fill(connection, name, size):
    """One key of each type (streams and strings, too) with so many elements, one of them long."""
    commands = []
    for first in range(0, size, 500):
        numbers = range(first, min(first + 500, size))
        commands += [["RPUSH", "list" + name] + [f"element {n}" for n in numbers],
                     ["SADD", "set" + name] + [f"member {n}" if n % 3 else str(n) for n in numbers],
                     ["ZADD", "zset" + name] + [item for n in numbers for item in (n % 97, f"member {n}")],
                     ["HSET", "hash" + name] + [item for n in numbers for item in (f"field {n}", f"value {n}")]]
    commands += [["XADD", "stream" + name, f"{n + 1}-1", "field", f"value {n}"] for n in range(min(size, 2000))]
    commands += [["XGROUP", "CREATE", "stream" + name, "group", "0"],
                 ["XREADGROUP", "GROUP", "group", "consumer", "COUNT", "10", "STREAMS", "stream" + name, ">"],
                 ["SETRANGE", "string" + name, str(size), "end"], ["LPUSH", "list" + name, "x" * 9000],
                 ["HPEXPIREAT", "hash" + name, "9000000000000", "FIELDS", "2", "field 1", "field 2"],
                 ["PEXPIREAT", "set" + name, "9000000000001"]]
    for reply in pipeline(connection, commands):
        check(reply.kind != "error", f"a key could not be made: {reply.value!r}")
    return [kind + name for kind in ("list", "set", "zset", "hash", "stream", "string")]


def look(connection, key):
    """What must be the same of a key and its copy."""
    replies = pipeline(connection, [["DEBUG", "DIGEST-VALUE", key], ["PEXPIRETIME", key], ["OBJECT", "ENCODING", key],
                                    ["TYPE", key]])
    facts = [replies[0].value[0].value, replies[1].value, replies[2].value, replies[3].value]
    if key.startswith("hash") or facts[3] == b"hash":
        facts.append([item.value for item in ok(connection, "HPEXPIRETIME", key, "FIELDS", 2, "field 1", "field 2").value])
    return facts


def check_journey(connection, key, random):
    """From name to name, over all shards, and to another database and back."""
    seen = look(connection, key)
    check(int(seen[0], 16) != 0, f"{key} has no digest")
    here = key
    for step in range(8):
        there = f"{key}->{random.randrange(1 << 30)}"
        if step == 3:
            ok(connection, "SET", there, "is replaced")
        if step % 2:
            check(ok(connection, "RENAME", here, there).value == b"OK", "RENAME")
        else:
            check(ok(connection, "COPY", here, there).value == 1, f"COPY of {here}")
            check(look(connection, here) == seen, f"COPY has changed {key}")
            ok(connection, "DEL", here)
        here = there
        now = look(connection, here)
        check(now == seen, f"{key} has become something else after {step + 1} steps: {now}, not {seen}")
        check(ok(connection, "DBSIZE").value == 6, "a key is left over or lost")
    check(ok(connection, "MOVE", here, 1).value == 1, "MOVE")
    ok(connection, "SELECT", 1)
    check(look(connection, here) == seen, f"MOVE has changed {key}")
    check(ok(connection, "COPY", here, key, "DB", 0).value == 1, "COPY to another database")
    ok(connection, "SELECT", 0)
    check(look(connection, key) == seen, f"COPY from another database has changed {key}")


@scenario()
def values_of_every_type_and_size_are_renamed_copied_and_moved_as_they_are(context):
    server = context.anax("--enable-debug-command", "yes")
    connection = server.connect()
    for size in SIZES:
        ok(connection, "FLUSHALL")
        for key in fill(connection, f":{size}", size):
            check_journey(connection, key, context.random)
    shadow = connection.command("DEBUG", "SHADOW")
    check(shadow.value == b"OK" or b"only test builds" in shadow.value, f"the records say something else: {shadow.value!r}")


@scenario()
def fields_of_idle_hashes_go_in_time_and_their_keys_with_the_last(context):
    connection = context.anax("--enable-debug-command", "yes").connect()
    count = context.count(20000)
    for first in range(0, count, 500):
        numbers = range(first, min(first + 500, count))
        pipeline(connection, [["HSET", f"h:{n}", "a", "1", "b", "2"] for n in numbers])
        pipeline(connection, [["HPEXPIRE", f"h:{n}", "400", "FIELDS", "2", "a", "b"] for n in numbers])
    fields = [f"f{n}" for n in range(5000)]
    ok(connection, "HSET", "large", *[item for field in fields + ["stays"] for item in (field, "v")])
    ok(connection, "HPEXPIRE", "large", 400, "FIELDS", len(fields), *fields)
    made = time.monotonic()
    await_that(lambda: ok(connection, "DBSIZE").value == 1, "all hashes are gone but one")
    # MEMORY USAGE looks at the key, but not into it.
    await_that(lambda: ok(connection, "MEMORY", "USAGE", "large").value < 20000, "the large hash has become small")
    check(time.monotonic() - made < 5, "it took long")
    check([item.value for item in ok(connection, "HKEYS", "large").value] == [b"stays"], "the wrong fields have gone")
    shadow = connection.command("DEBUG", "SHADOW")
    check(shadow.value == b"OK" or b"only test builds" in shadow.value, f"the records say something else: {shadow.value!r}")
