/* SPDX-License-Identifier: MIT */
/* Reads what RADV says of its code: the words, and which registers it begins with. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "radv.h"

/* ---- words ----------------------------------------------------------------------------- */

/* "	exp mrt0 v3, v0, v4, v5 done vm   ; c400180f 05040003" */
static void words_of_text(shader_code *code) {
    const char *line = strstr(code->text, "\nBB0:\n\ts_");
    line = line ? line : strstr(code->text, "\nBB0:\n\t");
    for (; line && *line; line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n'), *p = strstr(line, "; ");
        if (line[1] != '\t' || !p || (end && p > end))
            continue;
        for (p += 2; isxdigit((unsigned char)*p) && code->count < CODE_WORDS;) {
            char *next;
            code->word[code->count++] = (uint32_t)strtoul(p, &next, 16);
            p = next + (*next == ' ');
        }
    }
}

/* A line for each stage in the order in which the driver compiles: fragment before vertex. */
static bool words_of_file(shader_code code[2], bool compute) {
    static char line[CODE_WORDS * 10];
    const char *path = getenv("RADV_CODE");
    FILE *file = path ? fopen(path, "r") : NULL;
    for (int i = compute ? 0 : 1; file && i >= 0 && fgets(line, sizeof line, file); i--)
        for (char *p = line, *next; code[i].count < CODE_WORDS; p = next) {
            const uint32_t word = (uint32_t)strtoul(p, &next, 16);
            if (next == p)
                break;
            code[i].word[code[i].count++] = word;
        }
    if (file)
        fclose(file);
    return code[0].count && (compute || code[1].count);
}

bool code_find(shader_code code[2], bool compute) {
    code[0].count = code[1].count = 0;
    words_of_text(&code[0]);
    if (!compute)
        words_of_text(&code[1]);
    return (code[0].count && (compute || code[1].count)) || words_of_file(code, compute);
}

/* ---- registers ------------------------------------------------------------------------- */

/* How many operands "s1: " and the like p_startpgm gives. */
static unsigned count_starts(const char *text, const char *what) {
    const char *end = strstr(text, "= p_startpgm"), *line = end;
    unsigned count = 0;
    while (line && line > text && line[-1] != '\n')
        line--;
    for (; line && line < end; line++)
        count += strncmp(line, what, strlen(what)) == 0;
    return count;
}

/* The components of an intrinsic's value that are used: a bit each. */
static unsigned components_used(const char *text, const char *intrinsic) {
    unsigned used = 0;
    const char *end = strstr(text, "ACO shader stage");
    for (const char *at = strstr(text, intrinsic); at && (!end || at < end); at = strstr(at + 1, intrinsic)) {
        const char *name = at;
        char value[24];
        size_t size;
        while (name > text && strncmp(name, "ssa_", 4) != 0)
            name--;
        size = 4 + strspn(name + 4, "0123456789");
        snprintf(value, sizeof value, "%.*s", (int)size, name);
        for (const char *use = strstr(at, value); use && (!end || use < end); use = strstr(use + 1, value)) {
            const char *p = use + size;
            if (isdigit((unsigned char)*p))
                continue;
            if (*p != '.')
                used |= 15;
            else
                for (p++; strchr("xyzw", *p) && *p; p++)
                    used |= 1u << (strchr("xyzw", *p) - "xyzw");
        }
    }
    return used;
}

static bool says(const char *text, const char *word) {
    const char *end = strstr(text, "ACO shader stage"), *at = strstr(text, word);
    return at && (!end || at < end);
}

/* Barycentrics by their mode: the line says interp_mode=N, 3 is noperspective. */
static uint32_t barycentrics(const char *text) {
    static const struct {
        const char *intrinsic;
        unsigned bit;
    } kinds[] = {
        {"load_barycentric_sample", 0}, {"load_barycentric_pixel", 1}, {"load_barycentric_centroid", 2}};
    const char *end = strstr(text, "ACO shader stage");
    uint32_t bits = 0;
    for (unsigned i = 0; i < 3; i++)
        for (const char *at = strstr(text, kinds[i].intrinsic); at && at < end;
             at = strstr(at + 1, kinds[i].intrinsic)) {
            const char *mode = strstr(at, "interp_mode=");
            bits |= 1u << (kinds[i].bit + (mode && mode[12] == '3' ? 4 : 0));
        }
    return bits;
}

enum { PERSP_CENTER = 2, POS_X = 8, FRONT_FACE = 12, ANCILLARY = 13, COVERAGE = 14 };

static bool pixel_registers(const char *text, first_registers *r, const char **why) {
    r->inputs = barycentrics(text);
    if (!r->inputs)
        r->inputs = PERSP_CENTER; /* one there must be */
    r->inputs |= components_used(text, "load_frag_coord") << POS_X;
    r->inputs |= says(text, "load_front_face") ? 1u << FRONT_FACE : 0;
    r->inputs |= says(text, "load_sample_id") ? 1u << ANCILLARY : 0;
    r->inputs |= says(text, "load_sample_mask_in") ? 1u << COVERAGE : 0;
    const unsigned pairs = (unsigned)__builtin_popcount(r->inputs & 0x77),
                   ones = (unsigned)__builtin_popcount(r->inputs >> 7);
    *why = "pixel inputs are not understood";
    return pairs == count_starts(text, " v2: ") && ones == count_starts(text, " v1: ");
}

enum { TG_SIZE = 3 };

static bool compute_registers(const char *text, first_registers *r, const char **why) {
    const unsigned left =
        count_starts(text, " s1: ") - (r->set != 0) - 1; /* the last one is that of scratch memory */
    r->inputs = components_used(text, "load_workgroup_id");
    r->inputs &= 7;
    if ((unsigned)__builtin_popcount(r->inputs) < left)
        r->inputs |= 1u << TG_SIZE;
    *why = "compute inputs are not understood";
    return (unsigned)__builtin_popcount(r->inputs) == left;
}

/* Argument 0 has two registers, the others one each. */
static unsigned set_register(const char *text) {
    static const char scalar[] = "load_scalar_arg_amd () (base=";
    const char *at = strstr(text, scalar), *end = strstr(text, "ACO shader stage");
    return at && at < end ? (unsigned)strtoul(at + sizeof scalar - 1, NULL, 10) + 1 : 0;
}

bool code_registers(const char *text, char stage, first_registers *r, const char **why) {
    *r = (first_registers){.set = set_register(text)};
    r->user_sgprs = 2 + (r->set != 0);
    if (stage == 'p')
        return pixel_registers(text, r, why);
    if (stage == 'c')
        return compute_registers(text, r, why);
    r->user_sgprs = 16; /* base vertex and instance are 0 */
    return true;
}
