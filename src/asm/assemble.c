/* SPDX-License-Identifier: MIT */
/* gisa_assemble: statement after statement, then what was left open, then the file. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

enum { SCRATCH = 4096 };

/* ---- instructions ----------------------------------------------------------------------- */

/* Notes what must be put into the instruction when its value is known. */
static void wait_for(assembler *a, const gisa_insn *insn, unsigned i, uint64_t offset, size_t size) {
    const gisa_operand *o = &insn->operand[i];
    const pending *p = (size_t)o->value < a->pending_count ? &a->pending[o->value] : NULL;
    unsigned bit = 0, width = 0;
    if (!p || gisa_field(a->isa, insn, i, &bit, &width) != GISA_OK || bit > 63 || width > 64) {
        error_at(a, p ? p->at : a->now.text, p ? p->length : 1, "the value must be known here");
        return;
    }
    fixup f = {.e = p->e,
               .at = location_of(a, p->at, p->length),
               .section = a->current,
               .offset = offset,
               .kind = o->kind == GISA_LITERAL ? FIXUP_LITERAL
                       : o->kind == GISA_LABEL ? FIXUP_BRANCH
                                               : FIXUP_FIELD,
               .bit = (uint8_t)bit,
               .width = (uint8_t)width,
               .size = (uint8_t)size};
    add_fixup(a, &f);
}

static gisa_status parse(assembler *a, const char *text, gisa_insn *insn, gisa_error *error) {
    size_t size = (size_t)(a->now.end - text);
    gisa_env env = {
        .syntax = a->options->syntax, .address = here(a), .expression = operand_expression, .ctx = a};
    a->pending_count = 0;
    gisa_status status = gisa_parse(a->isa, text, size, &env, insn, error);
    if (status == GISA_OK || !a->pending_count)
        return status;
    /* Distances between labels are numbers too where nothing else will do; the first fault is what counts. */
    gisa_error second;
    a->pending_count = 0;
    a->fold_places = true;
    if (gisa_parse(a->isa, text, size, &env, insn, &second) == GISA_OK)
        status = GISA_OK;
    a->fold_places = false;
    return status;
}

static void instruction(assembler *a, const char *text, size_t word) {
    gisa_insn insn;
    gisa_error error = {0};
    uint8_t code[16], *p;
    size_t size = sizeof code;
    if (!need_isa(a, text, word))
        return;
    gisa_status status = parse(a, text, &insn, &error);
    if (status != GISA_OK) {
        error_at(a, text + error.offset, error.length, "%s",
                 error.message[0] ? error.message : gisa_status_text(status));
        return;
    }
    count_registers(a, &insn);
    if (a->pending_count) {
        status = gisa_encode(a->isa, &insn, code, &size);
        if (status != GISA_OK) {
            error_at(a, text, word, "%s", gisa_status_text(status));
            return;
        }
    } else {
        size = insn.size;
        for (size_t i = 0; i < size && i < 8; i++)
            code[i] = (uint8_t)(insn.bits >> (8 * i));
    }
    uint64_t offset = here(a);
    if (!(p = emit(a, size)))
        return;
    memcpy(p, code, size);
    for (unsigned i = 0; a->pending_count && i < insn.operand_count; i++)
        if (insn.operand[i].flags & GISA_PENDING)
            wait_for(a, &insn, i, offset, size);
}

/* ---- statements ------------------------------------------------------------------------- */

static void numeric_label(assembler *a) {
    statement *s = &a->now;
    const char *begin = s->p;
    uint64_t number = 0;
    while (s->p < s->end && char_is(*s->p, CHAR_DIGIT))
        number = number * 10 + (uint64_t)(*s->p++ - '0');
    size_t length = (size_t)(s->p - begin);
    if (take(a, ':'))
        define_numeric(a, number, begin, length);
    else {
        s->p = s->end;
        error_at(a, begin, length, "a statement cannot begin with a number, except for a label such as 1:");
    }
}

static bool is_assignment(const statement *s, const char *p) {
    return p < s->end && *p == '=' && !(p + 1 < s->end && p[1] == '=');
}

/* What follows the labels: an assignment, a macro, a directive or an instruction. */
static void operation(assembler *a, const ident *n) {
    statement *s = &a->now;
    macro *m;
    skip_blanks(s);
    if (is_assignment(s, s->p)) {
        s->p++;
        assign(a, n, false);
    } else if ((m = macro_find(a, n->text, n->size)))
        macro_call(a, m, n->at, n->length);
    else if (n->text[0] == '.' && n->at == n->text) {
        const directive *d = directive_find(a, n->text, n->size);
        if (d)
            d->run(a, d->kind);
        else
            unknown_directive(a, n->text, n->size);
    } else
        instruction(a, n->at, n->length);
}

static void run_statement(assembler *a) {
    statement *s = &a->now;
    a->unit_begun = false;
    while (!at_end(a)) {
        ident n;
        if (char_is(*s->p, CHAR_DIGIT)) {
            numeric_label(a);
            continue;
        }
        if (!read_name(a, &n)) {
            error_at(a, s->p, 1, "expected a label, a directive or an instruction");
            return;
        }
        skip_blanks(s);
        if (s->p < s->end && *s->p == ':') {
            s->p++;
            define_label(a, &n);
            continue;
        }
        operation(a, &n);
        return;
    }
}

static void run(assembler *a) {
    while (a->frame_count && !a->stop && !a->ended) {
        frame *f = &a->frames[a->frame_count - 1];
        if (!next_statement(a, f)) {
            if (!repeat_next(a, f))
                source_pop(a);
        } else if (a->stop)
            break;
        else if (is_skipping(a))
            skip_statement(a);
        else
            run_statement(a);
    }
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
    define_from_options(a);
    return source_push(a, a->main, NULL);
}

static void finish(assembler *a) {
    if (!a->isa && !a->isa_missed && !a->errors)
        report_in(
            a, GISA_ERROR, (location){.in = a->main, .length = 1},
            "the architecture is not known; expected .amdgcn_target \"amdgcn-amd-amdhsa--gfx900\" or the "
            "option -a");
    if (a->isa && !a->stop) {
        kernels_finish(a);
        resolve_fixups(a);
    }
    target_finish(a);
}

static void end(assembler *a) {
    sources_free(a);
    macros_free(a);
    object_free(&a->object);
    arena_free(&a->memory);
    free(a->copy);
    free(a->conditions);
    free(a->symbols.slots);
    free(a->section_stack);
    free(a->links);
    free(a->units);
    free(a->fixups);
    free(a->pending);
    free(a->scratch);
    free(a);
}

gisa_status gisa_assemble(const char *file, const char *source_text, size_t size,
                          const gisa_asm_options *options, void **out, size_t *out_size) {
    bytes result = {0};
    gisa_status status;
    if (!options || !out || !out_size || (!source_text && size))
        return GISA_BAD_ARGUMENT;
    *out = NULL;
    *out_size = 0;
    assembler *a = calloc(1, sizeof *a);
    if (!a)
        return GISA_NO_MEMORY;
    a->options = options;
    a->error_limit = options->error_limit ? options->error_limit : DEFAULT_ERROR_LIMIT;
    object_init(&a->object);
    if (size > MAX_SOURCE)
        status = GISA_BAD_FILE;
    else if (!begin(a, file ? file : "input", source_text ? source_text : "", size))
        status = GISA_NO_MEMORY;
    else {
        run(a);
        if (!a->no_memory)
            finish(a);
        status = a->no_memory ? GISA_NO_MEMORY : a->errors ? GISA_FAILED : write_output(a, &result);
        if (a->no_memory)
            status = GISA_NO_MEMORY;
    }
    end(a);
    /* An empty result is a block, too. */
    if (status == GISA_OK && !bytes_room(&result, 1))
        status = GISA_NO_MEMORY;
    if (status != GISA_OK) {
        bytes_free(&result);
        return status;
    }
    *out = result.data;
    *out_size = result.size;
    return GISA_OK;
}
