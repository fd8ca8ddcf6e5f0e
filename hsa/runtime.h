/* SPDX-License-Identifier: MIT */
/* What the parts of the HSA runtime know of each other. The interface itself is in the headers of
 * libhsa-runtime-dev; what is executed, in gisa_machine.h. */
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

/* ---- Agents, their memory and instruction sets: agents.c, pools.c ---------------------------- */

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
    struct queue *cooperative; /* NULL: there is none; see queues.c */
    uint64_t *executed;        /* how often each form has been executed, where somebody wants a report */
    uint64_t waits;            /* how often work-groups were set aside because they waited */
    uint32_t *executed_order;  /* room for as many, for the report */
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

/* ---- The state of the library: system.c ------------------------------------------------------ */

bool runtime_is_open(void);
uint64_t now(void); /* nanoseconds: the ticks of all timestamps */
/* Tells the handler of system events, if there is one, of an address that a kernel may not
   touch. */
void system_tell_fault(const agent *a, uint64_t address);
bool is_forked(void); /* a child of the process that began: its threads are not here */

#define MUST_BE_OPEN                                                                                         \
    do {                                                                                                     \
        if (!runtime_is_open())                                                                              \
            return HSA_STATUS_ERROR_NOT_INITIALIZED;                                                         \
    } while (0)

/* Threads of the runtime take no signals of the program's. */
bool start_thread(pthread_t *thread, void *(*life)(void *), void *argument);

/* ---- Memory that kernels may touch: memory.c ------------------------------------------------- */

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
/* Memory of the runtime's that it shares with kernels and never takes back, and which part of it
   these may write. */
typedef struct part {
    size_t start, size; /* size 0: nothing */
} part;
#define ALL_OF_IT                                                                                            \
    { 0, SIZE_MAX }
bool memory_share(void *start, size_t size, const part *writable, const char *name);
/* Where the host finds what kernels have at this address. */
void *memory_host(const void *address);
/* Runs `work` when no kernel runs that may still touch what it frees. */
void memory_later(void (*work)(void *what), void *what);
/* All that programs have allocated or locked and kernels may write: at which address, and where the
   host finds it. */
void memory_each(void (*each)(void *ctx, uint64_t address, void *at, size_t size), void *ctx);
void memory_kernel_begins(void);
void memory_kernel_ends(void);

/* svm.c: what was known of these pages is of memory that is gone. */
void svm_forget(uint64_t start, uint64_t size);
/* copies.c: only waits until those signals are 0, then changes `done` as a copy does. */
hsa_status_t copies_nothing(uint32_t count, const hsa_signal_t *after, hsa_signal_t done);

/* hostmaps.c: what the host itself may do with these bytes. */
typedef enum host_access { HOST_NONE, HOST_READS, HOST_WRITES } host_access;
host_access host_may(uint64_t start, uint64_t end);

/* ---- Things with handles: handles.c ---------------------------------------------------------- */

/* What the runtime's part of each thing begins with. */
typedef struct handle_head {
    struct handle_head *next_free;
    _Atomic bool is_open; /* it is found */
} handle_head;

typedef struct handle_table {
    const char *name;
    size_t shared_size, own_size, most, step; /* of the two parts; how many at most, and made at a time */
    part writable;                            /* by kernels, of `step` shared parts */
    pthread_mutex_t lock;                     /* of what follows */
    uint8_t *_Atomic shared;
    uint8_t *own;
    size_t count;
    handle_head *free,
        *last_free; /* the one that has been free for longest is used first: a handle of one that is gone is
                                      not soon that of another one */
} handle_table;

/* The runtime's part of a new one, not to be found yet, as the last user has left it; NULL: no
   memory. */
void *handle_new(handle_table *t);
void handle_open(void *own);                               /* from now on it is found, */
bool handle_close(void *own);                              /* and no more; false: it was not */
void handle_free(handle_table *t, void *own);              /* it is closed */
void *handle_find(const handle_table *t, uint64_t handle); /* the runtime's part; NULL: there is none */
void *handle_shared(const handle_table *t,
                    const void *own); /* the kernels' part: its address is the handle */

/* ---- Signals: signals.c, wait.c -------------------------------------------------------------- */

struct queue;

/* Of the amd_signal_t that kernels have, the runtime reads the value and nothing else. */
typedef struct own_signal {
    handle_head head;
    struct queue *rings; /* whose doorbell it is */
    _Atomic uint64_t start, end;
} own_signal;

own_signal *signal_find(hsa_signal_t handle); /* NULL: there is none */
amd_signal_t *signal_shared(const own_signal *s);
bool signal_is_wrong(hsa_signal_t handle);                           /* neither null nor a signal */
bool signals_are_wrong(uint32_t count, const hsa_signal_t *handles); /* one of them */
/* No doorbell can be destroyed by the functions of the interface. */
hsa_status_t signal_make_doorbell(struct queue *q, hsa_signal_t *out);
void signal_drop(hsa_signal_t handle);

/* Of one that is not there, or not any more: 0. */
int64_t signal_value(hsa_signal_t s);
void signal_subtract(hsa_signal_t s, int64_t value); /* where it is there */
bool signal_holds(hsa_signal_condition_t condition, int64_t value, int64_t compare);
void signal_times(hsa_signal_t s, uint64_t start, uint64_t end);
hsa_status_t signal_tell_times(hsa_signal_t s, uint64_t *start, uint64_t *end);

/* A thread that waits for a signal sleeps until another one changes it. A signal is named by its
   address, whether it exists or not. */
void wait_ring(uint64_t handle);
void wait_ring_number(unsigned bell);       /* of the bell that has this number */
unsigned wait_bell_number(uint64_t handle); /* below 256 */

/* Sleeps until `holds` does, or till that time (nanoseconds; UINT64_MAX: never); false: the time
 * was up. `s` is the signal that it depends on; 0: several. */
typedef bool wait_test(void *ctx);
bool wait_until(uint64_t s, wait_test *holds, void *ctx, uint64_t till);

/* events.c: no function is called any more when this signal comes. */
void events_forget(hsa_signal_t s);

extern uint64_t signal_mailbox; /* kernels write to it when they change a signal */
void signals_start(void);

/* ---- Queues: queues.c, packets.c, dispatch.c ------------------------------------------------- */

/* What the runtime goes by. What clients and kernels see of it, an amd_queue_t, it writes and does
   not read. */
typedef struct queue {
    handle_head head;
    amd_queue_t *shared;
    uint8_t *ring; /* packets: kernels may write there */
    uint32_t size;
    _Atomic uint64_t read; /* the number of the next packet */
    agent *agent;
    unsigned owners; /* how often it has been created, and not destroyed */
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
    _Atomic uint64_t last_words; /* after the last packet that the callback has sent */
    hsa_signal_t *doomed;        /* of packets that were not executed; not reported yet */
    size_t doomed_count;
} queue;

void queue_set_read(queue *q, uint64_t index); /* and lets everyone see it */
void *queue_live(void *q);                     /* the thread of a queue */
void packets_rung(queue *q, int64_t value);
/* True: the callback of this queue is running, on this thread or, where `elsewhere`, on another
   one. */
bool packets_is_telling(const queue *q, bool elsewhere);
/* The queue is gone: its callback, which runs on this thread, leaves it alone from now on. */
void packets_forget(void);
/* Runs the kernel that a packet asks for; SUCCESS, or what the queue's callback is to be told;
 * `message` says it in words. `packet` is a private copy; kernels find it at
 * `place`. */
hsa_status_t dispatch_run(queue *q, const hsa_kernel_dispatch_packet_t *packet, const void *place,
                          char *message, size_t room);

/* ---- Answers to queries, into `value` and out of the function: a number; structures --------- */

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

/* ---- What is said: log.c, report.c ----------------------------------------------------------- */

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

/* ---- Checks, profiles, the debugger: tools.c, hsa/tools/ ------------------------------------- */

void tools_start(void); /* opens what the environment asks for */
/* Runs a launch, in such a tool where there is one. */
gisa_status tools_run(const agent *a, const hsa_kernel_dispatch_packet_t *packet, const gisa_kernel *kernel,
                      const gisa_launch *launch, gisa_result *result);
void tools_loaded(const agent *a, const gisa_loaded *loaded, const void *file, size_t size);
void tools_unloads(const agent *a, const gisa_loaded *loaded);
void tools_allocated(const void *start, size_t size, const char *name); /* the name stays */
void tools_freed(const void *start);
/* The time that a kernel reads on this thread; false: the host's. */
bool tools_clock(const agent *a, uint64_t *time);
void tools_asks(const agent *a); /* a kernel has sent a message to the host on this thread */

#endif
