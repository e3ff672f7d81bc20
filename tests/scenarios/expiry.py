"""Keys live until their millisecond and not longer, whether or not anybody looks, whatever the clock does."""

import mmap
import os
import struct
import subprocess
import tempfile
import time

from setup import ANY, await_that, check, info, ok, pipeline, scenario


def now_us(connection):
    seconds, micros = (int(item.value) for item in ok(connection, "TIME").value)
    return seconds * 1000000 + micros


def move_to(server, connection, wanted_ms):
    """Moves the simulated clock into that millisecond, or over its edge: the requests themselves take some time."""
    while (now := now_us(connection)) // 1000 < wanted_ms:
        server.advance(wanted_ms - now // 1000)


def check_exact(context, cores, is_swept):
    server = context.simulated(cores=cores)
    connection = server.connect()
    ok(connection, "DEBUG", "SET-ACTIVE-EXPIRE", "1" if is_swept else "0")
    first = now_us(connection) // 1000 + 5
    deadlines = {f"k:{number}": first + 2 + number % 20 for number in range(60)}
    ways = [lambda key, at: [["SET", key, "v", "PXAT", at]], lambda key, at: [["SET", key, "v"], ["PEXPIREAT", key, at]],
            lambda key, at: [["SET", key + ":", "v", "PXAT", at], ["RENAME", key + ":", key]],
            lambda key, at: [["SET", key + ":", "v", "PXAT", at], ["COPY", key + ":", key], ["DEL", key + ":"]]]
    move_to(server, connection, first - 4)
    for number, (key, deadline) in enumerate(deadlines.items()):
        for command in ways[number % len(ways)](key, deadline):
            ok(connection, *command)
    keys = list(deadlines)
    looked = 0
    for instant in range(first, first + 26):
        move_to(server, connection, instant)
        replies = pipeline(connection, [["MGET"] + keys] + [["EXISTS", key] for key in keys] +
                           [["PTTL", key] for key in keys] + [["KEYS", "*"], ["TIME"]])
        seconds, micros = (int(item.value) for item in replies[-1].value)
        if (seconds * 1000000 + micros) // 1000 != instant:
            continue  # Over the edge.
        looked += 1
        lives = [key for key in keys if deadlines[key] >= instant]
        check([key for key, item in zip(keys, replies[0].value) if item.kind == "bulk"] == lives,
              f"MGET does not see exactly what lives at its deadline or before it ({instant - first} ms)")
        check([key for key, reply in zip(keys, replies[1:61]) if reply.value] == lives, "EXISTS differs")
        check([reply.value for reply in replies[61:121]] == [max(-2, deadlines[key] - instant) if key in lives else -2
                                                             for key in keys], "PTTL differs")
        check(sorted(item.value.decode() for item in replies[-2].value) == sorted(lives), "KEYS differs")
    check(looked >= 15, f"only {looked} milliseconds were looked at")


@scenario(io=ANY, cores=(0,))
def a_key_lives_at_its_deadline_and_is_gone_one_millisecond_later(context):
    for cores in (1, 4):
        for is_swept in (False, True):
            check_exact(context, cores, is_swept)


def check_sweep(server, connection, count, pass_time):
    before = int(info(connection)["used_memory"])
    batch = 500
    for first in range(0, count, batch):
        pipeline(connection, [["SET", f"gone:{number}", "x" * 100, "PX", "1500"] for number in range(first, first + batch)])
    ok(connection, "SET", "stays", "x", "PX", "3600000")
    ok(connection, "SET", "stays too", "x")
    full = int(info(connection)["used_memory"])
    check(full - before > count * 100, "used_memory does not count the keys")
    pass_time()
    await_that(lambda: pass_a_little(server) or ok(connection, "DBSIZE").value == 2, "the sweep has removed all")
    facts = info(connection)
    check(int(facts["expired_keys"]) == count, f"{facts['expired_keys']} of {count} keys count as expired")
    await_that(lambda: pass_a_little(server) or int(info(connection)["used_memory"]) - before < (full - before) / 5,
               f"four fifths of {full - before} bytes have come back")
    check(ok(connection, "MGET", "stays", "stays too").value[0].value == b"x", "a key that had time is gone")


def pass_a_little(server):
    server.advance(50)
    return False


@scenario(io=ANY, cores=(0,))
def the_sweep_removes_what_nobody_touches_simulated(context):
    for cores in (1, 4):
        server = context.simulated(cores=cores)
        check_sweep(server, server.connect(), 5000, lambda: server.advance(1600))


@scenario()
def the_sweep_removes_what_nobody_touches(context):
    server = context.anax()
    check_sweep(server, server.connect(), context.count(20000), lambda: server.advance(1000))


class SteppedClock:
    """A server whose wall clock can be stepped."""

    def __init__(self, context, *options):
        self.context, self.options = context, options
        self.folder = tempfile.TemporaryDirectory(prefix="anax-clock-")
        library, path = os.path.join(self.folder.name, "shim.so"), os.path.join(self.folder.name, "step")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock_shim.c")
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        with open(path, "wb") as file:
            file.write(struct.pack("=q", 0))
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": library, "CLOCK_SHIM": path}
        self.start()

    def start(self):
        kept = dict(os.environ)
        os.environ.update(self.environment)
        try:
            self.server = self.context.anax(*self.options)
        finally:
            os.environ.clear()
            os.environ.update(kept)

    def restart(self, seconds):
        """A connection to the server that was ended and began under that clock."""
        trouble = self.context.stop(self.server)
        check(not trouble, f"the server ended badly: {trouble}")
        self.step(seconds)
        self.start()
        return self.server.connect()

    def step(self, seconds):
        self.map[:] = struct.pack("=q", seconds)


@scenario()
def no_key_expires_early_when_the_clock_is_set(context):
    clock = SteppedClock(context)
    connection = clock.server.connect()
    keys = [f"k{number}" for number in range(40)]

    def await_step(seconds):
        """The server is ahead by so much, on every core: they look at the wall clock once a millisecond at least."""
        await_that(lambda: abs(now_us(connection) / 1e6 - time.time() - seconds) < 1, "the step is seen")
        time.sleep(0.01)

    pipeline(connection, [["SET", key, "v", "PX", "10000"] for key in keys])
    clock.step(5)
    await_step(5)
    check(ok(connection, "EXISTS", *keys).value == 40, "keys of 10 s are gone when the clock went 5 s ahead")
    check(all(0 < ok(connection, "PTTL", key).value <= 5000 for key in keys), "PTTL does not follow the clock")
    clock.step(-3600)
    await_step(-3600)
    check(ok(connection, "EXISTS", *keys).value == 40, "keys are gone when the clock went back")
    check(all(ok(connection, "PTTL", key).value > 3600000 for key in keys), "PTTL does not follow the clock back")
    pipeline(connection, [["SET", f"short{number}", "v", "PX", "300"] for number in range(40)])
    check(ok(connection, "DBSIZE").value == 80, "keys set after the step are not there")
    await_that(lambda: ok(connection, "DBSIZE").value == 40, "keys set after the step expire in their time")
    clock.step(0)
    await_step(0)
    check(ok(connection, "EXISTS", *keys).value == 40, "keys are gone when the clock came back")
    clock.step(3600)
    await_that(lambda: ok(connection, "EXISTS", *keys).value == 0, "they are gone when the clock has passed them")
    await_that(lambda: ok(connection, "DBSIZE").value == 0, "and swept")


@scenario()
def a_start_under_another_clock_keeps_what_has_not_passed_its_deadline(context):
    years = 10 * 365 * 86400
    with tempfile.TemporaryDirectory(prefix="anax-clock-") as directory:
        clock = SteppedClock(context, "--appendonly", "yes", "--dir", directory)
        connection = clock.server.connect()
        deadline = int(time.time()) + 3600
        for number in range(50):
            ok(connection, "SET", f"hour:{number}", "v", "EXAT", deadline)
            ok(connection, "SET", f"long:{number}", "v", "EXAT", deadline + 2 * years)
            ok(connection, "SET", f"ever:{number}", "v")
            ok(connection, "HSET", f"hash:{number}", "f", "v", "g", "v")
            ok(connection, "HPEXPIREAT", f"hash:{number}", deadline * 1000, "FIELDS", "1", "f")

        def counts():
            names = [[f"{kind}:{number}" for number in range(50)] for kind in ("hour", "long", "ever", "early")]
            fields = sum(ok(connection, "HLEN", f"hash:{number}").value for number in range(50))
            return [ok(connection, "EXISTS", *keys).value for keys in names] + [fields]

        for step in (-years, -3600):
            connection = clock.restart(step)
            check(counts() == [50, 50, 50, 0, 100], f"{counts()} are there {-step} s earlier")
            check(ok(connection, "EXPIRETIME", "hour:7").value == deadline, "a deadline has moved")
        for number in range(50):
            ok(connection, "SET", f"early:{number}", "v", "EX", 1000)  # Half an hour ago and more.
        connection = clock.restart(0)
        check(counts() == [50, 50, 50, 0, 100], f"{counts()} are there at the right time")
        connection = clock.restart(7200)
        check(counts() == [0, 50, 50, 0, 50], f"{counts()} are there two hours later")
        connection = clock.restart(years)
        check(counts() == [0, 50, 50, 0, 50], f"{counts()} are there ten years later")
        connection = clock.restart(0)
        check(counts() == [0, 50, 50, 0, 50], "what was gone has come back")
