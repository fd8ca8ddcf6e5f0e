/* SPDX-License-Identifier: MIT */
/* What the parts of the printer share. They write as text.h does: without looking at an end. */
#ifndef GISA_PRINTER_H
#define GISA_PRINTER_H

#include "text.h"

typedef struct printer {
    const gisa_isa *isa;
    const gisa_style *style;
    bool clrx;
    char *end;   /* what the caller puts into the text (literal, label) must end here */
    size_t lost; /* how much of it did not fit */
} printer;

/* print_field.c */
/* The name of a value; NULL when the table has none (or there is no table). */
char *print_name(const printer *o, char *p, const name_table *t, int64_t value);
char *print_name_or_number(const printer *o, char *p, const name_table *t, int64_t value);
char *print_waitcnt(const printer *o, char *p, int64_t value);
char *print_hwreg(const printer *o, char *p, int64_t value);
char *print_sendmsg(const printer *o, char *p, int64_t value);
char *print_gpr_idx(const printer *o, char *p, int64_t value);
char *print_dpp_ctrl(const printer *o, char *p, int64_t value);
char *print_swizzle(const printer *o, char *p, int64_t value);
char *print_mtbuf_format(const printer *o, char *p, int64_t value);

/* print_bank.c */
char *print_banked(const printer *o, char *p, const op_spec *op, const gisa_operand *a);
/* The fields that a word has otherwise than the one that the text of its operands stands for: " name:value" each. */
char *print_fields(const printer *o, char *p, const gisa_insn *insn);

#endif
