/* SPDX-License-Identifier: MIT */
/* Reports the results of cases. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "cmd.h"

static unsigned total(const report *r) {
    return r->passed + r->failed + r->skipped;
}

void report_begin(report *r) {
    if (r->tap)
        printf("TAP version 13\n");
}

/* ---- plain and TAP ---- */

/* "FILE:LINE: NAME (ARCH)" */
static void put_name(const char *path, const test_case *c, const char *arch) {
    printf("%s", path);
    if (c)
        printf(":%u: %s", c->line, c->name);
    if (arch)
        printf(" (%s)", arch);
}

/* The lines of a text, each after a prefix. */
static void put_lines(const char *prefix, const char *text) {
    while (*text) {
        const int size = (int)strcspn(text, "\n");
        printf("%s%.*s\n", prefix, size, text);
        text += size + (text[size] == '\n');
    }
}

static void put_tap(const report *r, const char *path, const test_case *c, const char *arch,
                    const case_outcome *o) {
    printf("%s %u - ", o->status == CASE_FAILED || o->status == CASE_BROKEN ? "not ok" : "ok", total(r));
    put_name(path, c, arch);
    if (o->status == CASE_SKIPPED)
        printf(" # SKIP %s\n", o->text);
    else
        printf("\n");
    if (o->status != CASE_SKIPPED)
        put_lines("# ", o->text);
}

static void put_plain(const report *r, const char *path, const test_case *c, const char *arch,
                      const case_outcome *o) {
    static const char *const words[] = {"passed", "skipped", "failed", "failed"};
    if (o->status == CASE_PASSED && !r->all)
        return;
    printf("%s: ", words[o->status]);
    put_name(path, c, arch);
    printf(o->status == CASE_SKIPPED ? ": %s\n" : "\n", o->text);
    if (o->status != CASE_SKIPPED)
        put_lines("", o->text);
}

/* ---- JUnit ---- */

static void put_xml(draft *to, const char *text) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '<' || c == '>' || c == '&' || c == '"')
            draft_add(to, "&#%u;", c);
        else
            draft_add(to, "%c", c < 32 && c != '\n' ? '?' : c);
    }
}

static void put_attribute(draft *to, const char *name, const char *value) {
    draft_add(to, " %s=\"", name);
    put_xml(to, value);
    draft_add(to, "\"");
}

static void put_fault(draft *to, const case_outcome *o) {
    static const char *const elements[] = {"", "skipped", "failure", "error"};
    draft_add(to, "    <%s>", elements[o->status]);
    put_xml(to, o->text);
    draft_add(to, "</%s>\n", elements[o->status]);
}

static void put_junit(draft *to, const char *path, const test_case *c, const char *arch,
                      const case_outcome *o, double seconds) {
    char name[600];
    snprintf(name, sizeof name, "%.500s%s%s%s", c ? c->name : path, arch ? " (" : "", arch ? arch : "",
             arch ? ")" : "");
    draft_add(to, "  <testcase");
    put_attribute(to, "classname", path);
    put_attribute(to, "name", name);
    draft_add(to, " time=\"%.6f\">\n", seconds);
    if (o->status != CASE_PASSED)
        put_fault(to, o);
    draft_add(to, "  </testcase>\n");
}

/* The file: a head with the sums, then the entries. */
static int write_junit(const report *r) {
    draft to = {.no_memory = r->xml.no_memory};
    int status = 1;
    draft_add(
        &to,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"gisa test\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n%s</testsuite>\n",
        total(r), r->failed - r->broken, r->broken, r->skipped, r->xml.at ? r->xml.at : "");
    if (to.no_memory)
        fprintf(stderr, "gisa test: %s: out of memory\n", r->junit);
    else
        status = cmd_write_file(r->junit, to.at, to.size);
    draft_free(&to);
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

void report_case(report *r, const char *path, const test_case *c, const char *arch, const case_outcome *o,
                 double seconds) {
    r->passed += o->status == CASE_PASSED;
    r->skipped += o->status == CASE_SKIPPED;
    r->failed += o->status == CASE_FAILED || o->status == CASE_BROKEN;
    r->broken += o->status == CASE_BROKEN;
    (r->tap ? put_tap : put_plain)(r, path, c, arch, o);
    if (r->junit)
        put_junit(&r->xml, path, c, arch, o, seconds);
}

int report_end(report *r) {
    int status = 0;
    if (r->junit)
        status = write_junit(r);
    draft_free(&r->xml);
    if (r->tap)
        printf("1..%u\n", total(r));
    else {
        printf("%u passed, %u failed", r->passed, r->failed);
        printf(r->skipped ? ", %u skipped\n" : "\n", r->skipped);
    }
    fflush(stdout);
    if (r->failed)
        fprintf(stderr, "gisa test: %u of %u cases failed\n", r->failed, total(r));
    return r->failed ? 1 : status;
}
