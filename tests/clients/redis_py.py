#!/usr/bin/python3
"""redis-py (Debian's, RESP2): the calls an application makes, with the types it gets back."""

import threading
import time

import redis

from checks import check, equal, group, port_of_arguments
from servers import becomes

PORT = port_of_arguments()


def connect(**options):
    return redis.Redis(host="127.0.0.1", port=PORT, **options)


def raises(name, call, kind, words=""):
    try:
        got = call()
    except kind as error:
        check(name, words in str(error), error)
        return
    check(name, False, "no error but %r" % (got,))


def strings(r):
    equal("set, get", (r.set("s", "v"), r.get("s")), (True, b"v"))
    equal("binary values", (r.set(b"\x00k", bytes(range(256))), r.get(b"\x00k")), (True, bytes(range(256))))
    equal("a large value", (r.set("big", b"x" * 5000000), len(r.get("big"))), (True, 5000000))
    equal("set nx, xx, get", (r.set("s", "w", nx=True), r.set("s", "w", xx=True), r.set("s", "x", get=True)),
          (None, True, b"w"))
    equal("mset, mget", (r.mset({"m1": 1, "m2": "zwei"}), r.mget("m1", "m2", "none")), (True, [b"1", b"zwei", None]))
    equal("msetnx", (r.msetnx({"m1": 1, "m9": 2}), r.exists("m9")), (False, 0))
    equal("incr, decr, incrbyfloat", (r.incr("n", 5), r.decr("n", 2), r.incrbyfloat("n", 0.5)), (5, 3, 3.5))
    equal("append, setrange, getrange, strlen",
          (r.append("ap", "Hello "), r.setrange("ap", 6, "World"), r.getrange("ap", 6, -1), r.strlen("ap")),
          (6, 11, b"World", 11))
    equal("getset, getdel", (r.getset("s", "y"), r.getdel("s"), r.get("s")), (b"x", b"y", None))
    equal("lcs", (r.mset({"l1": "ohmytext", "l2": "mynewtext"}), r.execute_command("LCS", "l1", "l2")), (True, b"mytext"))
    raises("a wrong type of number", lambda: r.incr("ap"), redis.ResponseError, "value is not an integer or out of range")
    raises("an unknown command", lambda: r.execute_command("NOSUCH"), redis.ResponseError, "unknown command")


def bitmaps(r):
    equal("setbit, getbit", (r.setbit("b", 7, 1), r.getbit("b", 7), r.getbit("b", 100)), (0, 1, 0))
    equal("bitcount, bitpos", (r.bitcount("b"), r.bitpos("b", 1)), (1, 7))
    equal("bitop", (r.set("b2", b"\xff\x00"), r.bitop("OR", "b3", "b", "b2"), r.get("b3")), (True, 2, b"\xff\x00"))
    equal("bitfield", r.bitfield("bf").set("u8", 0, 200).incrby("u8", 0, 100, "SAT").get("u8", 0).execute(),
          [0, 255, 255])


def keys(r):
    r.set("k1", 1)
    equal("rename, exists, type", (r.rename("k1", "k2"), r.exists("k1", "k2"), r.type("k2")), (True, 1, b"string"))
    equal("copy, touch, unlink, delete", (r.copy("k2", "k3"), r.touch("k2", "k3"), r.unlink("k2"), r.delete("k3", "k2")),
          (True, 2, 1, 1))
    raises("rename of nothing", lambda: r.rename("none", "x"), redis.ResponseError, "no such key")
    equal("move", (r.set("mv", 1), r.move("mv", 4), connect(db=4).get("mv")), (True, True, b"1"))
    r.set("one", 1)
    check("randomkey", r.exists(r.randomkey()) == 1)
    equal("object encoding", (r.set("o", 12), r.object("encoding", "o")), (True, b"int"))
    check("memory usage", r.memory_usage("o") > 0)


def scanning(r):
    r.flushdb()
    with r.pipeline(transaction=False) as pipe:
        for number in range(3000):
            pipe.set("scan:%d" % number, "x")
        pipe.set("other", "x")
        pipe.execute()
    found = list(r.scan_iter(match="scan:*", count=50))
    equal("scan_iter finds everything", (len(set(found)), r.dbsize()), (3000, 3001))
    equal("scan_iter by type", len(set(r.scan_iter(_type="string"))), 3001)
    equal("keys with a pattern", len(r.keys("scan:299?")), 10)
    r.swapdb(0, 6)
    equal("swapdb", (r.dbsize(), connect(db=6).dbsize()), (0, 3001))
    equal("flushdb, flushall", (connect(db=6).flushdb(), connect(db=6).dbsize(), r.flushall()), (True, 0, True))


def expiry(r):
    equal("set ex, ttl", (r.set("e", 1, ex=100), 99 <= r.ttl("e") <= 100), (True, True))
    equal("expire, pexpire, persist", (r.expire("e", 200), r.pexpire("e", 300000), r.persist("e"), r.ttl("e")),
          (True, True, True, -1))
    equal("expire nx, gt", (r.expire("e", 100, nx=True), r.expire("e", 50, gt=True)), (True, False))
    equal("ttl of nothing", (r.ttl("none"), r.pttl("none")), (-2, -2))
    at = int(time.time()) + 1000
    equal("expireat, expiretime", (r.expireat("e", at), r.execute_command("EXPIRETIME", "e")), (True, at))
    equal("getex", (r.getex("e", persist=True), r.ttl("e")), (b"1", -1))
    r.set("short", 1, px=30)
    r.psetex("short2", 30, 1)
    check("keys are gone after their time", becomes(lambda: (r.get("short"), r.exists("short2")) == (None, 0), 2))


def pipelines(r):
    with r.pipeline(transaction=False) as pipe:
        for number in range(5000):
            pipe.set("p:%d" % number, number)
            pipe.get("p:%d" % number)
        replies = pipe.execute()
    equal("10,000 commands in one pipeline keep their order", replies[1::2], [b"%d" % n for n in range(5000)])
    with r.pipeline(transaction=False) as pipe:
        pipe.set("pe", "text")
        pipe.incr("pe")
        pipe.get("pe")
        replies = pipe.execute(raise_on_error=False)
    equal("an error inside a pipeline stays in its place",
          [isinstance(reply, redis.ResponseError) for reply in replies], [False, True, False])


def decoding():
    r = connect(decode_responses=True, client_name="décodé".encode("ascii", "ignore").decode())
    equal("decode_responses", (r.set("d", "grüße"), r.get("d")), (True, "grüße"))
    equal("client_name is set at connect", r.client_getname(), "dcod")


def clients(r):
    other = connect(client_name="victim", single_connection_client=True)
    other.ping()
    names = {client["name"]: client for client in r.client_list()}
    check("client_list knows the name", "victim" in names, list(names))
    victim = names["victim"]
    equal("client_list: id is CLIENT ID", int(victim["id"]), other.client_id())
    equal("client_kill_filter by id", r.client_kill_filter(_id=victim["id"]), 1)
    check("the killed client is gone", becomes(lambda: all(client["name"] != "victim" for client in r.client_list())))
    raises("its connection is closed", lambda: other.connection.send_command("PING") or other.connection.read_response(),
           redis.ConnectionError)
    raises("client_kill of nobody", lambda: r.client_kill("127.0.0.1:1"), redis.ResponseError, "No such client")
    check("client_info", r.client_info()["db"] == 0)


def pausing(r):
    writer = connect()
    writer.ping()
    r.client_pause(3000, all=False)
    started = time.monotonic()
    done = []
    thread = threading.Thread(target=lambda: (writer.set("w", 1), done.append(time.monotonic() - started)))
    thread.start()
    time.sleep(0.1)  # That nothing happens meanwhile is the claim.
    equal("reads go on while writes are paused", r.get("w"), None)
    equal("the write waits", done, [])
    r.client_unpause()
    thread.join(5)
    check("unpause lets it go on", done and done[0] < 2, done)


def administration(r):
    check("info", r.info()["redis_version"].startswith("7."), r.info().get("redis_version"))
    check("info of a section", "used_memory" in r.info("memory"))
    equal("config_get, config_set", (r.config_set("slowlog-max-len", 64), r.config_get("slowlog-max-len")),
          (True, {"slowlog-max-len": "64"}))
    equal("time has two numbers", len(r.time()), 2)
    r.config_set("slowlog-log-slower-than", 0)
    r.set("slow", "x")
    entries = r.slowlog_get(10)
    check("slowlog_get", any(entry["command"] == b"SET slow x" for entry in entries), entries[:3])
    r.config_set("slowlog-log-slower-than", 10000)
    equal("slowlog_reset, slowlog_len", (r.slowlog_reset(), r.slowlog_len()), (True, 0))
    check("command_count", r.command_count() > 50)
    equal("command_getkeys", sorted(map(str, r.command_getkeys("MSET", "a", 1, "b", 2))), ["a", "b"])
    equal("echo, ping", (r.echo("hi"), r.ping()), (b"hi", True))
    equal("config_resetstat", r.config_resetstat(), True)


def many_threads():
    counter, threads = connect(), []
    counter.delete("total")
    for _ in range(8):
        threads.append(threading.Thread(target=lambda: [counter.incr("total") for _ in range(500)]))
        threads[-1].start()
    for thread in threads:
        thread.join()
    equal("8 threads with a pool of connections count to 4,000", counter.get("total"), b"4000")


def messages(subscriber, count):
    """The next count messages, without the confirmations."""
    got = []
    while len(got) < count:
        message = subscriber.get_message(ignore_subscribe_messages=True, timeout=5)
        if message:
            got.append((message["type"], message["channel"], message["data"]))
    return got


def publish_and_subscribe(r):
    subscriber = r.pubsub()
    subscriber.subscribe("news", "weather")
    subscriber.psubscribe("n*")
    confirmed = [subscriber.get_message(timeout=5) for _ in range(3)]
    equal("subscribe and psubscribe are confirmed", [(m["type"], m["channel"], m["data"]) for m in confirmed],
          [("subscribe", b"news", 1), ("subscribe", b"weather", 2), ("psubscribe", b"n*", 3)])
    equal("publish counts channels and patterns", r.publish("news", "a"), 2)
    equal("a message and a pmessage come", messages(subscriber, 2),
          [("message", b"news", b"a"), ("pmessage", b"news", b"a")])
    equal("pubsub channels, numsub, numpat",
          (sorted(r.pubsub_channels()), r.pubsub_numsub("news", "none"), r.pubsub_numpat()),
          ([b"news", b"weather"], [(b"news", 1), (b"none", 0)], 1))
    subscriber.ping()
    equal("a subscriber may ping", messages(subscriber, 1), [("pong", None, b"")])
    subscriber.unsubscribe("news")
    subscriber.punsubscribe()
    subscriber.ping()
    messages(subscriber, 1)
    equal("unsubscribe and punsubscribe", (r.publish("news", "b"), r.publish("weather", "c")), (0, 1))
    subscriber.close()
    seen = []
    listener = r.pubsub()
    listener.subscribe(handled=lambda message: seen.append(message["data"]))
    thread = listener.run_in_thread(sleep_time=0.01)
    becomes(lambda: r.publish("handled", "x") > 0, 5)
    becomes(lambda: seen, 5)
    thread.stop()
    thread.join()
    equal("a thread with a handler gets messages", seen[:1], [b"x"])


def key_events(r):
    """What Spring Session does at its start: it adds the events it needs to those that are on."""
    events = r.config_get("notify-keyspace-events")["notify-keyspace-events"]
    equal("spring's config set", r.config_set("notify-keyspace-events", events + "Egx"), True)
    listener = r.pubsub()
    listener.psubscribe("__keyevent@0__:del", "__keyevent@0__:expired")
    listener.get_message(timeout=5), listener.get_message(timeout=5)
    r.mset({"session:1": 1, "session:2": 2})
    r.delete("session:1")
    r.pexpire("session:2", 20)
    equal("deleted and expired sessions are told", messages(listener, 2),
          [("pmessage", b"__keyevent@0__:del", b"session:1"), ("pmessage", b"__keyevent@0__:expired", b"session:2")])
    listener.close()
    r.config_set("notify-keyspace-events", "")


def many_connections():
    crowd = [connect(single_connection_client=True) for _ in range(200)]
    equal("200 connections at once", [each.ping() for each in crowd], [True] * 200)
    for each in crowd:
        each.close()


def main():
    r = connect()
    r.flushall()
    for part in (strings, bitmaps, keys, scanning, expiry, pipelines, clients, publish_and_subscribe, key_events,
                 pausing, administration):
        with group(part.__name__):
            part(r)
    for part in (decoding, many_threads, many_connections):
        with group(part.__name__):
            part()
    r.flushall()


main()
