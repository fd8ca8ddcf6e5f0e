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

enum { TYPE_WORDS = 26, STATE_WORDS = GISA_STATES };
extern const type_word spec_types[TYPE_WORDS];
/* gisa_kind: its word, and for registers of banks the letters in front of the number. */
typedef struct kind_word {
    const char *word;
    char bank[8]; /* its size, 0 = there are none */
    unsigned bank_size;
} kind_word;

extern const kind_word spec_kinds[GISA_KIND_COUNT];

/* What a channel may be: itself, or a constant. */
extern const char spec_channels[8 + 1];
extern const char *const spec_classes[GISA_CLASS_COUNT];
extern const char *const spec_states[STATE_WORDS];       /* of GISA_SCC and the bits behind it */
extern const char *const spec_evidences[GISA_EVIDENCES]; /* NULL of a row that is not executed */
extern const char *const spec_codecs[CODEC_COUNT];
extern const char *const spec_roles[GISA_ROLES];

/* What users are told of a codec: how its operands are written, in a few words in which code stands between `; and the tables and packs
 * that name their values. NULL where nothing needs to be said. */
typedef struct codec_text {
    const char *written, *tables;
} codec_text;

extern const codec_text spec_codec_texts[CODEC_COUNT];

#endif
