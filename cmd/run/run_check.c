/* SPDX-License-Identifier: MIT */
/* gisa run --check: what is watched, and how it is reported. */
#include "run_check.h"

#include <stdio.h>
#include <string.h>

#include "complete.h"

static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "gisa run: %s: %s\n", what, why);
    return false;
}

uint32_t run_check_read(const char *list) {
    return watched_checks("gisa run", list);
}

void run_check_offer(void) {
    complete_word("all", NULL);
    for (uint32_t bit = 1; gisa_watch_name(bit); bit <<= 1)
        complete_word(gisa_watch_name(bit), NULL);
}

/* ---- before and after ------------------------------------------------------------------------ */

bool run_check_begin(run_check *c, gisa_machine *machine, loaded_code *code) {
    c->watch = gisa_watch_new(machine, c->checks);
    c->code = code;
    return (c->watch && !code->code.no_memory) || refuse("--check", "out of memory");
}

void run_check_end(run_check *c) {
    gisa_watch_free(c->watch);
    watched_free(&c->found);
}

/* ---- report ---------------------------------------------------------------------------------- */

/* "-": to the standard output. */
static bool write_findings(run_check *c, const char *file, const char *path) {
    const watched_part all = {&c->found, 0};
    FILE *to = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool good = to != NULL;
    if (good) {
        watched_write(&all, gisa_watch_is_whole(c->watch), file, path, to);
        good = fflush(to) == 0 && !ferror(to);
        if (to != stdout)
            good &= fclose(to) == 0;
    }
    return good || refuse(path, "cannot be written");
}

int run_check_report(run_check *c, const char *file) {
    size_t next = 0;
    watched_part all = {&c->found, 0};
    watched_add(&c->found, c->watch, c->code, &next);
    if (c->found.no_memory)
        return refuse("--check", "out of memory"), -1;
    const findings_list list = watched_list(&all);
    if (c->suppress && !findings_suppress(&list, "run", c->suppress))
        return -1;
    const size_t told = watched_tell(&c->found, 0, "");
    if (c->findings && !write_findings(c, file, c->findings))
        return -1;
    if (!gisa_watch_is_whole(c->watch))
        refuse(file, "there was no memory for all checks; findings may be missing");
    if (told)
        fprintf(stderr, "gisa run: %s: %zu finding%s\n", file, told, told == 1 ? "" : "s");
    return told > 0;
}
