/* SPDX-License-Identifier: MIT */
/* The host's elf.h includes it; tests need nothing of it. */
