#!/usr/bin/python3
"""The first bytes of clients that are not installed here, replayed as their sources send them.

What each client does with the replies is checked as far as it decides whether the client connects:
types of HELLO's fields, the wording of errors it falls back on, one reply for each command in order.
"""

import re

from checks import check, equal, group
from raw import OK, PONG, Raw, is_error, is_ok_or_error

HELLO_FIELDS = ["server", "version", "proto", "id", "mode", "role", "modules"]


def fields_of(reply):
    items = reply[1]
    return {key[1].decode(): value for key, value in zip(items[::2], items[1::2])}


def hello():
    with Raw() as raw:
        three = raw.one("HELLO 3")
        equal("HELLO 3 is a map", three[0], "%")
        fields = fields_of(three)
        equal("HELLO has exactly its seven fields", list(fields), HELLO_FIELDS)
        equal("HELLO: server is redis", fields["server"], ("$", b"redis"))
        equal("HELLO: proto is the integer 3", fields["proto"], (":", 3))
        equal("HELLO: id is an integer", fields["id"][0], ":")
        equal("HELLO: version, mode, role are strings", [fields[name][0] for name in ("version", "mode", "role")],
              ["$", "$", "$"])
        equal("HELLO: standalone, master", (fields["mode"][1], fields["role"][1]), (b"standalone", b"master"))
        equal("HELLO: modules is an array", fields["modules"], ("*", []))
        equal("CLIENT ID is HELLO's id", raw.one("CLIENT ID"), fields["id"])
        two = raw.one("HELLO 2")
        equal("HELLO 2 is a flat array", (two[0], len(two[1])), ("*", 14))
        equal("HELLO without arguments keeps the protocol", fields_of(raw.one("HELLO"))["proto"], (":", 2))
        for version in ("1", "4"):
            equal("HELLO %s is refused" % version, raw.one("HELLO " + version),
                  ("-", b"NOPROTO unsupported protocol version"))
        equal("a refused HELLO changes nothing", raw.one("PING"), PONG)
        equal("HELLO with an option it does not know", raw.one("HELLO 3 AUTH default wrong x"),
              ("-", b"ERR Syntax error in HELLO option 'x'"))
        equal("HELLO SETNAME", (raw.one("HELLO 3 SETNAME me")[0], raw.one("CLIENT GETNAME")), ("%", ("$", b"me")))
    wrong = [b"HELLO", b"3", b"AUTH", b"nobody", b"x"]
    with Raw() as raw:
        equal("HELLO AUTH of an unknown user", raw.one(wrong),
              ("-", b"WRONGPASS invalid username-password pair or user is disabled."))
        equal("and the connection goes on in RESP2", raw.one("GET nothing"), ("_", "$-1"))


def redis_py_5():
    with Raw() as raw:
        replies = raw.pipeline("HELLO 3", "CLIENT SETNAME app", "CLIENT SETINFO LIB-NAME redis-py",
                               "CLIENT SETINFO LIB-VER 5.0.1", "SELECT 2")
        equal("redis-py 5: proto is 3", fields_of(replies[0])["proto"], (":", 3))
        check("redis-py 5: SETNAME, SETINFO, SELECT",
              replies[1] == OK and all(map(is_ok_or_error, replies[2:4])) and replies[4] == OK, replies)


def ioredis():
    with Raw() as raw:
        replies = raw.pipeline("HELLO 3", "SELECT 0", "CLIENT SETNAME app", "CLIENT SETINFO LIB-NAME ioredis",
                               "CLIENT SETINFO LIB-VER 5.4.1", "INFO")
        text = replies[5][1].decode()
        check("ioredis: the ready check reads loading:0", "\r\nloading:0\r\n" in text, text[:200])
        equal("ioredis: INFO in RESP3 is verbatim text", (replies[5][0], text[:4]), ("=", "txt:"))
        check("ioredis: READONLY on a lone server is a plain error", is_error(raw.one("READONLY"), b"ERR"))


def node_redis():
    with Raw() as raw:
        replies = raw.pipeline("HELLO 3 SETNAME app", "SELECT 0", "CLIENT SETINFO LIB-VER 1.6.0",
                               "CLIENT SETINFO LIB-NAME node-redis",
                               "CLIENT MAINT_NOTIFICATIONS ON moving-endpoint-type external-ip", "PING")
        check("node-redis: an unknown CLIENT subcommand is a plain error", is_error(replies[4], b"ERR "), replies[4])
        equal("node-redis: and the connection stays", replies[5], PONG)


def go_redis():
    with Raw() as raw:
        first = raw.one([b"HELLO", b"3", b"AUTH", b"default"])
        check("go-redis: a HELLO that fails is one error reply", is_error(first), first)
        auth = raw.one("AUTH secret")
        check("go-redis: AUTH without a password configured explains itself",
              is_error(auth, b"ERR AUTH <password> called without any password configured"), auth)
        replies = raw.pipeline("SELECT 1", "CLIENT SETNAME app", "SET go:k v", "GET go:k")
        equal("go-redis: falls back to RESP2 and works", replies, [OK, OK, OK, ("$", b"v")])
        replies = raw.pipeline("CLIENT SETINFO LIB-NAME go-redis(,go1.22)", "CLIENT SETINFO LIB-VER 9.5.1", "PING")
        check("go-redis: SETINFO in a pipeline", all(map(is_ok_or_error, replies[:2])) and replies[2] == PONG, replies)


def jedis():
    with Raw() as raw:
        replies = raw.pipeline("CLIENT SETNAME app", "CLIENT SETINFO LIB-NAME jedis", "CLIENT SETINFO LIB-VER 5.1.0",
                               "SELECT 0", "PING")
        check("Jedis: SETNAME, SETINFO twice, SELECT pipelined",
              replies[0] == OK and replies[3:] == [OK, PONG] and all(map(is_ok_or_error, replies[1:3])), replies)


def lettuce():
    with Raw() as raw:
        reply = raw.one("HELLO 3")
        fields = fields_of(reply)
        equal("Lettuce: id integer; version, mode, role strings",
              "".join(fields[name][0] for name in ("id", "version", "mode", "role")), ":$$$")
        replies = raw.pipeline("CLIENT SETINFO lib-name Lettuce", "CLIENT SETINFO lib-ver 6.4.0.RELEASE", "PING")
        check("Lettuce: SETINFO with lower-case names, then PING", replies[2] == PONG, replies)
        text = raw.one("INFO replication")[1].decode()
        check("Lettuce: INFO replication names the role", "role:master\r\n" in text
              and "connected_slaves:0\r\n" in text, text)
        unknown = raw.one("HELLOO 3")
        equal("Lettuce: the words of an unknown command", unknown,
              ("-", b"ERR unknown command 'HELLOO', with args beginning with: '3' "))


def stack_exchange():
    commands = ["AUTH guess", "HELLO 3 AUTH default guess", "CLIENT SETNAME app", "CLIENT SETINFO lib-name SE.Redis",
                "CLIENT SETINFO lib-ver 2.7.33", "CLIENT ID", "CONFIG GET timeout", "CONFIG GET replica-read-only",
                "CONFIG GET databases", "SENTINEL MASTERS", "INFO replication", "INFO server", "CLUSTER NODES",
                "GET __Booksleeve_TieBreak", "ECHO tracer", "PING"]
    with Raw() as raw:
        replies = raw.pipeline(*commands)
        check("StackExchange.Redis: a failed AUTH inside the pipeline is one reply", is_error(replies[0]), replies[0])
        check("StackExchange.Redis: CLIENT ID", replies[5][0] == ":", replies[5])
        settings = [reply[1][1][1] for reply in replies[6:9]]
        equal("StackExchange.Redis: CONFIG GET timeout, replica-read-only, databases", settings, [b"0", b"yes", b"16"])
        check("StackExchange.Redis: SENTINEL is an unknown command", is_error(replies[9], b"ERR unknown command"),
              replies[9])
        check("StackExchange.Redis: INFO replication, INFO server",
              b"role:master" in replies[10][1] and b"redis_version:" in replies[11][1], replies[10:12])
        check("StackExchange.Redis: CLUSTER NODES says that cluster support is off or the command unknown",
              is_error(replies[12], b"ERR"), replies[12])
        equal("StackExchange.Redis: the tail is in order", replies[13][0] + replies[14][1].decode() + replies[15][1].decode(),
              ("%" if replies[13][0] == "%" else "_") + "tracerPONG")


def phpredis():
    with Raw() as raw:
        modules = fields_of(raw.one("HELLO 3"))["modules"]
        equal("phpredis: modules is an array it can walk", modules[0], "*")


def rueidis():
    with Raw() as raw:
        replies = raw.pipeline("HELLO 3", "CLIENT TRACKING ON OPTIN", "CLIENT CACHING YES", "PING")
        check("rueidis: tracking works or is refused plainly, in order",
              all(is_ok_or_error(reply) for reply in replies[1:3]) and replies[3] == PONG, replies)


def names():
    """CLIENT SETNAME and SETINFO are accepted, and validated."""
    with Raw() as raw:
        for bad in (b"two words", b"new\nline", b"\x7f", "é".encode()):
            equal("CLIENT SETNAME %r is refused" % bad, raw.one([b"CLIENT", b"SETNAME", bad]),
                  ("-", b"ERR Client names cannot contain spaces, newlines or special characters."))
        equal("CLIENT SETNAME", raw.pipeline("CLIENT SETNAME a.b:c-d", "CLIENT GETNAME"), [OK, ("$", b"a.b:c-d")])
        equal("CLIENT SETNAME of nothing removes it",
              raw.pipeline([b"CLIENT", b"SETNAME", b""], "CLIENT GETNAME"), [OK, ("_", "$-1")])
        text = raw.one("CLIENT INFO")[1].decode()
        check("CLIENT INFO is one line of key=value", re.match(r"id=\d+ addr=127\.0\.0\.1:\d+ laddr=\S+ fd=\d+ name= "
                                                               r"age=\d+ idle=0 flags=N db=0 ", text), text)
        bad = raw.one([b"CLIENT", b"SETINFO", b"lib-name", b"two words"])
        check("CLIENT SETINFO with a space is an error", is_error(bad, b"ERR"), bad)


def resp3_types():
    with Raw() as raw:
        raw.pipeline("HELLO 3", "MSET a{l} ohmytext b{l} mynewtext")
        kinds = [reply[0] for reply in raw.pipeline(
            "CONFIG GET maxmemory", "INFO server", "LCS a{l} b{l} IDX", "CLIENT LIST", "GET nothing", "MGET nothing",
            "TTL nothing", "COMMAND INFO get", "CLIENT GETNAME", "EXISTS a{l}", "RANDOMKEY", "SCAN 0", "TIME")]
        equal("RESP3 types: map, verbatim, map, verbatim, null, array, ...", "".join(kinds), "%=%=_*:*_:$**")
        flags = raw.one("COMMAND INFO get")[1][0][1][2]
        equal("RESP3: flags of COMMAND INFO are a set", flags[0], "~")
        raw.pipeline("DEL a{l} b{l}")


def reset():
    with Raw() as raw:
        replies = raw.pipeline("HELLO 3", "SELECT 5", "CLIENT SETNAME x", "RESET", "CLIENT GETNAME", "GET nothing")
        equal("RESET returns to RESP2 and no name", replies[3:], [("+", b"RESET"), ("_", "$-1"), ("_", "$-1")])


def main():
    for part in (hello, redis_py_5, ioredis, node_redis, go_redis, jedis, lettuce, stack_exchange, phpredis, rueidis,
                 names, resp3_types, reset):
        with group(part.__name__):
            part()
    with Raw() as raw:
        raw.one("FLUSHALL")


main()
