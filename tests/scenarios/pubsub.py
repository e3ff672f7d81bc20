"""Publish/subscribe over cores: who gets what, in which order, counted exactly; and what a slow subscriber may cost.

Publishers and subscribers are processes; each message says who sent it and which of his it is.
"""

import random
import time

import resp
from setup import Workers, await_that, check, in_processes, info, ok, pipeline, raw_socket, scenario

CHANNELS = [f"channel:{number}" for number in range(12)]
PUBLISHERS = 8
SUBSCRIBERS = 50
BY_PATTERN = 10  # of these, so many listen to a pattern instead


def message(connection, seconds=30):
    """The next message: (verb, channel, payload)."""
    parts = [part.value for part in connection.read_any(timeout=seconds).value]
    return tuple(part.decode() if isinstance(part, bytes) else part for part in (parts[0], parts[-2], parts[-1]))


def subscribe(connection, command, *names):
    connection.send(resp.encode([command, *names]))
    for _ in names:
        verb, _, _ = message(connection)
        check(verb == command.lower(), f"{command} was answered by {verb}")


# ---- counts and orders ----

def publish_many(server, publisher, count, pipelined, seed):
    """Returns what was said to have been received, by channel."""
    choose = random.Random(seed)
    connection = server.connect()
    received = dict.fromkeys(CHANNELS, 0)
    numbers = dict.fromkeys(CHANNELS, 0)
    for _ in range(count // pipelined):
        channels = [choose.choice(CHANNELS) for _ in range(pipelined)]
        commands = []
        for channel in channels:
            numbers[channel] += 1
            commands.append(["PUBLISH", channel, f"{publisher} {numbers[channel]}"])
        for channel, reply in zip(channels, pipeline(connection, commands)):
            check(reply.kind == "integer", f"PUBLISH replied {reply}")
            received[channel] += reply.value
    connection.close()
    return numbers, received


def listen(connection):
    """Everything until the end: how many of each publisher and channel came; they come in order, none is missing."""
    last = {}
    while True:
        _, channel, payload = message(connection)
        if payload == "end":
            return last
        publisher, number = payload.split()
        before = last.get((publisher, channel), 0)
        check(int(number) == before + 1, f"after {before} of {publisher} in {channel} came {number}")
        last[publisher, channel] = int(number)


def listen_all(connections):
    return [listen(connection) for connection in connections]


@scenario(cores=(1, 4))
def every_subscriber_gets_every_message_once_and_in_order(context):
    server = context.anax(timeout=30)
    listeners = []
    choose = context.random
    for number in range(SUBSCRIBERS):
        connection = server.connect()
        if number < BY_PATTERN:
            subscribe(connection, "PSUBSCRIBE", "channel:*", "nobody:*")
            listeners.append((connection, CHANNELS))
        else:
            channels = choose.sample(CHANNELS, choose.randrange(1, 6))
            subscribe(connection, "SUBSCRIBE", "end", *channels)
            listeners.append((connection, channels))
    wanted = {channel: sum(channel in channels for _, channels in listeners) for channel in CHANNELS}
    groups = [range(first, SUBSCRIBERS, 5) for first in range(5)]
    listening = Workers(listen_all, [([listeners[number][0] for number in group],) for group in groups])
    publishers = in_processes(publish_many, [(server, publisher, context.count(800), choose.choice((1, 2, 8)),
                                              choose.random()) for publisher in range(PUBLISHERS)], 120)
    for numbers, received in publishers:
        for channel in CHANNELS:
            check(received[channel] == numbers[channel] * wanted[channel],
                  f"{numbers[channel]} messages in {channel} with {wanted[channel]} listeners: {received[channel]}")
    control = server.connect()
    ok(control, "PUBLISH", "end", "end")
    ok(control, "PUBLISH", "channel:end", "end")
    for group, results in zip(groups, listening.results(60)):
        for number, last in zip(group, results):
            expected = {(str(publisher), channel): sent[channel] for publisher, (sent, _) in enumerate(publishers)
                        for channel in listeners[number][1] if sent[channel]}
            check(last == expected, f"subscriber {number} got {last}, not {expected}")


@scenario()
def whoever_is_told_that_he_subscribed_misses_nothing(context):
    """Publishers never stop; a subscriber that just read its reply gets what is published from then on."""
    server = context.anax(timeout=30)
    publisher, subscribers = server.connect(), [server.connect() for _ in range(8)]
    for number in range(context.count(300)):
        connection = subscribers[number % len(subscribers)]
        command = "PSUBSCRIBE" if number % 3 == 0 else "SUBSCRIBE"
        subscribe(connection, command, f"news:{number}")
        count = ok(publisher, "PUBLISH", f"news:{number}", number).value
        check(count == 1, f"PUBLISH reached {count} after the reply of {command}")
        check(message(connection)[2] == str(number), "another message came")
        connection.send(resp.encode([command.replace("SUB", "UNSUB"), f"news:{number}"]))
        message(connection)
        count = ok(publisher, "PUBLISH", f"news:{number}", number).value
        check(count == 0, f"PUBLISH reached {count} after the reply of UN{command}")


# ---- churn ----

def churn(server, seed, seconds):
    """Subscribes, unsubscribes, resets, vanishes; what comes is well formed."""
    choose = random.Random(seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection = server.connect()
        if choose.random() < 0.5:
            connection.command("HELLO", "3")
        for _ in range(choose.randrange(1, 12)):
            kind = choose.choice("PS ")
            names = choose.sample(CHANNELS, choose.randrange(1, 5))
            verb = choose.choice(("SUBSCRIBE", "SUBSCRIBE", "UNSUBSCRIBE"))
            connection.send(resp.encode([kind.strip() + verb, *names]))
            wanted = (kind.strip() + verb).lower().encode()
            left = len(names)
            while left:
                left -= connection.read_any(timeout=30).value[0].value == wanted
        if choose.random() < 0.3:
            connection.send(resp.encode(["RESET"]))
        connection.close()


def publish_until(server, seed, seconds):
    choose = random.Random(seed)
    connection = server.connect()
    end = time.monotonic() + seconds
    sent = 0
    while time.monotonic() < end:
        commands = [[choose.choice(("PUBLISH", "SPUBLISH")), choose.choice(CHANNELS),
                     "x" * choose.choice((1, 10, 5000))] for _ in range(8)]
        commands.append(choose.choice((["PUBSUB", "NUMPAT"], ["PUBSUB", "CHANNELS"], ["PUBSUB", "NUMSUB", "a"],
                                       ["SET", "k", "v"], ["MSET", "a", 1, "b", 2, "c", 3], ["PING"])))
        for reply in pipeline(connection, commands):
            check(reply.kind != "error", f"{reply.value!r}")
        sent += 8
    connection.close()
    return sent


@scenario()
def clients_that_come_and_go_leave_nothing_behind(context):
    server = context.anax("--notify-keyspace-events", "KEA", timeout=30)
    seconds = context.count(3)
    churning = Workers(churn, [(server, context.random.random(), seconds) for _ in range(6)])
    publishing = Workers(publish_until, [(server, context.random.random(), seconds) for _ in range(3)])
    churning.results(60)
    check(sum(publishing.results(60)) > 0, "nothing was published")
    control = server.connect()
    await_that(lambda: info(control)["pubsub_clients"] == "0", "all subscribers are gone")
    facts = info(control)
    check((facts["pubsub_channels"], facts["pubsub_patterns"], facts["pubsubshard_channels"]) == ("0", "0", "0"),
          "subscriptions were left behind")
    check(ok(control, "PUBLISH", CHANNELS[0], "x").value == 0, "somebody still gets messages")


# ---- slow ones ----

@scenario()
def a_slow_subscriber_is_closed_and_harms_nobody(context):
    server = context.anax("--client-output-buffer-limit", "pubsub 2mb 0 0", timeout=30)
    control = server.connect()
    slow = [raw_socket(server) for _ in range(6)]
    for link in slow:
        link.sendall(b"SUBSCRIBE big\r\n")
        check(link.recv(100).startswith(b"*3"), "SUBSCRIBE was not answered")
    quick = server.connect()
    subscribe(quick, "SUBSCRIBE", "small")
    before = int(info(control)["used_memory"])
    publisher, text, longest, most = server.connect(), "x" * 50000, 0, 0
    for number in range(1000):
        start = time.monotonic()
        left = ok(publisher, "PUBLISH", "big", text).value
        check(ok(publisher, "PUBLISH", "small", number).value == 1, "the quick subscriber is not there")
        check(message(quick)[2] == str(number), "the quick subscriber got another message")
        longest = max(longest, time.monotonic() - start)
        if number % 20 == 0:
            most = max(most, int(info(control)["used_memory"]) - before)
        if left == 0:
            break
    check(left == 0, f"{left} slow subscribers are still there")
    check(longest < 5, f"a publisher waited for {longest:.1f} s")
    check(most < 6 * 8 * 1024 * 1024, f"slow subscribers took {most} bytes")
    await_that(lambda: info(control)["pubsub_clients"] == "1", "the slow ones are gone")


@scenario(cores=(4,))
def a_subscriber_above_the_soft_limit_is_closed_though_nothing_more_comes(context):
    server = context.anax("--client-output-buffer-limit", "pubsub 0 100kb 1", timeout=30)
    control = server.connect()
    link = raw_socket(server)
    link.sendall(b"SUBSCRIBE big\r\n")
    check(link.recv(100).startswith(b"*3"), "SUBSCRIBE was not answered")
    for _ in range(200):
        ok(control, "PUBLISH", "big", "x" * 100000)
    await_that(lambda: info(control)["pubsub_clients"] == "0", "the slow one is gone")


# ---- notifications ----

def change_keys(server, client, count):
    connection = server.connect()
    for number in range(count):
        ok(connection, "SET", f"key:{client}:{number % 20}", number)
        if number % 5 == 0:
            ok(connection, "MSET", *[part for key in range(4) for part in (f"many:{client}:{key}", number)])
        if number % 7 == 0:
            ok(connection, "DEL", f"key:{client}:{number % 20}")
    connection.close()


@scenario()
def events_of_a_key_come_in_order_and_none_is_lost(context):
    server = context.anax("--notify-keyspace-events", "K$g", timeout=30)
    count = context.count(400)
    listeners = [server.connect() for _ in range(4)]
    for connection in listeners:
        subscribe(connection, "PSUBSCRIBE", "__keyspace@0__:*")
    changing = Workers(change_keys, [(server, client, count) for client in range(4)])
    expected = {}
    for client in range(4):
        for number in range(count):
            key = f"__keyspace@0__:key:{client}:{number % 20}"
            expected.setdefault(key, []).append("set")
            if number % 5 == 0:
                for many in range(4):
                    expected.setdefault(f"__keyspace@0__:many:{client}:{many}", []).append("set")
            if number % 7 == 0:
                expected[key].append("del")
    for connection in listeners:
        got = {}
        for _ in range(sum(map(len, expected.values()))):
            _, channel, event = message(connection)
            got.setdefault(channel, []).append(event)
        check(got == expected, "the events of some key are not those that happened")
    changing.results(60)
