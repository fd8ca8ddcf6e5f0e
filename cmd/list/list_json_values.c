/* SPDX-License-Identifier: MIT */
/* Values of the spec in its JSON: bits of a word, and states. */
#include "gisa_semantics.h"
#include "json.h"
#include "list_json.h"

void list_states(const char *key, uint32_t states) {
    json_begin(key, '[');
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (states >> bit & 1)
            json_text(NULL, gisa_state_name(bit));
    json_end(']');
}

void list_bits(const char *key, gisa_bits bits) {
    json_begin(key, '[');
    json_number(NULL, bits.low);
    json_number(NULL, bits.width);
    json_end(']');
}
