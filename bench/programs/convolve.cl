/* SPDX-License-Identifier: MIT */
/* Each point of a picture of four bytes a point becomes the weighted sum of the nine around it; at the edge, those at the
 * edge again. */
kernel void convolve(global uchar4 *to, global const uchar4 *from, global const uint *weights) {
    int width = get_global_size(0), height = get_global_size(1), x = get_global_id(0), y = get_global_id(1);
    int4 sum = 64;
    for (int i = -1; i <= 1; i++)
        for (int k = -1; k <= 1; k++) {
            uchar4 point = from[clamp(y + i, 0, height - 1) * width + clamp(x + k, 0, width - 1)];
            sum += convert_int4(point) * (int)(weights[3 * i + k + 4] & 31);
        }
    to[y * width + x] = convert_uchar4_sat(sum >> 7);
}
