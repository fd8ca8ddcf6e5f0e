/* SPDX-License-Identifier: MIT */
/* Walks over a shader file of the PS Vita: what it asks for, then every instruction with its
   operands. */
#include <gisa.h>
#include <stdio.h>
#include <stdlib.h>

/* "pa4..pa6" */
static void put_registers(const gisa_gxp_registers *r) {
    if (r->count)
        printf(" %s%u..%s%u", gisa_bank_letters(r->bank), r->first, gisa_bank_letters(r->bank),
               r->first + r->count - 1);
}

static void put_parameters(const gisa_gxp *shader) {
    gisa_gxp_parameter p;
    for (unsigned i = 0; gisa_gxp_parameter_at(shader, i, &p) == GISA_OK; i++) {
        printf("%s %s[%u] %s", p.category ? p.category : "unknown", p.type, p.array_size, p.name);
        put_registers(&p.registers);
        printf(p.registers.count ? "\n" : " resource %u\n", p.resource);
    }
}

/* Kind and number of a register, what the modifiers do, and which channels take part. */
static void put_operand(const gisa_isa *isa, const gisa_insn *insn, unsigned i) {
    static const char channels[] = "xyzw012h"; /* the last four are constants; h is one half */
    static const char *const access[] = {"", "read", "write", "both"};
    const gisa_operand *o = &insn->operand[i];
    char text[GISA_TEXT_MAX];
    size_t room = sizeof text;
    if (o->flags & GISA_OPERAND_DEFAULT)
        return; /* a modifier that changes nothing */
    gisa_print_operand(isa, insn, i, NULL, text, &room);
    printf("        %-6s %-9s %-5s %s", gisa_operand_name(isa, insn->form, i), gisa_kind_name(o->kind),
           access[o->access & 3], text);
    if (o->kind >= GISA_KIND_TEMP && o->kind < GISA_KIND_INDEXED1) {
        printf("  register %u", o->reg);
        if (o->mods)
            printf("%s%s", o->mods & GISA_MOD_NEG ? " negated" : "",
                   o->mods & GISA_MOD_ABS ? " absolute" : "");
        for (unsigned c = 0; c < 4; c++)
            if (gisa_channel(o, c) >= 0)
                printf("%s%c", c && gisa_channel(o, c - 1) >= 0 ? "" : " ", channels[gisa_channel(o, c)]);
    }
    printf("\n");
}

static void put_program(const gisa_isa *isa, const char *name, const uint8_t *code, size_t size) {
    gisa_insn insn;
    for (size_t at = 0; at < size; at += insn.size) {
        char text[GISA_TEXT_MAX];
        size_t room = sizeof text;
        gisa_status status = gisa_decode(isa, code + at, size - at, &insn);
        if (status == GISA_OK)
            status = gisa_print(isa, &insn, NULL, text, &room);
        printf("%s %zu: %s\n", name, at / insn.size, status == GISA_OK ? text : gisa_status_text(status));
        for (unsigned i = 0; status == GISA_OK && i < insn.operand_count; i++)
            put_operand(isa, &insn, i);
    }
}

int main(int argc, char **argv) {
    static unsigned char file[1 << 20];
    const gisa_isa *isa = gisa_find("sgx543");
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = f ? fread(file, 1, sizeof file, f) : 0;
    gisa_gxp *shader;
    gisa_gxp_info info;
    gisa_error error;
    if (f)
        fclose(f);
    if (!f || !isa) {
        fprintf(stderr, "usage: shader FILE.gxp\n");
        return 2;
    }
    if (gisa_gxp_open(file, size, &shader, &error) != GISA_OK) {
        fprintf(stderr, "%s:0x%x: error: %s\n", argv[1], (unsigned)error.offset, error.message);
        return 1;
    }
    gisa_gxp_about(shader, &info);
    printf("%s program: %u pa, %u sa, %u temporaries\n", info.fragment ? "fragment" : "vertex",
           info.pa_registers, info.sa_registers, info.temporaries);
    put_parameters(shader);
    put_program(isa, "secondary", info.secondary, info.secondary_size);
    put_program(isa, "primary", info.primary, info.primary_size);
    gisa_gxp_close(shader);
    return 0;
}
