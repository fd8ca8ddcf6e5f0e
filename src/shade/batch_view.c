/* SPDX-License-Identifier: MIT */
/* The registers of a batch as those of a wave: by name, in lanes that are its instances. */
#include "batch_view.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/words.h"

static const batch_view *batch_of(const gisa_wave *wave) {
    return (const batch_view *)wave;
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

gisa_status batch_find(const gisa_wave *wave, const char *name, gisa_wave_register *reg, const char **why) {
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

void batch_name(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
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

uint32_t *batch_row(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    gisa_shade_batch *W = batch_of(wave)->W;
    const uint64_t number = (uint64_t)reg->first + word;
    if (reg->bank == GISA_WAVE_BANK_DEPTH && !word)
        return W->depth;
    return number < SHADE_REGISTERS ? gisa_shade_row(W, reg->bank, (unsigned)number) : NULL;
}

static uint64_t *predicate(gisa_wave *wave, const gisa_wave_register *reg, unsigned word) {
    const uint64_t number = (uint64_t)reg->first + word;
    return reg->bank == GISA_WAVE_BANK_PREDICATE && number < SHADE_PREDICATES
               ? gisa_shade_predicate(batch_of(wave)->W, (unsigned)number)
               : NULL;
}

uint64_t batch_pc(const batch_view *v) {
    const uint64_t before = v->W->secondary ? v->W->draw->machine->words[0] : 0;
    return v->code + BATCH_WORD * (before + v->W->pc);
}

gisa_status batch_get(const gisa_wave *asked, const gisa_wave_register *reg, unsigned lane, unsigned word,
                      uint32_t *value) {
    gisa_wave *wave = (gisa_wave *)(uintptr_t)asked;
    const uint32_t *at = batch_row(wave, reg, word);
    const uint64_t *mask = predicate(wave, reg, word);
    if (!at && !mask && reg->bank != GISA_WAVE_BANK_PC)
        return GISA_STATUS_BAD_ARGUMENT;
    *value = at     ? at[lane]
             : mask ? (uint32_t)(*mask >> lane & 1)
                    : (uint32_t)(batch_pc(batch_of(wave)) >> (word ? 32 : 0));
    return GISA_OK;
}

gisa_status batch_set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                      uint32_t value) {
    uint32_t *at = batch_row(wave, reg, word);
    uint64_t *mask = predicate(wave, reg, word);
    if (at)
        at[lane] = value;
    else if (mask)
        *mask = (*mask & ~(UINT64_C(1) << lane)) | (uint64_t)(value != 0) << lane;
    return at || mask ? GISA_OK : GISA_STATUS_BAD_ARGUMENT;
}

/* ---- what has changed ------------------------------------------------------------------------ */

typedef struct change_list {
    gisa_wave_change *at;
    uint32_t count, room;
} change_list;

static void add_change(change_list *list, unsigned id, uint32_t number, uint64_t lanes) {
    if (lanes && list->count < list->room)
        list->at[list->count] =
            (gisa_wave_change){{.bank = (uint16_t)id, .per_lane = true, .first = number, .count = 1}, lanes};
    list->count += lanes != 0;
}

static uint64_t differing(const uint32_t *a, const uint32_t *b) {
    uint64_t lanes = 0;
    for (unsigned i = 0; i < SHADE_LANES && memcmp(a, b, sizeof(shade_row)) != 0; i++)
        lanes |= (uint64_t)(a[i] != b[i]) << i;
    return lanes;
}

uint32_t batch_changes(gisa_shade_batch *before, gisa_shade_batch *now, gisa_wave_change *at, uint32_t room) {
    change_list list = {at, 0, room};
    for (unsigned k = 0; k < BANK_COUNT; k++) {
        const bank *b = &banks[k];
        for (unsigned i = b->first * b->words; i < b->end * b->words; i++)
            add_change(&list, b->id, i,
                       b->id == GISA_WAVE_BANK_PREDICATE
                           ? now->predicate[i] ^ before->predicate[i]
                           : differing(gisa_shade_row(now, b->id, i), gisa_shade_row(before, b->id, i)));
    }
    add_change(&list, GISA_WAVE_BANK_DEPTH, 0, differing(now->depth, before->depth));
    return list.count;
}

/* ---- faults ---------------------------------------------------------------------------------- */

gisa_cause batch_cause(const gisa_shade_batch *faulty, const shade_op *op) {
    return faulty->fault_in_memory ? GISA_CAUSE_ADDRESS
           : op && op->fault       ? GISA_CAUSE_INSTRUCTION
                                   : GISA_CAUSE_OTHER;
}
