/* SPDX-License-Identifier: MIT */
/* Faults in words: what happened, in which instruction, to which work-item. */
#include <stdio.h>
#include <string.h>

#include "insn/body.h"
#include "launch.h"

void launch_say_crowded(const launch *l, char *text, size_t room) {
    snprintf(text, room, "work-groups wait for each other: %u of %llu are resident, and no more fit",
             (unsigned)l->resident, (unsigned long long)l->group_count);
}

/* "saxpy+0x24: global_load_dword v1, v[0:1], off" */
void launch_name_instruction(launch *l, uint64_t pc, char *text, size_t room) {
    char instruction[GISA_TEXT_MAX] = "";
    size_t size = sizeof instruction;
    uint64_t distance;
    const char *name = machine_symbol(l->machine, pc, &distance);
    gisa_insn insn;
    uint8_t code[8];
    size_t read = machine_read(l->machine, pc, code, sizeof code);
    if (gisa_decode(l->machine->isa, code, read, &insn) == GISA_OK)
        gisa_print(l->machine->isa, &insn, NULL, instruction, &size);
    if (name)
        snprintf(text, room, "%s+0x%llx: %.160s", name, (unsigned long long)distance, instruction);
    else
        snprintf(text, room, "0x%llx: %.160s", (unsigned long long)pc, instruction);
}

void launch_say_fault(launch *l, const gcn_wave *w, char *text, size_t room) {
    char near[160];
    unsigned long long address = w->fault.address;
    switch (w->fault.kind) {
    case GISA_FAULT_ADDRESS:
        machine_describe(l->machine, w->fault.address, near, sizeof near);
        snprintf(text, room, "%u bytes at 0x%llx, which may not be touched (%s)", w->fault.size, address,
                 near);
        return;
    case GISA_FAULT_READ_ONLY:
        machine_describe(l->machine, w->fault.address, near, sizeof near);
        snprintf(text, room, "a write of %u bytes at 0x%llx, which may only be read (%s)", w->fault.size,
                 address, near);
        return;
    case GISA_FAULT_ALIGNMENT:
        snprintf(text, room, "an atomic operation on %u bytes at 0x%llx, which is no multiple of that",
                 w->fault.size, address);
        return;
    case GISA_FAULT_PRIVATE:
        snprintf(text, room, "an atomic operation on private memory, at 0x%llx", address);
        return;
    case GISA_FAULT_TRAP:
        snprintf(text, room, "trap %llu%s", address,
                 (int64_t)address == gisa_fact(l->machine->isa, "trap_abort", -1) ? ", the program gives up"
                                                                                  : "");
        return;
    case GISA_FAULT_MESSAGE: snprintf(text, room, "a message that has no receiver (%llu)", address); return;
    case GISA_FAULT_HWREG:
        snprintf(text, room, "a hardware register that gisa does not have (%llu)", address);
        return;
    case GISA_FAULT_CODE: snprintf(text, room, "a jump to 0x%llx, where there is no code", address); return;
    case GISA_FAULT_MEMORY: snprintf(text, room, "no memory is left to decode the code"); return;
    case GISA_FAULT_UNKNOWN:
        snprintf(text, room, "an instruction that %s does not have", gisa_name(l->machine->isa));
        return;
    case GISA_FAULT_IMAGE: snprintf(text, room, "%s (at 0x%llx)", w->fault.why, address); return;
    case GISA_FAULT_NO_STAGE:
        snprintf(text, room, "an export, and the wave belongs to no shader stage");
        return;
    case GISA_FAULT_TARGET:
        snprintf(text, room, "an export to target %llu, which does not exist", address);
        return;
    case GISA_FAULT_EXPORT: snprintf(text, room, "an export after the one that said done"); return;
    case GISA_FAULT_DONE: snprintf(text, room, "a second export that says done"); return;
    case GISA_FAULT_NO_BODY: snprintf(text, room, "an instruction that gisa does not execute yet"); return;
    case GISA_FAULT_STUCK:
        snprintf(text, room, "all waves of the work-group wait for something that does not come");
        return;
    case GISA_FAULT_CROWDED: launch_say_crowded(l, text, room); return;
    case GISA_FAULT_HALTED:
        snprintf(text, room, "the wave stands still (STATUS.HALT), and nothing lets it go on");
        return;
    case GISA_FAULT_NONE: break;
    }
    snprintf(text, room, "a fault");
}

gisa_cause launch_cause(gisa_fault_kind kind) {
    switch (kind) {
    case GISA_FAULT_ADDRESS:
    case GISA_FAULT_READ_ONLY:
    case GISA_FAULT_ALIGNMENT:
    case GISA_FAULT_PRIVATE: return GISA_CAUSE_ADDRESS;
    case GISA_FAULT_CODE:
    case GISA_FAULT_UNKNOWN:
    case GISA_FAULT_HWREG:
    case GISA_FAULT_IMAGE:
    case GISA_FAULT_NO_STAGE:
    case GISA_FAULT_TARGET:
    case GISA_FAULT_EXPORT:
    case GISA_FAULT_DONE:
    case GISA_FAULT_NO_BODY: return GISA_CAUSE_INSTRUCTION;
    case GISA_FAULT_TRAP: return GISA_CAUSE_TRAP;
    case GISA_FAULT_STUCK:
    case GISA_FAULT_CROWDED:
    case GISA_FAULT_HALTED: return GISA_CAUSE_STUCK;
    case GISA_FAULT_MESSAGE:
    case GISA_FAULT_MEMORY: return GISA_CAUSE_OTHER;
    case GISA_FAULT_NONE: break;
    }
    return GISA_CAUSE_NONE;
}

/* The sentence about a wave of the group that is at some instruction; `lane` is the one to name. */
static void report(launch *l, const gcn_wave *w, const uint32_t group[3], unsigned number, unsigned lane,
                   const char *what) {
    gisa_result *r = l->result;
    uint32_t size[3], item = number * GISA_LANES + lane;
    uint64_t distance;
    const char *kernel = machine_symbol(l->machine, l->entry, &distance),
               *function = machine_symbol(l->machine, w->pc, &distance);
    bool named = kernel && (!function || strcmp(kernel, function) != 0);
    char where[240];
    r->pc = w->pc;
    memcpy(r->group, group, sizeof r->group);
    launch_group_size(l, group, size);
    r->item[0] = item % size[0];
    r->item[1] = item / size[0] % size[1];
    r->item[2] = item / (size[0] * size[1]);
    launch_name_instruction(l, w->pc, where, sizeof where);
    snprintf(r->message, sizeof r->message, "%.170s; %.150s; work-item %u,%u,%u of group %u,%u,%u%s%.60s",
             what, where, r->item[0], r->item[1], r->item[2], group[0], group[1], group[2],
             named ? " of kernel " : "", named ? kernel : "");
}

void launch_fault(launch *l, const gcn_wave *w, const uint32_t group[3], unsigned number) {
    gisa_result *r = l->result;
    char what[240];
    atomic_store(&l->over, 1);
    pthread_mutex_lock(&l->lock);
    if (r->end == GISA_END_ENDED) {
        r->end = GISA_END_FAULT;
        r->cause = launch_cause(w->fault.kind);
        r->address = w->fault.address;
        launch_say_fault(l, w, what, sizeof what);
        report(l, w, group, number, w->fault.lane, what);
    }
    pthread_mutex_unlock(&l->lock);
}

static void say_end(launch *l, gisa_end_kind end, char *text, size_t room) {
    const char *what = end == GISA_END_LIMIT ? "the limit of instructions was reached" : "interrupted";
    if (atomic_load(&l->waits))
        snprintf(text, room, "%s; work-groups waited, at most %u of %llu were resident at once", what,
                 (unsigned)l->resident, (unsigned long long)l->group_count);
    else
        snprintf(text, room, "%s", what);
}

void launch_cut(launch *l, gisa_end_kind end, const gcn_wave *w, const uint32_t group[3], unsigned number) {
    gisa_result *r = l->result;
    char what[170];
    atomic_store(&l->over, 1);
    pthread_mutex_lock(&l->lock);
    if (r->end == GISA_END_ENDED) {
        r->end = end;
        say_end(l, end, what, sizeof what);
        if (w)
            report(l, w, group, number, lanes_first(w), what);
        else
            snprintf(r->message, sizeof r->message, "%s", what);
    }
    pthread_mutex_unlock(&l->lock);
}
