/* SPDX-License-Identifier: MIT */
/* The memory that JavaScript and the library share: blocks for what is asked, and the answer. */
#include <stdlib.h>

#include "answer.h"

static FILE *file;
static char *text;
static size_t size;

void *EXPORT(gisa_js_allocate)(size_t bytes) {
    return calloc(1, bytes ? bytes : 1);
}

/* For guest memory, so that no address in it is that of other memory. */
void *EXPORT(gisa_js_allocate_aligned)(size_t bytes, size_t alignment) {
    const size_t whole = (bytes + alignment - 1) / alignment * alignment;
    uint8_t *memory = aligned_alloc(alignment, whole ? whole : alignment);
    for (size_t i = 0; memory && i < bytes; i++)
        memory[i] = 0;
    return memory;
}

void EXPORT(gisa_js_free)(void *block) {
    free(block);
}

const char *EXPORT(gisa_js_answer)(void) {
    return text;
}

size_t EXPORT(gisa_js_answer_size)(void) {
    return size;
}

const char *EXPORT(gisa_js_version)(void) {
    return gisa_version();
}

FILE *answer_begin(void) {
    free(text);
    text = NULL;
    size = 0;
    file = open_memstream(&text, &size);
    json_to(file);
    return file;
}

void answer_end(void) {
    if (file)
        fclose(file);
    file = NULL;
}

void put_error(const char *key, const gisa_error *error) {
    json_begin(key, '{');
    json_text("status", gisa_status_text(error->status));
    json_text("message", error->message);
    json_number("offset", error->offset);
    json_number("length", error->length);
    json_end('}');
}

void answer_error(const gisa_error *error) {
    answer_begin();
    json_begin(NULL, '{');
    put_error("error", error);
    json_end('}');
    answer_end();
}

void answer_status(gisa_status status, const char *message) {
    gisa_error error = {.status = status};
    snprintf(error.message, sizeof error.message, "%s", message ? message : gisa_status_text(status));
    answer_error(&error);
}

bool answer_write(void *ctx, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, ctx) == count;
}

void put_argument(const gisa_argument *a) {
    json_begin(NULL, '{');
    json_text("name", a->name);
    json_text("kind", a->kind);
    json_text("type", a->type);
    json_number("offset", a->offset);
    json_number("size", a->size);
    json_end('}');
}

void answer_end_of(unsigned end, const char *message, uint64_t instructions) {
    static const char *const ends[] = {"ended", "fault", "limit", "stopped"};
    answer_begin();
    json_begin(NULL, '{');
    json_text("end", ends[end]);
    json_text("message", message);
    json_number("instructions", (int64_t)instructions);
    json_end('}');
    answer_end();
}
