/* SPDX-License-Identifier: MIT */
/* gisa_assemble: statement after statement, then what was left open, then the file. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "core/host_floats.h"

enum { SCRATCH = 4096 };

/* ---- statements ------------------------------------------------------------------------- */

static void numeric_label(assembler *a) {
    statement *s = &a->now;
    const char *begin = s->p;
    uint64_t number = 0;
    while (s->p < s->end && char_is(*s->p, CHAR_DIGIT))
        number = number * 10 + (uint64_t)(*s->p++ - '0');
    size_t length = (size_t)(s->p - begin);
    if (lex_take(a, ':'))
        symbol_define_numeric(a, number, begin, length);
    else {
        s->p = s->end;
        diagnose_at(a, begin, length,
                    "a statement cannot begin with a number, except for a label such as 1:");
    }
}

static bool is_assignment(const statement *s, const char *p) {
    return p < s->end && *p == '=' && !(p + 1 < s->end && p[1] == '=');
}

/* What follows the labels: an assignment, a macro, a directive or an instruction. */
static void operation(assembler *a, const ident *n) {
    statement *s = &a->now;
    macro *m;
    lex_skip_blanks(s);
    if (is_assignment(s, s->p)) {
        s->p++;
        symbol_assign(a, n, false);
    } else if ((m = macro_find(a, n->text, n->size)))
        macro_call(a, m, n->at, n->length);
    else if (n->text[0] == '.' && n->at == n->text) {
        const directive *d = directive_find(a, n->text, n->size);
        if (d)
            d->run(a, d->kind);
        else
            directive_unknown(a, n->text, n->size);
    } else if (a->registers)
        registers_instruction(a, n->at, n->length);
    else
        instruction(a, n->at, n->length);
}

static void run_statement(assembler *a) {
    statement *s = &a->now;
    a->unit_begun = false;
    while (!lex_at_end(a)) {
        ident n;
        if (char_is(*s->p, CHAR_DIGIT)) {
            numeric_label(a);
            continue;
        }
        if (s->p < s->end && *s->p == '!') { /* the predicate of an instruction */
            instruction(a, s->p, 1);
            return;
        }
        if (!lex_read_name(a, &n)) {
            diagnose_at(a, s->p, 1, "expected a label, a directive or an instruction");
            return;
        }
        lex_skip_blanks(s);
        if (s->p < s->end && *s->p == ':') {
            s->p++;
            symbol_define_label(a, &n);
            continue;
        }
        operation(a, &n);
        return;
    }
}

static void run(assembler *a) {
    while (a->frame_count && !a->stop && !a->ended) {
        frame *f = &a->frames[a->frame_count - 1];
        if (!conditional_skips(a) && known_lines(a, f))
            continue;
        if (!lex_next_statement(a, f)) {
            if (!repeat_next(a, f))
                source_pop(a);
        } else if (a->stop)
            break;
        else if (conditional_skips(a))
            conditional_skip(a);
        else
            run_statement(a);
    }
    if (a->no_memory && a->frame_count)
        diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text), "out of memory");
    while (a->frame_count)
        source_pop(a);
}

/* ---- the whole -------------------------------------------------------------------------- */

static bool begin(assembler *a, const char *file, const char *text, size_t size) {
    a->scratch = calloc(1, SCRATCH);
    if (!a->scratch || !sections_begin(a))
        return false;
    directives_begin(a);
    a->main = source_new(a, text, size, (location){0});
    if (!a->main)
        return false;
    a->main->file = file;
    source_keep(a->main);
    target_begin(a);
    if (gxp_is_made(a) && !gxp_begin(a))
        return false;
    symbol_define_options(a);
    return source_push(a, a->main, NULL);
}

static void finish(assembler *a) {
    if (!a->isa && !a->isa_missed && !a->errors && !gxp_is_made(a))
        diagnose_report(
            a, GISA_SEVERITY_ERROR, (location){.in = a->main, .length = 1},
            "the architecture is not known; expected .amdgcn_target \"amdgcn-amd-amdhsa--gfx900\" or the "
            "option -a");
    if (fixup_wants_object(a) && !a->stop)
        metadata_end_pal(a);
    if (fixup_wants_object(a) && !a->stop)
        lines_finish(a);
    if (!a->stop)
        frames_finish(a);
    if (fixup_wants_object(a))
        sections_define(a);
    if (a->isa && !a->stop)
        kernels_finish(a);
    if ((a->isa || gxp_is_made(a)) && !a->stop)
        fixup_resolve(a);
    target_finish(a);
}

static void end(assembler *a) {
    gxp_end(a);
    lines_end(a);
    frames_end(a);
    sources_free(a);
    macros_free(a);
    object_free(&a->object);
    arena_free(&a->memory);
    free(a->copy);
    free(a->conditions);
    free(a->symbols.slots);
    free(a->section_slots);
    free(a->section_stack);
    free(a->links);
    free(a->units);
    bytes_free(&a->pal);
    free(a->fixups);
    free(a->pending);
    free(a->scratch);
    known_forget(a);
    free(a);
}

/* Where there was none to say so at its place. */
static void report_no_memory(const gisa_asm_options *options, const char *file) {
    gisa_diagnostic d = {
        .severity = GISA_SEVERITY_ERROR, .message = "out of memory", .file = file ? file : "input"};
    if (options->report)
        options->report(options->ctx, &d);
}

gisa_status gisa_assemble(const char *file, const char *source_text, size_t size,
                          const gisa_asm_options *options, void **out, size_t *out_size) {
    bytes result = {0};
    gisa_status status;
    if (!options || !out || !out_size || (!source_text && size))
        return GISA_STATUS_BAD_ARGUMENT;
    *out = NULL;
    *out_size = 0;
    assembler *a = calloc(1, sizeof *a);
    if (!a) {
        report_no_memory(options, file);
        return GISA_STATUS_NO_MEMORY;
    }
    const uint64_t floats = host_floats_begin();
    a->options = options;
    a->clrx = options->syntax == GISA_SYNTAX_CLRX;
    a->error_limit = options->error_limit ? options->error_limit : DEFAULT_ERROR_LIMIT;
    object_init(&a->object);
    if (size > MAX_SOURCE)
        status = GISA_STATUS_BAD_FILE;
    else if (!begin(a, file ? file : "input", source_text ? source_text : "", size))
        status = GISA_STATUS_NO_MEMORY;
    else {
        run(a);
        if (!a->no_memory)
            finish(a);
        status = a->no_memory ? GISA_STATUS_NO_MEMORY
                 : a->errors  ? GISA_STATUS_FAILED
                              : output_write(a, &result);
        if (a->no_memory)
            status = GISA_STATUS_NO_MEMORY;
    }
    if (status == GISA_STATUS_NO_MEMORY && !a->errors)
        report_no_memory(options, file);
    end(a);
    host_floats_end(floats);
    /* An empty result is a block, too. */
    if (status == GISA_OK && !bytes_room(&result, 1))
        status = GISA_STATUS_NO_MEMORY;
    if (status != GISA_OK) {
        bytes_free(&result);
        return status;
    }
    *out = result.data;
    *out_size = result.size;
    return GISA_OK;
}
