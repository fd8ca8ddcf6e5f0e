#!/bin/sh
# SPDX-License-Identifier: MIT
# `make check-s390x`: on a big-endian processor gisa assembles, and refuses to execute, with a
# message. usage: refuse.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
needs='executes code on little-endian processors only'
"$gisa" asm -f co examples/saxpy.s -o "$dir/saxpy.co"
ok 'a code object' $?
expect 1 "$needs" "$gisa" run "$dir/saxpy.co" -g 16 -l 16 f32:2 buf:64:f32=3 buf:64:f32=1
"$gisa" asm -f gxp examples/sphere.frag.s -o "$dir/sphere.gxp"
ok 'a shader' $?
expect 1 "$needs" "$gisa" run "$dir/sphere.gxp" --instances 4
finish
