/* SPDX-License-Identifier: MIT */
/* Walks all code once before anything is printed: where instructions begin, where branches go, and
 * which addresses code makes. */
#include "core/decoder.h"
#include "elf_types.h"
#include "listing.h"

#include <stdlib.h>
#include <string.h>

/* ---- Code and data ---- */

enum { KERNEL_HEADER = 256 }; /* amd_kernel_code_t of code object v2, before a kernel's code */

code_cursor code_begin(const listing *l, int index) {
    return (code_cursor){.l = l, .s = &l->sections[index], .size = l->o->sections[index].content.size};
}

bool code_at(code_cursor *c, uint64_t offset, uint64_t *limit) {
    while (c->next_mark < c->s->mark_count && c->s->marks[c->next_mark].offset <= offset) {
        const mark *m = &c->s->marks[c->next_mark++];
        const symbol *s = &c->l->o->symbols[m->symbol];
        uint64_t data = m->ends                        ? 0
                        : s->type == STT_OBJECT        ? s->size
                        : s->type == OBJECT_STT_KERNEL ? KERNEL_HEADER
                                                       : 0;
        if (data && data <= c->size - m->offset && m->offset + data > c->data_until)
            c->data_until = m->offset + data;
    }
    if (c->next_begin < c->next_mark)
        c->next_begin = c->next_mark;
    while (c->next_begin < c->s->mark_count && c->s->marks[c->next_begin].ends)
        c->next_begin++;
    *limit = c->next_begin < c->s->mark_count ? c->s->marks[c->next_begin].offset : c->size;
    if (offset >= c->data_until)
        return true;
    if (c->data_until < *limit)
        *limit = c->data_until;
    return false;
}

/* ---- Forms that matter here ---- */

enum { FORM_OTHER, FORM_BRANCH, FORM_GETPC };

typedef struct scanner {
    listing *l;
    uint8_t *kind;   /* per form */
    uint8_t *wanted; /* see decoder_want: those whose kind matters */
    uint32_t add, add_carry;
} scanner;

static uint32_t form_named(const gisa_isa *isa, const char *name) {
    return gisa_form_named(isa, name, strlen(name));
}

static bool classify_forms(scanner *s) {
    const gisa_isa *isa = s->l->d->isa;
    uint32_t form_count = gisa_form_count(isa);
    s->kind = calloc((size_t)form_count + 1, 1);
    s->wanted = calloc((size_t)isa->leaf_count + 1, 1);
    if (!s->kind || !s->wanted)
        return false;
    for (uint32_t i = 0; i < form_count; i++) {
        gisa_form_info info;
        if (gisa_form(isa, i, &info) == GISA_OK && info.class_ == GISA_CLASS_BRANCH)
            s->kind[i] = FORM_BRANCH;
    }
    uint32_t getpc = form_named(isa, "s_getpc_b64");
    if (getpc < form_count)
        s->kind[getpc] = FORM_GETPC;
    s->add = form_named(isa, "s_add_u32");
    s->add_carry = form_named(isa, "s_addc_u32");
    decoder_want(isa, s->kind, s->wanted);
    return true;
}

/* ---- Address pairs ---- */

static bool has_relocation(const listed *s, uint64_t begin, uint64_t end) {
    size_t i = s->relocation_count ? listing_relocation_at(s, begin) : 0;
    return i < s->relocation_count && s->relocations[i]->offset < end;
}

/* The form `which`: sREG, sREG, LITERAL */
static bool adds_literal(const gisa_insn *i, uint32_t which, unsigned reg, uint32_t *literal) {
    const gisa_operand *o = i->operand;
    if (i->form != which || i->operand_count < 3 || o[0].kind != GISA_KIND_SGPR ||
        o[1].kind != GISA_KIND_SGPR || o[0].reg != reg || o[1].reg != reg || o[2].kind != GISA_KIND_LITERAL)
        return false;
    *literal = (uint32_t)o[2].value;
    return true;
}

static address_pair *add_pair(listing *l) {
    if (l->pair_count == l->pair_room) {
        size_t room = l->pair_room ? 2 * l->pair_room : 64;
        address_pair *grown =
            room > SIZE_MAX / sizeof *grown ? NULL : realloc(l->pairs, room * sizeof *grown);
        if (!grown)
            return NULL;
        l->pairs = grown;
        l->pair_room = room;
    }
    return &l->pairs[l->pair_count++];
}

/* Each symbol has an entry of its own, also where several symbols stand at one place: how many
 * entries before this one mean the same place. */
enum { MOST_ALIASES = 64 };
static unsigned rank_of(const listed *got, size_t at) {
    unsigned rank = 0;
    for (size_t i = at; i-- > 0 && at - i <= MOST_ALIASES;)
        rank += got->relocations[i]->type == R_AMDGPU_RELATIVE64 &&
                got->relocations[i]->addend == got->relocations[at]->addend;
    return rank;
}

/* The symbol of the GOT entry at `offset` of section `index`. */
static int got_symbol(const listing *l, int index, uint64_t offset) {
    const listed *s = &l->sections[index];
    const section *x = &l->o->sections[index];
    size_t at = listing_relocation_at(s, offset);
    if (strcmp(x->name, ".got") != 0 || offset % 8 || x->content.size < 8 || offset > x->content.size - 8)
        return NO_SYMBOL;
    if (at == s->relocation_count || s->relocations[at]->offset >= offset + 8)
        return memcmp(x->content.data + offset, "\0\0\0\0\0\0\0", 8) ? NO_SYMBOL : NAMELESS;
    const relocation *r = s->relocations[at];
    if (r->type == R_AMDGPU_ABS64)
        return r->addend || r->symbol < 0 || !l->names[r->symbol] ? NO_SYMBOL : r->symbol;
    int in = r->type == R_AMDGPU_RELATIVE64 ? listing_section_at(l, (uint64_t)r->addend) : -1;
    if (in < 0 || !l->sections[in].printed)
        return NO_SYMBOL;
    uint64_t place = (uint64_t)r->addend - l->o->sections[in].address;
    int alias = refer_alias(l, in, place, rank_of(s, at), BY_LINKER);
    if (alias >= 0)
        return alias;
    reference to = refer_to(l, in, place, BY_LINKER);
    return to.symbol < 0 || to.addend ? NO_SYMBOL : to.symbol;
}

/* The pair after an s_getpc_b64 that ends at `pc`; *ok = false when out of memory. */
static void find_pair(scanner *x, int index, const gisa_insn *getpc, uint64_t pc, uint64_t limit, bool *ok) {
    listing *l = x->l;
    const section *s = &l->o->sections[index];
    const listed *listed_code = &l->sections[index];
    gisa_insn low, high;
    uint32_t literal[2];
    unsigned reg = getpc->operand[0].reg;
    if (getpc->operand[0].kind != GISA_KIND_SGPR ||
        gisa_decode(l->d->isa, s->content.data + pc, (size_t)(limit - pc), &low) != GISA_OK ||
        !adds_literal(&low, x->add, reg, &literal[0]))
        return;
    uint64_t second = pc + low.size;
    if (gisa_decode(l->d->isa, s->content.data + second, (size_t)(limit - second), &high) != GISA_OK ||
        !adds_literal(&high, x->add_carry, reg + 1, &literal[1]))
        return;
    /* Where relocations say what is meant there is nothing to find out. */
    if (has_relocation(listed_code, pc, second + high.size))
        return;
    uint64_t address = s->address + pc + ((uint64_t)literal[1] << 32 | literal[0]);
    int to = l->loadable ? listing_section_at(l, address) : index;
    if (to < 0 || address < l->o->sections[to].address ||
        address - l->o->sections[to].address > l->o->sections[to].size)
        return;
    uint64_t target = address - l->o->sections[to].address;
    int by_got = l->sections[to].printed ? NO_SYMBOL : got_symbol(l, to, target);
    if (!l->sections[to].printed && by_got == NO_SYMBOL)
        return;
    address_pair *p = add_pair(l);
    *ok = p != NULL;
    if (p)
        *p = (address_pair){index, pc, {pc, second}, to, target, by_got};
}

/* ---- The walk ---- */

/* Local symbols stand for themselves, where refer_to finds them. */
static void clear_named_targets(const listing *l, int index) {
    listed *code = &l->sections[index];
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < code->mark_count; i++) {
        uint64_t offset = code->marks[i].offset;
        if (offset == last || !listing_bit(l, code->targets, offset))
            continue;
        last = offset;
        if (refer_to(l, index, offset, BY_ASSEMBLER).symbol >= 0)
            listing_clear_bit(l, code->targets, offset);
    }
}

/* What an instruction at `at` refers to, whose head has been decoded. */
static bool scan_instruction(scanner *x, int index, gisa_insn *insn, uint64_t at, uint64_t limit) {
    listing *l = x->l;
    const section *s = &l->o->sections[index];
    listed *code = &l->sections[index];
    uint64_t target, next = at + insn->size;
    bool ok = true;
    if (gisa_decode_operands(l->d->isa, insn) != GISA_OK)
        return true;
    if (x->kind[insn->form] == FORM_GETPC)
        find_pair(x, index, insn, next, limit, &ok);
    else if (!has_relocation(code, at, next) && gisa_target(insn, at, &target) && target <= s->content.size &&
             target % l->d->unit == 0)
        listing_set_bit(l, code->targets, target);
    return ok;
}

/* The 64 bits from bit `first` on. */
static void set_bits(uint64_t *words, uint64_t first, uint64_t bits) {
    unsigned shift = first % 64;
    words[first / 64] |= bits << shift;
    if (shift && bits >> (64 - shift))
        words[first / 64 + 1] |= bits >> (64 - shift);
}

/* Code from `at` to `limit`. */
static bool scan_range(scanner *x, int index, uint64_t at, uint64_t limit) {
    listing *l = x->l;
    const uint8_t *content = l->o->sections[index].content.data;
    const gisa_isa *isa = l->d->isa;
    bool ok = true;
    for (uint64_t begins, wanted, used; at < limit && ok; at += used) {
        used = decoder_scan(isa, content + at, (size_t)(limit - at), x->wanted, &begins, &wanted);
        if (at % l->d->unit == 0)
            set_bits(l->sections[index].boundaries, at >> l->d->unit_log2, begins);
        for (; wanted && ok; wanted &= wanted - 1) {
            uint64_t place = at + ((uint64_t)__builtin_ctzll(wanted) << l->d->unit_log2);
            gisa_insn insn;
            if (gisa_decode_head(isa, content + place, (size_t)(limit - place), &insn) == GISA_OK &&
                x->kind[insn.form] != FORM_OTHER)
                ok = scan_instruction(x, index, &insn, place, limit);
        }
    }
    return ok;
}

static bool scan_code(scanner *x, int index) {
    listing *l = x->l;
    const section *s = &l->o->sections[index];
    listed *code = &l->sections[index];
    code_cursor cursor = code_begin(l, index);
    bool ok = true;
    for (uint64_t at = 0, limit; at < s->content.size && ok; at = limit)
        if (code_at(&cursor, at, &limit))
            ok = scan_range(x, index, at, limit);
    if (s->content.size % l->d->unit == 0)
        listing_set_bit(l, code->boundaries, s->content.size);
    for (size_t i = 0; i < listing_bit_words(l, s->content.size); i++)
        code->targets[i] &= code->boundaries[i];
    clear_named_targets(l, index);
    return ok;
}

static void mark_pairs(listing *l) {
    for (size_t i = 0; i < l->pair_count; i++) {
        const address_pair *p = &l->pairs[i];
        bool near = p->target_section == p->section;
        if (p->got_symbol != NO_SYMBOL)
            continue;
        refer_mark(l, p->target_section, p->target, near ? BY_ASSEMBLER : BY_LINKER);
        if (near) /* a distance: the other end needs a label, too */
            listing_set_bit(l, l->sections[p->section].targets, p->pc);
    }
}

bool listing_scan(listing *l) {
    scanner x = {.l = l};
    bool ok = classify_forms(&x);
    for (size_t i = 0; i < l->o->section_count && ok; i++)
        if (l->sections[i].code)
            ok = scan_code(&x, (int)i);
    free(x.kind);
    free(x.wanted);
    mark_pairs(l);
    for (size_t i = 0; i < l->o->relocation_count; i++) {
        int in;
        uint64_t offset;
        int64_t more;
        if (relocate_place(l, &l->o->relocations[i], &in, &offset, &more))
            refer_mark(l, in, offset, relocate_by(&l->o->relocations[i]));
    }
    return ok;
}
