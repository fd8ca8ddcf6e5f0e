/* SPDX-License-Identifier: MIT */
/* gisa trace-diff: where two runs part, from their binary traces. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "complete.h"
#include "gisa_trace.h"
#include "json.h"
#include "options.h"

enum { MOST_BEFORE = 1000, MOST_TOLD = 8, EQUAL = 0, DIFFERENT = 1, FAILED = 2 };

/* One of the two. */
typedef struct side {
    const char *name;
    int file;
    gisa_trace_file *trace;
    size_t *order; /* waves by group and number */
    size_t count;
} side;

typedef struct arguments {
    side side[2];
    unsigned sides;
    uint64_t before; /* how many equal instructions are shown */
    bool help, json, flow;
} arguments;

static int cmd_trace_diff(int argc, char **argv);

/* In the order of the help. */
static const option options[] = {
    {"steps", 'n', true, "N", NULL, "show the last N equal instructions before each difference (3)"},
    {"flow", 'f', true, NULL, NULL, "compare which instructions run, not what they compute"},
    {"json", 'j', false, NULL, NULL, "as one JSON document"},
    {"help", 'h', true, NULL, NULL, "show this text"},
    {NULL, 0, false, NULL, NULL, NULL}};

const command_info trace_diff_command = {
    .name = "trace-diff",
    .what = "say where two runs part, from their traces",
    .usage = "usage: gisa trace-diff [OPTIONS] A.trace B.trace\n",
    .text =
        "Examples:\n"
        "  gisa run k.co -g 256 --trace=file=a.trace in:x.bin buf:1024\n"
        "  gisa run k.co -g 256 --trace=file=b.trace in:y.bin buf:1024\n"
        "  gisa trace-diff a.trace b.trace\n"
        "\n"
        "Compares each wave's instructions one by one, with the registers that they change and the memory\n"
        "that they touch, up to the first difference.\n",
    .options = options,
    .after = "Exit status: 0 = the same, 1 = they differ, 2 = a file cannot be read, or wrong usage.\n",
    .offer = complete_files,
    .run = cmd_trace_diff};

static bool take(void *ctx, char id, const char *value) {
    arguments *a = ctx;
    switch (id) {
    case 0:
        if (a->sides == 2)
            return options_wrong(&trace_diff_command, "only two traces are compared; unexpected", value);
        a->side[a->sides++].name = value;
        return true;
    case 'n':
        return (options_number(value, MOST_BEFORE, &a->before) ||
                (strcmp(value, "0") == 0 && (a->before = 0, true))) ||
               options_wrong(&trace_diff_command, "expected 0 to 1000 after --steps, not", value);
    case 'f': a->flow = true; return true;
    case 'j': a->json = true; return true;
    default: a->help = true; return true;
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool refuse(const side *s, const char *why) {
    fprintf(stderr, "gisa trace-diff: %s: %s\n", s->name, why);
    return false;
}

static size_t read_at(void *ctx, uint64_t offset, void *to, size_t size) {
    const side *s = ctx;
    size_t done = 0;
    while (done < size && offset + done <= INT64_MAX) {
        const ssize_t n = pread(s->file, (char *)to + done, size - done, (off_t)(offset + done));
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return done;
}

static int compare_waves(const gisa_trace_wave *a, const gisa_trace_wave *b) {
    for (unsigned i = 3; i-- > 0;)
        if (a->group[i] != b->group[i])
            return a->group[i] < b->group[i] ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static const gisa_trace_file *sorted; /* by by_wave */

static gisa_trace_wave wave_of(const gisa_trace_file *f, size_t i) {
    gisa_trace_wave w = {.number = 0};
    gisa_trace_wave_at(f, i, &w);
    return w;
}

static int by_wave(const void *a, const void *b) {
    const size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const gisa_trace_wave x = wave_of(sorted, i), y = wave_of(sorted, k);
    const int order = compare_waves(&x, &y);
    return order ? order : i < k ? -1 : i > k;
}

static bool sort_waves(side *s) {
    gisa_trace_wave w;
    while (gisa_trace_wave_at(s->trace, s->count, &w) == GISA_OK)
        s->count++;
    s->order = malloc((s->count + 1) * sizeof *s->order);
    if (!s->order)
        return refuse(s, "out of memory");
    for (size_t i = 0; i < s->count; i++)
        s->order[i] = i;
    sorted = s->trace;
    qsort(s->order, s->count, sizeof *s->order, by_wave);
    return true;
}

static bool open_side(side *s) {
    const gisa_trace_input input = {read_at, s};
    gisa_error error = {.message = ""};
    s->file = open(s->name, O_RDONLY);
    if (s->file < 0)
        return refuse(s, "cannot be read");
    const gisa_status status = gisa_trace_open(&input, &s->trace, &error);
    if (status == GISA_STATUS_BAD_FILE)
        return fprintf(stderr,
                       "gisa trace-diff: %s: at byte %" PRIu32 ": %s; --trace=file=X.trace writes them\n",
                       s->name, error.offset, error.message),
               false;
    if (status)
        return refuse(s, gisa_status_text(status));
    if (!gisa_trace_is_whole(s->trace))
        refuse(s, "its end is missing; what there is of it is compared");
    return sort_waves(s);
}

static void close_side(side *s) {
    gisa_trace_close(s->trace);
    free(s->order);
    if (s->file > 0)
        close(s->file);
}

/* ---- one wave -------------------------------------------------------------------------------- */

/* Where an instruction was: names of the file. */
typedef struct place {
    const char *function, *text, *source;
    uint64_t distance;
} place;

/* Two waves that are compared, up to where they part. */
typedef struct pair {
    const arguments *a;
    gisa_trace_wave wave;
    gisa_trace_cursor *cursor[2];
    gisa_trace_record now[2];
    bool ended[2];
    uint64_t equal;
    place *before; /* the last ones, as a ring */
} pair;

static place place_of(const gisa_trace_record *r) {
    return (place){r->function, r->text, r->source, r->distance};
}

static bool same_instruction(const gisa_trace_record *x, const gisa_trace_record *y) {
    return x->distance == y->distance && strcmp(x->function, y->function) == 0 &&
           strcmp(x->text, y->text) == 0;
}

static bool same_register(const gisa_trace_register *x, const gisa_trace_register *y) {
    return x->lanes == y->lanes && x->per_lane == y->per_lane && strcmp(x->name, y->name) == 0 &&
           memcmp(x->value, y->value, sizeof x->value) == 0;
}

static bool same_access(const gisa_trace_access *x, const gisa_trace_access *y) {
    return x->address == y->address && x->size == y->size && x->lane == y->lane && x->space == y->space &&
           x->writes == y->writes && x->byte_count == y->byte_count &&
           memcmp(x->bytes, y->bytes, x->byte_count) == 0;
}

static bool same_effects(const gisa_trace_record *x, const gisa_trace_record *y) {
    bool same = x->register_count == y->register_count && x->access_count == y->access_count;
    for (uint32_t i = 0; same && i < x->register_count; i++)
        same = same_register(&x->reg[i], &y->reg[i]);
    for (uint32_t i = 0; same && i < x->access_count; i++)
        same = same_access(&x->access[i], &y->access[i]);
    return same;
}

/* false: one of them is damaged or has no memory, which it has said. */
static bool advance(pair *p) {
    for (unsigned i = 0; i < 2; i++) {
        const gisa_status status = gisa_trace_next(p->cursor[i], &p->now[i]);
        p->ended[i] = status == GISA_STATUS_END;
        if (status && !p->ended[i])
            return refuse(&p->a->side[i], gisa_status_text(status));
    }
    return true;
}

static bool is_equal(const pair *p) {
    return !p->ended[0] && !p->ended[1] && same_instruction(&p->now[0], &p->now[1]) &&
           (p->a->flow || same_effects(&p->now[0], &p->now[1]));
}

/* EQUAL, DIFFERENT, FAILED */
static int compare(pair *p) {
    if (!advance(p))
        return FAILED;
    while (is_equal(p)) {
        if (p->a->before)
            p->before[p->equal % p->a->before] = place_of(&p->now[0]);
        p->equal++;
        if (!advance(p))
            return FAILED;
    }
    return p->ended[0] && p->ended[1] ? EQUAL : DIFFERENT;
}

/* ---- differences ----------------------------------------------------------------------------- */

/* A value that differs: "v2 lane 5", and what each has. */
typedef struct difference {
    char what[100];
    char value[2][200]; /* "": nothing */
} difference;

typedef void difference_action(void *ctx, const difference *d);

static const gisa_trace_register *find(const gisa_trace_record *r, const char *name) {
    for (uint32_t i = 0; i < r->register_count; i++)
        if (strcmp(r->reg[i].name, name) == 0)
            return &r->reg[i];
    return NULL;
}

static void put_value(const gisa_trace_register *r, unsigned lane, char text[200]) {
    float number;
    *text = 0;
    if (!r || (r->per_lane && !(r->lanes >> lane & 1)))
        return;
    memcpy(&number, &r->value[lane], sizeof number);
    if (r->is_float)
        snprintf(text, 200, "0x%" PRIx32 " (%g)", r->value[lane], (double)number);
    else
        snprintf(text, 200, "0x%" PRIx32, r->value[lane]);
}

static void tell_register(const char *name, const gisa_trace_register *x, const gisa_trace_register *y,
                          difference_action *act, void *ctx) {
    const bool per_lane = (x && x->per_lane) || (y && y->per_lane);
    for (unsigned lane = 0; lane < (per_lane ? GISA_WAVE_LANES : 1u); lane++) {
        difference d = {0};
        put_value(x, lane, d.value[0]);
        put_value(y, lane, d.value[1]);
        if (strcmp(d.value[0], d.value[1]) == 0)
            continue;
        snprintf(d.what, sizeof d.what, per_lane ? "%.60s lane %u" : "%.60s", name, lane);
        act(ctx, &d);
    }
}

static void put_access(const gisa_trace_access *a, char text[200]) {
    static const char *const spaces[] = {"memory", "LDS", "GDS", "private memory"};
    int size = snprintf(text, 200, "%s %" PRIu32 " bytes of %s at 0x%" PRIx64, a->writes ? "writes" : "reads",
                        a->size, spaces[a->space & 3], a->address);
    if (a->byte_count)
        size += snprintf(text + size, 200 - (size_t)size, ": 0x");
    for (unsigned i = a->byte_count; i-- > 0 && size < 190;)
        size += snprintf(text + size, 200 - (size_t)size, "%02x", a->bytes[i]);
}

static void tell_accesses(const gisa_trace_record *x, const gisa_trace_record *y, difference_action *act,
                          void *ctx) {
    const uint32_t most = x->access_count > y->access_count ? x->access_count : y->access_count;
    for (uint32_t i = 0; i < most; i++) {
        const gisa_trace_access *p = i < x->access_count ? &x->access[i] : NULL,
                                *q = i < y->access_count ? &y->access[i] : NULL, *any = p ? p : q;
        difference d = {.what = "access"};
        if (p && q && same_access(p, q))
            continue;
        if (p)
            put_access(p, d.value[0]);
        if (q)
            put_access(q, d.value[1]);
        if (any->lane != GISA_WAVE_ALL)
            snprintf(d.what, sizeof d.what, "lane %" PRIu32, any->lane);
        act(ctx, &d);
    }
}

/* What the same instruction did otherwise. */
static void tell_differences(const pair *p, difference_action *act, void *ctx) {
    const gisa_trace_record *x = &p->now[0], *y = &p->now[1];
    for (uint32_t i = 0; i < x->register_count; i++)
        tell_register(x->reg[i].name, &x->reg[i], find(y, x->reg[i].name), act, ctx);
    for (uint32_t i = 0; i < y->register_count; i++)
        if (!find(x, y->reg[i].name))
            tell_register(y->reg[i].name, NULL, &y->reg[i], act, ctx);
    tell_accesses(x, y, act, ctx);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_place(const char *before, const place *at) {
    printf("%s", before);
    if (*at->function)
        printf("%s+", at->function);
    printf("0x%" PRIx64, at->distance);
    if (*at->source)
        printf(" (%s)", at->source);
    printf(": %s\n", at->text);
}

typedef struct printing {
    unsigned count;
} printing;

static void print_difference(void *ctx, const difference *d) {
    printing *p = ctx;
    if (p->count++ < MOST_TOLD)
        printf("    %s: %s in A, %s in B\n", d->what, *d->value[0] ? d->value[0] : "nothing",
               *d->value[1] ? d->value[1] : "nothing");
}

/* The equal instructions that are kept, the oldest first. */
static uint64_t first_kept(const pair *p) {
    return p->equal > p->a->before ? p->equal - p->a->before : 0;
}

static void print_wave(const gisa_trace_wave *w) {
    printf("group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " wave %" PRIu32, w->group[0], w->group[1], w->group[2],
           w->number);
}

static void print_sides(const pair *p) {
    static const char *const names[] = {"  in A ", "  in B "};
    for (unsigned i = 0; i < 2; i++)
        if (p->ended[i])
            printf("%sthe wave has no more instructions\n", names[i]);
        else {
            const place at = place_of(&p->now[i]);
            print_place(names[i], &at);
        }
}

static void print_pair(const pair *p) {
    printing all = {0};
    print_wave(&p->wave);
    printf(" parts after %" PRIu64 " equal instruction%s\n", p->equal, p->equal == 1 ? "" : "s");
    for (uint64_t i = first_kept(p); i < p->equal; i++)
        print_place("    ", &p->before[i % p->a->before]);
    if (p->ended[0] || p->ended[1] || !same_instruction(&p->now[0], &p->now[1])) {
        print_sides(p);
        return;
    }
    const place at = place_of(&p->now[0]);
    print_place("  ", &at);
    tell_differences(p, print_difference, &all);
    if (all.count > MOST_TOLD)
        printf("    and %u more\n", all.count - MOST_TOLD);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_place(const char *key, const place *at) {
    json_begin(key, '{');
    json_text("function", at->function);
    json_hex("distance", at->distance);
    json_text("text", at->text);
    if (*at->source)
        json_text("source", at->source);
    json_end('}');
}

static void put_difference(void *ctx, const difference *d) {
    (void)ctx;
    json_begin(NULL, '{');
    json_text("what", d->what);
    for (unsigned i = 0; i < 2; i++)
        if (*d->value[i])
            json_text(i ? "b" : "a", d->value[i]);
        else
            json_null(i ? "b" : "a");
    json_end('}');
}

static void begin_wave(const gisa_trace_wave *w, const char *kind) {
    json_line();
    json_begin(NULL, '{');
    json_begin("group", '[');
    for (unsigned i = 0; i < 3; i++)
        json_number(NULL, w->group[i]);
    json_end(']');
    json_number("wave", w->number);
    json_text("kind", kind);
}

static void put_pair(const pair *p) {
    const bool same = !p->ended[0] && !p->ended[1] && same_instruction(&p->now[0], &p->now[1]);
    begin_wave(&p->wave, same ? "effects" : p->ended[0] || p->ended[1] ? "end" : "instruction");
    json_number("equal", (int64_t)p->equal);
    json_begin("before", '[');
    for (uint64_t i = first_kept(p); i < p->equal; i++)
        put_place(NULL, &p->before[i % p->a->before]);
    json_end(']');
    for (unsigned i = 0; i < 2; i++)
        if (!p->ended[i]) {
            const place at = place_of(&p->now[i]);
            put_place(i ? "b" : "a", &at);
        }
    json_begin("differences", '[');
    if (same)
        tell_differences(p, put_difference, NULL);
    json_end(']');
    json_end('}');
}

/* ---- all waves ------------------------------------------------------------------------------- */

typedef struct totals {
    size_t same, different;
    uint64_t instructions;
    bool failed;
} totals;

static void compare_pair(const arguments *a, size_t x, size_t y, totals *t) {
    pair p = {.a = a, .wave = wave_of(a->side[0].trace, x)};
    p.cursor[0] = gisa_trace_cursor_new(a->side[0].trace, x);
    p.cursor[1] = gisa_trace_cursor_new(a->side[1].trace, y);
    p.before = calloc((size_t)a->before + 1, sizeof *p.before);
    int result = FAILED;
    if (p.cursor[0] && p.cursor[1] && p.before)
        result = compare(&p);
    else
        refuse(&a->side[0], "out of memory");
    if (result == DIFFERENT)
        (a->json ? put_pair : print_pair)(&p);
    t->same += result == EQUAL;
    t->different += result == DIFFERENT;
    t->failed |= result == FAILED;
    t->instructions += p.equal;
    gisa_trace_cursor_free(p.cursor[0]);
    gisa_trace_cursor_free(p.cursor[1]);
    free(p.before);
}

static void tell_alone(const arguments *a, unsigned in, size_t i, totals *t) {
    const gisa_trace_wave w = wave_of(a->side[in].trace, i);
    t->different++;
    if (a->json) {
        begin_wave(&w, in ? "only in b" : "only in a");
        json_end('}');
        return;
    }
    print_wave(&w);
    printf(" is only in %s\n", in ? "B" : "A");
}

static void compare_all(const arguments *a, totals *t) {
    const side *x = &a->side[0], *y = &a->side[1];
    for (size_t i = 0, k = 0; (i < x->count || k < y->count) && !t->failed;) {
        const gisa_trace_wave v = i < x->count ? wave_of(x->trace, x->order[i])
                                               : (gisa_trace_wave){.number = 0},
                              w = k < y->count ? wave_of(y->trace, y->order[k])
                                               : (gisa_trace_wave){.number = 0};
        const int order = i == x->count ? 1 : k == y->count ? -1 : compare_waves(&v, &w);
        if (order < 0)
            tell_alone(a, 0, x->order[i++], t);
        else if (order > 0)
            tell_alone(a, 1, y->order[k++], t);
        else
            compare_pair(a, x->order[i++], y->order[k++], t);
    }
}

static void begin_report(const arguments *a) {
    if (!a->json)
        return;
    json_begin(NULL, '{');
    json_text("a", a->side[0].name);
    json_text("b", a->side[1].name);
    json_begin("waves", '[');
}

static void end_report(const arguments *a, const totals *t) {
    if (a->json) {
        json_line();
        json_end(']');
        json_number("same", (int64_t)t->same);
        json_number("different", (int64_t)t->different);
        json_number("equal_instructions", (int64_t)t->instructions);
        json_end('}');
        json_close();
    } else if (!t->different && !t->failed)
        printf("the same: %zu wave%s, %" PRIu64 " instructions\n", t->same, t->same == 1 ? "" : "s",
               t->instructions);
    if (t->different) /* after the text */
        fflush(stdout);
    if (t->different)
        fprintf(stderr, "gisa trace-diff: %zu of %zu waves differ\n", t->different, t->same + t->different);
}

static int run(arguments *a) {
    totals t = {.same = 0};
    if (!open_side(&a->side[0]) || !open_side(&a->side[1]))
        return FAILED;
    begin_report(a);
    compare_all(a, &t);
    end_report(a, &t);
    return t.failed ? FAILED : t.different ? DIFFERENT : EQUAL;
}

static int cmd_trace_diff(int argc, char **argv) {
    arguments a = {.before = 3};
    int result = FAILED;
    if (!options_read(&trace_diff_command, argc, argv, take, &a))
        return FAILED;
    if (a.help) {
        help_print(&trace_diff_command);
        return EQUAL;
    }
    if (a.sides < 2) {
        options_wrong(&trace_diff_command, "expected the names of two binary traces", NULL);
        return FAILED;
    }
    result = run(&a);
    close_side(&a.side[0]);
    close_side(&a.side[1]);
    return result;
}
