#!/bin/sh
# SPDX-License-Identifier: MIT
# The main job on a real code object, and on a shader of the PS Vita: disassemble, change a line,
# assemble, show the difference.
# usage: sh demo/demo.sh build/gisa. Everything it makes stays in build/demo.
gisa=${1:-build/gisa}
out=$(dirname "$gisa")/demo
mkdir -p "$out" || exit 1
tab=$(printf '\t')

say() { printf '\n%s\n\n' "$*"; }
# Shows a command, then runs it.
run() {
    echo "   \$ $*"
    "$@"
}
stop() {
    echo "demo: $1" >&2
    exit 1
}

say "1. Disassemble demo/saxpy.co: y[i] = a * x[i] + y[i], compiled by clang for gfx900 (Vega)."
run "$gisa" dis demo/saxpy.co -o "$out/saxpy.s" || stop "gisa dis failed"
sed -n '/^saxpy:/,/s_endpgm/p' "$out/saxpy.s" | sed "s/^/      /;s/$tab/    /g"
echo "   $(wc -l <"$out/saxpy.s") lines; kernel descriptor and metadata are text as well:"
sed -n -e '/\.amdhsa_kernel/,+3p' -e '/^amdhsa.kernels/,+3p' "$out/saxpy.s" | sed "s/^/      /;s/$tab/    /g"

say "2. Assemble it as it is: the same code object comes back."
run "$gisa" asm -f co "$out/saxpy.s" -o "$out/same.co" || stop "gisa asm failed"
run "$gisa" dis --hex demo/saxpy.co -o "$out/before.txt" || stop "gisa dis failed"
"$gisa" dis --hex "$out/same.co" -o "$out/same.txt" || stop "gisa dis failed"
cmp "$out/before.txt" "$out/same.txt" || stop "assembling the unchanged text gave something else"
echo "   every instruction, word, address and data byte is equal"

say "3. Change a line: subtract y instead of adding it."
change='s/\(v_fma_f32 v[0-9]*, s[0-9]*, v[0-9]*\), \(v[0-9]*\)$/\1, -\2/'
printf "   \$ sed '%s' %s >%s\n" "$change" "$out/saxpy.s" "$out/changed.s"
sed "$change" "$out/saxpy.s" >"$out/changed.s"
run "$gisa" asm -f co "$out/changed.s" -o "$out/changed.co" || stop "gisa asm failed"

say "4. What is different in the new code object:"
"$gisa" dis --hex "$out/changed.co" -o "$out/after.txt" || stop "gisa dis failed"
diff "$out/before.txt" "$out/after.txt" | sed -n "s/ *$tab/ /;s/^[<>]/      &/p"
bits=$(cmp -l "$out/same.co" "$out/changed.co" | wc -l)
echo
echo "   $bits byte differs: the sign bit of the third operand."
[ "$bits" -eq 1 ] || stop "expected one byte to differ"
lines=$(diff "$out/before.txt" "$out/after.txt" | grep -c '^[<>]')
[ "$lines" -eq 2 ] || stop "expected one line to differ"

echo "   $out/changed.co is ready to be loaded. The same works for gfx600, gfx700 and gfx803."

say "5. A shader of the PS Vita (PowerVR SGX543), made of examples/lit.vert.s: it transforms a position and lights a colour."
run "$gisa" asm -f gxp examples/lit.vert.s -o "$out/lit.gxp" || stop "gisa asm failed"
run "$gisa" dis "$out/lit.gxp" -o "$out/lit.s" || stop "gisa dis failed"
sed "s/^/      /;s/$tab/    /g" "$out/lit.s"

say "6. Light from behind as well: the absolute value of the dot product in place of its maximum with 0."
change='s/max.f32 r0.x, r0.x, {0}/max.f32 r0.x, r0.x, abs(r0.x)/'
printf "   \$ sed '%s' %s >%s\n" "$change" "$out/lit.s" "$out/both.s"
sed "$change" "$out/lit.s" >"$out/both.s"
run "$gisa" asm -f gxp "$out/both.s" -o "$out/both.gxp" || stop "gisa asm failed"
"$gisa" asm -f gxp "$out/lit.s" -o "$out/lit.same.gxp" && cmp "$out/lit.gxp" "$out/lit.same.gxp" ||
    stop "assembling the unchanged text gave something else"
for name in lit both; do
    "$gisa" dis --hex "$out/$name.gxp" -o "$out/$name.txt" || stop "gisa dis failed"
done
echo "   What is different:"
diff "$out/lit.txt" "$out/both.txt" | sed -n "s/ *$tab/ /;s/^[<>]/      &/p"
lines=$(diff "$out/lit.txt" "$out/both.txt" | grep -c '^[<>]')
[ "$lines" -eq 2 ] || stop "expected one line to differ"
echo "   The unchanged text gave the same file again, byte for byte."

say "7. What a renderer must know about it:"
echo "   \$ $gisa info $out/both.gxp"
"$gisa" info "$out/both.gxp" >"$out/info.txt" || stop "gisa info failed"
sed "s/^/      /" "$out/info.txt"

say "8. A kernel, executed with no GPU: examples/saxpy.s, y = a * x + y on gfx900."
run "$gisa" asm -f co examples/saxpy.s -o "$out/saxpy.co" || stop "gisa asm failed"
echo "   \$ $gisa run $out/saxpy.co -g 64 -l 64 f32:2 buf:256:f32=3 buf:256:f32=1"
"$gisa" run "$out/saxpy.co" -g 64 -l 64 f32:2 buf:256:f32=3 buf:256:f32=1 >"$out/saxpy.txt" || stop "gisa run failed"
sed -n '/argument 3/,$ { s/^/      /; p; }' "$out/saxpy.txt" | sed 4q
[ "$(grep -c ': 7 7 7 7 7 7 7 7$' "$out/saxpy.txt")" -eq 8 ] || stop "expected 64 times 7"

say "9. A shader draws a picture: examples/sphere.frag.s, for each pixel."
run "$gisa" asm -f gxp examples/sphere.frag.s -o "$out/sphere.gxp" || stop "gisa asm failed"
draw() {
    "$gisa" run "$out/sphere.gxp" --attr texcoord0=-1,-1/1,-1/-1,1 --uniform light=-0.5,-0.6,0.62,0.15 \
        --uniform colour=1,0.75,0.3,1 --size 256x256 --image "$1"
}
echo "   \$ $gisa run $out/sphere.gxp --attr texcoord0=-1,-1/1,-1/-1,1 --uniform light=-0.5,-0.6,0.62,0.15 --uniform colour=1,0.75,0.3,1 --size 256x256 --image $out/sphere.png"
draw "$out/sphere.ppm" || stop "gisa run failed"
picture=$out/sphere.ppm
draw "$out/sphere.png" 2>/dev/null && picture=$out/sphere.png
# In the middle the normal points at us: the light is 0.62 + 0.15, the colour that of the sphere.
middle=$(tail -c $((256 * 256 * 3)) "$out/sphere.ppm" | od -An -tu1 -j $(((128 * 256 + 128) * 3)) -N 3 | tr -s ' ')
echo "   $picture is the picture; the pixel in its middle is$middle"
[ "$middle" = " 195 146 59" ] || stop "expected 195 146 59 there"

say "10. A pixel shader of AMD GCN, as consoles have them, draws another: examples/planet.ps.s."
sh examples/mesh.sh "$out" || stop "examples/mesh.sh failed" # the constants
planet() {
    "$gisa" run --stage ps -a gfx700 examples/planet.ps.s --user-data "0-3=V#:$out/planet.bin" \
        --attr 0=-1,-1/1,-1/-1,1 --size 256x256 --image "$1"
}
echo "   \$ $gisa run --stage ps -a gfx700 examples/planet.ps.s --user-data 0-3=V#:$out/planet.bin --attr 0=-1,-1/1,-1/-1,1 --size 256x256 --image $out/planet.png"
planet "$out/planet.ppm" || stop "gisa run failed"
picture=$out/planet.ppm
planet "$out/planet.png" 2>/dev/null && picture=$out/planet.png
lit=$(tail -c $((256 * 256 * 3)) "$out/planet.ppm" | od -An -v -tu1 -w3 | awk '$1 + $2 + $3 > 0' | wc -l)
echo "   $picture is the picture; $lit of its 65536 pixels are not black"
# A circle in a square covers pi / 4 of it.
[ "$lit" -gt 50000 ] && [ "$lit" -lt 52000 ] || stop "expected about 51472 pixels in a circle"

say "More: $gisa --help, README.md, docs/usse.md"
