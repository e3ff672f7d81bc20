/* server/config_source.h - where values come from: files, the environment, the command line.
 *
 * What is read later wins. One reader goes over all sources of a start, so that options whose lines add up
 * know which came first. After an error the config is half changed and of no use. */
#pragma once

#include "server/config.h"

struct config_reader {
    struct config *config;
    bool *is_given;  /* options_count of them: named by some source */
    unsigned depth;  /* of include */
    char error[512]; /* one line: where, what */
};

void config_reader_init(struct config_reader *reader, struct config *config);
void config_reader_clear(struct config_reader *reader);

/* A file like redis.conf: a line is an option's name and its words; "…" and '…' quote, '#' begins a line of
 * comment, include PATH reads another file there. */
bool config_read_file(struct config_reader *reader, const char *path);
/* The same from text; name stands in errors. */
bool config_read_text(struct config_reader *reader, struct bytes text, const char *name);
/* Lines as on the command line, dashes not needed: --name=value, name=value, name value. */
bool config_read_flagfile(struct config_reader *reader, const char *path);
/* ANAX_name=value; NULL ends the list. */
bool config_read_environment(struct config_reader *reader, char *const *environment);
/* From argv[1] on: options as --name value …, --name=value; --flagfile is read in its place. argv[1] may be a
 * configuration file (config_file_argument). */
bool config_read_arguments(struct config_reader *reader, int argc, char *const *argv);
/* argv[1] if it is no option, else NULL. */
const char *config_file_argument(int argc, char *const *argv);

/* Splits a line into its words, unquoted, each a buffer; -1: quotes are not balanced. */
enum { LINE_WORDS_MAX = 64 };
struct line_words {
    struct buffer words[LINE_WORDS_MAX];
    unsigned count;
};
bool line_words_split(struct bytes line, struct line_words *words);
void line_words_clear(struct line_words *words);
