/* SPDX-License-Identifier: MIT */
/* The reference for addresses: AMD's ISA manuals, CLRX, Mesa, PAL. */
#include "model.h"

static bool in_range(unsigned gen, const request *a, uint32_t index, uint32_t offset, uint64_t byte) {
    uint64_t room = a->soffset > a->records ? 0 : (uint64_t)a->records - a->soffset;
    switch (gen) {
    case GFX6:
    case GFX7:
        if (a->stride == 0)
            return byte < room;
        return index < a->records && (!(a->idxen || a->add_tid) || offset < a->stride);
    case GFX8:
        if (a->stride == 0 || !a->swizzle)
            return byte < room;
        return index < a->records && offset < a->stride;
    default:
        if (a->add_tid && !a->idxen)
            return true;
        if (!a->idxen || a->stride == 0)
            return (uint64_t)offset + 4 * a->dword < room;
        return index < a->records;
    }
}

/* Virtual addresses have 48 bits, and so wrap around. */
static const uint64_t addresses = UINT64_C(1) << 48;

answer model_address(unsigned gen, const request *a) {
    uint32_t index = (a->idxen ? a->vaddr[0] : 0) + (a->add_tid ? a->lane : 0);
    uint32_t offset = (a->offen ? a->vaddr[a->idxen ? 1 : 0] : 0) + a->offset;
    uint64_t here = (uint64_t)offset + 4 * a->dword, stride = a->stride, byte;
    if (a->addr64)
        return (answer){true, (a->base + (a->vaddr[0] + (uint64_t)a->vaddr[1] * 0x100000000) + a->soffset +
                               a->offset + 4 * a->dword) %
                                  addresses};
    if (gen >= GFX8 && a->add_tid && !a->typed)
        stride += a->data_format * 16384;
    if (a->swizzle) {
        uint64_t e = gen == GFX9 ? 4 : a->element, n = a->index_stride;
        byte = (index / n * stride + here / e * e) * n + index % n * e + here % e;
    } else
        byte = here + index * stride;
    return (answer){in_range(gen, a, index, offset, byte), (a->base + a->soffset + byte) % addresses};
}
