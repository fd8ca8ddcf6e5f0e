/* SPDX-License-Identifier: MIT */
/* A wave of one's own (gisa_wave.h) for USSE: a batch of 64 instances that is stepped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "body.h"
#include "core/words.h"
#include "emu/wave_own.h"

enum { WORD = 8 /* bytes of an instruction */ };

typedef struct usse_own {
    gisa_wave head; /* first */
    gisa_shade *machine;
    gisa_shade_draw asked; /* nothing */
    shade_draw draw;
    gisa_shade_result result;
    gisa_shade_batch *W, *before; /* of the instruction that runs */
    wave_traffic traffic;
} usse_own;

static usse_own *own_of(const gisa_wave *wave) {
    return (usse_own *)(uintptr_t)wave;
}

/* ---- registers by name ---------------------------------------------------------------------- */

/* Registers of a kind, by the letters before the number. */
typedef struct bank {
    unsigned id, first, end; /* the numbers there are */
    unsigned words;          /* of one */
} bank;

static const bank banks[] = {
    {GISA_KIND_TEMP, 0, SHADE_REGISTERS, 1},           {GISA_KIND_OUTPUT, 0, SHADE_REGISTERS, 1},
    {GISA_KIND_PRIMARY, 0, SHADE_REGISTERS, 1},        {GISA_KIND_SECONDARY, 0, SHADE_REGISTERS, 1},
    {GISA_KIND_INTERNAL, 0, 4, SHADE_CHANNELS},        {GISA_KIND_INDEX, 1, 3, 1},
    {GISA_WAVE_BANK_PREDICATE, 0, SHADE_PREDICATES, 1}};
enum { BANK_COUNT = sizeof banks / sizeof *banks };

static const char *letters_of(unsigned id) {
    return id == GISA_WAVE_BANK_PREDICATE ? "p" : gisa_bank_letters(id);
}

static const bank *bank_of(unsigned id) {
    for (unsigned i = 0; i < BANK_COUNT; i++)
        if (banks[i].id == id)
            return &banks[i];
    return NULL;
}

/* "i0.x": the channel after the dot, which is cut off; 0 to 3, -1: there is none. */
static int cut_channel(char *name) {
    const size_t size = strlen(name);
    const char *channel = size > 2 && name[size - 2] == '.' ? strchr(words_channels, name[size - 1]) : NULL;
    if (!channel || channel - words_channels >= SHADE_CHANNELS)
        return -1;
    name[size - 2] = 0;
    return (int)(channel - words_channels);
}

static bool find_numbered(const char *name, gisa_wave_register *reg) {
    char copy[32];
    wave_numbers n;
    snprintf(copy, sizeof copy, "%s", name);
    const int channel = strlen(name) < sizeof copy ? cut_channel(copy) : -1;
    for (unsigned i = 0; i < BANK_COUNT && strlen(name) < sizeof copy && wave_numbers_read(copy, &n); i++) {
        const bank *b = &banks[i];
        if (strlen(letters_of(b->id)) != n.letters || strncasecmp(copy, letters_of(b->id), n.letters) != 0)
            continue;
        if (n.from < b->first || n.to >= b->end || (channel >= 0 && (b->words == 1 || n.brackets)))
            return false;
        *reg = (gisa_wave_register){.bank = (uint16_t)b->id,
                                    .per_lane = true,
                                    .first = n.from * b->words + (channel > 0 ? (uint32_t)channel : 0),
                                    .count = channel >= 0 ? 1 : (n.to - n.from + 1) * b->words};
        return true;
    }
    return false;
}

static gisa_status find(const gisa_wave *wave, const char *name, gisa_wave_register *reg, const char **why) {
    (void)wave;
    (void)why;
    if (strcasecmp(name, gisa_state_name((unsigned)__builtin_ctz(GISA_STATE_PC))) == 0)
        *reg = (gisa_wave_register){.bank = GISA_WAVE_BANK_PC, .count = 2};
    else if (strcasecmp(name, "depth") == 0)
        *reg = (gisa_wave_register){.bank = GISA_WAVE_BANK_DEPTH, .per_lane = true, .count = 1};
    else if (!find_numbered(name, reg))
        return GISA_STATUS_SYNTAX;
    return GISA_OK;
}

static void name_of(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                    char text[GISA_WAVE_NAME]) {
    const bank *b = bank_of(reg->bank);
    const unsigned number = reg->first + word;
    (void)wave;
    if (!b)
        snprintf(text, GISA_WAVE_NAME, "%s", reg->bank == GISA_WAVE_BANK_PC ? "pc" : "depth");
    else if (b->words > 1)
        snprintf(text, GISA_WAVE_NAME, "%s%u.%c", letters_of(b->id), number / b->words,
                 words_channels[number % b->words]);
    else
        snprintf(text, GISA_WAVE_NAME, "%s%u", letters_of(b->id), number);
}

/* ---- values --------------------------------------------------------------------------------- */

static uint32_t *row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    gisa_shade_batch *W = own_of(wave)->W;
    const uint64_t number = (uint64_t)reg->first + word;
    if (reg->bank == GISA_WAVE_BANK_DEPTH && !word)
        return W->depth;
    return number < SHADE_REGISTERS ? gisa_shade_row(W, reg->bank, (unsigned)number) : NULL;
}

static uint64_t *predicate(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    const uint64_t number = (uint64_t)reg->first + word;
    return reg->bank == GISA_WAVE_BANK_PREDICATE && number < SHADE_PREDICATES
               ? gisa_shade_predicate(own_of(wave)->W, (unsigned)number)
               : NULL;
}

static uint64_t pc_of(const usse_own *o) {
    return (uint64_t)WORD * o->W->pc;
}

static gisa_status get(const gisa_wave *asked, const gisa_wave_register *reg, unsigned lane, unsigned word,
                       uint32_t *value) {
    gisa_wave *wave = (gisa_wave *)(uintptr_t)asked;
    const uint32_t *at = row(wave, reg, word);
    const uint64_t *mask = predicate(wave, reg, word);
    if (!at && !mask && reg->bank != GISA_WAVE_BANK_PC)
        return GISA_STATUS_BAD_ARGUMENT;
    *value = at     ? at[lane]
             : mask ? (uint32_t)(*mask >> lane & 1)
                    : (uint32_t)(pc_of(own_of(wave)) >> (word ? 32 : 0));
    return GISA_OK;
}

static gisa_status set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                       uint32_t value) {
    usse_own *o = own_of(wave);
    uint32_t *at = row(wave, reg, word);
    uint64_t *mask = predicate(wave, reg, word);
    if (at)
        at[lane] = value;
    else if (mask)
        *mask = (*mask & ~(UINT64_C(1) << lane)) | (uint64_t)(value != 0) << lane;
    else if (reg->bank != GISA_WAVE_BANK_PC || value % WORD || (word && value))
        return GISA_STATUS_BAD_ARGUMENT;
    else if (!word)
        shade_go_all(o->W, value / WORD);
    return GISA_OK;
}

/* ---- memory and code ------------------------------------------------------------------------ */

static gisa_status map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    if (address > UINT32_MAX || size > UINT32_MAX)
        return GISA_STATUS_BAD_ARGUMENT;
    return shade_map(own_of(wave)->machine, (uint32_t)address, memory, (uint32_t)size, !writable);
}

static gisa_status load(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    usse_own *o = own_of(wave);
    gisa_status status = address ? GISA_STATUS_BAD_ARGUMENT : gisa_shade_primary(o->machine, code, size);
    o->W->op = NULL;
    if (status == GISA_OK && !shade_ready(o->machine, 0)) {
        o->machine->words[0] = 0;
        status = GISA_STATUS_NO_MEMORY;
    }
    if (status == GISA_OK)
        shade_go_all(o->W, 0);
    return status;
}

static gisa_status choose(gisa_wave *wave, const char *name, const char *option) {
    usse_own *o = own_of(wave);
    const uint32_t pc = o->W->pc;
    gisa_status status = gisa_shade_choose(o->machine, name, option);
    if (!shade_ready(o->machine, 0)) /* what was sorted out may depend on it */
        return GISA_STATUS_NO_MEMORY;
    o->W->op = NULL;
    o->W->pc = pc;
    return status;
}

/* ---- what a step did ------------------------------------------------------------------------ */

static void add_change(gisa_wave_step_info *info, unsigned id, uint32_t number, uint64_t lanes) {
    if (lanes && info->change_count < GISA_WAVE_MOST_CHANGES)
        info->change[info->change_count] =
            (gisa_wave_change){{.bank = (uint16_t)id, .per_lane = true, .first = number, .count = 1}, lanes};
    info->change_count += lanes != 0;
}

static uint64_t differing(const uint32_t *a, const uint32_t *b) {
    uint64_t lanes = 0;
    for (unsigned i = 0; i < SHADE_LANES && memcmp(a, b, sizeof(shade_row)) != 0; i++)
        lanes |= (uint64_t)(a[i] != b[i]) << i;
    return lanes;
}

static void tell_changes(const usse_own *o, gisa_wave_step_info *info) {
    for (unsigned k = 0; k < BANK_COUNT; k++) {
        const bank *b = &banks[k];
        for (unsigned i = b->first * b->words; i < b->end * b->words; i++)
            add_change(info, b->id, i,
                       b->id == GISA_WAVE_BANK_PREDICATE
                           ? o->W->predicate[i] ^ o->before->predicate[i]
                           : differing(gisa_shade_row(o->W, b->id, i), gisa_shade_row(o->before, b->id, i)));
    }
    add_change(info, GISA_WAVE_BANK_DEPTH, 0, differing(o->W->depth, o->before->depth));
}

static void tell_accesses(const usse_own *o, gisa_wave_step_info *info) {
    const uint32_t told = o->traffic.count < o->traffic.room ? o->traffic.count : o->traffic.room;
    uint32_t reads = 0, writes = 0;
    info->access_count = o->traffic.count;
    gisa_states(o->head.isa, &info->insn, &reads, &writes);
    for (uint32_t i = 0; i < told; i++)
        info->access[i].access = (uint8_t)((reads & GISA_STATE_MEMORY ? GISA_ACCESS_READ : 0) |
                                           (writes & GISA_STATE_MEMORY ? GISA_ACCESS_WRITE : 0));
}

static void tell_fault(const usse_own *o, gisa_wave_fault *f) {
    f->cause = o->before->fault_in_memory    ? GISA_CAUSE_ADDRESS
               : o->W->op && o->W->op->fault ? GISA_CAUSE_INSTRUCTION
                                             : GISA_CAUSE_OTHER;
    f->address = o->before->fault_address;
    f->lane = (uint32_t)o->result.instance;
    snprintf(f->message, sizeof f->message, "%s", o->result.message);
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* After a fault the batch is what it was; `before` takes what is said of the fault. */
static void take_back(usse_own *o) {
    gisa_shade_batch *faulty = o->W;
    const shade_op *op = faulty->op;
    o->W = o->before;
    o->before = faulty;
    o->W->op = op;
    o->W->traffic = NULL;
}

static gisa_wave_kind run_one(usse_own *o) {
    const uint32_t pc = o->W->pc;
    const bool ran = o->W->running;
    o->result = (gisa_shade_result){.end = GISA_SHADE_END_ENDED};
    o->W->fault_in_memory = false;
    o->W->fault_address = 0;
    memcpy(o->before, o->W, sizeof *o->W);
    if (ran)
        shade_run_one(o->W, &o->machine->program[0]);
    if (shade_failed(o->W)) {
        take_back(o);
        return GISA_WAVE_KIND_FAULT;
    }
    if (!o->W->running)
        return GISA_WAVE_KIND_ENDED;
    return o->W->pc == pc + 1 ? GISA_WAVE_KIND_WENT_ON : GISA_WAVE_KIND_JUMPED;
}

static gisa_wave_kind step(gisa_wave *wave, gisa_wave_step_info *info) {
    usse_own *o = own_of(wave);
    const uint64_t at = pc_of(o);
    if (!info)
        return run_one(o);
    memset(&info->insn, 0, sizeof info->insn);
    info->pc = at;
    info->change_count = 0;
    info->fault = (gisa_wave_fault){.cause = GISA_CAUSE_NONE};
    if (o->W->running && o->W->pc < o->machine->words[0])
        gisa_decode(wave->isa, o->machine->code[0] + at, WORD, &info->insn);
    o->traffic = (wave_traffic){info->access, GISA_WAVE_MOST_ACCESSES, 0, NULL};
    o->W->traffic = &o->traffic;
    info->kind = run_one(o);
    o->W->traffic = NULL;
    info->next_pc = pc_of(o);
    if (info->kind == GISA_WAVE_KIND_FAULT)
        tell_fault(o, &info->fault);
    else
        tell_changes(o, info);
    tell_accesses(o, info);
    return info->kind;
}

static void run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result) {
    usse_own *o = own_of(wave);
    gisa_wave_kind kind;
    do {
        const bool there = o->W->running && o->W->pc < o->machine->program[0].count;
        kind = run_one(o);
        result->instructions += there && kind != GISA_WAVE_KIND_FAULT;
    } while (kind <= GISA_WAVE_KIND_JUMPED && (!limit || result->instructions < limit) &&
             !(stop_at && pc_of(o) == stop_at));
    result->end = kind == GISA_WAVE_KIND_FAULT     ? GISA_WAVE_END_FAULT
                  : kind == GISA_WAVE_KIND_ENDED   ? GISA_WAVE_END_ENDED
                  : stop_at && pc_of(o) == stop_at ? GISA_WAVE_END_ADDRESS
                                                   : GISA_WAVE_END_LIMIT;
    if (kind == GISA_WAVE_KIND_FAULT)
        tell_fault(o, &result->fault);
}

/* ---- the wave ------------------------------------------------------------------------------- */

static void free_wave(gisa_wave *wave) {
    usse_own *o = own_of(wave);
    free(o->W);
    free(o->before);
    gisa_shade_free(o->machine);
    free(o);
}

static const wave_calls calls = {free_wave, choose, find, name_of, get, set, row, map, load, step, run};

gisa_wave *wave_usse_new(const gisa_isa *isa) {
    static const uint32_t zeros[SHADE_REGISTERS];
    usse_own *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->head = (gisa_wave){isa, &calls};
    o->machine = gisa_shade_new(isa);
    o->draw = (shade_draw){
        .machine = o->machine, .asked = &o->asked, .model = o->machine ? o->machine->model : NULL};
    o->W = o->machine ? shade_new_batch(&o->draw) : NULL;
    o->before = o->machine ? shade_new_batch(&o->draw) : NULL;
    if (!o->W || !o->before || !shade_ready(o->machine, 0)) {
        free_wave(&o->head);
        return NULL;
    }
    o->W->lanes = o->W->live = o->W->real = ~UINT64_C(0);
    o->W->result_of = &o->result;
    shade_clear(o->W, zeros);
    shade_go_all(o->W, 0);
    return &o->head;
}
