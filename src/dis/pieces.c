/* SPDX-License-Identifier: MIT */
/* Long output in pieces: threads print them, each into memory of its own, and they are written in
   order. */
#include "pieces.h"

#include <pthread.h>
#include <stdlib.h>

#include "object.h"

enum {
    PIECE = 1 << 18,       /* bytes of input that a thread prints at a time */
    LEAST_PIECE = 1 << 14, /* less is not worth a thread */
    MOST_THREADS = 64
};

typedef struct worker {
    const pieces *p;
    dis d;
    bytes text;
    uint64_t begin, end;
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
    w->p->put(w->p->ctx, &w->d, w->begin, w->end);
    output_flush(&w->d.out);
    return NULL;
}

/* Each worker prints a piece. Returns where the next one begins. */
static uint64_t put_some(worker *workers, unsigned count, dis *d, uint64_t begin, uint64_t end) {
    const pieces *p = workers->p;
    uint64_t share = (end - begin) / count < PIECE ? (end - begin) / count + 1 : PIECE;
    for (unsigned i = 0; i < count; i++) {
        worker *w = &workers[i];
        w->begin = begin;
        w->end = begin = end - begin > share ? p->cut(p->ctx, begin, begin + share, end) : end;
        w->started = pthread_create(&w->thread, NULL, work, w) == 0;
        if (!w->started)
            work(w);
    }
    for (unsigned i = 0; i < count; i++) {
        worker *w = &workers[i];
        if (w->started)
            pthread_join(w->thread, NULL);
        if (w->d.out.status != GISA_OK)
            d->out.status = GISA_STATUS_NO_MEMORY;
        else
            output_bytes(&d->out, w->text.data, w->text.size);
        w->text.size = 0;
    }
    return begin;
}

static unsigned hire(worker *workers, const pieces *p, const dis *d, unsigned wanted) {
    unsigned count = 0;
    for (; count < wanted; count++) {
        worker *w = &workers[count];
        *w = (worker){.p = p, .d = *d};
        w->d.known = NULL;
        if (!output_open(&w->d.out, keep, &w->text))
            break;
    }
    return count;
}

static void dismiss(worker *workers, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        output_close(&workers[i].d.out);
        free(workers[i].d.known);
        bytes_free(&workers[i].text);
    }
}

void pieces_put(const pieces *p, dis *d, uint64_t begin, uint64_t end) {
    unsigned threads = d->options->threads < MOST_THREADS ? d->options->threads : MOST_THREADS;
    if (d->options->plain) /* it steps into what it does not print, to where it cannot be cut */
        threads = 1;
    if (threads > 1 && end - begin >= (uint64_t)threads * LEAST_PIECE) {
        worker workers[MOST_THREADS];
        unsigned count = hire(workers, p, d, threads);
        while (count && begin < end && end - begin >= (uint64_t)count * LEAST_PIECE &&
               d->out.status == GISA_OK)
            begin = put_some(workers, count, d, begin, end);
        dismiss(workers, count);
    }
    if (begin < end)
        p->put(p->ctx, d, begin, end);
}
