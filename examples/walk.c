/* SPDX-License-Identifier: MIT */
/* Walks over a buffer of machine code and prints each instruction, or why there is none. */
#include <gisa.h>
#include <stdio.h>

static const uint32_t code[] = {
    0xc0060003, 0x00000000, /* a load of two scalars */
    0xbf8cc07f,             /* a wait for it */
    0x7e000200,             /* a move to a vector register */
    0xffffffff,             /* no instruction */
    0xdc708000, 0x007f0002, /* a store */
    0xbf810000,             /* the end */
};

int main(void) {
    const gisa_isa *isa = gisa_find("vega10"); /* or gfx900, gcn1.4 */
    gisa_insn insn;
    for (size_t at = 0; at < sizeof code; at += insn.size) {
        char text[GISA_TEXT_MAX];
        size_t room = sizeof text;
        gisa_status status = gisa_decode(isa, (const char *)code + at, sizeof code - at, &insn);
        if (status == GISA_OK)
            status = gisa_print(isa, &insn, NULL, text, &room);
        /* Whatever the bytes are, insn.size says where to go on. */
        printf("%04zx  %s\n", at, status == GISA_OK ? text : gisa_status_text(status));
    }
    return 0;
}
