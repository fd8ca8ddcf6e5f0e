/* SPDX-License-Identifier: MIT */
/* Images: addresses of texels against AMD's address library, formats against formulas of the test's
   own, resources against what they were made from. usage: image [FOLDER OF THE TABLES] */
#include <stdarg.h>
#include <string.h>

#include "../../test.h"
#include "image_test.h"

TEST_COUNTERS;

enum { MOST_SHOWN = 30 };

void check(bool good, const char *text, ...) {
    if (!test_check(good) && test_problems() <= MOST_SHOWN) {
        va_list list;
        va_start(list, text);
        printf("failed: ");
        vprintf(text, list);
        printf("\n");
        va_end(list);
    }
}

uint32_t random32(void) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(state >> 32);
}

const gisa_isa *isa_of_chip(const char *chip, image_rules *rules) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        if (strcmp(gisa_family(isa), "gcn") != 0)
            continue;
        image_rules_init(rules, isa);
        if (image_rules_chip(rules, chip))
            return isa;
    }
    return NULL;
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/core/image";
    test_layouts(folder);
    test_texels(folder);
    test_blocks(folder);
    test_resources();
    return test_close("image");
}
