/* SPDX-License-Identifier: MIT */
/* Writes the words of bodies, and the choices that are not settled. */
#include "spec.h"

void emit_body_words(const spec *s, FILE *out) {
    fprintf(out, "static const body_word_row body_words[] = {\n");
    for (int i = 0; i < s->words.count; i++) {
        const body_word *w = &s->words.at[i];
        const char *const text[] = {w->name, w->declaration, w->text, w->function ? w->function->text : NULL};
        for (int k = 0; k < 4; k++) {
            fputs(k ? ", " : "    {", out);
            emit_string(out, text[k]);
        }
        fprintf(out, ", %d, ", w->part);
        emit_string(out, w->part_names);
        fputs("},\n", out);
    }
    fprintf(out, "    {0}\n};\n");
}

void emit_models(spec *s, FILE *out) {
    fprintf(out, "static const model models[] = {\n");
    for (int i = 0; i < s->models.count; i++) {
        fprintf(out, "    {\"%s\", \"%s\", ", s->models.at[i].name, s->models.at[i].options);
        emit_string(out, s->models.at[i].text);
        fprintf(out, ", ");
        emit_string(out, s->models.at[i].certainty);
        fprintf(out, "},\n");
    }
    fprintf(out, "    {0}\n};\n");
}

/* For bodies: the number of a model, and of an option among those of its model. */
void emit_model_numbers(const spec *s, FILE *out) {
    for (int i = 0; i < s->models.count; i++) {
        int number = 0;
        fprintf(out, "enum { MODEL_%s = %d };\n", s->models.at[i].name, i);
        for (const char *p = s->models.at[i].options; *p; p += strspn(p, " ")) {
            size_t n = strcspn(p, " ");
            fprintf(out, "enum { OPTION_%s_%.*s = %d };\n", s->models.at[i].name, (int)n, p, number++);
            p += n;
        }
    }
}
