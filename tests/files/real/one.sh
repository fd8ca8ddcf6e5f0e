#!/bin/sh
# SPDX-License-Identifier: MIT
# The round trip of one object: sh tests/files/real/one.sh KERNEL ARCH OPTIMISATION VERSION, called
# by run.sh.
#
# KERNEL.cl is compiled by clang for ARCH with -OPTIMISATION (a trailing g adds debug information)
# and code object VERSION. What must come out of gisa is not written down anywhere: it is what clang
# and lld made.
kernel=$1 arch=$2 level=$3 version=$4
name=$kernel-$arch-$level-v$version
dir=$WORK/$name
log=$dir/log
mkdir -p "$dir"
exec >"$WORK/results.$name"

. "$SOURCES/common.sh"

source=$SOURCES/$kernel.cl
if ! compile -c "$source" -o "$dir/a.o" 2>"$log"; then
    fail "clang" "$log"
    exit 0
fi

# A relocatable object comes back with its relocations.
if check "dis object" $GISA dis "$dir/a.o" -o "$dir/a.s"; then
    [ "$version" = 2 ] || no_data "data in object" "$dir/a.s"
    descriptors "descriptors in object" "$dir/a.s"
    check "asm object" $GISA asm "$dir/a.s" -f elf -o "$dir/b.o" &&
        check "same object" "$SECTIONS" same "$dir/a.o" "$dir/b.o"
fi

# A linked code object: finished by gisa, and linked by lld from gisa's object.
if ! $LLD --no-undefined -shared "$dir/a.o" -o "$dir/a.co" 2>"$log"; then
    fail "lld" "$log"
elif check "dis code object" $GISA dis "$dir/a.co" -o "$dir/c.s"; then
    [ "$version" = 2 ] || no_data "data in code object" "$dir/c.s"
    descriptors "descriptors in code object" "$dir/c.s"
    check "asm code object" $GISA asm "$dir/c.s" -f co -o "$dir/c.co" &&
        check "same code object" "$SECTIONS" same "$dir/a.co" "$dir/c.co"
    if [ "$version" = 5 ] && [ -f "$dir/c.co" ]; then
        check "readelf" $READELF -a "$dir/c.co"
        check "asm for lld" $GISA asm "$dir/c.s" -f elf -o "$dir/d.o" &&
            check "lld takes it" $LLD --no-undefined -shared "$dir/d.o" -o "$dir/d.co" &&
            check "same when linked by lld" "$SECTIONS" same "$dir/a.co" "$dir/d.co"
    fi
    # gisa finishes the relocatable object the way lld does. Where lld throws equal strings
    # together, it reorders them.
    if ! "$SECTIONS" list "$dir/a.o" | grep -q -e '^\.rodata\.str' -e '^\.debug_str'; then
        check "asm -f co" $GISA asm "$dir/a.s" -f co -o "$dir/e.co" &&
            check "links like lld" "$SECTIONS" linked "$dir/a.co" "$dir/e.co"
    fi
fi

case $arch-$version in
gfx803-[345] | gfx900-[345]) [ -f "$dir/c.co" ] && same_text "$arch" "$dir/c.co" ;;
*) [ -f "$dir/c.co" ] && check "objdump" $OBJDUMP -h -t -r "$dir/c.co" ;;
esac

# What gisa makes of clang's own assembler source is what clang makes of the program, or what LLVM's
# assembler makes of the source: these two differ on gfx600, where the assembler always counts in
# four registers for FLAT_SCRATCH.
same_as_clang() {
    "$SECTIONS" same "$dir/a.o" "$dir/f.o" && return
    $MC -triple=amdgcn-amd-amdhsa -mcpu="$arch" -filetype=obj "$dir/clang.s" -o "$dir/g.o" &&
        "$SECTIONS" same "$dir/g.o" "$dir/f.o" >/dev/null
}
from_source() { # from_source WHAT OPTION...: for clang
    what_clang=$1
    shift
    if compile -S "$@" "$source" -o "$dir/clang.s" 2>"$log" && compile -c "$@" "$source" -o "$dir/a.o" 2>"$log"; then
        check "asm clang -S$what_clang" $GISA asm "$dir/clang.s" -f elf -o "$dir/f.o" &&
            check "same as clang -c$what_clang" same_as_clang
    else
        fail "clang -S$what_clang" "$log"
    fi
}
case $FULL$version$level in
15O? | 14O? | 5O?) from_source '' ;;
# With debug information: line tables of both versions, and frames.
*5O?g)
    for dwarf in 4 5; do from_source ", DWARF $dwarf" -gdwarf-$dwarf; done
    from_source ', DWARF 5 with sources' -gdwarf-5 -gembed-source
    from_source ', optimised' -gdwarf-5 -O3
    check 'the line table is sound' $DWARFDUMP --verify --debug-line "$dir/f.o"
    ;;
esac
[ -n "$KEEP" ] || rm -rf "$dir"
exit 0
