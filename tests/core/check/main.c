/* SPDX-License-Identifier: MIT */
/* The checker (gisa_check.h): the cases of tests/core/schedule, which were measured with LLVM;
 * control flow (flow.txt); hostile code; limits and arguments. With names of objects: remove.c. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remove.h"
#include "../../test.h"

TEST_COUNTERS;

enum { MOST_WORDS = 256, MOST_FOUND = 64 };

typedef struct code {
    uint8_t bytes[8 * MOST_WORDS];
    size_t size;
    uint64_t at[MOST_WORDS]; /* of each instruction */
    unsigned count;
} code;

typedef struct findings {
    gisa_finding at[MOST_FOUND];
    unsigned count;
} findings;

__attribute__((format(printf, 2, 3))) static bool expect(bool good, const char *format, ...) {
    va_list list;
    if (test_check(good))
        return true;
    printf("failed: ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    return false;
}

/* Instructions with ` ; ` between them. */
static bool assemble(const gisa_isa *isa, const char *text, code *c) {
    c->size = c->count = 0;
    for (const char *next; text; text = next) {
        gisa_insn insn;
        gisa_error error;
        size_t room = 8;
        next = strstr(text, " ; ");
        size_t length = next ? (size_t)(next - text) : strlen(text);
        next = next ? next + 3 : NULL;
        if (gisa_parse(isa, text, length, NULL, &insn, &error) != GISA_OK ||
            gisa_encode(isa, &insn, c->bytes + c->size, &room) != GISA_OK)
            return expect(false, "%.*s on %s: %s", (int)length, text, gisa_name(isa), error.message);
        c->at[c->count++] = c->size;
        c->size += room;
    }
    return true;
}

static bool keep(void *ctx, const gisa_finding *f) {
    findings *all = ctx;
    if (all->count < MOST_FOUND)
        all->at[all->count++] = *f;
    return true;
}

static void check(const gisa_isa *isa, const code *c, bool advice, findings *all) {
    gisa_check_options options = {.advice = advice};
    uint64_t entry = 0x1000;
    all->count = 0;
    gisa_status status = gisa_check_code(isa, c->bytes, c->size, entry, &entry, 1, &options, keep, all);
    expect(status == GISA_OK, "gisa_check_code: %s", gisa_status_text(status));
}

/* The same, instruction by instruction: straight code is one path. */
static void follow(const gisa_isa *isa, const code *c, bool advice, findings *all) {
    const gisa_check_options options = {.advice = advice};
    gisa_follower *f = gisa_follower_new(isa, &options);
    gisa_path *path = f ? gisa_path_new(f) : NULL;
    bool good = path != NULL;
    all->count = 0;
    for (unsigned i = 0; good && i < c->count; i++) {
        gisa_insn insn;
        gisa_decode(isa, c->bytes + c->at[i], c->size - c->at[i], &insn);
        good = gisa_path_step(path, gisa_follower_add(f, 0x1000 + c->at[i], &insn), keep, all) == GISA_OK;
    }
    expect(good, "gisa_path_step");
    gisa_path_free(path);
    gisa_follower_free(f);
}

/* The number of an address's instruction, from 1. */
static unsigned number_of(const code *c, uint64_t address) {
    for (unsigned i = 0; i < c->count; i++)
        if (c->at[i] + 0x1000 == address)
            return i + 1;
    return 0;
}

static void each_line(const char *path, void (*use)(char *line)) {
    char line[4096];
    FILE *f = fopen(path, "r");
    if (!f) {
        expect(false, "%s cannot be read", path);
        return;
    }
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && *line != '#')
            use(line);
    }
    fclose(f);
}

static const char *const chips[] = {"gfx600", "gfx700", "gfx803", "gfx900"};

/* ---- waits -------------------------------------------------------------------------------- */

/* "vmcnt(0),lgkmcnt(0)" of the first instruction that lacks a wait; its number. */
static unsigned first_wait(const gisa_isa *isa, const code *c, const findings *all, char text[64]) {
    gisa_counter counter;
    unsigned at = 0;
    size_t size = 0;
    strcpy(text, "-");
    for (unsigned i = 0; i < all->count; i++) {
        const gisa_finding *f = &all->at[i];
        gisa_hazard h = {.counters = 0};
        if (f->kind >= GISA_FINDING_COUNTERS)
            gisa_hazard_at(isa, f->hazard, &h);
        if ((f->kind > GISA_FINDING_COUNTERS && !h.counters) || (at && at != number_of(c, f->consumer)))
            continue;
        at = number_of(c, f->consumer);
        gisa_counter_at(isa, f->counter, &counter);
        size += (size_t)snprintf(text + size, 64 - size, "%s%s(%u)", size ? "," : "", counter.name, f->least);
    }
    return at;
}

static void expect_wait(const gisa_isa *isa, const char *text, unsigned at, const char *wanted, unsigned got,
                        const char *found) {
    expect(got == at && strcmp(found, wanted) == 0, "%s: %s\n  expected %s before %u, got %s before %u",
           gisa_name(isa), text, wanted, at, found, got);
}

/* generations, the number of the instruction before which a wait is missing, the wait, the source,
   code. What FLAT asks for where compilers may know better is advice (gisa_event.usual). */
static void check_wait(char *line) {
    char *generations = strtok(line, " "), *number = strtok(NULL, " "), *wanted = strtok(NULL, " ");
    const char *source = strtok(NULL, " "), *text = strtok(NULL, "");
    if (strcmp(source, "flow") == 0) /* here flow.txt has it */
        return;
    unsigned at = (unsigned)strtoul(number, NULL, 10);
    static code c;
    for (const char *g = generations; *g; g++) {
        const gisa_isa *isa = gisa_find(chips[*g - '6']);
        char found[64];
        findings all;
        if (!assemble(isa, text, &c))
            continue;
        bool advice = strncmp(text, "flat_", 5) == 0 && *g < '9';
        check(isa, &c, advice, &all);
        unsigned got = first_wait(isa, &c, &all, found);
        expect_wait(isa, text, at, wanted, got, found);
        follow(isa, &c, advice, &all);
        got = first_wait(isa, &c, &all, found);
        expect_wait(isa, text, at, wanted, got, found);
    }
}

/* ---- hazards ------------------------------------------------------------------------------ */

static unsigned most_states(const findings *all) {
    unsigned most = 0;
    for (unsigned k = 0; k < all->count; k++)
        if (all->at[k].kind == GISA_FINDING_STATES && all->at[k].states > most)
            most = all->at[k].states;
    return most;
}

/* The states on the four chips, and the pair: found where they are missing, and found no more
   after the remedy has been put in between. */
static void check_pair(char *line) {
    const char *states[4];
    static code c;
    for (unsigned i = 0; i < 4; i++)
        states[i] = strtok(i ? NULL : line, " ");
    char *first = strtok(NULL, ""), *second = strstr(first, " ; ");
    for (unsigned i = 0; i < 4; i++) {
        const gisa_isa *isa = gisa_find(chips[i]);
        char between[4096], remedy[32];
        findings all;
        unsigned need = 0, total = 0;
        if (*states[i] == '.' || !assemble(isa, first, &c))
            continue;
        follow(isa, &c, false, &all);
        expect(most_states(&all) == strtoul(states[i], NULL, 10), "%s: %s: %u states on one path", chips[i],
               first, most_states(&all));
        check(isa, &c, false, &all);
        int size = snprintf(between, sizeof between, "%.*s", (int)(second - first), first);
        need = most_states(&all);
        expect(need == strtoul(states[i], NULL, 10), "%s: %s\n  expected %s states, got %u", chips[i], first,
               states[i], need);
        for (unsigned k = 0; k < all.count; k++)
            for (unsigned n = 0;; n++) {
                size_t room = sizeof remedy;
                if (gisa_finding_remedy(isa, &all.at[k], n, remedy, &room) != GISA_OK)
                    break;
                size += snprintf(between + size, sizeof between - (size_t)size, " ; %s", remedy);
                total++;
            }
        snprintf(between + size, sizeof between - (size_t)size, "%s", second);
        if (!total || !assemble(isa, between, &c))
            continue;
        check(isa, &c, false, &all);
        expect(all.count == 0, "%s: %s\n  still has %u findings", chips[i], between, all.count);
    }
}

/* ---- control flow ------------------------------------------------------------------------- */

/* generations, then `KIND@N<P`, for each finding: before instruction N, of the producer P; or `-`;
   then code. */
static void check_flow(char *line) {
    char *generations = strtok(line, " "), *wanted = strtok(NULL, " ");
    const char *text = strtok(NULL, "");
    static code c;
    for (const char *g = generations; *g; g++) {
        const gisa_isa *isa = gisa_find(chips[*g - '6']);
        char found[512] = "";
        findings all;
        if (!assemble(isa, text, &c))
            continue;
        check(isa, &c, false, &all);
        for (unsigned i = 0; i < all.count; i++) {
            size_t size = strlen(found);
            snprintf(found + size, sizeof found - size, "%s%s@%u<%u", size ? "," : "",
                     gisa_finding_name(all.at[i].kind), number_of(&c, all.at[i].consumer),
                     number_of(&c, all.at[i].producer));
        }
        expect(strcmp(*found ? found : "-", wanted) == 0, "%s: %s\n  expected %s, got %s", gisa_name(isa),
               text, wanted, found);
    }
}

/* ---- hostile code ------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* Any words end, and all findings are about places in the code. */
static void check_random(void) {
    enum { SIZE = 4096 };
    static uint8_t bytes[SIZE];
    uint64_t state = 0x123456789abcdef;
    const gisa_isa *isa;
    gisa_counter counter;
    for (unsigned a = 0; (isa = gisa_at(a)); a++) {
        if (gisa_counter_at(isa, 0, &counter) != GISA_OK)
            continue;
        for (unsigned round = 0; round < 40; round++) {
            findings all = {.count = 0};
            uint64_t entries[2] = {0, SIZE};
            gisa_check_options options = {.advice = round & 1};
            for (unsigned i = 0; i < SIZE; i += 4) {
                uint64_t word = next_random(&state);
                if (i % 16 == 0) /* branches nearby */
                    word = 0xbf800000 | (2 + word % 8) << 16 | (word >> 20 & 0xf) | (word & 1 ? 0xfff0 : 0);
                memcpy(bytes + i, &word, 4);
            }
            gisa_status status =
                gisa_check_code(isa, bytes, SIZE - round % 4, 0, entries, 2, &options, keep, &all);
            bool good = status == GISA_OK || status == GISA_STATUS_NO_SPACE;
            for (unsigned i = 0; i < all.count; i++) {
                char text[GISA_FINDING_TEXT_MAX];
                size_t size = sizeof text;
                good &= all.at[i].consumer < SIZE && all.at[i].producer < SIZE &&
                        (!i || all.at[i - 1].consumer <= all.at[i].consumer) &&
                        gisa_finding_text(isa, &all.at[i], text, &size) == GISA_OK && size == strlen(text);
            }
            if (!good)
                printf("failed: %s, round %u: %s\n", gisa_name(isa), round, gisa_status_text(status));
            test_check(good);
        }
    }
}

static bool refuse(void *ctx, const gisa_finding *f) {
    (void)f;
    ++*(unsigned *)ctx;
    return false;
}

static void check_arguments(void) {
    const gisa_isa *isa = gisa_find("gfx900"), *other = gisa_find("sgx543");
    static code c;
    findings all = {.count = 0};
    unsigned calls = 0;
    char text[8];
    size_t size = sizeof text;
    if (!assemble(isa,
                  "buffer_load_dword v1, off, s[8:11], 0 ; v_mov_b32 v2, v1 ; ds_read_b32 v3, v1 ; "
                  "v_mov_b32 v2, v3",
                  &c))
        return;
    expect(gisa_check_code(NULL, c.bytes, 4, 0, NULL, 0, NULL, keep, &all) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_check_code(isa, NULL, 4, 0, NULL, 0, NULL, keep, &all) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_check_code(isa, c.bytes, 4, 0, NULL, 1, NULL, keep, &all) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_check_code(isa, c.bytes, 4, 0, NULL, 0, NULL, NULL, &all) == GISA_STATUS_BAD_ARGUMENT &&
               gisa_check_code(other, c.bytes, 4, 0, NULL, 0, NULL, keep, &all) == GISA_STATUS_BAD_ARGUMENT,
           "bad arguments are refused");
    expect(gisa_check_code(isa, c.bytes, (size_t)GISA_CHECK_MOST_BYTES + 1, 0, NULL, 0, NULL, keep, &all) ==
               GISA_STATUS_NO_SPACE,
           "too much code is refused");
    expect(gisa_check_code(isa, NULL, 0, 0, NULL, 0, NULL, keep, &all) == GISA_OK && !all.count,
           "no code has no findings");
    expect(gisa_check_code(isa, c.bytes, c.size, 0, NULL, 0, NULL, refuse, &calls) == GISA_STATUS_FAILED &&
               calls == 1,
           "the caller can stop it");
    expect(gisa_check_code(isa, c.bytes, c.size, 0, NULL, 0, NULL, keep, &all) == GISA_OK && all.count == 2,
           "a missing wait is reported once, before the instruction that needs it");
    expect(all.count && gisa_finding_text(isa, &all.at[0], text, &size) == GISA_OK && size == 7 &&
               strcmp(text, "reads v") == 0,
           "the text is cut to its room");
    expect(gisa_finding_name(GISA_FINDING_TAKES) && !gisa_finding_name(GISA_FINDING_COUNT), "names of kinds");
}

/* The text as users see it. */
static void check_texts(void) {
    static const struct {
        const char *chip, *code, *text, *remedy;
    } cases[] = {
        {"gfx900", "buffer_load_dwordx4 v[4:7], off, s[8:11], 0 ; v_mov_b32 v2, v7",
         "reads v7 before it has arrived; wait for vmcnt(0)", "s_waitcnt vmcnt(0)"},
        {"gfx900", "s_load_dwordx4 s[4:7], s[0:1], 0x0 ; s_mov_b64 s[6:7], 0",
         "writes s[6:7], into which a result may still arrive; wait for lgkmcnt(0)", "s_waitcnt lgkmcnt(0)"},
        {"gfx600", "exp mrt0 v0, v1, v2, v3 ; s_mov_b64 exec, 0",
         "writes exec, which an older instruction may still read; wait for expcnt(0)", "s_waitcnt expcnt(0)"},
        {"gfx700", "v_readfirstlane_b32 s0, v0 ; v_readlane_b32 s4, v1, s0",
         "valu_sgpr_lane of s0: 4 more wait states are needed; The lane is chosen by the old value of the "
         "scalar register.",
         "s_nop 3"},
        {"gfx700", "s_load_dword s4, s[0:1], 0x0 ; s_cbranch_vccz 0",
         "smem_vccz: wait for lgkmcnt(0); A scalar load that returns may spoil VCCZ; `s_mov_b64 vcc, vcc` after "
         "the wait renews it.",
         ""},
    };
    static code c;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gisa_isa *isa = gisa_find(cases[i].chip);
        char text[GISA_FINDING_TEXT_MAX] = "", remedy[64] = "";
        size_t size = sizeof text, room = sizeof remedy;
        findings all;
        if (!assemble(isa, cases[i].code, &c))
            continue;
        check(isa, &c, false, &all);
        gisa_finding_text(isa, &all.at[0], text, &size);
        gisa_finding_remedy(isa, &all.at[0], 0, remedy, &room);
        expect(all.count == 1 && strcmp(text, cases[i].text) == 0 && strcmp(remedy, cases[i].remedy) == 0,
               "%s\n  expected %s (%s)\n  got %s (%s)", cases[i].code, cases[i].text, cases[i].remedy, text,
               remedy);
    }
}

int main(int argc, char **argv) {
    if (argc > 1)
        return remove_waits(argc, argv);
    each_line("tests/core/schedule/waits.txt", check_wait);
    each_line("tests/core/schedule/hazards.txt", check_pair);
    each_line("tests/core/check/flow.txt", check_flow);
    check_texts();
    check_arguments();
    check_random();
    return test_close("check");
}
