/* Histories: who may go on with whose records, and that they come back from the disk. */
#include "check.h"

#include <errno.h>

#include "base/memory.h"
#include "repl/history.h"
#include "sys/file.h"
#include "sys/sim.h"

static uint64_t zeros[PARTITIONS];

static void use_simulated_machine(void) {
    sim_set_seed(1);
    CHECK_EQ(machine_choose(MACHINE_SIM), 0);
}

/* LSNs that are the same everywhere, but of one partition. */
static uint64_t *at(uint64_t all, unsigned partition, uint64_t one) {
    static uint64_t places[4][PARTITIONS];
    static unsigned next;
    uint64_t *lsns = places[next++ % 4];
    for (unsigned i = 0; i < PARTITIONS; i++) lsns[i] = all;
    lsns[partition] = one;
    return lsns;
}

TEST(who_is_behind_in_the_same_term_goes_on) {
    struct history own, other;
    use_simulated_machine();
    history_begin(&own, zeros);
    CHECK_EQ(strlen(own.id), HISTORY_ID);
    history_copy(&other, &own);
    CHECK(history_refusal(&own, at(10, 0, 10), &other, at(9, 5, 10)) == NULL);
    CHECK(history_refusal(&own, at(10, 0, 10), &other, at(10, 0, 10)) == NULL);
    CHECK(history_refusal(&own, at(10, 0, 10), &other, at(9, 5, 11)) != NULL); /* ahead of us */
    history_clear(&own);
    history_clear(&other);
}

TEST(another_history_is_refused) {
    struct history own, other, none = {0};
    use_simulated_machine();
    history_begin(&own, zeros);
    history_begin(&other, zeros);
    CHECK(history_refusal(&own, zeros, &other, zeros) != NULL);
    CHECK(history_refusal(&own, zeros, &none, zeros) != NULL);
    history_clear(&own);
    history_clear(&other);
}

TEST(who_is_beyond_a_branch_is_refused_and_who_is_not_goes_on) {
    struct history own, other;
    use_simulated_machine();
    history_begin(&own, zeros);
    history_copy(&other, &own);
    history_open_term(&own, at(20, 3, 21));
    CHECK(history_refusal(&own, at(50, 0, 50), &other, at(20, 3, 21)) == NULL);
    CHECK(history_refusal(&own, at(50, 0, 50), &other, at(20, 3, 20)) == NULL);
    CHECK(history_refusal(&own, at(50, 0, 50), &other, at(20, 3, 22)) != NULL);
    history_clear(&own);
    history_clear(&other);
}

TEST(two_terms_of_one_number_are_not_the_same) {
    struct history own, other;
    use_simulated_machine();
    history_begin(&own, zeros);
    history_copy(&other, &own);
    history_open_term(&own, at(20, 0, 20));
    history_open_term(&other, at(20, 0, 20));
    CHECK_EQ(history_last(&own)->number, history_last(&other)->number);
    /* It has written in its own; then it has not. */
    CHECK(history_refusal(&own, at(50, 0, 50), &other, at(30, 0, 30)) != NULL);
    CHECK(history_refusal(&own, at(50, 0, 50), &other, at(20, 0, 20)) == NULL);
    history_clear(&own);
    history_clear(&other);
}

TEST(a_primary_that_was_deposed_goes_on_where_its_replica_became_the_primary) {
    struct history deposed, promoted;
    use_simulated_machine();
    history_begin(&deposed, zeros);
    history_copy(&promoted, &deposed);
    history_open_term(&promoted, at(20, 0, 20));
    CHECK(history_refusal(&promoted, at(90, 0, 90), &deposed, at(20, 0, 20)) == NULL);
    CHECK(history_refusal(&promoted, at(90, 0, 90), &deposed, at(20, 0, 21)) != NULL);
    /* And the other way round: the old one does not feed the new one what it has not. */
    CHECK(history_refusal(&deposed, at(25, 0, 25), &promoted, at(20, 0, 20)) == NULL);
    CHECK(history_refusal(&deposed, at(25, 0, 25), &promoted, at(22, 0, 22)) != NULL);
    history_clear(&deposed);
    history_clear(&promoted);
}

TEST(who_went_on_by_himself_goes_back_to_where_he_did) {
    struct history deposed, promoted;
    uint64_t branch[PARTITIONS];
    use_simulated_machine();
    history_begin(&deposed, zeros);
    history_copy(&promoted, &deposed);
    history_open_term(&promoted, at(20, 7, 10));
    /* Beyond it in one partition, behind it in another. */
    CHECK(history_branch(&promoted, at(90, 0, 90), &deposed, at(15, 7, 11), branch));
    CHECK(memcmp(branch, at(15, 7, 10), sizeof branch) == 0);
    /* Who may go on need not go back. */
    CHECK(!history_branch(&promoted, at(90, 0, 90), &deposed, at(15, 7, 10), branch));
    /* He had lost something himself before: the earlier of both. */
    history_open_term(&deposed, at(18, 7, 12));
    CHECK(history_branch(&promoted, at(90, 0, 90), &deposed, at(40, 0, 40), branch));
    CHECK(memcmp(branch, at(18, 7, 10), sizeof branch) == 0);
    /* What is to be common has to be here. */
    CHECK(!history_branch(&promoted, at(17, 7, 9), &deposed, at(40, 0, 40), branch));
    history_clear(&deposed);
    history_clear(&promoted);
}

TEST(nobody_goes_back_to_another_history) {
    struct history own, other;
    uint64_t branch[PARTITIONS];
    use_simulated_machine();
    history_begin(&own, zeros);
    history_begin(&other, zeros);
    CHECK(!history_branch(&own, at(9, 0, 9), &other, at(9, 0, 10), branch));
    history_clear(&other);
    /* One term for both, and ahead of us: no branch is known. */
    history_copy(&other, &own);
    CHECK(!history_branch(&own, at(9, 0, 9), &other, at(9, 0, 10), branch));
    history_clear(&own);
    history_clear(&other);
}

TEST(each_term_shows_an_id_of_its_own) {
    struct history own, other;
    char first[HISTORY_ID + 1], second[HISTORY_ID + 1], before[HISTORY_ID + 1];
    use_simulated_machine();
    history_begin(&own, zeros);
    history_shown_id(&own, 0, first);
    CHECK_STR(first, own.id);
    history_shown_id(&own, 1, before);
    CHECK_STR(before, "0000000000000000000000000000000000000000");
    history_copy(&other, &own);
    history_open_term(&own, at(20, 0, 20));
    history_open_term(&other, at(20, 0, 20));
    history_shown_id(&own, 0, second);
    history_shown_id(&own, 1, before);
    CHECK_STR(before, first);
    CHECK_EQ(strlen(second), HISTORY_ID);
    CHECK(strcmp(second, first) != 0);
    history_shown_id(&other, 0, before);
    CHECK(strcmp(second, before) != 0); /* two that were promoted beside each other */
    history_clear(&own);
    history_clear(&other);
}

TEST(the_oldest_terms_are_forgotten) {
    struct history own, other;
    use_simulated_machine();
    history_begin(&own, zeros);
    history_copy(&other, &own);
    for (unsigned i = 0; i < HISTORY_TERMS_MAX; i++) history_open_term(&own, at(i, 0, i));
    CHECK_EQ(own.term_count, HISTORY_TERMS_MAX);
    CHECK_EQ(history_last(&own)->number, HISTORY_TERMS_MAX + 1);
    CHECK(history_refusal(&own, at(90, 0, 90), &other, zeros) != NULL);
    history_clear(&own);
    history_clear(&other);
}

TEST(what_was_written_is_read) {
    struct history own, read;
    char error[HISTORY_ERROR];
    static struct history_state state;
    use_simulated_machine();
    CHECK_EQ(directory_make("/data"), 0);
    CHECK_EQ(history_read("/data", &read, &state, error), 0);
    history_begin(&own, zeros);
    history_open_term(&own, at(17, 1023, 1234567890123));
    history_open_term(&own, at(18, 0, UINT64_MAX));
    for (unsigned i = 0; i < 4; i++) {
        static struct history_state written;
        written.is_closed = i % 2;
        written.is_torn = i / 2;
        memcpy(written.whole_lsns, at(i, 9, UINT64_MAX - i), sizeof written.whole_lsns);
        CHECK_EQ(history_write("/data", &own, &written), 0);
        CHECK_EQ(history_read("/data", &read, &state, error), 1);
        CHECK_EQ(state.is_closed, written.is_closed);
        CHECK_EQ(state.is_torn, written.is_torn);
        if (state.is_torn)
            CHECK(memcmp(state.whole_lsns, written.whole_lsns, sizeof state.whole_lsns) == 0);
        CHECK_STR(read.id, own.id);
        REQUIRE(read.term_count == 3);
        CHECK_BYTES(read.terms, 3 * sizeof *read.terms, own.terms, 3 * sizeof *own.terms);
        history_clear(&read);
    }
    history_clear(&own);
}

TEST(a_damaged_file_is_refused_wherever_it_is) {
    struct history own, read;
    struct buffer text = {0};
    char error[HISTORY_ERROR];
    static struct history_state state;
    use_simulated_machine();
    CHECK_EQ(directory_make("/data"), 0);
    history_begin(&own, zeros);
    state.is_closed = true;
    CHECK_EQ(history_write("/data", &own, &state), 0);
    CHECK_EQ(file_read_all("/data/" HISTORY_NAME, &text), 0);
    for (size_t i = 0; i < text.len; i++) {
        text.data[i] ^= 1;
        CHECK_EQ(file_replace("/data/" HISTORY_NAME, buffer_view(&text)), 0);
        CHECK_EQ(history_read("/data", &read, &state, error), -EBADMSG);
        text.data[i] ^= 1;
    }
    for (size_t len = 0; len < text.len; len++) {
        CHECK_EQ(file_replace("/data/" HISTORY_NAME, bytes_of(text.data, len)), 0);
        CHECK_EQ(history_read("/data", &read, &state, error), -EBADMSG);
    }
    buffer_clear(&text);
    history_clear(&own);
}

TEST(malformed_terms_are_refused) {
    static const char *const texts[] = {
        "",
        "term",
        "term 1",
        "term 1 0123456789abcdef",
        "term 1 0123456789abcdef 0*1023",
        "term 1 0123456789abcdef 0*1025",
        "term 1 0123456789abcdef 0*18446744073709551615",
        "term 1 0123456789abcdef 0*1023 x",
        "term 0 0123456789abcdef 0*1024",
        "term 1 0123456789abcde 0*1024",
        "term 1 0123456789abcdeF 0*1024",
        "term 2 0123456789abcdef 0*1024\nterm 2 0123456789abcdef 0*1024",
        "word 1 0 0*1024"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct history read = {0};
        CHECK(!history_parse_terms(&read, bytes_of_string(texts[i])));
        history_clear(&read);
    }
}
