/* SPDX-License-Identifier: MIT */
/* A run of instructions with nothing between them but local labels. Long ones are printed in pieces by several threads, each
 * into memory of its own, and written in order: the output is the same for any number of threads. */
#include "run.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    PIECE = 1 << 18,       /* bytes of code that a thread prints at a time */
    LEAST_PIECE = 1 << 14, /* less is not worth a thread */
    WORTH_A_CACHE = 1 << 15,
    MOST_THREADS = 64
};

/* `first`: whoever began the run has printed the label that stands there. */
static uint64_t print_run(const run *r, dis *d, uint64_t begin, uint64_t end, bool first) {
    void *ctx = d->style.ctx;
    listing mine;
    if (r->l) {
        mine = *r->l;
        mine.d = d;
        d->style.label = refer_label;
        d->style.ctx = &mine;
    }
    for (; begin < end && d->out.status == GISA_OK; first = false) {
        if (r->targets && !first && listing_bit(&mine, r->targets, begin)) {
            refer_put_local(&mine, mine.current, begin);
            output_text(&d->out, ":\n");
        }
        begin += dis_line(d, r->code + begin, (size_t)(r->size - begin), r->address + begin);
    }
    d->style.ctx = ctx; /* `mine` is gone */
    return begin;
}

/* ---- several threads ---- */

typedef struct worker {
    const run *r;
    dis d;
    bytes text;
    uint64_t begin, end;
    bool first;
    pthread_t thread;
    bool started;
} worker;

static bool keep(void *ctx, const void *text, size_t size) {
    bytes *b = ctx;
    bytes_append(b, text, size);
    return !b->failed;
}

static void *work(void *arg) {
    worker *w = arg;
    print_run(w->r, &w->d, w->begin, w->end, w->first);
    output_flush(&w->d.out);
    return NULL;
}

/* Where the first instruction at or behind `at` begins, when one begins at `from`. */
static uint64_t next_instruction(const run *r, uint64_t from, uint64_t at, uint64_t end) {
    gisa_insn insn;
    while (from < at && from < end) {
        size_t left = (size_t)(r->size - from);
        gisa_status status = gisa_decode_head(r->d->isa, r->code + from, left, &insn);
        from += status == GISA_OK ? insn.size : left < r->d->unit ? left : r->d->unit;
    }
    return from;
}

/* Each worker prints a piece; *begin moves behind them all. */
static void print_pieces(worker *workers, unsigned count, uint64_t *begin, uint64_t end, bool first) {
    const run *r = workers->r;
    uint64_t share = (end - *begin) / count < PIECE ? (end - *begin) / count + 1 : PIECE;
    for (unsigned i = 0; i < count; i++) {
        worker *w = &workers[i];
        w->begin = *begin;
        w->end = *begin = next_instruction(r, *begin, *begin + share, end);
        w->first = first && i == 0;
        w->started = pthread_create(&w->thread, NULL, work, w) == 0;
        if (!w->started)
            work(w);
    }
    for (unsigned i = 0; i < count; i++) {
        worker *w = &workers[i];
        if (w->started)
            pthread_join(w->thread, NULL);
        if (w->d.out.status != GISA_OK)
            r->d->out.status = GISA_NO_MEMORY;
        else
            output_bytes(&r->d->out, w->text.data, w->text.size);
        w->text.size = 0;
    }
}

static unsigned hire(worker *workers, const run *r, unsigned wanted) {
    unsigned count = 0;
    for (; count < wanted; count++) {
        worker *w = &workers[count];
        *w = (worker){.r = r, .d = *r->d};
        w->d.cache = line_cache_new();
        if (!output_open(&w->d.out, keep, &w->text)) {
            free(w->d.cache);
            break;
        }
    }
    return count;
}

static void dismiss(worker *workers, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        output_close(&workers[i].d.out);
        free(workers[i].d.cache);
        bytes_free(&workers[i].text);
    }
}

uint64_t run_put(const run *r, uint64_t begin, uint64_t end) {
    unsigned threads = r->d->options->threads < MOST_THREADS ? r->d->options->threads : MOST_THREADS;
    bool first = true;
    if (!r->d->cache && end - begin > WORTH_A_CACHE)
        r->d->cache = line_cache_new();
    if (threads > 1 && end - begin >= (uint64_t)threads * LEAST_PIECE) {
        worker workers[MOST_THREADS];
        unsigned count = hire(workers, r, threads);
        while (count && begin < end && end - begin >= (uint64_t)count * LEAST_PIECE &&
               r->d->out.status == GISA_OK) {
            print_pieces(workers, count, &begin, end, first);
            first = false;
        }
        dismiss(workers, count);
    }
    return print_run(r, r->d, begin, end, first);
}
