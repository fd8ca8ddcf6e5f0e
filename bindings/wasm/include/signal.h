/* SPDX-License-Identifier: MIT */
/* Signals for a host that has none: what programs that never get one say of them. */
#ifndef GISA_WASM_SIGNAL_H
#define GISA_WASM_SIGNAL_H

typedef int sig_atomic_t;
#ifndef __DEFINED_sigset_t
typedef unsigned char sigset_t;
#define __DEFINED_sigset_t
#endif

enum { SIG_SETMASK = 2 };

static inline int sigfillset(sigset_t *set) {
    *set = 0;
    return 0;
}

#endif
