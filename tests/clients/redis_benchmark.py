#!/usr/bin/python3
"""redis-benchmark: every test it has for this server's types, without an error or a warning."""

import re
import subprocess

from checks import check, group, port_of_arguments

PORT = port_of_arguments()
TESTS = "ping_inline,ping_mbulk,set,get,incr,mset"


def benchmark(*arguments):
    done = subprocess.run(["redis-benchmark", "-p", str(PORT)] + list(arguments), timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # It redraws its progress line with carriage returns; the last piece is the result.
    text = done.stdout.decode("utf-8", "replace")
    return done.returncode, [line.split("\r")[-1] for line in text.split("\n") if line.strip()]


def runs_clean(name, wanted_lines, *arguments):
    status, lines = benchmark(*arguments)
    trouble = [line for line in lines if re.search(r"error|warning|could not|unable", line, re.I)]
    rates = [line for line in lines if re.search(r"[\d.]+ requests per second", line)]
    check(name, status == 0 and not trouble and len(rates) == wanted_lines,
          "status %d, trouble %r, %r" % (status, trouble, lines[-12:]))


def main():
    with group("redis-benchmark"):
        runs_clean("-P 16 -c 20", 6, "-q", "-t", TESTS, "-P", "16", "-c", "20", "-n", "10000")
        runs_clean("no pipeline", 6, "-q", "-t", TESTS, "-c", "50", "-n", "3000")
        runs_clean("-r: random keys, 256 bytes", 3, "-q", "-t", "set,get,incr", "-r", "1000", "-d", "256",
                   "-P", "100", "-c", "5", "-n", "10000")
        runs_clean("-3: RESP3", 2, "-q", "-3", "-t", "set,get", "-n", "3000")
        runs_clean("--threads 2", 2, "-q", "--threads", "2", "-t", "set,get", "-P", "8", "-n", "10000")
        runs_clean("--dbnum 3", 2, "-q", "--dbnum", "3", "-t", "set,get", "-n", "2000")
        runs_clean("a command of its own", 1, "-q", "-n", "2000", "SETRANGE", "k:__rand_int__", "3", "abc")
        runs_clean("1 MB values", 2, "-q", "-t", "set,get", "-d", "1000000", "-c", "4", "-n", "100")
        status, lines = benchmark("--csv", "-t", "set", "-n", "2000")
        check("--csv", status == 0 and any(line.startswith('"SET","') for line in lines), lines)


main()
