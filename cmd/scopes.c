/* SPDX-License-Identifier: MIT */
/* Reads functions and variables from DWARF with elfutils' libdw, where gisa was built with it. */
#include "scopes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WITH_DW

scopes *scopes_open(const void *data, size_t size) {
    (void)data, (void)size;
    return NULL;
}

void scopes_close(scopes *s) {
    (void)s;
}

unsigned scopes_at(const scopes *s, uint64_t address, scope_function chain[SCOPES_DEEPEST]) {
    (void)s, (void)address, (void)chain;
    return 0;
}

void scopes_variables(const scopes *s, uint64_t address, bool (*take)(void *ctx, const scope_variable *v),
                      void *ctx) {
    (void)s, (void)address, (void)take, (void)ctx;
}

#else

#include <elfutils/../dwarf.h> /* cmd/dwarf.h has the same name */
#include <elfutils/libdw.h>

struct scopes {
    void *data;
    Elf *elf;
    Dwarf *dwarf;
};

scopes *scopes_open(const void *data, size_t size) {
    scopes *s = calloc(1, sizeof *s);
    elf_version(EV_CURRENT);
    if (!s)
        return NULL;
    s->data = malloc(size + 1); /* libelf may write to it */
    s->elf = s->data ? elf_memory(memcpy(s->data, data, size), size) : NULL;
    s->dwarf = s->elf && elf_kind(s->elf) == ELF_K_ELF ? dwarf_begin_elf(s->elf, DWARF_C_READ, NULL) : NULL;
    if (s->dwarf)
        return s;
    scopes_close(s);
    return NULL;
}

void scopes_close(scopes *s) {
    if (!s)
        return;
    if (s->dwarf)
        dwarf_end(s->dwarf);
    if (s->elf)
        elf_end(s->elf);
    free(s->data);
    free(s);
}

/* ---- scopes ---------------------------------------------------------------------------------- */

/* The unit that the address is in. Compilers for GPUs write no .debug_aranges. */
static bool find_unit(const scopes *s, uint64_t address, Dwarf_Die *unit) {
    Dwarf_CU *cu = NULL, *next;
    while (dwarf_get_units(s->dwarf, cu, &next, NULL, NULL, unit, NULL) == 0) {
        if (dwarf_haspc(unit, address) > 0)
            return true;
        cu = next;
    }
    return false;
}

/* The scopes of an address, the innermost first, to be freed; how many, the unit included.
 * dwarf_getscopes goes on from an inlined function to where that is declared, not to its caller. */
static unsigned find_scopes(const scopes *s, uint64_t address, Dwarf_Die *unit, Dwarf_Die **list) {
    Dwarf_Die *first = NULL;
    *list = NULL;
    if (!s || !find_unit(s, address, unit) || dwarf_getscopes(unit, address, &first) <= 0)
        return 0;
    const int count = dwarf_getscopes_die(&first[0], list);
    free(first);
    return count > 0 ? (unsigned)count : 0;
}

static bool is_function(Dwarf_Die *die) {
    return dwarf_tag(die) == DW_TAG_subprogram || dwarf_tag(die) == DW_TAG_inlined_subroutine;
}

static void find_call(Dwarf_Die *die, Dwarf_Die *unit, scope_function *f) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) ||
        dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &file) ||
        dwarf_getsrcfiles(unit, &files, &count) || file >= count || line > UINT32_MAX)
        return;
    f->file = dwarf_filesrc(files, file, NULL, NULL);
    f->line = (unsigned)line;
}

unsigned scopes_at(const scopes *s, uint64_t address, scope_function chain[SCOPES_DEEPEST]) {
    Dwarf_Die unit, *list;
    const unsigned all = find_scopes(s, address, &unit, &list);
    unsigned count = 0;
    for (unsigned i = 0; i < all && count < SCOPES_DEEPEST; i++) {
        const char *name = is_function(&list[i]) ? dwarf_diename(&list[i]) : NULL;
        if (!name)
            continue;
        chain[count] = (scope_function){name, NULL, 0, dwarf_dieoffset(&list[i])};
        if (dwarf_tag(&list[i]) == DW_TAG_inlined_subroutine)
            find_call(&list[i], &unit, &chain[count]);
        count++;
        if (dwarf_tag(&list[i]) == DW_TAG_subprogram)
            break;
    }
    free(list);
    return count;
}

/* ---- types ----------------------------------------------------------------------------------- */

/* Of a base type; typedefs and qualifiers are looked through. */
static bool find_type(Dwarf_Die *die, Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    for (unsigned depth = 0; depth < SCOPES_DEEPEST; depth++) {
        if (!dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type))
            return false;
        if (dwarf_tag(type) != DW_TAG_typedef && dwarf_tag(type) != DW_TAG_const_type &&
            dwarf_tag(type) != DW_TAG_volatile_type && dwarf_tag(type) != DW_TAG_restrict_type)
            return true;
        die = type;
    }
    return false;
}

static char letter_of(Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    Dwarf_Word encoding = 0;
    const int tag = dwarf_tag(type);
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type)
        return 'p';
    if (tag == DW_TAG_enumeration_type)
        return 'i';
    if (tag != DW_TAG_base_type || dwarf_formudata(dwarf_attr(type, DW_AT_encoding, &attribute), &encoding))
        return 0;
    switch (encoding) {
    case DW_ATE_float: return 'f';
    case DW_ATE_signed:
    case DW_ATE_signed_char: return 'i';
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_boolean: return 'u';
    default: return 0;
    }
}

static void take_type(Dwarf_Die *die, scope_variable *v) {
    Dwarf_Die type;
    Dwarf_Word size;
    if (!find_type(die, &type))
        return;
    v->letter = letter_of(&type);
    v->type = dwarf_diename(&type);
    v->type = v->type ? v->type : "";
    if (dwarf_aggregate_size(&type, &size) == 0 && size <= UINT32_MAX)
        v->size = (unsigned)size;
    else if (v->letter == 'p')
        v->size = 8;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* LLVM's numbers of registers (AMDGPUUsage, "Register Identifier"): those of waves of 64 lanes. */
enum {
    FIRST_SGPR = 32,
    LAST_SGPR = 95,
    MORE_SGPR = 1088,
    LAST_MORE = 1129,
    FIRST_VGPR = 2560,
    LAST_VGPR = 2815
};

static bool take_register(Dwarf_Word number, scope_variable *v) {
    v->place = SCOPE_SGPR;
    if (number >= FIRST_SGPR && number <= LAST_SGPR)
        v->number = (int)(number - FIRST_SGPR);
    else if (number >= MORE_SGPR && number <= LAST_MORE)
        v->number = (int)(number - MORE_SGPR) + LAST_SGPR + 1 - FIRST_SGPR;
    else if (number >= FIRST_VGPR && number <= LAST_VGPR) {
        v->place = SCOPE_VGPR;
        v->number = (int)(number - FIRST_VGPR);
    } else {
        v->place = SCOPE_NOWHERE;
        return false;
    }
    return true;
}

/* The register that fbreg counts from: a byte of it is one of all 64 lanes. */
static bool take_frame(Dwarf_Die *function, uint64_t address, scope_variable *v) {
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t count;
    if (!function ||
        dwarf_getlocation_addr(dwarf_attr_integrate(function, DW_AT_frame_base, &attribute), address, &op,
                               &count, 1) != 1 ||
        count != 1)
        return false;
    const Dwarf_Word number = op->atom == DW_OP_regx ? op->number : (Dwarf_Word)op->atom - DW_OP_reg0;
    return take_register(number, v) && v->place == SCOPE_SGPR;
}

/* Where one operation puts the variable. LLVM 19 ends expressions by the space of what was private
 * memory in the source ("lit1 swap xderef"), also where the value is in a register now; what it
 * then calls an address in a register is the value. */
static bool take_operation(const Dwarf_Op *op, Dwarf_Die *function, uint64_t address, scope_variable *v) {
    switch (op->atom) {
    case DW_OP_regx: return take_register(op->number, v);
    case DW_OP_bregx: return op->number2 == 0 && take_register(op->number, v);
    case DW_OP_fbreg:
        v->offset = (int64_t)op->number;
        if (!take_frame(function, address, v))
            return false;
        v->place = SCOPE_PRIVATE;
        return true;
    case DW_OP_consts:
    case DW_OP_constu:
        v->value = (int64_t)op->number;
        v->place = SCOPE_CONSTANT;
        return true;
    default:
        if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
            return take_register(op->atom - (Dwarf_Word)DW_OP_reg0, v);
        if (op->atom < DW_OP_lit0 || op->atom > DW_OP_lit31)
            return false;
        v->value = op->atom - DW_OP_lit0;
        v->place = SCOPE_CONSTANT;
        return true;
    }
}

/* How many operations the place takes, with what says nothing about where it is. */
static size_t place_length(const Dwarf_Op *op, size_t count) {
    const bool spaced = count >= 4 && (op[1].atom == DW_OP_lit1 || op[1].atom == DW_OP_lit5) &&
                        op[2].atom == DW_OP_swap && op[3].atom == DW_OP_xderef;
    const size_t length = spaced ? 4 : 1;
    return length < count && op[length].atom == DW_OP_stack_value ? length + 1 : length;
}

/* Two registers in a row, a piece of 4 bytes each. */
static bool take_pair(const Dwarf_Op *op, size_t count, Dwarf_Die *function, uint64_t address,
                      scope_variable *v) {
    const size_t first = place_length(op, count), second = first + 1;
    scope_variable high = *v;
    if (second + 1 >= count || op[first].atom != DW_OP_piece || op[first].number != 4)
        return false;
    const size_t end = second + place_length(op + second, count - second);
    return end + 1 == count && op[end].atom == DW_OP_piece && op[end].number == 4 &&
           take_operation(op, function, address, v) &&
           take_operation(op + second, function, address, &high) && v->place == high.place &&
           (v->place == SCOPE_SGPR || v->place == SCOPE_VGPR) && high.number == v->number + 1;
}

static bool take_expression(const Dwarf_Op *op, size_t count, Dwarf_Die *function, uint64_t address,
                            scope_variable *v) {
    if (!count)
        return false;
    return place_length(op, count) == count ? take_operation(op, function, address, v)
                                            : take_pair(op, count, function, address, v);
}

static void take_place(Dwarf_Die *die, Dwarf_Die *function, uint64_t address, scope_variable *v) {
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t count;
    Dwarf_Sword value;
    v->place = SCOPE_NOWHERE;
    v->number = -1;
    if (dwarf_attr(die, DW_AT_const_value, &attribute) && dwarf_formsdata(&attribute, &value) == 0) {
        v->place = SCOPE_CONSTANT;
        v->value = value;
        return;
    }
    if (dwarf_getlocation_addr(dwarf_attr_integrate(die, DW_AT_location, &attribute), address, &op, &count,
                               1) != 1 ||
        !take_expression(op, count, function, address, v)) {
        v->place = SCOPE_NOWHERE;
        v->number = -1;
    }
}

/* ---- variables ------------------------------------------------------------------------------- */

typedef struct taking {
    uint64_t address;
    Dwarf_Die *function; /* the one whose frame it is */
    const char *name;    /* of the innermost function */
    bool (*take)(void *ctx, const scope_variable *v);
    void *ctx;
} taking;

static bool take_child(const taking *t, Dwarf_Die *die) {
    const int tag = dwarf_tag(die);
    const char *name = tag == DW_TAG_variable || tag == DW_TAG_formal_parameter ? dwarf_diename(die) : NULL;
    scope_variable v = {.name = name, .function = t->name, .type = ""};
    if (!name)
        return true;
    take_type(die, &v);
    take_place(die, t->function, t->address, &v);
    return t->take(t->ctx, &v);
}

static bool take_scope(const taking *t, Dwarf_Die *scope) {
    Dwarf_Die child;
    if (dwarf_child(scope, &child))
        return true;
    do
        if (!take_child(t, &child))
            return false;
    while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

static Dwarf_Die *function_from(Dwarf_Die *list, unsigned from, unsigned all, bool whole) {
    for (unsigned i = from; i < all; i++)
        if (whole ? dwarf_tag(&list[i]) == DW_TAG_subprogram : is_function(&list[i]))
            return &list[i];
    return NULL;
}

void scopes_variables(const scopes *s, uint64_t address, bool (*take)(void *ctx, const scope_variable *v),
                      void *ctx) {
    Dwarf_Die unit, *list;
    const unsigned all = find_scopes(s, address, &unit, &list);
    taking t = {.address = address, .function = function_from(list, 0, all, true), .take = take, .ctx = ctx};
    bool more = true;
    for (unsigned i = 0; i < all && more; i++) {
        Dwarf_Die *in = function_from(list, i, all, false);
        t.name = in ? dwarf_diename(in) : NULL;
        t.name = t.name ? t.name : "";
        if (in)
            more = take_scope(&t, &list[i]);
        if (&list[i] == t.function)
            break;
    }
    free(list);
}

#endif

/* ---- text ------------------------------------------------------------------------------------ */

static const char *short_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

void scopes_text(const scopes *s, uint64_t address, char text[SCOPES_TEXT]) {
    scope_function chain[SCOPES_DEEPEST];
    const unsigned count = scopes_at(s, address, chain);
    size_t size = 0;
    *text = 0;
    for (unsigned i = 0; count > 1 && i < count && size < SCOPES_TEXT; i++) {
        const scope_function *f = &chain[i];
        size +=
            (size_t)snprintf(text + size, SCOPES_TEXT - size, "%s%s", i ? ", inlined into " : "", f->name);
        if (i && chain[i - 1].file && size < SCOPES_TEXT)
            size += (size_t)snprintf(text + size, SCOPES_TEXT - size, " at %s:%u",
                                     short_name(chain[i - 1].file), chain[i - 1].line);
    }
}
