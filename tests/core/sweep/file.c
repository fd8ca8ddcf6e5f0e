/* SPDX-License-Identifier: MIT */
/* The result of a shard as a file: lines of a name and numbers, with tabs between them, and
   `end`. */
#include "sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void file_name(char *name, size_t room, const char *directory, const gisa_isa *isa, const part *p) {
    snprintf(name, room, "%s/%s.%" PRIu64 "-%" PRIu64 ".tsv", directory, gisa_name(isa), p->shard, p->shards);
}

static void write_counts(FILE *f, const char *name, const counts *c) {
    fprintf(f, "format\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, name, c->words, c->back, c->reserved);
    for (unsigned i = 0; i < ODDITIES; i++)
        fprintf(f, "\t%" PRIu64, c->odd[i]);
    fprintf(f, "\t%" PRIu64 "\n", c->failed);
}

bool file_write(const char *name, const result *r) {
    char aside[1024];
    gisa_format_info format;
    FILE *f;
    bool good;
    snprintf(aside, sizeof aside, "%s.%ld", name, (long)getpid());
    if (!(f = fopen(aside, "w")))
        return false;
    fprintf(f, "arch\t%s\n", gisa_name(r->isa));
    fprintf(f, "part\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", r->part.step,
            r->part.salt, r->part.shard, r->part.shards, r->part.build);
    fprintf(f, "words\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", r->words, r->sum,
            r->squares, r->unknown, r->failed);
    fprintf(f, "seconds\t%.3f\n", r->seconds);
    for (uint32_t i = 0; gisa_format(r->isa, i, &format) == GISA_OK; i++)
        if (r->format[i].words)
            write_counts(f, format.name, &r->format[i]);
    for (unsigned i = 0; i < r->fault_count; i++)
        fprintf(f, "fault\t%s\n", r->fault[i]);
    fprintf(f, "end\n");
    good = !ferror(f);
    good = fclose(f) == 0 && good && rename(aside, name) == 0;
    if (!good)
        remove(aside);
    return good;
}

/* Reads `count` numbers and nothing after them. */
static bool numbers(const char *line, uint64_t **to, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        char *end;
        *to[i] = strtoull(line, &end, 10);
        if (end == line || *end != (i + 1 < count ? '\t' : '\n'))
            return false;
        line = end + 1;
    }
    return true;
}

static bool read_counts(result *r, char *line) {
    char *tab = strchr(line, '\t');
    gisa_format_info format;
    uint32_t i = 0;
    if (!tab)
        return false;
    *tab = 0;
    while (gisa_format(r->isa, i, &format) == GISA_OK && strcmp(format.name, line) != 0)
        i++;
    counts *c = &r->format[i];
    if (i >= MAX_FORMATS || gisa_format(r->isa, i, &format) != GISA_OK || c->words)
        return false;
    uint64_t *to[3 + ODDITIES + 1] = {&c->words, &c->back, &c->reserved};
    for (unsigned k = 0; k < ODDITIES; k++)
        to[3 + k] = &c->odd[k];
    to[3 + ODDITIES] = &c->failed;
    return numbers(tab + 1, to, sizeof to / sizeof *to);
}

static bool read_line(result *r, char *line) {
    part *p = &r->part;
    uint64_t *of_part[] = {&p->step, &p->salt, &p->shard, &p->shards, &p->build};
    uint64_t *of_words[] = {&r->words, &r->sum, &r->squares, &r->unknown, &r->failed};
    char *rest = strchr(line, '\t');
    if (!rest)
        return false;
    *rest++ = 0;
    if (!strcmp(line, "arch")) {
        rest[strcspn(rest, "\n")] = 0;
        return (r->isa = gisa_find(rest)) != NULL;
    }
    if (!strcmp(line, "part"))
        return numbers(rest, of_part, 5) && p->step && p->shards <= MAX_SHARDS && p->shard < p->shards;
    if (!strcmp(line, "words"))
        return numbers(rest, of_words, 5);
    if (!strcmp(line, "seconds")) {
        r->seconds = strtod(rest, NULL);
        return true;
    }
    if (!strcmp(line, "format"))
        return r->isa && read_counts(r, rest);
    if (strcmp(line, "fault") != 0 || r->fault_count == MAX_FAULTS)
        return false;
    snprintf(r->fault[r->fault_count++], FAULT_TEXT, "%.*s", (int)strcspn(rest, "\n"), rest);
    return true;
}

bool file_read(const char *name, result *r) {
    FILE *f = fopen(name, "r");
    char line[1024];
    bool good = f != NULL, ended = false;
    memset(r, 0, sizeof *r);
    while (good && !ended && fgets(line, sizeof line, f)) {
        ended = !strcmp(line, "end\n");
        good = ended || read_line(r, line);
    }
    good = good && ended && r->isa && r->part.shards && !fgets(line, sizeof line, f);
    if (f)
        fclose(f);
    return good;
}
