"""Fetches Debian's source package of Redis into build/redis-suite, once.

The system's package lists are left alone: the deb entries the machine has are copied as deb-src
entries into a folder of our own, with lists and cache beside them.
"""

import contextlib
import fcntl
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = os.path.join(ROOT, "build", "redis-suite")


@contextlib.contextmanager
def working_copy():
    """Yields a folder with `runtest` and what it needs, of this run alone: the suite works in its own
    folder, and several runs may go on at a time."""
    suite = unpacked_suite()
    copy = tempfile.mkdtemp(prefix="run-", dir=FOLDER)
    try:
        shutil.copytree(os.path.join(suite, "tests"), os.path.join(copy, "tests"), symlinks=True)
        shutil.copy(os.path.join(suite, "runtest"), copy)
        adapt(copy)
        yield copy
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def unpacked_suite():
    """Returns the folder of the unpacked source package, fetched if need be."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not glob.glob(os.path.join(FOLDER, "redis-*", "runtest")):
            fetch()
    return os.path.dirname(glob.glob(os.path.join(FOLDER, "redis-*", "runtest"))[0])


def fetch():
    for program, package in (("dpkg-source", "dpkg-dev"), ("tclsh", "tcl")):
        if shutil.which(program) is None:
            raise SystemExit("%s is missing: apt-get install %s" % (program, package))
    parts = os.path.join(FOLDER, "sources.list.d")
    shutil.rmtree(parts, ignore_errors=True)
    for folder in (parts, os.path.join(FOLDER, "lists", "partial"), os.path.join(FOLDER, "cache")):
        os.makedirs(folder, exist_ok=True)
    copy_source_entries(parts)
    apt = ["apt-get", "-q", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + parts,
           "-o", "Dir::State::lists=" + os.path.join(FOLDER, "lists"),
           "-o", "Dir::Cache=" + os.path.join(FOLDER, "cache"), "-o", "APT::Sandbox::User=root"]
    quiet = dict(cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for command in (apt + ["update"], apt + ["source", "redis" + installed_version()]):
        done = subprocess.run(command, **quiet)
        if done.returncode != 0:
            sys.exit("%s\n%s" % (" ".join(command), done.stdout[-3000:]))
    shutil.rmtree(os.path.join(FOLDER, "lists"))
    shutil.rmtree(os.path.join(FOLDER, "cache"))


def installed_version():
    """`=VERSION` of the redis-server that the other tests compare with, or nothing."""
    done = subprocess.run(["dpkg-query", "-W", "-f=${source:Version}", "redis-server"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return "=" + done.stdout if done.returncode == 0 and done.stdout else ""


def codename():
    with open("/etc/os-release") as file:
        return re.search(r"^VERSION_CODENAME=(\w+)", file.read(), re.M).group(1)


def copy_source_entries(parts):
    """Turns the machine's own deb entries for this release of Debian into deb-src entries."""
    name, copied = codename(), 0
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        with open(path) as file:
            stanzas = [stanza for stanza in re.split(r"\n\s*\n", file.read())
                       if re.search(r"^Suites:.*\b%s" % name, stanza, re.M | re.I)]
        text = "\n\n".join(re.sub(r"^Types:.*$", "Types: deb-src", stanza, flags=re.M) for stanza in stanzas)
        copied += write_entry(parts, path, text)
    for path in glob.glob("/etc/apt/sources.list.d/*.list") + ["/etc/apt/sources.list"]:
        if os.path.exists(path):
            with open(path) as file:
                lines = [line for line in file if re.match(r"deb\s.*\s%s[\s/-]" % name, line)]
            copied += write_entry(parts, path, "".join(re.sub(r"^deb\s", "deb-src ", line) for line in lines))
    if not copied:
        raise SystemExit("no package source for Debian %s is configured on this machine" % name)


def write_entry(parts, path, text):
    if not text.strip():
        return 0
    with open(os.path.join(parts, os.path.basename(path)), "w") as file:
        file.write(text + "\n")
    return 1


def adapt(suite):
    """Two changes to a copy of the tree: executables where the suite looks for them (the server is
    wrapper.py), and FUNCTION FLUSH, sent before each unit, may fail on a server without functions."""
    binaries = os.path.join(suite, "src")
    os.makedirs(binaries, exist_ok=True)
    for name, target in (("redis-server", os.path.join(HERE, "wrapper.py")),
                         ("redis-cli", "/usr/bin/redis-cli"), ("redis-benchmark", "/usr/bin/redis-benchmark")):
        os.symlink(target, os.path.join(binaries, name))
    path = os.path.join(suite, "tests", "support", "server.tcl")
    with open(path) as file:
        text = file.read()
    changed = re.sub(r"^    r function flush$", "    catch {r function flush}", text, flags=re.M)
    if changed != text:
        with open(path, "w") as file:
            file.write(changed)


if __name__ == "__main__":
    print(unpacked_suite())
