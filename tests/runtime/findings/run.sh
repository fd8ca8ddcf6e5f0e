#!/bin/sh
# SPDX-License-Identifier: MIT
# GISA_CHECK on programs of the host: HIP and OpenMP with one bug in each kernel, marked by hand,
# and the same repaired.
# usage: run.sh BUILD-DIRECTORY; FULL=1: on gfx900 and gfx803
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
unset GISA_HSA_LOG GISA_HSA_REPORT HIP_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES
export GISA_CHECK=all GCN_SUPPRESS_HOST_FALLBACK=1

# places CODE <OUTPUT: `LINE KIND` of each finding, of a race the later of its two sides. Places are
# FILE:LINE, with the functions that it is inlined into in parentheses, or SYMBOL+0xOFFSET, which is
# looked up in the disassembly. What is in libraries has no line.
places() {
    awk '{ gsub(/ \([^()]*inlined[^()]*\)/, "") }
         / check: / { if (!match($0, /check: [^ ]*: [a-z]*: /)) next
                      split(substr($0, RSTART + 7, RLENGTH - 7), part, ": ")
                      n++; at[n] = part[1]; kind[n] = part[2] }
         n && kind[n] == "races" && / here: / { other[n] = $NF }
         END { for (i = 1; i <= n; i++) print at[i], kind[i], other[i] }' |
        while read -r at kind other; do
            line=$(line_of "$1" "$at")
            [ -z "$other" ] || { other=$(line_of "$1" "$other"); [ "${other:-0}" -le "${line:-0}" ] || line=$other; }
            [ -z "$line" ] || echo "$line $kind"
        done | sort -u | sort -n -s -k 1,1
}
line_of() { # line_of CODE PLACE
    case $2 in
    *+0x*)
        "$build/gisa" dis -S --hex --symbol "${2%+*}" "$1" 2>/dev/null | awk -v offset="$((${2##*+}))" '
            function number(hex, i, n) {
                for (i = 1; i <= length(hex); i++)
                    n = 16 * n + index("0123456789ABCDEF", substr(hex, i, 1)) - 1
                return n
            }
            /^\t\/\/ [^ ]*:[0-9]*:/ { split($2, place, ":"); next }
            match($0, /\/\/ [0-9A-F]*: /) {
                at = number(substr($0, RSTART + 3, RLENGTH - 5))
                if (start == "")
                    start = at
                if (at == start + offset)
                    print place[2]
            }'
        ;;
    *) echo "${2##*:}" ;;
    esac
}

marked() { # marked FILE BUG|FAULT [FROM]: what is marked, from this text up to the next empty line
    awk -v mark="$2" -v from="$3" '
        from == "" || index($0, from) { inside = 1 }
        from != "" && /^$/ { inside = 0 }
        inside && match($0, "// " mark " ") {
            count = split(substr($0, RSTART + RLENGTH), kind, ", ")
            for (i = 1; i <= count; i++)
                print NR, kind[i]
        }' "$1" | sort -u | sort -n -s -k 1,1
}

check() { # check WHAT CODE EXPECTED COMMAND...: in $dir
    what=$1 code=$2 expected=$3
    shift 3
    # `|| :`: a program that is aborted is said to be by this shell, in the file.
    (cd "$dir" && timeout 300 "$build/gisa-hsa" "$@" || :) >"$dir/out" 2>&1 </dev/null
    places "$code" <"$dir/out" >"$dir/got"
    same "$what" "$expected" "$dir/got"
}

# build NAME GPU COMPILER OPTION...: the program and its twin, in $dir
build() {
    what=$1 agent=$2
    shift 2
    for twin in '' -DFIXED; do
        "$@" -w -O2 $twin -o "$dir/$what$twin" >"$dir/log" 2>&1 || {
            ok "$what is compiled for $agent $twin" 1 "$dir/log"
            return 1
        }
    done
    GISA_AGENTS=$agent
    export GISA_AGENTS
}

test_hip() {
    build hip "$1" hipcc -gline-tables-only --offload-arch="$1" "$here/hip.cpp" || return
    marked "$here/hip.cpp" BUG >"$dir/bugs"
    check "HIP on $1: $(wc -l <"$dir/bugs") bugs, and nothing else" "$dir/hip" "$dir/bugs" ./hip
    check "HIP on $1: the repaired kernels" "$dir/hip-DFIXED" /dev/null ./hip-DFIXED
    for kernel in $(sed -n 's/^KERNEL \([a-z_]*\).*/\1/p' "$here/hip.cpp"); do
        marked "$here/hip.cpp" FAULT "KERNEL $kernel(" >"$dir/bugs"
        [ -s "$dir/bugs" ] || continue
        check "HIP on $1: $kernel" "$dir/hip" "$dir/bugs" ./hip "$kernel"
        check "HIP on $1: $kernel, repaired" "$dir/hip-DFIXED" /dev/null ./hip-DFIXED "$kernel"
    done
}

# GCC's own hazards are in docs/checking.md.
test_openmp() {
    marked "$here/openmp.c" BUG >"$dir/bugs"
    build gcc "$1" gcc-12 -g -fopenmp -foffload=amdgcn-amdhsa "-foffload=-march=$2 -lm -g" "$here/openmp.c" || return
    GISA_CHECK=undefined,bounds,races,barriers,waits
    check "OpenMP of GCC on $1: $(wc -l <"$dir/bugs") bugs, and nothing else" "$dir/gcc" "$dir/bugs" ./gcc
    check "OpenMP of GCC on $1: the repaired regions" "$dir/gcc-DFIXED" /dev/null ./gcc-DFIXED
    GISA_CHECK=all
}

clang_openmp() { # clang_openmp GPU ARGUMENT...
    agent=$1 llvm_lib=/usr/lib/llvm-19/lib
    shift
    clang-19 -w -O2 -gline-tables-only -fopenmp "--offload-arch=$agent" --rocm-path=/usr "-Wl,-rpath,$llvm_lib" \
        --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode \
        "--libomptarget-amdgpu-bc-path=$llvm_lib/libomptarget-amdgpu-$agent.bc" "$@"
}

test_llvm_openmp() {
    marked "$here/openmp.c" BUG >"$dir/bugs"
    build clang "$1" clang_openmp "$1" "$here/openmp.c" || return
    OMP_TARGET_OFFLOAD=MANDATORY
    export OMP_TARGET_OFFLOAD
    check "OpenMP of clang on $1: $(wc -l <"$dir/bugs") bugs, and nothing else" "$dir/clang" "$dir/bugs" ./clang
    check "OpenMP of clang on $1: the repaired regions" "$dir/clang-DFIXED" /dev/null ./clang-DFIXED
    echo '^$' >"$dir/known"
    clang_openmp "$1" "$here/../rocm/llvm_openmp.c" -o "$dir/llvm_openmp" >"$dir/log" 2>&1 || cat "$dir/log"
    quiet llvm_openmp "$1"
    unset OMP_TARGET_OFFLOAD
}

# What is not a bug is not found: programs of tests/runtime/rocm.
quiet() { # quiet NAME GPU [ARGUMENT...]: in $dir
    what=$1
    GISA_AGENTS=$2
    export GISA_AGENTS
    shift 2
    (cd "$dir" && timeout 400 "$build/gisa-hsa" "./$what" "$@") >"$dir/out" 2>&1 </dev/null
    status=$?
    grep ' check: ' "$dir/out" | grep -v -f "$dir/known" >"$dir/got"
    [ "$status" -eq 0 ] && [ ! -s "$dir/got" ] && grep -q '^[0-9]* passed, 0 failed$' "$dir/out"
    ok "$what on $GISA_AGENTS has no findings" $? "$dir/got"
}

quiet_hip() {
    echo '^$' >"$dir/known"
    programs='hip_kernels hip_streams hip_cooperative'
    [ -e /usr/include/rocsparse/rocsparse.h ] && programs="$programs rocsparse"
    [ -n "$FULL" ] && programs="$programs hip_managed hip_textures rocrand"
    GPU_ENABLE_COOP_GROUPS=1
    export GPU_ENABLE_COOP_GROUPS
    for program in $programs; do
        library=
        case $program in roc*) library=-l$program ;; esac
        hipcc -w -O2 --offload-arch="$1" "$here/../rocm/$program.cpp" -o "$dir/$program" $library >"$dir/log" 2>&1 ||
            cat "$dir/log"
        quiet "$program" "$1"
    done
}

# But for what docs/checking.md says of GCC and its libraries.
quiet_openmp() {
    printf '%s\n' 'hazards: vcc_half_vccz' 'hazards: flat_store_data' \
        '\(gomp_gcn_enter_kernel\|gomp_free_thread\)+0x[0-9a-f]*: \(races\|hazards: barrier_vmem\)' \
        'gcn/team.c:[0-9]*: \(races\|hazards: barrier_vmem\)' \
        'inlined into gomp_\(gcn_enter_kernel\|free_thread\) at team.c:[0-9]*): \(races\|hazards: barrier_vmem\)' >"$dir/known"
    programs='openmp openacc'
    [ -n "$FULL" ] && programs="$programs openmp_more openacc_more"
    ACC_DEVICE_TYPE=radeon
    export ACC_DEVICE_TYPE
    for program in $programs; do
        gcc-12 -w -O2 -foffload=amdgcn-amdhsa "-foffload=-march=$2 -lm" -f"${program%_more}" "$here/../rocm/$program.c" \
            -o "$dir/$program" -lm >"$dir/log" 2>&1 || cat "$dir/log"
        quiet "$program" "$1"
    done
}

# Packets that give a kernel too little private memory, or LDS: messages, and an exit status.
test_sizes() {
    "$build/gisa" asm -f co -D gfx=900 "$here/../hsa/kernels.s" -o "$dir/kernels.co"
    GISA_CHECK=barriers GISA_AGENTS=gfx900 timeout 120 "$build/gisa-hsa" "$build/tests/hsa" "$dir/kernels.co" >"$dir/out" 2>&1
    grep -q 'GISA_CHECK: a packet gives 0 bytes of private memory to each work-item; its kernel needs 256$' "$dir/out"
    ok 'a packet with too little private memory' $?
    grep -q 'GISA_CHECK: a packet gives 1000 bytes of LDS; its kernel needs 1024$' "$dir/out" &&
        ! grep -q 'a packet gives 1500 bytes of LDS' "$dir/out"
    ok 'a packet with too little LDS' $?
    GISA_CHECK=barriers GISA_CHECK_EXIT=33 GISA_AGENTS=gfx900 timeout 120 "$build/gisa-hsa" "$build/tests/hsa" "$dir/kernels.co" >"$dir/out" 2>&1
    [ $? -eq 33 ]
    ok 'GISA_CHECK_EXIT counts such packets' $?
}

# has COMMAND TEST ARGUMENT...
has() {
    if command -v "$1" >/dev/null; then
        shift
        "$@"
    else
        skip 1 "there is no $1"
    fi
}

gpus=gfx900:gfx900
[ -z "$FULL" ] || gpus='gfx900:gfx900 gfx803:fiji'
for gpu in $gpus; do
    has hipcc test_hip "${gpu%:*}"
    has x86_64-linux-gnu-accel-amdgcn-amdhsa-gcc-12 test_openmp "${gpu%:*}" "${gpu#*:}"
    has clang-19 test_llvm_openmp "${gpu%:*}"
    has hipcc quiet_hip "${gpu%:*}"
    has x86_64-linux-gnu-accel-amdgcn-amdhsa-gcc-12 quiet_openmp "${gpu%:*}" "${gpu#*:}"
done
has "$build/tests/hsa" test_sizes
finish
