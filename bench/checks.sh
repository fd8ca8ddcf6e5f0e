#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench-checks: how many times as long each kernel of bench/kernels, and a loop on LDS, takes
# under the checks of 'gisa run --check' as without.
#
# Environment: ARCH (gfx900), ROUNDS (5), KERNELS and CHECKS (some of them), GISA ($B/gisa), B (the
# build directory). Times are those of the processor on one thread: the least of ROUNDS, all
# commands in turns.
B=${B:-build}
GISA=${GISA:-$B/gisa}
arch=${ARCH:-gfx900}
checks=${CHECKS:-barriers waits bounds races undefined all}
work=$B/bench/checks-$arch
results=$B/bench/checks.tsv
sh bench/kernels.sh "$work" "$arch" && "$GISA" asm -a "$arch" -f co bench/lds.s -o "$work/lds.co" || exit 1
rm -f "$results"

# Words that differ: as floats between 0.5 and 1.
LC_ALL=C awk 'BEGIN { for (i = 0; i < 262144; i++) printf "%c%c%c?", 33 + rand() * 94, 33 + rand() * 94, 33 + rand() * 94 }' >"$work/part"
cat "$work/part" "$work/part" "$work/part" "$work/part" >"$work/words"
cat "$work/words" "$work/words" >"$work/doubles"
"$GISA" run -q "$work/radix.co" -k radix_count -g 262144 "out:$work/counts:65536" "in:$work/part" u32:0 &&
    "$GISA" run -q "$work/radix.co" -k radix_sum -g 256 "inout:$work/counts" u32:16384 || exit 1

# What follows 'gisa run': launches as those of bench/programs.h.
launch() {
    case $1 in
    saxpy) echo "-g 1048576 -l 256 buf:4194304:f32=2 in:$work/words f32:0.7" ;;
    mandelbrot) echo "-g 512,384 -l 64,4 buf:786432 f32:-2.0 f32:-1.125 f32:0.00586 u32:256" ;;
    nbody) echo "-g 4096 -l 256 in:$work/part buf:65536 buf:65536 f32:0.000001" ;;
    sgemm) echo "-g 512,512 -l 16,16 buf:1048576 in:$work/part in:$work/part u32:512" ;;
    sha256) echo "-g 65536 -l 256 buf:2097152 in:$work/words" ;;
    histogram) echo "-g 32768 -l 256 buf:1024 in:$work/words u32:32" ;;
    radix) echo "-k radix_place -g 262144 -l 256 buf:1048576 in:$work/part in:$work/counts u32:0" ;;
    stencil) echo "-g 1024,1024 -l 64,4 buf:8388608 in:$work/doubles f64:0.1" ;;
    lds) echo "-g 65536 -l 256 buf:262144" ;;
    esac
}

for kernel in ${KERNELS:-saxpy mandelbrot nbody sgemm sha256 histogram radix stencil lds}; do
    command="$GISA run -q -j 1 $work/$kernel.co $(launch "$kernel")"
    set -- without "$command"
    for check in $checks; do set -- "$@" "$check" "$command --check=$check"; done
    "$B/bench/tools" "$kernel" "${ROUNDS:-5}" 1 1 "$results" "$@" >"$work/log" || { cat "$work/log"; exit 1; }
done

# Columns of the results: measure, program, items, bytes, cpu_s, ...
awk -F '\t' -v checks="$checks" '
    $2 == "without" { kernel[++n] = $1; without[$1] = $5 }
    { time[$1, $2] = $5 }
    END {
        count = split(checks, check, " ")
        printf "%-12s%9s", "kernel", "without"
        for (i = 1; i <= count; i++) printf "%10s", check[i]
        print ""
        for (k = 1; k <= n; k++) {
            printf "%-12s%7.3f s", kernel[k], without[kernel[k]]
            for (i = 1; i <= count; i++) printf "%10.1f", time[kernel[k], check[i]] / without[kernel[k]]
            print ""
        }
    }' "$results"
