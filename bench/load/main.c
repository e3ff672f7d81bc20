/* main.c - runs the phases of a load and prints what came out.
 *
 * The main thread only prepares, waits and counts: CPU of the server and of this process is read
 * before and after each phase, while every worker stands at a barrier with nothing in flight. */
#include "options.h"
#include "results.h"
#include "usage.h"
#include "worker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

enum { PHASES_MAX = 3 };

struct run {
    struct plan plan;
    struct key_space space;
    struct worker *workers;
    pthread_barrier_t barrier;
    struct phase phases[PHASES_MAX];
    unsigned phase_count;
    bool failed;
};

struct thread {
    struct run *run;
    struct worker *worker;
    pthread_t handle;
};

/* The plan of the only run, for the signal handler. */
static struct plan *running_plan;

static void stop_on_signal(int signal_number) {
    if (signal_number == SIGUSR1)
        running_plan->begins = true;
    else
        running_plan->stops = true;
}

static void fail(const char *what, int error) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(error));
    exit(2);
}

static void add_phase(struct run *run, struct phase phase) {
    run->phases[run->phase_count++] = phase;
}

static void plan_phases(struct run *run) {
    const struct options *options = run->plan.options;
    if (options->load)
        add_phase(run, (struct phase){.name = "load",
                                      .is_load = true,
                                      .duration_ns = UINT64_MAX,
                                      .requests = options->keys});
    if (!options->measures) return;
    if (options->awaits_signal)
        add_phase(run, (struct phase){.name = "warm-up",
                                      .awaits_signal = true,
                                      .requests = UINT64_MAX,
                                      .duration_ns = UINT64_MAX});
    else if (options->warm_up_seconds > 0)
        add_phase(run, (struct phase){.name = "warm-up",
                                      .requests = UINT64_MAX,
                                      .duration_ns = (uint64_t)(options->warm_up_seconds * 1e9)});
    struct phase measured = {.name = "run", .duration_ns = UINT64_MAX, .requests = UINT64_MAX};
    if (options->requests)
        measured.requests = options->requests;
    else
        measured.duration_ns = (uint64_t)(options->duration_seconds * 1e9);
    add_phase(run, measured);
}

static void compile_forms(struct plan *plan) {
    const struct options *options = plan->options;
    struct request_shape shape = {.keys = (unsigned)options->keys_of_multi,
                                  .fields = (unsigned)options->fields,
                                  .custom = options->custom};
    plan->only_kind = REQUEST_KINDS;
    plan->keys_max = 1;
    for (unsigned kind = 0; kind < REQUEST_KINDS; kind++) {
        unsigned weight = options->weights[kind];
        plan->weight_sum += weight;
        plan->cumulative[kind] = plan->weight_sum;
        /* The load phase and read-modify-write send SET whatever the mix. */
        if (!weight && kind != REQUEST_SET && (kind != REQUEST_INSERT || options->fields == 1))
            continue;
        if (options->protocol->compile(&plan->forms[kind], (enum request_kind)kind, &shape)) {
            fprintf(stderr, "load: %s cannot say %s\n", options->protocol->name,
                    request_kind_name((enum request_kind)kind));
            exit(2);
        }
        if (plan->forms[kind].keys_of_each > plan->keys_max)
            plan->keys_max = plan->forms[kind].keys_of_each;
    }
    for (unsigned kind = 0; kind < REQUEST_KINDS; kind++)
        if (options->weights[kind] == plan->weight_sum) plan->only_kind = kind;
}

static void prepare(struct run *run, const struct options *options) {
    struct plan *plan = &run->plan;
    plan->options = options;
    run->space.count = options->keys;
    plan->space = &run->space;
    int result = value_source_create(&plan->values, options->content,
                                     options->value_size_min * options->fields,
                                     options->value_size_max * options->fields, options->seed);
    if (result) fail("values", -result);
    compile_forms(plan);
    plan_phases(run);
    run->workers = calloc(options->threads, sizeof *run->workers);
    if (!run->workers) fail("workers", ENOMEM);
    for (unsigned i = 0; i < options->threads; i++)
        if (worker_create(&run->workers[i], plan, i)) exit(2);
}

static void *work(void *argument) {
    struct thread *thread = argument;
    struct run *run = thread->run;
    /* The default slack of timers, 50 us, would show up in every open-loop latency. */
    prctl(PR_SET_TIMERSLACK, 1ul);
    for (unsigned i = 0; i < run->phase_count; i++) {
        pthread_barrier_wait(&run->barrier);
        worker_run(thread->worker, &run->phases[i]);
        pthread_barrier_wait(&run->barrier);
    }
    return NULL;
}

static double client_cpu_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static bool read_server(const struct options *options, struct usage *usage) {
    if (!options->server_pid) return false;
    int result = usage_read(usage, options->server_pid);
    if (result) fprintf(stderr, "load: --server-pid: %s\n", strerror(-result));
    return result == 0;
}

static void print_phase(struct run *run, const struct phase *phase, struct surroundings *around) {
    const struct options *options = run->plan.options;
    struct results *total = malloc(sizeof *total);
    if (!total) fail("results", ENOMEM);
    results_clear(total);
    for (unsigned i = 0; i < options->threads; i++) results_add(total, run->workers[i].results);
    run->failed |= results_failed(total);
    around->phase = phase->name;
    results_print(total, options, around);
    if (options->histogram_path && !phase->is_load) {
        FILE *file = fopen(options->histogram_path, "we");
        if (!file) fail(options->histogram_path, errno);
        histogram_print(&total->latency, file);
        fclose(file);
    }
    free(total);
}

static void run_phase(struct run *run, struct phase *phase) {
    const struct options *options = run->plan.options;
    struct usage before, after;
    struct surroundings around = {.has_server = read_server(options, &before)};
    double cpu = client_cpu_seconds();
    phase->start_ns = worker_clock_ns();
    pthread_barrier_wait(&run->barrier);
    pthread_barrier_wait(&run->barrier);
    around.seconds = (double)(worker_clock_ns() - phase->start_ns) / 1e9;
    around.client_cpu_seconds = client_cpu_seconds() - cpu;
    if (around.has_server && read_server(options, &after))
        around.server = usage_between(&before, &after);
    else
        around.has_server = false;
    if (strcmp(phase->name, "warm-up") != 0) print_phase(run, phase, &around);
}

/* Interrupted, the run ends early, with its results so far; SIGUSR1 ends a warm-up that awaits it. */
static void catch_signals(struct plan *plan) {
    struct sigaction action = {.sa_handler = stop_on_signal};
    running_plan = plan;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    /* Whoever started this may have held it back until somebody listens. */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

static int run_load(const struct options *options) {
    struct run run = {0};
    prepare(&run, options);
    catch_signals(&run.plan);
    unsigned threads = (unsigned)options->threads;
    struct thread *handles = calloc(threads, sizeof *handles);
    if (!handles) fail("threads", ENOMEM);
    pthread_barrier_init(&run.barrier, NULL, threads + 1);
    for (unsigned i = 0; i < threads; i++) {
        handles[i] = (struct thread){.run = &run, .worker = &run.workers[i]};
        int error = pthread_create(&handles[i].handle, NULL, work, &handles[i]);
        if (error) fail("threads", error);
    }
    for (unsigned i = 0; i < run.phase_count; i++) run_phase(&run, &run.phases[i]);
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(handles[i].handle, NULL);
        worker_destroy(&run.workers[i]);
    }
    pthread_barrier_destroy(&run.barrier);
    for (unsigned i = 0; i < REQUEST_KINDS; i++) request_form_clear(&run.plan.forms[i]);
    value_source_destroy(&run.plan.values);
    free(handles);
    free(run.workers);
    return run.failed ? 1 : 0;
}

static int print_keys(const struct options *options) {
    struct key_space space = {.count = options->keys};
    struct key_chooser chooser;
    key_chooser_init(&chooser, options->order, &space, options->theta, options->seed, 0, 1);
    for (uint64_t i = 0; i < options->print_keys; i++)
        printf("%llu\n", (unsigned long long)key_chooser_next(&chooser));
    return 0;
}

static int test_histogram(void) {
    struct histogram *histogram = malloc(sizeof *histogram);
    static const double percents[] = {0, 1, 10, 50, 90, 99, 99.9, 99.99, 100};
    unsigned long long value;
    if (!histogram) fail("histogram", ENOMEM);
    histogram_clear(histogram);
    while (scanf("%llu", &value) == 1) histogram_record(histogram, value);
    for (unsigned i = 0; i < sizeof percents / sizeof *percents; i++)
        printf("%g %llu\n", percents[i],
               (unsigned long long)histogram_percentile(histogram, percents[i]));
    printf("mean %.6f\ncount %llu\n", histogram_mean(histogram),
           (unsigned long long)histogram->total);
    free(histogram);
    return 0;
}

int main(int count, char **arguments) {
    struct options options;
    options_parse(&options, count, arguments);
    if (options.print_keys) return print_keys(&options);
    if (options.test_histogram) return test_histogram();
    return run_load(&options);
}
