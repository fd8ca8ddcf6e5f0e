/* SPDX-License-Identifier: MIT */
/* Variables of the source where the wave stands, as expressions of the debugger and with values. */
#include <stdio.h>
#include <string.h>

#include "shell.h"

/* ---- expressions ----------------------------------------------------------------------------- */

/* "f32" of a float; of what is narrower than a register the register. NULL: not a number. */
static const char *type_of(const scope_variable *v) {
    static const char *const names[][2] = {{"f32", "f64"}, {"i32", "i64"}, {"u32", "u64"}, {"hex", "x64"}};
    const char *at = v->letter ? strchr("fiup", v->letter) : NULL;
    if (!at || v->size > 8 || (v->size > 4 && v->size < 8))
        return NULL;
    if (v->letter == 'f' && v->size == 2)
        return "f16";
    return names[at - "fiup"][v->size == 8];
}

/* In memory the size counts. */
static const char *type_in_memory(const scope_variable *v) {
    static const char *const narrow[][2] = {{"i8", "i16"}, {"u8", "u16"}};
    if (v->size > 2 || v->letter == 'f' || v->letter == 'p' || !v->letter)
        return type_of(v);
    return narrow[v->letter == 'u'][v->size == 2];
}

static const char *put_register(const scope_variable *v, char text[LOCAL_TEXT]) {
    const char letter = v->place == SCOPE_VGPR ? 'v' : 's', *type = type_of(v);
    if (!type)
        return "it is not a number; print its registers or its memory";
    if (v->size == 8)
        snprintf(text, LOCAL_TEXT, "%c[%d:%d]:%s", letter, v->number, v->number + 1, type);
    else
        snprintf(text, LOCAL_TEXT, "%c%d:%s", letter, v->number, type);
    return NULL;
}

/* A stack pointer counts bytes of the wave: 64 for each of a lane. */
static const char *put_memory(const scope_variable *v, char text[LOCAL_TEXT]) {
    const char *type = type_in_memory(v), *colon = type ? ":" : "";
    if (v->number >= 0)
        snprintf(text, LOCAL_TEXT, "private[s%d / 64 + %lld]%s%s", v->number, (long long)v->offset, colon,
                 type ? type : "");
    else
        snprintf(text, LOCAL_TEXT, "private[%lld]%s%s", (long long)v->offset, colon, type ? type : "");
    return NULL;
}

/* NULL: `text` is an expression for it; otherwise why there is none. */
static const char *put_expression(const scope_variable *v, char text[LOCAL_TEXT]) {
    switch (v->place) {
    case SCOPE_SGPR:
    case SCOPE_VGPR: return put_register(v, text);
    case SCOPE_PRIVATE: return put_memory(v, text);
    case SCOPE_CONSTANT: snprintf(text, LOCAL_TEXT, "%lld", (long long)v->value); return NULL;
    case SCOPE_NOWHERE: break;
    }
    return "optimized out";
}

/* ---- by name --------------------------------------------------------------------------------- */

typedef struct search {
    const target *t;
    const char *name;
    char *text;
    const char *why;
    bool found;
} search;

/* The kernel's own: its value is in the arguments, wherever the compiler had it. */
static bool is_argument(const target *t, const scope_variable *v) {
    const size_t size = strlen(v->function);
    const char *kernel = t->ready.kernel.name; /* of old objects that of the descriptor */
    gisa_argument m;
    unsigned number;
    if (strncmp(kernel, v->function, size) != 0 || (kernel[size] && strcmp(kernel + size, ".kd") != 0))
        return false;
    return target_argument(t, v->name, &number, &m);
}

static bool is_register(const target *t, const char *name) {
    gisa_wave_register reg;
    return gisa_wave_find(t->names, name, &reg, NULL) == GISA_OK;
}

static bool take_named(void *ctx, const scope_variable *v) {
    search *s = ctx;
    if (strcmp(v->name, s->name) != 0)
        return true;
    s->why = put_expression(v, s->text);
    s->found = !s->why || !is_argument(s->t, v);
    return false;
}

bool locals_find(const target *t, uint64_t pc, const char *name, char text[LOCAL_TEXT], const char **why) {
    search s = {.t = t, .name = name, .text = text};
    if (pc && !is_register(t, name))
        lines_variables(&t->lines, pc, take_named, &s);
    *why = s.why;
    return s.found;
}

/* ---- all ------------------------------------------------------------------------------------- */

typedef struct listing {
    const target *t;
    void (*put)(void *ctx, const local *l);
    void *ctx;
} listing;

static const char *value_of_text(const target *t, const char *text, char value[VALUE_TEXT]) {
    char why[EXPRESSION_WHY];
    size_t at;
    debug_value v;
    expression *e = expression_read(t, 0, text, &at, why);
    const char *none = e ? expression_value(t, e, target_wave(t), t->lane, &v) : "not known here";
    if (!none)
        value_text(&v, NULL, value);
    expression_free(e);
    return none;
}

static bool put_local(void *ctx, const scope_variable *v) {
    const listing *all = ctx;
    char place[LOCAL_TEXT] = "", value[VALUE_TEXT] = "";
    const char *why = put_expression(v, place);
    why = why ? why : value_of_text(all->t, place, value);
    const local l = {v->name, v->function, why ? "" : place, why ? why : value, why != NULL};
    all->put(all->ctx, &l);
    return true;
}

void locals_each(const target *t, void (*put)(void *ctx, const local *l), void *ctx) {
    const debug_wave *w = target_wave(t);
    listing all = {t, put, ctx};
    if (w)
        lines_variables(&t->lines, w->pc, put_local, &all);
}

typedef struct printing {
    const char *function;
    bool any;
} printing;

static void print_local(void *ctx, const local *l) {
    printing *p = ctx;
    if (!p->function || strcmp(p->function, l->function) != 0)
        printf("%s:\n", l->function);
    p->function = l->function;
    p->any = true;
    if (l->unknown)
        printf("  %s: %s\n", l->name, l->value);
    else
        printf("  %s = %s  [%s]\n", l->name, l->value, l->place);
}

bool info_locals(shell *s, char *text) {
    printing p = {NULL, false};
    (void)text;
    locals_each(&s->t, print_local, &p);
    return p.any || shell_error(s, "no variable is known here; compile with -g");
}
