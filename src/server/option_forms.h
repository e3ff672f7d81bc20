/* server/option_forms.h - options whose text has a form of its own. Signatures as in struct option. */
#pragma once

#include "server/option.h"

bool form_addresses(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_output_limits(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_save_points(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_schedule(struct bytes text, const char *old, struct buffer *out, const char **error);
/* Names within a directory: no path leads out of it. */
bool form_file_name(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_directory_name(struct bytes text, const char *old, struct buffer *out,
                         const char **error);
bool form_keyspace_events(struct bytes text, const char *old, struct buffer *out,
                          const char **error);
bool form_percentiles(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_three_numbers(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_shutdown(struct bytes text, const char *old, struct buffer *out, const char **error);
/* "0", or a number with ms, s, m, h or d. */
bool form_duration(struct bytes text, const char *old, struct buffer *out, const char **error);
bool form_replica(struct bytes text, const char *old, struct buffer *out, const char **error);
/* Pairs "old new"; a new name of "" takes the command away. */
bool form_renames(struct bytes text, const char *old, struct buffer *out, const char **error);

void settle_output_limits(struct settings *settings, const union option_value *value);
void settle_keyspace_events(struct settings *settings, const union option_value *value);
void settle_log_retention(struct settings *settings, const union option_value *value);

/* Splits at spaces. The words are views into text; returns how many there are (also beyond size). */
unsigned words_split(struct bytes text, struct bytes *words, unsigned size);
