/* SPDX-License-Identifier: MIT */
/* Tests of shader files of the PS Vita; Every file is made here. */
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"

TEST_COUNTERS;
static uint64_t state = 1;

bool check_at(bool ok, const char *file, int line, const char *format, ...) {
    va_list arguments;
    if (test_check(ok))
        return true;
    printf("%s:%d: failed: ", file, line);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    return false;
}

uint32_t any(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state * UINT64_C(2685821657736338717) >> 32) % below;
}

void any_seed(uint64_t seed) {
    state = seed * 2 + 1;
}

/* ---- both directions -------------------------------------------------------------------- */

static bool collect(void *ctx, const void *data, size_t size) {
    result *r = ctx;
    if (r->size + size > r->room) {
        r->room = (r->size + size) * 2;
        r->data = realloc(r->data, r->room);
        if (!r->data)
            abort();
    }
    memcpy(r->data + r->size, data, size);
    r->size += size;
    return true;
}

void note(void *ctx, const gisa_diagnostic *d) {
    result *r = ctx;
    if (d->severity != GISA_SEVERITY_ERROR || r->errors++)
        return;
    if (d->has_offset)
        snprintf(r->message, sizeof r->message, "0x%llx: %s", (unsigned long long)d->offset, d->message);
    else
        snprintf(r->message, sizeof r->message, "%u:%u: %s", d->line, d->column, d->message);
}

result disassemble(const void *file, size_t size) {
    result r = {.message = ""};
    gisa_dis_options options = {.report = note, .write = collect, .ctx = &r};
    r.status = gisa_disassemble(file, size, &options);
    return r;
}

result assemble(const char *text, size_t size) {
    result r = {.message = ""};
    gisa_asm_options options = {.output = GISA_OUTPUT_GXP, .report = note, .ctx = &r};
    void *out;
    r.status = gisa_assemble("source", text, size, &options, &out, &r.size);
    r.data = out;
    return r;
}

bool check_law(const void *file, size_t size, const char *what, unsigned number) {
    result text = disassemble(file, size), back = {.message = ""};
    bool ok = check(text.status == GISA_OK, "%s %u: not read: %s", what, number, text.message);
    if (ok) {
        back = assemble(text.data, text.size);
        ok = check(back.status == GISA_OK && back.size == size && memcmp(back.data, file, size) == 0,
                   "%s %u does not come back: %s\n%.*s", what, number,
                   back.status == GISA_OK ? "other bytes" : back.message, (int)text.size, text.data);
    }
    free(back.data);
    free(text.data);
    return ok;
}

int main(void) {
    test_golden();
    test_begin(); /* a file made, or a source changed, by chance is a trial */
    test_layouts();
    test_end();
    test_bad();
    test_usage();
    test_begin();
    test_mutations();
    test_end();
    return test_close("gxp");
}
