/* SPDX-License-Identifier: MIT */
/* What the parts of the HSA runtime know of each other. The interface itself is in the headers of libhsa-runtime-dev; what is
 * executed, in gisa_machine.h. */
#ifndef GISA_HSA_RUNTIME_H
#define GISA_HSA_RUNTIME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>

#include "chips.h"
#include "gisa_machine.h"

enum { MOST_GPUS = 8, PAGE = 4096 };

/* ---- Agents, their memory and instruction sets: agents.c, pools.c ----------------------------- */

struct agent;

/* What HSA calls a region and AMD's extension a memory pool; a handle is its address. */
typedef struct pool {
    struct agent *agent;
    hsa_amd_segment_t segment;
    uint32_t flags; /* HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_* */
    uint64_t size;
    bool allocates;
    _Atomic uint64_t used; /* of it and of the pools that share its memory: see pool_account */
} pool;

typedef struct agent {
    const chip *chip; /* NULL: the host's processor */
    unsigned node;
    gisa_machine *machine; /* NULL: the host's processor */
    char uuid[24];
    pool pools[3];
    unsigned pool_count;
    uint64_t *executed;       /* how often each form has been executed, where somebody wants a report */
    uint32_t *executed_order; /* room for as many, for the report */
} agent;

/* AMD's extension has status codes in an enumeration of its own. */
#define NO_SUCH_POOL ((hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL)

extern agent agents[1 + MOST_GPUS]; /* the host's processor first */
extern unsigned agent_count;

hsa_status_t agents_start(void);     /* once: makes them, as the environment asks for them */
agent *agent_of(hsa_agent_t handle); /* NULL: there is none */
hsa_agent_t agent_handle(const agent *a);
pool *pool_of(uint64_t handle);
uint64_t host_memory(void); /* bytes */
unsigned host_processors(void);

/* ---- The state of the library: system.c ------------------------------------------------------- */

bool runtime_is_open(void);
uint64_t now(void); /* nanoseconds: the ticks of all timestamps */
/* Tells the handler of system events, if there is one, of an address that a kernel may not touch. */
void system_tell_fault(const agent *a, uint64_t address);
bool is_forked(void); /* a child of the process that began: its threads are not here */

#define MUST_BE_OPEN                                                                                         \
    do {                                                                                                     \
        if (!runtime_is_open())                                                                              \
            return HSA_STATUS_ERROR_NOT_INITIALIZED;                                                         \
    } while (0)

/* Threads of the runtime take no signals of the program's. */
bool start_thread(pthread_t *thread, void *(*life)(void *), void *argument);

/* ---- Memory that kernels may touch: memory.c ---------------------------------------------------- */

typedef enum block_kind { ALLOCATED, LOCKED, RUNTIMES_OWN } block_kind;

typedef struct block {
    uint64_t start; /* for kernels */
    uint64_t host;  /* for the host: elsewhere only where memory is locked */
    uint64_t size;
    block_kind kind;
    pool *pool; /* NULL: none */
    void *user; /* of hsa_amd_pointer_info_set_userdata */
    hsa_amd_deallocation_callback_t gone;
    void *gone_data;
} block;

/* Zeros, at a multiple of a page; NULL: no memory. `p` may be NULL: the runtime's own. */
void *memory_new(pool *p, size_t size, const char *name);
hsa_status_t memory_free(void *start);
/* The block that an address of a kernel's or of the host's is in. */
bool memory_find(const void *address, block *found);
/* Some of it, from start to end, is in a block. */
bool memory_is_in(uint64_t start, uint64_t end);
/* Where the host finds what kernels have at this address. */
void *memory_host(const void *address);
/* Runs `work` when no kernel runs that may still touch what it frees. */
void memory_later(void (*work)(void *what), void *what);
void memory_kernel_begins(void);
void memory_kernel_ends(void);

/* svm.c: what had been told of these pages is of memory that is gone. */
void svm_forget(uint64_t start, uint64_t size);
/* copies.c: only waits until those signals are 0, then changes `done` as a copy does. */
hsa_status_t copies_nothing(uint32_t count, const hsa_signal_t *after, hsa_signal_t done);

/* ---- Signals: signals.c, wait.c ----------------------------------------------------------------- */

static inline amd_signal_t *signal_of(hsa_signal_t handle) {
    return (amd_signal_t *)(uintptr_t)handle.handle;
}

int64_t signal_value(hsa_signal_t s);
void signal_subtract(hsa_signal_t s, int64_t value); /* the null signal is allowed */
bool signal_holds(hsa_signal_condition_t condition, int64_t value, int64_t compare);
void signal_times(hsa_signal_t s, uint64_t start, uint64_t end);

/* Whoever changes a signal rings; who waits for it sleeps until then. */
void wait_ring(const amd_signal_t *s);
void wait_ring_number(unsigned bell);             /* of the bell that has this number */
unsigned wait_bell_number(const amd_signal_t *s); /* below 256 */

/* Sleeps until `holds` does, or till that time (nanoseconds; UINT64_MAX: never); false: the time was up. `s` is the signal that
 * it depends on; NULL: several. */
typedef bool wait_test(void *ctx);
bool wait_until(const amd_signal_t *s, wait_test *holds, void *ctx, uint64_t till);

/* events.c: no function is called any more when this signal comes. */
void events_forget(hsa_signal_t s);

extern uint64_t signal_mailbox; /* kernels write to it when they change a signal */
void signals_start(void);

/* ---- Queues: queues.c, packets.c, dispatch.c ---------------------------------------------------- */

typedef struct queue {
    amd_queue_t shared; /* what clients and kernels see */
    agent *agent;
    void (*error)(hsa_status_t status, hsa_queue_t *source, void *data);
    void *error_data;
    hsa_signal_t doorbell;
    bool is_soft; /* somebody else processes its packets */
    bool has_thread;
    pthread_t thread;
    _Atomic int stop;
    int stop_launch;             /* the same, for the machine */
    hsa_status_t failure;        /* why nothing is executed any more */
    uint64_t fault_address;      /* of a memory fault */
    _Atomic bool is_told;        /* the callback has returned */
    _Atomic uint64_t last_words; /* behind the last packet that the callback has sent */
    hsa_signal_t *doomed;        /* of packets that were not executed; nobody has heard of it yet */
    size_t doomed_count;
} queue;

static inline queue *queue_of(const hsa_queue_t *q) {
    return (queue *)(uintptr_t)q;
}

void *queue_live(void *q); /* the thread of a queue */
void packets_rung(const amd_signal_t *doorbell, int64_t value);
/* Runs the kernel that a packet asks for; SUCCESS, or what the queue's callback is to be told; `message` says it in words. */
hsa_status_t dispatch_run(queue *q, const hsa_kernel_dispatch_packet_t *packet, char *message, size_t room);

/* ---- Answers to queries, into `value` and out of the function: a number; a structure, or several of a type ---- */

#define GIVES(type, what)                                                                                    \
    do {                                                                                                     \
        type given = (type)(what);                                                                           \
        memcpy(value, &given, sizeof given);                                                                 \
        return HSA_STATUS_SUCCESS;                                                                           \
    } while (0)
#define GIVES_ALL(type, ...)                                                                                 \
    do {                                                                                                     \
        const type given[] = {__VA_ARGS__};                                                                  \
        memcpy(value, given, sizeof given);                                                                  \
        return HSA_STATUS_SUCCESS;                                                                           \
    } while (0)

/* ---- What is said: log.c, report.c ---------------------------------------------------------------- */

extern bool log_on;
void log_start(void);
void log_line(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One line for a call, where somebody asked for a log. */
#define LOG(...)                                                                                             \
    do {                                                                                                     \
        if (log_on)                                                                                          \
            log_line(__func__, __VA_ARGS__);                                                                 \
    } while (0)
/* To standard error, always: what went wrong in the program under test. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Counts what an agent executes, where somebody wants a report. */
void report_start(agent *a);

#endif
