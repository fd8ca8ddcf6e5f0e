/* SPDX-License-Identifier: MIT */
/* Switches: compare trees, value tables, fall-through, an interpreter loop. */

kernel void values(global int *p)
{
    size_t g = get_global_id(0);
    int r;
    switch (p[g]) {
    case 0: r = 11; break;
    case 1: r = 7; break;
    case 2: r = 1009; break;
    case 3: r = -4; break;
    case 4: r = 65536; break;
    case 5: r = 3; break;
    case 6: r = 90; break;
    case 7: r = 12; break;
    default: r = 0;
    }
    p[g] = r;
}

kernel void interpret(global const uchar *code, global int *p, int n)
{
    int acc = (int)get_global_id(0), x = 1;
    for (int pc = 0; pc < n; pc++) {
        switch (code[pc]) {
        case 0: acc += x; break;
        case 1: acc -= x; break;
        case 2: acc *= x; break;
        case 3: acc ^= acc >> 3;
        case 4: acc = ~acc; break;
        case 5: x = acc; break;
        case 6: x++; break;
        case 7: acc = p[acc & 15]; break;
        case 8: if (acc == 0) pc += 2; break;
        case 9: pc -= x & 3; break;
        case 100: acc = rotate(acc, x); break;
        case 200: acc = popcount(acc); break;
        case 255: goto out;
        }
    }
out:
    p[get_global_id(0)] = acc;
}
