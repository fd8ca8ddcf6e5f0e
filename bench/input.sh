#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the code that is measured: sh bench/input.sh DIRECTORY ARCH BYTES [KERNEL...]
#
#   DIRECTORY/ARCH.bin  instructions, one function of a compiler after the other
#   DIRECTORY/ARCH.o    the same as a relocatable object, with a symbol for each function
#   DIRECTORY/ARCH.s    its text as llvm-objdump writes it, with labels; where LLVM can disassemble ARCH
#
# The kernels of tests/files/real, compiled by clang 19, are far less than 10 MB, so they are taken
# in rounds: in each round every function once, in another order each time, so that no processor can
# learn what comes next. What is optimised (-O1, -O3, -Os) is in every round, what is not (-O0,
# three times as large as the others together, and not what people run) in every eighth. Functions
# stand without the padding between them. The same tools make the same files.
#
# CODE="FILE..." takes these linked code objects instead (for ARCH, not stripped): each function
# once, if they suffice.
[ $# -ge 3 ] || exit 2
out=$1 arch=$2 bytes=$3
shift 3
B=${B:-build}
SOURCES=tests/files/real
CLANG=${CLANG:-clang-19}
LLD=${LLD:-ld.lld-19}
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
OBJCOPY=${OBJCOPY:-llvm-objcopy-19}
NM=${NM:-llvm-nm-19}
MC=${MC:-llvm-mc-19}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
version=5
. tests/files/real/common.sh

[ $# -gt 0 ] || set -- $(cd "$SOURCES" && for f in *.cl; do echo "${f%.cl}"; done | grep -v '^old$')
if [ "$out/$arch.done" -nt bench/input.sh ] && [ "$(cat "$out/$arch.done")" = "$bytes $CODE $*" ]; then exit 0; fi
work=$out/$arch.work
rm -rf "$work" "$out/$arch".*
mkdir -p "$work" || exit 1

stop() {
    echo "bench/input.sh: $1" >&2
    exit 1
}

# One file with all code, and a list of the functions: LEVEL NAME OFFSET SIZE.
base=0
add() { # add LEVEL CODE-OBJECT
    $OBJCOPY -O binary --only-section=.text "$2" "$work/a.bin" || stop "$2 has no code"
    start=$($OBJDUMP -h "$2" | awk '$2 == ".text" { print $4 }')
    $NM --format=posix --defined-only --numeric-sort "$2" |
        while read -r name type value size; do
            case $type in
            [TtWw]) echo "$1 $name $((base + 0x$value - 0x$start)) $((0x$size))" ;;
            esac
        done | sort -u -n -k 3,3 >>"$work/functions"
    cat "$work/a.bin" >>"$work/code"
    base=$(wc -c <"$work/code")
}
for file in $CODE; do add given "$file"; done
[ -n "$CODE" ] || for level in O0 O1 O3 Os; do
    for kernel; do
        compile -w -c "$SOURCES/$kernel.cl" -o "$work/a.o" && $LLD --no-undefined -shared "$work/a.o" -o "$work/a.co" ||
            stop "$kernel.cl does not compile"
        add $level "$work/a.co"
    done
done

# A multiplicative generator, so that each awk shuffles alike.
awk -v arch="$arch" -v code="$work/code" -v bytes="$bytes" '
    function below(n) { return (state = state * 16807 % 2147483647) % n }
    $4 > 0 { level[n] = $1; name[n] = $2; offset[n] = $3; size[n] = $4; order[n] = n; n++ }
    END {
        if (!n) exit 1
        state = 1
        printf "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n", arch
        for (round = 0; total < bytes; round++) {
            for (i = n - 1; i > 0; i--) { j = below(i + 1); k = order[i]; order[i] = order[j]; order[j] = k }
            for (i = 0; i < n && total < bytes; i++) {
                f = order[i]
                if (level[f] == "O0" && round % 8) continue
                symbol = name[f] "." ++count
                printf "\t.globl %s\n\t.type %s,@function\n%s:\n", symbol, symbol, symbol
                printf "\t.incbin \"%s\",%d,%d\n\t.size %s, .-%s\n", code, offset[f], size[f], symbol, symbol
                total += size[f]
            }
        }
    }' "$work/functions" >"$work/all.s" || stop "no functions"
$MC -triple=amdgcn-amd-amdhsa -mcpu="$arch" -filetype=obj "$work/all.s" -o "$out/$arch.o" &&
    $OBJCOPY -O binary --only-section=.text "$out/$arch.o" "$out/$arch.bin" || stop "llvm-mc fails"

if $OBJDUMP -d -z --symbolize-operands "$out/$arch.o" >"$work/all.txt" 2>"$work/log" && [ ! -s "$work/log" ]; then
    awk -v arch="$arch" '
        BEGIN { printf "\t.amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n\t.text\n", arch }
        { sub(/[ \t]*\/\/.*$/, "") }
        /<.*>:$/ {
            name = $0
            gsub(/^[^<]*<|>:$/, "", name)
            if (name ~ /^L[0-9]+$/) {
                print "." name ":"
                next
            }
            printf "\t.globl %s\n\t.type %s,@function\n%s:\n", name, name, name
            next
        }
        /^\t/ {
            if (match($0, / L[0-9]+$/)) $0 = substr($0, 1, RSTART) "." substr($0, RSTART + 1)
            print
        }' "$work/all.txt" >"$out/$arch.s"
fi
[ -n "$KEEP" ] || rm -rf "$work"
echo "$bytes $CODE $*" >"$out/$arch.done"
