/* SPDX-License-Identifier: MIT */
/* A file as part 12 of the public interface shows it: its sections, and what file_code.c and
 * file_kernels.c found in it. */
#ifndef GISA_FILE_H
#define GISA_FILE_H

#include "kernels.h"
#include "object.h"

typedef struct file_kernel {
    int symbol; /* in object.symbols: that of its descriptor */
    char *name;
    const kernel_metadata *known; /* NULL: no metadata speak of it */
    uint64_t entry;               /* the address of its code, if has_entry */
    bool has_entry;
} file_kernel;

struct gisa_file {
    gisa_file_info info;
    object o; /* of an ELF file */
    gisa_gxp *shader;
    gisa_file_section own[2]; /* of other files; as many as own_count */
    unsigned own_count;
    gisa_file_code *codes;
    size_t code_count;
    kernel_list metadata;
    file_kernel *kernels;
    size_t kernel_count;
};

/* GISA_OK or GISA_STATUS_NO_MEMORY; they fill in codes, and metadata and kernels. */
gisa_status file_find_codes(gisa_file *f);
gisa_status file_find_kernels(gisa_file *f);

#endif
