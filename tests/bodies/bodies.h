/* SPDX-License-Identifier: MIT */
/* What the test of the bodies and its references share: a plain state, and one trial of one form. */
#ifndef TEST_BODIES_H
#define TEST_BODIES_H

#include "../buffers/model.h"
#include "gisa.h"

enum { LDS_SIZE = 4096, GDS_SIZE = 1024, MEMORY_SIZE = 4096, PRIVATE_SIZE = 64 };

#define SHARED_APERTURE UINT64_C(0x0100000000000000)
#define PRIVATE_APERTURE UINT64_C(0x0200000000000000)

/* Everything an instruction may change. References work on this and know nothing of the emulator. */
typedef struct state {
    uint32_t v[256][64], s[128];
    uint64_t exec, vcc, pc;
    uint32_t scc, m0, csp, priv, turn;
    struct {
        uint32_t counter, round, waiting;
    } gws[64];
    uint32_t round; /* of the barrier that the wave waits at */
    uint8_t lds[LDS_SIZE], gds[GDS_SIZE], memory[MEMORY_SIZE], private_[PRIVATE_SIZE][64];
    bool fault, waits;
} state;

/* One form with the fields of one instruction word. */
typedef struct trial {
    const gisa_isa *isa;
    uint32_t index; /* of the form */
    gisa_form_info info;
    unsigned generation; /* 0 to 3: gfx6 to gfx9 */
    unsigned vdst, addr, data0, data1, saddr, sdst, ssrc0;
    int offset;
    bool gds, again, literal;
    uint32_t literal_value;
    uint64_t memory; /* the address of state.memory */

    /* Of buffer instructions. The resource is in the registers from saddr on; index, offset and lane are not in `buffer`. */
    request buffer;
    uint8_t select[4];
    unsigned number_format, soffset; /* soffset: the operand code */
    bool glc, tfe;
} trial;

typedef struct family {
    const char *format; /* how the names of its formats begin */
    uint64_t (*word)(const trial *);
    bool (*reference)(const trial *, state *);
    void (*trials)(trial *, const struct family *);
} family;

/* Runs the instruction on `start` and compares with the reference; false: there is no use in trying others. */
bool try_one(trial *t, const family *f, const state *start);
bool has_operand(const trial *t, const char *name);
void random_start(state *s);
void round_doubles(
    state *s, unsigned data); /* makes those in memory and in registers from `data` on 0, -0, infinite ... */
uint32_t random32(void);

/* trials_buffer.c */
uint64_t buffer_word(const trial *t);
void buffer_trials(trial *t, const family *f);

/* Each changes `s` as the form does when its operands are those of `t`; false: there is no such reference. */
bool ref_sop1(const trial *t, state *s);
bool ref_ds(const trial *t, state *s);
bool ref_flat(const trial *t, state *s);
bool ref_buffer(const trial *t, state *s);

/* The new value of a memory element; `op` is the operation without its type ("add", "cmpst"), `type` u i b f.
 * false: there is no such operation. */
bool ref_atomic(const char *op, size_t op_size, char type, int bits, uint64_t old, uint64_t x, uint64_t y,
                uint64_t *result);

/* The same by the name of a FLAT or MUBUF operation, "cmpswap_x2"; `second` is the data behind the first. */
bool ref_memory_atomic(const char *name, uint64_t old, uint64_t first, uint64_t second, uint64_t *result);
int ref_atomic_bits(const char *name);

struct gisa_constants;

/* Trials of a vector instruction that computes; false: the form is of another kind. */
bool try_vop(const trial *t, struct gisa_constants *constants, unsigned *passed, unsigned *failed);

#endif
