/* SPDX-License-Identifier: MIT */
/* Fuzz target: binary traces. Whatever is in a file, reading it says so or gives instructions with
 * names, lanes that exist and no more bytes than there is room for. Input: the file. */
#include "fuzz.h"
#include "gisa_trace.h"

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static size_t read_input(void *ctx, uint64_t offset, void *to, size_t size) {
    const input *in = ctx;
    const size_t left = offset < in->size ? in->size - (size_t)offset : 0;
    const size_t taken = size < left ? size : left;
    memcpy(to, in->data + (taken ? offset : 0), taken);
    return taken;
}

static void check_record(const gisa_trace_record *r) {
    LAW(r->function && r->text && r->source, "no name");
    for (uint32_t i = 0; i < r->register_count; i++)
        LAW(r->reg[i].name && (r->reg[i].per_lane || !r->reg[i].lanes), "register %u", i);
    for (uint32_t i = 0; i < r->access_count; i++) {
        const gisa_trace_access *a = &r->access[i];
        LAW(a->lane == GISA_WAVE_ALL || a->lane < GISA_WAVE_LANES, "lane %u", a->lane);
        LAW(a->byte_count <= sizeof a->bytes && a->space <= GISA_WAVE_SPACE_PRIVATE, "access %u", i);
    }
}

/* How many instructions; each takes a byte of the file at least. */
static size_t check_wave(const gisa_trace_file *f, size_t i, size_t most) {
    gisa_trace_cursor *c = gisa_trace_cursor_new(f, i);
    gisa_trace_record r;
    gisa_status status;
    size_t count = 0;
    LAW(c, "no memory");
    while ((status = gisa_trace_next(c, &r)) == GISA_OK) {
        check_record(&r);
        LAW(++count <= most, "more instructions than bytes");
    }
    LAW(status == GISA_STATUS_END || status == GISA_STATUS_BAD_FILE, "%s", gisa_status_text(status));
    gisa_trace_cursor_free(c);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {fuzz_exactly(data, size), size};
    const gisa_trace_input from = {read_input, &in};
    gisa_trace_file *f;
    gisa_error error = {.message = ""};
    gisa_trace_wave wave;
    const gisa_status status = gisa_trace_open(&from, &f, &error);
    LAW(status == GISA_OK || (status == GISA_STATUS_BAD_FILE && *error.message && error.offset <= size),
        "%s: no message, or no place", gisa_status_text(status));
    for (size_t i = 0; f && gisa_trace_wave_at(f, i, &wave) == GISA_OK; i++)
        check_wave(f, i, size);
    gisa_trace_close(f);
    free((void *)(uintptr_t)in.data);
    return 0;
}
