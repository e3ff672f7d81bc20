"""Is a history of transactions strictly serializable? And if not, which of them contradict each other?

In the manner of Elle (Kingsbury and Alvaro, VLDB 2020): clients write so that the order of a key's versions can
be read off the replies, and no search is needed.

    lists      every element is appended once and unlike any other; an append answers how long the list is
               then, a read shows all of it
    registers  every value is unlike any other, and whoever writes one knows which value it replaced

From the versions follow the arrows of Adya's serialization graph, and from the clock one more:

    ww  wrote a version        -> wrote the next one
    wr  wrote a version        -> read it
    rw  read a version         -> wrote the next one
    rt  was answered           -> was sent later (or stood behind it in a pipeline that keeps order)

The history is strictly serializable iff there is no cycle. A version that nobody or an aborted transaction wrote,
two that replaced the same one, and a read that is no beginning of the list are found before.
"""

from collections import defaultdict, deque, namedtuple

# sent, answered: of one clock. before: the transaction that must come first though its answer came no earlier, or None.
Txn = namedtuple("Txn", "client name sent answered ops is_committed before", defaults=(True, None))
# kind      value
# append    (element, length afterwards)
# list      [element, ...]: a read
# swap      (value before, value): a write that knows what it replaced
# get       value: a read; None: there is none
Op = namedtuple("Op", "kind key value")


class Contradiction(Exception):
    """The history is not strictly serializable; the text says why."""


class Graph:
    def __init__(self, txns):
        self.txns = txns
        self.targets = [[] for _ in txns]  # of (node, kind of arrow, key)

    def add(self, source, target, kind, key=None):
        if source != target:
            self.targets[source].append((target, kind, key))

    def add_node(self):
        self.targets.append([])
        return len(self.targets) - 1

    def left(self):
        """The nodes that are on a cycle or between two; empty if there is none."""
        targets = {node: [target for target, _, _ in found] for node, found in enumerate(self.targets)}
        return peel(reversed_arrows(peel(targets))).keys()

    def cycle_through(self, start, left):
        """The shortest cycle through a node, as [(node, kind, key), ...] where each arrow leads to its node."""
        came = {}
        ready = deque([start])
        while ready:
            node = ready.popleft()
            for target, kind, key in self.targets[node]:
                if target not in left or target in came:
                    continue
                came[target] = (node, kind, key)
                if target == start:
                    return self._walk_back(start, came)
                ready.append(target)
        return None

    @staticmethod
    def _walk_back(start, came):
        path, node = [], start
        while True:
            source, kind, key = came[node]
            path.append((node, kind, key))
            node = source
            if node == start:
                return path[::-1]


def peel(targets):
    """Takes away, again and again, the nodes to which no arrow leads."""
    before = dict.fromkeys(targets, 0)
    for found in targets.values():
        for target in found:
            before[target] += 1
    ready = deque(node for node, count in before.items() if count == 0)
    while ready:
        for target in targets[ready.popleft()]:
            before[target] -= 1
            if before[target] == 0:
                ready.append(target)
    return {node: targets[node] for node, count in before.items() if count > 0}


def reversed_arrows(targets):
    sources = {node: [] for node in targets}
    for node, found in targets.items():
        for target in found:
            sources[target].append(node)
    return sources


# ---- versions ----

class Versions:
    """Of one key: who wrote each, in order. Version 0 is what was there at the start, written by nobody."""

    def __init__(self):
        self.writers = [None]
        self.number_of = {}  # by value


def list_versions(txns):
    """By key: the elements in the order in which the appends say they were put."""
    places = defaultdict(dict)
    for number, txn in enumerate(txns):
        for op in txn.ops:
            if op.kind != "append" or not txn.is_committed:
                continue
            element, length = op.value
            if length in places[op.key]:
                other = places[op.key][length]
                raise Contradiction(f"two appends to {op.key} made it {length} long:\n"
                                    f"{show(txns[other[1]])}\n{show(txn)}")
            places[op.key][length] = (element, number)
    found = {}
    for key, at in places.items():
        versions = Versions()
        if sorted(at) != list(range(1, len(at) + 1)):
            missing = min(set(range(1, len(at) + 1)) - set(at))
            raise Contradiction(f"{key} was made longer than {missing} by an append that nobody sent")
        for length in range(1, len(at) + 1):
            element, number = at[length]
            versions.writers.append(number)
            versions.number_of[element] = length
        found[key] = versions
    return found


def register_versions(txns):
    """By key: the values in the order in which each replaced the one before."""
    replaced = defaultdict(dict)
    for number, txn in enumerate(txns):
        for op in txn.ops:
            if op.kind != "swap" or not txn.is_committed:
                continue
            old, new = op.value
            if old in replaced[op.key]:
                other = replaced[op.key][old]
                raise Contradiction(f"an update of {op.key} is lost, both replaced {old}:\n"
                                    f"{show(txns[other[1]])}\n{show(txn)}")
            replaced[op.key][old] = (new, number)
    found = {}
    for key, by_old in replaced.items():
        versions = Versions()
        value = None
        while value in by_old:
            value, number = by_old.pop(value)
            versions.writers.append(number)
            versions.number_of[value] = len(versions.writers) - 1
        if by_old:
            old, (new, number) = next(iter(by_old.items()))
            raise Contradiction(f"a write of {key} replaced {old}, which nobody wrote:\n{show(txns[number])}")
        found[key] = versions
    return found


def version_read(txn, op, versions, aborted):
    """The number of the version that a read saw."""
    if op.kind == "get":
        if op.value is None:
            return 0
        last = op.value
    else:
        if not op.value:
            return 0
        last = op.value[-1]
    if (op.key, last) in aborted:
        raise Contradiction(f"{last} of {op.key} was read, but its transaction was aborted:\n{show(txn)}")
    if last not in versions.number_of:
        raise Contradiction(f"{last} of {op.key} was read, but nobody wrote it:\n{show(txn)}")
    number = versions.number_of[last]
    if op.kind == "list":
        wanted = list(versions.number_of)[:number] if len(op.value) != number else None
        if wanted is None:
            for place, element in enumerate(op.value):
                if versions.number_of.get(element) != place + 1:
                    wanted = list(versions.number_of)[:number]
                    break
        if wanted is not None:
            raise Contradiction(f"{op.key} was read as {op.value}, but up to {last} it is {wanted}:\n{show(txn)}")
    return number


# ---- arrows ----

def add_versions(graph, key, versions):
    writers = versions.writers
    for number in range(1, len(writers) - 1):
        graph.add(writers[number], writers[number + 1], "ww", key)


def add_read(graph, reader, key, versions, number):
    writers = versions.writers
    if number > 0:
        graph.add(writers[number], reader, "wr", key)
    if number + 1 < len(writers):
        graph.add(reader, writers[number + 1], "rw", key)


def add_time(graph):
    """A chain of points in time, one an answer: an answer leads to its point, the last point to what is sent."""
    txns = graph.txns
    answers = sorted(range(len(txns)), key=lambda number: txns[number].answered)
    sends = sorted(range(len(txns)), key=lambda number: txns[number].sent)
    at, last = 0, None
    for number in sends:
        while at < len(answers) and txns[answers[at]].answered < txns[number].sent:
            point = graph.add_node()
            graph.add(answers[at], point, "rt")
            if last is not None:
                graph.add(last, point, "rt")
            last = point
            at += 1
        if last is not None:
            graph.add(last, number, "rt")


def build(txns):
    graph = Graph(txns)
    aborted = {(op.key, op.value[0 if op.kind == "append" else 1])
               for txn in txns if not txn.is_committed for op in txn.ops if op.kind in ("append", "swap")}
    versions = list_versions(txns)
    versions.update(register_versions(txns))
    nothing = Versions()
    for key, found in versions.items():
        add_versions(graph, key, found)
    place = {id(txn): number for number, txn in enumerate(txns)}
    for number, txn in enumerate(txns):
        for op in txn.ops if txn.is_committed else ():
            if op.kind in ("list", "get"):
                found = versions.get(op.key, nothing)
                add_read(graph, number, op.key, found, version_read(txn, op, found, aborted))
        if txn.before is not None:
            graph.add(place[id(txn.before)], number, "rt")
    add_time(graph)
    return graph


# ---- the verdict ----

def show(txn):
    ops = ", ".join(f"{op.kind} {op.key} {op.value}" for op in txn.ops)
    return f"    {txn.name} of client {txn.client}, sent {txn.sent} answered {txn.answered}: {ops[:600]}"


KINDS = {"ww": "it wrote the version before", "wr": "it wrote what the next read",
         "rw": "it read what the next replaced", "rt": "it was answered before the next was sent"}


def describe(graph, cycle):
    lines = ["a cycle: each of these came before the next one, and the last before the first"]
    kinds = [kind for _, kind, _ in cycle]
    if kinds.count("rw") == 0:
        lines[0] += " (information flows in a circle)"
    elif kinds.count("rw") == 1:
        lines[0] += " (a torn or stale read)"
    ring = [(node, kind, key) for node, kind, key in cycle if node < len(graph.txns) or kind != "rt"]
    for at, (node, _, _) in enumerate(ring):
        _, kind, key = ring[(at + 1) % len(ring)]
        lines.append(show(graph.txns[node]))
        lines.append(f"        {KINDS[kind]}" + (f" ({key})" if key else ""))
    return "\n".join(lines)


TRIES = 200  # For a short cycle.


def contradiction(txns):
    """A text that shows why the transactions are not strictly serializable, or None."""
    try:
        graph = build(txns)
    except Contradiction as found:
        return str(found)
    left = graph.left()
    best = None
    for tries, start in enumerate(sorted(node for node in left if node < len(txns))):
        if best and tries > TRIES:
            break
        cycle = graph.cycle_through(start, left)
        if cycle and (best is None or len(cycle) < len(best)):
            best = cycle
    assert best or not left
    return describe(graph, best) if best else None
