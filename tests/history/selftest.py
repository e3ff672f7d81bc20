"""Histories whose verdict is known: what checker.py must accept and what it must refuse."""

import checker
from checker import Op, Txn


def txn(client, sent, answered, *ops, is_committed=True, before=None):
    return Txn(client, "test", sent, answered, list(ops), is_committed, before)


def append(key, element, length):
    return Op("append", key, (element, length))


def read(key, *elements):
    return Op("list", key, list(elements))


def swap(key, old, new):
    return Op("swap", key, (old, new))


def get(key, value):
    return Op("get", key, value)


def good_histories():
    both = txn(0, 1, 9, append("x", "a", 1), append("y", "b", 1))
    yield "readers before and after a write that is under way", [
        both, txn(1, 1, 3, read("x"), read("y")), txn(1, 4, 5, read("x", "a"), read("y", "b"))]
    yield "the order of appends differs from that of answers", [
        txn(0, 1, 9, append("x", "a", 2)), txn(1, 1, 3, append("x", "b", 1)), txn(1, 10, 11, read("x", "b", "a"))]
    yield "a transaction reads what it has appended itself", [
        txn(0, 1, 2, read("x"), append("x", "a", 1), read("x", "a"), append("x", "b", 2), read("x", "a", "b"))]
    yield "an aborted write is not seen", [
        txn(0, 1, 2, swap("r", None, "1"), get("r", None)),
        txn(1, 1, 4, swap("r", None, "2"), get("r", None), is_committed=False), txn(0, 5, 6, get("r", "1"))]
    yield "a register goes from hand to hand", [
        txn(0, 1, 9, swap("r", "2", "3")), txn(1, 1, 9, swap("r", None, "1")), txn(2, 1, 9, swap("r", "1", "2"))]


def bad_histories():
    both = txn(0, 1, 9, append("x", "a", 1), append("y", "b", 1))
    yield "half a transaction is seen (lists)", [both, txn(1, 1, 9, read("x", "a"), read("y"))]
    yield "half a transaction is seen (registers)", [
        txn(0, 1, 9, swap("q", None, "1"), swap("r", None, "2")), txn(1, 1, 9, get("q", "1"), get("r", None))]
    yield "a read of the past", [txn(0, 1, 2, append("x", "a", 1)), txn(1, 3, 4, read("x"))]
    yield "a write into the past", [
        txn(0, 1, 2, append("x", "b", 2)), txn(1, 3, 4, append("x", "a", 1))]
    yield "two see two writes in different order", [
        txn(0, 1, 9, append("x", "a", 1)), txn(1, 1, 9, append("y", "b", 1)),
        txn(2, 1, 9, read("x", "a"), read("y")), txn(3, 1, 9, read("x"), read("y", "b"))]
    yield "each missed what the other wrote (write skew)", [
        txn(0, 1, 9, read("x"), append("y", "b", 1)), txn(1, 1, 9, read("y"), append("x", "a", 1))]
    yield "each read what the other wrote", [
        txn(0, 1, 9, append("x", "a", 1), read("y", "b")), txn(1, 1, 9, append("y", "b", 1), read("x", "a"))]
    yield "writes cross each other", [
        txn(0, 1, 9, append("x", "a", 1), append("y", "c", 2)), txn(1, 1, 9, append("x", "b", 2), append("y", "d", 1))]
    yield "an aborted write is seen", [
        txn(0, 1, 2, swap("r", None, "1"), is_committed=False), txn(1, 3, 4, get("r", "1"))]
    yield "a value from nowhere", [txn(0, 1, 2, get("r", "7"))]
    yield "an element from nowhere", [txn(0, 1, 2, append("x", "a", 1)), txn(1, 3, 4, read("x", "a", "z"))]
    yield "an update is lost", [txn(0, 1, 2, swap("r", None, "1")), txn(1, 3, 4, swap("r", None, "2"))]
    yield "a replaced value that nobody wrote", [txn(0, 1, 2, swap("r", "9", "1"))]
    yield "two appends at one place", [txn(0, 1, 2, append("x", "a", 1)), txn(1, 1, 2, append("x", "b", 1))]
    yield "an append that nobody sent", [txn(0, 1, 2, append("x", "a", 2))]
    yield "reads that disagree on the order", [
        txn(0, 1, 2, append("x", "a", 1)), txn(0, 3, 4, append("x", "b", 2)), txn(1, 5, 6, read("x", "b", "a"))]
    yield "an element is missing in the middle", [
        txn(0, 1, 2, append("x", "a", 1)), txn(0, 3, 4, append("x", "b", 2)), txn(1, 5, 6, read("x", "b"))]
    yield "an element twice", [txn(0, 1, 2, append("x", "a", 1)), txn(1, 5, 6, read("x", "a", "a"))]
    yield "another wrote between two reads of a transaction", [
        txn(0, 1, 9, read("x"), read("x", "a")), txn(1, 1, 9, append("x", "a", 1))]
    first = txn(0, 1, 9, read("x", "a"))
    yield "a pipeline out of order", [
        txn(1, 1, 9, append("x", "a", 1)), first, txn(0, 1, 9, read("x"), before=first)]
    yield "a circle that only time closes", [
        txn(0, 1, 20, read("x"), read("y", "b")), txn(1, 1, 3, append("x", "a", 1)),
        txn(2, 4, 20, append("y", "b", 1))]


def run():
    """A truth value for each history."""
    results = []
    for name, txns in good_histories():
        found = checker.contradiction(txns)
        results.append(found is None)
        if found:
            print(f"FAIL a good history was refused: {name}\n{found}")
    for name, txns in bad_histories():
        found = checker.contradiction(txns)
        results.append(found is not None)
        if not found:
            print(f"FAIL not found: {name}")
    print(f"{'ok  ' if all(results) else 'FAIL'} {len(results)} histories whose verdict is known")
    return results
