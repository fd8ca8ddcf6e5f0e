/* SPDX-License-Identifier: MIT */
/* Fuzz target: the assembler, by a grammar. The bytes of an input choose statements: directives of
 * the assembler's own tables with arguments of their kind, blocks with or without their ends,
 * expressions, instructions, rows of shader files; then a few bytes of the text are damaged. Input:
 * architecture (or none); what to make (assemble.h); then choices. When the environment names a
 * file in GRAMMAR_TEXT, the text goes there first, as an input of the target asm. */
#include "../../../src/asm/gxp_source.h"
#include "assemble.h"

enum { MOST_TEXT = 6000, MOST_DEPTH = 6, MOST_REPEATS = 6, NO_DAMAGE = 2, ERROR_LIMIT = 1000 };

typedef struct grammar {
    const uint8_t *p, *end; /* choices to come */
    const gisa_isa *isa;
    bool shader;
    unsigned depth;
    bytes out;
} grammar;

/* ---- choices -------------------------------------------------------------------------------- */

static bool more(const grammar *g) {
    return g->p < g->end && g->out.size < MOST_TEXT;
}

static unsigned byte(grammar *g) {
    return g->p < g->end ? *g->p++ : 0;
}

static unsigned pick(grammar *g, size_t count) {
    unsigned k = byte(g);
    if (count > 256)
        k = k << 8 | byte(g);
    return count ? k % (unsigned)count : 0;
}

static void put(grammar *g, const char *text) {
    bytes_text(&g->out, text);
}

#define ONE_OF(g, ...)                                                                                       \
    ((const char *const[]){__VA_ARGS__})[pick(g, sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *))]

/* ---- words ---------------------------------------------------------------------------------- */

static void number(grammar *g) {
    static const char *const edges[] = {"-1",
                                        "0x7fffffff",
                                        "0x80000000",
                                        "0xffffffff",
                                        "0x100000000",
                                        "1<<62",
                                        "1<<63",
                                        "0x7fffffffffffffff",
                                        "0xffffffffffffffff",
                                        "0b101",
                                        "017",
                                        "'a'",
                                        "'\\n'",
                                        "64",
                                        "256",
                                        "4096",
                                        "1.5",
                                        "-0.0",
                                        "0x1.8p+4",
                                        "1e30",
                                        "0x",
                                        "08",
                                        "340282366920938463",
                                        "nan",
                                        "0xdeadbeef",
                                        "65536",
                                        "-2147483648",
                                        "1000000",
                                        "4194304",
                                        "511"};
    unsigned k = byte(g);
    if (k < 128)
        bytes_format(&g->out, "%u", k % 20);
    else
        put(g, edges[k % (sizeof edges / sizeof *edges)]);
}

static void name(grammar *g) {
    put(g, ONE_OF(g, "a", "b", "c", "k", "m", "x", ".La", ".Lb", "kernel", "kernel.kd", "v1", "s2", "\"q r\"",
                  "\"\\\"\"", "$1", "_", ".text", ".amdgcn.next_free_vgpr", ".amdgcn.next_free_sgpr",
                  ".amdgcn.gfx_generation_number", "vcc", "M", "\\x", "\\y", "\\@", "a\\x", "x\\()y"));
}

/* The names of a table that ends with NULL. */
static void gxp_word_of(grammar *g, const gxp_name *names) {
    size_t count = 0;
    while (names[count].name)
        count++;
    if (count && byte(g) % 8)
        put(g, names[pick(g, count)].name);
    else
        bytes_format(&g->out, "bit%u", pick(g, 40));
}

static void string(grammar *g) {
    put(g, ONE_OF(g, "\"\"", "\"a\"", "\"0\"", "\"1\"", "\"ax\"", "\"aw\"", "\"aMS\"", "\".text\"",
                  "\"\\n\\x41\\101\\q\"", "\"a", "\"amdgcn-amd-amdhsa--gfx900\"",
                  "\"amdgcn-amd-amdhsa--gfx906:xnack+:sramecc-\"", "\"amdgcn-mesa-mesa3d--gfx803\"",
                  "\"amdgcn-amd-amdpal--gfx900\"", "\".init_array\"", "\".note\"", "\"/*\"", "\"a,b\"",
                  "\"\\\\\""));
}

static void expression(grammar *g, unsigned depth) {
    unsigned k = depth > 4 ? pick(g, 4) : pick(g, 12);
    switch (k) {
    case 0:
    case 1: number(g); return;
    case 2: name(g); return;
    case 3: put(g, ONE_OF(g, ".", "1b", "1f", "2f", "3b")); return;
    case 4:
        put(g, "(");
        expression(g, depth + 1);
        put(g, pick(g, 16) ? ")" : "");
        return;
    case 5:
        put(g, ONE_OF(g, "-", "~", "!", "+"));
        expression(g, depth + 1);
        return;
    case 6:
        name(g);
        put(g, ONE_OF(g, "@gotpcrel32@lo", "@gotpcrel32@hi", "@rel32@lo", "@rel32@hi", "@rel64", "@abs32@lo",
                      "@abs32@hi", "@gotpcrel", "@", "@x"));
        put(g, pick(g, 2) ? "+4" : "");
        return;
    default:
        expression(g, depth + 1);
        put(g, ONE_OF(g, "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "!", "==", "!=", "<", "<=", ">",
                      ">=", "&&", "||", "<>"));
        expression(g, depth + 1);
    }
}

static void argument(grammar *g) {
    switch (pick(g, 9)) {
    case 0: number(g); break;
    case 1: name(g); break;
    case 2:
    case 3: expression(g, 0); break;
    case 4: string(g); break;
    case 5:
        put(g, ONE_OF(g, "@function", "@object", "@progbits", "@nobits", "@note", "%function", "STT_FUNC",
                      "@gnu_unique_object", "comdat", "group", "unique", "=", "==", "vararg", "req", "+", "[",
                      "]", "{", "}", "R_AMDGPU_ABS64", "R_AMDGPU_REL32_HI", "none", "default", "f32x4",
                      "u8x3", "f16x2[3]", "half", "xyzw"));
        break;
    case 6:
        put(g, ONE_OF(g, "v1", "v[0:3]", "s[4:5]", "exec", "m0", "pa0", "r1.xyz", "o0", "sa3", "off"));
        break;
    case 7:
        gxp_word_of(g, pick(g, 2) ? gxp_flag_names : pick(g, 2) ? gxp_output_names : gxp_containers);
        break;
    default: break;
    }
}

static void arguments(grammar *g, unsigned most) {
    for (unsigned left = pick(g, most + 1); left && more(g); left--) {
        argument(g);
        if (left > 1)
            put(g, ONE_OF(g, ", ", ",", ", ", " ", "", ",,", " /* c */ "));
    }
}

static void end_line(grammar *g) {
    put(g, ONE_OF(g, "\n", "\n", "\n", "\n", "\n", "\n", " /* c */\n", " /* c\n d */\n", " // c\n", " ; c\n",
                  "\r\n", " /*", "", " # c\n"));
}

/* ---- directives ----------------------------------------------------------------------------- */

static void put_statement(grammar *g);

static size_t directive_count(bool shader) {
    size_t count = 0, all = 0;
    for (; directive_at(all); all++)
        ;
    for (; gxp_directive_at(count); count++)
        ;
    return shader ? all : all - count;
}

/* One of those with this function (and kind, unless it is -1). */
static void put_directive(grammar *g, void (*run)(assembler *a, int kind), int kind) {
    const directive *found = NULL, *d;
    unsigned skip = pick(g, 4);
    for (size_t i = 0; (d = directive_at(i)); i++)
        if (d->run == run && (kind < 0 || d->kind == kind)) {
            found = d;
            if (!skip--)
                break;
        }
    LAW(found, "no such directive");
    put(g, found->name);
}

static void block(grammar *g) {
    if (g->depth >= MOST_DEPTH)
        return;
    g->depth++;
    for (unsigned left = pick(g, 5); left && more(g); left--)
        put_statement(g);
    g->depth--;
}

/* The end of a block, which some do not have. */
static void close(grammar *g, void (*run)(assembler *a, int kind), int kind) {
    if (byte(g) % 16 == 15)
        return;
    put_directive(g, run, kind);
    end_line(g);
}

static void put_condition(grammar *g) {
    arguments(g, 2);
    end_line(g);
    block(g);
    for (unsigned left = pick(g, 3); left && more(g); left--) {
        put_directive(g, dir_else, -1);
        put(g, " ");
        arguments(g, 1);
        end_line(g);
        block(g);
    }
    close(g, dir_endif, -1);
}

static void macro_definition(grammar *g) {
    name(g);
    put(g, " ");
    for (unsigned left = pick(g, 4); left; left--) {
        name(g);
        put(g, ONE_OF(g, "", ":req", ":vararg", "=1", "=\"a b\"", "=", ":x"));
        put(g, left > 1 ? ", " : "");
    }
    end_line(g);
    block(g);
    close(g, dir_stray, 'm');
}

static void repeat(grammar *g, int kind) {
    if (!kind)
        bytes_format(&g->out, "%u", pick(g, 250) < 248 ? pick(g, MOST_REPEATS) : 1000000);
    else {
        put(g, ONE_OF(g, "x", "y", "x", "\"x\""));
        put(g, ONE_OF(g, ", ", ",", " "));
        put(g, ONE_OF(g, "", "1", "1,2,3", "a b c", "0123456789abcdef", "\"a b\", c", "(1, 2)", ",,",
                      "\\y, \\x", "00000000000000000000000000000000000000000000000000"));
    }
    end_line(g);
    block(g);
    close(g, dir_stray, 'r');
}

static void kernel_block(grammar *g) {
    size_t count = 0;
    while (kernel_config_name(count))
        count++;
    name(g);
    end_line(g);
    for (unsigned left = pick(g, 8); left && more(g); left--) {
        if (pick(g, 16))
            bytes_format(&g->out, ".amdhsa_%s ", kernel_config_name(pick(g, count)));
        else
            put(g, ".amdhsa_");
        arguments(g, 1);
        end_line(g);
    }
    if (pick(g, 4))
        put(g, ".amdhsa_next_free_vgpr 8\n.amdhsa_next_free_sgpr 8\n");
    put(g, pick(g, 16) ? ".end_amdhsa_kernel" : "");
    end_line(g);
}

/* Operands of .file and .loc, which have no commas between them. */
static void line_operands(grammar *g) {
    put(g, ONE_OF(g, "0", "1", "2", "3", "1", "1 5", "2 6 7", "1 2147483647 65535", "65535", ""));
    for (unsigned left = pick(g, 4); left; left--) {
        put(g, " ");
        put(g, ONE_OF(g, "5", "70000", "is_stmt 0", "is_stmt 1", "prologue_end", "epilogue_begin",
                      "basic_block", "isa 3", "discriminator 200", "md5 0x00112233445566778899aabbccddeeff",
                      "source \"x\"", "\"a.c\"", "\"/d/e/b.h\"", "\"\"", "x"));
    }
}

static void metadata(grammar *g, bool pal) {
    end_line(g);
    for (unsigned left = pick(g, 10); left && more(g); left--) {
        put(g, ONE_OF(g, "", "  ", "    ", "      ", "- ", "  - ", "\t"));
        put(g, ONE_OF(g, "---", "...", "amdhsa.version:", "amdhsa.kernels:", ".name: k", ".args: []",
                      ".args:", "- 1", "- 2", ".offset: 0", ".size: 8", ".value_kind: hidden_none",
                      "'a': \"b\"", "? x", "[1, {a: b}]", "{", "]", ".symbol: 'k.kd'", "&a b", "!!str 1",
                      "a: |", "a: >-", "-0x1", "1.5", "~", "true", ": :", "#",
                      "amdpal.pipelines:", "- .registers: {'0x5 (X)': 1, 5: 2, 4: 1}",
                      "amdpal.pipelines: [{.a: 1, .z: 2}, 5]", "zzz: 1"));
        put(g, "\n");
    }
    put(g, !pick(g, 16) ? "" : pal ? ".end_amdgpu_pal_metadata" : ".end_amdgpu_metadata");
    end_line(g);
}

/* A row of a table of shader files: its parts in order, then some with their key. */
static void part(grammar *g, const gxp_part *p) {
    if (p->key)
        bytes_format(&g->out, "%s%s", p->key, pick(g, 8) ? "=" : "");
    if (byte(g) % 16 == 15)
        argument(g);
    else if (p->names)
        gxp_word_of(g, p->names);
    else if (p->form == GXP_TEXT)
        string(g);
    else if (p->form == GXP_TYPE)
        put(g, ONE_OF(g, "f32x4", "f16x2", "f32x4[3]", "aggregatex0[0]", "u8x1", "type12x9", "f32"));
    else
        number(g);
}

static void shader_row(grammar *g, gxp_block b) {
    const gxp_part *p;
    unsigned count = 0;
    for (; (p = gxp_part_at(b, count)); count++)
        if (!p->key) {
            put(g, count ? ", " : "");
            part(g, p);
        }
    for (unsigned left = pick(g, 4); left && count; left--) {
        put(g, ", ");
        part(g, gxp_part_at(b, pick(g, count)));
    }
}

static void any_directive(grammar *g) {
    const directive *d = directive_at(pick(g, directive_count(g->shader)));
    put(g, d->name);
    put(g, pick(g, 16) ? " " : "");
    if (d->run == dir_if)
        put_condition(g);
    else if (d->run == dir_macro)
        macro_definition(g);
    else if (d->run == dir_repeat)
        repeat(g, d->kind);
    else if (d->run == dir_kernel)
        kernel_block(g);
    else if (d->run == dir_metadata)
        metadata(g, false);
    else if (d->run == dir_pal)
        metadata(g, true);
    else if (d->run == dir_file || d->run == dir_loc)
        line_operands(g);
    else if (d->run == dir_gxp_row)
        shader_row(g, (gxp_block)d->kind);
    else
        arguments(g, 4);
    end_line(g);
}

/* ---- statements ----------------------------------------------------------------------------- */

/* The text of any word; now and then an expression in place of its last number. */
static void any_instruction(grammar *g) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    uint8_t code[8];
    gisa_insn insn;
    const gisa_isa *isa = g->isa ? g->isa : gisa_at(0);
    gisa_form_info form;
    gisa_form(isa, pick(g, gisa_form_count(isa)), &form);
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | byte(g);
    bits = (bits & ~form.mask) | form.value;
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
    if (gisa_decode(isa, code, sizeof code, &insn) || gisa_print(isa, &insn, NULL, text, &size))
        return;
    while (pick(g, 4) == 3 && size && text[size - 1] != ' ')
        size--;
    bytes_append(&g->out, text, size);
    if (size && text[size - 1] == ' ')
        expression(g, 0);
}

static void put_statement(grammar *g) {
    switch (pick(g, 12)) {
    case 0:
        name(g);
        put(g, ONE_OF(g, ":", ": ", ":\n"));
        return;
    case 1: bytes_format(&g->out, "%u:", pick(g, 4)); return;
    case 2:
        name(g);
        put(g, ONE_OF(g, " = ", "=", " == "));
        expression(g, 0);
        break;
    case 3:
    case 4: any_instruction(g); break;
    case 5: /* perhaps a macro */
        name(g);
        put(g, " ");
        arguments(g, 4);
        break;
    case 6:
        put(g,
            ONE_OF(g, "\x1c", "\n", ";", "/* c */", "/*", "*/", "!", "#", "\"", "'", "s_endpgm", "\\", "@"));
        break;
    default: any_directive(g); return;
    }
    end_line(g);
}

/* Pieces of the text go, come twice, or become a character that means something. */
static void damage(grammar *g, unsigned times) {
    static const char characters[] = "*/\"'\\\n;#,.()=:@[]{}+-! \t0a\x1c";
    for (; times && g->out.size > 16; times--) {
        size_t at = (byte(g) << 8 | byte(g)) % (g->out.size - 16), size = 1 + byte(g) % 16;
        uint8_t *p = g->out.data + at;
        switch (pick(g, 3)) {
        case 0:
            memmove(p, p + size, g->out.size - at - size);
            g->out.size -= size;
            break;
        case 1: memmove(p, g->out.data + (byte(g) << 8 | byte(g)) % (g->out.size - 16), size); break;
        default: *p = (uint8_t)characters[pick(g, sizeof characters - 1)];
        }
    }
}

static void keep_text(uint8_t arch, uint8_t how, const bytes *text) {
    const char *path = getenv("GRAMMAR_TEXT");
    FILE *f = path ? fopen(path, "wb") : NULL;
    if (!f)
        return;
    fputc(arch, f);
    fputc(how, f);
    fwrite(text->data, 1, text->size, f);
    fclose(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3)
        return 0;
    grammar g = {
        .p = data + 3, .end = data + size, .isa = fuzz_isa(data[0], true), .shader = data[1] & FUZZ_GXP};
    unsigned damaged = data[2] % 8;
    while (more(&g))
        put_statement(&g);
    g.p = data + 3 < data + size ? data + 3 : data + size; /* the same bytes choose what is damaged */
    damage(&g, damaged > NO_DAMAGE ? damaged - NO_DAMAGE : 0);
    LAW(!g.out.failed, "no memory");
    keep_text(data[0], data[1], &g.out);
    fuzz_assemble(g.isa, data[1], g.out.data ? (const char *)g.out.data : "", g.out.size, ERROR_LIMIT);
    bytes_free(&g.out);
    return 0;
}
