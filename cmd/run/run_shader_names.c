/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: the parameters of a .gxp file by name, and what is said where something is
   wrong. */
#include <stdio.h>
#include <string.h>

#include "run_shader.h"

bool shader_says(const char *what, const char *which) {
    fprintf(stderr, "gisa %s: %s%s%s\n", run_name, what, which ? " " : "", which ? which : "");
    return false;
}

bool shader_find(const shader_run *s, const char *category, const char *name, gisa_gxp_parameter *p) {
    for (unsigned i = 0; gisa_gxp_parameter_at(s->shader, i, p) == GISA_OK; i++)
        if (p->category && strcmp(p->category, category) == 0 && strcmp(p->name, name) == 0)
            return true;
    return false;
}

bool shader_has_none(const shader_run *s, const char *what, const char *category, const char *name) {
    gisa_gxp_parameter p;
    fprintf(stderr, "gisa run: there is no %s '%s'; it has:", what, name);
    for (unsigned i = 0; gisa_gxp_parameter_at(s->shader, i, &p) == GISA_OK; i++)
        if (p.category && strcmp(p.category, category) == 0)
            fprintf(stderr, " %s", p.name);
    fprintf(stderr, "\n");
    return false;
}
