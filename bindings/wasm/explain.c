/* SPDX-License-Identifier: MIT */
/* What the bits of an instruction mean: the parts of `gisa explain` as data. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "explain/explain.h"

static void put_phrase(const char *key, const phrase *p) {
    json_text(key, p->text);
}

/* ---- its fields -------------------------------------------------------------------------- */

static const char *const piece_kinds[] = {"fixed", "opcode", "field", "zero", "ignored", "written"};

static void put_field(const subject *s, const gisa_piece *piece) {
    phrase meaning = {.size = 0};
    const bool usual = field_meaning(s, piece, &meaning);
    json_begin(NULL, '{');
    json_text("name", piece->name);
    json_text("kind", piece_kinds[piece->kind]);
    json_number("low", piece->at.low);
    json_number("width", piece->at.width);
    json_hex("value", piece_value(piece, s->insn.bits));
    put_phrase("meaning", &meaning);
    json_truth("usual", usual);
    json_truth("odd", piece_is_odd(piece, s->insn.bits));
    json_begin("operands", '[');
    for (unsigned i = 0; i < s->insn.operand_count; i++)
        if (piece->operands >> i & 1)
            json_number(NULL, i);
    json_end(']');
    json_end('}');
}

static void put_literal(const subject *s) {
    json_begin(NULL, '{');
    json_text("name", "literal");
    json_text("kind", "literal");
    json_number("low", 32);
    json_number("width", 32);
    json_hex("value", s->insn.bits >> 32);
    json_text("meaning", "");
    json_truth("usual", false);
    json_truth("odd", false);
    json_begin("operands", '[');
    json_end(']');
    json_end('}');
}

static void put_fields(const subject *s) {
    const picture q = picture_of_form(s->isa, s->insn.form);
    json_begin("fields", '[');
    for (unsigned i = 0; i < q.count; i++)
        put_field(s, &q.piece[i]);
    if (s->insn.size > s->form.size)
        put_literal(s);
    json_end(']');
}

/* ---- its operands ------------------------------------------------------------------------ */

static void put_operand(const subject *s, unsigned i) {
    gisa_operand_info info;
    phrase text = {.size = 0}, nature = {.size = 0}, takes = {.size = 0}, meaning = {.size = 0};
    const gisa_operand *o = &s->insn.operand[i];
    if (gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK)
        return;
    operand_text(s, i, &text);
    operand_nature(&info, o->access, &nature);
    operand_takes(s->isa, s->insn.form, i, &takes);
    operand_meaning(s, i, &meaning);
    json_begin(NULL, '{');
    json_text("name", info.name);
    put_phrase("text", &text);
    put_phrase("nature", &nature);
    put_phrase("takes", &takes);
    put_phrase("meaning", &meaning);
    json_text("doc", info.doc ? info.doc : "");
    json_truth("modifier", o->flags & GISA_OPERAND_MODIFIER);
    json_truth("default", o->flags & GISA_OPERAND_DEFAULT);
    json_end('}');
}

static void put_operands(const subject *s) {
    phrase reads = {.size = 0}, writes = {.size = 0};
    json_begin("operands", '[');
    for (unsigned i = 0; i < s->insn.operand_count; i++)
        put_operand(s, i);
    json_end(']');
    state_words(s->reads, ", ", &reads);
    state_words(s->writes, ", ", &writes);
    put_phrase("reads", &reads);
    put_phrase("writes", &writes);
}

/* ---- texts ------------------------------------------------------------------------------- */

static void put_text(const subject *s, const char *key, gisa_syntax syntax) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    const gisa_style style = {.syntax = syntax};
    if (gisa_print(s->isa, &s->insn, &style, text, &size) == GISA_OK)
        json_text(key, text);
}

static void put_optional(const char *key, const char *text) {
    if (text)
        json_text(key, text);
}

static void put_operation(const subject *s) {
    phrase sentence = {.size = 0}, doc = {.size = 0};
    gisa_flow_info flow;
    sentence_of(s, &sentence);
    put_phrase("sentence", &sentence);
    put_doc(s, 0, (unsigned)strlen(s->form.doc), false, &doc);
    put_phrase("doc", &doc);
    put_optional("body", s->form.body);
    put_optional("unsure", s->form.unsure);
    put_optional("approximate", s->form.approximate);
    if (gisa_flow_of(s->isa, &s->insn, 0, &flow) == GISA_OK)
        json_text("flow", gisa_flow_name(flow.kind));
}

/* What a part of the command's explanation says, as a text of lines. */
static void put_page(const char *key, const subject *s, void (*show)(page *p, const subject *s)) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    page p = page_open();
    if (!file)
        return;
    page_to_file(file);
    show(&p, s);
    fclose(file);
    json_text(key, text);
    free(text);
}

static void put_addresses(const subject *s) {
    gisa_address a;
    json_begin("addresses", '[');
    for (unsigned i = 0; gisa_form_address(s->isa, s->insn.form, i, &a) == GISA_OK; i++) {
        json_begin(NULL, '{');
        json_text("image", a.image);
        json_number("count", a.count);
        json_text("registers", a.registers);
        json_end('}');
    }
    json_end(']');
}

static void put_instruction(const subject *s) {
    gisa_format_info format;
    json_text("name", s->form.name);
    json_text("mnemonic", s->form.mnemonic);
    json_text("format", s->form.format);
    if (gisa_format(s->isa, s->form.format_index, &format) == GISA_OK)
        put_optional("formatDoc", format.doc);
    json_text("class", gisa_class_name(s->form.class_));
    put_text(s, "text", GISA_SYNTAX_LLVM);
    put_text(s, "clrx", GISA_SYNTAX_CLRX);
    put_operation(s);
    put_fields(s);
    put_operands(s);
    put_addresses(s);
}

static void put_subject(const subject *s, size_t offset) {
    json_begin(NULL, '{');
    json_text("arch", gisa_name(s->isa));
    json_number("offset", (int64_t)offset);
    json_number("size", s->insn.size);
    json_text("status", gisa_status_text(s->status));
    json_truth("valid", subject_is_instruction(s));
    json_hex("bits", subject_is_instruction(s) ? s->insn.bits : first_unit(s));
    if (subject_is_instruction(s))
        put_instruction(s);
    put_page("faults", s, explain_faults);
    put_page("elsewhere", s, explain_elsewhere);
    json_end('}');
}

/* The answer: an array, an object for each instruction, at most `most`. */
int EXPORT(gisa_js_explain)(const uint8_t *code, size_t size, const char *arch, unsigned most) {
    const gisa_isa *isa = gisa_find(arch);
    if (!isa) {
        answer_status(GISA_STATUS_BAD_ARGUMENT, "there is no such architecture");
        return GISA_STATUS_BAD_ARGUMENT;
    }
    answer_begin();
    json_begin(NULL, '[');
    for (size_t at = 0; at < size && most--;) {
        const subject s = subject_at(isa, code + at, size - at);
        put_subject(&s, at);
        at += s.insn.size ? s.insn.size : gisa_unit(isa);
    }
    json_end(']');
    answer_end();
    return GISA_OK;
}

/* A name of an instruction, without operands; the answer: what is known of its first form. */
int EXPORT(gisa_js_about)(const char *name, const char *arch) {
    const gisa_isa *isa = gisa_find(arch);
    const uint32_t form = isa ? gisa_form_named(isa, name, strlen(name)) : UINT32_MAX;
    gisa_form_info info;
    if (form == UINT32_MAX || gisa_form(isa, form, &info) != GISA_OK) {
        answer_status(GISA_STATUS_NO_MNEMONIC, isa ? NULL : "there is no such architecture");
        return GISA_STATUS_NO_MNEMONIC;
    }
    answer_begin();
    json_begin(NULL, '{');
    json_text("name", info.name);
    json_text("mnemonic", info.mnemonic);
    json_text("format", info.format);
    json_text("class", gisa_class_name(info.class_));
    json_text("doc", info.doc);
    put_optional("body", info.body);
    put_optional("unsure", info.unsure);
    put_optional("approximate", info.approximate);
    json_text("source", info.source);
    json_end('}');
    answer_end();
    return GISA_OK;
}

/* One instruction as text to its bytes at `code`, room for 8; its size, or 0 and an error. */
size_t EXPORT(gisa_js_parse)(const char *text, const char *arch, int syntax, uint8_t *code) {
    const gisa_isa *isa = gisa_find(arch);
    const gisa_env env = {.syntax = (gisa_syntax)syntax};
    gisa_error error = {.message = "there is no such architecture"};
    gisa_insn insn;
    size_t size = 8;
    if (isa && gisa_parse(isa, text, strlen(text), &env, &insn, &error) == GISA_OK &&
        gisa_encode(isa, &insn, code, &size) == GISA_OK)
        return size;
    answer_error(&error);
    return 0;
}
