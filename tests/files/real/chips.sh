#!/bin/sh
# SPDX-License-Identifier: MIT
# Each name of a chip that both gisa and LLVM know: the ELF header's flags and kernel descriptors
# are the same in both assemblers' objects; with each setting of XNACK and SRAMECC that the chip
# has, in versions 4 to 6 (FULL=1; otherwise 5), the listing of LLVM's object gives LLVM's object
# again. Run by tests/files/real/run.sh. usage: chips.sh (GISA, WORK, MC, READELF as there)
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

# ---- settings

settings_of() { # settings_of NAME: target ids behind the name, and LLVM's attributes
    echo '. .'
    info=$("$GISA" info "$1")
    case $info in *' xnack  '*) xnack=1 ;; *) xnack= ;; esac
    case $info in *' sramecc  '*) sramecc=1 ;; *) sramecc= ;; esac
    [ -z "$xnack" ] || printf '%s\n' ':xnack+ +xnack' ':xnack- -xnack'
    [ -z "$sramecc" ] || printf '%s\n' ':sramecc+ +sramecc' ':sramecc- -sramecc' ':sramecc+:xnack- +sramecc,-xnack' \
        ':sramecc-:xnack+ -sramecc,+xnack'
}

target_source() { # target_source NAME SETTING VERSION
    printf '.amdgcn_target "amdgcn-amd-amdhsa--%s"\n.amdhsa_code_object_version %d\n' "$1$2" "$3"
    printf '.text\n.globl k\nk: s_endpgm\n.rodata\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 9\n.amdhsa_next_free_sgpr 20\n'
    case $2 in *xnack-*) echo .amdhsa_reserve_xnack_mask 0 ;; esac
    echo .end_amdhsa_kernel
}

both_ways() { # both_ways NAME ATTRIBUTES: LLVM's flags from gisa, and LLVM's object from its listing
    mc="$MC -triple=amdgcn-amd-amdhsa -mcpu=$1 -mattr=$2 -filetype=obj"
    $mc "$dir/t.s" -o "$dir/t.llvm.o" && "$GISA" asm "$dir/t.s" -o "$dir/t.o" &&
        facts "$dir/t.llvm.o" >"$dir/expected" && facts "$dir/t.o" >"$dir/got" && cmp -s "$dir/expected" "$dir/got" &&
        "$GISA" dis "$dir/t.llvm.o" -o "$dir/listing.s" && $mc "$dir/listing.s" -o "$dir/t2.o" && cmp "$dir/t.llvm.o" "$dir/t2.o" &&
        "$GISA" asm "$dir/listing.s" -o "$dir/t3.o" && facts "$dir/t3.o" | cmp - "$dir/expected"
}

for name in $("$GISA" list --chips | sed -n 's/^\(gfx[0-9a-f]*\) .*/\1/p'); do
    settings_of "$name" | while read -r setting attributes; do
        for version in 5 ${FULL:+4 6}; do
            target_source "$name" "${setting#.}" "$version" >"$dir/t.s"
            if both_ways "$name" "${attributes#.}" 2>"$dir/log"; then
                echo "ok chip $name${setting#.}, version $version"
            else
                echo "FAIL chip $name${setting#.}, version $version: $(head -n 1 "$dir/log")"
            fi
        done
    done
done
