/* SPDX-License-Identifier: MIT */
/* gisa info with a shader binary of the PS4: its stage, what a game sets before it begins, and the
   registers that its header states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd.h"
#include "info.h"

enum { COLUMN_WHAT = 20, COLUMN_VALUE = 30, MOST_BYTES = 1 << 24 };

static void row(page *p, const char *what, const char *format, unsigned long long value) {
    page_to(p, 2);
    page_put(p, INK_PLAIN, what);
    page_to(p, COLUMN_WHAT);
    page_format(p, INK_PLAIN, format, value);
    page_end_line(p);
}

static void put_about(page *p, const gisa_sb_info *info) {
    row(p, "code", "%llu bytes", info->code_size);
    if (info->has_header && info->constants)
        row(p, "constants", "%llu bytes", info->constants);
    if (info->has_header && info->scratch)
        row(p, "private memory", "%llu dwords for each lane", info->scratch);
    if (info->has_footer) {
        row(p, "footer", "version %llu", info->version);
        row(p, "hash", "0x%016llx", info->hash);
        row(p, "CRC-32", "0x%08llx", info->crc);
    }
}

static void put_slot(page *p, const gisa_sb_slot *slot) {
    page_to(p, 2);
    if (slot->first >= 16)
        page_format(p, INK_PLAIN, "extended %u", slot->first - 16);
    else if (slot->count > 1)
        page_format(p, INK_PLAIN, "s[%u:%u]", slot->first, slot->first + slot->count - 1);
    else
        page_format(p, INK_PLAIN, "s%u", slot->first);
    page_to(p, COLUMN_WHAT);
    page_format(p, INK_STRONG, "%s", *slot->usage ? slot->usage : "of unknown use");
    page_format(p, INK_PLAIN, " %u%s", slot->number,
                slot->resource == 'T'   ? ", a T#"
                : slot->resource == 'V' ? ", a V#"
                                        : "");
    page_end_line(p);
}

static void put_slots(page *p, const gisa_sb_info *info) {
    gisa_sb_slot slot;
    for (unsigned i = 0; gisa_sb_slot_at(info, i, &slot) == GISA_OK; i++) {
        if (!i)
            page_heading(p, "User data, in scalar registers before it begins");
        put_slot(p, &slot);
    }
}

static void put_registers(page *p, const gisa_sb_info *info) {
    const char *name;
    uint32_t value;
    for (unsigned i = 0; gisa_sb_register_at(info, i, &name, &value) == GISA_OK; i++) {
        if (!i)
            page_heading(p, "Registers of the stage");
        page_to(p, 2);
        page_put(p, INK_PLAIN, name);
        page_to(p, COLUMN_VALUE);
        page_format(p, INK_PLAIN, "0x%08x", (unsigned)value);
        page_end_line(p);
    }
}

static void show(question *q, const gisa_sb_info *info) {
    page *p = &q->page;
    page_put(p, INK_STRONG, q->name);
    page_format(p, INK_FAINT, "  a shader of the PS4, stage %s%s%s", *info->stage ? info->stage : "unknown",
                info->isa ? ", for " : "", info->isa ? gisa_name(info->isa) : "");
    page_end_line(p);
    put_about(p, info);
    put_slots(p, info);
    put_registers(p, info);
}

/* Words of the spec are no files, and large files are something else. */
static bool may_be(const question *q) {
    struct stat st;
    return q->exact && strpbrk(q->name, "./") && stat(q->name, &st) == 0 && S_ISREG(st.st_mode) &&
           st.st_size < MOST_BYTES;
}

bool info_sb(question *q) {
    void *data;
    size_t size;
    gisa_sb_info info;
    gisa_error error = {.message = ""};
    if (!may_be(q) || !cmd_read_file(q->name, &data, &size))
        return false;
    const gisa_status status = gisa_sb_read(data, size, &info, &error);
    if (status == GISA_OK)
        show(q, &info);
    else if (status != GISA_STATUS_END) {
        fprintf(stderr, "%s:0x%x: error: %s\n", q->name, (unsigned)error.offset, error.message);
        q->failed = true;
    }
    free(data);
    return status != GISA_STATUS_END;
}
