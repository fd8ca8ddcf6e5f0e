/* SPDX-License-Identifier: MIT */
/* An instruction that is being explained, and the parts of the explanation. */
#ifndef GISA_CMD_EXPLAIN_H
#define GISA_CMD_EXPLAIN_H

#include "phrase.h"
#include "picture.h"

typedef struct subject {
    const gisa_isa *isa;
    const uint8_t *code; /* the bytes of the words, and those after them */
    size_t size;
    gisa_status status;
    gisa_insn insn;
    gisa_form_info form;    /* where the status is GISA_OK or GISA_STATUS_RESERVED */
    uint32_t reads, writes; /* implicit state of this very instruction */
} subject;

/* subject.c */
subject subject_at(const gisa_isa *isa, const uint8_t *code, size_t size);
bool subject_is_instruction(const subject *s);
/* The bytes of the first word, of gisa_unit bytes, as far as they are there. */
uint64_t first_unit(const subject *s);

/* explanation.c */
/* All parts of the explanation. `chosen`: this architecture was not asked for. */
void explain_subject(page *p, const subject *s, bool chosen);

/* operands.c */
/* Operand i as text; "" where there is none. */
void operand_text(const subject *s, unsigned i, phrase *p);
/* What an operand may be: "vector register, scalar register, constant". */
void operand_takes(const gisa_isa *isa, uint32_t form, unsigned i, phrase *p);
/* " (0 to 255)", where it is a number. */
void operand_range(const gisa_operand_info *info, phrase *p);
/* "f32, read" */
void operand_nature(const gisa_operand_info *info, unsigned access, phrase *p);
/* Does the operand hold a value that is computed with: a register or a constant? */
bool operand_is_value(const gisa_operand *o);
bool operand_is_register(const gisa_operand *o);
/* The words of a set of implicit state. */
void state_words(uint32_t states, const char *between, phrase *p);

/* address.c */
/* What the address registers of an image instruction hold; nothing of another one. */
void show_address(page *p, const gisa_isa *isa, uint32_t form);

/* sentence.c */
/* What the instruction does, in a sentence or two that name its registers. */
void sentence_of(const subject *s, phrase *p);
/* Bytes from .. to of the row's doc, with the state that this instruction has where its form has
 * another one, GDS for LDS, and with its operands where they are wanted. */
void put_doc(const subject *s, unsigned from, unsigned to, bool operands, phrase *p);

/* fields.c */
/* What the bits of a piece mean in this instruction. True: they are without an effect, or what is
   usual. */
bool field_meaning(const subject *s, const gisa_piece *piece, phrase *p);
/* What the value of operand i means. */
void operand_meaning(const subject *s, unsigned i, phrase *p);

/* invalid.c */
/* Why the words are no instruction, or one whose text would not give the same words back; nothing
   where all is well. */
void explain_faults(page *p, const subject *s);
/* What a word comes near to that is not an instruction, in a sentence. */
void explain_unknown_word(const subject *s, phrase *p);
/* What the same words are on the other architectures. */
void explain_elsewhere(page *p, const subject *s);
/* The format that the first word, of gisa_unit bytes, comes nearest to, from its fixed bits; false
   = none. */
bool nearest_format(const gisa_isa *isa, uint64_t word, uint32_t *format);

#endif
