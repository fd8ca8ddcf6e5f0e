/* SPDX-License-Identifier: MIT */
/* Registers of a wave as users name them, and their values: "v1:f32=1.5,2.5", "s4-7", "vcc". The
   same for all families, in options and in case files. */
#ifndef GISA_CMD_REGISTERS_H
#define GISA_CMD_REGISTERS_H

#include "gisa_wave.h"
#include "numerals.h"

/* What is named. Value i of a list belongs to lane i where `by_lane`, otherwise to word i * words
   in every lane. */
typedef struct named_registers {
    gisa_wave_register reg;
    const numeral_type *type;
    unsigned words; /* 32-bit words of one value */
    bool by_lane;
} named_registers;

/* "v1", "v[2:3]:f64", "s4-7", "mode.denorm_f32". NULL: all is well; otherwise what is wrong, until
   the next call. */
const char *named_read(const gisa_wave *wave, const char *text, named_registers *to);

/* How many values there are: lanes, or words. */
unsigned named_count(const named_registers *r);
/* Value i. */
uint64_t named_value(const gisa_wave *wave, const named_registers *r, unsigned i);
gisa_status named_set(gisa_wave *wave, const named_registers *r, unsigned i, uint64_t bits);
/* Are all values the same? */
bool named_equal(const gisa_wave *wave, const named_registers *r);

/* Number i of one register or two that are one number: `part` has a value for each lane, where
   lanes have their own. False: there is no such number. */
bool named_part(const named_registers *r, unsigned i, named_registers *part);
/* Its name, as named_read takes it, without a type: "v2", "s[4:5]". */
enum { NAMED_ROOM = GISA_WAVE_NAME };
void named_name(const gisa_wave *wave, const named_registers *part, char text[NAMED_ROOM]);

/* "REGISTERS=VALUES": one value is that of all lanes or words. NULL: all is well; otherwise what is
   wrong, until the next call. */
const char *named_assign(gisa_wave *wave, const char *text);

/* Cuts `text` at its first '='; returns what follows it, without blanks on either side. NULL: there
   is none. */
char *named_cut(char *text);

/* Groups of registers, of all families: "v0-255"; which ones a wave has named_read says. */
enum { NAMED_BANKS = 13, NAMED_PARTS = 256 /* of one, at most */ };
extern const char *const named_banks[NAMED_BANKS];
/* Part i of one of them; false: there is none, or the wave has no such registers. */
bool named_bank_part(const gisa_wave *wave, unsigned bank, unsigned i, named_registers *part);

/* Where code goes that is not for a certain address. */
uint64_t named_code_address(const gisa_isa *isa);

#endif
