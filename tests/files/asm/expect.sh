#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the expected results of the tests that compare with LLVM 19: NAME.hex (the bytes of .text)
# and object_NAME.dump (the whole object), for the sources that are named or for all: expect.sh
# [SOURCE...]. Error messages (err_NAME.txt) are written by hand. Look at the differences before
# they are committed.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-cc} -o "$work/elfdump" elfdump.c
for source in ${*:-*.s}; do
    name=${source%.s}
    case $name in
    err_*) continue ;;
    *_gfx8??) arch=${name##*_} ;;
    object_metadata) arch=gfx803 ;;
    *) arch=gfx900 ;;
    esac
    triple=$(sed -n 's,^[ \t]*\.amdgcn_target "\(.*\)--gfx.*,\1,p' "$source")
    triple=${triple:-amdgcn-amd-amdhsa}
    timeout 10 llvm-mc-19 -triple=$triple -mcpu=$arch -filetype=obj -o "$work/o" "$source"
    command="llvm-mc-19 -triple=$triple -mcpu=$arch -filetype=obj"
    case $name in
    object_*) { echo "# $command $source"; "$work/elfdump" "$work/o"; } >"$name.dump" ;;
    *)
        llvm-objcopy-19 -O binary -j .text "$work/o" "$work/text"
        { echo "# $command $source, section .text"; od -An -v -tx1 "$work/text"; } >"$name.hex"
        ;;
    esac
done
