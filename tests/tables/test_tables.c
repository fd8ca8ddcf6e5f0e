/* SPDX-License-Identifier: MIT */
/* The opcode tables of the GCN documents against the spec: every opcode has its name, and there is no other.
 * Words are put together here from the positions that the documents give, not from the spec.
 *
 * usage: test_tables [FOLDER]   (tests/tables) */
#include <stdio.h>
#include <string.h>

#include "gisa.h"

#ifndef REPORTS
#define REPORTS 50 /* how many failures are shown */
#endif
enum { MAX_REPORTS = REPORTS, ARCHS = 4, ENCODINGS = 5, OPCODES = 256 };

static const char *const archs[ARCHS] = {"gfx600", "gfx700", "gfx803", "gfx900"};

/* Where an encoding holds its opcode, and its other bits. The positions are LLVM's where the documents disagree with
 * themselves: DS has OPCODE 24:17 and GDS 16 from GCN 1.2 on; ENCODING of FLAT is 31:26; SEG is 15:14. */
static const struct encoding {
    const char *name;
    uint32_t first, second; /* the words with opcode 0 */
    uint8_t shift[ARCHS];   /* of the opcode; 0 = the architecture does not have the encoding */
    uint8_t gds[ARCHS];     /* some DS instructions only exist with this bit; 0 = none */
    unsigned opcodes;
} encodings[ENCODINGS] = {{"SOP1", 0xbe800000, 0, {8, 8, 8, 8}, {0, 0, 0, 0}, 256},
                          {"DS", 0xd8000000, 0, {18, 18, 17, 17}, {17, 17, 16, 16}, 256},
                          {"FLAT", 0xdc000000, 0, {0, 18, 18, 18}, {0, 0, 0, 0}, 128},
                          {"GLOBAL", 0xdc008000, 0x007f0000, {0, 0, 0, 18}, {0, 0, 0, 0}, 128},
                          {"SCRATCH", 0xdc004000, 0x007f0000, {0, 0, 0, 18}, {0, 0, 0, 0}, 128}};

static char names[ARCHS][ENCODINGS][OPCODES]
                 [40]; /* "" = not in the table, "-" = the table says there is none */
static unsigned passed, failed;

static void report(unsigned arch, unsigned encoding, unsigned opcode, const char *expected, const char *got) {
    if (++failed <= MAX_REPORTS)
        printf("%s %s %u: expected %s, got %s\n", archs[arch], encodings[encoding].name, opcode, expected,
               got);
}

/* ---- the tables -------------------------------------------------------------------------- */

static bool keep(const char *arch, const char *encoding, unsigned opcode, const char *name) {
    for (unsigned a = 0; a < ARCHS; a++)
        for (unsigned e = 0; e < ENCODINGS; e++) {
            if (strcmp(archs[a], arch) != 0 || strcmp(encodings[e].name, encoding) != 0)
                continue;
            if (opcode >= encodings[e].opcodes || !encodings[e].shift[a] || names[a][e][opcode][0])
                return false;
            memcpy(names[a][e][opcode], name, strlen(name) + 1);
            return true;
        }
    return false;
}

static void read_table(const char *folder, const char *file) {
    char path[512], line[200];
    unsigned rows = 0, number = 0;
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char arch[16], encoding[16], name[40];
        unsigned opcode;
        number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        rows++;
        if (sscanf(line, "%15s %15s %u %39s", arch, encoding, &opcode, name) != 4 ||
            !keep(arch, encoding, opcode, name)) {
            failed++;
            printf("%s:%u: no row, or one that is there already: %s", path, number, line);
        }
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
    gisa_status status;
    for (int i = 0; i < 4; i++) {
        code[i] = (uint8_t)(first >> 8 * i);
        code[i + 4] = (uint8_t)(second >> 8 * i);
    }
    status = gisa_decode(isa, code, sizeof code, &insn);
    if (status == GISA_OK || status == GISA_RESERVED)
        gisa_form(isa, insn.form, form);
    return status;
}

static void check_opcode(const gisa_isa *isa, unsigned arch, unsigned e, unsigned opcode) {
    const struct encoding *encoding = &encodings[e];
    const char *expected = names[arch][e][opcode][0] ? names[arch][e][opcode] : "-";
    uint32_t first = encoding->first | (uint32_t)opcode << encoding->shift[arch];
    gisa_form_info form = {0};
    gisa_status status = decode(isa, first, encoding->second, &form);
    if (status == GISA_UNKNOWN && encoding->gds[arch])
        status = decode(isa, first | 1u << encoding->gds[arch], encoding->second, &form);
    if (status != GISA_OK && status != GISA_RESERVED && status != GISA_UNKNOWN)
        report(arch, e, opcode, expected, gisa_status_text(status));
    else if (strcmp(expected, form.name ? form.name : "-") != 0)
        report(arch, e, opcode, expected, form.name ? form.name : "-");
    else if (form.name && form.opcode != opcode)
        report(arch, e, opcode, "the same opcode", "another one in gisa_form");
    else
        passed++;
}

/* ---- the spec's side --------------------------------------------------------------------- */

/* The encoding a format belongs to: DS, DS2 and DSG are all DS. */
static unsigned encoding_of(const char *format) {
    for (unsigned e = ENCODINGS; e-- > 0;)
        if (strncmp(format, encodings[e].name, strlen(encodings[e].name)) == 0)
            return e;
    return ENCODINGS;
}

/* Every form of these encodings is in the table, and the spec has as many opcodes as the table. */
static void check_forms(const gisa_isa *isa, unsigned arch) {
    static bool seen[ENCODINGS][OPCODES];
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < gisa_form_count(isa); i++) {
        gisa_form_info form;
        unsigned e;
        if (gisa_form(isa, i, &form) != GISA_OK || (e = encoding_of(form.format)) == ENCODINGS)
            continue;
        if (form.opcode >= OPCODES || strcmp(names[arch][e][form.opcode], form.name) != 0)
            report(arch, e, form.opcode, "a row in the table", form.name);
        else
            seen[e][form.opcode] = true;
    }
    for (unsigned e = 0; e < ENCODINGS; e++) {
        unsigned in_table = 0, in_spec = 0;
        for (unsigned opcode = 0; opcode < OPCODES; opcode++) {
            const char *name = names[arch][e][opcode];
            in_table += *name && *name != '-';
            in_spec += seen[e][opcode];
        }
        if (in_table != in_spec) {
            failed++;
            printf("%s %s: %u opcodes in the table, %u in the spec\n", archs[arch], encodings[e].name,
                   in_table, in_spec);
        } else
            passed++;
    }
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/tables";
    read_table(folder, "sop1.txt");
    read_table(folder, "flat.txt");
    read_table(folder, "ds.txt");
    for (unsigned arch = 0; arch < ARCHS; arch++) {
        const gisa_isa *isa = gisa_find(archs[arch]);
        if (!isa)
            return 2;
        for (unsigned e = 0; e < ENCODINGS; e++)
            for (unsigned opcode = 0; encodings[e].shift[arch] && opcode < encodings[e].opcodes; opcode++)
                check_opcode(isa, arch, e, opcode);
        check_forms(isa, arch);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
