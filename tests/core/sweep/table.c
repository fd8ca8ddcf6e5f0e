/* SPDX-License-Identifier: MIT */
/* The table of an architecture from all its shards, after a look at whether they are the whole. */
#include "sweep.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

part part_of(const gisa_isa *isa, const part *p) {
    part its = *p;
    its.step *= gisa_unit(isa) == 8 ? SPARSE : 1;
    return its;
}

uint64_t part_words(const part *p) {
    return ((UINT64_C(1) << 32) + p->step - 1) / p->step;
}

uint64_t part_blocks(const part *p) {
    return (part_words(p) + BLOCK - 1) / BLOCK;
}

void part_block(const part *p, uint64_t i, uint64_t *begin, uint64_t *end) {
    *begin = i * BLOCK;
    *end = *begin + BLOCK < part_words(p) ? *begin + BLOCK : part_words(p);
}

uint64_t part_shard_words(const part *p) {
    uint64_t blocks = part_blocks(p), words = 0, begin, end;
    for (uint64_t i = p->shard; i < blocks; i += p->shards) {
        part_block(p, i, &begin, &end);
        words += end - begin;
    }
    return words;
}

/* ---- adding up ----------------------------------------------------------------------------- */

typedef struct sums {
    result all;
    const char *directory;
    unsigned files;
    bool wrong;
    unsigned char *taken; /* per block */
} sums;

static void complain(sums *s, const char *file, const char *what) {
    fprintf(stderr, "%s%s%s: %s\n", file ? s->directory : gisa_name(s->all.isa), file ? "/" : "",
            file ? file : "", what);
    s->wrong = true;
}

static void add_counts(counts *to, const counts *c) {
    to->words += c->words;
    to->back += c->back;
    to->reserved += c->reserved;
    for (unsigned i = 0; i < ODDITIES; i++)
        to->odd[i] += c->odd[i];
    to->failed += c->failed;
}

static uint64_t sum_of(const counts *c) {
    uint64_t sum = c->back + c->reserved;
    for (unsigned i = 0; i < ODDITIES; i++)
        sum += c->odd[i];
    return sum;
}

/* Marks the shard's blocks; false when one of them has been taken already. */
static bool take_blocks(sums *s, const part *p) {
    bool good = true;
    for (uint64_t i = p->shard; i < part_blocks(p); i += p->shards) {
        good &= !s->taken[i];
        s->taken[i] = 1;
    }
    return good;
}

static void add_shard(sums *s, const char *file, const result *r) {
    const part *p = &r->part, *like = &s->all.part;
    uint64_t words = r->unknown;
    if (p->step != like->step || p->salt != like->salt || p->build != like->build) {
        complain(s, file,
                 "is of another sweep, or of another build of this program; remove it, or sweep again");
        return;
    }
    if (!take_blocks(s, p))
        complain(s, file, "has words that another shard has, too");
    for (unsigned i = 0; i < MAX_FORMATS; i++) {
        words += r->format[i].words;
        add_counts(&s->all.format[i], &r->format[i]);
    }
    if (words != r->words || r->words != part_shard_words(p))
        complain(s, file, "its numbers do not add up");
    s->all.words += r->words;
    s->all.sum += r->sum;
    s->all.squares += r->squares;
    s->all.unknown += r->unknown;
    s->all.failed += r->failed;
    s->all.seconds += r->seconds;
    for (unsigned i = 0; i < r->fault_count && s->all.fault_count < MAX_FAULTS; i++)
        memcpy(s->all.fault[s->all.fault_count++], r->fault[i], FAULT_TEXT);
    s->files++;
}

static int is_shard(const struct dirent *entry) {
    size_t size = strlen(entry->d_name);
    return size > 4 && !strcmp(entry->d_name + size - 4, ".tsv");
}

static void add_files(sums *s) {
    static result r;
    struct dirent **entries;
    const char *arch = gisa_name(s->all.isa);
    int count = scandir(s->directory, &entries, is_shard, alphasort);
    if (count < 0) {
        complain(s, NULL, "no directory of shards");
        return;
    }
    for (int i = 0; i < count; i++) {
        const char *file = entries[i]->d_name;
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", s->directory, file);
        if (!strncmp(file, arch, strlen(arch)) && file[strlen(arch)] == '.') {
            if (file_read(name, &r) && r.isa == s->all.isa)
                add_shard(s, file, &r);
            else
                complain(s, file, "is not a whole file of a shard");
        }
        free(entries[i]);
    }
    free(entries);
}

/* Each first dword once: no block is missing, and the words themselves, as the shards saw them, add
 * up to what the numbers 0, step, 2 * step, ... and their squares add up to (modulo 2^64). */
static void check_whole(sums *s) {
    const part *p = &s->all.part;
    uint64_t count = part_words(p), blocks = part_blocks(p), missing = 0;
    uint64_t sum = count * (count - 1) / 2; /* below 2^63 */
    uint64_t squares = sum % 3 ? sum * ((2 * count - 1) / 3) : sum / 3 * (2 * count - 1);
    char text[100];
    for (uint64_t i = 0; i < blocks; i++)
        missing += !s->taken[i];
    if (missing) {
        snprintf(text, sizeof text, "%.1f %% of the words are missing",
                 100 * (double)missing / (double)blocks);
        complain(s, NULL, text);
    } else if (s->all.words != count || s->all.sum != sum * p->step ||
               s->all.squares != squares * p->step * p->step)
        complain(s, NULL, "the shards do not have each first dword once");
}

/* ---- the table ----------------------------------------------------------------------------- */

enum { NAME_WIDTH = 17, NUMBER_WIDTH = 10, COLUMNS = 4 + ODDITIES };

static const char *title(unsigned column) {
    static const char *const before[] = {"words", "text", "reserved operand"};
    return column < 3              ? before[column]
           : column == COLUMNS - 1 ? "failed"
                                   : gisa_oddity_text(1u << (column - 3));
}

static int width(unsigned column) {
    size_t size = strlen(title(column));
    return size < NUMBER_WIDTH ? NUMBER_WIDTH : (int)size;
}

static void show_row(const char *name, const counts *c) {
    uint64_t values[COLUMNS] = {c->words, c->back, c->reserved};
    memcpy(values + 3, c->odd, sizeof c->odd);
    values[COLUMNS - 1] = c->failed;
    printf("| %-*s |", NAME_WIDTH, name);
    for (unsigned i = 0; i < COLUMNS; i++)
        if (values[i] || i == COLUMNS - 1)
            printf(" %*" PRIu64 " |", width(i), values[i]);
        else
            printf(" %*s |", width(i), "");
    printf("\n");
}

static void show_head(void) {
    printf("| %-*s |", NAME_WIDTH, "encoding");
    for (unsigned i = 0; i < COLUMNS; i++)
        printf(" %*s |", width(i), title(i));
    printf("\n|---|");
    for (unsigned i = 0; i < COLUMNS; i++)
        printf("---:|");
    printf("\n");
}

bool table_show(const char *directory, const gisa_isa *isa, const part *like) {
    static sums s;
    counts total = {0}, none = {0};
    gisa_format_info format;
    memset(&s, 0, sizeof s);
    s.all.isa = isa;
    s.all.part = *like;
    s.directory = directory;
    if (!(s.taken = calloc(part_blocks(like), 1)))
        stop("no memory", "table");
    add_files(&s);
    check_whole(&s);
    free(s.taken);
    printf("%s: %" PRIu64 " words", gisa_name(isa), s.all.words);
    if (gisa_unit(isa) == 8)
        printf(" at random");
    else if (like->step != 1)
        printf(" (one of %" PRIu64 ")", like->step);
    printf(", %u shards, %.1f s of processor time\n\n", s.files, s.all.seconds);
    show_head();
    for (uint32_t i = 0; i < MAX_FORMATS && gisa_format(isa, i, &format) == GISA_OK; i++) {
        const counts *c = &s.all.format[i];
        if (c->words)
            show_row(format.name, c);
        if (sum_of(c) != c->words && !c->failed)
            complain(&s, NULL, "words that are neither text nor data");
        add_counts(&total, c);
    }
    none.words = s.all.unknown;
    none.failed = s.all.failed - total.failed;
    show_row("no instruction", &none);
    add_counts(&total, &none);
    show_row("all", &total);
    printf("\n");
    for (unsigned i = 0; i < s.all.fault_count; i++)
        printf("%s\n", s.all.fault[i]);
    return !s.wrong && !s.all.failed;
}
