/* SPDX-License-Identifier: MIT */
/* Registers of a wave by name, with types and values. */
#include "registers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE_ADDRESS UINT64_C(0x400000000000) /* far from memory that users map, and not at 0 */

uint64_t named_code_address(const gisa_isa *isa) {
    return strcmp(gisa_family(isa), "gcn") == 0 ? CODE_ADDRESS : 0;
}

/* ---- names ---- */

static const char *says(const char *format, const char *text) {
    static char message[200];
    snprintf(message, sizeof message, format, text);
    return message;
}

/* "s0-7" becomes s[0:7], which is meant word by word; false: it is something else. */
static bool read_row(const char *name, char *text, size_t room) {
    const size_t letters = strcspn(name, "0123456789"), digits = strspn(name + letters, "0123456789");
    const char *dash = name + letters + digits;
    const bool is_row = letters && digits && *dash == '-' && isdigit((unsigned char)dash[1]);
    if (is_row)
        snprintf(text, room, "%.*s[%.*s:%s]", (int)letters, name, (int)digits, name + letters, dash + 1);
    else
        snprintf(text, room, "%s", name);
    return is_row;
}

/* Flags and parts of registers are numbers; two words that belong together are one number. */
static const numeral_type *usual_type(const gisa_wave_register *reg, bool is_row) {
    if (reg->bank == GISA_WAVE_BANK_SCC || reg->bank == GISA_WAVE_BANK_PREDICATE || reg->bits.width)
        return numeral_type_named("u32", 3);
    return numeral_type_plain(reg->count == 2 && !is_row ? 64 : 32);
}

/* Cuts off ":f32". */
static const char *cut_type(char *name, const numeral_type **type) {
    char *colon = strrchr(name, ':');
    if (!colon || strchr(colon, ']'))
        return NULL;
    *type = numeral_type_named(colon + 1, strlen(colon + 1));
    *colon = 0;
    return *type && (*type)->bits >= 16
               ? NULL
               : "unknown type; expected hex f16 f32 f64 i16 u16 i32 u32 i64 u64 x64";
}

const char *named_read(const gisa_wave *wave, const char *text, named_registers *to) {
    char copy[80], name[100];
    gisa_error error;
    const char *why;
    bool is_row;
    *to = (named_registers){.type = NULL};
    if (strlen(text) >= sizeof copy)
        return "too long for the name of a register";
    strcpy(copy, text);
    why = cut_type(copy, &to->type);
    if (why)
        return why;
    is_row = read_row(copy, name, sizeof name);
    if (gisa_wave_find(wave, name, &to->reg, &error))
        return says("%s", error.message);
    if (!to->type)
        to->type = usual_type(&to->reg, is_row);
    to->words = to->type->bits == 64 ? 2 : 1;
    to->by_lane = to->reg.per_lane && to->reg.count == to->words;
    return to->reg.count % to->words ? "its values are pairs of registers" : NULL;
}

/* ---- values ---- */

unsigned named_count(const named_registers *r) {
    return r->by_lane ? GISA_WAVE_LANES : r->reg.count / r->words;
}

static uint64_t value_of(const gisa_wave *wave, const named_registers *r, unsigned lane, unsigned word) {
    uint32_t low = 0, high = 0;
    gisa_wave_get(wave, &r->reg, lane, word, &low);
    if (r->words == 2)
        gisa_wave_get(wave, &r->reg, lane, word + 1, &high);
    return r->type->bits == 16 ? low & 0xffff : low | (uint64_t)high << 32;
}

uint64_t named_value(const gisa_wave *wave, const named_registers *r, unsigned i) {
    return value_of(wave, r, r->by_lane ? i : 0, r->by_lane ? 0 : i * r->words);
}

gisa_status named_set(gisa_wave *wave, const named_registers *r, unsigned i, uint64_t bits) {
    const unsigned lane = r->by_lane ? i : GISA_WAVE_ALL, word = r->by_lane ? 0 : i * r->words;
    gisa_status status = i < named_count(r) ? GISA_OK : GISA_STATUS_BAD_ARGUMENT;
    for (unsigned k = 0; k < r->words && !status; k++)
        status = gisa_wave_set(wave, &r->reg, lane, word + k, (uint32_t)(bits >> 32 * k));
    return status;
}

bool named_equal(const gisa_wave *wave, const named_registers *r) {
    for (unsigned i = 1; i < named_count(r); i++)
        if (named_value(wave, r, i) != named_value(wave, r, 0))
            return false;
    return true;
}

bool named_part(const named_registers *r, unsigned i, named_registers *part) {
    const unsigned word = i * r->words;
    *part = *r;
    part->reg.first += word * (r->reg.bank == GISA_WAVE_BANK_LDS ? 4 : 1);
    part->reg.count = r->words;
    part->by_lane = r->reg.per_lane;
    return word < r->reg.count;
}

/* The name of a register and the next one: "s[4:5]" of "s4". */
static void name_pair(char name[NAMED_ROOM]) {
    const size_t letters = strcspn(name, "0123456789[");
    const unsigned number = (unsigned)strtoul(name + letters, NULL, 10);
    if (name[letters] && name[letters] != '[')
        snprintf(name + letters, NAMED_ROOM - letters, "[%u:%u]", number, number + 1);
}

void named_name(const gisa_wave *wave, const named_registers *part, char text[NAMED_ROOM]) {
    *text = 0;
    if (gisa_wave_pair_name(wave, &part->reg, text) == GISA_OK)
        return;
    gisa_wave_name(wave, &part->reg, 0, text);
    if (part->words == 2)
        name_pair(text);
}

/* ---- settings ---- */

char *named_cut(char *text) {
    char *equals = strchr(text, '='), *end = equals;
    if (!equals)
        return NULL;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = 0;
    return equals + 1 + strspn(equals + 1, " \t");
}

static const char *set_list(gisa_wave *wave, const named_registers *r, const numeral_list *list) {
    const unsigned count = named_count(r);
    if (list->count > count)
        return r->by_lane ? "too many values; expected at most one for each of 64 lanes"
                          : "too many values; expected at most one for each register (s4-7=...)";
    for (unsigned i = 0; i < (list->count == 1 ? count : list->count); i++) {
        const numeral_item *item = &list->at[list->count == 1 ? 0 : i];
        if (item->any)
            return "expected a number, not '?'";
        if (named_set(wave, r, i, item->bits))
            return "it cannot be set";
    }
    return NULL;
}

/* TA_BC_BASE_ADDR, which is not a register of the wave. */
static const char *set_palette(gisa_wave *wave, const char *value) {
    uint64_t address;
    const size_t used = numeral_read(numeral_type_plain(64), value, &address);
    if (!used || value[used] || gisa_wave_set_border_palette(wave, address))
        return "expected an address of border colours, a multiple of 256, for code of GCN";
    return NULL;
}

const char *const named_banks[NAMED_BANKS] = {"v0-255", "s0-101", "vcc",     "exec",    "m0",
                                              "scc",    "r0-127", "o0-127",  "pa0-127", "sa0-127",
                                              "i[0:3]", "p0-3",   "index1-2"};

bool named_bank_part(const gisa_wave *wave, unsigned bank, unsigned i, named_registers *part) {
    named_registers r;
    return i < NAMED_PARTS && !named_read(wave, named_banks[bank], &r) && named_part(&r, i, part);
}

static const char *assign(gisa_wave *wave, char *name) {
    const char *values = named_cut(name), *why;
    named_registers r;
    numeral_list list;
    if (!values)
        return "there is no '='";
    if (strcmp(name, "border_palette") == 0)
        return set_palette(wave, values);
    why = named_read(wave, name, &r);
    if (!why)
        why = numerals_read(r.type, values, &list);
    if (why)
        return why;
    why = set_list(wave, &r, &list);
    numerals_free(&list);
    return why;
}

const char *named_assign(gisa_wave *wave, const char *text) {
    char *copy = strdup(text);
    const char *why = copy ? assign(wave, copy) : "out of memory";
    free(copy);
    return why;
}
