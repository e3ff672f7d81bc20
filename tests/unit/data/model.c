/* See model.h. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key model_key(const struct model *model, unsigned number, char *name) {
    int len = snprintf(name, MODEL_NAME_MAX, model->one_tag ? "{tag}%u" : "k:%u", number);
    size_t size = (size_t)len;
    if (number % 97 == 13) { /* some are long, some too long for an entry */
        size = number % 2 != 0 ? 240 : 4500;
        memset(name + len, 'x', size - (size_t)len);
    }
    return key_of(bytes_of(name, size));
}

bool model_has(struct model *model, unsigned db, unsigned number) {
    const struct model_value *value = &model->values[db][number];
    return value->text != NULL &&
           (value->expire_ms == EXPIRE_NONE || value->expire_ms >= model->now_ms);
}

void model_remove(struct model *model, unsigned db, unsigned number) {
    struct model_value *value = &model->values[db][number];
    free(value->text);
    *value = (struct model_value){0};
}

void model_put(struct model *model, unsigned db, unsigned number, struct bytes text,
               int64_t expire_ms) {
    char *copy = malloc(text.len + 1);
    if (text.len != 0) memcpy(copy, text.data, text.len);
    model_remove(model, db, number);
    model->values[db][number] = (struct model_value){copy, text.len, expire_ms};
}

void model_flush(struct model *model, unsigned db) {
    for (unsigned i = 0; i < MODEL_KEYS; i++) model_remove(model, db, i);
}

void model_swap(struct model *model, unsigned a, unsigned b) {
    for (unsigned i = 0; i < MODEL_KEYS; i++) {
        struct model_value kept = model->values[a][i];
        model->values[a][i] = model->values[b][i];
        model->values[b][i] = kept;
    }
}

unsigned model_count(struct model *model, unsigned db) {
    unsigned count = 0;
    for (unsigned i = 0; i < MODEL_KEYS; i++) count += model_has(model, db, i);
    return count;
}

void model_clear(struct model *model) {
    for (unsigned db = 0; db < MODEL_DATABASES; db++) model_flush(model, db);
}
