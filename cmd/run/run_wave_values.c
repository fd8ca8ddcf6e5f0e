/* SPDX-License-Identifier: MIT */
/* gisa run on one wave: --set and --settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"
#include "run_wave.h"

static bool wrong_setting(const char *text, const char *why) {
    fprintf(stderr, "gisa run: '%s': %s; expected REGISTER=VALUE[,VALUE...]: v1=1.5 s[4:5]=0x100 exec=0xff\n",
            text, why);
    return false;
}

static bool is_float(const char *text) {
    return strpbrk(text, ".nN") || (strpbrk(text, "eE") && !strpbrk(text, "xX"));
}

/* A number of one word or two: 0x3f800000 are bits, 1.5 a float (of two words a double), -5 an
   integer. */
static bool read_value(const char *text, unsigned words, uint64_t *bits) {
    char *end;
    uint32_t low;
    if (words == 1) {
        bool good = value_read(text, &low) == strlen(text) && *text;
        *bits = good ? low : 0;
        return good;
    }
    if (is_float(text)) {
        double number = strtod(text, &end);
        memcpy(bits, &number, sizeof *bits);
    } else
        *bits = *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
    return end > text && !*end;
}

/* Value i of a list: of a lane, where lanes have their own; otherwise of a word, or of all. */
static gisa_status put(gisa_wave *wave, const gisa_wave_register *reg, unsigned i, bool only, uint64_t bits,
                       unsigned words) {
    gisa_status status = GISA_OK;
    unsigned lane = reg->per_lane && !only ? i : GISA_WAVE_ALL;
    if (i && !reg->per_lane && reg->count <= 2)
        return GISA_STATUS_BAD_ARGUMENT;
    if (words == 1 && reg->count > 2)
        return gisa_wave_set(wave, reg, GISA_WAVE_ALL, i, (uint32_t)bits);
    for (unsigned k = 0; k < words && !status; k++)
        status = gisa_wave_set(wave, reg, lane, k, (uint32_t)(bits >> 32 * k));
    return status;
}

static bool set_list(gisa_wave *wave, const gisa_wave_register *reg, char *list, const char *text) {
    const unsigned words = reg->count == 2 ? 2 : 1;
    const bool only = !strchr(list, ',');
    unsigned i = 0;
    for (char *value = list, *next; value; value = next, i++) {
        uint64_t bits;
        next = strchr(value, ',');
        if (next)
            *next++ = 0;
        if (!read_value(value, words, &bits))
            return wrong_setting(text, "not a number, or too large a one");
        if (put(wave, reg, i, only, bits, words))
            return wrong_setting(text, i ? "too many values" : "it cannot be set");
    }
    return true;
}

bool wave_set(gisa_wave *wave, const char *text) {
    gisa_wave_register reg;
    gisa_error error;
    char *copy = strdup(text), *equals = copy ? strchr(copy, '=') : NULL;
    bool good = false;
    if (!equals)
        wrong_setting(text, copy ? "there is no '='" : "out of memory");
    else {
        *equals = 0;
        good = gisa_wave_find(wave, copy, &reg, &error) == GISA_OK ? set_list(wave, &reg, equals + 1, text)
                                                                   : wrong_setting(text, error.message);
    }
    free(copy);
    return good;
}

bool wave_settings(gisa_wave *wave, const char *path) {
    void *data;
    size_t size;
    bool good = true;
    char *text;
    if (!cmd_read_file(path, &data, &size))
        return false;
    text = malloc(size + 1);
    if (text) {
        memcpy(text, data, size);
        text[size] = 0;
    }
    free(data);
    for (char *line = text, *next; line && good; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        line[strcspn(line, "#\r")] = 0;
        for (char *word = strtok(line, " \t"); word && good; word = strtok(NULL, " \t"))
            good = wave_set(wave, word);
    }
    good = good && (text || shader_says("out of memory", NULL));
    free(text);
    return good;
}
