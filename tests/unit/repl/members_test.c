/* The in-sync set: which one follows which, whom a candidate has to hear, and that no rule can be got around. */
#include "check.h"

#include "repl/members.h"

static void name(char *id, unsigned number) {
    memset(id, '0', MEMBER_ID);
    id[MEMBER_ID] = 0;
    id[0] = (char)('a' + number);
}

/* Bits say who. */
static struct members make(unsigned who, unsigned required) {
    struct members members = {.version = 7, .required = required, .lease_ms = 1000};
    for (unsigned i = 0; who >> i; i++) {
        if (who >> i & 1) {
            struct member *member = &members.list[members.count++];
            name(member->id, i);
            snprintf(member->host, sizeof member->host, "10.0.0.%u", i);
            member->port = (uint16_t)(7000 + i);
        }
    }
    return members;
}

static unsigned bits_of(const struct members *members) {
    unsigned who = 0;
    for (unsigned i = 0; i < members->count; i++) who |= 1u << (members->list[i].id[0] - 'a');
    return who;
}

enum { NOBODY = 25 };

struct world {
    unsigned answering, fit, required, writer;
};

static bool choose(const struct members *now, struct world world, struct members *next) {
    static struct member_candidate candidates[16];
    static char writer[MEMBER_ID + 1];
    struct members_wish wish = {
        .writer = writer, .required = world.required, .lease_ms = 1000, .candidates = candidates};
    struct members all = make(world.answering | world.fit, 0);
    name(writer, world.writer);
    for (unsigned i = 0; i < all.count; i++) {
        unsigned bit = 1u << (all.list[i].id[0] - 'a');
        candidates[wish.count++] =
            (struct member_candidate){.member = all.list[i],
                                      .is_answering = (world.answering & bit) != 0,
                                      .is_fit = (world.fit & bit) != 0};
    }
    return members_choose(now, &wish, next);
}

TEST(a_set_comes_back_from_its_text) {
    struct buffer text = {0};
    struct members members = make(11, 2), again;
    members.is_forced = true;
    members_print(&members, &text);
    REQUIRE(members_parse(&again, buffer_view(&text)));
    CHECK_EQ(memcmp(&members, &again, sizeof members), 0);
    for (size_t len = 0; len < text.len - 1; len++) {
        struct bytes part = bytes_of(text.data, len);
        if (members_parse(&again, part)) CHECK(again.count <= members.count);
    }
    buffer_clear(&text);
    members = make(0, 0);
    members_print(&members, &text);
    CHECK(members_parse(&again, buffer_view(&text)));
    CHECK_EQ(again.count, 0);
    buffer_clear(&text);
}

TEST(texts_that_are_no_sets_are_refused) {
    static const char *const texts[] = {
        "",
        "set",
        "set 1 1 1",
        "set x 1 1 agreed\n",
        "set 1 17 1 agreed\n",
        "set 1 1 1 perhaps\n",
        "set 1 1 1 agreed\nmember a 10.0.0.1 80\n",
        "set 1 1 1 agreed\nmember 0123456789012345678901234567890123456789 10.0.0.1 65536\n",
        "set 1 1 1 agreed\nnumber 0123456789012345678901234567890123456789 10.0.0.1 80\n",
        "set 1 1 1 agreed\nmember 0123456789012345678901234567890123456789 10.0.0.1 80 more\n"};
    struct members members;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        CHECK(!members_parse(&members, bytes_of_string(texts[i])));
}

TEST(all_in_step_are_in_the_first_set_if_they_are_enough) {
    struct members none = {0}, next;
    CHECK(!choose(&none, (struct world){1, 1, 2, NOBODY}, &next));
    CHECK(!choose(&none, (struct world){3, 1, 2, NOBODY}, &next)); /* one is still on its way */
    CHECK(choose(&none, (struct world){7, 7, 2, NOBODY}, &next));
    CHECK_EQ(bits_of(&next), 7);
    CHECK(!next.is_forced);
    CHECK(!choose(&none, (struct world){7, 7, 0, NOBODY}, &next));
}

TEST(who_does_not_answer_leaves_as_long_as_enough_stay) {
    struct members now = make(7, 2), next;
    CHECK(choose(&now, (struct world){3, 7, 2, NOBODY}, &next));
    CHECK_EQ(bits_of(&next), 3);
    CHECK(!choose(&now, (struct world){1, 7, 2, NOBODY}, &next));
    CHECK(!choose(&now, (struct world){7, 7, 2, NOBODY}, &next)); /* all is well */
    /* A stranger does not make up for a member. */
    CHECK(!choose(&now, (struct world){1 | 8, 15, 2, NOBODY}, &next));
    CHECK(choose(&now, (struct world){3 | 8, 15, 2, NOBODY}, &next));
    CHECK_EQ(bits_of(&next), 11);
}

TEST(a_set_shrinks_below_what_it_requires_only_as_told) {
    struct members now = make(3, 2), next;
    CHECK(choose(&now, (struct world){1, 3, 1, NOBODY}, &next));
    CHECK(next.is_forced);
    CHECK_EQ(next.required, 1);
    CHECK(choose(&now, (struct world){0, 0, 0, NOBODY}, &next));
    CHECK(next.is_forced);
    CHECK_EQ(next.count, 0);
    CHECK(choose(&now, (struct world){3, 3, 1, NOBODY},
                 &next)); /* all are there: nothing is broken */
    CHECK(!next.is_forced);
}

TEST(a_member_that_became_the_primary_counts_as_staying) {
    struct members now = make(1, 1), next;
    CHECK(!choose(&now, (struct world){6, 6, 1, NOBODY}, &next));
    CHECK(choose(&now, (struct world){6, 6, 1, 0}, &next));
    CHECK_EQ(bits_of(&next), 6);
    CHECK(!next.is_forced);
}

/* M1 and M3: sets follow each other at random; whoever has heard from enough of any of them has heard from somebody of the
 * next, or is it himself, so that somebody can tell him. */
TEST(who_hears_enough_of_a_set_hears_of_the_next_one) {
    for (unsigned round = 0; round < 20000; round++) {
        unsigned required = 1 + (unsigned)(check_random() % 3);
        struct members now = make((unsigned)(check_random() % 127) + 1, required), next;
        struct world world = {(unsigned)(check_random() & 127), (unsigned)(check_random() & 127),
                              required, NOBODY};
        if (now.count < required || !choose(&now, world, &next)) continue;
        CHECK(next.count >= required);
        CHECK(members_may_follow(&now, &next, ""));
        unsigned heard = bits_of(&now) & (unsigned)check_random();
        if ((unsigned)__builtin_popcount(heard) < members_to_hear(&now) + 1) continue;
        CHECK((heard & bits_of(&next)) != 0);
    }
}
