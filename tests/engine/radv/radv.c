/* SPDX-License-Identifier: MIT */
/*
 * radv ARCH NAME VERTICES vert.spv frag.spv
 * radv ARCH NAME XxY comp.spv
 * Compares what a program leaves on lavapipe with what RADV's code of it leaves in gisa, and prints
 * a line: ARCH NAME ok|differs|refused DETAIL. RADV_FORCE_FAMILY says for which chip RADV compiles.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "radv.h"

/* Fractions in binding 0 (floats) and 2, small integers in 1 and 3. */
static void fill(outcome *start) {
    memset(start, 0, sizeof *start);
    for (unsigned b = 0; b < BUFFERS; b++)
        for (unsigned i = 0; i < BUFFER_BYTES / 4; i++) {
            const float f = (float)((i * 37 + 11) % 64) / 64 + (float)b / 8;
            const uint32_t n = (i * 2654435761u >> 20) + b;
            memcpy(start->buffer[b] + 4 * i, b % 2 ? (const void *)&n : (const void *)&f, 4);
        }
    for (unsigned y = 0; y < TEXELS; y++)
        for (unsigned x = 0; x < TEXELS; x++) {
            const uint8_t texel[4] = {(uint8_t)(x * 8), (uint8_t)(y * 8), (uint8_t)((x ^ y) * 8),
                                      (uint8_t)(255 - 5 * (x & y))};
            memcpy(start->texels[y][x], texel, sizeof texel);
        }
}

/* Weights of linear filters have 8 bits. */
static float tolerance = 2e-4f;

/* Both may round differently, and functions have the precision that Vulkan asks for. */
static bool is_near(float a, float b) {
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabsf(a - b) <= tolerance + tolerance * fabsf(b);
}

static unsigned count_floats(const float *a, const float *b, unsigned count, char detail[512]) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++)
        if (!is_near(a[i], b[i]) && !wrong++)
            snprintf(detail, 512, "value %u is %.9g, lavapipe: %.9g", i, (double)a[i], (double)b[i]);
    return wrong;
}

/* Integers that are not the same may still be floats that are near. */
static unsigned count_words(const uint8_t *a, const uint8_t *b, char detail[512]) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < BUFFER_BYTES / 4; i++) {
        float x, y;
        uint32_t m, n;
        memcpy(&x, a + 4 * i, 4);
        memcpy(&y, b + 4 * i, 4);
        memcpy(&m, a + 4 * i, 4);
        memcpy(&n, b + 4 * i, 4);
        const bool floats = fabsf(x) > 1e-20f && fabsf(y) > 1e-20f;
        if (m != n && !(floats && is_near(x, y)) && !wrong++)
            snprintf(detail, 512, "word %u is 0x%08x, lavapipe: 0x%08x", i, m, n);
    }
    return wrong;
}

static unsigned compare(const program *p, const outcome *a, const outcome *b, char detail[512]) {
    unsigned wrong = p->compute ? 0 : count_floats(a->picture, b->picture, SIZE * SIZE * 4, detail);
    for (unsigned i = 0; i < BUFFERS; i++)
        wrong += count_words(a->buffer[i], b->buffer[i], detail);
    return wrong;
}

/* A picture that is empty proves nothing. */
static bool is_empty(const program *p, const outcome *start, const outcome *o) {
    static const float nothing[SIZE * SIZE * 4];
    return memcmp(o->buffer, start->buffer, sizeof o->buffer) == 0 &&
           (p->compute || memcmp(o->picture, nothing, sizeof nothing) == 0);
}

static int say(const char *arch, const program *p, const char *what, const char *detail) {
    printf("%s %s %s %s\n", arch, p->name, what, detail);
    return 0;
}

int main(int argc, char **argv) {
    static outcome start, mine, theirs;
    static shader_code code[2];
    char detail[512] = "";
    program p = {.group = {1, 1, 1}};
    unsigned wrong;
    if (argc != 5 && argc != 6)
        return 2;
    p.name = argv[2];
    if (argc == 6) {
        p.vertices = (unsigned)strtoul(argv[3], NULL, 10);
        p.vertex = argv[4];
        p.fragment = argv[5];
    } else {
        sscanf(argv[3], "%ux%u", &p.group[0], &p.group[1]);
        p.compute = argv[4];
    }
    if (strstr(p.name, "texture"))
        tolerance = 1.0f / 255;
    fill(&start);
    if (!vulkan_open("RADV") || !vulkan_compile(&p, code))
        return say(argv[1], &p, "refused", "RADV does not compile it");
    if (!code_find(code, p.compute))
        return say(argv[1], &p, "refused", "RADV does not show its code");
    code_check(argv[1], p.name, &code[0]);
    if (!p.compute)
        code_check(argv[1], p.name, &code[1]);
    if (getenv("RADV_TEXT"))
        printf("%s\n%s\n", code[0].text, code[1].text ? code[1].text : "");
    if (!vulkan_open("llvmpipe") || !vulkan_run(&p, &start, &theirs))
        return say(argv[1], &p, "refused", "lavapipe does not run it");
    if (is_empty(&p, &start, &theirs))
        return say(argv[1], &p, "refused", "it leaves nothing on lavapipe");
    if (!stages_run(argv[1], &p, code, &start, &mine, detail))
        return say(argv[1], &p, "refused", detail);
    wrong = compare(&p, &mine, &theirs, detail);
    if (!wrong)
        return say(argv[1], &p, "ok", "");
    snprintf(detail + strlen(detail), sizeof detail - strlen(detail), "; %u values differ", wrong);
    return say(argv[1], &p, "differs", detail);
}
