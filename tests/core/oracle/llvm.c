/* SPDX-License-Identifier: MIT */
/* See llvm.h. A child process works through the words and writes each answer to shared memory;
 * where it dies, the word is marked and a new child goes on after it. */
#include "llvm.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_TARGET = 91, NO_STDERR = 92 };

typedef struct shared {
    volatile size_t done;
    answer answers[];
} shared;

static void work(const char *cpu, const uint32_t (*words)[2], size_t count, shared *s) {
    LLVMDisasmContextRef dis;
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    dis = LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", cpu, NULL, 0, NULL, NULL);
    if (!dis)
        _exit(NO_TARGET);
    for (size_t i = s->done; i < count; i++) {
        char text[400] = "";
        uint8_t bytes[8];
        const char *p = text;
        size_t n;
        memcpy(bytes, words[i], 8);
        s->answers[i].size = (unsigned)LLVMDisasmInstruction(dis, bytes, 8, 0, text, sizeof text);
        while (*p == ' ' || *p == '\t')
            p++;
        n = strlen(p);
        memcpy(s->answers[i].text, p, n + 1);
        for (char *c = s->answers[i].text; *c; c++)
            if (*c == '\t')
                *c = ' ';
        while (n && s->answers[i].text[n - 1] == ' ')
            s->answers[i].text[--n] = 0;
        if (!s->answers[i].size)
            s->answers[i].text[0] = 0;
        s->done = i + 1;
    }
    _exit(0);
}

int llvm_disassemble(const char *cpu, const uint32_t (*words)[2], size_t count, answer *answers) {
    size_t size = sizeof(shared) + count * sizeof(answer);
    shared *s = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int result = 0;
    if (s == MAP_FAILED)
        return -1;
    while (s->done < count) {
        int status;
        pid_t child = fork();
        if (child < 0) {
            result = -1;
            break;
        }
        if (child == 0) {
            if (!freopen("/dev/null", "w", stderr))
                _exit(NO_STDERR);
            work(cpu, words, count, s);
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break;
        /* A sanitizer turns the signal of a crash into another exit status. */
        if (WIFEXITED(status) && (WEXITSTATUS(status) == NO_TARGET || WEXITSTATUS(status) == NO_STDERR)) {
            result = -1;
            break;
        }
        s->answers[s->done].crashed = 1;
        s->answers[s->done].text[0] = 0;
        s->done++;
    }
    memcpy(answers, s->answers, count * sizeof *answers);
    munmap(s, size);
    return result;
}
