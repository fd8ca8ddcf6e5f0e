/* SPDX-License-Identifier: MIT */
/* What the address registers of image instructions hold: the parts that their bodies name, of which
 * some have several registers, by the type of the image. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "names.h"

/* ---- tables ---------------------------------------------------------------------------- */

static const name_entry *entry_of(const gisa_isa *isa, const name_table *t, int64_t value) {
    for (unsigned i = 0; t && i < t->count; i++)
        if (isa->entries[t->first + i].value == value)
            return &isa->entries[t->first + i];
    return NULL;
}

static bool has_sampler(const gisa_isa *isa, const form *f) {
    for (unsigned i = 0; i < f->op_count; i++)
        if (form_op(isa, f, i)->role == GISA_ROLE_SAMPLER)
            return true;
    return false;
}

/* Images with derivatives are those that can be sampled. */
static bool takes(const gisa_isa *isa, const form *f, int64_t type) {
    return entry_of(isa, names_table(isa, has_sampler(isa, f) ? "IMAGE_DERIVATIVES" : "IMAGE_COORDINATES"),
                    type);
}

/* ---- parts ----------------------------------------------------------------------------- */

static void add(gisa_address *a, const char *name, size_t size, bool lower) {
    size_t at = strlen(a->registers);
    if (at + size + 3 > sizeof a->registers)
        return;
    at += (size_t)sprintf(a->registers + at, "%s%.*s", a->count++ ? ", " : "", (int)size, name);
    for (char *c = a->registers + at - size; lower && *c; c++)
        *c = *c == '_' ? ' ' : (char)tolower((unsigned char)*c);
}

/* x+y+slice */
static void add_all(gisa_address *a, const char *names) {
    for (size_t size; *names; names += size + (names[size] == '+')) {
        size = strcspn(names, "+");
        add(a, names, size, false);
    }
}

static void add_part(const gisa_isa *isa, const body_word_row *w, int64_t type, gisa_address *a) {
    const name_entry *e = w->names ? entry_of(isa, names_table(isa, w->names), type) : NULL;
    if (e)
        add_all(a, &isa->strings[e->llvm]);
    else if (!w->names)
        add(a, w->name, strlen(w->name), true);
}

static void add_parts(const gisa_isa *isa, unsigned parts, int64_t type, gisa_address *a) {
    for (uint32_t i = 0; i < isa->body_word_count; i++) {
        const body_word_row *w = &isa->body_words[i];
        if (w->part >= 0 && (parts >> w->part & 1))
            add_part(isa, w, type, a);
    }
}

static bool depends_on_type(const gisa_isa *isa, unsigned parts) {
    for (uint32_t i = 0; i < isa->body_word_count; i++) {
        const body_word_row *w = &isa->body_words[i];
        if (w->part >= 0 && w->names && (parts >> w->part & 1))
            return true;
    }
    return false;
}

/* ---- a form ---------------------------------------------------------------------------- */

gisa_status gisa_form_address(const gisa_isa *isa, uint32_t form_index, unsigned i, gisa_address *a) {
    if (!isa || !a || form_index >= isa->form_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const form *f = &isa->forms[form_index];
    const unsigned parts = isa->rows[f->row].parts;
    const name_table *types = names_table(isa, "IMAGE_TYPE");
    *a = (gisa_address){.image = ""};
    if (!parts || !types)
        return GISA_STATUS_END;
    if (!depends_on_type(isa, parts)) {
        add_parts(isa, parts, 0, a);
        return i ? GISA_STATUS_END : GISA_OK;
    }
    for (unsigned k = 0; k < types->count; k++) {
        const name_entry *type = &isa->entries[types->first + k];
        if (!takes(isa, f, type->value) || i--)
            continue;
        a->image = &isa->strings[type->llvm];
        add_parts(isa, parts, type->value, a);
        return GISA_OK;
    }
    return GISA_STATUS_END;
}
