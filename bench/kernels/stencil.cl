/* SPDX-License-Identifier: MIT */
/* A step of heat through a plate, in double precision; the edge stays as it is. */
kernel void stencil(global double *to, global const double *from, double rate) {
    size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), at = y * width + x;
    double here = from[at];
    if (x > 0 && x < width - 1 && y > 0 && y < get_global_size(1) - 1)
        here += rate * (from[at - 1] + from[at + 1] + from[at - width] + from[at + width] - 4.0 * here);
    to[at] = here;
}
