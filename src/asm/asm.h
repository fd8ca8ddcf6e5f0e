/* SPDX-License-Identifier: MIT */
/* What the parts of the assembler share: sources, statements, symbols, expressions, sections,
 * fixups.
 *
 *   source text -> statements (lex.c) -> labels, directives, macros, instructions (assemble.c)
 *               -> bytes in sections, and fixups for what is not known yet
 *               -> resolved fixups and relocations (fixup.c) -> a file (output.c)
 *
 * There is one pass: no instruction changes its size, so every address in a section is known at
 * once. */
#ifndef GISA_ASM_H
#define GISA_ASM_H

#include <stdarg.h>

#include "../object/elf_types.h"
#include "../object/object.h"

/* What keeps any input within bounded time and memory. */
enum {
    MAX_INCLUDE_DEPTH = 64,
    MAX_INCLUDES = 10000,
    MAX_EXPANSION_DEPTH = 100,     /* macros and repeats within each other */
    MAX_EXPANDED_TEXT = 512 << 20, /* bytes of expanded text alive at the same time */
    MAX_EXPRESSION_DEPTH = 200,    /* brackets and unary operators */
    MAX_EVALUATION_DEPTH = 500,    /* symbols that are defined through each other */
    MAX_EVALUATION_STEPS = 100000,
    MAX_CONDITION_DEPTH = 1000,
    MAX_PARAMETERS = 1000, /* of a macro */
    MAX_SECTIONS = 16000,
    MAX_REGISTER_NAMES = 2000, /* of CLRX's syntax: x = %s4 */
    DEFAULT_ERROR_LIMIT = 20
};
/* Fuzzers and sanitizers make do with less. */
#ifndef MAX_OUTPUT
#define MAX_OUTPUT ((uint64_t)256 << 20)
#endif
#ifndef MAX_EXPANDED
#define MAX_EXPANDED ((uint64_t)256 << 20) /* bytes that macros, repeats and includes made us read */
#endif
#define MAX_SOURCE ((size_t)INT32_MAX)

typedef struct assembler assembler;

/* ---- memory.c --------------------------------------------------------------------------- */

/* Memory that lives as long as the assembler. */
typedef struct arena {
    struct arena_block *blocks;
    char *next, *end;
    size_t size; /* of the blocks that hold several things */
} arena;

/* Zeroed memory, aligned for anything; never NULL: when out of memory, a->no_memory and a->stop are
 * set and a scratch block is given, which is big enough for every struct of this header. */
void *arena_alloc(assembler *a, size_t size);
char *arena_text(assembler *a, const char *text, size_t size); /* copied, ended by a 0; may be NULL */
void arena_free(arena *r);
/* Makes room for one more element of a malloc'd array; false when out of memory. */
bool memory_grow(assembler *a, void **data, size_t count, size_t *room, size_t element);
/* Whether all that was appended is there; false when out of memory. */
bool memory_is_whole(assembler *a, const bytes *b);
uint32_t memory_hash_text(const char *text, size_t size);

/* ---- source.c --------------------------------------------------------------------------- */

typedef struct source source;

/* A piece of source text, for messages. */
typedef struct location {
    source *in;      /* NULL = unknown */
    uint32_t offset; /* in its text */
    uint32_t length;
    uint32_t line; /* of its file */
} location;

struct source {
    enum { SOURCE_FILE, SOURCE_MACRO, SOURCE_REPEAT } kind;
    const char *file;  /* the file that the text comes from */
    const char *macro; /* the macro's name */
    const char *text;
    size_t size;
    uint32_t first_line; /* of the text, in the file */
    char *owned;         /* the text, when it must be freed */
    location from;       /* what brought it: .include, a macro's call, .rept */
    uint32_t references;
    bool kept;    /* a location that outlives the reading points here */
    source *next; /* all that are alive */
    source **link;
};

struct repeat;

/* Where reading stands in a source. */
typedef struct frame {
    source *in;
    const char *p, *end;
    uint32_t line;
    size_t conditions;     /* open when the frame began */
    struct repeat *repeat; /* what comes when the end is reached; NULL = nothing */
} frame;

/* One statement: a line without its comments. */
typedef struct statement {
    source *in;             /* whose text it is; a frame, or what brought that frame's text, keeps it alive */
    const char *text, *end; /* either the source itself or a copy with blanks for comments, same offsets */
    const char *p;          /* what is read next */
    const char *origin;     /* where text stands in the source */
    uint32_t line;
    uint32_t lines; /* that begin in the first `counted` bytes, which source_location has looked at */
    size_t counted;
} statement;

static inline void statement_begin(statement *s, const frame *f, const char *text, const char *end) {
    s->in = f->in;
    s->text = s->p = s->origin = text;
    s->end = end;
    s->line = f->line;
    s->lines = 0;
    s->counted = 0;
}

source *source_new(assembler *a, const char *text, size_t size, location from);
void source_keep(source *s);
void source_release(assembler *a, source *s);
/* Counts text that is not in the main file; false = there was too much, reported. */
bool source_charge(assembler *a, size_t size);
bool source_push(assembler *a, source *s, struct repeat *r);
void source_pop(assembler *a);
/* The statement at `where` is the current one again. Called before the text of a frame goes away,
 * and with it the statement that was read from it last. */
void source_again(assembler *a, location where);
void sources_free(assembler *a);
/* Reads a file through the caller's function; reports and returns NULL when that fails. */
char *source_read(assembler *a, const char *name, const char *at, size_t length, size_t *size);
/* `at` points into the current statement; anything else stands for its beginning. */
location source_location(assembler *a, const char *at, size_t length);
void dir_include(assembler *a, int kind);
void dir_incbin(assembler *a, int kind);

/* ---- diagnose.c ------------------------------------------------------------------------- */

/* `at` points into the current statement. Both stop the assembler when the limit is reached. */
void diagnose_at(assembler *a, const char *at, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diagnose_in(assembler *a, location where, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diagnose_report(assembler *a, gisa_severity severity, location where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* An error after which there is no going on. */
void diagnose_fatal(assembler *a, const char *at, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* At the cursor: "expected ...". */
void diagnose_expected(assembler *a, const char *what);

/* The nearest of several names: diagnose_near_begin, diagnose_near_try for each, then `best` (NULL
   = none is near). */
typedef struct near_search {
    const char *name;
    size_t size;
    const char *best;
    size_t best_size;
    unsigned least;
} near_search;
void diagnose_near_begin(near_search *n, const char *name, size_t size);
void diagnose_near_try(near_search *n, const char *name, size_t size);
/* "; did you mean 'x'?" or "" in `text`. */
const char *diagnose_near_text(const near_search *n, char text[120]);

/* ---- lex.c ------------------------------------------------------------------------------ */

enum { CHAR_BLANK = 1, CHAR_NAME = 2, CHAR_DIGIT = 4, CHAR_END = 8, CHAR_NAME_START = 16 };
extern const uint8_t lex_char_class[256];
static inline unsigned char_is(char c, unsigned kinds) {
    return lex_char_class[(unsigned char)c] & kinds;
}

/* The next statement that is not empty goes to a->now; false = the frame is at its end. */
bool lex_next_statement(assembler *a, frame *f);
void lex_skip_blanks(statement *s);
bool lex_take(assembler *a, char c); /* with blanks before it */
bool lex_at_end(assembler *a);
/* The end of a directive; otherwise an error. */
bool lex_expect_end(assembler *a);
bool lex_expect_comma(assembler *a);

typedef struct ident {
    const char *text;
    size_t size;
    const char *at; /* where it stands, with its quotes */
    size_t length;
} ident;

/* An identifier, or "any text in quotes"; false without a message when there is none. */
bool lex_read_name(assembler *a, ident *n);
/* In the name that stood in quotes: \" \\ and \n become what they mean. False when out of
   memory. */
bool lex_resolve_name(assembler *a, ident *n);
bool lex_expect_name(assembler *a, ident *n, const char *what);
bool lex_name_is(const ident *n, const char *text);
/* A string with its escapes resolved, appended to `out`; false = reported. */
bool lex_read_string(assembler *a, bytes *out);
/* The text between quotes as it stands. */
bool lex_read_raw_string(assembler *a, ident *n, const char *what);

/* ---- symbols.c -------------------------------------------------------------------------- */

typedef struct expr expr;

typedef enum symbol_state {
    SYMBOL_UNDEFINED,
    SYMBOL_LABEL,    /* section, value */
    SYMBOL_VARIABLE, /* value, or definition when that is not NULL */
    SYMBOL_COMMON,   /* size, value = alignment */
    SYMBOL_LDS
} symbol_state;

typedef struct asm_symbol {
    const char *name;
    uint32_t size;
    uint32_t hash;
    struct asm_symbol *next; /* in order of appearance */
    uint8_t state;
    uint8_t binding, type, visibility; /* as in ELF */
    bool bound;                        /* binding given in the source */
    bool temporary;                    /* .L or a numeric label: not in the symbol table */
    bool constant;                     /* .equiv */
    bool hidden;                       /* kept by the assembler itself: .amdgcn.next_free_vgpr */
    bool needed;                       /* by a relocation */
    bool blamed;                       /* its absence has been reported */
    bool busy;                         /* while its definition is evaluated */
    int section;
    int index; /* in the object, -1 = not there */
    int64_t value;
    expr *definition;
    expr *length; /* .size */
    location length_at;
    location defined_at;
    struct asm_symbol *latest, *coming; /* of the holder of a numeric label: 1b and 1f */
} asm_symbol;

typedef struct symbol_table {
    asm_symbol **slots;
    size_t room, count;
    asm_symbol *first, **last;
} symbol_table;

asm_symbol *symbol_named(assembler *a, const char *text, size_t size);
asm_symbol *symbol_find(const assembler *a, const char *text, size_t size); /* NULL = never seen */
void symbol_define_label(assembler *a, const ident *n);
void symbol_define_numeric(assembler *a, uint64_t number, const char *at, size_t length);
asm_symbol *symbol_numeric(assembler *a, uint64_t number, bool forward);
/* The expression at the cursor becomes the symbol's value. */
void symbol_assign(assembler *a, const ident *n, bool once);
void symbol_set_absolute(assembler *a, asm_symbol *s, int64_t value);
const char *symbol_near(const assembler *a, const char *name, size_t size, char text[120]);
void symbol_define_options(assembler *a);
bool symbol_is_register_name(const char *text, size_t size);
/* A register with a name of its own, on any architecture. */
bool symbol_is_register_elsewhere(const char *text, size_t size);

/* ---- registers.c ------------------------------------------------------------------------ */

typedef struct register_symbol register_symbol;

/* NAME = %VALUE, with the cursor after '%'. */
void registers_set(assembler *a, const ident *n);
/* The name is a number from now on. */
void registers_forget(assembler *a, const char *name, size_t size);
/* Like instruction, where there are such names. */
void registers_instruction(assembler *a, const char *text, size_t word);

/* ---- expr.c, eval.c --------------------------------------------------------------------- */

typedef enum variant {
    VARIANT_NONE,
    VARIANT_GOTPCREL,
    VARIANT_GOTPCREL32_LO,
    VARIANT_GOTPCREL32_HI,
    VARIANT_REL32_LO,
    VARIANT_REL32_HI,
    VARIANT_REL64,
    VARIANT_ABS32_LO,
    VARIANT_ABS32_HI
} variant;

enum { /* expr.op; the operators of two operands follow their precedence table in expr.c */
       EXPR_CONSTANT,
       EXPR_SYMBOL,
       EXPR_PLACE,
       EXPR_NEGATE,
       EXPR_INVERT,
       EXPR_NOT,
       EXPR_ADD,
       EXPR_SUBTRACT,
       EXPR_MULTIPLY,
       EXPR_DIVIDE,
       EXPR_REMAINDER,
       EXPR_LEFT,
       EXPR_RIGHT,
       EXPR_AND,
       EXPR_OR,
       EXPR_XOR,
       EXPR_OR_NOT,
       EXPR_EQUAL,
       EXPR_UNEQUAL,
       EXPR_LESS,
       EXPR_LESS_EQUAL,
       EXPR_GREATER,
       EXPR_GREATER_EQUAL,
       EXPR_BOTH,
       EXPR_EITHER
};

struct expr {
    uint8_t op, variant;
    uint16_t depth;
    int section; /* EXPR_PLACE */
    union {
        int64_t value;      /* EXPR_CONSTANT; EXPR_PLACE: the offset */
        asm_symbol *symbol; /* EXPR_SYMBOL */
        expr *left;
    };
    expr *right;
};

/* What an expression gave: a number when `e` is NULL. */
typedef struct term {
    expr *e;
    int64_t k;
    const char *at;
    size_t length;
} term;

/* Reads the expression at the cursor; false = reported. */
bool expr_read(assembler *a, term *v);
/* Reads one that must be known now. */
bool expr_read_absolute(assembler *a, int64_t *k);
/* The same for gisa_parse: gisa_env.expression. */
size_t expr_operand(void *ctx, const char *text, const char *end, gisa_value *v, const char **why);

/* Either end of a difference: a symbol that has no known place, or a place. */
typedef struct reference {
    asm_symbol *symbol; /* NULL: a place, or nothing */
    int section;        /* of a place or a defined symbol; OBJECT_UNDEFINED */
    int64_t offset;
    bool there;
} reference;

/* An expression as plus - minus + k. */
typedef struct target {
    reference plus, minus;
    int64_t k;
    variant kind;
    bool varies; /* it depends on a symbol that may be set again */
} target;

/* False: `why` says why not, and *culprit is the symbol that is to blame, or NULL. */
bool eval_expr(assembler *a, const expr *e, target *t, const char **why);
/* A number now; false without a message. */
bool eval_is_absolute(assembler *a, const term *v, int64_t *k);
/* LLVM's rule for a literal that names a symbol: it is a distance, unless the expression
   subtracts. */
bool eval_is_distance(const expr *e);
bool eval_binary(int op, int64_t x, int64_t y, int64_t *result, const char **why);
int64_t eval_unary(int op, int64_t x);
expr *expr_place(assembler *a, int section, uint64_t offset);
expr *expr_symbol(assembler *a, asm_symbol *s);
expr *expr_join(assembler *a, int op, const term *x, const term *y);
expr *expr_of(assembler *a, const term *v);

/* ---- sections.c ------------------------------------------------------------------------- */

bool sections_begin(assembler *a);
void sections_define(assembler *a);
int section_named(assembler *a, const char *name, uint32_t type, uint64_t flags);
void section_switch(assembler *a, int index);
uint64_t section_here(const assembler *a); /* the offset in the current section */
/* Room for `size` bytes after the section's content, NULL = reported; the size is added. */
uint8_t *section_emit(assembler *a, size_t size);
/* The same for what has no line of its own: a .loc waits for what comes after it. */
uint8_t *section_filling(assembler *a, size_t size);
/* Room for several instructions, of which the end is given back; NULL = there is none, and nothing
   is reported: one instruction may still have room. */
uint8_t *section_try(assembler *a, size_t size);
void section_return(assembler *a, size_t size);
/* Whether somebody wants to know where each instruction is put. */
bool section_tells(const assembler *a);
void section_emit_bytes(assembler *a, const void *data, size_t size);
void section_fill(assembler *a, uint8_t byte, uint64_t size);
void section_emit_number(assembler *a, uint64_t value, unsigned size);
void section_align(assembler *a, uint64_t align, uint64_t value, unsigned value_size, uint64_t max);

void dir_section(assembler *a, int kind);
void dir_switch(assembler *a, int kind);

/* ---- fixup.c ---------------------------------------------------------------------------- */

typedef struct fixup {
    expr *e;
    location at;
    uint64_t offset; /* in the section */
    int section;
    uint8_t kind;
    uint8_t bit, width; /* of the field, in bits; the lowest bit counts from the instruction's first */
    uint8_t size;       /* of the instruction, in bytes */
    uint8_t unit,
        zero; /* FIXUP_BRANCH: bytes for each 1 in the field, and what it holds for no distance from the end */
    uint32_t type; /* FIXUP_RELOCATION */
} fixup;

enum { FIXUP_DATA, FIXUP_LITERAL, FIXUP_BRANCH, FIXUP_FIELD, FIXUP_RELOCATION };

void fixup_add(assembler *a, const fixup *f);
/* A data item of `size` bytes: now where it is known, otherwise a fixup. */
void fixup_emit_value(assembler *a, const term *v, unsigned size);
void fixup_resolve(assembler *a);
/* Whose number a relocation takes when the symbol table is made. */
typedef struct relocation_link {
    asm_symbol *symbol; /* NULL: the section's own symbol */
    int section;
} relocation_link;

void fixup_add_relocation(assembler *a, const fixup *f, uint32_t type, const reference *to, int64_t addend);
bool fixup_wants_object(const assembler *a); /* relocations and a symbol table are written */

/* ---- macro.c, conditional.c ------------------------------------------------------------- */

typedef struct macro macro;

typedef struct condition {
    location at;
    bool taken;  /* one branch was assembled */
    bool active; /* this branch is assembled */
    bool outer;  /* what stands around it is assembled */
    bool last;   /* .else was seen */
} condition;

macro *macro_find(const assembler *a, const char *text, size_t size);
void macro_call(assembler *a, macro *m, const char *at, size_t length);
bool repeat_next(assembler *a, frame *f);
void repeat_free(struct repeat *r);
void macros_free(assembler *a);
void dir_macro(assembler *a, int kind);
void dir_exitm(assembler *a, int kind);
void dir_purgem(assembler *a, int kind);
void dir_repeat(assembler *a, int kind);
void dir_stray(assembler *a, int kind);

bool conditional_skips(const assembler *a);
void conditional_skip(assembler *a);
void conditional_check(assembler *a, size_t open);
void dir_if(assembler *a, int kind);
void dir_else(assembler *a, int kind);
void dir_endif(assembler *a, int kind);
enum {
    IF_NONZERO,
    IF_ZERO,
    IF_GREATER,
    IF_GREATER_EQUAL,
    IF_LESS,
    IF_LESS_EQUAL,
    IF_DEFINED,
    IF_NOT_DEFINED,
    IF_BLANK,
    IF_NOT_BLANK,
    IF_SAME,
    IF_NOT_SAME,
    IF_EQUAL_STRINGS,
    IF_UNEQUAL_STRINGS
};

/* ---- directives ------------------------------------------------------------------------- */

typedef struct directive {
    const char *name;
    void (*run)(assembler *a, int kind);
    int kind;
} directive;

enum { DIRECTIVE_SLOTS = 1024 };
void directives_begin(assembler *a);
const directive *directive_find(const assembler *a, const char *text, size_t size);
const directive *directive_at(size_t i); /* all of them, for tests; NULL after the last */
void directive_unknown(assembler *a, const char *text, size_t size);

/* dir_data.c */
void dir_number(assembler *a, int size);
void dir_octa(assembler *a, int kind);
void dir_real(assembler *a, int size);
void dir_leb(assembler *a, int is_signed);
void dir_string(assembler *a, int zero);
/* A number with a fraction, of 4 or 8 bytes, at the cursor; false = reported. */
bool dir_read_real(assembler *a, int size, uint64_t *bits);
void dir_space(assembler *a, int kind);
void dir_fill(assembler *a, int kind);
void dir_dcb(assembler *a, int size);
void dir_ds(assembler *a, int size);
void dir_align(assembler *a, int kind);
void dir_org(assembler *a, int kind);
enum { ALIGN_BYTES = 0, ALIGN_POWER = 1, ALIGN_VALUE_2 = 2, ALIGN_VALUE_4 = 4 };

/* dir_symbol.c */
void dir_binding(assembler *a, int binding);
void dir_visibility(assembler *a, int visibility);
void dir_type(assembler *a, int kind);
void dir_size(assembler *a, int kind);
void dir_common(assembler *a, int local);
void dir_set(assembler *a, int once);
void dir_ident(assembler *a, int kind);
void dir_ignored(assembler *a, int kind);
void dir_message(assembler *a, int kind);
void dir_end(assembler *a, int kind);
void dir_reloc(assembler *a, int kind);
enum { MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_PRINT, MESSAGE_ERR };

/* amdgpu.c, kernel.c */
typedef struct kernel kernel;
void dir_target(assembler *a, int kind);
void dir_version(assembler *a, int kind);
void dir_kernel(assembler *a, int kind);
void dir_lds(assembler *a, int kind);
void dir_old_format(assembler *a, int kind);
void dir_old_kernel(assembler *a, int kind);
void target_begin(assembler *a);
void target_set(assembler *a, const gisa_isa *isa);
void amdgpu_count_registers(assembler *a, const gisa_insn *insn);
void amdgpu_give_up_name(assembler *a, asm_symbol *s); /* of a symbol of the assembler's own */
void amdgpu_count_to(assembler *a, unsigned vgprs, unsigned sgprs);

/* metadata.c */
void dir_metadata(assembler *a, int kind);
void dir_pal(assembler *a, int kind);
void dir_old_pal(assembler *a, int kind);
void metadata_end_pal(assembler *a); /* the note of PAL stands after all that the source says */

/* lines.c: .file and .loc */
void dir_file(assembler *a, int kind);
void dir_loc(assembler *a, int kind);
void lines_mark(assembler *a); /* what comes next is at the .loc that waits, if one does */
/* gisa_asm_options.line_table: an instruction of the current section is of this line */
void lines_note(assembler *a, const char *file, uint32_t line, uint64_t offset);
void lines_finish(assembler *a);
void lines_end(assembler *a);

/* frames.c: .cfi_ */
enum {
    CFI_DEF,
    CFI_DEF_OFFSET,
    CFI_DEF_REGISTER,
    CFI_ADJUST,
    CFI_OFFSET,
    CFI_REL_OFFSET,
    CFI_REGISTER,
    CFI_RESTORE,
    CFI_UNDEFINED,
    CFI_SAME_VALUE,
    CFI_REMEMBER,
    CFI_RESTORE_STATE,
    CFI_WINDOW_SAVE,
    CFI_ASPACE,
    CFI_RETURN,
    CFI_SIGNAL,
    CFI_ESCAPE
};
void dir_cfi(assembler *a, int kind);
void dir_cfi_sections(assembler *a, int kind);
void dir_cfi_begin(assembler *a, int kind);
void dir_cfi_end(assembler *a, int kind);
void frames_finish(assembler *a);
void frames_end(assembler *a);

/* placed.c: an instruction of the current section, whose text begins there, is in the output */
void placed_tell(assembler *a, const char *text, uint64_t offset, size_t size);

/* instruction.c: the instruction whose text begins here, with a mnemonic of `word` bytes */
void instruction(assembler *a, const char *text, size_t word);

/* A line of the source that may have been read before, and where that would be known. */
typedef struct line_ahead {
    const char *text, *end;
    struct known *at; /* NULL: it is too short */
} line_ahead;

/* The lines from where reading stands: they are looked for in memory before it comes to them. */
enum { KNOWN_AHEAD = 8 };
typedef struct lines_ahead {
    const source *in;
    const char *next; /* what comes after them */
    line_ahead line[KNOWN_AHEAD];
    unsigned first, count;
} lines_ahead;

/* known.c: takes what lines of the frame come next and are instructions that have been read
   before; false = none is */
bool known_lines(assembler *a, frame *f);
/* The current statement is this instruction, without a name in it; its text begins there. */
void known_keep(assembler *a, const gisa_insn *insn, const char *text);
void known_forget(assembler *a);

bool target_need_isa(assembler *a, const char *at, size_t length);
void kernels_finish(assembler *a);
void target_finish(assembler *a);

/* gxp.c: directives that are there when a shader file is made */
bool gxp_is_made(const assembler *a);
bool gxp_begin(assembler *a);
void gxp_end(assembler *a);
const directive *gxp_directive_at(size_t i); /* NULL after the last */
/* Appends the file; faults are reported. */
gisa_status gxp_output(assembler *a, bytes *out);

/* output.c */
gisa_status output_write(assembler *a, bytes *out);

/* ---- the assembler ---------------------------------------------------------------------- */

/* An expression that an operand of the current instruction waits for. */
typedef struct pending {
    expr *e;
    const char *at;
    size_t length;
} pending;

/* Three-valued features of a target id. */
enum { FEATURE_NONE = 0, FEATURE_ANY = 1, FEATURE_OFF = 2, FEATURE_ON = 3 };

struct assembler {
    const gisa_asm_options *options;
    const gisa_isa *isa;
    arena memory;
    source *main;
    source *sources;
    size_t expanded_text; /* bytes alive */
    uint64_t expanded;
    size_t includes, macro_calls;

    frame *frames;
    size_t frame_count, frame_room, include_depth, expansion_depth;
    statement now;
    char *copy; /* of a statement with comments inside it */
    size_t copy_room;
    condition *conditions;
    size_t condition_count, condition_room;

    struct known *known; /* instructions that have been read; NULL = not kept */
    size_t known_places; /* a power of two */
    lines_ahead ahead;
    bool names_used; /* an operand of this instruction has a name in it, or an operator */
    symbol_table symbols;
    macro **macros; /* chains by hash */
    size_t macro_count, macro_room;
    struct argument *arguments; /* of the call that is read */
    size_t argument_count, argument_room;
    bytes argument_text;
    uint16_t directives[DIRECTIVE_SLOTS]; /* index + 1 in the table */

    object object;
    uint16_t *section_slots; /* index + 1, by the name's hash */
    size_t section_room;
    section *out; /* the current one */
    int current, previous;
    struct {
        int current, previous;
    } * section_stack;
    size_t stack_count, stack_room;
    uint64_t total;         /* bytes in all sections */
    relocation_link *links; /* one per object.relocations */
    size_t link_room;
    uint32_t *units; /* GISA_OUTPUT_HEX: offsets in .text where a line begins */
    size_t unit_count, unit_room;
    bool unit_begun; /* by the current statement */

    fixup *fixups;
    size_t fixup_count, fixup_room;
    pending *pending;
    size_t pending_count, pending_room;
    unsigned expression_depth, evaluation_depth, evaluation_steps;
    const char *why;           /* an operand's expression could not be read */
    bool in_operand, any_name; /* a name of a register is a symbol here */
    bool fold_places;          /* in operands: differences of labels are numbers */

    bool target_named; /* .amdgcn_target was seen */
    bool clrx;         /* ; separates statements, # begins a comment */
    register_symbol *registers;
    unsigned register_count;
    bool isa_missed;  /* its absence has been reported */
    unsigned version; /* of the code object */
    uint8_t xnack, sramecc;
    char target_name[64];
    uint8_t os_abi;
    asm_symbol *next[2]; /* .amdgcn.next_free_vgpr and _sgpr, or .kernel.vgpr_count and .sgpr_count */
    int64_t *used[2];    /* what has been counted: their values, or kernel_uses */
    int64_t kernel_uses[2];
    kernel *kernels, **last_kernel;
    struct line_table *lines;   /* NULL = no .file and no .loc */
    bool row_waits;             /* a .loc for what is put next into the section */
    struct frame_table *unwind; /* NULL = no .cfi_ */
    uint32_t pal_note;          /* the type of the note that PAL's metadata become; 0 = there are none */
    bytes pal;
    struct shader_source *shader; /* what is made of it; NULL for other formats */

    unsigned errors, error_limit;
    bool stop, no_memory, ended;
    void *scratch;
};

#endif
