#!/usr/bin/python3
"""redis-cli as people use it: plain commands, its output modes, and the tools built into it."""

import os
import re
import subprocess
import tempfile
import time

from checks import check, equal, group, port_of_arguments

PORT = port_of_arguments()


def cli(*arguments, stdin=b"", seconds=30):
    """Runs redis-cli and returns what it printed on both outputs."""
    done = subprocess.run(["redis-cli", "-p", str(PORT)] + list(arguments), input=stdin, timeout=seconds,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode("utf-8", "replace")


def plain_commands():
    equal("SET", cli("SET", "cli:k", "hello"), "OK\n")
    equal("GET", cli("GET", "cli:k"), "hello\n")
    equal("an error is printed", cli("INCR", "cli:k"), "ERR value is not an integer or out of range\n\n")
    equal("--no-raw", cli("--no-raw", "GET", "cli:k"), '"hello"\n')
    equal("-n selects a database", cli("-n", "3", "EXISTS", "cli:k"), "0\n")
    equal("-x reads the last argument", cli("-x", "SET", "cli:x", stdin=b"from stdin") + cli("GET", "cli:x"),
          "OK\nfrom stdin\n")
    equal("-r repeats", cli("-r", "3", "INCR", "cli:n"), "1\n2\n3\n")
    equal("--csv", cli("--csv", "MGET", "cli:k", "cli:none"), '"hello",NULL\n')
    equal("a URI", cli("-u", "redis://127.0.0.1:%d/0" % PORT, "GET", "cli:k"), "hello\n")
    equal("commands on stdin", cli(stdin=b"SET cli:a 1\nGET cli:a\nSELECT 1\nPING\n"), "OK\n1\nOK\nPONG\n")


def resp3():
    equal("-3: a map", cli("-3", "--no-raw", "CONFIG", "GET", "maxclients").split("\n")[0][:15], '1# "maxclients"')
    equal("-3: PING", cli("-3", "PING"), "PONG\n")
    check("-3 --json: a map", re.match(r'\{"maxclients":"\d+"\}', cli("-3", "--json", "CONFIG", "GET", "maxclients")),
          cli("-3", "--json", "CONFIG", "GET", "maxclients"))
    check("-3: INFO is text", "redis_version:" in cli("-3", "INFO", "server"))


def scan():
    cli(stdin=b"".join(b"SET cli:scan:%d x\n" % number for number in range(500)))
    found = cli("--scan", "--pattern", "cli:scan:*").split()
    equal("--scan --pattern finds every key once", len(found), len(set(found)))
    equal("--scan --pattern finds all", len(set(found)), 500)


def key_reports():
    cli("SET", "cli:biggest", "x" * 5000)
    said = cli("--bigkeys")
    check("--bigkeys names the biggest string", '"cli:biggest"' in said and "5000 bytes" in said, said)
    check("--bigkeys has no error", "Error" not in said and "ERR" not in said, said)
    said = cli("--memkeys")
    check("--memkeys names the biggest string", '"cli:biggest"' in said, said)
    said = cli("--memkeys-samples", "5")
    check("--memkeys-samples", '"cli:biggest"' in said and "ERR" not in said, said)


def pipe_mode():
    data = b"".join(b"*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$1\r\nv\r\n" % (len(key), key)
                    for key in (b"cli:pipe:%d" % number for number in range(5000)))
    said = cli("--pipe", stdin=data)
    check("--pipe: 5,000 replies, no error", "errors: 0, replies: 5000" in said, said)
    said = cli("--pipe", stdin=b"SET cli:pipe:x 1\r\nINCR cli:pipe:0\r\n")
    check("--pipe: inline, and an error is counted", "errors: 1, replies: 2" in said, said)


def watching():
    process = subprocess.Popen(["redis-cli", "-p", str(PORT), "--stat", "-i", "0.1"], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    lines = [process.stdout.readline() for _ in range(4)]
    process.kill()
    process.wait()
    check("--stat: keys memory clients blocked requests connections",
          re.match(r"\d+ +[\d.]+[KMG] +\d+ +0 +\d+ \(\+\d+\) +\d+", lines[2]), lines)
    said = cli("--latency", "-i", "1")
    check("--latency: min max avg samples", re.match(r"\d+ \d+ [\d.]+ \d+\n", said), said)
    said = cli("--hotkeys")
    check("--hotkeys explains that it needs an LFU policy", "LFU" in said, said)


def monitor():
    process = subprocess.Popen(["redis-cli", "-p", str(PORT), "MONITOR"], stdout=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    equal("MONITOR begins with OK", first, "OK\n")
    cli("SET", "cli:seen", 'va"lue\n')
    line = ""
    end = time.monotonic() + 5
    while '"cli:seen"' not in line and time.monotonic() < end:
        line = process.stdout.readline()
    process.kill()
    process.wait()
    check("MONITOR prints time, database, address and arguments",
          re.match(r'\d+\.\d{6} \[0 127\.0\.0\.1:\d+\] "SET" "cli:seen" "va\\"lue\\n"\n', line), line)


def fetches():
    cli("SET", "cli:fetched", "in the dump")
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "fetched.rdb")
        said = cli("--rdb", path)
        check("--rdb says that it is through", "Transfer finished with success" in said, said)
        with open(path, "rb") as file:
            data = file.read()
        check("--rdb: a dump file with the key", data.startswith(b"REDIS00") and b"cli:fetched" in data, data[:50])


def interactive_start():
    """What the prompt asks for hints: COMMAND DOCS may fail, but neither hang nor end the connection."""
    said = cli("COMMAND", "DOCS", "GET")
    check("COMMAND DOCS GET", "summary" in said or said.startswith("ERR"), said)
    said = cli("COMMAND", "DOCS")
    check("COMMAND DOCS", "summary" in said or said.startswith("ERR"), said[:200])
    check("INFO SERVER", "redis_version:" in cli("INFO", "SERVER"))


def main():
    cli("FLUSHALL")
    for part in (plain_commands, resp3, scan, key_reports, pipe_mode, watching, monitor, fetches, interactive_start):
        with group(part.__name__):
            part()
    cli("FLUSHALL")


main()
