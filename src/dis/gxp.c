/* SPDX-License-Identifier: MIT */
/* A shader file of the PS Vita as assembler source: what it asks for and where that stands, then
   both programs. */
#include "gxp.h"
#include "graph.h"
#include "run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade/usage.h"

typedef struct shader {
    dis *d;
    const gxp *g;
} shader;

/* ---- words ------------------------------------------------------------------------------ */

/* Short pieces only. */
static void put(const shader *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(const shader *s, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    output_text(&s->d->out, text);
}

static void put_string(const shader *s, const char *text) {
    output *out = &s->d->out;
    output_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c > '~')
            put(s, "\\%03o", c);
        else {
            if (c == '"' || c == '\\')
                output_char(out, '\\');
            output_char(out, (char)c);
        }
    }
    output_char(out, '"');
}

static void put_value(const shader *s, uint64_t value, bool hex) {
    put(s, hex ? "0x%llx" : "%llu", (unsigned long long)value);
}

static void put_named(const shader *s, const gxp_name *names, uint32_t value) {
    const char *name = gxp_name_of(names, value);
    if (name)
        output_text(&s->d->out, name);
    else
        put_value(s, value, false);
}

/* The shortest decimal with up to 9 places that gives these bits; other floats as bits. */
static void put_real(const shader *s, uint32_t bits) {
    enum { PLACES = 9 };
    static const double most = 1e15;
    float value, back;
    double scaled, power = 1;
    memcpy(&value, &bits, sizeof value);
    for (int places = 0; places <= PLACES; places++, power *= 10) {
        char digits[48], *end;
        scaled = (double)value * power;
        if (!(scaled < most && scaled > -most))
            break;
        long long whole = (long long)(scaled + (scaled < 0 ? -0.5 : 0.5));
        unsigned long long size = whole < 0 ? 0 - (unsigned long long)whole : (unsigned long long)whole;
        snprintf(digits, sizeof digits, "%llue-%d", size, places);
        back = strtof(digits, &end);
        back = bits >> 31 ? -back : back;
        if (memcmp(&back, &bits, sizeof back) != 0)
            continue;
        int length = snprintf(digits, sizeof digits, "%0*llu", places + 1, size);
        put(s, "%s%.*s.%s", bits >> 31 ? "-" : "", length - places, digits,
            places ? digits + length - places : "0");
        return;
    }
    put(s, "0x%08x", (unsigned)bits);
}

/* "pa4..pa7": the registers, from `first` on. */
static void put_registers(const shader *s, gisa_kind kind, uint64_t first, uint64_t count) {
    const char *bank = gisa_bank_letters(kind);
    put(s, "%s%llu", bank, (unsigned long long)first);
    if (count > 1)
        put(s, "..%s%llu", bank, (unsigned long long)(first + count - 1));
}

/* ", a, b": the bits that are set. */
static void put_bits(const shader *s, const gxp_name *names, uint64_t bits, const char *first) {
    const char *between = first;
    for (uint32_t i = 0; i < 64; i++) {
        const char *name = gxp_name_of(names, i);
        if (!(bits >> i & 1))
            continue;
        output_text(&s->d->out, between);
        if (name)
            output_text(&s->d->out, name);
        else
            put(s, "bit%u", (unsigned)i);
        between = ", ";
    }
    if (!bits)
        put(s, "%snone", first);
}

/* ---- numbers of the header and of the varyings ------------------------------------------ */

static void put_field(const shader *s, int f) {
    const gxp_field_info *i = &gxp_fields[f];
    if (!s->g->given[f] || !i->directive)
        return;
    put(s, "\t%s ", i->directive);
    put_value(s, s->g->value[f], i->hex);
    if (i->note)
        put(s, "  // %s", i->note);
    output_char(&s->d->out, '\n');
}

/* One line per group of bits that is not 0, or one that says that there is none. */
static void put_access(const shader *s, gxp_field f, const char *directive, unsigned width,
                       const gxp_name *names) {
    uint64_t value = s->g->value[f];
    if (!s->g->given[f])
        return;
    for (unsigned i = 0; i * width < gxp_fields[f].width; i++) {
        uint64_t bits = value >> i * width & ((UINT64_C(1) << width) - 1);
        if (!bits)
            continue;
        put(s, "\t%s %u", directive, i);
        put_bits(s, names, bits, ", ");
        output_char(&s->d->out, '\n');
    }
    if (!value)
        put(s, "\t%s none\n", directive);
}

static void put_header(const shader *s) {
    const gxp *g = s->g;
    put(s, "\t.gxp %s\n", g->fragment ? "fragment" : "vertex");
    if (g->given[GXP_MAJOR] || g->given[GXP_MINOR])
        put(s, "\t.version %u, %u\n", (unsigned)g->value[GXP_MAJOR], (unsigned)g->value[GXP_MINOR]);
    for (int f = 0; f < GXP_FIELDS; f++)
        if (gxp_fields[f].where == GXP_IN_HEADER)
            put_field(s, f);
    if (g->given[GXP_FLAGS]) {
        output_text(&s->d->out, "\t.flags");
        put_bits(s, gxp_flag_names, g->value[GXP_FLAGS] & ~(uint64_t)GXP_FLAG_FRAGMENT, " ");
        output_char(&s->d->out, '\n');
    }
    put_access(s, GXP_BUFFER_ACCESS, ".buffer_access", 2, gxp_buffer_access_names);
    put_access(s, GXP_TEXTURE_ACCESS, ".texture_access", 4, gxp_texture_access_names);
    put(s, "\t// %u pa registers, %u sa registers, %u temporaries\n", (unsigned)g->value[GXP_PA],
        (unsigned)g->value[GXP_SA], (unsigned)g->value[GXP_TEMPORARIES]);
}

/* After a line: the registers, from `first` on. */
static void put_output_place(const shader *s, unsigned which) {
    uint32_t count, first = gxp_output_place(s->g, which, &count);
    if (count) {
        output_text(&s->d->out, "  // ");
        put_registers(s, GISA_KIND_OUTPUT, first, count);
    }
    output_char(&s->d->out, '\n');
}

static void put_outputs(const shader *s) {
    const gxp *g = s->g;
    for (uint32_t i = 0; i < gxp_fields[GXP_OUTPUTS].width; i++)
        if (g->value[GXP_OUTPUTS] >> i & 1) {
            put(s, "\t.varying %s", gxp_name_of(gxp_output_names, i));
            put_output_place(s, i);
        }
    for (unsigned i = 0; i < GXP_TEXCOORD_COUNT; i++) {
        unsigned parts = g->value[GXP_TEXCOORDS] >> 3 * i & 7;
        bool half = g->value[GXP_HALVES] >> i & 1;
        if (parts || half) {
            put(s, "\t.varying texcoord%u, %s%s%s%s%s", i, parts & 1 ? "xy" : "", parts & 2 ? "z" : "",
                parts & 4 ? "w" : "", parts ? "" : "none", half ? ", half" : "");
            put_output_place(s, GXP_TEXCOORD0 + i);
        }
    }
}

static void put_varyings(const shader *s) {
    const gxp *g = s->g;
    if (g->fragment &&
        (g->given[GXP_RESULT_REGISTER] || g->given[GXP_RESULT_TYPE] || g->given[GXP_RESULT_COMPONENTS])) {
        char type[32];
        gxp_type_text(type, (uint32_t)g->value[GXP_RESULT_TYPE], (uint32_t)g->value[GXP_RESULT_COMPONENTS]);
        put(s, "\t.result %s, %u\n", type, (unsigned)g->value[GXP_RESULT_REGISTER]);
    }
    if (!g->fragment)
        put_outputs(s);
    for (int f = 0; f < GXP_FIELDS; f++)
        if (gxp_fields[f].where != GXP_IN_HEADER)
            put_field(s, f);
}

/* ---- rows ------------------------------------------------------------------------------- */

/* Only attributes have semantics that go by these names; those of other parameters are numbers. */
static bool is_named(const gxp_part *p, const gxp_row *row) {
    return p->names && (p->names != gxp_semantics || (row->v[GXP_PARAMETER_KIND] & 15) == GXP_ATTRIBUTE);
}

static void put_part(const shader *s, const gxp_part *p, const gxp_row *row) {
    uint32_t value = gxp_part_get(p, row);
    char type[32];
    switch (p->form) {
    case GXP_TEXT: put_string(s, row->name); break;
    case GXP_REAL: put_real(s, value); break;
    case GXP_SIGNED: put(s, "%d", (int)value); break;
    case GXP_HEX:
    case GXP_REST: put_value(s, value, true); break;
    case GXP_TYPE:
        gxp_type_text(type, value, row->v[GXP_PARAMETER_SHAPE] & 15);
        output_text(&s->d->out, type);
        if (row->v[GXP_PARAMETER_ARRAY] != 1)
            put(s, "[%u]", (unsigned)row->v[GXP_PARAMETER_ARRAY]);
        break;
    default:
        if (is_named(p, row))
            put_named(s, p->names, value);
        else
            put_value(s, value, false);
    }
}

/* Where the program finds a parameter. */
static void put_parameter_place(const shader *s, const gxp_row *row) {
    uint64_t words = gxp_parameter_words(row), at = row->v[GXP_PARAMETER_RESOURCE];
    uint32_t category = row->v[GXP_PARAMETER_KIND] & 15;
    const gxp_row *container = gxp_container(s->g, row->v[GXP_PARAMETER_SHAPE] >> 4);
    if (category == GXP_ATTRIBUTE && words) {
        output_text(&s->d->out, "  // ");
        put_registers(s, GISA_KIND_PRIMARY, at, words);
    }
    if (category != GXP_UNIFORM || !words)
        return;
    output_text(&s->d->out, "  // ");
    if (container && at + words <= container->v[GXP_CONTAINER_SIZE])
        put_registers(s, GISA_KIND_SECONDARY, container->v[GXP_CONTAINER_BASE] + at, words);
    else
        output_text(&s->d->out, "in memory");
}

/* `pa`: the first register that no input before this one has taken. */
static void put_input_place(const shader *s, const gxp_row *row, uint64_t *pa) {
    unsigned value, sample;
    gxp_input_words(row, &value, &sample);
    if (!value && !sample)
        return;
    output_text(&s->d->out, "  // ");
    if (value)
        put_registers(s, GISA_KIND_PRIMARY, *pa, value);
    if (value && sample)
        output_text(&s->d->out, ", sample ");
    if (sample)
        put_registers(s, GISA_KIND_PRIMARY, *pa + value, sample);
    *pa += value + sample;
}

static void put_row(const shader *s, gxp_block b, const gxp_row *row) {
    output *out = &s->d->out;
    const gxp_part *p;
    output_char(out, '\t');
    output_text(out, gxp_blocks[b].directive);
    output_char(out, ' ');
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++) {
        if (p->key && !(row->given >> i & 1))
            continue;
        output_text(out, i ? ", " : "");
        if (p->key) {
            output_text(out, p->key);
            /* A flag that is usual, but not set, needs its value. */
            if (p->form == GXP_FLAG && gxp_part_get(p, row))
                continue;
            output_char(out, '=');
        }
        put_part(s, p, row);
    }
    if (row->name_placed)
        put(s, ", name_at=0x%x", (unsigned)row->name_place);
}

static void put_rows(const shader *s, gxp_block b) {
    const gxp_table *t = &s->g->tables[b];
    uint64_t pa = 0;
    for (size_t i = 0; i < t->count && s->d->out.status == GISA_OK; i++) {
        put_row(s, b, &t->rows[i]);
        if (b == GXP_PARAMETERS)
            put_parameter_place(s, &t->rows[i]);
        if (b == GXP_INPUTS)
            put_input_place(s, &t->rows[i], &pa);
        output_char(&s->d->out, '\n');
    }
}

/* ---- layout ----------------------------------------------------------------------------- */

static void put_unknown(const shader *s, const gxp_patch *p) {
    enum { PER_LINE = 16 };
    const uint8_t *data = s->g->patched.data + p->from;
    for (uint32_t i = 0; i < p->size; i++) {
        if (i % PER_LINE == 0)
            put(s, "%s\t.unknown 0x%x", i ? "\n" : "", (unsigned)(p->at + i));
        put(s, ", 0x%x", data[i]);
    }
    output_char(&s->d->out, '\n');
}

static void put_layout(const shader *s) {
    const gxp *g = s->g;
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (g->placed[b])
            put(s, "\t.place %s, 0x%x\n", gxp_blocks[b].name, (unsigned)g->place[b]);
    if (g->size_given)
        put(s, "\t.file_size 0x%x\n", (unsigned)g->size);
    if (g->length_given)
        put(s, "\t.file_length 0x%llx\n", (unsigned long long)g->length);
    for (size_t i = 0; i < g->patch_count && s->d->out.status == GISA_OK; i++)
        put_unknown(s, &g->patches[i]);
}

/* ---- code ------------------------------------------------------------------------------- */

enum { WORD = 8 };

/* The words of a program where branches go. */
typedef struct labels {
    const char *program;
    bool *is_target;
    size_t words;
} labels;

static void find_targets(const gisa_isa *isa, const bytes *code, labels *l) {
    for (size_t at = 0; at + WORD <= code->size; at += WORD) {
        gisa_insn insn;
        uint64_t target;
        if (gisa_decode(isa, code->data + at, WORD, &insn) == GISA_OK && gisa_target(&insn, at, &target) &&
            target % WORD == 0 && target / WORD < l->words)
            l->is_target[target / WORD] = true;
    }
}

static size_t name_of_target(void *ctx, uint64_t target, char *text, size_t room) {
    const labels *l = ctx;
    if (target % WORD || target / WORD >= l->words || !l->is_target[target / WORD])
        return 0;
    int size = snprintf(text, room, "%s_%llu", l->program, (unsigned long long)(target / WORD));
    return size > 0 && (size_t)size < room ? (size_t)size : 0;
}

/* From label to label. */
static void put_instructions(dis *d, labels *l, const bytes *code) {
    run all = {.isa = d->isa, .code = code->data, .size = code->size};
    uint64_t from = 0, to = code->size;
    find_targets(d->isa, code, l);
    parts_clip(d, 0, &from, &to);
    d->style.label = name_of_target;
    d->style.ctx = l;
    for (size_t begin = (size_t)from, end; begin < to && d->out.status == GISA_OK; begin = end) {
        if (begin / WORD < l->words && l->is_target[begin / WORD]) {
            char name[64];
            output_line(&d->out);
            output_bytes(&d->out, name, name_of_target(l, begin, name, sizeof name));
            output_text(&d->out, ":\n");
        }
        for (end = begin + WORD; end < to && !(end / WORD < l->words && l->is_target[end / WORD]);)
            end += WORD;
        end = end < to ? end : (size_t)to;
        run_put(&all, d, begin, end);
    }
    d->style.label = NULL;
}

/* The instructions of a program; words, where this library does not know them. */
static void put_code(dis *d, const char *name, const bytes *program) {
    const uint8_t *code = program->data;
    size_t size = program->size;
    if (d->isa) {
        labels l = {.program = name + 1, .words = size / WORD};
        l.is_target = calloc(l.words + 1, sizeof *l.is_target);
        if (!l.is_target)
            d->out.status = GISA_STATUS_NO_MEMORY;
        else
            put_instructions(d, &l, program);
        free(l.is_target);
        return;
    }
    for (size_t at = 0; at < size && d->out.status == GISA_OK; at += WORD) {
        uint64_t word = 0;
        for (unsigned i = WORD; i-- > 0;)
            word = word << 8 | code[at + i];
        output_line(&d->out);
        size_t begin = d->out.used;
        output_text(&d->out, "\t.quad 0x");
        output_hex(&d->out, word, 16);
        dis_end_line(d, begin, code + at, WORD, at);
    }
}

/* Is the program named, or nothing, and is code of it at the wanted addresses? */
static bool is_wanted(const dis *d, const char *name, const bytes *code) {
    const gisa_dis_options *o = d->options;
    uint64_t begin = 0, end = code->size;
    bool named = !o->symbol_count;
    for (size_t i = 0; i < o->symbol_count; i++)
        named = named || strcmp(o->symbols[i], name + 1) == 0;
    return named && parts_clip(d, 0, &begin, &end);
}

static void put_program(const shader *s, const char *name, const bytes *code) {
    if (!is_wanted(s->d, name, code))
        return;
    put(s, "\n\t%s\n", name);
    put_code(s->d, name, code);
}

static void put_json(const shader *s, const char *name, const bytes *code) {
    uint64_t begin = 0, end = code->size;
    if (!is_wanted(s->d, name, code) || !parts_clip(s->d, 0, &begin, &end))
        return;
    for (size_t at = (size_t)begin; at < end && s->d->out.status == GISA_OK;)
        at += dis_json(s->d, code->data + at, code->size - at, at, name, NULL);
}

static void draw(dis *d, const char *name, const bytes *code, unsigned number) {
    uint64_t begin = 0, end = code->size;
    labels l = {.program = name + 1, .words = code->size / WORD};
    graph g = {.d = d, .code = code->data, .size = code->size, .name = name + 1, .number = number};
    if (!is_wanted(d, name, code) || !parts_clip(d, 0, &begin, &end))
        return;
    l.is_target = calloc(l.words + 1, sizeof *l.is_target);
    if (!l.is_target)
        d->out.status = GISA_STATUS_NO_MEMORY;
    else if (graph_open(&g)) {
        find_targets(d->isa, code, &l);
        d->style.label = name_of_target;
        d->style.ctx = &l;
        graph_scan(&g, begin, end);
        graph_put(&g);
        d->style.label = NULL;
    }
    graph_close(&g);
    free(l.is_target);
}

static void draw_programs(const shader *s) {
    graph_begin(s->d);
    draw(s->d, ".secondary", &s->g->secondary, 0);
    draw(s->d, ".primary", &s->g->primary, 1);
    graph_end(s->d);
}

/* ---- the file --------------------------------------------------------------------------- */

static void put_description(const shader *s) {
    static const gxp_block order[] = {GXP_PARAMETERS, GXP_CONTAINERS,      GXP_BUFFERS, GXP_LITERALS,
                                      GXP_SAMPLERS,   GXP_TEXTURE_BUFFERS, GXP_INPUTS};
    put_header(s);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        put_rows(s, order[i]);
    put_varyings(s);
    put_layout(s);
}

static void put_all(const shader *s) {
    if (!parts_are_chosen(s->d))
        put_description(s);
    put_program(s, ".secondary", &s->g->secondary);
    put_program(s, ".primary", &s->g->primary);
}

/* Names and addresses that mean none of the code are errors. */
static gisa_status check_parts(const dis *d, const gxp *g) {
    const gisa_dis_options *o = d->options;
    char message[160];
    gisa_status status = parts_check(d);
    for (size_t i = 0; i < o->symbol_count && status == GISA_OK; i++)
        if (strcmp(o->symbols[i], "primary") != 0 && strcmp(o->symbols[i], "secondary") != 0) {
            snprintf(message, sizeof message,
                     "the file has no program '%.60s'; expected primary or secondary", o->symbols[i]);
            return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, message);
        }
    bool any = is_wanted(d, ".primary", &g->primary) || is_wanted(d, ".secondary", &g->secondary);
    uint64_t longest = g->primary.size > g->secondary.size ? g->primary.size : g->secondary.size;
    return status != GISA_OK || any || !parts_are_chosen(d) ? status : parts_none(d, 0, longest);
}

gisa_status dis_gxp(dis *d, const void *file, size_t size) {
    gxp g;
    object_fault fault;
    shader s = {.d = d, .g = &g};
    gisa_status status = gxp_read(&g, shade_usage, file, size, &fault);
    if (status == GISA_STATUS_NO_MEMORY)
        return status;
    if (status != GISA_OK)
        return dis_fail_in(d, status, fault.message, fault.offset);
    d->isa = gxp_isa(); /* whatever was asked for: no other one runs these files */
    if (d->isa)
        dis_set_isa(d, d->isa);
    d->indent = "\t";
    status = check_parts(d, &g);
    if (status == GISA_OK && d->options->graph && d->isa)
        draw_programs(&s);
    else if (status == GISA_OK && !d->options->json)
        put_all(&s);
    else if (status == GISA_OK && d->isa) {
        put_json(&s, ".secondary", &g.secondary);
        put_json(&s, ".primary", &g.primary);
    } else if (status == GISA_OK)
        status = dis_fail(d, GISA_STATUS_BAD_ARGUMENT,
                          "the instructions of a .gxp file are not known here: no JSON");
    gxp_free(&g);
    return status;
}
