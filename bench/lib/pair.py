"""A primary and its replica, both of one kind.

INFO says for every server alike how far they are: `master_link_status` and `master_sync_in_progress` of the
replica, and one offset of each. Both use all CPUs that they are given; nobody has one for himself.
"""

import time

from .client import Client, info
from .load import LoadFailed

STEP = 0.01


def facts(server):
    return info(server.port)


def follow(replica, primary):
    """Makes it a replica, and returns at once."""
    replica.call("REPLICAOF", "127.0.0.1", primary.port)


def await_sync(replica, seconds):
    """Seconds until the replica has all that there was. Raises TimeoutError."""
    started = time.monotonic()
    while time.monotonic() < started + seconds:
        now = facts(replica)
        if now.get("master_link_status") == "up" and now.get("master_sync_in_progress", "0") == "0":
            return time.monotonic() - started
        time.sleep(STEP)
    raise TimeoutError(f"{replica.spec.name}: no sync within {seconds} s")


def await_same(primary, replica, keys=(), seconds=30):
    """Waits until the replica has what the primary has: as many keys, and as many members of the sets `keys`.
    Raises LoadFailed where that does not come about."""
    def sizes(server):
        with Client(server.port) as client:
            return [client.call("DBSIZE")] + [client.call("SCARD", key) for key in keys]

    deadline = time.monotonic() + seconds
    while sizes(primary) != sizes(replica):
        if time.monotonic() > deadline:
            raise LoadFailed(f"{primary.spec.name}: the primary has {sizes(primary)}, the replica {sizes(replica)}")
        time.sleep(STEP)


def await_level(primary, replica, seconds=30):
    """Waits until the replica has come to where the primary is; nobody writes. Raises LoadFailed where it does not."""
    deadline = time.monotonic() + seconds
    while True:
        ours, theirs = facts(primary), facts(replica)
        is_level = theirs.get("slave_repl_offset") == ours["master_repl_offset"]
        if is_level and theirs["master_link_status"] == "up" and theirs.get("master_sync_in_progress", "0") == "0":
            return
        if time.monotonic() > deadline:
            raise LoadFailed(f"{primary.spec.name}: the replica is at {theirs.get('slave_repl_offset')}, "
                             f"the primary at {ours['master_repl_offset']}")
        time.sleep(STEP)
