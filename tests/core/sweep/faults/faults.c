/* SPDX-License-Identifier: MIT */
/* Faults on purpose, for tests/core/sweep/run.sh: the linker puts these functions in the place of
 * the library's (--wrap), and the sweep must see each of them. FAULT names the one that is wanted;
 * each appears now and then. */
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

gisa_status __real_gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn);
gisa_status __real_gisa_encode(const gisa_isa *isa, const gisa_insn *insn, void *code, size_t *size);
gisa_status __real_gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, char *text,
                              size_t *size);
gisa_status __real_gisa_parse(const gisa_isa *isa, const char *text, size_t size, const gisa_env *env,
                              gisa_insn *insn, gisa_error *error);
uint32_t __real_gisa_oddities(const gisa_isa *isa, const gisa_insn *insn);

gisa_status __wrap_gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn);
gisa_status __wrap_gisa_encode(const gisa_isa *isa, const gisa_insn *insn, void *code, size_t *size);
gisa_status __wrap_gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, char *text,
                              size_t *size);
gisa_status __wrap_gisa_parse(const gisa_isa *isa, const char *text, size_t size, const gisa_env *env,
                              gisa_insn *insn, gisa_error *error);
uint32_t __wrap_gisa_oddities(const gisa_isa *isa, const gisa_insn *insn);

/* Now and then, and only the fault that is wanted. */
static bool now(const char *fault) {
    static const char *wanted;
    static unsigned count;
    if (!wanted && !(wanted = getenv("FAULT")))
        wanted = "";
    return !strcmp(wanted, fault) && ++count % 5000 == 0;
}

gisa_status __wrap_gisa_decode(const gisa_isa *isa, const void *code, size_t size, gisa_insn *insn) {
    gisa_status status = __real_gisa_decode(isa, code, size, insn);
    if (now("crash"))
        abort();
    return now("status") && status == GISA_OK ? GISA_STATUS_RESERVED : status;
}

gisa_status __wrap_gisa_encode(const gisa_isa *isa, const gisa_insn *insn, void *code, size_t *size) {
    gisa_status status = __real_gisa_encode(isa, insn, code, size);
    if (status == GISA_OK && now("encode"))
        *(unsigned char *)code ^= 1;
    return status;
}

gisa_status __wrap_gisa_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, char *text,
                              size_t *size) {
    gisa_status status = __real_gisa_print(isa, insn, style, text, size);
    if (status == GISA_OK && now("print"))
        text[0] = 'x';
    return status;
}

/* The bits stay right, but tools that look at the operand are told something else. */
gisa_status __wrap_gisa_parse(const gisa_isa *isa, const char *text, size_t size, const gisa_env *env,
                              gisa_insn *insn, gisa_error *error) {
    gisa_status status = __real_gisa_parse(isa, text, size, env, insn, error);
    if (status == GISA_OK && insn->operand_count && now("parse"))
        insn->operand[0].type ^= 1;
    return status;
}

uint32_t __wrap_gisa_oddities(const gisa_isa *isa, const gisa_insn *insn) {
    uint32_t odd = __real_gisa_oddities(isa, insn);
    return now("odd") ? !odd * (uint32_t)GISA_ODD_OPERAND : odd;
}
