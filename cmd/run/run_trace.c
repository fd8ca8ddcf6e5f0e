/* SPDX-License-Identifier: MIT */
/* gisa run --trace: reads what is asked for, and writes the text to a file or to standard error. */
#include "run_trace.h"

#include <stdlib.h>
#include <string.h>

#include "complete.h"
#include "findings.h"
#include "run.h"

static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "gisa run: %s: %s\n", what, why);
    return false;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static bool take_number(const char *value, uint32_t *number) {
    char *end;
    const unsigned long long n = strtoull(value, &end, 10);
    *number = (uint32_t)n;
    return *value >= '0' && *value <= '9' && !*end && n <= UINT32_MAX;
}

/* "1:0:0", "1" */
static bool take_group(run_trace *t, char *value) {
    t->options.one_group = true;
    for (unsigned i = 0; value; i++) {
        char *colon = strchr(value, ':');
        if (colon)
            *colon = 0;
        if (i == 3 || !take_number(value, &t->options.group[i]))
            return false;
        value = colon ? colon + 1 : NULL;
    }
    return true;
}

/* A work-item by its number in the group. */
static bool take_item(run_trace *t, const char *value) {
    uint32_t item;
    if (!take_number(value, &item))
        return false;
    t->options.one_wave = true;
    t->options.wave = item / GISA_WAVE_LANES;
    t->options.lanes = UINT64_C(1) << item % GISA_WAVE_LANES;
    return true;
}

static bool take_function(run_trace *t, const char *name) {
    t->options.function = t->function;
    return strlen(name) < sizeof t->function && strcpy(t->function, name);
}

static bool take(run_trace *t, const char *key, char *value) {
    if (strcmp(key, "group") == 0)
        return take_group(t, value);
    if (strcmp(key, "wave") == 0)
        return (t->options.one_wave = take_number(value, &t->options.wave));
    if (strcmp(key, "item") == 0)
        return take_item(t, value);
    return strcmp(key, "function") == 0 && take_function(t, value);
}

static bool ends_in(const char *name, const char *end) {
    const size_t size = strlen(name), length = strlen(end);
    return size > length && strcmp(name + size - length, end) == 0;
}

/* Events for names that end in .json, the binary form for .trace. */
static void take_file(run_trace *t, const char *name) {
    t->file = name;
    if (ends_in(name, ".json"))
        t->options.kind = GISA_TRACE_EVENTS;
    if (ends_in(name, ".trace"))
        t->options.kind = GISA_TRACE_BINARY;
}

bool run_trace_wants_code(const run_trace *t) {
    return t->wanted && (t->source || t->options.kind == GISA_TRACE_BINARY);
}

bool run_trace_ask(run_trace *t, const char *list) {
    t->wanted = true;
    while (list && *list) {
        char word[300];
        const size_t size = strcspn(list, ",");
        if (strncmp(list, "file=", 5) == 0) { /* the rest, commas and all */
            take_file(t, list + 5);
            return true;
        }
        snprintf(word, sizeof word, "%.*s", (int)size, list);
        char *value = strchr(word, '=');
        if (value)
            *value++ = 0;
        const bool is_source = !value && strcmp(word, "source") == 0;
        t->source |= is_source;
        if (size >= sizeof word || !(is_source || (value && take(t, word, value)))) {
            fprintf(
                stderr,
                "gisa run: --trace: '%.*s' is not one of group=X:Y:Z, wave=N, item=N, function=NAME, source and "
                "file=FILE, which comes last\n",
                (int)size, list);
            return false;
        }
        list += size + (list[size] == ',');
    }
    return true;
}

void run_trace_offer(void) {
    complete_word("wave=", NULL);
    complete_word("group=", NULL);
    complete_word("item=", NULL);
    complete_word("function=", NULL);
    complete_word("source", NULL);
    complete_word("file=", NULL);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A reader that has gone ends the run. */
static bool write_text(void *ctx, const char *text, size_t size) {
    const run_trace *t = ctx;
    return fwrite(text, 1, size, t->to) == size && !ferror(t->to);
}

/* "k.cl:3 (add_one, inlined into k at k.cl:9)" */
static void name_place(void *ctx, uint64_t pc, char *text, size_t room) {
    char place[PLACE_TEXT];
    const code_run *run;
    const code_place p = loaded_code_at(ctx, pc, &run);
    snprintf(text, room, "%s", p.file ? findings_place(&p, place) : "");
}

bool run_trace_begin(run_trace *t, gisa_machine *machine, loaded_code *code) {
    if (!t->wanted)
        return true;
    if (!machine && t->options.kind == GISA_TRACE_BINARY)
        return refuse("--trace", "binary traces are written of kernels only");
    if (code && run_trace_wants_code(t)) {
        t->options.place = name_place;
        t->options.place_ctx = code;
    }
    t->to = t->file ? fopen(t->file, "w") : stderr;
    if (!t->to)
        return refuse(t->file, "cannot be written");
    t->options.write = write_text;
    t->options.ctx = t;
    t->trace = gisa_trace_new(machine, &t->options);
    return t->trace || refuse("--trace", "out of memory");
}

bool run_trace_end(run_trace *t) {
    bool good = true;
    gisa_trace_free(t->trace);
    t->trace = NULL;
    if (t->file && t->to) {
        good = fflush(t->to) == 0 && !ferror(t->to);
        good &= fclose(t->to) == 0;
    }
    t->to = NULL;
    return good || refuse(t->file, "cannot be written");
}
