#!/bin/sh
# SPDX-License-Identifier: MIT
# OpenCL kernels on the machine and on the host: sh tests/engine/kernels/run.sh BUILD [FILE.cl...]
#
# Each tests/engine/kernels/*.cl is compiled by clang 19 for every architecture, once for each line
# "//% LIBRARY OPTIONS" that it has, where OpenCL's functions are those of libclc or of AMD (rocm);
# and once for the host, where they are those of host.cl. test_kernels.c runs both and compares what
# they leave in memory. With RECORD=DIRECTORY in the environment code and results of the host are
# left there, for recorded.c. Packages: tests/setup.sh.
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
[ $# -gt 0 ] && shift
WORK=${RECORD:-$B/kernels}
CLANG=${CLANG:-clang-19}
LIBCLC=${LIBCLC:-/usr/lib/clc/amdgcn--amdhsa.bc}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

without() {
    skip 1 "kernels are not compiled: $1"
    finish
}
for tool in "$CLANG" ld.lld-19; do
    command -v "$tool" >/dev/null || without "there is no $tool"
done
for library in "$LIBCLC" "$DEVICE_LIBS/ocml.bc"; do
    [ -e "$library" ] || without "there is no $library"
done
[ "$(uname -m)" = x86_64 ] || without "host.c calls kernels as x86-64 does"
rm -rf "$WORK"
mkdir -p "$WORK" || exit 1

[ $# -gt 0 ] || set -- $(ls tests/engine/kernels/*.cl | grep -v host.cl)
CL='-x cl -cl-std=CL1.2 -ffp-contract=off -Xclang -fdeclare-opencl-builtins -Xclang -finclude-default-header'
HOST="$CL -O1 -fPIC -Xclang -ffloat16-excess-precision=none -Xclang -cl-ext=+cl_khr_fp16,+cl_khr_fp64 -Wno-psabi -c"
GPU="$CL -target amdgcn-amd-amdhsa -Wno-linker-warnings"

compilations() { # FILE.cl...: a command a line
    libclc="-nogpulib -include tests/engine/kernels/libclc.h -Xclang -mlink-builtin-bitcode -Xclang $LIBCLC"
    rocm="--rocm-device-lib-path=$DEVICE_LIBS"
    echo "$CLANG $HOST -o $WORK/host.o tests/engine/kernels/host.cl"
    for file; do
        name=$(basename "$file" .cl)
        echo "$CLANG $HOST -DHOST -o $WORK/$name.o $file"
        number=0
        sed -n 's,^//% ,,p' "$file" | while read -r library options; do
            number=$((number + 1))
            [ "$library" = rocm ] && with=$rocm || with=$libclc
            for arch in gfx600 gfx700 gfx803 gfx900; do
                echo "$CLANG $GPU $options $with -mcpu=$arch -o $WORK/$name-$number-$arch.co $file"
            done
        done
    done
}

links() { # FILE.cl...: a command a line
    for file; do
        name=$WORK/$(basename "$file" .cl)
        echo "$CLANG -shared -o $name.so $name.o $WORK/host.o -lm"
    done
}

# FILE.cl...: a command a line. Files of floats run on all levels of the host's instruction set:
# results must be the same.
tests() {
    for file; do
        name=$(basename "$file" .cl)
        levels=best
        case $name in denormals | floats | halves) levels='best avx2 baseline' ;; esac
        for level in $levels; do
            echo "LEVEL=${level#best} $B/tests/kernels $WORK $file >$WORK/$name-$level.log 2>&1; true"
        done
    done
}

in_parallel() {
    xargs -P "$JOBS" -I '{}' sh -c '{}'
}

{ compilations "$@" | in_parallel && links "$@" | in_parallel; } >"$WORK/log" 2>&1 || {
    ok 'kernels are compiled' 1 "$WORK/log"
    finish
}
tests "$@" | in_parallel
# What they say, and the sum of their last lines.
for log in "$WORK"/*.log; do
    add cat "$log"
done
[ "$passed" -gt 0 ] || ok 'kernels are run' 1
finish
