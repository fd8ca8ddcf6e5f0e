#!/bin/sh
# SPDX-License-Identifier: MIT
# Objects of the systems that keep addends in the patched bytes (SHT_REL), as llvm-mc and yaml2obj
# write them: read, written and linked. Run by tests/files/real/run.sh. usage: systems.sh (GISA, MC,
# LLD, READELF, SECTIONS, WORK as there)
dir=$WORK/systems
here=$(realpath tests/files)
mkdir -p "$dir" || exit 1
GISA=$(realpath "$GISA")
SECTIONS=$(realpath "$SECTIONS")
cd "$dir" || exit 1

result() { # result NAME STATUS
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAIL $1" && sed 's/^/    /;6q' log; fi
}

# read_back NAME TRIPLE SOURCE: what llvm-mc makes of the source comes back from its listing.
read_back() {
    sed '/\.amdgcn_target/d' "$3" >in.s
    $MC -triple="$2" -mcpu=gfx900 -filetype=obj in.s -o a.o >log 2>&1 && "$GISA" dis a.o -o a.s 2>>log &&
        "$GISA" asm a.s -f elf -o b.o 2>>log && "$SECTIONS" same a.o b.o >>log
    result "systems: $1, $2: there and back" $?
}
for system in amdgcn-amd-mesa3d amdgcn-amd-amdpal amdgcn--; do
    read_back addends $system "$here/asm/object_addends.s"
done

for source in "$here"/asm/object_pal*.s; do
    system=$(sed -n 's,^[ \t]*\.amdgcn_target "\(.*\)--gfx.*,\1,p' "$source")
    read_back "$(basename "$source" .s)" "$system" "$source"
    grep -q 'metadata$\|_pal_metadata 0x' a.s
    result "systems: $(basename "$source" .s): comes as a directive" $?
done

# The text is that of the same source for AMDHSA, whose relocations have addends: nothing of a place
# is lost or taken twice.
sed '/\.amdgcn_target/d' "$here/asm/object_addends.s" >in.s
for system in amdhsa mesa3d; do
    $MC -triple=amdgcn-amd-$system -mcpu=gfx900 -filetype=obj in.s -o $system.o >log 2>&1 && "$GISA" dis $system.o 2>>log |
        grep -v -e '\.amdgcn_target' -e _version >$system.s
done
[ -s mesa3d.s ] && cmp amdhsa.s mesa3d.s >>log 2>&1
result 'systems: the text of SHT_REL is that of SHT_RELA' $?

# AMDHSA's own tools write SHT_RELA; an object of that system with SHT_REL is read all the same.
cat >rel.yaml <<'END'
--- !ELF
FileHeader: {Class: ELFCLASS64, Data: ELFDATA2LSB, OSABI: ELFOSABI_AMDGPU_HSA, ABIVersion: 3, Type: ET_REL, Machine: EM_AMDGPU,
  Flags: [EF_AMDGPU_MACH_AMDGCN_GFX900, EF_AMDGPU_FEATURE_XNACK_ANY_V4]}
Sections:
  - {Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], AddressAlign: 4,
     Content: ff0080be0800000000ff0080f4ffffff0000000000008abf000081bf}
  - {Name: .data, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_WRITE], AddressAlign: 8, Content: f0ffffffffffffff2a00000000000000}
  - Name: .rel.text
    Type: SHT_REL
    Info: .text
    Link: .symtab
    Relocations:
      - {Offset: 4, Symbol: ext, Type: R_AMDGPU_ABS32_LO}
      - {Offset: 12, Symbol: ext, Type: R_AMDGPU_REL32_LO}
  - Name: .rel.data
    Type: SHT_REL
    Info: .data
    Link: .symtab
    Relocations:
      - {Offset: 0, Symbol: ext, Type: R_AMDGPU_ABS64}
Symbols:
  - {Name: ext, Binding: STB_GLOBAL}
END
yaml2obj-19 rel.yaml -o rel.o 2>log && "$GISA" dis rel.o -o rel.s 2>>log
result 'systems: yaml2obj, dis' $?
for text in 's_mov_b32 s0, ext@abs32@lo+8' 's_add_u32 s0, s0, ext@rel32@lo-12' '\.quad ext-16'; do
    grep -q -e "$text" rel.s
    result "systems: yaml2obj, $text" $?
done

# lld reads addends in place of R_AMDGPU_ABS64 alone. Both linkers make the same of them.
cat >link.s <<'END'
	.text
	.globl f
	.p2align 8
	.type f,@function
f:
	s_endpgm
	.size f, .-f
	.data
	.p2align 3
	.globl table
	.protected table
	.type table,@object
table:
	.quad f+8
	.quad here+4
	.quad table+16
	.size table, .-table
here:
	.long 7
END
for system in mesa3d amdpal; do
    $MC -triple=amdgcn-amd-$system -mcpu=gfx900 -filetype=obj link.s -o a.o >log 2>&1 && $LLD -shared a.o -o a.co 2>>log &&
        "$GISA" dis a.o -o a.s 2>>log && "$GISA" asm a.s -f co -o b.co 2>>log && "$SECTIONS" linked a.co b.co >>log
    result "systems: $system: links like lld" $?
    "$GISA" dis a.co -o c.s 2>log && "$GISA" asm c.s -f co -o c.co 2>>log && "$SECTIONS" same a.co c.co >>log
    result "systems: $system: the loadable file comes back" $?
done

# An object that defines _start is a program, as GCC's are: position-independent, with an entry.
cat >start.s <<'END'
	.text
	.globl f
	.p2align 8
	.type f,@function
f:
	s_endpgm
	.size f, .-f
	.globl _start
	.p2align 8
	.type _start,@function
_start:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, f@gotpcrel32@lo+4
	s_addc_u32 s1, s1, f@gotpcrel32@hi+12
	s_endpgm
	.size _start, .-_start
	.data
	.p2align 3
	.globl table
	.type table,@object
table:
	.quad f+8
	.quad table
	.size table, .-table
END
described() { $READELF -h -d "$1" | grep -e Entry -e Type: -e '(' | grep -v -e 'program headers' -e 'section headers' -e SYMENT; }
$MC -triple=amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj start.s -o a.o >log 2>&1 && $LLD -pie --export-dynamic a.o -o a.co 2>>log &&
    "$GISA" dis a.o -o a.s 2>>log && "$GISA" asm a.s -f co -o b.co 2>>log && "$SECTIONS" linked a.co b.co >>log &&
    described a.co >a.txt && described b.co >b.txt && grep -q PIE a.txt && diff a.txt b.txt >>log
result 'systems: a program links like lld -pie' $?
