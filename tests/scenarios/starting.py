"""A start that cannot be says why, in one clear line on standard error, and ends with code 1; one that is broken off ends well."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import servers
from setup import check, info, scenario

NOBODY = 65534


def start(context, options, user=None, environment=None):
    """Runs the server, which must end by itself; returns (code, standard error)."""
    folder = tempfile.mkdtemp(prefix="anax-start-")
    os.chmod(folder, 0o755)
    binary = context.binary
    try:
        if user:  # It may be that others cannot look into the project's folder.
            binary = shutil.copy(binary, os.path.join(folder, "anax"))
        done = subprocess.run([binary] + options, cwd=folder, user=user, timeout=20,
                              capture_output=True, env=dict(os.environ, **(environment or {})),
                              stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stderr.decode()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check_refused(context, options, *words, user=None, environment=None):
    code, said = start(context, options, user, environment)
    where = " ".join(options)
    check(code == 1, f"{where}: exit code {code}, said {said!r}")
    check(said.startswith("anax: ") and said.count("\n") == 1 and said.endswith("\n"), f"{where}: said {said!r}")
    for word in words:
        check(word in said, f"{where}: {word!r} is not in {said!r}")


@scenario(cores=(0,))
def a_port_in_use_is_named(context):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for bind in ("127.0.0.1", "127.0.0.2 127.0.0.1", "*"):
            check_refused(context, ["--port", str(port), "--bind", bind, "--io", context.io], str(port),
                          "Address already in use")


@scenario(io=("any",), cores=(0,))
def bad_options_are_named(context):
    for options, words in ((["--nosuch", "1"], ["nosuch"]), (["--port", "abc"], ["port", "abc"]),
                           (["--port", "70000"], ["port"]), (["--port"], ["port"]), (["--cores", "0x2"], ["cores"]),
                           (["--cores", "1025"], ["cores"]), (["--cores", "-1"], ["cores"]),
                           (["--maxmemory", "12q"], ["maxmemory"]), (["--appendonly", "maybe"], ["appendonly"]),
                           (["--io", "kqueue"], ["io"]), (["--bind", "nosuchhost.invalid"], ["nosuchhost.invalid"]),
                           (["--bind", "192.0.2.1"], ["192.0.2.1"]), (["--port", "0"], ["listen"]),
                           (["/nonexistent/anax.conf"], ["/nonexistent/anax.conf"]),
                           (["--maxmemory-policy", "sometimes"], ["maxmemory-policy"]),
                           (["--databases", "0"], ["databases"]), (["--client-output-buffer-limit", "normal 1"],
                                                                   ["client-output-buffer-limit"])):
        port = [] if "--port" in options else ["--port", str(servers.free_port())]
        check_refused(context, options + port, *words)
    check_refused(context, ["--port", str(servers.free_port())], "maxmemory", environment={"ANAX_maxmemory": "x"})


@scenario(io=("any",), cores=(0,))
def a_bad_line_of_a_file_is_named_with_its_number(context):
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write("# fine\nport 7001\n\nnosuch 1\n")
        file.flush()
        check_refused(context, [file.name], file.name, "4", "nosuch")


@scenario(io=("any",), cores=(2,))
def directories_of_the_log_are_made_like_dir_and_one_that_cannot_be_is_named(context):
    with tempfile.TemporaryDirectory(prefix="anax-logs-") as folder:
        disks = [os.path.join(folder, name) for name in ("one", "two")]
        options = ["--appendonly", "yes", "--dir", os.path.join(folder, "data"), "--log-dirs", " ".join(disks)]
        for times in range(2):
            server = context.anax(*options)
            connection = server.connect()
            check(connection.command("INCR", "starts").value == times + 1, "what was written before is gone")
            trouble = context.stop(server)
            check(not trouble, trouble)
            check(all(len(os.listdir(disk)) == 1 for disk in disks), "the logs of the cores are not where they should be")
        server = [context.binary, "--port", str(servers.free_port()), "--dir", folder, "--log-dirs", "/proc/nosuch"]
        done = subprocess.run(server, capture_output=True, timeout=20, stdin=subprocess.DEVNULL, check=False)
        said = (done.stdout + done.stderr).decode()
        check(done.returncode == 1, f"exit code {done.returncode}: {said}")
        check("/proc/nosuch: No such file or directory" in said, f"the directory is not named: {said}")


@scenario(io=("any",), cores=(0,))
def missing_permissions_are_named(context):
    closed = tempfile.mkdtemp(prefix="anax-closed-")  # 0700, root's
    try:
        port = ["--port", str(servers.free_port())]
        check_refused(context, port, "dir", "/data", "Permission denied", user=NOBODY)  # ./data, for the log
        port += ["--appendonly", "no"]
        check_refused(context, port + ["--dir", f"{closed}/data"], "dir", "Permission denied", user=NOBODY)
        check_refused(context, port + ["--dir", "/proc/nosuch"], "dir", "/proc/nosuch")
        check_refused(context, port + ["--dir", "/dev/null"], "dir", "/dev/null")
        check_refused(context, port + ["--logfile", f"{closed}/log"], "logfile", "Permission denied", user=NOBODY)
        check_refused(context, port + ["--pidfile", f"{closed}/pid"], "pidfile", "Permission denied", user=NOBODY)
        check_refused(context, port + ["--unixsocket", f"{closed}/sock"], f"{closed}/sock", "Permission denied",
                      user=NOBODY)
        check_refused(context, port + ["--unixsocket", "/tmp/" + "x" * 200], "File name too long")
        check_refused(context, [f"{closed}/anax.conf"], f"{closed}/anax.conf", "Permission denied", user=NOBODY)
    finally:
        shutil.rmtree(closed)


@scenario(io=("any",), cores=(0,))
def sigterm_at_any_moment_of_a_start_ends_well(context):
    """With the build that finds leaks: what had begun to work on the log is not left in the middle."""
    with tempfile.TemporaryDirectory(prefix="anax-broken-off-") as folder:
        for number in range(context.count(40)):
            if number % 3 == 0:
                shutil.rmtree(f"{folder}/appendonlydir", ignore_errors=True)
            options = ["--port", "0", "--unixsocket", f"{folder}/socket", "--dir", folder, "--appendonly", "yes",
                       "--appendfsync", context.random.choice(("always", "everysec")), "--pin", "no",
                       "--cores", str(context.random.choice((1, 2, 4))), "--io", context.random.choice(("uring", "epoll"))]
            child = subprocess.Popen([context.options.asan_binary, *options], stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
            time.sleep(context.random.uniform(0.02, 0.12))  # Any moment will do.
            child.send_signal(signal.SIGTERM)
            said = child.communicate(timeout=60)[0].decode()
            check(child.returncode in (0, -signal.SIGTERM), f"exit code {child.returncode}: {said}")


@scenario(cores=(2,))
def what_info_tells_beyond_redis_is_described(context):
    """In docs/info.md, each field by its name."""
    with open(os.path.join(servers.ROOT, "docs/info.md"), encoding="utf-8") as file:
        page = file.read()
    ours, theirs = info(context.anax("--appendonly", "yes")), info(context.redis("--appendonly", "yes"))
    inner = ("cmdstat_", "latency_percentiles_usec_", "errorstat_")
    known = ("pubsub_clients", "lazyfree_pending_bytes")  # Redis has them since 7.2, and elsewhere.
    missing = [name for name in ours if name not in theirs and not name.startswith(inner) and name not in known and
               f"`{name}`" not in page]
    check(not missing, f"docs/info.md does not say what these are: {missing}")
