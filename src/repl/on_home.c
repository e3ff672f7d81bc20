/* repl/on_home.c - a mail there, a fiber, a mail back. */
#include "repl/on_home.h"

#include "engine/core.h"

struct visit {
    struct mail mail;
    struct core *origin;
    struct event done;
    void (*fn)(void *arg);
    void *arg;
};

static void returned(struct mail *mail) {
    event_signal(&((struct visit *)mail)->done);
}

static void run(void *arg) {
    struct visit *visit = arg;
    visit->fn(visit->arg);
    visit->mail.deliver = returned;
    mail_post(visit->origin->loop, &visit->mail);
}

static void arrived(struct mail *mail) {
    fiber_start(FIBER_LARGE, run, mail);
}

void on_home(struct engine *engine, void (*fn)(void *arg), void *arg) {
    struct visit visit = {.origin = core_current(), .fn = fn, .arg = arg};
    visit.mail.deliver = arrived;
    mail_post(engine->cores[0]->loop, &visit.mail);
    mail_flush();
    event_wait(&visit.done);
}
