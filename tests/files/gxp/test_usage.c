/* SPDX-License-Identifier: MIT */
/* Counts of registers follow from the code: programs of one instruction, and what the header must
   say of them. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *source;
    unsigned temporaries, pa, sa;
} programs[] = {
    {".gxp vertex\nnop\n", 0, 0, 0},
    {".gxp vertex\nmov.f32 r4.xy, pa6.xy\n", 6, 8, 0},
    {".gxp vertex\nmov.f32 r4.-y, sa6.-x\n", 6, 0, 7},   /* masked channels do not count */
    {".gxp vertex\nmul.f32 r0.x, r2.w, {1}\n", 6, 0, 0}, /* the swizzle counts, constants do not */
    {".gxp vertex\nmul.f16 r0.xyzw, pa2.xyzw, sa4.xxxx\n", 2, 4, 5}, /* two channels a word */
    {".gxp vertex\nmul.f32 i0.xyzw, i1.xyzw, i2.xxxx\n", 0, 0, 0},   /* internal registers are not counted */
    {".gxp vertex\nmul.f32 o0.x, r[index1 * 2 + 8].x, {1}\n", 9, 0, 0}, /* with index1 = 0 */
    {".gxp vertex\nor.u32 r5, pa3, sa2\n", 6, 4, 3},                    /* whole registers */
    {".gxp vertex\n.temporaries 20\nor.u32 r5, pa3, sa2\n", 20, 4, 3},  /* what is said is so */
    {".gxp vertex\n.temporaries 1\nor.u32 r5, pa3, sa2\n", 1, 4, 3},    /* even if it cannot be */
    {".gxp vertex\n.secondary\nor.u32 r5, pa3, sa2\n", 0, 0, 6},        /* all are sa there */
    /* pa[index1 * 2 + 30].z, pa120.y; the second word is no instruction */
    {".gxp vertex\n.quad 0x0123456789abcdef\n.quad 0x8fffffffffffffff\n", 0, 122, 0},
    {".gxp vertex\n.quad 0x3880152183000000\n", 0, 4, 0}, /* mov.f32 o0.xy, pa0.xy, done twice: 2 further */
    /* What a repeated instruction steps over: single registers, pairs, four of them, or none. */
    {".gxp vertex\nor.u32.repeat4 r0, pa0, #0\n", 4, 4, 0},
    {".gxp vertex\nmov.f32.repeat3 o0.xy, pa4.xy\n", 0, 10, 0},
    {".gxp vertex\nrcp.f32.repeat2 r0.x, pa0.w\n", 3, 6, 0},
    {".gxp vertex\nmad.f32.repeat2 r0.xy, pa0.xy, i0.xy, i1.xy repmode:0\n", 6, 6, 0},
    {".gxp vertex\nmad.f32.repeat2 r0.xy, pa0.xy, i0.xy, i1.xy repmode:1\n", 2, 2, 0},
    {".gxp vertex\ndot.f32.repeat4 r0.x, pa0.xyz, i0.xyz repmode:0\n", 4, 15, 0}, /* the mask turns */
    /* smlsi: each instruction steps as the last one before it says; these have the counts of
       compiled programs. */
    {".gxp vertex\nsmlsi 11, 1, 0, 1 mode0:1\nmov.f32.repeat3 r26.-y, r2.-y\n", 34, 0,
     0}, /* 6, 4, 0 further */
    {".gxp vertex\nsmlsi 1, 1, -2, -2\ndot.f32.repeat2 r24.x, pa10.xyz, i0.xyz group:3 repmode:3\n", 26, 13,
     0},
    {".gxp vertex\nsmlsi 1, 1, -8, 1\nmov.f32.repeat2 o14.xy, sa26.xy\n", 0, 0, 28},
    {".gxp vertex\nsmlsi 1, 1, 8, 1\nsmlsi 1, 1, 1, 1\nmov.f32.repeat2 o14.xy, pa0.xy\n", 0, 4, 0},
    {".gxp vertex\nsmbo 4, 0, 0, 0\nmov.f32 r0.xy, pa0.xy\n", 10, 2, 0},
    {".gxp vertex\nsmlsi 8, 1, 8, 1\n.secondary\nmov.f32.repeat2 sa0.xy, sa4.xy\n", 0, 0, 8},
    /* The numbers of the vertex and of the instance have registers after the attributes. */
    {".gxp vertex\n.flags output_undefined, vertex_index\nnop\n", 0, 1, 0},
    {".gxp vertex\n.flags output_undefined, vertex_index, instance_index\n.parameter attribute, \"a\", f32x4, 0\nnop\n",
     0, 6, 0},
    {".gxp vertex\n.flags output_undefined, instance_index\n.instance_index 9\nnop\n", 0, 10, 0},
    /* A mask of f32 has two words, but four channels in an internal register: so count
       compilers. */
    {".gxp vertex\ntestmask.sub.f32.lt pa0, r14, sa34 type:2 wben:1\n", 16, 2, 36},
    {".gxp vertex\ntestmask.sub.f32.gt i0, pa10, pa10 type:2 wben:1\n", 0, 14, 0},
    /* The format of what is written counts; z and w of f32 are those of the second source. */
    {".gxp vertex\npack.f16.f32 pa0.xyzw, r0.xyzw, r2\n", 4, 2, 0},
    {".gxp vertex\npack.f16.f32 pa0.xy, r8.xw, r0\n", 9, 1, 0},
    {".gxp vertex\npack.u8.f32 pa0.xyzw, r0.xyzw, r2 scale:1\n", 4, 1, 0},
    {".gxp vertex\ntest.sub.f32.gt p0, r30, pa0, c0\n", 0, 1, 0}, /* which writes no result */
    {".gxp fragment\nphas wait:1\nkill sa8, sa8\nnop.end\nphas\n", 0, 0, 9},
    {".gxp vertex\n.parameter attribute, \"a\", f32x4, 8\nor.u32 r5, pa3, sa2\n", 6, 12, 3},
    {".gxp vertex\n.container data, 0, 7\nor.u32 r5, pa3, sa2\n", 6, 4, 7},
    /* Containers hold what is counted from their beginning. */
    {".gxp vertex\n.container data\n.sampler 0, 0, 4\n", 0, 0, 5},
    {".gxp vertex\n.container data\n.buffer 3, 6, 0\n", 0, 0, 7},
    {".gxp vertex\n.container data\n.texture_buffer 0, 3, 9\n", 0, 0, 10},
    {".gxp vertex\n.container data\n.literal 2, 1.0\n", 0, 0, 3},
    {".gxp vertex\n.container literal\n.container data\n.literal 2, 1.0\n", 0, 0, 3},
    {".gxp fragment\n", 0, 0, 0}, /* a result that is not written */
    {".gxp fragment\n.flags native_color\n", 0, 0, 0},
    {".gxp fragment\n.result f32x4\nor.u32 r5, pa1, sa2\n", 6, 2, 3},
    /* Containers begin at even registers. */
    {".gxp fragment\n.container default, 0, 5\n.container data\n.sampler 0, 0, 0\n.sampler 0, 3, 3\n", 0, 0,
     10},
};

void test_usage(void) {
    if (!gisa_find("sgx543"))
        return;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        result r = assemble(programs[i].source, strlen(programs[i].source));
        gisa_gxp *shader = NULL;
        gisa_gxp_info info = {0};
        if (check(r.status == GISA_OK, "%s: %s", programs[i].source, r.message) &&
            check(gisa_gxp_open(r.data, r.size, &shader, NULL) == GISA_OK, "%s", programs[i].source)) {
            gisa_gxp_about(shader, &info);
            check(info.temporaries == programs[i].temporaries && info.pa_registers == programs[i].pa &&
                      info.sa_registers == programs[i].sa,
                  "%s: %u temporaries, %u pa, %u sa; expected %u, %u, %u", programs[i].source,
                  info.temporaries, info.pa_registers, info.sa_registers, programs[i].temporaries,
                  programs[i].pa, programs[i].sa);
            check_law(r.data, r.size, "usage", (unsigned)i);
        }
        gisa_gxp_close(shader);
        free(r.data);
    }
}
