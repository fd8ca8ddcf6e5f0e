/* SPDX-License-Identifier: MIT */
/* Findings of watched launches: as text, as JSON, as SARIF. */
#include "watched.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

enum { BEFORE = 2, AROUND_TEXT = (BEFORE + 2) * (GISA_TEXT_MAX + 8) };

/* ---- names ----------------------------------------------------------------------------------- */

static uint32_t check_named(const char *name, size_t size) {
    for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
        if (strlen(gisa_watch_name(bit)) == size && strncmp(gisa_watch_name(bit), name, size) == 0)
            return bit;
    return size == 3 && strncmp(name, "all", 3) == 0 ? GISA_WATCH_ALL : 0;
}

uint32_t watched_checks(const char *who, const char *list) {
    uint32_t checks = 0;
    if (!list)
        return GISA_WATCH_ALL;
    for (size_t size;; list += size + 1) {
        size = strcspn(list, ",");
        const uint32_t one = check_named(list, size);
        if (!one) {
            fprintf(stderr, "%s: there is no check '%.*s'; expected some of all", who, (int)size, list);
            for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
                fprintf(stderr, ", %s", gisa_watch_name(bit));
            fprintf(stderr, "\n");
            return 0;
        }
        checks |= one;
        if (!list[size])
            return checks;
    }
}

/* ---- findings -------------------------------------------------------------------------------- */

static finding found(const gisa_watch_finding *f, const loaded_code *code) {
    finding to = {.kind = gisa_watch_name(f->check), .rule = "run", .level = "warning"};
    to.at = loaded_code_at(code, f->pc, &to.run);
    to.has_other = f->other_pc != 0;
    if (to.has_other)
        to.other = loaded_code_at(code, f->other_pc, &to.other_run);
    snprintf(to.message, sizeof to.message, "%s", f->what);
    return to;
}

/* The calls that finding `number` is in. false: out of memory. */
static bool add_calls(finding *f, const gisa_watch *watch, size_t number, const loaded_code *code) {
    finding_call *call = NULL;
    uint64_t pc;
    for (size_t i = 0; gisa_watch_call_at(watch, number, i, &pc) == GISA_OK; i++) {
        finding_call *grown = realloc(call, (i + 1) * sizeof *call);
        if (!grown) {
            free(call);
            return false;
        }
        call = grown;
        call[i].at = loaded_code_at(code, pc, &call[i].run);
        f->calls = i + 1;
    }
    f->call = call;
    return true;
}

void watched_add(watched *w, const gisa_watch *watch, const loaded_code *code, size_t *next) {
    gisa_watch_finding f;
    for (; gisa_watch_finding_at(watch, *next, &f) == GISA_OK; ++*next) {
        if (!places_room(&w->at, w->count, sizeof *w->at)) {
            w->no_memory = true;
            return;
        }
        watched_finding *const to = &w->at[w->count++];
        *to = (watched_finding){watch, *next, found(&f, code)};
        w->no_memory |= !add_calls(&to->found, watch, *next, code);
    }
}

void watched_free(watched *w) {
    for (size_t i = 0; i < w->count; i++)
        free((finding_call *)(uintptr_t)w->at[i].found.call);
    free(w->at);
}

static void get(void *ctx, size_t i, finding *to) {
    const watched_part *part = ctx;
    *to = part->all->at[part->first + i].found;
}

static void suppress(void *ctx, size_t i) {
    const watched_part *part = ctx;
    part->all->at[part->first + i].found.suppressed = true;
}

findings_list watched_list(watched_part *ctx) {
    static const char *const kinds[] = {"undefined", "bounds", "races", "barriers", "waits", "hazards", NULL};
    return (findings_list){
        .ctx = ctx, .count = ctx->all->count - ctx->first, .get = get, .suppress = suppress, .kinds = kinds};
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *instruction(const code_run *run, const code_place *p, char text[GISA_TEXT_MAX]) {
    *text = 0;
    return run ? places_instruction(run, p->address, text) : "?";
}

/* The addresses of the instruction and of its neighbours; 0: no instruction begins there. */
static unsigned addresses_around(const code_run *run, const code_place *p, uint64_t at[BEFORE + 2]) {
    const unsigned count = run ? places_before(run, p->address, at, BEFORE + 1) : 0;
    return count ? count + places_next(run, p->address, &at[count]) : 0;
}

/* The instruction with its neighbours, as lines of which the first is not indented:
 *        v_mov_b32_e32 v2, 0
 *     => ds_read_b32 v3, v2
 *        s_waitcnt lgkmcnt(0) */
static const char *code_around(const code_run *run, const code_place *p, char text[AROUND_TEXT]) {
    char line[GISA_TEXT_MAX];
    uint64_t at[BEFORE + 2];
    const unsigned count = addresses_around(run, p, at);
    size_t size = 0;
    if (!count)
        return instruction(run, p, text);
    for (unsigned i = 0; i < count; i++)
        size += (size_t)snprintf(text + size, AROUND_TEXT - size, "%s%s%s", i ? "\n    " : "",
                                 at[i] == p->address ? "=> " : "   ", places_instruction(run, at[i], line));
    return text;
}

static void put_finding(const gisa_watch_finding *f, const finding *g, const char *before) {
    char places[2][PLACE_TEXT], other_text[GISA_TEXT_MAX], around[AROUND_TEXT], text[8 * 1024];
    const gisa_watch_where at = {findings_place(&g->at, places[0]), code_around(g->run, &g->at, around)};
    gisa_watch_where other = {NULL, NULL};
    if (g->has_other)
        other = (gisa_watch_where){findings_place(&g->other, places[1]),
                                   instruction(g->other_run, &g->other, other_text)};
    gisa_watch_text(f, &at, g->has_other ? &other : NULL, text, sizeof text);
    fprintf(stderr, "%s%s", before, text);
    for (size_t i = 0; i < g->calls; i++)
        fprintf(stderr, "  called at %s\n", findings_place(&g->call[i].at, places[0]));
}

size_t watched_tell(const watched *w, size_t first, const char *before) {
    size_t told = 0;
    for (size_t i = first; i < w->count; i++) {
        const watched_finding *g = &w->at[i];
        gisa_watch_finding f;
        if (g->found.suppressed || gisa_watch_finding_at(g->watch, g->number, &f) != GISA_OK)
            continue;
        put_finding(&f, &g->found, before);
        told++;
    }
    return told;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void put_json_triple(const char *key, const uint32_t values[3]) {
    json_begin(key, '[');
    for (unsigned i = 0; i < 3; i++)
        json_number(NULL, values[i]);
    json_end(']');
}

/* The instructions that text shows, the finding's own among them. */
static void put_json_around(const finding *g) {
    char line[GISA_TEXT_MAX];
    uint64_t at[BEFORE + 2];
    const unsigned count = addresses_around(g->run, &g->at, at);
    json_begin("around", '[');
    for (unsigned i = 0; i < count; i++) {
        json_begin(NULL, '{');
        json_hex("address", at[i]);
        json_text("text", places_instruction(g->run, at[i], line));
        json_end('}');
    }
    json_end(']');
}

/* The innermost first. */
static void put_json_calls(const finding *g) {
    if (!g->calls)
        return;
    json_begin("calls", '[');
    for (size_t i = 0; i < g->calls; i++)
        findings_json_place(NULL, g->call[i].run, &g->call[i].at);
    json_end(']');
}

static void put_json_finding(const gisa_watch_finding *f, const finding *g) {
    json_line();
    json_begin(NULL, '{');
    json_text("kind", g->kind);
    json_text("message", f->what);
    findings_json_place("at", g->run, &g->at);
    put_json_around(g);
    if (f->other_what)
        json_text("other_message", f->other_what);
    if (g->has_other)
        findings_json_place("other", g->other_run, &g->other);
    put_json_calls(g);
    put_json_triple("group", f->group);
    put_json_triple("item", f->item);
    json_truth("whole_wave", f->whole_wave);
    json_number("times", (int64_t)f->times);
    json_text("registers", f->registers);
    json_end('}');
}

static void put_json(const watched_part *part, bool complete, const char *file) {
    const watched *w = part->all;
    json_begin(NULL, '{');
    json_text("file", file);
    json_truth("complete", complete && !w->no_memory);
    json_begin("findings", '[');
    for (size_t i = part->first; i < w->count; i++) {
        gisa_watch_finding f;
        if (!w->at[i].found.suppressed &&
            gisa_watch_finding_at(w->at[i].watch, w->at[i].number, &f) == GISA_OK)
            put_json_finding(&f, &w->at[i].found);
    }
    json_line();
    json_end(']');
    json_end('}');
    json_close();
}

void watched_write(const watched_part *part, bool complete, const char *file, const char *path, FILE *to) {
    const size_t size = strlen(path);
    watched_part all = *part;
    json_to(to);
    if (size > 6 && strcmp(path + size - 6, ".sarif") == 0) {
        const findings_list list = watched_list(&all);
        findings_sarif(&list, file);
    } else
        put_json(part, complete, file);
    json_to(NULL);
}
