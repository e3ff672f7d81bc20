/* server/manual.c - pages written from the tables of options and commands. */
#include "server/manual.h"

#include "engine/command.h"
#include "server/option.h"
#include "server/version.h"

enum { PAGE_WIDTH = 80, INDENT = 8 };

/* ---- the manual page ---- */

/* Words filled into lines behind an indent. */
static void append_paragraph(struct buffer *out, unsigned indent, const char *text) {
    size_t column = 0;
    while (*text) {
        size_t len = strcspn(text, " ");
        if (column > 0 && column + 1 + len > PAGE_WIDTH) {
            buffer_append_text(out, "\n");
            column = 0;
        }
        if (column == 0) {
            buffer_printf(out, "%*s", (int)indent, "");
            column = indent;
        } else {
            buffer_append_text(out, " ");
            column++;
        }
        buffer_append(out, bytes_of(text, len));
        column += len;
        text += len;
        text += *text == ' ';
    }
    buffer_append_text(out, "\n");
}

static const char *default_of(const struct option *option) {
    return option->initial[0] ? option->initial : "none";
}

static void append_option(struct buffer *out, const struct option *option) {
    buffer_printf(out, "    --%s (", option->name);
    option_print_range(option, out);
    buffer_printf(out, "; default %s%s)\n", default_of(option),
                  option->flags & OPTION_FIXED ? "; at start only" : "");
    if (option->flags & OPTION_IDLE) {
        buffer_printf(out, "%*sNo effect. ", INDENT, "");
        buffer_printf(out, "%s\n", option->summary);
    } else {
        append_paragraph(out, INDENT, option->summary);
    }
}

static const char help_top[] =
    "ANAX(1)\n\n"
    "NAME\n"
    "    anax - an in-memory data store that speaks Redis and uses every core\n\n"
    "SYNOPSIS\n"
    "    anax [CONFIG-FILE] [--NAME VALUE]...\n"
    "    anax --check-config CONFIG-FILE\n"
    "    anax --print-docs options | commands\n"
    "    anax --help | --version\n\n"
    "DESCRIPTION\n"
    "    Serves the Redis protocol (RESP2 and RESP3), by default on port 6379, until it\n"
    "    gets SIGTERM or SIGINT or the command SHUTDOWN. It stays in the foreground and\n"
    "    logs to the standard output. Data lives in memory only for now.\n\n"
    "    Options may be written with dashes or underscores, as --name value or as\n"
    "    --name=value (needed where a value begins with two dashes). What comes later\n"
    "    wins: defaults, CONFIG-FILE, environment, command line. An unknown option or a\n"
    "    value that cannot be ends the start with one line that says where it stands.\n\n"
    "    Sizes are bytes; k, m and g stand for thousand, million and billion, kb, mb and\n"
    "    gb for the powers of 1024.\n\n"
    "    --flagfile FILE\n"
    "        Reads options from FILE at this place: lines like name=value.\n\n"
    "OPTIONS\n";

static const char help_bottom[] =
    "FILES\n"
    "    CONFIG-FILE\n"
    "        As redis.conf: a line is the name of an option and its value; '#' begins a\n"
    "        comment; \"...\" (with \\n, \\xHH and so on) and '...' quote; include FILE reads\n"
    "        another file at this place. CONFIG REWRITE writes changed options back and\n"
    "        keeps comments and order.\n\n"
    "ENVIRONMENT\n"
    "    ANAX_NAME\n"
    "        Sets an option, in any letter case: ANAX_MAXMEMORY=2gb. What Kubernetes sets\n"
    "        for a service called anax (ANAX_PORT=tcp://..., ANAX_SERVICE_HOST) is passed\n"
    "        over.\n\n"
    "SIGNALS\n"
    "    SIGTERM, SIGINT\n"
    "        End the server. SIGHUP and SIGPIPE are ignored.\n\n"
    "EXIT STATUS\n"
    "    0 after an ordinary end, 1 if the server could not start.\n\n"
    "EXAMPLES\n"
    "    anax --port 7000 --cores 2 --maxmemory 1gb\n"
    "    anax /etc/anax.conf --bind 127.0.0.1 ::1 --requirepass=secret\n"
    "    anax --port 0 --unixsocket /run/anax.sock --unixsocketperm 770\n"
    "    ANAX_MAXCLIENTS=50000 anax\n\n"
    "SEE ALSO\n"
    "    docs/options.md, docs/commands.md, docs/differences.md; redis-cli(1)\n";

void manual_print_help(struct buffer *out) {
    buffer_append_text(out, help_top);
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        if (option->type == OPTION_SECTION) {
            buffer_printf(out, "  %s\n", option->summary);
        } else if (!(option->flags & OPTION_HIDDEN)) {
            append_option(out, option);
        }
        if (i + 1 == options_count || options_table[i + 1].type == OPTION_SECTION) {
            buffer_append_text(out, "\n");
        }
    }
    buffer_append_text(out, help_bottom);
}

/* ---- Markdown ---- */

/* Text in a cell of a table: '|' would end it. */
static void append_cell(struct buffer *out, const char *text) {
    for (; *text; text++) {
        buffer_append_text(out, *text == '|' ? "\\" : "");
        buffer_append(out, bytes_of(text, 1));
    }
}

static void append_option_row(struct buffer *out, const struct option *option) {
    struct buffer range = {0};
    option_print_range(option, &range);
    buffer_append(&range, bytes_of("", 1)); /* its end */
    buffer_printf(out, "| `%s` | ", option->name);
    append_cell(out, range.data);
    buffer_printf(out, " | %s%s%s | %s | ", option->initial[0] ? "`" : "", default_of(option),
                  option->initial[0] ? "`" : "",
                  option->flags & OPTION_FIXED ? "start" : "any time");
    if (option->flags & OPTION_IDLE) {
        buffer_append_text(out, "*No effect.* ");
    }
    append_cell(out, option->summary);
    buffer_append_text(out, " |\n");
    buffer_clear(&range);
}

void manual_print_options(struct buffer *out) {
    buffer_append_text(out, "# Options\n\n"
                            "Printed by `anax --print-docs options`; `anax --help` says how "
                            "options are given. An option "
                            "that can be set\nat start only is refused by CONFIG SET. Options "
                            "marked *No effect* exist so "
                            "that configuration files and\ntools made for Redis work; a value "
                            "other than the default is "
                            "mentioned in the log.\n");
    for (unsigned i = 0; i < options_count; i++) {
        const struct option *option = &options_table[i];
        if (option->type == OPTION_SECTION) {
            buffer_printf(out,
                          "\n## %s\n\n| option | value | default | set | |\n"
                          "| --- | --- | --- | --- | --- |\n",
                          option->summary);
        } else if (!(option->flags & OPTION_HIDDEN)) {
            append_option_row(out, option);
        }
    }
    buffer_append_text(out, "\n## Other names\n\n| name | stands for |\n| --- | --- |\n");
    for (unsigned i = 0; i < option_aliases_count; i++) {
        buffer_printf(out, "| `%s` | `%s` |\n", option_aliases[i].alias, option_aliases[i].name);
    }
}

static void append_command_row(struct buffer *out, const struct command *row) {
    buffer_append_text(out, "| `");
    for (const char *c = row->name; *c; c++) {
        buffer_append(out, bytes_of(*c == '|' ? " " : c, 1));
    }
    buffer_append_text(out, row->synopsis[0] ? " " : "");
    append_cell(out, row->synopsis);
    buffer_append_text(out, "` | ");
    append_cell(out, row->summary);
    buffer_append_text(out, " | ");
    append_cell(out, row->complexity);
    buffer_printf(out, " | %s |\n", row->since);
}

static bool has_commands(enum command_group group) {
    for (unsigned id = 0; id < command_count(); id++) {
        if (command_by_id(id)->row->group == group) {
            return true;
        }
    }
    return false;
}

void manual_print_commands(struct buffer *out) {
    buffer_append_text(
        out, "# Commands\n\n"
             "Printed by `anax --print-docs commands`. Each answers as Redis " REDIS_VERSION
             " does; docs/differences.md lists\nthe exceptions, and tests/commands shows "
             "every reply.\n");
    for (int group = GROUP_GENERIC; group <= GROUP_BITMAP; group++) {
        if (!has_commands((enum command_group)group)) {
            continue;
        }
        buffer_printf(out,
                      "\n## %s\n\n| command | what it does | cost | since |\n"
                      "| --- | --- | --- | --- |\n",
                      command_group_name((enum command_group)group));
        for (unsigned id = 0; id < command_count(); id++) {
            const struct command *row = command_by_id(id)->row;
            if (row->group == (enum command_group)group && row->run) {
                append_command_row(out, row);
            }
        }
    }
}
