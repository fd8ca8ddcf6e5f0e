/* SPDX-License-Identifier: MIT */
/* Decodes code into ops, a page at a time. An op is there for each dword, since a jump may lead to
   any. */
#include "machine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "insn/body.h"
#include "insn/modify.h"

enum { PAGE_DWORDS = 256, LONGEST = 2, MOST_OLD = 1024 };

/* After the last dword are ops that go on in the next page. */
typedef struct page {
    /* What it was made of: the last instruction may begin in the last dword. */
    uint8_t code[4 * (PAGE_DWORDS + LONGEST - 1)];
    size_t size; /* bytes of it that there are */
    struct page *older;
    unsigned count; /* of ops */
    gisa_op op[];
} page;

struct gisa_program {
    const gisa_isa *isa;
    const uint8_t *code;
    uint64_t base; /* the address that kernels have for it */
    size_t size;   /* in which instructions begin */
    size_t bytes;  /* that there are */
    size_t page_count;
    uint8_t *copy; /* the code, where it is the program's own; or NULL */
    gisa_constants *constants;
    pthread_mutex_t lock; /* of `constants`, `old`, and of making pages */
    page *old;            /* pages whose code has changed: other waves may be in them */
    unsigned old_count;   /* others read it */
    gisa_op outside;      /* for addresses that have no code, */
    gisa_op not_made;     /* and for those whose page could not be made */
    _Atomic(page *) pages[];
};

/* ---- ops that are no instructions --------------------------------------------------------- */

static const gisa_op *stop(gcn_wave *w, const gisa_op *op, gisa_fault_kind kind) {
    wave_raise(w, kind, op->next_pc);
    w->pc = op->next_pc;
    return NULL;
}

/* Another code object may be there, or code that a kernel has written to memory of another kind:
   its stack. */
static const gisa_op *step_outside(gcn_wave *w, const gisa_op *op) {
    gisa_machine *machine = w->device->machine;
    gisa_program *other = machine ? machine_program(machine, w->pc) : NULL;
    (void)op;
    if (other && w->pc - other->base < other->size && w->pc % 4 == 0) {
        w->program = other;
        return program_at(other, w->pc);
    }
    if (machine && program_follow(w))
        return program_at(w->program, w->pc);
    wave_raise(w, GISA_FAULT_CODE, w->pc);
    return NULL;
}

static const gisa_op *step_unknown(gcn_wave *w, const gisa_op *op) {
    return stop(w, op, GISA_FAULT_UNKNOWN);
}

static const gisa_op *step_no_body(gcn_wave *w, const gisa_op *op) {
    return stop(w, op, GISA_FAULT_NO_BODY);
}

static const gisa_op *step_not_made(gcn_wave *w, const gisa_op *op) {
    (void)op;
    wave_raise(w, GISA_FAULT_MEMORY, w->pc);
    return NULL;
}

static const gisa_op *step_next_page(gcn_wave *w, const gisa_op *op) {
    return program_jump(w, op, op->next_pc);
}

/* ---- pages ---------------------------------------------------------------------------------- */

static bool make_op(gisa_program *p, uint64_t pc, const uint8_t *code, size_t size, gisa_op *op) {
    gisa_insn insn;
    gisa_status status = gisa_decode(p->isa, code, size, &insn);
    if (status == GISA_OK)
        status = op_make(p->isa, &insn, pc, p->constants, op);
    if (status == GISA_STATUS_NO_MEMORY)
        return false;
    if (status) {
        memset(op, 0, sizeof *op);
        op->run = status == GISA_STATUS_UNKNOWN && insn.status == GISA_OK ? step_no_body : step_unknown;
        op->next_pc = pc;
    }
    return true;
}

static size_t size_of_page(const gisa_program *p, size_t number) {
    size_t left = p->bytes - number * PAGE_DWORDS * 4, all = sizeof((page *)0)->code;
    return left < all ? left : all;
}

static page *make_page(gisa_program *p, size_t number) {
    size_t left = (p->size - number * PAGE_DWORDS * 4 + 3) / 4,
           dwords = left < PAGE_DWORDS ? left : PAGE_DWORDS;
    page *made = calloc(1, sizeof *made + (dwords + LONGEST) * sizeof *made->op);
    if (made) {
        made->count = (unsigned)dwords + LONGEST;
        made->size = size_of_page(p, number);
        memcpy(made->code, p->code + number * PAGE_DWORDS * 4, made->size);
    }
    for (unsigned i = 0; made && i < made->count; i++) {
        uint64_t offset = (number * PAGE_DWORDS + i) * 4;
        gisa_op *op = &made->op[i];
        if (i >= PAGE_DWORDS || offset >= p->size) {
            op->run = step_next_page;
            op->next_pc = p->base + offset;
        } else if (!make_op(p, p->base + offset, made->code + 4 * i, made->size - 4 * i, op)) {
            free(made);
            return NULL;
        }
    }
    return made;
}

gisa_program *program_new_at(const gisa_isa *isa, const void *code, size_t size, uint64_t address) {
    size_t pages = size / (PAGE_DWORDS * 4) + 1;
    gisa_program *p = calloc(1, sizeof *p + pages * sizeof p->pages[0]);
    if (!p || !(p->constants = constants_new())) {
        free(p);
        return NULL;
    }
    p->isa = isa;
    p->code = code;
    p->base = address;
    p->size = p->bytes = size & ~(size_t)3;
    p->page_count = pages;
    p->outside.run = step_outside;
    p->not_made.run = step_not_made;
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

gisa_program *program_new(const gisa_isa *isa, const void *code, size_t size) {
    return program_new_at(isa, code, size, (uintptr_t)code);
}

/* ---- code that is data ----------------------------------------------------------------------- */

/* So much of it is decoded at a time. */
enum { WINDOW = 256 };

/* What is here now, as long as a wave stays in it: all else may change at any time. Where more
 * follows, the last dword may be the second one of an instruction, and so none begins there. */
static gisa_program *open_window(gisa_machine *machine, const gisa_isa *isa, uint64_t pc) {
    uint8_t *copy = pc % 4 ? NULL : malloc(WINDOW);
    size_t size = copy ? machine_read(machine, pc, copy, WINDOW) : 0;
    gisa_program *p = size >= 4 ? program_new_at(isa, copy, size, pc) : NULL;
    if (!p) {
        free(copy);
        return NULL;
    }
    p->copy = copy;
    if (size == WINDOW)
        p->size -= 4;
    return p;
}

bool program_follow(gcn_wave *w) {
    gisa_program *next = open_window(w->device->machine, w->isa, w->pc);
    if (!next)
        return false;
    program_free(w->window);
    w->program = w->window = next;
    return true;
}

void program_free(gisa_program *p) {
    if (!p)
        return;
    for (size_t i = 0; i < p->page_count; i++)
        free(atomic_load(&p->pages[i]));
    for (page *old = p->old, *older; old; old = older) {
        older = old->older;
        free(old);
    }
    constants_free(p->constants);
    pthread_mutex_destroy(&p->lock);
    free(p->copy);
    free(p);
}

const gisa_op *program_at(gisa_program *p, uint64_t pc) {
    uint64_t offset = pc - p->base;
    size_t number = (size_t)(offset / (PAGE_DWORDS * 4));
    page *found;
    if (offset >= p->size || offset % 4)
        return &p->outside;
    found = atomic_load_explicit(&p->pages[number], memory_order_acquire);
    if (!found) {
        pthread_mutex_lock(&p->lock);
        found = atomic_load(&p->pages[number]);
        if (!found && p->old_count < MOST_OLD && (found = make_page(p, number)))
            atomic_store(&p->pages[number], found);
        pthread_mutex_unlock(&p->lock);
    }
    return found ? &found->op[offset / 4 % PAGE_DWORDS] : &p->not_made;
}

void program_renew(gisa_program *p) {
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < p->page_count; i++) {
        page *found = atomic_load(&p->pages[i]);
        if (found && memcmp(found->code, p->code + i * PAGE_DWORDS * 4, found->size) != 0) {
            found->older = p->old;
            p->old = found;
            __atomic_store_n(&p->old_count, p->old_count + 1, __ATOMIC_RELEASE);
            atomic_store(&p->pages[i], NULL);
        }
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- translated code ------------------------------------------------------------------------- */

code_span program_code(const gisa_program *p) {
    return (code_span){p->code, p->base, p->bytes};
}

void program_set_native(gisa_program *p, uint64_t pc, const struct native_entry *entry) {
    const uint64_t offset = pc - p->base;
    page *found =
        offset < p->size && program_at(p, pc) ? atomic_load(&p->pages[offset / (PAGE_DWORDS * 4)]) : NULL;
    if (found)
        __atomic_store_n(&found->op[offset / 4 % PAGE_DWORDS].native, entry, __ATOMIC_RELEASE);
}

bool program_changed(const gisa_program *p) {
    return __atomic_load_n(&p->old_count, __ATOMIC_ACQUIRE);
}

/* --------------------------------------------------------------------------------------------*/

uint64_t op_pc(const gcn_wave *w, const gisa_op *op) {
    return op == &w->program->outside || op == &w->program->not_made ? w->pc : op->next_pc - 4u * op->units;
}

const gisa_op *program_jump(gcn_wave *w, const gisa_op *op, uint64_t pc) {
    (void)op;
    w->pc = pc;
    return w->program ? program_at(w->program, pc) : NULL;
}
