/* SPDX-License-Identifier: MIT */
/* Where the fields of a kernel descriptor are. Names and places: LLVM's AMDGPU usage guide, "AMDHSA
 * Kernel Descriptor". What version 2 has of them is at other bytes (kernel_head.c), but for the
 * numbers COMPUTE_PGM_RSRC1 and 2 and the properties. */
#ifndef GISA_KERNEL_FIELDS_H
#define GISA_KERNEL_FIELDS_H

/* Bytes: the numbers that fields lie in. */
enum { ENTRY = 16, ENTRY_SIZE = 8, RSRC1 = 48, RSRC2 = 52, PROPERTIES = 56, PRELOAD = 58 };

/* Each field: the byte of the little-endian number that holds it, its lowest bit in that number,
   its bits. */
#define KERNEL_GROUP_SIZE 0, 0, 32
#define KERNEL_PRIVATE_SIZE 4, 0, 32
#define KERNEL_KERNARG_SIZE 8, 0, 32
#define KERNEL_VGPR_GRANULES RSRC1, 0, 6 /* less one */
#define KERNEL_SGPR_GRANULES RSRC1, 6, 4 /* less one */
#define KERNEL_ROUND_32 RSRC1, 12, 2
#define KERNEL_ROUND_16_64 RSRC1, 14, 2
#define KERNEL_DENORM_32 RSRC1, 16, 2
#define KERNEL_DENORM_16_64 RSRC1, 18, 2
#define KERNEL_DX10_CLAMP RSRC1, 21, 1
#define KERNEL_IEEE RSRC1, 23, 1
#define KERNEL_FP16_OVERFLOW RSRC1, 26, 1
#define KERNEL_WAVE_OFFSET RSRC2, 0, 1
#define KERNEL_USER_SGPRS RSRC2, 1, 5
#define KERNEL_GROUP_ID_X RSRC2, 7, 1
#define KERNEL_GROUP_ID_Y RSRC2, 8, 1
#define KERNEL_GROUP_ID_Z RSRC2, 9, 1
#define KERNEL_GROUP_INFO RSRC2, 10, 1
#define KERNEL_ITEM_ID RSRC2, 11, 2
#define KERNEL_EXCEPTION_INVALID RSRC2, 24, 1
#define KERNEL_EXCEPTION_DENORM RSRC2, 25, 1
#define KERNEL_EXCEPTION_DIV_ZERO RSRC2, 26, 1
#define KERNEL_EXCEPTION_OVERFLOW RSRC2, 27, 1
#define KERNEL_EXCEPTION_UNDERFLOW RSRC2, 28, 1
#define KERNEL_EXCEPTION_INEXACT RSRC2, 29, 1
#define KERNEL_EXCEPTION_INT_DIV_ZERO RSRC2, 30, 1
/* Scalar registers that a wave begins with, in this order. */
#define KERNEL_PRIVATE_SEGMENT_BUFFER PROPERTIES, 0, 1
#define KERNEL_DISPATCH_PTR PROPERTIES, 1, 1
#define KERNEL_QUEUE_PTR PROPERTIES, 2, 1
#define KERNEL_KERNARG_PTR PROPERTIES, 3, 1
#define KERNEL_DISPATCH_ID PROPERTIES, 4, 1
#define KERNEL_FLAT_SCRATCH_INIT PROPERTIES, 5, 1
#define KERNEL_PRIVATE_SEGMENT_SIZE PROPERTIES, 6, 1
#define KERNEL_GROUP_COUNT_X PROPERTIES, 7, 1 /* of version 2, as the next two */
#define KERNEL_GROUP_COUNT_Y PROPERTIES, 8, 1
#define KERNEL_GROUP_COUNT_Z PROPERTIES, 9, 1
#define KERNEL_DYNAMIC_STACK PROPERTIES, 11, 1
#define KERNEL_PRELOAD_LENGTH PRELOAD, 0, 7
#define KERNEL_PRELOAD_OFFSET PRELOAD, 7, 9

/* Of a field: its byte; its lowest bit; a mask of it in the number that holds it; its value
   there. */
#define KERNEL_BYTE_(byte, at, bits) (byte)
#define KERNEL_AT_(byte, at, bits) (at)
#define KERNEL_MASK_(byte, at, bits) ((uint32_t)((UINT64_C(1) << (bits)) - 1) << (at))
#define KERNEL_BYTE(...) KERNEL_BYTE_(__VA_ARGS__)
#define KERNEL_AT(...) KERNEL_AT_(__VA_ARGS__)
#define KERNEL_MASK(...) KERNEL_MASK_(__VA_ARGS__)
#define KERNEL_FIELD(number, ...) (((number)&KERNEL_MASK(__VA_ARGS__)) >> KERNEL_AT(__VA_ARGS__))

#endif
