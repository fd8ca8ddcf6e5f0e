#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of gisa run: its arguments, what it prints and writes, what it says when
# something is wrong, exit codes.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
explains=$dir/out

# expect STATUS PATTERN ARGUMENT-OF-gisa-run...: the exit status, and a pattern in what it prints;
# '' = nothing is printed
expect() {
    want=$1 pattern=$2
    shift 2
    timeout 60 "$gisa" run "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && if [ "$pattern" ]; then grep -q -e "$pattern" "$dir/out"; else [ ! -s "$dir/out" ]; fi
    ok "run $* (status $got, expected $want and '$pattern')" $?
}

# prints TEXT ARGUMENT...: all that it prints, on standard output
prints() {
    printf '%s\n' "$1" >"$dir/expected"
    shift
    timeout 60 "$gisa" run "$@" >"$dir/out" 2>"$dir/errors" </dev/null && cmp -s "$dir/expected" "$dir/out" && [ ! -s "$dir/errors" ]
    status=$?
    cat "$dir/errors" >>"$dir/out"
    ok "run $*" $status
}

# holds FILE BYTES: what is in the file, in hexadecimal
holds() {
    od -An -v -tx1 "$1" 2>&1 | tr -d ' \n' >"$dir/out"
    [ "$(cat "$dir/out")" = "$2" ]
    ok "${1##*/} holds $2" $?
}

# ---- kernels -------------------------------------------------------------------------------------

# kernel NAME KERNARG-SIZE LDS VGPRS: code from stdin; s[0:1] are the arguments, s2 the group, v0
# the work-item
kernel() {
    printf '\t.text\n\t.globl %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n' "$1" "$1" "$1"
    cat
    printf '\ts_endpgm\n\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n' "$1"
    printf '\t.amdhsa_kernarg_size %s\n\t.amdhsa_group_segment_fixed_size %s\n\t.amdhsa_next_free_vgpr %s\n' "$2" "$3" "$4"
    printf '\t.amdhsa_next_free_sgpr 16\n\t.end_amdhsa_kernel\n'
}

# meta NAME KERNARG-SIZE LDS: its metadata; a line of stdin for each argument: NAME OFFSET SIZE KIND
# [TYPE]
meta() {
    printf '  - .name: %s\n    .symbol: %s.kd\n    .kernarg_segment_size: %s\n    .kernarg_segment_align: 8\n' "$1" "$1" "$2"
    printf '    .group_segment_fixed_size: %s\n    .private_segment_fixed_size: 0\n    .wavefront_size: 64\n' "$3"
    printf '    .sgpr_count: 16\n    .vgpr_count: 8\n    .max_flat_workgroup_size: 1024\n'
    between='    .args:\n'
    while read -r name offset size kind type; do
        printf "$between      - { .name: '%s', .offset: %s, .size: %s, .value_kind: %s%s }\n" "$name" "$offset" "$size" "$kind" \
            "${type:+, .type_name: $type}"
        between=
    done
}

assemble() { # assemble FILE: source from stdin
    "$gisa" asm -a gfx900 -f co - -o "$dir/$1" >"$dir/out" 2>&1
    ok "$1 is assembled" $?
}

# The first 16 bytes of the arguments.
kinds='s_load_dwordx4 s[4:7], s[0:1], 0x0
s_load_dwordx2 s[8:9], s[0:1], 0x10
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, s4
v_mov_b32 v1, s5
v_mov_b32 v2, s6
v_mov_b32 v3, s7
v_mov_b32 v4, 0
global_store_dwordx4 v4, v[0:3], s[8:9]'
# Where its LDS is, and what it holds after a store 60 bytes further on.
lds='s_load_dword s4, s[0:1], 0x0
s_load_dwordx2 s[8:9], s[0:1], 0x8
s_waitcnt lgkmcnt(0)
v_mov_b32 v0, s4
v_mov_b32 v2, 77
v_mov_b32 v4, 0
ds_write_b32 v0, v2 offset:60
ds_read_b32 v1, v0 offset:60
s_waitcnt lgkmcnt(0)
global_store_dwordx2 v4, v[0:1], s[8:9]'
# data[at + work-item] is loaded, or 1 is added to data[at].
at='s_load_dwordx4 s[4:7], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
s_add_u32 s4, s4, s6
s_addc_u32 s5, s5, s7'
load="$at
v_lshlrev_b32 v1, 2, v0
global_load_dword v2, v1, s[4:5]
s_waitcnt vmcnt(0)"
add="$at
v_mov_b32 v1, 0
v_mov_b32 v2, 1
global_atomic_add v1, v2, s[4:5]"
# out[group * 64 + work-item] = the same number
number='s_load_dwordx2 s[4:5], s[0:1], 0x0
v_lshl_add_u32 v0, s2, 6, v0
v_lshlrev_b32 v1, 2, v0
s_waitcnt lgkmcnt(0)
global_store_dword v1, v0, s[4:5]'

# With denormals flushed: (1 + 2^-23) * 2^-126 times 1 - 2^-23 is just below the smallest normal
# number.
tiny='s_load_dwordx2 s[8:9], s[0:1], 0x0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0
v_mov_b32 v0, 0x800001
v_mov_b32 v4, 0
v_mul_f32 v0, 0x3f7ffffe, v0
s_waitcnt lgkmcnt(0)
global_store_dword v4, v0, s[8:9]'
{
    printf '%s\n' "$kinds" | kernel kinds 24 0 8
    printf '%s\n' "$kinds" | kernel wide 24 0 8
    printf '%s\n' "$lds" | kernel lds 16 12 8
    printf '%s\n' "$tiny" | kernel tiny 8 0 8
    printf '%s\n' "$load" | kernel load 16 0 8
    printf '%s\n' "$add" | kernel add 16 0 8
    printf '%s\n' "$number" | kernel number 8 0 8
    printf 'again:\ts_branch again\n' | kernel endless 0 0 8
    printf '\ts_branch outside\n' | kernel leaves 0 0 8
    printf '\t.text\n\t.globl outside\n\t.type outside,@function\noutside:\n\tv_mov_b32 v0, 0\n\tv_mov_b32 v1, 0\n\tglobal_load_dword v2, v[0:1], off\n\ts_endpgm\n'
    printf '\t.amdgpu_metadata\namdhsa.version: [ 1, 2 ]\namdhsa.target: amdgcn-amd-amdhsa--gfx900\namdhsa.kernels:\n'
    meta kinds 24 0 <<END
a 0 1 by_value char
b 2 2 by_value ushort
c 4 4 by_value int
d 8 8 by_value double
e 16 8 global_buffer
END
    printf 'a 0 16 by_value float3\nout 16 8 global_buffer\n' | meta wide 24 0
    meta lds 16 12 <<END
room 0 4 dynamic_shared_pointer
out 8 8 global_buffer
END
    printf 'data 0 8 global_buffer\nat 8 8 by_value\n' | meta load 16 0
    printf 'data 0 8 global_buffer\nat 8 8 by_value\n' | meta add 16 0
    printf 'out 0 8 global_buffer\n' | meta number 8 0
    printf 'out 0 8 global_buffer\n' | meta tiny 8 0
    meta endless 0 0 </dev/null
    meta leaves 0 0 </dev/null
    printf '\t.end_amdgpu_metadata\n'
} | assemble all.co
# What OpenCL's kernels read of their offset: x, y and z.
{
    printf 's_load_dwordx8 s[4:11], s[0:1], 0x0\nv_mov_b32 v4, 0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v0, s6\nv_mov_b32 v1, s8\nv_mov_b32 v2, s10\nglobal_store_dwordx3 v4, v[0:2], s[4:5]\n' |
        kernel offsets 32 0 8
    printf '\t.amdgpu_metadata\namdhsa.version: [ 1, 2 ]\namdhsa.target: amdgcn-amd-amdhsa--gfx900\namdhsa.kernels:\n'
    printf 'out 0 8 global_buffer\nx 8 8 hidden_global_offset_x\ny 16 8 hidden_global_offset_y\nz 24 8 hidden_global_offset_z\n' | meta offsets 32 0
    printf '\t.end_amdgpu_metadata\n'
} | assemble offsets.co
# The same without metadata.
printf '%s\n' "$kinds" | kernel kinds 24 0 8 | assemble bare.co
assemble saxpy.co <examples/saxpy.s
all=$dir/all.co

# ---- offsets, halves -----------------------------------------------------------------------------

prints 'argument 1 out
       0: 0 0 0' "$dir/offsets.co" buf:12:u32
prints 'argument 1 out
       0: 5 0 4294967295' "$dir/offsets.co" --offset 5,0,0xffffffff buf:12:u32
expect 1 'the kernel takes no offset' "$dir/all.co" -k number --offset 5 buf:4
for offset in '' x 1,2,3,4 -1 4294967296 1, ,1; do
    expect 2 'expected X\[,Y,Z\] after --offset' "$dir/offsets.co" --offset "$offset" buf:12
done
# the nearest f16, ties to even: 2049 lies between 2048 and 2050, 65520 between the largest and
# infinity
for half in 1.5:3e00 -2:c000 65504:7bff 65519:7bff 65520:7c00 -inf:fc00 2049:6800 2051:6802 0x1p-24:0001 0x1p-25:0000 0x1.8p-24:0002 0x1.ffep-15:0400 0.1:2e66 nan:7e00; do
    bits=${half#*:}
    "$gisa" run "$dir/bare.co" i8:0 u16:0 "f16:${half%:*}" f64:0 "out:$dir/half:16" >"$dir/out" 2>&1
    [ "$(od -An -v -tx2 "$dir/half" | tr -s ' \n' ' ' | cut -d ' ' -f 4)" = "$bits" ]
    ok "f16:${half%:*} is $bits" $?
done

# ---- printf: records as clang makes kernels write them -------------------------------------------

# prints_record TEXT FORMAT DWORD...: a kernel that writes one record, its id first
prints_record() {
    text=$1 format=$2
    shift 2
    {
        {
            printf 's_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mov_b32 v4, 0\nv_mov_b32 v5, %s\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v4, v5, s[4:5]\n' $(($# * 4))
            offset=8
            for word; do
                printf 'v_mov_b32 v5, %s\nglobal_store_dword v4, v5, s[4:5] offset:%s\n' "$word" $offset
                offset=$((offset + 4))
            done
        } | kernel printer 8 0 8
        printf '\t.amdgpu_metadata\namdhsa.version: [ 1, 2 ]\namdhsa.target: amdgcn-amd-amdhsa--gfx900\namdhsa.printf:\n'
        printf "  - '%s'\n" '9:0:another' "$format"
        printf 'amdhsa.kernels:\n'
        printf 'p 0 8 hidden_printf_buffer\n' | meta printer 8 0
        printf '\t.end_amdgpu_metadata\n'
    } | assemble printer.co
    prints "$text" "$dir/printer.co"
}
prints_record 'plain' '1:0:plain\n' 1
prints_record 'a:-5 0xfffffffb 1.50 100%' '1:3:4:4:4:a\72%d %#x %.2f 100%%\n' 1 -5 -5 0x3fc00000
prints_record '  -5|7  |c|str|-1|ff' '1:6:4:4:4:4:4:4:%4d|%-3u|%c|%s|%hd|%hhx\n' 1 -5 7 99 0x00727473 0xffff 0x1ff
prints_record '1.000000,2.000000|1,-2,3|4294967301|2.5' '1:4:8:16:8:8:%v2f|%v3d|%ld|%g\n' 1 1.0 2.0 1 -2 3 0 5 1 0 0x40040000
prints_record 'two
two' '2:0:two\n' 2 2
prints_record '%q %*d' '1:0:%q %*d\n' 1
timeout 60 "$gisa" run "$dir/printer.co" >"$dir/out" 2>&1
# a record without a format, one that is cut off
for words in '5' '1 1'; do
    prints_nothing=$(prints_record '' '1:2:4:4:%d %d\n' $words >/dev/null; "$gisa" run "$dir/printer.co" 2>&1)
    [ "$prints_nothing" = "gisa run: printf's buffer holds a record that the metadata do not describe" ]
    ok "records $words are refused" $?
done

# ---- models --------------------------------------------------------------------------------------

prints 'argument 1 out
       0: 8388608' "$all" -k tiny buf:4:u32
prints 'argument 1 out
       0: 8388608' "$all" -k tiny --model tininess=after buf:4:u32
prints 'argument 1 out
       0: 0' "$all" -k tiny --model tininess=before buf:4:u32
expect 0 '^ *1  model tininess  *after before: ' "$all" -k tiny --report buf:4
timeout 60 "$gisa" run "$all" -k number --report buf:4 2>&1 | grep -q ' model '
[ $? -eq 1 ]
ok 'a run that depends on no model says so by silence' $?
expect 1 "'later' is not an option of tininess; expected one of: after before" "$all" -k tiny --model tininess=later buf:4
expect 1 "no such model; 'gisa list --models' lists them: colour=3" "$all" -k tiny --model colour=3 buf:4

# ---- arguments -----------------------------------------------------------------------------------

for file in all.co bare.co; do
    rm -f "$dir/bytes"
    expect 0 '' "$dir/$file" -k kinds i8:-2 u16:0xfffe i32:-3 f64:1.5 "out:$dir/bytes:16"
    holds "$dir/bytes" fe00fefffdffffff000000000000f83f
    expect 0 '' "$dir/$file" -k kinds u8:255 i16:-32768 u32:4294967295 i64:-9223372036854775808 "out:$dir/bytes:16"
    holds "$dir/bytes" ff000080ffffffff0000000000000080
    expect 0 '' "$dir/$file" -k kinds i8:-128 u16:65535 f32:-0.0 u64:18446744073709551615 "out:$dir/bytes:16"
    holds "$dir/bytes" 8000ffff00000080ffffffffffffffff
done
# Vectors are numbers with commas, three of them in the room of four; a struct is what is in a file.
vector=0000803f000000c00000404000000000
expect 0 '' "$all" -k wide f32:1,-2,3 "out:$dir/bytes:16"
holds "$dir/bytes" $vector
expect 0 '' "$all" -k wide f32:1,-2,3,0 "out:$dir/bytes:16"
holds "$dir/bytes" $vector
expect 0 '' "$dir/bare.co" -k kinds f32:1,-2,3 "out:$dir/bytes:16"
holds "$dir/bytes" $vector
expect 0 '' "$dir/bare.co" -k kinds i16:-1,0x200,3 i64:5 "out:$dir/bytes:16"
holds "$dir/bytes" ffff0002030000000500000000000000
cp "$dir/bytes" "$dir/struct"
expect 0 '' "$all" -k wide "in:$dir/struct" "out:$dir/bytes:16"
holds "$dir/bytes" ffff0002030000000500000000000000
printf 'eight...' >"$dir/struct"
for value in "in:$dir/struct" "inout:$dir/bytes" buf:16 f32:1,2 f32:1,2,3,4,5; do
    expect 1 "argument 1 is '$value'; expected 16 bytes, by_value a, float3 (a vector is f32:1,2; a struct is in:FILE" "$all" -k wide "$value" buf:16
done
prints 'argument 2 out
       0: 16 77' "$all" -k lds local:64 buf:8:u32
prints 'argument 2 x
       0: 3 3 3 3 3 3 3 3
       8: 3 3
argument 3 y
       0: 7 7 7 7 7 7 7 7
       8: 7 7' "$dir/saxpy.co" -g 10 f32:2 buf:40:f32=3 buf:40:f32=1
prints 'argument 2 x
       0: 0 0
argument 3 y
       0: 0.5 0.5' "$dir/saxpy.co" -g 2 f32:1e3 buf:8:f32 buf:8:f32=0.5
expect 0 '' "$dir/saxpy.co" -g 10 -q f32:2 buf:40:f32=3 buf:40:f32=1
expect 0 '' "$dir/saxpy.co" -g 10 f32:2 buf:40 buf:1k
expect 0 '' "$dir/saxpy.co" -g 10 f32:2 buf:40=0xff buf:1M
# Each type prints as itself.
while read -r type value times shown; do
    expect 0 "^       0:\( ${shown:-$value}\)\{$times\}$" "$dir/saxpy.co" -g 1 f32:0 "buf:8:$type=$value" buf:4
done <<END
i8 -5 8
u8 250 8
i16 -300 4
u16 65000 4
i32 -70000 2
u32 4000000000 2
i64 -5000000000 1
u64 18446744073709551615 1
f32 -2.5 2
f32 inf 2
f64 0.1 1 0\.10000000000000001
END
# Files: read, written, both; a file that is only read stays what it is.
printf '\000\000\200\077\000\000\000\100' >"$dir/x"
cp "$dir/x" "$dir/y"
expect 0 '' "$dir/saxpy.co" -g 2 f32:3 "in:$dir/x" "inout:$dir/y"
holds "$dir/y" 0000804000000041
holds "$dir/x" 0000803f00000040
expect 0 '' "$dir/saxpy.co" -g 2 f32:3 "in:$dir/x" "out:$dir/z:12"
holds "$dir/z" 000040400000c04000000000

# ---- grids ---------------------------------------------------------------------------------------

prints 'argument 1 out
       0: 0 0' "$all" -k number buf:8:u32
prints 'argument 1 out
       0: 0 1 2 3 0' "$all" -k number -g 4 buf:20:u32
prints 'argument 1 out
       0: 0 1 0 0' "$all" -k number -g 2,3,2 -l 2,3,1 buf:16:u32
# 300 work-items: four groups of 64 and one of 44.
expect 0 '' "$all" -k number -g 300 -l 64 "out:$dir/300:1204"
[ "$(od -An -v -tu4 -w4 "$dir/300" | awk '$1 != (NR <= 300 ? NR - 1 : 0)' | wc -l)" -eq 0 ]
ok 'a grid of 300' $?
# Without -l a group is the grid, up to 256 along x.
# The same numbers by code of the host, which takes a compiler.
XDG_CACHE_HOME=$dir/cache
export XDG_CACHE_HOME
for mode in all auto off; do
    expect 0 '' --native=$mode "$all" -k number -g 300 -l 64 "out:$dir/native:1204"
    cmp "$dir/300" "$dir/native" >"$dir/out" 2>&1
    ok "the same with --native=$mode" $?
done
expect 2 "unknown native 'fast'; expected off, all or auto" --native fast "$all" -k number buf:8
export GISA_NATIVE_CC=/nowhere/cc
expect 0 'no C compiler .*: the kernel is interpreted' --native=all "$all" -k number buf:8
# One that is there and compiles nothing.
printf '#!/bin/sh\ncase $* in *--version*) exec cc --version ;; esac\nexit 1\n' >"$dir/no-cc"
chmod +x "$dir/no-cc"
GISA_NATIVE_CC=$dir/no-cc
expect 0 'could not be compiled for the host, .*: it is interpreted' --native=all "$all" -k number buf:8
export GISA_NATIVE=fast
expect 1 'GISA_NATIVE must be off, all or auto' "$all" -k number buf:8
unset GISA_NATIVE GISA_NATIVE_CC
expect 0 '^all  *6$' "$all" -k number --stats -g 64 buf:4096
expect 0 '^all  *24$' "$all" -k number --stats -g 256 -l 64 buf:4096
expect 0 '^all  *30$' "$all" -k number --stats -g 300 buf:4096
expect 0 '^all  *72$' "$all" -k number --stats -g 2,3,2 -l 1 buf:4096

# ---- threads -------------------------------------------------------------------------------------

for jobs in 1 2 4 13; do
    expect 0 '' "$all" -k number -j $jobs -g 10000 -l 64 "out:$dir/number-$jobs:40192"
    cmp -s "$dir/number-1" "$dir/number-$jobs"
    ok "-j $jobs leaves what -j 1 leaves" $?
    prints 'argument 1 data
       0: 0 10000' "$all" -k add -j $jobs -g 10000 -l 100 buf:8:u32 u64:4
done

# ---- what was executed ---------------------------------------------------------------------------

expect 0 '^valu  *12  *50\.0$' "$dir/saxpy.co" --stats -q -g 200 -l 64 f32:2 buf:1024 buf:1024
# Four waves load 20 bytes of arguments; 200 work-items load two floats and store one.
expect 0 '^smem  *8  *1\.0  *80  *0$' "$dir/saxpy.co" --stats -q -g 200 -l 64 f32:2 buf:1024 buf:1024
expect 0 '^flat  *12  *50\.0  *1600  *800$' "$dir/saxpy.co" --stats -q -g 200 -l 64 f32:2 buf:1024 buf:1024
expect 0 '^all  *44$' "$dir/saxpy.co" --stats -q -g 200 -l 64 f32:2 buf:1024 buf:1024
expect 0 '^ *4  v_fma_f32 *exact$' "$dir/saxpy.co" --report -q -g 200 -l 64 f32:2 buf:1024 buf:1024
expect 0 '^ *8  s_waitcnt *exact$' "$dir/saxpy.co" --report -q -g 200 -l 64 f32:2 buf:1024 buf:1024

# ---- memory that is not the kernel's -------------------------------------------------------------

touch='4 bytes at 0x[0-9a-f]*, which may not be touched'
load='load+0x[0-9a-f]*: global_load_dword v2, v1, s\[4:5\]'
expect 0 '' "$all" -k load -g 16 buf:64 i64:0
expect 1 "all.co: $touch (0 bytes past the end of argument 1, data (64 bytes)); $load; work-item 16,0,0 of group 0,0,0" \
    "$all" -k load -g 17 buf:64 i64:0
expect 1 "$touch (96 bytes past the end of argument 1, data (64 bytes)); $load; work-item 0,0,0 of group" "$all" -k load buf:64 i64:160
expect 1 "$touch (8 bytes before argument 1, data (64 bytes)); $load; work-item 0,0,0" "$all" -k load buf:64 i64:-8
expect 1 "$touch (a null pointer)" "$all" -k load u64:0 i64:8
expect 1 "$touch (nothing is mapped near it)" "$all" -k load u64:0 i64:0x500000000
# In a function the kernel is named as well.
expect 1 "(a null pointer); outside+0x8: global_load_dword v2, v\[0:1\], off; work-item 0,0,0 of group 0,0,0 of kernel leaves$" "$all" -k leaves
# An element that is half outside is outside.
expect 1 "$touch" "$all" -k load buf:64 i64:62
expect 0 '' "$all" -k load buf:64 i64:60
expect 1 'an atomic operation on 4 bytes at 0x[0-9a-f]*, which is no multiple of that; add+0x[0-9a-f]*: global_atomic_add' \
    "$all" -k add buf:64 i64:6
# Nothing is written or printed when the kernel has failed.
rm -f "$dir/none"
expect 1 "$touch" "$dir/saxpy.co" -g 4 f32:2 buf:4 "out:$dir/none:16"
[ ! -e "$dir/none" ]
ok 'no output of a kernel that has failed' $?

# A loop without end: where it was is said.
loop='endless+0x0: s_branch 65535; work-item'
expect 1 "all.co: the limit of instructions was reached; $loop 0,0,0 of group 0,0,0$" "$all" -k endless --max-insns 100000
expect 1 "the limit of instructions was reached; $loop [0-9]*,0,0 of group [0-9]*,0,0$" "$all" -k endless -j 4 -g 1024 -l 64 --max-insns 0x1000
for jobs in 1 2; do
    timeout -s INT 1 "$gisa" run "$all" -k endless -j $jobs -g 1024 -l 128 >"$dir/out" 2>&1 </dev/null
    grep -q "all.co: interrupted; $loop [0-9]*,0,0 of group [0-9]*,0,0$" "$dir/out"
    ok "an interrupt, -j $jobs" $?
done
# Two traces of a kernel that loads pointers are the same, where the host lets programs have the
# same addresses each time.
if setarch -R true 2>/dev/null; then
    for n in 1 2; do
        "$gisa" run "$dir/saxpy.co" --trace -g 2 f32:3 "in:$dir/x" buf:8 2>"$dir/trace$n" </dev/null
    done
    grep -q '_load_dwordx4 .* | s' "$dir/trace1" && diff "$dir/trace1" "$dir/trace2" >"$dir/out"
    ok 'two traces are the same' $?
    [ "$("$gisa" run "$dir/saxpy.co" --trace -g 2 f32:3 in:- buf:8:f32=1 2>/dev/null <"$dir/x" | sed -n 2p)" = '       0: 4 7' ]
    ok 'a trace of what comes through the standard input' $?
fi
# What lines say: values by hand; addresses are those of the host.
traces() { # traces WHAT PATTERN OPTION...: a line without its addresses, of two groups
    what=$1 pattern=$2
    shift 2
    "$gisa" run "$dir/saxpy.co" -g 128 -l 64 -q "$@" f32:2 buf:512:f32=3 buf:512:f32=4 2>"$dir/trace" </dev/null
    sed 's/0x[0-9a-f]\{5,\}/ADDRESS/g' "$dir/trace" | grep -qxe "$pattern"
    ok "--trace: $what" $? "$dir/trace"
}
traces 'a store, with what is there after it' '0,0,0 w0 saxpy+0x3c global_store_dword v0, v2, s\[6:7\] | writes memory+4 0-63=ADDRESS+4: 0-63=41200000' --trace
traces 'floats' '1,0,0 w0 saxpy+0x34 v_fma_f32 v2, s3, v2, v3 | v2: 0-63=41200000(10)' --trace
traces 'a result that was there' '0,0,0 w0 saxpy+0x10 v_lshl_add_u32 v0, s2, 6, v0 | v0 same' --trace
traces 'a work-item' '1,0,0 w0 saxpy+0x20 global_load_dword v2, v0, s\[4:5\] | v2: 5=40400000 | reads memory+4 5=ADDRESS' --trace=group=1,item=5
[ "$(cut -d' ' -f1 "$dir/trace" | sort -u)" = 1,0,0 ]
ok '--trace=group=1' $? "$dir/trace"
traces 'a function' '0,0,0 w0 saxpy+0x44 s_endpgm' --trace=group=0:0:0,wave=0,function=saxpy
"$gisa" run "$dir/saxpy.co" -g 128 -l 64 -q --trace=function=other f32:2 buf:512 buf:512 >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok '--trace=function=other' $?
"$gisa" run "$dir/saxpy.co" -g 128 -l 64 -q "--trace=file=$dir/trace.json" f32:2 buf:512:f32=3 buf:512:f32=4
if command -v python3 >/dev/null; then
    python3 - "$dir/trace.json" >"$dir/out" 2>&1 <<'END'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
steps = [e for e in events if e["ph"] == "X"]
assert [e["ts"] for e in steps] == list(range(1, 23)), steps
assert {e["pid"] for e in steps} == {0, 1} and {e["tid"] for e in steps} == {0}
assert [e["args"]["name"] for e in events if e["name"] == "process_name"] == ["group 0,0,0", "group 1,0,0"]
assert steps[8]["name"] == "v_fma_f32 v2, s3, v2, v3" and steps[8]["args"]["does"] == "v2: 0-63=41200000(10)", steps[8]
END
    ok '--trace=file=trace.json' $?
fi
expect 2 "'waves=3' is not one of group=X:Y:Z" "$dir/saxpy.co" --trace=waves=3 -g 2 f32:3 buf:8 buf:8
expect 2 "'group=1:2:3:4' is not one of" "$dir/saxpy.co" --trace=group=1:2:3:4 -g 2 f32:3 buf:8 buf:8
expect 1 '/nowhere/t: cannot be written' "$dir/saxpy.co" --trace=file=/nowhere/t -g 2 f32:3 buf:8 buf:8
# A trace whose reader has gone ends the run.
timeout 20 sh -c '"$0" run "$1" -k endless --trace 2>&1 >/dev/null | head -n 1; exit 0' "$gisa" "$all" >"$dir/out" 2>&1
status=$?
[ $status -eq 0 ] && [ "$(cat "$dir/out")" = '0,0,0 w0 endless+0x0 s_branch 65535 | to endless+0x0' ]
ok "a trace into a closed pipe (status $status)" $?

# ---- what is refused -----------------------------------------------------------------------------

expect 0 '^Arguments: i32:5' --help
expect 2 'usage: gisa run'
expect 2 'no-such-option' "$all" --no-such-option
expect 1 'No such file' "$dir/none"
printf '\177ELF' >"$dir/odd.co" && head -c 60 /dev/zero >>"$dir/odd.co"
expect 1 'odd.co: an ELF file, but not for an AMD GPU' "$dir/odd.co"
{ head -c 48 "$dir/saxpy.co" && printf '\077' && tail -c +50 "$dir/saxpy.co"; } >"$dir/odd.co"
expect 1 "odd.co: it is for gfx90a, an architecture after these; 'gisa --help'" "$dir/odd.co"
head -c 300 "$dir/saxpy.co" >"$dir/odd.co"
expect 1 'odd.co: a damaged ELF file' "$dir/odd.co"
expect 1 'which kernel? (-k); it has kinds, wide, lds, tiny, load, add, number, endless, leaves' "$all"
expect 1 'no such kernel; it has kinds' "$all" -k kind
for sizes in 0 -1 x 1, 1,2,3,4 4294967296 1,0 ''; do
    expect 2 'expected X\[,Y,Z\] after -g' "$all" -k number -g "$sizes" buf:8
    expect 2 'expected X\[,Y,Z\] after -l' "$all" -k number -l "$sizes" buf:8
done
for jobs in 0 257 x; do
    expect 2 'expected 1 to 256 after -j' "$all" -k number -j $jobs buf:8
done
expect 2 'expected a number after --max-insns' "$all" -k number --max-insns many buf:8

# Arguments that are none.
while read -r word pattern; do
    expect 2 "argument '$word': $pattern" "$all" -k number "$word"
done <<END
5 expected KIND:VALUE
i128:5 unknown kind
i8:-129 not a number of that type
u8:256 not a number of that type
u32:-1 not a number of that type
u64:18446744073709551616 not a number of that type
i32:1.5 not a number of that type
i32: not a number of that type
f32:x not a number of that type
f32:1,,2 not a number of that type
f32:1, not a number of that type
u8:1,256 not a number of that type
f64:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17 too many numbers
buf:0 expected a number of bytes
buf:x expected a number of bytes
buf:8x expected a number of bytes
buf:8:u7 unknown type
buf:8:u8=256 expected a number of its type
out:file expected out:FILE:BYTES
out::8 expected out:FILE:BYTES
local:x expected a number of bytes
END
: >"$dir/empty"
expect 2 'the file is empty' "$all" -k number "in:$dir/empty"
expect 2 'No such file' "$all" -k number "in:$dir/none"
expect 1 'No such file' "$all" -k number "out:$dir/none/file:8"

# Arguments that the kernel does not take, or that are missing.
expect 1 "argument 1 is 'i32:5'; expected 8 bytes, global_buffer out" "$all" -k number i32:5
expect 1 "argument 3 is 'i64:3'; expected 4 bytes, by_value c, int" "$all" -k kinds i8:1 u16:2 i64:3 f64:4 buf:16
expect 1 "argument 1 is 'buf:8'; expected 4 bytes, dynamic_shared_pointer room" "$all" -k lds buf:8 buf:8
expect 1 "argument 2 is 'local:8'; expected 8 bytes, global_buffer out" "$all" -k lds local:64 local:8
expect 1 'argument 5 is missing: 8 bytes, global_buffer e' "$all" -k kinds i8:1 u16:2 i32:3 f64:4
expect 1 'argument 1 is missing: 8 bytes, global_buffer out' "$all" -k number
expect 1 "'i32:9' is one argument too many; the kernel has 1" "$all" -k number buf:8 i32:9
expect 1 "'i64:9' is one argument too many; the kernel takes 24 bytes" "$dir/bare.co" i64:1 i64:2 i64:3 i64:9
expect 1 'bytes of LDS; a work-group has at most 65536' "$all" -k lds local:64k buf:8

# ---- code without a kernel -----------------------------------------------------------------------

# gives WHAT TEXT CODE ARGUMENT...: what is printed when the code runs in a wave of gfx900
gives() {
    what=$1
    printf '%s\n' "$2" >"$dir/expected"
    printf '%b\n' "$3" >"$dir/in.s"
    shift 3
    "$gisa" run -a gfx900 - "$@" >"$dir/out" 2>&1 <"$dir/in.s" && cmp -s "$dir/expected" "$dir/out"
    ok "$what" $?
}
# lanes VALUE VALUE COUNT: v0 with the first value in lane 0 and the second one in COUNT others
lanes() {
    printf 'v0 %s' "$1"
    for lane in $(seq "$3"); do printf ' %s' "$2"; done
}
gives 'one instruction' 'v0 3.5' 'v_add_f32 v0, v1, v2' --set v1=1.0 --set v2=2.5 --dump v0:f32
gives 'words' 'v0 0x00000001' '7e000281' --dump v0
gives 'what has changed' 'v0 0x40600000' 'v_add_f32 v0, v1, v2' --set v1=1.0 --set v2=2.5
gives 'values of lanes' "$(lanes 3.5 2.5 63)" 'v_add_f32 v0, v1, v2' --set v1=1.0,0.0 --set v2=2.5 --dump v0:f32
gives 'some lanes' "$(lanes 7 0 63)" 'v_mov_b32 v0, 7' --set exec=1 --dump v0:i32
gives 'pairs and ranges' 's[2:3] 0x0000000000000002
s2 0x00000002
s3 0x00000000
scc 1
vcc 0x0000000100000000' 's_add_u32 s2, s0, s1\ns_mov_b32 vcc_hi, 1' --set s0=-1 --set s1=3 --dump 's[2:3],s2-3,scc,vcc'
gives 'a double' 'v[0:1] -3' 'v_mul_f64 v[0:1], v[2:3], v[4:5]' --set 'v[2:3]=1.5' --set 'v[4:5]=-2.0' --dump 'v[0:1]:f64'
gives 'a half' 'v0 3.5' 'v_add_f16 v0, v1, v2' --set v1=0x3c00 --set v2=0x4100 --dump v0:f16
gives 'MODE' 'v0 0x00000001' 'v_add_f32 v0, v1, v2' --set v1=0x1 --set mode.denorm_f32=3 --dump v0
gives 'fields of MODE' 'mode.fp_denorm 9
mode.denorm_f32 1
mode.fp_round 2' 's_nop 0' --set mode.fp_denorm=9 --set MODE.FP_ROUND=2 --dump mode.fp_denorm,mode.denorm_f32,mode.fp_round
gives 'LDS' 'lds[4] 0x00000009' 'ds_write_b32 v0, v1 offset:4' --set v1=9 --dump 'lds[4]'
gives 'text with words after it' 'v0 0x00000001' 'BB0:\n\tv_mov_b32_e32 v0, 1                         ; 7e000281\n\ts_endpgm                  ; bf810000' --dump v0
gives 'a loop' 's1 0x00000037' 's_mov_b32 s0, 10\nx: s_add_u32 s1, s1, s0\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 x' --dump s1
gives 'a trace' '+0x0 s_mov_b32 s1, 5 | s1=5
+0x4 v_add_f32_e32 v0, v1, v2 | v0: 0=40600000(3.5) 1-63=40200000(2.5)
+0x8 s_mov_b64 exec, 1 | exec=1
+0xc ds_write_b32 v3, v0 | writes lds+4 0=0x0
+0x14 s_endpgm
v0 0x40600000'"$(for i in $(seq 63); do printf ' 0x40200000'; done)" 's_mov_b32 s1, 5\nv_add_f32 v0, v1, v2\ns_mov_b64 exec, 1\nds_write_b32 v3, v0\ns_endpgm' --set v1=1.0,0.0 --set v2=2.5 --trace --dump v0
gives 'CLRX' 's0 0x00000005' 's_mov_b32 s0, 5 # five' --syntax clrx --dump s0
printf 'v1=1.0 # lanes\ns[4:5]=0x1000\n' >"$dir/settings"
printf '\001\002\003\004\005\006\007\010' >"$dir/memory"
gives 'settings and memory' 's0 0x08070605
v1 0x3f800000' 's_load_dword s0, s[4:5], 0x4\ns_waitcnt lgkmcnt(0)' --settings "$dir/settings" --mem "0x1000=$dir/memory" --dump s0,v1
echo 'global_store_dword v[2:3], v1, off offset:8' | "$gisa" run -a gfx900 - --set v1=0x11223344 --set 'v[2:3]=0x2000' --mem 0x2000,64 \
    --dump-mem "0x2006,6=$dir/part" -q
ok 'memory is written to a file' $?
holds "$dir/part" 000044332211
printf '\201\002\000\176' >"$dir/code.bin"
prints 'v0 0x00000001' -a gfx803 "$dir/code.bin"
{
    printf '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx900"\n'
    printf '\tv_mov_b32 v0, 0\n' | kernel sourced 0 0 8
} >"$dir/kernel.s"
expect 0 '' "$dir/kernel.s"

# complains STATUS PATTERN CODE ARGUMENT...
complains() {
    want=$1 pattern=$2
    printf '%b\n' "$3" >"$dir/in.s"
    shift 3
    timeout 60 "$gisa" run -a gfx900 - "$@" >"$dir/out" 2>&1 <"$dir/in.s"
    [ $? -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok "$* says '$pattern'" $?
}
complains 1 'nothing lets it go on' 's_sethalt 1'
complains 1 'the limit of instructions' 'x: s_branch x' --max-insns 100
complains 1 'a null pointer' 's_load_dword s0, s[2:3], 0x0'
complains 1 'trap 4' 's_trap 4'
complains 1 'error: not a word\|error: .*v_nothing' 'v_nothing v0'
complains 1 'x3: there is no such register' 's_nop 0' --dump x3
complains 1 'no such part' 's_nop 0' --set mode.nothing=1
complains 1 'too many values' 's_nop 0' --set s0=1,2,3
complains 1 'not a number' 's_nop 0' --set v0=1,,2
complains 1 'it cannot be set' 's_nop 0' --set status.execz=1
complains 1 'ADDRESS=FILE' 's_nop 0' --mem 0x1000
complains 1 'mapped nothing there' 's_nop 0' --dump-mem "0x1000,4=$dir/none"
complains 1 'overlaps' 's_nop 0' --mem 0x1000,16 --mem 0x1008,16
complains 1 'has no kernel' 's_nop 0' -g 64
expect 1 'are for code without a kernel' "$all" -k number --set v0=1 buf:8

finish
