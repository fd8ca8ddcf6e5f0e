/* SPDX-License-Identifier: MIT */
/* gisa run --check: names of checks, where in the code findings are, and how they are reported. */
#include "run_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complete.h"
#include "findings.h"
#include "json.h"

static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "gisa run: %s: %s\n", what, why);
    return false;
}

/* ---- names ----------------------------------------------------------------------------------- */

static uint32_t check_named(const char *name, size_t size) {
    for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
        if (strlen(gisa_watch_name(bit)) == size && strncmp(gisa_watch_name(bit), name, size) == 0)
            return bit;
    return size == 3 && strncmp(name, "all", 3) == 0 ? GISA_WATCH_ALL : 0;
}

uint32_t run_check_read(const char *list) {
    uint32_t checks = 0;
    if (!list)
        return GISA_WATCH_ALL;
    for (size_t size;; list += size + 1) {
        size = strcspn(list, ",");
        const uint32_t one = check_named(list, size);
        if (!one) {
            fprintf(stderr, "gisa run: there is no check '%.*s'; expected some of all", (int)size, list);
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

void run_check_offer(void) {
    complete_word("all", NULL);
    for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
        complete_word(gisa_watch_name(bit), NULL);
}

/* ---- before and after ------------------------------------------------------------------------ */

bool run_check_begin(run_check *c, gisa_machine *machine, loaded_code *code) {
    c->watch = gisa_watch_new(machine, c->checks);
    c->code = code;
    return (c->watch && !code->code.no_memory) || refuse("--check", "out of memory");
}

void run_check_end(run_check *c) {
    gisa_watch_free(c->watch);
    free(c->suppressed);
}

/* ---- findings -------------------------------------------------------------------------------- */

static void get(void *ctx, size_t i, finding *to) {
    const run_check *c = ctx;
    gisa_watch_finding f;
    *to = (finding){.rule = "run", .level = "warning"};
    if (gisa_watch_finding_at(c->watch, i, &f) != GISA_OK)
        return;
    to->kind = gisa_watch_name(f.check);
    to->at = loaded_code_at(c->code, f.pc, &to->run);
    to->has_other = f.other_pc != 0;
    if (to->has_other)
        to->other = loaded_code_at(c->code, f.other_pc, &to->other_run);
    to->suppressed = c->suppressed[i];
    snprintf(to->message, sizeof to->message, "%s", f.what);
}

static void suppress(void *ctx, size_t i) {
    ((const run_check *)ctx)->suppressed[i] = true;
}

static size_t count_of(const run_check *c) {
    gisa_watch_finding f;
    size_t count = 0;
    while (gisa_watch_finding_at(c->watch, count, &f) == GISA_OK)
        count++;
    return count;
}

static findings_list list_of(run_check *c, size_t count) {
    static const char *const kinds[] = {"undefined", "bounds", "races", "barriers", "waits", "hazards", NULL};
    return (findings_list){.ctx = c, .count = count, .get = get, .suppress = suppress, .kinds = kinds};
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *instruction(const code_run *run, const code_place *p, char text[GISA_TEXT_MAX]) {
    *text = 0;
    return run ? places_instruction(run, p->address, text) : "?";
}

static void put_finding(const gisa_watch_finding *f, const finding *g) {
    char places[2][PLACE_TEXT], texts[2][GISA_TEXT_MAX], text[8 * 1024];
    const gisa_watch_where at = {findings_place(&g->at, places[0]), instruction(g->run, &g->at, texts[0])};
    gisa_watch_where other = {NULL, NULL};
    if (g->has_other)
        other = (gisa_watch_where){findings_place(&g->other, places[1]),
                                   instruction(g->other_run, &g->other, texts[1])};
    gisa_watch_text(f, &at, g->has_other ? &other : NULL, text, sizeof text);
    fputs(text, stderr);
}

static size_t put_findings(run_check *c, size_t count) {
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        gisa_watch_finding f;
        finding g;
        get(c, i, &g);
        if (g.suppressed || gisa_watch_finding_at(c->watch, i, &f) != GISA_OK)
            continue;
        put_finding(&f, &g);
        told++;
    }
    return told;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_json_triple(const char *key, const uint32_t values[3]) {
    json_begin(key, '[');
    for (unsigned i = 0; i < 3; i++)
        json_number(NULL, values[i]);
    json_end(']');
}

static void put_json_finding(const gisa_watch_finding *f, const finding *g) {
    json_line();
    json_begin(NULL, '{');
    json_text("kind", g->kind);
    json_text("message", f->what);
    findings_json_place("at", g->run, &g->at);
    if (f->other_what)
        json_text("other_message", f->other_what);
    if (g->has_other)
        findings_json_place("other", g->other_run, &g->other);
    put_json_triple("group", f->group);
    put_json_triple("item", f->item);
    json_truth("whole_wave", f->whole_wave);
    json_number("times", (int64_t)f->times);
    json_text("registers", f->registers);
    json_end('}');
}

static void put_json(const findings_list *list, const char *file) {
    const run_check *c = list->ctx;
    json_begin(NULL, '{');
    json_text("file", file);
    json_truth("complete", gisa_watch_is_whole(c->watch));
    json_begin("findings", '[');
    for (size_t i = 0; i < list->count; i++) {
        gisa_watch_finding f;
        finding g;
        get(list->ctx, i, &g);
        if (!g.suppressed && gisa_watch_finding_at(c->watch, i, &f) == GISA_OK)
            put_json_finding(&f, &g);
    }
    json_line();
    json_end(']');
    json_end('}');
    json_close();
}

/* "-": to the standard output. */
static bool write_findings(const findings_list *list, const char *file, const char *path) {
    const size_t size = strlen(path);
    const bool sarif = size > 6 && strcmp(path + size - 6, ".sarif") == 0;
    FILE *to = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool good = to != NULL;
    if (good) {
        json_to(to);
        (sarif ? findings_sarif : put_json)(list, file);
        json_to(NULL);
        good = fflush(to) == 0 && !ferror(to);
        if (to != stdout)
            good &= fclose(to) == 0;
    }
    return good || refuse(path, "cannot be written");
}

/* ---------------------------------------------------------------------------------------------- */

int run_check_report(run_check *c, const char *file) {
    const size_t count = count_of(c);
    c->suppressed = calloc(count + 1, sizeof *c->suppressed);
    if (!c->suppressed)
        return refuse("--check", "out of memory"), -1;
    const findings_list list = list_of(c, count);
    if (c->suppress && !findings_suppress(&list, "run", c->suppress))
        return -1;
    const size_t told = put_findings(c, count);
    if (c->findings && !write_findings(&list, file, c->findings))
        return -1;
    if (!gisa_watch_is_whole(c->watch))
        refuse(file, "there was no memory for all checks; findings may be missing");
    if (told)
        fprintf(stderr, "gisa run: %s: %zu finding%s\n", file, told, told == 1 ? "" : "s");
    return told > 0;
}
