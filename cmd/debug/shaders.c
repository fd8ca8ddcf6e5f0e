/* SPDX-License-Identifier: MIT */
/* Makes shaders of the PS Vita ready for a session, and runs them under its observer. */
#include "shaders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

/* ---- their code ------------------------------------------------------------------------------ */

static uint64_t add_code(shaders *s, const char *program, const char *part, uint64_t address,
                         const uint8_t *bytes, size_t size) {
    shaders_code *c = &s->code[s->count++];
    *c = (shaders_code){.address = address, .bytes = bytes, .size = size};
    snprintf(c->name, sizeof c->name, "%s%s", program, part);
    return address + size;
}

static void list_program(shaders *s, const shader_run *r, uint64_t address) {
    const gisa_gxp_info *i = &r->info;
    const char *const program = i->fragment ? "fragment" : "vertex";
    if (!r->shader) {
        add_code(s, "program", "", address, r->code, r->code_size);
        return;
    }
    address = add_code(s, program, "", address, i->primary, i->primary_size);
    add_code(s, program, "_secondary", address, i->secondary, i->secondary_size);
}

const shaders_code *shaders_code_at(const shaders *s, uint64_t pc) {
    for (unsigned i = 0; i < s->count; i++)
        if (pc - s->code[i].address < s->code[i].size)
            return &s->code[i];
    return NULL;
}

const shaders_code *shaders_code_of(const shaders *s, const char *name) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->code[i].size && strcmp(s->code[i].name, name) == 0)
            return &s->code[i];
    return NULL;
}

/* ---- the session ----------------------------------------------------------------------------- */

/* In the order of gisa_shade_end. */
static const gisa_end_kind ends[] = {GISA_END_ENDED, GISA_END_FAULT, GISA_END_LIMIT, GISA_END_STOPPED};

static gisa_status run(void *ctx, const gisa_observer *observer, gisa_result *result) {
    shader_run *r = &((target *)ctx)->shaders->run;
    r->draw.observer = observer;
    const gisa_status status = shader_draw(r);
    r->draw.observer = NULL;
    *result =
        (gisa_result){.end = ends[r->result.end],
                      .cause = r->result.end == GISA_SHADE_END_FAULT ? GISA_CAUSE_OTHER : GISA_CAUSE_NONE,
                      .instructions = r->result.instructions};
    memcpy(result->message, r->result.message, sizeof r->result.message - 1);
    return status;
}

/* What the program of that wave would read. */
static size_t read_memory(void *ctx, const debug_wave *w, uint64_t address, void *to, size_t size) {
    const shader_run *r = &((const target *)ctx)->shaders->run;
    if (r->pixel && w && w->id.group[1] == MESH_FRAGMENT)
        r = r->pixel;
    return address <= UINT32_MAX ? gisa_shade_read(r->machine, (uint32_t)address, to, size) : 0;
}

enum { MOST_BLOCKS = 2 * (SHADER_BLOCKS + SHADER_BUFFERS) };

static unsigned list_blocks(const shader_run *r, debug_block *block) {
    unsigned count = 0;
    for (unsigned i = 0; i < r->block_count; i++)
        block[count++] =
            (debug_block){.at = r->block[i].memory, .size = r->block[i].size, .address = r->block[i].address};
    for (unsigned i = 0; i < SHADER_BUFFERS; i++)
        if (r->buffer[i].size)
            block[count++] = (debug_block){.at = r->buffer[i].memory, .size = r->buffer[i].size};
    return count;
}

static bool start(target *t) {
    debug_block block[MOST_BLOCKS];
    debug_options o = {.block = block, .run = run, .read = read_memory, .keeps_host = true};
    shader_run *r = &t->shaders->run;
    o.block_count = list_blocks(r, block);
    if (r->pixel)
        o.block_count += list_blocks(r->pixel, block + o.block_count);
    return target_start(t, &o);
}

bool shaders_start(target *t) {
    placed_lines placed = {.count = 0};
    shaders *s = t->shaders;
    s->run.placed = target_remember;
    s->run.placed_ctx = &placed;
    s->run.draw.observed_code = SHADERS_CODE;
    bool fine = shader_open(&s->run);
    if (fine) {
        t->r.isa = t->ready.isa = s->run.isa;
        list_program(s, &s->run, SHADERS_CODE);
        if (s->run.pixel)
            list_program(s, s->run.pixel, MESH_FRAGMENT_CODE);
        fine = target_add_placed(t, &placed, SHADERS_CODE) && start(t);
    }
    target_free_placed(&placed);
    return fine;
}

int shaders_finish(const target *t) {
    return shader_put(&t->shaders->run);
}

void shaders_end(target *t) {
    if (!t->shaders)
        return;
    shader_close(&t->shaders->run);
    shader_close(&t->shaders->pixel);
}
