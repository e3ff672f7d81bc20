"""Connections: many, evenly spread, cheap while idle, and none harmed when another ends in the middle of anything."""

import os
import random
import resource
import signal
import socket
import time

import resp
from setup import (Failure, Workers, await_that, check, in_processes, info, is_alive, ok, pipeline, raw_socket,
                   rss_bytes, scenario)

KIB = 1024


def core_facts(server):
    """The numbers of each core: a list of dictionaries."""
    facts = info(server)
    cores = []
    while f"core{len(cores)}" in facts:
        pairs = [pair.split("=") for pair in facts[f"core{len(cores)}"].split(",")]
        cores.append({name: int(number) for name, number in pairs})
    return cores


@scenario(cores=(4,))
def connections_are_spread_evenly(context):
    server = context.anax()
    links = [raw_socket(server) for _ in range(400)]
    for link in links:
        link.sendall(b"PING\r\n")
        check(link.recv(7) == b"+PONG\r\n", "no PONG")
    clients = [core["clients"] for core in core_facts(server)]
    check(len(clients) == 4 and max(clients) - min(clients) <= 3, f"the cores have {clients} clients")
    for link in links:
        link.close()


# ---- many ----

def hold_connections(server, count, network, pipe_path):
    """Opens and checks count connections from addresses of its own; holds them until the pipe is closed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    links = []
    for number in range(count):
        link = socket.socket()
        link.bind((f"127.0.{network}.{1 + number % 200}", 0))
        link.connect(server.address)
        links.append(link)
    for link in links:
        link.sendall(b"PING\r\n")
    for link in links:
        check(link.recv(7) == b"+PONG\r\n", "a connection is not answered")
    with open(pipe_path + f".{network}", "w", encoding="ascii"):
        pass
    with open(pipe_path, "rb") as pipe:
        pipe.read()
    for link in links:  # Idle for a while, and still served.
        link.sendall(b"PING\r\n")
    return sum(link.recv(7) == b"+PONG\r\n" for link in links)


def most_connections():
    """As many as the hard limit of open files allows the server, at most 10,000 at a time here."""
    return min(10000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200) // 4 * 4


@scenario(cores=(2,), rare=("epoll",), is_alone=True)
def ten_thousand_idle_connections_cost_at_most_4_kib_each(context):
    count = most_connections()
    server = context.anax("--maxclients", str(count + 10))
    probe = server.connect()
    ok(probe, "PING")
    time.sleep(0.2)  # Nothing to wait for: what the start has left behind is given back in this time.
    before = rss_bytes(server.pid())
    pipe_path = os.path.join(server.dir, "hold")
    os.mkfifo(pipe_path)
    workers = Workers(hold_connections, [(server, count // 4, network, pipe_path) for network in range(1, 5)])
    try:
        await_that(lambda: all(os.path.exists(f"{pipe_path}.{network}") for network in range(1, 5)) or
                   any(process.exitcode is not None for process, _ in workers.running), "all are connected", 60)
        start = time.perf_counter()
        for _ in range(100):
            ok(probe, "PING")
        check(time.perf_counter() - start < 2, "100 PINGs beside them take more than two seconds")
        facts = info(probe)
        check(int(facts["connected_clients"]) >= count, f"only {facts['connected_clients']} clients are there")
        each = (rss_bytes(server.pid()) - before) / count
        check(each <= 4 * KIB, f"an idle connection costs {each:.0f} bytes")
        with open(pipe_path, "wb"):
            pass
        check(sum(workers.results(60)) == count, "some were not answered after a while")
    finally:
        workers.end()
    await_that(lambda: int(info(probe)["connected_clients"]) == 1, "all are gone")
    print(f"    {count} idle connections, {each:.0f} bytes each")


# ---- ends in the middle ----

def disturb(server, seed, seconds):
    """Pipelines that reach all shards, cut off at any moment in one of many ways."""
    choose = random.Random(seed)
    end, ended = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        link = raw_socket(server)
        link.setblocking(False)
        data = b"".join(resp.encode(random_command(choose)) for _ in range(choose.randrange(1, 200)))
        data = data[:choose.randrange(1, len(data) + 1)]
        sent = 0
        while sent < len(data) and choose.randrange(20):
            try:
                sent += link.send(data[sent:sent + choose.choice((10, 1000, 100000))])
            except BlockingIOError:
                break
            except OSError:
                break  # It was killed.
        how = choose.randrange(4)
        if how == 0:
            time.sleep(choose.random() * 0.002)  # Any moment will do.
        if how == 1:
            try:
                link.recv(choose.choice((1, 100, 10000)))
            except OSError:
                pass
        if how == 2:
            try:
                link.shutdown(choose.choice((socket.SHUT_WR, socket.SHUT_RD, socket.SHUT_RDWR)))
            except OSError:
                pass
        if choose.randrange(2):  # A reset instead of an orderly end.
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        link.close()
        ended += 1
    return ended


def random_command(choose):
    keys = [f"d:{choose.randrange(50)}" for _ in range(8)]
    return choose.choice((["SET", keys[0], "x" * choose.choice((1, 100, 5000))], ["GET", keys[0]],
                          ["MGET"] + keys, ["MSET"] + keys, ["DEL"] + keys[:3], ["RENAME", keys[0], keys[1]],
                          ["INFO"], ["KEYS", "*"], ["DBSIZE"], ["SCAN", "0"], ["CLIENT", "LIST"], ["QUIT"],
                          ["CLIENT", "REPLY", "OFF"], ["SELECT", "1"], ["BITOP", "OR"] + keys[:3], ["RANDOMKEY"],
                          ["CONFIG", "GET", "*"], ["OBJECT", "ENCODING", keys[0]], ["nosuch"]))


def kill_at_random(server, seed, seconds):
    """Kills clients that are not named otherwise, by id, in the middle of what they do."""
    choose = random.Random(seed)
    connection = server.connect()
    ok(connection, "CLIENT", "SETNAME", "steady")
    await_that(lambda: ok(connection, "CLIENT", "LIST").value.count(b"name=steady") == 3, "the others have names")
    end, killed = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for line in ok(connection, "CLIENT", "LIST").value.decode().split("\n"):
            fields = dict(part.split("=", 1) for part in line.split() if "=" in part)
            if fields.get("name") == "" and choose.randrange(2):
                killed += ok(connection, "CLIENT", "KILL", "ID", fields["id"]).value
    return killed


def work_steadily(server, client, seconds):
    """Must never notice anything: all its replies, in order, with what it wrote itself."""
    connection = server.connect()
    ok(connection, "CLIENT", "SETNAME", "steady")
    end, number = time.monotonic() + seconds, 0
    keys = [f"s:{client}:{key}" for key in range(6)]
    while time.monotonic() < end:
        number += 1
        replies = pipeline(connection, [["SET", keys[0], number], ["MSET", keys[1], number, keys[2], number],
                                        ["GET", keys[0]], ["MGET"] + keys[:3], ["RENAME", keys[1], keys[3]],
                                        ["EXISTS"] + keys, ["DEL"] + keys[2:4]])
        wanted = str(number).encode()
        check(replies[2].value == wanted and [item.value for item in replies[3].value] == [wanted] * 3 and
              replies[5].value == 3 and replies[6].value == 2, f"a steady client got {replies}")
    return number


def cut_off(context, seconds, with_kill, binary=None):
    server = context.anax(binary=binary, timeout=30)
    disturbers = Workers(disturb, [(server, context.random.random(), seconds) for _ in range(4)])
    killers = Workers(kill_at_random, [(server, context.random.random(), seconds)] * with_kill)
    steady = in_processes(work_steadily, [(server, client, seconds) for client in range(2)], seconds + 60)
    ended, killed = sum(disturbers.results(60)), sum(killers.results(60))
    enough = 1 if "tsan" in context.binary else 20  # Ten times as slow, and everything at once.
    check(min(steady) >= enough and ended > 50, f"too little was done: {steady} {ended}")
    check(not with_kill or killed > 10, f"only {killed} clients were killed")
    await_that(lambda: int(info(server)["connected_clients"]) == 1, "all clients are gone")
    await_that(lambda: info(server)["tx_queue_length"] == "0", "no lock is left")
    memory = int(info(server)["mem_clients_normal"])
    check(memory < 1 << 20, f"clients that are gone still hold {memory} bytes")


@scenario()
def clients_may_end_in_the_middle_of_anything(context):
    cut_off(context, 2 * context.scale, False)


@scenario()
def client_kill_hits_nobody_else(context):
    cut_off(context, 2 * context.scale, True)


@scenario(cores=(4,), rare=("epoll",))
def no_memory_is_touched_after_its_end_when_clients_end(context):
    """The same on the build with AddressSanitizer."""
    cut_off(context, 3 * context.scale, True, binary=context.options.asan_binary)


# ---- start and end ----

def work_until_closed(server, client):
    """How many replies came before the server went; every one must have been right."""
    connection = server.connect()
    done = 0
    while True:
        try:
            replies = pipeline(connection, [["MSET", f"a{client}", done, f"b{client}", done],
                                            ["MGET", f"a{client}", f"b{client}"], ["INCR", "all"]])
        except (resp.Closed, OSError):
            return done
        check([item.value for item in replies[1].value] == [str(done).encode()] * 2, f"wrong: {replies}")
        done += 1


@scenario()
def sigterm_under_load_ends_cleanly_and_the_next_start_serves(context):
    for _ in range(3):
        server = context.anax()
        idle = [raw_socket(server) for _ in range(20)]
        workers = Workers(work_until_closed, [(server, client) for client in range(4)])
        connection = server.connect()
        await_that(lambda: all(item.kind == "bulk" and int(item.value) > 0 for item in
                               ok(connection, "MGET", "a0", "a1", "a2", "a3").value), "all are at work")
        start = time.monotonic()
        os.kill(server.pid(), signal.SIGTERM)
        trouble = context.stop(server)
        check(trouble is None, trouble)
        check(time.monotonic() - start < 3, "the end took more than three seconds")
        check(all(done > 0 for done in workers.results(20)), "a client was not served")
        for link in idle:
            link.close()


@scenario(io=("uring", "epoll"), cores=(64, 1024))
def many_more_cores_than_cpus_start_and_answer(context):
    server = context.anax(timeout=60)
    connection = server.connect()
    keys = [f"k{number}" for number in range(300)]
    ok(connection, "MSET", *[part for key in keys for part in (key, key)])
    check([item.value for item in ok(connection, "MGET", *keys).value] == [key.encode() for key in keys], "MGET")
    check(ok(connection, "DBSIZE").value == 300 and len(ok(connection, "KEYS", "k*").value) == 300, "counting")
    replies = pipeline(connection, [["GET", key] for key in keys])
    check([reply.value for reply in replies] == [key.encode() for key in keys], "a pipeline")
    check(ok(connection, "DEL", *keys).value == 300, "DEL")
    check(len(core_facts(server)) == context.cores, "INFO does not show all cores")


@scenario(cores=(2,))
def several_addresses_ipv6_and_a_unix_socket_are_served(context):
    server = context.anax("--bind", "127.0.0.1 127.0.0.2 ::1", "--unixsocket", "$DIR/s.sock", "--unixsocketperm",
                          "700")
    path = os.path.join(server.dir, "s.sock")
    check(os.stat(path).st_mode & 0o777 == 0o700, f"the socket's mode is {os.stat(path).st_mode:o}")
    for host in ("127.0.0.1", "127.0.0.2", "::1"):
        with socket.create_connection((host, server.port), timeout=5) as link:
            link.sendall(b"PING\r\n")
            check(link.recv(7) == b"+PONG\r\n", f"{host} is not served")
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        link.sendall(b"SET unix 1\r\nGET unix\r\nCLIENT LIST\r\n")
        got = b""
        while not got.endswith(b"\n\r\n"):
            got += link.recv(4096)
        check(got.startswith(b"+OK\r\n$1\r\n1\r\n") and path.encode() in got, f"{got!r} by the Unix socket")
    try:
        socket.create_connection(("127.0.0.3", server.port), timeout=5)
    except ConnectionRefusedError:
        pass
    else:
        raise Failure("127.0.0.3 is served though nobody asked for it")
    context.stop(server)
    check(not os.path.exists(path), "the Unix socket is left behind")


@scenario(cores=(2,))
def more_clients_than_maxclients_are_told_so(context):
    server = context.anax("--maxclients", "20")
    links = [raw_socket(server) for _ in range(20)]
    for link in links:
        link.sendall(b"PING\r\n")
        check(link.recv(7) == b"+PONG\r\n", "no PONG")
    for _ in range(50):
        extra = raw_socket(server)
        extra.settimeout(5)
        got = b""
        try:
            while data := extra.recv(100):
                got += data
        except ConnectionError:
            pass
        check(got == b"-ERR max number of clients reached\r\n", f"{got!r}")
        extra.close()
    for link in links:
        link.close()
    await_that(lambda: is_alive_quietly(server), "there is room again")


def is_alive_quietly(server):
    try:
        return is_alive(server)
    except (resp.Closed, OSError):
        return False
