/* SPDX-License-Identifier: MIT */
/* The public header of a small library in which as many names clash as can. */
#ifndef JOIN_H
#define JOIN_H

#ifndef GISA_API
#define GISA_API
#endif

GISA_API int join_one(int x);
GISA_API int join_two(int x);

#endif
