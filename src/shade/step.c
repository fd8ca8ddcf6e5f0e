/* SPDX-License-Identifier: MIT */
/* One instruction for the active instances of a batch: all sources are fetched, the body computes,
   then results are stored. */
#include "formats.h"
#include "level.h"

/* What one operation computes before it is stored. */
typedef struct computed {
    uint32_t *rows[SHADE_CHANNELS];
    unsigned channels;
} computed;

unsigned shade_result_channels(const shade_op *op, const gisa_shade_half *h, unsigned iteration) {
    unsigned shown = h->d.shown, turn = iteration % SHADE_CHANNELS;
    if (!op->has_repeat_mode || !h->body->whole)
        return shown;
    return (shown << turn | shown >> (SHADE_CHANNELS - turn)) & 15;
}

/* Source k for channel c of the result. */
static const uint32_t *fetch_source(gisa_shade_batch *W, const shade_op *op, unsigned half, unsigned k,
                                    unsigned c, unsigned iteration) {
    const gisa_shade_half *h = &op->half[half];
    const shade_operand *o = &h->s[k];
    unsigned channel = o->channel[c];
    if (h->split && k == 0 && (channel == 2 || channel == 3)) {
        o = &h->s[1];
        channel -= 2;
    }
    return shade_fetch(W, o, channel, shade_offset(W, op, o, iteration), W->temp[half][k][c]);
}

/* The same rows as those of another channel, and so the same result. */
static bool is_again(const gisa_shade_half *h, unsigned c, unsigned as) {
    for (unsigned k = 0; k < h->sources; k++)
        if (h->s[k].channel[c] != h->s[k].channel[as])
            return false;
    return !h->body->old;
}

static bool fetch_all(gisa_shade_batch *W, const shade_op *op, unsigned half, unsigned iteration,
                      unsigned channels, gisa_shade_call *call) {
    const gisa_shade_half *h = &op->half[half];
    for (unsigned k = 0; k < h->sources; k++) {
        if (h->body->view[k] == VIEW_NONE)
            continue;
        unsigned needed = !h->body->whole ? channels : channels ? h->body->uses[k] : 0;
        for (unsigned c = 0; c < SHADE_CHANNELS; c++)
            if ((needed >> c & 1) && !(call->from[k][c] = fetch_source(W, op, half, k, c, iteration)))
                return false;
        for (unsigned c = 0; h->body->whole && needed && c < SHADE_CHANNELS; c++) /* some row */
            if (!(needed >> c & 1))
                call->from[k][c] = call->from[k][shade_lowest(needed)];
    }
    return true;
}

/* Fetches and computes; false: there was a fault. */
static bool compute(gisa_shade_batch *W, const shade_op *op, unsigned half, unsigned iteration,
                    computed *out) {
    const gisa_shade_half *h = &op->half[half];
    gisa_shade_call call = {.field = h->field, .model = W->draw->model, .narrow = h->d.format == VIEW_F16};
    unsigned channels = shade_result_channels(op, h, iteration), first = SHADE_CHANNELS;
    out->channels = channels;
    if (!fetch_all(W, op, half, iteration, channels, &call))
        return false;
    for (unsigned c = 0; c < SHADE_CHANNELS; c++) {
        if (!(channels >> c & 1))
            continue;
        if (first < SHADE_CHANNELS && (h->body->whole || is_again(h, c, first))) {
            out->rows[c] = out->rows[first];
            continue;
        }
        first = first < SHADE_CHANNELS ? first : c;
        call.channel = c;
        call.to = W->result[half][c];
        if (h->body->old) {
            shade_operand whole = h->d;
            whole.mods = 0;
            const uint32_t *old = shade_fetch(W, &whole, c, shade_offset(W, op, &h->d, iteration), call.to);
            if (!old)
                return false;
            if (old != call.to)
                W->draw->machine->level->sign(call.to, old, 0, 0);
        }
        h->wide(&call);
        out->rows[c] = call.to;
    }
    return true;
}

static void finish(gisa_shade_batch *W, const shade_op *op, const gisa_shade_half *h, unsigned iteration,
                   uint64_t mask, const computed *done) {
    int offset = shade_offset(W, op, &h->d, iteration);
    if (h->d.flushes)
        for (unsigned c = 0; c < SHADE_CHANNELS; c++)
            if (done->channels >> c & 1)
                W->draw->machine->level->flush(done->rows[c]);
    if (h->sink == SINK_STORE)
        shade_store(W, &h->d, done->channels, offset, mask, (const uint32_t *const *)done->rows);
    else
        shade_sink(W, h, offset, mask, (const uint32_t *const *)done->rows);
}

static uint64_t predicated(const gisa_shade_batch *W, const shade_op *op, unsigned iteration) {
    if (op->predicate == PREDICATE_NONE)
        return ~UINT64_C(0);
    unsigned n = op->predicate == PREDICATE_N ? iteration % SHADE_PREDICATES : op->predicate;
    return op->inverted ? ~W->predicate[n] : W->predicate[n];
}

static void count(gisa_shade_batch *W, const shade_op *op) {
    if (W->executed)
        W->executed[op->form]++;
    if (W->counted)
        W->counted[op->form] += (uint64_t)__builtin_popcountll(W->active);
}

static void count_models(gisa_shade_batch *W, const shade_op *op) {
    for (uint32_t bits = W->models ? op->models : 0; bits; bits &= bits - 1)
        W->models[__builtin_ctz(bits)]++;
}

/* What is done once for the batch: flow, memory, textures. */
static void step_once(gisa_shade_batch *W, const shade_op *op) {
    uint64_t active = W->active;
    const gisa_shade_half *h = &op->half[0];
    W->active &= predicated(W, op, 0);
    if (W->active)
        h->body->once(W, h);
    W->active = active;
}

static void step_iteration(gisa_shade_batch *W, const shade_op *op, unsigned iteration) {
    computed done[2];
    if (op->known && !(op->repeats && W->steps_at)) {
        shade_step_known(W, op, W->active);
        return;
    }
    for (unsigned i = 0; i < op->halves; i++)
        if (!compute(W, op, i, iteration, &done[i]))
            return;
    for (unsigned i = 0; i < op->halves; i++)
        finish(W, op, &op->half[i], iteration, W->active, &done[i]);
}

void shade_step(gisa_shade_batch *W, const shade_op *op) {
    W->op = op;
    count_models(W, op);
    if (op->fault) {
        if (op->field)
            shade_fault(W, 0, "the effect of %s is unknown: %s", op->field, op->fault);
        else
            shade_fault(W, 0, "%s", op->fault);
        return;
    }
    count(W, op);
    if (op->half[0].body->once) {
        step_once(W, op);
        return;
    }
    /* Instances that the predicate leaves out do not even look at their sources. */
    uint64_t active = W->active;
    for (unsigned j = 0; j < op->repeat && !shade_failed(W); j++)
        if ((W->active = active & predicated(W, op, j)))
            step_iteration(W, op, j);
    W->active = active;
}
