/* Helper threads for calls that block in the kernel (name resolution, files), and others for work in the background.
 *
 * Two crews for the whole process, each with a queue under a mutex: such calls are rare and slow. Threads are
 * made as they are needed and end when nothing came for a while, so a server that never needs one has none. There are two because
 * a sync that clients wait for must not stand behind the packing of a dump. (That work had a nice value of 10 for a while:
 * clients waited no less, and a dump of 5 GB took a tenth longer, or more.) The result comes back as a mail. A loop that
 * ends waits for what helpers do for it, for they use its memory and its fibers' stacks; nobody is told of that any more. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/memory.h"
#include "sys/fiber.h"
#include "sys/machine_internal.h"
#include "sys/process.h"

enum { THREADS_MAX = 8, IDLE_SECONDS = 10, HELPER_STACK_SIZE = 512 << 10 };

struct crew;

struct job {
    struct mail mail; /* carries it back */
    struct crew *crew;
    struct loop *loop;
    void (*fn)(void *arg);
    void (*done)(void *arg);
    void *arg;
    struct job *next;           /* in the queue */
    struct job *older, **place; /* among all that have not come back */
};

/* Threads and what is to be done by them. */
struct crew {
    pthread_mutex_t mutex;
    pthread_cond_t has_job, has_posted;
    struct job *first, **end;
    struct job *all;
    unsigned threads, idle, queued;
};

static struct crew crews[OFFLOAD_CREWS] = {
    {.mutex = PTHREAD_MUTEX_INITIALIZER,
     .has_job = PTHREAD_COND_INITIALIZER,
     .has_posted = PTHREAD_COND_INITIALIZER,
     .end = &crews[0].first},
    {.mutex = PTHREAD_MUTEX_INITIALIZER,
     .has_job = PTHREAD_COND_INITIALIZER,
     .has_posted = PTHREAD_COND_INITIALIZER,
     .end = &crews[1].first},
};

/* With the mutex held. */
static void enter(struct job *job) {
    job->older = job->crew->all;
    job->place = &job->crew->all;
    if (job->older != NULL) job->older->place = &job->older;
    job->crew->all = job;
}

/* With the mutex held. */
static void leave(struct job *job) {
    *job->place = job->older;
    if (job->older != NULL) job->older->place = job->place;
}

static void come_back(struct mail *mail) {
    struct job *job = (struct job *)mail;
    pthread_mutex_lock(&job->crew->mutex);
    leave(job);
    pthread_mutex_unlock(&job->crew->mutex);
    job->done(job->arg);
    memory_free(job);
}

/* With the mutex held. NULL after a long wait for nothing. */
static struct job *wait_for_job(struct crew *crew) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += IDLE_SECONDS;
    crew->idle++;
    int result = 0;
    while (crew->first == NULL && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&crew->has_job, &crew->mutex, &limit);
    crew->idle--;
    struct job *job = crew->first;
    if (job == NULL) return NULL;
    crew->queued--;
    crew->first = job->next;
    if (crew->first == NULL) crew->end = &crew->first;
    return job;
}

static void *help(void *arg) {
    struct crew *crew = arg;
    struct job *job;
    pthread_mutex_lock(&crew->mutex);
    while ((job = wait_for_job(crew)) != NULL) {
        struct loop *loop = job->loop;
        pthread_mutex_unlock(&crew->mutex);
        job->fn(job->arg);
        mail_post_from_outside(loop, &job->mail);
        pthread_mutex_lock(&crew->mutex);
        if (--loop->offloaded[crew - crews] == 0) pthread_cond_broadcast(&crew->has_posted);
    }
    crew->threads--;
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* With the mutex held. One thread at least must come to be, else the job would wait for ever. */
static bool add_thread(struct crew *crew) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK_SIZE);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int result = pthread_create(&thread, &attributes, help, crew);
    pthread_attr_destroy(&attributes);
    crew->threads += result == 0;
    return crew->threads > 0;
}

/* With the mutex held. False: nobody can do it. */
static bool hand_over(struct crew *crew, struct job *job) {
    bool has_thread = crew->threads > 0;
    if (crew->queued >= crew->idle && crew->threads < THREADS_MAX) has_thread = add_thread(crew);
    if (has_thread) {
        *crew->end = job;
        crew->end = &job->next;
        crew->queued++;
        job->loop->offloaded[crew - crews]++;
        pthread_cond_signal(&crew->has_job);
    }
    return has_thread;
}

void offload_real(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg),
                  bool is_background) {
    struct crew *crew = &crews[is_background];
    struct job *job = memory_alloc(sizeof *job);
    *job = (struct job){
        .mail.deliver = come_back, .crew = crew, .loop = loop, .fn = fn, .done = done, .arg = arg};
    pthread_mutex_lock(&crew->mutex);
    enter(job);
    bool has_thread = hand_over(crew, job);
    pthread_mutex_unlock(&crew->mutex);
    if (!has_thread) { /* better late than never */
        fn(arg);
        mail_post(loop, &job->mail);
    }
}

void offload_end(struct loop *loop) {
    for (unsigned i = 0; i < OFFLOAD_CREWS; i++) {
        struct crew *crew = &crews[i];
        pthread_mutex_lock(&crew->mutex);
        while (loop->offloaded[i] > 0) pthread_cond_wait(&crew->has_posted, &crew->mutex);
        for (struct job *job = crew->all, *older; job != NULL; job = older) {
            older = job->older;
            if (job->loop != loop) continue;
            leave(job);
            memory_free(job);
        }
        pthread_mutex_unlock(&crew->mutex);
    }
}

void loop_offload(struct loop *loop, void (*fn)(void *arg), void *arg, void (*done)(void *arg)) {
    machine->offload(loop, fn, arg, done, false);
}

void loop_offload_background(struct loop *loop, void (*fn)(void *arg), void *arg,
                             void (*done)(void *arg)) {
    machine->offload(loop, fn, arg, done, true);
}

void offload_rest(void) {
    static const struct timespec moment = {.tv_nsec = 200000};
    nanosleep(&moment, NULL);
}
