/* SPDX-License-Identifier: MIT */
/* Reads what stands at a kernel's address, of both kinds. Where their fields are: LLVM's AMDGPU
 * usage guide ("Kernel Descriptor"; of LLVM 14 also "Code Object V2"), and amd_kernel_code_t in the
 * header amd_hsa_kernel_code.h. */
#include "core/load.h"
#include "elf_types.h"
#include "kernel_head.h"
#include "kernel_fields.h"

#include <string.h>

typedef struct layout {
    unsigned size;
    unsigned group_size, private_size, kernarg_size; /* offsets */
    unsigned align_at;                  /* of the logarithm of the alignment; 0 = it is not said */
    uint32_t properties, dynamic_stack; /* the bits of the number at PROPERTIES that mean something */
} layout;

static const layout layouts[] = {
    {64, KERNEL_BYTE(KERNEL_GROUP_SIZE), KERNEL_BYTE(KERNEL_PRIVATE_SIZE), KERNEL_BYTE(KERNEL_KERNARG_SIZE),
     0, KERNEL_MASK(KERNEL_GROUP_COUNT_X) - 1, KERNEL_MASK(KERNEL_DYNAMIC_STACK)},
    {256, 64, 60, 72, 100, 2 * KERNEL_MASK(KERNEL_GROUP_COUNT_Z) - 1, 1u << 20},
};
/* Of version 2: the version of the structure, and the size of private memory's elements among the
   properties. */
enum { V2_MAJOR = 1, V2_ELEMENT_AT = 17, V2_ELEMENT_4 = 1 };

enum { USUAL_ALIGN = 16 }; /* of arguments, HSA */

bool kernel_head_is_v2(const object *o) {
    return o->os_abi == OBJECT_OS_ABI_HSA && o->abi_version == 0;
}

bool kernel_head_has(const object *o, const symbol *s) {
    size_t size = strlen(s->name);
    if (kernel_head_is_v2(o))
        return s->type == OBJECT_STT_KERNEL;
    return size > 3 && strcmp(s->name + size - 3, ".kd") == 0;
}

unsigned kernel_head_size(bool v2) {
    return layouts[v2].size;
}

const char *kernel_head_read(kernel_head *h, const void *raw, bool v2) {
    const layout *l = &layouts[v2];
    const uint8_t *at = raw;
    uint32_t properties = load32(at + PROPERTIES);
    *h = (kernel_head){.group_size = load32(at + l->group_size),
                       .private_size = load32(at + l->private_size),
                       .kernarg_size = load32(at + l->kernarg_size),
                       .kernarg_align = USUAL_ALIGN,
                       .rsrc1 = load32(at + RSRC1),
                       .rsrc2 = load32(at + RSRC2),
                       .properties = properties & l->properties,
                       .dynamic_stack = properties & l->dynamic_stack};
    h->entry = (int64_t)load64(at + ENTRY);
    if (l->align_at && at[l->align_at] > 4 && at[l->align_at] < 16)
        h->kernarg_align = 1u << at[l->align_at];
    if (!v2)
        return NULL;
    if (load32(at) != V2_MAJOR)
        return "the kernel's amd_kernel_code_t is of an unknown version";
    if (h->properties & KERNEL_MASK(KERNEL_PRIVATE_SEGMENT_BUFFER) && h->private_size &&
        (properties >> V2_ELEMENT_AT & 3) != V2_ELEMENT_4)
        return "the kernel wants private memory in elements of other than 4 bytes, which is not done yet";
    return NULL;
}
