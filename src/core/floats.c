/* SPDX-License-Identifier: MIT */
/* The inline floating-point constants. */
#include "operands.h"

/* Exact values of the inline constants; 1/(2 pi) is rounded to each width (AMD GCN3 ISA, operand
   248). */
const float_constant float_constants[9] = {
    {0x3fe0000000000000, 0x3f000000, 0x3800, "0.5", "0.5"},
    {0xbfe0000000000000, 0xbf000000, 0xb800, "-0.5", "-0.5"},
    {0x3ff0000000000000, 0x3f800000, 0x3c00, "1.0", "1.0"},
    {0xbff0000000000000, 0xbf800000, 0xbc00, "-1.0", "-1.0"},
    {0x4000000000000000, 0x40000000, 0x4000, "2.0", "2.0"},
    {0xc000000000000000, 0xc0000000, 0xc000, "-2.0", "-2.0"},
    {0x4010000000000000, 0x40800000, 0x4400, "4.0", "4.0"},
    {0xc010000000000000, 0xc0800000, 0xc400, "-4.0", "-4.0"},
    {0x3fc45f306dc9c882, 0x3e22f983, 0x3118, "0.15915494", "0.15915494309189532"},
};
