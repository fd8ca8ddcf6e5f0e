#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles bench/kernels/*.cl and bench/programs/*.cl, or those in the folders SOURCES: sh bench/kernels.sh DIRECTORY ARCH [OPTION...]     makes DIRECTORY/NAME.co
[ $# -ge 2 ] || exit 2
out=$1 arch=$2
shift 2
CLANG=${CLANG:-clang-19}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
level=O3 version=5
. tests/files/real/common.sh
mkdir -p "$out" || exit 1
for source in $(for folder in ${SOURCES:-bench/kernels bench/programs}; do echo "$folder"/*.cl; done); do
    kernel=$(basename "$source" .cl)
    compile "$@" -o "$out/$kernel.co" "$source" || exit 1
done
