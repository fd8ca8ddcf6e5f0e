/* SPDX-License-Identifier: MIT */
/* gisa run --stage --case: writes what a stage was given and the picture that came of it as a case
   file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "draft.h"
#include "run_stage.h"
#include "test/case_code.h"

enum { SMALL = 16 /* pixels that stand in the case itself */ };

/* ---- names of files ------------------------------------------------------------------------- */

/* The way from the folder of the case back to the current one, with a slash; malloc'd, NULL: there
   is none. Cases name files as they are seen from the case. */
static char *way_back(const char *path) {
    const char *slash = strrchr(path, '/');
    draft way = {.at = NULL};
    char *folder = slash ? strndup(path, (size_t)(slash + 1 - path)) : NULL;
    char *from = folder ? realpath(folder, NULL) : NULL, *to = realpath(".", NULL);
    size_t same = 0;
    draft_add(&way, "%s", "");
    for (size_t i = 0; from && to; i++) {
        const bool ends = (!from[i] || from[i] == '/') && (!to[i] || to[i] == '/');
        same = ends && memcmp(from, to, i) == 0 ? i : same;
        if (!from[i] || !to[i] || from[i] != to[i])
            break;
    }
    for (const char *p = from ? from + same : ""; *p; p++)
        if (*p == '/')
            draft_add(&way, "../");
    if (from && to && to[same])
        draft_add(&way, "%s/", to + same + (to[same] == '/'));
    free(folder);
    free(from);
    free(to);
    return way.no_memory ? NULL : way.at;
}

/* Where in the value of an option the name of a file begins; SIZE_MAX: nowhere. */
static size_t file_in(const char *name, const char *value) {
    static const char *const whole[] = {"pixel", "indices", "corners", "border-palette"};
    const char *equals = strchr(value, '='), *colon = equals ? strchr(equals, ':') : NULL;
    const bool data = strcmp(name, "user-data") == 0 || strcmp(name, "pixel-data") == 0;
    for (unsigned i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(name, whole[i]) == 0 && *value != '/')
            return 0;
    if (data && colon && colon[1] && !strchr("0123456789/", colon[1]) && strncmp(equals, "=S#", 3) != 0)
        return (size_t)(colon + 1 - value);
    if (strcmp(name, "attr") == 0 && equals && !strchr("0123456789+-./", equals[1]))
        return (size_t)(equals + 1 - value);
    return SIZE_MAX;
}

/* ---- the case ------------------------------------------------------------------------------- */

static bool add_option(test_case *c, const struct stage_given *g, const char *back) {
    draft text = {.at = NULL};
    const size_t at = g->value ? file_in(g->name, g->value) : SIZE_MAX;
    if (!g->value)
        draft_add(&text, "%s", g->name);
    else if (at == SIZE_MAX)
        draft_add(&text, "%s %s", g->name, g->value);
    else
        draft_add(&text, "%s %.*s%s%s", g->name, (int)at, g->value, back, g->value + at);
    const bool good = !text.no_memory && case_add(c, CASE_OPTION, text.at, 0);
    draft_free(&text);
    return good;
}

static bool add_head(const stage_run *r, test_case *c) {
    char text[64];
    const char *slash = strrchr(r->first.file, '/');
    c->name = strdup(strcmp(r->first.file, "-") == 0 ? "a stage" : slash ? slash + 1 : r->first.file);
    snprintf(text, sizeof text, "emulated: gisa %s", gisa_version());
    bool good = c->name && case_add(c, CASE_ARCH, gisa_name(r->isa), 0) && case_add(c, CASE_ORIGIN, text, 0);
    for (unsigned i = 0; i < r->models.count && good; i++)
        good = case_add(c, CASE_MODEL, r->models.text[i], 0);
    snprintf(text, sizeof text, "%llu", (unsigned long long)r->limits.instructions);
    return good && (!r->limits.instructions || case_add(c, CASE_LIMIT, text, 0)) &&
           case_add_code(c, r->isa, r->first.code, r->first.code_size, 0) &&
           case_add(c, CASE_STAGE, stage_name(r->kind), 0);
}

/* Few pixels as numbers, exactly; many as a file beside the case. */
static bool add_numbers(test_case *c, const image *picture) {
    draft text = {.at = NULL};
    draft_add(&text, "picture 0,0 =");
    for (size_t i = 0; i < (size_t)picture->width * picture->height * 4; i++)
        draft_add(&text, isnan(picture->pixels[i]) ? " nan" : " %.9g", (double)picture->pixels[i]);
    const bool good = !text.no_memory && case_add(c, CASE_EXPECT, text.at, 0);
    draft_free(&text);
    return good;
}

static bool add_file(const stage_run *r, test_case *c, const image *picture) {
    const char *slash = strrchr(r->case_file, '/'), *name = slash ? slash + 1 : r->case_file;
    const char *dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - r->case_file) : strlen(r->case_file);
    draft path = {.at = NULL}, text = {.at = NULL};
    draft_add(&path, "%.*s.%s", (int)stem, r->case_file, picture_extension());
    draft_add(&text, "picture = file %s", path.at ? path.at + (name - r->case_file) : "");
    const bool good = !path.no_memory && !text.no_memory && picture_write(path.at, picture) == 0 &&
                      case_add(c, CASE_EXPECT, text.at, 0);
    draft_free(&path);
    draft_free(&text);
    return good;
}

bool stage_case_write(const stage_run *r, const image *picture) {
    test_case c = {.name = NULL};
    char *back = way_back(r->case_file);
    bool good = back && add_head(r, &c);
    for (unsigned i = 0; i < r->given_count && good; i++)
        good = add_option(&c, &r->given[i], back);
    if (!good)
        shader_says("out of memory", NULL);
    else
        good = ((size_t)picture->width * picture->height <= SMALL ? add_numbers(&c, picture)
                                                                  : add_file(r, &c, picture)) &&
               case_write(r->case_file, &c) == 0;
    case_free(&c);
    free(back);
    return good;
}
