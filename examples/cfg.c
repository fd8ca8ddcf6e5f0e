/* SPDX-License-Identifier: MIT */
/* The basic blocks of a code object, a shader file or raw code, and where each one goes:
   cfg FILE [ARCH] */
#include <gisa.h>
#include <stdio.h>
#include <string.h>

/* Does the block end with an instruction? A call comes back. */
static bool ends_block(const gisa_flow_info *f) {
    return f->kind != GISA_FLOW_NEXT && f->kind != GISA_FLOW_CALL;
}

/* Goes through a piece of code twice: marks where blocks begin, then prints them. */
static void blocks(const gisa_isa *isa, const gisa_file_code *c, unsigned char *begins, bool print) {
    gisa_insn insn;
    gisa_flow_info f = {.goes_on = true};
    size_t first = 0, count = 0;
    for (size_t at = 0; at < c->size; at += insn.size) {
        uint64_t address = c->address + at;
        gisa_status status = gisa_decode(isa, c->bytes + at, c->size - at, &insn);
        if (status != GISA_OK || gisa_flow_of(isa, &insn, address, &f) != GISA_OK)
            f = (gisa_flow_info){.goes_on = true}; /* no instruction */
        size_t next = at + insn.size;
        count++;
        if (!print && f.has_target && f.target - c->address < c->size)
            begins[f.target - c->address] = 1;
        if (!print && ends_block(&f))
            begins[next] = 1;
        if (!print || (next < c->size && !begins[next]))
            continue;
        printf("  %06zx  %zu instructions", (size_t)c->address + first, count);
        printf(f.has_target ? ", %s to %06llx" : ", %s", gisa_flow_name(f.kind),
               (unsigned long long)f.target);
        printf(f.goes_on && next < c->size ? ", next %06zx\n" : "\n", (size_t)c->address + next);
        first = next, count = 0;
    }
}

int main(int argc, char **argv) {
    static unsigned char bytes[16 << 20], begins[(16 << 20) + 8];
    gisa_file *file;
    gisa_file_info info;
    gisa_file_code code;
    gisa_error error;
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    const gisa_isa *isa = argc > 2 ? gisa_find(argv[2]) : NULL;
    if (!in || gisa_file_open(bytes, size, isa, NULL, &file, &error) != GISA_OK) {
        fprintf(stderr, "cfg: %s\n", in ? error.message : "usage: cfg FILE [ARCH]");
        return 1;
    }
    gisa_file_about(file, &info);
    for (size_t i = 0; info.isa && gisa_file_code_at(file, i, &code) == GISA_OK; i++) {
        printf("%s\n", code.name);
        memset(begins, 0, code.size + 8);
        blocks(info.isa, &code, begins, false);
        blocks(info.isa, &code, begins, true);
    }
    gisa_file_close(file);
}
