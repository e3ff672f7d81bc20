/* engine/journal_ask.c - there, and home again. */
#include "engine/journal_ask.h"

static void is_home(struct mail *mail) {
    struct journal_ask *ask = (struct journal_ask *)mail;
    ask->done(ask);
}

static void is_durable(struct journal_wait *wait) {
    struct journal_ask *ask =
        (struct journal_ask *)((char *)wait - offsetof(struct journal_ask, wait));
    ask->mail.deliver = is_home;
    mail_post(ask->home->loop, &ask->mail);
}

static void is_there(struct mail *mail) {
    struct journal_ask *ask = (struct journal_ask *)mail;
    const struct core *core = ask->core;
    struct journal *journal = core->journal;
    ask->has_log = journal != NULL;
    ask->wait.ready = is_durable;
    if (!journal || ask->ticket <= core->ticket_base) {
        is_durable(&ask->wait);
        return;
    }
    uint64_t ticket =
        ask->ticket == JOURNAL_ASK_ALL ? journal_ticket(journal) : ask->ticket - core->ticket_base;
    journal_wait_or_go(journal, &ask->wait, ticket, DURABILITY_LOCAL);
}

void journal_ask(struct journal_ask *ask, struct core *core, uint64_t ticket,
                 void (*done)(struct journal_ask *ask)) {
    ask->core = core;
    ask->home = core_current();
    ask->ticket = ticket;
    ask->done = done;
    ask->mail.deliver = is_there;
    mail_post(core->loop, &ask->mail);
}
