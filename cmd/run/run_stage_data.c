/* SPDX-License-Identifier: MIT */
/* gisa run on shader stages: user data (--user-data): numbers, addresses, and the resources of
 * buffers, images and samplers, which are put together by the tables of the spec. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
#include "resources.h"
#include "run_stage.h"

enum { PAGE = 4096, TEXELS_IN_A_ROW = 64 };

static bool wrong_data(const char *text, const char *why) {
    fprintf(stderr, "gisa %s: --user-data %s: %s\n", run_name, text, why);
    return false;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* A file, or a number of zeros. `room`: bytes to add after them. */
static stage_memory *open_memory(stage_program *p, const char *what, size_t room) {
    stage_memory *m = &p->memory[p->memory_count];
    char *end;
    const unsigned long long zeros = strtoull(what, &end, 0);
    void *data = NULL;
    if (p->memory_count == STAGE_MOST)
        return wrong_data(what, "too many pieces of memory"), NULL;
    if (*what >= '0' && *what <= '9' && !*end && zeros <= UINT32_MAX)
        m->size = (size_t)zeros;
    else if (!cmd_read_file(what, &data, &m->size))
        return NULL;
    const size_t all = (m->size + room + PAGE) / PAGE * PAGE;
    m->bytes = aligned_alloc(PAGE, all);
    if (m->bytes) {
        memset(m->bytes, 0, all);
        if (data)
            memcpy(m->bytes, data, m->size);
    }
    free(data);
    if (!m->bytes || gisa_stage_map(p->stage, (uintptr_t)m->bytes, m->bytes, all, true))
        return wrong_data(what, "out of memory"), NULL;
    m->room = all;
    p->memory_count++;
    return m;
}

bool stage_palette(stage_program *p, const char *file) {
    const stage_memory *m = open_memory(p, file, 0);
    return m && (gisa_stage_set_border_palette(p->stage, (uintptr_t)m->bytes) == GISA_OK ||
                 shader_says("no border colours can be set", NULL));
}

int stage_memory_finish(const stage_program *p) {
    int status = 0;
    for (unsigned i = 0; i < p->memory_count && !status; i++)
        if (p->memory[i].out)
            status = cmd_write_file(p->memory[i].out, p->memory[i].bytes, p->memory[i].size);
    return status;
}

void stage_memory_free(stage_program *p) {
    for (unsigned i = 0; i < p->memory_count; i++)
        free(p->memory[i].bytes);
}

/* ---- one item: WHAT[,NAME=VALUE ...] -------------------------------------------------------- */

typedef struct item {
    stage_program *program;
    const gisa_isa *isa;
    const char *text; /* all of the option */
    char what[512];
    const char *option[16]; /* NAME=VALUE */
    unsigned option_count, words;
    uint32_t word[STAGE_WORDS];
} item;

static const char *option_of(const item *it, const char *name) {
    const size_t size = strlen(name);
    for (unsigned i = 0; i < it->option_count; i++)
        if (strncmp(it->option[i], name, size) == 0 && it->option[i][size] == '=')
            return it->option[i] + size + 1;
    return NULL;
}

static bool number_option(const item *it, const char *name, uint64_t *value) {
    const char *text = option_of(it, name);
    char *end;
    if (!text)
        return true;
    *value = strtoull(text, &end, 0);
    return (end > text && !*end) ||
           wrong_data(it->text, "expected a number after stride=, records=, wrap=, border= and entry=");
}

/* Each option must be one of these. */
static bool check_options(const item *it, const char *const *names) {
    for (unsigned i = 0; i < it->option_count; i++) {
        bool known = false;
        for (unsigned k = 0; names[k]; k++)
            known |= strncmp(it->option[i], names[k], strlen(names[k])) == 0 &&
                     it->option[i][strlen(names[k])] == '=';
        if (!known)
            return wrong_data(it->text,
                              "unknown option of a resource; expected stride= fmt= records= out= of "
                              "V#, out= of ptr, wrap= border= entry= of S#, nothing of T#");
    }
    return true;
}

/* ---- formats -------------------------------------------------------------------------------- */

typedef struct format {
    unsigned data, number, components;
} format;

static bool read_format(const gisa_isa *isa, const char *text, format *f) {
    resource_format r;
    if (!resource_format_read(text, &r))
        return false;
    f->components = r.components;
    return resource_value(isa, "DFMT", r.layout, strlen(r.layout), &f->data) &&
           resource_value(isa, "NFMT", r.number, strlen(r.number), &f->number);
}

/* What is not in the format reads as 0, alpha as 1. */
static const char *select_of(unsigned components) {
    static const char *const selects[] = {"0001", "x001", "xy01", "xyz1", "xyzw"};
    return selects[components < 4 ? components : 4];
}

/* ---- resources ------------------------------------------------------------------------------ */

static bool open_buffer(item *it) {
    static const char *const names[] = {"stride", "fmt", "records", "out", NULL};
    const char *text = option_of(it, "fmt");
    format f;
    uint64_t stride = 0, records;
    stage_memory *m;
    if (!check_options(it, names) || !number_option(it, "stride", &stride))
        return false;
    if (!read_format(it->isa, text ? text : "32_32_32_32f", &f))
        return wrong_data(it->text,
                          "unknown format; expected fmt=32_32_32f and the like: a name of table DFMT, "
                          "and f, u, i or :snorm (gisa info DFMT, NFMT)");
    if (!(m = open_memory(it->program, it->what, 0)))
        return false;
    m->out = option_of(it, "out");
    const bool in_bytes = !stride || gisa_fact(it->isa, "buffer_structured_swizzled", 0);
    records = in_bytes ? m->size : m->size / stride;
    if (!number_option(it, "records", &records))
        return false;
    resource_part(it->isa, "BUFFER", "base", it->word, (uintptr_t)m->bytes);
    resource_part(it->isa, "BUFFER", "stride", it->word, stride);
    resource_part(it->isa, "BUFFER", "records", it->word, records);
    resource_part(it->isa, "BUFFER", "data_format", it->word, f.data);
    resource_part(it->isa, "BUFFER", "number_format", it->word, f.number);
    resource_select(it->isa, "BUFFER", select_of(f.components), it->word);
    it->words = 4;
    return true;
}

static bool open_pointer(item *it) {
    static const char *const names[] = {"out", NULL};
    stage_memory *m = check_options(it, names) ? open_memory(it->program, it->what, 0) : NULL;
    if (!m)
        return false;
    m->out = option_of(it, "out");
    it->word[0] = (uint32_t)(uintptr_t)m->bytes;
    it->word[1] = (uint32_t)((uint64_t)(uintptr_t)m->bytes >> 32);
    it->words = 2;
    return true;
}

/* Four bytes a texel, row by row: rows are padded to a multiple of 256 bytes. */
static stage_memory *texels_of(item *it, const image *from, uint32_t pitch) {
    char size[32];
    snprintf(size, sizeof size, "%llu", 4ULL * pitch * from->height);
    stage_memory *m = open_memory(it->program, size, 0);
    for (uint32_t y = 0; m && y < from->height; y++)
        for (uint32_t x = 0; x < from->width; x++)
            for (unsigned c = 0; c < 4; c++)
                m->bytes[4 * ((size_t)y * pitch + x) + c] =
                    (unsigned char)(from->pixels[4 * ((size_t)y * from->width + x) + c] * 255 + 0.5f);
    return m;
}

static bool open_image(item *it) {
    image from = {0};
    stage_memory *m = NULL;
    if (it->option_count)
        return wrong_data(it->text, "T# takes no options");
    if (!picture_read(it->what, &from))
        return false;
    const uint32_t pitch = (from.width + TEXELS_IN_A_ROW - 1) / TEXELS_IN_A_ROW * TEXELS_IN_A_ROW;
    m = texels_of(it, &from, pitch);
    if (m)
        resource_image_words(it->isa,
                             &(resource_image){.type = "2d",
                                               .data_format = "8_8_8_8",
                                               .number = "unorm",
                                               .select = "xyzw",
                                               .base = (uintptr_t)m->bytes,
                                               .width = from.width,
                                               .height = from.height,
                                               .depth = 1,
                                               .pitch = pitch},
                             it->word);
    free(from.pixels);
    it->words = 8;
    return m != NULL;
}

/* S#:point or S#:linear, wrap=0 ... 7 (table CLAMP), border=0 ... 3, entry= of the palette. */
static bool open_sampler(item *it) {
    static const char *const names[] = {"wrap", "border", "entry", NULL};
    const bool linear = strcmp(it->what, "linear") == 0;
    enum { LAST_LEVEL = 0xfff };
    uint64_t wrap = 0, border = 0, entry = 0;
    if ((!linear && strcmp(it->what, "point") != 0) || !check_options(it, names))
        return wrong_data(it->text,
                          "expected S#:point or S#:linear, wrap=0 to 7, border=0 to 3 and entry=0 to 4095");
    if (!number_option(it, "wrap", &wrap) || !number_option(it, "border", &border) ||
        !number_option(it, "entry", &entry))
        return false;
    resource_part(it->isa, "IMAGE_SAMPLER", "border_type", it->word, border);
    resource_part(it->isa, "IMAGE_SAMPLER", "border_pointer", it->word, entry);
    resource_part(it->isa, "IMAGE_SAMPLER", "clamp_x", it->word, wrap);
    resource_part(it->isa, "IMAGE_SAMPLER", "clamp_y", it->word, wrap);
    resource_part(it->isa, "IMAGE_SAMPLER", "clamp_z", it->word, wrap);
    resource_part(it->isa, "IMAGE_SAMPLER", "max_lod", it->word, LAST_LEVEL);
    resource_part(it->isa, "IMAGE_SAMPLER", "mag_filter", it->word, linear);
    resource_part(it->isa, "IMAGE_SAMPLER", "min_filter", it->word, linear);
    it->words = 4;
    return true;
}

/* ---- the option ----------------------------------------------------------------------------- */

static bool open_numbers(item *it, const char *p) {
    for (;; p++) {
        uint64_t bits;
        const size_t used = it->words < STAGE_WORDS ? numeral_read(numeral_type_plain(32), p, &bits) : 0;
        if (!used)
            return wrong_data(it->text,
                              "expected numbers with commas, V#:FILE, T#:FILE, S#:point or ptr:FILE");
        it->word[it->words++] = (uint32_t)bits;
        p += used;
        if (!*p)
            return true;
        if (*p != ',')
            return wrong_data(it->text, "expected a comma between numbers");
    }
}

/* Cuts "FILE,stride=16,fmt=..." */
static bool cut(item *it, const char *text, char *copy, size_t room) {
    snprintf(copy, room, "%s", text);
    if (strlen(text) >= room)
        return wrong_data(it->text, "too long");
    char *comma = strchr(copy, ',');
    for (; comma; comma = strchr(comma, ',')) {
        *comma++ = 0;
        if (it->option_count == 16)
            return wrong_data(it->text, "too many options");
        it->option[it->option_count++] = text + (comma - copy);
    }
    snprintf(it->what, sizeof it->what, "%s", copy);
    return true;
}

static bool open_item(item *it, const char *text) {
    static const struct {
        const char *prefix;
        bool (*open)(item *);
    } kinds[] = {{"V#:", open_buffer}, {"T#:", open_image}, {"S#:", open_sampler}, {"ptr:", open_pointer}};
    static char copies[2 * STAGE_MOST][512]; /* options stay in use: names of files */
    static unsigned used;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t size = strlen(kinds[i].prefix);
        if (strncmp(text, kinds[i].prefix, size) != 0)
            continue;
        if (used == 2 * STAGE_MOST)
            return wrong_data(it->text, "too many resources");
        char *copy = copies[used++];
        if (!cut(it, text + size, copy, sizeof copies[0]))
            return false;
        for (unsigned k = 0; k < it->option_count; k++)
            it->option[k] = copy + (it->option[k] - (text + size));
        return kinds[i].open(it);
    }
    return open_numbers(it, text);
}

bool stage_data(stage_program *p, const gisa_isa *isa, const char *text) {
    item it = {.program = p, .isa = isa, .text = text};
    char *end;
    const unsigned long first = strtoul(text, &end, 10);
    unsigned long last = first;
    const bool range = end > text && *end == '-';
    if (range)
        last = strtoul(end + 1, &end, 10);
    if (end == text || *end != '=' || last < first)
        return wrong_data(text, "expected N=WHAT or N-M=WHAT");
    if (!open_item(&it, end + 1))
        return false;
    if (range && last - first + 1 != it.words)
        return wrong_data(text, "another number of registers than what is put there");
    for (unsigned i = 0; i < it.words; i++)
        if (first >= STAGE_WORDS || gisa_stage_set_user_data(p->stage, (unsigned)first + i, it.word[i]))
            return wrong_data(text, "a stage does not have that many registers of user data");
    return true;
}
