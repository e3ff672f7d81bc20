"""The frame of a driver: options, alternating rounds, JSON lines and tables.

Rounds go A B A B: every server is started anew in every round, because two instances of the very
same server differ by up to 15 % for as long as they live (where their memory happens to lie).
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time

from . import load, stats
from .client import ServerError
from .servers import ROOT, Server, Spec, StartFailed

RESULTS = os.environ.get("BENCH_RESULTS", os.path.join(ROOT, "build", "bench-results"))


class Bench:
    def __init__(self, name, description, servers, pairs=8, quick_pairs=2):
        self.name = name
        self.parser = argparse.ArgumentParser(
            prog="bench/" + name, description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        self.default_servers, self.default_pairs, self.quick_pairs = servers, pairs, quick_pairs
        self.values = {}  # (case, server, metric) -> one number a round
        self.rounds = {}  # (case, server) -> how often it was measured
        self.started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        add = self.parser.add_argument
        add("--quick", action="store_true", help="the short form: to see that it works, not for numbers")
        add("--pairs", type=int, help=f"rounds of each server (default {pairs}; quick {quick_pairs})")
        add("--server", action="append", metavar="NAME[=COMMAND]",
            help="a server to measure: redis, anax, anax-epoll, bare, bare-epoll, or any command line "
                 "with {port}, {dir}, {cores}; repeat it; the first is what the others are compared "
                 f"with (default: {' '.join(servers)}, those that are built)")
        add("--server-cpus", default="0", help="CPUs of the server (0)")
        add("--client-cpus", default="1", help="CPUs of the load generator (1)")

    def start(self):
        """Reads the options and chooses the servers."""
        self.options = self.parser.parse_args()
        self.quick = self.options.quick
        self.pairs = self.options.pairs or (self.quick_pairs if self.quick else self.default_pairs)
        try:
            self.servers = [Spec(text) for text in self.options.server or self.default_servers]
        except ValueError as error:
            self.parser.error(str(error))
        if not self.options.server:
            for spec in self.servers:
                if not spec.is_installed():
                    self.say(f"{spec.name} is left out: it is not built")
            self.servers = [spec for spec in self.servers if spec.is_installed()]
        if not self.servers:
            self.parser.error("there is no server to measure")
        load.build()
        os.makedirs(RESULTS, exist_ok=True)
        self.file = open(os.path.join(RESULTS, self.name + ".jsonl"), "a")
        self.write({"bench": self.name, "machine": machine(), "quick": self.quick,
                    "servers": {spec.name: spec.command for spec in self.servers}})
        return self

    def require(self, command):
        """Leaves out servers that do not know a command yet; one that was asked for by name is an error."""
        for spec in list(self.servers):
            try:
                with Server(spec, cpus="") as server:
                    is_known = server.call("COMMAND", "INFO", command) != [None]
                why = "" if is_known else f"it does not know {command}"
            except StartFailed as error:
                why = str(error).strip().splitlines()[-1]
            if not why:
                continue
            if self.options.server:
                raise StartFailed(f"{spec.name}: {why}")
            self.say(f"{spec.name} is left out: {why}")
            self.servers.remove(spec)

    def say(self, text):
        print(f"bench/{self.name}: {text}", file=sys.stderr, flush=True)

    def write(self, line):
        text = json.dumps({"run": self.started, **line})
        self.file.write(text + "\n")
        self.file.flush()
        print(text, flush=True)

    def record(self, case, server, values):
        """Keeps the numbers of one measurement, and writes its line."""
        round_number = self.rounds.get((case, server.spec.name), 0) + 1
        self.rounds[case, server.spec.name] = round_number
        for metric, value in values.items():
            if isinstance(value, (int, float)):
                self.values.setdefault((case, server.spec.name, metric), []).append(value)
        self.write({"bench": self.name, "case": case, "server": server.spec.name,
                    "round": round_number, "loadavg": os.getloadavg()[0], **values})

    def run(self, measure, cores=1, servers=None, cpus=None):
        """Calls measure(server) in every round for every server, each time freshly started, on the
        CPUs of the options or those given."""
        for number in range(self.pairs):
            for spec in self.servers if servers is None else servers:
                self.say(f"round {number + 1} of {self.pairs}: {spec.name}")
                with Server(spec, cores=cores, cpus=cpus or self.options.server_cpus) as server:
                    measure(server)

    def load(self, server, **options):
        return load.run(server, cpus=self.options.client_cpus, **options)

    def cases(self):
        return list(dict.fromkeys(case for case, _, _ in self.values))

    def summarise(self, case, name, metric, base_name):
        """The summary line of one server: its spread, and its ratio to the base server, by pairs."""
        values = self.values.get((case, name, metric))
        if not values:
            return None
        line = {"case": case, "server": name, "metric": metric, **stats.summary(values)}
        base = self.values.get((case, base_name, metric))
        pairs = stats.ratios(values, base) if base else []
        if pairs and name != base_name:
            line["base"], line["ratio"] = base_name, statistics.median(pairs)
            line["ratio_min"], line["ratio_max"] = min(pairs), max(pairs)
        return line

    def table(self, metric, title, digits=2, base_name=None):
        """Writes the summaries of one metric as JSON lines and prints them as a table. Ratios are to
        the first server, or to the one named."""
        base_name = base_name or self.servers[0].name
        rows = [self.summarise(case, spec.name, metric, base_name)
                for case in self.cases() for spec in self.servers]
        rows = [row for row in rows if row]
        if not rows:
            return
        for row in rows:
            self.write({"bench": self.name, "summary": True, **row})
        width = max(len("case"), *(len(row["case"]) for row in rows))
        print(f"\n{title}\n")
        print(f"{'case':<{width}}  {'server':<12} {'median':>12} {'min':>12} {'max':>12} {'IQR':>10}"
              f" {'rounds':>6}  ratio to {base_name} (min to max)")
        for row in rows:
            numbers = " ".join(f"{row[key]:>{size}.{digits}f}" for key, size in
                               (("median", 12), ("min", 12), ("max", 12), ("iqr", 10)))
            ratio = (f"{row['ratio']:.3f} ({row['ratio_min']:.3f} to {row['ratio_max']:.3f})"
                     if "ratio" in row else "-")
            print(f"{row['case']:<{width}}  {row['server']:<12} {numbers} {row['rounds']:>6}  {ratio}")
        print(flush=True)


def machine():
    """What the numbers depend on."""
    model = ""
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return {"cpus": os.cpu_count(), "model": model, "kernel": platform.release(),
            "commit": commit.stdout.strip(), "loadavg": os.getloadavg()[0]}


def main(body):
    """Runs a driver; what went wrong with a server or the load becomes one clear line."""
    try:
        body()
    except (StartFailed, load.LoadFailed, ServerError, TimeoutError) as error:
        print(f"bench: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
