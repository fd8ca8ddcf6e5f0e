/* SPDX-License-Identifier: MIT */
/* Names for what the text of .gxp files needs no names for. */
#include <string.h>

#include "formats.h"

const format_enum format_enums[] = {{"category", gxp_categories},
                                    {"scalar_type", gxp_types},
                                    {"semantic", gxp_semantics},
                                    {"container_index", gxp_containers},
                                    {"interpolated", gxp_interpolated},
                                    {"coordinate", gxp_coordinates},
                                    {"projection", gxp_projections},
                                    {"sample_format", gxp_sample_formats},
                                    {NULL, NULL}};

const char *format_enum_name(const gxp_name *names) {
    for (const format_enum *e = format_enums; names && e->name; e++)
        if (e->names == names)
            return e->name;
    return NULL;
}

const char *format_field_name(gxp_field f) {
    static const char *const names[GXP_FIELDS] = {[GXP_MAJOR] = "major",
                                                  [GXP_MINOR] = "minor",
                                                  [GXP_FLAGS] = "flags",
                                                  [GXP_BUFFER_ACCESS] = "buffer_access",
                                                  [GXP_TEXTURE_ACCESS] = "texture_access",
                                                  [GXP_OUTPUTS] = "outputs",
                                                  [GXP_TEXCOORDS] = "texcoords",
                                                  [GXP_HALVES] = "halves",
                                                  [GXP_RESULT_REGISTER] = "result_register",
                                                  [GXP_RESULT_TYPE] = "result_type",
                                                  [GXP_RESULT_COMPONENTS] = "result_components"};
    return gxp_fields[f].directive ? gxp_fields[f].directive + 1 : names[f];
}

const gxp_name *format_field_names(gxp_field f) {
    return f == GXP_RESULT_TYPE ? gxp_types : NULL;
}

const char *format_row_name(gxp_block b) {
    return gxp_blocks[b].directive + 1;
}

const char *format_column_name(gxp_block b, unsigned column) {
    static const char *const names[GXP_BLOCKS][GXP_COLUMNS] = {
        [GXP_INPUTS] = {"info", "unit_word", "size_word", "format_word"},
        [GXP_LITERALS] = {"at_register", "number"},
        [GXP_SAMPLERS] = {"unit_and_word", "at_register"},
        [GXP_TEXTURE_BUFFERS] = {"unit_and_word", "at_register"},
        [GXP_CONTAINERS] = {"index_number", "bits_number", "base_number", "size_number"},
        [GXP_BUFFERS] = {"buffer_number", "at_register", "distance"},
        [GXP_PARAMETERS] = {"name_distance", "kind", "shape", "semantic_code", "semantic_number",
                            "array_size", "resource_number"}};
    return names[b][column];
}

const char *format_part_name(gxp_block b, unsigned part) {
    static const char *const names[GXP_BLOCKS][4] = {
        [GXP_INPUTS] = {"interpolates"},
        [GXP_LITERALS] = {"literal_register", "literal_value"},
        [GXP_SAMPLERS] = {"unit", "word", "sa_register"},
        [GXP_TEXTURE_BUFFERS] = {"unit", "word", "sa_register"},
        [GXP_CONTAINERS] = {"index", "base_register", "registers"},
        [GXP_BUFFERS] = {"buffer", "sa_register", "offset"},
        [GXP_PARAMETERS] = {"category", "name", "scalar_type", "resource"}};
    const char *key = gxp_part_at(b, part)->key;
    return key ? key : names[b][part];
}

int format_column_form(gxp_block b, unsigned column) {
    const gxp_part *p;
    for (unsigned i = 0; (p = gxp_part_at(b, i)); i++)
        if (p->column == column && (p->form == GXP_REAL || p->form == GXP_SIGNED))
            return (int)p->form;
    return GXP_NUMBER;
}

const char *format_kernel_name(size_t i, const kernel_field *field, char room[80]) {
    const char *name = kernel_config_name(i), *last = strrchr(name, '_');
    if (!field->granules)
        return name;
    snprintf(room, 80, "%s_granules", last ? last + 1 : name);
    return room;
}
