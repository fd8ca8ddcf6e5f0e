/* SPDX-License-Identifier: MIT */
/* The words of the spec's language that the library also says to its users. */
#ifndef GISA_WORDS_H
#define GISA_WORDS_H

#include "tables.h"

typedef struct type_word {
    const char *name;
    uint8_t type, count; /* gisa_type; registers of 32 bits */
    bool floating;
} type_word;

enum { TYPE_WORDS = 26, STATE_WORDS = GISA_STATE_COUNT };
extern const type_word words_types[TYPE_WORDS];
/* gisa_kind: its word, and for registers of banks the letters before the number. */
typedef struct kind_word {
    const char *word;
    char bank[8]; /* its size, 0 = there are none */
    unsigned bank_size;
} kind_word;

extern const kind_word words_kinds[GISA_KIND_COUNT];

/* What a channel may be: itself, or a constant. */
extern const char words_channels[8 + 1];
extern const char *const words_classes[GISA_CLASS_COUNT];
extern const char *const words_flows[GISA_FLOW_COUNT];
extern const char *const words_states[STATE_WORDS];            /* of GISA_STATE_SCC and the bits after it */
extern const char *const words_evidences[GISA_EVIDENCE_COUNT]; /* NULL of a row that is not executed */
extern const char *const words_codecs[CODEC_COUNT];
extern const char *const words_roles[GISA_ROLE_COUNT];
extern const char *const words_codings[CODING_COUNT]; /* of layouts */

/* What users read about a codec: how its operands are written, in a few words in which code stands
 * between `; and the tables and packs that name their values. NULL where nothing needs to be
 * said. */
typedef struct codec_text {
    const char *written, *tables;
} codec_text;

extern const codec_text words_codec_texts[CODEC_COUNT];

/* The `packed` table with the parts of a hardware register of this name: LLVM's, without
   HW_REG_. */
const char *words_hwreg_parts(const char *llvm);

#endif
