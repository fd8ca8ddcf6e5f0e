/* SPDX-License-Identifier: MIT */
/* gisa check: what its parts share. */
#ifndef GISA_CMD_CHECK_H
#define GISA_CMD_CHECK_H

#include "gisa_check.h"

/* Code in one piece, with the functions that begin in it. */
typedef struct code_run {
    const gisa_isa *isa;
    const uint8_t *bytes;
    uint64_t address, size;
    const char *section;
    uint64_t *entries; /* addresses of functions, in order */
    const char **names;
    size_t entry_count;
} code_run;

/* Where an address is: in a function, and in a source where one is known. */
typedef struct code_place {
    uint64_t address;
    const char *symbol; /* NULL: none */
    uint64_t offset;    /* from the symbol */
    const char *file;   /* of the source; NULL: not known */
    uint32_t line, column;
    bool direct; /* see gisa_placed */
    size_t at;
} code_place;

typedef struct checked {
    gisa_finding finding;
    const code_run *run;
    const char *object; /* of several in a file: its name; otherwise NULL */
    code_place consumer, producer;
    bool suppressed;
} checked;

/* Instructions of a source, in the order of the output. */
typedef struct line_map {
    gisa_placed *at; /* with names that it owns */
    size_t count, room;
    char **names;
    size_t name_count;
    bool no_memory;
} line_map;

/* All that was found in a file. */
typedef struct check_result {
    checked *at;
    size_t count, room;
    size_t suppressed;
    uint64_t bytes; /* of code */
    bool limited;   /* findings may be missing: there was too much */
    bool no_memory;
    code_run **runs; /* what `at` points into */
    size_t run_count;
    char **objects;
    size_t object_count;
    gisa_file **files; /* whose names `at` points to */
    size_t file_count;
} check_result;

/* check_code.c: adds what is found in an open file. `object` may be NULL; `lines` too. */
void check_file(check_result *r, const gisa_file *file, const char *object, const line_map *lines,
                bool advice);
/* The same of bytes that gisa_file_open takes; they must stay until check_free. False: why not is
   in the error. */
bool check_bytes(check_result *r, const void *data, size_t size, const gisa_isa *isa, const char *object,
                 bool advice, gisa_error *error);
/* Room for one more element of an array; false: out of memory. */
bool check_room(void *array, size_t count, size_t element);
void check_free(check_result *r);
const char *check_text(const checked *f, char text[GISA_FINDING_TEXT_MAX]);
/* The disassembly of an instruction. */
const char *check_instruction(const checked *f, uint64_t address, char text[GISA_TEXT_MAX]);
/* "vmcnt", or the hazard's name. */
const char *check_rule(const checked *f);

/* check_source.c */
/* Assembles with `how` to an object in memory, and remembers where each instruction comes from; the
   file is NULL where that failed, which is said. */
typedef struct check_source {
    void *object;
    gisa_file *file;
    line_map lines;
} check_source;
bool check_assemble(check_source *s, const char *name, const char *text, size_t size,
                    const gisa_asm_options *how);
void check_source_free(check_source *s);

/* check_suppress.c: marks findings by a file of suppressions; false: it is faulty, and has said
   why. */
bool check_suppress(check_result *r, const char *path);

/* check_report.c */
void check_print(const check_result *r, const char *file);
void check_print_json(const check_result *r, const char *file);
void check_print_sarif(const check_result *r, const char *file);
/* As warnings with the line of the source and a caret. */
void check_warn(const check_result *r, const char *name, const char *source, size_t size);

/* check_fix.c: the source with what helps put in, malloc'd; NULL: has said why. *left = findings
   that it could not help. */
char *check_fix(const char *name, const char *text, size_t size, const gisa_asm_options *how, bool advice,
                size_t *fixed_size, size_t *put_in, size_t *left);

#endif
