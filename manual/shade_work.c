/* SPDX-License-Identifier: MIT */
/* A worked example of a row of shaders: one instance executes it, on values that the types of its
 * operands choose, channel by channel. */
#include <ctype.h>
#include <string.h>

#include "gisa_shade.h"
#include "worked.h"

enum { BANKS = GISA_KIND_COUNT, SOURCES = 3 };

typedef struct work {
    const gisa_isa *isa;
    gisa_insn insn;
    uint32_t before[BANKS][GISA_SHADE_BANK], after[BANKS][GISA_SHADE_BANK]; /* words of the instance */
    bool set[BANKS][GISA_SHADE_BANK];
} work;

/* ---- registers ---- */

static bool is_register(const gisa_operand *o) {
    return o->kind == GISA_KIND_TEMP || o->kind == GISA_KIND_OUTPUT || o->kind == GISA_KIND_PRIMARY ||
           o->kind == GISA_KIND_SECONDARY;
}

static bool is_float(const gisa_operand *o) {
    return o->type == GISA_TYPE_F32 || o->type == GISA_TYPE_F16;
}

/* Does the body look at the operand as at floats (S0.f32, S0.x), and not in a format of its own
   (S0.fx10)? */
static bool is_viewed(const char *body, const char *word) {
    static const char *const views[] = {"f32", "f16", "x", "y", "z", "w"};
    size_t size = strlen(word);
    for (const char *at = body; size && (at = strstr(at, word)); at += size)
        for (size_t i = 0; at[size] == '.' && i < sizeof views / sizeof *views; i++) {
            size_t end = size + 1 + strlen(views[i]);
            if (strncmp(at + size + 1, views[i], strlen(views[i])) == 0 && !isalnum((unsigned char)at[end]))
                return true;
        }
    return false;
}

/* Can what the operand holds be shown: floats by channels, or one word? */
static bool can_show(const variant *v, const gisa_operand *o, unsigned number) {
    gisa_operand_info info;
    if (!operand_at(v, number, &info))
        return false;
    if (is_float(o))
        return is_viewed(v->info.body, info.word);
    return (o->type == GISA_TYPE_U32 || o->type == GISA_TYPE_I32 || o->type == GISA_TYPE_B32) &&
           gisa_channel(o, 1) < 0;
}

/* The word that holds a channel, and where in it the channel begins. */
static unsigned word_of(const gisa_operand *o, unsigned channel, unsigned *shift) {
    *shift = o->type == GISA_TYPE_F16 ? 16 * (channel % 2) : 0;
    return o->reg + (o->type == GISA_TYPE_F16 ? channel / 2 : channel);
}

/* ---- values ---- */

static const uint32_t single[SOURCES][4] = {{0x3fc00000, 0x40000000, 0xbf800000, 0x3f000000},
                                            {0x3e800000, 0x40800000, 0x40400000, 0xc0000000},
                                            {0x3f800000, 0xbf000000, 0x41200000, 0x40000000}};
static const uint32_t half[SOURCES][4] = {
    {0x3e00, 0x4000, 0xbc00, 0x3800}, {0x3400, 0x4400, 0x4200, 0xc000}, {0x3c00, 0xb800, 0x4900, 0x4000}};
static const uint32_t whole[SOURCES] = {0x00ff0ff5, 7, 3};

static void set_channel(work *w, const gisa_operand *o, unsigned source, unsigned channel) {
    unsigned shift, word = word_of(o, channel, &shift);
    uint32_t value = o->type == GISA_TYPE_F16   ? half[source][channel] << shift
                     : o->type == GISA_TYPE_F32 ? single[source][channel]
                                                : whole[source];
    if (word >= GISA_SHADE_BANK)
        return;
    if (!w->set[o->kind][word] || shift)
        w->before[o->kind][word] |= value;
    w->set[o->kind][word] = true;
}

/* All channels of the sources; a register that two of them read has what the first one says. False:
   there are fewer than `least`, or something that is not shown. */
static bool set_sources(work *w, const variant *v, unsigned least) {
    unsigned source = 0;
    bool any = false;
    for (unsigned i = 0; i < w->insn.operand_count; i++) {
        const gisa_operand *o = &w->insn.operand[i];
        if (!o->access)
            continue;
        if (!is_register(o) || !can_show(v, o, i))
            return false;
        any |= o->access & GISA_ACCESS_WRITE;
        if (!(o->access & GISA_ACCESS_READ))
            continue;
        for (unsigned c = 0; c < (is_float(o) ? 4u : 1u); c++)
            set_channel(w, o, source % SOURCES, c);
        source++;
    }
    return any && source >= least;
}

/* ---- a draw of one instance ---- */

static const unsigned banks[] = {GISA_KIND_TEMP, GISA_KIND_OUTPUT, GISA_KIND_PRIMARY, GISA_KIND_SECONDARY};

static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    work *w = ctx;
    (void)first, (void)count;
    for (size_t b = 0; b < sizeof banks / sizeof *banks; b++)
        for (unsigned reg = 0; reg < GISA_SHADE_BANK; reg++) {
            uint32_t *row = gisa_shade_row(batch, banks[b], reg);
            if (row)
                row[0] = w->before[banks[b]][reg];
        }
}

static void end(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    work *w = ctx;
    (void)first, (void)count;
    for (size_t b = 0; b < sizeof banks / sizeof *banks; b++)
        for (unsigned reg = 0; reg < GISA_SHADE_BANK; reg++) {
            const uint32_t *row = gisa_shade_row(batch, banks[b], reg);
            if (row)
                w->after[banks[b]][reg] = row[0];
        }
}

static bool draw(work *w, const uint8_t *code, size_t size) {
    gisa_shade *machine = gisa_shade_new(w->isa);
    gisa_shade_draw d = {.instances = 1, .limit = 100, .begin = begin, .end = end, .ctx = w};
    gisa_shade_result result = {.end = GISA_SHADE_END_FAULT};
    bool good = machine && gisa_shade_primary(machine, code, size) == GISA_OK &&
                gisa_shade_run(machine, &d, &result) == GISA_OK && result.end == GISA_SHADE_END_ENDED;
    gisa_shade_free(machine);
    return good;
}

/* ---- the section ---- */

static void say_channel(text *t, const gisa_operand *o, uint32_t words[BANKS][GISA_SHADE_BANK], int channel) {
    static const char *const constants[] = {"0", "1", "2", "1/2"};
    unsigned shift, word;
    if (channel > 3) {
        raw(t, constants[channel - 4]);
        return;
    }
    word = word_of(o, (unsigned)channel, &shift);
    if (is_float(o))
        say_float(t, words[o->kind][word] >> shift & (o->type == GISA_TYPE_F16 ? 0xffff : UINT32_MAX),
                  o->type == GISA_TYPE_F16 ? 16 : 32);
    else
        say(t, "0x%08x", (unsigned)words[o->kind][word]);
}

/* The channels that it has; all four where it does not choose. A register of integers has one. */
static unsigned channels_of(const gisa_operand *o, int channels[4]) {
    unsigned n = 0;
    for (unsigned i = 0; i < 4 && is_float(o); i++)
        if (gisa_channel(o, i) >= 0)
            channels[n++] = gisa_channel(o, i);
    for (int c = 0; !n && c < (is_float(o) ? 4 : 1); c++)
        channels[c] = c;
    return n ? n : is_float(o) ? 4 : 1;
}

/* "r2.xy = (1.5, 2.0)" for each operand that is read, or written. */
static void say_operands_of(text *t, const work *w, unsigned access, uint32_t words[BANKS][GISA_SHADE_BANK]) {
    const char *between = "";
    for (unsigned i = 0; i < w->insn.operand_count; i++) {
        const gisa_operand *o = &w->insn.operand[i];
        char name[GISA_TEXT_MAX];
        size_t size = sizeof name;
        int channels[4];
        unsigned n = channels_of(o, channels);
        if (!(o->access & access) || gisa_print_operand(w->isa, &w->insn, i, NULL, name, &size) != GISA_OK)
            continue;
        say(t, "%s%s = %s", between, name, n > 1 ? "(" : "");
        for (unsigned k = 0; k < n; k++) {
            raw(t, k ? ", " : "");
            say_channel(t, o, words, channels[k]);
        }
        raw(t, n > 1 ? ")" : "");
        between = ", ";
    }
}

static bool say_work(page *p, work *w, const char *line) {
    text inputs = {0}, results = {0};
    bool good;
    say_operands_of(&inputs, w, GISA_ACCESS_READ, w->before);
    say_operands_of(&results, w, GISA_ACCESS_WRITE, w->after);
    good = inputs.size && results.size;
    if (good) {
        section_begin(p, "Worked example");
        say(&p->out, "<p><code>%s</code> for one instance, executed by the emulator:</p>\n", line);
        say(&p->out, "<ul class='worked'>\n<li><code>%s &#8594; %s</code></li>\n</ul>\n", inputs.at,
            results.at);
        section_end(p);
    }
    text_free(&inputs);
    text_free(&results);
    return good;
}

/* Is the name one of the words of an expression? */
static bool is_in(const char *expression, const char *name) {
    size_t size = strlen(name);
    for (const char *at = expression; size && (at = strstr(at, name)); at += size)
        if ((at == expression || strchr(" (|&!", at[-1])) && (!at[size] || strchr(" )|&", at[size])))
            return true;
    return false;
}

/* The bits of the example with all channels of the results written. */
static uint64_t with_results(const variant *v, uint64_t bits) {
    gisa_operand_info o;
    gisa_piece piece;
    for (unsigned i = 0; operand_at(v, i, &o); i++)
        for (unsigned k = 0; piece_at(v, k, &piece); k++)
            if (piece.kind == GISA_PIECE_FIELD && is_in(o.written, piece.name))
                bits |= ((UINT64_C(1) << piece.at.width) - 1) << piece.at.low;
    return bits;
}

static bool show(page *p, work *w, const variant *v, unsigned least) {
    uint8_t code[8];
    char line[GISA_TEXT_MAX];
    size_t size = sizeof line;
    example e;
    uint64_t bits;
    if (v->info.never_chosen || !v->info.body || !make_example(v, &e))
        return false;
    bits = with_results(v, e.bits);
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
    memset(w, 0, sizeof *w);
    w->isa = v->isa;
    return gisa_decode(v->isa, code, e.size, &w->insn) == GISA_OK && w->insn.form == v->form &&
           gisa_print(v->isa, &w->insn, NULL, line, &size) == GISA_OK && set_sources(w, v, least) &&
           draw(w, code, e.size) && say_work(p, w, line);
}

/* The first form of the row that works in registers alone; rather one with two sources. */
void say_shade_work(page *p, const variant *forms, size_t count) {
    static work w;
    for (unsigned least = 2; least > 0; least--)
        for (size_t i = 0; i < count && i < 4; i++)
            if (show(p, &w, &forms[i], least))
                return;
}
