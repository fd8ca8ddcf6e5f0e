/* SPDX-License-Identifier: MIT */
/*
 * gisa_account.h - how a launch came to its end: where a bad jump came from, which instructions
 * made a bad address, which wave waits where, which loop a wave is in and what it reads there.
 *
 *     gisa_account *account = gisa_account_new(machine, NULL);
 *     gisa_launch launch = {.observer = gisa_account_observer(account), ...};
 *     gisa_machine_run(machine, &launch, &result);
 *     gisa_account_text(account, &result, text, sizeof text);
 *     gisa_account_free(account);
 *
 * A launch that is observed is slower: launch without it, and again with it where that failed, with
 * memory as it was the first time.
 */
#ifndef GISA_ACCOUNT_H
#define GISA_ACCOUNT_H

#include "gisa_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gisa_account gisa_account;

/* What the caller knows of the code; all may be NULL. They are called while the launch runs and
 * write a text with its 0, or "". */
typedef struct gisa_account_names {
    /* where the code of an address is in its source: "k.cl:7" */
    void (*place)(void *ctx, uint64_t pc, char *text, size_t room);
    /* what a register holds there: "i" */
    void (*variable)(void *ctx, uint64_t pc, const gisa_operand *reg, char *text, size_t room);
    void *ctx;
} gisa_account_names;

/* For one launch of the machine. `names` may be NULL, and is copied. NULL: no memory. */
GISA_API gisa_account *gisa_account_new(gisa_machine *machine, const gisa_account_names *names);
GISA_API void gisa_account_free(gisa_account *account); /* NULL is allowed */

/* To be named in gisa_launch.observer; lives as long as the account. */
GISA_API const gisa_observer *gisa_account_observer(gisa_account *account);

/* What there is to say of this end, in lines that begin with two blanks; "" where that is nothing.
 * Returns how long it is; a text that is too long is cut. */
GISA_API size_t gisa_account_text(const gisa_account *account, const gisa_result *result,
                                  char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
