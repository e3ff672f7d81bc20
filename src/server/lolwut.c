/* server/lolwut.c - LOLWUT: an evening at the pond. Anax is a genus of dragonflies. */
#include "base/number.h"
#include "engine/core.h"
#include "engine/store.h"
#include "server/families.h"
#include "server/version.h"

enum { WIDTH = 66, HEIGHT = 18, WATER_ROW = 14, REEDS = 5, WING_SPAN = 13, BODY = 6 };

struct picture {
    struct loop *loop;
    char rows[HEIGHT][WIDTH];
};

static unsigned chance(const struct picture *picture, unsigned limit) {
    return (unsigned)(loop_random(picture->loop) % limit);
}

static void draw_dragonfly(struct picture *picture, unsigned row, unsigned column) {
    static const char *const lines[BODY] = {" .--. | .--. ", "(____\\O/____)", " (___/|\\___) ",
                                            "      |      ", "      |      ",  "      '      "};
    for (unsigned y = 0; y < BODY; y++) {
        for (unsigned x = 0; x < WING_SPAN; x++) {
            if (lines[y][x] != ' ') {
                picture->rows[row + y][column + x] = lines[y][x];
            }
        }
    }
}

static void draw_reed(struct picture *picture) {
    unsigned column = chance(picture, WIDTH), height = 3 + chance(picture, 6);
    for (unsigned i = 0; i < height; i++) {
        picture->rows[WATER_ROW - i][column] = i + 1 < height ? '|' : 'I';
    }
}

static void draw_water(struct picture *picture) {
    for (unsigned y = WATER_ROW + 1; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            picture->rows[y][x] = chance(picture, HEIGHT - y + 2) < 2 ? '~' : ' ';
        }
    }
}

static void draw(struct picture *picture) {
    memset(picture->rows, ' ', sizeof(picture->rows));
    draw_water(picture);
    for (unsigned i = 0; i < REEDS; i++) {
        draw_reed(picture);
    }
    unsigned third = WIDTH / 3;
    for (unsigned i = 0; i < 3; i++) { /* each in its own part of the sky */
        draw_dragonfly(picture, chance(picture, WATER_ROW - BODY),
                       i * third + chance(picture, third - WING_SPAN));
    }
}

static void append_row(struct buffer *out, const char *row) {
    size_t len = WIDTH;
    while (len > 0 && row[len - 1] == ' ') {
        len--;
    }
    buffer_append(out, bytes_of(row, len));
    buffer_append_text(out, "\n");
}

static void lolwut(struct call *call) {
    int64_t version;
    if (call->argc > 2 && arg_is(call, 1, "version") && !arg_integer(call, 2, &version)) {
        return;
    }
    struct picture picture = {.loop = call->client->core->loop};
    draw(&picture);
    struct buffer text = {0};
    for (unsigned y = 0; y < HEIGHT; y++) {
        append_row(&text, picture.rows[y]);
    }
    buffer_append_text(&text, "\nRedis ver. " REDIS_VERSION ", Anax ver. " ANAX_VERSION "\n");
    reply_verbatim(call->reply, "txt", buffer_view(&text));
    buffer_clear(&text);
}

const struct command lolwut_commands[] = {
    {"LOLWUT", "[VERSION version]", lolwut, READONLY | FAST | ON_CONNECTION, NO_KEYS, "5.0.0",
     "O(1)", "Something nice to look at, with the version.", GROUP_SERVER, NULL},
    {0},
};
