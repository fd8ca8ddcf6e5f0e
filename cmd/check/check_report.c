/* SPDX-License-Identifier: MIT */
/* Findings as text, as JSON, as SARIF, and as warnings of the assembler. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cmd.h"
#include "json.h"

/* ---- text --------------------------------------------------------------------------------- */

/* "k.s:5", "kernel+0x14", "0x114" */
static void put_place(const code_place *p) {
    if (p->file)
        printf("%s:%u", p->file, p->line);
    else if (p->symbol && p->offset)
        printf("%s+0x%" PRIx64, p->symbol, p->offset);
    else if (p->symbol)
        printf("%s", p->symbol);
    else
        printf("0x%" PRIx64, p->address);
}

static void put_finding(const checked *f) {
    char text[GISA_FINDING_TEXT_MAX], line[GISA_TEXT_MAX];
    size_t size = sizeof text;
    if (f->object)
        printf("%s: ", f->object);
    put_place(&f->consumer);
    printf(": %s%s: %s\n", f->finding.advice ? "advice, " : "", gisa_finding_name(f->finding.kind),
           check_text(f, text));
    printf("    %s\n", check_instruction(f, f->finding.consumer, line));
    printf("  after %s at ", check_instruction(f, f->finding.producer, line));
    put_place(&f->producer);
    printf("\n");
    for (unsigned i = 0; gisa_finding_remedy(f->run->isa, &f->finding, i, text, &size) == GISA_OK; i++) {
        printf("  put before it: %s\n", text);
        size = sizeof text;
    }
}

void check_print(const check_result *r, const char *file) {
    for (size_t i = 0; i < r->count; i++)
        if (!r->at[i].suppressed)
            put_finding(&r->at[i]);
    if (r->count == r->suppressed)
        printf("%s: no findings in %" PRIu64 " bytes of code\n", file, r->bytes);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void put_json_place(const char *key, const checked *f, const code_place *p) {
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
        json_number("column", p->column);
    }
    json_text("text", check_instruction(f, p->address, text));
    json_end('}');
}

static void put_json_rule(const checked *f) {
    gisa_counter counter;
    json_text("kind", gisa_finding_name(f->finding.kind));
    json_text("rule", check_rule(f));
    if (f->finding.kind <= GISA_FINDING_COUNTERS &&
        gisa_counter_at(f->run->isa, f->finding.counter, &counter) == GISA_OK) {
        json_text("counter", counter.name);
        json_number("least", f->finding.least);
    }
    if (f->finding.kind == GISA_FINDING_STATES)
        json_number("states", f->finding.states);
    json_text("certainty", gisa_certainty_name(f->finding.certainty));
    json_truth("advice", f->finding.advice);
}

static void put_json_remedy(const checked *f) {
    char text[64];
    size_t size = sizeof text;
    json_begin("remedy", '[');
    for (unsigned i = 0; gisa_finding_remedy(f->run->isa, &f->finding, i, text, &size) == GISA_OK; i++) {
        json_text(NULL, text);
        size = sizeof text;
    }
    json_end(']');
}

static void put_json_finding(const checked *f) {
    char text[GISA_FINDING_TEXT_MAX];
    json_line();
    json_begin(NULL, '{');
    if (f->object)
        json_text("object", f->object);
    json_text("architecture", gisa_name(f->run->isa));
    put_json_rule(f);
    json_text("message", check_text(f, text));
    put_json_remedy(f);
    put_json_place("consumer", f, &f->consumer);
    put_json_place("producer", f, &f->producer);
    json_end('}');
}

void check_print_json(const check_result *r, const char *file) {
    json_begin(NULL, '{');
    json_text("file", file);
    json_number("bytes", (int64_t)r->bytes);
    json_number("suppressed", (int64_t)r->suppressed);
    json_truth("complete", !r->limited);
    json_begin("findings", '[');
    for (size_t i = 0; i < r->count; i++)
        if (!r->at[i].suppressed)
            put_json_finding(&r->at[i]);
    json_line();
    json_end(']');
    json_end('}');
    printf("\n");
}

/* ---- SARIF: names are those of version 2.1.0 ---------------------------------------------- */

static void put_message(const char *text) {
    json_begin("message", '{');
    json_text("text", text);
    json_end('}');
}

static void put_location(const checked *f, const code_place *p, const char *file, bool with_text) {
    char text[GISA_TEXT_MAX];
    json_begin(NULL, '{');
    json_begin("physicalLocation", '{');
    json_begin("artifactLocation", '{');
    json_text("uri", p->file ? p->file : file);
    json_end('}');
    json_begin(p->file ? "region" : "address", '{');
    if (p->file) {
        json_number("startLine", p->line);
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
        put_message(check_instruction(f, p->address, text));
    json_end('}');
}

static void put_rule_id(const char *key, const checked *f) {
    char id[128];
    snprintf(id, sizeof id, "%s/%s", gisa_finding_name(f->finding.kind), check_rule(f));
    json_text(key, id);
}

static void put_result(const checked *f, const char *file) {
    char text[GISA_FINDING_TEXT_MAX];
    json_line();
    json_begin(NULL, '{');
    put_rule_id("ruleId", f);
    json_text("level", f->finding.advice ? "note" : "warning");
    put_message(check_text(f, text));
    json_begin("locations", '[');
    put_location(f, &f->consumer, file, false);
    json_end(']');
    json_begin("relatedLocations", '[');
    put_location(f, &f->producer, file, true);
    json_end(']');
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
static void put_rules(const check_result *r) {
    enum { MOST = 256 };
    const checked *seen[MOST];
    size_t count = 0;
    json_begin("rules", '[');
    for (size_t i = 0; i < r->count && count < MOST; i++) {
        size_t k = 0;
        while (k < count && (strcmp(check_rule(seen[k]), check_rule(&r->at[i])) != 0 ||
                             strcmp(gisa_finding_name(seen[k]->finding.kind),
                                    gisa_finding_name(r->at[i].finding.kind)) != 0))
            k++;
        if (k < count)
            continue;
        seen[count++] = &r->at[i];
        json_begin(NULL, '{');
        put_rule_id("id", &r->at[i]);
        json_end('}');
    }
    json_end(']');
}

void check_print_sarif(const check_result *r, const char *file) {
    json_begin(NULL, '{');
    json_text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text("version", "2.1.0");
    json_begin("runs", '[');
    json_begin(NULL, '{');
    json_begin("tool", '{');
    json_begin("driver", '{');
    json_text("name", "gisa");
    json_text("version", gisa_version());
    put_rules(r);
    json_end('}');
    json_end('}');
    json_begin("results", '[');
    for (size_t i = 0; i < r->count; i++)
        put_result(&r->at[i], file);
    json_line();
    json_end(']');
    json_end('}');
    json_end(']');
    json_end('}');
    printf("\n");
}

/* ---- warnings ----------------------------------------------------------------------------- */

static void warn(const checked *f, const char *name, const char *source, size_t size) {
    char text[GISA_FINDING_TEXT_MAX], message[GISA_FINDING_TEXT_MAX + 64];
    const code_place *p = &f->consumer, *from = &f->producer;
    snprintf(message, sizeof message, "%s%s", check_text(f, text), f->finding.advice ? " (advice)" : "");
    gisa_diagnostic d = {.severity = GISA_SEVERITY_WARNING,
                         .file = p->file ? p->file : name,
                         .line = p->line,
                         .column = p->column,
                         .message = message};
    if (p->direct && p->at < size) {
        const char *begin = source + p->at - (p->column - 1),
                   *end = memchr(begin, '\n', size - (size_t)(begin - source));
        d.source = begin;
        d.source_size = end ? (size_t)(end - begin) : size - (size_t)(begin - source);
        d.length = (uint32_t)strcspn(check_instruction(f, p->address, text), " ");
    }
    cmd_report(NULL, &d);
    snprintf(message, sizeof message, "it must be after %s", check_instruction(f, from->address, text));
    cmd_report(NULL, &(gisa_diagnostic){.severity = GISA_SEVERITY_NOTE,
                                        .file = from->file ? from->file : name,
                                        .line = from->line,
                                        .column = from->column,
                                        .message = message});
}

void check_warn(const check_result *r, const char *name, const char *source, size_t size) {
    for (size_t i = 0; i < r->count; i++)
        if (!r->at[i].suppressed)
            warn(&r->at[i], name, source, size);
}
