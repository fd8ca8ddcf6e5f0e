/* SPDX-License-Identifier: MIT */
/*
 * gisa_machine.h - executes what gisa.h reads and writes: load code objects, run kernels on the
 * host's memory, and learn what went wrong.
 *
 * A machine executes GCN code on the host. Guest addresses are host addresses: a kernel may touch
 * what has been mapped, its work-group's LDS and its work-items' private memory, and nothing else.
 * A fault of the guest is a report, never one of the host. All functions may be called from any
 * thread; several launches may run at once. They allocate with malloc; machines have threads of
 * their own.
 */
#ifndef GISA_MACHINE_H
#define GISA_MACHINE_H

#include "gisa.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gisa_machine gisa_machine;

/* NULL: no memory, or none of this architecture's instructions can be executed. */
GISA_API gisa_machine *gisa_machine_new(const gisa_isa *isa);
GISA_API void
gisa_machine_free(gisa_machine *machine); /* nothing may run; unloads everything; NULL is allowed */

GISA_API const gisa_isa *gisa_machine_isa(const gisa_machine *machine);

/* Lets kernels read and write `size` bytes of the host's memory at `start`. `name` is for messages;
 * it is copied and may be NULL. GISA_STATUS_BAD_ARGUMENT: it overlaps with what is mapped
 * already. */
GISA_API gisa_status gisa_machine_map(gisa_machine *machine, void *start, size_t size,
                                      const char *name);
/* GISA_STATUS_END: nothing is mapped there. Launches that run may still touch it until they end. */
GISA_API gisa_status gisa_machine_unmap(gisa_machine *machine, void *start);

/* The same for memory that kernels know by another address than the host does; they reach it more
 * slowly. Both see a change of the map at once, while launches run. */
GISA_API gisa_status gisa_machine_map_at(gisa_machine *machine, uint64_t address, void *start,
                                         size_t size, const char *name);
GISA_API gisa_status gisa_machine_unmap_at(gisa_machine *machine, uint64_t address);

/* The same for memory that kernels may read, and of which they may write `writable_size` bytes,
 * which begin `writable` bytes from its start, and nothing else: to write elsewhere in it is a
 * fault. */
GISA_API gisa_status gisa_machine_map_guarded(gisa_machine *machine, uint64_t address, void *start,
                                              size_t size, size_t writable, size_t writable_size,
                                              const char *name);

/* What the host answers to programs; it is asked on the threads that run launches. Each may be
   NULL. */
typedef enum gisa_clock_kind {
    GISA_CLOCK_CORE, /* s_memtime */
    GISA_CLOCK_REAL  /* s_memrealtime */
} gisa_clock_kind;

typedef struct gisa_host {
    /* s_sendmsg with this message and M0; false, or NULL: that is a fault. */
    bool (*message)(void *ctx, uint32_t message, uint32_t m0);
    /* NULL: a clock counts how often it is read, so that runs repeat. */
    uint64_t (*clock)(void *ctx, gisa_clock_kind kind);
    void *ctx;
} gisa_host;

/* Before anything runs. NULL: as it was at the beginning. */
GISA_API void gisa_machine_set_host(gisa_machine *machine, const gisa_host *host);

/* Before anything runs: another option of one of the models of part 9 of gisa.h.
 * GISA_STATUS_BAD_ARGUMENT: there is no such model or option. */
GISA_API gisa_status gisa_machine_choose(gisa_machine *machine, const char *model,
                                         const char *option);

/* Before anything runs: where the border colours are that samplers of the type 3 choose from, as
 * TA_BC_BASE_ADDR says it: 16 bytes for each, at a multiple of 256 that is not 0. Without it such a
 * sampler is a fault. */
GISA_API gisa_status gisa_machine_set_border_palette(gisa_machine *machine, uint64_t address);

/* The addresses at which flat instructions find LDS and private memory; 4 GiB each. */
GISA_API void gisa_machine_apertures(const gisa_machine *machine, uint64_t *shared,
                                     uint64_t *private_);

/* What is at an address, for messages and for tools. The first copies at most `size` bytes of what
 * kernels have there, up to where it is mapped, and says how many. The second gives what is mapped
 * there, by its first address, its size and its name; GISA_STATUS_END: nothing is. The third gives
 * the function that code belongs to, and how far from its beginning the address is; NULL: none.
 * Names live as long as what they name. */
GISA_API size_t gisa_machine_read(gisa_machine *machine, uint64_t address, void *to, size_t size);
GISA_API gisa_status gisa_machine_mapped_at(gisa_machine *machine, uint64_t address,
                                            uint64_t *start, uint64_t *size, const char **name);
GISA_API const char *gisa_machine_function_at(gisa_machine *machine, uint64_t pc,
                                              uint64_t *distance);

/* A code object in memory, relocated and mapped. */
typedef struct gisa_loaded gisa_loaded;

/* Loads an AMDHSA code object (ET_DYN, version 2 to 5), or of a bundle of them the one for this
 * architecture. On failure error->message says why; error may be NULL. The file's bytes are not
 * needed afterwards. */
GISA_API gisa_status gisa_machine_load(gisa_machine *machine, const void *file, size_t size,
                                       gisa_error *error, gisa_loaded **loaded);
GISA_API void gisa_machine_unload(gisa_machine *machine, gisa_loaded *loaded); /* NULL is allowed */

/* Finds what the object does not define: the address of a symbol, or NULL. */
typedef struct gisa_externals {
    void *(*find)(void *ctx, const char *name);
    void *ctx;
} gisa_externals;

GISA_API gisa_status gisa_machine_load_with(gisa_machine *machine, const void *file, size_t size,
                                            const gisa_externals *externals, gisa_error *error,
                                            gisa_loaded **loaded);

/* Where a symbol is in the loaded object, and its size; NULL: there is none of that name. `size`
   may be NULL. */
GISA_API void *gisa_loaded_symbol(const gisa_loaded *loaded, const char *name, size_t *size);

/* All symbols that have a place in memory, as the file has them; one may be there twice (.symtab,
   .dynsym). */
typedef struct gisa_symbol {
    const char *name;
    void *address;
    uint64_t size;
    unsigned type, binding; /* STT_* and STB_* of <elf.h> */
    bool is_kernel;         /* its address is a gisa_kernel.descriptor */
    bool is_constant;       /* nothing is to write there */
} gisa_symbol;

/* Counts from 0 and answers GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_symbol_at(const gisa_loaded *loaded, unsigned i, gisa_symbol *symbol);

/* Where the object is in memory. */
GISA_API void *gisa_loaded_memory(const gisa_loaded *loaded, size_t *size);

typedef struct gisa_kernel {
    const char *name;
    /* what a dispatch packet names: in the loaded object, its 64 bytes; of version 2, the
     * amd_kernel_code_t */
    const void *descriptor;
    uint32_t kernarg_size;   /* in bytes, hidden arguments included */
    uint32_t group_size;     /* bytes of LDS, without dynamic ones */
    uint32_t private_size;   /* bytes of private memory for each work-item */
    uint32_t argument_count; /* that metadata describe; 0 where there are none */
    uint32_t kernarg_align;  /* a power of two */
    uint32_t dynamic_stack;  /* 1: how much private memory it takes is unknown */
    /* work-items: the only size of its work-groups; 0 = any (.reqd_workgroup_size) */
    uint32_t required_group[3];
    /* in a work-group; 0 = as many as the hardware takes (.max_flat_workgroup_size) */
    uint32_t most_items;
} gisa_kernel;

/* These count from 0 and answer GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_kernel_at(const gisa_loaded *loaded, unsigned i, gisa_kernel *kernel);

/* What is said of the kernel at an address: without name and arguments. GISA_STATUS_END: no object
 * that is loaded is there. */
GISA_API gisa_status gisa_kernel_read(gisa_machine *machine, const void *descriptor,
                                      gisa_kernel *kernel);

/* gisa_argument: part 12 of gisa.h. */
GISA_API gisa_status gisa_argument_at(const gisa_loaded *loaded, unsigned kernel, unsigned i,
                                      gisa_argument *argument);

/* How far a launch is; it is written while the launch runs. */
typedef struct gisa_progress {
    volatile uint64_t instructions;        /* that waves have executed, a little behind */
    volatile uint64_t groups_done, groups; /* work-groups */
} gisa_progress;

/* Work-groups that wait for each other, by barriers of the whole grid or otherwise: a thread that
 * finds a work-group waiting sets it aside and goes on with others, so that this many waves of a
 * launch are resident at once, whatever the number of threads: as many as a GPU of 64 compute units
 * holds at most. Private memory may allow fewer: all resident waves have less than 4 GiB of it. */
enum { GISA_MOST_WAVES = 64 * 40 }; /* 40: facts unit_simds, simd_waves */

typedef struct gisa_launch {
    const void *descriptor; /* gisa_kernel.descriptor */
    uint32_t dimensions;    /* 1 to 3; 0 = 3 */
    uint32_t grid[3];       /* work-items; 0 counts as 1 */
    uint32_t group[3];      /* work-items in a group; 0 counts as 1 */
    uint32_t dynamic_lds;   /* bytes of LDS besides the kernel's own */
    /* bytes of private memory, where that is more than the descriptor says */
    uint32_t private_size;
    /* the arguments; the launch works on a copy if they are not in mapped memory */
    void *kernarg;
    uint32_t kernarg_size; /* in bytes */
    const void *packet;    /* the AQL packet that asks for it; NULL: one is made */
    /* the amd_queue_t that it came through, in mapped memory; NULL: one of the machine's */
    const void *queue;
    /* that share the work-groups; 0 = 1. Where a kernel has no races, results do not depend on
     * it */
    unsigned threads;
    uint64_t limit;           /* of instructions, of all waves together; 0 = none */
    const volatile int *stop; /* not 0: end soon; may be NULL */
    gisa_progress *progress;  /* may be NULL */
    /* Observation; it makes runs slower. All may be NULL. */
    /* gisa_form_count numbers, to which is added how often waves have executed each form */
    uint64_t *executed;
    uint64_t *lanes; /* likewise, how many lanes were active then */
    /* GISA_MOST_MODELS numbers, to which is added in how many lanes another option of each model
     * would have given another result */
    uint64_t *models;
    /* gisa_observe.h: sees every instruction; the launch has one thread then */
    const struct gisa_observer *observer;
    void *ctx; /* for stuck */
    /* Asked once, when all resident work-groups wait for memory to change and there is no room for
     * those that have not begun: true ends the launch by a fault with this message, false lets it
     * wait, for the host may change memory. NULL: false. */
    bool (*stuck)(void *ctx, const char *message);
} gisa_launch;

/* Fills in the hidden arguments that the kernel's metadata name, in launch->kernarg. */
GISA_API void gisa_hidden_arguments(const gisa_loaded *loaded, unsigned kernel,
                                    const gisa_launch *launch);

/* Format i of the printf calls in the kernels, as the metadata have it: "id:count:size:...:text".
 * GISA_STATUS_END after the last one. */
GISA_API gisa_status gisa_printf_at(const gisa_loaded *loaded, unsigned i, const char **format);

/* What kind of thing a fault is. */
typedef enum gisa_cause {
    GISA_CAUSE_NONE,
    GISA_CAUSE_ADDRESS,     /* memory that is not there, or not to be reached like that */
    GISA_CAUSE_INSTRUCTION, /* that does not exist, is not executed yet, or is not code */
    GISA_CAUSE_TRAP,        /* s_trap; result->address is its number */
    GISA_CAUSE_STUCK,       /* waves that will never go on */
    GISA_CAUSE_OTHER
} gisa_cause;

/* How a launch ended. */
typedef enum gisa_end_kind {
    GISA_END_ENDED,  /* all waves have ended */
    GISA_END_FAULT,  /* one of them did what must not be: see the message */
    GISA_END_LIMIT,  /* the limit of instructions was reached */
    GISA_END_STOPPED /* the caller asked for it */
} gisa_end_kind;

typedef struct gisa_result {
    gisa_end_kind end;
    gisa_cause cause;           /* of a fault */
    uint64_t instructions;      /* that waves have executed */
    uint64_t pc, address;       /* of a fault; pc also of where the launch was cut off */
    uint32_t group[3], item[3]; /* its work-group, and the work-item in it */
    /* one sentence: what, in which instruction, where, for which work-item */
    char message[400];
    uint64_t waits;    /* how often a work-group was set aside because it waited */
    uint32_t resident; /* the most work-groups that were resident at once */
    /* GISA_CAUSE_ADDRESS: the registers that made the address, those of vectors in the lane of
     * `item`: "v[2:3]=0x7f0012345000 s4=0x10"; "" otherwise */
    char registers[240];
} gisa_result;

/* Runs a kernel to its end. GISA_OK: result->end says how it ended; GISA_STATUS_BAD_ARGUMENT: the
 * launch does not fit the machine, or the host is big-endian, and result->message says why;
 * GISA_STATUS_NO_MEMORY. */
GISA_API gisa_status gisa_machine_run(gisa_machine *machine, const gisa_launch *launch,
                                      gisa_result *result);

/* The same on a thread of the machine's: returns at once, and that thread calls `done` (which may
 * be NULL) with what gisa_machine_run would have answered. *launch, *result and what they point to
 * stay until then. GISA_STATUS_NO_MEMORY: it was not started. Launches that are started run side by
 * side, in no order. */
GISA_API gisa_status gisa_machine_start(gisa_machine *machine, const gisa_launch *launch,
                                        gisa_result *result,
                                        void (*done)(void *ctx, gisa_status status), void *ctx);

/* Returns when all launches that were started have ended, and `done` has been called for each. */
GISA_API void gisa_machine_wait(gisa_machine *machine);

/* What was executed (gisa_launch.executed), for people. These use nothing but their arguments, so
 * that handlers of signals may call them while launches run. The first fills `order`, which has
 * room for gisa_form_count numbers, with the forms that were executed, the most frequent first, and
 * says how many these are. The second makes a line for one, with its end and a 0 after it: how
 * often, its mnemonic, and how exact it is; it says how long the line is. */
enum { GISA_EXECUTED_LINE = 600 };
GISA_API uint32_t gisa_executed_order(const gisa_isa *isa, const uint64_t *executed,
                                      uint32_t *order);
GISA_API size_t gisa_executed_line(const gisa_isa *isa, uint32_t form, uint64_t times,
                                   char text[GISA_EXECUTED_LINE]);

#ifdef __cplusplus
}
#endif
#endif
