/* SPDX-License-Identifier: MIT */
/* The address registers of image instructions, for each type of image: in explanations and in the
 * entries of gisa info. */
#include <stdio.h>

#include "explain.h"

void show_address(page *p, const gisa_isa *isa, uint32_t form) {
    gisa_address a;
    for (unsigned i = 0; gisa_form_address(isa, form, i, &a) == GISA_OK; i++) {
        phrase count = {.size = 0};
        if (!i)
            page_heading(p, "Address registers, by the type of the image");
        phrase_add(&count, "%u", a.count);
        page_to(p, 2);
        page_put(p, INK_PLAIN, *a.image ? a.image : "any");
        page_to(p, 18);
        page_put(p, INK_FAINT, count.text);
        page_to(p, 22);
        page_flow(p, 22, INK_PLAIN, a.registers);
        page_end_line(p);
    }
}
