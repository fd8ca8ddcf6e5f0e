/* SPDX-License-Identifier: MIT */
/* What the tests of the HSA runtime share: a GPU, its memory, and kernels on it. */
#ifndef TEST_HSA_H
#define TEST_HSA_H

#include <stdbool.h>
#include <stdint.h>

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>

extern unsigned passed, failed;

void ok_at(bool good, const char *what, const char *file, int line);
#define OK(good, what) ok_at(good, what, __FILE__, __LINE__)
#define IS(call, status) ok_at((int)(call) == (int)(status), #call " is " #status, __FILE__, __LINE__)
#define DONE(call) IS(call, HSA_STATUS_SUCCESS)

/* The first GPU, and what main.c finds of it. */
typedef struct gpu {
    hsa_agent_t host, agent;
    char name[64];
    hsa_amd_memory_pool_t local, fine, kernarg, lds;
    hsa_executable_t executable;
    const void *file; /* the code object */
    size_t file_size;
    const void *external; /* one with a variable of the host's; NULL: not given */
    size_t external_size;
    const char *versions; /* the directory of tests/engine/versions/build.sh; NULL: not given */
} gpu;

extern gpu g;

const void *read_file(const char *name, size_t *size); /* NULL: there is none; free() it */
uint64_t milliseconds(void);
uint64_t timestamp(void); /* of the system: what times of packets and copies are in */
void *memory(hsa_amd_memory_pool_t pool, size_t size); /* zeros; never NULL */
hsa_queue_t *new_queue(void (*callback)(hsa_status_t, hsa_queue_t *, void *), void *data);
hsa_signal_t new_signal(int64_t value);
int64_t wait_zero(hsa_signal_t signal); /* 10 s at most; the value then */

uint64_t kernel_named(const char *name);
/* Puts a packet into the queue and rings. `group_size`: of LDS. */
void dispatch(hsa_queue_t *queue, const char *kernel, uint32_t groups, void *arguments, uint32_t lds,
              hsa_signal_t done);
/* Any packet: its header is written last. */
void submit(hsa_queue_t *queue, const void *packet, uint16_t header);

void test_agents(void);
void test_signals(void);
void test_memory(void);
void test_executables(void);
void test_code_objects(void);
void test_versions(void);
void test_exports_closed(void); /* before hsa_init */
void test_exports(void);
void test_queues(void);
void test_soft(void);
void test_crowd(void);
void test_groups(void);
void test_faults(void);
void test_hostile(void);
void test_svm(void);
void test_images(void);
void test_refused(void);

#endif
