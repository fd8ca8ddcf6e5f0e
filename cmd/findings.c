/* SPDX-License-Identifier: MIT */
/* Findings: where they are in words, as JSON and as SARIF. */
#include "findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "scopes.h"

/* " (add_one, inlined into k at a.cl:9)", where something is inlined. */
static void add_inlined(const code_place *p, char text[PLACE_TEXT]) {
    const size_t size = strlen(text);
    char chain[SCOPES_TEXT];
    scopes_text(p->scopes, p->address, chain);
    if (*chain)
        snprintf(text + size, PLACE_TEXT - size, " (%s)", chain);
}

const char *findings_place(const code_place *p, char text[PLACE_TEXT]) {
    if (p->file)
        snprintf(text, PLACE_TEXT, "%s:%u", p->file, p->line);
    else if (p->symbol && p->offset)
        snprintf(text, PLACE_TEXT, "%s+0x%" PRIx64, p->symbol, p->offset);
    else if (p->symbol)
        snprintf(text, PLACE_TEXT, "%s", p->symbol);
    else
        snprintf(text, PLACE_TEXT, "0x%" PRIx64, p->address);
    add_inlined(p, text);
    return text;
}

static const char *instruction(const code_run *run, const code_place *p, char text[GISA_TEXT_MAX]) {
    *text = 0;
    return run ? places_instruction(run, p->address, text) : text;
}

/* The functions that the place is in, the innermost first. */
static void put_functions(const code_place *p) {
    scope_function chain[SCOPES_DEEPEST];
    const unsigned count = scopes_at(p->scopes, p->address, chain);
    if (!count)
        return;
    json_begin("functions", '[');
    for (unsigned i = 0; i < count; i++) {
        json_begin(NULL, '{');
        json_text("name", chain[i].name);
        if (chain[i].file) {
            json_text("inlined_at_file", chain[i].file);
            json_number("inlined_at_line", chain[i].line);
        }
        json_end('}');
    }
    json_end(']');
}

void findings_json_place(const char *key, const code_run *run, const code_place *p) {
    char text[GISA_TEXT_MAX];
    json_begin(key, '{');
    json_hex("address", p->address);
    if (p->symbol) {
        json_text("symbol", p->symbol);
        json_number("offset", (int64_t)p->offset);
    }
    if (p->file) {
        json_text("file", p->file);
        json_number("line", p->line);
        if (p->column)
            json_number("column", p->column);
    }
    json_text("text", instruction(run, p, text));
    put_functions(p);
    json_end('}');
}

/* ---- SARIF: names are those of version 2.1.0 ------------------------------------------------- */

static void put_message(const char *text) {
    json_begin("message", '{');
    json_text("text", text);
    json_end('}');
}

static void put_location_members(const code_run *run, const code_place *p, const char *file, bool with_text) {
    char text[GISA_TEXT_MAX];
    json_begin("physicalLocation", '{');
    json_begin("artifactLocation", '{');
    json_text("uri", p->file ? p->file : file);
    json_end('}');
    json_begin(p->file ? "region" : "address", '{');
    if (p->file) {
        json_number("startLine", p->line);
        if (p->column)
            json_number("startColumn", p->column);
    } else
        json_number("absoluteAddress", (int64_t)(p->address & INT64_MAX));
    json_end('}');
    json_end('}');
    if (p->symbol) {
        json_begin("logicalLocations", '[');
        json_begin(NULL, '{');
        json_text("name", p->symbol);
        json_text("kind", "function");
        json_end('}');
        json_end(']');
    }
    if (with_text)
        put_message(instruction(run, p, text));
}

static void put_location(const code_run *run, const code_place *p, const char *file, bool with_text) {
    json_begin(NULL, '{');
    put_location_members(run, p, file, with_text);
    json_end('}');
}

static void put_rule_id(const char *key, const finding *f) {
    char id[128];
    snprintf(id, sizeof id, "%s/%s", f->kind, f->rule);
    json_text(key, id);
}

static void put_frame(const code_run *run, const code_place *p, const char *file) {
    json_begin(NULL, '{');
    json_begin("location", '{');
    put_location_members(run, p, file, true);
    json_end('}');
    json_end('}');
}

/* The finding, and the calls that led to it. */
static void put_stack(const finding *f, const char *file) {
    json_begin("stacks", '[');
    json_begin(NULL, '{');
    json_begin("frames", '[');
    put_frame(f->run, &f->at, file);
    for (size_t i = 0; i < f->calls; i++)
        put_frame(f->call[i].run, &f->call[i].at, file);
    json_end(']');
    json_end('}');
    json_end(']');
}

static void put_result(const finding *f, const char *file) {
    json_line();
    json_begin(NULL, '{');
    put_rule_id("ruleId", f);
    json_text("level", f->level);
    put_message(f->message);
    json_begin("locations", '[');
    put_location(f->run, &f->at, file, false);
    json_end(']');
    if (f->has_other) {
        json_begin("relatedLocations", '[');
        put_location(f->other_run, &f->other, file, true);
        json_end(']');
    }
    if (f->calls)
        put_stack(f, file);
    if (f->suppressed) {
        json_begin("suppressions", '[');
        json_begin(NULL, '{');
        json_text("kind", "external");
        json_end('}');
        json_end(']');
    }
    json_end('}');
}

/* Each rule once. */
static void put_rules(const findings_list *list) {
    enum { MOST = 256 };
    struct {
        const char *kind, *rule;
    } seen[MOST];
    size_t count = 0;
    json_begin("rules", '[');
    for (size_t i = 0; i < list->count && count < MOST; i++) {
        finding f;
        size_t k = 0;
        list->get(list->ctx, i, &f);
        while (k < count && (strcmp(seen[k].rule, f.rule) != 0 || strcmp(seen[k].kind, f.kind) != 0))
            k++;
        if (k < count)
            continue;
        seen[count].kind = f.kind;
        seen[count++].rule = f.rule;
        json_begin(NULL, '{');
        put_rule_id("id", &f);
        json_end('}');
    }
    json_end(']');
}

void findings_sarif(const findings_list *list, const char *file) {
    json_begin(NULL, '{');
    json_text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text("version", "2.1.0");
    json_begin("runs", '[');
    json_begin(NULL, '{');
    json_begin("tool", '{');
    json_begin("driver", '{');
    json_text("name", "gisa");
    json_text("version", gisa_version());
    put_rules(list);
    json_end('}');
    json_end('}');
    json_begin("results", '[');
    for (size_t i = 0; i < list->count; i++) {
        finding f;
        list->get(list->ctx, i, &f);
        put_result(&f, file);
    }
    json_line();
    json_end(']');
    json_end('}');
    json_end(']');
    json_end('}');
    json_close();
}
