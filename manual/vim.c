/* SPDX-License-Identifier: MIT */
/* Writes syntax files for Vim from the spec, as the library tells it. usage: vim FOLDER
 *
 * FOLDER/syntax/gisa.vim    mnemonics by class, registers, modifiers, names of values, directives
 * FOLDER/ftdetect/gisa.vim  which assembly files are for these architectures
 *
 * It knows the library by include/gisa.h alone. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

/* ---- lists of words -------------------------------------------------------------------------- */

typedef struct words {
    char **at;
    size_t count, room;
} words;

static void *grow(void *block, size_t size) {
    void *larger = realloc(block, size);
    if (!larger) {
        fputs("vim: no memory\n", stderr);
        exit(1);
    }
    return larger;
}

static void add(words *w, const char *word, size_t size) {
    char *copy = grow(NULL, size + 1);
    if (w->count == w->room) {
        w->room = 2 * w->room + 64;
        w->at = grow(w->at, w->room * sizeof *w->at);
    }
    memcpy(copy, word, size);
    copy[size] = 0;
    w->at[w->count++] = copy;
}

static void add_list(words *w, const char *list, const char *behind) {
    while (*list) {
        char word[200];
        int size = (int)strcspn(list, " ");
        snprintf(word, sizeof word, "%.*s%s", size, list, behind);
        add(w, word, strlen(word));
        list += size + (list[size] == ' ');
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the words and drops those that are there twice. */
static void settle(words *w) {
    size_t kept = 0;
    if (w->count)
        qsort(w->at, w->count, sizeof *w->at, by_text);
    for (size_t i = 0; i < w->count; i++)
        if (kept && strcmp(w->at[kept - 1], w->at[i]) == 0)
            free(w->at[i]);
        else
            w->at[kept++] = w->at[i];
    w->count = kept;
}

static bool has(const words *w, const char *word) {
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->at[i], word) == 0)
            return true;
    return false;
}

static void release(words *w) {
    for (size_t i = 0; i < w->count; i++)
        free(w->at[i]);
    free(w->at);
    *w = (words){0};
}

/* ---- what the spec names --------------------------------------------------------------------- */

/* All spellings of the instructions of a class. */
static void collect_mnemonics(words *w, unsigned class_) {
    const gisa_isa *isa;
    gisa_form_info form;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++) {
            if (form.class_ != class_)
                continue;
            add_list(w, form.mnemonic, "");
            add_list(w, form.name, "");
            add_list(w, form.name, form.suffix);
            add_list(w, form.clrx, "");
            add_list(w, form.clrx, form.suffix);
            add_list(w, form.aliases, "");
            add_list(w, form.aliases, form.suffix);
        }
    settle(w);
}

/* A word that Vim's keywords may be: the name without what is after a colon, if that is a word at
   all. */
static void add_keyword(words *w, const char *name) {
    size_t size = 0;
    while (isalnum((unsigned char)name[size]) || name[size] == '_')
        size++;
    if (size > 1 && isalpha((unsigned char)*name) && (!name[size] || name[size] == ':'))
        add(w, name, size);
}

/* Registers with names, and in `stems` how the names of numbered ones begin. */
static void collect_registers(words *w, words *stems) {
    const gisa_isa *isa;
    gisa_code_info code;
    char text[8];
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (unsigned i = 0; gisa_code(isa, i, text, &code) == GISA_OK; i++) {
            if (code.kind == GISA_KIND_NAMED) {
                add_keyword(w, code.name);
                add_keyword(w, code.clrx);
                add_keyword(w, code.pair);
            } else if (code.kind == GISA_KIND_SGPR || code.kind == GISA_KIND_VGPR ||
                       code.kind == GISA_KIND_TTMP)
                add(stems, code.name, strcspn(code.name, "0123456789"));
        }
    settle(w);
    settle(stems);
}

static void collect_modifiers(words *w) {
    const gisa_isa *isa;
    gisa_operand_info o;
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (uint32_t f = 0; f < gisa_form_count(isa); f++)
            for (unsigned i = 0; gisa_form_operand(isa, f, i, &o) == GISA_OK; i++)
                if (o.flags & GISA_INFO_IS_MODIFIER)
                    add_keyword(w, o.key);
    add(w, "off", 3); /* no register */
    settle(w);
}

/* Names of values that are neither registers nor modifiers. */
static void collect_values(words *w, const words *registers, const words *modifiers) {
    const gisa_isa *isa;
    const char *table;
    gisa_value_name name;
    words all = {0};
    for (unsigned a = 0; (isa = gisa_at(a)); a++)
        for (unsigned t = 0; (table = gisa_name_table(isa, t)); t++)
            for (unsigned i = 0; gisa_name_of_value(isa, table, i, &name) == GISA_OK; i++) {
                add_keyword(&all, name.llvm);
                add_keyword(&all, name.clrx);
            }
    settle(&all);
    for (size_t i = 0; i < all.count; i++)
        if (!has(registers, all.at[i]) && !has(modifiers, all.at[i]))
            add(w, all.at[i], strlen(all.at[i]));
    release(&all);
}

static void collect_directives(words *w) {
    const char *name;
    for (unsigned i = 0; (name = gisa_directive_name(i)); i++)
        add(w, name + 1, strlen(name) - 1);
    settle(w);
}

/* ---- the files ------------------------------------------------------------------------------- */

static void put_keywords(FILE *f, const char *group, const words *w) {
    size_t column = 0;
    for (size_t i = 0; i < w->count; i++) {
        size_t size = strlen(w->at[i]) + 1;
        if (!column || column + size > 110) {
            fprintf(f, "%ssyn keyword %s", column ? "\n" : "", group);
            column = 12 + strlen(group);
        }
        fprintf(f, " %s", w->at[i]);
        column += size;
    }
    fputs(column ? "\n" : "", f);
}

/* The words as alternatives of a pattern. A dot is part of directives' names. */
static void put_alternatives(FILE *f, const words *w) {
    for (size_t i = 0; i < w->count; i++) {
        fputs(i ? "\\|" : "", f);
        for (const char *p = w->at[i]; *p; p++)
            fprintf(f, *p == '.' ? "\\%c" : "%c", *p);
    }
}

static void put_mnemonics(FILE *f) {
    for (unsigned class_ = 0; class_ < GISA_CLASS_COUNT; class_++) {
        words mnemonics = {0};
        char group[60];
        snprintf(group, sizeof group, "gisaInsn_%s", gisa_class_name(class_));
        collect_mnemonics(&mnemonics, class_);
        put_keywords(f, group, &mnemonics);
        if (mnemonics.count)
            fprintf(f, "hi def link %s %s\n", group,
                    class_ == GISA_CLASS_BRANCH || class_ == GISA_CLASS_CONTROL ? "Keyword" : "Statement");
        release(&mnemonics);
    }
}

static void put_operands(FILE *f) {
    words registers = {0}, stems = {0}, modifiers = {0}, values = {0};
    collect_registers(&registers, &stems);
    collect_modifiers(&modifiers);
    collect_values(&values, &registers, &modifiers);
    fputs("\n\" Registers, modifiers, names of values\n", f);
    put_keywords(f, "gisaRegister", &registers);
    fputs("syn match gisaRegister /\\<\\%(", f);
    put_alternatives(f, &stems);
    fputs("\\)\\%(\\d\\+\\>\\|\\[[^]]*\\]\\)/\n", f);
    put_keywords(f, "gisaModifier", &modifiers);
    put_keywords(f, "gisaValue", &values);
    release(&registers);
    release(&stems);
    release(&modifiers);
    release(&values);
}

static void put_directives(FILE *f) {
    words directives = {0};
    collect_directives(&directives);
    fputs("\n\" Directives; the lines of a kernel descriptor\n"
          "syn match gisaDirective /\\.\\%(",
          f);
    put_alternatives(f, &directives);
    fputs("\\)\\%([a-z0-9_.]\\)\\@!/\n"
          "syn match gisaDirective /\\.amdhsa_\\w\\+/\n",
          f);
    release(&directives);
}

static const char head[] =
    "\" Vim syntax file, made from the spec of gisa by `make vim`\n"
    "\" Language: assembly language of AMD GCN GPUs, in LLVM's and CLRX's syntax\n"
    "\" SPDX-License-Identifier: MIT\n"
    "if exists('b:current_syntax')\n"
    "  finish\n"
    "endif\n"
    "let s:cpo_save = &cpo\n"
    "set cpo&vim\n"
    "syn case ignore\n"
    "syn iskeyword @,48-57,_\n\n"
    "\" Later lines win over earlier ones that begin at the same place; keywords win over all.\n"
    "syn match gisaFunction /\\<\\h\\w*\\ze(/\n"
    "syn match gisaNumber /\\<\\d\\+\\>\\|\\<0x\\x\\+\\>\\|\\<0b[01]\\+\\>/\n"
    "syn match gisaFloat /\\<\\d\\+\\.\\d*\\%(e[-+]\\=\\d\\+\\)\\=\\>/\n"
    "syn match gisaLabel /^\\s*\\zs[A-Za-z_.$][A-Za-z0-9_.$@]*\\s*:\\ze\\%(\\s\\|$\\)/\n"
    "syn match gisaLabel /^\\s*\\zs\\d\\+:/\n";

static const char rest[] = "\n\" Strings and comments; ; begins a comment in LLVM's syntax\n"
                           "syn region gisaString start=/\"/ skip=/\\\\./ end=/\"\\|$/\n"
                           "syn match gisaString /'\\%(\\\\.\\|[^\\\\]\\)'/\n"
                           "syn match gisaComment /\\/\\/.*/ contains=gisaTodo,@Spell\n"
                           "syn match gisaComment /;.*/ contains=gisaTodo,@Spell\n"
                           "syn match gisaComment /#.*/ contains=gisaTodo,@Spell\n"
                           "syn region gisaComment start=/\\/\\*/ end=/\\*\\// contains=gisaTodo,@Spell\n"
                           "syn keyword gisaTodo contained TODO FIXME XXX NOTE\n"
                           "syn sync ccomment gisaComment\n\n"
                           "hi def link gisaRegister Identifier\n"
                           "hi def link gisaModifier Type\n"
                           "hi def link gisaValue Constant\n"
                           "hi def link gisaFunction Function\n"
                           "hi def link gisaDirective PreProc\n"
                           "hi def link gisaLabel Label\n"
                           "hi def link gisaNumber Number\n"
                           "hi def link gisaFloat Float\n"
                           "hi def link gisaString String\n"
                           "hi def link gisaComment Comment\n"
                           "hi def link gisaTodo Todo\n\n"
                           "let b:current_syntax = 'gisa'\n"
                           "let &cpo = s:cpo_save\n"
                           "unlet s:cpo_save\n";

static const char detect[] =
    "\" Assembly for AMD GCN GPUs, made by `make vim` of gisa: files that begin like it\n"
    "\" SPDX-License-Identifier: MIT\n"
    "function! s:Gisa()\n"
    "  let lines = getline(1, 200)\n"
    "  if match(lines, '^\\s*\\.\\%(amdgcn_target\\|amdhsa_\\|amdcl2\\|amdgpu_\\)') >= 0 ||\n"
    "        \\ match(lines, '^\\s*[sv]_[a-z0-9_]\\+_[biuf]\\%(16\\|32\\|64\\)\\>') >= 0\n"
    "    set filetype=gisa\n"
    "  endif\n"
    "endfunction\n"
    "autocmd BufNewFile,BufRead *.gcn set filetype=gisa\n"
    "autocmd BufRead *.s,*.S,*.asm call s:Gisa()\n";

static FILE *create(const char *folder, const char *name) {
    char path[1000];
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static void finish(FILE *f, const char *name) {
    bool wrong = ferror(f) != 0;
    if (fclose(f) != 0 || wrong) {
        perror(name);
        exit(1);
    }
}

int main(int argc, char **argv) {
    FILE *f;
    if (argc != 2) {
        fputs("usage: vim FOLDER\n", stderr);
        return 2;
    }
    f = create(argv[1], "syntax/gisa.vim");
    fputs(head, f);
    put_operands(f);
    put_directives(f);
    fputs("\n\" Instructions, by class\n", f);
    put_mnemonics(f);
    fputs(rest, f);
    finish(f, "syntax/gisa.vim");
    f = create(argv[1], "ftdetect/gisa.vim");
    fputs(detect, f);
    finish(f, "ftdetect/gisa.vim");
    return 0;
}
