/* SPDX-License-Identifier: MIT */
/*
 * gisa - GPU instruction sets, executable: the whole public interface, in reading order.
 *
 *   1. Status        what every function returns
 *   2. Architectures which instruction sets there are
 *   3. Instructions  what decoding yields
 *   4. Decode        bytes  -> instruction
 *   5. Encode        instruction -> bytes
 *   6. Print         instruction -> text
 *   7. Parse         text   -> instruction
 *   8. Look up       what is known about a form or a mnemonic
 *   9. The spec      formats, fields, operands, names of values, facts: all that isa/ says, as data
 *  10. Whole files   disassemble and assemble: code objects, raw code, hex, shaders
 *  11. Shader files  what a .gxp file of the PS Vita asks for, as data
 *  12. Contents      code, symbols and kernels of a file, whatever its format
 *  13. PS4 shaders   what a shader binary of the PS4 states, as data
 *
 * gisa_machine.h has the rest: it runs what this one reads and writes.
 *
 * Parts 1 to 9 are the core. It works in the caller's memory: it allocates nothing, keeps no
 * state, prints nothing, never exits and does not depend on the locale, so every function may be
 * called from any thread at any time. Parts 10 to 12 allocate with malloc and say so;
 * part 13 allocates nothing. How a thread has set the host's floats (rounding, denormals, traps)
 * does not matter on x86-64 and aarch64, and stays so; callbacks find them as C begins.
 *
 * All sizes are in bytes, all addresses and words little-endian, unless a comment says otherwise.
 * Pointers that a function returns point into constant tables and live as long as the program.
 */
#ifndef GISA_H
#define GISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header, as text and as numbers for #if. It is written here alone: packages
 * take it from the text. */
#define GISA_VERSION "0.1.0"
#define GISA_VERSION_MAJOR 0
#define GISA_VERSION_MINOR 1
#define GISA_VERSION_PATCH 0

#ifndef GISA_API
#if defined(__GNUC__)
#define GISA_API __attribute__((visibility("default")))
#else
#define GISA_API
#endif
#endif

/* The version of the library that runs: GISA_VERSION, unless the program was compiled with the
 * header of another version. */
GISA_API const char *gisa_version(void);

/* ---- 1. Status -------------------------------------------------------------------- */

/* Named after the fault, not after the function. GISA_OK is 0. */
typedef enum gisa_status {
    GISA_OK = 0,
    GISA_STATUS_END,       /* no bytes left */
    GISA_STATUS_TRUNCATED, /* the instruction is longer than the bytes that are left */
    GISA_STATUS_UNKNOWN,   /* no instruction of this architecture has these bits */
    /* a known instruction, but an operand code or value in it is reserved */
    GISA_STATUS_RESERVED,
    /* the result does not fit; the size argument now holds what is needed */
    GISA_STATUS_NO_SPACE,
    GISA_STATUS_BAD_ARGUMENT, /* a null pointer, an unknown form, an operand index out of range */
    GISA_STATUS_BAD_OPERAND,  /* encode: an operand does not fit its field or its form */
    GISA_STATUS_NO_MNEMONIC,  /* parse: no instruction of that name on any architecture */
    GISA_STATUS_NOT_HERE,     /* parse: the instruction exists, but not on this architecture */
    /* parse: the text is not an instruction; the gisa_error says where and why */
    GISA_STATUS_SYNTAX,
    GISA_STATUS_BAD_FILE,  /* the file is not what its format demands */
    GISA_STATUS_NO_MEMORY, /* malloc failed (parts 10 to 12 only) */
    GISA_STATUS_IO,        /* a caller's read or write function failed (part 10 only) */
    /* there were errors; each has been given to the diagnostic function */
    GISA_STATUS_FAILED,
    GISA_STATUS_COUNT
} gisa_status;

/* One short English sentence without a full stop; never NULL. */
GISA_API const char *gisa_status_text(gisa_status status);

/* ---- 2. Architectures ------------------------------------------------------------- */

/* The tables of one instruction set on one generation: opaque, constant. */
typedef struct gisa_isa gisa_isa;

/* "gfx803", or a usual name of it ("fiji", "vi", "gcn1.2", "R9 Fury"); letter case does not matter,
 * and blanks count as hyphens. NULL when the name is unknown. */
GISA_API const gisa_isa *gisa_find(const char *name);

/* The i-th architecture, from 0; NULL past the last. */
GISA_API const gisa_isa *gisa_at(unsigned i);

/* Chips that have the instructions of one of these architectures, and a name, a machine number and
 * facts of their own: gfx701 (hawaii) has those of gfx700. gfx801 and gfx810 differ from gfx803 in
 * operand codes, or numbers of registers, as well. gisa_find and gisa_find_elf give them;
 * all other functions take them. */
/* The architecture of gisa_at with the same instructions; isa itself where it is one. */
GISA_API const gisa_isa *gisa_base(const gisa_isa *isa);
/* The i-th chip with the same instructions as isa, from 0; NULL past the last. */
GISA_API const gisa_isa *gisa_chip(const gisa_isa *isa, unsigned i);
/* Is code for isa code for `wanted`? It is when both are the same, or when `wanted` is an
 * architecture and isa a chip with its instructions. isa may be NULL. */
GISA_API bool gisa_fits(const gisa_isa *wanted, const gisa_isa *isa);

/* The AMDGPU machine number in an ELF header's e_flags (low byte); NULL when none has it. */
GISA_API const gisa_isa *gisa_find_elf(uint32_t e_flags);

/* What LLVM calls the machine in e_flags of an architecture that gisa does not have ("gfx90a");
 * NULL where that is unknown, or gisa_find_elf knows it. */
GISA_API const char *gisa_later_name(uint32_t e_flags);

/* The architecture of an AMDGPU object file, from its header or, in old ones that do not say it
 * there, from a note in it; NULL for bundles (part 10). `file` is any bytes. Where there is no
 * memory it is NULL, and errno ENOMEM. */
GISA_API const gisa_isa *gisa_find_object(const void *file, size_t size);

GISA_API const char *gisa_name(const gisa_isa *isa);        /* "gfx803" */
GISA_API const char *gisa_family(const gisa_isa *isa);      /* "gcn" */
GISA_API const char *gisa_other_names(const gisa_isa *isa); /* separated by blanks */
/* 0 is the family's oldest; gfx906 is of gfx900's */
GISA_API unsigned gisa_generation(const gisa_isa *isa);
GISA_API uint32_t gisa_elf_machine(const gisa_isa *isa); /* EF_AMDGPU_MACH value, 0 if none */
/* bytes in the smallest instruction: 4 for GCN */
GISA_API unsigned gisa_unit(const gisa_isa *isa);

/* A number that the spec states for an architecture ("sgprs", "vgpr_granule", ...); `otherwise`
 * when the spec does not state it. The names are in isa/<family>/<family>.isa, statement `fact`. */
GISA_API int64_t gisa_fact(const gisa_isa *isa, const char *name, int64_t otherwise);

/* ---- 3. Instructions -------------------------------------------------------------- */

typedef enum gisa_kind {
    GISA_KIND_NONE = 0, /* the operand is not there: `off` */
    GISA_KIND_SGPR,     /* reg = first scalar register */
    GISA_KIND_VGPR,     /* reg = first vector register */
    GISA_KIND_TTMP,     /* reg = first trap temporary */
    /* a register with a name (vcc, exec, m0, src_scc): reg = its operand code */
    GISA_KIND_NAMED,
    GISA_KIND_INLINE,  /* a constant held in the operand code (reg): value = an integer, or with
                      GISA_OPERAND_FLOAT in flags the bits of the float in the operand's type */
    GISA_KIND_LITERAL, /* a constant in its own word: value = its 32 bits */
    GISA_KIND_IMM,     /* a number in a field: value, sign-extended where the field is signed */
    GISA_KIND_LABEL,   /* a branch distance: value = bytes from the end of the instruction */
    GISA_KIND_FLAG,    /* value = 0 or 1 */
    /* Registers of banks, with channels (see gisa_channel): reg = number of the first 32-bit
       register */
    GISA_KIND_TEMP,      /* r */
    GISA_KIND_OUTPUT,    /* o */
    GISA_KIND_PRIMARY,   /* pa: primary attributes */
    GISA_KIND_SECONDARY, /* sa: secondary attributes */
    GISA_KIND_INTERNAL,  /* i */
    GISA_KIND_INDEX,     /* index registers */
    GISA_KIND_INDEXED1,  /* r[index1 * 2 + n]: reg = n, and the bank's kind in bits 15:8 */
    GISA_KIND_INDEXED2,  /* the same with index2 */
    GISA_KIND_TABLE,     /* constant number reg of the table of constants */
    GISA_KIND_GLOBAL,    /* a global register */
    GISA_KIND_NUMBER,    /* an immediate: reg */
    GISA_KIND_COUNT
} gisa_kind;

typedef enum gisa_type {
    GISA_TYPE_B16 = 1,
    GISA_TYPE_U16,
    GISA_TYPE_I16,
    GISA_TYPE_F16,
    GISA_TYPE_B32,
    GISA_TYPE_U32,
    GISA_TYPE_I32,
    GISA_TYPE_F32,
    GISA_TYPE_V2B16,
    GISA_TYPE_V2I16,
    GISA_TYPE_V2F16, /* two 16-bit values in one register */
    GISA_TYPE_B64,
    GISA_TYPE_U64,
    GISA_TYPE_I64,
    GISA_TYPE_F64,
    GISA_TYPE_BITS, /* count * 32 bits without interpretation */
    GISA_TYPE_COUNT
} gisa_type;

enum { GISA_ACCESS_READ = 1, GISA_ACCESS_WRITE = 2 }; /* gisa_operand.access */
/* gisa_operand.mods: -|x|, sext(x) */
enum { GISA_MOD_NEG = 1, GISA_MOD_ABS = 2, GISA_MOD_SEXT = 4 };

/* gisa_operand.flags */
enum {
    GISA_OPERAND_MODIFIER = 1, /* follows the operands, in any order: glc, offset:16 */
    GISA_OPERAND_DEFAULT = 2,  /* a modifier in its default state: not printed */
    GISA_OPERAND_FLOAT = 4,    /* GISA_KIND_INLINE: a floating-point constant */
    /* written in the text but not held by any bit: vcc in v_add_co_u32 */
    GISA_OPERAND_IMPLIED = 8,
    /* parse: the value is an expression that is not known yet; value = the handle that
     * gisa_env.expression gave */
    GISA_OPERAND_PENDING = 16
};

typedef struct gisa_operand {
    uint8_t kind;  /* gisa_kind */
    uint8_t type;  /* gisa_type */
    uint8_t count; /* 32-bit registers; 0 for what is not a register */
    /* GISA_ACCESS_READ | GISA_ACCESS_WRITE; 0 for immediates and flags. Without GISA_ACCESS_WRITE
     * where the word has no channel written, or no result (gisa_operand_info.written) */
    uint8_t access;
    uint8_t mods; /* GISA_MOD_NEG | GISA_MOD_ABS | GISA_MOD_SEXT */
    uint8_t flags;
    uint16_t reg;
    int64_t value;
} gisa_operand;

#define GISA_MAX_OPERANDS 16

/* What channel `i` (0 to 3) of a register of a bank is: 0 to 3 = x y z w, 4 to 7 = the constants 0
 * 1 2 1/2; -1 = it takes no part. */
GISA_API int gisa_channel(const gisa_operand *operand, unsigned i);

/* One decoded or parsed instruction: 24 + 16 * 16 bytes, no pointers, may be copied freely. */
typedef struct gisa_insn {
    uint64_t bits; /* decode: the words, the first one in bits 31:0; unused upper half 0 */
    uint64_t rest; /* set bits that neither the opcode nor an operand holds: reserved or unused.
                       gisa_encode puts them back; the text does not show them */
    uint32_t form; /* which row in which encoding: see part 8 */
    uint8_t size;  /* bytes: 4 or 8 */
    uint8_t operand_count;
    uint8_t status; /* gisa_status: what decoding or parsing said */
    uint8_t spare;
    gisa_operand operand[GISA_MAX_OPERANDS]; /* in the order of the text */
} gisa_insn;

/* ---- 4. Decode -------------------------------------------------------------------- */

/*
 * Decodes the instruction at `code`, which has `size` bytes to read. Total: any bytes give a
 * status, and insn->size always says how far to go on (at least one unit, except on
 * GISA_STATUS_END).
 *   GISA_OK         everything is filled in
 *   GISA_STATUS_RESERVED   form and size are known, but an operand code is reserved
 *   GISA_STATUS_UNKNOWN    no such instruction; size = one unit
 *   GISA_STATUS_TRUNCATED  form is known, size = the bytes that are there, in whole units where
 *                  possible
 *   GISA_STATUS_END        size was 0
 */
GISA_API gisa_status gisa_decode(const gisa_isa *isa, const void *code, size_t size,
                                 gisa_insn *insn);

/* The cheap half: bits, form and size, no operands (operand_count = 0, rest = 0). */
GISA_API gisa_status gisa_decode_head(const gisa_isa *isa, const void *code, size_t size,
                                      gisa_insn *insn);

/* The other half, after gisa_decode_head said GISA_OK. */
GISA_API gisa_status gisa_decode_operands(const gisa_isa *isa, gisa_insn *insn);

/*
 * Many instructions in a row: what gisa_decode says of the one at `code`, of the one to which its
 * size leads, and so on, in about half the time. Up to `count` of them, or to the end of the code;
 * returns how many, *used = their bytes (NULL = not wanted). insns[i].status has the status of
 * each.
 */
GISA_API size_t gisa_decode_many(const gisa_isa *isa, const void *code, size_t size,
                                 gisa_insn *insns, size_t count, size_t *used);

/* The same for heads, in about a third of the time. */
typedef struct gisa_head {
    uint64_t bits; /* these as in gisa_insn */
    uint32_t form;
    uint8_t size, status;
    uint16_t spare;
} gisa_head;

GISA_API size_t gisa_decode_heads(const gisa_isa *isa, const void *code, size_t size,
                                  gisa_head *heads, size_t count, size_t *used);

typedef enum gisa_syntax {
    GISA_SYNTAX_LLVM = 0, /* token for token what LLVM 19 prints, where it can print it */
    GISA_SYNTAX_CLRX = 1
} gisa_syntax;

/*
 * Why the text of a decoded instruction would not assemble to the same bits; 0 when it would.
 */
enum {
    GISA_ODD_RESERVED = 1, /* bits that must be zero are set */
    GISA_ODD_UNUSED = 2,   /* bits that the instruction ignores are set */
    GISA_ODD_LITERAL = 4,  /* a literal that fits an inline constant, or exceeds its operand */
    GISA_ODD_ENCODING = 8, /* another encoding of the same text is the usual one */
    /* a register group that does not start where it must, or ends too far */
    GISA_ODD_ALIGNMENT = 16,
    GISA_ODD_SCALARS = 32, /* more scalar values than the constant bus carries */
    GISA_ODD_OPERAND = 64  /* an operand that assemblers do not accept in this place */
};
GISA_API uint32_t gisa_oddities(const gisa_isa *isa, const gisa_insn *insn);

/* Likewise for the text that style.exact asks for (part 6): why even that would not come back. */
GISA_API uint32_t gisa_exact_oddities(const gisa_isa *isa, const gisa_insn *insn,
                                      gisa_syntax syntax);

/* A short reason for the lowest bit of `oddities`: "reserved bits", "literal", ... */
GISA_API const char *gisa_oddity_text(uint32_t oddities);

/* The implicit state that a decoded or parsed instruction reads and writes: that of its form, as
 * its modifiers change it (GISA_STATE_SCC ... of part 8). */
GISA_API gisa_status gisa_states(const gisa_isa *isa, const gisa_insn *insn, uint32_t *reads,
                                 uint32_t *writes);

/* Where control goes after one decoded or parsed instruction. A predicate makes a jump conditional,
 * a link makes it a call, and a shader's end bit an end; gisa_form_info.flow does not know them. */
typedef struct gisa_flow_info {
    uint8_t kind; /* gisa_flow of part 8 */
    /* The operand that says where: a label (then has_target is true), registers that hold the
     * address (s_setpc_b64), the number of USSE's ba. -1: none does, as of s_trap, or of
     * s_cbranch_join, which finds it on the stack of forks. */
    int8_t operand;
    bool goes_on; /* the next instruction may come after it; after a call, once that returns */
    bool may_end; /* the wave may end here; or the program of a shader, or its phase */
    /* It begins a phase of a shader: the program goes on here where the instruction before it is
     * an end. */
    bool begins;
    bool has_target;
    uint64_t target; /* an address */
} gisa_flow_info;

/* `address` is that of the instruction. GISA_STATUS_BAD_ARGUMENT: NULL, or an unknown form. */
GISA_API gisa_status gisa_flow_of(const gisa_isa *isa, const gisa_insn *insn, uint64_t address,
                                  gisa_flow_info *flow);

/* The address a branch goes to: true and *target when the instruction at `address` has a label. */
GISA_API bool gisa_target(const gisa_insn *insn, uint64_t address, uint64_t *target);

/* ---- 5. Encode -------------------------------------------------------------------- */

/*
 * Writes the instruction that insn->form and insn->operand describe. On entry *size is the room at
 * `code`, on return the bytes written (GISA_STATUS_NO_SPACE: the bytes needed; nothing is written).
 * A GISA_OPERAND_PENDING operand is encoded as zero. insn->bits is not looked at; insn->rest is put
 * back. encode(decode(w)) is w for every w that decodes with GISA_OK or GISA_STATUS_RESERVED.
 */
GISA_API gisa_status gisa_encode(const gisa_isa *isa, const gisa_insn *insn, void *code,
                                 size_t *size);

/* Where operand i lives: its lowest bit in the instruction and its width. GISA_STATUS_BAD_ARGUMENT
 * when no single field holds it. The assembler uses it to place relocations and branch
 * distances. */
GISA_API gisa_status gisa_field(const gisa_isa *isa, const gisa_insn *insn, unsigned i,
                                unsigned *lowest_bit, unsigned *width);

/* ---- 6. Print --------------------------------------------------------------------- */

typedef struct gisa_style {
    gisa_syntax syntax;
    /* A literal is written in hexadecimal even where it equals an inline constant, and so stays
     * recognisable. LLVM does not: s_mov_b32 s0, 0x1 with a literal is `s_mov_b32 s0, 1` there. */
    bool hex_literals;
    /* Written in place of a literal's number: an expression that a linker computes. NULL = the
       number. */
    const char *literal;
    uint64_t address; /* of the instruction; used with `label` */
    /* Writes the name of a branch target (without a final 0) to `text`, which has `room` bytes, and
     * returns its length, or 0 for "no name: print the number". May be NULL. */
    size_t (*label)(void *ctx, uint64_t target, char *text, size_t room);
    void *ctx;
    /* Also writes what LLVM's own text does not hold: lit(4) for a literal that could be an inline
     * constant, a number for a packed immediate with bits that its words do not have, and after
     * the operands `name:value` for fields that they do not show. gisa_parse takes all of it. */
    bool exact;
} gisa_style;

/* Enough room for the text of any instruction, with labels of up to 200 bytes. */
#define GISA_TEXT_MAX 512

/*
 * Writes one instruction as text, ended by a 0, without a newline. On entry *size is the room, on
 * return the length without the 0 (GISA_STATUS_NO_SPACE: the length needed, or more where
 * style->literal is long; text is then an empty string if there is room for one). style may be
 * NULL: LLVM syntax, numbers for labels.
 */
GISA_API gisa_status gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style,
                                char *text, size_t *size);

/* Likewise operand i alone, also where the text of the instruction leaves it out. */
GISA_API gisa_status gisa_print_operand(const gisa_isa *isa, const gisa_insn *insn, unsigned i,
                                        const gisa_style *style, char *text, size_t *size);

/* ---- 7. Parse --------------------------------------------------------------------- */

/* The value of an expression in an operand. */
typedef struct gisa_value {
    enum { GISA_VALUE_INT, GISA_VALUE_FLOAT, GISA_VALUE_PENDING } kind;
    int64_t integer; /* GISA_VALUE_INT; of GISA_VALUE_PENDING, a handle of the caller's */
    double real;     /* GISA_VALUE_FLOAT */
} gisa_value;

/* What stands around an instruction: symbols, for an assembler. */
typedef struct gisa_env {
    gisa_syntax syntax;
    uint64_t address; /* of the instruction: CLRX writes branch targets as addresses */
    /* Reads one expression that begins at text (no leading blanks) and ends before `end` at the
     * latest. Returns the bytes used; 0 = not an expression, and *why may be set to a constant
     * sentence. NULL: numbers only. The function must stop at the first byte that cannot go on
     * the expression: a comma, a closing bracket, a blank before the next operand's name. */
    size_t (*expression)(void *ctx, const char *text, const char *end, gisa_value *value,
                         const char **why);
    void *ctx;
} gisa_env;

typedef struct gisa_error {
    gisa_status status;
    uint32_t offset;   /* where in the text, in bytes */
    uint32_t length;   /* how many bytes are meant; at least 1 */
    char message[200]; /* "what is wrong; what was expected" */
} gisa_error;

/*
 * Parses one instruction: mnemonic and operands, no label, no comment, `size` bytes of text.
 * Picks the encoding that LLVM would pick; _e32 _e64 _sdwa _dpp force one. On success insn is ready
 * for gisa_encode (bits is set too, when nothing is pending). env and error may be NULL.
 */
GISA_API gisa_status gisa_parse(const gisa_isa *isa, const char *text, size_t size,
                                const gisa_env *env, gisa_insn *insn, gisa_error *error);

/* ---- 8. Look up ------------------------------------------------------------------- */

typedef enum gisa_class {
    GISA_CLASS_NONE = 0,
    GISA_CLASS_SALU,
    GISA_CLASS_VALU,
    GISA_CLASS_SMEM,
    GISA_CLASS_DS,
    GISA_CLASS_FLAT,
    GISA_CLASS_BUFFER,
    GISA_CLASS_IMAGE,
    GISA_CLASS_EXPORT,
    GISA_CLASS_INTERP,
    GISA_CLASS_BRANCH,  /* may set the pc: branches, calls, s_setpc, s_endpgm */
    GISA_CLASS_CONTROL, /* waits, barriers, messages, modes */
    GISA_CLASS_VECTOR,  /* USSE: arithmetic on channels */
    GISA_CLASS_INTEGER, /* USSE: bits, bytes, integers */
    GISA_CLASS_SAMPLE,  /* USSE: textures */
    GISA_CLASS_MOVE,    /* USSE: moves, conversions */
    GISA_CLASS_COUNT
} gisa_class;

/* Where control goes after an instruction. */
typedef enum gisa_flow {
    GISA_FLOW_NEXT = 0,    /* to the next instruction */
    GISA_FLOW_JUMP,        /* to the target */
    GISA_FLOW_CONDITIONAL, /* to the target or to the next instruction */
    GISA_FLOW_CALL,        /* to the target, which returns to the next instruction */
    GISA_FLOW_RETURN,      /* back from a call, a trap handler */
    GISA_FLOW_END,         /* nowhere: the wave, or the program of a shader, ends */
    GISA_FLOW_COUNT
} gisa_flow;

/* Implicit state: gisa_form_info.reads, .writes */
enum {
    GISA_STATE_SCC = 1,
    GISA_STATE_VCC = 2,
    GISA_STATE_EXEC = 4,
    GISA_STATE_M0 = 8,
    GISA_STATE_PC = 16,
    GISA_STATE_MODE = 32,
    GISA_STATE_MEMORY = 64,
    GISA_STATE_LDS = 128,
    GISA_STATE_GDS = 256,
    GISA_STATE_FLAT_SCRATCH = 512,
    GISA_STATE_TRAP = 1024,
    GISA_STATE_COUNT = 11 /* how many bits there are */
};

/* How it is known that a body does what the hardware does. */
typedef enum gisa_evidence {
    GISA_EVIDENCE_NOTHING = 0, /* there is no body */
    GISA_EVIDENCE_MANUAL,      /* one document says so, or an inference from it */
    GISA_EVIDENCE_AGREEMENT,   /* independent sources say the same */
    GISA_EVIDENCE_MEASUREMENT, /* results read off real hardware have been published */
    GISA_EVIDENCE_COUNT
} gisa_evidence;

/* A form is one row of the spec in one encoding on one architecture: v_add_f32_sdwa on gfx803. */
typedef struct gisa_form_info {
    const char *mnemonic; /* with its suffix, as LLVM prints it: "v_add_f32_e64" */
    const char *name;     /* of the row, without suffix: "v_add_f32" */
    const char *format;   /* "VOP3A" */
    const char *doc;      /* what it does, in sentences of the third person: "Adds ..." */
    const char *body;     /* the operation as in the spec; NULL where the spec has none yet */
    /* what is not certain about this instruction; NULL where nothing is known to be */
    const char *unsure;
    const char *rests_on; /* whose evidence: "LLVM and CLRX"; "" where the spec does not say */
    /* what the body computes and how near that is, where the hardware has other low bits; NULL
     * where the result is the hardware's, bit by bit */
    const char *approximate;
    /* "_e64": after the name it asks for this form; "" where there is none. The assembler takes it
     * also where the mnemonic is printed without it */
    const char *suffix;
    const char *clrx; /* CLRX's spelling, without suffix */
    /* other spellings that the assembler takes, separated by blanks; "" = none */
    const char *aliases;
    const char *source;   /* where the row is in the spec: "gcn/vop2.isa:32" */
    uint64_t mask, value; /* the bits that make an instruction this form: (bits & mask) == value */
    /* the same number in all forms of a row, on all architectures of the family */
    uint32_t row;
    uint32_t opcode;
    uint32_t summary;       /* bytes of the doc's first sentence */
    uint32_t reads, writes; /* implicit state: GISA_STATE_SCC ... */
    uint32_t format_index;  /* for gisa_format */
    uint8_t size;           /* bytes, without a literal that an operand may add */
    uint8_t operand_count;
    uint8_t class_;    /* gisa_class */
    uint8_t flow;      /* gisa_flow; a decoded instruction may differ, see gisa_flow_of */
    int8_t flow_to;    /* the operand that says where a jump goes; -1: none does */
    uint8_t rests;     /* gisa_evidence */
    bool never_chosen; /* no assembler chooses this form: another one has the same text */
    /* a result of 16 bits leaves the other half of the register as it is; else that becomes 0 */
    bool keeps_half;
    bool high_half;                    /* a result of 16 bits goes to bits 31:16 */
    bool once;                         /* it is done once for the wave, not by each active lane */
    bool untyped;                      /* the doc leaves out the type of the values */
    uint8_t bytes_read, bytes_written; /* of memory each time, where the body says of what type */
} gisa_form_info;

GISA_API uint32_t gisa_form_count(const gisa_isa *isa); /* forms are 0 .. count - 1 */
GISA_API gisa_status gisa_form(const gisa_isa *isa, uint32_t form, gisa_form_info *info);

/* The name of operand i in the spec ("sdst", "offset"), or NULL. */
GISA_API const char *gisa_operand_name(const gisa_isa *isa, uint32_t form, unsigned i);

/* The first form whose row or mnemonic has this name, in the order an assembler tries them (not
 * 0-ended: `size` bytes); UINT32_MAX when there is none. */
GISA_API uint32_t gisa_form_named(const gisa_isa *isa, const char *name, size_t size);

/* ---- 9. The spec as data ---------------------------------------------------------- */

/* The functions of this part count from 0 and answer GISA_STATUS_END after the last one. */

/* The words of the spec's language: "valu", "scc", "f32". NULL after the last; none for
 * GISA_TYPE_BITS, whose operands are named after their size: b96, b128, ... */
GISA_API const char *gisa_kind_name(unsigned kind); /* "sgpr"; NULL = there is no such kind */
GISA_API const char *gisa_class_name(unsigned class_);
GISA_API const char *gisa_flow_name(unsigned flow); /* "conditional" */
GISA_API const char *gisa_role_name(unsigned role); /* "source"; "" = none */
/* "measured"; NULL = GISA_EVIDENCE_NOTHING, or there is none such */
GISA_API const char *gisa_evidence_name(unsigned evidence);
GISA_API const char *gisa_state_name(unsigned bit); /* of 1 << bit in gisa_form_info.reads */
GISA_API const char *gisa_type_name(unsigned type, unsigned registers);

/* `width` bits of an instruction from bit `low` on; width 0 = there is no such field. */
typedef struct gisa_bits {
    uint8_t low, width;
} gisa_bits;

/* One piece of the picture of an instruction's bits. */
typedef enum gisa_piece_kind {
    GISA_PIECE_FIXED,   /* `value` always */
    GISA_PIECE_OPCODE,  /* `value` in this form; in a format's picture any */
    GISA_PIECE_FIELD,   /* a field that operands use; in a format's picture one that may be used */
    GISA_PIECE_ZERO,    /* reserved: must be 0 */
    GISA_PIECE_IGNORED, /* without an effect; assemblers write `value` */
    /* a field that no operand has: after the text, name:number, where it is not `value` */
    GISA_PIECE_WRITTEN
} gisa_piece_kind;

typedef struct gisa_piece {
    uint8_t kind; /* gisa_piece_kind */
    gisa_bits at;
    uint16_t operands; /* a set: bit i = operand i of the form looks at these bits */
    uint64_t value;
    const char *name; /* of the field; "" where the format gives none */
} gisa_piece;

typedef struct gisa_format_info {
    const char *name;   /* "VOP3A" */
    const char *suffix; /* of mnemonics: "_e64"; "" = none */
    const char *doc;    /* "a scalar comparison"; NULL where the spec does not say */
    uint8_t size;       /* bytes, without a literal that an operand may add */
    uint8_t class_;     /* gisa_class */
} gisa_format_info;

GISA_API gisa_status gisa_format(const gisa_isa *isa, uint32_t format, gisa_format_info *info);

/* Piece i of a format or a form, in the order of the picture: most significant bit first, of
 * instructions of two dwords (gisa_unit: 4) the first dword and then the second one. The pieces
 * cover every bit once; none crosses a dword. */
GISA_API gisa_status gisa_format_piece(const gisa_isa *isa, uint32_t format, unsigned i,
                                       gisa_piece *piece);
GISA_API gisa_status gisa_form_piece(const gisa_isa *isa, uint32_t form, unsigned i,
                                     gisa_piece *piece);

/* gisa_operand_info.flags */
enum {
    /* scalar registers and those with names (vcc, exec, m0, ...) */
    GISA_INFO_TAKES_SGPR = 1,
    GISA_INFO_TAKES_VGPR = 2,           /* vector registers */
    GISA_INFO_TAKES_CONSTANT = 4,       /* inline constants */
    GISA_INFO_TAKES_LITERAL = 8,        /* a literal */
    GISA_INFO_TAKES_LDS = 16,           /* lds_direct */
    GISA_INFO_HELD_NOWHERE = 32,        /* written in the text, but no bit holds it */
    GISA_INFO_IS_MODIFIER = 64,         /* follows the operands, in any order */
    GISA_INFO_IS_OPTIONAL = 128,        /* may be left out where it has its default value */
    GISA_INFO_IS_SIGNED = 256,          /* a number in two's complement */
    GISA_INFO_IS_HEXADECIMAL = 512,     /* written in hexadecimal, from `hex_from` on */
    GISA_INFO_IS_ALWAYS_WRITTEN = 1024, /* also where it has its default value */
    /* the assembler takes more registers, too; no bit says how many */
    GISA_INFO_HAS_ANY_COUNT = 2048,
    GISA_INFO_HAS_NO_COMMA = 4096, /* a blank alone separates it from the next operand */
    GISA_INFO_IS_PREFIX = 8192,    /* a word before the mnemonic */
    GISA_INFO_IS_SUFFIX = 16384    /* a word at the mnemonic: .word */
};

/* What an operand is to the instruction. The names are those of the spec (isa/README.md,
   "Bodies"). */
typedef enum gisa_role {
    GISA_ROLE_NONE = 0, /* bodies do not speak of it */
    GISA_ROLE_RESULT,   /* D, D1: a register that is written */
    GISA_ROLE_SOURCE,   /* S0, S1 ...: one that is only read */
    /* registers whose sum is the address; of buffers those that say where a lane is */
    GISA_ROLE_ADDRESS,
    GISA_ROLE_RESOURCE, /* the buffer's, the picture's */
    GISA_ROLE_SAMPLER,
    GISA_ROLE_BASE,   /* of a scalar memory address, or a buffer */
    GISA_ROLE_OFFSET, /* what is added to the address: a number, or a register */
    GISA_ROLE_OFFSET0,
    GISA_ROLE_OFFSET1,
    GISA_ROLE_IMMEDIATE, /* K: SIMM16, whatever it is written as */
    GISA_ROLE_TARGET,    /* a label */
    GISA_ROLE_CLAMP,     /* from here on what modifies the instruction */
    GISA_ROLE_OMOD,
    GISA_ROLE_SRC0_SEL,
    GISA_ROLE_SRC1_SEL,
    GISA_ROLE_DST_SEL,
    GISA_ROLE_DST_UNUSED,
    GISA_ROLE_DPP_CTRL,
    GISA_ROLE_ROW_MASK,
    GISA_ROLE_BANK_MASK,
    GISA_ROLE_BOUND_CTRL,
    GISA_ROLE_OP_SEL,
    GISA_ROLE_OP_SEL_HI,
    GISA_ROLE_NEG_LO,
    GISA_ROLE_NEG_HI,
    GISA_ROLE_GLC,
    GISA_ROLE_GDS,
    GISA_ROLE_IDXEN,
    GISA_ROLE_OFFEN,
    GISA_ROLE_ADDR64,
    GISA_ROLE_TFE,
    GISA_ROLE_FORMAT,
    GISA_ROLE_PREDICATE, /* USSE */
    GISA_ROLE_REPEAT,
    GISA_ROLE_SOURCE_FORMAT,
    GISA_ROLE_RESULT_FORMAT,
    GISA_ROLE_END,
    GISA_ROLE_LINK,  /* the address of the next instruction is kept */
    GISA_ROLE_DMASK, /* of images: which components have registers */
    GISA_ROLE_UNORM,
    GISA_ROLE_DA,
    GISA_ROLE_R128,
    GISA_ROLE_A16,
    GISA_ROLE_D16,
    GISA_ROLE_LWE,
    GISA_ROLE_ATTRIBUTE, /* of a pixel shader: its number, and the channel in bits 15:8 */
    GISA_ROLE_PARAMETER,
    GISA_ROLE_HIGH,
    GISA_ROLE_EXPORT_TARGET,
    GISA_ROLE_COMPRESSED,
    GISA_ROLE_DONE,
    GISA_ROLE_VALID,
    GISA_ROLE_COUNT
} gisa_role;

/* How operand i of a form is held and written. */
typedef struct gisa_operand_info {
    const char *name; /* in the spec: "sdst" */
    /* what it is, or what is so when it is 1; NULL where the spec does not say */
    const char *doc;
    /* the spec's word for how it is held: "code", "vgpr", "number", ... (isa/README.md) */
    const char *codec;
    const char *type;  /* "f32"; "" for what is no register and no literal */
    const char *key;   /* the word before ':', or the word itself; "" = none */
    const char *names; /* the table that names its values, see gisa_value_name; "" = none */
    /* C over fields of the format: its registers, where they decide that; "" = `registers` */
    const char *count;
    /* the register that it always is (GISA_INFO_HELD_NOWHERE), or is when `enable` is 0; "" =
     * none */
    const char *implied;
    /* C over fields of the format: where it is 0 the instruction does not write the operand; "" =
     * it always does what `access` says */
    const char *written;
    /* what sentences and bodies call it: "D", "S0"; "" = by its name, or not at all */
    const char *word;
    uint32_t flags;
    uint8_t role;      /* gisa_role */
    uint8_t registers; /* of 32 bits; 0 = it is no register */
    uint8_t access;    /* GISA_ACCESS_READ | GISA_ACCESS_WRITE; 0 for what is no register */
    uint8_t scale;     /* registers per unit of the field */
    uint8_t hex_from;
    uint8_t field_count;
    gisa_bits field[4];       /* codec `array`: one bit each */
    gisa_bits neg, abs, sext; /* the bits after -x, |x| and sext(x) */
    /* when 1, `field` is a scalar operand's code and not a vector register */
    gisa_bits scalar;
    gisa_bits enable; /* when 0, the operand is `implied` */
    gisa_bits plus;   /* when 1, there is one register more */
    /* the value of a modifier that is left out, in the two syntaxes */
    int32_t otherwise, otherwise_clrx;
    /* smaller values are written in another form; 0 = none are */
    int32_t least;
    /* Implicit state: where the modifier is not 0 and the form has the state `instead_of`, the
     * instruction has the state `instead` in its place, and also reads `also`. 0 = none. */
    uint32_t instead_of, instead, also;
} gisa_operand_info;

GISA_API gisa_status gisa_form_operand(const gisa_isa *isa, uint32_t form, unsigned i,
                                       gisa_operand_info *info);

/* More of operands of codec "banked": registers of banks with channels. */
typedef struct gisa_bank_info {
    /* the table of banks, see gisa_bank_at: entry extension << choice.width | choice */
    const char *banks;
    /* the table of channels by selector, see gisa_swizzle_at; "FREE": three bits for each channel,
     * x lowest, 0-7 = x y z w 0 1 2 1/2; "" = x y z w */
    const char *swizzles;
    /* C over fields of the format: which channels are shown, a bit each; "" = none */
    const char *channels;
    gisa_bits number, choice, extension;
    uint8_t internal;    /* from this number on bank r is the internal registers; 0 = it is not */
    bool doubled;        /* the number counts pairs of registers */
    bool dashed;         /* the only channel is written at its place: .--z */
    bool unlisted;       /* constants are not written as lists of values */
    uint8_t piece_count; /* the pieces of the selector; the lowest ones first */
    gisa_bits piece[6];
    uint8_t piece_to[6]; /* the bit of the selector where piece i begins */
} gisa_bank_info;

/* GISA_STATUS_BAD_ARGUMENT where operand i is no such operand. */
GISA_API gisa_status gisa_form_bank(const gisa_isa *isa, uint32_t form, unsigned i,
                                    gisa_bank_info *info);

/* The i-th table of banks or swizzles; NULL after the last. */
GISA_API const char *gisa_bank_table(const gisa_isa *isa, unsigned i);
GISA_API const char *gisa_swizzle_table(const gisa_isa *isa, unsigned i);

/* Entry i of a table: a gisa_kind (GISA_KIND_NONE = reserved); four letters of xyzw012h, ended by a
   0. */
GISA_API gisa_status gisa_bank_at(const gisa_isa *isa, const char *table, unsigned i,
                                  unsigned *kind);
GISA_API gisa_status gisa_swizzle_at(const gisa_isa *isa, const char *table, unsigned i,
                                     char letters[5]);

/* The two words of entry i of the table of constants (GISA_KIND_TABLE). */
GISA_API gisa_status gisa_constant_at(const gisa_isa *isa, unsigned i, uint32_t words[2]);

/* The letters before the number of a register: "pa" of GISA_KIND_PRIMARY; "" = it has none. */
GISA_API const char *gisa_bank_letters(unsigned kind);

/* How operands of a codec are written, in a few words in which code stands between `, and the
 * tables and packs that name their values ("DFMT NFMT"). "" where nothing needs to be said. */
GISA_API const char *gisa_codec_written(const char *codec);
GISA_API const char *gisa_codec_tables(const char *codec);

/* What an operand code stands for. */
typedef struct gisa_code_info {
    /* "s5", "vcc_lo", "0.5", "-3", "v255", "literal"; "" = the code is reserved */
    const char *name;
    const char *clrx;
    const char *pair;   /* of this code and the next one together: "vcc"; "" = they have no name */
    uint16_t registers; /* most registers of an operand that begins with this code */
    uint8_t kind;       /* gisa_kind; GISA_KIND_NONE = reserved */
    bool read_only;     /* a constant, or a register that cannot be written */
    bool lds_direct;    /* only operands with GISA_INFO_TAKES_LDS take it */
} gisa_code_info;

/* Codes are 0 to 511. Names of numbered registers and of integers are written to `text`, which must
 * live as long as the answer is used. */
GISA_API gisa_status gisa_code(const gisa_isa *isa, unsigned code, char text[8],
                               gisa_code_info *info);

/* Names of values. A table is named in upper case: "HWREG"; gisa_name_table(isa, i) is the i-th
   table, NULL after the last. */
typedef struct gisa_value_name {
    const char *llvm, *clrx;
    uint16_t value, last; /* where last > value, the number at the end of the name counts up */
} gisa_value_name;

GISA_API const char *gisa_name_table(const gisa_isa *isa, unsigned i);
GISA_API gisa_status gisa_name_of_value(const gisa_isa *isa, const char *table, unsigned i,
                                        gisa_value_name *name);

/* The parts of packed immediates (s_waitcnt, s_getreg_b32, s_sendmsg) and of the resources of
   buffers and images and of samplers: `low` holds the low bits of the part. */
typedef struct gisa_pack_part {
    const char *pack, *name; /* "WAITCNT", "vmcnt" */
    gisa_bits low, high;
} gisa_pack_part;

GISA_API gisa_status gisa_pack_part_at(const gisa_isa *isa, unsigned i, gisa_pack_part *part);

/* A row of a table of numbers, such as the tile modes of images: all rows of all tables, one table
   after the other. */
typedef struct gisa_number_row {
    const char *table; /* "TILE_MODE" */
    int64_t key;
    const int64_t *columns;
    unsigned count; /* columns */
} gisa_number_row;

GISA_API gisa_status gisa_number_row_at(const gisa_isa *isa, unsigned i, gisa_number_row *row);

/* All that gisa_fact knows. */
GISA_API gisa_status gisa_fact_at(const gisa_isa *isa, unsigned i, const char **name,
                                  int64_t *value);

/* What a word of the spec means, in a few words that begin with a small letter: an operand's name,
 * a format, a class, a state, a register, a type, a table, a fact ("glc", "VOP3A", "vcc", "f32";
 * `place` is NULL), an operand of a certain format, a name in a table, a part of a packed immediate
 * ("MIMG", "srsrc"; "OMOD", "mul:2"; "WAITCNT", "vmcnt", or "vmcnt(n)" with {n} where its value can
 * stand), the title of a class ("salu", "title"; NULL where all of its meaning is one), a word of
 * bodies ("body", "ADDR"). Numbered registers and constants: "sgpr", "vgpr", "ttmp", "integer",
 * "float", "literal". NULL where the spec does not say. */
GISA_API const char *gisa_meaning(const gisa_isa *isa, const char *place, const char *word);

/* All of them; *word is "MIMG.srsrc" where there is a place. */
GISA_API gisa_status gisa_meaning_at(const gisa_isa *isa, unsigned i, const char **word,
                                     const char **text);

/* A word of a form's doc that stands for an operand or for implicit state. */
typedef struct gisa_doc_mark {
    uint32_t at, size; /* of the word in the doc: "S1[4:0]" */
    int32_t operand;   /* its number; -1 = state, or the form does not have the operand */
    gisa_bits bits;    /* these bits of the operand; width 0: all of it */
    /* GISA_STATE_LDS where the doc says LDS and a modifier can put other state in its place */
    uint32_t state;
} gisa_doc_mark;

/* Mark i of a form's doc, in the order of the text. */
GISA_API gisa_status gisa_form_doc_mark(const gisa_isa *isa, uint32_t form, unsigned i,
                                        gisa_doc_mark *mark);

/* The words that bodies of this family are written in, in the order of their declarations
   (isa/README.md). */
typedef struct gisa_body_word {
    const char *name; /* "LDS" */
    /* what it takes, gives and does: "(type, u64) type : element(lds) rows" */
    const char *declaration;
    const char *meaning; /* "LDS(type, address) is an element in LDS ..." */
    /* of a function: its body, in the same language; NULL = it is a primitive */
    const char *definition;
} gisa_body_word;

GISA_API gisa_status gisa_body_word_at(const gisa_isa *isa, unsigned i, gisa_body_word *word);

/* Those that the body of a form uses, each once, in the order of its text; after them those that
   its functions use. */
GISA_API gisa_status gisa_form_word(const gisa_isa *isa, unsigned form, unsigned i,
                                    gisa_body_word *word);

/* A value of a field of a format, whose effect is unknown. Words that have it end a
 * shader with a fault (gisa_shade.h, model unknown_fields). */
typedef struct gisa_unknown {
    const char *field;
    gisa_bits at;
    uint32_t value;
    const char *text; /* what is known */
} gisa_unknown;

/* These count from 0 and answer GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_format_unknown(const gisa_isa *isa, uint32_t format, unsigned i,
                                         gisa_unknown *unknown);

/* A mistake in a well-known document that concerns a form's row on this architecture. */
typedef struct gisa_correction {
    const char *document; /* which document is wrong */
    const char *text;     /* what it says, and what is so */
} gisa_correction;

GISA_API gisa_status gisa_form_correction(const gisa_isa *isa, uint32_t form, unsigned i,
                                          gisa_correction *answer);

/* The same for all instructions of a format. */
GISA_API gisa_status gisa_format_correction(const gisa_isa *isa, uint32_t format, unsigned i,
                                            gisa_correction *answer);

/* What a document or another project calls an instruction, all of a format, or a resource, which is
   a table of parts (gisa_pack_part_at). Assemblers do not take these names. */
typedef struct gisa_called {
    const char *word;     /* "V32NMAD" */
    const char *document; /* where it is called so */
    const char *name;     /* of the row: "mul.f32"; "" = all rows of the format, or the table */
    const char *format;   /* or a table of parts: "IMAGE" */
} gisa_called;

GISA_API gisa_status gisa_called_at(const gisa_isa *isa, unsigned i, gisa_called *answer);

/* Unsettled choices about what instructions compute. */
typedef struct gisa_model {
    const char *name; /* "tininess" */
    /* "after before": the first one is taken unless somebody chooses another one */
    const char *options;
    const char *text;      /* what is known */
    const char *certainty; /* of the first option: "not measured" */
} gisa_model;

enum { GISA_MOST_MODELS = 32 };

GISA_API gisa_status gisa_model_at(const gisa_isa *isa, unsigned i, gisa_model *model);

/* The models that the operation of a form depends on, a bit each. Operands of USSE may add others.
 * gisa_machine_choose and gisa_shade_choose choose an option. */
GISA_API uint32_t gisa_form_models(const gisa_isa *isa, uint32_t form);

/* What the address registers of an image instruction hold, in order, for one type of image. */
typedef struct gisa_address {
    const char *image;   /* the type, as in the table IMAGE_TYPE; "" = any */
    unsigned count;      /* registers, where each holds 32 bits (without a16) */
    char registers[160]; /* "offsets, reference, x, y, slice, lod"; a&b share a register, a low */
} gisa_address;

/* For the i-th type of image that the form takes. GISA_STATUS_END: there are no more, or it works
 * on no image. */
GISA_API gisa_status gisa_form_address(const gisa_isa *isa, uint32_t form, unsigned i,
                                       gisa_address *address);

/* The number of a form's operation. Forms of a family with the same number do the same to their
 * operands; gisa_semantics.h says what. `i` = 1: the second operation of a form of two. 0 = there
 * is none, or nothing says what it does. */
GISA_API unsigned gisa_form_operation(const gisa_isa *isa, uint32_t form, unsigned i);

/* ---- 10. Whole files -------------------------------------------------------------- */

/* Takes the next `size` bytes of output; false = stop, the write failed. */
typedef bool (*gisa_write)(void *ctx, const void *bytes, size_t size);

typedef enum gisa_severity {
    GISA_SEVERITY_NOTE,
    GISA_SEVERITY_WARNING,
    GISA_SEVERITY_ERROR
} gisa_severity;

typedef struct gisa_diagnostic {
    gisa_severity severity;
    const char *file; /* never NULL */
    uint32_t line;    /* from 1; 0 = the whole file */
    uint32_t column;  /* from 1; 0 = the whole line */
    uint32_t length;  /* of what is meant, in bytes */
    const char *message;
    const char *source; /* the source line, `source_size` bytes, or NULL */
    size_t source_size;
    bool has_offset; /* of a file that is no text: `offset` says where, in bytes */
    uint64_t offset;
} gisa_diagnostic;

typedef void (*gisa_report)(void *ctx, const gisa_diagnostic *diagnostic);

typedef enum gisa_input {
    GISA_INPUT_AUTO,
    GISA_INPUT_RAW,
    GISA_INPUT_HEX,
    GISA_INPUT_ELF,
    GISA_INPUT_GXP, /* a shader of the PS Vita */
    GISA_INPUT_SB   /* a shader binary of the PS4 */
} gisa_input;

/* What a source has for the code from an address on. */
typedef struct gisa_source_line {
    uint64_t address;
    const char *text; /* of one line: "saxpy.cl:7: y[i] += a * x[i];" */
} gisa_source_line;

typedef struct gisa_dis_options {
    /* NULL: from the ELF header; GISA_STATUS_BAD_ARGUMENT where there is none */
    const gisa_isa *isa;
    gisa_input input;
    gisa_syntax syntax;
    /* the instruction text alone, even where it would not assemble to the same bits */
    bool plain;
    bool hex;  /* the words, in a comment after each instruction */
    bool json; /* one object per instruction and line */
    /* how many may work on a large file; 0 = 1. The output does not depend on it */
    unsigned threads;
    const char *file;   /* for messages; NULL = "input" */
    gisa_report report; /* may be NULL */
    gisa_write write;
    void *ctx; /* for report and write */
    /* Lists the code at addresses from `start` on and before `stop` (0: to the end) alone.
     * Addresses are those of the file; 0 is the beginning of raw code, of each section of a
     * relocatable file and of each program of a shader. */
    uint64_t start, stop;
    /* Lists these symbols alone, code or data: names of the file; "primary" and "secondary" are the
     * programs of a shader. GISA_STATUS_BAD_ARGUMENT where there is no such symbol, or no code at
     * the addresses. Branches to labels that are not listed name them all the same. */
    const char *const *symbols;
    size_t symbol_count;
    /* The control flow of the code as a graph for Graphviz, in place of the listing: a cluster for
     * each function, a node for each basic block. */
    bool graph;
    /* Lines of the source, by address, which a listing of a loadable object has as comments in
     * front of the instructions that begin there. */
    const gisa_source_line *source;
    size_t source_count;
} gisa_dis_options;

/* Disassembles a whole file. Allocates with malloc, frees everything before it returns. */
GISA_API gisa_status gisa_disassemble(const void *file, size_t size,
                                      const gisa_dis_options *options);

/* One of the code objects of a bundle; it lies in the caller's file. */
typedef struct gisa_bundled {
    /* As the bundler was told: "hipv4-amdgcn-amd-amdhsa--gfx900:xnack-"; not ended by a 0. */
    const char *name;
    size_t name_size;
    const void *file;
    size_t size; /* 0: the host's own entry */
} gisa_bundled;

/* A walk through the code objects of a file. The members are the library's own. */
typedef struct gisa_bundle {
    const void *file;
    size_t file_size;
    const uint8_t *at; /* the bundle, or the rest of a program */
    size_t size;       /* from there on */
    /* of a bundle: entries, offset of the next one, end of the last code object */
    uint64_t left, table, end;
    unsigned section, seen;
    bool is_bundle;
} gisa_bundle;

/* Begins a walk through a bundle as clang-offload-bundler and hipcc make it; through those in a
 * program that hipcc has linked, one for each source file; or through the code objects among the
 * data of another program, as GCC's offloading makes it. These have no names. */
GISA_API void gisa_bundle_open(gisa_bundle *bundle, const void *file, size_t size);
/* The next entry. GISA_STATUS_END: there are no more; GISA_STATUS_BAD_FILE: there is none in such a
   file, or it is damaged. */
GISA_API gisa_status gisa_bundle_next(gisa_bundle *bundle, gisa_bundled *entry);
/* The i-th entry of such a walk, from 0. */
GISA_API gisa_status gisa_bundled_at(const void *file, size_t size, unsigned i,
                                     gisa_bundled *entry);
/* Chooses one: `wanted` is its number, from 1, of the entries whose size is not 0; or its target,
 * with features or without ("gfx900:xnack-", "gfx900", a usual name), or the whole name; or NULL.
 * Then isa counts, where it is not NULL. *count says how many fit best, and *entry is the first of
 * these: code for the chip itself fits better than for another with the same instructions, and code
 * without XNACK better than with it. GISA_STATUS_END: none fits. */
GISA_API gisa_status gisa_bundled_choose(const void *file, size_t size, const gisa_isa *isa,
                                         const char *wanted, gisa_bundled *entry, unsigned *count);
/* The first one for an architecture, likewise. */
GISA_API gisa_status gisa_bundled_for(const void *file, size_t size, const gisa_isa *isa,
                                      gisa_bundled *entry);

typedef enum gisa_output {
    GISA_OUTPUT_ELF, /* relocatable object */
    GISA_OUTPUT_CO,  /* loadable AMDHSA code object */
    GISA_OUTPUT_RAW, /* the bytes of .text */
    GISA_OUTPUT_HEX, /* the words of .text as text, one instruction a line */
    GISA_OUTPUT_GXP  /* a shader of the PS Vita; its code is in .primary and .secondary */
} gisa_output;

/* Where an instruction of the source went. */
typedef struct gisa_placed {
    const char *section; /* ".text" */
    uint64_t offset;     /* in the section */
    uint32_t size;
    const char *file;      /* where its statement stands, or what expanded to it */
    uint32_t line, column; /* from 1 */
    bool direct; /* it stands in the source itself, once: not in a macro, a repetition, an included
                    file */
    size_t at;   /* then its mnemonic begins at this byte of the source */
} gisa_placed;

typedef struct gisa_asm_options {
    const gisa_isa *isa; /* NULL: from .amdgcn_target; an error where the source names none */
    gisa_output output;
    gisa_syntax syntax;
    const char *const *defines; /* "NAME=VALUE" or "NAME" (= 1), ended by NULL; may be NULL */
    /* Reads a file for .include and .incbin: a malloc'd block that the assembler frees, or NULL.
     * `from` is the file that asks. NULL function = no includes. */
    void *(*read)(void *ctx, const char *name, const char *from, size_t *size);
    gisa_report report;   /* may be NULL */
    void *ctx;            /* for read and report */
    unsigned error_limit; /* stop after this number of errors; 0 = 20 */
    /* Called for each instruction in the order of the source, with ctx; may be NULL. What it points
     * to lives during the call. */
    void (*placed)(void *ctx, const gisa_placed *placed);
    /* Write a line table (DWARF 4) of the source itself, for debuggers. A source with .loc or .file
     * with a number has one already, and nothing is added. */
    bool line_table;
} gisa_asm_options;

/* Assembles a source text. On GISA_OK *out is a malloc'd block of *out_size bytes that the caller
 * frees; otherwise *out is NULL. GISA_STATUS_FAILED: the errors have been reported. */
GISA_API gisa_status gisa_assemble(const char *file, const char *source, size_t size,
                                   const gisa_asm_options *options, void **out, size_t *out_size);

/* The i-th directive that the assembler knows, from 0: ".long"; NULL after the last. The .amdhsa_
 * lines of a kernel descriptor are not among them. */
GISA_API const char *gisa_directive_name(unsigned i);
/* The i-th line of a kernel descriptor that the architecture has, from 0, without ".amdhsa_":
 * "next_free_vgpr"; NULL after the last. */
GISA_API const char *gisa_descriptor_line(const gisa_isa *isa, unsigned i);

/* ---- 11. Shader files of the PS Vita (.gxp) ---------------------------------------- */

/* What was read from a file; everything that the functions below point to lives in it. */
typedef struct gisa_gxp gisa_gxp;

/* Reads any bytes; allocates with malloc. On GISA_STATUS_BAD_FILE error->offset says where in the
 * file and error->message what is wrong; `error` may be NULL. */
GISA_API gisa_status gisa_gxp_open(const void *file, size_t size, gisa_gxp **shader,
                                   gisa_error *error);
GISA_API void gisa_gxp_close(gisa_gxp *shader); /* NULL is allowed */

/* A run of registers; count 0 = there is none. */
typedef struct gisa_gxp_registers {
    uint32_t bank; /* GISA_KIND_PRIMARY, GISA_KIND_SECONDARY or GISA_KIND_OUTPUT */
    uint32_t first, count;
} gisa_gxp_registers;

typedef struct gisa_gxp_info {
    bool fragment; /* otherwise a vertex program */
    uint8_t major, minor;
    uint16_t sdk;
    uint32_t flags;           /* gisa_gxp_flag_name */
    uint32_t pa_registers;    /* primary attributes: what the program begins with */
    uint32_t sa_registers;    /* secondary attributes: uniforms, literals, addresses */
    uint32_t temporaries;     /* r0 ... */
    uint32_t phases;          /* of the primary program */
    const uint8_t *primary;   /* 64-bit words, the low half first; for every vertex or pixel */
    size_t primary_size;      /* in bytes */
    const uint8_t *secondary; /* once for each draw, before the primary one */
    size_t secondary_size;
    uint32_t default_uniform_words; /* of 32 bits: the size of the default uniform buffer */
    /* 2 bits for each uniform buffer, 14 = the default one: loaded into registers, read from
     * memory */
    uint32_t buffer_access;
    /* 4 bits for each texture unit: sampled before the program begins, sampled by it, unknown */
    uint64_t texture_access;
    char result[16];                     /* of a fragment program: its type, "f16x4" */
    gisa_gxp_registers result_registers; /* and where it is; that it may be after pa0 is a guess */
    /* Of a vertex program: where it finds the number of the vertex and of the instance, unsigned
       integers; count 0: it asks for none. */
    gisa_gxp_registers vertex_index, instance_index;
} gisa_gxp_info;

GISA_API gisa_status gisa_gxp_about(const gisa_gxp *shader, gisa_gxp_info *info);

/* The name of bit 0 to 31 of the flags; NULL where it is not known. */
GISA_API const char *gisa_gxp_flag_name(unsigned bit);

typedef struct gisa_gxp_parameter {
    const char *name;
    /* "attribute", "uniform", "sampler", "auxiliary_surface", "uniform_buffer"; NULL = unknown */
    const char *category;
    char type[16];        /* "f32x4" */
    uint32_t array_size;  /* 1 = no array */
    const char *semantic; /* of an attribute: "position", "texcoord"; NULL = none or unknown */
    uint8_t semantic_index;
    uint32_t container; /* of a uniform: gisa_gxp_container.index */
    /* pa register of an attribute, word of a uniform in its container, texture unit, buffer
     * number */
    uint32_t resource;
    uint32_t words;               /* that a uniform or an attribute takes */
    gisa_gxp_registers registers; /* where the program finds it; none: in memory, or nowhere */
} gisa_gxp_parameter;

/* These count from 0 and answer GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_gxp_parameter_at(const gisa_gxp *shader, unsigned i,
                                           gisa_gxp_parameter *parameter);

/* A part of the sa registers. */
typedef struct gisa_gxp_container {
    uint32_t index;   /* 0 to 13: that uniform buffer */
    const char *name; /* "default", "literal", "data", ...; NULL where it has none */
    gisa_gxp_registers registers;
} gisa_gxp_container;

GISA_API gisa_status gisa_gxp_container_at(const gisa_gxp *shader, unsigned i,
                                           gisa_gxp_container *container);

/* A uniform buffer whose address the program finds in a register. */
typedef struct gisa_gxp_buffer {
    uint32_t buffer; /* 14 = the default one */
    gisa_gxp_registers registers;
    int32_t offset; /* in bytes, added to the address */
} gisa_gxp_buffer;

GISA_API gisa_status gisa_gxp_buffer_at(const gisa_gxp *shader, unsigned i,
                                        gisa_gxp_buffer *buffer);

/* The words of a uniform buffer (14 = the default one) that have names; 0 = the program has no such
   buffer, or does not say. */
GISA_API uint32_t gisa_gxp_buffer_words(const gisa_gxp *shader, uint32_t buffer);

/* A register that is loaded with a constant. */
typedef struct gisa_gxp_literal {
    gisa_gxp_registers registers;
    float value;
} gisa_gxp_literal;

GISA_API gisa_status gisa_gxp_literal_at(const gisa_gxp *shader, unsigned i,
                                         gisa_gxp_literal *literal);

/* A register that is loaded with a word of a texture unit's state, for samples that the program
   takes itself. */
typedef struct gisa_gxp_sampler {
    uint32_t unit, word;
    gisa_gxp_registers registers;
} gisa_gxp_sampler;

GISA_API gisa_status gisa_gxp_sampler_at(const gisa_gxp *shader, unsigned i,
                                         gisa_gxp_sampler *sampler);

/* What a vertex program gives besides the position, or a fragment program begins with. */
typedef struct gisa_gxp_varying {
    const char *name; /* "texcoord0", "color0", "fog"; NULL = only a sample */
    char parts[8];    /* "xyzw" of a vertex program's coordinate */
    bool half;        /* in 16 bits */
    /* "texcoord0": a texture is sampled there before the program begins; NULL = none is */
    const char *sampled;
    uint32_t unit;                /* that is sampled */
    gisa_gxp_registers registers; /* where the program puts it, or finds it */
    gisa_gxp_registers sample;    /* of a fragment program */
    /* 'w' or 'z': the sample is at x and y divided by it; 0 = at x and y */
    char divided;
} gisa_gxp_varying;

GISA_API gisa_status gisa_gxp_varying_at(const gisa_gxp *shader, unsigned i,
                                         gisa_gxp_varying *varying);

/* ---- 12. What is in a file --------------------------------------------------------- */

/* Code, symbols and kernels of a file, without knowing its format: an AMDGPU ELF file (relocatable
 * or loadable), one code object of a bundle or of a program, a .gxp file, or raw code. All strings
 * and bytes that the functions below give live as long as the gisa_file and the caller's bytes. A
 * gisa_file does not change, so several threads may look into one. */
typedef struct gisa_file gisa_file;

/* Opens any bytes, which must stay until gisa_file_close; allocates with malloc, at most a small
 * multiple of `size`. What begins like no known format is raw code, and needs isa. Of a file with
 * several code objects `object` chooses as `wanted` of gisa_bundled_choose does; NULL: isa alone.
 * An ELF file says itself what it is for; isa is for those that do not. Otherwise *file is NULL and
 * error->message says why (error may be NULL):
 *   GISA_STATUS_BAD_FILE      it is damaged; error->offset says where
 *   GISA_STATUS_BAD_ARGUMENT  raw code without isa; no code object fits, or several do
 *   GISA_STATUS_NO_MEMORY */
GISA_API gisa_status gisa_file_open(const void *bytes, size_t size, const gisa_isa *isa,
                                    const char *object, gisa_file **file, gisa_error *error);
GISA_API void gisa_file_close(gisa_file *file); /* NULL is allowed */

typedef struct gisa_file_info {
    gisa_input format;   /* GISA_INPUT_ELF, _GXP, _SB or _RAW */
    const gisa_isa *isa; /* NULL: an ELF file of an unknown architecture */
    const void *bytes;   /* of a bundle, the code object that was chosen */
    size_t size;
    bool loadable;          /* addresses are as linked; otherwise each section begins at 0 */
    const gisa_gxp *shader; /* of a .gxp file, for part 11; otherwise NULL */
} gisa_file_info;

GISA_API gisa_status gisa_file_about(const gisa_file *file, gisa_file_info *info);

/* A section of an ELF file, in the file's order; of a .gxp file "primary" and "secondary"; all of
 * raw code, "". */
typedef struct gisa_file_section {
    const char *name;
    uint64_t address, size;
    const uint8_t *bytes; /* NULL: they are not in the file (.bss) */
    bool code;
    uint32_t type; /* SHT_* and SHF_* of ELF; 0 in other files */
    uint64_t flags;
} gisa_file_section;

/* These count from 0 and answer GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_file_section_at(const gisa_file *file, size_t i,
                                          gisa_file_section *section);

/* A symbol of an ELF file, in the file's order. */
typedef struct gisa_file_symbol {
    const char *name;
    uint64_t address, size;            /* in bytes */
    int64_t section;                   /* for gisa_file_section_at; -1: in none */
    bool defined;                      /* false: another file has it */
    uint8_t type, binding, visibility; /* STT_*, STB_* and STV_* of ELF */
} gisa_file_symbol;

GISA_API gisa_status gisa_file_symbol_at(const gisa_file *file, size_t i, gisa_file_symbol *symbol);

/* Code in one piece: from a function's symbol to the next one, or to the end of its section. What
 * symbols say to be data among code is in no range, nor is the structure before a kernel of code
 * object version 2. */
typedef struct gisa_file_code {
    const char *name; /* of the function; that of the section where there is none; "" of raw code */
    uint64_t address, size;
    const uint8_t *bytes;
    size_t section;
} gisa_file_code;

/* Ordered by section and address. */
GISA_API gisa_status gisa_file_code_at(const gisa_file *file, size_t i, gisa_file_code *code);

/* A kernel of an AMDHSA code object: what its descriptor or amd_kernel_code_t and metadata say. */
typedef struct gisa_file_kernel {
    const char *name;
    uint64_t descriptor; /* its address */
    uint64_t entry;      /* address of the first instruction, if has_entry */
    bool has_entry;      /* false: a relocation says it that no symbol of the file fulfils */
    bool dynamic_stack;
    uint32_t vgprs, sgprs;      /* that a wave is given, by granules, with VCC and the like */
    uint32_t user_sgprs;        /* that are set before it begins */
    uint32_t group_size;        /* bytes of LDS, without dynamic ones */
    uint32_t private_size;      /* bytes of private memory for each work-item */
    uint32_t kernarg_size;      /* bytes of arguments, hidden ones included */
    uint32_t kernarg_align;     /* a power of two */
    uint32_t argument_count;    /* that metadata describe; 0 where there are none */
    uint32_t required_group[3]; /* work-items: the only size of its work-groups; 0 = any */
    uint32_t most_items;        /* in a work-group; 0 = as many as the hardware takes */
} gisa_file_kernel;

GISA_API gisa_status gisa_file_kernel_at(const gisa_file *file, size_t i, gisa_file_kernel *kernel);

/* An argument of a kernel, as metadata say. */
typedef struct gisa_argument {
    const char *name; /* "" where it has none */
    /* the metadata's .value_kind: "global_buffer", "by_value", "hidden_global_offset_x" */
    const char *kind;
    const char *type; /* in the source: "float*"; "" where it is not said */
    uint32_t offset, size;
} gisa_argument;

GISA_API gisa_status gisa_file_argument_at(const gisa_file *file, size_t kernel, unsigned i,
                                           gisa_argument *argument);

/* ---- 13. Shader binaries of the PS4 ------------------------------------------------- */

/* A shader as the tools of the PS4 write it, or as games and emulators keep it: code before a
 * footer "OrbShdr", after a header "Shdr", or between both. Everything points into the caller's
 * bytes; nothing is allocated. Names are those of isa/gcn/ps4.isa. */
typedef struct gisa_sb_info {
    const gisa_isa *isa;  /* of the console that the header states; otherwise the PS4's */
    const uint8_t *code;  /* without tables, header and footer */
    size_t code_size;     /* in bytes */
    const char *stage;    /* "ps", "vs", "cs" ...; "" where the file does not state a known one */
    bool has_header;      /* "Shdr" */
    bool has_footer;      /* "OrbShdr" */
    uint32_t version;     /* of the footer */
    uint64_t hash;        /* in the footer */
    uint32_t crc;         /* in the footer; it is not checked */
    uint32_t constants;   /* bytes of embedded constants, by the header */
    uint32_t scratch;     /* dwords of private memory for each lane, by the header */
    uint32_t slot_count;  /* of user data */
    uint32_t words_count; /* of registers that the header states */
    const uint8_t *slots, *words;
    const char *words_table; /* the table of their names */
} gisa_sb_info;

/* Reads any bytes. GISA_STATUS_END: neither header nor footer is in them; GISA_STATUS_BAD_FILE:
 * they contradict each other, or the size of the file; error->message and error->offset say where
 * (error may be NULL). */
GISA_API gisa_status gisa_sb_read(const void *bytes, size_t size, gisa_sb_info *info,
                                  gisa_error *error);

/* User data: scalar registers that are set before the shader begins. */
typedef struct gisa_sb_slot {
    const char *usage; /* "constant_buffer", "ptr_resources" ...; "" of an unknown one */
    uint32_t number;   /* by which a game binds it */
    uint32_t first;    /* scalar register; from 16 on, dword first - 16 of extended user data */
    uint32_t count;    /* dwords; 0: not known */
    char resource;     /* 'V' or 'T', of resources; otherwise 0 */
} gisa_sb_slot;

/* These count from 0 and answer GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_sb_slot_at(const gisa_sb_info *info, unsigned i, gisa_sb_slot *slot);
/* A register that the header states: its name, and the value that a game sets. */
GISA_API gisa_status gisa_sb_register_at(const gisa_sb_info *info, unsigned i, const char **name,
                                         uint32_t *value);

#ifdef __cplusplus
}
#endif
#endif
