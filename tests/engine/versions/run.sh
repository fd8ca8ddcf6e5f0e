#!/bin/sh
# SPDX-License-Identifier: MIT
# One source in each version of code objects, alone and in bundles, through gisa run and gisa dis.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
explains=$dir/out
here=$(dirname "$0")

# What mix and second store, by the text of mix.cl; a[k] is 3 k - 20.
awk 'function a(k) { return 3 * (k % 64) - 20 }
function own(i, k) { return a(i + k) }
BEGIN {
    for (i = 0; i < 256; i++) {
        other = i - i % 64 + 63 - i % 64
        next_ = i - i % 64 + (i + 5) % 64
        some = (i * 3) % 16 == i % 16 ? 5 : own(i, i % 16)
        print 3 * own(other, (other * 7) % 16) + own(next_, (next_ * 7) % 16) + some + int(i / 64) * 1000 + 256
    }
}' >"$dir/mix"
awk 'BEGIN { split("3 1 4 1", t); for (i = 0; i < 64; i++) print t[i % 4 + 1] + 100 + 7 }' >"$dir/second"
inputs() { # inputs: a as little-endian floats
    awk 'BEGIN { for (k = 0; k < 64; k++) print 3 * k - 20 }'
}

# numbers: what gisa run printed, one a line
numbers() {
    sed -n 's/^ *[0-9]*: //p' "$dir/out" | tr ' ' '\n'
}

# runs NAME FILE [OPTION...]: both kernels give what they should
runs() {
    name=$1 file=$2
    shift 2
    "$gisa" run "$file" "$@" -k mix -g 256 -l 64 "in:$dir/a" buf:1024:i32 local:256 i32:64 >"$dir/out" 2>&1 &&
        numbers | cmp -s - "$dir/mix"
    ok "$name: mix" $?
    "$gisa" run "$file" "$@" -k second -g 64 buf:256:i32 i64:100 >"$dir/out" 2>&1 && numbers | cmp -s - "$dir/second"
    ok "$name: second" $?
}

says() { # says NAME STATUS PATTERN COMMAND...
    name=$1 want=$2 pattern=$3
    shift 3
    "$@" >"$dir/out" 2>&1
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok "$name (status $got, expected $want and '$pattern')" $?
}

# le N: its eight bytes, for printf
le() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < 8; i++) { printf "\\%03o", n % 256; n = int(n / 256) } }'
}

size_of() {
    wc -c <"$1"
}

# bundle FILE NAME...: NAME:FILE pairs given as two arguments each, at offsets of 4096 bytes
bundle() {
    out=$1 count=$(($# / 2)) at=4096 head='__CLANG_OFFLOAD_BUNDLE__'
    shift
    head=$head$(le "$count")
    : >"$dir/body"
    while [ $# -gt 0 ]; do
        size=$(size_of "$2")
        head=$head$(le $at)$(le "$size")$(le ${#1})$1
        cat "$2" >>"$dir/body"
        padded=$(((size + 4095) / 4096 * 4096))
        dd if=/dev/zero bs=1 count=$((padded - size)) 2>/dev/null >>"$dir/body"
        at=$((at + padded))
        shift 2
    done
    printf "$head" >"$dir/head"
    dd if=/dev/zero bs=1 count=$((4096 - $(size_of "$dir/head"))) 2>/dev/null | cat "$dir/head" - "$dir/body" >"$out"
}

# The floats -20, -17, ... 169 as an object that holds nothing else.
{
    printf '\t.text\n'
    inputs | sed 's/.*/\t.float &.0/'
} >"$dir/a.s"
"$gisa" asm -a gfx900 -f raw "$dir/a.s" -o "$dir/a" || exit 1

for gfx in gfx900 gfx803; do
    mkdir "$dir/$gfx"
    for version in 2 3 4 5; do
        case " $(sh "$here/build.sh" $gfx "$dir/$gfx" 2>"$dir/out" | tr '\n' ' ') " in
        *" $version "*)
            runs "$gfx, version $version" "$dir/$gfx/v$version.co"
            says "$gfx, version $version: OpenCL's largest group" 1 'of 512x1x1 work-items, 512 in all; the kernel takes at most 256' \
                "$gisa" run "$dir/$gfx/v$version.co" -k mix -g 512 -l 512 "in:$dir/a" buf:2048:i32 local:2048 i32:64
            ;;
        *) skip 3 ;;
        esac
    done
done

# Version 2 as this assembler makes it of what the disassembler says, and where only a note names
# the architecture.
if [ -e "$dir/gfx900/v2.co" ]; then
    "$gisa" dis "$dir/gfx900/v2.co" -o "$dir/v2.s" && "$gisa" asm -f co "$dir/v2.s" -o "$dir/again.co"
    runs 'version 2, assembled again' "$dir/again.co"
    cp "$dir/gfx900/v2.co" "$dir/note.co"
    printf '\0\0' | dd of="$dir/note.co" bs=1 seek=48 conv=notrunc 2>/dev/null
    runs 'version 2, without flags' "$dir/note.co"
    says 'version 2, without flags: dis' 0 'gfx900' "$gisa" dis "$dir/note.co"
    # Private memory in elements of 16 bytes; a structure of a later version.
    at=$(od -An -v -tx4 -w4 "$dir/gfx900/v2.co" | awk '$1 == "00090001" { print (NR - 3) * 4; exit }')
    cp "$dir/gfx900/v2.co" "$dir/bad.co"
    printf '\116' | dd of="$dir/bad.co" bs=1 seek=$((at + 58)) conv=notrunc 2>/dev/null
    says 'elements of 16 bytes' 1 'elements of other than 4 bytes' "$gisa" run "$dir/bad.co" -k mix "in:$dir/a" buf:4 local:4 i32:1
    printf '\2' | dd of="$dir/bad.co" bs=1 seek="$at" conv=notrunc 2>/dev/null
    says 'amd_kernel_code_t 2' 1 'of an unknown version' "$gisa" run "$dir/bad.co" -k mix "in:$dir/a" buf:4 local:4 i32:1
else
    skip 7
fi

# Without a compiler that makes version 2: 100 x 12 x 5 work-items in groups of 10 x 4 x 5.
"$gisa" asm -f co "$here/counts.s" -o "$dir/counts.co"
says 'numbers of work-groups' 0 '0: 10 3 1$' "$gisa" run "$dir/counts.co" -g 100,12,5 -l 10,4,5 buf:12:u32
says 'version 2: another group than it requires' 1 'work-groups of 10x2x5 work-items; the kernel requires 10x4x5' "$gisa" run "$dir/counts.co" -g 100,12,5 -l 10,2,5 buf:12:u32
sed '/ReqdWorkGroupSize/d' "$here/counts.s" >"$dir/most.s"
"$gisa" asm -f co "$dir/most.s" -o "$dir/most.co"
says 'version 2: a group too large' 1 'work-groups of 10x3x7 work-items, 210 in all; the kernel takes at most 200' "$gisa" run "$dir/most.co" -g 100,12,7 -l 10,3,7 buf:12:u32

# Bundles: of several, of one, of none; a program for the host; damaged ones.
if [ -e "$dir/gfx900/v5.co" ]; then
    bundle "$dir/both" host-x86_64-unknown-linux /dev/null hipv4-amdgcn-amd-amdhsa--gfx803 "$dir/gfx803/v5.co" \
        hipv4-amdgcn-amd-amdhsa--gfx900:xnack- "$dir/gfx900/v5.co"
    runs 'a bundle, gfx900' "$dir/both" -a gfx900
    runs 'a bundle, gfx803' "$dir/both" -a fiji
    says 'which one' 1 '2 of its code objects fit; choose one by its number' "$gisa" run "$dir/both"
    says 'none for that' 1 'none of its code objects is for that architecture (-a); it has' "$gisa" run -a gfx700 "$dir/both"
    says 'dis: which one' 1 '^ *2  hipv4-amdgcn-amd-amdhsa--gfx900:xnack-  *[0-9]* bytes$' "$gisa" dis "$dir/both"
    "$gisa" dis -a gfx803 "$dir/both" >"$dir/out" 2>&1 && "$gisa" dis "$dir/gfx803/v5.co" | cmp -s - "$dir/out"
    ok 'dis -a takes the right one' $?
    bundle "$dir/xnack" hipv4-amdgcn-amd-amdhsa--gfx900:xnack+ "$dir/gfx900/v2.co" \
        hipv4-amdgcn-amd-amdhsa--gfx900:xnack- "$dir/gfx900/v5.co"
    says 'rather one without XNACK' 0 'code_object_version 5' "$gisa" dis -a gfx900 "$dir/xnack"
    says 'dis: none for that' 1 'none of its code objects is for that architecture' "$gisa" dis -a gfx600 "$dir/both"
    # A chip with the same instructions comes first, but code for the one that is asked for is in
    # the bundle.
    sed 's/--gfx900/--gfx902/' "$here/counts.s" >"$dir/gfx902.s" && "$gisa" asm -f co "$dir/gfx902.s" -o "$dir/gfx902.co"
    bundle "$dir/chips" hipv4-amdgcn-amd-amdhsa--gfx902 "$dir/gfx902.co" hipv4-amdgcn-amd-amdhsa--gfx900 "$dir/gfx900/v5.co"
    runs 'a bundle with a chip of the same instructions' "$dir/chips" -a gfx900
    runs 'the same by its target' "$dir/chips" --object gfx900
    bundle "$dir/mixed" hipv4-amdgcn-amd-amdhsa--gfx803 "$dir/gfx803/v5.co" hipv4-amdgcn-amd-amdhsa--gfx900:xnack+ "$dir/gfx900/v2.co"
    says 'XNACK decides within an architecture alone' 1 '2 of its code objects fit' "$gisa" dis "$dir/mixed"
    says 'the chip itself' 0 '0: 10 3 1$' "$gisa" run -a raven "$dir/chips" -g 100,12,5 -l 10,4,5 buf:12:u32
    bundle "$dir/chip" hipv4-amdgcn-amd-amdhsa--gfx902 "$dir/gfx902.co"
    says 'a chip where there is no other' 0 '0: 10 3 1$' "$gisa" run -a gfx900 "$dir/chip" -g 100,12,5 -l 10,4,5 buf:12:u32
    bundle "$dir/one" host-x86_64-unknown-linux /dev/null hipv4-amdgcn-amd-amdhsa--gfx803 "$dir/gfx803/v5.co"
    runs 'a bundle of one' "$dir/one"
    bundle "$dir/none" host-x86_64-unknown-linux /dev/null
    says 'a bundle of none' 1 'it holds no code object' "$gisa" run "$dir/none"
    head -c 9000 "$dir/both" >"$dir/short"
    says 'a bundle that was cut' 1 'damaged' "$gisa" dis "$dir/short"
    says 'a bundle that was cut: run' 1 'without code\|damaged\|choose' "$gisa" run "$dir/short"
    cp "$dir/both" "$dir/overlap" # the second one begins where the first does
    printf '\0\20\0' | dd of="$dir/overlap" bs=1 seek=136 conv=notrunc 2>/dev/null
    says 'code objects that overlap' 1 'damaged' "$gisa" dis "$dir/overlap"
    # One of several, by number, by target, by any name; all of them; a list.
    says 'run: by number' 0 . "$gisa" run --object 2 "$dir/both" -k mix -g 256 -l 64 "in:$dir/a" buf:1024:i32 local:256 i32:64
    for which in 2 gfx900 gfx900:xnack- vega10 hipv4-amdgcn-amd-amdhsa--gfx900:xnack-; do
        "$gisa" dis --object $which "$dir/both" >"$dir/out" 2>&1 && "$gisa" dis "$dir/gfx900/v5.co" | cmp -s - "$dir/out"
        ok "dis --object $which" $?
    done
    for which in 0 3 99999999999 gfx90 gfx900:xnack+ gfx9 x ''; do
        says "dis --object '$which'" 1 'none of its code objects has that number or target' "$gisa" dis --object "$which" "$dir/both"
    done
    says 'dis --object of one code object' 1 'there is none to choose' "$gisa" dis --object 1 "$dir/gfx900/v5.co"
    says 'dis --list of one code object' 1 'not a file of several code objects' "$gisa" dis --list "$dir/gfx900/v5.co"
    "$gisa" dis --list "$dir/both" >"$dir/out" && [ "$(sed 's/  */ /g' "$dir/out")" = " 1 hipv4-amdgcn-amd-amdhsa--gfx803 $(size_of "$dir/gfx803/v5.co") bytes
 2 hipv4-amdgcn-amd-amdhsa--gfx900:xnack- $(size_of "$dir/gfx900/v5.co") bytes" ]
    ok 'dis --list' $?
    { "$gisa" dis "$dir/gfx803/v5.co" && "$gisa" dis "$dir/gfx900/v5.co"; } >"$dir/each"
    "$gisa" dis --object all "$dir/both" | sed '/^\/\/ object /d' >"$dir/out" && diff -B "$dir/each" "$dir/out" >/dev/null
    ok 'dis --object all' $?
    [ "$("$gisa" dis --object all -a gfx803 "$dir/both" | grep -c '^// object 1: hipv4-amdgcn-amd-amdhsa--gfx803')" -eq 1 ]
    ok 'dis --object all of an architecture' $?

    # Two source files of a HIP program: two bundles, one after another, or in two sections.
    bundle "$dir/tu1" hipv4-amdgcn-amd-amdhsa--gfx803 "$dir/gfx803/v5.co" hipv4-amdgcn-amd-amdhsa--gfx900 "$dir/gfx900/v5.co"
    bundle "$dir/tu2" hipv4-amdgcn-amd-amdhsa--gfx900 "$dir/counts.co"
    cat "$dir/tu1" "$dir/tu2" >"$dir/files"
    says 'two of one architecture' 1 '2 of its code objects fit' "$gisa" dis -a gfx900 "$dir/files"
    says 'two of one architecture: run' 1 '2 of its code objects fit' "$gisa" run -a gfx900 "$dir/files" -g 100,12,5 -l 10,4,5 buf:12:u32
    says 'the second source file' 0 '0: 10 3 1$' "$gisa" run --object 3 "$dir/files" -g 100,12,5 -l 10,4,5 buf:12:u32
    { head -c 4096 /dev/zero && printf 12345678; } >"$dir/gap"
    cat "$dir/tu1" "$dir/gap" "$dir/tu2" >"$dir/files"
    says 'the second source file, behind a gap' 0 '0: 10 3 1$' "$gisa" run --object 3 "$dir/files" -g 100,12,5 -l 10,4,5 buf:12:u32
    printf '.section .hip_fatbin,"a"\n.incbin "tu1"\n.section .hip_fatbin,"aG",@progbits,other,comdat\n.incbin "tu2"\n' >"$dir/host.s"
    if (cd "$dir" && ${CC:-cc} -c host.s -o host.o 2>/dev/null); then
        says 'two sections .hip_fatbin' 0 '0: 10 3 1$' "$gisa" run --object 3 "$dir/host.o" -g 100,12,5 -l 10,4,5 buf:12:u32
    else
        skip 1
    fi
    # Code objects among the data of a program, as GCC's offloading leaves them; what only looks
    # like one is none.
    printf '.data\n.byte 1\n.ascii "\\177ELF\\2\\1\\1 and more text"\n.incbin "gfx803/v5.co"\n.byte 1\n.incbin "counts.co"\n' >"$dir/host.s"
    if (cd "$dir" && ${CC:-cc} -c host.s -o host.o 2>/dev/null); then
        "$gisa" dis --list "$dir/host.o" >"$dir/out" 2>&1 && [ "$(sed 's/  */ /g' "$dir/out")" = " 1 gfx803 $(size_of "$dir/gfx803/v5.co") bytes
 2 gfx900 $(size_of "$dir/counts.co") bytes" ]
        ok 'a program with code objects in its data' $?
        says 'the second one' 0 '0: 10 3 1$' "$gisa" run -a gfx900 "$dir/host.o" -g 100,12,5 -l 10,4,5 buf:12:u32
        "$gisa" dis -a gfx803 "$dir/host.o" >"$dir/out" 2>&1 && "$gisa" dis "$dir/gfx803/v5.co" | cmp -s - "$dir/out"
        ok 'the first one' $?
    else
        skip 3
    fi
    says 'a program without code objects' 1 'expected AMDGPU' "$gisa" dis -a gfx900 /bin/true
    if command -v objcopy >/dev/null && objcopy --add-section ".hip_fatbin=$dir/both" /bin/true "$dir/program" 2>/dev/null; then
        runs 'a program for the host, gfx803' "$dir/program" -a gfx803
        says 'dis: a program for the host' 0 'gfx900' "$gisa" dis -a gfx900 "$dir/program"
    else
        skip 3
    fi
else
    skip 51
fi

finish
