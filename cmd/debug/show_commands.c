/* SPDX-License-Identifier: MIT */
/* Commands that show and set registers and memory, and say what the user looks at. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"

/* ---- formats --------------------------------------------------------------------------------- */

/* What stands after "x/": how many, how, how large. */
typedef struct format {
    unsigned count, bytes;
    char letter; /* 0: not said */
} format;

/* Cuts "/8xf" off the beginning of *text. */
static bool read_format(const shell *s, char **text, format *f) {
    char *at = *text, *end;
    *f = (format){.count = 1};
    if (*at != '/')
        return true;
    at++;
    if (isdigit((unsigned char)*at)) {
        const unsigned long n = strtoul(at, &end, 10);
        if (!n || n > 65536)
            return shell_error(s, "expected a count from 1 to 65536");
        f->count = (unsigned)n;
        at = end;
    }
    for (; *at && *at != ' '; at++) {
        static const char sizes[] = "bhwg";
        const char *size = strchr(sizes, *at);
        if (size)
            f->bytes = 1u << (size - sizes);
        else if (strchr("xdufti", *at))
            f->letter = *at;
        else
            return shell_error(s, "unknown format letter '%c'; expected x d u f t i, and b h w g for sizes",
                               *at);
    }
    *text = at + strspn(at, " ");
    return true;
}

static void put_bits(uint64_t raw, unsigned bits) {
    for (unsigned i = bits; i-- > 0;)
        putchar('0' + (int)(raw >> i & 1));
}

static void put_raw(uint64_t raw, unsigned bytes, char letter) {
    static const char *const names[][4] = {
        {"i8", "i16", "i32", "i64"}, {"u8", "u16", "u32", "u64"}, {"u8", "f16", "f32", "f64"}};
    const unsigned size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    char text[NUMERAL_TEXT];
    if (letter == 'x')
        printf("0x%0*llx", 2 * (int)bytes, (unsigned long long)raw);
    else if (letter == 't')
        put_bits(raw, 8 * bytes);
    else {
        const char *name = names[letter == 'd' ? 0 : letter == 'f' ? 2 : 1][size];
        numeral_text(numeral_type_named(name, strlen(name)), raw, text);
        printf("%s", text);
    }
}

/* ---- print ----------------------------------------------------------------------------------- */

/* More than 64 bits, word by word; every lane, as a table. */
static bool print_register(shell *s, const debug_place *p) {
    const debug_wave *w = target_wave(&s->t);
    const numeral_type *type = p->type ? p->type : numeral_type_plain(p->reg.count == 2 ? 64 : 32);
    if (!w)
        return shell_error(s, "there is no wave");
    if (p->every_lane && p->reg.per_lane && p->reg.count <= 2) {
        show_vector(s, &p->reg, type);
        return true;
    }
    for (unsigned i = 0; i < p->reg.count; i++) {
        uint32_t word = 0;
        char name[GISA_WAVE_NAME] = "", text[NUMERAL_TEXT];
        gisa_wave_get(w->seen->wave, &p->reg, p->lane, i, &word);
        gisa_wave_name(w->seen->wave, &p->reg, i, name);
        numeral_text(numeral_type_named(p->type && p->type->bits == 32 ? p->type->name : "hex", 3), word,
                     text);
        printf("%s%s = %s", i ? "  " : "", name, text);
    }
    printf("\n");
    return true;
}

static bool print_value(shell *s, const char *text, const expression *e, const format *f) {
    debug_value v;
    char shown[VALUE_TEXT];
    const char *why = expression_value(&s->t, e, target_wave(&s->t), s->t.lane, &v);
    if (why)
        return shell_error(s, "%s: %s", text, why);
    printf("%s = ", text);
    if (f->letter || f->bytes) {
        put_raw(v.raw, f->bytes ? f->bytes : v.bits / 8, f->letter ? f->letter : 'x');
        printf("\n");
    } else {
        value_text(&v, NULL, shown);
        printf("%s\n", shown);
    }
    return true;
}

bool do_print(shell *s, char *text) {
    format f;
    debug_place p;
    bool ok;
    if (!read_format(s, &text, &f))
        return false;
    if (!*text)
        return shell_error(s, "expected an expression, such as v3, s[4:5], lds[16]:f32, y[0]");
    char place[LOCAL_TEXT];
    const char *why = NULL;
    const bool is_local = locals_find(&s->t, target_pc(&s->t), text, place, &why);
    if (is_local && why)
        return shell_error(s, "%s: %s", text, why);
    expression *e = shell_expression(s, is_local ? place : text);
    if (!e)
        return false;
    if (!expression_place(&s->t, e, target_wave(&s->t), s->t.lane, &p) && p.is_register &&
        (p.every_lane || p.reg.count > 2))
        ok = print_register(s, &p);
    else
        ok = print_value(s, text, e, &f);
    expression_free(e);
    return ok;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* "lds:16", "private:0", or an address. */
static bool read_address(shell *s, char *text, gisa_wave_space *space, uint64_t *address) {
    debug_value v;
    *space = GISA_WAVE_SPACE_MEMORY;
    if (strncmp(text, "lds:", 4) == 0 || strncmp(text, "private:", 8) == 0) {
        *space = *text == 'l' ? GISA_WAVE_SPACE_LDS : GISA_WAVE_SPACE_PRIVATE;
        text = strchr(text, ':') + 1;
    }
    if (!shell_value(s, text, &v))
        return false;
    *address = v.raw;
    return true;
}

static bool show_memory(shell *s, gisa_wave_space space, uint64_t at, const format *f) {
    const unsigned bytes = f->bytes ? f->bytes : 4, row = bytes == 8   ? 2
                                                          : bytes == 4 ? 4
                                                          : bytes == 2 ? 8
                                                                       : 16;
    for (unsigned i = 0; i < f->count; i++, at += bytes) {
        uint64_t raw = 0;
        if (debug_read(s->t.d, target_wave(&s->t), s->t.lane, space, at, &raw, bytes) != bytes) {
            printf(i % row ? "\n" : "");
            return shell_error(s, "there is no memory at 0x%llx", (unsigned long long)at);
        }
        if (i % row == 0)
            printf("0x%llx:", (unsigned long long)at);
        printf("  ");
        put_raw(raw, bytes, f->letter ? f->letter : 'x');
        if ((i + 1) % row == 0 || i + 1 == f->count)
            printf("\n");
    }
    s->next_memory = at;
    s->next_space = space;
    return true;
}

static bool show_instructions(shell *s, uint64_t pc, unsigned count) {
    const debug_wave *w = target_wave(&s->t);
    for (unsigned i = 0; i < count; i++) {
        const gisa_insn insn = target_decode(&s->t, pc);
        if (!insn.size)
            return shell_error(s, "there is no code at 0x%llx", (unsigned long long)pc);
        show_code(s, pc, w && w->pc == pc);
        pc += insn.size;
    }
    s->next_code = pc;
    return true;
}

bool do_examine(shell *s, char *text) {
    format f;
    gisa_wave_space space = s->next_space;
    uint64_t address = s->next_memory;
    const debug_wave *w = target_wave(&s->t);
    s->next_code = s->next_code || !w ? s->next_code : w->pc;
    if (!read_format(s, &text, &f) || (*text && !read_address(s, text, &space, &address)))
        return false;
    return f.letter == 'i' ? show_instructions(s, *text ? address : s->next_code, f.count)
                           : show_memory(s, space, address, &f);
}

/* ---- set ------------------------------------------------------------------------------------- */

/* As the bits of the place: a float for what has no other type is f32, or f64. */
static uint64_t bits_for(const debug_place *p, const debug_value *v) {
    const bool wide = p->size == 8;
    const bool is_float = p->type ? p->type->kind == NUMERAL_FLOAT : v->kind == VALUE_FLOAT;
    uint64_t bits = 0;
    if (!is_float)
        return v->kind == VALUE_FLOAT ? (uint64_t)(int64_t)v->number : v->raw;
    const double number = v->kind == VALUE_FLOAT    ? v->number
                          : v->kind == VALUE_SIGNED ? (double)(int64_t)v->raw
                                                    : (double)v->raw;
    const float single = (float)number;
    if (p->type && p->type->bits == 16)
        return numeral_half(number);
    if (wide || (p->type && p->type->bits == 64))
        memcpy(&bits, &number, sizeof number);
    else
        memcpy(&bits, &single, sizeof single);
    return bits;
}

static bool set_place(shell *s, const debug_place *p, uint64_t bits) {
    const debug_wave *w = target_wave(&s->t);
    gisa_status status = GISA_OK;
    if (!p->is_register)
        return debug_write(s->t.d, w, p->lane, p->space, p->address, &bits, p->size) == GISA_OK ||
               shell_error(s, "this memory cannot be written");
    if (!w)
        return shell_error(s, "there is no wave");
    if (p->reg.count > 2 || p->reg.bank == GISA_WAVE_BANK_PC)
        return shell_error(s, "it cannot be set");
    for (unsigned i = 0; i < p->reg.count && !status; i++)
        status = debug_set_register(s->t.d, w, &p->reg, p->every_lane ? GISA_WAVE_ALL : p->lane, i,
                                    (uint32_t)(bits >> 32 * i));
    return status == GISA_OK || shell_error(s, "it cannot be set");
}

bool do_set(shell *s, char *text) {
    char *equals = strchr(text, '=');
    debug_place p;
    debug_value v;
    if (!equals || equals[1] == '=')
        return shell_error(s, "expected REGISTER = VALUE, such as v3@5 = 1.5, s4 = 7, mem[x]:f32 = 2");
    *equals++ = 0;
    expression *e = shell_expression(s, text);
    if (!e)
        return false;
    const char *why = expression_place(&s->t, e, target_wave(&s->t), s->t.lane, &p);
    expression_free(e);
    if (why)
        return shell_error(s, "%s", why);
    return shell_value(s, equals, &v) && set_place(s, &p, bits_for(&p, &v));
}

/* ---- code and source ------------------------------------------------------------------------- */

/* How many instructions from here on are in the same function, at most `most`, at least one. */
static unsigned lines_left(const shell *s, uint64_t at, unsigned most) {
    target_function f;
    unsigned count = 0;
    if (!target_function_at(&s->t, at, &f) || at - f.start >= f.size)
        return most;
    for (uint64_t pc = at; count < most && pc - f.start < f.size; count++) {
        const gisa_insn insn = target_decode(&s->t, pc);
        pc += insn.size ? insn.size : 4;
    }
    return count;
}

bool do_disassemble(shell *s, char *text) {
    enum { LINES = 10 };
    const debug_wave *w = target_wave(&s->t);
    uint64_t at = s->next_code || !w ? s->next_code : w->pc;
    target_function f;
    if (*text && !find_location(s, text, &at))
        return false;
    /* From the beginning of the function, at most a few instructions before. */
    if (!*text && w && at == w->pc && target_function_at(&s->t, at, &f)) {
        uint64_t from = f.start, shown[4];
        unsigned count = 0;
        while (from < at) {
            const gisa_insn insn = target_decode(&s->t, from);
            shown[count++ % 4] = from;
            from += insn.size ? insn.size : 4;
        }
        at = !count || from != at ? at : count < 4 ? shown[0] : shown[count % 4];
    }
    return show_instructions(s, at, lines_left(s, at, LINES));
}

bool do_list(shell *s, char *text) {
    enum { LINES = 10 };
    const debug_wave *w = target_wave(&s->t);
    uint64_t at = w ? w->pc : 0;
    unsigned here = 0;
    if (*text && !find_location(s, text, &at))
        return false;
    const line_row *row = lines_at(&s->t.lines, at), *now = w ? lines_at(&s->t.lines, w->pc) : NULL;
    if (*text || !s->next_line) {
        if (!row)
            return shell_error(s, "no source line is known here");
        s->list_file = row->file;
        s->next_line = row->line > LINES / 2 ? row->line - LINES / 2 : 1;
    }
    here = now && now->file == s->list_file ? now->line : 0;
    if (!show_source(s, s->list_file, s->next_line, LINES, here))
        return shell_error(s, "%s: not readable, or not that long", s->t.lines.file[s->list_file].name);
    s->next_line += LINES;
    return true;
}

static void put_frame(shell *s, unsigned number, uint64_t pc) {
    char place[TARGET_PLACE], chain[SCOPES_TEXT];
    const line_row *row = lines_at(&s->t.lines, pc);
    target_place(&s->t, pc, place);
    printf("#%u  %s", number, place);
    if (row)
        printf(" at %s:%u", lines_short(s->t.lines.file[row->file].name), row->line);
    lines_inlined(&s->t.lines, pc, chain);
    printf(*chain ? ", in %s\n" : "%s\n", chain);
}

bool do_where(shell *s, char *text) {
    const debug_wave *w = target_wave(&s->t);
    (void)text;
    if (!w)
        return shell_error(s, "there is no wave");
    put_frame(s, 0, w->pc);
    for (unsigned i = w->calls, k = 1; i-- > 0; k++)
        put_frame(s, k, w->call[i].from);
    return true;
}

/* ---- what the user looks at ------------------------------------------------------------------ */

static bool show_view(shell *s) {
    const uint32_t *g = s->t.wave.group;
    printf("group %u,%u,%u wave %u lane %u\n", g[0], g[1], g[2], s->t.wave.number, s->t.lane);
    show_place(s);
    return true;
}

bool do_lane(shell *s, char *text) {
    debug_value v;
    if (!*text)
        return show_view(s);
    if (!shell_value(s, text, &v))
        return false;
    if (v.kind == VALUE_FLOAT || v.raw >= GISA_WAVE_LANES)
        return shell_error(s, "expected a lane from 0 to 63, not '%s'", text);
    s->t.lane = (unsigned)v.raw;
    return show_view(s);
}

static bool look_at(shell *s, const debug_wave_id *id) {
    if (!debug_wave_find(s->t.d, id))
        return shell_error(s, "no such wave has begun and not ended; 'info waves' lists them");
    s->t.wave = *id;
    return show_view(s);
}

bool do_wave(shell *s, char *text) {
    debug_wave_id id = s->t.wave;
    debug_value v;
    if (!*text)
        return show_view(s);
    if (!shell_value(s, text, &v))
        return false;
    id.number = v.raw > UINT32_MAX ? UINT32_MAX : (uint32_t)v.raw;
    return look_at(s, &id);
}

bool do_group(shell *s, char *text) {
    debug_wave_id id = {{0, 0, 0}, 0};
    char *at = text;
    if (!*text)
        return show_view(s);
    for (unsigned i = 0; i < 3 && *at; i++) {
        char *end;
        id.group[i] = (uint32_t)strtoul(at, &end, 0);
        if (end == at || (*end && *end != ',' && *end != ':'))
            return shell_error(s, "expected X[,Y,Z], not '%s'", text);
        at = end + (*end != 0);
    }
    return look_at(s, &id);
}

/* ---- info ------------------------------------------------------------------------------------ */

static bool info_registers(shell *s, char *text) {
    const debug_wave *w = target_wave(&s->t);
    if (!w)
        return shell_error(s, "there is no wave");
    if (!*text) {
        show_scalars(s);
        return true;
    }
    if (strcmp(text, "v") == 0 || strcmp(text, "vector") == 0) {
        for (unsigned i = 0; i < w->seen->vgpr_count; i++) {
            const gisa_wave_register reg = {.bank = GISA_KIND_VGPR, .per_lane = true, .first = i, .count = 1};
            show_vector(s, &reg, numeral_type_plain(32));
        }
        show_used_rows(s);
        return true;
    }
    for (char *save, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        debug_place p;
        expression *e = shell_expression(s, word);
        const char *why = e ? expression_place(&s->t, e, w, s->t.lane, &p) : NULL;
        expression_free(e);
        if (!e || why || !p.is_register)
            return e ? shell_error(s, "'%s' is not a register", word) : false;
        p.every_lane = p.reg.per_lane;
        if (!print_register(s, &p))
            return false;
    }
    return true;
}

static bool info_waves(shell *s, char *text) {
    const debug_wave *w;
    (void)text;
    for (unsigned i = 0; (w = debug_wave_at(s->t.d, i)); i++) {
        char place[TARGET_PLACE], lanes[LANES_TEXT];
        target_place(&s->t, w->pc, place);
        lanes_text(*w->seen->exec, lanes);
        printf("%s group %u,%u,%u wave %u  %s  lanes %s%s\n", debug_same_wave(&w->id, &s->t.wave) ? "*" : " ",
               w->id.group[0], w->id.group[1], w->id.group[2], w->id.number, place, lanes,
               w->waits ? ", waits" : "");
    }
    if (!debug_wave_at(s->t.d, 0))
        printf("No wave is left.\n");
    return true;
}

static bool info_groups(shell *s, char *text) {
    const debug_wave *w, *last = NULL;
    (void)text;
    for (unsigned i = 0; (w = debug_wave_at(s->t.d, i)); i++) {
        const gisa_observed_group *g = w->seen->group;
        if (last && last->seen->group == g)
            continue;
        last = w;
        printf("%s group %u,%u,%u: %ux%ux%u work-items, %u waves, %u bytes of LDS\n",
               memcmp(g->id, s->t.wave.group, sizeof g->id) == 0 ? "*" : " ", g->id[0], g->id[1], g->id[2],
               g->size[0], g->size[1], g->size[2], g->waves, g->lds_size);
    }
    if (!last)
        printf("No work-group is left.\n");
    return true;
}

static bool info_line(shell *s, char *text) {
    uint64_t at;
    char place[TARGET_PLACE];
    if (!find_location(s, text, &at))
        return false;
    const line_row *row = lines_at(&s->t.lines, at);
    target_place(&s->t, at, place);
    if (!row)
        return shell_error(s, "no source line is known for %s", place);
    printf("%s is line %u of %s\n", place, row->line, s->t.lines.file[row->file].name);
    show_source(s, row->file, row->line, 1, 0);
    return true;
}

static bool info_kernel(shell *s, char *text) {
    const gisa_kernel *k = &s->t.ready.kernel;
    const gisa_launch *l = &s->t.r.launch;
    (void)text;
    if (s->t.stages || s->t.shaders)
        return shell_error(s, "it is a %s, not a kernel", target_kind(&s->t));
    printf("%s, %s: %u bytes of LDS, %u of private memory, %u of arguments\n", k->name,
           gisa_name(s->t.ready.isa), k->group_size + l->dynamic_lds, k->private_size, k->kernarg_size);
    printf("grid %u,%u,%u in groups of %u,%u,%u work-items\n", l->grid[0] ? l->grid[0] : 1,
           l->grid[1] ? l->grid[1] : 1, l->grid[2] ? l->grid[2] : 1, l->group[0] ? l->group[0] : 1,
           l->group[1] ? l->group[1] : 1, l->group[2] ? l->group[2] : 1);
    return true;
}

/* Of a launch that a program has made: as the kernel finds them. */
static void put_arguments(const shell *s) {
    gisa_argument m;
    for (unsigned i = 0; gisa_argument_at(s->t.ready.loaded, (unsigned)s->t.ready.number, i, &m) == GISA_OK;
         i++) {
        uint64_t raw = 0;
        gisa_machine_read(s->t.ready.machine, (uintptr_t)s->t.r.launch.kernarg + m.offset, &raw,
                          m.size < 8 ? m.size : 8);
        printf("%u %s%s%s = 0x%llx, %u bytes\n", i + 1, m.name, *m.name ? " " : "", m.kind,
               (unsigned long long)raw, m.size);
    }
}

static bool info_arguments(shell *s, char *text) {
    gisa_argument m;
    (void)text;
    if (s->hosted)
        put_arguments(s);
    for (unsigned i = 0; i < s->t.r.count; i++) {
        const run_argument *a = &s->t.r.at[i];
        uint64_t raw = 0;
        if (gisa_argument_at(s->t.ready.loaded, (unsigned)s->t.ready.number, i, &m))
            m = (gisa_argument){.name = "", .type = ""};
        memcpy(&raw, a->bytes, a->size < 8 ? a->size : 8);
        printf("%u %s%s%s = 0x%llx", i + 1, m.name, *m.name ? " " : "", a->text, (unsigned long long)raw);
        if (a->memory)
            printf(", %zu bytes", a->memory_size);
        printf("\n");
    }
    return true;
}

static bool info_points(shell *s, char *text) {
    (void)text;
    show_points(s);
    return true;
}

bool do_info(shell *s, char *text) {
    static const struct {
        const char *name;
        bool (*act)(shell *s, char *text);
    } topics[] = {{"breakpoints", info_points}, {"watchpoints", info_points}, {"registers", info_registers},
                  {"waves", info_waves},        {"threads", info_waves},      {"groups", info_groups},
                  {"line", info_line},          {"kernel", info_kernel},      {"arguments", info_arguments},
                  {"args", info_arguments},     {"locals", info_locals}};
    const size_t size = strcspn(text, " ");
    for (unsigned i = 0; size && i < sizeof topics / sizeof *topics; i++)
        if (strncmp(topics[i].name, text, size) == 0)
            return topics[i].act(s, text + size + strspn(text + size, " "));
    return shell_error(s, "expected info breakpoints, registers, waves, groups, line, kernel, arguments or "
                          "locals");
}
