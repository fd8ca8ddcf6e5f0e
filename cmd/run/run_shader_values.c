/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: registers and their values by name. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"

const register_set register_sets[REGISTER_SETS] = {{GISA_KIND_TEMP, 0, GISA_SHADE_BANK},
                                                   {GISA_KIND_OUTPUT, 0, GISA_SHADE_BANK},
                                                   {GISA_KIND_PRIMARY, 0, GISA_SHADE_BANK},
                                                   {GISA_KIND_SECONDARY, 0, GISA_SHADE_BANK},
                                                   {GISA_KIND_INTERNAL, 0, 16},
                                                   {SHADER_PREDICATE, 0, 4},
                                                   {GISA_KIND_INDEX, 1, 2},
                                                   {SHADER_DEPTH, 0, 1}};

const char shader_channels[] = "xyzw";

const char *register_letters(unsigned bank) {
    return bank == SHADER_PREDICATE ? "p" : bank == SHADER_DEPTH ? "depth" : gisa_bank_letters(bank);
}

/* The number after the letters of a bank; SIZE_MAX: another bank. */
static size_t number_behind(const char *text, unsigned bank, char **end) {
    const char *letters = register_letters(bank);
    size_t size = strlen(letters);
    if (strncmp(text, letters, size) != 0 || !isdigit((unsigned char)text[size]))
        return SIZE_MAX;
    return strtoul(text + size, end, 10);
}

size_t register_read(const char *text, register_name *name) {
    for (const register_set *s = register_sets; s < register_sets + REGISTER_SETS; s++) {
        char *end;
        size_t number = number_behind(text, s->bank, &end), digits,
               channels = s->bank == GISA_KIND_INTERNAL ? 4 : 1;
        if (number == SIZE_MAX)
            continue;
        digits = (size_t)(end - text);
        if (s->bank == SHADER_DEPTH || number < s->first || number >= (s->first + s->count) / channels)
            return 0;
        *name = (register_name){s->bank, (unsigned)number};
        if (s->bank != GISA_KIND_INTERNAL)
            return digits;
        const char *channel = *end == '.' && end[1] ? strchr(shader_channels, end[1]) : NULL;
        name->reg = 4 * name->reg + (channel ? (unsigned)(channel - shader_channels) : 0);
        return digits + (channel ? 2 : 0);
    }
    return 0;
}

void register_text(register_name name, char text[16]) {
    if (name.bank == SHADER_DEPTH)
        snprintf(text, 16, "%s", register_letters(name.bank));
    else if (name.bank == GISA_KIND_INTERNAL)
        snprintf(text, 16, "%s%u.%c", register_letters(name.bank), name.reg / 4 % 4,
                 shader_channels[name.reg % 4]);
    else
        snprintf(text, 16, "%s%u", register_letters(name.bank), name.reg % GISA_SHADE_BANK);
}

size_t value_read(const char *text, uint32_t *bits) {
    size_t size = strcspn(text, ", \t\n");
    char copy[64], *end;
    if (!size || size >= sizeof copy)
        return 0;
    memcpy(copy, text, size);
    copy[size] = 0;
    if (strpbrk(copy, ".nN") || (strpbrk(copy, "eE") && !strpbrk(copy, "xX"))) {
        float f = strtof(copy, &end);
        memcpy(bits, &f, sizeof f);
    } else {
        long long number = strtoll(copy, &end, 0);
        if (number > (long long)UINT32_MAX || number < INT32_MIN)
            return 0;
        *bits = (uint32_t)number;
    }
    return *end ? 0 : size;
}

static bool wrong_setting(const char *text) {
    fprintf(
        stderr,
        "gisa run: '%s' is not a setting; expected REGISTER=VALUE[,VALUE...]: pa0=0x3f800000 sa4=1.5,2.5 i0.x=1.0 p0=1\n",
        text);
    return false;
}

bool setting_read(const char *text, setting *s) {
    size_t used = register_read(text, &s->first);
    const char *p = text + used;
    s->count = 0;
    if (!used || *p != '=')
        return wrong_setting(text);
    do {
        uint32_t value;
        p++;
        used = s->count < SHADER_VALUES ? value_read(p, &value) : 0;
        if (!used)
            return wrong_setting(text);
        s->value[s->count++] = value;
        p += used;
    } while (*p == ',');
    unsigned most = s->first.bank == GISA_KIND_INTERNAL ? 16
                    : s->first.bank == GISA_KIND_INDEX  ? 3
                    : s->first.bank                     ? GISA_SHADE_BANK
                                                        : 4;
    return s->first.reg + s->count <= most || wrong_setting(text);
}

void setting_apply(const setting *s, gisa_shade_batch *batch, unsigned lane) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->first.bank)
            gisa_shade_row(batch, s->first.bank, s->first.reg + i)[lane] = s->value[i];
        else {
            uint64_t *p = gisa_shade_predicate(batch, s->first.reg + i);
            *p = (*p & ~(UINT64_C(1) << lane)) | (uint64_t)(s->value[i] != 0) << lane;
        }
}

/* ---- files of settings ---- */

static bool add_word(settings_file *f, unsigned *room, const char *word) {
    if (f->count == *room) {
        *room = *room ? *room * 2 : 64;
        setting *more = realloc(f->at, *room * sizeof *more);
        if (!more)
            return shader_says("out of memory", NULL);
        f->at = more;
    }
    return setting_read(word, &f->at[f->count++]);
}

bool settings_read(const char *path, settings_file *f) {
    void *data;
    size_t size;
    unsigned room = 0;
    bool fine = true;
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = malloc(size + 1);
    f->line = malloc((size + 2) * sizeof *f->line);
    if (!text || !f->line) {
        free(text);
        free(data);
        return shader_says("out of memory", NULL);
    }
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    free(data);
    f->line[0] = 0;
    for (char *line = text, *next; fine && *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next ? (*next = 0, 1) : 0;
        line[strcspn(line, "#\r")] = 0;
        for (char *word = strtok(line, " \t"); word && fine; word = strtok(NULL, " \t"))
            fine = add_word(f, &room, word);
        f->line[++f->lines] = f->count;
    }
    free(text);
    return fine;
}

void settings_free(settings_file *f) {
    free(f->at);
    free(f->line);
}
