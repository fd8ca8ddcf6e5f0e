#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the assembler: tests/asm/run.sh GISA. Prints what failed, and `N passed, N failed`.
#   NAME.s        -f raw gives the bytes of NAME.hex, which LLVM made (expect.sh)
#   object_NAME.s -f elf gives an object that elfdump.c prints as object_NAME.dump, which LLVM made
#   err_NAME.s    the messages are err_NAME.txt, written by hand; options in its first line, `// options: ...`
#   commands      the rest of this file
gisa=$(realpath "$1") || exit 2
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
${CC:-cc} -o "$work/elfdump" elfdump.c || exit 2
passed=0
failed=0

result() { # NAME STATUS
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}

same() { # NAME EXPECTED GOT
    diff -u "$2" "$3" >"$work/diff" 2>&1
    status=$?
    [ $status = 0 ] || head -20 "$work/diff"
    result "$1" $status
}

arch_of() {
    case $1 in
    *_gfx803 | object_metadata) echo gfx803 ;;
    *) echo gfx900 ;;
    esac
}

for source in *.s; do
    name=${source%.s}
    arch=$(arch_of "$name")
    case $name in
    err_*)
        options=$(sed -n '1s,^// options: ,,p' "$source")
        $gisa asm ${options:--a gfx900} "$source" -o "$work/out" 2>"$work/messages"
        [ $? = 1 ] && [ ! -e "$work/out" ]
        result "$name: status 1, no output" $?
        same "$name" "$name.txt" "$work/messages"
        ;;
    object_*)
        $gisa asm -a $arch "$source" -o "$work/o" && "$work/elfdump" "$work/o" >"$work/dump"
        sed 1d "$name.dump" >"$work/expected"
        same "$name" "$work/expected" "$work/dump"
        ;;
    *)
        $gisa asm -a $arch -f raw "$source" -o "$work/raw" && od -An -v -tx1 "$work/raw" >"$work/hex"
        sed 1d "$name.hex" >"$work/expected"
        same "$name" "$work/expected" "$work/hex"
        ;;
    esac
done

. ./commands.sh

echo "$passed passed, $failed failed"
[ $failed = 0 ]
