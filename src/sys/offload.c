/* Helper threads for calls that block in the kernel (name resolution, files).
 *
 * One queue for the whole process under one mutex: such calls are rare and slow. Threads are made as
 * they are needed and end when nothing came for a while, so a server that never needs one has
 * none. The result comes back as a mail. A loop that ends waits for what helpers do for it, for they use its memory and its
 * fibers' stacks; nobody is told of that any more. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/memory.h"
#include "sys/fiber.h"
#include "sys/machine_internal.h"
#include "sys/process.h"

enum { THREADS_MAX = 8, IDLE_SECONDS = 10, HELPER_STACK_SIZE = 512 << 10 };

struct job {
    struct mail mail; /* carries it back */
    struct loop *loop;
    void (*fn)(void *arg);
    void (*done)(void *arg);
    void *arg;
    struct job *next;           /* in the queue */
    struct job *older, **place; /* among all that have not come back */
};

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t has_job, has_posted;
    struct job *first, **end;
    struct job *all;
    unsigned threads, idle, queued;
} helpers = {.mutex = PTHREAD_MUTEX_INITIALIZER,
             .has_job = PTHREAD_COND_INITIALIZER,
             .has_posted = PTHREAD_COND_INITIALIZER,
             .end = &helpers.first};

/* With the mutex held. */
static void enter(struct job *job) {
    job->older = helpers.all;
    job->place = &helpers.all;
    if (job->older != NULL) job->older->place = &job->older;
    helpers.all = job;
}

/* With the mutex held. */
static void leave(struct job *job) {
    *job->place = job->older;
    if (job->older != NULL) job->older->place = job->place;
}

static void come_back(struct mail *mail) {
    struct job *job = (struct job *)mail;
    pthread_mutex_lock(&helpers.mutex);
    leave(job);
    pthread_mutex_unlock(&helpers.mutex);
    job->done(job->arg);
    memory_free(job);
}

/* With the mutex held. NULL after a long wait for nothing. */
static struct job *wait_for_job(void) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += IDLE_SECONDS;
    helpers.idle++;
    int result = 0;
    while (helpers.first == NULL && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&helpers.has_job, &helpers.mutex, &limit);
    helpers.idle--;
    struct job *job = helpers.first;
    if (job == NULL) return NULL;
    helpers.queued--;
    helpers.first = job->next;
    if (helpers.first == NULL) helpers.end = &helpers.first;
    return job;
}

static void *help(void *arg) {
    (void)arg;
    struct job *job;
    pthread_mutex_lock(&helpers.mutex);
    while ((job = wait_for_job()) != NULL) {
        struct loop *loop = job->loop;
        pthread_mutex_unlock(&helpers.mutex);
        job->fn(job->arg);
        mail_post_from_outside(loop, &job->mail);
        pthread_mutex_lock(&helpers.mutex);
        if (--loop->offloaded == 0) pthread_cond_broadcast(&helpers.has_posted);
    }
    helpers.threads--;
    pthread_mutex_unlock(&helpers.mutex);
    return NULL;
}

/* With the mutex held. One thread at least must come to be, else the job would wait for ever. */
static bool add_thread(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK_SIZE);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int result = pthread_create(&thread, &attributes, help, NULL);
    pthread_attr_destroy(&attributes);
    helpers.threads += result == 0;
    return helpers.threads > 0;
}

void offload_real(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg)) {
    struct job *job = memory_alloc(sizeof *job);
    *job =
        (struct job){.mail.deliver = come_back, .loop = loop, .fn = fn, .done = done, .arg = arg};
    pthread_mutex_lock(&helpers.mutex);
    bool has_thread = helpers.threads > 0;
    enter(job);
    if (helpers.queued >= helpers.idle && helpers.threads < THREADS_MAX) has_thread = add_thread();
    if (has_thread) {
        *helpers.end = job;
        helpers.end = &job->next;
        helpers.queued++;
        loop->offloaded++;
        pthread_cond_signal(&helpers.has_job);
    }
    pthread_mutex_unlock(&helpers.mutex);
    if (!has_thread) { /* better late than never */
        fn(arg);
        mail_post(loop, &job->mail);
    }
}

void offload_end(struct loop *loop) {
    pthread_mutex_lock(&helpers.mutex);
    while (loop->offloaded > 0) pthread_cond_wait(&helpers.has_posted, &helpers.mutex);
    for (struct job *job = helpers.all, *older; job != NULL; job = older) {
        older = job->older;
        if (job->loop != loop) continue;
        leave(job);
        memory_free(job);
    }
    pthread_mutex_unlock(&helpers.mutex);
}

void loop_offload(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg)) {
    machine->offload(loop, fn, arg, done);
}

void offload_rest(void) {
    static const struct timespec moment = {.tv_nsec = 200000};
    nanosleep(&moment, NULL);
}
