/* SPDX-License-Identifier: MIT */
/* Runs every row that has a body, in every form, on every architecture, and compares all state with
 * a reference that was written apart from the spec. A row with a body and without a reference is a
 * failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "insn/level.h"
#include "../../test.h"
#include "bodies.h"

#ifndef REPORTS
#define REPORTS 40 /* how many failures are shown */
#endif
TEST_COUNTERS;

/* The guest's memory. Both sides work here, one after the other. */
uint8_t *guest_memory;
static _Alignas(16) uint8_t lds[LDS_SIZE], gds[GDS_SIZE], private_[PRIVATE_SIZE * 64];
static gcn_wave wave;
static uint32_t taken; /* the message that has been taken, and 1 */
static gisa_sync global_sync;
static gisa_device device;
static gisa_group group = {.lds = lds, .lds_size = LDS_SIZE};
static gisa_constants *constants;

/* ---- Values ------------------------------------------------------------------------- */

static uint32_t random_state;

uint32_t random32(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

/* Integers and floats at the edges. Few, so that equal values meet. */
uint32_t edge(void) {
    static const uint32_t values[] = {0,          1,          2,          0x7fffffff, 0x80000000, 0xffffffff,
                                      0xfffffffe, 0x80000001, 0x3f800000, 0xbf800000, 0x7f800000, 0x7fc00000,
                                      0x00000080, 0x00008000, 0x7ff00000, 0x12345678};
    uint32_t r = random32();
    return r & 0x700 ? values[r & 15] : random32();
}

static void fill(void *bytes, size_t size) {
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t x = edge();
        memcpy((uint8_t *)bytes + i, &x, 4);
    }
}

/* Doubles that are 0, -0, infinite ...: every other dword is 0. */
void round_doubles(state *s, unsigned data) {
    uint32_t *const words[] = {(uint32_t *)(void *)s->lds, (uint32_t *)(void *)s->memory};
    for (size_t i = 0; i < LDS_SIZE / 4; i += 2)
        words[0][i] = words[1][i] = 0;
    for (unsigned i = 0; i < 64; i++) {
        s->v[data][i] = 0;
        s->v[data + 1][i] = i & 3 ? s->v[data + 1][i] : i << 31;
    }
}

/* Vector registers from FIRST_USED on are those that instructions of the trials name. */
enum { FIRST_USED = 10, LAST_USED = 47 };

/* vcc, m0 and exec have places of their own in the plain state. */
static void clear_special(state *s) {
    s->s[CODE_VCC] = s->s[CODE_VCC + 1] = s->s[CODE_M0] = s->s[CODE_EXEC] = s->s[CODE_EXEC + 1] = 0;
    memset(&s->s[CODE_TBA], 0, 16);
}

void random_start(state *s) {
    static state all;
    if (!all.pc) {
        fill(&all, sizeof all);
        clear_special(&all);
        memset(&all.exec, 0, sizeof all - offsetof(state, exec));
        fill(all.memory, sizeof all.memory);
        all.pc = 0x1000;
        all.csp = 3;
        all.priv = 1;
    }
    *s = all;
    fill(s->v[FIRST_USED], (LAST_USED + 1 - FIRST_USED) * sizeof s->v[0]);
    fill(s->lds, sizeof s->lds);
    fill(s->gds, sizeof s->gds);
    fill(s->private_, sizeof s->private_);
    s->exec = ~UINT64_C(0);
    s->m0 = 0xffffffff;
}

/* ---- Between the plain state and the emulator's ------------------------------------- */

/* From `from` to the emulator's, or from there to `to`. */
static void copy_scalar_state(state *to, const state *from) {
    struct {
        void *emulator;
        size_t at, size;
    } const parts[] = {{&wave.trap_en, offsetof(state, trap_en), 4},
                       {&wave.halt, offsetof(state, halt), 4},
                       {&wave.prio, offsetof(state, prio), 4},
                       {&wave.inst_atc, offsetof(state, inst_atc), 4},
                       {&wave.cond_dbg_user, offsetof(state, cond_dbg_user), 4},
                       {&wave.cond_dbg_sys, offsetof(state, cond_dbg_sys), 4},
                       {wave.hwreg, offsetof(state, hwreg), sizeof wave.hwreg},
                       {&wave.scalar.w[SCALAR_TTMP], offsetof(state, ttmp), 4 * GISA_TTMPS},
                       {&wave.scalar.q[CODE_TBA / 2], offsetof(state, tba), 8},
                       {&wave.scalar.q[CODE_TMA / 2], offsetof(state, tma), 8},
                       {device.clocks, offsetof(state, clocks), sizeof device.clocks},
                       {&group.waves, offsetof(state, waves), 4},
                       {&group.arrived, offsetof(state, arrived), 4},
                       {&group.round, offsetof(state, opened), 4}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (from)
            memcpy(parts[i].emulator, (const uint8_t *)from + parts[i].at, parts[i].size);
        else
            memcpy((uint8_t *)to + parts[i].at, parts[i].emulator, parts[i].size);
}

static bool take_message(gcn_wave *w, uint32_t message) {
    return answer_message(message, w->scalar.w[CODE_M0], &w->scalar.q[CODE_EXEC / 2], &taken);
}

bool answer_message(uint32_t message, uint32_t m0, uint64_t *exec, uint32_t *taken_) {
    if (!(message & 1))
        return false;
    *taken_ = message + 1;
    *exec ^= m0;
    return true;
}

/* Bits of MODE. */
enum { GPR_IDX_EN_AT = 27, VSKIP_AT };

static void set_wave(const trial *t, const state *s) {
    wave_init(&wave, t->isa, &device, &group);
    memcpy(wave.vgpr, s->v, sizeof s->v);
    memcpy(wave.scalar.w, s->s, sizeof s->s);
    wave.scalar.q[CODE_EXEC / 2] = s->exec;
    wave.scalar.q[CODE_VCC / 2] = s->vcc;
    wave.scalar.w[CODE_M0] = s->m0;
    wave.pc = s->pc;
    wave.scc = s->scc;
    wave.csp = s->csp;
    wave.priv = s->priv;
    wave.round = s->round;
    wave.waiting = t->again;
    wave.events = GISA_ENDS; /* of the instruction before */
    wave.mode = s->hwreg[1] | s->vskip << VSKIP_AT | s->gpr_idx_en << GPR_IDX_EN_AT;
    wave_modes(&wave);
    copy_scalar_state(NULL, s);
    taken = 0;
    wave.scratch = private_;
    wave.scratch_size = PRIVATE_SIZE;
    device.turn = s->turn;
    for (unsigned i = 0; i < 64; i++)
        global_sync.gws[i] = (gisa_gws){s->gws[i].counter, s->gws[i].round, s->gws[i].waiting};
    memcpy(lds, s->lds, sizeof lds);
    memcpy(gds, s->gds, sizeof gds);
    memcpy(guest_memory, s->memory, MEMORY_SIZE);
    memcpy(private_, s->private_, sizeof private_);
}

static void get_wave(state *s, gisa_outcome outcome) {
    memset(s, 0, sizeof *s);
    memcpy(s->v, wave.vgpr, sizeof s->v);
    memcpy(s->s, wave.scalar.w, sizeof s->s);
    clear_special(s);
    s->exec = wave.scalar.q[CODE_EXEC / 2];
    s->vcc = wave.scalar.q[CODE_VCC / 2];
    s->pc = wave.pc;
    s->scc = wave.scc;
    s->m0 = wave.scalar.w[CODE_M0];
    s->csp = wave.csp;
    s->priv = wave.priv;
    s->round = wave.round;
    copy_scalar_state(s, NULL);
    s->vskip = wave.mode >> VSKIP_AT & 1;
    s->gpr_idx_en = wave.mode >> GPR_IDX_EN_AT & 1;
    s->hwreg[1] = wave.mode & ~(3u << GPR_IDX_EN_AT);
    s->events = outcome == GISA_EVENT ? wave.events : 0;
    s->message = taken;
    s->turn = device.turn;
    for (unsigned i = 0; i < 64; i++) {
        s->gws[i].counter = global_sync.gws[i].counter;
        s->gws[i].round = global_sync.gws[i].round;
        s->gws[i].waiting = global_sync.gws[i].waiting;
    }
    memcpy(s->lds, lds, sizeof lds);
    memcpy(s->gds, gds, sizeof gds);
    memcpy(s->memory, guest_memory, MEMORY_SIZE);
    memcpy(s->private_, private_, sizeof private_);
    s->fault = outcome == GISA_FAULTED;
    s->waits = outcome == GISA_WAITS;
}

/* ---- Instruction words: made from the fields here, not by the encoder --------------- */

bool has_operand(const trial *t, const char *name) {
    const char *n;
    for (unsigned i = 0; (n = gisa_operand_name(t->isa, t->index, i)); i++)
        if (strcmp(n, name) == 0)
            return true;
    return false;
}

static uint32_t field_if(const trial *t, const char *name, unsigned value, unsigned shift) {
    return has_operand(t, name) ? value << shift : 0;
}

static uint64_t ds_word(const trial *t) {
    uint32_t old = t->generation < 2, low = 0x36u << 26 | t->info.opcode << (old ? 18 : 17);
    uint32_t high = field_if(t, "vdst", t->vdst, 24) | field_if(t, "data1", t->data1, 16) |
                    field_if(t, "data0", t->data0, 8) | field_if(t, "addr", t->addr, 0) |
                    field_if(t, "vsrc", t->addr, 0);
    low |= (uint32_t)t->gds << (old ? 17 : 16) | ((uint32_t)t->offset & 0xffff);
    return low | (uint64_t)high << 32;
}

static uint64_t flat_word(const trial *t) {
    const char *format = t->info.format;
    uint32_t segment = strncmp(format, "GLOBAL", 6) == 0 ? 2 : strncmp(format, "SCRATCH", 7) == 0;
    bool saddr = strstr(format, "_SADDR");
    uint32_t low = 0x37u << 26 | t->info.opcode << 18 | segment << 14 | ((uint32_t)t->offset & 0x1fff);
    uint32_t high = field_if(t, "vdst", t->vdst, 24) | field_if(t, "vdata", t->data0, 8);
    low |= strstr(format, "_RTN") ? 1u << 16 : 0;
    low |= strstr(format, "_LDS") ? 1u << 13 : 0;
    high |= segment == 1 && saddr ? 0 : t->addr;
    high |= segment ? (saddr ? t->saddr : 0x7f) << 16 : 0;
    return low | (uint64_t)high << 32;
}

/* ---- One trial ---------------------------------------------------------------------- */

const char *const levels[] = {"baseline", "avx2", "avx512"};
unsigned level_count;

static void report(const trial *t, const char *what) {
    test_check(false);
    if (test_problems() <= REPORTS)
        printf("%s (%s) on %s: %s\n", t->info.mnemonic, t->info.format, gisa_name(t->isa), what);
}

/* Prints the first difference. */
static void compare(const trial *t, uint64_t word, const state *want, const state *have) {
    const uint8_t *a = (const uint8_t *)want, *b = (const uint8_t *)have;
    size_t at = 0;
    if (memcmp(want, have, sizeof *want) == 0) {
        test_check(true);
        return;
    }
    report(t, "differs");
    while (a[at] == b[at])
        at++;
    if (test_problems() <= REPORTS) {
        printf("    word %016llx m0 %08x offset %lld", (unsigned long long)word, wave.scalar.w[CODE_M0],
               (long long)t->offset);
        if (at < sizeof want->v)
            printf(": v%zu, lane %zu: want %08x, have %08x\n", at / 256, at / 4 % 64,
                   want->v[at / 256][at / 4 % 64], have->v[at / 256][at / 4 % 64]);
        else if (at < offsetof(state, exec))
            printf(": scalar %zu: want %08x, have %08x\n", at / 4 - 64 * 256, want->s[at / 4 - 64 * 256],
                   have->s[at / 4 - 64 * 256]);
        else if (at >= offsetof(state, lds) && at < offsetof(state, fault))
            printf(": byte %zu of lds (-%d), gds, memory, private: want %02x, have %02x\n",
                   at - offsetof(state, lds), LDS_SIZE, a[at], b[at]);
        else
            printf(": byte %zu of the state, fault %d %d, pc %llx %llx\n", at, want->fault, have->fault,
                   (unsigned long long)want->pc, (unsigned long long)have->pc);
    }
}

/* Does MODE.VSKIP skip it? */
static bool is_vector(const trial *t) {
    return t->info.format[0] != 'S' || strncmp(t->info.format, "SCRATCH", 7) == 0;
}

/* Runs it, and shows the state before and after. */
static bool show_one(const trial *t, const gisa_insn *insn, const state *start) {
    static state have;
    gisa_op op;
    if (op_make(t->isa, insn, start->pc, constants, &op) != GISA_OK)
        return false;
    set_wave(t, start);
    get_wave(&have, op_run(&wave, &op));
    show_state(t, insn, start, &have);
    return true;
}

static void run_and_compare(const trial *t, uint64_t word, const gisa_op *op, const state *start,
                            const state *want) {
    static state have;
    set_wave(t, start);
    get_wave(&have, op_run(&wave, op));
    compare(t, word, want, &have);
}

/* The wave keeps what the first run has found of memory and buffers, as it does in programs. */
static void run_again_and_compare(const trial *t, uint64_t word, const gisa_op *op, const state *start,
                                  const state *want) {
    static state have;
    const gisa_span near = wave.near, scalar = wave.near_scalar;
    const gisa_buffer buffer = wave.buffer;
    gisa_buffer_found found[BUFFERS_FOUND];
    memcpy(found, wave.found, sizeof found);
    set_wave(t, start);
    wave.buffer = buffer;
    wave.near = near;
    wave.near_scalar = scalar;
    memcpy(wave.found, found, sizeof found);
    get_wave(&have, op_run(&wave, op));
    compare(t, word, want, &have);
}

bool try_one(trial *t, const family *f, const state *start) {
    static state want;
    static unsigned trials;
    uint64_t word = f->word(t), back = 0;
    size_t size = sizeof back;
    gisa_insn insn;
    gisa_op op;
    uint8_t code[8];
    memcpy(code, &word, 8); /* little-endian, as body.h demands */
    if (gisa_decode(t->isa, code, 8, &insn) != GISA_OK || insn.form != t->index || insn.rest) {
        report(t, "the word does not decode to the form");
        return false;
    }
    if (showing_states)
        return is_sample(t, trials++) ? show_one(t, &insn, start) : true;
    if (gisa_encode(t->isa, &insn, &back, &size) != GISA_OK || size != insn.size || back != insn.bits)
        report(t, "does not encode to the same word");
    want = *start;
    if (start->vskip && is_vector(t))
        want.pc += insn.size;
    else if (!f->reference(t, &want)) {
        report(t, "no reference");
        return false;
    }
    if (want.waits)
        want.pc = start->pc;
    if (want.halt && !want.priv && !want.fault && !want.waits)
        want.events |= 2;
    for (unsigned i = 0; i < level_count && level_use(levels[i]); i++) {
        if (op_make(t->isa, &insn, start->pc, constants, &op) != GISA_OK) {
            report(t, "has no body to run");
            return false;
        }
        run_and_compare(t, word, &op, start, &want);
        if (op.near)
            run_again_and_compare(t, word, &op, start, &want);
    }
    return true;
}

/* ---- Trials of DS ------------------------------------------------------------------- */

enum { UNITS = 5 }; /* elements of 1, 2, 4, 8 and 16 bytes */

enum {
    PLAIN,
    SOME_LANES,
    NO_LANES,
    IN_PLACE,
    MISALIGNED,
    OUT_OF_RANGE,
    SAME_ADDRESS,
    M0_LIMIT,
    IN_GDS_,
    WRAPS,
    APART,
    SKIPPED,
    DS_AT_END, /* for each of UNITS sizes of an element */
    DS_KINDS = DS_AT_END + UNITS
};

/* From each lane's address to the next one's; some of the last lanes are out of range. */
static const unsigned distances[] = {8, 12, 24, 68};

/* Lanes one after another, elements of 1 << `unit` bytes: the last one lies at the end of `size`
   bytes, or some bytes farther. */
static uint32_t at_end(uint32_t size, int unit, unsigned lane, unsigned round) {
    const uint32_t bytes = 1u << unit, farther[] = {0, bytes, 1, 0u - bytes};
    return size - 64 * bytes + farther[round % 4] + lane * bytes;
}

static uint32_t ds_address(const trial *t, int kind, unsigned lane, unsigned round) {
    static const uint32_t edges[] = {LDS_SIZE - 4,  LDS_SIZE - 8,  LDS_SIZE - 1,  LDS_SIZE,
                                     LDS_SIZE - 16, LDS_SIZE - 12, LDS_SIZE + 64, 0x7ffffffc,
                                     0x80000000,    0xfffffffc,    0xffffffff,    0};
    switch (kind) {
    case MISALIGNED: return 16 * lane + random32() % 16;
    case OUT_OF_RANGE: return edges[random32() % 12];
    case SAME_ADDRESS: return 64;
    case IN_GDS_: return random32() % 256 * 4;
    case WRAPS: return 0u - 4 * (lane + 1);
    case APART: return distances[round % 4] * lane;
    default:
        return kind < DS_AT_END ? 16 * lane
                                : at_end(LDS_SIZE, kind - DS_AT_END, lane, round) - (uint32_t)t->offset;
    }
}

bool name_has(const trial *t, const char *part) {
    return strstr(t->info.name, part) != NULL;
}

static int ds_offset(const trial *t, int kind, unsigned round) {
    if (has_operand(t, "swizzle"))
        switch (round / 4) {
        case 0: return (int)(random32() & 0x7fff);
        case 1: return (int)(0x8000 | (random32() & 0xff));
        case 2: return (int)(0xc000 | (random32() & 0x7ff));
        default: return (int)(0xe000 | (random32() & 0x7ff));
        }
    if (name_has(t, "ordered_count")) /* wave release, exchange, counter */
        return (int)((round & 1) << 8 | (round & 2) << 11 | 4 * round);
    if (name_has(t, "_src2_") && round > 1)
        return round == 2 ? 0x8000 : 0x7ff0;
    if (has_operand(t, "offset1") && round == 3)
        return 0x0102;
    if (kind == SAME_ADDRESS || !(has_operand(t, "offset") || has_operand(t, "offset1")))
        return 0;
    return (int)(12 * round);
}

/* The address register, or the source that lies in its place. */
static void ds_addresses(const trial *t, state *s, int kind, unsigned round) {
    bool value = has_operand(t, "vsrc") || name_has(t, "permute");
    for (unsigned i = 0; i < 64; i++) {
        uint32_t *a = &s->v[t->addr][i];
        if (value)
            *a = round ? random32() & 0x1ff : edge();
        else
            *a = ds_address(t, kind, i, round);
        if (name_has(t, "_src2_") && round == 2)
            *a |= (random32() % 64 - 16) << 17;
    }
}

static uint32_t ds_m0(const trial *t, int kind, unsigned round) {
    if (t->gds)
        return (round * 8) << 16 | (kind == M0_LIMIT ? 100 : 800 - 40 * round);
    if (name_has(t, "addtid") || name_has(t, "append") || name_has(t, "consume"))
        return kind == OUT_OF_RANGE ? LDS_SIZE - 64 + round : 64 * round;
    return kind == M0_LIMIT ? 520 + round : 0xffffffff;
}

/* Resources and turns that some trials have to wait for, and tries after waiting. */
static void ds_waiting(trial *t, state *s, int kind, unsigned round) {
    for (unsigned i = 0; i < 64; i++) {
        s->gws[i].counter = kind % 3 ? random32() % 3 : 0;
        s->gws[i].round = 5;
        s->gws[i].waiting = 1 + random32() % 3;
    }
    t->again = name_has(t, "_gws_") && round > 1;
    s->round = t->again ? 3 + round : 0;
    s->turn = kind == M0_LIMIT ? 7 : s->m0 & 0xffff;
}

static void ds_trials(trial *t, const family *f) {
    static state s;
    unsigned rounds = has_operand(t, "swizzle") ? 16 : 4;
    for (int kind = 0; kind < DS_KINDS; kind++)
        for (unsigned round = 0; round < rounds; round++) {
            random_start(&s);
            t->addr = 10;
            t->data0 = 20;
            t->data1 = 30;
            t->vdst = kind != IN_PLACE ? 40 : round & 1 && !has_operand(t, "data0") ? t->addr : t->data0;
            t->offset = ds_offset(t, kind, round);
            t->gds = strcmp(t->info.format, "DSG") == 0 || (kind == IN_GDS_ && has_operand(t, "gds"));
            if (round == 1)
                round_doubles(&s, t->data0);
            ds_addresses(t, &s, kind, round);
            if (kind == SOME_LANES || kind == SAME_ADDRESS)
                s.exec = random32() | (uint64_t)random32() << 32;
            if (kind == NO_LANES)
                s.exec = 0;
            s.vskip = kind == SKIPPED;
            s.m0 = ds_m0(t, kind, round);
            ds_waiting(t, &s, kind, round);
            s.hwreg[1] = random32() & (DS_ROUND | DS_IEEE);
            s.hwreg[1] |= random32() & 1 ? DS_KEEPS : 0;
            if (!try_one(t, f, &s))
                return;
        }
}

/* ---- Trials of FLAT, GLOBAL and SCRATCH --------------------------------------------- */

enum {
    WHOLE,
    PARTLY,
    NOBODY,
    OVERLAP,
    UNALIGNED,
    ONE_PLACE,
    OUTSIDE,
    IN_LDS,
    IN_PRIVATE,
    SPACED,
    DROPPED,
    AT_END,                /* this and the next two have UNITS numbers each, for sizes of an element */
    HIGH = AT_END + UNITS, /* the high halves of some lanes differ */
    OVER = HIGH + UNITS,   /* the low halves go past 2^32, and the high ones stay the same */
    FLAT_KINDS = OVER + UNITS
};

static uint64_t flat_address(const trial *t, int kind, unsigned lane, unsigned round) {
    bool scratch = strncmp(t->info.format, "SCRATCH", 7) == 0, flat = strncmp(t->info.format, "FLAT", 4) == 0;
    uint64_t at = 32 + 16 * lane;
    if (kind >= OVER)
        at = at_end(MEMORY_SIZE / 2 + (32u << (kind - OVER)), kind - OVER, lane, 0) -
             ((uint64_t)(lane >= 32) << 32);
    else if (kind >= HIGH)
        at = at_end(MEMORY_SIZE, kind - HIGH, lane, 3) + ((uint64_t)(lane % 40 == round) << 32);
    else if (kind >= AT_END)
        at = at_end(MEMORY_SIZE, kind - AT_END, lane, round) - (uint64_t)t->offset;
    switch (kind) {
    case UNALIGNED: at += random32() % 16; break;
    case ONE_PLACE: at = 64; break;
    case SPACED: at = 32 + distances[round] * lane; break;
    case OUTSIDE: at = lane < 5 ? at : 0u - random32() % 20; break;
    default: break;
    }
    if (scratch || (kind == IN_PRIVATE && flat))
        at = kind == OUTSIDE ? PRIVATE_SIZE - 16 + random32() % 32 : 16 + at % 32;
    if (scratch)
        return at;
    if (kind == IN_LDS && flat)
        return SHARED_APERTURE + at + (lane > 60 && t->vdst & 1 ? LDS_SIZE : random32() % 4);
    if (kind == IN_PRIVATE && flat)
        return PRIVATE_APERTURE + at;
    return t->memory + at;
}

static void flat_trials(trial *t, const family *f) {
    static state s;
    bool saddr = strstr(t->info.format, "_SADDR"), scratch = strncmp(t->info.format, "SCRATCH", 7) == 0;
    bool is_signed = scratch || strncmp(t->info.format, "GLOBAL", 6) == 0;
    t->memory = (uintptr_t)guest_memory;
    for (int kind = 0; kind < FLAT_KINDS; kind++)
        for (unsigned round = 0; round < 4; round++) {
            random_start(&s);
            t->vdst = 40 + (round & 1);
            t->addr = 10;
            t->data0 = 20;
            t->saddr = 16;
            if (strstr(t->info.format, "_LDS"))
                s.m0 = (uint32_t)kind << 16 | (round == 3 ? LDS_SIZE - 100 : 16 * round);
            if (round == 1)
                round_doubles(&s, t->data0);
            t->offset = t->generation < 3 ? 0 : is_signed && round == 2 ? -8 : (int)(8 * round);
            for (unsigned i = 0; i < 64; i++) {
                uint64_t address = flat_address(t, kind, i, round);
                if (saddr && scratch)
                    s.s[t->saddr] = (uint32_t)address;
                else if (saddr) {
                    uint64_t base = t->memory + (kind >= OVER ? MEMORY_SIZE / 2 - (UINT64_C(1) << 32)
                                                              : 0u - UINT64_C(24));
                    s.s[t->saddr] = (uint32_t)base;
                    s.s[t->saddr + 1] = (uint32_t)(base >> 32);
                    address -= base;
                }
                s.v[t->addr][i] = (uint32_t)address;
                s.v[t->addr + 1][i] = (uint32_t)(address >> 32);
            }
            if (kind == PARTLY || kind == ONE_PLACE)
                s.exec = random32() | (uint64_t)random32() << 32;
            if (kind == NOBODY)
                s.exec = 0;
            s.vskip = kind == DROPPED;
            if (kind == OVERLAP)
                t->vdst = round & 1 ? t->addr : t->data0;
            if (!try_one(t, f, &s))
                return;
        }
}

/* ------------------------------------------------------------------------------------- */

static const family families[] = {{"DS", ds_word, ref_ds, ds_trials},
                                  {"FLAT", flat_word, ref_flat, flat_trials},
                                  {"GLOBAL", flat_word, ref_flat, flat_trials},
                                  {"SCRATCH", flat_word, ref_flat, flat_trials},
                                  {"MUBUF", buffer_word, ref_buffer, buffer_trials},
                                  {"MTBUF", buffer_word, ref_buffer, buffer_trials},
                                  {NULL, NULL, NULL, NULL}};

static void try_form(const gisa_isa *isa, uint32_t index, const gisa_form_info *info) {
    trial t = {.isa = isa,
               .index = index,
               .info = *info,
               .generation = gisa_generation(isa),
               .pairs = gisa_generation(isa) == 3 || strcmp(gisa_name(isa), "gfx810") == 0,
               .memory = (uintptr_t)guest_memory};
    random_state = 0x2545f491u ^ index * 2654435761u;
    unsigned good = 0, bad = 0;
    if (info->class_ == GISA_CLASS_IMAGE) /* tests/engine/mimg */
        return;
    if (info->class_ == GISA_CLASS_INTERP || info->class_ == GISA_CLASS_EXPORT)
        return; /* tests/engine/stage */
    if (showing_states && !is_shown(&t))
        return;
    if (try_vop(&t, constants, &good, &bad)) {
        test_trials(good, bad);
        return;
    }
    const family *const lists[] = {families, scalar_families};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const family *f = lists[i]; f->format; f++)
            if (strncmp(info->format, f->format, strlen(f->format)) == 0) {
                f->trials(&t, f);
                return;
            }
    report(&t, "no reference for the format");
}

static bool has_row(const gisa_isa *isa, uint32_t row) {
    gisa_form_info info;
    for (uint32_t k = 0; gisa_form(isa, k, &info) == GISA_OK; k++)
        if (info.row == row)
            return true;
    return false;
}

/* The forms with a body; of a chip, those of rows that only it has. */
static unsigned try_forms(const gisa_isa *isa) {
    const gisa_isa *base = gisa_base(isa);
    gisa_form_info info;
    unsigned forms = 0;
    for (uint32_t k = 0; gisa_form(isa, k, &info) == GISA_OK; k++)
        if (info.body && (isa == base || !has_row(base, info.row))) {
            test_begin();
            try_form(isa, k, &info);
            test_end();
            forms++;
        }
    return forms;
}

/* Half of the memory lies below a multiple of 4 GB: lanes one after another must not go on there
   when their high halves stay the same. */
static uint8_t *memory_around_4gb(size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (uint64_t middle = UINT64_C(5) << 32; middle < UINT64_C(500) << 32; middle += UINT64_C(1) << 32) {
        void *at = (void *)(uintptr_t)(middle - page);
        if (mmap(at, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                 0) == at)
            return (uint8_t *)at + page - size / 2;
    }
    fprintf(stderr, "bodies: no memory is free around a multiple of 4 GB\n");
    exit(1);
}

int main(int argc, char **argv) {
    static gisa_map *map;
    const gisa_isa *isa, *chip;
    const unsigned all = sizeof levels / sizeof *levels;
    unsigned forms = 0;
    showing_states = argc == 2 && strcmp(argv[1], "--states") == 0;
    while (level_count < all && level_use(levels[level_count]))
        level_count++;
    constants = constants_new();
    map = calloc(1, sizeof *map + sizeof *map->regions);
    if (!map)
        return 1;
    map->count = 1;
    guest_memory = memory_around_4gb(MEMORY_SIZE);
    map->regions[0] = (gisa_region){(uintptr_t)guest_memory, MEMORY_SIZE, 0, {0, MEMORY_SIZE}};
    device = (gisa_device){.map = &map,
                           .sync = &global_sync,
                           .shared_aperture = SHARED_APERTURE,
                           .private_aperture = PRIVATE_APERTURE,
                           .gds = gds,
                           .gds_size = GDS_SIZE,
                           .message = take_message};
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        if (strcmp(gisa_family(isa), "gcn") != 0)
            continue;
        forms += try_forms(isa);
        for (unsigned c = 0; (chip = gisa_chip(isa, c)); c++) {
            unsigned own = try_forms(chip);
            if (own && !showing_states)
                printf("%s has %u forms of its own\n", gisa_name(chip), own);
        }
    }
    constants_free(constants);
    if (showing_states)
        return 0;
    for (unsigned i = level_count; i < all; i++)
        printf("this host has no %s\n", levels[i]);
    test_count.skipped = all - level_count;
    return test_close("bodies") || forms == 0;
}
