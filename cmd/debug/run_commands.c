/* SPDX-License-Identifier: MIT */
/* Commands that let the launch run, forwards and backwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell.h"
#include "shaders.h"
#include "stages.h"

/* ---- what a stop is -------------------------------------------------------------------------- */

static void put_wave(const shell *s) {
    const target *t = &s->t;
    const uint32_t *g = t->wave.group;
    const debug_wave *w = target_wave(t);
    const line_row *row = w ? lines_at(&t->lines, w->pc) : NULL;
    char place[TARGET_PLACE] = "";
    if (w)
        target_place(t, w->pc, place);
    printf("group %u,%u,%u wave %u lane %u, %s", g[0], g[1], g[2], t->wave.number, t->lane, place);
    if (row)
        printf(" at %s:%u", lines_short(t->lines.file[row->file].name), row->line);
    printf(" [%llu]\n", (unsigned long long)debug_stopped(t->d)->number);
}

/* Who changed what is watched, from what to what. */
static void put_change(const shell *s, const debug_stop *stop) {
    char place[TARGET_PLACE], text[GISA_TEXT_MAX];
    const gisa_insn insn = target_decode(&s->t, stop->pc);
    target_place(&s->t, stop->pc, place);
    target_print(&s->t, stop->pc, &insn, text);
    printf("  %s by %s: %s\n", stop->was == stop->is ? "touched" : "changed", place, text);
    if (stop->was == stop->is)
        printf("  value 0x%llx\n", (unsigned long long)stop->is);
    else
        printf("  0x%llx -> 0x%llx\n", (unsigned long long)stop->was, (unsigned long long)stop->is);
}

static void put_point(const shell *s, const debug_stop *stop) {
    const char *what = stop->point <= s->points ? s->point[stop->point - 1].what : NULL;
    printf("%s %u%s%s", stop->size ? "Watchpoint" : "Breakpoint", stop->point, what && stop->size ? ", " : "",
           what && stop->size ? what : "");
    if (stop->size) {
        printf("\n");
        put_change(s, stop);
    } else
        printf(", ");
}

static bool put_end(shell *s, const debug_stop *stop) {
    fflush(stdout);
    printf("The %s has ended, after %llu instructions.\n", target_kind(&s->t),
           (unsigned long long)stop->number);
    if (s->hosted)
        return true;
    if (s->t.stages)
        return stages_finish(&s->t) == 0;
    if (s->t.shaders)
        return shaders_finish(&s->t) == 0;
    run_printf_show(&s->t.ready.printing);
    fflush(stdout);
    return run_finish(&s->t.r, &s->t.ready, s->quiet) == 0;
}

bool show_stop(shell *s) {
    const debug_stop *stop = debug_stopped(s->t.d);
    switch (stop->why) {
    case DEBUG_WHY_POINT: put_point(s, stop); break;
    case DEBUG_WHY_FAULT: printf("Fault: %s\n", stop->result.message); break;
    case DEBUG_WHY_INTERRUPTED: printf("Interrupted, "); break;
    case DEBUG_WHY_FIRST: printf("There is nothing earlier: the beginning, "); break;
    case DEBUG_WHY_FAILED: printf("The launch is not possible: %s\n", stop->result.message); return false;
    case DEBUG_WHY_ENDED: return put_end(s, stop);
    default: break;
    }
    if (!target_wave(&s->t))
        return put_end(s, stop);
    put_wave(s);
    show_place(s);
    return true;
}

/* ---- going on -------------------------------------------------------------------------------- */

static void wait_for(shell *s) {
    fflush(stdout);
    debug_wait(s->t.d, -1);
    target_look(&s->t);
}

static bool is_over(const shell *s) {
    const debug_why why = debug_stopped(s->t.d)->why;
    return why == DEBUG_WHY_ENDED || why == DEBUG_WHY_FAILED ||
           (why == DEBUG_WHY_POINT && !debug_stopped(s->t.d)->next);
}

/* "step 5": how many times; 1 without a number. */
static bool read_times(const shell *s, const char *text, uint64_t *times) {
    debug_value v;
    *times = 1;
    if (!*text)
        return true;
    if (!shell_value(s, text, &v))
        return false;
    *times = v.raw;
    return v.kind != VALUE_FLOAT || shell_error(s, "expected a number of times, not '%s'", text);
}

static bool may_go_back(const shell *s) {
    return debug_goes_back(s->t.d) ||
           shell_error(s, "the kernel has asked the host for something, such as printf or malloc, and going "
                          "back would ask for it again; 'run' starts it again");
}

static bool order(shell *s, const char *text, debug_step step, bool back, uint64_t address) {
    const debug_order o = {.step = step, .back = back, .wave = s->t.wave, .address = address};
    uint64_t times;
    if (!read_times(s, text, &times) || (back && !may_go_back(s)))
        return false;
    s->leaves = !back && is_over(s) && s->hosted;
    if (s->leaves)
        return true;
    if (!back && is_over(s))
        return shell_error(s, "the %s has ended; run starts it again, reverse-stepi goes back",
                           target_kind(&s->t));
    while (times-- > 0) {
        debug_order next = o;
        next.wave = s->t.wave;
        debug_go(s->t.d, &next);
        wait_for(s);
        if (debug_stopped(s->t.d)->why != DEBUG_WHY_STEPPED)
            break;
    }
    return show_stop(s);
}

bool do_run(shell *s, char *text) {
    if (*text)
        return shell_error(s, "the arguments are those of the command line; 'run' takes none");
    debug_restart(s->t.d);
    wait_for(s);
    return show_stop(s);
}

bool do_goto(shell *s, char *text) {
    debug_value v;
    if (!*text)
        return shell_error(s, "expected a position: the number in [] at a stop");
    if (!shell_value(s, text, &v) || (v.raw < debug_stopped(s->t.d)->number && !may_go_back(s)))
        return false;
    debug_go_to(s->t.d, v.raw);
    wait_for(s);
    return show_stop(s);
}

/* A number of the next stops that a point is to let pass. */
bool do_continue(shell *s, char *text) {
    uint64_t times;
    const unsigned point = debug_stopped(s->t.d)->point;
    debug_point *p = point ? debug_point_at(s->t.d, point) : NULL;
    if (!read_times(s, text, &times))
        return false;
    if (p && times > 1)
        p->ignore = times - 1;
    return order(s, "", DEBUG_STEP_NONE, false, 0);
}

/* Without lines of the source a step is an instruction. */
static debug_step by_line(const shell *s, debug_step line, debug_step instruction) {
    return s->t.lines.count ? line : instruction;
}

bool do_step(shell *s, char *text) {
    return order(s, text, by_line(s, DEBUG_STEP_LINE, DEBUG_STEP_INSTRUCTION), false, 0);
}

bool do_next(shell *s, char *text) {
    return order(s, text, by_line(s, DEBUG_STEP_LINE_OVER, DEBUG_STEP_OVER), false, 0);
}

bool do_stepi(shell *s, char *text) {
    return order(s, text, DEBUG_STEP_INSTRUCTION, false, 0);
}

bool do_nexti(shell *s, char *text) {
    return order(s, text, DEBUG_STEP_OVER, false, 0);
}

static bool in_call(const shell *s) {
    const debug_wave *w = target_wave(&s->t);
    return w && w->calls ? true : shell_error(s, "the wave is in no call");
}

bool do_finish(shell *s, char *text) {
    return in_call(s) && order(s, text, DEBUG_STEP_OUT, false, 0);
}

bool do_until(shell *s, char *text) {
    uint64_t address;
    if (!*text)
        return order(s, "", by_line(s, DEBUG_STEP_PAST, DEBUG_STEP_OVER), false, 0);
    return find_location(s, text, &address) && order(s, "", DEBUG_STEP_ADDRESS, false, address);
}

bool do_back_stepi(shell *s, char *text) {
    return order(s, text, DEBUG_STEP_INSTRUCTION, true, 0);
}

bool do_back_nexti(shell *s, char *text) {
    return order(s, text, DEBUG_STEP_OVER, true, 0);
}

bool do_back_step(shell *s, char *text) {
    return order(s, text, by_line(s, DEBUG_STEP_LINE, DEBUG_STEP_INSTRUCTION), true, 0);
}

bool do_back_next(shell *s, char *text) {
    return order(s, text, by_line(s, DEBUG_STEP_LINE_OVER, DEBUG_STEP_OVER), true, 0);
}

bool do_back_finish(shell *s, char *text) {
    return in_call(s) && order(s, text, DEBUG_STEP_OUT, true, 0);
}

bool do_back_continue(shell *s, char *text) {
    return order(s, text, DEBUG_STEP_NONE, true, 0);
}
