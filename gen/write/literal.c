/* SPDX-License-Identifier: MIT */
/* Values as they are written in C. */
#include "spec.h"

/* A C string literal with everything but plain text escaped; NULL stays NULL. */
void emit_string(FILE *out, const char *text) {
    if (!text) {
        fputs("NULL", out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n\"\n    \"", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

void emit_operand(const gisa_operand *o, FILE *out) {
    fprintf(out, "{%u,%u,%u,%u,%u,%u,%u,%lld},", o->kind, o->type, o->count, o->access, o->mods, o->flags,
            o->reg, (long long)o->value);
}
