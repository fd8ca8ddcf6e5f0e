#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles mix.cl in each version of code objects that a compiler here can make, as DIRECTORY/v2.co
# to v5.co, and prints those numbers. usage: build.sh GFX DIRECTORY
here=$(dirname "$0")
compile() { # compile COMPILER VERSION
    command -v "$1" >/dev/null && command -v ld.lld-19 >/dev/null || return
    "$1" -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa "-mcpu=$gfx" "-mcode-object-version=$2" -nogpulib -O1 -c "$here/mix.cl" \
        -o "$directory/v.o" && ld.lld-19 -shared "$directory/v.o" -o "$directory/v$2.co" && echo "$2"
}
gfx=$1 directory=$2
[ "$gfx" = gfx900 ] && gfx=gfx900:xnack- # versions 2 and 3 have no other way to say that they do not want XNACK
for version in 2 3 4; do
    compile clang-14 $version
done
compile clang-19 5
