/* SPDX-License-Identifier: MIT */
/* Commands that say where the launch stops. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../options.h"
#include "shell.h"

/* ---- locations ------------------------------------------------------------------------------- */

/* All copies of the line, of which *places is to be freed. */
static bool find_line(const shell *s, const char *file, const char *number, uint64_t **places,
                      unsigned *count) {
    const debug_wave *w = target_wave(&s->t);
    uint64_t wanted;
    if (!s->t.lines.count)
        return shell_error(s, "no source lines are known: compile with -g, or debug assembler source");
    if (!options_number(number, UINT32_MAX, &wanted))
        return shell_error(s, "expected a line, not '%s'", number);
    unsigned line = (unsigned)wanted;
    *count = lines_places(&s->t.lines, file, w ? w->pc : 0, &line, places);
    return *count || shell_error(s, "no code belongs to line %s of %s, or to one after it", number,
                                 file ? file : "this file");
}

static bool find_address(const shell *s, const char *text, uint64_t *address) {
    debug_value v;
    if (!shell_value(s, text, &v))
        return false;
    *address = v.raw;
    return target_decode(&s->t, v.raw).size || shell_error(s, "there is no code at '%s'", text);
}

static bool find_lines(const shell *s, const char *text, uint64_t **places, unsigned *count) {
    const char *colon = strrchr(text, ':');
    char file[300];
    if (!colon)
        return find_line(s, NULL, text, places, count);
    snprintf(file, sizeof file, "%.*s", (int)(colon - text), text);
    return find_line(s, file, colon + 1, places, count);
}

/* "18", "saxpy.cl:18" */
static bool is_line(const char *text) {
    const char *colon = strrchr(text, ':');
    return *text != '*' && ((isdigit((unsigned char)*text) && !text[strspn(text, "0123456789")]) ||
                            (colon && isdigit((unsigned char)colon[1])));
}

bool find_location(const shell *s, const char *text, uint64_t *address) {
    const debug_wave *w = target_wave(&s->t);
    uint64_t *places;
    unsigned count;
    if (!*text) {
        *address = w ? w->pc : 0;
        return w || shell_error(s, "there is no wave; say where");
    }
    if (!is_line(text))
        return find_address(s, *text == '*' ? text + 1 : text, address);
    if (!find_lines(s, text, &places, &count))
        return false;
    *address = places[0];
    free(places);
    return true;
}

void point_place(debug_point *p, uint64_t *places, unsigned count) {
    p->address = places[0];
    memmove(places, places + 1, (count - 1) * sizeof *places);
    p->more = places;
    p->more_count = count - 1;
}

/* A breakpoint stops in each copy of a line. */
static bool place_break(const shell *s, const char *text, debug_point *p) {
    uint64_t *places;
    unsigned count;
    if (!is_line(text))
        return find_location(s, text, &p->address);
    if (!find_lines(s, text, &places, &count))
        return false;
    point_place(p, places, count);
    return true;
}

/* ---- conditions ------------------------------------------------------------------------------ */

typedef struct guard {
    const target *t;
    expression *e;
} guard;

static bool holds(void *ctx, debug *d, debug_wave *w, unsigned *lane) {
    const guard *c = ctx;
    (void)d;
    return expression_holds(c->t, c->e, w, lane);
}

static void forget(void *ctx) {
    guard *c = ctx;
    expression_free(c->e);
    free(c);
}

/* Variables of the source are those of one of the places. */
static expression *read_condition(const shell *s, const debug_point *p, const char *text) {
    char why[EXPRESSION_WHY];
    size_t at;
    expression *e = NULL;
    if (p->kind != DEBUG_POINT_CODE)
        return shell_expression(s, text);
    for (unsigned i = 0; i < p->more_count && !e; i++)
        e = expression_read(&s->t, p->more[i], text, &at, why);
    return e ? e : shell_expression_at(s, p->address, text);
}

/* "" takes the condition away. */
static bool set_condition(const shell *s, debug_point *p, const char *text) {
    guard *c = NULL;
    if (*text) {
        expression *e = read_condition(s, p, text);
        c = e ? malloc(sizeof *c) : NULL;
        if (!c)
            return e ? (expression_free(e), shell_error(s, "out of memory")) : false;
        *c = (guard){&s->t, e};
    }
    if (p->forget)
        p->forget(p->ctx);
    p->ctx = c;
    p->holds = c ? holds : NULL;
    p->forget = c ? forget : NULL;
    return true;
}

/* Cuts off " if CONDITION"; "" where there is none. */
static char *cut_condition(char *text) {
    char *at = strncmp(text, "if ", 3) == 0 ? text : strstr(text, " if ");
    if (!at)
        return text + strlen(text);
    char *end = at;
    at += *at == ' ' ? 4 : 3;
    while (end > text && end[-1] == ' ')
        end--;
    *end = 0;
    return at + strspn(at, " ");
}

/* ---- making points --------------------------------------------------------------------------- */

static bool keep_text(shell *s, unsigned number, const char *what, const char *condition) {
    point_text *grown = realloc(s->point, number * sizeof *grown);
    if (!grown)
        return shell_error(s, "out of memory");
    for (; s->points < number; s->points++)
        grown[s->points] = (point_text){NULL, NULL};
    s->point = grown;
    grown[number - 1] = (point_text){strdup(what), *condition ? strdup(condition) : NULL};
    return true;
}

bool point_add(shell *s, debug_point *p, const char *what, const char *condition, unsigned *number) {
    p->enabled = true;
    if (!set_condition(s, p, condition)) {
        free(p->more);
        return false;
    }
    *number = debug_point_add(s->t.d, p);
    if (*number)
        return keep_text(s, *number, what, condition);
    if (p->forget)
        p->forget(p->ctx);
    free(p->more);
    return shell_error(s, "it is too large to be watched, or there is no memory for it");
}

static bool add(shell *s, debug_point *p, const char *what, const char *condition) {
    const bool is_watch = p->kind == DEBUG_POINT_REGISTER || p->kind == DEBUG_POINT_MEMORY;
    unsigned number;
    if (!point_add(s, p, what, condition, &number))
        return false;
    printf("%s %u: %s%s%s\n", is_watch ? "Watchpoint" : "Breakpoint", number, what, *condition ? ", if " : "",
           condition);
    return true;
}

static bool set_break(shell *s, char *text, bool temporary) {
    const char *condition_text = cut_condition(text);
    debug_point p = {.kind = DEBUG_POINT_CODE, .temporary = temporary};
    char what[TARGET_PLACE + 300], place[TARGET_PLACE];
    if (!place_break(s, text, &p))
        return false;
    target_place(&s->t, p.address, place);
    const line_row *row = lines_at(&s->t.lines, p.address);
    if (row)
        snprintf(what, sizeof what, "%s at %.200s:%u", place, lines_short(s->t.lines.file[row->file].name),
                 row->line);
    else
        snprintf(what, sizeof what, "%s", place);
    if (p.more_count)
        snprintf(what + strlen(what), sizeof what - strlen(what), " and in %u other cop%s", p.more_count,
                 p.more_count == 1 ? "y" : "ies");
    return add(s, &p, what, condition_text);
}

bool do_break(shell *s, char *text) {
    return set_break(s, text, false);
}

bool do_tbreak(shell *s, char *text) {
    return set_break(s, text, true);
}

/* "1", "1,0,2" or "1:0:2". */
static bool read_group(const char *text, uint32_t id[3]) {
    id[0] = id[1] = id[2] = 0;
    for (unsigned i = 0; i < 3; i++) {
        char *end;
        const unsigned long long number = strtoull(text, &end, 0);
        if (!isdigit((unsigned char)*text) || number > UINT32_MAX)
            return false;
        id[i] = (uint32_t)number;
        if (!*end)
            return true;
        if (*end != ',' && *end != ':')
            return false;
        text = end + 1;
    }
    return false;
}

bool do_catch(shell *s, char *text) {
    const char *condition_text = cut_condition(text);
    const size_t size = strcspn(text, " ");
    const char *rest = text + size + strspn(text + size, " ");
    debug_point p = {.kind = strncmp(text, "wave", size) == 0 ? DEBUG_POINT_WAVE : DEBUG_POINT_GROUP};
    if (!size || (p.kind == DEBUG_POINT_GROUP && strncmp(text, "group", size) != 0))
        return shell_error(s, "expected 'catch group [X,Y,Z]' or 'catch wave'");
    p.has_id = *rest;
    if (*rest && (p.kind == DEBUG_POINT_WAVE || !read_group(rest, p.id.group)))
        return shell_error(s, "expected X[,Y,Z] after 'catch group', nothing after 'catch wave', not '%s'",
                           rest);
    return add(s, &p, text, condition_text);
}

bool watch_read(const shell *s, const char *text, debug_access access, debug_point *p) {
    expression *e = shell_expression(s, text);
    debug_place at;
    const char *why = e ? expression_place(&s->t, e, target_wave(&s->t), s->t.lane, &at) : NULL;
    expression_free(e);
    if (!e)
        return false;
    if (why)
        return shell_error(s, "%s", why);
    if (at.is_register && access != DEBUG_ACCESS_CHANGE)
        return shell_error(s, "registers can be watched for changes (watch) only");
    *p = (debug_point){.kind = at.is_register ? DEBUG_POINT_REGISTER : DEBUG_POINT_MEMORY,
                       .access = access,
                       .id = s->t.wave,
                       .reg = at.reg,
                       .lane = at.every_lane ? GISA_WAVE_ALL : at.lane,
                       .space = at.space,
                       .address = at.address,
                       .size = at.size};
    return true;
}

static bool set_watch(shell *s, char *text, debug_access access) {
    const char *condition = cut_condition(text);
    debug_point p;
    return watch_read(s, text, access, &p) && add(s, &p, text, condition);
}

bool do_watch(shell *s, char *text) {
    return set_watch(s, text, DEBUG_ACCESS_CHANGE);
}

bool do_rwatch(shell *s, char *text) {
    return set_watch(s, text, DEBUG_ACCESS_READ);
}

bool do_awatch(shell *s, char *text) {
    return set_watch(s, text, DEBUG_ACCESS_ANY);
}

bool do_wwatch(shell *s, char *text) {
    return set_watch(s, text, DEBUG_ACCESS_WRITE);
}

/* ---- changing them --------------------------------------------------------------------------- */

static bool find_point(const shell *s, const char *text, unsigned *number) {
    uint64_t n;
    *number = options_number(text, UINT32_MAX, &n) ? (unsigned)n : 0;
    return (*number && debug_point_at(s->t.d, *number)) ||
           shell_error(s, "there is no breakpoint or watchpoint '%s'; 'info breakpoints' lists them", text);
}

static void drop(shell *s, unsigned number) {
    debug_point_remove(s->t.d, number);
}

static void turn_on(shell *s, unsigned number) {
    debug_point_enable(s->t.d, number, true);
}

static void turn_off(shell *s, unsigned number) {
    debug_point_enable(s->t.d, number, false);
}

/* Each that the text names, or all. */
static bool for_points(shell *s, char *text, void (*act)(shell *s, unsigned number)) {
    unsigned number;
    if (!*text)
        for (unsigned i = 1; i <= debug_point_most(s->t.d); i++)
            if (debug_point_at(s->t.d, i))
                act(s, i);
    for (char *save, *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (!find_point(s, word, &number))
            return false;
        act(s, number);
    }
    return true;
}

bool do_delete(shell *s, char *text) {
    return for_points(s, text, drop);
}

bool do_disable(shell *s, char *text) {
    return for_points(s, text, turn_off);
}

bool do_enable(shell *s, char *text) {
    return for_points(s, text, turn_on);
}

/* Cuts the number off; what follows it is the rest. */
static char *cut_point(const shell *s, char *text, unsigned *number) {
    char *rest = text + strcspn(text, " ");
    if (*rest)
        *rest++ = 0;
    return find_point(s, text, number) ? rest + strspn(rest, " ") : NULL;
}

bool do_condition(shell *s, char *text) {
    unsigned number;
    char *rest = cut_point(s, text, &number);
    if (!rest || !set_condition(s, debug_point_at(s->t.d, number), rest))
        return false;
    free(s->point[number - 1].condition);
    s->point[number - 1].condition = *rest ? strdup(rest) : NULL;
    return true;
}

bool do_ignore(shell *s, char *text) {
    unsigned number;
    debug_value v;
    char *rest = cut_point(s, text, &number);
    if (!rest || !shell_value(s, *rest ? rest : "0", &v))
        return false;
    debug_point_at(s->t.d, number)->ignore = v.raw;
    return true;
}

void show_points(shell *s) {
    unsigned shown = 0;
    for (unsigned i = 1; i <= debug_point_most(s->t.d); i++) {
        const debug_point *p = debug_point_at(s->t.d, i);
        static const char *const kinds[] = {"break", "catch", "catch", "watch", "watch"};
        if (!p)
            continue;
        shown++;
        printf("%-3u %-6s%s%s %s", i, kinds[p->kind], p->temporary ? " once" : "",
               p->enabled ? "" : " disabled",
               i <= s->points && s->point[i - 1].what ? s->point[i - 1].what : "");
        if (i <= s->points && s->point[i - 1].condition)
            printf(", if %s", s->point[i - 1].condition);
        if (p->hits)
            printf(", hits: %llu", (unsigned long long)p->hits);
        if (p->ignore)
            printf(", ignores the next %llu", (unsigned long long)p->ignore);
        printf("\n");
    }
    if (!shown)
        printf("No breakpoints or watchpoints.\n");
}
