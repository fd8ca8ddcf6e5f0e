/* SPDX-License-Identifier: MIT */
/* Many threads in the library at once, each doing everything on every architecture, must get what
 * one thread alone gets. Built with the thread sanitizer as well, which sees what was only lucky.
 * usage: threads [PIECES]: less than everything, which takes long under a sanitizer */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

enum { THREADS = 8, PIECES = 64, MAX_ARCHS = 16 };

/* ---- a sum over everything that the library says ------------------------------------------- */

static void add(uint64_t *sum, const void *data, size_t size) {
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ p[i]) * UINT64_C(1099511628211);
}

static void add_number(uint64_t *sum, uint64_t number) {
    add(sum, &number, sizeof number);
}

static bool add_output(void *ctx, const void *data, size_t size) {
    add(ctx, data, size);
    return true;
}

static void add_message(void *ctx, const gisa_diagnostic *d) {
    add_number(ctx, d->line);
    add(ctx, d->message, strlen(d->message));
}

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- the work ------------------------------------------------------------------------------ */

typedef struct text {
    char *data;
    size_t size, room;
} text;

static void append(text *t, const char *data, size_t size) {
    if (t->size + size > t->room) {
        t->room = (t->size + size) * 2;
        t->data = realloc(t->data, t->room);
        if (!t->data)
            abort();
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
}

/* A word of the form, as text, parsed, encoded; the text goes to the listing where it means the
   same. */
static void use_word(const gisa_isa *isa, uint64_t bits, uint64_t *sum, text *listing) {
    uint8_t code[8];
    gisa_insn insn, back;
    memset(&insn, 0, sizeof insn);
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
    gisa_status status = gisa_decode(isa, code, sizeof code, &insn);
    add_number(sum, status);
    if (status != GISA_OK)
        return;
    add(sum, &insn, sizeof insn);
    uint32_t odd = gisa_oddities(isa, &insn);
    add_number(sum, odd);
    for (int clrx = 0; clrx < 2; clrx++) {
        gisa_style style = {.syntax = clrx ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM};
        gisa_env env = {.syntax = style.syntax};
        char line[GISA_TEXT_MAX];
        size_t size = sizeof line, room = sizeof code;
        gisa_error error = {.offset = 0};
        add_number(sum, gisa_print(isa, &insn, &style, line, &size));
        add(sum, line, size);
        memset(&back, 0, sizeof back);
        status = gisa_parse(isa, line, size, &env, &back, &error);
        add_number(sum, status);
        if (status != GISA_OK) {
            add(sum, error.message, strlen(error.message));
            continue;
        }
        add_number(sum, gisa_encode(isa, &back, code, &room));
        add(sum, code, room);
        if (!clrx && !odd) {
            append(listing, line, size);
            append(listing, "\n", 1);
        }
    }
}

/* A listing as every kind of file, and the file as every kind of listing. */
static void use_listing(const gisa_isa *isa, const text *listing, uint64_t *sum) {
    for (int output = GISA_OUTPUT_ELF; output <= GISA_OUTPUT_HEX; output++) {
        gisa_asm_options as = {.isa = isa, .output = (gisa_output)output, .report = add_message, .ctx = sum};
        void *file;
        size_t size;
        gisa_status status = gisa_assemble("listing", listing->data, listing->size, &as, &file, &size);
        add_number(sum, status);
        if (status != GISA_OK)
            continue;
        add(sum, file, size);
        for (int json = 0; json < 2; json++) {
            gisa_dis_options dis = {
                .isa = isa, .json = json, .report = add_message, .write = add_output, .ctx = sum};
            add_number(sum, gisa_disassemble(file, size, &dis));
        }
        free(file);
    }
}

/* One piece of all that there is to do with an architecture. */
static uint64_t work(const gisa_isa *isa, unsigned piece) {
    static const char before[] = ".globl k\nk:\n\ts_cbranch_scc0 k\n", after[] = ".data\n.quad k\n";
    static const char wrong[] = "\ts_ad_u32 s0, s0, s1\n\t.longs 1\n";
    uint64_t sum = 14695981039346656037u;
    text listing = {0};
    append(&listing, before, sizeof before - 1);
    if (piece == 0) /* messages, too */
        append(&listing, wrong, sizeof wrong - 1);
    for (uint32_t i = piece; i < gisa_form_count(isa); i += PIECES) {
        gisa_form_info form;
        gisa_form(isa, i, &form);
        add(&sum, form.mnemonic, strlen(form.mnemonic));
        use_word(isa, form.value, &sum, &listing);
        use_word(isa, form.value | (mix(i) & ~form.mask), &sum, &listing);
        use_word(isa, mix(i), &sum, &listing);
    }
    append(&listing, after, sizeof after - 1);
    use_listing(isa, &listing, &sum);
    free(listing.data);
    return sum;
}

/* ---- the disassembler's own threads --------------------------------------------------------- */

enum { WORDS = 24 << 10, HELPERS = 4 }; /* enough for each of the helpers */

static uint64_t listed(const gisa_isa *isa, const void *file, size_t size, gisa_input input, bool hex,
                       unsigned helpers) {
    uint64_t sum = 1;
    gisa_dis_options dis = {.isa = isa,
                            .input = input,
                            .hex = hex,
                            .threads = helpers,
                            .report = add_message,
                            .write = add_output,
                            .ctx = &sum};
    add_number(&sum, gisa_disassemble(file, size, &dis));
    return sum;
}

/* A large piece of code, raw and (where there are such files) as an object with labels: the same
   text from one thread and from several. */
static bool same_with_helpers(const gisa_isa *isa) {
    uint32_t *code = malloc(WORDS * sizeof *code);
    text source = {0};
    void *object = NULL;
    size_t size;
    bool elf = gisa_elf_machine(isa);
    gisa_asm_options as = {.isa = isa, .output = elf ? GISA_OUTPUT_ELF : GISA_OUTPUT_RAW};
    if (!code)
        abort();
    for (uint32_t i = 0; i < WORDS; i++) {
        gisa_form_info form;
        char line[40];
        gisa_form(isa, (uint32_t)(mix(i) % gisa_form_count(isa)), &form);
        code[i] = (uint32_t)(form.value | (mix(i) & ~form.mask));
        append(&source, line, (size_t)snprintf(line, sizeof line, ".long 0x%x\n", (unsigned)code[i]));
    }
    bool same = gisa_assemble("code", source.data, source.size, &as, &object, &size) == GISA_OK;
    for (int hex = 0; same && hex < 2; hex++)
        same = listed(isa, code, WORDS * sizeof *code, GISA_INPUT_RAW, hex, 1) ==
                   listed(isa, code, WORDS * sizeof *code, GISA_INPUT_RAW, hex, HELPERS) &&
               listed(isa, object, size, elf ? GISA_INPUT_ELF : GISA_INPUT_RAW, hex, 1) ==
                   listed(isa, object, size, elf ? GISA_INPUT_ELF : GISA_INPUT_RAW, hex, HELPERS);
    free(object);
    free(source.data);
    free(code);
    return same;
}

/* ---- one thread, then many ----------------------------------------------------------------- */

static unsigned arch_count, pieces = PIECES;
static uint64_t alone[MAX_ARCHS][PIECES];

typedef struct worker {
    pthread_t thread;
    unsigned number, passed, failed;
} worker;

/* All pieces; each thread begins at another one, and half of them go backwards. */
static void *run(void *argument) {
    worker *w = argument;
    unsigned all = arch_count * pieces;
    for (unsigned k = 0; k < all; k++) {
        unsigned at = (w->number * all / THREADS + k) % all;
        if (w->number % 2)
            at = all - 1 - at;
        const gisa_isa *isa = gisa_find(gisa_name(gisa_at(at % arch_count)));
        bool same = work(isa, at / arch_count) == alone[at % arch_count][at / arch_count];
        w->passed += same;
        w->failed += !same;
    }
    return NULL;
}

int main(int argc, char **argv) {
    worker workers[THREADS];
    unsigned passed = 0, failed = 0;
    if (argc > 1)
        pieces = (unsigned)strtoul(argv[1], NULL, 0);
    if (!pieces || pieces > PIECES)
        return 2;
    for (; arch_count < MAX_ARCHS && gisa_at(arch_count); arch_count++)
        for (unsigned piece = 0; piece < pieces; piece++)
            alone[arch_count][piece] = work(gisa_at(arch_count), piece);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){.number = i};
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) {
            fprintf(stderr, "threads: no thread\n");
            return 1;
        }
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        passed += workers[i].passed;
        failed += workers[i].failed;
    }
    /* Where pieces are few, the first architecture and the last one, which are of both families. */
    for (unsigned i = 0; i < arch_count; i += pieces < PIECES ? arch_count - 1 : 1)
        if (same_with_helpers(gisa_at(i)))
            passed++;
        else
            failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
