#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa check on what compilers made: kernels of tests/files/real by clang 19, and the ROCm libraries
# that are installed. No findings but the one that is known; waits that are taken away are noticed;
# --fix puts back what is needed.
# usage: compiled.sh GISA CHECK   (CHECK is build/tests/check; FULL=1: all levels, all of librocsparse)
. "$(dirname "$0")/../../lib.sh"
gisa=$1 check=$2
sources=tests/files/real
CLANG=${CLANG:-clang-19}
[ -n "$DEVICE_LIBS" ] || for DEVICE_LIBS in /usr/lib/*/amdgcn/bitcode; do [ -d "$DEVICE_LIBS" ] && break; done
if ! command -v "$CLANG" >/dev/null || [ ! -d "$DEVICE_LIBS" ]; then
    skip 5 "there is no $CLANG, or no ROCm device library (Debian: clang-19, rocm-device-libs)"
    finish
fi

# ---- Kernels.
jobs() {
    number=0
    for kernel in "$sources"/*.cl; do
        kernel=$(basename "$kernel" .cl)
        [ "$kernel" = old ] && continue
        number=$((number + 1))
        for arch in gfx600 gfx700 gfx803 gfx900 gfx906; do
            if [ -n "$FULL" ]; then levels='O0 O1 O2 O3'; else
                case $((number % 4))$arch in 0gfx600 | 1gfx700 | 2gfx803 | 3gfx900) levels='O0 O3' ;; *6) levels= ;; *) levels=O3 ;; esac
            fi
            for level in $levels; do
                std=CL2.0
                [ $arch = gfx600 ] && case $kernel in fences | globals | images) ;; *) std=CL1.2 ;; esac
                echo "-mcpu=$arch -cl-std=$std -$level -c $sources/$kernel.cl -o $dir/$kernel-$arch-$level.o"
            done
        done
    done
}
jobs | xargs -P "${JOBS:-$(nproc 2>/dev/null || echo 2)}" -L 1 "$CLANG" -x cl -target amdgcn-amd-amdhsa \
    --rocm-device-lib-path="$DEVICE_LIBS" 2>"$dir/clang"
objects=$(ls "$dir"/*.o 2>/dev/null)
[ "$(echo "$objects" | wc -l)" -ge 100 ]
ok 'clang compiles the kernels' $? "$dir/clang"

# Inline assembly that is really too close: LLVM does not look into it.
echo 'hazard valu_vgpr_dpp by_hand' >"$dir/known"
for object in $objects; do
    "$gisa" check -x "$dir/known" "$object" >"$dir/out" 2>"$dir/err"
    ok "$(basename "$object" .o) has no findings" $? "$dir/out"
done

# ---- One wait less: 24 in 25 are about registers. The others are LLVM's habits at the beginning
# and the end of functions, before traps, for fences, and where a counter is full.
"$check" $(echo "$objects" | grep -e '-O3\.o$') >"$dir/removed"
set -- $(cat "$dir/removed")
[ "${3:-0}" -ge 1000 ] && [ $((25 * $1)) -ge $((24 * $3)) ]
ok 'waits that are taken away are noticed' $? "$dir/removed"
trials=${3:-0}

# ---- All waits and pauses taken away: --fix puts in what is needed. VCCZ after scalar loads takes
# more than a wait, which --fix leaves.
echo 'hazard smem_vccz *' >"$dir/left"
for object in $(echo "$objects" | grep -e '-O3\.o$'); do
    "$gisa" dis "$object" | grep -v '^[ 	]*s_\(waitcnt\|nop\) ' >"$dir/bare.s"
    "$gisa" asm --fix "$dir/bare.s" -o "$dir/fixed.s" 2>"$dir/err"
    "$gisa" check -x "$dir/left" "$dir/fixed.s" >"$dir/out" 2>&1
    ok "$(basename "$object" .o): --fix puts back what is needed" $? "$dir/out"
    rm -f "$dir/fixed.s"
done

# ---- Libraries.
for library in /usr/lib/x86_64-linux-gnu/librocrand.so.1 ${FULL:+/usr/lib/x86_64-linux-gnu/librocsparse.so.0}; do
    if [ -e "$library" ]; then
        expect 0 'no findings in [0-9]\{6,\} bytes' "$gisa" check "$library"
    else
        skip 1 "$library is not there (optional)"
    fi
done
finish
