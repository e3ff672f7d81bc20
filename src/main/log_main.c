/* main/log_main.c - the program anax-log: looks at the log of an Anax server that does not run. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys/file.h"
#include "sys/machine.h"
#include "tool/dump.h"
#include "tool/import.h"
#include "tool/place.h"
#include "tool/repair.h"
#include "tool/history.h"
#include "tool/restore.h"
#include "tool/stats.h"
#include "tool/verify.h"

static const char usage[] =
    "anax-log COMMAND DIR [options]\n"
    "\n"
    "Looks at the log of a server that is not running. DIR is what `anax --dir` is given, or the\n"
    "directory in it that holds the log's MANIFEST.\n"
    "\n"
    "  verify DIR                     looks at every file, and loads all as the server would\n"
    "  dump DIR [--core N] [--key G]  every record, one a line\n"
    "  stats DIR                      what is still needed, by type and by file, as bars\n"
    "  repair DIR [--yes]             cuts off what recovery would; keeps what is before damage\n"
    "  restore DIR [--earliest | --to POINT --out DIR2]\n"
    "                                 the data as it was then, as a new log; without --to says\n"
    "                                 what is possible\n"
    "  export DIR --rdb FILE [--to POINT]\n"
    "                                 the data as a dump file that Redis 7.0 loads\n"
    "  import PATH --out DIR          what Redis kept (AOF directory or file, RDB file), as a log\n"
    "\n"
    "Every command has --help. Exit codes: 0 all is well, 1 damage, 2 wrong usage or the disk.\n";

enum { SHOWN = 64 }; /* bytes of a text */

struct arguments {
    int count;
    char **words;
    int at;
};

struct command {
    const char *name, *help;
    bool changes; /* the log itself */
    int (*run)(const char *directory, struct arguments *rest, struct output *output,
               struct progress *progress);
};

static int misuse(const char *what, const char *word) {
    fprintf(stderr, "anax-log: %s %s (see --help)\n", what, word);
    return 2;
}

/* ---- options ---- */

struct option {
    const char *word;
    bool (*take)(void *target, const char *text); /* NULL: it has no value, and sets a bool */
    void *target;
};

static bool take_text(void *target, const char *text) {
    *(const char **)target = text;
    return true;
}

static bool take_number(void *target, const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    *(int *)target = (int)value;
    return end != text && *end == 0 && value >= 0 && value < 1 << 30;
}

static bool take_clock(void *target, const char *text) {
    bool is_first = strcmp(text, "first") == 0;
    *(unsigned *)target = is_first ? HISTORY_FIRST : HISTORY_LAST;
    return is_first || strcmp(text, "last") == 0;
}

/* Takes the value with it. */
static bool take_option(const struct option *option, struct arguments *rest) {
    if (option->take == NULL) {
        *(bool *)option->target = true;
        return true;
    }
    return ++rest->at < rest->count && option->take(option->target, rest->words[rest->at]);
}

/* All that is left; options end with one without a word. 0, or the exit code after what was wrong has been said. */
static int take_options(struct arguments *rest, const struct option *options) {
    for (; rest->at < rest->count; rest->at++) {
        const char *word = rest->words[rest->at];
        const struct option *option = options;
        while (option->word != NULL && strcmp(option->word, word) != 0) option++;
        if (option->word == NULL) return misuse("unknown option", word);
        if (!take_option(option, rest))
            return misuse("what is missing or wrong is the value of", word);
    }
    return 0;
}

/* ---- the commands ---- */

static int run_verify(const char *directory, struct arguments *rest, struct output *output,
                      struct progress *progress) {
    static const struct option none[] = {{0}};
    struct verify_result result;
    if (take_options(rest, none) != 0) return 2;
    if (!verify_run(directory, output, progress, &result)) return 2;
    return result.problems + result.history_problems > 0;
}

static int run_dump(const char *directory, struct arguments *rest, struct output *output,
                    struct progress *progress) {
    struct dump_options options = {.core = -1, .shard = -1};
    int width = 0;
    bool is_full = false;
    const struct option words[] = {{"--core", take_number, &options.core},
                                   {"--shard", take_number, &options.shard},
                                   {"--key", take_text, &options.key},
                                   {"--width", take_number, &width},
                                   {"--full", NULL, &is_full},
                                   {0}};
    (void)progress;
    if (take_options(rest, words) != 0) return 2;
    options.shown_max = is_full ? 0 : width > 0 ? (size_t)width : SHOWN;
    return dump_run(directory, &options, output);
}

static int run_stats(const char *directory, struct arguments *rest, struct output *output,
                     struct progress *progress) {
    static const struct option none[] = {{0}};
    if (take_options(rest, none) != 0) return 2;
    return stats_run(directory, output, progress);
}

static bool ask(void *arg, const char *question) {
    char answer[16];
    (void)arg;
    printf("%s [y/N] ", question);
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

static int run_repair(const char *directory, struct arguments *rest, struct output *output,
                      struct progress *progress) {
    bool is_agreed = false;
    const struct option words[] = {{"--yes", NULL, &is_agreed}, {0}};
    if (take_options(rest, words) != 0) return 2;
    struct repair_options options = {.agrees = is_agreed ? NULL : ask};
    return repair_run(directory, &options, output, progress);
}

static int run_restore(const char *directory, struct arguments *rest, struct output *output,
                       struct progress *progress) {
    struct restore_options options = {0};
    const struct option words[] = {
        {"--to", take_text, &options.to},        {"--out", take_text, &options.out},
        {"--clock", take_clock, &options.clock}, {"--partial", NULL, &options.is_partial},
        {"--earliest", NULL, &options.is_brief}, {0}};
    if (take_options(rest, words) != 0) return 2;
    if ((options.to == NULL) != (options.out == NULL))
        return misuse("--to and --out go together:",
                      options.to ? "--out is missing" : "--to is missing");
    return restore_run(directory, &options, output, progress);
}

static int run_export(const char *directory, struct arguments *rest, struct output *output,
                      struct progress *progress) {
    struct restore_options options = {.to = "end", .is_rdb = true};
    const struct option words[] = {{"--rdb", take_text, &options.out},
                                   {"--to", take_text, &options.to},
                                   {"--clock", take_clock, &options.clock},
                                   {"--partial", NULL, &options.is_partial},
                                   {0}};
    if (take_options(rest, words) != 0) return 2;
    if (options.out == NULL) return misuse("what is missing is", "--rdb");
    return restore_run(directory, &options, output, progress);
}

/* ---- import: a server of our own, on a socket that only it and we know ---- */

struct child {
    pid_t pid;
    int socket;
};

static bool exchange(void *arg, struct bytes bytes, struct buffer *replies) {
    const struct child *child = arg;
    bool waits = bytes.len == 0;
    while (waits || bytes.len > 0) {
        struct pollfd ready = {.fd = child->socket,
                               .events = (short)(POLLIN | (bytes.len > 0 ? POLLOUT : 0))};
        if (poll(&ready, 1, -1) < 0 && errno != EINTR) return false;
        if (ready.revents & POLLOUT) {
            ssize_t sent = send(child->socket, bytes.data, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
            if (sent > 0) bytes = bytes_of(bytes.data + sent, bytes.len - (size_t)sent);
        }
        if ((ready.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
        ssize_t got = recv(child->socket, buffer_reserve(replies, 65536), 65536, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return false;
        if (got > 0) replies->len += (size_t)got;
        if (got > 0) waits = false;
    }
    return true;
}

/* The program anax that lies beside this one. */
static void find_anax(char path[4096]) {
    ssize_t len = readlink("/proc/self/exe", path, 4000);
    path[len > 0 ? len : 0] = 0;
    char *slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "anax");
}

static void become_server(const char *anax, const char *out, const char *socket_path) {
    char output[4200];
    snprintf(output, sizeof output, "%.4000s/import.log", out);
    if (freopen(output, "w", stdout) == NULL || dup2(STDOUT_FILENO, STDERR_FILENO) < 0) _exit(127);
    execl(anax, anax, "--port", "0", "--unixsocket", socket_path, "--dir", out, "--appendonly",
          "yes", "--save", "", (char *)NULL);
    fprintf(stderr, "%s: %s\n", anax, strerror(errno));
    _exit(127);
}

static bool try_connect(struct child *child, const char *socket_path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path);
    child->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(child->socket, (struct sockaddr *)&address, sizeof address) == 0) return true;
    close(child->socket);
    return false;
}

static bool serves(const struct child *child) {
    char reply[128] = "";
    return send(child->socket, "PING\r\n", 6, MSG_NOSIGNAL) == 6 &&
           recv(child->socket, reply, sizeof reply - 1, 0) > 0 && strncmp(reply, "+PONG", 5) == 0;
}

static bool start_child(struct child *child, const char *out) {
    char anax[4096], socket_path[100];
    find_anax(anax);
    snprintf(socket_path, sizeof socket_path, "/tmp/anax-import-%d.sock", (int)getpid());
    child->pid = fork();
    if (child->pid == 0) become_server(anax, out, socket_path);
    bool is_there = false;
    for (int i = 0; i < 600 && child->pid > 0 && !is_there; i++) {
        usleep(50000);
        is_there = try_connect(child, socket_path);
        if (!is_there && waitpid(child->pid, NULL, WNOHANG) == child->pid) child->pid = -1;
    }
    unlink(socket_path);
    bool is_serving = is_there && serves(child);
    for (int i = 0; i < 600 && is_there && !is_serving; i++) { /* it makes its log */
        usleep(50000);
        is_serving = serves(child);
    }
    return is_serving;
}

/* True if it ended well: then all of its log is on the disk. */
static bool end_child(const struct child *child) {
    int status = 1;
    kill(child->pid, SIGTERM);
    close(child->socket);
    return waitpid(child->pid, &status, 0) == child->pid && status == 0;
}

static int run_import(const char *path, struct arguments *rest, struct output *output,
                      struct progress *progress) {
    const char *out = NULL;
    const struct option words[] = {{"--out", take_text, &out}, {0}};
    struct child child = {0};
    if (take_options(rest, words) != 0) return 2;
    if (out == NULL) return misuse("what is missing is", "--out");
    if (access(path, F_OK) < 0) return misuse("there is nothing at", path);
    if (mkdir(out, 0777) < 0) return misuse("cannot be made anew:", out);
    if (!start_child(&child, out)) {
        fprintf(stderr, "anax-log: the server did not start; see import.log in %s\n", out);
        return 2;
    }
    struct import_link link = {.exchange = exchange, .arg = &child};
    int code = import_run(path, &link, output, progress);
    if (!end_child(&child)) code = 2;
    output_printf(output,
                  code == 0 ? "Start from it: anax --appendonly yes --dir %s\n"
                            : "%s is not complete.\n",
                  out);
    return code;
}

static const struct command commands[] = {
    {"verify",
     "anax-log verify DIR\n\n"
     "Looks at every manifest, base and log file: checksums, the order of batches and records, "
     "what\n"
     "they say about each other; then loads all of it into memory, as the server would, and prints "
     "the\n"
     "number of keys and the digest of the data. A line for each file; DAMAGE begins the others. "
     "What a\n"
     "crash leaves, a torn end, is told and is no damage.\n",
     false, run_verify},
    {"dump",
     "anax-log dump DIR [--core N | --shard N] [--key GLOB] [--width BYTES | --full]\n\n"
     "Every record of the bases, then of the log, one a line: file, batch and its offset, core,\n"
     "partition, number; class (K the whole key, F a field, B a bound, T the expiry, D a delta, G "
     "a\n"
     "database, - a mark), what was done, database, key, field, value, expiry. Texts are quoted "
     "as\n"
     "redis-cli does and cut after 64 bytes. A shard is what one core has.\n",
     false, run_dump},
    {"stats",
     "anax-log stats DIR\n\n"
     "How many bytes of the log, and of the bases, are still needed, by type and by file, as "
     "bars.\n"
     "What is said to be dead is; some that is said to be live may not be.\n",
     false, run_stats},
    {"repair",
     "anax-log repair DIR [--yes]\n\n"
     "Cuts off, durably, what recovery would cut off: a torn end, and transactions that are not "
     "whole.\n"
     "If the log is damaged in its middle, it says exactly what would be lost, and keeps what is\n"
     "before the damage if you want that; the files as they were stay beside, as *.damaged. It "
     "asks\n"
     "before it changes anything, but for --yes.\n",
     true, run_repair},
    {"restore",
     "anax-log restore DIR [--earliest | --to POINT --out DIR2] [--clock first|last] "
     "[--partial]\n\n"
     "Writes the data as it was at that point to DIR2, as a new log: start from it by `anax --dir "
     "DIR2`.\n"
     "POINT is a time (Unix seconds, milliseconds, or 2026-11-30T14:49:28.5Z), CORE:BATCH,\n"
     "lsn:PARTITION:LSN, or \"end\".\n"
     "Batches carry the time at which they were sealed, by the clock of the server. No transaction "
     "is\n"
     "torn: where one was under way at that time, it and what builds on it is left out. What is in "
     "bases\n"
     "cannot be undone: without --to the earliest possible point is printed. Where that clock was "
     "set\n"
     "back a time may have been there twice: --clock says which is meant, up to the first batch "
     "that is\n"
     "later, or up to the last one that is not. --partial passes over damage: what is before it "
     "counts.\n",
     false, run_restore},
    {"export",
     "anax-log export DIR --rdb FILE [--to POINT] [--clock first|last] [--partial]\n\n"
     "Writes the data to FILE, as one dump file that Redis since 7.0 and Anax load (a hash whose "
     "fields\n"
     "expire needs Redis 7.4). FILE is replaced as a whole, when all of it is on the disk. Without "
     "--to\n"
     "it is what the server would load now; POINT, --clock and --partial are those of restore.\n",
     false, run_export},
    {"import",
     "anax-log import PATH --out DIR\n\n"
     "Makes a log of what Redis kept: PATH is a directory with an AOF manifest (or with an "
     "appendonlydir\n"
     "that has one), an AOF file, or an RDB file of a version up to 12. The program anax beside "
     "this one\n"
     "is started on a socket of its own, given all of it, and ended. DIR must not be there yet. "
     "What the\n"
     "server refuses is printed; libraries of functions are left out, and half a command at the "
     "end.\n",
     false, run_import}};

static const struct command *find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    }
    return NULL;
}

/* A server that runs goes on writing to the log that is looked at. */
static bool may_run(const struct command *command, const char *directory) {
    int lock = command->run == run_import ? -ENOENT : place_lock(directory);
    if (lock == -EWOULDBLOCK)
        fprintf(stderr, "anax-log: %s is in use by a server: %s\n", directory,
                command->changes ? "end it first" : "what it writes now may look like damage");
    if (lock >= 0 && !command->changes) directory_unlock(lock);
    return lock != -EWOULDBLOCK || !command->changes;
}

static bool wants_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    const struct command *command = argc > 1 ? find(argv[1]) : NULL;
    if (wants_help(argc, argv)) {
        fputs(command ? command->help : usage, stdout);
        return 0;
    }
    if (command == NULL && argc > 1)
        fprintf(stderr, "anax-log: there is no command %s\n\n", argv[1]);
    if (command == NULL || argc < 3) {
        fputs(command ? command->help : usage, stderr);
        return 2;
    }
    if (machine_choose(MACHINE_AUTO) < 0) {
        fprintf(stderr, "anax-log: there is no machine to run on\n");
        return 2;
    }
    if (!may_run(command, argv[2])) return 2;
    struct output output = {0};
    struct progress progress = {.is_shown = isatty(STDERR_FILENO), .what = argv[1]};
    struct arguments rest = {.count = argc, .words = argv, .at = 3};
    int code = command->run(argv[2], &rest, &output, &progress);
    progress_end(&progress);
    bool is_written = output_flush(&output);
    buffer_clear(&output.text);
    return is_written ? code : 2;
}
