/* SPDX-License-Identifier: MIT */
/* What launches have executed, in lines for people. Handlers of signals may call this: it uses
   nothing but its arguments. */
#include "gisa_machine.h"

/* ---- order: the most frequent first ---------------------------------------------------------- */

/* Launches that still run may be counting. */
static uint64_t times_of(const uint64_t *executed, uint32_t form) {
    return __atomic_load_n(&executed[form], __ATOMIC_RELAXED);
}

/* Whether form a stands before form b. */
static bool before(const uint64_t *executed, uint32_t a, uint32_t b) {
    uint64_t x = times_of(executed, a), y = times_of(executed, b);
    return x == y ? a < b : x > y;
}

/* Lets what is at i sink in a heap whose last one in the order is at the top. */
static void sink(const uint64_t *executed, uint32_t *heap, uint32_t i, uint32_t count) {
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        uint32_t moved = heap[i];
        if (child + 1 < count && before(executed, heap[child], heap[child + 1]))
            child++;
        if (!before(executed, moved, heap[child]))
            return;
        heap[i] = heap[child];
        heap[child] = moved;
    }
}

uint32_t gisa_executed_order(const gisa_isa *isa, const uint64_t *executed, uint32_t *order) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < gisa_form_count(isa); i++)
        if (times_of(executed, i))
            order[count++] = i;
    for (uint32_t i = count / 2; i--;)
        sink(executed, order, i, count);
    for (uint32_t left = count; left > 1;) {
        uint32_t last = order[0];
        order[0] = order[--left];
        order[left] = last;
        sink(executed, order, 0, left);
    }
    return count;
}

/* ---- lines ----------------------------------------------------------------------------------- */

typedef struct line {
    char *text;
    size_t size, room;
} line;

static void put(line *l, const char *text) {
    while (*text && l->size < l->room)
        l->text[l->size++] = *text++;
}

static void fill(line *l, size_t column) {
    while (l->size < column && l->size < l->room)
        l->text[l->size++] = ' ';
}

/* Right-aligned. */
static void put_number(line *l, uint64_t number, size_t width) {
    char digits[21];
    char *at = digits + sizeof digits - 1;
    *at = 0;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    size_t length = (size_t)(digits + sizeof digits - 1 - at);
    fill(l, l->size + (length < width ? width - length : 0));
    put(l, at);
}

size_t gisa_executed_line(const gisa_isa *isa, uint32_t form, uint64_t times, char text[GISA_EXECUTED_LINE]) {
    enum { COUNT_WIDTH = 14, EXACTNESS_AT = 45 };
    line l = {text, 0, GISA_EXECUTED_LINE - 2};
    gisa_form_info info;
    if (gisa_form(isa, form, &info) != GISA_OK)
        return 0;
    put_number(&l, times, COUNT_WIDTH);
    put(&l, "  ");
    put(&l, info.mnemonic);
    fill(&l, EXACTNESS_AT - 1);
    put(&l, " ");
    put(&l, info.unsure ? "unknown: " : info.approximate ? "approximate: " : "exact");
    put(&l, info.unsure ? info.unsure : info.approximate ? info.approximate : "");
    text[l.size++] = '\n';
    text[l.size] = 0;
    return l.size;
}
