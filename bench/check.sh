#!/bin/sh
# SPDX-License-Identifier: MIT
# Does what `make bench` runs work? On a little code, and without a look at the times: sh bench/check.sh
B=${B:-build}
export B
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
dir=$B/bench/tiny
passed=0 failed=0
mkdir -p "$dir" || exit 1
. tests/real/common.sh

result() { # result NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "bench: $1"
        sed 's/^/    /;8q' "$dir/log"
    fi
}

header=$(sed -n "s/^printf '\(measure.*\)\\\\n'.*/\1/p" bench/run.sh)
columns=$(printf "$header" | awk -F '\t' '{ print NF }')
[ "${columns:-0}" -gt 5 ] 2>"$dir/log"
result "bench/run.sh has a header of columns" $?

for arch in gfx803 gfx900; do
    sh bench/input.sh "$dir" $arch 40000 control math32 atomic32 >"$dir/log" 2>&1
    result "input for $arch" $?
    rm -f "$dir/core.tsv"
    "$B/bench/core" "$dir/$arch.bin" $arch 1 "$dir/core.tsv" >"$dir/log" 2>&1
    result "core on $arch" $?
    expected=$(objdump_text "$dir/$arch.o" | wc -l)
    [ "$expected" -gt 5000 ] && grep -q "bytes, $expected instructions" "$dir/log"
    result "core sees as many instructions of $arch as llvm-objdump, $expected" $?
    awk -F '\t' -v n="$expected" -v columns="$columns" 'NF != columns || $3 != n || $5 <= 0 { exit 1 } END { exit NR < 5 }' \
        "$dir/core.tsv"
    result "rows of core on $arch" $?
    "$B/gisa" asm "$dir/$arch.s" -o "$dir/gisa.o" >"$dir/log" 2>&1
    result "the text for the assemblers" $?
done

# USSE: legal words of all groups, and all programs, as many as asked for at least; the same each time.
for kind in 'groups' "shaders $(echo bench/shaders/*.s)"; do
    "$B/bench/usse" 5000 $kind >"$dir/usse.bin" 2>"$dir/log" && "$B/bench/usse" 5000 $kind | cmp -s - "$dir/usse.bin" && [ "$(wc -c <"$dir/usse.bin")" -ge 40000 ]
    result "input for sgx543, ${kind%% *}" $?
    rm -f "$dir/core.tsv"
    "$B/bench/core" "$dir/usse.bin" sgx543 1 "$dir/core.tsv" "usse-${kind%% *}" >"$dir/log" 2>&1
    result "core on sgx543, ${kind%% *}" $?
    awk -F '\t' -v columns="$columns" -v name="usse-${kind%% *}" 'NF != columns || $3 < 5000 || $5 <= 0 || $2 != name || /clrx/ { exit 1 } END { exit NR < 5 }' \
        "$dir/core.tsv"
    result "rows of core on sgx543, ${kind%% *}" $?
done

# What is no compiler's code is not measured.
{ cat "$dir/gfx900.bin" && printf '\377\377\377\377'; } >"$dir/wrong.bin"
! "$B/bench/core" "$dir/wrong.bin" gfx900 1 >"$dir/log" 2>&1
result "core refuses what is no code" $?

rm -f "$dir/emulator.tsv"
"$B/bench/emulator" gfx803 0.02 "$dir/emulator.tsv" >"$dir/log" 2>&1 &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 100000 { exit 1 } END { exit NR < 8 }' "$dir/emulator.tsv"
result "rows of emulator" $?

rm -f "$dir/shade.tsv"
"$B/bench/shade" 0.02 "$dir/shade.tsv" >"$dir/log" 2>&1 &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 1000000 { exit 1 } END { exit NR < 8 }' "$dir/shade.tsv"
result "rows of shade" $?

# The program itself compares with what OpenCL on the host gives.
rm -f "$dir/kernels.tsv"
sh bench/kernels.sh "$dir/kernels" gfx900 >"$dir/log" 2>&1 &&
    POCL_CACHE_DIR=$B/bench/pocl "$B/bench/kernels" "$dir/kernels" gfx900 1 2 "$dir/kernels.tsv" >"$dir/log" 2>&1 &&
    ! grep "No OpenCL" "$dir/log" &&
    awk -F '\t' -v columns="$columns" 'NF != columns || $9 <= 0 { exit 1 } END { exit NR != 16 }' "$dir/kernels.tsv"
result "kernels leave in memory what OpenCL on the host does" $?
mkdir -p "$dir/spoiled" && sed 's/4\.0/4.5/' bench/kernels/stencil.cl >"$dir/spoiled/stencil.cl" &&
    SOURCES=$dir/spoiled sh bench/kernels.sh "$dir/spoiled" gfx900 >"$dir/log" 2>&1 &&
    ! KERNEL=stencil POCL_CACHE_DIR=$B/bench/pocl "$B/bench/kernels" "$dir/spoiled" gfx900 1 1 >"$dir/log" 2>&1 &&
    grep -q "element" "$dir/log"
result "kernels sees a wrong result" $?

rm -f "$dir/tools.tsv"
"$B/bench/tools" what 2 1000 1000 "$dir/tools.tsv" slow "sleep 0.2" quick "sleep 0.02" >"$dir/log" 2>&1
awk -F '\t' -v columns="$columns" 'NF != columns { exit 1 }
    $2 == "slow" && ($7 < 0.2 || $11 != 1) || $2 == "quick" && ($7 < 0.02 || $11 <= 1) { exit 1 } END { exit NR != 2 }' \
    "$dir/tools.tsv"
result "rows of tools" $?
! "$B/bench/tools" what 2 1000 1000 "$dir/tools.tsv" good "sleep 0" bad "ls /nowhere" >"$dir/log" 2>&1
result "tools ends when a command fails" $?

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
