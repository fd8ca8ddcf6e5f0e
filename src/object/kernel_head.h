/* SPDX-License-Identifier: MIT */
/* What stands at the address that a dispatch packet names as its kernel: from code object version 3
 * on a descriptor of 64 bytes (NAME.kd), in version 2 an amd_kernel_code_t of 256 bytes before
 * the code (NAME, STT_AMDGPU_HSA_KERNEL). */
#ifndef GISA_KERNEL_HEAD_H
#define GISA_KERNEL_HEAD_H

#include "object.h"

typedef struct kernel_head {
    int64_t entry; /* distance to the code */
    uint32_t group_size, private_size, kernarg_size;
    uint32_t kernarg_align;
    uint32_t rsrc1, rsrc2, properties; /* see kernel_fields.h */
    bool dynamic_stack;
} kernel_head;

/* Whether the kernels of an object are those of version 2. */
bool kernel_head_is_v2(const object *o);
/* Whether the symbol of an object stands for a kernel. */
bool kernel_head_has(const object *o, const symbol *s);
/* Bytes at such a symbol. */
unsigned kernel_head_size(bool v2);
/* NULL = done; otherwise a sentence: what is wrong. */
const char *kernel_head_read(kernel_head *h, const void *raw, bool v2);

#endif
