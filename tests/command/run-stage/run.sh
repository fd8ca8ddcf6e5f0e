#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of gisa run --stage: stages, user data, state, attributes, meshes, pictures,
# faults, exit codes; the shaders in examples/.
# usage: sh tests/command/run-stage/run.sh build/gisa
. "$(dirname "$0")/../../lib.sh"
gisa=${1:-build/gisa}
explains=$dir/out

# says NAME EXPECTED ARGUMENT...: what it prints, and exit status 0
says() {
    name=$1 expected=$2
    shift 2
    "$gisa" run --stage "$@" >"$dir/out" 2>"$dir/err" && printf '%s\n' "$expected" | cmp -s - "$dir/out"
    ok "$name" $? "$dir/err"
}

# has NAME STATUS PATTERN ARGUMENT...: a line that fits, and the exit status
has() {
    name=$1 status=$2 pattern=$3
    shift 3
    "$gisa" run --stage "$@" >"$dir/out" 2>&1
    [ $? -eq "$status" ] && grep -q -e "$pattern" "$dir/out"
    ok "$name" $?
}

floats() { # as bytes, of the numbers 0 1 -1 2 0.5 2.5
    for number; do
        case $number in
        0) printf '\000\000\000\000' ;;
        1) printf '\000\000\200\077' ;;
        -1) printf '\000\000\200\277' ;;
        2) printf '\000\000\000\100' ;;
        0.5) printf '\000\000\000\077' ;;
        2.5) printf '\000\000\040\100' ;;
        esac
    done
}

# ---- pixels

cat >"$dir/ps.s" <<'END'
s_mov_b32 m0, s0
v_interp_p1_f32 v2, v0, attr0.x
v_interp_p2_f32 v2, v1, attr0.x
v_interp_mov_f32 v3, p0, attr0.y
v_mov_b32_e32 v4, 0.5
v_mov_b32_e32 v5, 1.0
exp mrt0 v2, v3, v4, v5 done vm
s_endpgm
END
quarters='0,0 0.25 7 0.5 1
1,0 0.75 7 0.5 1'
for arch in gfx600 gfx700 gfx803 gfx900; do
    says "pixels, $arch" "$quarters" ps -a $arch "$dir/ps.s" --attr 0=0,7/1,7/0,7 --size 2x1
done
"$gisa" asm -a gfx900 -f raw "$dir/ps.s" -o "$dir/ps.bin" && "$gisa" asm -a gfx900 -f hex "$dir/ps.s" -o "$dir/ps.hex"
says 'raw code' "$quarters" ps -a gfx900 "$dir/ps.bin" --attr 0=0,7/1,7/0,7 --size 2x1
says 'words as text' "$quarters" ps -a gfx900 "$dir/ps.hex" --attr 0=0,7/1,7/0,7 --size 2x1
says 'an attribute that is the same everywhere' '0,0 3 4 0.5 1' ps -a gfx900 "$dir/ps.s" --attr 0=3,4 --size 1x1
says 'a flat attribute' '0,0 2 3 0.5 1' ps -a gfx900 "$dir/ps.s" --attr 0=2,3/9,9/8,8 --interp 0=flat --size 1x1
says 'a constant attribute' '0,0 1 1 0.5 1' ps -a gfx900 "$dir/ps.s" --interp 0=1110 --size 1x1
says 'an attribute from another export' '0,0 5 6 0.5 1' ps -a gfx900 "$dir/ps.s" --attr 4=5,6 --interp 0=smooth:4 --size 1x1
printf 'x,y,z,w,a\n-1,-1,0,1, 4,5\n3,-1,0,1, 4,5\n-1,3,0,1, 4,5\n' >"$dir/corners.csv"
says 'triangles of a file' '0,0 4 5 0.5 1' ps -a gfx900 "$dir/ps.s" --corners "$dir/corners.csv" --size 1x1
says 'a culled triangle' '0,0 0 0 0 0' ps -a gfx900 "$dir/ps.s" --corners "$dir/corners.csv" --cull back --size 1x1
says 'and its other side' '0,0 4 5 0.5 1' ps -a gfx900 "$dir/ps.s" --corners "$dir/corners.csv" --cull back --clockwise --size 1x1
printf 'exp mrt0 v2, v3, v4, v4 done vm\ns_endpgm\n' >"$dir/position.s"
says 'inputs by name' '0,0 0.5 0.5 1 1' ps -a gfx700 "$dir/position.s" --state ps_input_ena=pos_x+pos_y+pos_w+linear_center --size 1x1
has 'inputs without coordinates' 1 'SPI_PS_INPUT_ENA' ps -a gfx700 "$dir/position.s" --state ps_input_ena=pos_x+pos_y --size 2x2
printf 'exp mrt0 v0, v0, v1, v1 done compr vm\ns_endpgm\n' >"$dir/compr.s"
has 'a format that does not fit' 1 'SPI_SHADER_COL_FORMAT' ps -a gfx700 "$dir/compr.s" --state color_format=9 --size 1x1
"$gisa" run --stage ps -a gfx900 "$dir/ps.s" --attr 0=1,0 --size 2x2 --image "$dir/out.ppm" &&
    printf 'P6\n2 2\n255\n\377\000\200\377\000\200\377\000\200\377\000\200' | cmp -s - "$dir/out.ppm"
ok 'a picture' $?

# ---- samples: a triangle over the left half of one pixel covers 2 of 4 samples (x = -2 and -6)

printf 'x,y,z,w,a\n-3,-9,0,1,1,1\n0,-9,0,1,1,1\n0,9,0,1,1,1\n-3,-9,0,1,1,1\n0,9,0,1,1,1\n-3,9,0,1,1,1\n' >"$dir/half.csv"
printf 'v_mov_b32_e32 v4, 1.0\nexp mrt0 v4, v4, v4, v4 done vm\ns_endpgm\n' >"$dir/one.s"
says 'one sample, the centre: a right edge does not count' '0,0 0 0 0 0' ps -a gfx900 "$dir/one.s" --corners "$dir/half.csv" --size 1x1
says 'four samples' '0,0 0.5 0.5 0.5 0.5' ps -a gfx900 "$dir/one.s" --corners "$dir/half.csv" --size 1x1 --samples 4
says 'samples where they are asked for' '0,0 0.75 0.75 0.75 0.75' ps -a gfx900 "$dir/one.s" --corners "$dir/half.csv" --size 1x1 --samples 4 \
    --sample-positions -1,0/-2,1/-8,7/1,0
printf 's_mov_b32 m0, s0\nexp mrt0 v2, v3, v2, v3 done vm\ns_endpgm\n' >"$dir/where.s"
says 'a pixel at its samples: the mean of their places' '0,0 0.5 0.5 0.5 0.5' ps -a gfx900 "$dir/where.s" --state ps_input_ena=persp_sample+pos_x+pos_y \
    --size 1x1 --samples 4 --sample-shading
says 'and at one of them' '0,0 0.25 0.9375 0.25 0.9375' ps -a gfx900 "$dir/where.s" --state ps_input_ena=persp_sample+pos_x+pos_y --size 1x1 \
    --samples 2 --sample-shading --sample-positions -4,7/-4,7
for jobs in 1 3; do
    "$gisa" run --stage ps -a gfx900 "$dir/ps.s" --attr 0=0,7/1,7/0,7 --size 61x47 --samples 4 -j $jobs --image "$dir/jobs$jobs.ppm" >"$dir/out" 2>&1
done
cmp -s "$dir/jobs1.ppm" "$dir/jobs3.ppm"
ok 'threads make no difference' $?
printf '%s\n' 'x,y,z,w' '-1,-1,-0.5,1' '3,-1,-0.5,1' '-1,3,-0.5,1' >"$dir/deep.csv"
says 'a depth from -1' '0,0 1 1 1 1' ps -a gfx900 "$dir/one.s" --corners "$dir/deep.csv" --size 1x1 --depth-from -1
says 'a depth from 0' '0,0 0 0 0 0' ps -a gfx900 "$dir/one.s" --corners "$dir/deep.csv" --size 1x1
for words in '--samples 3' '--samples 32' '--sample-positions 9,0' '--sample-positions 1' '--sample-positions 1,1' '--sample-shading' '--depth-from 1' \
    '--samples 2 --sample-positions 1,1/' '-j 0'; do
    # shellcheck disable=SC2086 # several words
    has "$words" 2 '^gisa run: ' ps -a gfx900 "$dir/one.s" --size 1x1 $words
done

# ---- images: a picture on a picture of the same size is that picture

cat >"$dir/texture.s" <<'END'
s_mov_b32 m0, s12
v_interp_p1_f32 v2, v0, attr0.x
v_interp_p2_f32 v2, v1, attr0.x
v_interp_p1_f32 v3, v0, attr0.y
v_interp_p2_f32 v3, v1, attr0.y
image_sample v[4:7], v[2:3], s[0:7], s[8:11] dmask:0xf
s_waitcnt vmcnt(0)
exp mrt0 v4, v5, v6, v7 done vm
s_endpgm
END
{
    printf 'P6\n3 2\n255\n'
    printf '\001\002\003\100\101\102\200\201\202\011\022\033\377\376\375\000\377\000'
} >"$dir/wall.ppm"
for arch in gfx600 gfx700 gfx803 gfx900; do
    "$gisa" run --stage ps -a $arch "$dir/texture.s" --user-data "0-7=T#:$dir/wall.ppm" --user-data 8-11=S#:point \
        --attr 0=0,0/1,0/0,1 --size 3x2 --image "$dir/drawn.ppm" >"$dir/out" 2>&1
    cmp -s "$dir/wall.ppm" "$dir/drawn.ppm"
    ok "an image as user data, $arch" $?
done

# Border colours from a palette: entry 1 is 0.5 1 2 -1, and coordinates are left of the image.
{ floats 0 0 0 0 0.5 1 2 -1; } >"$dir/palette.bin"
for arch in gfx600 gfx700 gfx803 gfx900; do
    says "a border colour of the palette, $arch" '0,0 0.5 1 2 -1' ps -a $arch "$dir/texture.s" --user-data "0-7=T#:$dir/wall.ppm" \
        --user-data 8-11=S#:point,wrap=6,border=3,entry=1 --border-palette "$dir/palette.bin" --attr 0=-2,-2 --size 1x1
done
says 'a border of ones' '0,0 1 1 1 1' ps -a gfx803 "$dir/texture.s" --user-data "0-7=T#:$dir/wall.ppm" --user-data 8-11=S#:point,wrap=6,border=2 \
    --attr 0=-2,-2 --size 1x1
has 'a palette that is not given' 1 'takes its border colour from a palette' ps -a gfx803 "$dir/texture.s" --user-data "0-7=T#:$dir/wall.ppm" \
    --user-data 8-11=S#:point,wrap=6,border=3 --attr 0=-2,-2 --size 1x1
has 'an entry outside of the palette' 1 'which may not be touched' ps -a gfx803 "$dir/texture.s" --user-data "0-7=T#:$dir/wall.ppm" \
    --user-data 8-11=S#:point,wrap=6,border=3,entry=4095 --border-palette "$dir/palette.bin" --attr 0=-2,-2 --size 1x1

# ---- exports of code without a stage

printf 's_mov_b64 exec, 5\nexp param3 v0, v0, v1, v1 compr\nexp mrt0 v1, off, off, v1 done vm\n' |
    "$gisa" run -a gfx900 - --set v0=0x20001,2,0x40003 --set v1=1.0 | grep -v '^exec' >"$dir/out"
printf '%s\n' 'mrt0.x 0x3f800000 - 0x3f800000' 'mrt0.w 0x3f800000 - 0x3f800000' 'mrt0 done vm' \
    'param3.x 0x0001 - 0x0003' 'param3.y 0x0002 - 0x0004' 'param3.z 0x0000 - 0x0000' 'param3.w 0x3f80 - 0x3f80' |
    cmp -s - "$dir/out"
ok 'gisa run prints what code exports' $?

# ---- vertices

cat >"$dir/vs.s" <<'END'
buffer_load_format_xyzw v[4:7], v0, s[0:3], 0 idxen
s_waitcnt vmcnt(0)
v_cvt_f32_u32_e32 v9, v0
v_cvt_f32_u32_e32 v10, v3
exp pos0 v4, v5, v6, v7 done
exp param0 v9, v10, v4, v5
s_endpgm
END
floats -1 -1 1 -1 0 1 >"$dir/verts.bin"
says 'a vertex stage' '0 position -1 -1 0 1
0 param0 0 0 -1 -1
1 position 1 -1 0 1
1 param0 1 0 1 -1
2 position 0 1 0 1
2 param0 2 0 0 1' vs -a gfx900 "$dir/vs.s" --user-data "0-3=V#:$dir/verts.bin,stride=8,fmt=32_32f"
printf '\002\000\000\000\001\000\000\000' >"$dir/indices.bin"
for arch in gfx600 gfx700 gfx803; do
    says "indices, $arch" '0 position 0 1 0 1
0 param0 2 0 0 1
1 position 1 -1 0 1
1 param0 1 0 1 -1' vs -a $arch "$dir/vs.s" --user-data "0=V#:$dir/verts.bin,stride=8,fmt=32_32f" --indices "$dir/indices.bin"
done
printf 'buffer_load_format_xyzw v[4:7], v0, s[0:3], 0 idxen\ns_waitcnt vmcnt(0)\nexp pos0 v4, v5, v6, v7 done\ns_endpgm\n' >"$dir/vs2.s"
printf '\377\000\377\063' >"$dir/bytes.bin"
says 'bytes as fractions' '0 position 1 0 1 0.200000003' vs -a gfx900 "$dir/vs2.s" --user-data "0-3=V#:$dir/bytes.bin,stride=4,fmt=8_8_8_8" --vertices 1
says 'bytes as integers' '0 position 3.57331108e-43 0 3.57331108e-43 7.14662217e-44' vs -a gfx900 "$dir/vs2.s" --user-data "0-3=V#:$dir/bytes.bin,stride=4,fmt=8_8_8_8u" --vertices 1
printf 'v_mov_b32_e32 v0, s0\nv_mov_b32_e32 v1, s1\nv_mov_b32_e32 v2, s2\nv_mov_b32_e32 v3, s3\nexp pos0 v0, v1, v2, v3 done\ns_endpgm\n' >"$dir/vs3.s"
says 'numbers as user data' '0 position 2 -1 7.00649232e-45 1.40129846e-45' vs -a gfx900 "$dir/vs3.s" --user-data 0=2.0,-1.0 --user-data 2=5,0x1 --vertices 1
printf 's_load_dword s4, s[0:1], 0x4\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v0, s4\nexp pos0 v0, v0, v0, v0 done\ns_endpgm\n' >"$dir/pointer.s"
says 'a pointer' '0 position -1 -1 -1 -1' vs -a gfx900 "$dir/pointer.s" --user-data "0-1=ptr:$dir/verts.bin" --vertices 1
printf 's_mov_b32 m0, s0\nv_interp_mov_f32 v3, p0, attr0.w\nexp mrt0 v3, v3, v3, v3 done vm\ns_endpgm\n' >"$dir/corner.s"
says 'vertices into pixels' '0,0 0 0 0 0
1,0 0 0 0 0
0,1 -1 -1 -1 -1
1,1 -1 -1 -1 -1' vs -a gfx900 "$dir/vs.s" --user-data "0-3=V#:$dir/verts.bin,stride=8,fmt=32_32f" --pixel "$dir/corner.s" --size 2x2 --up

# ---- work-groups

cat >"$dir/cs.s" <<'END'
s_lshl_b32 s5, s4, 8
v_lshlrev_b32_e32 v1, 2, v0
buffer_store_dword v0, v1, s[0:3], s5 offen
s_endpgm
END
"$gisa" run --stage cs -a gfx803 "$dir/cs.s" --user-data "0-3=V#:512,out=$dir/ids.bin" -g 128 -l 64 &&
    [ "$(od -An -tu4 -j 252 -N 12 "$dir/ids.bin" | tr -s ' ')" = ' 63 0 1' ]
ok 'a compute stage writes a buffer' $?

# ---- registers alone

printf 's_nop 0\n' >"$dir/nop.s"
has 'a stage on registers' 0 '^v0 0x00000001 0x00000002 0x00000003 0x00000000 ' ls -a gfx700 "$dir/nop.s" --input vertex_id=1,2,3 --dump v0
has 'floats as inputs' 0 '^v1 0x3fc00000 0x00000000 ' ps -a gfx700 "$dir/nop.s" --input persp_center_j=1.5 --dump v1
has 'a stage that gfx9 does not have' 1 'does not have such a stage' ls -a gfx900 "$dir/nop.s"
has 'merged stages of gfx9' 0 '^s3 0x00000005' hs -a gfx900 "$dir/nop.s" --input merged_wave_info=5 --dump s3
has 'user data after the fixed registers of gfx9' 0 '^s8 0x00000007' gs -a gfx900 "$dir/nop.s" --user-data 0=7 --dump s8
has 'an input that is not there' 1 'does not begin with such a register' vs -a gfx900 "$dir/nop.s" --input pos_x=1

# ---- faults and wrong usage

has 'no export' 1 'ended without an export' ps -a gfx700 "$dir/nop.s" --size 1x1
printf 'exp mrt0 v0, v0, v0, v0 done vm\nexp mrt0 v0, v0, v0, v0 done vm\ns_endpgm\n' >"$dir/twice.s"
has 'a second done' 1 'second export that says done; .*exp mrt0' ps -a gfx700 "$dir/twice.s" --size 1x1
has 'a null pointer' 1 'which may not be touched' vs -a gfx900 "$dir/pointer.s" --user-data 0=0,0
printf 'loop:\ns_branch loop\n' >"$dir/loop.s"
has 'a loop without an end' 1 'limit of instructions' ps -a gfx700 "$dir/loop.s" --size 1x1 --max-insns 1000
has 'no stage' 2 'unknown stage' xs -a gfx700 "$dir/nop.s"
has 'no chip' 2 'expected -a ARCH' ps "$dir/nop.s" --size 1x1
has 'no file' 2 'expected the name' ps -a gfx700 --size 1x1
has 'no size' 2 'expected --size' ps -a gfx700 "$dir/nop.s"
has 'a size that is none' 2 'expected WxH' ps -a gfx700 "$dir/nop.s" --size 3
has 'a chip without stages' 1 'does not have such a stage' ps -a sgx543 "$dir/nop.s" --size 1x1
for data in 4 4=x 2-4=1 99=1 '0=V#:64,fmt=7' '0=V#:64,colour=7' '0=S#:rough' '30-33=V#:64'; do
    has "user data $data" 1 '^gisa run: ' vs -a gfx700 "$dir/vs3.s" --user-data "$data"
done
has 'a file that is not there' 1 'nothing.bin' vs -a gfx700 "$dir/vs3.s" --user-data "0-3=V#:$dir/nothing.bin"
for state in ps_input_ena=what colour=9 vgprs=-1 vgprs; do
    has "state $state" 1 '^gisa run: ' ps -a gfx700 "$dir/nop.s" --size 1x1 --state "$state"
done
for mode in 0=round 40=flat flat 1=flat:99; do
    has "--interp $mode" 2 'after --interp' ps -a gfx700 "$dir/nop.s" --size 1x1 --interp "$mode"
done
has 'the help' 0 'usage: gisa run --stage' ps --help

# ---- examples

here=$(dirname "$0")/../../..
sh "$here/examples/mesh.sh" "$dir"
"$gisa" run --stage ps -a gfx700 "$here/examples/planet.ps.s" --user-data "0-3=V#:$dir/planet.bin" \
    --attr 0=-1,-1/1,-1/-1,1 --size 64x64 >"$dir/planet"
# Outside of the circle there is nothing, in the middle there is colour; a circle of 32 pixels
# covers 3217 of them.
awk '$1 == "0,0" && $5 == 0 { corner = 1 } $1 == "32,32" && $2 > 0.2 && $5 == 1 { middle = 1 } $5 == 1 { n++ }
     END { exit !(corner && middle && n > 3150 && n < 3280) }' "$dir/planet"
ok 'examples/planet.ps.s draws a disc' $? "$dir/planet"
"$gisa" run --stage vs -a gfx900 "$here/examples/mesh.vs.s" --user-data "0-3=V#:$dir/cube.bin,stride=24,fmt=32_32_32f" \
    --user-data "4-7=V#:$dir/matrix.bin" --vertices 36 --pixel "$here/examples/mesh.ps.s" --depth --size 64x64 |
    awk '$5 == 1 { print $2, $3, $4 }' | sort -u >"$dir/colours"
# Three sides are seen, each in the colour of its normal.
printf '%s\n' '0.5 0 0.5' '0.5 0.5 1' '1 0.5 0.5' | cmp -s - "$dir/colours"
ok 'examples/mesh.vs.s shows three sides of a cube' $? "$dir/colours"

finish
