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

/* After the operands, by name: the fields that they do not show. */
char *print_hidden(const printer *o, char *p, const gisa_insn *insn);

/* print.c */
char *print_operand(printer *o, char *p, const gisa_insn *insn, const op_spec *op, const gisa_operand *a);

/* print_bank.c */
/* *unusual = the bits in which the operand is not what an assembler makes of its text. */
char *print_banked(const printer *o, char *p, const op_spec *op, const gisa_operand *a, uint64_t *unusual);
char *print_bits(const printer *o, char *p, const format_field *x,
                 uint64_t bits); /* name:value, and a blank before */
/* An instruction whose mnemonic has words around it and whose text has all bits. */
char *print_dotted(printer *o, char *p, const gisa_insn *insn);

#endif
