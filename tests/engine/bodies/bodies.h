/* SPDX-License-Identifier: MIT */
/* What the test of the bodies and its references share: a plain state, and one trial of one
   form. */
#ifndef TEST_BODIES_H
#define TEST_BODIES_H

#include "../buffers/model.h"
#include "gisa.h"

enum { LDS_SIZE = 4096, GDS_SIZE = 1024, MEMORY_SIZE = 4096, PRIVATE_SIZE = 64 };

#define SHARED_APERTURE UINT64_C(0x0100000000000000)
#define PRIVATE_APERTURE UINT64_C(0x0200000000000000)

/* Everything an instruction may change. References work on this and know nothing of the
   emulator. */
typedef struct state {
    uint32_t v[256][64], s[128];
    uint64_t exec, vcc, pc;
    uint32_t scc, m0, csp, priv, turn;
    struct {
        uint32_t counter, round, waiting;
    } gws[64];
    uint32_t round; /* of the barrier that the wave waits at */
    uint32_t vskip, gpr_idx_en, trap_en, halt, prio, inst_atc, cond_dbg_user, cond_dbg_sys;
    uint32_t hwreg[20]; /* the bits of hardware registers that are not among these */
    uint32_t ttmp[16];
    uint64_t tba, tma, clocks[2];
    uint32_t waves, arrived, opened; /* of the work-group and its barrier */
    uint32_t message;                /* that the host has taken, and 1 */
    uint32_t events;                 /* 1 ends, 2 halts, 4 sleeps, 8 new code */
    uint8_t lds[LDS_SIZE], gds[GDS_SIZE], memory[MEMORY_SIZE], private_[PRIVATE_SIZE][64];
    bool fault, waits;
} state;

/* Of MODE, what trials of DS set: rounding and denormals of f32, and IEEE. */
enum { DS_ROUND = 3, DS_KEEPS = 0x30, DS_IEEE = 0x200 };

uint64_t ref_lds_sum(const state *s, uint64_t old, uint64_t x);

/* One form with the fields of one instruction word. */
typedef struct trial {
    const gisa_isa *isa;
    uint32_t index; /* of the form */
    gisa_form_info info;
    unsigned generation; /* 0 to 3: gfx6 to gfx9 */
    bool pairs;          /* of 16-bit data of buffers two stand in a register */
    unsigned vdst, addr, data0, data1, saddr, sdst, ssrc0, ssrc1, sdata, sbase, simm16;
    unsigned soffset; /* an operand code */
    int64_t offset;
    bool gds, glc, again, literal;
    uint32_t literal_value;
    uint64_t memory; /* the address of state.memory */

    /* Of buffer instructions. The resource is in the registers from saddr on; index, offset and
       lane are not in `buffer`. */
    request buffer;
    uint8_t select[4];
    unsigned number_format;
    bool tfe;
} trial;

/* Each changes `s` as the form does when its operands are those of `t`; false: there is no such
   reference. */
bool ref_sop1(const trial *t, state *s);
bool ref_sop2(const trial *t, state *s);
bool ref_sopc(const trial *t, state *s);
bool ref_sopk(const trial *t, state *s);
bool ref_sopp(const trial *t, state *s);
bool ref_smem(const trial *t, state *s);
bool ref_ds(const trial *t, state *s);
bool ref_flat(const trial *t, state *s);
bool ref_buffer(const trial *t, state *s);

/* Scalar operands by their code. */
uint32_t read_scalar(const trial *t, const state *s, unsigned code);
void write_scalar(const trial *t, state *s, unsigned code, uint32_t x);
uint64_t read_pair(const trial *t, const state *s, unsigned code);

/* A source that may be a constant. Signed: a literal of 64 bits is sign-extended. */
uint64_t read_source(const trial *t, const state *s, unsigned code, int bits, bool is_signed);

/* The fork of s_cbranch_g_fork and s_cbranch_i_fork; s->pc is the next instruction. */
void ref_fork(state *s, uint64_t lanes, uint64_t target);

/* eq lg gt ge lt le; false: it is none of them. */
bool ref_holds(const char *relation, int64_t x, int64_t y, bool *holds);

/* The new value of a memory element; `op` is the operation without its type ("add", "cmpst"),
 * `type` u i b f. false: there is no such operation. */
bool ref_atomic(const char *op, size_t op_size, char type, int bits, uint64_t old, uint64_t x, uint64_t y,
                uint64_t *result);

/* The same by the name of a FLAT or MUBUF operation, "cmpswap_x2"; `second` is the data after the
   first. */
bool ref_memory_atomic(const char *name, uint64_t old, uint64_t first, uint64_t second, uint64_t *result);
int ref_atomic_bits(const char *name);

/* ---- Trials ------------------------------------------------------------------------------ */

typedef struct family {
    const char *format; /* how the names of its formats begin */
    uint64_t (*word)(const trial *);
    bool (*reference)(const trial *, state *);
    void (*trials)(trial *, const struct family *);
} family;

extern const family scalar_families[]; /* ends with a NULL */

/* trials_buffer.c */
uint64_t buffer_word(const trial *t);
void buffer_trials(trial *t, const family *f);

uint32_t random32(void);
uint32_t edge(void);
void random_start(state *s);
/* Makes those in memory and in registers from `data` on 0, -0, infinite ... */
void round_doubles(state *s, unsigned data);
bool has_operand(const trial *t, const char *name);
bool name_has(const trial *t, const char *part);

/* Levels of the host's instruction set, each with more than the one before; this host has the first
 * `level_count` of them. Trials are run on every one. */
extern const char *const levels[];
extern unsigned level_count;

/* Runs the form on both sides; false: it is of no use to go on. */
bool try_one(trial *t, const family *f, const state *start);

/* The guest's memory; state.memory is what is in it. */
extern uint8_t *guest_memory; /* MEMORY_SIZE bytes */

/* What the host does with a message: takes those with odd numbers, and answers in EXEC. */
bool answer_message(uint32_t message, uint32_t m0, uint64_t *exec, uint32_t *taken);

struct gisa_constants;

/* Trials of a vector instruction that computes; false: the form is of another kind. */
bool try_vop(const trial *t, struct gisa_constants *constants, unsigned *passed, unsigned *failed);

/* ---- States for tests/spec/evaluator (states.c) ---------------------------------------------- */

extern bool showing_states; /* `bodies --states` */

/* Is the form of a format whose states are shown; is this trial one of those that are? */
bool is_shown(const trial *t);
bool is_sample(const trial *t, unsigned number);
void show_state(const trial *t, const gisa_insn *insn, const state *before, const state *now);

#endif
