/* SPDX-License-Identifier: MIT */
/* The three comparisons with LLVM, and what they share: counting. */
#ifndef TESTS_ORACLE_ORACLE_H
#define TESTS_ORACLE_ORACLE_H

#include "differences.h"
#include "gisa.h"

typedef struct sum {
    unsigned passed, failed;
} sum;

/* Each adds to *s. `examples`: print one example of every rule, in the form of differences.txt.
 * per_form, show: 0 = as usual. */
void oracle_words(sum *s, bool examples, unsigned per_form, unsigned show);
void oracle_assemble(sum *s, bool examples, unsigned per_form, unsigned show);
void oracle_lines(sum *s, bool examples, unsigned per_form, unsigned show);

/* What became of the words of one encoding on one architecture. */
typedef struct tally {
    const char *format;
    size_t words, equal, refused, excused[DIFFERENCE_MAX], unexplained;
} tally;

/* The architectures of GCN and their chips, whose name LLVM knows. NULL = no more. */
const gisa_isa *oracle_chip(unsigned i);

/* How many words of what an architecture gets are for this chip: all where FULL is in the
 * environment, else half, or few where it shares the tables of forms and of operand codes with its
 * architecture. */
unsigned oracle_share(const gisa_isa *isa, unsigned words);

enum { TALLIES = 128 };

tally *tally_of(tally *list, unsigned *count, const char *format); /* adds it where it is not there */
void tally_excuse(differences *d, tally *t, const char *rule);
void tally_close(sum *s, const differences *d, const tally *list, unsigned count,
                 const char *arch); /* prints the table */

/* Every rule must be in the file, and have examples, all of which stand: so it ends with the
   difference that it excuses. */
void oracle_check_rules(sum *s, differences *d, const char *(*rule_at)(unsigned i),
                        bool (*stands)(const example *e));

/* Prints one example of a rule, the first time that it is asked for this rule and architecture. */
void oracle_print_example(const char *rule, const example *e);

#endif
