/* SPDX-License-Identifier: MIT */
/* Which line of the source each instruction comes from: for the caller, and for a line table. */
#include "lines.h"

/* The place in a file: of what a macro makes, where the macro is used. */
static location outermost(location at) {
    while (at.in && at.in->kind != SOURCE_FILE && at.in->from.in)
        at = at.in->from;
    return at;
}

static void tell(assembler *a, location begin, location at, uint64_t offset, size_t size) {
    const bool direct = begin.in == a->main;
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
                     .at = direct ? begin.offset : 0};
    a->options->placed(a->options->ctx, &p);
}

void placed_tell(assembler *a, const char *text, uint64_t offset, size_t size) {
    const gisa_asm_options *o = a->options;
    if ((!o->placed && !o->line_table) || a->current < 0)
        return;
    const location begin = source_location(a, text, 1), at = outermost(begin);
    if (!at.in)
        return;
    if (o->line_table && fixup_wants_object(a))
        lines_note(a, at.in->file, at.line, offset);
    if (o->placed)
        tell(a, begin, at, offset, size);
}
