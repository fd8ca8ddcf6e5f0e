/* SPDX-License-Identifier: MIT */
/* What the files of the disassembler share.
 *
 *   dis.c       which format; errors
 *   hex.c       words as text -> bytes
 *   line.c      one instruction, or what is none, as a line
 *   json.c      the same as a JSON object
 *   known.h     lines that have been printed before
 *   listing.c   an object file: which sections, symbols, labels and references there are
 *   by_name.c   its symbols by their names
 *   parts.c     which parts of a file are listed
 *   code.c      a section with instructions
 *   run.c       many instructions in a row
 *   pieces.c    several threads
 *   data.c      bytes as directives, with relocations
 *   elf.c       an object file as assembler source
 *   graph.c     control flow as a graph
 *   gxp.c       a shader file of the PS Vita, likewise
 */
#ifndef GISA_DIS_H
#define GISA_DIS_H

#include "object.h"
#include "output.h"

typedef struct known_line known_line;

typedef struct dis {
    const gisa_dis_options *options;
    const gisa_isa *isa;
    unsigned unit;      /* bytes in the smallest instruction: a power of two, ... */
    unsigned unit_log2; /* ... this one */
    const char *indent; /* before each instruction */
    known_line *known;  /* known.h; NULL = there has been little to print so far */
    uint64_t printed;   /* bytes of code */
    output out;
    gisa_style style;
} dis;

/* Gives an error to the caller's report function and returns the status. line 0 = the whole
   file. */
gisa_status dis_fail(const dis *d, gisa_status status, const char *message);
gisa_status dis_fail_in(const dis *d, gisa_status status, const char *message,
                        uint64_t offset); /* in a file */
gisa_status dis_fail_at(const dis *d, const char *message, const char *text, size_t size, size_t offset);

void dis_set_isa(dis *d, const gisa_isa *isa);

/* hex.c: the words of a text as bytes. strict = report what is not a word; otherwise just
   GISA_STATUS_SYNTAX. */
gisa_status dis_read_hex(const dis *d, const char *text, size_t size, bool strict, bytes *code);

/* line.c: the instruction at `code` as one line; returns how many bytes of it have been used (at
 * least 1; `size` is at least 1). */
size_t dis_line(dis *d, const uint8_t *code, size_t size, uint64_t address);
/* The parts of a line, for lines that are put together elsewhere. */
void dis_words(dis *d, const uint8_t *code,
               size_t size); /* ".long 0x..., 0x...", ".quad ..." or ".byte ..." */
/* What --hex writes after a line of `length` bytes: less than DIS_HEX_COMMENT. Returns the end. */
enum { DIS_HEX_COMMENT = 240 };
char *dis_hex_comment(char *p, size_t length, const uint8_t *code, size_t size, uint64_t address);
void dis_end_line(dis *d, size_t line_begin, const uint8_t *code, size_t size, uint64_t address);

/* json.c: where the instruction stands; both may be NULL. */
size_t dis_json(dis *d, const uint8_t *code, size_t size, uint64_t address, const char *section_name,
                const char *label);
void dis_json_data(dis *d, const uint8_t *code, size_t size, uint64_t address, const char *section_name,
                   const char *label);

/* parts.c */
/* Is less than the whole file wanted? */
bool parts_are_chosen(const dis *d);
/* Are the addresses a range that instructions can lie in? Otherwise reports it. */
gisa_status parts_check(const dis *d);
/* Cuts offsets in code at `address` down to the wanted addresses; false: nothing remains. */
bool parts_clip(const dis *d, uint64_t address, uint64_t *begin, uint64_t *end);
/* Reports that there is no code at the wanted addresses: all of it is at from ... to. */
gisa_status parts_none(const dis *d, uint64_t from, uint64_t to);

/* elf.c */
gisa_status dis_elf(dis *d, const void *file, size_t size);

/* gxp.c */
gisa_status dis_gxp(dis *d, const void *file, size_t size);

#endif
