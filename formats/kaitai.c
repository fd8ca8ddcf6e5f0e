/* SPDX-License-Identifier: MIT */
/* Writes descriptions for Kaitai Struct (.ksy). */
#include <inttypes.h>

#include "formats.h"

static void put_meta(FILE *out, const char *id, const char *title, const char *extension, const char *doc) {
    fprintf(out, "# SPDX-License-Identifier: MIT\n# Written by gisa's `make formats`.\n");
    fprintf(out, "meta:\n  id: %s\n  title: %s\n", id, title);
    if (extension)
        fprintf(out, "  file-extension: %s\n", extension);
    fprintf(out, "  endian: le\n  license: MIT\ndoc: |\n  %s\n", doc);
}

/* An instance that is read at a place, and one that is computed. `condition` may be NULL. */
static void put_read(FILE *out, const char *name, const char *place, const char *type,
                     const char *condition) {
    fprintf(out, "  %s:\n    pos: %s\n    type: %s\n", name, place, type);
    if (condition)
        fprintf(out, "    if: %s\n", condition);
}

/* ---- .gxp: numbers ---- */

static const char *condition_of(gxp_field f) {
    if (f == GXP_QUERY_INFO)
        return "is_newer";
    if (f == GXP_VERTEX_INDEX || f == GXP_INSTANCE_INDEX)
        return "not is_fragment and has_index_registers";
    return gxp_fields[f].where == GXP_IN_VERTEX     ? "not is_fragment"
           : gxp_fields[f].where == GXP_IN_FRAGMENT ? "is_fragment"
                                                    : NULL;
}

static void put_field(FILE *out, gxp_field f) {
    const gxp_field_info *i = &gxp_fields[f];
    const char *name = format_field_name(f), *condition = condition_of(f);
    const char *names = format_enum_name(format_field_names(f));
    char place[80], number[80], type[8];
    bool whole = i->width == i->size * 8;
    snprintf(place, sizeof place, "%s0x%x", i->where == GXP_IN_HEADER ? "" : "varyings_at + ", i->offset);
    snprintf(type, sizeof type, "u%u", i->size);
    snprintf(number, sizeof number, "%s%s", name, whole ? "" : "_number");
    put_read(out, number, place, type, condition);
    if (names)
        fprintf(out, "    enum: %s\n", names);
    if (i->note)
        fprintf(out, "    doc: \"%s\"\n", i->note);
    if (whole)
        return;
    fprintf(out, "  %s:\n    value: (%s >> %u) & 0x%" PRIx64 "\n", name, number, i->shift,
            (UINT64_C(1) << i->width) - 1);
    if (condition)
        fprintf(out, "    if: %s\n", condition);
}

static void put_flags(FILE *out) {
    for (const gxp_name *n = gxp_flag_names; n->name; n++)
        fprintf(out, "  flag_%s:\n    value: (flags >> %u) & 1 == 1\n", n->name, (unsigned)n->value);
}

/* ---- .gxp: blocks ---- */

static bool is_in_fragments(gxp_block b) {
    return b == GXP_INPUTS;
}

static void put_place(FILE *out, gxp_block b) {
    const gxp_block_info *i = &gxp_blocks[b];
    const char *base = is_in_fragments(b) ? "varyings_at + " : "";
    const char *condition = is_in_fragments(b) ? "    if: is_fragment\n" : "";
    fprintf(out, "  %s_distance:\n    pos: %s0x%x\n    type: u4\n%s", i->name, base, i->place_at, condition);
    fprintf(out, "  %s_at:\n    value: (%s0x%x + %s_distance) & 0xffffffff\n%s", i->name, base, i->place_at,
            i->name, condition);
}

static void put_count(FILE *out, gxp_block b) {
    const gxp_block_info *i = &gxp_blocks[b];
    if (is_in_fragments(b))
        fprintf(out, "  %s_count:\n    pos: varyings_at + %u\n    type: u2\n    if: is_fragment\n", i->name,
                FORMAT_INPUT_COUNT_AT);
    else if (i->count_at)
        fprintf(out, "  %s_count:\n    pos: 0x%x\n    type: u4\n", i->name, i->count_at);
}

static void put_rows(FILE *out, gxp_block b) {
    const char *name = gxp_blocks[b].name;
    if (!gxp_blocks[b].row_size)
        return;
    fprintf(
        out,
        "  %s:\n    pos: %s_at\n    type: %s(%s_at + _index * %u)\n    repeat: expr\n    repeat-expr: %s_count\n"
        "    if: %s%s_count > 0\n",
        name, name, format_row_name(b), name, gxp_blocks[b].row_size, name,
        is_in_fragments(b) ? "is_fragment and " : "", name);
}

static void put_code(FILE *out) {
    fprintf(out, "  secondary_end:\n    pos: 0x%x\n    type: u4\n", FORMAT_SECONDARY_END_AT);
    fprintf(
        out,
        "  secondary:\n    pos: secondary_at\n    size: (0x%x + secondary_end - secondary_at) & 0xffffffff\n",
        FORMAT_SECONDARY_END_AT);
    fputs("  primary:\n    pos: primary_at\n    size: primary_count * 8\n    if: primary_count > 0\n", out);
}

/* ---- .gxp: rows ---- */

static void put_columns(FILE *out, gxp_block b) {
    for (unsigned c = 0; c < GXP_COLUMNS && gxp_blocks[b].widths[c]; c++) {
        int form = format_column_form(b, c);
        fprintf(out, "      - id: %s\n        type: %c%u\n", format_column_name(b, c),
                form == GXP_REAL     ? 'f'
                : form == GXP_SIGNED ? 's'
                                     : 'u',
                gxp_blocks[b].widths[c]);
    }
}

static uint32_t ones(const gxp_part *p) {
    return p->width == 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
}

static void put_part(FILE *out, gxp_block b, unsigned index) {
    const gxp_part *p = gxp_part_at(b, index);
    const char *name = format_part_name(b, index), *column = format_column_name(b, p->column);
    const char *names = format_enum_name(p->form == GXP_TYPE ? gxp_types : p->names);
    if (p->form == GXP_TEXT) {
        fprintf(out, "      %s:\n        pos: at + %s\n        type: strz\n        encoding: UTF-8\n", name,
                column);
        return;
    }
    if (p->form == GXP_REAL || p->form == GXP_SIGNED)
        fprintf(out, "      %s:\n        value: %s\n", name, column);
    else if (p->form == GXP_REST)
        fprintf(out, "      %s:\n        value: %s & 0x%" PRIx32 "\n", name, column, p->mask);
    else
        fprintf(out, "      %s:\n        value: ((%s >> %u) & 0x%" PRIx32 ")%s\n", name, column, p->shift,
                ones(p), p->bias ? " + 1" : "");
    if (names)
        fprintf(out, "        enum: %s\n", names);
}

static void put_row(FILE *out, gxp_block b) {
    fprintf(out, "  %s:\n    params:\n      - id: at\n        type: u4\n    seq:\n", format_row_name(b));
    put_columns(out, b);
    fputs("    instances:\n", out);
    for (unsigned i = 0; gxp_part_at(b, i); i++)
        put_part(out, b, i);
    if (b == GXP_PARAMETERS)
        fputs("      components:\n        value: shape & 15\n", out);
}

static void put_enums(FILE *out) {
    fputs("enums:\n", out);
    for (const format_enum *e = format_enums; e->name; e++) {
        fprintf(out, "  %s:\n", e->name);
        for (const gxp_name *n = e->names; n->name; n++)
            fprintf(out, "    %u: %s\n", (unsigned)n->value, n->name);
    }
}

void kaitai_gxp(FILE *out) {
    put_meta(out, "gxp", "Shader file of the PS Vita", "gxp",
             "Two programs of the SGX543 and all that is said about them. Distances count from where\n"
             "  they stand; numbers that are marked as unknown, or as a guess, are such.");
    fputs("seq:\n  - id: magic\n    contents: ['GXP', 0]\ninstances:\n", out);
    fprintf(out, "  size:\n    pos: %u\n    type: u4\n", FORMAT_SIZE_AT);
    fprintf(out, "  is_fragment:\n    value: flags & %u != 0\n", GXP_FLAG_FRAGMENT);
    fputs("  is_newer:\n    value: major > 1 or (major == 1 and minor >= 5)\n", out);
    fprintf(out, "  has_index_registers:\n    value: is_newer or flags & 0x%x != 0\n",
            GXP_FLAG_VERTEX_INDEX | GXP_FLAG_INSTANCE_INDEX);
    for (int f = 0; f < GXP_FIELDS; f++)
        put_field(out, (gxp_field)f);
    put_flags(out);
    for (int b = 0; b < GXP_BLOCKS; b++) {
        put_place(out, (gxp_block)b);
        put_count(out, (gxp_block)b);
        put_rows(out, (gxp_block)b);
    }
    put_code(out);
    fputs("types:\n", out);
    for (int b = 0; b < GXP_BLOCKS; b++)
        if (gxp_blocks[b].row_size)
            put_row(out, (gxp_block)b);
    put_enums(out);
}

/* ---- kernel descriptors ---- */

void kaitai_kernel(FILE *out) {
    kernel_field field;
    char room[80];
    put_meta(out, "amdgpu_kernel_descriptor", "Kernel descriptor of AMDHSA code objects, versions 3 to 5",
             NULL,
             "The 64 bytes at the symbol NAME.kd of a code object for gfx6 to gfx9. The fields have the\n"
             "  names of the directives .amdhsa_NAME; granules are a number of registers, less one.");
    fprintf(out, "seq:\n  - id: bytes\n    size: %u\ninstances:\n", FORMAT_DESCRIPTOR);
    fprintf(out, "  kernel_code_entry_byte_offset:\n    pos: %u\n    type: s8\n", FORMAT_ENTRY);
    for (size_t i = 0; kernel_config_name(i); i++)
        if (kernel_config_field(i, &field)) {
            const char *name = format_kernel_name(i, &field, room);
            fprintf(out, "  %s_number:\n    pos: %u\n    type: u%u\n", name, field.byte, field.size);
            fprintf(out, "  %s:\n    value: (%s_number >> %u) & 0x%" PRIx64 "\n", name, name, field.lowest,
                    (UINT64_C(1) << field.bits) - 1);
        }
}
