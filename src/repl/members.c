/* repl/members.c - sets as text, and the rules about them.
 *
 *     set 4 1 5000 agreed
 *     member 3f0c… 10.0.0.7 6379
 *     member 91aa… 10.0.0.8 6379 */
#include "repl/members.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* ---- as text ---- */

void members_print(const struct members *members, struct buffer *out) {
    buffer_printf(out, "set %" PRIu64 " %u %" PRIu64 " %s\n", members->version, members->required,
                  members->lease_ms, members->is_forced ? "forced" : "agreed");
    for (unsigned i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        buffer_printf(out, "member %s %s %u\n", member->id, member->host, member->port);
    }
}

static bool take_number(struct bytes *line, uint64_t max, uint64_t *number) {
    return number_parse_u64(bytes_take_until(line, ' '), number) && *number <= max;
}

static bool take_text(struct bytes *line, char *text, size_t size) {
    struct bytes word = bytes_take_until(line, ' ');
    if (word.len == 0 || word.len >= size) {
        return false;
    }
    memcpy(text, word.data, word.len);
    text[word.len] = 0;
    return true;
}

static bool parse_member(struct members *members, struct bytes line) {
    struct member *member = &members->list[members->count];
    uint64_t port;
    if (members->count == MEMBERS_MAX ||
        !bytes_equal(bytes_take_until(&line, ' '), BYTES_LITERAL("member")) ||
        !take_text(&line, member->id, sizeof(member->id)) ||
        !take_text(&line, member->host, sizeof(member->host)) ||
        !take_number(&line, UINT16_MAX, &port) || line.len > 0) {
        return false;
    }
    member->port = (uint16_t)port;
    members->count++;
    return strlen(member->id) == MEMBER_ID;
}

bool members_parse(struct members *members, struct bytes text) {
    struct bytes line = bytes_take_until(&text, '\n');
    uint64_t required;
    memset(members, 0, sizeof(*members));
    if (!bytes_equal(bytes_take_until(&line, ' '), BYTES_LITERAL("set")) ||
        !take_number(&line, UINT64_MAX, &members->version) ||
        !take_number(&line, MEMBERS_MAX, &required) ||
        !take_number(&line, UINT32_MAX, &members->lease_ms)) {
        return false;
    }
    members->required = (unsigned)required;
    members->is_forced = bytes_equal(line, BYTES_LITERAL("forced"));
    while (text.len > 0) {
        if (!parse_member(members, bytes_take_until(&text, '\n'))) {
            return false;
        }
    }
    return members->is_forced || bytes_equal(line, BYTES_LITERAL("agreed"));
}

/* ---- rules ---- */

const struct member *members_find(const struct members *members, const char *id) {
    for (unsigned i = 0; i < members->count; i++) {
        if (strcmp(members->list[i].id, id) == 0) {
            return &members->list[i];
        }
    }
    return NULL;
}

bool members_may_follow(const struct members *before, const struct members *next,
                        const char *writer) {
    unsigned kept = 0;
    for (unsigned i = 0; i < before->count; i++) {
        const char *id = before->list[i].id;
        kept += members_find(next, id) != NULL || strcmp(id, writer) == 0;
    }
    return kept >= before->required;
}

unsigned members_to_hear(const struct members *members) {
    return members->count > members->required ? members->count - members->required : 0;
}

static const struct member_candidate *candidate_of(const struct members_wish *wish,
                                                   const char *id) {
    for (unsigned i = 0; i < wish->count; i++) {
        if (strcmp(wish->candidates[i].member.id, id) == 0) {
            return &wish->candidates[i];
        }
    }
    return NULL;
}

static void add(struct members *members, const struct member *member) {
    if (members->count < MEMBERS_MAX && !members_find(members, member->id)) {
        members->list[members->count++] = *member;
    }
}

static bool is_same(const struct members *one, const struct members *other) {
    if (one->count == 0 && other->count == 0 && one->required == other->required) {
        return true;
    }
    if (one->count != other->count || one->required != other->required ||
        one->lease_ms != other->lease_ms) {
        return false;
    }
    for (unsigned i = 0; i < one->count; i++) {
        const struct member *a = &one->list[i], *b = members_find(other, a->id);
        if (!b || strcmp(a->host, b->host) != 0 || a->port != b->port) {
            return false;
        }
    }
    return true;
}

bool members_choose(const struct members *now, const struct members_wish *wish,
                    struct members *next) {
    memset(next, 0, sizeof(*next));
    next->version = now->version + 1;
    next->required = wish->required;
    next->lease_ms = wish->lease_ms;
    for (unsigned i = 0; i < now->count && wish->required > 0; i++) {
        const struct member_candidate *candidate = candidate_of(wish, now->list[i].id);
        if (candidate && candidate->is_answering) {
            add(next, &candidate->member);
        }
    }
    for (unsigned i = 0; i < wish->count && wish->required > 0; i++) {
        if (wish->candidates[i].is_fit && wish->candidates[i].is_answering) {
            add(next, &wish->candidates[i].member);
        }
    }
    if (next->count < wish->required || is_same(now, next)) {
        return false;
    }
    if (!members_may_follow(now, next, wish->writer)) {
        next->is_forced = true;
    }
    return !next->is_forced || wish->required < now->required;
}
