/* SPDX-License-Identifier: MIT */
/* Operand codes of each generation, and what they stand for at each width; names of values; packed
   numbers. */
#include <string.h>

#include "core/operands.h"
#include "expand.h"

void expand_codes(spec *s, int gen) {
    generation *g = &s->g[gen];
    g->float_first = -1;
    for (int i = 0; i < s->codes.count; i++) {
        const code_line *c = &s->codes.at[i];
        if (!(c->gens >> gen & 1))
            continue;
        for (int k = c->first; k <= c->last; k++) {
            code_info *info = &g->codes[k];
            int left = c->last - k;
            if (info->kind)
                fail(s, c->at, "operand code %d has a meaning already", k);
            if ((c->kind == CODE_LITERAL) != (k == OPERAND_LITERAL) ||
                (c->kind == CODE_VGPR) != (k >= OPERAND_FIRST_VGPR))
                fail(s, c->at, "a literal has operand code %d, and vector registers have those from %d on",
                     OPERAND_LITERAL, OPERAND_FIRST_VGPR);
            info->kind = (uint8_t)c->kind;
            info->last = (uint8_t)(left > 255 ? 255 : left);
            info->value = (int16_t)(c->kind == CODE_INT     ? c->value + (k - c->first) * c->step
                                    : c->kind == CODE_FLOAT ? c->value
                                                            : k - c->first);
            if (c->kind == CODE_PAIR_LO) {
                char name[2 * MAX_NAME];
                bool high = k != c->first;
                snprintf(name, sizeof name, "%s_%s", c->name, high ? "hi" : "lo");
                info->kind = high ? CODE_PAIR_HI : CODE_PAIR_LO;
                info->name = info->clrx = intern(s, name);
                info->pair = high ? 0 : intern(s, c->name);
            } else if (c->kind == CODE_REG) {
                info->last = (uint8_t)c->value;
                info->value = (int16_t)c->step;
                info->name = intern(s, c->name);
                info->clrx = *c->clrx ? intern(s, c->clrx) : info->name;
            } else if (c->kind == CODE_FLOAT) {
                if (g->float_first < 0)
                    g->float_first = k;
                if (k - g->float_first != c->value)
                    fail(s, c->at, "floats must have consecutive codes");
                g->float_count = c->value + 1;
            }
        }
    }
}

/* May an operand of `count` registers begin at this code? */
static bool group_fits(const code_info *info, unsigned count) {
    switch (info->kind) {
    case CODE_SGPR:
    case CODE_TTMP:
    case CODE_VGPR: return info->last + 1u >= count;
    case CODE_PAIR_LO: return count <= 2;
    case CODE_PAIR_HI: return count <= 1;
    case CODE_REG: return count <= info->last + 1u;
    case CODE_INT:
    case CODE_FLOAT:
    case CODE_LITERAL: return count <= 2;
    default: return false;
    }
}

static int64_t constant_value(const code_info *info, int width) {
    static const uint8_t types[] = {
        [WIDTH_32] = GISA_TYPE_B32, [WIDTH_16] = GISA_TYPE_F16, [WIDTH_64] = GISA_TYPE_B64};
    return info->kind == CODE_INT ? info->value : (int64_t)operand_float((unsigned)info->value, types[width]);
}

/* The same facts as the decoder needs them. */
void expand_code_operands(generation *g) {
    static const uint8_t kinds[] = {[CODE_RESERVED] = GISA_KIND_NAMED,  [CODE_SGPR] = GISA_KIND_SGPR,
                                    [CODE_TTMP] = GISA_KIND_TTMP,       [CODE_PAIR_LO] = GISA_KIND_NAMED,
                                    [CODE_PAIR_HI] = GISA_KIND_NAMED,   [CODE_REG] = GISA_KIND_NAMED,
                                    [CODE_INT] = GISA_KIND_INLINE,      [CODE_FLOAT] = GISA_KIND_INLINE,
                                    [CODE_LITERAL] = GISA_KIND_LITERAL, [CODE_VGPR] = GISA_KIND_VGPR};
    static const uint8_t counts[] = {1, 2, 3, 4, 8, 16};
    for (int k = 0; k < CODES; k++) {
        const code_info *info = &g->codes[k];
        bool constant = info->kind == CODE_INT || info->kind == CODE_FLOAT;
        bool numbered = info->kind == CODE_SGPR || info->kind == CODE_TTMP || info->kind == CODE_VGPR;
        unsigned use = 0;
        for (int width = 0; width < WIDTHS; width++)
            g->code_operands[width][k] = (gisa_operand){
                .kind = kinds[info->kind],
                .flags = info->kind == CODE_FLOAT ? GISA_OPERAND_FLOAT : 0,
                .reg = (uint16_t)(numbered ? info->value : k),
                .value = constant ? constant_value(info, width) : 0,
            };
        for (size_t i = 0; i < sizeof counts; i++)
            use |= group_fits(info, counts[i]) ? code_fits(counts[i]) : 0;
        use |= k < OPERAND_FIRST_VALUE || k >= OPERAND_FIRST_VGPR ? CODE_WRITABLE : 0;
        use |= constant ? 0 : CODE_NO_CONSTANT;
        use |= info->kind == CODE_LITERAL ? 0 : CODE_NO_LITERAL;
        use |= info->kind == CODE_REG && info->value ? 0 : CODE_NOT_DIRECT;
        g->code_uses[k] = (uint16_t)use;
    }
}

static bool is_part(const pack_line *p, const char *pattern) {
    size_t size = strlen(p->name);
    return strncmp(pattern, p->name, size) == 0 &&
           (!pattern[size] || (pattern[size] == '.' && strcmp(pattern + size + 1, p->part) == 0));
}

static void apply_access(spec *s, const access_line *a) {
    bool found = false;
    for (int i = 0; i < s->packs.count; i++) {
        pack_line *p = &s->packs.at[i];
        if (is_part(p, a->pattern)) {
            p->reads = a->reads;
            p->writes = a->writes;
            found = true;
        }
    }
    if (!found)
        fail(s, a->at, "no table of parts has '%s'", a->pattern);
}

void number_parts(spec *s) {
    for (int i = 0; i < s->packs.count; i++) {
        pack_line *p = &s->packs.at[i];
        p->id = s->part_count;
        p->reads = ACCESS_ALL;
        p->writes = ACCESS_NONE;
        for (int k = 0; k < i && p->id == s->part_count; k++)
            if (strcmp(s->packs.at[k].name, p->name) == 0 && strcmp(s->packs.at[k].part, p->part) == 0)
                p->id = s->packs.at[k].id;
        s->part_count += p->id == s->part_count;
    }
    for (int i = 0; i < s->accesses.count; i++)
        apply_access(s, &s->accesses.at[i]);
}

void expand_names(spec *s, int gen) {
    generation *g = &s->g[gen];
    for (int i = 0; i < s->names.count; i++) {
        uint32_t name = intern(s, s->names.at[i].name);
        bool known = false;
        for (int k = 0; k < g->names.count; k++)
            known |= g->names.at[k].name == name;
        if (known)
            continue;
        name_table *t = LIST_ADD(g->names);
        t->name = name;
        t->first = (uint16_t)g->entries.count;
        for (int k = i; k < s->names.count; k++) {
            const names_line *n = &s->names.at[k];
            if (strcmp(n->name, s->names.at[i].name) != 0 || !(n->gens >> gen & 1))
                continue;
            name_entry *e = LIST_ADD(g->entries);
            *e = (name_entry){intern(s, n->llvm), intern(s, n->clrx), (uint16_t)n->value, (uint16_t)n->span};
            t->count++;
        }
    }
    for (int i = 0; i < s->packs.count; i++) {
        const pack_line *p = &s->packs.at[i];
        uint32_t name = intern(s, p->name);
        if (!(p->gens >> gen & 1))
            continue;
        if (!g->packs.count || g->packs.at[g->packs.count - 1].name != name)
            *LIST_ADD(g->packs) = (pack){name, (uint16_t)g->parts.count, 0};
        *LIST_ADD(g->parts) =
            (pack_part){intern(s, p->part), p->low, p->high, (uint16_t)p->id, p->reads, p->writes};
        g->packs.at[g->packs.count - 1].count++;
    }
}
