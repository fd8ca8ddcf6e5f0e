#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench: the core of the library, the emulator, then gisa and LLVM's tools on the same code.
# `run.sh core`: the core alone; `run.sh emulator`: the emulator alone.
#
# Environment: CODE (other code objects, see input.sh), ARCH (gfx900; next to LLVM where LLVM can
# disassemble), BYTES of code (10000000), REPEATS of a measure of the core and of kernels (9;
# short kernels have more), ROUNDS of the tools (7), SECONDS_EACH kind of instruction (1), KERNELS
# (names of some in bench/kernels and bench/programs; all), CLRXDISASM and CLRXASM (programs; those
# in PATH), B (the build directory).
B=${B:-build}
arch=${ARCH:-gfx900}
bytes=${BYTES:-10000000}
repeats=${REPEATS:-9}
rounds=${ROUNDS:-7}
GISA=$B/gisa
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
OBJCOPY=${OBJCOPY:-llvm-objcopy-19}
MC=${MC:-llvm-mc-19}
CLRXDISASM=${CLRXDISASM:-clrxdisasm}
CLRXASM=${CLRXASM:-clrxasm}
. tests/files/real/common.sh
export B

results=$B/bench/results.tsv
[ -n "$1" ] && results=$B/bench/$1.tsv
printf 'measure\tprogram\titems\tbytes\tcpu_s\tcpu_s_median\twall_s\twall_s_median\titems_per_s\tcpu_ratio\twall_ratio\n' >"$results"
cores=$(nproc 2>/dev/null || echo 2)

# Kinds of instructions; then whole kernels, next to OpenCL on the host.
emulator() {
    echo "Emulator"
    "$B/bench/emulator" "$arch" "${SECONDS_EACH:-1}" "$results" || exit 1
    echo
    echo "Memory"
    "$B/bench/memory" "$arch" "${SECONDS_EACH:-1}" "$results" || exit 1
    echo
    echo "Shaders"
    "$B/bench/shade" "${SECONDS_EACH:-1}" "$results" || exit 1
    echo
    echo "Kernels and larger programs: least of $repeats runs (larger ones: of 2); +compiler: translated, with the"
    echo "time of the compiler; pays from: what the interpreter runs until the compiler has been worth its time"
    sh bench/kernels.sh "$B/bench/kernels-$arch" "$arch" &&
        POCL_CACHE_DIR=$B/bench/pocl "$B/bench/kernels" "$B/bench/kernels-$arch" "$arch" "$repeats" "$cores" "$results"
}
if [ "$1" = emulator ]; then
    emulator
    exit
fi

input=$B/bench/$arch
sh bench/input.sh "$B/bench" "$arch" "$bytes" || exit 1
echo "Core: instructions, best of $repeats and median, one processor"
"$B/bench/core" "$input.bin" "$arch" "$repeats" "$results" || exit 1
# Of USSE, programs, and the hard case: legal words, as many of each group, whose fields are random
# (bench/usse.c).
"$B/bench/usse" 300000 shaders bench/shaders/*.s >"$B/bench/shaders.bin" && "$B/bench/usse" 300000 groups >"$B/bench/groups.bin" || exit 1
for kind in shaders groups; do
    echo
    echo "USSE, $kind:"
    "$B/bench/core" "$B/bench/$kind.bin" sgx543 "$repeats" "$results" "usse-$kind" || exit 1
done
[ "$1" = core ] && exit 0
echo
emulator || exit 1
[ -f "$input.s" ] || {
    echo "LLVM does not disassemble $arch, so there is nothing to compare with"
    exit 0
}

# What is fast but wrong is not measured: the texts of all instructions, and the code that all lines
# assemble to, are the same as LLVM's.
memory=/dev/shm # so that no disk is measured
[ -d "$memory" ] && [ -w "$memory" ] || memory=$B/bench
work=$(mktemp -d "$memory/gisa-bench.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
different() {
    echo "bench/run.sh: $1" >&2
    exit 1
}
"$GISA" dis --plain -a "$arch" -f raw "$input.bin" >"$work/gisa.txt"
objdump_text "$input.o" >"$work/llvm.txt"
cmp -s "$work/gisa.txt" "$work/llvm.txt" || different "gisa dis and llvm-objdump write different texts"
instructions=$(wc -l <"$work/gisa.txt")
rm "$work"/*.txt
"$GISA" asm "$input.s" -o "$work/gisa.o" &&
    $MC -triple=amdgcn-amd-amdhsa -mcpu="$arch" -filetype=obj "$input.s" -o "$work/llvm.o" || exit 1
for who in gisa llvm; do $OBJCOPY -O binary --only-section=.text "$work/$who.o" "$work/$who.bin"; done
[ -s "$work/gisa.bin" ] && cmp -s "$work/gisa.bin" "$work/llvm.bin" || different "gisa asm and llvm-mc write different code"
lines=$(wc -l <"$input.s")

measure() { # measure NAME COUNT FILE NAME COMMAND...
    what=$1 count=$2 size=$(wc -c <"$3")
    shift 3
    echo
    "$B/bench/tools" "$what" "$rounds" "$count" "$size" "$results" "$@" || exit 1
}
has_jobs() { "$GISA" "$1" --help | grep -q -e '^ *-j'; }

echo
echo "Tools: least and median of $rounds rounds in turns; x = how many times as fast as the first line;"
echo "cpu = user and system time of all threads, wall = by the clock"
# One processor each, as LLVM's tools; then all of them, where gisa can use more than one.
one= all=
has_jobs dis && one=" -j 1" all=" -j $cores"
set -- "$OBJDUMP -d" "$OBJDUMP -d $input.o" "gisa dis$one" "$GISA dis$one $input.o" \
    "gisa dis --hex$one" "$GISA dis --hex$one $input.o"
[ -n "$all" ] && set -- "$@" "gisa dis$all" "$GISA dis$all $input.o" "gisa dis --hex$all" "$GISA dis --hex$all $input.o"
measure "disassemble" "$instructions" "$input.bin" "$@"
one= all=
has_jobs asm && one=" -j 1" all=" -j $cores"
set -- "$MC" "$MC -triple=amdgcn-amd-amdhsa -mcpu=$arch -filetype=obj $input.s -o $work/llvm.o" \
    "gisa asm$one" "$GISA asm$one $input.s -o $work/gisa.o"
[ -n "$all" ] && set -- "$@" "gisa asm$all" "$GISA asm$all $input.s -o $work/gisa.o"
measure "assemble (lines)" "$lines" "$input.s" "$@"

# CLRX, where it is installed, each assembler with the text of its own disassembler. gisa asm makes
# the code of CLRX's text as well (clrxasm 0.1.9 makes op_sel_hi of v_pk_mul_f16 wrong).
if command -v "$CLRXDISASM" "$CLRXASM" >/dev/null && "$CLRXDISASM" -r -g "$arch" "$input.bin" >"$work/with.s"; then
    sed 's,^/\*[0-9a-f]*\*/,,' "$work/with.s" >"$work/clrx.s"
    grep -v -e '^\.rawcode' -e '^\.gpu' "$work/clrx.s" >"$work/text.s"
    rm "$work/with.s"
    "$GISA" asm --syntax clrx -a "$arch" -f raw "$work/text.s" -o "$work/text.bin" &&
        cmp -s "$work/text.bin" "$input.bin" || different "gisa asm makes other code of CLRX's text"
    measure "disassemble" "$instructions" "$input.bin" "clrxdisasm" "$CLRXDISASM -r -g $arch $input.bin" \
        "gisa dis" "$GISA dis -j 1 -a $arch -f raw $input.bin"
    measure "assemble (lines)" "$lines" "$input.s" "clrxasm" "$CLRXASM -w -b rawcode -g $arch $work/clrx.s -o $work/clrx.bin" \
        "gisa asm" "$GISA asm $input.s -o $work/gisa.o"
fi

cat <<END

$instructions instructions of $arch in $(wc -c <"$input.bin") bytes, made by clang from ${CODE:-the kernels in tests/files/real}; both
disassemblers write the same text. $lines lines of text, which both assemblers turn into the same code. llvm-objdump writes
address and words behind each instruction, as gisa dis --hex does. M/s is per second of processor time.
$([ -n "$CODE" ] || echo "The kernels repeat, in another order each time; CODE=\"FILE...\" measures other code objects, without repeats.")
$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1), $cores processors; $(${CC:-gcc} --version | head -n 1)
All figures: $results
END
