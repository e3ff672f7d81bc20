"""What the drivers of bench/ share: servers, rounds, statistics and reports.

A driver is a short script: it names its cases, measures one server in one round, and leaves the
order of rounds, the median and spread, the JSON lines and the table to this package.

    client.py   asks a server a few questions in RESP
    servers.py  starts servers, pinned to CPUs, and reads their CPU time and memory from /proc
    load.py     runs build/bench/load and returns its lines of results
    pair.py     a primary and its replica
    stats.py    median, spread, ratios
    bench.py    options, alternating rounds, JSON lines, tables
"""
