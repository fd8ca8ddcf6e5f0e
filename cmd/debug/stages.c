/* SPDX-License-Identifier: MIT */
/* Makes shader stages whose code is that of a loaded object, with names and lines, and runs them
   under the session's observer. */
#include "stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

/* ---- their code ------------------------------------------------------------------------------ */

static gisa_status choose(void *machine, const char *model, const char *chosen) {
    return gisa_machine_choose(machine, model, chosen);
}

/* The machine is made with the first stage. */
static bool make_machine(target *t) {
    if (t->is_ready)
        return true;
    t->r.isa = t->ready.isa = t->stages->run.isa;
    t->ready.machine = gisa_machine_new(t->ready.isa);
    t->is_ready = t->ready.machine;
    return t->is_ready ? run_models_choose(&t->stages->run.models, t->ready.isa, choose, t->ready.machine)
                       : shader_says("out of memory", NULL);
}

static bool load(target *t, const void *object, size_t size, const placed_lines *placed) {
    gisa_error error = {.message = ""};
    stage_object *o = &t->stages->at[t->stages->count];
    if (gisa_machine_load(t->ready.machine, object, size, &error, &o->loaded))
        return shader_says(error.message, NULL);
    if (!t->ready.loaded)
        t->ready.loaded = o->loaded;
    t->stages->count++;
    return target_add_lines(t, object, size, o->loaded, placed);
}

/* From a file to its function in memory. */
static bool load_file(target *t, const char *file, const char *name) {
    placed_lines placed = {.count = 0};
    const stage_run *r = &t->stages->run;
    code_file c = {r->isa, file, name, r->format, r->syntax, 0};
    void *data = NULL, *object = NULL;
    size_t size, all = 0, object_size = 0;
    if (!cmd_read_file(file, &data, &size))
        return false;
    if (c.kind == CODE_AUTO)
        c.kind = shader_code_kind(data, size);
    char *source = code_wrap(&c, data, size, &all);
    if (source)
        object = target_assemble(t, file, source, all, c.lines, &object_size, &placed);
    t->stages->at[t->stages->count].object = object;
    const bool loaded = object && load(t, object, object_size, &placed);
    target_free_placed(&placed);
    free(source);
    free(data);
    return loaded;
}

static bool make(void *ctx, stage_program *p, gisa_stage_kind kind) {
    target *t = ctx;
    if (!make_machine(t) || !load_file(t, p->file, stage_name(kind)))
        return false;
    const gisa_loaded *loaded = t->stages->at[t->stages->count - 1].loaded;
    p->stage = gisa_stage_new_in(t->ready.machine, kind);
    if (!p->stage)
        return shader_says("this chip does not have such a stage of its own:", stage_name(kind));
    return gisa_stage_enter(p->stage, (uintptr_t)gisa_loaded_symbol(loaded, stage_name(kind), NULL)) ==
               GISA_OK ||
           shader_says("its code has no address", NULL);
}

const void *stages_symbol(const target *t, const char *name) {
    return t->stages && t->stages->count > 1 ? gisa_loaded_symbol(t->stages->at[1].loaded, name, NULL) : NULL;
}

/* ---- the session ----------------------------------------------------------------------------- */

static gisa_status observe(const stage_run *r, const gisa_observer *observer) {
    const gisa_status status = gisa_stage_observe(r->first.stage, observer);
    return status || !r->pixel.stage ? status : gisa_stage_observe(r->pixel.stage, observer);
}

/* In the order of gisa_stage_end. */
static const gisa_end_kind ends[] = {GISA_END_ENDED, GISA_END_FAULT, GISA_END_LIMIT, GISA_END_STOPPED};

static gisa_status run(void *ctx, const gisa_observer *observer, gisa_result *result) {
    stage_run *r = &((target *)ctx)->stages->run;
    if (observe(r, observer)) {
        observe(r, NULL);
        return GISA_STATUS_NO_MEMORY;
    }
    const int status = stage_draw(r);
    observe(r, NULL);
    *result = (gisa_result){.end = ends[r->result.end],
                            .cause = r->result.fault.cause,
                            .address = r->result.fault.address,
                            .instructions = r->result.instructions};
    if (status && result->end == GISA_END_ENDED)
        return GISA_STATUS_FAILED; /* has said what is wrong */
    memcpy(result->message, r->result.message, sizeof result->message - 1);
    return GISA_OK;
}

static unsigned list_blocks(const stage_program *p, debug_block *block) {
    for (unsigned i = 0; i < p->memory_count; i++)
        block[i] = (debug_block){.at = p->memory[i].bytes, .size = p->memory[i].room};
    return p->memory_count;
}

bool stages_start(target *t) {
    debug_block block[2 * STAGE_MOST];
    debug_options o = {.block = block, .run = run};
    stages *s = t->stages;
    s->run.holds = true;
    s->run.make = make;
    s->run.make_ctx = t;
    if (!stage_open(&s->run))
        return false;
    o.block_count = list_blocks(&s->run.first, block);
    o.block_count += list_blocks(&s->run.pixel, block + o.block_count);
    return target_start(t, &o);
}

int stages_finish(const target *t) {
    return stage_put(&t->stages->run);
}

void stages_end(target *t) {
    if (!t->stages)
        return;
    stage_close(&t->stages->run);
    for (unsigned i = 0; i < 2; i++)
        free(t->stages->at[i].object);
}
