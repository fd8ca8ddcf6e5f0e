/* SPDX-License-Identifier: MIT */
/* gisa run --profile: the disassembly of the functions that ran, with what was counted. */
#include <inttypes.h>
#include <string.h>

#include "run_profile.h"

typedef struct listing {
    const run_profile *p;
    FILE *to;
    const char *function; /* of the line before */
    bool ran;             /* that function did */
    const char *file;     /* of the source, */
    uint32_t line;        /* and the line, of the instruction before */
    uint64_t instructions, reached, sides, sides_reached, waves, lanes;
} listing;

/* ---- which functions ran --------------------------------------------------------------------- */

typedef struct question {
    const char *function;
    bool ran;
} question;

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void ask(void *ctx, const profiled *at) {
    question *q = ctx;
    q->ran |= at->row.waves && is_same(at->place.symbol, q->function);
}

static bool has_run(const run_profile *p, const char *function) {
    question q = {function, false};
    run_profile_each(p, ask, &q);
    return q.ran;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Of code of a compiler; source that was assembled is much the same as the listing. */
static void put_source(listing *l, const code_place *place) {
    if (l->p->code->placed || !place->file || (place->line == l->line && is_same(place->file, l->file)))
        return;
    l->file = place->file;
    l->line = place->line;
    fprintf(l->to, "%35s; %s:%" PRIu32 "\n", "", lines_short(l->file), l->line);
}

static void put_number(FILE *to, int width, uint64_t n) {
    if (n)
        fprintf(to, "%*" PRIu64, width, n);
    else
        fprintf(to, "%*s", width, "");
}

/* "  taken 3 of 4", "  2.5 passes over LDS". */
static void put_more(FILE *to, const profiled *at) {
    const gisa_profile_row *r = &at->row;
    if (at->flow == GISA_FLOW_CONDITIONAL)
        fprintf(to, "  ; taken %" PRIu64 " of %" PRIu64, r->jumped, r->waves);
    if (r->lds_rounds > r->lds_quickest)
        fprintf(to, "  ; bank conflicts: %" PRIu64 " passes in place of %" PRIu64, r->lds_rounds,
                r->lds_quickest);
}

static void put_instruction(const listing *l, const profiled *at) {
    const gisa_profile_row *r = &at->row;
    char text[GISA_TEXT_MAX];
    places_instruction(at->run, at->place.address, text);
    if (r->waves)
        fprintf(l->to, "%10" PRIu64 " %6.1f", r->waves, (double)r->lanes / (double)r->waves);
    else
        fprintf(l->to, "%10s %6s", "-", "");
    put_number(l->to, 14, r->bytes);
    fprintf(l->to, "    %s", text);
    if (r->waves)
        put_more(l->to, at);
    fputc('\n', l->to);
}

static void count(listing *l, const profiled *at) {
    const gisa_profile_row *r = &at->row;
    const bool branch = at->flow == GISA_FLOW_CONDITIONAL;
    l->instructions++;
    l->reached += r->waves != 0;
    l->sides += branch ? 2 : 0;
    l->sides_reached += branch ? (unsigned)(r->jumped != 0) + (unsigned)(r->waves > r->jumped) : 0;
    l->waves += r->waves;
    l->lanes += r->lanes;
}

static void put(void *ctx, const profiled *at) {
    listing *l = ctx;
    if (!is_same(at->place.symbol, l->function)) {
        l->function = at->place.symbol;
        l->ran = has_run(l->p, l->function);
        l->line = 0;
        if (l->ran)
            fprintf(l->to, "\n%s:\n%10s %6s %13s\n", l->function ? l->function : "?", "waves", "lanes",
                    "bytes");
    }
    if (!l->ran)
        return;
    count(l, at);
    put_source(l, &at->place);
    put_instruction(l, at);
}

void run_listing(const run_profile *p, FILE *to) {
    listing l = {.p = p, .to = to, .function = ""};
    run_profile_each(p, put, &l);
    fprintf(to,
            "\n%" PRIu64 " of %" PRIu64 " instructions and %" PRIu64 " of %" PRIu64
            " sides of branches were reached; %" PRIu64 " instructions ran, in %.1f lanes on average\n",
            l.reached, l.instructions, l.sides_reached, l.sides, l.waves,
            l.waves ? (double)l.lanes / (double)l.waves : 0.0);
}
