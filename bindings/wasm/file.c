/* SPDX-License-Identifier: MIT */
/* What is in a file: its code objects, sections, symbols, kernels; parameters of shaders. */
#include "answer.h"

/* Where bytes of the file are in it; -1: they are not in it. */
static int64_t place(const uint8_t *bytes, const void *file) {
    return bytes ? bytes - (const uint8_t *)file : -1;
}

static void put_sections(const gisa_file *file, const void *bytes) {
    gisa_file_section s;
    json_begin("sections", '[');
    for (size_t i = 0; gisa_file_section_at(file, i, &s) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", s.name);
        json_number("address", (int64_t)s.address);
        json_number("size", (int64_t)s.size);
        json_number("offset", place(s.bytes, bytes));
        json_truth("code", s.code);
        json_end('}');
    }
    json_end(']');
}

static void put_symbols(const gisa_file *file) {
    gisa_file_symbol s;
    json_begin("symbols", '[');
    for (size_t i = 0; gisa_file_symbol_at(file, i, &s) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", s.name);
        json_number("address", (int64_t)s.address);
        json_number("size", (int64_t)s.size);
        json_number("section", s.section);
        json_truth("defined", s.defined);
        json_number("type", s.type);
        json_number("binding", s.binding);
        json_end('}');
    }
    json_end(']');
}

static void put_code(const gisa_file *file, const void *bytes) {
    gisa_file_code c;
    json_begin("code", '[');
    for (size_t i = 0; gisa_file_code_at(file, i, &c) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", c.name);
        json_number("address", (int64_t)c.address);
        json_number("size", (int64_t)c.size);
        json_number("offset", place(c.bytes, bytes));
        json_number("section", (int64_t)c.section);
        json_end('}');
    }
    json_end(']');
}

static void put_arguments(const gisa_file *file, size_t kernel) {
    gisa_argument a;
    json_begin("arguments", '[');
    for (unsigned i = 0; gisa_file_argument_at(file, kernel, i, &a) == GISA_OK; i++)
        put_argument(&a);
    json_end(']');
}

static void put_kernels(const gisa_file *file) {
    gisa_file_kernel k;
    json_begin("kernels", '[');
    for (size_t i = 0; gisa_file_kernel_at(file, i, &k) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", k.name);
        if (k.has_entry)
            json_number("entry", (int64_t)k.entry);
        json_number("vgprs", k.vgprs);
        json_number("sgprs", k.sgprs);
        json_number("userSgprs", k.user_sgprs);
        json_number("groupSize", k.group_size);
        json_number("privateSize", k.private_size);
        json_number("kernargSize", k.kernarg_size);
        put_arguments(file, i);
        json_end('}');
    }
    json_end(']');
}

static void put_registers(const char *key, const gisa_gxp_registers *r) {
    if (!r->count)
        return;
    json_begin(key, '{');
    json_text("bank", gisa_bank_letters(r->bank));
    json_number("first", r->first);
    json_number("count", r->count);
    json_end('}');
}

static void put_parameters(const gisa_gxp *shader) {
    gisa_gxp_parameter p;
    json_begin("parameters", '[');
    for (unsigned i = 0; gisa_gxp_parameter_at(shader, i, &p) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("name", p.name);
        json_text("category", p.category ? p.category : "");
        json_text("type", p.type);
        json_number("arraySize", p.array_size);
        json_text("semantic", p.semantic ? p.semantic : "");
        json_number("container", p.container);
        json_number("resource", p.resource);
        json_number("words", p.words);
        put_registers("registers", &p.registers);
        json_end('}');
    }
    json_end(']');
}

static void put_shader(const gisa_gxp *shader) {
    gisa_gxp_info info;
    if (!shader || gisa_gxp_about(shader, &info) != GISA_OK)
        return;
    json_begin("shader", '{');
    json_truth("fragment", info.fragment);
    json_number("temporaries", info.temporaries);
    json_number("primaryAttributes", info.pa_registers);
    json_number("secondaryAttributes", info.sa_registers);
    json_text("result", info.result);
    put_registers("resultRegisters", &info.result_registers);
    put_parameters(shader);
    json_end('}');
}

static const char *const formats[] = {"auto", "raw", "hex", "elf", "gxp", "sb"};

/* The answer: {"format": ...}, or an error. `object`: of a file with several code objects, which
   (gisa_file_open); may be empty. */
int EXPORT(gisa_js_open)(const void *bytes, size_t size, const char *arch, const char *object) {
    gisa_file *file;
    gisa_file_info info;
    gisa_error error = {0};
    gisa_status status =
        gisa_file_open(bytes, size, gisa_find(arch), object && *object ? object : NULL, &file, &error);
    if (status) {
        answer_error(&error);
        return status;
    }
    gisa_file_about(file, &info);
    answer_begin();
    json_begin(NULL, '{');
    json_text("format", formats[info.format]);
    json_text("arch", info.isa ? gisa_name(info.isa) : "");
    json_truth("loadable", info.loadable);
    json_number("offset", place(info.bytes, bytes));
    json_number("size", (int64_t)info.size);
    put_sections(file, bytes);
    put_symbols(file);
    put_code(file, bytes);
    put_kernels(file);
    put_shader(info.shader);
    json_end('}');
    answer_end();
    gisa_file_close(file);
    return GISA_OK;
}

/* The code objects of a bundle or of a program: [{"name", "offset", "size"}]. */
void EXPORT(gisa_js_bundled)(const void *bytes, size_t size) {
    gisa_bundle bundle;
    gisa_bundled entry;
    char name[256];
    gisa_bundle_open(&bundle, bytes, size);
    answer_begin();
    json_begin(NULL, '[');
    while (gisa_bundle_next(&bundle, &entry) == GISA_OK) {
        if (!entry.size)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)entry.name_size, entry.name ? entry.name : "");
        json_begin(NULL, '{');
        json_text("name", name);
        json_number("offset", place(entry.file, bytes));
        json_number("size", (int64_t)entry.size);
        json_end('}');
    }
    json_end(']');
    answer_end();
}
