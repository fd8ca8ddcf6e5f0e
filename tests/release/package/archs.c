/* SPDX-License-Identifier: MIT */
/* Prints the names of all architectures and their chips that the library has. */
#include <gisa.h>
#include <stdio.h>

int main(void) {
    const gisa_isa *isa, *chip;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        printf("%s%s", i ? " " : "", gisa_name(isa));
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            printf(" %s", gisa_name(chip));
    }
    printf("\n");
    return 0;
}
