/* SPDX-License-Identifier: MIT */
/* C that becomes a function of this process: by the host's compiler, or from the cache. */
#ifndef GISA_NATIVE_COMPILE_H
#define GISA_NATIVE_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "digest.h"

typedef struct compiler {
    const char *prelude; /* what all files have between their head and their text */
    char *command;       /* an absolute path; NULL: there is none */
    char *cache;         /* a folder */
    bool is_own;         /* that is to be removed at the end */
    digest common;       /* of compiler, processor, options, prelude; empty until it is needed */
    _Atomic long child;  /* the process of a compiler that is running; 0: none is */
} compiler;

/* `command`, `cache`: as in gisa_native_options; `prelude` stays where it is. false: there is no
   compiler, or nowhere to write to. */
bool compiler_open(compiler *c, const char *prelude, const char *command, const char *cache);
void compiler_close(compiler *c);
/* Ends a compiler that is running, by another thread: what it was to make is missing. */
void compiler_cancel(compiler *c);

typedef struct compiled {
    void *library;
    bool was_cached;
    double seconds; /* that the compiler took */
} compiled;

/* A file of head, prelude and text. false: it is not in the cache. */
bool compiler_find(compiler *c, const char *head, const char *text, compiled *made);
/* From the cache, or compiled. false: it cannot be compiled or loaded. */
bool compiler_load(compiler *c, const char *head, const char *text, compiled *made);
void *compiled_find(const compiled *made, const char *name);
void compiled_free(compiled *made);

#endif
