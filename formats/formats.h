/* SPDX-License-Identifier: MIT */
/* What the writers of format descriptions share: kaitai.c writes those of Kaitai Struct, imhex.c
 * those of ImHex, main.c the files. The facts are in src/object/gxp_names.c and
 * src/object/descriptor.c. */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdio.h>

#include "gxp.h"
#include "object.h"

void kaitai_gxp(FILE *out);
void kaitai_kernel(FILE *out);
void imhex_gxp(FILE *out);
void imhex_kernel(FILE *out);

/* names.c */
/* Lists of names that become enumerations. */
typedef struct format_enum {
    const char *name;
    const gxp_name *names;
} format_enum;
extern const format_enum format_enums[]; /* ended by a NULL name */
const char *format_enum_name(const gxp_name *names);

/* What a number of the header or the varyings is called. */
const char *format_field_name(gxp_field f);
/* The list of names that its values are from; NULL: it is a number. */
const gxp_name *format_field_names(gxp_field f);
/* What a row, a column of it and a part of a column are called. */
const char *format_row_name(gxp_block b);
const char *format_column_name(gxp_block b, unsigned column);
const char *format_part_name(gxp_block b, unsigned part);
/* Whether a column is a float or a signed number, as its one part says. */
int format_column_form(gxp_block b, unsigned column);

/* "vgpr_granules", "group_segment_fixed_size" */
const char *format_kernel_name(size_t i, const kernel_field *field, char room[80]);
/* The rest of a descriptor: where its code begins. */
enum { FORMAT_ENTRY = 16, FORMAT_DESCRIPTOR = 64 };

/* Where numbers stand that are not in the tables. */
enum { FORMAT_SIZE_AT = 8, FORMAT_SECONDARY_END_AT = 0x4c, FORMAT_INPUT_COUNT_AT = 12 };

#endif
