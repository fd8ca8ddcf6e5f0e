/* SPDX-License-Identifier: MIT */
/* Writes bodies as C, for each file of the spec one file of those that are compiled once and one of
 * those that are compiled for each level of the host; and the tables of both. */
#include <string.h>

#include "bodies.h"

/* What comes after it is a line of the written file again, for compilers and debuggers. */
void emit_inside(FILE *out, const body *b, const char *operands) {
    emit_body_text(out, b->h, operands);
    fprintf(out, "#line back\n");
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool has_kind(const body_list *list, enum body_kind kind) {
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (b->kind == kind)
            return true;
    return false;
}

/* What is compiled once. */
static void emit_once(spec *s, FILE *out, const void *bodies) {
    typedef void emitter(const spec *s, FILE *out, const body *b);
    static const struct {
        const char *header;
        emitter *emit;
    } kinds[] = {[SCALAR] = {"scalar", emit_scalar},
                 [COMPUTES] = {"exact", emit_exact},
                 [MEMORY] = {"elements", emit_memory},
                 [LANES] = {"lanes", emit_lanes}};
    const body_list *list = bodies;
    for (int kind = SCALAR; kind <= LANES; kind++)
        if (has_kind(list, (enum body_kind)kind))
            fprintf(out, "#include \"insn/%s.h\"\n", kinds[kind].header);
    if (list->count)
        fprintf(out, "#include \"insn/floats_exact.h\"\n#include \"gen/%s_functions.h\"\n\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!b->again)
            kinds[b->kind].emit(s, out, b);
}

static void emit_near_kind(const spec *s, FILE *out, const body_list *list, bool across) {
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (b->near && b->across == across && !b->rows_again) {
            fprintf(out, "gisa_near NAME(%s);\n", b->name);
            (across ? emit_across : emit_near)(s, out, b);
        }
}

/* The address is another word in those that look at other lanes: they come last. */
static void emit_near_rows(const spec *s, FILE *out, const body_list *list) {
    fprintf(out, "#include \"insn/near.h\"\n\n");
    emit_near_kind(s, out, list, false);
    fprintf(out, "#include \"insn/across.h\"\n\n");
    emit_near_kind(s, out, list, true);
}

/* What is compiled once for each level of the host: of many files there is nothing. */
static void emit_rows(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    bool near = false, wide = false;
    for (const body *b = list->at; b < list->at + list->count; b++) {
        near |= b->near && !b->rows_again;
        wide |= b->kind == COMPUTES && !b->again;
    }
    if (near || wide)
        fprintf(out, "#include \"insn/wide.h\"\n#include \"gen/%s_functions.h\"\n\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (b->kind == COMPUTES && !b->again)
            emit_wide(s, out, b);
    if (near)
        emit_near_rows(s, out, list);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct {
    const char *type, *member, *suffix;
} members[] = {[SCALAR] = {"gisa_step", "scalar", ""},
               [COMPUTES] = {"gisa_exact", "exact", "__exact"},
               [MEMORY] = {"gisa_memory", "memory", "__memory"},
               [LANES] = {"gisa_lanes_body", "lanes", "__lanes"}};

static void emit_table(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    fprintf(out, "#include \"insn/op.h\"\n\n");
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!b->again)
            fprintf(out, "extern %s %s%s;\n", members[b->kind].type, b->name, members[b->kind].suffix);
    fprintf(out, "\nconst gisa_body %s_bodies[] = {\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++) {
        fprintf(out, "    [%d] = {.%s = %s%s", b->number, members[b->kind].member, b->name,
                members[b->kind].suffix);
        if (b->masks)
            fprintf(out, ", .masks = %u", b->masks);
        fprintf(out, "%s%s},\n", b->h->facts.floats ? ", .floats = true" : "",
                b->copies ? ", .exec_is_d = true" : "");
    }
    fprintf(out, "};\n");
}

/* Of a level: those that compute, or those that are near. */
static void emit_level_members(const spec *s, FILE *out, const body_list *list, bool near) {
    const char *type = near ? "near" : "wide";
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!b->rows_again && (near ? b->near : b->kind == COMPUTES))
            fprintf(out, "extern gisa_%s NAME(%s);\n", type, b->rows);
    fprintf(out, "\ngisa_%s *const NAME(%s_%s)[%d] = {\n", type, s->name, type, list->count + 1);
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (near ? b->near : b->kind == COMPUTES)
            fprintf(out, "    [%d] = NAME(%s),\n", b->number, b->rows);
    fprintf(out, "};\n\n");
}

static void emit_level_table(spec *s, FILE *out, const void *bodies) {
    fprintf(out, "#include \"insn/name.h\"\n#include \"insn/op.h\"\n\n");
    emit_level_members(s, out, bodies, false);
    emit_level_members(s, out, bodies, true);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* What is to be written, and by whom. */
typedef struct part {
    void (*emit)(spec *s, FILE *out, const void *bodies);
    const body_list *list;
    const char *from;
} part;

static void emit_part(spec *s, FILE *out, const void *what) {
    const part *p = what;
    fprintf(out, "/* Written by isagen from %s; not to be edited. */\n", p->from);
    p->emit(s, out, p->list);
}

static void write_part(spec *s, part p, const char *path) {
    write_output(s, path, emit_part, &p);
}

/* The bodies of one file of the spec, which are next to each other. */
static body_list bodies_of(const body_list *all, const char *file) {
    body_list some = {.at = NULL};
    for (body *b = all->at; b < all->at + all->count; b++)
        if (strcmp(b->h->at.file, file) == 0) {
            some.at = some.count++ ? some.at : b;
        }
    return some;
}

void write_bodies(spec *s, const char *folder) {
    const bool shade = s->banks.count;
    const body_list all = list_bodies(s);
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, s->name);
    make_folder(path);
    for (int i = 0; i < s->files.count; i++) {
        const char *file = s->files.at[i];
        const body_list some = bodies_of(&all, file);
        const int size = (int)strcspn(file_name(file), ".");
        snprintf(path, sizeof path, "%s/%s/%.*s.c", folder, s->name, size, file_name(file));
        write_part(s, (part){shade ? emit_shade_once : emit_once, &some, file}, path);
        snprintf(path, sizeof path, "%s/%s/%.*s_rows.c", folder, s->name, size, file_name(file));
        write_part(s, (part){shade ? emit_shade_rows : emit_rows, &some, file}, path);
    }
    snprintf(path, sizeof path, "%s/%s_bodies.c", folder, s->name);
    write_part(s, (part){shade ? emit_shade_table : emit_table, &all, s->name}, path);
    snprintf(path, sizeof path, "%s/%s_rows.c", folder, s->name);
    write_part(s, (part){shade ? emit_shade_level_table : emit_level_table, &all, s->name}, path);
    if (shade)
        return;
    snprintf(path, sizeof path, "%s/%s_native.h", folder, s->name);
    write_part(s, (part){emit_native, &all, s->name}, path);
    snprintf(path, sizeof path, "%s/%s_native.c", folder, s->name);
    write_part(s, (part){emit_native_table, &all, s->name}, path);
}
