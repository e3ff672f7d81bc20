"""Writes dump files (RDB) as the releases of Redis since 2.8 wrote them, each value in the encoding that is asked for.

    file = Dump(version=6)
    file.database(0)
    file.key(b"k", HASH_ZIPMAP, zipmap([(b"f", b"v")]), expire_ms=...)
    data = file.whole()

Written from the format's description (rdb.c, ziplist.c, listpack.c, zipmap.c, intset.c, t_stream.c say it), by hand and
plainly; what it writes for versions up to 10 is proven by loading it into Debian's redis-server.
"""

import struct

from checksums import crc64

(STRING, LIST, SET, ZSET_TEXT, HASH, ZSET) = range(6)
(HASH_ZIPMAP, LIST_ZIPLIST, SET_INTSET, ZSET_ZIPLIST, HASH_ZIPLIST, LIST_QUICKLIST, STREAM_1, HASH_LISTPACK, ZSET_LISTPACK,
 LIST_QUICKLIST_2, STREAM_2, SET_LISTPACK, STREAM_3) = range(9, 22)
HASH_TIMES_OLD, HASH_TIMES_LISTPACK_OLD, HASH_TIMES, HASH_TIMES_LISTPACK = range(22, 26)


# ---- words ----

def length(number):
    if number < 64:
        return bytes([number])
    if number < 1 << 14:
        return bytes([0x40 | number >> 8, number & 255])
    if number < 1 << 32:
        return b"\x80" + struct.pack(">I", number)
    return b"\x81" + struct.pack(">Q", number)


def text(value):
    return length(len(value)) + value


def integer(number):
    """A text that is a number, as Redis shortens it."""
    for code, letter, limit in ((0xc0, "b", 1 << 7), (0xc1, "h", 1 << 15), (0xc2, "i", 1 << 31)):
        if -limit <= number < limit:
            return bytes([code]) + struct.pack("<" + letter, number)
    return text(str(number).encode())


def packed(value):
    """A text compressed by LZF: runs of itself, and one reference back for what repeats its first byte."""
    out, at = b"", 0
    while at < len(value):
        same = at
        while 0 < at and same < len(value) and value[same] == value[at - 1] and same - at < 264:
            same += 1
        if same - at >= 3:
            run = same - at - 2
            out += bytes([run << 5, 0]) if run < 7 else bytes([7 << 5, run - 7, 0])
            at = same
        else:
            run = value[at:at + 1]
            out += b"\0" + run
            at += 1
    return b"\xc3" + length(len(out)) + length(len(value)) + out


# ---- blocks ----

def ziplist(items):
    """Texts and integers."""
    body, before = b"", 0
    last = 10
    for item in items:
        entry = bytes([before]) if before < 254 else b"\xfe" + struct.pack("<I", before)
        if isinstance(item, int):
            if 0 <= item <= 12:
                entry += bytes([0xf1 + item])
            elif -128 <= item < 128:
                entry += b"\xfe" + struct.pack("<b", item)
            elif -1 << 15 <= item < 1 << 15:
                entry += b"\xc0" + struct.pack("<h", item)
            elif -1 << 23 <= item < 1 << 23:
                entry += b"\xf0" + struct.pack("<i", item)[:3]
            elif -1 << 31 <= item < 1 << 31:
                entry += b"\xd0" + struct.pack("<i", item)
            else:
                entry += b"\xe0" + struct.pack("<q", item)
        elif len(item) < 64:
            entry += bytes([len(item)]) + item
        elif len(item) < 1 << 14:
            entry += struct.pack(">H", 0x4000 | len(item)) + item
        else:
            entry += b"\x80" + struct.pack(">I", len(item)) + item
        last = 10 + len(body)
        before = len(entry)
        body += entry
    return struct.pack("<IIH", 10 + len(body) + 1, last, len(items)) + body + b"\xff"


def listpack(items):
    """Texts and integers."""
    body = b""
    for item in items:
        if isinstance(item, int):
            if 0 <= item < 128:
                entry = bytes([item])
            elif -4096 <= item < 4096:
                entry = bytes([0xc0 | (item & 0x1fff) >> 8, item & 255])
            elif -1 << 15 <= item < 1 << 15:
                entry = b"\xf1" + struct.pack("<h", item)
            elif -1 << 23 <= item < 1 << 23:
                entry = b"\xf2" + struct.pack("<i", item)[:3]
            elif -1 << 31 <= item < 1 << 31:
                entry = b"\xf3" + struct.pack("<i", item)
            else:
                entry = b"\xf4" + struct.pack("<q", item)
        elif len(item) < 64:
            entry = bytes([0x80 | len(item)]) + item
        elif len(item) < 4096:
            entry = bytes([0xe0 | len(item) >> 8, len(item) & 255]) + item
        else:
            entry = b"\xf0" + struct.pack("<I", len(item)) + item
        size, back = len(entry), []
        groups = 1 if size <= 127 else 2 if size < 16383 else 3 if size < 2097151 else 4
        for group in range(groups):  # The least seven bits stand last; all but the first byte are marked.
            back.insert(0, size >> 7 * group & 127 | (128 if group < groups - 1 else 0))
        body += entry + bytes(back)
    return struct.pack("<IH", 6 + len(body) + 1, len(items)) + body + b"\xff"


def zipmap(pairs):
    def size(value):
        return bytes([len(value)]) if len(value) < 254 else b"\xfe" + struct.pack("<I", len(value))
    body = b"".join(size(field) + field + size(value) + b"\0" + value for field, value in pairs)
    return bytes([min(len(pairs), 254)]) + body + b"\xff"


def intset(numbers):
    numbers = sorted(numbers)
    width = 2 if all(-1 << 15 <= n < 1 << 15 for n in numbers) else 4 if all(-1 << 31 <= n < 1 << 31 for n in numbers) else 8
    letter = {2: "h", 4: "i", 8: "q"}[width]
    return struct.pack("<II", width, len(numbers)) + struct.pack(f"<{len(numbers)}{letter}", *numbers)


# ---- streams ----

def stream_id(pair):
    return struct.pack(">QQ", *pair)


def stream_block(entries):
    """Entries: ((ms, seq), [field, value, ...], is_deleted). The first one's fields are the block's."""
    first, fields = entries[0][0], entries[0][1][::2]
    deleted = sum(entry[2] for entry in entries)
    items = [len(entries) - deleted, deleted, len(fields)] + fields + [0]
    for (ms, seq), parts, is_deleted in entries:
        is_same = parts[::2] == fields
        items += [(2 if is_same else 0) | bool(is_deleted), ms - first[0], seq - first[1]]
        items += parts[1::2] if is_same else [len(parts) // 2] + parts
        items.append(3 + len(fields) if is_same else 4 + len(parts))
    return text(stream_id(first)) + text(listpack(items))


def stream(kind, blocks, last, groups, max_deleted=(0, 0), added=None):
    """groups: (name, last id, entries read, [(id, ms, count, consumer)], [(consumer, seen ms, active ms)])."""
    alive = [entry for block in blocks for entry in block if not entry[2]]
    out = length(len(blocks)) + b"".join(stream_block(block) for block in blocks)
    out += length(len(alive)) + length(last[0]) + length(last[1])
    if kind != STREAM_1:
        first = alive[0][0] if alive else (0, 0)
        out += b"".join(length(n) for n in (*first, *max_deleted, added if added is not None else len(alive)))
    out += length(len(groups))
    for name, at, read, pending, consumers in groups:
        out += text(name) + length(at[0]) + length(at[1])
        out += length(read) if kind != STREAM_1 else b""
        out += length(len(pending))
        out += b"".join(stream_id(i) + struct.pack("<q", ms) + length(count) for i, ms, count, _ in pending)
        out += length(len(consumers))
        for consumer, seen, active in consumers:
            own = [i for i, _, _, owner in pending if owner == consumer]
            out += text(consumer) + struct.pack("<q", seen) + (struct.pack("<q", active) if kind == STREAM_3 else b"")
            out += length(len(own)) + b"".join(stream_id(i) for i in own)
    return out


# ---- values that are no single block ----

def many(items):
    return length(len(items)) + b"".join(text(item) for item in items)


def pairs_of(pairs):
    return length(len(pairs)) + b"".join(text(field) + text(value) for field, value in pairs)


def score_text(score):
    special = {float("inf"): b"\xfe", float("-inf"): b"\xff"}
    return special.get(score) or bytes([len(repr(score))]) + repr(score).encode()


def zset_text(pairs):
    return length(len(pairs)) + b"".join(text(member) + score_text(score) for member, score in pairs)


def zset(pairs):
    return length(len(pairs)) + b"".join(text(member) + struct.pack("<d", score) for member, score in pairs)


def quicklist(blocks):
    return length(len(blocks)) + b"".join(text(ziplist(block)) for block in blocks)


def quicklist_2(nodes):
    """A list of items is a packed node, a text is one that is too long for that."""
    return length(len(nodes)) + b"".join(length(1) + text(node) if isinstance(node, bytes) else
                                         length(2) + text(listpack(node)) for node in nodes)


def hash_times(fields, is_old=False):
    """(field, value, expire ms or 0)."""
    least = min(ms for _, _, ms in fields if ms)
    out = b"" if is_old else struct.pack("<q", least)
    out += length(len(fields))
    for field, value, ms in fields:
        out += length(ms if is_old else ms - least + 1 if ms else 0) + text(field) + text(value)
    return out


def hash_times_listpack(fields, is_old=False):
    ordered = sorted(fields, key=lambda field: field[2] or 1 << 62)
    block = text(listpack([part for field in ordered for part in field]))
    return block if is_old else struct.pack("<q", min(ms for _, _, ms in fields if ms)) + block


# ---- files ----

class Dump:
    def __init__(self, version, facts=()):
        self.version = version
        self.data = b"REDIS%04d" % version
        for name, value in facts:
            self.data += b"\xfa" + text(name) + text(value)

    def database(self, number, sizes=None):
        self.data += b"\xfe" + length(number)
        if sizes:
            self.data += b"\xfb" + length(sizes[0]) + length(sizes[1])

    def function(self, source):
        self.data += b"\xf5" + text(source)

    def key(self, name, kind, body, expire_ms=None, expire_s=None, idle_s=None, frequency=None):
        if expire_ms is not None:
            self.data += b"\xfc" + struct.pack("<q", expire_ms)
        if expire_s is not None:
            self.data += b"\xfd" + struct.pack("<i", expire_s)
        if idle_s is not None:
            self.data += b"\xf8" + length(idle_s)
        if frequency is not None:
            self.data += b"\xf9" + bytes([frequency])
        self.data += bytes([kind]) + text(name) + body

    def whole(self, checksum=True):
        data = self.data + b"\xff"
        if self.version < 5:
            return data
        return data + struct.pack("<Q", crc64(data) if checksum else 0)
