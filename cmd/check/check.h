/* SPDX-License-Identifier: MIT */
/* gisa check: what its parts share. */
#ifndef GISA_CMD_CHECK_H
#define GISA_CMD_CHECK_H

#include "findings.h"
#include "gisa_check.h"
#include "placed.h"

typedef struct checked {
    gisa_finding finding;
    const code_run *run;
    const char *object; /* of several in a file: its name; otherwise NULL */
    code_place consumer, producer;
    bool suppressed;
} checked;

/* All that was found in a file. */
typedef struct check_result {
    checked *at;
    size_t count, room;
    size_t suppressed;
    uint64_t bytes; /* of code */
    bool limited;   /* findings may be missing: there was too much */
    bool no_memory;
    code_map code; /* what `at` points into */
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
void check_free(check_result *r);
const char *check_text(const checked *f, char text[GISA_FINDING_TEXT_MAX]);
/* "vmcnt", or the hazard's name. */
const char *check_rule(const checked *f);

/* check_report.c: as findings.h has them. */
findings_list check_list(check_result *r);

void check_print(const check_result *r, const char *file);
void check_print_json(const check_result *r, const char *file);
/* As warnings with the line of the source and a caret. */
void check_warn(const check_result *r, const char *name, const char *source, size_t size);

/* check_fix.c: the source with what helps put in, malloc'd; NULL: has said why. *left = findings
   that it could not help. */
char *check_fix(const char *name, const char *text, size_t size, const gisa_asm_options *how, bool advice,
                size_t *fixed_size, size_t *put_in, size_t *left);

#endif
