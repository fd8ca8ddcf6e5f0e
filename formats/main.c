/* SPDX-License-Identifier: MIT */
/* formats FOLDER: writes descriptions of file formats for Kaitai Struct and ImHex, from the tables
 * by which gisa reads and writes these files. */
#include "formats.h"

static bool write_file(const char *folder, const char *name, void (*put)(FILE *out)) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (out)
        put(out);
    if (out && !ferror(out) && !fclose(out))
        return true;
    perror(path);
    return false;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: formats FOLDER\n");
        return 2;
    }
    return !(write_file(argv[1], "gxp.ksy", kaitai_gxp) &&
             write_file(argv[1], "amdgpu_kernel_descriptor.ksy", kaitai_kernel) &&
             write_file(argv[1], "gxp.hexpat", imhex_gxp) &&
             write_file(argv[1], "amdgpu_kernel_descriptor.hexpat", imhex_kernel));
}
