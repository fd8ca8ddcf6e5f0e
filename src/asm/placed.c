/* SPDX-License-Identifier: MIT */
/* Tells the caller which line of the source each instruction comes from. */
#include "asm.h"

void placed_tell(assembler *a, const char *text, uint64_t offset, size_t size) {
    if (!a->options->placed || a->current < 0)
        return;
    location at = source_location(a, text, 1);
    bool direct = at.in == a->main;
    size_t begin = at.offset;
    while (at.in && at.in->kind != SOURCE_FILE && at.in->from.in)
        at = at.in->from;
    if (!at.in)
        return;
    uint32_t column = at.offset;
    while (column && at.in->text[column - 1] != '\n')
        column--;
    gisa_placed p = {.section = a->object.sections[a->current].name,
                     .offset = offset,
                     .size = (uint32_t)size,
                     .file = at.in->file,
                     .line = at.line,
                     .column = at.offset - column + 1,
                     .direct = direct,
                     .at = direct ? begin : 0};
    a->options->placed(a->options->ctx, &p);
}
