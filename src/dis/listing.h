/* SPDX-License-Identifier: MIT */
/* An object file with everything that its listing needs to know: which sections are printed, which
 * names symbols get, where labels are, and what code and relocations refer to. */
#ifndef GISA_LISTING_H
#define GISA_LISTING_H

#include "dis.h"

/* A place where a symbol begins or ends. */
typedef struct mark {
    uint64_t offset;
    int symbol;
    bool ends; /* the symbol's last byte is before the offset; ends stand before beginnings */
} mark;

/* NAMELESS: the GOT entry is 0, of an undefined symbol whose name is gone. */
enum { NO_SYMBOL = -1, NAMELESS = -2 };

/* s_getpc_b64 and the two additions after it that make an address: compilers' way to reach data
 * and functions. The pair of literals is written as a reference, so that it stays right when code
 * moves. */
typedef struct address_pair {
    int section;        /* of the code */
    uint64_t pc;        /* what s_getpc_b64 gives; offset in the section */
    uint64_t at[2];     /* of the additions, low and high half; offset in the section */
    int target_section; /* what is meant; .got: the entry is */
    uint64_t target;    /* offset in it */
    int got_symbol;     /* the symbol whose GOT entry is meant, or NO_SYMBOL, NAMELESS */
} address_pair;

/* Bytes of a section that are listed. */
typedef struct part {
    int section;
    uint64_t begin, end;
} part;

typedef struct listed {
    bool printed;
    bool code;       /* instructions are looked for */
    bool wants_base; /* something refers to it by its beginning */
    mark *marks;     /* by offset */
    size_t mark_count;
    const relocation **relocations; /* by offset */
    size_t relocation_count;
    uint64_t *boundaries; /* code: a bit per unit, an instruction begins here */
    uint64_t *targets;    /* code: a bit per unit, a local label stands here */
} listed;

typedef struct listing {
    dis *d;
    const object *o;
    bool loadable;    /* symbols have addresses, relocations are the loader's */
    listed *sections; /* per section of the object */
    int *by_address;  /* the sections of a loadable object that are loaded and not empty */
    size_t by_address_count;
    const char **names;  /* per symbol: as it is written, often its own name; NULL = it has no label */
    char prefix[16];     /* of local labels; no symbol begins with it */
    char nameless[32];   /* likewise for symbols that have lost their names */
    int first_code;      /* its local labels need no number */
    int *kernel_of;      /* per symbol: NAME for NAME.kd, -1 for others */
    int *descriptor_of;  /* per symbol: NAME.kd for NAME, -1 for others */
    uint8_t *is_block;   /* per symbol: an .amdhsa_kernel block defines it, no label */
    uint32_t filling;    /* the word that assemblers pad code with; 0 = not known */
    address_pair *pairs; /* by section and place */
    size_t pair_count, pair_room;
    mark *all_marks;                    /* storage for listed.marks */
    const relocation **all_relocations; /* storage for listed.relocations */
    bool partial;                       /* only `parts` are listed: by section and place, apart */
    part *parts;
    size_t part_count;
    uint64_t part_begin, part_end; /* what of the section is printed now */
    int current;                   /* the section that is printed now */
    uint64_t aligned_offset;       /* the last .p2align: where, ... */
    unsigned aligned_power;        /* ... and to what */
    const char *branch_symbol;     /* a relocation names the target of the next branch */
    int64_t branch_addend;
} listing;

bool listing_open(listing *l, dis *d, const object *o); /* false: out of memory */
void listing_close(listing *l);

/* Bits per unit of a code section. */
static inline bool listing_bit(const listing *l, const uint64_t *bits, uint64_t offset) {
    uint64_t unit = offset >> l->d->unit_log2;
    return !(offset & (l->d->unit - 1)) && bits[unit / 64] >> unit % 64 & 1;
}
static inline void listing_set_bit(const listing *l, uint64_t *bits, uint64_t offset) {
    uint64_t unit = offset >> l->d->unit_log2;
    bits[unit / 64] |= UINT64_C(1) << unit % 64;
}
static inline void listing_clear_bit(const listing *l, uint64_t *bits, uint64_t offset) {
    uint64_t unit = offset >> l->d->unit_log2;
    bits[unit / 64] &= ~(UINT64_C(1) << unit % 64);
}
/* How many 64 of them there are, with one more after the last unit. */
static inline size_t listing_bit_words(const listing *l, uint64_t size) {
    return (size_t)(size >> l->d->unit_log2) / 64 + 1;
}

/* The first mark, the first relocation at or after an offset. */
size_t listing_mark_at(const listed *s, uint64_t offset);
size_t listing_relocation_at(const listed *s, uint64_t offset);
/* The section that holds an address of a loadable object, or -1. */
int listing_section_at(const listing *l, uint64_t address);

/* by_name.c: symbols by their names, each name once. */
typedef struct named_symbol {
    uint32_t hash, number; /* 1 + the index of the symbol; 0 = nothing is here */
} named_symbol;
typedef struct by_name {
    const object *o;
    named_symbol *at;
    size_t mask;
} by_name;
bool by_name_open(by_name *n, const object *o); /* room for all symbols of the object; false: out of memory */
void by_name_close(by_name *n);
int by_name_add(by_name *n, int symbol_index);                       /* the first one of that name */
int by_name_find(const by_name *n, const char *name, size_t length); /* likewise, or -1 */

/* scan.c: boundaries, branch targets and address pairs of all code, and what relocations refer
   to. */
bool listing_scan(listing *l);

/* What is code at an offset: bytes up to *limit, where a symbol or data begins or ends. */
typedef struct code_cursor {
    const listing *l;
    const listed *s;
    uint64_t size;
    size_t next_mark, next_begin; /* after the place; likewise the first one that begins a symbol */
    uint64_t data_until;
} code_cursor;
code_cursor code_begin(const listing *l, int index);
/* Moves to `offset` (never backwards). True = code; false = data. */
bool code_at(code_cursor *c, uint64_t offset, uint64_t *limit);

/* refer.c: names for places. */
typedef struct reference {
    int symbol;     /* this symbol ... */
    bool local;     /* ... or the local label at the place ... */
    int section;    /* ... or the label at the beginning of this section */
    uint64_t label; /* of `local`: the offset */
    int64_t addend;
} reference;
/* Which symbols may stand for a place: an assembler makes the same of a local symbol and of its
 * place; a linker also knows where global symbols are that cannot be replaced. */
typedef enum refer_by { BY_ASSEMBLER, BY_LINKER } refer_by;
reference refer_to(const listing *l, int section_index, uint64_t offset, refer_by by);
/* The symbol number `rank` of those exactly at the place, or -1. */
int refer_alias(const listing *l, int section_index, uint64_t offset, unsigned rank, refer_by by);
/* Makes sure that the label which refer_to names is printed. */
void refer_mark(listing *l, int section_index, uint64_t offset, refer_by by);
/* The name for a NAMELESS symbol; `offset` is its entry's. */
void refer_put_nameless(listing *l, uint64_t offset);
/* Writes NAME@variant+addend; `more` is added to the reference's own addend. */
void refer_put(listing *l, const reference *r, const char *variant, int64_t more);
void refer_put_local(listing *l, int section_index, uint64_t offset);
void refer_put_base(listing *l, int section_index);
/* gisa_style.label */
size_t refer_label(void *ctx, uint64_t target, char *text, size_t room);

/* relocate.c: relocations as expressions. */
/* The spelling after '@' of a type that a literal can carry, or NULL. */
const char *relocate_variant(uint32_t type);
/* The place that a relocation means when its symbol has no name of its own; false = it has one. */
bool relocate_place(const listing *l, const relocation *r, int *section_index, uint64_t *offset,
                    int64_t *more);
refer_by relocate_by(const relocation *r);
void relocate_put(listing *l, const relocation *r, const char *variant);
/* The directive for a relocation in data, `.long sym+4`; returns the bytes it covers, 0 = there is
   none. */
unsigned relocate_put_data(listing *l, const relocation *r, uint64_t room);

bool relocate_is_nameable(const listing *l, const relocation *r);

/* kernels.c: kernel descriptors. */
bool kernels_find(listing *l); /* fills in listing.kernel_of and descriptor_of */
/* The .amdhsa_kernel block of this kernel makes it protected; a directive must not do that
   before. */
bool kernels_block_protects(listing *l, int kernel);
/* Appends the block of directives for a descriptor; false (and nothing appended) where bytes,
 * symbols or relocations are not what the directives would give. */
bool kernels_block(listing *l, int descriptor, bytes *text);
/* The descriptor as data, but for the distance to the code, which stays a distance between
   symbols. */
bool kernels_put_data(listing *l, int descriptor);

/* parts.c */
/* Fills in what of the object is to be listed; has reported it where that is nothing. */
gisa_status parts_find(listing *l);
/* Walks through the parts of a section; *next is 0 at first. What follows prints that part. */
bool parts_next(listing *l, int section_index, size_t *next, part *p);
/* A comment, f+0x10, where a part begins inside of a symbol. */
void parts_put_place(listing *l, const part *p);

/* align.c */
/* The bytes from `at` to `limit`, where a symbol begins, as .p2align; false = they are no
   padding. */
bool align_put(listing *l, int index, uint64_t at, uint64_t limit);
void align_begin(listing *l, int index); /* of a section */
/* An alignment that the place has and must keep when something before it is changed. */
void align_keep(listing *l, int index, uint64_t offset, unsigned power);

/* data.c */
void data_put(listing *l, int index, uint64_t begin, uint64_t end);
/* code.c */
void code_put(listing *l, int index);
void code_put_json(listing *l, int index);
void code_draw(listing *l, int index); /* its control flow */
/* notes.c */
void notes_put(listing *l, int index);
/* sections.c */
void section_put_head(listing *l, int index);
void section_put_data(listing *l, int index); /* all of it, with labels, after the head */
/* The labels and `.size`s up to an offset; *next = the first mark that is not printed yet. */
void section_put_marks(listing *l, int index, uint64_t offset, size_t *next);
/* .globl and the like; `size` where no mark will come that could give it. */
void section_put_attributes(listing *l, int symbol_index);

#endif
