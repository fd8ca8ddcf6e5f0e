/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: what is kept of each instance, and how it is written: registers, outputs by
   their meaning, pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
#include "run_shader.h"

/* Kept of each instance: whether it is alive, then `kept`: registers of outputs, then those of
   --dump. */
enum { MOST_KEPT = 1024, MOST_OUTPUTS = 32, ALIVE = 0, FIRST };

typedef struct output {
    char name[32], type[8];
    unsigned components, at; /* in what is kept */
} output;

static register_name kept[MOST_KEPT];
static const numeral_type *kept_type[MOST_KEPT]; /* of --dump; NULL: bits and a float */
static unsigned kept_count, dump_from;
static output outputs[MOST_OUTPUTS];
static unsigned output_count;
static bool any_depth; /* of any instance; threads set it */

static bool keep(register_name name) {
    if (kept_count == MOST_KEPT)
        return shader_says("too many registers to dump", NULL);
    kept[kept_count++] = name;
    return true;
}

static void add_output(const char *name, const char *type, unsigned components, unsigned bank, unsigned first,
                       unsigned words) {
    if (output_count == MOST_OUTPUTS)
        return;
    output *o = &outputs[output_count++];
    snprintf(o->name, sizeof o->name, "%s", name);
    snprintf(o->type, sizeof o->type, "%s", type);
    o->components = components;
    o->at = FIRST + kept_count;
    for (unsigned k = 0; k < words && first + k < GISA_SHADE_BANK; k++)
        keep((register_name){bank, first + k});
}

static bool has_flag(const shader_run *s, const char *flag) {
    for (unsigned bit = 0; bit < 32; bit++) {
        const char *name = gisa_gxp_flag_name(bit);
        if ((s->info.flags >> bit & 1) && name && strcmp(name, flag) == 0)
            return true;
    }
    return false;
}

/* The result of a fragment program, "f16x4", and its depth. */
static bool open_fragment(const shader_run *s) {
    const gisa_gxp_registers *at = &s->info.result_registers;
    unsigned components = data_components(s->info.result);
    char type[8] = "";
    if (!data_known(s->info.result) || components > 4 || !at->count ||
        at->first + at->count > GISA_SHADE_BANK)
        return shader_says("the layout of this program's result is unknown:", s->info.result);
    snprintf(type, sizeof type, "%.*s", (int)strcspn(s->info.result, "x"), s->info.result);
    add_output("color", type, components, at->bank, at->first, at->count);
    if (has_flag(s, "depth"))
        add_output("depth", "f32", 1, SHADER_DEPTH, 0, 1);
    return true;
}

static void open_vertex(const shader_run *s) {
    gisa_gxp_varying v;
    add_output("position", "f32", 4, GISA_KIND_OUTPUT, 0, 4);
    for (unsigned i = 0; gisa_gxp_varying_at(s->shader, i, &v) == GISA_OK; i++)
        if (v.name && v.registers.count)
            add_output(v.name, v.half ? "f16" : "f32", v.half ? 2 * v.registers.count : v.registers.count,
                       GISA_KIND_OUTPUT, v.registers.first, v.registers.count);
}

static bool wrong_dump(const char *text) {
    fprintf(stderr,
            "gisa run: '%s' is not a register to dump; expected o, r0-7, pa4:f16, i0.x, p0, index1, depth\n",
            text);
    return false;
}

/* r0, r0-7, and o: the whole bank. */
static bool open_dump(const char *text) {
    for (const register_set *set = register_sets; set < register_sets + REGISTER_SETS; set++)
        if (strcmp(text, register_letters(set->bank)) == 0) {
            for (unsigned k = 0; k < set->count; k++)
                if (!keep((register_name){set->bank, set->first + k}))
                    return false;
            return true;
        }
    register_name name;
    size_t used = register_read(text, &name);
    char *end = (char *)(uintptr_t)text + used;
    const numeral_type *type = NULL;
    unsigned long last =
        used && *end == '-' && name.bank != GISA_KIND_INTERNAL ? strtoul(end + 1, &end, 10) : name.reg;
    const size_t typed = used ? register_type(end, &type) : 0;
    if (!used || typed == SIZE_MAX || end[typed] || last < name.reg || last >= GISA_SHADE_BANK ||
        (!name.bank && last > 3))
        return wrong_dump(text);
    for (; name.reg <= last; name.reg++) {
        if (!keep(name))
            return false;
        kept_type[kept_count - 1] = type;
    }
    return true;
}

bool outcome_open(shader_run *s) {
    if (s->shader && s->info.fragment) {
        if (!open_fragment(s))
            return false;
    } else if (s->shader)
        open_vertex(s);
    else if (s->width)
        add_output("color", "f32", 4, GISA_KIND_PRIMARY, 0, 4);
    dump_from = kept_count;
    for (unsigned i = 0; i < s->dump_count; i++) {
        char copy[256], *next = copy;
        snprintf(copy, sizeof copy, "%s", s->dump[i]);
        for (char *word = strtok(next, ","); word; word = strtok(NULL, ","))
            if (!open_dump(word))
                return false;
    }
    if (!s->shader && !s->dump_count && !s->width && !open_dump("r"))
        return false;
    if (!s->shader && !s->dump_count && !s->width && !open_dump("o"))
        return false;
    s->words = FIRST + kept_count;
    uint64_t most = (uint64_t)1 << 33;
    if (s->instances > most / (s->words * sizeof *s->kept))
        return shader_says("too many instances", NULL);
    s->kept = calloc(s->instances * s->words + 1, sizeof *s->kept);
    return s->kept || shader_says("out of memory", NULL);
}

/* A depth that was not written is 0. */
static uint32_t depth_bits(const float *row, unsigned lane) {
    uint32_t bits = 0;
    if (row)
        memcpy(&bits, &row[lane], sizeof bits);
    return bits;
}

void outcome_keep(shader_run *s, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    uint64_t alive = gisa_shade_alive(batch);
    const float *depth = gisa_shade_depth_row(batch);
    if (depth)
        __atomic_store_n(&any_depth, true, __ATOMIC_RELAXED);
    for (unsigned lane = 0; lane < count; lane++) {
        uint32_t *to = s->kept + (first + lane) * s->words;
        to[ALIVE] = alive >> lane & 1;
        for (unsigned i = 0; i < kept_count; i++)
            to[FIRST + i] = kept[i].bank == SHADER_DEPTH ? depth_bits(depth, lane)
                            : kept[i].bank
                                ? gisa_shade_row(batch, kept[i].bank, kept[i].reg)[lane]
                                : (uint32_t)(*gisa_shade_predicate(batch, kept[i].reg) >> lane & 1);
    }
}

/* ---- texts ---- */

static const uint32_t *words_of(const shader_run *s, uint64_t instance) {
    return s->kept + instance * s->words;
}

/* Integers of results are shown as they are; of bytes as numbers from 0 to 255. */
static double component(const output *o, const uint32_t *words, unsigned i) {
    return data_unpack(o->type, words + o->at, i);
}

/* A NaN has no sign where it is printed. */
static double number_of(double f) {
    return f != f ? (double)__builtin_nanf("") : f;
}

static void print_outputs(const shader_run *s) {
    for (uint64_t i = 0; i < s->instances; i++) {
        const uint32_t *words = words_of(s, i);
        for (unsigned k = 0; k < output_count; k++) {
            printf("%llu %s", (unsigned long long)i, outputs[k].name);
            for (unsigned c = 0; c < outputs[k].components; c++)
                printf(" %.9g", number_of(component(&outputs[k], words, c)));
            printf("%s\n", words[ALIVE] ? "" : " discarded");
        }
    }
}

/* Up to the last register of the bank that is not 0 in any instance, where the whole bank is asked
   for. */
static unsigned dumped(const shader_run *s, unsigned from) {
    unsigned end = from + 1, last;
    while (end < kept_count && kept[end].bank == kept[from].bank && kept[end].reg == kept[end - 1].reg + 1)
        end++;
    if (end - from < 16 || (end - from < GISA_SHADE_BANK && kept[from].bank != GISA_KIND_INTERNAL))
        return end;
    last = from + 1;
    for (uint64_t i = 0; i < s->instances; i++)
        for (unsigned k = last; k < end; k++)
            if (words_of(s, i)[FIRST + k])
                last = k + 1;
    return last;
}

static void print_typed(const char *name, uint64_t instance, const numeral_type *type, uint32_t bits) {
    char text[NUMERAL_TEXT];
    numeral_text(type, type->bits == 16 ? bits & 0xffff : bits, text);
    printf("%s %llu %s\n", name, (unsigned long long)instance, text);
}

static void print_dump(const shader_run *s) {
    for (unsigned k = dump_from, end, next; k < kept_count; k = next) {
        next = k + 1;
        while (next < kept_count && kept[next].bank == kept[k].bank &&
               kept[next].reg == kept[next - 1].reg + 1)
            next++;
        end = dumped(s, k);
        for (unsigned n = k; n < end; n++)
            for (uint64_t i = 0; i < s->instances; i++) {
                uint32_t bits = words_of(s, i)[FIRST + n];
                char name[16];
                float value;
                memcpy(&value, &bits, sizeof value);
                register_text(kept[n], name);
                if (kept_type[n])
                    print_typed(name, i, kept_type[n], bits);
                else if (kept[n].bank == GISA_KIND_INDEX)
                    printf("%s %llu 0x%08x %d\n", name, (unsigned long long)i, bits, (int)bits);
                else if (kept[n].bank)
                    printf("%s %llu 0x%08x %.9g\n", name, (unsigned long long)i, bits,
                           number_of((double)value));
                else
                    printf("%s %llu %u\n", name, (unsigned long long)i, bits);
            }
    }
}

/* ---- files ---- */

static int write_csv(const shader_run *s) {
    size_t room = (size_t)(s->instances + 1) * (32 + (size_t)output_count * 4 * 48) + 1, used = 0;
    char *text = malloc(room);
    if (!text)
        return shader_says("out of memory", NULL), 1;
    used += (size_t)snprintf(text, room, "instance");
    for (unsigned k = 0; k < output_count; k++)
        for (unsigned c = 0; c < outputs[k].components; c++)
            used +=
                (size_t)snprintf(text + used, room - used, ",%s.%c", outputs[k].name, shader_channels[c & 3]);
    used += (size_t)snprintf(text + used, room - used, ",alive\n");
    for (uint64_t i = 0; i < s->instances; i++) {
        used += (size_t)snprintf(text + used, room - used, "%llu", (unsigned long long)i);
        for (unsigned k = 0; k < output_count; k++)
            for (unsigned c = 0; c < outputs[k].components; c++)
                used += (size_t)snprintf(text + used, room - used, ",%.9g",
                                         number_of(component(&outputs[k], words_of(s, i), c)));
        used += (size_t)snprintf(text + used, room - used, ",%u\n", words_of(s, i)[ALIVE]);
    }
    int status = cmd_write_file(s->csv, text, used);
    free(text);
    return status;
}

static int write_raw(const shader_run *s) {
    size_t each = dump_from, count = (size_t)s->instances * each;
    uint32_t *words = malloc((count + 1) * sizeof *words);
    if (!words)
        return shader_says("out of memory", NULL), 1;
    for (uint64_t i = 0; i < s->instances; i++)
        memcpy(words + i * each, words_of(s, i) + FIRST, each * sizeof *words);
    int status = cmd_write_file(s->raw, words, count * sizeof *words);
    free(words);
    return status;
}

/* Discarded fragments leave the picture transparent. */
static int write_picture(const shader_run *s) {
    image to = {.width = s->width, .height = s->height};
    const output *o = &outputs[0];
    to.pixels = calloc((size_t)s->width * s->height, 4 * sizeof *to.pixels);
    if (!to.pixels)
        return shader_says("out of memory", NULL), 1;
    float unit = strcmp(o->type, "u8") == 0 ? 255 : 1;
    for (uint64_t i = 0; i < s->instances; i++) {
        uint32_t x, y;
        picture_place(s, i, &x, &y);
        if (x >= s->width || y >= s->height || !words_of(s, i)[ALIVE])
            continue;
        float *pixel = to.pixels + 4 * ((size_t)y * s->width + x);
        for (unsigned c = 0; c < 4; c++)
            pixel[c] = c < o->components ? (float)component(o, words_of(s, i), c) / unit : c == 3 ? 1 : 0;
    }
    int status = picture_write(s->picture, &to);
    free(to.pixels);
    return status;
}

/* A depth that has no effect: the file does not say that the program writes one. */
static void tell_of_depth(void) {
    for (unsigned i = 0; i < kept_count; i++)
        if (kept[i].bank == SHADER_DEPTH)
            return;
    if (any_depth)
        shader_says("the program writes a depth, but no flag says so: --dump depth shows it", NULL);
}

int outcome_finish(shader_run *s) {
    int status = 0;
    tell_of_depth();
    if (s->picture)
        status |= write_picture(s);
    if (s->csv)
        status |= write_csv(s);
    if (s->raw)
        status |= write_raw(s);
    if (!s->quiet && !s->picture && !s->csv && !s->raw)
        print_outputs(s);
    if (!s->quiet)
        print_dump(s);
    return status;
}
