#!/bin/sh
# SPDX-License-Identifier: MIT
# Bad input: files that lie about themselves, sources that ask for the impossible, outputs that
# cannot be written. Each must end with a status and a message that names the place, soon, with
# little memory, and leave no output after.
# usage: run.sh GISA PRELOAD
. "$(dirname "$0")/../../lib.sh"
gisa=$(realpath "$1") preload=$(realpath "$2") root=$PWD
[ -x "$gisa" ] && [ -e "$preload" ] || { echo "usage: run.sh GISA PRELOAD" >&2; exit 2; }
cd "$dir" || exit 1
seconds=20 memory=524288 # of the processor's time, a few times what the slowest takes; KiB

# A program with the address sanitizer in it needs terabytes of addresses, and time.
if ! (ulimit -v $memory && "$gisa" --version) >/dev/null 2>&1; then
    seconds=100 memory=unlimited
fi

# limited COMMAND...: within the time and the memory; what it says on standard error is in err
limited() {
    (
        ulimit -v $memory
        ulimit -t "$seconds"
        exec timeout $((12 * seconds)) "$@"
    ) 2>err
}

# refuse NAME PATTERN COMMAND...: status 1 and a message like the pattern; out and its like do not
# exist afterwards
refuse() {
    name=$1 pattern=$2
    shift 2
    limited "$@" >stdout </dev/null
    status=$?
    [ $status -eq 1 ] && grep -aq -e "$pattern" err && [ "$(ls | grep -c '^out')" -eq 0 ]
    ok "$name: status $status, '$(head -n 1 err | cut -c 1-200)', expected '$pattern'; files: $(ls | grep '^out' | tr '\n' ' ')" $?
    rm -f out*
}

# accept NAME COMMAND...: odd, but nothing is wrong with it
accept() {
    name=$1
    shift
    limited "$@" >stdout </dev/null
    status=$?
    [ $status -eq 0 ] && [ ! -s err ]
    ok "$name: status $status, '$(head -n 1 err | cut -c 1-200)'" $?
    rm -f out*
}

# The source is in in.s.
bad_source() { # bad_source NAME PATTERN: as an object and as words
    refuse "$1" "^in\.s:$2" "$gisa" asm -a gfx900 in.s -o out.o
    refuse "$1, hex" "^in\.s:$2" "$gisa" asm -a gfx900 -f hex in.s -o out.o
}
bad_object() { # bad_object NAME PATTERN: only where there are relocations and symbols
    refuse "$1" "^in\.s:$2" "$gisa" asm -a gfx900 in.s -o out.o
    refuse "$1, co" "^in\.s:$2" "$gisa" asm -a gfx900 -f co in.s -o out.o
}
good_source() {
    accept "$1" "$gisa" asm -a gfx900 in.s -o out.o
}

repeated() { # repeated COUNT TEXT: so many times, on one line without an end
    yes "$2" | head -n "$1" | tr -d '\n'
}
lines() { # lines COUNT TEXT: so many times, each on its line
    yes "$2" | head -n "$1"
}
numbered() { # numbered COUNT FORMAT: the format with i and i + 1
    awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) printf text, i, i + 1 }'
}

# ---- sources that grow -----------------------------------------------------------------------

echo '.fill 0x40000000' >in.s
bad_source 'a gigabyte of .fill' '1:1: error: the output is larger'
echo '.fill 0x7fffffffffffffff, 8, 1' >in.s
bad_source '.fill with an overflow' '1:.*error: '
echo '.fill 1 << 62, 4' >in.s
bad_source '.fill with another overflow' '1:.*error: '
echo '.skip 0x7fffffffffffffff' >in.s
bad_source '.skip' '1:1: error: the output is larger'
echo '.space 1 << 30, 1' >in.s
bad_source '.space' '1:1: error: the output is larger'
echo '.zero -1' >in.s
bad_source '.zero' '1:7: error: -1 is not a number of bytes'
echo '.dcb.l 0x40000000, 1' >in.s
bad_source '.dcb' '1:1: error: the output is larger'
echo '.ds.d 0x40000000' >in.s
bad_source '.ds' '1:1: error: the output is larger'
echo '.org 0x40000000' >in.s
bad_source '.org' '1:1: error: the output is larger'
printf '.long 1, 2\n.org 4\n' >in.s
bad_source '.org backwards' '2:.*error: '
printf '.byte 1\n.p2align 31\n' >in.s
bad_source '.p2align' '2:1: error: the output is larger'
echo '.p2align 64' >in.s
bad_source '.p2align of 64' '1:10: error: expected a power of two from 0 to 31'
echo '.p2align -1' >in.s
bad_source '.p2align of -1' '1:10: error: expected a power of two from 0 to 31'
echo '.balign 3' >in.s
bad_source '.balign' '1:9: error: the alignment must be a power of two'
printf '.bss\n.skip 1 << 50\n' >in.s
bad_source '.bss' '2:1: error: section .bss is too large'
printf '.bss\n.skip 1 << 39\n.skip 1 << 39\n.skip 1\n' >in.s
bad_source 'a growing .bss' '4:1: error: section .bss is too large'
printf '.macro m\nm\n.endm\nm\n' >in.s
bad_source 'a macro in itself' '2:1: error: macros and repeats are nested'
printf '.macro m\nm\nm\n.endm\nm\n' >in.s
bad_source 'a macro in itself, twice' '2:1: error: macros and repeats are nested'
printf '.macro a\nb\n.endm\n.macro b\na\n.endm\na\n' >in.s
bad_source 'macros in each other' '.*error: macros and repeats are nested'
printf '.macro m x\nm \\x\\x\n.endm\nm aaaaaaaaaa\n' >in.s
bad_source 'a macro whose argument grows' '2:1: error: macros, repeats and included files expand to more'
printf '.rept 1000000\n.rept 1000000\n.rept 1000000\ns_nop 0\n.endr\n.endr\n.endr\n' >in.s
bad_source '.rept in .rept' '.*error: macros, repeats and included files expand to more'
printf '.rept 1 << 60\n.endr\n' >in.s
bad_source '.rept of nothing' '.*error: macros, repeats and included files expand to more'
printf '.rept -1\n.endr\n' >in.s
bad_source '.rept of -1' '1:7: error: the count is negative'
{ lines 150 '.rept 2' && echo 's_nop 0' && lines 150 '.endr'; } >in.s
bad_source 'a deep .rept' '.*error: macros and repeats are nested'
{ lines 4 '.irp x, 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' &&
    lines 4 '.irpc y, 0000000000000000000000000000000000000000000000000000' && echo '.long \x' && lines 8 '.endr'; } >in.s
bad_source '.irp in .irp' '.*error: macros, repeats and included files expand to more'
echo '.include "in.s"' >in.s
bad_source '.include of itself' '1:10: error: files include each other'
printf '.include "in.s"\n.include "in.s"\n' >in.s
bad_source '.include of itself, twice' '1:10: error: files include each other'
echo '.incbin "/dev/zero"' >in.s
bad_source '.incbin without end' '1:9: error: cannot read'
echo '.incbin "."' >in.s
bad_source '.incbin of a directory' '1:9: error: cannot read'
echo '.include "none"' >in.s
bad_source '.include of nothing' '1:10: error: cannot read'
printf 'a = b\nb = a\n.long a\n' >in.s
bad_source 'symbols in a circle' '3:7: error: a symbol is defined by itself'
printf '.set a, a + 1\n.long a\n' >in.s
bad_source 'a symbol by itself' '1:9: error: .*defined by itself'
{ numbered 100000 '.set a%d, a%d\n' && echo '.long a0'; } >in.s
bad_source 'a chain of symbols' '100001:7: error: the symbols are defined through each other too deeply'
{ awk 'BEGIN { for (i = 0; i < 60; i++) printf ".set a%d, a%d+a%d\n", i, i + 1, i + 1 }' && echo '.long a0'; } >in.s
bad_source 'a tree of symbols' '.*error: '
numbered 20000 '.section s%d\n.byte 1\n' >in.s
bad_source 'many sections' '.*error: more than 16000 sections'
numbered 20000 '.pushsection s%d\n' >in.s
bad_source 'many pushed sections' '.*error: '
echo '.reloc 1 << 40, R_AMDGPU_ABS64, a' >in.s
bad_object '.reloc past the end' '1:.*error: the relocation patches bytes past the end'
awk 'BEGIN { for (i = 0; i < 100; i++) printf ".section s%d, \"a\"\n.p2align 24\n.byte 1\n", i }' >in.s
refuse 'a file of gaps' '^in\.s: error: the alignment of sections makes the file too large' "$gisa" asm -a gfx900 -f co in.s -o out.co
printf '.data\n.byte 1\n.section .data.x, "aw", @nobits\n.skip 1 << 39\n' >in.s
refuse 'space among bytes' '^in\.s: error: section .data.x makes the file too large' "$gisa" asm -a gfx900 -f co in.s -o out.co
{ printf '.macro m a' && numbered 100000 ', p%d' && printf '\n.endm\n'; } >in.s
bad_source 'many parameters' '1:.*error: a macro can have 1000 parameters'
{ numbered 100000 '.macro m%d\n.endm\n' && echo m99999; } >in.s
good_source 'many macros'
{ numbered 200000 'l%d:\n' && echo '.long l1'; } >in.s
good_source 'many labels'
{ lines 200000 '1:' && echo '.long 1b'; } >in.s
good_source 'many numeric labels'
{ lines 200000 '.long 1f' && echo '1:'; } >in.s
good_source 'many references forward'

# ---- sources that are long, deep, or not text ------------------------------------------------

printf 's_nop 0\000\n' >in.s
bad_source 'a NUL byte' '1:8: error: '
printf 's_mov_b32 \000s0, s1\n' >in.s
bad_source 'a NUL byte among operands' '1:.*error: '
printf '\000' >in.s
bad_source 'nothing but a NUL byte' '1:1: error: '
printf '\377\376\300\200 \355\240\200\n' >in.s
bad_source 'no UTF-8' '1:1: error: '
printf 's_nop 0\r\ns_np 0\r\n' >in.s
bad_source 'an error between CRLF' '2:1: error: .*s_nop'
{ printf 's_nop 0 ' && repeated 1000000 ' ' && echo x; } >in.s
bad_source 'a line of 1 MB' '1:1000009: error: '
{ repeated 1000000 a && echo ' v0'; } >in.s
bad_source 'a mnemonic of 1 MB' "1:1: error: unknown instruction 'aaaaaa"
{ printf . && repeated 1000000 a; } >in.s
bad_source 'a directive of 1 MB' "1:1: error: unknown directive '.aaaaaa"
{ printf '.amdhsa_' && repeated 1000000 a; } >in.s
bad_source 'a kernel directive of 1 MB' "1:1: error: "
{ printf '.long 0' && repeated 1000000 1; } >in.s
bad_source 'a number of 1 MB' '1:7: error: '
{ printf 's_mov_b32 s0, 1.' && repeated 1000000 1 && echo x; } >in.s
bad_source 'a fraction of 1 MB' '1:.*error: '
{ printf 's_mov_b32 s[' && repeated 1000000 0; } >in.s
bad_source 'a register of 1 MB' '1:.*error: '
{ printf '.long ' && repeated 1000000 '('; } >in.s
bad_source 'deep brackets' '1:207: error: the expression is nested too deeply'
{ printf '.long ' && repeated 1000000 '-'; } >in.s
bad_source 'many signs' '1:207: error: the expression is nested too deeply'
{ printf 's_mov_b32 s0, ' && repeated 1000000 '('; } >in.s
bad_source 'deep brackets in an operand' '1:.*error: the expression is nested too deeply'
{ printf 'v_mov_b32 v0, ' && repeated 1000000 '|'; } >in.s
bad_source 'many bars' '1:.*error: '
{ printf 'v_mov_b32 v0, ' && repeated 100000 'abs('; } >in.s
bad_source 'deep functions' '1:.*error: '
lines 100000 '.if 1' >in.s
bad_source 'a deep .if' '1001:1: error: .if is nested more than 1000 deep'
lines 100000 '.else' >in.s
bad_source 'many .else' '1:1: error: '
lines 100000 '.endif' >in.s
bad_source 'many .endif' '1:1: error: '
{ printf '.amdgpu_metadata\n---\na: ' && repeated 100000 '[' && printf '\n.end_amdgpu_metadata\n'; } >in.s
bad_source 'deep metadata' '3:1: error: '
lines 100000 'v_ad_f32 v0, v1, v2' >in.s
bad_source 'nothing but errors' "1:1: error: unknown instruction 'v_ad_f32'"
printf '.ascii "abc\n' >in.s
bad_source 'a string without end' '1:8: error: the string has no end'
printf '.ascii "abc' >in.s
bad_source 'a string at the end' '1:8: error: the string has no end'
printf '.ascii "abc\\' >in.s
bad_source 'a backslash at the end' '1:.*error: '
printf '/* abc\n' >in.s
bad_source 'a comment without end' '1:1: error: the comment has no end'
printf '/* abc *' >in.s
bad_source 'half an end of a comment' '1:1: error: the comment has no end'
printf "s_mov_b32 s0, 'a\n" >in.s
bad_source 'a character without end' '1:15: error: not a character'
printf '.macro m\n' >in.s
bad_source 'a macro without end' '1:1: error: this macro has no end'
printf '.rept 2\n' >in.s
bad_source 'a repeat without end' '1:1: error: this repeat has no end'
printf '.if 1\n' >in.s
bad_source '.if without end' '1:1: error: '
printf '.amdhsa_kernel k\n' >in.s
bad_source 'a kernel without end' '1:1: error: the kernel descriptor has no end'
printf '.amdgpu_metadata\n' >in.s
bad_source 'metadata without end' '1:1: error: the metadata has no end'
{ printf '.long a' && repeated 100000 ',a' && printf '\n.data\na:\n'; } >in.s
good_source 'many references on a line'
printf '' >in.s
good_source 'an empty file'
printf 's_nop 0\r\n.macro m\r\ns_nop 1\r\n.endm\r\nm\r\n' >in.s
good_source 'CRLF'
printf 's_nop 0' >in.s
good_source 'no line end'
{ repeated 1000000 a && echo ':'; } >in.s
good_source 'a label of 1 MB'
{ printf '.section ' && repeated 1000000 a; } >in.s
good_source 'a section of 1 MB'
{ printf '.long 0' && repeated 300000 '+1'; } >in.s
good_source 'an expression of 600 kB'
{ printf '.double 1e' && repeated 1000000 9; } >in.s
good_source 'an exponent of 1 MB'
{ printf '.amdgpu_metadata\n---\n' && repeated 1000000 x && printf '\n.end_amdgpu_metadata\n'; } >in.s
good_source 'metadata of 1 MB'
{ printf '.ascii "' && repeated 1000000 'a' && echo '"'; } >in.s
good_source 'a string of 1 MB'

# ---- objects that lie ------------------------------------------------------------------------

cat >object.s <<'SOURCE'
.globl k
k:
s_getpc_b64 s[0:1]
s_add_u32 s0, s0, outside@rel32@lo+4
s_addc_u32 s1, s1, outside@rel32@hi+12
s_cbranch_scc0 k
s_endpgm
.data
.quad k
.section .note, "", @note
.long 7, 4, 32
.asciz "AMDGPU"
.p2align 2
.long 0x80
.bss
.skip 16
SOURCE
"$gisa" asm -a gfx900 object.s -o object.o || ok 'an object' $?
printf '.globl k\nk:\ns_endpgm\n.data\n.quad k\n' >loadable.s
"$gisa" asm -a gfx900 -f co loadable.s -o loadable.co || ok 'a loadable object' $?

# Each length: a status other than 1, or another message, is one too many.
truncated() { # truncated FILE STEP
    size=$(wc -c <"$1")
    wrong=$(
        ulimit -v $memory
        ulimit -t "$seconds"
        length=0 wrong=0
        while [ $length -lt "$size" ]; do
            head -c $length "$1" >in.o
            "$gisa" dis -f elf in.o -o out 2>err >stdout
            status=$?
            read -r message <err
            case $status$message in
            '1in.o: error: '*) [ -e out ] && wrong=$((wrong + 1)) ;;
            *) wrong=$((wrong + 1)) ;;
            esac
            length=$((length + $2))
        done
        echo $wrong
    )
    [ "$wrong" -eq 0 ]
    ok "$1 cut off: $wrong of $size lengths" $?
}
truncated object.o 1
truncated loadable.co 13

number() { # number FILE OFFSET BYTES
    od -An -j "$2" -N "$3" -t u"$3" "$1" | tr -d ' '
}
section_count=$(number object.o 60 2)
headers=$(number object.o 40 8)
name_table=$(($(number object.o $((headers + $(number object.o 62 2) * 64 + 24)) 8)))

section() { # section NAME: the offset of its header in object.o
    i=1
    while [ $i -lt "$section_count" ]; do
        at=$((headers + i * 64))
        name=$(tail -c +$((name_table + $(number object.o $at 4) + 1)) object.o | tr '\0' '\n' | head -n 1)
        [ "$name" = "$1" ] && echo $at && return
        i=$((i + 1))
    done
    echo "no section $1" >&2
}

# lie NAME PATTERN OFFSET BYTES...: object.o with other bytes there (octal escapes of printf)
lie() {
    lie=$1 about=$2
    shift 2
    cp object.o in.o
    while [ $# -gt 1 ]; do
        printf "$2" | dd of=in.o bs=1 seek="$1" conv=notrunc 2>dd.err || cat dd.err
        shift 2
    done
    refuse "$lie" "^in\.o: error: .*$about" "$gisa" dis -f elf in.o -o out
    refuse "$lie, json" "^in\.o: error: .*$about" "$gisa" dis -f elf --json in.o -o out
}
huge='\377\377\377\377\377\377\377\177'
text=$(section .text) data=$(section .data) bss=$(section .bss)
symbols=$(section .symtab) strings=$(section .strtab) relocations=$(section .rela.text)
content() { # content HEADER: where the section's bytes are
    number object.o $(($1 + 24)) 8
}

lie 'another magic' 'not an ELF file' 1 x
lie '32 bits' 'not a 64-bit' 4 '\001'
lie 'big-endian' 'not a 64-bit little-endian' 5 '\002'
lie 'another machine' 'for machine' 18 '\076\000'
lie 'a core file' 'neither relocatable nor loadable' 16 '\004\000'
lie 'an unknown processor' 'not known here' 48 '\376'
lie 'section headers far away' 'outside the file' 40 "$huge"
lie 'no section headers' 'no section headers' 40 '\0\0\0\0\0\0\0\0'
lie 'small section headers' 'section headers of 1 bytes' 58 '\001\000'
lie 'many sections' 'outside the file' 60 '\377\377'
lie 'very many sections' 'outside the file' 60 '\0\0' $((headers + 32)) "$huge"
lie 'no names' 'no section names' 62 '\0\0'
lie 'names far away' 'no section names' 62 '\376\377'
lie 'names that are code' 'has no valid name' 62 '\001\000'
lie 'a name past the end' 'section 1 has no valid name' "$text" '\377\377\377\177'
lie 'a huge section' 'lies outside the file' $((text + 32)) "$huge"
lie 'a section far away' 'lies outside the file' $((text + 24)) "$huge"
lie 'a section that wraps around' 'outside the file' $((text + 24)) '\001' $((text + 32)) '\377\377\377\377\377\377\377\377'
lie 'a huge .bss' 'too large' $((bss + 32)) "$huge"
lie 'an address at the end' 'address space' $((text + 16)) '\377\377\377\377\377\377\377\377'
lie 'an odd alignment' 'not a power of two' $((text + 48)) '\003'
lie 'a huge alignment' 'not a power of two' $((text + 48)) '\0\0\0\0\0\0\0\100'
lie 'sections that overlap' 'share bytes' $((data + 24)) "$(printf '\\%o\\%o' $(($(content "$text") & 255)) $(($(content "$text") >> 8)))"
lie 'section names without end' 'has no valid name' $((name_table + $(number object.o $((headers + $(number object.o 62 2) * 64 + 32)) 8) - 1)) x
lie 'symbol names without end' 'has no valid name' $(($(content "$strings") + $(number object.o $((strings + 32)) 8) - 1)) x
lie 'symbols whose names are symbols' 'has no valid name' $((symbols + 40)) "$(printf '\\%o' $(((symbols - headers) / 64)))"
lie 'symbols whose names are nowhere' 'has no valid name' $((symbols + 40)) '\377\377\377\377'
lie 'symbols of 1 byte' 'no whole number of symbols' $((symbols + 56)) '\001'
lie 'half a symbol' 'no whole number of symbols' $((symbols + 32)) '\031'
lie 'a symbol name past the end' 'symbol 1 has no valid name' $(($(content "$symbols") + 24)) '\377\377\377\377'
lie 'a symbol in no section' 'does not exist' $(($(content "$symbols") + 24 + 6)) '\377\376'
lie 'relocations of no section' 'does not exist' $((relocations + 44)) '\377\377'
lie 'relocations without symbols' 'no symbol table' $((relocations + 40)) '\0\0\0\0'
lie 'relocations with themselves' 'no symbol table' $((relocations + 40)) "$(printf '\\%o' $(((relocations - headers) / 64)))"
lie 'relocations of 1 byte' 'no whole number of relocations' $((relocations + 56)) '\001'
lie 'relocations of the other kind' 'no whole number of relocations' $((relocations + 4)) '\011'
lie 'a relocation past the end' 'past the end' "$(content "$relocations")" "$huge"
lie 'a relocation with no symbol' 'does not exist' $(($(content "$relocations") + 12)) '\377\377\377\177'
printf 'x' >in.o
refuse 'not an object' '^in\.o: error: ' "$gisa" dis -f elf in.o -o out
printf 'be800001 xyz' >in.hex
refuse 'not a word' '^in\.hex:1:10: error: ' "$gisa" dis -a gfx900 -f hex in.hex -o out
repeated 1000000 f >in.hex
refuse 'a word of 1 MB' '^in\.hex:1:1: error: ' "$gisa" dis -a gfx900 -f hex in.hex -o out
printf '' >in.bin
accept 'nothing' "$gisa" dis -a gfx900 -f raw in.bin -o out

# A note that claims to be longer than its section is data.
cp object.o in.o
printf '\377\377\377\377\377\377\377\177' | dd of=in.o bs=1 seek="$(content "$(section .note)")" conv=notrunc 2>dd.err
accept 'a note that is too long' "$gisa" dis in.o -o out

# ---- files that cannot be read or written -----------------------------------------------------

echo 's_nop 0' >good.s
echo 's_np 0' >bad.s
for command in dis asm; do
    refuse "$command: no such file" 'none: No such file' "$gisa" $command -a gfx900 none -o out
    refuse "$command: a directory" '/: Is a directory' "$gisa" $command -a gfx900 / -o out
    refuse "$command: a file without end" 'File too large\|Cannot allocate' "$gisa" $command -a gfx900 /dev/zero -o out
    refuse "$command: no such directory" 'none/out: No such file' "$gisa" $command -a gfx900 -f raw good.s -o none/out
    refuse "$command: a file as directory" 'Not a directory' "$gisa" $command -a gfx900 -f raw good.s -o good.s/out
    mkdir dir
    refuse "$command: a directory as output" 'dir: Is a directory' "$gisa" $command -a gfx900 -f raw good.s -o dir
    [ "$(ls dir)" = '' ]
    ok "$command: nothing in the directory" $?
    rmdir dir
    if [ -e /dev/full ]; then
        refuse "$command: /dev/full" 'full: No space left' "$gisa" $command -a gfx900 -f raw good.s -o /dev/full
        refuse "$command: /dev/full as standard output" 'standard output: No space left' sh -c '"$0" "$1" -a gfx900 -f raw good.s -o - >/dev/full' "$gisa" $command
    fi
    refuse "$command: no standard output" 'standard output: Bad file descriptor' sh -c '"$0" "$1" -a gfx900 -f raw good.s -o - >&-' "$gisa" $command
    refuse "$command: no standard input" 'Bad file descriptor' sh -c '"$0" "$1" -a gfx900 - -o out <&-' "$gisa" $command
    if [ -e /proc/self/mem ]; then
        refuse "$command: a file that cannot be read" 'Input/output error' "$gisa" $command -a gfx900 /proc/self/mem -o out
    fi
done
if [ "$(id -u)" -eq 0 ]; then
    skip 2 # nothing is forbidden to root
else
    chmod 0 bad.s
    refuse 'a file that must not be read' 'bad.s: Permission denied' "$gisa" asm -a gfx900 bad.s -o out
    chmod 644 bad.s
    mkdir -m 555 dir
    refuse 'a directory that must not be written' 'Permission denied' "$gisa" asm -a gfx900 good.s -o dir/out
    rmdir dir
fi

# What was there stays when something goes wrong, and nothing else is there.
keeps() { # keeps NAME COMMAND...: it fails, and `kept` is as before
    name=$1
    shift
    echo old >kept
    ls >before
    limited "$@" >stdout </dev/null
    status=$?
    ls >after
    [ $status -eq 1 ] && [ "$(cat kept)" = old ] && cmp -s before after
    ok "$name: status $status, $(diff before after | tr '\n' ' ')" $?
}
touch before after err stdout
head -c 1000 object.o >in.o
keeps 'asm: the old output' "$gisa" asm -a gfx900 bad.s -o kept
keeps 'dis: the old output' "$gisa" dis in.o -o kept
lines 100000 's_nop 0' >long.s
keeps 'asm: a full disk' sh -c 'ulimit -f 8; exec "$0" asm -a gfx900 -f raw long.s -o kept' "$gisa"
"$gisa" asm -a gfx900 -f raw long.s -o long.bin
keeps 'dis: a full disk' sh -c 'ulimit -f 8; exec "$0" dis -a gfx900 -f raw long.bin -o kept' "$gisa"

# ---- inputs without end ----------------------------------------------------------------------

# A picture, code, a buffer: what a device gives is cut off soon, a file that is too large is not
# read at all.
limited "$gisa" run -a sgx543 good.s --texture 0=/dev/zero >stdout
[ $? -eq 2 ] && grep -q '/dev/zero: File too large' err
ok "a texture without end: $(head -n 1 err)" $?
refuse 'a kernel without end' '/dev/zero: File too large' "$gisa" run /dev/zero
limited "$gisa" run loadable.co in:/dev/zero >stdout
[ $? -eq 2 ] && grep -q '/dev/zero: File too large' err
ok "an argument without end: $(head -n 1 err)" $?
if truncate -s 2147483649 large 2>/dev/null; then
    refuse 'a file of more than 2 GiB' 'large: File too large' "$gisa" dis -a gfx900 -f raw large
    rm -f large
fi
if [ "$memory" != unlimited ]; then # no more is asked for than the limit allows
    head -c 2200000000 /dev/zero | (ulimit -v 2400000; exec timeout 60 "$gisa" dis -a gfx900 -f raw -) >stdout 2>err
    grep -q -e '-: File too large' err
    ok "2.2 GB from a pipe: $(head -n 1 err)" $?
fi

# ---- outputs ---------------------------------------------------------------------------------

# A link stays a link, a file keeps its mode, what is read-only or an input stays as it is.
printf 's_nop 0\n' >good.s
"$gisa" asm -a gfx900 -f raw good.s -o expected.bin
mkdir -p deep
echo old >deep/real
ln -s deep/real link
ln -s link link2
accept '-o through links' "$gisa" asm -a gfx900 -f raw good.s -o link2
[ -L link2 ] && [ -L link ] && [ ! -L deep/real ] && cmp -s deep/real expected.bin
ok '-o writes through symbolic links' $?
ln -s deep/new dangling
accept '-o to nothing' "$gisa" asm -a gfx900 -f raw good.s -o dangling
[ -L dangling ] && cmp -s deep/new expected.bin
ok '-o makes what a symbolic link leads to' $?
ln -s loop2 loop1
ln -s loop1 loop2
refuse '-o to links in a circle' 'loop1: Too many levels' "$gisa" asm -a gfx900 -f raw good.s -o loop1
for mode in 640 755 600; do
    echo old >moded
    chmod $mode moded
    accept "-o to a file of mode $mode" "$gisa" dis -a gfx900 -f raw expected.bin -o moded
    [ "$(stat -c %a moded)" = $mode ] && [ "$(cat moded)" = 's_nop 0' ]
    ok "-o keeps mode $mode" $?
done
(umask 027 && "$gisa" dis -a gfx900 -f raw expected.bin -o fresh) && [ "$(stat -c %a fresh)" = 640 ]
ok '-o: the mode of a new file' $?
echo old >locked
chmod 444 locked
refuse 'dis: -o to a read-only file' 'locked: the file is read-only' "$gisa" dis -a gfx900 -f raw expected.bin -o locked
printf 's_nop 0\n' >locked.s
refuse 'asm: -o to a read-only file' 'locked: the file is read-only' "$gisa" asm -a gfx900 locked.s -o locked
[ "$(cat locked)" = old ]
ok 'a read-only file stays' $?
cp loadable.co in.co
ln -f in.co hard.co
ln -sf in.co soft.co
for output in in.co ./in.co hard.co soft.co; do
    limited "$gisa" dis in.co -o "$output"
    [ $? -eq 2 ] && grep -q 'would replace the input' err && cmp -s loadable.co in.co
    ok "dis in.co -o $output: $(head -n 1 err)" $?
done
printf '.include "part.s"\n' >whole.s
echo 's_nop 0' >part.s
refuse 'asm -o to an included file' 'part.s: the output would replace an input' "$gisa" asm -a gfx900 whole.s -o part.s
[ "$(cat part.s)" = 's_nop 0' ]
ok 'an included file stays' $?
limited "$gisa" asm -a gfx900 whole.s -o ./whole.s
[ $? -eq 2 ] && grep -q 'would replace the source' err
ok 'asm -o to its source by another name' $?

# ---- allocations that fail, signals while writing ---------------------------------------------

if [ "$memory" != unlimited ]; then
    for signal in 15 24; do
        echo old >target
        { (FAIL_SIGNAL=$signal LD_PRELOAD="$preload" exec "$gisa" asm -a gfx900 good.s -o target) 2>err; status=$?; } 2>dd.err
        [ $status -eq $((128 + signal)) ] && [ "$(cat target)" = old ] && [ "$(ls | grep -c '\.tmp$')" -eq 0 ]
        ok "signal $signal while writing: status $status; $(ls | grep '\.tmp$')" $?
        rm -f ./*.tmp
    done
    (trap '' 1; FAIL_SIGNAL=1 LD_PRELOAD="$preload" exec "$gisa" asm -a gfx900 -f raw good.s -o target) && cmp -s target expected.bin
    ok 'a signal that is ignored stays ignored' $?

    # No failure is silent, none is a crash: each allocation of a command fails once (of many, some
    # in between).
    silent() { # silent COMMAND...
        env FAIL_SAY=count LD_PRELOAD="$preload" "$@" >stdout 2>err </dev/null || ok "$*: $(head -n 1 err)" 1
        total=$(cat count) bad= tried=0
        for n in $(awk -v n="$total" 'BEGIN { for (i = 1; i <= n; i += i < 60 ? 1 : int(i / 30)) print i }'); do
            env FAIL_AT="$n" LD_PRELOAD="$preload" "$@" >stdout 2>err </dev/null
            status=$?
            tried=$((tried + 1))
            { [ $status -eq 0 ] || { [ $status -le 2 ] && [ -s err ]; }; } || bad="$bad $n:$status"
        done
        [ -z "$bad" ] && [ "$tried" -gt 0 ]
        ok "$*: of $total allocations these end without a message, or crash: $bad" $?
    }
    echo 'mov.f32 o0.x, pa0.x' >mov.s
    silent "$gisa" dis -j 1 loadable.co
    silent "$gisa" dis -j 1 loadable.co -o silent.s
    silent "$gisa" dis -j 1 object.o --json
    silent "$gisa" asm -a gfx900 object.s -o silent.o
    silent "$gisa" asm -a gfx900 -f co loadable.s -o silent.co
    silent "$gisa" asm whole.s -a gfx900 -f hex -o -
    silent "$gisa" explain -a gfx900 7e020280
    silent "$gisa" info v_add_f32
    silent "$gisa" list --class branch
    silent "$gisa" list --json -a gfx600
    silent "$gisa" run -a sgx543 mov.s --set pa0=1.0 --dump o
    if [ -e "$root/examples/saxpy.s" ] && "$gisa" asm -f co "$root/examples/saxpy.s" -o saxpy.co; then
        silent "$gisa" run -j 1 saxpy.co --stats --report f32:1 buf:64:f32 inout:expected.bin
    fi
else
    skip 1
fi

finish
