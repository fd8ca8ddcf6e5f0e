/* SPDX-License-Identifier: MIT */
/* Prints where the debugger stands: code, source, registers. */
#include <stdio.h>
#include <string.h>

#include "shell.h"

void lanes_text(uint64_t lanes, char text[LANES_TEXT]) {
    size_t size = 0;
    *text = 0;
    if (!lanes || lanes == UINT64_MAX) {
        snprintf(text, LANES_TEXT, "%s", lanes ? "all" : "none");
        return;
    }
    for (unsigned i = 0; i < GISA_WAVE_LANES && size + 8 < LANES_TEXT; i++) {
        unsigned end = i;
        if (!(lanes >> i & 1))
            continue;
        while (end < GISA_WAVE_LANES - 1 && lanes >> (end + 1) & 1)
            end++;
        const int n = end > i ? snprintf(text + size, LANES_TEXT - size, "%s%u-%u", size ? "," : "", i, end)
                              : snprintf(text + size, LANES_TEXT - size, "%s%u", size ? "," : "", i);
        size += n > 0 ? (size_t)n : 0;
        i = end;
    }
}

/* ---- code and source ------------------------------------------------------------------------- */

void show_code(shell *s, uint64_t pc, bool here) {
    char text[GISA_TEXT_MAX], place[TARGET_PLACE], lanes[LANES_TEXT];
    const debug_wave *w = target_wave(&s->t);
    const gisa_insn insn = target_decode(&s->t, pc);
    target_print(&s->t, pc, &insn, text);
    target_place(&s->t, pc, place);
    page_put(&s->page, here ? INK_STRONG : INK_PLAIN, here ? "=> " : "   ");
    page_format(&s->page, INK_FAINT, "%s: ", place);
    page_put(&s->page, here ? INK_STRONG : INK_PLAIN, text);
    if (here && w) {
        lanes_text(*w->seen->exec, lanes);
        page_format(&s->page, INK_FAINT, "  [lanes %s]", lanes);
    }
    page_end_line(&s->page);
}

bool show_source(shell *s, unsigned file, unsigned from, unsigned count, unsigned here) {
    bool any = false;
    for (unsigned i = from; i < from + count; i++) {
        size_t size;
        const char *text = lines_text(&s->t.lines, file, i, &size);
        if (!text)
            break;
        char line[300];
        snprintf(line, sizeof line, "%u\t%.*s", i, size < 280 ? (int)size : 280, text);
        page_put(&s->page, i == here ? INK_STRONG : INK_PLAIN, line);
        page_end_line(&s->page);
        any = true;
    }
    return any;
}

void show_place(shell *s) {
    const debug_wave *w = target_wave(&s->t);
    const line_row *row = w ? lines_at(&s->t.lines, w->pc) : NULL;
    if (!w)
        return;
    if (row)
        show_source(s, row->file, row->line, 1, 0);
    show_code(s, w->pc, true);
    s->next_code = w->pc;
    s->next_line = 0;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* One value; those of lanes that are off stand in brackets. */
static void show_lane(shell *s, const debug_wave *w, const gisa_wave_register *reg, const numeral_type *type,
                      unsigned lane, unsigned width) {
    uint32_t low = 0, high = 0;
    char text[NUMERAL_TEXT], cell[NUMERAL_TEXT + 4];
    const bool on = *w->seen->exec >> lane & 1;
    gisa_wave_get(w->seen->wave, reg, lane, 0, &low);
    if (reg->count == 2)
        gisa_wave_get(w->seen->wave, reg, lane, 1, &high);
    numeral_text(type, low | (uint64_t)high << 32, text);
    snprintf(cell, sizeof cell, on ? "%s" : "(%s)", text);
    page_format(&s->page, on ? INK_PLAIN : INK_FAINT, " %*s", (int)width, cell);
}

void show_vector(shell *s, const gisa_wave_register *reg, const numeral_type *type) {
    enum { EACH = 8 };
    const debug_wave *w = target_wave(&s->t);
    const unsigned width = type->bits == 64 ? 20 : 13;
    char name[GISA_WAVE_NAME] = "";
    if (!w)
        return;
    gisa_wave_name(w->seen->wave, reg, 0, name);
    for (unsigned i = 0; i < GISA_WAVE_LANES; i += EACH) {
        page_format(&s->page, INK_STRONG, "%-6s", i ? "" : name);
        page_format(&s->page, INK_FAINT, "%3u:", i);
        for (unsigned k = 0; k < EACH; k++)
            show_lane(s, w, reg, type, i + k, width);
        page_end_line(&s->page);
    }
}

static void show_named(shell *s, const debug_wave *w, const char *name) {
    gisa_wave_register reg;
    uint32_t low = 0, high = 0;
    if (gisa_wave_find(w->seen->wave, name, &reg, NULL) || gisa_wave_get(w->seen->wave, &reg, 0, 0, &low))
        return;
    if (reg.count == 2)
        gisa_wave_get(w->seen->wave, &reg, 0, 1, &high);
    page_format(&s->page, INK_STRONG, "%-6s", name);
    page_format(&s->page, INK_PLAIN, " 0x%llx\n", (unsigned long long)(low | (uint64_t)high << 32));
    s->page.column = 0;
}

/* Of a wave whose registers all belong to lanes: those that are not 0 in the lane. */
static void show_lane_registers(shell *s, const debug_wave *w) {
    enum { EACH = 4 };
    named_registers part;
    unsigned shown = 0;
    for (unsigned bank = 0; bank < NAMED_BANKS; bank++)
        for (unsigned i = 0; named_bank_part(w->seen->wave, bank, i, &part); i++) {
            const uint64_t value = named_value(w->seen->wave, &part, s->t.lane);
            char name[NAMED_ROOM];
            if (!value)
                continue;
            named_name(w->seen->wave, &part, name);
            page_format(&s->page, INK_STRONG, "%-6s", name);
            page_format(&s->page, INK_PLAIN, " 0x%08llx", (unsigned long long)value);
            if (++shown % EACH)
                page_format(&s->page, INK_PLAIN, "   ");
            else
                page_end_line(&s->page);
        }
    if (shown % EACH)
        page_end_line(&s->page);
}

static bool is_used(const gisa_wave *wave, const named_registers *part) {
    for (unsigned i = 0; i < named_count(part); i++)
        if (named_value(wave, part, i))
            return true;
    return false;
}

void show_used_rows(shell *s) {
    const debug_wave *w = target_wave(&s->t);
    named_registers part;
    for (unsigned bank = 0; w && s->t.shaders && bank < NAMED_BANKS; bank++)
        for (unsigned i = 0; named_bank_part(w->seen->wave, bank, i, &part); i++)
            if (is_used(w->seen->wave, &part))
                show_vector(s, &part.reg, numeral_type_plain(32));
}

void show_scalars(shell *s) {
    static const char *const others[] = {"vcc", "exec", "scc", "m0", "flat_scratch", "mode"};
    enum { EACH = 4 };
    const debug_wave *w = target_wave(&s->t);
    char place[TARGET_PLACE];
    if (!w)
        return;
    for (unsigned i = 0; i < w->seen->sgpr_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        page_format(&s->page, INK_STRONG, "%-6s", name);
        page_format(&s->page, INK_PLAIN, " 0x%08x%s", w->seen->scalar[i], (i + 1) % EACH ? "   " : "");
        if ((i + 1) % EACH == 0 || i + 1 == w->seen->sgpr_count)
            page_end_line(&s->page);
    }
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        show_named(s, w, others[i]);
    if (s->t.shaders)
        show_lane_registers(s, w);
    target_place(&s->t, w->pc, place);
    page_format(&s->page, INK_STRONG, "%-6s", "pc");
    page_format(&s->page, INK_PLAIN, " 0x%llx  %s", (unsigned long long)w->pc, place);
    page_end_line(&s->page);
}
