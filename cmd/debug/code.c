/* SPDX-License-Identifier: MIT */
/* Makes a kernel of code that has none, and sets what its wave begins with. */
#include "code.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

enum { WORD_TEXT = sizeof "\t.long 0x01234567\n" };

/* The first line keeps its number. What the code runs into at its end is the end of the wave. */
static const char head[] = "%s: ", tail[] = "\n"
                                            "\t.text\n"
                                            "\ts_endpgm\n"
                                            "\t.size %s, .-%s\n"
                                            "\t.type %s,@function\n"
                                            "\t.globl %s\n"
                                            "\t.p2align 8\n"
                                            "\t.rodata\n"
                                            "\t.p2align 6\n"
                                            "\t.amdhsa_kernel %s\n"
                                            "\t.amdhsa_group_segment_fixed_size 32768\n"
                                            "\t.amdhsa_next_free_vgpr 256\n"
                                            "\t.amdhsa_next_free_sgpr 96\n"
                                            "\t.end_amdhsa_kernel\n";

/* ---- the command line ------------------------------------------------------------------------ */

static bool keep(const command_info *command, const char **list, unsigned *count, const char *value) {
    if (*count == WAVE_MOST)
        return options_wrong(command, "too many options of a kind; from this one on:", value);
    list[(*count)++] = value;
    return true;
}

bool code_take(wave_run *w, const command_info *command, char id, const char *value) {
    switch (id) {
    case 'S': return keep(command, w->set, &w->set_count, value);
    case 'p': return keep(command, w->memory, &w->memory_count, value);
    default: w->settings = value; return true;
    }
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static char *joined(const char *name, const char *body, size_t size, size_t *all) {
    char *text = NULL;
    FILE *out = open_memstream(&text, all);
    if (!out)
        return NULL;
    fprintf(out, head, name);
    fwrite(body, 1, size, out);
    fprintf(out, tail, name, name, name, name, name);
    return fclose(out) ? free(text), NULL : text;
}

/* Code in bytes, of which gisa's units are whole words. */
static char *joined_words(const char *name, const uint8_t *code, size_t size, size_t *all) {
    char *text = malloc(size / 4 * WORD_TEXT + 1), *whole;
    size_t used = 0;
    for (size_t i = 0; text && i + 4 <= size; i += 4)
        used += (size_t)sprintf(text + used, "\t.long 0x%02x%02x%02x%02x\n", code[i + 3], code[i + 2],
                                code[i + 1], code[i]);
    whole = text ? joined(name, text, used, all) : NULL;
    free(text);
    return whole;
}

static uint32_t lines_in(const char *text, size_t size) {
    uint32_t count = 1;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    return count;
}

char *code_wrap(code_file *c, const void *data, size_t size, size_t *all) {
    void *code = NULL;
    size_t code_size = 0;
    char *text;
    const code_source source = {.isa = c->isa, .path = c->file, .kind = c->kind, .syntax = c->syntax};
    if (!shader_code(&source, data, size, &code, &code_size))
        return NULL; /* has said so */
    c->lines = 0;
    if (c->kind == CODE_IN_ASM && c->syntax == GISA_SYNTAX_LLVM) {
        text = joined(c->name, data, size, all);
        c->lines = lines_in(data, size);
    } else
        text = joined_words(c->name, code, code_size, all);
    free(code);
    if (!text)
        shader_says("out of memory", NULL);
    return text;
}

static char *from_file(target *t, code_kind kind, const void *data, size_t size, size_t *all) {
    code_file c = {t->r.isa, t->r.file, "code", kind, t->r.syntax, 0};
    char *text = code_wrap(&c, data, size, all);
    t->code_lines = c.lines;
    t->r.syntax = GISA_SYNTAX_LLVM;
    return text;
}

static bool is_right(const target *t) {
    const run_request *r = &t->r;
    if (r->count || r->launch.dimensions || r->has_group || r->has_offset || r->kernel)
        return run_say(r, "it has no kernel, which arguments, -g, -l, -k and --offset are for"), false;
    return strcmp(gisa_family(r->isa), "gcn") == 0 || (run_say(r, "it is not for a GPU of AMD"), false);
}

char *code_kernel(target *t, size_t *size) {
    gisa_sb_info shader;
    gisa_error error;
    if (!is_right(t))
        return NULL;
    t->r.launch.dimensions = 1;
    t->r.launch.grid[0] = t->r.launch.group[0] = GISA_WAVE_LANES;
    t->r.has_group = t->is_code = true;
    t->setup.isa = t->r.isa;
    if (*size && memchr(t->data, 0, *size) && gisa_sb_read(t->data, *size, &shader, &error) == GISA_OK)
        return from_file(t, CODE_IN_RAW, shader.code, shader.code_size, size);
    return from_file(t, shader_code_kind(t->data, *size), t->data, *size, size);
}

/* ---- memory ---------------------------------------------------------------------------------- */

bool code_map_memory(target *t) {
    wave_run *w = &t->setup;
    for (unsigned i = 0; i < w->memory_count; i++) {
        wave_block *b = &w->block[i];
        if (!block_open(b, w->memory[i]))
            return false;
        if (gisa_machine_map_at(t->ready.machine, b->address, b->memory, b->size, w->memory[i]))
            return run_say(&t->r, "memory of --mem that overlaps with other memory, or does not fit"), false;
    }
    return true;
}

void code_free(target *t) {
    for (unsigned i = 0; i < t->setup.memory_count; i++)
        free(t->setup.block[i].memory);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* The value is that of a wave that has no launch. */
static bool set_value(target *t, const debug_wave *to, const gisa_wave *from, const named_registers *r,
                      unsigned i) {
    const uint64_t value = named_value(from, r, i);
    const unsigned lane = r->by_lane ? i : GISA_WAVE_ALL, word = r->by_lane ? 0 : i * r->words;
    gisa_status status = GISA_OK;
    for (unsigned k = 0; k < r->words && !status; k++)
        status = debug_set_register(t->d, to, &r->reg, lane, word + k, (uint32_t)(value >> 32 * k));
    return status == GISA_OK;
}

typedef struct setting_registers {
    target *t;
    const debug_wave *to;
    bool failed;
} setting_registers;

static void set_part(void *ctx, const gisa_wave *from, const char *name) {
    setting_registers *s = ctx;
    named_registers r;
    if (named_read(from, name, &r)) { /* border_palette, which is not of a wave that has a launch */
        s->failed = true;
        return;
    }
    for (unsigned i = 0; i < named_count(&r); i++)
        s->failed |= !set_value(s->t, s->to, from, &r, i);
}

bool code_set_registers(target *t) {
    wave_run *w = &t->setup;
    gisa_wave *from = gisa_wave_new(t->r.isa);
    setting_registers s = {.t = t, .to = target_wave(t), .failed = !from};
    bool good = from != NULL && s.to;
    w->was_set = set_part;
    w->was_set_ctx = &s;
    if (good)
        set_part(&s, from, "v0"); /* work-items have numbers in it */
    good = good && (!w->settings || wave_settings(w, from, w->settings));
    for (unsigned i = 0; i < w->set_count && good; i++)
        good = wave_set(w, from, w->set[i]);
    gisa_wave_free(from);
    if (s.failed)
        run_say(&t->r, "what --set names cannot be set here, or out of memory");
    return good && !s.failed;
}
