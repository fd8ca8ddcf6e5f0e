/* SPDX-License-Identifier: MIT */
/* Runs a case on one architecture, in a wave of its own. */
#ifndef GISA_CMD_TEST_CASE_RUN_H
#define GISA_CMD_TEST_CASE_RUN_H

#include "case.h"
#include "gisa_wave.h"
#include "run/run_shader.h"

typedef enum case_status {
    CASE_PASSED,
    CASE_SKIPPED, /* gisa does not execute this architecture */
    CASE_FAILED,  /* an expectation is not met */
    CASE_BROKEN   /* the case could not be run */
} case_status;

enum { CASE_TEXT = 2000 };

typedef struct case_outcome {
    case_status status;
    unsigned line;        /* of the first expectation that is not met; 0: how the run ended */
    char end[16];         /* "end", "limit", "address" ...: as after `expect fault` */
    char text[CASE_TEXT]; /* what is wrong, in lines */
} case_outcome;

void case_run(const char *path, const test_case *c, const char *arch, case_outcome *outcome);

/* How a run ended, in the word that follows `expect fault`; "end": well. */
const char *case_end_name(const gisa_wave_result *result);

/* Word i of the case's architectures; false: it has fewer. */
bool case_arch(const test_case *c, unsigned i, char arch[32]);

/* The code of the case for an architecture, malloc'd. NULL: `why` says why there is none, in
   CASE_TEXT bytes. */
void *case_code(const char *path, const test_case *c, const gisa_isa *isa, size_t *size, char *why);

/* case_expect.c: does what an `expect` line says of registers or memory hold? What does not is
   added to the outcome. */
typedef struct case_block {
    uint64_t address;
    unsigned char *memory;
    size_t size;
} case_block;

enum { CASE_BLOCKS = 64 };

typedef struct case_state {
    const char *path;
    gisa_wave *wave;
    case_block block[CASE_BLOCKS];
    unsigned block_count;
    case_outcome *outcome;
} case_state;

void case_expect(case_state *s, const case_line *line);
/* case_stage.c: runs a case that says a stage, and compares the picture. */
void case_run_stage(const char *path, const test_case *c, const gisa_isa *isa, uint64_t limit,
                    case_outcome *outcome);
/* Compares how a run ended ("end", "limit", "address" ...) with what the case expects. */
void case_check_end(case_outcome *o, const test_case *c, const char *end, const char *message);
bool case_broken(case_outcome *o, const char *why); /* false */
/* Whether the line is `expect fault`. */
bool case_is_fault(const case_line *line);
/* The word for what a fault was caused by. */
const char *case_cause_name(const gisa_wave_fault *fault);
/* The folder of a case file, with a slash; malloc'd. */
char *case_folder(const char *path);

/* Likewise a line about the picture: "picture = file NAME", "picture X,Y = VALUES". */
void case_expect_picture(case_outcome *o, const case_line *line, const image *picture);

/* Adds a line to the outcome's text. */
void case_says(case_outcome *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Cuts "ADDRESS:TYPE" apart; NULL: all is well. */
struct numeral_type;
const char *case_address(char *text, uint64_t *address, const struct numeral_type **type);

#endif
