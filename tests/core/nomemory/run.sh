#!/bin/sh
# SPDX-License-Identifier: MIT
# Each allocation of the command fails once: what it says names memory, its status is 1 or 2, and it
# leaves no file; or all is as ever.
# usage: run.sh GISA PRELOAD
. "$(dirname "$0")/../../lib.sh"
gisa=$(realpath "$1") preload=$(realpath "$2") here=$(realpath "$(dirname "$0")")
cd "$dir" || exit 1
if ! FAIL_AT=0 FAIL_SAY=count LD_PRELOAD=$preload "$gisa" --version >/dev/null 2>&1 || [ ! -s count ]; then
    skip 1 'an address sanitizer, or another libc'
    finish
fi

# each NAME COMMAND...: it writes the file `out`
each() {
    name=$1
    shift
    rm -f out
    FAIL_SAY=count LD_PRELOAD=$preload "$@" >said 2>&1 && mv out usual || { ok "$name" 1 said; return; }
    read -r count <count
    n=1 bad=0
    while [ $n -le "$count" ]; do
        FAIL_AT=$n LD_PRELOAD=$preload "$@" >said 2>&1
        status=$?
        if [ $status -eq 0 ]; then
            cmp -s out usual
        else
            [ $status -le 2 ] && grep -qi memory said && [ "$(ls out* 2>/dev/null | wc -l)" -eq 0 ]
        fi
        if [ $? -ne 0 ]; then
            bad=$((bad + 1))
            echo "failed: $name: allocation $n of $count: status $status, '$(head -n 1 said)', files: $(ls out* 2>/dev/null | tr '\n' ' ')"
        fi
        rm -f out*
        n=$((n + 1))
    done
    trials=$((trials + count)) # a failing allocation is a trial
    ok "$name" $bad
}

each 'asm' "$gisa" asm -a gfx900 "$here/kernel.s" -o out
each 'asm -f co' "$gisa" asm -a gfx900 -f co "$here/kernel.s" -o out
"$gisa" asm -a gfx900 -f co "$here/kernel.s" -o k.co
each 'dis' "$gisa" dis k.co -o out
each 'dis --json' "$gisa" dis --json k.co -o out
cat >bug.s <<'END'
	buffer_load_dword v1, off, s[8:11], 0
	v_readfirstlane_b32 s0, v0
	s_cbranch_scc0 on
	v_readlane_b32 s4, v1, s0
on:	v_mov_b32 v2, v1
	s_endpgm
END
each 'asm --fix' "$gisa" asm -a gfx900 --fix bug.s -o out
each 'asm -W' "$gisa" asm -a gfx900 -A bug.s -o out
each debug "$gisa" debug k.co -g 64 out:out:256 -e 'catch wave' -e run -e 'print s0' -e reverse-stepi -e continue
each run "$gisa" run k.co -j 1 -g 64 out:out:256
each 'run --check' "$gisa" run k.co -j 1 -g 64 --check out:out:256
# A kernel that gets an image and a sampler, and does nothing.
cat >image.s <<'END'
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
	.amdhsa_kernarg_size 16
	.amdhsa_next_free_vgpr 1
	.amdhsa_next_free_sgpr 1
	.end_amdhsa_kernel
	.amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 1
    .vgpr_count: 1
    .max_flat_workgroup_size: 64
    .args:
      - { .name: i, .offset: 0, .size: 8, .value_kind: image, .type_name: image2d_t }
      - { .name: s, .offset: 8, .size: 8, .value_kind: sampler, .type_name: sampler_t }
	.end_amdgpu_metadata
END
"$gisa" asm -a gfx900 -f co image.s -o image.co
printf 'P6\n2 1\n255\nabcdef' >a.ppm
each 'run, an image' "$gisa" run image.co -j 1 image:a.ppm,out=out sampler:linear
printf 'abcdefgh' >texels
each 'run, texels' "$gisa" run image.co -j 1 image:texels,size=2x1,out=out sampler:
echo 'ds_write_b32 v0, v1' >wave.s
each 'run, one wave' "$gisa" run -a gfx900 wave.s --set v1=1.5 --mem 0x1000,64 --dump-mem 0x1000,8=out
each 'run --case' "$gisa" run -a gfx900 wave.s --set v1=1.5,2.5 --mem 0x1000,64 --dump v1:f32 -q --case out
finish
