/* SPDX-License-Identifier: MIT */
/* gisa.h in a C++ program, and the library after it. */
#include <gisa.h>
#include <cstdio>

int main() {
    const gisa_isa *isa = gisa_find("gfx803");
    const unsigned char code[] = {0x00, 0x00, 0x81, 0xbf};
    gisa_insn insn;
    char text[GISA_TEXT_MAX];
    size_t room = sizeof text;
    if (gisa_decode(isa, code, sizeof code, &insn) != GISA_OK || gisa_print(isa, &insn, nullptr, text, &room) != GISA_OK)
        return 1;
    std::puts(text);
    return 0;
}
