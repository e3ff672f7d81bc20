"""Named checks: one line each, `ok   name` or `FAIL name: why`. The driver counts these lines.

A script calls group() for what belongs together and check() for each claim; an exception inside
a group fails that group's own line and the script goes on with the next.
"""

import contextlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "diff"), os.path.dirname(HERE)]


def check(name, holds, seen=""):
    if holds:
        print("ok   %s" % name, flush=True)
    else:
        print("FAIL %s: %s" % (name, str(seen)[:600].replace("\n", "\\n")), flush=True)
    return bool(holds)


def equal(name, seen, wanted):
    return check(name, seen == wanted, "%r, wanted %r" % (seen, wanted))


@contextlib.contextmanager
def group(name):
    try:
        yield
    except Exception as error:  # Whatever a client throws is the finding.
        check(name, False, "%s: %s" % (type(error).__name__, error))


def port_of_arguments():
    if len(sys.argv) < 3 or sys.argv[1] != "--port":
        raise SystemExit("usage: %s --port PORT" % sys.argv[0])
    return int(sys.argv[2])
