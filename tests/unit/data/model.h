/* tests/unit/data/model.h - a store that is obviously right: an array of keys k:0, k:1, ... with
 * their texts and expiries, one array a database. */
#pragma once

#include "base/bytes.h"
#include "base/hash.h"
#include "data/keyspace.h"

enum { MODEL_DATABASES = 3, MODEL_KEYS = 4000, MODEL_NAME_MAX = 5000 };

struct model_value {
    char *text; /* NULL: no such key */
    size_t len;
    int64_t expire_ms;
};

struct model {
    struct model_value values[MODEL_DATABASES][MODEL_KEYS];
    int64_t now_ms;
    unsigned partition_first, partition_count;
    bool one_tag;
};

/* The key's name; the numbers of keys outside the partitions of the model are not used. */
struct key model_key(const struct model *model, unsigned number, char *name);
bool model_has(struct model *model, unsigned db, unsigned number); /* and not expired */
void model_put(struct model *model, unsigned db, unsigned number, struct bytes text,
               int64_t expire_ms);
void model_remove(struct model *model, unsigned db, unsigned number);
void model_flush(struct model *model, unsigned db);
void model_swap(struct model *model, unsigned a, unsigned b);
unsigned model_count(struct model *model, unsigned db);
void model_clear(struct model *model);
