#!/bin/sh
# SPDX-License-Identifier: MIT
# Code objects in programs for the host: GCC's offloading (OpenMP) and a HIP program of two source
# files. Run by tests/files/real/run.sh. usage: programs.sh (GISA, READELF, SECTIONS, WORK as there)
dir=$WORK/programs
mkdir -p "$dir" || exit 1
GISA=$(realpath "$GISA")
SECTIONS=$(realpath "$SECTIONS")
cd "$dir" || exit 1

result() { # result NAME STATUS
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1" && sed 's/^/    /;6q' log; fi
}

cat >offload.c <<'END'
#include <stdio.h>
int main(void) {
    int a[64];
#pragma omp target parallel for map(from : a)
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
    return a[5] != 15;
}
END
# -save-temps keeps the code object that GCC puts into the program.
if command -v gcc-12 >/dev/null && gcc-12 -save-temps -O2 -fopenmp -foffload=amdgcn-amdhsa=-march=gfx900 offload.c -o offload >log 2>&1 &&
    object=$(ls ./*mkoffload.hsaco 2>/dev/null); then
    "$GISA" dis offload -o got.s 2>log && "$GISA" dis "$object" -o expected.s 2>>log && cmp -s got.s expected.s
    result 'programs: GCC offloading, dis' $?
    [ "$("$GISA" dis --list offload | sed 's/  */ /g')" = " 1 gfx900 $(wc -c <"$object") bytes" ]
    result 'programs: GCC offloading, --list' $?
    # It was linked by an older lld as a position-independent program. All that is loaded comes
    # back, and where it is loaded: each section at its address, the entry, dynamic relocations and
    # what .dynamic says. What does not: the order of symbols and of their names (.dynsym, .dynstr,
    # .hash, .gnu.hash, .symtab, .strtab); .relro_padding, which that lld did not write; and flags
    # of .rodata that mean nothing there.
    "$GISA" asm got.s -f co -o back.co 2>log && "$SECTIONS" same "$object" back.co >>log
    result 'programs: GCC offloading, there and back' $?
    loaded() {
        $READELF -h -S -d -W "$1" | sed -n 's/^  *\[ *[0-9]*\] *\(\.[^ ]*  *[A-Z_]*  *[0-9a-f]*\) .*/\1/p; /Entry/p; /(.*)/p' |
            grep -v -e headers -e relro_padding -e '^\.[a-z]*tab ' -e Machine
    }
    loaded "$object" >expected && loaded back.co >got && [ "$(grep -c '^\.' got)" -gt 20 ] && grep -q PIE got && diff expected got >log
    result 'programs: GCC offloading, same addresses and entry' $?
else
    echo "skip programs: GCC's offloading is not installed (gcc-12-offload-amdgcn)"
fi

for name in one two; do
    printf '#include <hip/hip_runtime.h>\n__global__ void %s(int *p) { p[threadIdx.x] = 7; }\n' $name >$name.hip
done
echo 'int main() { return 0; }' >>one.hip
if command -v hipcc >/dev/null && hipcc -w -O2 --offload-arch=gfx900 --offload-arch=gfx803 one.hip two.hip -o program >log 2>&1; then
    for at in 1:gfx803:one 2:gfx900:one 3:gfx803:two 4:gfx900:two; do
        kernel=${at##*:} gfx=${at#*:}
        "$GISA" dis --object "${at%%:*}" program >got.s 2>log && grep -q "globl _Z3${kernel}Pi" got.s &&
            grep -q -e "--${gfx%:*}[:\"]" got.s
        result "programs: HIP, object $at" $?
    done
    "$GISA" run --object 4 program -k _Z3twoPi buf:4:i32 2>log | grep -q '0: 7$'
    result 'programs: HIP, run the second source file' $?
else
    echo 'skip programs: hipcc is not installed'
fi
