#!/bin/sh
# SPDX-License-Identifier: MIT
# Images and samplers as arguments of gisa run: pictures and texels in and out, formats, kinds of
# images, what kernels find beside the resource, mistakes. Kernels of OpenCL: tests/runtime/opencl.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1

# expect STATUS PATTERN ARGUMENT-OF-gisa-run...; '' = nothing is printed
expect() {
    want=$1 pattern=$2
    shift 2
    timeout 60 "$gisa" run "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && if [ "$pattern" ]; then grep -q -e "$pattern" "$dir/out"; else [ ! -s "$dir/out" ]; fi
    ok "run $* (status $got, expected $want and '$pattern')" $? "$dir/out"
}

holds() { # holds FILE HEXADECIMAL
    got=$(od -An -v -tx1 "$1" 2>&1 | tr -d ' \n')
    [ "$got" = "$2" ]
    ok "${1##*/} holds $got, expected $2" $?
}

# kernel NAME: code from stdin; its arguments are two images, a sampler and a buffer: s[4:5],
# s[6:7], s[8:9], s[10:11]; v0 is x, the group y
kernel() {
    printf '\t.text\n\t.globl %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n' "$1" "$1" "$1"
    printf '\ts_load_dwordx8 s[4:11], s[0:1], 0x0\n\tv_mov_b32 v1, s2\n\tv_mov_b32 v2, 0\n\ts_waitcnt lgkmcnt(0)\n'
    cat
    printf '\ts_endpgm\n\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n' "$1"
    printf '\t.amdhsa_kernarg_size 32\n\t.amdhsa_next_free_vgpr 16\n\t.amdhsa_next_free_sgpr 40\n\t.end_amdhsa_kernel\n'
}

meta() { # meta NAME TYPE
    printf '  - .name: %s\n    .symbol: %s.kd\n    .kernarg_segment_size: 32\n    .kernarg_segment_align: 8\n' "$1" "$1"
    printf '    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n    .wavefront_size: 64\n'
    printf '    .sgpr_count: 40\n    .vgpr_count: 16\n    .max_flat_workgroup_size: 1024\n    .args:\n'
    printf '      - { .name: %s, .offset: %s, .size: 8, .value_kind: %s, .type_name: %s }\n' \
        from 0 image "$2" to 8 image "$2" how 16 sampler sampler_t words 24 global_buffer 'uint*'
}

images='s_load_dwordx8 s[16:23], s[4:5], 0x0
s_load_dwordx8 s[24:31], s[6:7], 0x0
s_waitcnt lgkmcnt(0)'
copy() { # copy DA
    printf '%s\nimage_load v[4:7], v[0:3], s[16:23] dmask:0xf unorm%s\ns_waitcnt vmcnt(0)\nimage_store v[4:7], v[0:3], s[24:31] dmask:0xf unorm%s\n' "$images" "$1" "$1"
}
# The texel at (x + 0.5) / 4, or x + 0.5, of row 0.
sample="$images
s_load_dwordx4 s[32:35], s[8:9], 0x0
v_mov_b32 v8, v0
v_cvt_f32_u32 v8, v8
v_add_f32 v8, 0.5, v8
v_mov_b32 v9, 0.5
s_waitcnt lgkmcnt(0)
s_bitcmp1_b32 s32, 15
s_cbranch_scc1 texels
v_mul_f32 v8, 0.25, v8
texels:
image_sample_lz v[4:7], v[8:9], s[16:23], s[32:35] dmask:0xf
s_waitcnt vmcnt(0)
image_store v[4:7], v[0:3], s[24:31] dmask:0xf unorm"
words='s_load_dwordx4 s[16:19], s[4:5], 0x20
v_mov_b32 v3, 0
s_waitcnt lgkmcnt(0)
v_mov_b32 v4, s16
v_mov_b32 v5, s17
v_mov_b32 v6, s18
global_store_dwordx3 v3, v[4:6], s[10:11]'
buffer='s_load_dwordx4 s[16:19], s[4:5], 0x0
s_load_dwordx4 s[24:27], s[6:7], 0x0
s_waitcnt lgkmcnt(0)
buffer_load_format_xyzw v[4:7], v0, s[16:19], 0 idxen
s_waitcnt vmcnt(0)
buffer_store_format_xyzw v[4:7], v0, s[24:27], 0 idxen'

types='flat:image2d_t deep:image3d_t rows:image1d_array_t sheets:image2d_array_t line:image1d_t sampled:image2d_t words:image2d_t stream:image1d_buffer_t'
# A volume and an array of pictures have y in v1 and z in v2, which the group counts together.
slices='v_mov_b32 v3, s2
v_and_b32 v1, 1, v3
v_lshrrev_b32 v2, 1, v3'
for gfx in gfx900 gfx803; do
    {
        copy '' | kernel flat
        { echo "$slices"; copy ''; } | kernel deep
        copy ' da' | kernel rows
        { echo "$slices"; copy ' da'; } | kernel sheets
        copy '' | kernel line
        echo "$sample" | kernel sampled
        echo "$words" | if [ $gfx = gfx900 ]; then cat; else
            sed 's/global_store_dwordx3 v3, v\[4:6\], s\[10:11\]/v_mov_b32 v8, s10\nv_mov_b32 v9, s11\nflat_store_dwordx3 v[8:9], v[4:6]/'
        fi | kernel words
        echo "$buffer" | kernel stream
        printf '\t.amdgpu_metadata\namdhsa.version: [ 1, 2 ]\namdhsa.target: amdgcn-amd-amdhsa--%s\namdhsa.kernels:\n' $gfx
        for type in $types; do
            meta "${type%:*}" "${type#*:}"
        done
        printf '\t.end_amdgpu_metadata\n'
    } | "$gisa" asm -a $gfx -f co - -o "$dir/$gfx.co" >"$dir/out" 2>&1
    ok "$gfx.co is assembled" $? "$dir/out"
done

# A picture of 3 x 2, as PPM: red, green, blue; grey, black, white.
printf 'P6\n3 2\n255\n\377\000\000\000\377\000\000\000\377\200\200\200\000\000\000\377\377\377' >"$dir/a.ppm"
rgba=ff0000ff00ff00ff0000ffff808080ff000000ffffffffff

for gfx in gfx900 gfx803; do
    co=$dir/$gfx.co
    run_flat() { # run_flat STATUS PATTERN FROM TO
        expect "$1" "$2" "$co" -k flat -g 6 -l 3 "$3" "$4" sampler:nearest buf:16
    }
    # A picture through a kernel, as a picture and as texels.
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,out=$dir/b.ppm"
    cmp -s "$dir/a.ppm" "$dir/b.ppm"
    ok "$gfx: a picture" $?
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,out=$dir/b"
    holds "$dir/b" $rgba
    run_flat 0 '' "image:$dir/a.ppm,out=$dir/c" "image:3x2"
    holds "$dir/c" $rgba
    # Formats: by hand. A kernel of fractions and floats converts; one of integers does not.
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,fmt=16_16f,out=$dir/b"
    holds "$dir/b" 003c00000000003c000000000438043800000000003c003c
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,fmt=32f,out=$dir/b"
    holds "$dir/b" 0000803f00000000000000008180003f000000000000803f
    run_flat 0 '' "image:$dir/a.ppm,fmt=8_8_8_8u" "image:3x2,fmt=16_16u,out=$dir/b"
    holds "$dir/b" ff0000000000ff00000000008000800000000000ff00ff00
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,fmt=5_6_5,out=$dir/b"
    holds "$dir/b" 00f8e0071f0010840000ffff
    run_flat 0 '' "image:$dir/a.ppm,fmt=8_8_8_8:srgb" "image:3x2,fmt=8_8_8_8,out=$dir/b"
    holds "$dir/b" ff0000ff00ff00ff0000ffff373737ff000000ffffffffff
    run_flat 0 '' "image:$dir/a.ppm" "image:3x2,fmt=8,out=$dir/b.ppm"
    tail -c 18 "$dir/b.ppm" >"$dir/b"
    holds "$dir/b" ffffff000000000000808080000000ffffff
    # Texels from a file.
    printf 'abcdefghijkl' >"$dir/texels"
    run_flat 0 '' "image:$dir/texels,fmt=16u,size=3x2" "image:3x2,fmt=16u,out=$dir/b"
    cmp -s "$dir/texels" "$dir/b"
    ok "$gfx: texels" $?
    run_flat 0 '' "image:$dir/b,fmt=5_6_5,size=3x2" "image:3x2,fmt=5_6_5,out=$dir/c"
    cmp -s "$dir/b" "$dir/c"
    ok "$gfx: packed texels" $?
    # Kinds of images. 3 x 2 x 2 bytes are slices of 3 x 2, or 4 rows.
    for kind in deep sheets; do
        expect 0 '' "$co" -k $kind -g 12 -l 3 "image:$dir/texels,fmt=8u,size=3x2x2" "image:3x2x2,fmt=8u,out=$dir/b" sampler: buf:16
        cmp -s "$dir/texels" "$dir/b"
        ok "$gfx: $kind" $?
    done
    expect 0 '' "$co" -k deep -g 6 -l 3 "image:$dir/a.ppm,depth=2" "image:3x1x2,out=$dir/b" sampler: buf:16
    holds "$dir/b" ff0000ff00ff00ff0000ffff000000000000000000000000
    expect 0 '' "$co" -k rows -g 12 -l 3 "image:$dir/texels,fmt=8u,size=3x4" "image:3x4,fmt=8u,out=$dir/b" sampler: buf:16
    cmp -s "$dir/texels" "$dir/b"
    ok "$gfx: rows" $?
    expect 0 '' "$co" -k line -g 12 "image:$dir/texels,fmt=8u,size=12" "image:12,fmt=8u,out=$dir/b" sampler: buf:16
    cmp -s "$dir/texels" "$dir/b"
    ok "$gfx: a line" $?
    # An image buffer; what is past its end reads as 0 and is not written.
    expect 0 '' "$co" -k stream -g 5 "image:$dir/texels,fmt=16_16u,size=3" "image:4,fmt=16_16u,out=$dir/b" sampler: buf:16
    holds "$dir/b" 6162636465666768696a6b6c00000000
    expect 0 '' "$co" -k stream -g 1 image:100000,fmt=32u image:1,fmt=32u sampler: buf:16
    # Samplers: 4 texels of 0, 1, 2, 3, seen from 0 to 7 (normalized: twice).
    printf '\000\001\002\003' >"$dir/four"
    while read -r sampler bytes; do
        expect 0 '' "$co" -k sampled -g 8 -l 8 "image:$dir/four,fmt=8u,size=4x1" "image:8x1,fmt=8u,out=$dir/b" "sampler:$sampler" buf:16
        holds "$dir/b" "$bytes"
    done <<END
nearest 0001020303030303
nearest,clamp_to_edge 0001020303030303
nearest,clamp 0001020300000000
nearest,repeat,normalized 0001020300010203
mirrored_repeat,nearest,normalized 0001020303020100
normalized 0001020303030303
END
    # HSA's type and order, and the width; OpenCL's libraries translate them.
    while read -r format type order; do
        expect 0 "^       0: $type $order 7$" "$co" -k words "image:7x5,fmt=$format" image:1 sampler: buf:12:u32
    done <<END
8_8_8_8 2 8
8 2 1
16_16:snorm 1 3
32_32_32_32f 15 8
16f 14 1
8i 8 1
32u 13 1
5_6_5 6 6
8_8_8_8:srgb 2 14
END
done

# A filter, of texels of 0 and 1: at 1/8 of the image the first one, at 3/8 a quarter of the second.
printf 'P5\n2 1\n255\n\000\377' >"$dir/two.pgm"
expect 0 '' "$dir/gfx900.co" -k sampled -g 1 "image:$dir/two.pgm,fmt=32f" "image:1,fmt=32f,out=$dir/b" sampler:linear,normalized buf:16
holds "$dir/b" 00000000
expect 0 '' "$dir/gfx900.co" -k sampled -g 2 -l 2 "image:$dir/two.pgm,fmt=32f" "image:2x1,fmt=32f,out=$dir/b" sampler:linear,normalized buf:16
holds "$dir/b" 000000000000803e

# PNG, where gisa was built with libpng: its texels are those of the picture that is written.
if "$gisa" run "$dir/gfx900.co" -k line image:docs/sphere.png image:1 sampler: buf:4 2>&1 | grep -q 'without libpng'; then
    skip 3
else
    through() { # through PICTURE OUT
        expect 0 '' "$dir/gfx900.co" -k flat -g 25600 -l 160 "image:$1" "image:160x160,out=$2" sampler: buf:4
    }
    through docs/sphere.png "$dir/sphere.png"
    through "$dir/sphere.png" "$dir/sphere"
    through docs/sphere.png "$dir/expected"
    [ "$(wc -c <"$dir/sphere")" -eq 102400 ] && cmp -s "$dir/expected" "$dir/sphere" && cmp -s -n 8 docs/sphere.png "$dir/sphere.png"
    ok 'a picture as PNG' $?
fi

# ---- mistakes ------------------------------------------------------------------------------------

co=$dir/gfx900.co
while IFS='|' read -r status argument message; do
    expect "$status" "$message" "$co" -k flat "$argument" image:1 sampler: buf:4
done <<END
2|image:$dir/none.png|none.png: No such file
2|image:$dir/texels|not a picture; expected
2|image:|expected image:FILE or image:WIDTHxHEIGHT
2|image:3x2,colour=1|unknown option; expected fmt=, out=, depth= or size=
2|image:3x2,fmt=|unknown format; expected fmt=8_8_8_8
2|image:3x2,fmt=8_|unknown format
2|image:3x2,fmt=_8|unknown format
2|image:3x2,fmt=8__8|unknown format
2|image:3x2,fmt=x|unknown format
2|image:3x2,fmt=7|a texel of this format is not whole bytes
2|image:3x2,fmt=8_8_8_8_8|unknown format
2|image:3x2,fmt=64|unknown format
1|image:3x2,fmt=8f|the image's format does not exist
2|image:3x2,fmt=9_9|a texel of this format
1|image:3x2,fmt=8_8_8_8:colour|images of this architecture do not have that format
1|image:3x2x2|the kernel's image has fewer dimensions
2|image:$dir/a.ppm,depth=3|the rows of the picture are not a multiple of depth=
2|image:$dir/a.ppm,depth=x|expected a number of slices after depth=
2|image:$dir/a.ppm,fmt=5_6_5|a picture needs components of 8, 16 or 32 bits
2|image:$dir/texels,size=5x5|the file does not have as many bytes as texels of this size and format
2|image:$dir/texels,size=3x|expected size=W, size=WxH or size=WxHxD
2|image:$dir/texels,size=999999999|expected size=W
2|image:16384x16384x16384|more than 1 TiB of texels
2|image:$dir/texels,size=16385x1|expected size=W
1|image:16385|an image has at most 16384 x 16384 x 8192 texels
1|image:1x1x8193,fmt=8|the kernel's image has fewer dimensions
1|buf:16|argument 1 is 'buf:16'; expected 8 bytes, image from, image2d_t
1|u64:0|argument 1 is 'u64:0'; expected 8 bytes, image
1|sampler:nearest|argument 1 is 'sampler:nearest'; expected 8 bytes, image
END
expect 1 "argument 3 is 'image:3x2'; expected 8 bytes, sampler" "$co" -k flat image:1 image:1 image:3x2 buf:4
expect 1 "argument 4 is 'image:3x2'; expected 8 bytes, global_buffer" "$co" -k flat image:1 image:1 sampler: image:3x2
expect 2 'expected nearest or linear, clamp' "$co" -k flat image:1 image:1 sampler:cubic buf:4
expect 1 'a picture needs components of 8, 16 or 32 bits' "$co" -k flat image:1 "image:1,fmt=5_6_5,out=$dir/b.ppm" sampler: buf:4
expect 1 'none/b.ppm: No such file' "$co" -k flat image:1 "image:1,out=$dir/none/b.ppm" sampler: buf:4

# A kernel that does not say what its arguments are: an image has two dimensions.
cat >"$dir/plain.s" <<'END'
	.globl plain
	.p2align 8
	.type plain,@function
plain:
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel plain
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 24
	.end_amdhsa_kernel
END
expect 0 '' -a gfx900 "$dir/plain.s" "image:$dir/a.ppm"

finish
