/* SPDX-License-Identifier: MIT */
/* The smallest use of the library: decodes three instructions, prints them, and says what they do.
 *
 *   cc -Iinclude docs/decode.c build/libgisa.a -o decode */
#include <gisa.h>
#include <stdio.h>

int main(void) {
    const uint32_t code[] = {0xd1cb0002, 0x840e0407, 0xbe8000ff, 0x40490fdb, 0xbf810000};
    const gisa_isa *isa = gisa_find("vega10"); /* or gfx900, gcn1.4 */
    gisa_insn insn;
    for (size_t at = 0; at < sizeof code; at += insn.size) {
        if (gisa_decode(isa, (const char *)code + at, sizeof code - at, &insn) != GISA_OK)
            continue; /* insn.size still says where to go on */
        char text[GISA_TEXT_MAX];
        size_t room = sizeof text;
        gisa_form_info form;
        gisa_print(isa, &insn, NULL, text, &room);
        gisa_form(isa, insn.form, &form);
        printf("%02zx  %s\n      %s\n", at, text, form.doc);
        for (unsigned i = 0; i < insn.operand_count; i++)
            if (insn.operand[i].access)
                printf("      %s %s, %d bits\n", insn.operand[i].access & GISA_ACCESS_WRITE ? "writes" : "reads",
                       gisa_operand_name(isa, insn.form, i), 32 * insn.operand[i].count);
    }
    return 0;
}
