/* SPDX-License-Identifier: MIT */
/* Entries of the manual as Markdown: what an instruction does, its operands, its operation, from
 * the library's tables, as the page of the manual has them. */
#include <string.h>

#include "draft.h"
#include "explain/explain.h"
#include "info/info.h"
#include "lexicon.h"
#include "manual.h"

/* ---- an instruction -------------------------------------------------------------------------- */

/* Text in which a star or an underscore is one. */
static void put_prose(draft *to, const char *text) {
    for (; *text; text++)
        draft_add(to, strchr("\\`*_<>[]|#", *text) ? "\\%c" : "%c", *text);
}

static void put_title(draft *to, const gisa_isa *isa, const gisa_form_info *f) {
    draft_add(to, "**%s** (%s, %s)\n\n", f->mnemonic, f->format, gisa_name(isa));
    put_prose(to, f->doc);
    draft_add(to, "\n");
}

/* "bits 8:0, 40:32" */
static void put_bits(draft *to, const gisa_operand_info *o) {
    for (unsigned i = 0; i < o->field_count; i++) {
        const gisa_bits b = o->field[i];
        if (b.width > 1)
            draft_add(to, "%s%u:%u", i ? ", " : "; bits ", b.low + b.width - 1u, b.low);
        else if (b.width)
            draft_add(to, "%s%u", i ? ", " : "; bit ", b.low);
    }
}

/* `written`: the operand as it stands in a source; NULL: the spec's alone. */
static void put_operand(draft *to, const gisa_isa *isa, uint32_t form, unsigned i, const char *written) {
    gisa_operand_info o;
    phrase nature = {.size = 0}, takes = {.size = 0};
    if (gisa_form_operand(isa, form, i, &o) != GISA_OK)
        return;
    operand_nature(&o, o.access, &nature);
    operand_takes(isa, form, i, &takes);
    draft_add(to, "- ");
    if (written && *written)
        draft_add(to, "`%s`: ", written);
    draft_add(to, "`%s`", o.name);
    if (nature.size)
        draft_add(to, " (%s)", nature.text);
    if (o.doc) {
        draft_add(to, ": ");
        put_prose(to, o.doc);
    }
    if (takes.size && !written) {
        draft_add(to, "; ");
        put_prose(to, takes.text);
    }
    put_bits(to, &o);
    draft_add(to, "\n");
}

static void put_states(draft *to, const char *title, uint32_t states) {
    phrase words = {.size = 0};
    state_words(states, ", ", &words);
    if (words.size)
        draft_add(to, "\n%s: %s\n", title, words.text);
}

static void put_schedule(draft *to, const gisa_isa *isa, uint32_t form) {
    static schedule_notes notes;
    notes.count = 0;
    notes.all = 0;
    info_schedule_add(&notes, 0, isa, form);
    for (unsigned i = 0; i < notes.count; i++) {
        draft_add(to, i ? "- " : "\n- ");
        put_prose(to, notes.note[i].name);
        draft_add(to, ": ");
        put_prose(to, notes.note[i].text);
        draft_add(to, "\n");
    }
}

static void put_rest(draft *to, const gisa_isa *isa, uint32_t form, const gisa_form_info *f) {
    put_states(to, "Reads", f->reads);
    put_states(to, "Writes", f->writes);
    if (f->body)
        draft_add(to, "\n```c\n%s\n```\n", f->body + strspn(f->body, "\n"));
    put_schedule(to, isa, form);
    if (f->unsure) {
        draft_add(to, "\nNot certain: ");
        put_prose(to, f->unsure);
        draft_add(to, "\n");
    }
    if (f->approximate) {
        draft_add(to, "\nApproximate: ");
        put_prose(to, f->approximate);
        draft_add(to, "\n");
    }
}

void manual_form(draft *to, const gisa_isa *isa, uint32_t form) {
    gisa_form_info f;
    if (gisa_form(isa, form, &f) != GISA_OK)
        return;
    put_title(to, isa, &f);
    draft_add(to, "\n");
    for (unsigned i = 0; i < f.operand_count; i++)
        put_operand(to, isa, form, i, NULL);
    put_rest(to, isa, form, &f);
}

void manual_insn(draft *to, const gisa_isa *isa, const gisa_insn *insn) {
    subject s = {.isa = isa, .insn = *insn, .status = GISA_OK};
    phrase sentence = {.size = 0};
    if (gisa_form(isa, insn->form, &s.form) != GISA_OK)
        return;
    gisa_states(isa, insn, &s.reads, &s.writes);
    put_title(to, isa, &s.form);
    sentence_of(&s, &sentence);
    draft_add(to, "\nHere: ");
    put_prose(to, sentence.text);
    draft_add(to, "\n\n");
    for (unsigned i = 0; i < insn->operand_count; i++) {
        phrase text = {.size = 0};
        const bool pending = insn->operand[i].flags & GISA_OPERAND_PENDING;
        if (insn->operand[i].flags & GISA_OPERAND_DEFAULT)
            continue;
        if (!pending)
            operand_text(&s, i, &text);
        put_operand(to, isa, insn->form, i, text.text);
    }
    put_rest(to, isa, insn->form, &s.form);
}

/* ---- words ----------------------------------------------------------------------------------- */

bool manual_word(draft *to, const lexicon *l, const char *name, size_t size) {
    size_t stem = 0;
    const word *w = lexicon_find(l, name, size, -1);
    while (!w && stem < size && (name[stem] < '0' || name[stem] > '9'))
        stem++;
    if (!w && stem)
        w = lexicon_find(l, name, stem, WORD_STEM);
    if (!w || !w->about)
        return false;
    draft_add(to, "**%.*s**", (int)size, name);
    if (w->table)
        draft_add(to, " (%s)", w->table);
    draft_add(to, ": ");
    put_prose(to, w->about);
    draft_add(to, "\n");
    return true;
}
