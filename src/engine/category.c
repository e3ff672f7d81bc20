/* engine/category.c - the ACL categories and the group names of commands. */
#include <assert.h>

#include "engine/command.h"

static const struct {
    const char *name;
    uint32_t category; /* 0: the group has none of its own */
} groups[] = {
    [GROUP_GENERIC] = {"generic", CATEGORY_KEYSPACE},
    [GROUP_STRING] = {"string", CATEGORY_STRING},
    [GROUP_LIST] = {"list", CATEGORY_LIST},
    [GROUP_SET] = {"set", CATEGORY_SET},
    [GROUP_SORTED_SET] = {"sorted-set", CATEGORY_SORTED_SET},
    [GROUP_HASH] = {"hash", CATEGORY_HASH},
    [GROUP_PUBSUB] = {"pubsub", 0},
    [GROUP_TRANSACTIONS] = {"transactions", CATEGORY_TRANSACTION},
    [GROUP_CONNECTION] = {"connection", CATEGORY_CONNECTION},
    [GROUP_SERVER] = {"server", 0},
    [GROUP_SCRIPTING] = {"scripting", CATEGORY_SCRIPTING},
    [GROUP_HYPERLOGLOG] = {"hyperloglog", CATEGORY_HYPERLOGLOG},
    [GROUP_CLUSTER] = {"cluster", 0},
    [GROUP_SENTINEL] = {"sentinel", 0},
    [GROUP_GEO] = {"geo", CATEGORY_GEO},
    [GROUP_STREAM] = {"stream", CATEGORY_STREAM},
    [GROUP_BITMAP] = {"bitmap", CATEGORY_BITMAP},
};

/* Those in the group of commands for keys of any type that are not: SORT names the types that it is for, WAIT is about
 * its connection. */
static bool is_particular(const struct command *row) {
    enum { OTHERS = CATEGORY_LIST | CATEGORY_SET | CATEGORY_SORTED_SET | CATEGORY_CONNECTION };
    return row->group == GROUP_GENERIC && (row->categories & OTHERS) != 0;
}

uint32_t command_categories(const struct command *row) {
    if (!row->run) {
        return CATEGORY_SLOW; /* a container does nothing itself */
    }
    uint32_t flags = row->flags;
    uint32_t categories = row->categories;
    categories |= is_particular(row) ? 0 : groups[row->group].category;
    categories |= flags & WRITE ? CATEGORY_WRITE : 0;
    categories |= (flags & READONLY) && row->group != GROUP_SCRIPTING ? CATEGORY_READ : 0;
    categories |= flags & ADMIN ? CATEGORY_ADMIN | CATEGORY_DANGEROUS : 0;
    categories |= flags & PUBSUB ? CATEGORY_PUBSUB : 0;
    categories |= flags & BLOCKING ? CATEGORY_BLOCKING : 0;
    categories |= flags & FAST ? CATEGORY_FAST : CATEGORY_SLOW;
    return categories;
}

const char *command_category_name(unsigned number) {
    static const char *const names[COMMAND_CATEGORIES] = {
        "keyspace", "read",   "write",       "set",       "sortedset",  "list",        "hash",
        "string",   "bitmap", "hyperloglog", "geo",       "stream",     "pubsub",      "admin",
        "fast",     "slow",   "blocking",    "dangerous", "connection", "transaction", "scripting",
    };
    assert(number < COMMAND_CATEGORIES);
    return names[number];
}

const char *command_group_name(enum command_group group) {
    return groups[group].name;
}
