/* SPDX-License-Identifier: MIT */
/* Laws that need no expectations: what is decoded encodes to the same bytes, what is printed parses to the same
 * bytes in both syntaxes, and no input of any kind makes the core crash, read outside, or answer nonsense.
 *
 * usage: laws [WORDS [SEED]], or laws all ARCH for law "encode" on all 2^32 first dwords (some minutes)
 * WORDS: random words per form and architecture. Every law is tried on random words of each form, on words made
 * to be legal, on words with one reserved bit set, on purely random words, and on all 65536 immediates of each
 * SOPP and SOPK instruction.
 *
 * The laws
 *   total     decode gives a status and 0 < size <= the bytes there are; head + operands = the whole
 *   encode    encode(decode(w)) = w for OK and RESERVED, also when there is no room
 *   print     every room 0..n gives NO_SPACE and the length, nothing is written outside, text is 0-ended
 *   llvm,clrx without oddities parse(print(w)) = w
 *   odd       with oddities parse(print(w)) differs or fails (LLVM's syntax): nothing is data without need
 *   same      parse(print(w)) gives the same operands as decode(w), so that tools may use either
 *   parse     any text gives a status; faults point into the text; what is accepted decodes again */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"
#include "tables.h"

enum { MAX_REPORTS = 50, REPORTS_PER_KIND = 2, LAW_COUNT = 8 };
enum law { TOTAL, ENCODE, PRINT, LLVM_LAW, CLRX_LAW, ODD, SAME, PARSE };
static const char *const law_names[LAW_COUNT] = {"total", "encode", "print", "llvm",
                                                 "clrx",  "odd",    "same",  "parse"};

static uint64_t seed = 0x9e3779b97f4a7c15;
static unsigned reports, hidden;
static bool case_failed;
static unsigned char *kind_reports; /* per law and format */

static uint64_t any(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * UINT64_C(2685821657736338717);
}

static unsigned below(unsigned limit) {
    return (unsigned)(any() >> 33) % limit;
}

static void broken(const gisa_isa *isa, enum law law, uint64_t bits, const gisa_insn *insn, const char *text,
                   const char *what) {
    const form *f = &isa->forms[insn->form];
    unsigned char *count = &kind_reports[law * 1024 + f->format];
    case_failed = true;
    if (*count >= REPORTS_PER_KIND || reports >= MAX_REPORTS) {
        hidden++;
        return;
    }
    ++*count;
    reports++;
    printf("%s %s %s %08x %08x  %s  '%s'  %s\n", law_names[law], isa->name, form_format(isa, f),
           (unsigned)bits, (unsigned)(bits >> 32), &isa->strings[f->print[GISA_LLVM]], text, what);
}

static void store(uint8_t code[8], uint64_t bits) {
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
}

static uint64_t load(const uint8_t *code, size_t size) {
    uint64_t bits = 0;
    while (size--)
        bits = bits << 8 | code[size];
    return bits;
}

/* ---- words --------------------------------------------------------------------------------- */

static uint64_t place(uint64_t bits, field f, uint64_t value) {
    uint64_t mask = (UINT64_C(1) << f.width) - 1;
    return (bits & ~(mask << f.shift)) | (value & mask) << f.shift;
}

/* An operand code: often what assemblers write, sometimes anything. */
static uint64_t likely_code(const gisa_isa *isa, const op_spec *op) {
    unsigned width = op->f[0].width, code;
    if (op->scale > 1)
        return below(isa->codes[0].last / op->scale);
    switch (below(8)) {
    case 0: code = below(isa->codes[0].last - 16u) & ~3u; break;
    case 1: code = 128 + below(81); break;
    case 2: code = 240 + below(9); break;
    case 3: code = 104 + below(24); break;
    case 4: code = (op->flags & OP_LITERAL) ? 255 : below(256); break;
    case 5: code = below(512); break;
    default: code = width == 9 ? 256 + below(250) : below(104) & ~1u;
    }
    return code & ((1u << width) - 1);
}

static uint64_t likely_name(const gisa_isa *isa, const op_spec *op) {
    const name_table *t = &isa->names[op->names - 1];
    const name_entry *e = &isa->entries[t->first + below(t->count)];
    return below(4) ? e->value + below(e->span) : any();
}

static uint64_t likely_operand(const gisa_isa *isa, const op_spec *op, uint64_t bits) {
    field modifiers[3] = {op->neg, op->abs, op->sext};
    for (int i = 0; i < 3; i++)
        if (modifiers[i].width && below(3))
            bits = place(bits, modifiers[i], 0);
    switch (op->codec) {
    case CODEC_CODE: return place(bits, op->f[0], likely_code(isa, op));
    case CODEC_VGPR:
        if (op->scalar.width && below(2))
            return place(place(bits, op->scalar, 1), op->f[0], likely_code(isa, op));
        return below(8) ? place(bits, op->f[0], below(240)) : bits;
    case CODEC_CHOICE: return place(bits, op->f[0], likely_name(isa, op));
    case CODEC_DPP_CTRL: return place(bits, op->f[0], below(2) ? below(256) : likely_name(isa, op));
    case CODEC_FLAG: return below(2) ? place(bits, op->f[0], 0) : bits;
    case CODEC_NUMBER:
        return op->flags & OP_MODIFIER && below(2) ? place(bits, op->f[0], (uint64_t)op->otherwise) : bits;
    case CODEC_SWIZZLE: return below(2) ? place(bits, op->f[0], 0x8000 | below(256)) : bits;
    default: return bits;
    }
}

/* The dword that may be a literal: small integers, inline floats and their neighbours, halves, anything. */
static uint64_t likely_literal(const gisa_isa *isa) {
    const float_constant *c = &gisa_floats[below(isa->float_count)];
    switch (below(8)) {
    case 0: return below(80);
    case 1: return (uint32_t) - (int)below(20);
    case 2: return c->f32 + below(2);
    case 3: return c->f16 + below(2);
    case 4: return (c->f64 >> 32) + below(2);
    case 5: return below(0x10000);
    case 6: return 0xffff0000u | below(0x10000);
    default: return any() & 0xffffffff;
    }
}

static uint64_t word_of(const gisa_isa *isa, const form *f) {
    uint64_t bits = any();
    if (f->literal_mask[0])
        bits = (bits & 0xffffffff) | likely_literal(isa) << 32;
    switch (below(16)) {
    case 0: break; /* as it is */
    case 1:
        bits = (bits & ~(f->zero | f->unused)) | (UINT64_C(1) << below(64) & (f->zero | f->unused));
        break;
    case 2: bits &= ~f->zero; break;
    default: bits = (bits & ~(f->zero | f->unused)) | f->preset;
    }
    if (below(4))
        for (unsigned i = 0; i < f->op_count; i++)
            bits = likely_operand(isa, form_op(isa, f, i), bits);
    return (bits & ~f->mask) | f->value;
}

/* ---- the laws ------------------------------------------------------------------------------ */

static bool same_operands(const gisa_insn *a, const gisa_insn *b) {
    if (a->form != b->form || a->operand_count != b->operand_count)
        return false;
    for (unsigned i = 0; i < a->operand_count; i++)
        if (memcmp(&a->operand[i], &b->operand[i], sizeof a->operand[i]) != 0)
            return false;
    return true;
}

static void check_rooms(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, const char *text,
                        size_t need) {
    for (size_t room = 0; room <= need; room++) {
        char *small = malloc(room + 1);
        size_t size = room;
        gisa_status status;
        memset(small, 'x', room + 1);
        status = gisa_print(isa, insn, style, small, &size);
        if (status != GISA_NO_SPACE || size != need || small[room] != 'x' || (room && small[0] != 0))
            broken(isa, PRINT, insn->bits, insn, text, "a text that has no room");
        free(small);
    }
}

static void check_text(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax, uint32_t odd,
                       bool rooms) {
    gisa_style style = {.syntax = syntax, .address = 0x12340};
    gisa_env env = {.syntax = syntax, .address = 0x12340};
    enum law law = syntax == GISA_LLVM ? LLVM_LAW : CLRX_LAW;
    char text[GISA_TEXT_MAX], message[300];
    size_t size = sizeof text;
    gisa_insn back;
    gisa_error error = {0};
    gisa_status status = gisa_print(isa, insn, &style, text, &size);
    bool same;
    if (status != GISA_OK || text[size] != 0 || strlen(text) != size) {
        broken(isa, PRINT, insn->bits, insn, "", "print does not give a text");
        return;
    }
    if (rooms)
        check_rooms(isa, insn, &style, text, size);
    memset(&back, 0, sizeof back);
    status = gisa_parse(isa, text, size, &env, &back, &error);
    same = status == GISA_OK && back.size == insn->size && back.bits == insn->bits;
    if (!odd && !same) {
        if (status == GISA_OK)
            snprintf(message, sizeof message, "parses to %08x %08x", (unsigned)back.bits,
                     (unsigned)(back.bits >> 32));
        else
            snprintf(message, sizeof message, "%u: %s", error.offset, error.message);
        broken(isa, law, insn->bits, insn, text, message);
    }
    if (odd && same && syntax == GISA_LLVM)
        broken(isa, ODD, insn->bits, insn, text, gisa_oddity_text(odd));
    if (!odd && same && !same_operands(insn, &back))
        broken(isa, SAME, insn->bits, insn, text, "other operands");
}

/* Decodes from a block of exactly `size` bytes, so that a sanitizer sees every byte too many. */
static gisa_status decode_exactly(const gisa_isa *isa, uint64_t bits, size_t size, gisa_insn *insn) {
    uint8_t code[8], *exact = malloc(size ? size : 1);
    gisa_status status;
    store(code, bits);
    memcpy(exact, code, size);
    status = gisa_decode(isa, exact, size, insn);
    free(exact);
    return status;
}

static void check_truncated(const gisa_isa *isa, uint64_t bits, const gisa_insn *whole,
                            gisa_status whole_status) {
    for (size_t size = 0; size < 8; size++) {
        gisa_insn insn;
        gisa_status status = decode_exactly(isa, bits, size, &insn), expected = whole_status;
        size_t expected_size = whole->size;
        if (size == 0 || size < whole->size) {
            expected = size ? GISA_TRUNCATED : GISA_END;
            expected_size = size < 4 ? size : 4;
        }
        /* Without the second dword another form may match: only the size is sure then. */
        if (whole->size > 4 && size >= 4 && size < 8 && status != GISA_TRUNCATED && insn.size == 4)
            continue;
        if (status != expected || insn.size != expected_size)
            broken(isa, TOTAL, bits, whole, "", "truncated");
    }
}

static void check_encode(const gisa_isa *isa, const gisa_insn *insn) {
    uint8_t code[9];
    size_t size = 8;
    gisa_insn copy = *insn;
    copy.bits = ~insn->bits; /* must not be looked at */
    memset(code, 0xa5, sizeof code);
    gisa_status status = gisa_encode(isa, &copy, code, &size);
    if (status != GISA_OK || size != insn->size || load(code, size) != insn->bits || code[size] != 0xa5)
        broken(isa, ENCODE, insn->bits, insn, "", gisa_status_text(status));
    for (size_t room = 0; room < insn->size; room++) {
        size = room;
        memset(code, 0xa5, sizeof code);
        status = gisa_encode(isa, &copy, code, &size);
        if (status != GISA_NO_SPACE || size != insn->size || code[0] != 0xa5 || code[room] != 0xa5)
            broken(isa, ENCODE, insn->bits, insn, "", "no room");
    }
}

static gisa_status check_word(const gisa_isa *isa, uint64_t bits, gisa_insn *insn, bool thorough) {
    uint8_t code[8];
    gisa_insn halves;
    gisa_status status, second;
    store(code, bits);
    memset(insn, 0, sizeof *insn);
    memset(&halves, 0, sizeof halves);
    status = gisa_decode(isa, code, 8, insn);
    second = gisa_decode_head(isa, code, 8, &halves);
    if (second == GISA_OK)
        second = gisa_decode_operands(isa, &halves);
    if (status != second || halves.size != insn->size || halves.bits != insn->bits)
        broken(isa, TOTAL, bits, insn, "", "head and operands");
    if (insn->size != 4 && insn->size != 8)
        broken(isa, TOTAL, bits, insn, "", "size");
    if (status != GISA_OK && status != GISA_RESERVED && status != GISA_UNKNOWN)
        broken(isa, TOTAL, bits, insn, "", gisa_status_text(status));
    if (thorough)
        check_truncated(isa, bits, insn, status);
    if (status != GISA_OK && status != GISA_RESERVED)
        return status;
    check_encode(isa, insn);
    if (status == GISA_OK) {
        uint32_t odd = gisa_oddities(isa, insn);
        check_text(isa, insn, GISA_LLVM, odd, thorough);
        check_text(isa, insn, GISA_CLRX, odd, thorough);
    } else if (thorough) { /* no text is promised, but no crash is */
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        gisa_oddities(isa, insn);
        if (gisa_print(isa, insn, NULL, text, &size) != GISA_OK)
            broken(isa, PRINT, bits, insn, "", "a reserved word has no text");
    }
    return status;
}

/* What no text may ask for; the other oddities are texts that have a more usual form. */
enum { NEVER_PARSED = GISA_ODD_RESERVED | GISA_ODD_ALIGNMENT | GISA_ODD_SCALARS | GISA_ODD_OPERAND };

/* ---- texts --------------------------------------------------------------------------------- */

/* Parses `size` bytes that are no string: a sanitizer sees every byte too many. */
static void check_parse(const gisa_isa *isa, const char *text, size_t size, gisa_syntax syntax) {
    char *exact = malloc(size ? size : 1);
    gisa_env env = {.syntax = syntax, .address = 0x12340};
    gisa_error error = {.offset = UINT32_MAX};
    gisa_insn insn, back;
    gisa_status status;
    char shown[GISA_TEXT_MAX + 8];
    memset(&insn, 0, sizeof insn);
    memcpy(exact, text, size);
    status = gisa_parse(isa, exact, size, &env, &insn, &error);
    snprintf(shown, sizeof shown, "%.*s", (int)size, text);
    if (status != GISA_OK) {
        insn.form = 0;
        if (error.status != status || error.offset > size || !error.length || !error.message[0] ||
            !memchr(error.message, 0, sizeof error.message))
            broken(isa, PARSE, 0, &insn, shown, "a fault without place or message");
        if (error.offset + error.length > size + 1)
            broken(isa, PARSE, 0, &insn, shown, "a fault that is longer than the text");
    } else {
        uint8_t code[8];
        size_t room = 8;
        if (gisa_encode(isa, &insn, code, &room) != GISA_OK || room != insn.size ||
            load(code, room) != insn.bits)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but bits are not what encode gives");
        else if (gisa_decode(isa, code, room, &back) != GISA_OK || back.size != insn.size)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but does not decode");
        else if (back.form != insn.form)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but decodes as another form");
        else if (gisa_oddities(isa, &back) & NEVER_PARSED)
            broken(isa, PARSE, insn.bits, &insn, shown,
                   gisa_oddity_text(gisa_oddities(isa, &back) & NEVER_PARSED));
    }
    free(exact);
}

/* Changes `text` from byte `from` on. */
static size_t mutate(char *text, size_t size, size_t from) {
    static const char likely[] = "0123456789abcdefsvx[]:,|-+()._ \t\"'&@~%*/<>!=#\n";
    unsigned changes = 1 + below(3);
    while (changes--) {
        size_t at = size > from ? from + below((unsigned)(size - from)) : size;
        char c = below(8) ? likely[below(sizeof likely - 1)] : (char)any();
        switch (below(5)) {
        case 0:
            if (at < size)
                memmove(text + at, text + at + 1, --size - at);
            break;
        case 1:
            memmove(text + at + 1, text + at, size++ - at);
            text[at] = c;
            break;
        case 2: /* doubles a piece */
            if (size > at + 4 && size < 400) {
                memmove(text + at + 4, text + at, size - at);
                size += 4;
            }
            break;
        default:
            if (at < size)
                text[at] = c;
        }
    }
    return size;
}

static void check_texts(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax, bool prefixes) {
    gisa_style style = {.syntax = syntax, .address = 0x12340};
    char text[GISA_TEXT_MAX + 8];
    size_t size = GISA_TEXT_MAX, from;
    if (gisa_print(isa, insn, &style, text, &size) != GISA_OK)
        return;
    /* Unknown mnemonics make the parser look for near ones, which is slow: few of them are enough. */
    from = below(100) ? strcspn(text, " ") : 0;
    for (size_t n = from; prefixes && n < size; n++)
        check_parse(isa, text, n, syntax);
    size = mutate(text, size, from);
    check_parse(isa, text, size, syntax);
}

/* Texts that no printer writes. */
static void check_odd_texts(const gisa_isa *isa) {
    static const char *const texts[] = {"",
                                        " ",
                                        "\t",
                                        ",",
                                        "s_mov_b32",
                                        "s_mov_b32 ",
                                        "s_mov_b32,",
                                        "s_mov_b32 s0",
                                        "s_mov_b32 s0,",
                                        "s_mov_b32 s0, s1,",
                                        "s_mov_b32 s0, [",
                                        "s_mov_b32 s0, [s1",
                                        "s_mov_b64 s[0:1], [s2,",
                                        "s_mov_b32 s[",
                                        "s_mov_b32 s[0",
                                        "s_mov_b32 s[0:",
                                        "s_mov_b32 s[99999999999999999999]",
                                        "s_mov_b32 s99999999999999999999, 0",
                                        "s_mov_b32 s0, 0x",
                                        "s_mov_b32 s0, 1e",
                                        "s_mov_b32 s0, 1e99999",
                                        "s_mov_b32 s0, 0xffffffffffffffffffff",
                                        "s_mov_b32 s0, -",
                                        "s_mov_b32 s0, --1",
                                        "s_mov_b32 s0, lit(",
                                        "s_mov_b32 s0, lit(1",
                                        "s_waitcnt vmcnt(",
                                        "s_waitcnt vmcnt(0",
                                        "s_waitcnt vmcnt(0) &",
                                        "s_getreg_b32 s0, hwreg(",
                                        "s_getreg_b32 s0, hwreg(1,",
                                        "s_sendmsg sendmsg(",
                                        "v_mov_b32 v0, |",
                                        "v_mov_b32 v0, ||",
                                        "v_mov_b32 v0, |v1",
                                        "v_mov_b32 v0, -|v1|",
                                        "v_mov_b32 v0, abs(",
                                        "v_mov_b32 v0, neg(abs(",
                                        "v_mov_b32 v0, sext(sext(sext(",
                                        "v_add_f32 v0, ((((((v1",
                                        "v_mov_b32 v0, v1 quad_perm:",
                                        "v_mov_b32 v0, v1 quad_perm:[0,1,2",
                                        "v_mov_b32 v0, v1 row_shl:",
                                        "ds_swizzle_b32 v0, v1 offset:swizzle(",
                                        "ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"01pi",
                                        "exp",
                                        "exp mrt0",
                                        "exp mrt99 v0, v0, v0, v0",
                                        "v_interp_p1_f32 v0, v1, attr",
                                        "v_interp_p1_f32 v0, v1, attr0.",
                                        "tbuffer_load_format_x v0, off, s[0:3], format:[",
                                        "image_load v[0:3], v[0:3], s[0:7] dmask:",
                                        "\xff\xfe",
                                        "s_mov_b32 s0, \"",
                                        "s_mov_b32 s0, '",
                                        "s_branch 99999999999",
                                        "s_branch -99999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int syntax = 0; syntax < 2; syntax++)
            check_parse(isa, texts[i], strlen(texts[i]), syntax ? GISA_CLRX : GISA_LLVM);
}

/* ---- all forms ----------------------------------------------------------------------------- */

static unsigned passed, failed;

static void end_case(void) {
    failed += case_failed;
    passed += !case_failed;
    case_failed = false;
}

static void check_forms(const gisa_isa *isa, unsigned words) {
    for (uint32_t i = 0; i < isa->form_count; i++) {
        for (unsigned k = 0; k < words; k++) {
            gisa_insn insn;
            gisa_status status = check_word(isa, word_of(isa, &isa->forms[i]), &insn, k % 64 == 0);
            if (status != GISA_OK)
                continue;
            if (k % 8 == 0)
                check_texts(isa, &insn, k & 8 ? GISA_CLRX : GISA_LLVM, k % 256 < 16);
        }
        end_case();
    }
}

static void check_any_words(const gisa_isa *isa, unsigned words) {
    for (unsigned k = 0; k < words * 200; k++) {
        gisa_insn insn;
        check_word(isa, any(), &insn, k % 64 == 0);
    }
    end_case();
}

static void check_immediates(const gisa_isa *isa) {
    for (uint32_t i = 0; i < isa->form_count; i++) {
        const form *f = &isa->forms[i];
        if (strcmp(form_format(isa, f), "SOPP") != 0 && strncmp(form_format(isa, f), "SOPK", 4) != 0)
            continue;
        for (uint64_t low = 0; low < 0x10000; low++) {
            gisa_insn insn;
            uint64_t bits = (f->value & ~UINT64_C(0xffff)) | low | (f->size == 8 ? 0x12345678ULL << 32 : 0);
            check_word(isa, (bits & ~f->mask) | f->value, &insn, false);
        }
        end_case();
    }
}

/* Law "encode" for every first dword, the second one being arbitrary. */
static int check_all(const char *name) {
    const gisa_isa *isa = gisa_find(name);
    uint64_t counts[3] = {0};
    if (!isa)
        return 2;
    kind_reports = calloc(LAW_COUNT * 1024, 1);
    for (uint64_t first = 0; first < UINT64_C(1) << 32; first++) {
        uint8_t code[8], back[8];
        size_t size = 8;
        gisa_insn insn;
        gisa_status status;
        store(code, first | any() << 32);
        status = gisa_decode(isa, code, 8, &insn);
        counts[status == GISA_OK ? 0 : status == GISA_RESERVED ? 1 : 2]++;
        if (status != GISA_UNKNOWN && (gisa_encode(isa, &insn, back, &size) != GISA_OK || size != insn.size ||
                                       memcmp(code, back, size) != 0))
            broken(isa, ENCODE, insn.bits, &insn, "", gisa_status_text(status));
    }
    end_case();
    printf("%s: %llu words decode, %llu have reserved operands, %llu are unknown\n", name,
           (unsigned long long)counts[0], (unsigned long long)counts[1], (unsigned long long)counts[2]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}

int main(int argc, char **argv) {
    unsigned words = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 40;
    const gisa_isa *isa;
    if (argc > 2 && strcmp(argv[1], "all") == 0)
        return check_all(argv[2]);
    if (argc > 2)
        seed ^= strtoull(argv[2], NULL, 0) * UINT64_C(0xd1342543de82ef95);
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        kind_reports = calloc(LAW_COUNT * 1024, 1);
        check_forms(isa, words);
        check_any_words(isa, words);
        check_immediates(isa);
        check_odd_texts(isa);
        end_case();
        free(kind_reports);
    }
    if (hidden)
        printf("and %u more of the same kinds\n", hidden);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
