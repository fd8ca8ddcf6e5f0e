/* SPDX-License-Identifier: MIT */
/* Findings as text, as JSON, and as warnings of the assembler. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cmd.h"
#include "json.h"

/* ---- text --------------------------------------------------------------------------------- */

static void put_finding(const checked *f) {
    char text[GISA_FINDING_TEXT_MAX], line[GISA_TEXT_MAX], place[PLACE_TEXT];
    size_t size = sizeof text;
    if (f->object)
        printf("%s: ", f->object);
    printf("%s: %s%s: %s\n", findings_place(&f->consumer, place), f->finding.advice ? "advice, " : "",
           gisa_finding_name(f->finding.kind), check_text(f, text));
    printf("    %s\n", places_instruction(f->run, f->finding.consumer, line));
    printf("  after %s at %s\n", places_instruction(f->run, f->finding.producer, line),
           findings_place(&f->producer, place));
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
    findings_json_place("consumer", f->run, &f->consumer);
    findings_json_place("producer", f->run, &f->producer);
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

/* ---- for other reports -------------------------------------------------------------------- */

static void get(void *ctx, size_t i, finding *to) {
    const check_result *r = ctx;
    const checked *f = &r->at[i];
    *to = (finding){.kind = gisa_finding_name(f->finding.kind),
                    .rule = check_rule(f),
                    .level = f->finding.advice ? "note" : "warning",
                    .run = f->run,
                    .other_run = f->run,
                    .at = f->consumer,
                    .other = f->producer,
                    .has_other = true,
                    .suppressed = f->suppressed};
    check_text(f, to->message);
}

static void suppress(void *ctx, size_t i) {
    check_result *r = ctx;
    r->at[i].suppressed = true;
    r->suppressed++;
}

findings_list check_list(check_result *r) {
    static const char *const kinds[] = {"wait", "hazard", NULL};
    return (findings_list){.ctx = r, .count = r->count, .get = get, .suppress = suppress, .kinds = kinds};
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
        d.length = (uint32_t)strcspn(places_instruction(f->run, p->address, text), " ");
    }
    cmd_report(NULL, &d);
    snprintf(message, sizeof message, "it must be after %s", places_instruction(f->run, from->address, text));
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
