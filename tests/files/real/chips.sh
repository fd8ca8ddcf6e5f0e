#!/bin/sh
# SPDX-License-Identifier: MIT
# Each name of a chip that both gisa and LLVM know: the ELF header's flags and kernel descriptors
# are the same in both assemblers' objects. Run by tests/files/real/run.sh. usage: chips.sh (GISA,
# WORK, MC, READELF as there)
dir=$WORK/chips
mkdir -p "$dir" || exit 1

# Few registers, many, and with nothing reserved; FLAT_SCRATCH may be reserved from gfx7 on.
source_for() { # source_for NAME
    reserve=
    "$GISA" info "$1" | grep -q amdhsa_reserve_flat_scratch && reserve='.amdhsa_reserve_flat_scratch 0'
    for sgprs in 1 30 88; do
        printf '.amdhsa_kernel k%d\n.amdhsa_next_free_vgpr 20\n.amdhsa_next_free_sgpr %d\n.end_amdhsa_kernel\n' $sgprs $sgprs
    done
    printf '.amdhsa_kernel bare\n.amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 80\n.amdhsa_reserve_vcc 0\n%s\n.end_amdhsa_kernel\n' \
        "$reserve"
    printf '.text\nk1: k30: k88: bare: s_endpgm\n'
}

facts() { # facts OBJECT: what must be the same
    $READELF -h "$1" | grep Flags | sed 's/,.*//'
    $READELF -x .rodata "$1" | grep '^0x'
}

for name in $("$GISA" --help | sed -n '/Architectures (-a)/,/^Examples/p' | sed -n 's/^  *\(gfx.*\)/\1/p'); do
    source_for "$name" | sed 's/^\.amdhsa_kernel k1$/.rodata\n&/' >"$dir/$name.s"
    echo s_endpgm | $MC -triple=amdgcn-amd-amdhsa -mcpu="$name" -filetype=obj -o /dev/null 2>&1 | grep -q 'not a recognized' && continue
    if $MC -triple=amdgcn-amd-amdhsa -mcpu="$name" -filetype=obj "$dir/$name.s" -o "$dir/$name.llvm.o" 2>"$dir/log" &&
        "$GISA" asm -a "$name" "$dir/$name.s" -o "$dir/$name.o" 2>"$dir/log" &&
        facts "$dir/$name.llvm.o" >"$dir/expected" && facts "$dir/$name.o" >"$dir/got" && cmp -s "$dir/expected" "$dir/got"; then
        echo "ok chip $name"
    else
        echo "FAIL chip $name: flags and descriptors as LLVM writes them: $(diff "$dir/expected" "$dir/got" | head -n 2 | tr '\n' ' ')$(head -n 1 "$dir/log")"
    fi
done
