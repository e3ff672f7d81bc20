/* engine/command.c - the table of commands: rows of the families, found by name.
 *
 * Rows are registered before cores start; afterwards the table is read only, so all cores share it. The
 * table of names is open addressing over a hash of the lower-cased name, at most a quarter full. */
#include "engine/command.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/number.h"

enum { TABLE_SIZE = 2048, COMMANDS_MAX = 512, NAME_MAX_LEN = 31 };

static struct {
    struct command_entry *slots[TABLE_SIZE];
    struct command_entry *by_id[COMMANDS_MAX];
    unsigned count;
} table;

/* Letters differ from their other case in bit 5 alone; that the bit is set in other characters too
 * only costs a comparison. */
static uint32_t hash_name(struct bytes name) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.len; i++) {
        hash = (hash ^ ((unsigned char)name.data[i] | 0x20u)) * 16777619u;
    }
    return hash ^ (hash >> 15);
}

static bool matches(const struct command_entry *entry, struct bytes name) {
    return bytes_is(name, entry->name);
}

struct command_entry *command_find(struct bytes name) {
    if (name.len > NAME_MAX_LEN) {
        return NULL;
    }
    for (uint32_t i = hash_name(name) % TABLE_SIZE; table.slots[i]; i = (i + 1) % TABLE_SIZE) {
        if (matches(table.slots[i], name)) {
            return table.slots[i];
        }
    }
    return NULL;
}

/* What stands between brackets is not counted; at ends on the last one. */
static void skip_brackets(const char **at) {
    int depth = 0;
    do {
        depth += **at == '[' ? 1 : **at == ']' ? -1 : 0;
    } while (depth > 0 && *++*at);
    assert(depth == 0);
}

/* The words that must be there, up to the end of a group of alternatives "<A | B c>" or of the text: of a
 * group those of its shortest alternative, at least one. */
static int least_words(const char **at) {
    int least = INT_MAX, words = 0;
    bool in_word = false;
    for (; **at && **at != '>'; ++*at) {
        bool was_in_word = in_word;
        in_word = false;
        if (**at == '[') {
            skip_brackets(at);
        } else if (**at == '<') {
            ++*at;
            int group = least_words(at);
            words += group > 0 ? group : 1;
            assert(**at == '>');
        } else if (**at == '|') {
            least = words < least ? words : least;
            words = 0;
        } else if (**at != ' ' && **at != '.') {
            in_word = true;
            words += !was_in_word;
        }
    }
    return words < least ? words : least;
}

/* Arity from the synopsis: the words outside brackets count; any bracket or "..." makes it a minimum. */
static int arity_of(const struct command *row) {
    if (!row->run) {
        return -2; /* a container wants a subcommand */
    }
    const char *at = row->synopsis;
    int words = (strchr(row->name, '|') ? 2 : 1) + least_words(&at);
    assert(*at == '\0');
    return strpbrk(row->synopsis, "[.") ? -words : words;
}

static void insert(struct command_entry *entry) {
    uint32_t i = hash_name(bytes_of_string(entry->name)) % TABLE_SIZE;
    while (table.slots[i]) {
        assert(!matches(table.slots[i], bytes_of_string(entry->name)));
        i = (i + 1) % TABLE_SIZE;
    }
    table.slots[i] = entry;
}

static void adopt(struct command_entry *entry) {
    const char *bar = strchr(entry->name, '|');
    if (!bar) {
        return;
    }
    struct command_entry *parent = command_find(bytes_of(entry->name, (size_t)(bar - entry->name)));
    assert(parent); /* the container's row comes before its subcommands */
    entry->parent = parent;
    parent->children = memory_realloc(parent->children, (parent->child_count + 1) * sizeof(entry));
    parent->children[parent->child_count++] = entry;
}

void command_register(const struct command *rows) {
    for (const struct command *row = rows; row->name; row++) {
        assert(table.count < COMMANDS_MAX && strlen(row->name) <= NAME_MAX_LEN);
        struct command_entry *entry = memory_alloc_zeroed(sizeof(*entry));
        entry->row = row;
        for (size_t i = 0; row->name[i]; i++) {
            entry->name[i] = (char)tolower((unsigned char)row->name[i]);
        }
        entry->arity = arity_of(row);
        entry->id = table.count;
        table.by_id[table.count++] = entry;
        adopt(entry);
        insert(entry);
    }
}

/* The last entry takes the place, and the id, of the one that goes. */
static void remove_entry(struct command_entry *entry) {
    struct command_entry *last = table.by_id[--table.count];
    table.by_id[entry->id] = last;
    last->id = entry->id;
    memory_free(entry->children);
    memory_free(entry);
}

static void remove_command(struct command_entry *entry) {
    while (entry->child_count > 0) {
        remove_entry(entry->children[--entry->child_count]);
    }
    remove_entry(entry);
}

bool command_rename(struct bytes from, struct bytes to) {
    struct command_entry *entry = command_find(from);
    if (!entry || entry->parent || to.len > NAME_MAX_LEN || (to.len > 0 && command_find(to))) {
        return false;
    }
    if (to.len == 0) {
        remove_command(entry);
    } else {
        for (size_t i = 0; i < to.len; i++) {
            entry->name[i] = (char)tolower((unsigned char)to.data[i]);
        }
        entry->name[to.len] = 0;
    }
    memset(table.slots, 0, sizeof(table.slots));
    for (unsigned id = 0; id < table.count; id++) {
        insert(table.by_id[id]);
    }
    return true;
}

unsigned command_count(void) {
    return table.count;
}

struct command_entry *command_by_id(uint32_t id) {
    assert(id < table.count);
    return table.by_id[id];
}

static void reply_unknown_command(struct reply *reply, const struct bytes *argv, unsigned argc) {
    char args[160];
    size_t len = 0;
    for (unsigned i = 1; i < argc && len < 128; i++) {
        int wrote =
            snprintf(args + len, sizeof(args) - len, "'%.*s' ",
                     (int)(argv[i].len < 128 - len ? argv[i].len : 128 - len), argv[i].data);
        len += wrote > 0 ? (size_t)wrote : 0;
        len = len < sizeof(args) ? len : sizeof(args) - 1;
    }
    args[len] = 0;
    int name_len = (int)(argv[0].len < 128 ? argv[0].len : 128);
    reply_error(reply, "ERR unknown command '%.*s', with args beginning with: %s", name_len,
                argv[0].data, args);
}

static struct command_entry *subcommand_of(struct command_entry *entry, const struct bytes *argv,
                                           unsigned argc, struct reply *reply) {
    if (argc < 2) {
        return entry; /* its arity is at least 2, so the arity check answers */
    }
    size_t prefix = strlen(entry->row->name) + 1; /* the container may have been renamed */
    for (unsigned i = 0; i < entry->child_count; i++) {
        if (bytes_is(argv[1], entry->children[i]->name + prefix)) {
            return entry->children[i];
        }
    }
    if (reply) {
        reply_error(reply, "ERR unknown subcommand '%.*s'. Try %s HELP.",
                    (int)(argv[1].len < 128 ? argv[1].len : 128), argv[1].data, entry->row->name);
    }
    return NULL;
}

struct command_entry *command_of(const struct bytes *argv, unsigned argc, struct reply *reply) {
    struct command_entry *entry = command_find(argv[0]);
    if (!entry || entry->parent) {
        if (reply) {
            reply_unknown_command(reply, argv, argc);
        }
        return NULL;
    }
    return entry->child_count ? subcommand_of(entry, argv, argc, reply) : entry;
}

bool command_check_arity(const struct command_entry *command, unsigned argc, struct reply *reply) {
    int arity = command->arity;
    if ((arity >= 0 && argc == (unsigned)arity) || (arity < 0 && argc >= (unsigned)-arity)) {
        return true;
    }
    if (reply) {
        reply_error(reply, "ERR wrong number of arguments for '%s' command", command->name);
    }
    return false;
}

static int keys_by_count(const struct key_spec *spec, const struct bytes *argv, unsigned argc,
                         unsigned *first, unsigned *last) {
    int64_t count;
    if ((unsigned)spec->count_at >= argc || !number_parse_i64(argv[spec->count_at], &count) ||
        count < 1 || count > (int64_t)argc - spec->count_at - 1) {
        return -1;
    }
    *first = (unsigned)spec->count_at + 1;
    *last = (unsigned)(spec->count_at + count);
    return 0;
}

const char *command_key_word_name(enum key_word word) {
    return word == KEYS_AFTER_STREAMS    ? "STREAMS"
           : word == KEY_AFTER_STORE     ? "STORE"
           : word == KEY_AFTER_STOREDIST ? "STOREDIST"
                                         : NULL;
}

/* How many arguments belong to an option, of the commands that have keys behind a word. */
static unsigned option_values(struct bytes word) {
    static const struct {
        const char *word;
        unsigned values;
    } options[] = {{"by", 1},    {"get", 1},   {"limit", 2}, {"store", 1},
                   {"count", 1}, {"block", 1}, {"group", 2}, {"storedist", 1}};
    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        if (bytes_is(word, options[i].word)) {
            return options[i].values;
        }
    }
    return 0;
}

static bool is_key_word(struct bytes text, enum key_word word) {
    switch (word) {
    case KEYS_AFTER_STREAMS:
        return bytes_is(text, "streams");
    case KEY_AFTER_STORE:
    case KEY_AFTER_STORE_UNSAID:
        return bytes_is(text, "store");
    case KEY_AFTER_STOREDIST:
        return bytes_is(text, "storedist");
    case KEYS_UNKNOWN:
        break;
    }
    return false;
}

static int keys_by_word(const struct key_spec *spec, const struct bytes *argv, unsigned argc,
                        unsigned *first, unsigned *last) {
    enum key_word word = (enum key_word)spec->count_at;
    bool is_streams = word == KEYS_AFTER_STREAMS;
    int status = 1;
    unsigned from = is_streams ? 1 : (unsigned)spec->first;
    for (unsigned i = from; i + 1 < argc; i += 1 + option_values(argv[i])) {
        if (is_key_word(argv[i], word)) {
            *first = i + 1;
            *last = is_streams ? i + (argc - i - 1) / 2 : i + 1;
            status = *last < *first;
            if (is_streams) {
                break;
            }
        }
    }
    return status;
}

/* 0: there are some; 1: there are none; -1: they are malformed. */
static int keys_of_spec(const struct key_spec *spec, const struct bytes *argv, unsigned argc,
                        unsigned *first, unsigned *last) {
    if (spec->count_at > 0) {
        return keys_by_count(spec, argv, argc, first, last);
    }
    if (spec->count_at < 0) {
        return keys_by_word(spec, argv, argc, first, last);
    }
    int end = spec->last >= 0 ? spec->last : (int)argc + spec->last;
    *first = (unsigned)spec->first;
    *last = end < (int)argc ? (unsigned)end : argc - 1;
    return end < spec->first || (unsigned)spec->first >= argc ? 1 : 0;
}

int command_keys(const struct command_entry *command, const struct bytes *argv, unsigned argc,
                 unsigned *indices, uint16_t *use, unsigned size) {
    unsigned found = 0;
    for (unsigned s = 0; s < KEY_SPECS; s++) {
        const struct key_spec *spec = &command->row->keys[s];
        if (spec->first == 0 && spec->count_at == 0) {
            continue;
        }
        unsigned first = 0, last = 0;
        int status = keys_of_spec(spec, argv, argc, &first, &last);
        if (status < 0) {
            return -1;
        }
        unsigned step = spec->step > 0 ? (unsigned)spec->step : 1;
        for (unsigned i = first; status == 0 && i <= last; i += step) {
            if (found < size) {
                indices[found] = i;
                if (use) {
                    use[found] = spec->use;
                }
            }
            found++;
        }
    }
    return (int)(found < size ? found : size);
}

static bool has_unknown_keys(const struct command *row) {
    bool has = false;
    for (unsigned s = 0; s < KEY_SPECS; s++) {
        has |= row->keys[s].count_at == KEYS_UNKNOWN;
    }
    return has;
}

bool command_reads_unnamed(const struct command_entry *command, const struct bytes *argv,
                           unsigned argc) {
    if (!has_unknown_keys(command->row)) {
        return false;
    }
    for (unsigned i = 2; i + 1 < argc; i += 1 + option_values(argv[i])) {
        if (bytes_is(argv[i], "by") || bytes_is(argv[i], "get")) {
            return true;
        }
    }
    return false;
}
