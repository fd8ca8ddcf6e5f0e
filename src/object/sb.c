/* SPDX-License-Identifier: MIT */
/* Reads shader binaries of the PS4: finds header, footer, code and tables in any bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/names.h"

enum {
    PSSL_SIZE = 36,
    HEADER_SIZE = 16,
    FOOTER_SIZE = 28,
    STAGE_SIZE = 8,  /* before the registers */
    AFTER_WORDS = 4, /* bytes between the registers and the tables */
    SLOT_SIZE = 4,
    SEARCHED = 16384 * 4 /* bytes of code in which a footer is looked for */
};

/* The first dword of most shaders, s_mov_b32 vcc_hi with a literal: the literal says where the
   footer is, (literal + 1) * 2 dwords from the beginning of the code. */
#define FIRST_WORD 0xbeeb03ffu

static gisa_status damaged(gisa_error *error, size_t offset, const char *why) {
    if (error) {
        *error = (gisa_error){.status = GISA_STATUS_BAD_FILE, .offset = (uint32_t)offset, .length = 1};
        snprintf(error->message, sizeof error->message, "%s", why);
    }
    return GISA_STATUS_BAD_FILE;
}

static uint32_t word_at(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- fields by the spec --------------------------------------------------------------------- */

/* An architecture that has the tables. */
static const gisa_isa *spec(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        if (names_pack(isa, "ORBSHDR"))
            return isa;
    return NULL;
}

/* The part of a structure at `at`; 0 where the tables have none of that name. */
static uint32_t part(const uint8_t *at, const char *table, const char *name) {
    const gisa_isa *isa = spec();
    const pack *p = isa ? names_pack(isa, table) : NULL;
    uint64_t value = 0;
    for (unsigned i = 0; p && i < p->count; i++) {
        const pack_part *q = &isa->pack_parts[p->first + i];
        if (strcmp(&isa->strings[q->name], name) != 0)
            continue;
        for (unsigned bit = 0; bit < q->low.width; bit++) {
            const unsigned from = q->low.shift + bit;
            value |= (uint64_t)(at[from / 8] >> from % 8 & 1) << bit;
        }
    }
    return (uint32_t)value;
}

/* The name of a value; "": the table has none. */
static const char *name_of(const char *table, uint32_t value) {
    const gisa_isa *isa = spec();
    gisa_value_name v;
    for (unsigned i = 0; isa && gisa_name_of_value(isa, table, i, &v) == GISA_OK; i++)
        if (v.value == value)
            return v.llvm;
    return "";
}

/* The table of the registers of a stage: SHDR_REGISTERS_PS. NULL: there is none. */
static const char *table_of(const char *stage) {
    static const char *const tables[] = {"SHDR_REGISTERS_VS", "SHDR_REGISTERS_PS", "SHDR_REGISTERS_CS"};
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *end = tables[i] + strlen("SHDR_REGISTERS_");
        if (strlen(stage) == 2 && (end[0] | 0x20) == stage[0] && (end[1] | 0x20) == stage[1])
            return tables[i];
    }
    return NULL;
}

static uint32_t count_names(const char *table) {
    const gisa_isa *isa = spec();
    gisa_value_name v;
    uint32_t count = 0;
    while (isa && gisa_name_of_value(isa, table, count, &v) == GISA_OK)
        count++;
    return count;
}

/* ---- the header ----------------------------------------------------------------------------- */

static bool is_at(const uint8_t *bytes, size_t size, size_t at, const char *magic) {
    return at <= size && size - at >= strlen(magic) && memcmp(bytes + at, magic, strlen(magic)) == 0;
}

/* Where "Shdr" is: at the beginning, or after the header of PSSL; `size`: nowhere. */
static size_t find_header(const uint8_t *bytes, size_t size) {
    return is_at(bytes, size, 0, "Shdr") ? 0 : is_at(bytes, size, PSSL_SIZE, "Shdr") ? PSSL_SIZE : size;
}

/* The code begins where the first register of the stage says, and goes up to the footer. */
static gisa_status read_code_place(const uint8_t *bytes, size_t size, size_t stage, gisa_sb_info *info,
                                   gisa_error *error) {
    const uint32_t begin = info->words ? word_at(info->words) : 0;
    const uint32_t length = part(bytes + stage, "SHDR_STAGE", "size");
    if (!info->words)
        return damaged(error, stage, "the registers of such a stage are unknown, so its code is not found");
    if (begin > size - stage || begin % 4 || length > size - stage - begin || !length)
        return damaged(error, stage, "the code is not in the file: expected its place and its size");
    info->code = bytes + stage + begin;
    info->code_size = length;
    return GISA_OK;
}

static gisa_status read_header(const uint8_t *bytes, size_t size, size_t header, gisa_sb_info *info,
                               gisa_error *error) {
    const size_t stage = header + HEADER_SIZE;
    if (size < stage + STAGE_SIZE)
        return damaged(error, size, "the file ends in its header");
    info->has_header = true;
    info->stage = name_of("SHDR_TYPE", part(bytes + header, "SHDR", "type"));
    info->constants = 16 * part(bytes + stage, "SHDR_STAGE", "constants");
    info->scratch = part(bytes + stage, "SHDR_STAGE", "scratch");
    info->words_table = table_of(info->stage);
    if (info->words_table) {
        const uint32_t count = count_names(info->words_table),
                       slots = part(bytes + stage, "SHDR_STAGE", "slots");
        const size_t tables = stage + STAGE_SIZE + 4 * (size_t)count + AFTER_WORDS;
        if (size < tables || size - tables < SLOT_SIZE * (size_t)slots)
            return damaged(error, size, "the file ends in the structure of its stage");
        info->words = bytes + stage + STAGE_SIZE;
        info->words_count = count;
        info->slots = bytes + tables;
        info->slot_count = slots;
    }
    const gisa_isa *isa = gisa_find(name_of("SHDR_TARGET", part(bytes + header, "SHDR", "target")));
    info->isa = isa ? isa : info->isa;
    return read_code_place(bytes, size, stage, info, error);
}

/* ---- the footer ----------------------------------------------------------------------------- */

/* Its place after the beginning of the code; `size`: there is none. */
static size_t find_footer(const uint8_t *code, size_t size) {
    if (size >= 8 && word_at(code) == FIRST_WORD) {
        const uint64_t at = ((uint64_t)word_at(code + 4) + 1) * 8;
        if (at < size && is_at(code, size, (size_t)at, "OrbShdr"))
            return (size_t)at;
    }
    for (size_t at = 0; at + FOOTER_SIZE <= size && at < SEARCHED; at += 4)
        if (is_at(code, size, at, "OrbShdr"))
            return at;
    return size;
}

static gisa_status read_slots(const uint8_t *code, size_t footer, gisa_sb_info *info, gisa_error *error) {
    const uint8_t *at = code + footer;
    const size_t masks = 4 * (size_t)part(at, "ORBSHDR", "masks");
    const uint32_t slots = part(at, "ORBSHDR", "slots");
    if (masks + SLOT_SIZE * (size_t)slots > footer)
        return damaged(error, footer, "the tables of user data before the footer are not in the file");
    if (slots) {
        info->slots = at - masks - SLOT_SIZE * (size_t)slots;
        info->slot_count = slots;
    }
    return GISA_OK;
}

/* `base` is the place of the code in the file, for messages. */
static gisa_status read_footer(const uint8_t *code, size_t footer, size_t size, size_t base,
                               gisa_sb_info *info, gisa_error *error) {
    const uint8_t *at = code + footer;
    if (size - footer < FOOTER_SIZE)
        return damaged(error, base + size, "the file ends in its footer");
    const uint32_t length = part(at, "ORBSHDR", "length");
    const char *stage = name_of("ORBSHDR_TYPE", part(at, "ORBSHDR", "type"));
    if (!length || length > footer || length % 4)
        return damaged(error, base + footer + 8,
                       "the length of the code is not one that the file has room for");
    info->has_footer = true;
    info->code = code;
    info->code_size = length;
    info->stage = *stage ? stage : info->stage;
    info->version = part(at, "ORBSHDR", "version");
    info->hash = word_at(at + 16) | (uint64_t)word_at(at + 20) << 32;
    info->crc = word_at(at + 24);
    return read_slots(code, footer, info, error);
}

/* ---------------------------------------------------------------------------------------------- */

gisa_status gisa_sb_read(const void *file, size_t size, gisa_sb_info *info, gisa_error *error) {
    const uint8_t *bytes = file;
    if ((!file && size) || !info)
        return GISA_STATUS_BAD_ARGUMENT;
    *info = (gisa_sb_info){.isa = gisa_find(name_of("SHDR_TARGET", 0)), .stage = ""};
    const size_t header = find_header(bytes, size);
    gisa_status status = header < size ? read_header(bytes, size, header, info, error) : GISA_STATUS_END;
    if (status != GISA_OK && status != GISA_STATUS_END)
        return status;
    const uint8_t *code = status == GISA_OK ? info->code : bytes;
    const size_t base = (size_t)(code - bytes), footer = size ? find_footer(code, size - base) : 0;
    if (footer >= size - base)
        return status;
    return read_footer(code, footer, size - base, base, info, error);
}

gisa_status gisa_sb_slot_at(const gisa_sb_info *info, unsigned i, gisa_sb_slot *slot) {
    if (!info || !slot)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= info->slot_count)
        return GISA_STATUS_END;
    const uint8_t *at = info->slots + SLOT_SIZE * (size_t)i;
    const uint32_t usage = part(at, "INPUT_SLOT", "usage");
    const char *dwords = name_of("INPUT_DWORDS", usage), *name = name_of("INPUT_USAGE", usage);
    *slot = (gisa_sb_slot){.usage = name,
                           .number = part(at, "INPUT_SLOT", "number"),
                           .first = part(at, "INPUT_SLOT", "register"),
                           .count = (uint32_t)strtoul(dwords, NULL, 10)};
    if (*dwords && !slot->count)
        slot->count = part(at, "INPUT_SLOT", "chunks") + 1;
    if (*name && !*dwords) {
        slot->count = part(at, "INPUT_SLOT", "wide") ? 8 : 4;
        slot->resource = part(at, "INPUT_SLOT", "texture") ? 'T' : 'V';
    }
    return GISA_OK;
}

gisa_status gisa_sb_register_at(const gisa_sb_info *info, unsigned i, const char **name, uint32_t *value) {
    if (!info || !name || !value)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= info->words_count)
        return GISA_STATUS_END;
    *name = name_of(info->words_table, i);
    *value = word_at(info->words + 4 * (size_t)i);
    return GISA_OK;
}
