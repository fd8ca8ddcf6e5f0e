/* SPDX-License-Identifier: MIT */
/* Work-items and waves of a group, in words. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "watch.h"

enum { MOST_RANGES = 4 };

/* Work-items are numbered with x fastest. */
static void place(const gisa_observed_group *group, uint32_t number, uint32_t item[3]) {
    const uint32_t *size = group->size;
    item[0] = size[0] ? number % size[0] : 0;
    item[1] = size[0] && size[1] ? number / size[0] % size[1] : 0;
    item[2] = size[0] && size[1] ? number / size[0] / size[1] : 0;
}

void watch_place_item(const gisa_observed_wave *wave, unsigned lane, uint32_t item[3]) {
    place(wave->group, wave->number * GISA_WAVE_LANES + lane, item);
}

/* ---- text ------------------------------------------------------------------------------------ */

typedef struct phrase {
    char *text;
    size_t size, room;
} phrase;

__attribute__((format(printf, 2, 3))) static void put(phrase *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(p->text + p->size, p->room - p->size, format, arguments);
    va_end(arguments);
    if (length > 0)
        p->size = p->size + (size_t)length < p->room ? p->size + (size_t)length : p->room - 1;
}

static void put_item(phrase *p, const gisa_observed_group *group, uint32_t number) {
    uint32_t item[3];
    place(group, number, item);
    put(p, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, item[0], item[1], item[2]);
}

static void put_items(phrase *p, const gisa_observed_group *group, uint32_t first, uint32_t last) {
    put_item(p, group, first);
    if (last != first) {
        put(p, " to ");
        put_item(p, group, last);
    }
}

/* Cuts the first run of ones off a mask. */
static void cut_run(uint64_t *mask, unsigned *first, unsigned *last) {
    *first = *last = (unsigned)__builtin_ctzll(*mask);
    while (*last < 63 && *mask >> (*last + 1) & 1)
        ++*last;
    *mask &= *last == 63 ? 0 : ~UINT64_C(0) << (*last + 1);
}

/* ---- who ------------------------------------------------------------------------------------- */

void watch_say_items(const gisa_observed_wave *wave, uint64_t lanes, char *text, size_t room) {
    phrase p = {text, 0, room};
    *text = 0;
    for (unsigned ranges = 0; lanes; ranges++) {
        unsigned first, last;
        if (ranges == MOST_RANGES) {
            put(&p, ", ...");
            return;
        }
        cut_run(&lanes, &first, &last);
        put(&p, ranges ? "; " : "");
        put_items(&p, wave->group, wave->number * GISA_WAVE_LANES + first,
                  wave->number * GISA_WAVE_LANES + last);
    }
}

static void put_wave(phrase *p, const gisa_observed_group *group, unsigned wave) {
    const uint32_t items = group->size[0] * group->size[1] * group->size[2], first = wave * GISA_WAVE_LANES,
                   end = first + GISA_WAVE_LANES;
    put(p, "wave %u (work-items ", wave);
    put_items(p, group, first, (end < items ? end : items) - 1);
    put(p, ")");
}

void watch_say_waves(const gisa_observed_group *group, uint64_t waves, char *text, size_t room) {
    phrase p = {text, 0, room};
    bool any = false;
    *text = 0;
    if (waves && !(waves & (waves - 1))) {
        put_wave(&p, group, (unsigned)__builtin_ctzll(waves));
        return;
    }
    for (put(&p, "waves"); waves; any = true) {
        unsigned first, last;
        cut_run(&waves, &first, &last);
        put(&p, "%s %u", any ? "," : "", first);
        if (last != first)
            put(&p, "%s %u", last == first + 1 ? "," : " to", last);
    }
}
