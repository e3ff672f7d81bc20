"""Acknowledged means kept elsewhere, too: replies that wait until replicas have synced what they tell."""

import os
import signal
import time

import resp
from replication import await_online, follow
from setup import await_that, check, info, ok, pipeline, scenario

LATE = b"NOREPLICAS "


class frozen:
    """A server that stands still."""

    def __init__(self, server):
        self.pid = server.pid()

    def __enter__(self):
        os.kill(self.pid, signal.SIGSTOP)

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGCONT)


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

@scenario(cores=(1, 4))
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


@scenario(cores=(1, 4))
def who_waits_too_long_for_replicas_is_told_so(context):
    primary = context.anax("--appendonly", "yes", "--min-sync-timeout", "300")
    replica = context.anax("--appendonly", "yes", cores=context.random.choice((1, 4)))
    connection, plain = primary.connect(), primary.connect()
    follow(replica, primary)
    await_online(primary)
    ok(connection, "ANAX", "DURABILITY", "REPLICAS", 1)
    ok(connection, "SET", "a", 1)
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
