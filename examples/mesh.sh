#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the inputs of the shaders planet.ps.s and mesh.vs.s into a folder: planet.bin, the
# constants; cube.bin, 36 vertices; matrix.bin. awk prints floats as the bytes of their bits, which
# printf writes.
# usage: mesh.sh FOLDER
to=${1:-.}

# Each line of numbers becomes floats of four bytes, the low one first.
floats() {
    awk '
    function bits(x,    sign, e) {
        if (x == 0)
            return 0
        sign = x < 0 ? 2147483648 : 0
        x = x < 0 ? -x : x
        for (e = 127; x >= 2; e++)
            x /= 2
        for (; x < 1; e--)
            x *= 2
        return sign + e * 8388608 + int((x - 1) * 8388608 + 0.5)
    }
    {
        for (i = 1; i <= NF; i++) {
            b = bits($i)
            for (k = 0; k < 4; k++) {
                printf "\\%03o", b % 256
                b = int(b / 256)
            }
        }
        printf "\n"
    }' | while IFS= read -r text; do
        # shellcheck disable=SC2059 # the text is the format
        printf "$text"
    done
}

echo '-0.5 -0.6 0.62 0.15 1 0.75 0.3 1' | floats >"$to/planet.bin"

# Six sides of a cube, two triangles each: a place and a normal.
awk 'BEGIN {
    split("0 1 2 2 1 3", order)
    for (side = 0; side < 6; side++)
        for (k = 1; k <= 6; k++) {
            u = order[k] % 2 * 2 - 1
            v = int(order[k] / 2) * 2 - 1
            d = side % 2 * 2 - 1
            axis = int(side / 2)
            p[axis] = d; p[(axis + 1) % 3] = u * d; p[(axis + 2) % 3] = v
            n[0] = n[1] = n[2] = 0
            n[axis] = d
            print p[0], p[1], p[2], n[0], n[1], n[2]
        }
}' | floats >"$to/cube.bin"

# A camera in front of it, a little above and beside: rows of x, y, z, w in clip space.
floats >"$to/matrix.bin" <<'END'
1.2 0 -0.7 0 0.33 1.25 0.56 0 -0.43 0.37 -0.74 3.2 -0.45 0.38 -0.77 4
END
