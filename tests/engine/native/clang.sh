#!/bin/sh
# SPDX-License-Identifier: MIT
# What is translated, compiled by clang: it takes the text that was preprocessed for another
# compiler, and the results are the same.
# usage: clang.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}

if ! command -v clang >/dev/null; then
    skip 1 'there is no clang'
    finish
fi
GISA_NATIVE_CC=clang "$build/tests/native" few >"$dir/out" 2>&1
ok 'random programs' $? "$dir/out"
set -- $(closing "$dir/out")
[ "${1:-0}" -gt 0 ] && [ "${2:-1}" -eq 0 ]
ok 'their results' $? "$dir/out"
finish
