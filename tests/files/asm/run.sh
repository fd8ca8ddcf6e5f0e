#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the assembler: tests/files/asm/run.sh GISA. Prints what failed, and `N passed, N failed`.
#   NAME.s        -f raw gives the bytes of NAME.hex, which LLVM made (expect.sh)
#   object_NAME.s -f elf gives an object that elfdump.c prints as object_NAME.dump, which LLVM made
#   err_NAME.s    the messages are err_NAME.txt, written by hand; options in its first line, `// options: ...`
#   commands      the rest of this file
. "$(dirname "$0")/../../lib.sh"
gisa=$(realpath "$1") || exit 2
cd "$(dirname "$0")" || exit 2
${CC:-cc} -o "$dir/elfdump" elfdump.c || exit 2

arch_of() {
    case $1 in
    *_gfx8??) echo "${1##*_}" ;;
    object_metadata) echo gfx803 ;;
    *) echo gfx900 ;;
    esac
}

for source in *.s; do
    name=${source%.s}
    arch=$(arch_of "$name")
    case $name in
    err_*)
        options=$(sed -n '1s,^// options: ,,p' "$source")
        $gisa asm ${options:--a gfx900} "$source" -o "$dir/out" 2>"$dir/messages"
        [ $? = 1 ] && [ ! -e "$dir/out" ]
        ok "$name: status 1, no output" $?
        same "$name" "$name.txt" "$dir/messages"
        ;;
    object_*)
        $gisa asm -a $arch "$source" -o "$dir/o" && "$dir/elfdump" "$dir/o" >"$dir/dump"
        sed 1d "$name.dump" >"$dir/expected"
        same "$name" "$dir/expected" "$dir/dump"
        ;;
    *)
        $gisa asm -a $arch -f raw "$source" -o "$dir/raw" && od -An -v -tx1 "$dir/raw" >"$dir/hex"
        sed 1d "$name.hex" >"$dir/expected"
        same "$name" "$dir/expected" "$dir/hex"
        ;;
    esac
done

. ./commands.sh

finish
