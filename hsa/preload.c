/* SPDX-License-Identifier: MIT */
/* What `gisa-hsa` preloads, for programs that look for a GPU's driver before they ask the HSA
 * runtime (rocminfo does): they find /dev/kfd, and amdgpu among the modules of the kernel.
 * Everything else is passed on. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *instead_of(const char *path) {
    return path && strcmp(path, "/dev/kfd") == 0 ? "/dev/null" : path;
}

typedef int open_function(const char *path, int flags, ...);

static int pass_on(const char *name, const char *path, int flags, unsigned mode) {
    open_function *next;
    *(void **)&next = dlsym(RTLD_NEXT, name);
    return next(instead_of(path), flags, mode);
}

static int takes_mode(int flags) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
}

int open(const char *path, int flags, ...) {
    unsigned mode = 0;
    va_list list;
    va_start(list, flags);
    if (takes_mode(flags))
        mode = va_arg(list, unsigned);
    va_end(list);
    return pass_on("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    unsigned mode = 0;
    va_list list;
    va_start(list, flags);
    if (takes_mode(flags))
        mode = va_arg(list, unsigned);
    va_end(list);
    return pass_on("open64", path, flags, mode);
}

FILE *popen(const char *command, const char *type) {
    FILE *(*next)(const char *, const char *);
    *(void **)&next = dlsym(RTLD_NEXT, "popen");
    return next(command && strcmp(command, "lsmod | grep amdgpu") == 0 ? "echo amdgpu" : command, type);
}
