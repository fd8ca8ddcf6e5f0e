#!/bin/sh
# SPDX-License-Identifier: MIT
# The descriptions that `make formats` writes: for Kaitai Struct, compiled by its own compiler, and
# for ImHex, read by hexpat.py. What they say of a shader is what its source says, what they say of
# a kernel descriptor what llvm-objdump says. usage: run.sh GISA FOLDER; Kaitai's part needs
# NODE_PATH=DIRECTORY/node_modules after `npm install kaitai-struct-compiler kaitai-struct`, and
# python3-yaml.
. "$(dirname "$0")/../../lib.sh"
gisa=$1
formats=$2
here=$(dirname "$0")
kaitai=
if node -e 'require("kaitai-struct-compiler"); require("kaitai-struct")' 2>/dev/null && python3 -c 'import yaml' 2>/dev/null; then
    kaitai=1
    for name in gxp amdgpu_kernel_descriptor; do
        python3 -c 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)' <"$formats/$name.ksy" >"$dir/$name.json"
        ok "$name.ksy is YAML" $?
    done
else
    echo 'skipped: Kaitai Struct: needs node, its packages of npm, and python3-yaml'
fi

# says NAME KIND FILE [OFFSET]: both say what is in $dir/expected.
says() {
    if [ -n "$kaitai" ]; then
        node "$here/read.js" "$2" "$dir/$2.json" "$3" $4 >"$dir/got" 2>&1
        same "Kaitai Struct, $1" "$dir/expected" "$dir/got"
    else
        skip 1
    fi
    python3 "$here/hexpat.py" "$formats/$2.hexpat" "$3" $4 >"$dir/got" 2>&1
    same "ImHex, $1" "$dir/expected" "$dir/got"
}

# What tests/files/gxp/vertex.s and fragment.s say, which are made for it: one of each thing.
for name in vertex fragment; do
    "$gisa" asm -f gxp tests/files/gxp/$name.s -o "$dir/$name.gxp"
done
cat >"$dir/expected" <<END
vertex 1.4
registers 5 22 7
code 24 8
outputs 800 e01 8
flags true 1008
parameter attribute position f32 4 1 0 0 position 0
parameter attribute uv f16 2 1 4 0 texcoord 1
parameter uniform matrix f32 4 4 0 default none 0
parameter uniform bones f32 3 10 16 default none 0
parameter sampler heights f32 4 1 2 0 attr 0
container default 0 16
container data 16 6
buffer default 0 -16
literal 1 0.100
literal 2 Infinity
sampler 2 3 4
END
says 'a vertex program' gxp "$dir/vertex.gxp"
cat >"$dir/expected" <<END
fragment 1.5
registers 7 7 0
code 8 0
result u8 4 0
flags false 1
parameter uniform tint f32 4 1 0 default none 0
parameter uniform scale f16 1 1 4 default none 0
parameter sampler tex f32 4 1 1 0 bcol 0
container default 0 6
container literal 6 1
literal 0 -1.50
input color0 none 0 0
input texcoord2 texcoord0 1 1
END
says 'a fragment program' gxp "$dir/fragment.gxp"

# Kernel descriptors: LLVM's directives of the same bytes. What has none is not compared: granules,
# where the code begins.
cat >"$dir/k.s" <<'END'
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl k
.p2align 8
.type k,@function
k: s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
    .amdhsa_group_segment_fixed_size 0x12345
    .amdhsa_private_segment_fixed_size 77
    .amdhsa_kernarg_size 48
    .amdhsa_user_sgpr_private_segment_buffer 1
    .amdhsa_user_sgpr_queue_ptr 1
    .amdhsa_user_sgpr_dispatch_id 1
    .amdhsa_user_sgpr_private_segment_size 1
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_vgpr_workitem_id 2
    .amdhsa_next_free_vgpr 40
    .amdhsa_next_free_sgpr 50
    .amdhsa_float_round_mode_32 1
    .amdhsa_float_round_mode_16_64 2
    .amdhsa_float_denorm_mode_32 1
    .amdhsa_fp16_overflow 1
    .amdhsa_ieee_mode 0
    .amdhsa_exception_fp_ieee_underflow 1
    .amdhsa_exception_int_div_zero 1
    .amdhsa_uses_dynamic_stack 1
.end_amdhsa_kernel
END
sed 's/^\.rodata/.section .rodata/' "$dir/k.s" >"$dir/kernel.s"
"$gisa" asm -f co "$dir/kernel.s" -o "$dir/k.co"
ok 'the kernel assembles' $?
# The place of k.kd in the file: it is all of .rodata.
offset=$("$gisa" objdump -h -j .rodata "$dir/k.co" | awk '$2 == ".rodata" { print "0x" $6 }')
if command -v llvm-objdump-19 >/dev/null; then
    llvm-objdump-19 -D -j .rodata "$dir/k.co" | sed -n 's/^	\.amdhsa_\([a-z0-9_]*\) \([0-9]*\)$/\1 \2/p' | sort >"$dir/llvm"
    [ "$(wc -l <"$dir/llvm")" -gt 25 ]
    ok 'llvm-objdump has directives of it' $? "$dir/llvm"
    for reader in kaitai imhex; do
        if [ $reader = imhex ]; then
            python3 "$here/hexpat.py" "$formats/amdgpu_kernel_descriptor.hexpat" "$dir/k.co" "$offset" >"$dir/all"
        elif [ -n "$kaitai" ]; then
            node "$here/read.js" kernel "$dir/amdgpu_kernel_descriptor.json" "$dir/k.co" "$offset" >"$dir/all" 2>&1
        else
            skip 1
            continue
        fi
        sort "$dir/all" | join - "$dir/llvm" | awk '$2 != $3' >"$dir/wrong"
        [ "$(sort "$dir/all" | join - "$dir/llvm" | wc -l)" -ge 25 ] && [ ! -s "$dir/wrong" ] &&
            grep -qx 'vgpr_granules 9' "$dir/all" && grep -qx 'uses_dynamic_stack 1' "$dir/all"
        ok "$reader: a kernel descriptor" $? "$dir/wrong"
    done
else
    skip 3
fi
finish
