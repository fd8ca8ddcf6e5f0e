/* SPDX-License-Identifier: MIT */
/* Writes descriptions for ImHex (.hexpat). */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "formats.h"

static void put_head(FILE *out, const char *description, const char *magic) {
    fprintf(out, "// SPDX-License-Identifier: MIT\n// Written by gisa's `make formats`.\n");
    fprintf(out, "#pragma description %s\n#pragma endian little\n%s\n", description, magic);
}

/* scalar_type: ScalarType. */
static const char *type_name(const char *name, char room[80]) {
    size_t size = 0;
    bool first = true;
    for (; *name && size < 79; name++) {
        if (*name != '_')
            room[size++] = first ? (char)toupper((unsigned char)*name) : *name;
        first = *name == '_';
    }
    room[size] = 0;
    return room;
}

/* ---- .gxp: rows ---- */

static void put_enums(FILE *out) {
    char room[80];
    for (const format_enum *e = format_enums; e->name; e++) {
        fprintf(out, "enum %s : u8 {\n", type_name(e->name, room));
        for (const gxp_name *n = e->names; n->name; n++)
            fprintf(out, "    %s = %u,\n", n->name, (unsigned)n->value);
        fputs("};\n", out);
    }
}

/* The part of a column with the lowest bit from `bit` on; -1: none. */
static int next_part(gxp_block b, unsigned column, unsigned bit) {
    const gxp_part *p;
    int found = -1;
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->column == column && p->form != GXP_REST && p->shift >= bit &&
            (found < 0 || p->shift < gxp_part_at(b, (unsigned)found)->shift))
            found = (int)i;
    return found;
}

/* A column whose one part is all of it, as a number or a text, needs no bits. */
static bool is_plain(gxp_block b, unsigned column) {
    int part = next_part(b, column, 0);
    const gxp_part *p = part < 0 ? NULL : gxp_part_at(b, (unsigned)part);
    return !p || (p->width == gxp_blocks[b].widths[column] * 8 && !p->names && p->form != GXP_TYPE);
}

static const char *bits_name(gxp_block b, unsigned column, char room[80]) {
    char name[160];
    snprintf(name, sizeof name, "%s_%s", format_row_name(b), format_column_name(b, column));
    return type_name(name, room);
}

static void put_gap(FILE *out, gxp_block b, unsigned column, unsigned from, unsigned to) {
    if (from == to)
        return;
    if (b == GXP_PARAMETERS && column == GXP_PARAMETER_SHAPE)
        fprintf(out, "    components : %u;\n", to - from);
    else
        fprintf(out, "    padding : %u;\n", to - from);
}

static void put_bits(FILE *out, gxp_block b, unsigned column) {
    char room[80];
    unsigned bit = 0, width = gxp_blocks[b].widths[column] * 8;
    fprintf(out, "bitfield %s {\n", bits_name(b, column, room));
    for (int i; (i = next_part(b, column, bit)) >= 0;) {
        const gxp_part *p = gxp_part_at(b, (unsigned)i);
        const char *names = format_enum_name(p->form == GXP_TYPE ? gxp_types : p->names);
        put_gap(out, b, column, bit, p->shift);
        fprintf(out, "    %s%s%s : %u;%s\n", names ? type_name(names, room) : "", names ? " " : "",
                format_part_name(b, (unsigned)i), p->width, p->bias ? " // less one" : "");
        bit = p->shift + p->width;
    }
    put_gap(out, b, column, bit, width);
    fputs("};\n", out);
}

static void put_column(FILE *out, gxp_block b, unsigned column) {
    char room[80];
    int part = next_part(b, column, 0), form = format_column_form(b, column);
    const char *name = format_column_name(b, column);
    unsigned width = gxp_blocks[b].widths[column];
    if (!is_plain(b, column))
        fprintf(out, "    %s %s;\n", bits_name(b, column, room), name);
    else if (form == GXP_REAL)
        fprintf(out, "    float %s;\n", format_part_name(b, (unsigned)part));
    else
        fprintf(out, "    %c%u %s;\n", form == GXP_SIGNED ? 's' : 'u', width * 8,
                part < 0 || gxp_part_at(b, (unsigned)part)->form == GXP_TEXT
                    ? name
                    : format_part_name(b, (unsigned)part));
}

static void put_row(FILE *out, gxp_block b) {
    char room[80];
    for (unsigned c = 0; c < GXP_COLUMNS && gxp_blocks[b].widths[c]; c++)
        if (!is_plain(b, c))
            put_bits(out, b, c);
    fprintf(out, "struct %s {\n", type_name(format_row_name(b), room));
    for (unsigned c = 0; c < GXP_COLUMNS && gxp_blocks[b].widths[c]; c++)
        put_column(out, b, c);
    if (b == GXP_PARAMETERS)
        fprintf(out, "    char name[] @ addressof(this) + %s;\n", format_column_name(b, GXP_PARAMETER_NAME));
    fputs("};\n", out);
}

/* ---- .gxp: the file ---- */

static void put_field(FILE *out, gxp_field f) {
    const gxp_field_info *i = &gxp_fields[f];
    const char *base = i->where == GXP_IN_HEADER ? "" : "varyings_at + ";
    bool whole = i->width == i->size * 8;
    fprintf(out, "    u%u %s @ %s0x%x;", i->size * 8, format_field_name(f), base, i->offset);
    if (!whole)
        fprintf(out, " // bits %u to %u", i->shift, i->shift + i->width - 1u);
    if (i->note)
        fprintf(out, " // %s", i->note);
    fputc('\n', out);
}

static void put_fields(FILE *out, int where, const char *condition) {
    if (condition)
        fprintf(out, "    if (%s) {\n", condition);
    for (int f = 0; f < GXP_FIELDS; f++) {
        bool late = f == GXP_QUERY_INFO || f == GXP_VERTEX_INDEX || f == GXP_INSTANCE_INDEX;
        if ((int)gxp_fields[f].where == where && !late)
            put_field(out, (gxp_field)f);
    }
    if (condition)
        fputs("    }\n", out);
}

static void put_late(FILE *out, gxp_field f, const char *condition) {
    fprintf(out, "    if (%s)\n    ", condition);
    put_field(out, f);
}

static void put_place(FILE *out, gxp_block b) {
    const gxp_block_info *i = &gxp_blocks[b];
    fprintf(out, "    u32 %s_distance @ 0x%x;\n    u32 %s_at = 0x%x + %s_distance;\n", i->name, i->place_at,
            i->name, i->place_at, i->name);
    if (i->count_at)
        fprintf(out, "    u32 %s_count @ 0x%x;\n", i->name, i->count_at);
}

static void put_rows(FILE *out, gxp_block b) {
    char room[80];
    const char *name = gxp_blocks[b].name;
    if (gxp_blocks[b].row_size)
        fprintf(out, "    if (%s_count > 0)\n        %s %s[%s_count] @ %s_at;\n", name,
                type_name(format_row_name(b), room), name, name, name);
}

static void put_inputs(FILE *out) {
    const gxp_block_info *i = &gxp_blocks[GXP_INPUTS];
    fprintf(out,
            "    if (flags & %u) {\n    u32 inputs_distance @ varyings_at + %u;\n"
            "    u32 inputs_at = varyings_at + %u + inputs_distance;\n"
            "    u16 inputs_count @ varyings_at + %u;\n",
            GXP_FLAG_FRAGMENT, i->place_at, i->place_at, FORMAT_INPUT_COUNT_AT);
    put_rows(out, GXP_INPUTS);
    fputs("    }\n", out);
}

void imhex_gxp(FILE *out) {
    put_head(out, "Shader file of the PS Vita", "#pragma magic [ 47 58 50 00 ] @ 0x00");
    put_enums(out);
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (gxp_blocks[b].row_size)
            put_row(out, (gxp_block)b);
    fprintf(out, "struct Gxp {\n    char magic[4] @ 0;\n    u32 size @ 0x%x;\n", FORMAT_SIZE_AT);
    put_fields(out, GXP_IN_HEADER, NULL);
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (b != GXP_INPUTS)
            put_place(out, (gxp_block)b);
    put_fields(out, GXP_IN_VERTEX, "!(flags & 1)");
    put_fields(out, GXP_IN_FRAGMENT, "flags & 1");
    put_late(out, GXP_QUERY_INFO, "major > 1 || (major == 1 && minor >= 5)");
    put_late(out, GXP_VERTEX_INDEX, "!(flags & 1) && (major > 1 || minor >= 5 || flags & 0x60000)");
    put_late(out, GXP_INSTANCE_INDEX, "!(flags & 1) && (major > 1 || minor >= 5 || flags & 0x60000)");
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (b != GXP_INPUTS)
            put_rows(out, (gxp_block)b);
    put_inputs(out);
    fprintf(out, "    u32 secondary_end @ 0x%x;\n", FORMAT_SECONDARY_END_AT);
    fprintf(out,
            "    if (0x%x + secondary_end > secondary_at)\n"
            "        u64 secondary[(0x%x + secondary_end - secondary_at) / 8] @ secondary_at;\n",
            FORMAT_SECONDARY_END_AT, FORMAT_SECONDARY_END_AT);
    fputs("    if (primary_count > 0)\n        u64 primary[primary_count] @ primary_at;\n};\nGxp gxp @ 0;\n",
          out);
}

/* ---- kernel descriptors ---- */

/* The fields of one number, which stand in the table in no order. */
static void put_number(FILE *out, unsigned byte, unsigned size) {
    kernel_field field, next;
    char room[80];
    unsigned bit = 0;
    fprintf(out, "bitfield At%u {\n", byte);
    for (;;) {
        const char *name = NULL;
        next.lowest = 255;
        for (size_t i = 0; kernel_config_name(i); i++)
            if (kernel_config_field(i, &field) && field.byte == byte && field.lowest >= bit &&
                field.lowest < next.lowest) {
                next = field;
                name = format_kernel_name(i, &field, room);
            }
        if (!name)
            break;
        if (next.lowest > bit)
            fprintf(out, "    padding : %u;\n", next.lowest - bit);
        fprintf(out, "    %s : %u;%s\n", name, next.bits, next.granules ? " // less one" : "");
        bit = next.lowest + next.bits;
    }
    if (bit < size * 8)
        fprintf(out, "    padding : %u;\n", size * 8 - bit);
    fputs("};\n", out);
}

/* The size of the number at a byte of a descriptor; 0: no field lies there. */
static unsigned number_at(unsigned byte) {
    kernel_field field;
    for (size_t i = 0; kernel_config_name(i); i++)
        if (kernel_config_field(i, &field) && field.byte == byte)
            return field.size;
    return 0;
}

void imhex_kernel(FILE *out) {
    put_head(out, "Kernel descriptor of AMDHSA code objects, versions 3 to 5 (gfx6 to gfx9)", "");
    for (unsigned byte = 0; byte < FORMAT_DESCRIPTOR; byte++)
        if (number_at(byte))
            put_number(out, byte, number_at(byte));
    fputs("struct KernelDescriptor {\n    u64 begin = $;\n", out);
    for (unsigned byte = 0; byte < FORMAT_DESCRIPTOR; byte++)
        if (number_at(byte))
            fprintf(out, "    At%u at_%u @ begin + %u;\n", byte, byte, byte);
    fprintf(
        out,
        "    s64 kernel_code_entry_byte_offset @ begin + %u;\n};\n"
        "// The address of a symbol NAME.kd, less that of its section, plus the section's place in the file.\n"
        "u64 where in;\nKernelDescriptor descriptor @ where;\n",
        FORMAT_ENTRY);
}
