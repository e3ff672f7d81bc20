/* server/info.c - INFO: which sections, in one text. */
#include "server/config_change.h"
#include "server/families.h"
#include "server/info_sections.h"

static bool is_asked_for(const struct call *call, const struct info_section *section) {
    if (call->argc == 1) {
        return section->needs & INFO_DEFAULT;
    }
    for (unsigned i = 1; i < call->argc; i++) {
        struct bytes name = call->argv[i];
        if (bytes_is(name, section->name) ||
            (bytes_is(name, "everything") && !(section->needs & INFO_NAMED)) ||
            (bytes_is(name, "all") && !(section->needs & (INFO_MODULES | INFO_NAMED))) ||
            (bytes_is(name, "default") && (section->needs & INFO_DEFAULT))) {
            return true;
        }
    }
    return false;
}

static void info(struct call *call) {
    struct buffer text = {0};
    unsigned needs = 0, count = 0;
    for (const struct info_section *section = info_sections; section->name; section++) {
        if (is_asked_for(call, section)) {
            needs |= section->needs;
        }
    }
    struct info_facts facts;
    info_facts_gather(&facts, call->client->core, needs & INFO_COMMANDS);
    struct server *server = server_instance();
    const struct config *config = config_borrow(server);
    facts.settings = call->client->core->settings; /* those of before the wait may be gone */
    for (const struct info_section *section = info_sections; section->name; section++) {
        if (is_asked_for(call, section)) {
            buffer_printf(&text, "%s# %s\r\n", count++ > 0 ? "\r\n" : "", section->title);
            section->print(&facts, config, &text);
        }
    }
    config_return(server);
    info_facts_clear(&facts);
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

const struct command info_commands[] = {
    {"INFO", "[section [section ...]]", info, LOADING | STALE | ON_FIBER, NO_KEYS, "1.0.0", "O(1)",
     "Tells about the server, its clients, its memory and its keys.", GROUP_SERVER,
     "7.0.0: Added support for taking multiple section arguments.",
     .tips = "nondeterministic_output|request_policy:all_shards|response_policy:special",
     .categories = CATEGORY_DANGEROUS},
    {0},
};
