#!/bin/sh
# SPDX-License-Identifier: MIT
# Does what `make bench` runs work? On a little code, and without a look at the times: sh
# bench/check.sh
B=${B:-build}
export B
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
work=$B/bench/tiny
mkdir -p "$work" || exit 1
. tests/files/real/common.sh
. "$(dirname "$0")/../tests/lib.sh"
explains=$work/log

header=$(sed -n "s/^printf '\(measure.*\)\\\\n'.*/\1/p" bench/run.sh)
columns=$(printf "$header" | awk -F '\t' '{ print NF }')
[ "${columns:-0}" -gt 5 ] 2>"$work/log"
ok "bench/run.sh has a header of columns" $?

for arch in gfx803 gfx900; do
    sh bench/input.sh "$work" $arch 40000 control math32 atomic32 >"$work/log" 2>&1
    ok "input for $arch" $?
    rm -f "$work/core.tsv"
    "$B/bench/core" "$work/$arch.bin" $arch 1 "$work/core.tsv" >"$work/log" 2>&1
    ok "core on $arch" $?
    expected=$(objdump_text "$work/$arch.o" | wc -l)
    [ "$expected" -gt 5000 ] && grep -q "bytes, $expected instructions" "$work/log"
    ok "core sees as many instructions of $arch as llvm-objdump, $expected" $?
    awk -F '\t' -v n="$expected" -v columns="$columns" 'NF != columns || $3 != n || $5 <= 0 { exit 1 } END { exit NR < 5 }' \
        "$work/core.tsv"
    ok "rows of core on $arch" $?
    "$B/gisa" asm "$work/$arch.s" -o "$work/gisa.o" >"$work/log" 2>&1
    ok "the text for the assemblers" $?
done

# USSE: legal words of all groups, and all programs, as many as asked for at least; the same each
# time.
for kind in 'groups' "shaders $(echo bench/shaders/*.s)"; do
    "$B/bench/usse" 5000 $kind >"$work/usse.bin" 2>"$work/log" && "$B/bench/usse" 5000 $kind | cmp -s - "$work/usse.bin" && [ "$(wc -c <"$work/usse.bin")" -ge 40000 ]
    ok "input for sgx543, ${kind%% *}" $?
    rm -f "$work/core.tsv"
    "$B/bench/core" "$work/usse.bin" sgx543 1 "$work/core.tsv" "usse-${kind%% *}" >"$work/log" 2>&1
    ok "core on sgx543, ${kind%% *}" $?
    awk -F '\t' -v columns="$columns" -v name="usse-${kind%% *}" 'NF != columns || $3 < 5000 || $5 <= 0 || $2 != name || /clrx/ { exit 1 } END { exit NR < 5 }' \
        "$work/core.tsv"
    ok "rows of core on sgx543, ${kind%% *}" $?
done

# What is no compiler's code is not measured.
{ cat "$work/gfx900.bin" && printf '\377\377\377\377'; } >"$work/wrong.bin"
! "$B/bench/core" "$work/wrong.bin" gfx900 1 >"$work/log" 2>&1
ok "core refuses what is no code" $?

rm -f "$work/emulator.tsv"
"$B/bench/emulator" gfx803 0.02 "$work/emulator.tsv" >"$work/log" 2>&1 &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 100000 { exit 1 } END { exit NR < 8 }' "$work/emulator.tsv"
ok "rows of emulator" $?
rm -f "$work/memory.tsv"
"$B/bench/memory" gfx900 0.01 "$work/memory.tsv" >"$work/log" 2>&1 &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 100000 { exit 1 } END { exit NR != 17 }' "$work/memory.tsv"
ok "rows of memory" $?

rm -f "$work/shade.tsv"
"$B/bench/shade" 0.02 "$work/shade.tsv" >"$work/log" 2>&1 &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 1000000 { exit 1 } END { exit NR < 8 }' "$work/shade.tsv"
ok "rows of shade" $?

# The program itself compares with what OpenCL on the host gives.
rm -f "$work/kernels.tsv"
names="saxpy mandelbrot nbody sgemm sha256 histogram radix stencil spmv convolve"
[ -n "$FULL" ] && names="$names fft paths search sort"
sh bench/kernels.sh "$work/kernels" gfx900 >"$work/log" 2>&1 &&
    KERNELS=$names POCL_CACHE_DIR=$B/bench/pocl "$B/bench/kernels" "$work/kernels" gfx900 1 2 "$work/kernels.tsv" >"$work/log" 2>&1 &&
    ! grep "No OpenCL" "$work/log" &&
    awk -F '\t' -v columns="$columns" -v programs="$(echo "$names" | wc -w)" 'NF != columns || $9 <= 0 { exit 1 }
        END { exit NR != 3 * programs }' "$work/kernels.tsv"
ok "kernels leave in memory what OpenCL on the host does" $?
mkdir -p "$work/spoiled" && sed 's/4\.0/4.5/' bench/kernels/stencil.cl >"$work/spoiled/stencil.cl" &&
    SOURCES=$work/spoiled sh bench/kernels.sh "$work/spoiled" gfx900 >"$work/log" 2>&1 &&
    ! KERNELS=stencil POCL_CACHE_DIR=$B/bench/pocl "$B/bench/kernels" "$work/spoiled" gfx900 1 1 >"$work/log" 2>&1 &&
    grep -q "element" "$work/log"
ok "kernels sees a wrong result" $?

rm -f "$work/tools.tsv"
"$B/bench/tools" what 2 1000 1000 "$work/tools.tsv" slow "sleep 0.2" quick "sleep 0.02" >"$work/log" 2>&1
awk -F '\t' -v columns="$columns" 'NF != columns { exit 1 }
    $2 == "slow" && ($7 < 0.2 || $11 != 1) || $2 == "quick" && ($7 < 0.02 || $11 <= 1) { exit 1 } END { exit NR != 2 }' \
    "$work/tools.tsv"
ok "rows of tools" $?
! "$B/bench/tools" what 2 1000 1000 "$work/tools.tsv" good "sleep 0" bad "ls /nowhere" >"$work/log" 2>&1
ok "tools ends when a command fails" $?

finish
