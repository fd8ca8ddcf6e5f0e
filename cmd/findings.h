/* SPDX-License-Identifier: MIT */
/* Findings of checks, whatever found them: where they are in words, as JSON and as SARIF, and files
 * of those that are known. */
#ifndef GISA_CMD_FINDINGS_H
#define GISA_CMD_FINDINGS_H

#include "places.h"

enum { FINDING_TEXT = 1400, PLACE_TEXT = 1024 };

/* A call that a finding is in. */
typedef struct finding_call {
    const code_run *run; /* NULL: not in known code */
    code_place at;
} finding_call;

typedef struct finding {
    const char *kind, *rule; /* "wait", "vmcnt"; both in names of rules */
    const char *level;       /* of SARIF: "warning", "note" */
    char message[FINDING_TEXT];
    const code_run *run, *other_run; /* NULL: not in known code */
    code_place at, other;
    bool has_other;
    const finding_call *call; /* the innermost first; not the finding's own */
    size_t calls;
    bool suppressed;
} finding;

/* Findings by number. */
typedef struct findings_list {
    void *ctx;
    size_t count;
    void (*get)(void *ctx, size_t i, finding *f);
    void (*suppress)(void *ctx, size_t i); /* one that is not suppressed yet */
    const char *const *kinds;              /* up to NULL */
    bool partial; /* more are found later: a suppression that fits none of these may be needed then */
} findings_list;

/* All kinds that there are, with a comma between them, for messages. */
#define FINDING_KINDS "wait, hazard, undefined, bounds, races, barriers, waits, hazards"

/* "k.s:5", "kernel+0x14", "0x114", "a.cl:3 (add_one, inlined into k at a.cl:9)" */
const char *findings_place(const code_place *p, char text[PLACE_TEXT]);
/* A member of the document that is being written; `run` may be NULL. */
void findings_json_place(const char *key, const code_run *run, const code_place *p);
/* A whole document, to where json.h writes. `file` is what was checked. */
void findings_sarif(const findings_list *list, const char *file);

/* suppress.c: suppresses what a file names; false: it is faulty, and has said why. */
bool findings_suppress(const findings_list *list, const char *command, const char *path);

#endif
