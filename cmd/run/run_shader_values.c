/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: registers and their values by name. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
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

static bool wrong_setting(const char *text) {
    fprintf(
        stderr,
        "gisa run: '%s' is not a setting; expected REGISTER[:TYPE]=VALUE[,VALUE...]: pa0=0x3f800000 sa4-5=1.5,2.5 r0:f16=0.5 i0.x=1.0 p0=1\n",
        text);
    return false;
}

size_t register_type(const char *text, const numeral_type **type) {
    const size_t size = *text == ':' ? strcspn(text + 1, "=, ") : 0;
    if (*text != ':')
        return 0;
    *type = numeral_type_named(text + 1, size);
    return *type && (*type)->bits >= 16 && (*type)->bits <= 32 ? size + 1 : SIZE_MAX;
}

/* How many registers a bank has, counted from 0; predicates, too. */
static unsigned end_of_bank(unsigned bank) {
    return bank == GISA_KIND_INTERNAL ? 16 : bank == GISA_KIND_INDEX ? 3 : bank ? GISA_SHADE_BANK : 4;
}

/* "-7" of "pa4-7": how many registers are meant; 0: wrong. Without it as many as there are
   values. */
static unsigned range_of(const char *text, const register_name *first, const char **end) {
    unsigned long last;
    char *after;
    *end = text;
    if (*text != '-' || !isdigit((unsigned char)text[1]) || first->bank == GISA_KIND_INTERNAL)
        return SHADER_VALUES;
    last = strtoul(text + 1, &after, 10);
    *end = after;
    return last >= first->reg && last - first->reg < SHADER_VALUES ? (unsigned)last - first->reg + 1 : 0;
}

/* One value of a range is that of all its registers. */
static bool take_values(setting *s, const numeral_list *list, unsigned registers, bool is_range) {
    s->count = is_range && list->count == 1 ? registers : (unsigned)list->count;
    if (list->count > registers || s->first.reg + s->count > end_of_bank(s->first.bank))
        return false;
    for (unsigned i = 0; i < s->count; i++) {
        const numeral_item *item = &list->at[list->count == 1 ? 0 : i];
        if (item->any)
            return false;
        s->value[i] = (uint32_t)item->bits;
    }
    return true;
}

bool setting_read(const char *text, setting *s) {
    const size_t used = register_read(text, &s->first);
    const char *p = text;
    const unsigned registers = used ? range_of(text + used, &s->first, &p) : 0;
    const bool is_range = p > text + used;
    const numeral_type *type = numeral_type_plain(32);
    const size_t typed = registers ? register_type(p, &type) : 0;
    numeral_list list;
    if (!registers || typed == SIZE_MAX || p[typed] != '=' || numerals_read(type, p + typed + 1, &list))
        return wrong_setting(text);
    const bool good = take_values(s, &list, registers, is_range);
    numerals_free(&list);
    return good || wrong_setting(text);
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
