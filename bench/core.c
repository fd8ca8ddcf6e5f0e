/* SPDX-License-Identifier: MIT */
/* Measures the core of the library on one processor: decode, print, parse and encode of real code.
 *
 * usage: core FILE ARCH [REPEATS [TSV [NAME]]]
 * FILE holds the bytes of instructions, as bench/input.sh makes them. Rows are added to the file
 * TSV, in the columns of bench/run.sh, with NAME (core) as the program.
 *
 * Before anything is measured, all that is going to be measured is done once and compared: every
 * text must parse to the words that it was printed from, but for those whose text gisa_oddities
 * says to be that of other words. Then each measure goes over the whole file REPEATS times; the
 * time is that of the processor, so what other programs do in between does not count. Shown are the
 * best repeat and the median.
 *
 * Work is done in portions, for a decoded instruction takes 280 bytes, and a program that decodes
 * 10 MB of code before it prints the first line would wait for memory most of the time. What a
 * portion needs beforehand (instructions that are decoded already) is made between the measured
 * spans. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gisa.h"

enum { PORTION = 4096, ALL = INT_MAX, OUTPUT = 65536, MAX_REPEATS = 1000, MAX_FAULTS = 10 };

/* All printed lines of one syntax, one after the other; line i ends where line i + 1 begins. */
typedef struct lines {
    gisa_syntax syntax;
    char *text;
    size_t *start, size;
} lines;

typedef struct work {
    const gisa_isa *isa;
    const uint8_t *code;
    size_t size, count;
    size_t *at; /* where instruction i begins; at[count] = size */
    lines llvm, clrx;
    gisa_insn *insn; /* a portion, decoded */
    char output[OUTPUT];
} work;

static _Noreturn void stop(const char *what, const char *which) {
    fprintf(stderr, "core: %s%s%s\n", which, *which ? ": " : "", what);
    exit(1);
}

static void *room(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p)
        stop("no memory", "");
    return p;
}

static void *grown(void *old, size_t size) {
    void *p = realloc(old, size);
    if (!p)
        stop("no memory", "");
    return p;
}

/* ---- what is measured: each does instructions `first` to `end`, and answers for all of them -- */

static uint64_t run_head(work *w, size_t first, size_t end) {
    uint64_t sum = 0;
    gisa_insn insn;
    for (size_t at = w->at[first]; at < w->at[end]; at += insn.size) {
        gisa_decode_head(w->isa, w->code + at, w->size - at, &insn);
        sum += insn.form;
    }
    return sum;
}

static uint64_t run_heads(work *w, size_t first, size_t end) {
    uint64_t sum = 0;
    gisa_head heads[256];
    for (size_t at = w->at[first], used; at < w->at[end]; at += used) {
        size_t n = gisa_decode_heads(w->isa, w->code + at, w->size - at, heads, 256, &used);
        for (size_t i = 0; i < n; i++)
            sum += heads[i].form;
    }
    return sum;
}

static uint64_t run_many(work *w, size_t first, size_t end) {
    uint64_t sum = 0;
    for (size_t at = w->at[first], used; at < w->at[end]; at += used) {
        size_t n = gisa_decode_many(w->isa, w->code + at, w->size - at, w->insn, 512, &used);
        for (size_t i = 0; i < n; i++)
            sum += w->insn[i].form + (w->insn[i].operand_count ? w->insn[i].operand[0].reg : 0);
    }
    return sum;
}

static uint64_t run_decode(work *w, size_t first, size_t end) {
    uint64_t sum = 0;
    gisa_insn insn;
    for (size_t at = w->at[first]; at < w->at[end]; at += insn.size) {
        gisa_decode(w->isa, w->code + at, w->size - at, &insn);
        sum += insn.form + (insn.operand_count ? insn.operand[0].reg : 0);
    }
    return sum;
}

/* Fills w->insn. */
static uint64_t decode_portion(work *w, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        gisa_decode(w->isa, w->code + w->at[i], w->size - w->at[i], &w->insn[i - first]);
    return 0;
}

static uint64_t run_oddities(work *w, size_t first, size_t end) {
    uint64_t sum = 0;
    for (size_t i = first; i < end; i++)
        sum += gisa_oddities(w->isa, &w->insn[i - first]);
    return sum;
}

/* Lines are written one after another, as a program writes them that has a buffer before
   its output. */
static uint64_t print_portion(work *w, size_t first, size_t end, gisa_syntax syntax) {
    gisa_style style = {.syntax = syntax};
    uint64_t sum = 0;
    size_t used = 0;
    for (size_t i = first; i < end; i++) {
        size_t size = GISA_TEXT_MAX;
        if (used + GISA_TEXT_MAX + 1 > OUTPUT)
            used = 0;
        style.address = w->at[i];
        gisa_print(w->isa, &w->insn[i - first], &style, w->output + used, &size);
        w->output[used + size] = '\n';
        used += size + 1;
        sum += size;
    }
    return sum;
}

static uint64_t run_print(work *w, size_t first, size_t end) {
    return print_portion(w, first, end, GISA_SYNTAX_LLVM);
}

static uint64_t run_print_clrx(work *w, size_t first, size_t end) {
    return print_portion(w, first, end, GISA_SYNTAX_CLRX);
}

static uint64_t run_decode_print(work *w, size_t first, size_t end) {
    decode_portion(w, first, end);
    return print_portion(w, first, end, GISA_SYNTAX_LLVM);
}

static uint64_t run_encode(work *w, size_t first, size_t end) {
    uint64_t sum = 0, words;
    for (size_t i = first; i < end; i++) {
        size_t size = sizeof words;
        words = 0;
        gisa_encode(w->isa, &w->insn[i - first], &words, &size);
        sum += words;
    }
    return sum;
}

static uint64_t parse_portion(work *w, size_t first, size_t end, const lines *from) {
    gisa_env env = {.syntax = from->syntax};
    uint64_t sum = 0;
    gisa_insn insn;
    for (size_t i = first; i < end; i++) {
        env.address = w->at[i];
        if (gisa_parse(w->isa, from->text + from->start[i], from->start[i + 1] - from->start[i] - 1, &env,
                       &insn, NULL) == GISA_OK)
            sum += insn.bits;
    }
    return sum;
}

static uint64_t run_parse(work *w, size_t first, size_t end) {
    return parse_portion(w, first, end, &w->llvm);
}

static uint64_t run_parse_clrx(work *w, size_t first, size_t end) {
    return parse_portion(w, first, end, &w->clrx);
}

typedef struct measure {
    const char *name, *what;
    uint64_t (*before)(work *w, size_t first, size_t end); /* what a portion needs; NULL = nothing */
    uint64_t (*run)(work *w, size_t first, size_t end);
    enum { OF_CODE, OF_LLVM, OF_CLRX } bytes; /* of what MB/s are counted */
    size_t portion;
} measure;

static const measure measures[] = {
    {"head", "gisa_decode_head: opcode, length, fields", NULL, run_head, OF_CODE, ALL},
    {"heads", "gisa_decode_heads: the same, many at once", NULL, run_heads, OF_CODE, ALL},
    {"decode", "gisa_decode: all operands", NULL, run_decode, OF_CODE, ALL},
    {"decode many", "gisa_decode_many: the same, many at once", NULL, run_many, OF_CODE, ALL},
    {"oddities", "gisa_oddities of decoded instructions", decode_portion, run_oddities, OF_CODE, PORTION},
    {"print", "gisa_print of decoded instructions", decode_portion, run_print, OF_LLVM, PORTION},
    {"print-clrx", "the same in CLRX's syntax", decode_portion, run_print_clrx, OF_CLRX, PORTION},
    {"decode+print", "gisa_decode and gisa_print", NULL, run_decode_print, OF_LLVM, PORTION},
    {"encode", "gisa_encode of decoded instructions", decode_portion, run_encode, OF_CODE, PORTION},
    {"parse+encode", "gisa_parse of the text, which also gives the words", NULL, run_parse, OF_LLVM, ALL},
    {"parse+encode-clrx", "the same in CLRX's syntax", NULL, run_parse_clrx, OF_CLRX, ALL}};
enum { MEASURES = sizeof measures / sizeof *measures };

/* ---- preparation --------------------------------------------------------------------------- */

static uint8_t *read_file(const char *name, size_t *size) {
    FILE *f = fopen(name, "rb");
    size_t space = 1 << 20, n;
    uint8_t *bytes = room(space);
    if (!f)
        stop(strerror(errno), name);
    *size = 0;
    while ((n = fread(bytes + *size, 1, space - *size, f)) > 0)
        if ((*size += n) == space)
            bytes = grown(bytes, space *= 2);
    if (ferror(f))
        stop(strerror(errno), name);
    fclose(f);
    return bytes;
}

static void find_instructions(work *w) {
    gisa_insn insn;
    size_t unknown = 0;
    w->at = room((w->size / gisa_unit(w->isa) + 2) * sizeof *w->at);
    for (size_t at = 0; at < w->size; at += insn.size) {
        gisa_status status = gisa_decode(w->isa, w->code + at, w->size - at, &insn);
        w->at[w->count++] = at;
        unknown += status != GISA_OK;
    }
    w->at[w->count] = w->size;
    if (unknown)
        fprintf(stderr, "core: %zu of %zu words are no instructions\n", unknown, w->count);
    if (!w->count || unknown)
        stop("this is not a compiler's code for this architecture", "");
}

static void print_lines(work *w, lines *to, gisa_syntax syntax) {
    size_t space = 1 << 20;
    to->syntax = syntax;
    to->text = room(space);
    to->start = room((w->count + 1) * sizeof *to->start);
    for (size_t first = 0; first < w->count; first += PORTION) {
        size_t end = first + PORTION < w->count ? first + PORTION : w->count;
        decode_portion(w, first, end);
        for (size_t i = first; i < end; i++) {
            gisa_style style = {.syntax = syntax, .address = w->at[i]};
            size_t size = GISA_TEXT_MAX;
            if (space - to->size < GISA_TEXT_MAX + 1)
                to->text = grown(to->text, space *= 2);
            if (gisa_print(w->isa, &w->insn[i - first], &style, to->text + to->size, &size) != GISA_OK)
                stop("an instruction has no text", "");
            to->start[i] = to->size;
            to->size += size;
            to->text[to->size++] = '\n';
        }
    }
    to->start[w->count] = to->size;
}

/* Every line must come back as the bytes that it was printed from. Compilers' code has few
 * oddities: distances to functions, which linkers write as literals whatever their value. */
static size_t wrong_lines(work *w, const lines *from, size_t *odd) {
    size_t wrong = 0;
    *odd = 0;
    for (size_t i = 0; i < w->count; i++) {
        gisa_env env = {.syntax = from->syntax, .address = w->at[i]};
        size_t length = from->start[i + 1] - from->start[i] - 1, size = 8;
        gisa_error error = {.message = "other words"};
        gisa_insn insn;
        uint8_t back[8];
        if (gisa_parse(w->isa, from->text + from->start[i], length, &env, &insn, &error) == GISA_OK &&
            gisa_encode(w->isa, &insn, back, &size) == GISA_OK && size == w->at[i + 1] - w->at[i] &&
            !memcmp(back, w->code + w->at[i], size))
            continue;
        gisa_decode(w->isa, w->code + w->at[i], w->size - w->at[i], &insn);
        if (gisa_oddities(w->isa, &insn)) {
            ++*odd;
            continue;
        }
        if (wrong++ < MAX_FAULTS)
            fprintf(stderr, "core: '%.*s': %s\n", (int)length, from->text + from->start[i], error.message);
    }
    return wrong;
}

/* ---- measuring ----------------------------------------------------------------------------- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds for the whole file. */
static double once(work *w, const measure *m, uint64_t *sum) {
    double seconds = 0;
    *sum = 0;
    for (size_t first = 0; first < w->count; first += m->portion) {
        size_t end = first + m->portion < w->count ? first + m->portion : w->count;
        double start;
        if (m->before)
            m->before(w, first, end);
        start = now();
        *sum += m->run(w, first, end);
        seconds += now() - start;
    }
    return seconds;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show(work *w, const measure *m, unsigned repeats, FILE *tsv, const char *name) {
    static double seconds[MAX_REPEATS];
    size_t bytes = m->bytes == OF_LLVM ? w->llvm.size : m->bytes == OF_CLRX ? w->clrx.size : w->size;
    uint64_t expected, sum;
    double best, median, n = (double)w->count;
    once(w, m, &expected); /* warms up */
    for (unsigned i = 0; i < repeats; i++) {
        seconds[i] = once(w, m, &sum);
        if (sum != expected)
            stop("two repeats have different results", m->name);
    }
    qsort(seconds, repeats, sizeof *seconds, by_size);
    best = seconds[0], median = seconds[repeats / 2];
    printf("%-18s %8.1f %8.1f %9.1f %9.1f   %s\n", m->name, n / best / 1e6, n / median / 1e6, best / n * 1e9,
           (double)bytes / best / 1e6, m->what);
    fflush(stdout);
    if (tsv)
        fprintf(tsv, "%s\t%s\t%zu\t%zu\t%.6f\t%.6f\t\t\t%.0f\t\t\n", m->name, name, w->count, bytes, best,
                median, n / best);
}

int main(int argc, char **argv) {
    static work w;
    unsigned repeats = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 9;
    FILE *tsv = NULL;
    size_t wrong, odd;
    if (argc < 3 || !repeats || repeats > MAX_REPEATS) {
        fprintf(stderr, "usage: core FILE ARCH [REPEATS [TSV [NAME]]]\n");
        return 2;
    }
    if (!(w.isa = gisa_find(argv[2])))
        stop("unknown architecture", argv[2]);
    if (argc > 4 && !(tsv = fopen(argv[4], "a")))
        stop(strerror(errno), argv[4]);
    w.code = read_file(argv[1], &w.size);
    w.insn = room(PORTION * sizeof *w.insn);
    find_instructions(&w);
    print_lines(&w, &w.llvm, GISA_SYNTAX_LLVM);
    print_lines(&w, &w.clrx, GISA_SYNTAX_CLRX);
    printf("%s, %zu bytes, %zu instructions, %zu bytes of text\n", gisa_name(w.isa), w.size, w.count,
           w.llvm.size);
    wrong = wrong_lines(&w, &w.clrx, &odd);
    wrong += wrong_lines(&w, &w.llvm, &odd);
    if (odd)
        printf("%zu of them are literals that no text asks for\n", odd);
    if (wrong)
        fprintf(stderr, "core: %zu lines do not come back\n", wrong);
    printf("%-18s %8s %8s %9s %9s\n", "", "M/s", "median", "ns each", "MB/s");
    bool one_syntax = w.llvm.size == w.clrx.size && !memcmp(w.llvm.text, w.clrx.text, w.llvm.size);
    for (unsigned i = 0; i < MEASURES; i++)
        if (!one_syntax || !strstr(measures[i].name, "-clrx"))
            show(&w, &measures[i], repeats, tsv, argc > 5 ? argv[5] : "core");
    return (tsv && fclose(tsv) != 0) || wrong != 0;
}
