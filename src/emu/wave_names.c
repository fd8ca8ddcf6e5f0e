/* SPDX-License-Identifier: MIT */
/* Registers of a GCN wave by name. Names are those of the spec: of operand codes, of implicit
   state, of hardware registers and of their parts. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/names.h"
#include "core/words.h"
#include "wave_own.h"

/* The operand code of a name; *pair: it names this code and the next one. -1: there is none. */
static int code_named(const gisa_isa *isa, const char *name, bool *pair, unsigned *kind) {
    gisa_code_info info;
    char text[8];
    for (unsigned code = 0; gisa_code(isa, code, text, &info) == GISA_OK; code++) {
        if (info.kind < GISA_KIND_SGPR || info.kind > GISA_KIND_NAMED || info.read_only)
            continue;
        *kind = info.kind;
        *pair = strcasecmp(name, info.pair) == 0;
        if (*pair || strcasecmp(name, info.name) == 0 || strcasecmp(name, info.clrx) == 0)
            return (int)code;
    }
    return -1;
}

/* Scalar registers with names are among the others, by their code. */
static void from_code(const gisa_isa *isa, unsigned code, unsigned kind, unsigned count,
                      gisa_wave_register *reg) {
    *reg = (gisa_wave_register){.bank = (uint16_t)(kind == GISA_KIND_NAMED ? GISA_KIND_SGPR : kind),
                                .per_lane = kind == GISA_KIND_VGPR,
                                .first = kind == GISA_KIND_NAMED ? code : (uint32_t)isa->codes[code].value,
                                .count = count};
}

/* "v1", "vcc" */
static bool find_code(const gisa_isa *isa, const char *name, gisa_wave_register *reg) {
    bool pair;
    unsigned kind;
    int code = code_named(isa, name, &pair, &kind);
    if (code >= 0)
        from_code(isa, (unsigned)code, kind, pair ? 2 : 1, reg);
    return code >= 0;
}

/* "s[4:5]": from one register to another of the same letters. */
static bool find_range(const gisa_isa *isa, const char *name, const wave_numbers *n,
                       gisa_wave_register *reg) {
    char first[16], last[16];
    gisa_wave_register end;
    if (n->letters > 4)
        return false;
    snprintf(first, sizeof first, "%.*s%u", (int)n->letters, name, n->from);
    snprintf(last, sizeof last, "%.*s%u", (int)n->letters, name, n->to);
    if (!find_code(isa, first, reg) || !find_code(isa, last, &end))
        return false;
    reg->count = end.first - reg->first + 1;
    return end.bank == reg->bank;
}

static bool is_state(const char *name, size_t size, uint32_t state) {
    const char *word = gisa_state_name((unsigned)__builtin_ctz(state));
    return strlen(word) == size && strncasecmp(name, word, size) == 0;
}

/* "lds[16:31]" */
static bool find_lds(const gcn_seen *o, const char *name, gisa_wave_register *reg, const char **why) {
    wave_numbers n;
    if (!wave_numbers_read(name, &n) || !n.brackets || !is_state(name, n.letters, GISA_STATE_LDS))
        return false;
    *why = "expected the address of a dword of LDS, or of all bytes of several";
    if (n.from % 4 || n.to >= o->w->group->lds_size || (n.to != n.from && n.to % 4 != 3))
        return false;
    *reg =
        (gisa_wave_register){.bank = GISA_WAVE_BANK_LDS, .first = n.from, .count = (n.to - n.from) / 4 + 1};
    return true;
}

static bool find_state(const char *name, gisa_wave_register *reg) {
    size_t size = strlen(name);
    if (is_state(name, size, GISA_STATE_SCC))
        *reg = (gisa_wave_register){.bank = GISA_WAVE_BANK_SCC, .count = 1};
    else if (is_state(name, size, GISA_STATE_PC))
        *reg = (gisa_wave_register){.bank = GISA_WAVE_BANK_PC, .count = 2};
    return reg->count;
}

/* ---- hardware registers --------------------------------------------------------------------- */

/* The number of a hardware register; -1: there is none. */
static int hwreg_named(const gisa_isa *isa, const char *name, size_t size, const pack **parts) {
    gisa_value_name v;
    for (unsigned i = 0; gisa_name_of_value(isa, "HWREG", i, &v) == GISA_OK; i++) {
        const char *own = words_hwreg_parts(v.llvm);
        if ((strlen(v.clrx) == size && strncasecmp(name, v.clrx, size) == 0) ||
            (strlen(v.llvm) == size && strncasecmp(name, v.llvm, size) == 0) ||
            (strlen(own) == size && strncasecmp(name, own, size) == 0)) {
            *parts = names_pack(isa, own);
            return *parts ? v.value : -1;
        }
    }
    return -1;
}

/* The bits of the parts whose names begin like that, or of the one that is called so: 0 = there are
   none. */
static uint32_t part_bits(const gisa_isa *isa, const pack *p, const char *name) {
    uint32_t mask = 0;
    size_t size = strlen(name);
    for (unsigned i = 0; i < p->count; i++) {
        const pack_part *part = &isa->pack_parts[p->first + i];
        const char *word = &isa->strings[part->name];
        if (strcasecmp(word, name) == 0)
            return (uint32_t)names_part_mask(part);
        if (strncasecmp(word, name, size) == 0 && word[size] == '_')
            mask |= (uint32_t)names_part_mask(part);
    }
    return mask;
}

/* Fields of several parts that have a name of their own: MODE_FIELDS; NULL: there are none. */
static const pack *fields_of(const gisa_isa *isa, const pack *p) {
    char name[40];
    snprintf(name, sizeof name, "%s_FIELDS", &isa->strings[p->name]);
    return names_pack(isa, name);
}

static uint32_t field_bits(const gisa_isa *isa, const pack *p, const char *name) {
    const uint32_t mask = part_bits(isa, p, name);
    const pack *fields = mask ? NULL : fields_of(isa, p);
    return fields ? part_bits(isa, fields, name) : mask;
}

static bool find_hwreg(const gisa_isa *isa, const char *name, gisa_wave_register *reg, const char **why) {
    const char *dot = strchr(name, '.');
    const pack *parts;
    int number = hwreg_named(isa, name, dot ? (size_t)(dot - name) : strlen(name), &parts);
    uint32_t mask;
    if (number < 0)
        return false;
    *reg = (gisa_wave_register){.bank = GISA_WAVE_BANK_HWREG, .first = (uint32_t)number, .count = 1};
    if (!dot)
        return true;
    mask = field_bits(isa, parts, dot + 1);
    *why = "the hardware register has no such part; gisa info and its name lists them";
    if (!mask)
        return false;
    reg->bits.low = (uint8_t)__builtin_ctz(mask);
    reg->bits.width = (uint8_t)(32 - __builtin_clz(mask) - reg->bits.low);
    *why = "its bits do not lie side by side";
    return __builtin_popcount(mask) == reg->bits.width;
}

/* ---------------------------------------------------------------------------------------------- */

gisa_status wave_gcn_find(const gisa_wave *wave, const char *name, gisa_wave_register *reg,
                          const char **why) {
    wave_numbers n;
    bool found = find_state(name, reg) || find_code(wave->isa, name, reg);
    if (!found && wave_numbers_read(name, &n) && n.brackets)
        found = find_range(wave->isa, name, &n, reg) || find_lds(gcn_seen_of(wave), name, reg, why);
    found = found || find_hwreg(wave->isa, name, reg, why);
    return found ? GISA_OK : GISA_STATUS_SYNTAX;
}

static const char *hwreg_name(const gisa_isa *isa, uint32_t number) {
    gisa_value_name v;
    for (unsigned i = 0; gisa_name_of_value(isa, "HWREG", i, &v) == GISA_OK; i++)
        if (v.value == number)
            return v.clrx;
    return "";
}

/* The part of exactly these bits; NULL: there is none. */
static const char *part_of_bits(const gisa_isa *isa, const pack *p, gisa_bits bits) {
    for (unsigned i = 0; p && i < p->count; i++) {
        const pack_part *part = &isa->pack_parts[p->first + i];
        if (part->low.shift == bits.low && part->low.width == bits.width && !part->high.width)
            return &isa->strings[part->name];
    }
    return NULL;
}

/* The part or field of exactly these bits; otherwise their numbers. */
static void name_part(const gisa_isa *isa, const gisa_wave_register *reg, char text[GISA_WAVE_NAME]) {
    const char *name = hwreg_name(isa, reg->first), *part;
    const pack *parts;
    if (hwreg_named(isa, name, strlen(name), &parts) < 0 || !reg->bits.width) {
        snprintf(text, GISA_WAVE_NAME, "%s", name);
        return;
    }
    part = part_of_bits(isa, parts, reg->bits);
    if (!part)
        part = part_of_bits(isa, fields_of(isa, parts), reg->bits);
    if (part)
        snprintf(text, GISA_WAVE_NAME, "%s.%s", name, part);
    else
        snprintf(text, GISA_WAVE_NAME, "%s.%u:%u", name, reg->bits.low + reg->bits.width - 1u, reg->bits.low);
}

/* The code of a scalar register has a name for itself. */
static void name_code(const gisa_isa *isa, unsigned code, char text[GISA_WAVE_NAME]) {
    gisa_code_info info;
    char own[8];
    if (gisa_code(isa, code, own, &info) == GISA_OK && *info.name)
        snprintf(text, GISA_WAVE_NAME, "%s", info.name);
    else
        snprintf(text, GISA_WAVE_NAME, "s%u", code);
}

void wave_gcn_name(const gisa_wave *wave, const gisa_wave_register *reg, unsigned word,
                   char text[GISA_WAVE_NAME]) {
    switch (reg->bank) {
    case GISA_KIND_SGPR: name_code(wave->isa, reg->first + word, text); return;
    case GISA_KIND_VGPR: snprintf(text, GISA_WAVE_NAME, "v%u", reg->first + word); return;
    case GISA_KIND_TTMP: snprintf(text, GISA_WAVE_NAME, "ttmp%u", reg->first + word); return;
    case GISA_WAVE_BANK_LDS: snprintf(text, GISA_WAVE_NAME, "lds[%u]", reg->first + 4 * word); return;
    case GISA_WAVE_BANK_SCC: snprintf(text, GISA_WAVE_NAME, "scc"); return;
    case GISA_WAVE_BANK_PC: snprintf(text, GISA_WAVE_NAME, "pc"); return;
    default: name_part(wave->isa, reg, text);
    }
}

gisa_status gisa_wave_pair_name(const gisa_wave *wave, const gisa_wave_register *reg,
                                char text[GISA_WAVE_NAME]) {
    gisa_code_info info;
    char room[8];
    if (!wave || !reg || !text)
        return GISA_STATUS_BAD_ARGUMENT;
    if (reg->bank != GISA_KIND_SGPR || reg->per_lane || reg->count != 2 ||
        gisa_code(wave->isa, reg->first, room, &info) != GISA_OK || !*info.pair)
        return GISA_STATUS_END;
    snprintf(text, GISA_WAVE_NAME, "%s", info.pair);
    return GISA_OK;
}
