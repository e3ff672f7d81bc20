"""Commands on places.

No two members are made at one place, so that distances tell the order; a search without an order answers in the order of its
cells, and that is compared, too. But keys of others come here by RENAME and RESTORE, with members at one place: which of those
a search with COUNT finds, and in which order, Redis leaves to its way of sorting. So the distances are shown there, and compare.py
forgives what has the same one; what is stored takes COUNT with ANY only, which stops at the first that it meets.
"""

import itertools

from pieces import FLOATS, NOT_NUMBERS

KEYS = [b"g"]
DISTANCES = b"gd"  # Keys with distances as scores: as places they would all be one.
READS = {b"zset": lambda key: [b"ZRANGE", key, b"0", b"-1", b"WITHSCORES"]}

CITIES = [(13.361389, 38.115556), (15.087269, 37.502669), (-122.27652, 37.805185), (0.0, 0.0), (179.5, 10.0), (-179.5, -10.0),
          (24.9, 79.9), (10.0, -66.5), (-70.0, 84.5)]
EDGES = [(b"180", b"85.05112878"), (b"-180", b"-85.05112878"), (b"180", b"0"), (b"-180", b"0"), (b"0", b"85.05112878"),
         (b"0", b"-85.05112878"), (b"0", b"0")]
MEMBERS = [b"p%d" % number for number in range(60)] + [b"", b"7", b"x" * 65]
UNITS = [b"m", b"km", b"ft", b"mi", b"KM", b"Mi"]


def by_distance(reply):
    """[(distance, its elements as a sorted list of texts)] of a reply that shows distances; else None."""
    if reply[0] != "*" or not reply[1]:
        return None
    if any(item[0] != "*" or len(item[1]) < 2 or item[1][1][0] != "$" for item in reply[1]):
        return None
    groups = itertools.groupby(reply[1], lambda item: item[1][1][1])
    return [(distance, sorted(map(repr, items))) for distance, items in groups]


def same_but_for_ties(a, b, *_):
    """The same distances, and the same elements at each but the last: there COUNT may have left out others."""
    one, other = by_distance(a), by_distance(b)
    if one is None or other is None or len(one) != len(other):
        return False
    return one[:-1] == other[:-1] and one[-1][0] == other[-1][0] and len(one[-1][1]) == len(other[-1][1])


RULES = {name: (same_but_for_ties,) for name in (b"GEOSEARCH", b"GEORADIUS", b"GEORADIUSBYMEMBER", b"GEORADIUS_RO",
                                                 b"GEORADIUSBYMEMBER_RO")}


def member(g):
    if g.chance(0.05):
        return b"edge%d" % g.random.randrange(len(EDGES))
    return g.pick(*MEMBERS) if g.chance(0.98) else g.value()


def place(g):
    """Longitude and latitude as texts."""
    chance = g.random.random()
    if chance < g.bad_share / 10:
        return [g.pick(*FLOATS, *NOT_NUMBERS), g.pick(b"90", b"-85.06", b"0", b"x")]
    if chance < 0.4:
        longitude, latitude = g.random.uniform(-180, 180), g.random.uniform(-85.05, 85.05)
    else:
        longitude, latitude = g.pick(*CITIES)
        size = 10 ** g.random.uniform(-4, 1)
        longitude += g.random.uniform(-size, size)
        latitude += g.random.uniform(-size, size)
    longitude = max(-180, min(180, longitude))
    latitude = max(-85.05, min(85.05, latitude))
    return [repr(longitude).encode(), repr(latitude).encode()]


def new_place(g):
    if g.chance(0.05):
        at = g.random.randrange(len(EDGES))
        return list(EDGES[at]) + [b"edge%d" % at]
    return place(g) + [g.pick(*MEMBERS) if g.chance(0.98) else g.value()]


def unit(g):
    return g.pick(*UNITS) if g.chance(0.98) else g.pick(b"", b"miles", b"k")


def length(g):
    if g.chance(g.bad_share / 3):
        return g.pick(*FLOATS, *NOT_NUMBERS)
    if g.chance(0.05):
        return g.pick(b"0", b"1", b"20037726.37", b"6372797", b"40000", b"0.3048")
    return repr(10 ** g.random.uniform(-1, g.pick(2, 4, 7.5))).encode()


def make_geoadd(g):
    options = [word for word in (b"NX", b"XX", b"CH") if g.chance(0.15)]
    many = g.random.randint(1, g.pick(1, 3, 20, 60))
    return [g.own(b"g")] + options + [arg for _ in range(many) for arg in new_place(g)]


def members(g):
    return [g.own(b"g")] + [member(g) for _ in range(g.random.randint(0 if g.chance(0.1) else 1, 5))]


def make_dist(g):
    return [g.own(b"g"), member(g), member(g)] + ([unit(g)] if g.chance(0.6) else [])


def shuffled(g, parts):
    g.random.shuffle(parts)
    return [arg for part in parts for arg in part]


def common(g, shows):
    parts = []
    if g.chance(0.6):
        parts.append([g.pick(b"ASC", b"DESC", b"asc")])
    chooses = g.chance(0.4)
    is_any = not shows or g.chance(0.4)
    if chooses:
        parts.append([b"COUNT", b"%d" % g.random.randint(1, 12) if g.chance(0.9) else g.number()]
                     + ([b"ANY"] if is_any else []))
    for word in (b"WITHDIST", b"WITHCOORD", b"WITHHASH"):
        is_needed = word == b"WITHDIST" and chooses and not is_any
        if is_needed or g.chance(0.4 if shows else g.bad_share / 3):
            parts.append([word])
    if g.chance(g.bad_share / 2):
        parts.append([g.pick(b"FOO", b"ANY", b"COUNT", b"STORE", b"STOREDIST", b"BYBOX")])
    return parts


def search(g, shows):
    parts = common(g, shows)
    parts.append([b"FROMMEMBER", member(g)] if g.chance(0.4) else [b"FROMLONLAT"] + place(g))
    parts.append([b"BYRADIUS", length(g), unit(g)] if g.chance(0.5) else [b"BYBOX", length(g), length(g), unit(g)])
    if g.chance(g.bad_share / 3):
        parts.pop()
    return parts


def make_search(g):
    return [g.own(b"g")] + shuffled(g, search(g, True))


def make_search_store(g):
    if g.chance(0.4):
        return [g.own(DISTANCES), g.own(b"g")] + shuffled(g, search(g, False) + [[b"STOREDIST"]])
    return [g.own(b"g"), g.own(b"g")] + shuffled(g, search(g, False))


def radius_tail(g, stores):
    parts = common(g, not stores)
    if stores:
        for word, share in ((b"STORE", 0.7), (b"STOREDIST", 0.4)):
            if g.chance(share):
                parts.append([word, g.own(b"g" if word == b"STORE" else DISTANCES)])
    return [length(g), unit(g)] + shuffled(g, parts)


def make_radius(may_store):
    return lambda g: [g.own(b"g")] + place(g) + radius_tail(g, may_store and g.chance(0.5))


def make_by_member(may_store):
    return lambda g: [g.own(b"g"), member(g)] + radius_tail(g, may_store and g.chance(0.5))


RENAMED = {"GEOREM": "ZREM"}
COMMANDS = [
    ("GEOADD", 40, make_geoadd), ("GEOREM", 3, members), ("GEOPOS", 6, members), ("GEOHASH", 6, members),
    ("GEODIST", 8, make_dist), ("GEOSEARCH", 24, make_search), ("GEOSEARCHSTORE", 5, make_search_store),
    ("GEORADIUS", 10, make_radius(True)), ("GEORADIUSBYMEMBER", 10, make_by_member(True)),
    ("GEORADIUS_RO", 5, make_radius(False)), ("GEORADIUSBYMEMBER_RO", 5, make_by_member(False)),
]
