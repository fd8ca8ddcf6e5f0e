/* SPDX-License-Identifier: MIT */
/* gisa run on one wave: --set and --settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "registers.h"
#include "run.h"
#include "run_shader.h"
#include "run_wave.h"

/* "v1=1.5" as a line of a case: "v1 = 1.5". */
static bool add_setting(test_case *to, const char *text) {
    const size_t name = strcspn(text, "="), room = strlen(text) + 4;
    char *line = malloc(room);
    if (line)
        snprintf(line, room, "%.*s = %s", (int)name, text, text + name + 1);
    const bool good = line && case_add(to, CASE_SET, line, 0);
    free(line);
    return good || shader_says("out of memory", NULL);
}

static void tell_set(const wave_run *r, const gisa_wave *wave, const char *text) {
    char *name = strdup(text);
    if (name && named_cut(name))
        r->was_set(r->was_set_ctx, wave, name);
    free(name);
}

bool wave_set(wave_run *r, gisa_wave *wave, const char *text) {
    const char *why = named_assign(wave, text);
    if (why)
        fprintf(stderr, "gisa %s: '%s': %s; expected REGISTERS=VALUE[,VALUE...]: " RUN_SETTINGS "\n",
                run_name, text, why);
    if (!why && r->was_set)
        tell_set(r, wave, text);
    return !why && (!r->case_file || add_setting(&r->written, text));
}

static bool set_words(wave_run *r, gisa_wave *wave, char *line) {
    bool good = true;
    line[strcspn(line, "#\r")] = 0;
    for (char *word = strtok(line, " \t"); word && good; word = strtok(NULL, " \t"))
        good = wave_set(r, wave, word);
    return good;
}

bool wave_settings(wave_run *r, gisa_wave *wave, const char *path) {
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
        good = set_words(r, wave, line);
    }
    good = good && (text || shader_says("out of memory", NULL));
    free(text);
    return good;
}
