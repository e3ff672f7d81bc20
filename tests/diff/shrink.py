"""Reduces a failing list of items to a short one, and prints it.

Delta debugging (Zeller and Hildebrandt 2002) on whole items: first the shortest tail that still
fails, then ever smaller pieces removed from anywhere. Each try replays on empty servers, so the time
is bounded and a difference that comes and goes is reported as it was seen first.
"""

import time

import play
import wire

SHRINK_SECONDS = 90


def shrink(fails, items, difference):
    """`fails(items)` returns a Difference or None. Returns the shortest (items, difference) found."""
    deadline = time.monotonic() + SHRINK_SECONDS
    best = (upto(items, difference), difference)
    for size in (5, 20, 100, 500, 2000, len(best[0])):
        tail = best[0][-size:]
        found = fails(tail)
        if found:
            best = (upto(tail, found), found)
            break
        if size == len(best[0]):
            print("  (not seen again when repeated: it depends on timing)")
            return best
    best = remove_pieces(fails, best, deadline)
    best = drop_arguments(fails, best, deadline)
    return unpipe(fails, best)


def upto(items, difference):
    """The items up to the one that differs and the rest of its pipeline, which may be the reason."""
    end = difference.at + 1
    while end < len(items) and items[end][:3] == items[difference.at][:3]:
        end += 1
    return items[:end]


def remove_pieces(fails, best, deadline):
    piece = max(1, len(best[0]) // 2)
    while time.monotonic() < deadline:
        at, removed = 0, False
        while at < len(best[0]) and time.monotonic() < deadline:
            fewer = best[0][:at] + best[0][at + piece:]
            found = fails(fewer) if fewer else None
            if found:
                best, removed = (upto(fewer, found), found), True
            else:
                at += piece
        if piece > 1:
            piece //= 2
        elif not removed:
            break
    return best


def drop_arguments(fails, best, deadline):
    """Commands with many keys shrink too: tries each without its later arguments."""
    items = list(best[0])
    for at in range(len(items)):
        if items[at].kind != "pipe" or time.monotonic() > deadline:
            continue
        for which, argv in enumerate(items[at].data):
            size = len(argv) - 1
            while size > 1 and time.monotonic() < deadline:
                shorter = [list(each) for each in items[at].data]
                del shorter[which][size]
                tried = items[:at] + [items[at]._replace(data=shorter)] + items[at + 1:]
                found = fails(tried)
                if found and found.at == best[1].at:
                    items, best = tried, (tried, found)
                size -= 1
    return best


def unpipe(fails, best):
    """Commands one by one are easier to read than a pipeline, if they still fail."""
    single = [item._replace(group=number, link=0) if item.kind in ("pipe", "inline") else item
              for number, item in enumerate(best[0])]
    for tried in (single, [item._replace(link=old.link) for item, old in zip(single, best[0])]):
        found = fails(tried)
        if found:
            return upto(tried, found), found
    return best


def show(items, pair):
    """One redis-cli line a command; `N>` names the connection where there are several."""
    links = sorted({item.link for item in items})
    lines = []
    for number in links:
        protocol = 3 if pair.resp3[number % len(pair.resp3)] else 2
        if protocol == 3:
            lines.append(prefix(links, number) + "HELLO 3")
    for number, item in enumerate(items):
        piped = number and item.kind in ("pipe", "inline") and item[:3] == items[number - 1][:3]
        note = "  # in the same write" if piped else ""
        lines += [prefix(links, item.link) + text + note for text in texts(item)]
    return "\n".join(lines)


def prefix(links, number):
    return "%d> " % (links.index(number) + 1) if len(links) > 1 else ""


def texts(item):
    if item.kind == "pipe":
        return [wire.show_command(argv) for argv in item.data]
    if item.kind == "inline":
        return [wire.show_command(argv) + "  # sent inline" for argv in item.data]
    if item.kind == "pass":
        key = wire.quote(item.data[1]).decode("ascii")
        return [wire.show_command(item.data), "(wait 20 ms)", "EXISTS " + key, "GET " + key]
    if item.kind == "scan":
        return ["SCAN 0 %s ... until the cursor is 0" % wire.show_command(item.data)]
    if item.kind == "random":
        return ["RANDOMKEY"]
    if item.kind == "churn":
        return ["(SCAN in database 15 while keys come and go, seed %d)" % item.data]
    return ["(raw bytes %r)" % play.shorten(item.data)]
