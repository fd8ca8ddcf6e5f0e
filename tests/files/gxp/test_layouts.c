/* SPDX-License-Identifier: MIT */
/* Files of every shape, made by hand and by chance: each becomes text and comes back byte for byte,
 * and a damaged one does so or is refused. They are put together here without gisa's writer. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 4096, ORDERLY = 4000, SOUPS = 4000, DAMAGED = 20000 };

typedef struct file {
    uint8_t data[LARGEST];
    uint32_t size;
    bool newer, fragment;
} file;

static void put(file *f, uint32_t at, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        f->data[at + i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get(const file *f, uint32_t at) {
    uint32_t value;
    memcpy(&value, f->data + at, 4);
    return value;
}

static void put_distance(file *f, uint32_t at, uint32_t to) {
    put(f, at, to - at, 4);
}

/* Often a small number, sometimes any. */
static uint32_t some(void) {
    switch (any(4)) {
    case 0: return 0;
    case 1: return any(20);
    case 2: return UINT32_C(1) << any(32);
    default: return any(UINT32_MAX);
    }
}

static void fill(file *f, uint32_t at, uint32_t size) {
    bool words = any(2);
    for (uint32_t i = 0; i < size; i++)
        f->data[at + i] = (uint8_t)any(256);
    for (uint32_t i = 0; words && i + 4 <= size; i += 4)
        put(f, at + i, some(), 4);
}

/* ---- the parts of a file ---------------------------------------------------------------- */

/* Where the header says how many rows there are, and where they are. */
typedef struct part {
    uint32_t count_at, place_at, row_size;
} part;
static const part parts[] = {{0x24, 0x28, 16}, {0x3c, 0x40, 8}, {0x70, 0x74, 8}, {0x78, 0x7c, 8},
                             {0x80, 0x84, 4},  {0x88, 0x8c, 4}, {0x90, 0x94, 8}};
enum { PARTS = sizeof parts / sizeof *parts, PARAMETERS = 0, MOST_ROWS = 6 };

static uint32_t header_size(const file *f) {
    return f->newer ? 0x9c : 0x98;
}

static void begin(file *f) {
    memset(f, 0, sizeof *f);
    f->newer = any(2);
    f->fragment = any(2);
}

/* All numbers by chance, but for those that hold the file together. */
static void put_header(file *f) {
    bool plain = any(2);
    if (!plain)
        fill(f, 0, header_size(f));
    memcpy(f->data, "GXP", 4);
    f->data[4] = 1;
    f->data[5] = f->newer ? 5 : (uint8_t)any(5);
    f->data[0x14] = (uint8_t)((plain ? 0 : any(256) & ~1u) | f->fragment);
}

static uint32_t varyings_size(const file *f) {
    bool indices = get(f, 0x14) & 6u << 16;
    return f->fragment ? 20 : f->newer || indices ? 32 : 28;
}

/* ---- blocks in any order ---------------------------------------------------------------- */

typedef struct room {
    uint32_t at;
} room;

/* Where the next block stands: right here, at a multiple of 4 or 8, or after a gap, which may hold
   something. */
static uint32_t next_place(file *f, room *r, uint32_t size) {
    uint32_t at = r->at;
    switch (any(6)) {
    case 0: break;
    case 1: at += any(24); break;
    case 2: at = (at + 7) & ~7u; break;
    default: at = (at + 3) & ~3u;
    }
    if (any(8) == 0)
        fill(f, r->at, at - r->at);
    r->at = at + size;
    return at;
}

/* A name of its own, the end of another one, or what happens to stand somewhere. */
static uint32_t name_place(file *f, room *r, uint32_t last) {
    static const char *const names[] = {
        "", "a", "aPosition", "wvp", "tab\tquote\"backslash\\", "\xc3\xa4 ; // x"};
    const char *name = names[any(sizeof names / sizeof *names)];
    if (last && any(3) == 0)
        return last + any((uint32_t)strlen((char *)f->data + last) + 1);
    uint32_t at = r->at;
    r->at += (uint32_t)strlen(name) + 1;
    memcpy(f->data + at, name, strlen(name) + 1);
    return at;
}

static void put_table(file *f, room *r, const part *p) {
    uint32_t count = any(MOST_ROWS), size = count * p->row_size;
    if (!count && any(2))
        return; /* any distance will do: the header has one */
    uint32_t at = next_place(f, r, size);
    fill(f, at, size);
    put_distance(f, p->place_at, at);
    put(f, p->count_at, count, 4);
}

static void put_secondary(file *f, room *r) {
    uint32_t size = any(4) * 8, at = next_place(f, r, size);
    fill(f, at, size);
    put_distance(f, 0x48, at);
    put_distance(f, 0x4c, at + size);
    put(f, 0x44, any(8) ? size / 8 : some(), 4);
}

static void put_varyings(file *f, room *r) {
    uint32_t size = varyings_size(f), at = next_place(f, r, size), inputs = any(4);
    put_distance(f, 0x2c, at);
    fill(f, at, size);
    if (!f->fragment)
        return;
    put(f, at + 12, inputs, 2);
    if (!inputs && any(2))
        return;
    uint32_t rows = next_place(f, r, inputs * 16);
    fill(f, rows, inputs * 16);
    put_distance(f, at + 16, rows);
}

static void put_names(file *f, room *r) {
    uint32_t last = 0, at = parts[PARAMETERS].place_at + get(f, parts[PARAMETERS].place_at);
    for (uint32_t i = 0; i < get(f, parts[PARAMETERS].count_at); i++) {
        uint32_t place = name_place(f, r, last);
        put_distance(f, at + i * 16, place);
        last = place;
    }
}

static void end(file *f, const room *r) {
    f->size = r->at;
    uint32_t stated = any(4) ? f->size : any(f->size);
    switch (any(4)) {
    case 0: f->size += any(40); break;
    case 1: break;
    default: f->size = (f->size + 3) & ~3u;
    }
    if (any(8) == 0)
        fill(f, r->at, f->size - r->at);
    put(f, 8, stated, 4);
}

static void make_orderly(file *f) {
    unsigned order[PARTS + 2];
    room r;
    bool shuffled = any(2);
    begin(f);
    put_header(f);
    for (unsigned i = 0; i < PARTS; i++)
        put(f, parts[i].count_at, 0, 4);
    r.at = header_size(f);
    for (unsigned i = 0; i < PARTS + 2; i++)
        order[i] = i;
    for (unsigned i = PARTS + 2; i-- > 1 && shuffled;) {
        unsigned k = any(i + 1), was = order[i];
        order[i] = order[k];
        order[k] = was;
    }
    for (unsigned i = 0; i < PARTS + 2; i++) {
        if (order[i] == PARTS)
            put_varyings(f, &r);
        else if (order[i] == PARTS + 1)
            put_secondary(f, &r);
        else
            put_table(f, &r, &parts[order[i]]);
    }
    put_names(f, &r);
    end(f, &r);
}

/* ---- blocks on top of each other -------------------------------------------------------- */

/* Any bytes, and a header that leads somewhere among them; even into itself. */
static void make_soup(file *f) {
    begin(f);
    f->size = 0x100 + any(0x200);
    fill(f, 0, f->size);
    put_header(f);
    put(f, 8, any(f->size + 1), 4);
    f->data[f->size - 1] = 0; /* the end of every name */
    for (unsigned i = 0; i < PARTS; i++) {
        uint32_t count = any(MOST_ROWS), size = count * parts[i].row_size;
        put(f, parts[i].count_at, count, 4);
        put_distance(f, parts[i].place_at, header_size(f) + any(f->size - size - header_size(f) + 1));
    }
    uint32_t secondary = any(f->size - 24), words = any(4);
    put_distance(f, 0x48, secondary);
    put_distance(f, 0x4c, secondary + 8 * words);
    uint32_t varyings = header_size(f) + any(f->size - varyings_size(f) - header_size(f) + 1);
    put_distance(f, 0x2c, varyings);
    if (f->fragment) {
        uint32_t inputs = any(4);
        put(f, varyings + 12, inputs, 2);
        put_distance(f, varyings + 16, any(f->size - 16 * inputs + 1));
    }
    /* Last: a name's distance decides what is read, and must not be changed by another block. */
    uint32_t rows = parts[PARAMETERS].place_at + get(f, parts[PARAMETERS].place_at);
    for (uint32_t i = 0; i < get(f, parts[PARAMETERS].count_at); i++)
        put_distance(f, rows + 16 * i, any(f->size));
}

/* The last steps may have broken the ones before. */
static bool is_sound(const file *f) {
    uint32_t varyings = 0x2c + get(f, 0x2c);
    if (varyings > f->size || f->size - varyings < varyings_size(f) || f->data[f->size - 1])
        return false;
    if (!f->fragment)
        return true;
    uint32_t inputs = (uint32_t)(f->data[varyings + 12] | f->data[varyings + 13] << 8);
    uint32_t at = varyings + 16 + get(f, varyings + 16);
    return !inputs || (at <= f->size && inputs <= (f->size - at) / 16);
}

/* ---- damage ----------------------------------------------------------------------------- */

static bool damage(const file *from, unsigned number) {
    file f = *from;
    unsigned steps = 1 + any(4);
    for (unsigned i = 0; i < steps; i++)
        switch (any(4)) {
        case 0: f.data[any(f.size)] = (uint8_t)any(256); break;
        case 1: f.data[any(f.size)] ^= (uint8_t)(1u << any(8)); break;
        case 2: put(&f, any(0x26) * 4, some(), 4); break;
        default: f.size -= any(3) ? 0 : any(f.size / 2); break;
        }
    result text = disassemble(f.data, f.size), back = {.message = ""};
    bool refused = text.status != GISA_OK && text.errors && text.message[0], ok = refused;
    /* What has lost its magic number is raw code, which needs an architecture. */
    if (text.status == GISA_OK) {
        back = assemble(text.data, text.size);
        ok = back.status == GISA_OK && back.size == f.size && memcmp(back.data, f.data, f.size) == 0;
    }
    check(ok, "damaged file %u: %s%s\n%.*s", number, text.message, back.message, (int)text.size,
          text.data ? text.data : "");
    free(back.data);
    free(text.data);
    return !refused;
}

void test_layouts(void) {
    static file f;
    unsigned sound = 0, survived = 0;
    for (unsigned i = 0; i < ORDERLY; i++) {
        any_seed(i);
        make_orderly(&f);
        if (!check_law(f.data, f.size, "orderly file", i))
            return;
    }
    for (unsigned i = 0; i < SOUPS; i++) {
        any_seed(i);
        make_soup(&f);
        if (!is_sound(&f))
            continue;
        sound++;
        if (!check_law(f.data, f.size, "soup", i))
            return;
    }
    for (unsigned i = 0; i < DAMAGED; i++) {
        any_seed(i);
        make_orderly(&f);
        survived += damage(&f, i);
    }
    /* Otherwise these tests test little. */
    check(sound > SOUPS / 4, "only %u soups are sound", sound);
    check(survived > DAMAGED / 10 && survived < DAMAGED * 9 / 10, "%u damaged files were read", survived);
}
