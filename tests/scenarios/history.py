"""Is a history strictly serializable? Exactly decided, because every key has one writer.

A writer numbers the values of its key 1, 2, 3 …, so whoever reads a value knows which writes came before and
which came after. The arrows of Adya's serialization graph follow:

    write n of a key -> whoever read n -> write n + 1
    what was answered -> what was sent later             (through points in time)
    what stands before a command of several keys in its pipeline -> that command

The history is strictly serializable iff there is no cycle.
"""

from collections import deque, namedtuple

# reads and writes: lists of (key, number). sent, answered: ns of a clock that all processes share.
Op = namedtuple("Op", "client name sent answered reads writes after")
# after: how many operations before it in its client's list must come before it, because of the pipeline.


class Graph:
    def __init__(self, ops):
        self.ops = ops
        self.targets = [[] for _ in ops]

    def add(self, source, target):
        if source != target:
            self.targets[source].append(target)

    def add_node(self):
        self.targets.append([])
        return len(self.targets) - 1

    def cycle(self):
        """The operations of a cycle, or None."""
        before = [0] * len(self.targets)
        for targets in self.targets:
            for target in targets:
                before[target] += 1
        ready = deque(node for node, count in enumerate(before) if count == 0)
        while ready:
            for target in self.targets[ready.popleft()]:
                before[target] -= 1
                if before[target] == 0:
                    ready.append(target)
        left = {node for node, count in enumerate(before) if count > 0}
        return self._walk(left) if left else None

    def _walk(self, left):
        """Every node left has a predecessor that is left: going back ends in a cycle."""
        previous = {}
        for node in left:
            for target in self.targets[node]:
                if target in left:
                    previous[target] = node
        path, seen, node = [], {}, next(iter(left))
        while node not in seen:
            seen[node] = len(path)
            path.append(node)
            node = previous[node]
        cycle = path[seen[node]:]
        return [self.ops[node] for node in reversed(cycle) if node < len(self.ops)]


def _add_time(graph):
    """A chain of points in time, one an answer."""
    ops = graph.ops
    answers = sorted(range(len(ops)), key=lambda index: ops[index].answered)
    sends = sorted(range(len(ops)), key=lambda index: ops[index].sent)
    at, last = 0, None
    for index in sends:
        while at < len(answers) and ops[answers[at]].answered < ops[index].sent:
            point = graph.add_node()
            graph.add(answers[at], point)
            if last is not None:
                graph.add(last, point)
            last = point
            at += 1
        if last is not None:
            graph.add(last, index)


def contradiction(clients):
    """clients: a list of operations each, in program order. A text that shows a contradiction, or None."""
    ops = [op for client in clients for op in client]
    graph = Graph(ops)
    writer = {}
    for index, op in enumerate(ops):
        for write in op.writes:
            if write in writer:
                return f"{write} was written twice"
            writer[write] = index
    for index, op in enumerate(ops):
        for key, number in op.reads:
            if number > 0 and (key, number) not in writer:
                return f"{op.name} of client {op.client} read {number} of {key}, which nobody wrote"
            if number > 0:
                graph.add(writer[key, number], index)
            if (key, number + 1) in writer:
                graph.add(index, writer[key, number + 1])
        for key, number in op.writes:
            if (key, number + 1) in writer:
                graph.add(index, writer[key, number + 1])
    first = 0
    for client in clients:
        for place, op in enumerate(client):
            for back in range(1, op.after + 1):
                graph.add(first + place - back, first + place)
        first += len(client)
    _add_time(graph)
    cycle = graph.cycle()
    if cycle is None:
        return None
    shown = [f"{op.name} of client {op.client}: sent {op.sent} answered {op.answered} "
             f"reads {op.reads} writes {op.writes}" for op in cycle[:12]]
    return "a cycle: each must come before the next, and the last before the first\n" + "\n".join(shown)
