/* SPDX-License-Identifier: MIT */
/* The tables that isagen writes from isa/ and that the engines (decode, encode, print, parse)
   walk. */
#ifndef GISA_TABLES_H
#define GISA_TABLES_H

#include "gisa.h"
#include "hash.h"
#include "schedule.h"

/* How an operand is held in fields and written as text: one codec per shape, not per
   instruction. */
enum codec {
    CODEC_ABSENT,  /* the row's operand does not exist in this format */
    CODEC_CODE,    /* an operand code: register, constant or literal */
    CODEC_VGPR,    /* a vector register number */
    CODEC_LITERAL, /* the second dword as a constant */
    CODEC_NUMBER,  /* an immediate */
    CODEC_FLAG,    /* one bit with a name */
    CODEC_CHOICE,  /* a number with names */
    CODEC_ARRAY,   /* several bits, name:[0,1,1] */
    CODEC_LABEL,   /* a branch distance in units */
    CODEC_IMPLIED, /* a register that is written in the text and held by no bit */
    CODEC_OFF,     /* the word `off` where another form has a register */
    CODEC_WORD,    /* a modifier that this form always has */
    CODEC_WAITCNT,
    CODEC_HWREG,
    CODEC_SENDMSG,
    CODEC_GPR_IDX,
    CODEC_SWIZZLE,
    CODEC_DPP_CTRL,
    CODEC_ATTR,
    CODEC_EXP_SOURCE,
    CODEC_MTBUF_FORMAT,
    CODEC_BANKED, /* a register of one of several banks, with channels */
    CODEC_JOIN,   /* what stands between two operations of one word */
    CODEC_JOINED, /* an immediate in several fields, the most significant one first: #n */
    CODEC_COUNT
};

/* `width` bits of the instruction from bit `shift` on; width 0 = no such field. */
typedef struct field {
    uint8_t shift, width;
} field;

enum op_flag {
    OP_MODIFIER = 1,       /* after the operands, separated by blanks, in any order */
    OP_LITERAL = 2,        /* operand code 255 takes the second dword */
    OP_HEX = 4,            /* number: hexadecimal */
    OP_SIGNED = 8,         /* number: two's complement */
    OP_OPTIONAL = 16,      /* not written when it has its default value */
    OP_ALWAYS = 32,        /* written even when it has its default value */
    OP_ANY_COUNT = 64,     /* the assembler takes any number of registers here */
    OP_SPACE = 128,        /* no comma after it */
    OP_FLOATING = 256,     /* a floating-point type */
    OP_VECTOR = 512,       /* code: a vector register only (or lds_direct) */
    OP_SCALAR = 1024,      /* code: no vector register */
    OP_NO_CONSTANT = 2048, /* code: no inline constant */
    OP_LDS_DIRECT = 4096,  /* code: takes values that exist here only (CODE_REG with `value` set) */
    OP_PREFIX = 16384,     /* written before the mnemonic */
    OP_SUFFIX = 32768,     /* written at the mnemonic, after a dot */
    OP_FREE_M0 = 8192      /* code: M0 does not count as a scalar value here: it selects a lane */
};

enum { OP_FIELDS = 4, TAKES_ANY_COUNT = 1, TAKES_CONSTANT = 1 << GISA_KIND_INLINE };

typedef struct op_spec {
    _Alignas(64) gisa_operand
        start;     /* decoding begins with this; what the fields say is added. The first 64 bytes are what the
                                        engines need most */
    uint32_t mask; /* of the first field's value */
    uint32_t sign; /* the sign bit of its value; 0 = unsigned */
    int32_t otherwise; /* the default value */
    uint16_t need;     /* CODEC_CODE: what a code must be good for, see enum code_use */
    uint16_t flags;
    uint8_t codec, type, count;
    uint8_t width;     /* of constants: WIDTH_32 and so on */
    uint8_t scale;     /* CODEC_CODE: registers per unit of the field */
    uint8_t index;     /* CODEC_EXP_SOURCE: which source; CODEC_ARRAY: how many bits;
                          CODEC_NUMBER: hexadecimal from this value on, 0 = OP_HEX decides;
                          CODEC_LABEL: from where distances count, in units before the end of the instruction */
    uint8_t takes;     /* what the parser may take as it is: 1 << gisa_kind */
    uint8_t unwritten; /* gisa_operand.flags where the text does not have it */
    field f[OP_FIELDS];
    field neg, abs, sext;
    uint16_t banked;        /* CODEC_BANKED: 1 + index in gisa_isa.banked */
    field scalar;           /* CODEC_VGPR: when set the number is an operand code below 256 */
    field enable;           /* CODEC_CODE: when 0 the operand is register `implied` */
    field plus;             /* so many registers more */
    uint16_t implied;       /* an operand code */
    uint16_t names;         /* 1 + index in gisa_isa.names */
    uint32_t name;          /* in strings: the spec's name of the operand */
    uint32_t key;           /* in strings: the word before ':' or the word itself; 0 = none */
    int32_t otherwise_clrx; /* the default value in CLRX's syntax */
    int32_t least;          /* smaller values are written in another form; 0 = none are */
    uint8_t count_of;       /* 1 + index of a count function; 0 = `count` stands */
    uint8_t key_size;       /* in bytes */
    uint16_t odd_kinds; /* 1 << gisa_kind: operands that may be odd (see oddities.c); the others never are */
    uint32_t doc;       /* in strings: what it is, for users; 0 = the spec does not say */
    uint16_t words;     /* the one for the value 0 in gisa_isa.op_words; 0 = it has none */
    field silent_neg, silent_abs;       /* bits that change the sign although the text does not have them */
    uint8_t last_word;                  /* the greatest value that has one */
    field clrx_plus;                    /* in CLRX's syntax: so many registers more */
    uint8_t clrx_count_of;              /* likewise: 1 + index of a count function; 0 = `count` stands */
    uint8_t ways;                       /* enum op_way */
    uint16_t instead_of, instead, also; /* states: see gisa_operand_info */
    uint32_t clrx_key;                  /* in strings: another key that CLRX's syntax takes; 0 = none */
    uint8_t role, role_number;          /* gisa_role; how many of the role are before it */
    uint32_t word; /* in strings: what bodies and sentences call it; 0 = they do not speak of it */
} op_spec;

/* How an operand is written. */
enum op_way {
    WAY_MINUS = 1,   /* in CLRX's syntax: the bit of sext() is a minus sign */
    WAY_DEMANDED = 2 /* in LLVM's syntax: it has no default */
};

/* What decoding begins with for an operand of a form, next to those of the same form: start and
   need of op_spec. The value is 0. */
typedef struct op_start {
    uint8_t kind, type, count, access, mods, flags; /* these and reg: as in gisa_operand */
    uint16_t reg;
    uint16_t need;
} op_start;

/* What is written for a value of an operand that is a word around the mnemonic or after the
   operands, with its blank or dot. */
typedef struct op_word {
    uint32_t text; /* in strings */
    uint8_t size;
} op_word;

/* Some bits of the word at another place: those of the word shifted right that are in the mask. */
typedef struct bit_piece {
    uint16_t mask;
    uint8_t shift;
} bit_piece;

/* A register of one of several banks: where the bits are that are indices into the tables below. */
enum { CHANNELS = 4, REGISTER_PIECES = 3, SELECTOR_PIECES = 5, SHOWN_PIECES = 2, BANK_CHOICES = 8 };
enum { BUT_NOWHERE = 0xffff }; /* bank_spec.but_value with an empty mask */
enum { FREE_SWIZZLE = 0xff, FREE_SELECTORS = 4096, NO_SWIZZLE = 0 };
enum {
    BANK_WRITTEN = 1,
    BANK_UNLISTED = 2, /* values of constants are not written: the swizzle is that of another operand, too */
    BANK_DASHED = 4,   /* the only channel is written at its place: .--z */
    BANK_DEPENDS = 8   /* written only where `written` has a bit of the word */
};

enum { NO_GENERATOR = 4 };

typedef struct bank_spec {
    _Alignas(64) bit_piece number[REGISTER_PIECES]; /* in `registers` */
    bit_piece selector[SELECTOR_PIECES];            /* in `swizzles` */
    bit_piece mask[SHOWN_PIECES];                   /* in `shown`: which channels are shown, four bits each */
    uint16_t registers, swizzles; /* the first one in gisa_isa.bank_registers, in gisa_isa.swizzles */
    uint64_t shown;
    bit_piece but;      /* where the word has `but_value` there, the channels `but_shown` are shown instead */
    uint16_t but_value; /* not in the mask: nowhere */
    uint8_t but_shown;
    uint8_t flags;
    uint8_t generator; /* of increments: 0 that of results, 1 to 3 those of sources, NO_GENERATOR */
    uint8_t files;     /* in gisa_isa.bank_files, GISA_KIND_COUNT of them */
    uint8_t
        swizzle; /* 1 + index in gisa_isa.swizzle_tables, FREE_SWIZZLE: three bits for each channel, or NO_SWIZZLE: xyzw */
    uint64_t written; /* BANK_DEPENDS: bits that say that it is written */
} bank_spec;

typedef struct bank_register { /* these where gisa_operand has them: they are put there at once */
    uint8_t kind;              /* gisa_kind */
    uint8_t others[5];         /* 0 */
    uint16_t reg;
} bank_register;

/* Where the registers of a kind are among those of an operand: register n has the number start + (n
 * >> shift), an indexed one `bank` more for each bank after the first; all are below `end`. */
typedef struct bank_file {
    int16_t start;
    uint16_t end;
    uint8_t shift, bank;
} bank_file;

typedef struct swizzle_table {
    uint16_t first,
        count; /* in gisa_isa.swizzles: a digit for each channel, x lowest: 0-3 xyzw, 4-7 the constants 0 1 2 1/2 */
} swizzle_table;

/* The values of the table of constants as numbers of 32 or of 16 bits, in ascending order: their
 * bits and texts, and in which entries they are what channel. */
enum { NO_VALUE = 0xff, CONSTANTS = 64, CONSTANT_NAN = 0x7fffffff /* all NaNs are one in the text */ };

typedef struct constant_view {
    const uint32_t *bits, *texts; /* in strings */
    const uint64_t (
        *entries)[CHANNELS]; /* of a value: the entries that have it in this channel, one bit each */
    const uint8_t (*values)[CHANNELS]; /* of an entry: the values of its channels, or NO_VALUE: unknown */
    uint8_t digits[CHANNELS];          /* the values of the constants that swizzles have: 0 1 2 1/2 */
    uint8_t count;
} constant_view;

/* What users read about an operand in banks; engines do not look at it. */
enum { BANK_SAYS_DOUBLED = 1, BANK_SAYS_DASHED = 2, BANK_SAYS_UNLISTED = 4, BANK_WORD_PIECES = 6 };

typedef struct bank_words {
    uint64_t looks;                     /* the bits that it looks at */
    uint32_t banks, swizzles, channels; /* in strings */
    uint32_t written;                   /* in strings: see gisa_operand_info */
    field number, choice, extension;
    uint8_t internal, flags;
    uint8_t piece_count; /* of the selector */
    field piece[BANK_WORD_PIECES];
    uint8_t to[BANK_WORD_PIECES];
} bank_words;

typedef struct named_banks {
    uint32_t name;
    uint8_t kind[BANK_CHOICES]; /* gisa_kind */
} named_banks;

typedef struct form {
    _Alignas(64) uint64_t mask; /* the first 64 bytes are what decoding needs */
    uint64_t value;             /* mask, value: the fixed bits, format and opcode */
    uint64_t zero;              /* bits that must be 0 */
    uint64_t unused;            /* bits that this instruction ignores */
    uint64_t preset;            /* those of `unused` that assemblers set */
    uint16_t first_op;          /* in gisa_isa.op_list */
    uint16_t shape;             /* in gisa_isa.shapes */
    uint8_t op_count, size;
    uint16_t opcode;
    uint32_t print[2];     /* in strings: as LLVM and as CLRX print it */
    uint8_t print_size[2]; /* in bytes */
    uint32_t clrx;         /* in strings, without suffix: CLRX's name; 0 = the row's */
    uint32_t unsure;       /* in strings: what is not certain; 0 = nothing is known to be */
    uint32_t approximate;  /* in strings: how near the result is to the hardware's; 0 = the same bits */
    uint32_t suffix;       /* in strings: what the assembler takes after the name */
    uint32_t aliases;      /* in strings: other spellings, separated by blanks */
    uint32_t reads, writes;
    uint16_t row;
    uint16_t format;      /* in gisa_isa.formats */
    uint8_t class_, flow; /* gisa_class, gisa_flow */
    uint16_t flags;
    uint16_t rivals;             /* the first one in gisa_isa.rivals */
    uint16_t prefixes, suffixes; /* which operands are words before the mnemonic and at it, one bit each */
    uint16_t positionals;        /* likewise, which ones are known by their place */
    uint8_t rests;               /* gisa_evidence, */
    uint8_t flow_to;             /* 1 + the operand that says where it goes; 0 = none does */
    uint32_t rests_on;           /* in strings: and whose */
    /* In CLRX's syntax vector registers stand before the operands that the instruction does
     * not use: where their number is held, how many they are (0 = there are none), and whether they
     * are written also where it is 0. */
    field spare;
    uint8_t spare_count;
    bool spare_always;
} form;

/* A form that an assembler would try before another one of the same name, and that may take its
 * text: then a field has to be written that is otherwise in it. */
typedef struct rival {
    uint16_t form; /* NO_RIVAL ends a list */
    uint8_t field; /* among those of the format of the form whose rival it is */
} rival;

enum { NO_RIVAL = 0xffff };

/* A form has a second dword when these bits have one of these values: always where mask and value
 * are 0, as in forms of 64 bits, never where the value has a bit that the mask has not. The others
 * have a literal after them then. */
typedef struct form_length {
    uint32_t mask[2], value[2];
} form_length;

enum form_flag {
    FORM_VECTOR_BUS = 1,     /* at most one scalar value may be read */
    FORM_NEVER = 2,          /* no assembler chooses it: another form has the same text */
    FORM_MODIFIERS = 4,      /* what its operands have: modifiers, */
    FORM_COUNTS = 8,         /* numbers of registers that other fields decide, */
    FORM_BUFFER_FORMAT = 16, /* a buffer format, */
    FORM_LITERALS = 32,      /* more than one that may be a literal, */
    FORM_DEMANDS = 64,       /* modifiers that must be written */
    FORM_FIELDS = 128,       /* bits that the text does not show are written as fields, name:value */
    FORM_KEEPS_HALF = 256,   /* a result of 16 bits leaves the other half of the register alone */
    FORM_HIGH_HALF = 1024,   /* the result goes to bits 31:16 */
    FORM_SHARES = 512,   /* two operands share a field, or a word of it may be that of a more special form */
    FORM_TYPES = 4096,   /* its doc does not say of what type values are */
    FORM_ENDS = 8192,    /* the program or the wave may end with it */
    FORM_BEGINS = 16384, /* it begins a phase */
    FORM_DEPENDS = 2048  /* fields decide whether its result is written (BANK_DEPENDS) */
};

enum code_kind {
    CODE_RESERVED,
    CODE_SGPR,
    CODE_TTMP,
    CODE_PAIR_LO,
    CODE_PAIR_HI,
    CODE_REG,
    CODE_INT,
    CODE_FLOAT,
    CODE_LITERAL,
    CODE_VGPR
};

typedef struct code_info {
    uint8_t kind;
    uint8_t
        last; /* registers of the same file after this one, at most 255; CODE_REG: 1 = can be read as 64 bits */
    int16_t
        value; /* number in its register file, or the integer, or the index of the float; CODE_REG: 1 = only
                      operands with OP_LDS_DIRECT take it */
    uint32_t name, clrx; /* in strings: of this code; for CODE_PAIR_LO see pair */
    uint32_t pair;       /* CODE_PAIR_LO: name of both registers together */
} code_info;

/* What an operand may ask of a code: that so many registers can begin there, and more. */
enum code_use {
    FITS_1 = 1,
    FITS_2 = 2,
    FITS_3 = 4,
    FITS_4 = 8,
    FITS_8 = 16,
    FITS_16 = 32,
    CODE_WRITABLE = 64,
    CODE_NO_CONSTANT = 128,
    CODE_NO_LITERAL = 256,
    CODE_NOT_DIRECT = 512
};

/* A code as the decoder needs it is a gisa_operand with kind, flags, reg and value; what it has of
 * type, count and access is the instruction's. There is one for each width of constants. */
enum { WIDTH_32, WIDTH_16, WIDTH_64, WIDTHS, CODES = 512 };

/* What LLVM's syntax writes for a code in an operand of 1, 2 or 4 registers; size 0 = it is longer,
   or needs a closer look. */
enum { TEXT_COUNTS = 3 };

typedef struct code_text {
    char text[15];
    uint8_t size;
} code_text;

static inline unsigned text_count(unsigned count) {
    return count == 1 ? 0 : count == 2 ? 1 : count == 4 ? 2 : TEXT_COUNTS;
}

/* What the assembler takes as the name of a register. */
typedef struct register_name {
    uint32_t text; /* in strings */
    uint16_t code;
    uint8_t size;  /* of the name, in bytes */
    uint8_t count; /* registers; 0 = as the operand wants */
} register_name;

/* Inline floating-point constants: the same value in three widths. */
typedef struct float_constant {
    uint64_t f64;
    uint32_t f32;
    uint16_t f16;
    const char *text;   /* as LLVM writes it in 16- and 32-bit operands */
    const char *text64; /* and in 64-bit operands */
} float_constant;

typedef struct name_entry {
    uint32_t llvm, clrx;  /* in strings */
    uint16_t value, span; /* value .. value + span - 1; span > 1: the name ends in a number that counts up */
} name_entry;

typedef struct name_table {
    uint32_t name;
    uint16_t first, count; /* in gisa_isa.entries */
} name_table;

/* Which waves may read or write a part of a hardware register. */
enum part_access { ACCESS_ALL, ACCESS_PRIVILEGED, ACCESS_NONE };

/* A part of a packed immediate: up to two bit ranges, the high one first. */
typedef struct pack_part {
    uint32_t name;
    field low, high;
    uint16_t id;           /* the same for all generations: GCN_PART_STATUS_scc */
    uint8_t reads, writes; /* enum part_access */
} pack_part;

typedef struct pack {
    uint32_t name;
    uint16_t first, count;
} pack;

/* A table of numbers: rows of a key and a number for each column. */
enum { NUMBER_COLUMNS = 48 };

typedef struct number_table {
    uint32_t name;  /* in strings */
    uint32_t first; /* in gisa_isa.numbers */
    uint16_t rows, columns;
} number_table;

/* The columns of a table of layouts. */
enum { NUMBER_FORMATS = 16 };
enum element_column {
    ELEMENT_BITS, /* of an element */
    ELEMENT_WIDTH,
    ELEMENT_HEIGHT,                    /* texels of an element */
    ELEMENT_CODING,                    /* enum coding */
    ELEMENT_FIELDS,                    /* of x, y, z, w: the lowest bit, and 256 * the number of bits */
    ELEMENT_USES = ELEMENT_FIELDS + 4, /* by number format, USE_... */
    ELEMENT_COLUMNS = ELEMENT_USES + NUMBER_FORMATS
};

/* What drivers use a format for. */
enum { USE_LOADS = 1, USE_FILTERS = 2, USE_MINMAX = 4, USE_STORES = 8, USE_ATOMICS = 16, USE_EXISTS = 32 };

/* How the components of an element are found in its bits. */
enum coding {
    CODING_PLAIN,         /* each has bits of its own */
    CODING_EXPONENT,      /* floats with one exponent, which the field w is */
    CODING_PAIR,          /* two texels side by side share x and z; their y are the fields y and w */
    CODING_BITS,          /* texels of one bit, the first one lowest */
    CODING_BITS_REVERSED, /* the first one highest */
    CODING_BC1,
    CODING_BC2,
    CODING_BC3,
    CODING_BC4,
    CODING_BC5,
    CODING_BC6,
    CODING_BC7,
    CODING_FMASK,       /* which fragment each sample has: x is that of the first, w those of all */
    CODING_UNSUPPORTED, /* nothing public defines it, or gisa does not decode it */
    CODING_COUNT
};

typedef struct fact {
    uint32_t name;
    int64_t value;
} fact;

/* The picture of a format. */
/* Fields that are something to the engine beside what they are in the text. */
enum format_part {
    PART_CONDITION,   /* what a test asks of the result */
    PART_STORES,      /* whether a test stores the result */
    PART_FIRST_ALONE, /* the second source is its channel x alone */
    PART_PREDICATE,   /* the predicate that a test writes */
    PART_CHANNEL,     /* the channel that it writes it from; others for all four */
    PART_BY_CHANNEL,  /* the result of a test is a mask: of channels, not of bytes */
    PART_AS_TAKEN,    /* a conditional move tests the channels that it takes */
    PART_REPEAT_MODE, /* how registers advance from one time to the next */
    PART_SCALES,      /* a conversion between numbers and fractions */
    PART_SECOND_PAIR, /* the third and fourth channel come from a second source */
    PART_COORDINATES, /* the format of texture coordinates */
    PART_COUNT,       /* how many elements or components, less one */
    PART_GATHERS,     /* which texels and weights a sample gives */
    PART_FETCH,       /* whether a load or store says how many */
    PART_CLIPS,       /* writes clip distances ... */
    PART_PLANE,       /* ... from this one on */
    FORMAT_PARTS
};

typedef struct format_field {
    uint32_t name; /* in strings */
    field at;
    uint8_t size; /* of the name, in bytes */
} format_field;

typedef struct format_row {
    uint32_t name, suffix;               /* in strings */
    uint64_t mask, value, zero, ignored; /* the bits without a name */
    uint16_t first_field; /* in gisa_isa.format_fields, most significant bit of the first dword first */
    uint8_t field_count, class_, size;
} format_row;

/* op, op_first: the opcode, or a part of it; op@9: its bits from 9 on */
static inline bool is_opcode_field(const char *name) {
    return name[0] == 'o' && name[1] == 'p' && (name[2] == 0 || name[2] == '_' || name[2] == '@');
}

/* A mistake in a document that concerns a row, or all of a format. */
typedef struct correction {
    uint16_t row, format;    /* one of them is NOT_THIS */
    uint32_t document, text; /* in strings */
} correction;

enum { NOT_THIS = 0xffff };

/* What a document or another project calls a row, or all of a format. */
typedef struct called {
    uint32_t word, document, name, format; /* in strings; no name: all of the format */
} called;

/* A value of a field, whose effect is unknown. */
typedef struct unknown_field {
    uint16_t format;
    field at;
    uint8_t value;
    uint32_t name, text; /* in strings: of the field; what is known */
} unknown_field;

/* What a word of the spec means. */
typedef struct meaning {
    uint32_t word, text; /* in strings */
} meaning;

enum { NO_WORD = 0xffff };

/* A word of the language of bodies: its name, what follows it in its declaration, what it means,
   and its definition. */
typedef struct body_word_row {
    const char *name, *declaration, *text, *definition;
    int8_t part; /* of the address of images: its number, in the order of registers; -1 = it is none */
    const char
        *names; /* the table with its registers by the type of the image; NULL = one, of the word's name */
} body_word_row;

/* One spelling that the assembler looks up: its forms are candidates[first .. first + count). */
typedef struct spelling {
    uint32_t text;
    uint16_t first;
    uint8_t count, length;
} spelling;

/* An unsettled choice about what instructions compute: its name, its options (separated by blanks,
 * the first one is taken unless somebody says otherwise), what is known of it, and how certain the
 * first option is. */
typedef struct model {
    const char *name, *options, *text, *certainty;
} model;

enum { MAX_MODELS = GISA_MOST_MODELS };

/* A marked word of a row's doc, without its braces. */
typedef struct doc_mark {
    uint16_t at;             /* in the doc */
    uint8_t size, name_size; /* of all of it and of the name before [4:0] */
    gisa_bits bits;          /* [4:0] */
    uint16_t state;          /* that modifiers of the row replace */
} doc_mark;

typedef struct row_info {
    const char *name, *doc, *body, *source;
    uint16_t marks, mark_count;        /* of its doc: from here in doc_marks */
    uint16_t summary;                  /* the size of its doc's first sentence */
    uint16_t body_number;              /* 0 = none */
    uint16_t second_body;              /* of a pair of operations, that of the second one */
    uint32_t models;                   /* that the bodies depend on, one bit each */
    uint8_t bytes_read, bytes_written; /* of memory, by each lane */
    bool once;                         /* it is done once for the wave, not by each lane */
    uint16_t words;                    /* that the bodies use: from here in word_uses */
    uint16_t fields;                   /* that the bodies speak of: from here in body_fields */
    uint16_t parts;                    /* that the address of an image has, one bit each */
} row_info;

/* The decision tree (gen/forms/tree.c): the upper nine bits of the first unit choose a node; the
   bits that it names choose a leaf. */
enum { TREE_BITS = 9, TREE_NODES = 1 << TREE_BITS, SEARCH = 0xffff, MORE_BITS = 0x8000 };

typedef struct tree_node {
    uint32_t first; /* in gisa_isa.leaves */
    uint16_t mask;
    uint8_t shift;
} tree_node;

typedef struct tree_leaf {
    uint16_t form; /* form_count = none, unless the test finds one */
    uint16_t test; /* in gisa_isa.tests; 0 = one that nothing passes: the form is certain */
} tree_leaf;

/* What makes the instruction of a leaf two dwords long: the first dword has one of these values. */
enum { LENGTH_CONDITIONS = 4 };

typedef struct leaf_length {
    _Alignas(16) uint32_t mask[LENGTH_CONDITIONS];
    uint32_t value[LENGTH_CONDITIONS];
} leaf_length;

/* Where the bits agree, it is another form: this one, or, with SEARCH, the one that a table has,
   which looks at more bits. */
typedef struct tree_test {
    uint64_t mask, value;
    uint16_t form;
    uint16_t list; /* the number of a table: half its index in gisa_isa.lists */
} tree_test;

/* All operands of a form, which op_list and op_starts have from `first_op` on, from bits, and back,
 * of which `list` has them. false: one of them is reserved, or does not fit. */
typedef struct operand_shape {
    bool (*decode)(const gisa_isa *restrict isa, unsigned first_op, uint64_t bits, gisa_operand *restrict o);
    bool (*encode)(const gisa_isa *isa, const uint16_t *list, const gisa_operand *o, uint64_t *bits);
    unsigned count;        /* operands */
    uint64_t preset, rest; /* gisa_insn.rest = bits ^ preset, where a bit of `rest` is set */
} operand_shape;

/* Of a form, next to those of other forms: what many instructions are sorted by before they are
   decoded. */
typedef struct form_shape {
    uint16_t shape, first_op; /* as in form */
} form_shape;

enum { MAX_SHAPES = 1024 };

/* What reading text needs beside gisa_isa: apart from it, so that programs that never parse can be
 * linked without. */
typedef struct text_tables {
    const gisa_isa *isa; /* an architecture, no chip; NULL ends a list */
    /* As many as op_list: operands that a text does not have, and what parsing begins with. */
    const gisa_operand *op_defaults;
    const spelling *spellings;
    const uint16_t *hash;       /* 1 + index of a spelling; 0 = empty; linear probing */
    const uint16_t *candidates; /* forms */
    uint32_t spelling_count, hash_mask;
} text_tables;

struct gisa_isa {
    const char *name, *family, *other_names, *strings;
    uint32_t generation, elf_machine, unit;
    const gisa_isa *base;         /* the architecture whose instructions a chip has; itself where it is one */
    const gisa_isa *const *chips; /* those with the instructions of `base`, NULL after the last */
    uint64_t unit_mask;           /* the bits of one unit */
    bool dotted;                  /* mnemonics may have prefixes and suffixes, and forms have FORM_FIELDS */
    uint32_t form_count, format_count, correction_count, name_table_count, pack_count, fact_count, leaf_count;
    const form *forms;
    const form_shape *form_shapes;
    const form_length *lengths; /* of forms, and of none after the last: one unit */
    const op_spec *ops;
    const op_word *op_words;
    const uint16_t *op_list;
    const op_start *op_starts; /* as many */
    const bank_spec *banked;
    const bank_register *bank_registers;
    const bank_file *bank_files;
    const uint16_t *swizzles;
    const uint8_t (*usual_selectors)
        [1 << CHANNELS]; /* of those in tables: the first one that shows the same in these channels */
    const swizzle_table *swizzle_tables;
    const constant_view *constants;             /* as 32 bits, as 16 bits */
    const code_info *codes;                     /* CODES */
    const uint16_t *code_uses;                  /* CODES: what each is good for, enum code_use */
    const gisa_operand (*code_operands)[CODES]; /* WIDTHS */
    const code_text (*code_texts)[CODES];       /* TEXT_COUNTS */
    const tree_node *nodes;                     /* TREE_NODES */
    const tree_leaf *leaves;
    const uint8_t *leaf_length; /* of leaves: the number of a leaf_lengths */
    const leaf_length *leaf_lengths;
    const tree_test *tests;
    const uint16_t *lists;
    const name_table *names;
    const name_entry *entries;
    const pack *packs;
    const pack_part *pack_parts;
    const int64_t *numbers;
    uint32_t number_table_count;
    const number_table *number_tables; /* by their constants: GCN_TABLE_TILE_MODE */
    const fact *facts;
    const rival *rivals;
    const row_info *rows;
    const format_row *formats;
    const format_field *format_fields;
    const field (*format_parts)[FORMAT_PARTS]; /* of formats */
    const correction *corrections;             /* by row */
    const called *called_names;
    uint32_t called_count;
    const meaning *meanings;
    uint32_t meaning_count;
    const unknown_field *unknowns; /* by format */
    uint32_t unknown_count;
    const model *models;
    uint32_t model_count; /* at most MAX_MODELS */
    const body_word_row *body_words;
    uint32_t body_word_count;
    const field *
        body_fields; /* of rows: where the fields are of which the body speaks, then those of the second one */
    const doc_mark *doc_marks; /* of rows */
    const uint16_t *word_uses; /* numbers of body_words, NO_WORD after those of one body */
    const bank_words *bank_words;
    const uint16_t *op_banks; /* of ops: 1 + index in bank_words */
    const named_banks *bank_tables;
    const uint32_t *swizzle_names; /* in strings: of swizzle_tables */
    const uint32_t (*constant_words)[2];
    uint32_t bank_table_count, swizzle_count, constant_count;
    const operand_shape *shapes;
    uint32_t shape_count; /* at most MAX_SHAPES */
    unsigned (*const *counts)(uint64_t bits);
    const uint32_t *count_texts; /* in strings: the C expressions of counts */
    /* Register files by gisa_kind: the first code, and how many registers there are; 0 = there is
       no such file. */
    uint16_t file_first[GISA_KIND_COUNT], file_size[GISA_KIND_COUNT];
    const register_name *register_names;
    const uint8_t *inline_codes; /* of integers from -128 to 127; 0 = not inline */
    uint16_t register_name_count;
    uint16_t code_m0, code_vcc; /* operand codes of what instructions also read without naming it */
    uint16_t float_first;       /* operand code of the first inline float */
    uint16_t float_count;
    const schedule *schedule; /* wait counters, hazards, issue times */
};

/* Written by isagen. */
extern const gisa_isa *const gisa_isas[];
extern const unsigned gisa_isa_count;

static inline uint64_t field_get(uint64_t bits, field f) {
    return (bits >> f.shift) & ((UINT64_C(1) << f.width) - 1);
}

static inline uint64_t field_mask(field f) {
    return ((UINT64_C(1) << f.width) - 1) << f.shift;
}

/* Whether the form's word has the part; its value, 0 = it has none. */
static inline bool form_has_part(const gisa_isa *isa, uint32_t form_index, enum format_part which) {
    return isa->format_parts[isa->forms[form_index].format][which].width != 0;
}

static inline uint32_t form_part(const gisa_isa *isa, uint32_t form_index, uint64_t bits,
                                 enum format_part which) {
    return (uint32_t)field_get(bits, isa->format_parts[isa->forms[form_index].format][which]);
}

static inline const op_spec *form_op(const gisa_isa *isa, const form *f, unsigned i) {
    return &isa->ops[isa->op_list[f->first_op + i]];
}

/* What of enum code_use a number of registers asks for; 0 = no operand that is held as a code has
   so many. */
static inline uint16_t code_fits(unsigned count) {
    return count <= 1    ? FITS_1
           : count == 2  ? FITS_2
           : count == 3  ? FITS_3
           : count == 4  ? FITS_4
           : count == 8  ? FITS_8
           : count == 16 ? FITS_16
                         : 0;
}

static inline bool form_is_long(const gisa_isa *isa, uint32_t form_index, uint64_t bits) {
    const form_length *l = &isa->lengths[form_index];
    return (((uint32_t)bits & l->mask[0]) == l->value[0]) | (((uint32_t)bits & l->mask[1]) == l->value[1]);
}

static inline const char *form_format(const gisa_isa *isa, const form *f) {
    return &isa->strings[isa->formats[f->format].name];
}

/* The number of the row's body in the table of bodies, 0 = it has none. */
static inline unsigned form_body(const gisa_isa *isa, uint32_t form_index) {
    return isa->rows[isa->forms[form_index].row].body_number;
}

extern const float_constant float_constants[9];

#endif
