#!/usr/bin/python3
"""An executable model of the log: the rules of src/log, without bytes, loops and disks.

    log_model.py 500                        500 random histories; every crash must be recovered rightly
    log_model.py 500 --broken NAME          one rule is broken: some history must fail
    log_model.py --list                     the rules that can be broken

A history is a few hundred random steps on 1 to 4 cores: writes of every class of record, transactions
of one hop or two over several cores, FLUSHDB and SWAPDB, batches sealed, written and synced, disks that
fail, bases written unit by unit while writes go on, manifests installed, files dropped, crashes, and
starts with another number of cores. Beside it, each core keeps its full history. After a crash the
log that is left must give what the full history gives at the same line; everything acknowledged is at
or below the line; no transaction is torn; LSNs counted from the heads of files are those that were
given.

What is modelled, by the names of the code:

  effects    K (a value, a deletion), a K group (BEGIN, PART.., END in one batch), F, T, B, D (an append
             that depends on the fields, or an insert that depends on the place), G (flush, swap)
  line       marks with and without a begin, the greatest line that tears nothing, floors (log/line.h)
  writer     batches by number, what is durable is a prefix, heads with first batch and LSNs, files
             that failed and are written again in the next one, whose head voids them (W1 to W3)
  reader     which files are begun, what is void, the end of the log, damage against a torn tail
  base       regions encoded at one moment each, with their x (rule B1: what is at or below x is skipped)
  compactor  C1 to C3 of log/compactor.h: the barrier, removal after the manifest, staging around a G
  load       the same number of cores, or another: dealt by partition, bases of all, a new root

Not modelled: replicas, failover and branches of history (there is no code for them yet), appendfsync
no, and gating of reads, which is the engine's.
"""

import argparse
import copy
import random
import sys

PARTITIONS, DATABASES, KEYS, SLICES = 8, 2, 12, 2
DISK_STEPS = ["write", "begin sync", "sync", "rotate", "fail", "compact"]

BROKEN = {
    "local_ack": "an answer leaves when its own batch is durable: no line",
    "no_barrier": "a manifest names a base before the line has passed what it holds",
    "no_floors": "manifests do not say which line there was when they were written",
    "mixed_bases": "bases from before and after a FLUSHDB or SWAPDB stand in one manifest",
    "no_void": "the head of a new file does not void what is behind the line in older ones",
    "no_begin": "transactions of two hops leave no mark in the first",
    "replay_all": "records at or below the x of their unit are replayed, too",
    "drop_first": "log files and bases are removed before the manifest that does not need them",
    "failed_first": "a manifest may begin with a file that failed before its head was durable",
    "late_lsns": "the head of a file that repeats batches has the LSNs of now, not of before them",
    "written_ack": "a sync that ends counts for what was written after it began",
}


class Wrong(Exception):
    """What may never be: the history has failed."""


def require(is_so, *what):
    if not is_so:
        raise Wrong(" ".join(str(part) for part in what))


def partition_of(key):
    return key % PARTITIONS


def region_of(db, key):
    """Regions are smaller than partitions, so that one partition has several x."""
    return db, partition_of(key), key // PARTITIONS % 2


# ---- records and what they do ----


class Record:
    """An effect. G records have no key; a mark is no Record and has no LSN."""

    def __init__(self, op, db, key, body):
        self.op, self.db, self.key, self.body = op, db, key, body
        self.lsn = None  # of its partition; of a G: in the core's first one


def new_value(rng):
    return {"fields": {}, "list": [], "ids": {}, "ttl": None, "text": rng.random()}


def insert_place(value, place):
    return place % (len(value["list"]) + 1)


def replay_field(value, body):
    field, state = body
    if state is None:
        value["fields"].pop(field, None)
    else:
        value["fields"][field] = state


def replay_delta(value, body):
    kind, argument = body
    if kind == "sum":  # depends on the fields, and only appends
        value["list"].append((argument, tuple(sorted(value["fields"].items()))))
    else:  # depends on the place
        value["list"].insert(insert_place(value, argument[0]), argument[1])


def replay(databases, draft, record):
    """Applies an effect to the databases; draft: of the K group that is open."""
    data = databases[record.db] if record.op != "swap" else None
    if record.op == "flush":
        data.clear()
    elif record.op == "swap":
        one, other = record.body
        databases[one], databases[other] = databases[other], databases[one]
    elif record.op == "K":
        if record.body is None:
            data.pop(record.key, None)
        else:
            data[record.key] = copy.deepcopy(record.body)
    elif record.op == "begin":
        draft[record.key] = new_value(random.Random(0))
    elif record.op == "part":
        draft[record.key]["fields"].update(record.body)
    elif record.op == "end":
        data[record.key] = draft.pop(record.key)
        data[record.key]["text"] = record.body
    else:
        value = data.get(record.key)
        require(value is not None, "a record cannot follow:", record.op, record.key)
        if record.op == "F":
            replay_field(value, record.body)
        elif record.op == "T":
            value["ttl"] = record.body
        elif record.op == "I":  # F of an entry with an ID
            value["ids"][record.body[0]] = record.body[1]
        elif record.op == "B":
            value["ids"] = {i: v for i, v in value["ids"].items() if i >= record.body}
        elif record.op == "D":
            replay_delta(value, record.body)


# ---- the line ----


class Line:
    """The greatest line over all cores that tears no transaction (log/line.h)."""

    def __init__(self, cores):
        self.reach = [0] * cores
        self.floor = [0] * cores
        self.parts = {}  # transaction -> {core: [first, last, parts]}

    def begin(self, core, tx, batch):
        if batch > self.floor[core]:
            self.parts.setdefault(tx, {}).setdefault(core, [batch, 0, 0])

    def mark(self, core, tx, parts, batch):
        if batch > self.floor[core]:
            part = self.parts.setdefault(tx, {}).setdefault(core, [batch, 0, 0])
            part[1:] = [batch, parts]

    def set_floor(self, core, batch):
        self.floor[core] = max(self.floor[core], batch)
        self.reach[core] = max(self.reach[core], batch)

    def draw(self):
        line = list(self.reach)
        is_changed = True
        while is_changed:
            is_changed = False
            for parts in self.parts.values():
                there = sum(0 < last <= line[core] for core, (_, last, _) in parts.items())
                if there == len(parts) and all(count == there for _, _, count in parts.values()):
                    continue
                for core, (first, _, _) in parts.items():
                    if first <= line[core]:
                        line[core] = first - 1
                        is_changed = True
        return line


# ---- what is on the disk ----


class Batch:
    def __init__(self, number, items, durable):
        self.number, self.items = number, items  # Records, and marks as tuples
        self.durable = durable  # what was known to be durable when it was sealed


class File:
    """A log file: the head is written with the first batch."""

    def __init__(self, number, first_batch, lsn):
        self.number, self.first_batch, self.lsn = number, first_batch, dict(lsn)
        self.batches = []
        self.synced = 0  # how many of them are durable, and the head with the first
        self.lost = set()  # those that a crash took

    def is_begun(self):
        return self.synced > 0

    def crash(self, rng):
        for i in range(self.synced, len(self.batches)):
            if rng.random() < 0.5:
                self.lost.add(i)
        self.synced = len(self.batches)

    def has_head(self):
        return len(self.batches) > 0 and 0 not in self.lost


class Base:
    def __init__(self, number, slice_):
        self.number, self.slice = number, slice_
        self.units = {}  # region -> (x, its keys and values)
        self.from_batch = self.first_file = 0


class Manifest:
    def __init__(self, cores):
        self.first_file = 1
        self.bases = {}  # slice -> Base
        self.lines = [0] * cores


class Disk:
    """Of one core. What is not durable is known to the writer's files only."""

    def __init__(self, cores):
        self.files = {}
        self.bases = {}
        self.manifest = Manifest(cores)


# ---- reading a log back ----


def judge_end(files, missing):
    """A torn tail, unless a good batch says that the missing one was durable."""
    for file in files:
        for i, batch in enumerate(file.batches):
            if i not in file.lost and batch.number > missing and batch.durable >= missing:
                raise Wrong("batch %d is missing, batch %d says it was durable" %
                            (missing, batch.number))


def read_log(disk, broken):
    """All good batches that are not void, and the LSNs before the first."""
    first = disk.manifest.first_file
    files = [disk.files[n] for n in sorted(disk.files) if n >= first and disk.files[n].has_head()]
    if not files:
        return [], None
    require(files[0].number == first, "the first log file has no head")
    result, expected = [], files[0].first_batch
    for i, file in enumerate(files):
        void_from = min([f.first_batch for f in files[i + 1:]], default=sys.maxsize)
        if broken == "no_void":
            void_from, expected = sys.maxsize, file.first_batch
        for j, batch in enumerate(file.batches):
            if batch.number >= void_from or batch.number != expected or j in file.lost:
                break
            result.append(batch)
            expected += 1
        if expected < void_from and broken != "no_void":
            judge_end(files[i:], expected)
            break
    return result, files[0].lsn


class Recovery:
    """Of one core, as log/recover.h: the scan, then bases and log up to the line."""

    def __init__(self, core, disk, broken):
        self.core, self.disk, self.broken = core, disk, broken
        self.globals = 0  # flushes and swaps that were replayed
        self.batches, self.lsn = read_log(disk, broken)
        last = disk.files[disk.manifest.first_file].first_batch - 1 if self.lsn else 0
        self.last_batch = self.batches[-1].number if self.batches else last

    def feed_floors(self, line):
        if self.broken != "no_floors":
            for core, batch in enumerate(self.disk.manifest.lines):
                line.set_floor(core, batch)

    def feed(self, line):
        for batch in self.batches:
            for item in batch.items:
                if isinstance(item, Record):
                    continue
                if item[0] == "begin":
                    line.begin(self.core, item[1], batch.number)
                else:
                    line.mark(self.core, item[1], item[2], batch.number)
        line.reach[self.core] = max(line.reach[self.core], self.last_batch)

    def load_bases(self):
        databases, xs = [{} for _ in range(DATABASES)], {}
        for base in self.disk.manifest.bases.values():
            require(self.disk.bases.get(base.number) is base, "a base is missing")
            for region, (x, values) in base.units.items():
                xs[region] = x
                databases[region[0]].update(copy.deepcopy(values))
        return databases, xs

    def run(self, partitions, line):
        """The databases, and the LSNs of the partitions at the line."""
        databases, xs = self.load_bases()
        greatest = {p: max([x for r, x in xs.items() if r[1] == p], default=0) for p in partitions}
        lsn, draft = dict(self.lsn or greatest), {}
        for batch in self.batches:
            if batch.number > line:
                break
            for record in batch.items:
                if isinstance(record, Record):
                    self.replay_one(databases, draft, record, lsn, xs, greatest)
        return databases, lsn

    def replay_one(self, databases, draft, record, lsn, xs, greatest):
        if record.key is None:
            for p in lsn:
                lsn[p] += 1
            before = sum(lsn[p] > greatest[p] for p in lsn)
            require(self.broken or before in (0, len(lsn)), "bases are mixed around a G")
            if before > 0:
                self.globals += 1
                replay(databases, draft, record)
            return
        p = partition_of(record.key)
        lsn[p] += 1
        require(self.broken == "no_void" or lsn[p] == record.lsn,
                "LSN", record.lsn, "is counted as", lsn[p])
        if lsn[p] > xs.get(region_of(record.db, record.key), 0) or self.broken == "replay_all":
            replay(databases, draft, record)


# ---- a core that runs ----


class Core:
    def __init__(self, system, index, partitions):
        self.system, self.index, self.partitions = system, index, partitions
        self.rng, self.broken = system.rng, system.broken
        self.databases = [{} for _ in range(DATABASES)]
        self.lsn = {p: 0 for p in partitions}
        self.truth = ([{} for _ in range(DATABASES)], [])  # a state, and all records since
        self.disk = Disk(system.count)
        self.base_numbers = 0

    # the writer

    def start(self, first_batch, first_file):
        self.open, self.open_number = [], first_batch
        self.kept = []  # sealed, not durable
        self.unwritten = []  # of these
        self.durable = first_batch - 1
        self.sync_target = None
        self.begins_file = False
        self.retry = 0
        self.next_file = first_file
        self.begin_file(first_batch, self.lsn)
        self.seal()  # an empty batch, with the head that voids what is behind the line
        self.write()
        self.sync()
        self.stage = {}
        self.maker = self.made = self.publishing = None
        self.is_staging = False
        self.wanted = []

    def begin_file(self, first_batch, lsn):
        self.file = File(self.next_file, first_batch, lsn)
        self.disk.files[self.next_file] = self.file
        self.next_file += 1

    def seal(self):
        batch = Batch(self.open_number, self.open, self.durable)
        self.open, self.open_number = [], self.open_number + 1
        self.kept.append(batch)
        self.unwritten.append(batch)

    def lsns_before_kept(self):
        lsn = dict(self.lsn)
        if self.broken == "late_lsns":
            return lsn
        for item in self.open + [i for batch in self.kept for i in batch.items]:
            if isinstance(item, Record):
                for p in [partition_of(item.key)] if item.key is not None else lsn:
                    lsn[p] -= 1
        return lsn

    def write(self):
        self.retry = max(0, self.retry - 1)
        if not self.unwritten or self.retry > 0:
            return
        if self.begins_file:  # W3: all of the one before is durable, or is written again
            if len(self.kept) > len(self.unwritten):
                return
            self.begin_file(self.unwritten[0].number, self.lsns_before_kept())
            self.begins_file = False
        self.file.batches.append(self.unwritten.pop(0))

    def begin_sync(self):
        if self.file.batches and not self.begins_file:
            self.sync_target = len(self.file.batches)

    def sync(self):
        """The sync that was begun ends, or one begins and ends."""
        if self.begins_file and self.unwritten == self.kept:
            return
        target = self.sync_target
        if target is None or self.broken == "written_ack":
            target = len(self.file.batches)
        self.file.synced = max(self.file.synced, target if self.sync_target is None else
                               self.sync_target)
        self.sync_target = None
        if target > 0:
            self.durable = max(self.durable, self.file.batches[target - 1].number)
        self.kept = [batch for batch in self.kept if batch.number > self.durable]

    def fail(self):
        """W2: the file is left as it is; what is not durable is written again elsewhere."""
        self.sync_target = None
        self.unwritten = list(self.kept)
        self.begins_file = True
        self.retry = self.rng.choice([0, 0, 10])  # it goes on after a while

    def rotate(self):
        if not self.unwritten and not self.begins_file:
            self.sync_target = None
            self.sync()
            self.begins_file = True

    def segment_of(self, batch):
        """The last file with a durable head that begins at or before this batch."""
        return max(n for n, file in self.disk.files.items()
                   if file.is_begun() and file.first_batch <= batch)

    # records

    def log(self, op, db, key, body):
        record = Record(op, db, key, body)
        for p in [partition_of(key)] if key is not None else self.partitions:
            self.lsn[p] += 1
        record.lsn = self.lsn[partition_of(key) if key is not None else self.partitions[0]]
        replay(self.databases, self.draft, record)
        self.open.append(record)
        self.truth[1].append((self.open_number, record))

    draft = {}  # a group is never left open between two steps

    def write_group(self, db, key):
        rng = self.rng
        self.log("begin", db, key, None)
        for _ in range(rng.randint(1, 3)):
            self.log("part", db, key, {rng.randrange(4): rng.random()})
        self.log("end", db, key, rng.random())

    def write_something(self):
        rng = self.rng
        db = rng.randrange(DATABASES)
        key = rng.choice([k for k in range(KEYS * self.system.count)
                          if partition_of(k) in self.partitions])
        value = self.databases[db].get(key)
        choice = rng.random()
        if value is None or choice < 0.12:
            if value is not None and choice < 0.05:
                self.log("K", db, key, None)
            elif choice < 0.08 or rng.random() < 0.2:
                self.write_group(db, key)
            else:
                self.log("K", db, key, new_value(rng))
        elif choice < 0.35:
            self.log("F", db, key,
                     (rng.randrange(4), None if rng.random() < 0.3 else rng.random()))
        elif choice < 0.45:
            self.log("T", db, key, rng.choice([None, rng.random()]))
        elif choice < 0.6:
            self.log("I", db, key, (max(value["ids"], default=0) + 1, rng.random()))
        elif choice < 0.68:
            self.log("B", db, key, rng.choice(list(value["ids"]) or [0]))
        else:
            self.log("D", db, key, ("sum", rng.random()) if rng.random() < 0.5 else
                     ("insert", (rng.randrange(5), rng.random())))

    # compaction

    def slice_partitions(self, number):
        return [p for i, p in enumerate(self.partitions) if i % SLICES == number]

    def slices(self):
        return [s for s in range(SLICES) if self.slice_partitions(s)]

    def begin_base(self, slice_=None):
        if self.maker or self.made or self.publishing:
            return
        choices = [s for s in self.slices() if s not in self.stage]
        if not choices:
            return
        self.base_numbers += 1
        if slice_ is None:  # most often the one that holds back the oldest file
            named = self.disk.manifest.bases
            slice_ = min(choices, key=lambda s: (named[s].first_file if s in named else 0,
                                                 self.rng.random()))
        base = Base(self.base_numbers, slice_)
        base.from_batch = self.open_number
        if self.broken == "failed_first":
            base.first_file = self.file.number
        self.disk.bases[base.number] = base
        regions = [(db, p, half) for db in range(DATABASES)
                   for p in self.slice_partitions(base.slice) for half in range(2)]
        self.maker = (base, regions)

    def encode_some(self):
        base, regions = self.maker
        for _ in range(self.rng.randint(1, 6)):
            if regions:
                region = regions.pop(0)
                values = {k: v for k, v in self.databases[region[0]].items()
                          if region_of(region[0], k) == region}
                base.units[region] = (self.lsn[region[1]], copy.deepcopy(values))
        if not regions:
            last = self.open_number if self.open else self.open_number - 1
            self.maker, self.made = None, (base, last)

    def note_global(self):
        if self.broken == "mixed_bases":
            return
        self.maker = self.made = None
        self.stage = {}
        self.is_staging = True

    def take_in(self, lines):
        """C1: the line has passed everything that was logged until the base was encoded."""
        base, waits_for = self.made
        if lines[self.index] < waits_for and self.broken != "no_barrier":
            return
        self.made = None
        if base.first_file == 0 or self.broken != "failed_first":
            base.first_file = self.segment_of(base.from_batch)
        bases = {base.slice: base}
        if self.is_staging:
            self.stage[base.slice] = base
            if len(self.stage) < len(self.slices()):
                return
            bases, self.stage, self.is_staging = self.stage, {}, False
        manifest = Manifest(self.system.count)
        manifest.bases = {**self.disk.manifest.bases, **bases}
        manifest.first_file = min([self.disk.manifest.first_file if s not in manifest.bases else
                                   manifest.bases[s].first_file for s in self.slices()])
        manifest.lines = list(lines)
        if self.broken == "drop_first":
            self.drop(manifest)
        self.publishing = manifest

    def publish(self):
        self.disk.manifest, self.publishing = self.publishing, None
        if self.rng.random() < 0.8:  # a crash may come before
            self.drop(self.disk.manifest)

    def drop(self, manifest):
        named = {base.number for base in manifest.bases.values()}
        staged = {base.number for base in self.stage.values()}
        self.disk.bases = {n: b for n, b in self.disk.bases.items() if n in named | staged}
        self.disk.files = {n: f for n, f in self.disk.files.items()
                           if n >= manifest.first_file or f is self.file}

    def compact(self, lines):
        if self.publishing:
            self.publish()
        elif self.made:
            self.take_in(lines)
        elif self.maker:
            self.encode_some()
        elif self.is_staging or self.rng.random() < 0.5:
            self.begin_base()

    # after a crash

    def true_databases(self, line):
        databases, draft = copy.deepcopy(self.truth[0]), {}
        for batch, record in self.truth[1]:
            if batch <= line:
                replay(databases, draft, record)
        return databases


# ---- all of it ----


class System:
    def __init__(self, rng, broken):
        self.rng, self.broken = rng, broken
        self.count = rng.randint(1, 4)
        self.next_tx = 0
        # How much of what: so that there are histories of every kind.
        self.weights = [30, 8, 25, rng.choice([2, 10]), rng.choice([0, 3, 15]), rng.choice([0, 30, 100])]
        self.bad_starts = rng.choice([0, 0.7])  # how many files fail before their head is durable
        self.global_share = rng.choice([0, 0.003, 0.02])
        self.cores = [Core(self, i, self.partitions_of(i)) for i in range(self.count)]
        self.forget()
        for core in self.cores:
            core.start(1, 1)
        self.look()

    def partitions_of(self, index):
        return [p for p in range(PARTITIONS) if p * self.count // PARTITIONS == index]

    def forget(self):
        """A run begins: what was before it counts, and is not asked about any more."""
        self.line = Line(self.count)
        self.lines = [0] * self.count
        self.transactions = {}  # tx -> [parts, {core: first batch}, {core: last batch}]
        self.pending, self.acked = [], []  # {core: batch} of each command

    def look(self):
        """What became durable draws the line; answers at or below it leave."""
        for core in self.cores:
            self.line.reach[core.index] = max(self.line.reach[core.index], core.durable)
        self.lines = self.line.draw()
        counts = [c.durable for c in self.cores] if self.broken == "local_ack" else self.lines
        left = [ack for ack in self.pending if all(counts[i] >= batch for i, batch in ack.items())]
        self.acked += left
        self.pending = [ack for ack in self.pending if ack not in left]

    def mark(self, core, tx, parts):
        if parts:
            core.open.append(("mark", tx, parts))
            self.line.mark(core.index, tx, parts, core.open_number)
        else:
            core.open.append(("begin", tx))
            self.line.begin(core.index, tx, core.open_number)

    def some_time(self):
        """Between what happens on one core and on the next."""
        for _ in range(self.rng.randrange(3)):
            self.disk_step(self.rng.choice(self.cores))

    def write_single(self):
        core = self.rng.choice(self.cores)
        core.write_something()
        self.pending.append({core.index: core.open_number})

    def write_transaction(self):
        rng = self.rng
        self.next_tx += 1
        tx = self.next_tx
        cores = rng.sample(self.cores, rng.randint(min(2, self.count), self.count))
        first, last = {}, {}
        self.transactions[tx] = (len(cores), first, last)
        if rng.random() < 0.4:
            for core in cores:
                if self.broken != "no_begin":
                    self.mark(core, tx, 0)
                first[core.index] = core.open_number
                core.write_something()
                self.some_time()
            if rng.random() < 0.15:
                return False  # the power goes in between
        for core in cores:
            core.write_something()
            first.setdefault(core.index, core.open_number)
            last[core.index] = core.open_number
            self.mark(core, tx, len(cores))
            self.some_time()
        self.pending.append(dict(last))
        return True

    def write_global(self):
        self.next_tx += 1
        last = {}
        self.transactions[self.next_tx] = (self.count, last, last)
        swaps, db = self.rng.random() < 0.5, self.rng.randrange(DATABASES)
        for core in self.cores:
            core.log("swap" if swaps else "flush", db, None, (0, 1) if swaps else None)
            core.note_global()
            last[core.index] = core.open_number
            self.mark(core, self.next_tx, self.count)
        self.pending.append(dict(last))

    def disk_step(self, core):
        what = self.rng.choices(DISK_STEPS, self.weights)[0]
        if what == "write":
            if core.open and not core.unwritten:
                core.seal()
            core.write()
        elif what == "begin sync":
            core.begin_sync()
        elif what == "sync" and not core.file.is_begun() and self.rng.random() < self.bad_starts:
            core.fail()
        elif what == "sync":
            core.sync()
            self.look()
        elif what == "rotate":
            core.rotate()
        elif what == "fail":
            core.fail()
        else:
            core.compact(self.lines)

    def step(self):
        """False if the power goes."""
        choice = self.rng.random()
        if choice < 0.3:
            self.write_single()
        elif choice < 0.4:
            return self.write_transaction()
        elif choice < 0.4 + self.global_share:
            self.write_global()
        else:
            self.disk_step(self.rng.choice(self.cores))
        return choice < 0.995

    # ---- the crash ----

    def crash(self):
        for core in self.cores:
            for file in core.disk.files.values():
                file.crash(self.rng)
            if core.publishing and self.rng.random() < 0.3:
                core.disk.manifest = core.publishing
        recoveries = [Recovery(core.index, core.disk, self.broken) for core in self.cores]
        line = Line(self.count)
        for recovery in recoveries:
            recovery.feed_floors(line)
        for recovery in recoveries:
            recovery.feed(line)
        reached = line.draw()
        self.check(recoveries, reached)
        if self.rng.random() < 0.3:
            self.deal()
        else:
            self.go_on(reached, [recovery.globals > 0 for recovery in recoveries])

    def check(self, recoveries, reached):
        for ack in self.acked:
            require(all(reached[i] >= batch for i, batch in ack.items()),
                    "acknowledged, and lost:", ack, reached)
        for tx, (parts, first, last) in self.transactions.items():
            there = sum(last[i] <= reached[i] for i in last)
            touched = sum(first[i] <= reached[i] for i in first)
            require(there == parts or touched == 0, "torn:", tx, first, last, reached)
        for core, recovery in zip(self.cores, recoveries):
            found, lsn = recovery.run(core.partitions, reached[core.index])
            wanted = core.true_databases(reached[core.index])
            require(found == wanted, "core", core.index, "has", found, "instead of", wanted)
            core.databases, core.lsn = found, lsn
            core.truth = (wanted, [])

    def go_on(self, reached, has_globals):
        self.forget()
        for core in self.cores:
            manifest, disk = core.disk.manifest, core.disk
            last = max([n for n, f in disk.files.items() if f.has_head()], default=0)
            named = {base.number for base in manifest.bases.values()}
            disk.files = {n: f for n, f in disk.files.items() if manifest.first_file <= n <= last}
            disk.bases = {n: b for n, b in disk.bases.items() if n in named}
            core.start(reached[core.index] + 1, max(last + 1, manifest.first_file))
            core.is_staging = has_globals[core.index] and self.broken != "mixed_bases"
        self.look()

    def deal(self):
        """Another number of cores: bases of all there is, and a new root, or none of it."""
        if self.rng.random() < 0.2:
            return self.crash_again()
        old = self.cores
        self.count = self.rng.randint(1, 4)
        self.cores = [Core(self, i, self.partitions_of(i)) for i in range(self.count)]
        self.forget()
        for core in self.cores:
            for other in old:
                for p in set(core.partitions) & set(other.partitions):
                    core.lsn[p] = other.lsn[p]
                for db in range(DATABASES):
                    core.databases[db].update(
                        {k: v for k, v in other.databases[db].items()
                         if partition_of(k) in core.partitions})
            core.databases = copy.deepcopy(core.databases)
            core.truth = (copy.deepcopy(core.databases), [])
            core.start(1, 1)
            for number in core.slices():
                core.begin_base(number)
                while core.maker:
                    core.encode_some()
                core.take_in([core.durable] * self.count)
                core.publish()
        self.look()
        return None

    def crash_again(self):
        """Before the new root: the old log is what counts, and has not changed."""
        recoveries = [Recovery(core.index, core.disk, self.broken) for core in self.cores]
        line = Line(self.count)
        for recovery in recoveries:
            recovery.feed_floors(line)
        for recovery in recoveries:
            recovery.feed(line)
        reached = line.draw()
        self.check(recoveries, reached)
        self.go_on(reached, [recovery.globals > 0 for recovery in recoveries])


def run_history(seed, broken):
    rng = random.Random(seed)
    system = System(rng, broken)
    for _ in range(rng.randint(1, 6)):
        for _ in range(rng.randint(5, 300)):
            if not system.step():
                break
        system.crash()


def run_histories(first_seed, count, broken):
    """The first seed that failed and why, and how many did."""
    failed, first = 0, None
    for seed in range(first_seed, first_seed + count):
        try:
            run_history(seed, broken)
        except (Wrong, KeyError, ValueError) as error:
            failed += 1
            first = first or "seed %d: %s: %.300s" % (seed, type(error).__name__, error)
            if broken is None:
                break
    return failed, first


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=500)
    parser.add_argument("--broken", choices=sorted(BROKEN))
    parser.add_argument("--seed", type=int, default=0, help="of the first history")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, what in BROKEN.items():
            print("%-14s %s" % (name, what))
        return 0
    failed, first = run_histories(options.seed, options.count, options.broken)
    if options.broken is None:
        print("all %d histories hold" % options.count if failed == 0 else first)
        return int(failed > 0)
    print("%s: %d of %d histories fail, %s" % (options.broken, failed, options.count, first))
    return int(failed == 0)


if __name__ == "__main__":
    sys.exit(main())
