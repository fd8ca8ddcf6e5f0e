/* SPDX-License-Identifier: MIT */
/* The page of an instruction: all that the spec says about the rows of one name. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

/* The forms of one row. */
typedef struct row {
    const variant *forms;
    size_t count;
    char id[80]; /* its anchor: "SMEM-gfx803", where it begins */
} row;

/* ---- what is said of some forms ------------------------------------------------------------ */

/* The different texts, each in a paragraph (its first tag) and with the place where it holds. */
static void say_varieties(page *p, const model *m, const varieties *v, const char *paragraph) {
    for (unsigned i = 0; i < v->count; i++) {
        text where = {0};
        say_where(&where, m, v, &v->at[i]);
        raw(&p->out, paragraph);
        if (where.size)
            say(&p->out, "<span class='where'>%s:</span> ", where.at);
        raw(&p->out, v->at[i].what.at);
        raw(&p->out, "</p>\n");
        text_free(&where);
    }
}

/* What is not certain, and what is not exact. */
static void say_doubts(page *p, const model *m, const row *r, bool approximate) {
    static varieties v;
    for (size_t i = 0; i < r->count; i++) {
        const gisa_form_info *info = &r->forms[i].info;
        const char *doubt = approximate ? info->approximate : info->unsure;
        text what = {0};
        varieties_note(&v, &r->forms[i]);
        if (!doubt)
            continue;
        say(&what, "<b>%s:</b> ", approximate ? "Approximate" : "Not certain");
        say_prose(&what, doubt);
        raw(&what, ".");
        varieties_add(&v, &what, &r->forms[i]);
    }
    say_varieties(p, m, &v, "<p class='unsure'>");
    varieties_free(&v);
}

/* How it is known what the instruction does. */
static void say_evidence(page *p, const model *m, const row *r) {
    static varieties v;
    for (size_t i = 0; i < r->count; i++) {
        const gisa_form_info *info = &r->forms[i].info;
        text what = {0};
        varieties_note(&v, &r->forms[i]);
        if (!info->rests)
            continue;
        say(&what, "<b>%s</b>%s", gisa_evidence_name(info->rests), *info->rests_on ? ": " : "");
        say_prose(&what, info->rests_on);
        raw(&what, ".");
        varieties_add(&v, &what, &r->forms[i]);
    }
    if (v.count) {
        section_begin(p, "Evidence");
        say_varieties(p, m, &v, "<p>");
        section_end(p);
    }
    varieties_free(&v);
}

/* Those of the row; what is said of all of a format stands on the format's page. */
static void say_corrections(page *p, const model *m, const row *r) {
    static varieties v;
    gisa_correction c;
    for (size_t i = 0; i < r->count; i++) {
        varieties_note(&v, &r->forms[i]);
        for (unsigned k = 0; gisa_form_correction(r->forms[i].isa, r->forms[i].form, k, &c) == GISA_OK; k++) {
            text what = {0};
            say(&what, "<b>%s:</b> ", c.document);
            say_prose(&what, c.text);
            varieties_add(&v, &what, &r->forms[i]);
        }
    }
    if (v.count) {
        section_begin(p, "Mistakes in documents");
        say_varieties(p, m, &v, "<p>");
        section_end(p);
    }
    varieties_free(&v);
}

static bool is_called(const variant *v, const gisa_called *c) {
    return strcmp(c->format, v->info.format) == 0 && (!*c->name || strcmp(c->name, v->info.name) == 0);
}

/* What other projects call it. */
static void say_called(page *p, const row *r) {
    text names = {0};
    gisa_called c;
    for (size_t i = 0; i < r->count; i++)
        for (unsigned k = 0; gisa_called_at(r->forms[i].isa, k, &c) == GISA_OK; k++) {
            text one = {0};
            if (!is_called(&r->forms[i], &c))
                continue;
            say(&one, "<code>%s</code> (%s)", c.word, c.document);
            if (!names.size || !strstr(names.at, one.at)) {
                raw(&names, names.size ? ", " : "");
                raw(&names, one.at);
            }
            text_free(&one);
        }
    if (names.size) {
        section_begin(p, "Other names");
        raw(&p->out, "<p>");
        raw(&p->out, names.at);
        raw(&p->out, "</p>\n");
        section_end(p);
    }
    text_free(&names);
}

/* ---- at a glance --------------------------------------------------------------------------- */

static void say_states(text *t, uint32_t set, const char *what) {
    const char *between = what;
    for (unsigned i = 0; i < GISA_STATE_COUNT; i++)
        if (set >> i & 1) {
            const char *name = gisa_state_name(i);
            say(t, "%s<a href='values.html#%s'>%s</a>", between, name, name);
            between = ", ";
        }
}

/* With a modifier: another state in the place of one. */
static void say_changed_state(text *t, const variant *v) {
    gisa_operand_info info;
    for (unsigned i = 0; operand_at(v, i, &info); i++) {
        if (!((v->info.reads | v->info.writes) & info.instead_of))
            continue;
        say(t, "; with <code>%s</code> ", info.name);
        say_states(t, info.instead, "");
        say_states(t, info.instead_of, " in place of ");
        say_states(t, info.also, ", and reads ");
    }
}

static void say_state(page *p, const model *m, const row *r) {
    static varieties v;
    for (size_t i = 0; i < r->count; i++) {
        const variant *of = &r->forms[i];
        text what = {0};
        varieties_note(&v, of);
        say_states(&what, of->info.reads, "reads ");
        if (of->info.reads && of->info.writes)
            raw(&what, "; ");
        say_states(&what, of->info.writes, "writes ");
        say_changed_state(&what, of);
        if (!what.size)
            raw(&what, "none");
        varieties_add(&v, &what, of);
    }
    raw(&p->out, "<dt>Besides its operands</dt>\n<dd>");
    say_varieties(p, m, &v, "<p>");
    raw(&p->out, "</dd>\n");
    varieties_free(&v);
}

/* A line of names, each once. */
static void say_spelling(text *t, const char *name) {
    text code = {0};
    say(&code, "<code>%s</code>", name);
    if (!t->size || !strstr(t->at, code.at))
        say(t, "%s", t->size ? ", " : "");
    if (!t->size || !strstr(t->at, code.at))
        raw(t, code.at);
    text_free(&code);
}

static void say_spellings(page *p, const row *r) {
    text clrx = {0}, aliases = {0};
    for (size_t i = 0; i < r->count; i++) {
        const gisa_form_info *info = &r->forms[i].info;
        if (strcmp(info->clrx, info->name) != 0)
            say_spelling(&clrx, info->clrx);
        for (const char *at = info->aliases; *at;) {
            size_t size = strcspn(at, " ");
            char name[80];
            snprintf(name, sizeof name, "%.*s", (int)size, at);
            say_spelling(&aliases, name);
            at += size + strspn(at + size, " ");
        }
    }
    if (clrx.size)
        raw(&p->out, "<dt>In CLRX</dt>\n<dd>"), raw(&p->out, clrx.at), raw(&p->out, "</dd>\n");
    if (aliases.size)
        raw(&p->out, "<dt>Also written</dt>\n<dd>"), raw(&p->out, aliases.at), raw(&p->out, "</dd>\n");
    text_free(&clrx);
    text_free(&aliases);
}

/* Instructions that are described by the same sentence. */
static void say_siblings(page *p, const model *m, const row *r) {
    const gisa_form_info *info = &r->forms->info;
    unsigned count = 0;
    for (size_t i = 0; i < m->entry_count; i++) {
        const entry *e = &m->entries[i];
        if (e->class_ != info->class_ || strcmp(e->name, info->name) == 0 ||
            strcmp(e->forms->info.doc, info->doc) != 0)
            continue;
        raw(&p->out, count++ ? ", " : "<dt>See also</dt>\n<dd>");
        say(&p->out, "<a href='%s.html'>%s</a>", file_name(e->name), e->name);
    }
    if (count)
        raw(&p->out, "</dd>\n");
}

/* The unsettled choices that the result depends on. */
static void say_models(page *p, const row *r) {
    uint32_t models = 0;
    const char *between = "<dt>Depends on</dt>\n<dd>";
    gisa_model choice;
    for (size_t i = 0; i < r->count; i++)
        models |= gisa_form_models(r->forms[i].isa, r->forms[i].form);
    for (unsigned i = 0; gisa_model_at(r->forms->isa, i, &choice) == GISA_OK; i++)
        if (models >> i & 1) {
            raw(&p->out, between);
            say(&p->out, "<a href='models.html#%s'>%s</a>", choice.name, choice.name);
            between = ", ";
        }
    raw(&p->out, *between == ',' ? "</dd>\n" : "");
}

/* "gcn/vop2.isa:34" is line 34 of a page. */
static void say_source(page *p, const char *source) {
    size_t file = strcspn(source, ":");
    say(&p->out, "<dt>In the spec</dt>\n<dd><a href='../isa/%.*s.html#L%s'><code>isa/%s</code></a></dd>\n",
        (int)file, source, source[file] ? source + file + 1 : "1", source);
}

static void say_glance(page *p, const model *m, const row *r) {
    const gisa_form_info *info = &r->forms->info;
    raw(&p->out, "<dl class='glance'>\n");
    say(&p->out, "<dt>Runs</dt>\n<dd>%s</dd>\n", info->once ? "once for the wave" : "for each active lane");
    say_state(p, m, r);
    say_spellings(p, r);
    say_siblings(p, m, r);
    say_models(p, r);
    say_source(p, info->source);
    raw(&p->out, "</dl>\n");
}

/* ---- operation and syntax ------------------------------------------------------------------ */

/* The functions of the spec that the body uses, those that they use after them: folded. */
static void say_functions(page *p, const gisa_isa *isa, unsigned form) {
    gisa_body_word w;
    unsigned count = 0;
    for (unsigned i = 0; gisa_form_word(isa, form, i, &w) == GISA_OK; i++) {
        if (!w.definition)
            continue;
        raw(&p->out, count++ ? "" : "<details class='used'>\n<summary>Functions that it uses</summary>\n");
        say(&p->out, "<p class='function'><code>%s%s</code>: ", w.name, w.declaration);
        say_prose(&p->out, w.meaning);
        raw(&p->out, "</p>\n");
        say_listing(p, "function", w.definition, isa);
    }
    raw(&p->out, count ? "</details>\n" : "");
}

/* What the address registers of an image instruction hold. */
static void say_address(page *p, const row *r) {
    const variant *f = r->forms;
    gisa_address a;
    unsigned i = 0;
    for (; gisa_form_address(f->isa, f->form, i, &a) == GISA_OK; i++) {
        if (!i) {
            section_begin(p, "Address registers");
            raw(&p->out,
                "<div class='scroll' role='group' aria-label='Address registers' tabindex='0'>\n<table>\n"
                "<thead><tr><th scope='col'>Image</th><th scope='col'>Registers</th><th scope='col'>In "
                "order</th></tr></thead>\n<tbody>\n");
        }
        say(&p->out, "<tr><td>%s</td><td>%u</td><td>%s</td></tr>\n", *a.image ? a.image : "any", a.count,
            a.registers);
    }
    if (i) {
        raw(&p->out, "</tbody>\n</table>\n</div>\n");
        section_end(p);
    }
}

static void say_operation(page *p, const row *r) {
    for (size_t i = 0; i < r->count; i++)
        if (r->forms[i].info.body) {
            const char *body = r->forms[i].info.body;
            const gisa_isa *isa = r->forms[i].isa;
            section_begin(p, "Operation");
            if (!body[strspn(body, " \n")]) {
                raw(&p->out, "<p>Nothing.</p>\n");
                section_end(p);
                return;
            }
            say_listing(p, "body", body, isa);
            say_functions(p, isa, r->forms[i].form);
            section_end(p);
            return;
        }
}

static void say_formats(text *t, const variety *all) {
    for (unsigned i = 0; i < all->places; i++)
        say(t, "%s%s", i ? ", " : "", all->at[i].format);
}

static void say_label(text *t, const model *m, const varieties *v, unsigned i) {
    say_where(t, m, v, &v->at[i]);
    if (!t->size)
        say_formats(t, &v->all);
}

/* Under the forms that have this syntax, unless the line before has the same label. */
static void say_syntax_line(page *p, const model *m, const varieties *v, unsigned i) {
    text label = {0}, before = {0};
    say_label(&label, m, v, i);
    if (i)
        say_label(&before, m, v, i - 1);
    if (!i || strcmp(label.at, before.at) != 0)
        say(&p->out, "<dt>%s</dt>\n", label.at);
    raw(&p->out, "<dd><pre><code>");
    raw(&p->out, v->at[i].what.at);
    raw(&p->out, "</code></pre></dd>\n");
    text_free(&label);
    text_free(&before);
}

static void say_syntax_lines(page *p, const model *m, const row *r) {
    static varieties v;
    for (size_t i = 0; i < r->count; i++) {
        text llvm = {0}, clrx = {0};
        varieties_note(&v, &r->forms[i]);
        if (r->forms[i].info.never_chosen)
            continue;
        say_syntax(&llvm, &r->forms[i], GISA_SYNTAX_LLVM);
        say_syntax(&clrx, &r->forms[i], GISA_SYNTAX_CLRX);
        if (strcmp(llvm.at, clrx.at) != 0) {
            raw(&llvm, "</code></pre>\n<pre><small>CLRX</small> <code>");
            raw(&llvm, clrx.at);
        }
        text_free(&clrx);
        varieties_add(&v, &llvm, &r->forms[i]);
    }
    section_begin(p, "Syntax");
    raw(&p->out, "<dl class='syntax'>\n");
    for (unsigned i = 0; i < v.count; i++)
        say_syntax_line(p, m, &v, i);
    raw(&p->out, "</dl>\n");
    section_end(p);
    varieties_free(&v);
}

/* ---- the page ------------------------------------------------------------------------------ */

static void say_row(page *p, const model *m, const row *r) {
    say_doubts(p, m, r, false);
    say_doubts(p, m, r, true);
    say_glance(p, m, r);
    say_address(p, r);
    say_operation(p, r);
    say_worked(p, r->forms, r->count);
    say_syntax_lines(p, m, r);
    say_operands(p, m, r->forms, r->count);
    say_row_encodings(p, m, r->forms, r->count);
    say_on_chips(p, m, r->forms, r->count);
    say_scheduling(p, m, r->forms, r->count);
    say_evidence(p, m, r);
    say_corrections(p, m, r);
    say_called(p, r);
}

static void say_doc(page *p, const char *doc) {
    raw(&p->out, "<p class='doc'>");
    say_prose(&p->out, doc);
    raw(&p->out, "</p>\n");
}

/* Where a row differs from the others of its name: "SMRD, SMRD_LIT", "gfx900". */
static void say_row_title(page *p, const model *m, const entry *e, const row *r) {
    static varieties v;
    text where = {0};
    for (size_t i = 0; i < e->count; i++) {
        text key = {0};
        say(&key, "%u", (unsigned)e->forms[i].info.row);
        varieties_add(&v, &key, &e->forms[i]);
    }
    for (unsigned i = 0; i < v.count; i++)
        if (v.at[i].first->info.row == r->forms->info.row)
            say_where(&where, m, &v, &v.at[i]);
    say(&p->out, "<h2 class='row' id='%s'>%s <small>%s</small></h2>\n", r->id, e->name,
        where.size ? where.at : "");
    say_doc(p, r->forms->info.doc);
    text_free(&where);
    varieties_free(&v);
}

static void say_head(page *p, const model *m, const entry *e, bool several) {
    say(&p->out, "<p class='crumbs'><a href='index.html#class-%s'>", gisa_class_name(e->class_));
    say_class(&p->out, e->forms->isa, e->class_);
    say(&p->out, "</a> / <a href='index.html#class-%s-%s'>%s</a></p>\n<h1><code>%s</code></h1>\n",
        gisa_class_name(e->class_), e->format, e->format, e->name);
    raw(&p->out, "<ul class='archs' aria-label='Architectures'>\n");
    for (unsigned a = m->first_arch; a < m->first_arch + m->arch_count; a++)
        if (e->archs >> a & 1)
            say(&p->out, "<li><a href='arch-%s.html'>%s</a></li>\n", gisa_name(gisa_at(a)),
                gisa_name(gisa_at(a)));
        else
            say(&p->out, "<li class='no'><span class='hidden'>not on </span>%s</li>\n",
                gisa_name(gisa_at(a)));
    raw(&p->out, "</ul>\n");
    if (!several)
        say_doc(p, e->forms->info.doc);
}

/* Rows that a table of the spec makes of one line differ in operands and opcodes alone: they are
   described together. */
static bool same_text(const gisa_form_info *a, const gisa_form_info *b) {
    return strcmp(a->source, b->source) == 0 && strcmp(a->doc, b->doc) == 0 &&
           strcmp(a->body ? a->body : "", b->body ? b->body : "") == 0 &&
           strcmp(a->unsure ? a->unsure : "", b->unsure ? b->unsure : "") == 0;
}

static size_t row_size(const entry *e, size_t at) {
    const gisa_form_info *first = &e->forms[at].info;
    size_t n = 1;
    while (at + n < e->count &&
           (e->forms[at + n].info.row == first->row || same_text(&e->forms[at + n].info, first)))
        n++;
    return n;
}

static void say_rows(page *p, const model *m, const entry *e, bool several) {
    row r = {.count = 0};
    for (size_t i = 0; i < e->count; i += r.count) {
        char part[84] = "";
        r.forms = e->forms + i;
        r.count = row_size(e, i);
        snprintf(r.id, sizeof r.id, "%s-%s", r.forms->info.format, gisa_name(r.forms->isa));
        if (i)
            snprintf(part, sizeof part, "%s-", r.id);
        p->part = part;
        p->level = several ? 3 : 2;
        if (several)
            say_row_title(p, m, e, &r);
        say_row(p, m, &r);
    }
    p->part = "";
}

/* "v_add_f32 (VOP2, all architectures): Sets D to S0 + S1." */
static void say_description(text *t, const model *m, const entry *e) {
    say(t, "%s (%s, ", e->name, e->format);
    say_archs(t, m, e->archs);
    raw(t, "): ");
    raw(t, e->forms->info.doc);
}

static void write_instruction(const model *m, size_t i) {
    const entry *e = &m->entries[i], *before = i ? e - 1 : NULL,
                *behind = i + 1 < m->entry_count ? e + 1 : NULL;
    bool several = row_size(e, 0) < e->count;
    char file[3][100];
    text description = {0};
    page p;
    snprintf(file[0], sizeof file[0], "%s.html", before ? file_name(before->name) : "");
    snprintf(file[1], sizeof file[1], "%s.html", file_name(e->name));
    snprintf(file[2], sizeof file[2], "%s.html", behind ? file_name(behind->name) : "");
    say_description(&description, m, e);
    page_begin(&p, m->family, file[1], e->name, description.at, "Instructions");
    text_free(&description);
    say_head(&p, m, e, several);
    say_rows(&p, m, e, several);
    page_end(&p, before ? before->name : NULL, file[0], behind ? behind->name : NULL, file[2]);
}

void write_instructions(const model *m) {
    for (size_t i = 0; i < m->entry_count; i++)
        write_instruction(m, i);
}
