/* SPDX-License-Identifier: MIT */
/* A kernel has one bug; with -DFIXED it is repaired. */
#ifdef FIXED
#define FIX(...) __VA_ARGS__
#define BUGGY(...)
#else
#define FIX(...)
#define BUGGY(...) __VA_ARGS__
#endif
