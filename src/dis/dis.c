/* SPDX-License-Identifier: MIT */
/* gisa_disassemble: finds out what a file is and hands it on. */
#include "graph.h"
#include "pieces.h"
#include "run.h"
#include "sb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors ---- */

static gisa_status report(const dis *d, gisa_status status, gisa_diagnostic *diagnostic) {
    diagnostic->severity = GISA_SEVERITY_ERROR;
    diagnostic->file = d->options->file ? d->options->file : "input";
    if (d->options->report)
        d->options->report(d->options->ctx, diagnostic);
    return status;
}

gisa_status dis_fail(const dis *d, gisa_status status, const char *message) {
    return report(d, status, &(gisa_diagnostic){.message = message});
}

gisa_status dis_fail_in(const dis *d, gisa_status status, const char *message, uint64_t offset) {
    return report(d, status, &(gisa_diagnostic){.message = message, .has_offset = true, .offset = offset});
}

gisa_status dis_fail_at(const dis *d, const char *message, const char *text, size_t size, size_t offset) {
    size_t begin = 0, end = offset;
    uint32_t line = 1;
    for (size_t i = 0; i < offset; i++)
        if (text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    while (end < size && text[end] != '\n' && text[end] != '\r')
        end++;
    return report(d, GISA_STATUS_SYNTAX,
                  &(gisa_diagnostic){.line = line,
                                     .column = (uint32_t)(offset - begin + 1),
                                     .length = 1,
                                     .message = message,
                                     .source = text + begin,
                                     .source_size = end - begin});
}

void dis_set_isa(dis *d, const gisa_isa *isa) {
    d->isa = isa;
    d->unit = gisa_unit(isa);
    d->unit_log2 = 0;
    while (1u << d->unit_log2 < d->unit)
        d->unit_log2++;
}

/* ---- Formats ---- */

static bool begins_with(const void *file, size_t size, const char *magic) {
    return size >= strlen(magic) && !memcmp(file, magic, strlen(magic));
}

/* ---- Bundles: several code objects in one file, made by clang for HIP and OpenMP ---- */

static bool is_bundle(const void *file, size_t size) {
    gisa_bundled e;
    return begins_with(file, size, "__CLANG_OFFLOAD_BUNDLE__") ||
           gisa_bundled_at(file, size, 0, &e) != GISA_STATUS_BAD_FILE;
}

static gisa_status open_bundle(const dis *d, const void **file, size_t *size) {
    gisa_bundled chosen;
    unsigned count;
    char message[120];
    if (begins_with(*file, *size, "CCOB"))
        return dis_fail(d, GISA_STATUS_BAD_FILE,
                        "this is a compressed offload bundle; take a code object out of it with "
                        "clang-offload-bundler --unbundle");
    if (!is_bundle(*file, *size))
        return GISA_OK;
    gisa_status status = gisa_bundled_choose(*file, *size, d->isa, NULL, &chosen, &count);
    if (status == GISA_STATUS_END)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, "none of its code objects is for that architecture");
    if (status == GISA_STATUS_NO_MEMORY)
        return status;
    if (status != GISA_OK)
        return dis_fail(d, GISA_STATUS_BAD_FILE, "this offload bundle is damaged");
    if (count > 1) {
        snprintf(message, sizeof message, "a file of several code objects, of which %u fit; choose one",
                 count);
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, message);
    }
    *file = chosen.file;
    *size = chosen.size;
    return GISA_OK;
}

/* Text holds no control characters but blanks; code is full of zeros. */
static bool is_text(const uint8_t *file, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((file[i] < ' ' && (file[i] < '\t' || file[i] > '\r')) || file[i] >= 127)
            return false;
    return size > 0;
}

/* Words, and nothing else. */
static bool is_hex(const dis *d, const void *file, size_t size) {
    bytes code = {0};
    bool hex = dis_read_hex(d, file, size, false, &code) == GISA_OK && code.size;
    bytes_free(&code);
    return hex;
}

static gisa_input guess(const dis *d, const void *file, size_t size) {
    if (begins_with(file, size, "\177ELF"))
        return GISA_INPUT_ELF;
    if (size >= 4 && !memcmp(file, "GXP", 4))
        return GISA_INPUT_GXP;
    if (is_hex(d, file, size) || is_text(file, size))
        return GISA_INPUT_HEX;
    gisa_sb_info shader;
    return gisa_sb_read(file, size, &shader, NULL) != GISA_STATUS_END ? GISA_INPUT_SB : GISA_INPUT_RAW;
}

/* ---- Code without a file around it ---- */

static void put_run(void *ctx, dis *d, uint64_t begin, uint64_t end) {
    run_put(ctx, d, begin, end);
}

static uint64_t cut_run(void *ctx, uint64_t from, uint64_t at, uint64_t end) {
    const run *r = ctx;
    gisa_head heads[256];
    while (from < at && from < end) {
        size_t used, count = gisa_decode_heads(r->isa, r->code + from, (size_t)(end - from), heads,
                                               sizeof heads / sizeof *heads, &used);
        for (size_t i = 0; i < count && from < at; i++)
            from += heads[i].size;
    }
    return from;
}

static void draw_raw(dis *d, const uint8_t *code, size_t size, uint64_t begin, uint64_t end) {
    graph g = {.d = d, .code = code, .size = size, .name = "code"};
    graph_begin(d);
    if (graph_open(&g)) {
        graph_scan(&g, begin, end);
        graph_put(&g);
    }
    graph_close(&g);
    graph_end(d);
}

static gisa_status disassemble_raw(dis *d, const uint8_t *code, size_t size) {
    run r = {.isa = d->isa, .code = code, .size = size};
    uint64_t begin = 0, end = size;
    gisa_status status = parts_check(d);
    if (status != GISA_OK)
        return status;
    if (d->options->symbol_count)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, "raw code has no symbols; name addresses instead");
    if (!parts_clip(d, 0, &begin, &end) && parts_are_chosen(d))
        return parts_none(d, 0, size);
    if (d->options->graph)
        draw_raw(d, code, size, begin, end);
    else if (!d->options->json)
        pieces_put(&(pieces){.ctx = &r, .put = put_run, .cut = cut_run}, d, begin, end);
    for (size_t at = (size_t)begin;
         at < end && d->options->json && !d->options->graph && d->out.status == GISA_OK;)
        at += dis_json(d, code + at, size - at, at, NULL, NULL);
    return GISA_OK;
}

static gisa_status disassemble_hex(dis *d, const char *text, size_t size) {
    bytes code = {0};
    gisa_status status = dis_read_hex(d, text, size, true, &code);
    if (status == GISA_OK)
        status = disassemble_raw(d, code.data, code.size);
    bytes_free(&code);
    return status;
}

/* The code of a shader binary of the PS4, after comments that say what it is. */
static gisa_status disassemble_sb(dis *d, const void *file, size_t size) {
    gisa_sb_info info;
    gisa_error error = {.message = ""};
    const gisa_status status = gisa_sb_read(file, size, &info, &error);
    if (status == GISA_STATUS_END)
        return dis_fail(d, GISA_STATUS_BAD_FILE, "not a shader binary of the PS4: expected Shdr or OrbShdr");
    if (status != GISA_OK)
        return dis_fail_in(d, status, error.message, error.offset);
    if (!d->isa && !info.isa)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, "a shader of the PS4, which is not in this program");
    dis_set_isa(d, d->isa ? d->isa : info.isa);
    if (!d->options->json && !d->options->graph)
        dis_sb_head(d, &info);
    return disassemble_raw(d, info.code, info.code_size);
}

static gisa_status disassemble(dis *d, const void *file, size_t size) {
    gisa_input input = d->options->input;
    if (input == GISA_INPUT_AUTO || input == GISA_INPUT_ELF) {
        gisa_status status = open_bundle(d, &file, &size);
        if (status != GISA_OK)
            return status;
    }
    if (input == GISA_INPUT_AUTO)
        input = guess(d, file, size);
    if (input == GISA_INPUT_ELF)
        return dis_elf(d, file, size);
    if (input == GISA_INPUT_GXP)
        return dis_gxp(d, file, size);
    if (input == GISA_INPUT_SB)
        return disassemble_sb(d, file, size);
    if (!d->isa && input == GISA_INPUT_HEX && !is_hex(d, file, size))
        return dis_fail(d, GISA_STATUS_SYNTAX,
                        "the file is text, but not words in hexadecimal; a source is for the assembler");
    if (!d->isa)
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT,
                        "the file does not say which architecture it is for; name one (-a)");
    dis_set_isa(d, d->isa);
    return input == GISA_INPUT_HEX ? disassemble_hex(d, file, size) : disassemble_raw(d, file, size);
}

gisa_status gisa_disassemble(const void *file, size_t size, const gisa_dis_options *options) {
    if ((!file && size) || !options || !options->write)
        return GISA_STATUS_BAD_ARGUMENT;
    dis d = {.options = options,
             .isa = options->isa,
             .indent = "",
             .style = {.syntax = options->syntax, .exact = !options->plain}};
    if (!output_open(&d.out, options->write, options->ctx))
        return dis_fail(&d, GISA_STATUS_NO_MEMORY, "out of memory");
    gisa_status status = disassemble(&d, size ? file : "", size);
    output_close(&d.out);
    free(d.known);
    status = status == GISA_OK ? d.out.status : status;
    return status == GISA_STATUS_NO_MEMORY ? dis_fail(&d, status, "out of memory") : status;
}
