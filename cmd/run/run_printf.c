/* SPDX-License-Identifier: MIT */
/* printf of OpenCL's kernels: the buffer that they write records to, and the records as text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerals.h"
#include "run.h"

enum { HEAD = 8, ROOM = 1 << 20 }; /* bytes: used and capacity, then the records */

bool run_printf_begin(run_printf *p, gisa_machine *machine, const gisa_loaded *loaded, unsigned kernel,
                      const gisa_launch *launch) {
    gisa_argument m;
    const uint32_t capacity = ROOM;
    p->loaded = loaded;
    for (unsigned i = 0; gisa_argument_at(loaded, kernel, i, &m) == GISA_OK; i++)
        if (strcmp(m.kind, "hidden_printf_buffer") == 0 && (uint64_t)m.offset + 8 <= launch->kernarg_size) {
            p->memory = aligned_alloc(4096, HEAD + ROOM + 4096 - HEAD);
            if (!p->memory)
                return false;
            memset(p->memory, 0, HEAD + ROOM);
            memcpy(p->memory + 4, &capacity, sizeof capacity);
            const uint64_t address = (uintptr_t)p->memory;
            memcpy((char *)launch->kernarg + m.offset, &address, sizeof address);
            return gisa_machine_map(machine, p->memory, HEAD + ROOM, "printf's buffer") == GISA_OK;
        }
    return true;
}

size_t run_printf_size(void) {
    return HEAD + ROOM;
}

/* ---- formats of the metadata ---- */

/* "id:count:size:...:text"; *text begins after the sizes. */
typedef struct entry {
    uint32_t id;
    unsigned count;
    const char *sizes, *text;
} entry;

static const char *read_field(const char *at, uint32_t *value) {
    char *end;
    *value = (uint32_t)strtoul(at, &end, 10);
    return end > at && *end == ':' ? end + 1 : NULL;
}

static bool read_entry(const char *format, entry *e) {
    uint32_t count = 0, size;
    const char *at = read_field(format, &e->id);
    at = at ? read_field(at, &count) : NULL;
    e->sizes = at;
    e->count = count;
    for (uint32_t i = 0; i < count && at; i++)
        at = read_field(at, &size);
    e->text = at;
    return at;
}

static bool find_entry(const run_printf *p, uint32_t id, entry *e) {
    const char *format;
    for (unsigned i = 0; gisa_printf_at(p->loaded, i, &format) == GISA_OK; i++)
        if (read_entry(format, e) && e->id == id)
            return true;
    return false;
}

/* ---- arguments ---- */

typedef struct record {
    const unsigned char *at, *end; /* what is left of the arguments */
    const char *sizes;
    unsigned count;
} record;

/* The next argument; NULL: there is none. */
static const unsigned char *take(record *r, uint32_t *size) {
    const unsigned char *argument = r->at;
    if (!r->count || !(r->sizes = read_field(r->sizes, size)) || *size > (size_t)(r->end - r->at))
        return NULL;
    r->count--;
    r->at += (*size + 3) / 4 * 4 <= (size_t)(r->end - r->at) ? (*size + 3) / 4 * 4 : *size;
    return argument;
}

static double float_of(uint64_t bits, uint32_t size) {
    const char *name = size == 8 ? "f64" : size == 2 ? "f16" : "f32";
    return numeral_value(numeral_type_named(name, 3), bits);
}

/* A conversion: "%-8.3v4hld". */
typedef struct conversion {
    char spec[24];           /* "%-8.3": flags, width, precision */
    unsigned elements, bits; /* bits: of hh and h; 0: as the argument */
    char letter;
    const char *end;
} conversion;

/* False: nothing that printf has. */
static bool read_conversion(const char *text, conversion *c) {
    size_t size = 1 + strspn(text + 1, "-+ #0");
    size += strspn(text + size, "0123456789");
    if (text[size] == '.')
        size += 1 + strspn(text + size + 1, "0123456789");
    *c = (conversion){.elements = 1};
    if (size >= sizeof c->spec - 4 || size > 12)
        return false;
    memcpy(c->spec, text, size);
    if (text[size] == 'v') {
        char *end;
        c->elements = (unsigned)strtoul(text + size + 1, &end, 10);
        size = (size_t)(end - text);
    }
    const size_t length = strspn(text + size, "hl");
    c->bits = length == 2 && memcmp(text + size, "hh", 2) == 0 ? 8
              : length == 1 && text[size] == 'h'               ? 16
                                                               : 0;
    size += length;
    c->letter = text[size];
    c->end = text + size + 1;
    return c->letter && strchr("diouxXcfFeEgGaAsp", c->letter) && c->elements >= 1 && c->elements <= 16;
}

static void put_integer(const conversion *c, uint64_t bits, uint32_t size) {
    const unsigned width = c->bits ? c->bits : 8 * (size < 8 ? size : 8), unused = 64 - width;
    char spec[sizeof c->spec + 4];
    snprintf(spec, sizeof spec, c->letter == 'c' ? "%s%c" : "%sll%c", c->spec, c->letter);
    if (c->letter == 'c')
        printf(spec, (int)(bits & 255)); /* cppcheck-suppress wrongPrintfScanfArgNum */
    else if (c->letter == 'd' || c->letter == 'i')
        printf(spec, (long long)(bits << unused) >> unused);
    else
        printf(spec, (unsigned long long)(bits << unused >> unused));
}

static void put_element(const conversion *c, const unsigned char *at, uint32_t size) {
    char spec[sizeof c->spec + 4];
    uint64_t bits = 0;
    memcpy(&bits, at, size < 8 ? size : 8);
    snprintf(spec, sizeof spec, "%s%c", c->spec, c->letter);
    if (strchr("fFeEgGaA", c->letter))
        printf(spec, float_of(bits, size));
    else if (c->letter == 'p')
        printf(spec, (void *)(uintptr_t)bits);
    else
        put_integer(c, bits, size);
}

static void put_argument(const conversion *c, const unsigned char *at, uint32_t size) {
    const uint32_t each = size / (c->elements == 3 ? 4 : c->elements);
    if (c->letter == 's') { /* the characters themselves */
        printf("%.*s", (int)strnlen((const char *)at, size), (const char *)at);
        return;
    }
    for (unsigned i = 0; i < c->elements && each; i++) {
        if (i)
            putchar(',');
        put_element(c, at + i * each, each);
    }
}

/* ---- records ---- */

/* A character of the metadata's text: "\\n" is a line break, "\\72" a colon. */
static const char *put_character(const char *text) {
    static const char letters[] = "nrtabfv", meant[] = "\n\r\t\a\b\f\v";
    const char *letter = *text == '\\' && text[1] ? strchr(letters, text[1]) : NULL;
    unsigned value = 0, digits = 0;
    if (letter) {
        putchar(meant[letter - letters]);
        return text + 2;
    }
    while (*text == '\\' && digits < 3 && text[1 + digits] >= '0' && text[1 + digits] <= '7')
        value = value * 8 + (unsigned)(text[1 + digits++] - '0');
    if (digits)
        putchar((int)(value & 255));
    else if (*text == '\\' && text[1])
        putchar((unsigned char)text[1]);
    else
        putchar((unsigned char)*text);
    return text + (digits ? 1 + digits : *text == '\\' && text[1] ? 2 : 1);
}

static void put_record(record *r, const char *text) {
    conversion c;
    while (*text) {
        const unsigned char *argument;
        uint32_t size = 0;
        if (*text != '%' || text[1] == '%' || !read_conversion(text, &c)) {
            const bool percent = *text == '%' && text[1] == '%';
            text = put_character(text) + percent;
        } else if ((argument = take(r, &size))) {
            put_argument(&c, argument, size);
            text = c.end;
        } else
            return;
    }
}

/* The bytes of its arguments, each in steps of four. */
static size_t size_of(const entry *e) {
    const char *at = e->sizes;
    size_t sum = 0;
    uint32_t size;
    for (unsigned i = 0; i < e->count && (at = read_field(at, &size)); i++)
        sum += ((size_t)size + 3) / 4 * 4;
    return sum;
}

void run_printf_show(const run_printf *p) {
    uint32_t used = 0, id;
    entry e;
    if (p->memory)
        memcpy(&used, p->memory, sizeof used);
    used = used < ROOM ? used : ROOM;
    for (size_t at = 0; at + 4 <= used;) {
        const unsigned char *record_at = p->memory + HEAD + at;
        memcpy(&id, record_at, sizeof id);
        if (!find_entry(p, id, &e) || size_of(&e) > used - at - 4) {
            fprintf(stderr, "gisa run: printf's buffer holds a record that the metadata do not describe\n");
            break;
        }
        record r = {record_at + 4, p->memory + HEAD + used, e.sizes, e.count};
        put_record(&r, e.text);
        at += 4 + size_of(&e);
    }
}

void run_printf_end(run_printf *p) {
    run_printf_show(p);
    free(p->memory);
    p->memory = NULL;
}
