/* SPDX-License-Identifier: MIT */
/* Published opcode tables against the spec, both ways: each opcode of a table has its name, what no
 * table has is no instruction, and each row of the spec stands in a table. Where that is not so,
 * differences.txt says who is right, and why. Words are put together here from the positions that
 * the documents give, not from the spec.
 *
 * usage: test_tables [FOLDER]   (tests/core/tables) */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

#ifndef REPORTS
#define REPORTS 50 /* how many failures are shown */
#endif
enum { MAX_REPORTS = REPORTS, ARCHS = 4, OPCODES = 1024, NAME = 48 };

static const char *const archs[ARCHS] = {"gfx600", "gfx700", "gfx803", "gfx900"};

/* Where an encoding holds its opcode, and its other bits. The positions are LLVM's where the
 * documents disagree with themselves: DS has OPCODE 24:17 and GDS 16 from GCN 1.2 on; ENCODING of
 * FLAT is 31:26; SEG is 15:14. */
typedef struct place {
    uint32_t first;   /* the first word with opcode 0; 0 = the architecture does not have the encoding */
    uint8_t shift;    /* of the opcode */
    uint16_t opcodes; /* from this one on the words are those of other encodings, or there are no more bits */
    uint32_t more;    /* a bit that some of its instructions have always: gds, lds */
} place;

typedef struct encoding {
    const char *name, *formats; /* of the spec, which splits encodings by their operands */
    uint32_t second;            /* the second word */
    place at[ARCHS];
} encoding;

#define SAME(...)                                                                                            \
    {__VA_ARGS__}, {__VA_ARGS__}, {__VA_ARGS__}, {                                                           \
        __VA_ARGS__                                                                                          \
    }
#define PAIRS(...)                                                                                           \
    {__VA_ARGS__}, {                                                                                         \
        __VA_ARGS__                                                                                          \
    }

static const encoding encodings[] = {
    {"SOP2", "SOP2", 0, {SAME(0x80000000, 23, 96, 0)}},
    {"SOPK", "SOPK SOPKL", 0, {SAME(0xb0000000, 23, 29, 0)}},
    {"SOP1", "SOP1", 0, {SAME(0xbe800000, 8, 256, 0)}},
    {"SOPC", "SOPC", 0, {SAME(0xbf000000, 16, 128, 0)}},
    {"SOPP", "SOPP", 0, {SAME(0xbf800000, 16, 128, 0)}},
    {"SMRD", "SMRD SMRD_SGPR SMRD_LIT SMRD0", 0, {PAIRS(0xc0000000, 22, 32, 0), PAIRS(0, 0, 0, 0)}},
    {"SMEM",
     "SMEM SMEM_SGPR SMEM_BOTH SMEM_SOE SMEM0",
     0,
     {PAIRS(0, 0, 0, 0), PAIRS(0xc0000000, 18, 256, 0)}},
    {"VOP1", "VOP1 VOP1_SDWA VOP1_DPP", 0, {SAME(0x7e000000, 9, 256, 0)}},
    {"VOP2", "VOP2 VOP2B VOP2K VOP2_SDWA VOP2_DPP", 0, {SAME(0, 25, 62, 0)}},
    {"VOPC", "VOPC VOPC_SDWA", 0, {SAME(0x7c000000, 17, 256, 0)}},
    {"VOP3",
     "VOP3A VOP3B VOP3I",
     0,
     {PAIRS(0xd0000000, 17, 512, 0), {0xd0000000, 16, 1024, 0}, {0xd0000000, 16, 896, 0}}},
    {"VOP3P", "VOP3P VOP3M", 0, {PAIRS(0, 0, 0, 0), {0, 0, 0, 0}, {0xd3800000, 16, 128, 0}}},
    {"VINTRP", "VINTRP", 0, {PAIRS(0xc8000000, 16, 4, 0), PAIRS(0xd4000000, 16, 4, 0)}},
    {"DS", "DS DS2 DSG", 0, {PAIRS(0xd8000000, 18, 256, 1 << 17), PAIRS(0xd8000000, 17, 256, 1 << 16)}},
    {"FLAT",
     "FLAT FLATA FLATA_RTN",
     0,
     {{0, 0, 0, 0}, {0xdc000000, 18, 128, 0}, PAIRS(0xdc000000, 18, 128, 0)}},
    {"GLOBAL",
     "GLOBAL GLOBAL_SADDR GLOBALA GLOBALA_RTN GLOBALA_SADDR GLOBALA_SADDR_RTN GLOBAL_LDS GLOBAL_LDS_SADDR",
     0x007f0000,
     {PAIRS(0, 0, 0, 0), {0, 0, 0, 0}, {0xdc008000, 18, 128, 1 << 13}}},
    {"SCRATCH",
     "SCRATCH SCRATCH_SADDR SCRATCH_LDS SCRATCH_LDS_SADDR",
     0x007f0000,
     {PAIRS(0, 0, 0, 0), {0, 0, 0, 0}, {0xdc004000, 18, 128, 1 << 13}}},
    {"MUBUF", "MUBUF MUBUF_LDS MUBUF0", 0, {SAME(0xe0000000, 18, 128, 1 << 16)}},
    {"MTBUF", "MTBUF", 0, {PAIRS(0xe8000000, 16, 8, 0), PAIRS(0xe8000000, 15, 16, 0)}},
    {"MIMG", "MIMG", 0, {SAME(0xf0000000, 18, 128, 0)}},
    {"EXP", "EXP", 0, {PAIRS(0xf8000000, 0, 1, 0), PAIRS(0xc4000000, 0, 1, 0)}},
};

enum { ENCODINGS = sizeof encodings / sizeof *encodings };

typedef struct entry {
    char name[NAME];
    bool different, used; /* it stands in differences.txt; the spec has it */
} entry;

static entry entries[ARCHS][ENCODINGS][OPCODES];
static unsigned passed, failed, listed, different;

static void report(unsigned arch, unsigned e, unsigned opcode, const char *expected, const char *got) {
    if (++failed <= MAX_REPORTS)
        printf("%s %s %u: expected %s, got %s\n", archs[arch], encodings[e].name, opcode, expected, got);
}

static bool has_encoding(unsigned arch, unsigned e) {
    return encodings[e].at[arch].opcodes > 0;
}

/* ---- the tables -------------------------------------------------------------------------- */

static unsigned encoding_named(const char *name) {
    unsigned e = 0;
    while (e < ENCODINGS && strcmp(encodings[e].name, name) != 0)
        e++;
    return e;
}

static bool keep(unsigned arch, unsigned e, const char *opcode, const char *name) {
    char *end;
    unsigned long number = strtoul(opcode, &end, 10);
    if (strcmp(opcode, ".") == 0)
        return true;
    if (*end || !has_encoding(arch, e) || number >= encodings[e].at[arch].opcodes ||
        entries[arch][e][number].name[0])
        return false;
    strcpy(entries[arch][e][number].name, name);
    listed++;
    return true;
}

/* What a table has and the spec has not, for a reason. */
static bool differ(unsigned arch, unsigned e, const char *opcode, const char *name) {
    unsigned number = (unsigned)strtoul(opcode, NULL, 10);
    if (strcmp(opcode, ".") == 0)
        return true;
    if (number >= OPCODES || strcmp(entries[arch][e][number].name, name) != 0 ||
        entries[arch][e][number].different)
        return false;
    different++;
    return entries[arch][e][number].different = true;
}

/* ENCODING MNEMONIC and an opcode for each architecture; in differences.txt the reason after
   it. */
static bool read_line(const char *line, bool differences) {
    char name[16], mnemonic[NAME], opcode[ARCHS][8], rest[8] = "";
    int fields = sscanf(line, "%15s %47s %7s %7s %7s %7s %7s", name, mnemonic, opcode[0], opcode[1],
                        opcode[2], opcode[3], rest);
    unsigned e = fields >= 6 ? encoding_named(name) : ENCODINGS, before = listed + different;
    bool good = e < ENCODINGS && (!differences || *rest);
    for (unsigned arch = 0; arch < ARCHS && good; arch++)
        good = (differences ? differ : keep)(arch, e, opcode[arch], mnemonic);
    return good && listed + different > before;
}

static void read_table(const char *folder, const char *file, bool differences) {
    char path[512], line[400];
    unsigned rows = 0, number = 0;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        rows++;
        if (read_line(line, differences))
            continue;
        failed++;
        printf("%s:%u: no row, or an opcode that has a name already: %s", path, number, line);
    }
    if (f)
        fclose(f);
    if (!rows) {
        failed++;
        printf("%s: no rows\n", path);
    }
}

/* ---- words ------------------------------------------------------------------------------- */

static gisa_status decode(const gisa_isa *isa, uint32_t first, uint32_t second, gisa_form_info *form) {
    uint8_t code[8];
    gisa_insn insn;
    for (int i = 0; i < 4; i++) {
        code[i] = (uint8_t)(first >> 8 * i);
        code[i + 4] = (uint8_t)(second >> 8 * i);
    }
    gisa_status status = gisa_decode(isa, code, sizeof code, &insn);
    if (status == GISA_OK || status == GISA_STATUS_RESERVED)
        gisa_form(isa, insn.form, form);
    return status;
}

/* Is the format one of the encoding's? */
static bool is_format_of(const encoding *e, const char *format) {
    size_t size = strlen(format);
    for (const char *p = e->formats; (p = strstr(p, format)); p += size)
        if ((p == e->formats || p[-1] == ' ') && (!p[size] || p[size] == ' '))
            return true;
    return false;
}

/* What the library makes of the opcode; NULL = nothing of this encoding. */
static const char *name_of(const gisa_isa *isa, unsigned arch, unsigned e, unsigned opcode,
                           gisa_form_info *form) {
    const encoding *x = &encodings[e];
    uint32_t first = x->at[arch].first | (uint32_t)opcode << x->at[arch].shift;
    for (unsigned i = 0; i < (x->at[arch].more ? 2u : 1u); i++) {
        gisa_status status = decode(isa, first | (i ? x->at[arch].more : 0), x->second, form);
        if ((status == GISA_OK || status == GISA_STATUS_RESERVED) && is_format_of(x, form->format))
            return form->name;
        if (status != GISA_OK && status != GISA_STATUS_RESERVED && status != GISA_STATUS_UNKNOWN)
            return gisa_status_text(status);
    }
    return NULL;
}

static void check_opcode(const gisa_isa *isa, unsigned arch, unsigned e, unsigned opcode) {
    const entry *known = &entries[arch][e][opcode];
    const char *expected = known->name[0] && !known->different ? known->name : "nothing";
    gisa_form_info form = {0};
    const char *name = name_of(isa, arch, e, opcode, &form), *got = name ? name : "nothing";
    if (strcmp(expected, got) != 0)
        report(arch, e, opcode, expected, got);
    else if (name && form.opcode != opcode && e != encoding_named("EXP"))
        report(arch, e, opcode, "the same opcode", "another one in gisa_form");
    else
        passed++;
}

/* ---- the spec's side --------------------------------------------------------------------- */

static void check_form(unsigned arch, const gisa_form_info *form) {
    unsigned e = 0, opcode = strcmp(form->format, "EXP") == 0 ? 0 : form->opcode;
    while (e < ENCODINGS && !is_format_of(&encodings[e], form->format))
        e++;
    if (e == ENCODINGS) {
        failed++;
        printf("%s %s: of no encoding that has a table\n", archs[arch], form->format);
    } else if (opcode >= encodings[e].at[arch].opcodes ||
               strcmp(entries[arch][e][opcode].name, form->name) != 0)
        report(arch, e, opcode, "a row in the table", form->name);
    else {
        entries[arch][e][opcode].used = true;
        passed++;
    }
}

/* Each form stands in a table, and each row of a table is a form. */
static void check_forms(const gisa_isa *isa, unsigned arch) {
    gisa_form_info form;
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++)
        check_form(arch, &form);
    for (unsigned e = 0; e < ENCODINGS; e++)
        for (unsigned opcode = 0; opcode < OPCODES; opcode++)
            if (entries[arch][e][opcode].name[0] && !entries[arch][e][opcode].used &&
                !entries[arch][e][opcode].different)
                report(arch, e, opcode, entries[arch][e][opcode].name, "no row of the spec");
}

int main(int argc, char **argv) {
    static const char *const files[] = {"sop1",   "sop2",  "sopk",  "sopc", "sopp", "smrd", "smem",
                                        "vop1",   "vop2",  "vop3",  "vopc", "ds",   "flat", "vop3p",
                                        "vintrp", "mubuf", "mtbuf", "mimg", "exp"};
    const char *folder = argc > 1 ? argv[1] : "tests/core/tables";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char file[24];
        snprintf(file, sizeof file, "%s.txt", files[i]);
        read_table(folder, file, false);
    }
    read_table(folder, "differences.txt", true);
    for (unsigned arch = 0; arch < ARCHS; arch++) {
        const gisa_isa *isa = gisa_find(archs[arch]);
        if (!isa)
            return 2;
        for (unsigned e = 0; e < ENCODINGS; e++)
            for (unsigned opcode = 0; opcode < encodings[e].at[arch].opcodes; opcode++)
                check_opcode(isa, arch, e, opcode);
        check_forms(isa, arch);
    }
    printf("%u opcodes of published tables, %u of them with reason no instructions here\n", listed,
           different);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
