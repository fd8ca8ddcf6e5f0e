/* SPDX-License-Identifier: MIT */
/* Writes a trace in its compact form: what is said often is defined once, and each wave has blocks
 * of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

/* Bytes that grow. */
typedef struct buffer {
    uint8_t *data;
    size_t size, room;
} buffer;

typedef struct text_slot {
    char *text; /* NULL: free */
    uint32_t number;
} text_slot;

/* A wave whose block is being filled; observed_wave.data. */
typedef struct binary_wave {
    uint32_t number;
    buffer steps;
} binary_wave;

struct binary {
    gisa_machine *machine;
    const gisa_trace_options *options;
    buffer definitions;
    text_slot *texts; /* by hash; half of them are free */
    uint32_t text_count, text_room, site_count, wave_count;
    bool begun, failed;
};

/* ---- bytes ----------------------------------------------------------------------------------- */

static void put_bytes(binary *b, buffer *to, const void *data, size_t size) {
    if (to->size + size > to->room) {
        size_t room = to->room ? 2 * to->room : 1024;
        while (room < to->size + size)
            room *= 2;
        uint8_t *grown = realloc(to->data, room);
        b->failed |= !grown;
        if (!grown)
            return;
        to->data = grown;
        to->room = room;
    }
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void put_byte(binary *b, buffer *to, unsigned value) {
    const uint8_t byte = (uint8_t)value;
    put_bytes(b, to, &byte, 1);
}

static void put_number(binary *b, buffer *to, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        put_byte(b, to, (unsigned)(value & 0x7f) | 0x80);
    put_byte(b, to, (unsigned)value);
}

static void put_fixed(binary *b, buffer *to, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        put_byte(b, to, (unsigned)(value >> 8 * i & 0xff));
}

static void give(binary *b, const void *data, size_t size) {
    if (!b->failed && size && !b->options->write(b->options->ctx, data, size))
        b->failed = true;
}

static void give_block(binary *b, unsigned kind, buffer *from) {
    uint8_t head[5] = {(uint8_t)kind};
    for (unsigned i = 0; i < 4; i++)
        head[1 + i] = (uint8_t)(from->size >> 8 * i);
    if (!b->begun)
        give(b, BINARY_MAGIC, sizeof BINARY_MAGIC - 1);
    b->begun = true;
    give(b, head, sizeof head);
    give(b, from->data, from->size);
    from->size = 0;
}

static void give_definitions(binary *b) {
    if (b->definitions.size)
        give_block(b, BLOCK_DEFINITIONS, &b->definitions);
}

/* ---- definitions ----------------------------------------------------------------------------- */

static text_slot *slot_of(text_slot *slots, uint32_t room, const char *text) {
    uint32_t hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    for (hash &= room - 1; slots[hash].text && strcmp(slots[hash].text, text) != 0;)
        hash = (hash + 1) & (room - 1);
    return &slots[hash];
}

static bool grow_texts(binary *b) {
    const uint32_t room = b->text_room ? 2 * b->text_room : 256;
    text_slot *grown = calloc(room, sizeof *grown);
    if (!grown)
        return false;
    for (uint32_t i = 0; i < b->text_room; i++)
        if (b->texts[i].text)
            *slot_of(grown, room, b->texts[i].text) = b->texts[i];
    free(b->texts);
    b->texts = grown;
    b->text_room = room;
    return true;
}

static uint32_t number_of(binary *b, const char *text) {
    text_slot *s;
    if (2 * b->text_count >= b->text_room && !grow_texts(b)) {
        b->failed = true;
        return 0;
    }
    s = slot_of(b->texts, b->text_room, text);
    if (s->text)
        return s->number;
    *s = (text_slot){strdup(text), b->text_count++};
    b->failed |= !s->text;
    put_byte(b, &b->definitions, DEFINES_STRING);
    put_number(b, &b->definitions, strlen(text));
    put_bytes(b, &b->definitions, text, strlen(text));
    return s->number;
}

static uint32_t define_site(binary *b, const gisa_site *site) {
    char text[GISA_TEXT_MAX] = "not an instruction", source[SOURCE_TEXT] = "";
    size_t size = sizeof text;
    uint64_t distance;
    const char *function = gisa_machine_function_at(b->machine, site->pc, &distance);
    if (site->insn.size)
        gisa_print(gisa_machine_isa(b->machine), &site->insn, NULL, text, &size);
    if (b->options->place)
        b->options->place(b->options->place_ctx, site->pc, source, sizeof source);
    const uint32_t names[] = {number_of(b, function ? function : ""), number_of(b, text),
                              number_of(b, source)};
    put_byte(b, &b->definitions, DEFINES_INSTRUCTION);
    put_number(b, &b->definitions, names[0]);
    put_number(b, &b->definitions, function ? distance : site->pc);
    put_number(b, &b->definitions, names[1]);
    put_number(b, &b->definitions, names[2]);
    return b->site_count++;
}

static uint32_t number_site(binary *b, gisa_site *site) {
    if (!site->data)
        site->data = (void *)(uintptr_t)(define_site(b, site) + 1u);
    return (uint32_t)((uintptr_t)site->data - 1);
}

static binary_wave *wave_of(binary *b, gisa_observed_wave *wave) {
    binary_wave *w = wave->data;
    if (w)
        return w;
    wave->data = w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->number = b->wave_count++;
    put_byte(b, &b->definitions, DEFINES_WAVE);
    for (unsigned i = 0; i < 3; i++)
        put_number(b, &b->definitions, wave->group->id[i]);
    put_number(b, &b->definitions, wave->number);
    put_number(b, &w->steps, w->number);
    return w;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* How many values from the first on grow by the same step. */
static unsigned run_of(const uint32_t *values, unsigned count, unsigned from, uint32_t *step) {
    unsigned n = 1;
    *step = from + 1 < count ? values[from + 1] - values[from] : 0;
    while (from + n < count && values[from + n] - values[from + n - 1] == *step)
        n++;
    if (n == 1)
        *step = 0;
    return n;
}

/* A number that may be negative, small ones in few bytes. */
static void put_signed(binary *b, buffer *to, uint64_t value) {
    put_number(b, to, value << 1 ^ (value >> 63 ? UINT64_MAX : 0));
}

static void put_run(binary *b, buffer *to, unsigned count, uint32_t value, uint32_t step) {
    put_number(b, to, (uint64_t)count << 1 | (step != 0));
    put_fixed(b, to, value, 4);
    if (step)
        put_signed(b, to, (uint64_t)(int64_t)(int32_t)step);
}

static void put_lanes(binary *b, buffer *to, const traced *t, const gisa_wave_register *reg, unsigned word,
                      uint64_t lanes) {
    uint32_t values[GISA_WAVE_LANES];
    unsigned count = 0;
    put_fixed(b, to, lanes, 8);
    for (unsigned i = 0; i < GISA_WAVE_LANES; i++)
        if (lanes >> i & 1) {
            values[count] = 0;
            gisa_wave_get(t->wave, reg, i, word, &values[count++]);
        }
    for (unsigned i = 0, n; i < count; i += n) {
        uint32_t step;
        n = run_of(values, count, i, &step);
        put_run(b, to, n, values[i], step);
    }
}

/* One word of a register; false: it is not there. */
static bool put_word(binary *b, buffer *to, const traced *t, const gisa_wave_change *c, unsigned word) {
    char name[GISA_WAVE_NAME];
    uint32_t value;
    const bool is_float = strcmp(effects_type(t, &c->reg), "f32") == 0;
    if (gisa_wave_name(t->wave, &c->reg, word, name) != GISA_OK ||
        (c->reg.per_lane && !(c->lanes & t->lanes)) ||
        gisa_wave_get(t->wave, &c->reg, 0, word, &value) != GISA_OK)
        return false;
    put_number(b, to,
               (uint64_t)number_of(b, name) << 2 | (is_float ? REGISTER_FLOAT : 0u) |
                   (c->reg.per_lane ? REGISTER_PER_LANE : 0u));
    if (c->reg.per_lane)
        put_lanes(b, to, t, &c->reg, word, c->lanes & t->lanes);
    else
        put_fixed(b, to, value, 4);
    return true;
}

static bool is_told(const traced *t, const gisa_wave_access *a) {
    return a->lane == GISA_WAVE_ALL || (a->lane < GISA_WAVE_LANES && t->lanes >> a->lane & 1);
}

/* How many accesses, from the first on, are those of lanes in a row with addresses in step. */
static uint32_t in_step(const traced *t, uint32_t from) {
    const gisa_wave_access *a = &t->access[from];
    uint32_t n = 1;
    while (from + n < t->access_count && a->lane != GISA_WAVE_ALL && is_told(t, &a[n]) &&
           a[n].lane == a->lane + n && a[n].space == a->space && a[n].access == a->access &&
           a[n].size == a->size && a[n].address - a[n - 1].address == a[1].address - a->address)
        n++;
    return n;
}

static bool read_stored(const traced *t, const gisa_wave_access *a, uint32_t n, uint8_t *bytes) {
    if (!(a->access & GISA_ACCESS_WRITE) || a->size > MOST_STORED || !t->read)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!t->read(t->from, &a[i], bytes + (size_t)i * a->size))
            return false;
    return true;
}

static void put_accesses(binary *b, buffer *to, const traced *t, const gisa_wave_access *a, uint32_t n,
                         uint64_t before) {
    const bool writes = a->access & GISA_ACCESS_WRITE, whole = a->lane == GISA_WAVE_ALL;
    uint8_t bytes[MOST_STORED * GISA_WAVE_LANES];
    const bool known = read_stored(t, a, n, bytes);
    put_byte(b, to,
             a->space | (writes ? ACCESS_WRITES : 0u) | (known ? ACCESS_BYTES : 0u) |
                 (whole ? ACCESS_WHOLE : 0u) | (n > 1 ? ACCESS_RUN : 0u));
    put_number(b, to, a->size);
    if (!whole)
        put_byte(b, to, a->lane);
    put_signed(b, to, a->address - before);
    if (n > 1) {
        put_byte(b, to, n);
        put_signed(b, to, a[1].address - a->address);
    }
    if (known)
        put_bytes(b, to, bytes, (size_t)n * a->size);
}

/* A list of which the number of elements stands first: it is put together elsewhere. */
static void put_list(binary *b, buffer *to, buffer *list, unsigned count) {
    put_number(b, to, count);
    put_bytes(b, to, list->data ? list->data : (const void *)"", list->size);
    list->size = 0;
}

static void put_effects(binary *b, buffer *to, const traced *t) {
    buffer list = {NULL, 0, 0};
    unsigned count = 0;
    uint64_t before = 0;
    for (uint32_t i = 0; i < t->change_count; i++)
        for (unsigned word = 0; word < t->change[i].reg.count; word++)
            count += put_word(b, &list, t, &t->change[i], word);
    put_list(b, to, &list, count);
    count = 0;
    for (uint32_t i = 0, n; i < t->access_count; i += n) {
        n = 1;
        if (!is_told(t, &t->access[i]))
            continue;
        n = in_step(t, i);
        put_accesses(b, &list, t, &t->access[i], n, before);
        before = t->access[i + n - 1].address;
        count++;
    }
    put_list(b, to, &list, count);
    free(list.data);
}

static void give_wave(binary *b, binary_wave *w) {
    give_definitions(b);
    give_block(b, BLOCK_WAVE, &w->steps);
    put_number(b, &w->steps, w->number);
}

bool binary_step(binary *b, gisa_observed_wave *wave, gisa_site *site, const traced *t) {
    binary_wave *w = wave_of(b, wave);
    const bool effects = t->change_count || t->access_count;
    if (!w)
        return false;
    put_number(b, &w->steps, (uint64_t)number_site(b, site) << 1 | effects);
    if (effects)
        put_effects(b, &w->steps, t);
    if (w->steps.size >= BINARY_BLOCK)
        give_wave(b, w);
    return !b->failed;
}

void binary_wave_ends(binary *b, gisa_observed_wave *wave) {
    binary_wave *w = wave->data;
    if (!w)
        return;
    give_wave(b, w);
    free(w->steps.data);
    free(w);
    wave->data = NULL;
}

/* ---------------------------------------------------------------------------------------------- */

binary *binary_new(gisa_machine *machine, const gisa_trace_options *options) {
    binary *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->machine = machine;
    b->options = options;
    return b;
}

void binary_end(binary *b) {
    buffer nothing = {NULL, 0, 0};
    if (!b)
        return;
    give_definitions(b);
    give_block(b, BLOCK_END, &nothing);
    for (uint32_t i = 0; i < b->text_room; i++)
        free(b->texts[i].text);
    free(b->texts);
    free(b->definitions.data);
    free(b);
}
