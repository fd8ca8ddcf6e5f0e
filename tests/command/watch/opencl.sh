#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa run --check on optimised OpenCL: kernels with one bug each, marked in opencl/*.cl by hand,
# their repaired twins, and right programs.
# usage: opencl.sh GISA; FULL=1: on all chips, not on one of them in turn
. "$(dirname "$0")/../../lib.sh"
. "$(dirname "$0")/found.sh"
gisa=$1
here=$(dirname "$0")/opencl
CLANG=${CLANG:-clang-19}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
command -v "$CLANG" >/dev/null && command -v ld.lld-19 >/dev/null && [ -e "$DEVICE_LIBS/ocml.bc" ] || {
    skip 1 "OpenCL is not compiled: there is no $CLANG, ld.lld-19 or $DEVICE_LIBS/ocml.bc"
    finish
}

compile() { # compile CHIP FILE OUT OPTION...
    chip=$1 file=$2 out=$3
    shift 3
    "$CLANG" -x cl -cl-std=CL1.2 -Xclang -fdeclare-opencl-builtins -Xclang -finclude-default-header \
        -target amdgcn-amd-amdhsa -mcpu="$chip" -O2 -gline-tables-only --rocm-device-lib-path="$DEVICE_LIBS" -w \
        "$@" -o "$out" "$file" >"$dir/log" 2>&1
}

found() { # found CODE KERNEL ARGUMENT...
    code=$1 name=$2
    shift 2
    rm -f "$dir/json"
    "$gisa" run "$code" -k "$name" -q --check --findings "$dir/json" $(echo "$*" | sed "s,OUT,$dir/out.bin,g") >"$dir/err" 2>&1
    if [ -s "$dir/json" ]; then findings "$dir/json"; else cat "$dir/err"; fi
}

# Bugs of FILE, and its twins, on CHIP.
try() {
    base=$(basename "$1" .cl)
    for twin in '' -DFIXED; do
        compile "$2" "$1" "$dir/k$twin.co" $twin || {
            ok "$base is compiled for $2 $twin" 1 "$dir/log"
            return
        }
    done
    sed -n 's,^// run ,,p' "$1" >"$dir/kernels"
    while IFS=: read -r kernel arguments; do
        [ -z "$ONLY" ] || [ "$ONLY" = "$kernel" ] || continue
        marked "$1" "$kernel" >"$dir/bugs"
        [ -s "$dir/bugs" ] || case $base in right) ;; *) ok "$base: $kernel has a bug" 1 ;; esac
        found "$dir/k.co" "$kernel" "$arguments" >"$dir/got"
        same "$base: $kernel on $2: its bugs, and nothing else" "$dir/bugs" "$dir/got"
        [ -s "$dir/bugs" ] || continue
        found "$dir/k-DFIXED.co" "$kernel" "$arguments" >"$dir/got"
        same "$base: the twin of $kernel on $2" /dev/null "$dir/got"
    done <"$dir/kernels"
}

turn=0
for file in "$here"/${FILES:-*}.cl; do
    chips=$(sed -n 's,^// chips: ,,p' "$file")
    turn=$((turn + 1))
    [ -n "$FULL$CHIPS" ] || chips=$(echo "$chips" | cut -d ' ' -f $((turn % $(echo "$chips" | wc -w) + 1)))
    for chip in ${CHIPS:-$chips}; do
        try "$file" "$chip"
    done
done
finish
