"""What dumps of a file for each core promise: what dump.rdb does, with any number of cores on either side; a set of
files counts as a whole or not at all, and nothing of one that came to nothing stays."""

import os
import signal
import time

from durable import digest, fill, kill, own_directory, shake
from saving import (MARKS, call_function, change_big, ended, make_big, refused, replace_big, save_function,
                    save_in_background, saved, start, write_marks, write_much)
from setup import Workers, await_that, check, info, ok, pipeline, scenario

CORES = ("--snapshot-format", "cores")
CODECS = ("none", "lzf", "lz4", "zstd")


def files(directory):
    return sorted(os.listdir(directory))


def summary(directory):
    return os.path.join(directory, "dump.cores")


def named_by(directory):
    """The files that the summary names."""
    with open(summary(directory), encoding="ascii") as file:
        return sorted(line.split()[-1] for line in file if line.startswith("file "))


def check_only_the_set(directory, when):
    wanted = ["dump.cores"] + named_by(directory)
    check(files(directory) == sorted(wanted), f"{when}: {files(directory)}, not {wanted}")


def size_of(directory):
    return sum(os.path.getsize(os.path.join(directory, name)) for name in files(directory))


def digest_with(context, directory, cores, *options):
    """That of a server which loads what is there, and nothing else."""
    server = start(context, directory, *options, cores=cores)
    value = digest(server)
    trouble = context.stop(server)
    check(not trouble, trouble)
    return value


@scenario(io=("any",), cores=(1, 2, 3))
def files_of_cores_are_loaded_by_any_number_of_cores(context):
    sizes = {}
    for codec in CODECS:
        with own_directory() as directory:
            server = start(context, directory, *CORES, "--snapshot-compression", codec)
            connection = server.connect()
            some = fill(connection, context.random, context.count(4000))
            for _ in range(2):
                before = digest(server)
                ok(connection, "DEBUG", "RELOAD")
                check(digest(server) == before, f"{codec}: another dataset after DEBUG RELOAD")
                shake(connection, context.random, some)
            ok(connection, "SAVE")
            before = digest(server)
            ok(connection, "FLUSHALL")
            ok(connection, "DEBUG", "RELOAD", "NOSAVE")
            check(digest(server) == before, f"{codec}: another dataset after DEBUG RELOAD NOSAVE")
            check(not context.stop(server), "it ended badly")
            check(len(named_by(directory)) == context.cores, "not a file for each core")
            check_only_the_set(directory, codec)
            sizes[codec] = size_of(directory)
            for cores in {1, 2, 3, 4} - {context.cores}:
                check(digest_with(context, directory, cores) == before, f"{codec}: another dataset with {cores} cores")
    check(all(sizes["none"] > 2 * sizes[codec] for codec in CODECS[1:]), f"hardly compressed: {sizes}")


@scenario(cores=(1, 3))
def files_of_cores_show_one_moment(context):
    rounds = context.count(2)
    with own_directory() as directory:
        server = start(context, directory, *CORES)
        connection = server.connect()
        ok(connection, "DEBUG", "POPULATE", 200000, "more", 100)  # So that it takes a while.
        ok(connection, "MSET", *[part for mark in MARKS for part in (mark, 0)])
        seconds, ahead = rounds + 1, 0
        workers = Workers(write_marks, [(server, seconds)])
        others = Workers(write_much, [(server, context.random, seconds)])
        try:
            for _ in range(rounds):
                before = int(ok(connection, "GET", MARKS[0]).value)
                ok(connection, "BGSAVE")
                after = max(int(item.value) for item in ok(connection, "MGET", *MARKS).value)
                ahead += int(saved(connection)["snapshot_regions_ahead"])
                with own_directory() as other:
                    for name in ["dump.cores"] + named_by(directory):
                        os.link(os.path.join(directory, name), os.path.join(other, name))
                    loaded = start(context, other)
                    marks = {int(item.value) for item in ok(loaded.connect(), "MGET", *MARKS).value}
                    context.stop(loaded)
                check(len(marks) == 1, f"the marks of one transaction differ in a dump: {marks}")
                check(before <= marks.pop() <= after, "the dump does not show the moment of BGSAVE")
                check_only_the_set(directory, "after a save")
        finally:
            workers.end()
            others.end()
        check(ahead > 0, "nothing was written meanwhile: no test")


@scenario(io=("any",), cores=(1, 3))
def files_of_cores_show_big_values_as_they_were(context):
    noted = 0
    for codec in ("none", "lz4"):
        with own_directory() as directory:
            server = start(context, directory, *CORES, "--snapshot-compression", codec, "--appendonly", "no")
            connection = server.connect()
            make_big(connection, 60000)
            ok(connection, "DEBUG", "POPULATE", 20000, "more", 100)
            before = digest(server)
            changes = [command for _ in range(150) for command in change_big(context.random)]
            pipeline(connection, [["BGSAVE"]] + changes + replace_big(context.random))
            facts = saved(connection)
            check(int(facts["snapshot_values_put_off"]) == 6, "a big value was written as a whole")
            noted += int(facts["snapshot_states_noted"])
            check(digest(server) != before, "nothing was changed")
            kill(context, server)
            check(digest_with(context, directory, 2) == before, f"{codec}: not the state at BGSAVE")
    check(noted > 0 or context.cores > 1, "nothing was written meanwhile: no test")


@scenario(io=("any",), cores=(0,))
def damaged_files_of_cores_stop_the_start(context):
    """With one line that names the file and the place; files stay as they are, and no log is begun beside them."""
    with own_directory() as directory:
        server = start(context, directory, *CORES, "--snapshot-compression", context.random.choice(CODECS), cores=2)
        fill(server.connect(), context.random, 1000)
        before = digest(server)
        ok(server.connect(), "SAVE")
        context.stop(server)
        for name in files(directory):
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                good = file.read()
            flipped = bytearray(good)
            at = context.random.randrange(len(good))
            flipped[at] ^= 1 << context.random.randrange(8)
            cases = [(f"bit of byte {at} flipped", bytes(flipped)), ("nothing in it", b""), ("a byte more", good + b"x"),
                     ("cut", good[:context.random.randrange(1, len(good))]), ("missing", None)]
            for what, content in cases:
                os.remove(path)
                if content is not None:
                    with open(path, "wb") as file:
                        file.write(content)
                if name == "dump.cores" and content is None:
                    continue  # Then there is no dump.
                options = context.random.choice((("--appendonly", "no"), ("--appendonly", "yes")))
                said = refused(context, directory, *options)
                lines = [line for line in said.split("\n") if "cannot be loaded" in line]
                place = "No such file" if content is None else "at byte "
                check(len(lines) == 1 and name in lines[0] and place in lines[0], f"{name}, {what}: no line says why: {said}")
                check("Ready to accept" not in said, f"{name}, {what}: it was served")
                check(not os.path.exists(os.path.join(directory, "appendonlydir", "MANIFEST")), f"{name}, {what}: a log was begun")
            with open(path, "wb") as file:
                file.write(good)
        check(digest_with(context, directory, 3) == before, "another dataset when all is as it was")


@scenario(cores=(2,))
def a_failed_save_leaves_the_set_before_and_nothing_else(context):
    with own_directory() as directory:
        server = start(context, directory, *CORES)
        connection = server.connect()
        ok(connection, "DEBUG", "POPULATE", 20000, "key", 200)
        ok(connection, "SAVE")
        old, before = files(directory), digest(server)
        ok(connection, "SET", "more", 1)
        for op, error in (("open", "EROFS"), ("write", "ENOSPC"), ("sync", "EIO"), ("rename", "EIO")):
            ok(connection, "DEBUG", "DISK-FAULT", op, "every", error)
            check(connection.command("SAVE").kind == "error", f"SAVE with a failing {op}")
            check(info(connection)["rdb_last_bgsave_status"] == "err", f"a failed {op} is not reported")
            ok(connection, "DEBUG", "DISK-FAULT", "OFF")
            check(files(directory) == old, f"after a failed {op}: {files(directory)}, before it {old}")
        ok(connection, "DEBUG", "POPULATE", 400000, "big", 100)
        replies = pipeline(connection, [["BGSAVE"], ["FLUSHALL"]])
        check(replies[0].value == b"Background saving started", f"{replies}")
        await_that(lambda: info(connection)["rdb_bgsave_in_progress"] == "0", "the save ends", 30)
        check(files(directory) == old, f"after a FLUSHALL: {files(directory)}, before it {old}")
        context.stop(server)
        check(digest_with(context, directory, 3) == before, "the set before is another one")


@scenario(cores=(2,))
def what_a_killed_save_left_goes_with_the_next(context):
    with own_directory() as directory:
        server = start(context, directory, *CORES)
        connection = server.connect()
        ok(connection, "SET", "key", "value")
        ok(connection, "SAVE")
        before = digest(server)
        ok(connection, "DEBUG", "POPULATE", 400000, "more", 200)
        ok(connection, "BGSAVE")
        await_that(lambda: len(files(directory)) > 3, "the save has begun to write")
        kill(context, server)
        left = set(files(directory)) - {"dump.cores"} - set(named_by(directory))
        check(left, f"the save had ended before the kill, or left nothing: no test: {files(directory)}")
        server = start(context, directory, *CORES)
        check(digest(server) == before, "it is not the set before")
        save_in_background(server.connect())
        check_only_the_set(directory, "after the next save")


def await_next_second():
    """What an RDB file, and a name with the time, say of their time is the second."""
    second = int(time.time())
    await_that(lambda: int(time.time()) > second, "the next second", 2)


@scenario(cores=(2,))
def the_newer_of_two_formats_is_loaded(context):
    """Whatever the option says; and it is said that there are two."""
    with own_directory() as directory:
        server = start(context, directory)
        connection = server.connect()
        ok(connection, "SET", "n", 0)
        ok(connection, "SAVE")
        for n, (written, started) in enumerate((("cores", "rdb"), ("rdb", "cores")), 1):
            await_next_second()
            ok(connection, "CONFIG", "SET", "snapshot-format", written)
            ok(connection, "SET", "n", n)
            ok(connection, "SAVE")
            context.stop(server)
            server = start(context, directory, "--snapshot-format", started)
            connection = server.connect()
            check(ok(connection, "GET", "n").value == str(n).encode(), f"{written} is newer, and was not loaded")
            said = server.process.said()
            check("two dumps" in said and "dump.rdb" in said and "dump.cores" in said, f"it is not said: {said}")
            ok(connection, "DEBUG", "RELOAD", "NOSAVE")
            check(ok(connection, "GET", "n").value == str(n).encode(), "DEBUG RELOAD NOSAVE took the older one")
        context.stop(server)
        with open(summary(directory), "ab") as file:
            file.write(b"x")
        said = refused(context, directory, "--appendonly", "no")
        check("dump.cores" in said and "cannot be loaded" in said, f"a damaged set was passed over for an older file: {said}")


@scenario(cores=(2,))
def sets_are_written_whenever_a_dump_is(context):
    """By SHUTDOWN SAVE, by save points; under names with the time; the newest is loaded."""
    with own_directory() as directory:
        options = (*CORES, "--dbfilename", "dump-{timestamp}.rdb")
        server = start(context, directory, *options, "--save", "1 1")
        connection = server.connect()
        ok(connection, "SET", "n", "by a save point")
        await_that(lambda: info(connection)["rdb_saves"] == "1", "a save point is reached", 5)
        await_next_second()
        ok(connection, "CONFIG", "SET", "save", "")
        ok(connection, "SET", "n", "by SHUTDOWN")
        connection.send_command(["SHUTDOWN", "SAVE"])
        check(ended(context, server) == 0, "it ended badly")
        summaries = [name for name in files(directory) if name.endswith(".cores")]
        check(len(summaries) == 2 and len(files(directory)) == 6, f"{files(directory)}")
        server = start(context, directory, *options)
        check(ok(server.connect(), "GET", "n").value == b"by SHUTDOWN", "it was not the newest")
        os.kill(server.pid(), signal.SIGTERM)
        check(ended(context, server) == 0, "it ended badly")


@scenario(cores=(2,))
def functions_go_through_files_of_cores(context):
    with own_directory() as directory:
        save_function(context, directory)
        server = start(context, directory, *CORES)
        ok(server.connect(), "SAVE")
        context.stop(server)
        os.remove(os.path.join(directory, "dump.rdb"))
        server = start(context, directory, cores=3)
        ok(server.connect(), "SAVE")
        context.stop(server)
        call_function(context, directory)
