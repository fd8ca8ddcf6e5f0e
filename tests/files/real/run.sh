#!/bin/sh
# SPDX-License-Identifier: MIT
# Real code: tests/files/real/*.cl, compiled by clang 19 for every architecture, code object version
# and two levels of optimisation, disassembled and assembled again: sh tests/files/real/run.sh
# build/gisa [KERNEL...]
#
# What one object is put through is in one.sh; librocsparse's code objects, where it is installed,
# in library.sh. KEEP=1 keeps all files in $B/real; JOBS=N sets how many run at once; FULL=1 leaves
# no combination out.
. "$(dirname "$0")/../../lib.sh"
GISA=${1:-build/gisa}
[ $# -gt 0 ] && shift
B=${B:-build}
WORK=$B/real
SOURCES=tests/files/real
CLANG=${CLANG:-clang-19}
CLANG_OLD=${CLANG_OLD:-clang-14} # the last one that writes code object versions 2 and 3
LLD=${LLD:-ld.lld-19}
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
READELF=${READELF:-llvm-readelf-19}
MC=${MC:-llvm-mc-19}
DWARFDUMP=${DWARFDUMP:-llvm-dwarfdump-19}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
SECTIONS=$WORK/sections
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}
export GISA WORK SOURCES CLANG CLANG_OLD LLD OBJDUMP READELF MC DWARFDUMP DEVICE_LIBS SECTIONS KEEP FULL

stop() {
    ok "$1" 1
    finish
}
for tool in "$GISA" $CLANG $LLD $OBJDUMP $READELF $MC $DWARFDUMP; do
    command -v "$tool" >/dev/null || stop "$tool is missing; tests/setup.sh installs what the tests need"
done
[ -d "$DEVICE_LIBS" ] || stop "$DEVICE_LIBS is missing; tests/setup.sh installs what the tests need"

rm -rf "$WORK"
mkdir -p "$WORK" || exit 1
${CC:-cc} -std=c11 -O1 -o "$SECTIONS" tests/files/real/sections.c || stop "tests/files/real/sections.c does not compile"

if [ $# -gt 0 ]; then kernels=$*; else
    kernels=$(cd "$SOURCES" && for f in *.cl; do echo "${f%.cl}"; done | grep -v '^old$')
fi

# What is much the same on neighbours is compiled for some of them; `make nightly`: for all. Each
# kernel is compiled for one of gfx600, gfx803 and gfx900 without optimisation and for another one
# with it, and with it for one of gfx700, gfx904 and gfx906, which differ little from these: what
# these have of their own is in tests/core.
of_three() { # of_three NUMBER ARCH: is this the kernel's turn?
    [ -n "$FULL" ] && return
    turn=$(($1 % 3))
    shift
    case $turn$1 in 0gfx600 | 1gfx803 | 2gfx900 | 0gfx906 | 1gfx904 | 2gfx700) ;; *) return 1 ;; esac
}

jobs() {
    for arch in gfx600 gfx700 gfx803 gfx900 gfx904 gfx906; do
        number=0
        for kernel in $kernels; do
            number=$((number + 1))
            case $FULL$arch in
            gfx700 | gfx904 | gfx906) of_three $number $arch && echo "$kernel $arch O3 5" ;;
            *)
                of_three $((number + 1)) $arch && echo "$kernel $arch O3 5"
                of_three $number $arch && echo "$kernel $arch O0 5"
                ;;
            esac
            # What differs between the versions is how hidden arguments are found, whatever the
            # optimisation. `make nightly`: all of them.
            case $FULL$kernel$arch in 1* | callsgfx600 | genericgfx700 | kernargsgfx803 | printfgfx900)
                echo "$kernel $arch O3 4"
                echo "$kernel $arch O0 4"
                ;;
            esac
        done
        case $FULL$arch in gfx904 | gfx906) continue ;; esac
        if [ "$kernels" != "${kernels#*calls}" ]; then
            for kernel in calls lds tables; do echo "$kernel $arch O0g 5"; done
        fi
        if command -v "$CLANG_OLD" >/dev/null; then
            for level in O0 O3; do
                echo "old $arch $level 2"
                echo "old $arch $level 3"
            done
        fi
    done
}
jobs | xargs -P "$JOBS" -n 4 sh tests/files/real/one.sh
sh tests/files/real/library.sh >"$WORK/results.librocsparse" 2>&1
sh tests/files/real/chips.sh >"$WORK/results.chips" 2>&1
sh tests/files/real/systems.sh >"$WORK/results.systems" 2>&1
sh tests/files/real/programs.sh >"$WORK/results.programs" 2>&1
cat "$WORK"/results.* >"$WORK/results"

grep -v -e '^ok ' -e '^skip ' "$WORK/results" | head -50
command -v "$CLANG_OLD" >/dev/null || echo "skip old: $CLANG_OLD is not installed" >>"$WORK/results"
sed -n 's/^skip /skipped: /p' "$WORK/results" | head -5
count "$(grep -c '^ok ' "$WORK/results")" "$(grep -c '^FAIL ' "$WORK/results")" "$(grep -c '^skip ' "$WORK/results")"
# Nothing checked is a failure, not a success.
[ $((passed + failed)) -gt 0 ] || ok 'something is checked' 1
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
