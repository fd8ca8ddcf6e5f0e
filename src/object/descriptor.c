/* SPDX-License-Identifier: MIT */
/* The 64-byte AMDHSA kernel descriptor and its .amdhsa_ directives: one table for both
   directions. */
#include "object.h"
#include "kernel_fields.h"

#include <stdio.h>
#include <string.h>

/* What a directive is, besides a field of the descriptor. */
enum {
    FIELD,
    VGPRS,   /* a number of registers that the field holds in granules */
    SGPRS,   /* likewise, together with the reserved ones */
    COUNT,   /* a field whose value follows from others unless it is given */
    RESERVED /* no field of its own: adds to SGPRS */
};

typedef struct directive {
    const char *name;     /* after ".amdhsa_" */
    uint8_t byte;         /* of the little-endian number that holds the field */
    uint8_t lowest, bits; /* in that number */
    uint8_t kind;
    uint8_t otherwise;  /* the value when it is not given */
    uint8_t user_sgprs; /* scalar registers that the loader fills, per unit of the value */
    const char *fact;   /* the directive exists where the architecture states this fact; NULL = everywhere */
    const char *sgprs;  /* RESERVED: the fact that holds the number of registers */
} directive;

/* Names and defaults: LLVM's AMDGPU usage guide, "AMDHSA Assembler Directives". The order is that
   of compilers' output. */
static const directive directives[] = {
    {"group_segment_fixed_size", KERNEL_GROUP_SIZE, FIELD, 0, 0, NULL, NULL},
    {"private_segment_fixed_size", KERNEL_PRIVATE_SIZE, FIELD, 0, 0, NULL, NULL},
    {"kernarg_size", KERNEL_KERNARG_SIZE, FIELD, 0, 0, NULL, NULL},
    {"user_sgpr_count", KERNEL_USER_SGPRS, COUNT, 0, 0, NULL, NULL},
    {"user_sgpr_private_segment_buffer", KERNEL_PRIVATE_SEGMENT_BUFFER, FIELD, 0, 4, NULL, NULL},
    {"user_sgpr_dispatch_ptr", KERNEL_DISPATCH_PTR, FIELD, 0, 2, NULL, NULL},
    {"user_sgpr_queue_ptr", KERNEL_QUEUE_PTR, FIELD, 0, 2, NULL, NULL},
    {"user_sgpr_kernarg_segment_ptr", KERNEL_KERNARG_PTR, FIELD, 0, 2, NULL, NULL},
    {"user_sgpr_dispatch_id", KERNEL_DISPATCH_ID, FIELD, 0, 2, NULL, NULL},
    {"user_sgpr_flat_scratch_init", KERNEL_FLAT_SCRATCH_INIT, FIELD, 0, 2, NULL, NULL},
    {"user_sgpr_private_segment_size", KERNEL_PRIVATE_SEGMENT_SIZE, FIELD, 0, 1, NULL, NULL},
    {"user_sgpr_kernarg_preload_length", KERNEL_PRELOAD_LENGTH, FIELD, 0, 1, "amdhsa_kernarg_preload", NULL},
    {"user_sgpr_kernarg_preload_offset", KERNEL_PRELOAD_OFFSET, FIELD, 0, 0, "amdhsa_kernarg_preload", NULL},
    {"uses_dynamic_stack", KERNEL_DYNAMIC_STACK, FIELD, 0, 0, NULL, NULL},
    {"system_sgpr_private_segment_wavefront_offset", KERNEL_WAVE_OFFSET, FIELD, 0, 0, NULL, NULL},
    {"system_sgpr_workgroup_id_x", KERNEL_GROUP_ID_X, FIELD, 1, 0, NULL, NULL},
    {"system_sgpr_workgroup_id_y", KERNEL_GROUP_ID_Y, FIELD, 0, 0, NULL, NULL},
    {"system_sgpr_workgroup_id_z", KERNEL_GROUP_ID_Z, FIELD, 0, 0, NULL, NULL},
    {"system_sgpr_workgroup_info", KERNEL_GROUP_INFO, FIELD, 0, 0, NULL, NULL},
    {"system_vgpr_workitem_id", KERNEL_ITEM_ID, FIELD, 0, 0, NULL, NULL},
    {"next_free_vgpr", KERNEL_VGPR_GRANULES, VGPRS, 0, 0, NULL, NULL},
    {"next_free_sgpr", KERNEL_SGPR_GRANULES, SGPRS, 0, 0, NULL, NULL},
    {"reserve_vcc", 0, 0, 1, RESERVED, 1, 0, NULL, "sgprs_for_vcc"},
    {"reserve_flat_scratch", 0, 0, 1, RESERVED, 1, 0, "amdhsa_reserve_flat_scratch",
     "sgprs_for_flat_scratch"},
    {"reserve_xnack_mask", 0, 0, 1, RESERVED, 0, 0, "sgprs_for_xnack_mask", "sgprs_for_xnack_mask"},
    {"float_round_mode_32", KERNEL_ROUND_32, FIELD, 0, 0, NULL, NULL},
    {"float_round_mode_16_64", KERNEL_ROUND_16_64, FIELD, 0, 0, NULL, NULL},
    {"float_denorm_mode_32", KERNEL_DENORM_32, FIELD, 0, 0, NULL, NULL},
    {"float_denorm_mode_16_64", KERNEL_DENORM_16_64, FIELD, 3, 0, NULL, NULL},
    {"dx10_clamp", KERNEL_DX10_CLAMP, FIELD, 1, 0, NULL, NULL},
    {"ieee_mode", KERNEL_IEEE, FIELD, 1, 0, NULL, NULL},
    {"fp16_overflow", KERNEL_FP16_OVERFLOW, FIELD, 0, 0, "amdhsa_fp16_overflow", NULL},
    {"exception_fp_ieee_invalid_op", KERNEL_EXCEPTION_INVALID, FIELD, 0, 0, NULL, NULL},
    {"exception_fp_denorm_src", KERNEL_EXCEPTION_DENORM, FIELD, 0, 0, NULL, NULL},
    {"exception_fp_ieee_div_zero", KERNEL_EXCEPTION_DIV_ZERO, FIELD, 0, 0, NULL, NULL},
    {"exception_fp_ieee_overflow", KERNEL_EXCEPTION_OVERFLOW, FIELD, 0, 0, NULL, NULL},
    {"exception_fp_ieee_underflow", KERNEL_EXCEPTION_UNDERFLOW, FIELD, 0, 0, NULL, NULL},
    {"exception_fp_ieee_inexact", KERNEL_EXCEPTION_INEXACT, FIELD, 0, 0, NULL, NULL},
    {"exception_int_div_zero", KERNEL_EXCEPTION_INT_DIV_ZERO, FIELD, 0, 0, NULL, NULL},
};
enum { DIRECTIVES = sizeof directives / sizeof *directives };
_Static_assert(DIRECTIVES <= sizeof((kernel_config *)0)->set, "kernel_config has a place per directive");

static bool exists(const gisa_isa *isa, const directive *d) {
    return !d->fact || gisa_fact(isa, d->fact, 0);
}

static int find(const char *name) {
    static const char prefix[] = ".amdhsa_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return -1;
    for (int i = 0; i < DIRECTIVES; i++)
        if (!strcmp(directives[i].name, name + sizeof prefix - 1))
            return i;
    return -1;
}

static int find_kind(int kind) {
    for (int i = 0; i < DIRECTIVES; i++)
        if (directives[i].kind == kind)
            return i;
    return -1;
}

static uint64_t load(const uint8_t *raw, unsigned byte, unsigned bytes_count) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes_count; i++)
        value |= (uint64_t)raw[byte + i] << 8 * i;
    return value;
}

/* Fields lie in numbers of 4 bytes, but for the last two, which are 2 bytes long. */
static unsigned bytes_of(const directive *d) {
    return d->byte >= PROPERTIES ? 2 : 4;
}

static uint64_t get_field(const uint8_t *raw, const directive *d) {
    return load(raw, d->byte, bytes_of(d)) >> d->lowest & (((uint64_t)1 << d->bits) - 1);
}

static void put_field(uint8_t *raw, const directive *d, uint64_t value) {
    uint64_t all = load(raw, d->byte, bytes_of(d)) | value << d->lowest;
    for (unsigned i = 0; i < bytes_of(d); i++)
        raw[d->byte + i] = (uint8_t)(all >> 8 * i);
}

const char *kernel_config_name(size_t i) {
    return i < DIRECTIVES ? directives[i].name : NULL;
}

const char *gisa_descriptor_line(const gisa_isa *isa, unsigned i) {
    if (!gisa_fact(isa, "vgpr_granule", 0)) /* nothing allocates registers: no kernels */
        return NULL;
    for (unsigned k = 0; k < DIRECTIVES; k++)
        if (exists(isa, &directives[k]) && !i--)
            return directives[k].name;
    return NULL;
}

bool kernel_config_field(size_t i, kernel_field *field) {
    if (i >= DIRECTIVES || !directives[i].bits || directives[i].kind == RESERVED)
        return false;
    const directive *d = &directives[i];
    *field = (kernel_field){d->byte, (uint8_t)bytes_of(d), d->lowest, d->bits,
                            d->kind == VGPRS || d->kind == SGPRS};
    return true;
}

/* ---- Directives to bytes ---- */

void kernel_config_init(kernel_config *k, const gisa_isa *isa) {
    *k = (kernel_config){.xnack = gisa_fact(isa, "xnack", 0) != 0};
    for (int i = 0; i < DIRECTIVES; i++)
        k->value[i] = directives[i].otherwise;
}

/* "...: not on gfx600; gfx700 and later" */
static const char *not_here(kernel_config *k, const gisa_isa *isa, const directive *d) {
    const gisa_isa *first = NULL;
    for (unsigned i = 0; gisa_at(i) && !first; i++)
        if (!strcmp(gisa_family(gisa_at(i)), gisa_family(isa)) && exists(gisa_at(i), d))
            first = gisa_at(i);
    if (first)
        snprintf(k->message, sizeof k->message, "not on %s; %s and later have it", gisa_name(isa),
                 gisa_name(first));
    else
        snprintf(k->message, sizeof k->message, "not on %s", gisa_name(isa));
    return k->message;
}

const char *kernel_config_set(kernel_config *k, const gisa_isa *isa, const char *name, int64_t value) {
    int i = find(name);
    if (i < 0)
        return "unknown directive; the .amdhsa_ directives are those of LLVM's AMDGPU usage guide";
    const directive *d = &directives[i];
    if (!exists(isa, d))
        return not_here(k, isa, d);
    if (k->set[i])
        return "given twice for this kernel";
    bool is_field = d->kind == FIELD || d->kind == COUNT || d->kind == RESERVED;
    uint64_t largest = is_field ? ((uint64_t)1 << d->bits) - 1 : UINT32_MAX;
    if (value < 0 || (uint64_t)value > largest) {
        snprintf(k->message, sizeof k->message, "%lld is out of range; expected 0 to %llu", (long long)value,
                 (unsigned long long)largest);
        return k->message;
    }
    if (!strcmp(d->name, "reserve_xnack_mask") && (value != 0) != k->xnack) {
        snprintf(k->message, sizeof k->message, "does not match the target, which asks for %d", k->xnack);
        return k->message;
    }
    k->set[i] = 1;
    k->value[i] = (uint64_t)value;
    return NULL;
}

/* VCC, XNACK_MASK and FLAT_SCRATCH are counted from the end of the allocated registers, each at its
 * fixed place: the one that lies farthest from the end decides. */
static uint64_t reserved_sgprs(const kernel_config *k, const gisa_isa *isa) {
    uint64_t most = 0;
    for (int i = 0; i < DIRECTIVES; i++) {
        const directive *d = &directives[i];
        if (d->kind != RESERVED)
            continue;
        bool wanted = !strcmp(d->name, "reserve_xnack_mask") ? k->xnack : k->value[i] != 0;
        uint64_t count = (uint64_t)gisa_fact(isa, d->sgprs, 0);
        if (wanted && count > most)
            most = count;
    }
    return most;
}

/* Registers are allocated in granules; the field holds their number less one, and 0 registers count
   as 1. */
static uint64_t granules(uint64_t registers, const gisa_isa *isa, const char *granule) {
    uint64_t size = (uint64_t)gisa_fact(isa, granule, 4);
    return (registers ? registers - 1 : 0) / size;
}

static const char *too_many(kernel_config *k, const char *what, uint64_t wanted, uint64_t most) {
    snprintf(k->message, sizeof k->message, "%llu %s; there are %llu", (unsigned long long)wanted, what,
             (unsigned long long)most);
    return k->message;
}

static const char *finish_registers(kernel_config *k, const gisa_isa *isa) {
    int vgprs = find_kind(VGPRS), sgprs = find_kind(SGPRS);
    if (!k->set[vgprs])
        return ".amdhsa_next_free_vgpr is missing";
    if (!k->set[sgprs])
        return ".amdhsa_next_free_sgpr is missing";
    uint64_t vgpr_limit = (uint64_t)gisa_fact(isa, "vgprs", 256);
    if (k->value[vgprs] > vgpr_limit)
        return too_many(k, "vector registers", k->value[vgprs], vgpr_limit);
    uint64_t own = k->value[sgprs], reserved = reserved_sgprs(k, isa);
    uint64_t limit = (uint64_t)gisa_fact(isa, "sgprs", 104);
    bool together = gisa_fact(isa, "sgprs_include_reserved", 0);
    if (together ? own + reserved > limit : own > limit)
        return too_many(k, together ? "scalar registers with the reserved ones" : "scalar registers",
                        together ? own + reserved : own, limit);
    put_field(k->raw, &directives[vgprs], granules(k->value[vgprs], isa, "vgpr_granule"));
    uint64_t all = (uint64_t)gisa_fact(isa, "sgprs_allocated", (int64_t)(own + reserved));
    put_field(k->raw, &directives[sgprs], granules(all, isa, "sgpr_granule"));
    return NULL;
}

static const char *finish_user_sgprs(kernel_config *k) {
    int count = find_kind(COUNT);
    uint64_t implied = 0;
    for (int i = 0; i < DIRECTIVES; i++)
        implied += k->value[i] * directives[i].user_sgprs;
    if (!k->set[count])
        k->value[count] = implied;
    if (k->value[count] < implied) {
        snprintf(k->message, sizeof k->message, "user_sgpr_count is %llu, but %llu are enabled",
                 (unsigned long long)k->value[count], (unsigned long long)implied);
        return k->message;
    }
    uint64_t most = ((uint64_t)1 << directives[count].bits) - 1;
    if (k->value[count] > most)
        return too_many(k, "user scalar registers", k->value[count], most);
    put_field(k->raw, &directives[count], k->value[count]);
    return NULL;
}

const char *kernel_config_finish(kernel_config *k, const gisa_isa *isa) {
    memset(k->raw, 0, sizeof k->raw);
    const char *wrong = finish_registers(k, isa);
    if (!wrong)
        wrong = finish_user_sgprs(k);
    for (int i = 0; i < DIRECTIVES && !wrong; i++)
        if (directives[i].kind == FIELD)
            put_field(k->raw, &directives[i], k->value[i]);
    return wrong;
}

/* ---- Bytes to directives ---- */

/* The register count to write for a field. Any count of the same granules would do; this is the
 * largest, with everything reserved that is reserved unless the source says otherwise. */
static uint64_t registers_for(const kernel_config *k, const gisa_isa *isa, const directive *d,
                              uint64_t field) {
    if (d->kind == VGPRS)
        return (field + 1) * (uint64_t)gisa_fact(isa, "vgpr_granule", 4);
    uint64_t all = (field + 1) * (uint64_t)gisa_fact(isa, "sgpr_granule", 8);
    uint64_t reserved = reserved_sgprs(k, isa), limit = (uint64_t)gisa_fact(isa, "sgprs", 104);
    uint64_t own = all > reserved ? all - reserved : 0;
    return own < limit ? own : limit;
}

bool kernel_config_print(bytes *out, const gisa_isa *isa, const char *name, const uint8_t raw[64]) {
    kernel_config k;
    kernel_config_init(&k, isa);
    bytes text = {0};
    bytes_format(&text, "\t.amdhsa_kernel %s\n", name);
    for (int i = 0; i < DIRECTIVES; i++) {
        const directive *d = &directives[i];
        if (!exists(isa, d))
            continue;
        /* The target id decides about XNACK; flat scratch, which is reserved here, reaches
           farther. */
        if (d->kind == RESERVED && !strcmp(d->name, "reserve_xnack_mask"))
            continue;
        if (d->kind != RESERVED)
            k.value[i] = get_field(raw, d);
        if (d->kind == VGPRS || d->kind == SGPRS)
            k.value[i] = registers_for(&k, isa, d, k.value[i]);
        k.set[i] = 1;
        bytes_format(&text, "\t\t.amdhsa_%s %llu\n", d->name, (unsigned long long)k.value[i]);
    }
    bytes_text(&text, "\t.end_amdhsa_kernel\n");
    bool same = !kernel_config_finish(&k, isa) && !memcmp(k.raw, raw, ENTRY) &&
                !memcmp(k.raw + ENTRY + ENTRY_SIZE, raw + ENTRY + ENTRY_SIZE, 64 - ENTRY - ENTRY_SIZE);
    if (same)
        bytes_append(out, text.data, text.size);
    out->failed |= text.failed;
    bytes_free(&text);
    return same;
}
