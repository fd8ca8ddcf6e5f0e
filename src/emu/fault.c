/* SPDX-License-Identifier: MIT */
/* Faults in words: what happened, in which instruction, to which work-item. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insn/body.h"
#include "wave_own.h"

void launch_say_crowded(const launch *l, char *text, size_t room) {
    snprintf(text, room, "work-groups wait for each other: %u of %llu are resident, and no more fit",
             (unsigned)l->resident, (unsigned long long)l->group_count);
}

/* The first word of what is not an instruction. */
static void name_words(const uint8_t *code, size_t size, char *text, size_t room) {
    uint32_t word;
    if (size < sizeof word)
        return;
    memcpy(&word, code, sizeof word);
    snprintf(text, room, "word 0x%08x", (unsigned)word);
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
    else
        name_words(code, read, instruction, sizeof instruction);
    const char *colon = *instruction ? ": " : "";
    if (name)
        snprintf(text, room, "%s+0x%llx%s%.160s", name, (unsigned long long)distance, colon, instruction);
    else
        snprintf(text, room, "0x%llx%s%.160s", (unsigned long long)pc, colon, instruction);
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

/* ---- registers that made an address ---- */

static bool makes_address(const gisa_operand_info *info) {
    return info->role == GISA_ROLE_ADDRESS || info->role == GISA_ROLE_BASE ||
           info->role == GISA_ROLE_RESOURCE || info->role == GISA_ROLE_OFFSET;
}

static bool is_register(const gisa_operand *o) {
    const bool named = o->kind == GISA_KIND_NAMED || o->kind == GISA_KIND_TTMP;
    return o->count && (o->kind == GISA_KIND_SGPR || o->kind == GISA_KIND_VGPR || named);
}

/* "v[2:3]", "vcc", "s4" */
static size_t name_registers(const gcn_seen *seen, const gisa_wave_register *reg, char *text, size_t room) {
    char name[GISA_WAVE_NAME] = "";
    if (gisa_wave_pair_name(&seen->head, reg, name) == GISA_OK)
        return (size_t)snprintf(text, room, "%s", name);
    wave_gcn_name(&seen->head, reg, 0, name);
    const size_t letters = strcspn(name, "0123456789");
    if (reg->count > 1 && name[letters])
        return (size_t)snprintf(text, room, "%.*s[%s:%lu]", (int)letters, name, name + letters,
                                strtoul(name + letters, NULL, 10) + reg->count - 1);
    return (size_t)snprintf(text, room, "%s", name);
}

/* Of one or two words a number, of more the words. */
static size_t say_words(const uint32_t *words, unsigned count, char *text, size_t room) {
    size_t size = 0;
    if (count <= 2)
        return (size_t)snprintf(text, room, "=0x%llx",
                                count > 1 ? (unsigned long long)words[1] << 32 | words[0] : words[0]);
    for (unsigned i = 0; i < count && size < room; i++)
        size += (size_t)snprintf(text + size, room - size, i ? ",0x%x" : "=0x%x", (unsigned)words[i]);
    return size;
}

/* "v[2:3]=0x7f0012345000" */
static size_t say_register(const gcn_wave *w, const gisa_operand *o, char *text, size_t room) {
    enum { MOST = 16 };
    const gcn_seen seen = {{w->isa, NULL}, (gcn_wave *)(uintptr_t)w};
    const bool scalar = o->kind == GISA_KIND_NAMED;
    gisa_wave_register reg = {.bank = scalar ? (uint16_t)GISA_KIND_SGPR : o->kind,
                              .per_lane = o->kind == GISA_KIND_VGPR,
                              .first = (uint32_t)o->reg,
                              .count = o->count < MOST ? o->count : MOST};
    uint32_t words[MOST];
    for (unsigned i = 0; i < reg.count; i++) {
        const gisa_wave_register one = {reg.bank, reg.per_lane, {0}, reg.first + i, 1};
        if (wave_gcn_get(&seen.head, &one, w->fault.lane, 0, &words[i]))
            return 0;
    }
    size_t size = name_registers(&seen, &reg, text, room);
    return size < room ? size + say_words(words, reg.count, text + size, room - size) : size;
}

/* Those of the instruction that the wave is at. */
static void say_registers(launch *l, const gcn_wave *w, char *text, size_t room) {
    uint8_t code[8];
    const size_t read = machine_read(l->machine, w->pc, code, sizeof code);
    size_t size = 0;
    gisa_operand_info info;
    gisa_insn insn;
    if (gisa_decode(w->isa, code, read, &insn) != GISA_OK)
        return;
    for (unsigned i = 0; i < insn.operand_count && size + 1 < room; i++) {
        const gisa_operand *o = &insn.operand[i];
        if (!is_register(o) || gisa_form_operand(w->isa, insn.form, i, &info) || !makes_address(&info))
            continue;
        if (size)
            text[size++] = ' ';
        size += say_register(w, o, text + size, room - size);
    }
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
        if (r->cause == GISA_CAUSE_ADDRESS)
            say_registers(l, w, r->registers, sizeof r->registers);
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
