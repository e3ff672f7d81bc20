#!/usr/bin/python3
"""Runs transcripts: pages of manual that are tests. The same file must pass on redis-server and on Anax.

    tests/transcript.py --target redis [files...]
    tests/transcript.py --target anax --binary build/anax [--io uring|epoll] [--cores N] [files...]
    tests/transcript.py --target sim --binary build/release/anax-sim --cores N --seed S [--seeds N] [files...]
    tests/transcript.py --address HOST:PORT [files...]

Without files: all of tests/commands. Every file gets a fresh server (with --address: FLUSHALL) and fresh
connections. The last line is `N passed, N failed`; a check is a command with its reply.

The format, line by line:

    # text                  a comment
    > CMD args              sends on the default connection; 2> CMD on the one named 2, made on first use.
                            Quoting is redis-cli's. $PORT and $DIR are the server's; $REPEAT(text,n) is text
                            n times; $ID(2) is what `2> CLIENT ID` answered.
      reply lines           what redis-cli prints on a terminal, up to a blank line, comment or directive:
                              ~ REGEX   must match the whole line
                              ...       matches any number of lines, wherever it stands
                              (any order)   as the first line: the elements of the top array in any order
                              (no reply)    as the only line: nothing comes; checked after a short wait
      no reply lines        only sends; the reply is read later by !read or !closed. An unread one fails.
    !read, 2!read           reads one more reply or push; reply lines follow
    !send "raw\\r\\n"         writes raw bytes; the raw reply follows, a quoted string for each CRLF line
    !closed, 2!closed       the server has closed this connection, and nothing else came
    !advance MS             lets time pass: a real server sleeps, the simulated one moves its clock
    !await CMD => reply     polls until the reply's one line matches, for at most 5 s
    !resp3, !resp2          HELLO, checked silently
    !reconnect              closes the connection and opens it anew
    !server --name value    (first) options of this file's server, on both kinds of server
    !anax-only why ... !end      skipped on redis-server
    !real-only why ... !end      skipped on the simulated machine
    !sim-only why ... !end       skipped everywhere else
    !step-clock MS          (within !sim-only) the wall clock is set by so much, as by an administrator

SUBSCRIBE and its like answer once for each channel: their reply lines are those replies, one after another.
"""

import argparse
import difflib
import glob
import os
import re
import sys
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

import resp
import servers

Step = namedtuple("Step", "line name verb text expected")
#                  where, which connection, what to do, with what, reply lines
Script = namedtuple("Script", "path options steps")

DIRECTIVE = re.compile(r"^(\d*)(>|!)\s?(.*)$")
SUBSCRIBES = {b"SUBSCRIBE", b"PSUBSCRIBE", b"SSUBSCRIBE", b"UNSUBSCRIBE", b"PUNSUBSCRIBE", b"SUNSUBSCRIBE"}
VERBS = {"send", "closed", "read", "advance", "step-clock", "await", "resp3", "resp2", "reconnect"}
TAKES_REPLY = {"command", "send", "read"}
QUIET_SECONDS = 0.06


class BadScript(Exception):
    """The transcript itself is malformed."""


# ---- reading a transcript ----

def expand(text, server):
    text = text.replace("$PORT", str(server.port)).replace("$DIR", server.dir)
    return re.sub(r"\$REPEAT\((.*?),(\d+)\)", lambda m: m.group(1) * int(m.group(2)), text)


def parse_step(where, line, path):
    name, mark, rest = DIRECTIVE.match(line).groups()
    if mark == ">":
        return Step(where, name, "command", rest, [])
    verb, _, text = rest.partition(" ")
    if verb not in VERBS:
        raise BadScript(f"{path}:{where}: unknown directive !{verb}")
    return Step(where, name, verb, text.strip(), [])


def is_skipped(verb, target):
    return {"anax-only": target == "redis", "real-only": target == "sim", "sim-only": target != "sim"}[verb]


def parse_script(path, target):
    options, steps = [], []
    current, is_skipping, is_inside = None, False, False
    with open(path, encoding="utf-8") as file:
        for where, line in enumerate(file.read().split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                current = None
                continue
            verb = line[1:].split(" ")[0] if line.startswith("!") else ""
            if verb in ("anax-only", "real-only", "sim-only"):
                if is_inside or not line[1 + len(verb):].strip():
                    raise BadScript(f"{path}:{where}: !{verb} needs a reason and does not nest")
                is_inside, is_skipping, current = True, is_skipped(verb, target), None
            elif verb == "end":
                if not is_inside:
                    raise BadScript(f"{path}:{where}: !end without a beginning")
                is_inside, is_skipping, current = False, False, None
            elif is_skipping:
                continue
            elif verb == "server":
                if steps:
                    raise BadScript(f"{path}:{where}: !server comes before all else")
                options += [arg.decode() for arg in resp.split_args(line[len("!server"):])]
            elif DIRECTIVE.match(line):
                current = parse_step(where, line, path)
                steps.append(current)
            elif current is None or current.verb not in TAKES_REPLY:
                raise BadScript(f"{path}:{where}: a reply line that belongs to no command: {line}")
            else:
                current.expected.append(line)
    if is_inside:
        raise BadScript(f"{path}: a part without !end")
    return Script(path, options, steps)


# ---- comparing ----

def line_matches(expected, actual):
    if expected.startswith("~ ") or expected == "~":
        try:
            return re.fullmatch(expected[2:], actual, re.DOTALL) is not None
        except re.error as error:
            raise BadScript(f"no regular expression, {error}: {expected}") from None
    return expected == actual


def lines_match(expected, actual):
    """Do all lines match? Each `...` stands for any number of lines."""
    parts = [[]]
    for line in expected:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)

    def fits(part, at):
        return at + len(part) <= len(actual) and all(map(line_matches, part, actual[at:]))

    if len(parts) == 1:
        return len(expected) == len(actual) and fits(expected, 0)
    if not fits(parts[0], 0):
        return False
    at = len(parts[0])
    for part in parts[1:-1]:
        at = next((place for place in range(at, len(actual)) if fits(part, place)), None)
        if at is None:
            return False
        at += len(part)
    last = len(actual) - len(parts[-1])
    return last >= at and fits(parts[-1], last)


def elements_of(lines):
    """The elements of a printed top array, each as its lines without number and indentation."""
    elements, width = [], 0
    for line in lines:
        regex, text = ("~ ", line[2:]) if line.startswith("~ ") else ("", line)
        numbered = re.match(r" *\d+[)~#] ", text)
        if elements and text.startswith(" " * width):
            elements[-1].append(regex + text[width:])
        elif numbered:
            width = width or numbered.end()
            elements.append([regex + text[numbered.end():]])
        else:
            elements.append([line])
    return elements


def multiset_matches(expected, actual):
    is_open = bool(expected) and expected[-1] == "..."
    wanted = elements_of(expected[:-1] if is_open else expected)
    found = elements_of(actual)
    if len(wanted) != len(found) and not (is_open and len(wanted) < len(found)):
        return False
    # The plain ones first, so that a regex does not take the element of a plain one.
    for element in sorted(wanted, key=lambda lines: any(line.startswith("~ ") for line in lines)):
        match = next((other for other in found if lines_match(element, other)), None)
        if match is None:
            return False
        found.remove(match)
    return True


def in_order(lines):
    """For the report: the elements sorted and unnumbered, so that what is missing stands out."""
    return [line for element in sorted(elements_of(lines)) for line in element]


def reply_matches(expected, actual):
    if expected[0] == "(any order)":
        return multiset_matches(expected[1:], actual)
    return lines_match(expected, actual)


def show_difference(expected, actual):
    shown = difflib.ndiff(expected, [line[:600] for line in actual])
    lines = [line.rstrip() for line in shown if not line.startswith("?")]
    if len(lines) > 60:
        lines = lines[:60] + [f"  and {len(lines) - 60} lines more"]
    return "\n".join("      " + line for line in lines)


# ---- running ----

class Failure(Exception):
    """One check failed; the text says how."""


class Abort(Failure):
    """The rest of the file makes no sense any more."""


class Run:
    """One transcript on one server."""

    def __init__(self, script, server):
        self.script = script
        self.server = server
        self.connections = {}
        self.owed = {}  # name -> args of commands whose replies were not read yet
        self.ids = {}  # name -> what CLIENT ID answered
        self.passed = 0
        self.failures = []

    def connection(self, name):
        if name not in self.connections:
            self.connections[name] = self.server.connect()
            self.owed[name] = []
        return self.connections[name]

    def forget(self, name):
        if name in self.connections:
            self.connections.pop(name).close()
            self.owed.pop(name)

    def expand(self, text):
        def id_of(match):
            if match[1] not in self.ids:
                raise BadScript(f"{match[0]} needs an earlier {match[1]}> CLIENT ID")
            return str(self.ids[match[1]])

        return re.sub(r"\$ID\((\d*)\)", id_of, expand(text, self.server))

    def args_of(self, text):
        try:
            args = resp.split_args(self.expand(text))
        except ValueError as error:
            raise BadScript(str(error)) from None
        if not args:
            raise BadScript("an empty command")
        return args

    def expect(self, step, actual):
        expected = [self.expand(line) for line in step.expected]
        if not reply_matches(expected, actual):
            if expected[0] == "(any order)":
                expected, actual = map(in_order, (expected[1:], actual))
            raise Failure("- is expected, + came:\n" + show_difference(expected, actual))

    def expect_silence(self, name):
        connection = self.connection(name)
        if isinstance(self.server, servers.SimulatedServer):
            self.server.run()
            data = connection.unread(0)
        else:
            data = connection.data or connection.unread(QUIET_SECONDS)
        if data:
            raise Abort(f"no reply was expected, but {resp.quote(data[:200])} came")

    def do_command(self, step):
        connection, args = self.connection(step.name), self.args_of(step.text)
        connection.send_command(args)
        if step.expected == ["(no reply)"]:
            self.owed[step.name].append(args)
            return self.expect_silence(step.name)
        if not step.expected:
            self.owed[step.name].append(args)
            return None
        if self.owed[step.name]:
            raise Abort("an earlier command's reply has not been read: use !read first")
        if args[0].upper() in SUBSCRIBES:
            lines = []
            for _ in range(max(1, len(args) - 1)):
                lines += resp.lines_of(connection.read_any())
            return self.expect(step, lines)
        reply = connection.read_reply()
        if [arg.upper() for arg in args] == [b"CLIENT", b"ID"]:
            self.ids[step.name] = reply.value
        return self.expect(step, resp.lines_of_command(args, reply))

    def do_read(self, step):
        if not step.expected:
            raise BadScript("!read needs reply lines")
        if step.expected == ["(no reply)"]:
            return self.expect_silence(step.name)
        connection, owed = self.connection(step.name), self.owed[step.name]
        reply = connection.read_any()
        args = owed[0] if owed else [b""]
        if owed and reply.kind != "push":
            owed.pop(0)
        return self.expect(step, resp.lines_of_command(args, reply))

    def do_send(self, step):
        connection = self.connection(step.name)
        connection.send(b"".join(self.args_of(step.text)))
        actual = []
        try:
            for _ in step.expected:
                actual.append(resp.quote(connection.read_line()))
        except (resp.NoReply, resp.Closed):
            actual.append("(closed)" if connection.is_closed else "(nothing more)")
            actual += [resp.quote(bytes(connection.data))] if connection.data else []
        if step.expected:
            self.expect(step, actual)

    def do_closed(self, step):
        connection = self.connection(step.name)
        if not connection.wait_closed():
            what = resp.quote(bytes(connection.data[:300])) if connection.data else "nothing"
            raise Failure(f"the server should have closed the connection, but {what} came")
        self.forget(step.name)

    def do_await(self, step):
        text, arrow, expected = step.text.rpartition(" => ")
        if not arrow:
            raise BadScript("!await needs CMD => reply")
        args, expected = self.args_of(text), self.expand(expected.strip())
        connection, actual = self.connection(step.name), []
        deadline = time.monotonic() + 5
        for attempt in range(500):
            connection.send_command(args)
            actual = resp.lines_of_command(args, connection.read_reply())
            if lines_match([expected], actual):
                return
            if time.monotonic() > deadline:
                break
            self.server.advance(min(10, 1 + attempt))
        raise Failure("never came within 5 s:\n" + show_difference([expected], actual))

    def do_hello(self, step, version):
        reply = self.connection(step.name).command("HELLO", version)
        if reply.kind == "error":
            raise Abort(f"HELLO {version}: {resp.lines_of(reply)[0]}")

    def perform(self, step):
        verb = step.verb
        if verb == "advance":
            self.server.advance(int(step.text))
        elif verb == "step-clock":
            self.server.step_clock(int(step.text))
        elif verb == "reconnect":
            self.forget(step.name)
            self.connection(step.name)
        elif verb in ("resp2", "resp3"):
            self.do_hello(step, verb[-1])
        else:
            getattr(self, "do_" + verb)(step)

    def fail(self, line, title, text):
        self.failures.append(f"  {self.script.path}:{line}: {title[:160]}\n    {text}")

    def check_leftovers(self):
        for name, connection in self.connections.items():
            owed, data = self.owed[name], connection.unread(0)
            if connection.pushes or data or owed:
                what = " ".join(arg.decode("utf-8", "replace") for arg in owed[0]) if owed else "no command"
                shown = resp.quote(data[:200]) if data else f"{len(connection.pushes)} pushes"
                self.fail("end", f"connection {name or 'default'}",
                          f"something was never read: the reply of {what}; on the wire: {shown}")

    def run(self):
        for step in self.script.steps:
            title = f"{step.name}> {step.text}" if step.verb == "command" else f"{step.name}!{step.verb} {step.text}"
            try:
                self.perform(step)
                self.passed += 1
                continue
            except Failure as failure:
                self.fail(step.line, title, str(failure))
                if isinstance(failure, Abort):
                    return
            except BadScript as error:
                self.fail(step.line, title, f"malformed transcript: {error}")
                return
            except resp.NoReply:
                self.fail(step.line, title, f"no reply within {self.server.timeout} s")
                return
            except (resp.Closed, OSError) as error:
                self.fail(step.line, title, f"the connection ended: {error or 'closed by the server'}")
                return
            except resp.ProtocolError as error:
                self.fail(step.line, title, f"not RESP: {error}")
                return
            if len(self.failures) >= 8:
                return
        self.check_leftovers()

    def close(self):
        for name in list(self.connections):
            try:
                self.forget(name)
            except (resp.Closed, OSError):
                pass


def start(options, script, seed):
    if options.address:
        return servers.RunningServer(options.address, options.timeout)
    if options.target == "redis":
        return servers.start_redis(script.options, options.timeout)
    own = options.server + script.options  # What the file asks for wins.
    if options.target == "sim":
        return servers.start_simulated(options.binary, own, options.cores, seed, options.timeout)
    return servers.start_anax(options.binary, own, options.cores, options.io, options.timeout)


def run_file(options, path, seed):
    """Runs one transcript; returns (checks passed, failures as texts, trace hash)."""
    try:
        script = parse_script(path, options.target)
    except (BadScript, ValueError, OSError) as error:
        return 0, [f"  {error}"], None
    try:
        server = start(options, script, seed)
    except servers.StartFailed as error:
        return 0, [f"  {path}: {error}"], None
    run = Run(script, server)
    try:
        run.run()
        run.close()
    finally:
        trace = server.trace
        trouble = server.stop()
    if trouble:
        run.fail("end", "stopping the server", trouble)
    return run.passed, run.failures, trace


def jobs_of(options):
    """Which file runs with which seed: every file at least once, every seed at least once."""
    files = options.files
    if options.target != "sim" or options.seeds <= 1:
        return [(path, options.seed) for path in files]
    count = max(len(files), options.seeds)
    return [(files[i % len(files)], options.seed + i % options.seeds) for i in range(count)]


def run_job(options, path, seed):
    passed, failures, trace = run_file(options, path, seed)
    if failures and options.target == "sim":
        failures.append(f"    the seed was {seed}: repeat with --seed {seed} {path}")
    if options.repeat and not failures:
        _, again, other = run_file(options, path, seed)
        if again or other != trace:
            failures = again + [f"  {path}: seed {seed} gave trace {trace:016x}, then {other:016x}"]
        else:
            passed += 1
    return passed, failures


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=["redis", "anax", "sim"], default="redis")
    parser.add_argument("--address", metavar="HOST:PORT", help="use a server that runs already")
    parser.add_argument("--binary", help="the server's program")
    parser.add_argument("--io", choices=["uring", "epoll", "auto"])
    parser.add_argument("--cores", type=int)
    parser.add_argument("--server", type=str.split, default=[], metavar="'--appendonly yes'",
                        help="options for every Anax that is started")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="spread the files over this many seeds")
    parser.add_argument("--repeat", action="store_true", help="run each twice: the traces must be the same")
    parser.add_argument("--timeout", type=float, default=5.0, help="seconds to wait for a reply")
    parser.add_argument("--jobs", type=int, default=2, help="files run at the same time")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if options.binary is None:
        options.binary = "build/release/anax-sim" if options.target == "sim" else "build/anax"
    if not options.files:
        options.files = sorted(glob.glob(os.path.join(servers.ROOT, "tests/commands/*.t")))
        options.files = [os.path.relpath(path) for path in options.files]
    return options


def main():
    options = arguments()
    passed, failed = 0, 0
    if not options.files:
        print("no transcripts found")
        failed = 1
    with ThreadPoolExecutor(1 if options.address else options.jobs) as pool:
        results = [(path, pool.submit(run_job, options, path, seed)) for path, seed in jobs_of(options)]
        for path, result in results:
            good, failures = result.result()
            passed += good
            failed += len(failures)
            if failures:
                print(f"FAIL {path}")
                print("\n".join(failures), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
