/* SPDX-License-Identifier: MIT */
/* From where the program has called the runtime: by glibc's backtrace, with names and lines by
 * elfutils' libdwfl where gisa was built with it, else by the dynamic linker. */
#include "callers.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <execinfo.h>

static const void *file_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* What allocates for this library is the runtime. */
static const void *runtime_file(void) {
    const void *function = dlsym(RTLD_DEFAULT, "hsa_init");
    return function ? file_of(function) : NULL;
}

const void *caller_now(void) {
    enum { DEEPEST = 40 };
    void *frame[DEEPEST];
    const int count = backtrace(frame, DEEPEST);
    const void *program = file_of((const void *)(uintptr_t)getauxval(AT_ENTRY));
    const void *own = file_of((const void *)(uintptr_t)caller_now), *runtime = NULL, *other = NULL;
    for (int i = 0; i < count; i++) {
        const void *file = file_of(frame[i]);
        if (file && file == program)
            return frame[i];
        if (!runtime && file != own) /* what has called this library */
            runtime = file;
        if (!other && file && file != own && file != runtime && file != runtime_file())
            other = frame[i];
    }
    return other;
}
#else
const void *caller_now(void) {
    return NULL;
}
#endif

static const char *name_of_file(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "?";
}

static void by_linker(const void *caller, char text[CALLER_TEXT]) {
    Dl_info info;
    if (!dladdr(caller, &info))
        return;
    if (info.dli_sname)
        snprintf(text, CALLER_TEXT, "%s in %s", info.dli_sname, name_of_file(info.dli_fname));
    else
        snprintf(text, CALLER_TEXT, "%s+0x%llx", name_of_file(info.dli_fname),
                 (unsigned long long)((uintptr_t)caller - (uintptr_t)info.dli_fbase));
}

#ifndef WITH_DW

static bool by_dwarf(const void *caller, char text[CALLER_TEXT]) {
    (void)caller, (void)text;
    return false;
}

#else

#include <elfutils/libdwfl.h>

/* What a program has in itself is enough: nothing is looked for elsewhere, nor in a network. */
static int no_other_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                         const char *file, const char *link, GElf_Word crc, char **found) {
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)found;
    return -1;
}

/* The files that the process has now. */
static Dwfl *open_process(void) {
    static const Dwfl_Callbacks calls = {.find_elf = dwfl_linux_proc_find_elf,
                                         .find_debuginfo = no_other_file};
    Dwfl *d = dwfl_begin(&calls);
    if (d && dwfl_linux_proc_report(d, getpid()) == 0 && dwfl_report_end(d, NULL, NULL) == 0)
        return d;
    dwfl_end(d);
    return NULL;
}

/* clang writes no table of which unit an address is in. */
static Dwarf_Line *find_line(Dwfl_Module *module, Dwarf_Addr address) {
    Dwarf_Addr bias = 0;
    for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu(module, unit, &bias));)
        if (dwarf_haspc(unit, address - bias) == 1)
            return dwarf_getsrc_die(unit, address - bias);
    return NULL;
}

static bool by_dwarf(const void *caller, char text[CALLER_TEXT]) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static Dwfl *process;
    const Dwarf_Addr call = (uintptr_t)caller - 1; /* the instruction before the one returned to */
    int number = 0;
    pthread_mutex_lock(&lock);
    process = process ? process : open_process();
    Dwfl_Module *module = process ? dwfl_addrmodule(process, call) : NULL;
    const char *name = module ? dwfl_module_addrname(module, call) : NULL;
    Dwarf_Line *line = module ? find_line(module, call) : NULL;
    const char *file = line && dwarf_lineno(line, &number) == 0 ? dwarf_linesrc(line, NULL, NULL) : NULL;
    if (name && file)
        snprintf(text, CALLER_TEXT, "%s at %s:%d", name, name_of_file(file), number);
    else if (name)
        snprintf(text, CALLER_TEXT, "%s in %s", name,
                 name_of_file(dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL)));
    pthread_mutex_unlock(&lock);
    return name;
}

#endif

const char *caller_text(const void *caller, char text[CALLER_TEXT]) {
    *text = 0;
    if (caller && !by_dwarf(caller, text))
        by_linker(caller, text);
    return text;
}
