/* SPDX-License-Identifier: MIT */
/* Reference for SOPP. */
#include <string.h>

#include "bodies.h"

enum { ENDS = 1, SLEEPS = 4, NEW_CODE = 8 };

static bool one_of(const char *name, const char *const *list) {
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static void end(state *s) {
    s->events = ENDS;
    s->waves--;
}

/* The wave that comes last opens the barrier; one that waits also sees that others have ended. */
static void barrier(const trial *t, state *s) {
    if (!t->again) {
        s->arrived += 1;
        s->round = s->opened;
    }
    if (s->round != s->opened)
        return;
    if (s->arrived >= s->waves) {
        s->opened += 1;
        s->arrived = 0;
    } else
        s->waits = true;
}

static bool send(state *s, uint32_t message) {
    s->fault = !answer_message(message, s->m0, &s->exec, &s->message);
    return !s->fault;
}

static bool condition(const char *name, const state *s, bool *holds) {
    const struct {
        const char *name;
        bool holds;
    } table[] = {{"branch", true},
                 {"cbranch_scc0", s->scc == 0},
                 {"cbranch_scc1", s->scc == 1},
                 {"cbranch_vccz", s->vcc == 0},
                 {"cbranch_vccnz", s->vcc != 0},
                 {"cbranch_execz", s->exec == 0},
                 {"cbranch_execnz", s->exec != 0},
                 {"cbranch_cdbgsys", s->cond_dbg_sys},
                 {"cbranch_cdbguser", s->cond_dbg_user},
                 {"cbranch_cdbgsys_or_user", s->cond_dbg_sys + s->cond_dbg_user > 0},
                 {"cbranch_cdbgsys_and_user", s->cond_dbg_sys + s->cond_dbg_user == 2}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) {
            *holds = table[i].holds;
            return true;
        }
    return false;
}

/* TTMP1 and TTMP0: 47:0 the address of the s_trap, 55:48 the number of the trap. */
static void trap(const trial *t, state *s) {
    uint64_t saved = (s->pc & UINT64_C(0xffffffffffff)) | (uint64_t)(t->simm16 % 256) << 48;
    if (!s->trap_en) {
        s->fault = t->simm16 % 256 != 3;
        s->pc += s->fault ? 0 : 4;
        return;
    }
    s->ttmp[0] = (uint32_t)saved;
    s->ttmp[1] = (uint32_t)(saved >> 32);
    s->priv = 1;
    s->pc = t->generation == 3 ? s->tba * 256 : s->tba;
}

bool ref_sopp(const trial *t, state *s) {
    static const char *const nothing[] = {"nop",          "waitcnt",    "wakeup", "incperflevel",
                                          "decperflevel", "ttracedata", NULL};
    const char *name = t->info.name + 2;
    uint64_t next = s->pc + 4;
    bool holds;
    if (strcmp(name, "trap") == 0) {
        trap(t, s);
        return true;
    }
    if (condition(name, s, &holds)) {
        uint64_t distance = t->simm16 >= 0x8000 ? t->simm16 - UINT64_C(0x10000) : t->simm16;
        s->pc = holds ? next + 4 * distance : next;
        return true;
    }
    if (strcmp(name, "barrier") == 0)
        barrier(t, s);
    else if (strcmp(name, "endpgm") == 0 || strcmp(name, "endpgm_saved") == 0 ||
             (strcmp(name, "setkill") == 0 && t->simm16 % 2))
        end(s);
    else if (strcmp(name, "endpgm_ordered_ps_done") == 0) {
        if (send(s, 7))
            end(s);
    } else if (strcmp(name, "sendmsg") == 0)
        send(s, t->simm16);
    else if (strcmp(name, "sendmsghalt") == 0) {
        if (send(s, t->simm16))
            s->halt = 1;
    } else if (strcmp(name, "sethalt") == 0)
        s->halt = t->simm16 % 2;
    else if (strcmp(name, "setprio") == 0)
        s->prio = t->simm16 % 4;
    else if (strcmp(name, "sleep") == 0)
        s->events = SLEEPS;
    else if (strcmp(name, "icache_inv") == 0)
        s->events = NEW_CODE;
    else if (strcmp(name, "set_gpr_idx_off") == 0)
        s->gpr_idx_en = 0;
    else if (strcmp(name, "set_gpr_idx_mode") == 0)
        s->m0 = s->m0 / 65536 * 65536 + t->simm16 % 16 * 4096 + s->m0 % 4096;
    else if (!one_of(name, nothing) && strcmp(name, "setkill") != 0)
        return false;
    s->pc = s->fault ? s->pc : next;
    return true;
}
