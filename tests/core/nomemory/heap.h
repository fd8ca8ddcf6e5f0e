/* SPDX-License-Identifier: MIT */
/* A heap of which one allocation fails. Programs are linked with --wrap for all functions that
   allocate (Makefile). */
#ifndef TEST_HEAP_H
#define TEST_HEAP_H

/* From now on the n-th allocation fails; 0: none does. Counting begins anew. */
void heap_fail(long n);
/* How many there were since heap_fail. */
long heap_count(void);
/* Blocks that have not been freed. */
long heap_blocks(void);

#endif
