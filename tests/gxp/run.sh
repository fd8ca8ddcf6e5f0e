#!/bin/sh
# SPDX-License-Identifier: MIT
# Shader files on the command line: gisa asm -f gxp, gisa dis, gisa info. usage: run.sh GISA
gisa=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

ok() { # ok STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $2"
    fi
}

# expect STATUS PATTERN COMMAND...: the exit status, and a pattern in what it prints
expect() {
    want=$1 pattern=$2
    shift 2
    "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok $? "$* (status $got, expected $want and '$pattern')"
}

# Each source has the name of its file and of what `gisa info` prints for it, in the folder of this test.
for source in "$here"/*.s; do
    name=$(basename "$source" .s)
    cp "$source" "$dir/$name.s"
    "$gisa" asm -f gxp "$dir/$name.s" && [ -s "$dir/$name.gxp" ]
    ok $? "$name: asm"
    "$gisa" dis "$dir/$name.gxp" -o "$dir/again.s" && "$gisa" asm -f gxp "$dir/again.s" -o "$dir/again.gxp" &&
        cmp "$dir/$name.gxp" "$dir/again.gxp"
    ok $? "$name: there and back"
    "$gisa" dis -f gxp - <"$dir/$name.gxp" | cmp - "$dir/again.s"
    ok $? "$name: dis -f gxp from a pipe"
    (cd "$dir" && COLUMNS=80 "$gisa" info "$name.gxp") >"$dir/info" 2>&1
    diff "$here/$name.info" "$dir/info"
    ok $? "$name: gisa info (< expected, > real)"
done

expect 0 '^	\.primary' "$gisa" dis "$dir/fragment.gxp"
"$gisa" dis --hex "$dir/fragment.gxp" >"$dir/hex.s" && "$gisa" asm -f gxp "$dir/hex.s" -o "$dir/hex.gxp" &&
    cmp "$dir/hex.gxp" "$dir/fragment.gxp"
ok $? 'dis --hex comes back'

printf '.gxp vertex\n.container default\n.literal 0, 0x3\n.literal 1, 0.5\n' >"$dir/literals.s"
"$gisa" asm -f gxp "$dir/literals.s" -o "$dir/literals.gxp"
expect 0 'sa0 *0x3$' "$gisa" info "$dir/literals.gxp"
expect 0 'sa1 *0.5$' "$gisa" info "$dir/literals.gxp"

# What is wrong, and where; no output.
head -c 120 "$dir/vertex.gxp" >"$dir/short.gxp"
expect 1 'short.gxp:0x0: error: the file is shorter than the header' "$gisa" dis "$dir/short.gxp"
expect 1 'short.gxp:0x0: error: the file is shorter than the header' "$gisa" info "$dir/short.gxp"
printf '.gxp vertex\n.varying colour0\n' >"$dir/bad.s"
expect 1 "bad.s:2:10: error: 'colour0' is no output; did you mean 'color0'" "$gisa" asm -f gxp "$dir/bad.s"
[ ! -e "$dir/bad.gxp" ]
ok $? 'no output after errors'
expect 1 'shader files are for the PS Vita' "$gisa" asm -a gfx900 -f gxp "$dir/vertex.s"
expect 1 'belongs to shader files' "$gisa" asm -a gfx900 "$dir/vertex.s" -o "$dir/x.o"
expect 1 "is not known" "$gisa" info "$dir/none.gxp"
expect 1 'not a .gxp file' "$gisa" dis -f gxp "$dir/vertex.s"

# The shaders in examples/: what they ask for, there and back; the program that walks over them. Without the instructions there
# is nothing to assemble.
example() { # example NAME: makes NAME.gxp, and NAME.text with the instructions alone
    "$gisa" asm -f gxp "$here/../../examples/$1.s" -o "$dir/$1.gxp"
    ok $? "$1: asm"
    "$gisa" dis "$dir/$1.gxp" -o "$dir/$1.again.s" && "$gisa" asm -f gxp "$dir/$1.again.s" -o "$dir/$1.again.gxp" &&
        cmp "$dir/$1.gxp" "$dir/$1.again.gxp"
    ok $? "$1: there and back"
    # What people wrote comes back as they wrote it: the program, without comments.
    sed -n '/^	.primary/,$ { s,[[:blank:]]*//.*,,; /^$/d; p; }' "$here/../../examples/$1.s" >"$dir/wanted"
    sed -n '/^	.primary/,$p' "$dir/$1.again.s" | diff "$dir/wanted" -
    ok $? "$1: the program reads as it was written (< written, > read)"
    sed 1d "$dir/wanted" | sed 's/^	//' >"$dir/$1.text"
}
if echo 'nop' | "$gisa" asm -a sgx543 -f raw - -o "$dir/nop" 2>"$dir/log"; then
    example lit.vert
    example lit.frag
    expect 0 'registers         10 pa, 24 sa, 1 temporaries' "$gisa" info "$dir/lit.vert.gxp"
    expect 0 'registers         4 pa, 2 sa, 0 temporaries' "$gisa" info "$dir/lit.frag.gxp"
    ${CC:-cc} $SANITIZE -std=c11 -Wall -Wextra -Werror -I"$here/../../include" "$here/../../examples/shader.c" \
        "$(dirname "$gisa")/libgisa.a" -pthread -o "$dir/shader" 2>"$dir/log"
    ok $? 'examples/shader.c'
    "$dir/shader" "$dir/lit.vert.gxp" >"$dir/walk"
    sed -n 's/^primary [0-9]*: //p' "$dir/walk" | diff "$dir/lit.vert.text" -
    ok $? 'examples/shader: the instructions (< written, > read)'
    for line in 'vertex program: 10 pa, 24 sa, 1 temporaries' 'attribute f32x3\[1\] normal pa4..pa6' \
        'uniform f32x4\[4\] matrix sa0..sa15' ' output *write o6.-y *register 6 y$' \
        ' primary *read *pa4.xyz0 *register 4 xyz0$' ' secondary *read *sa16.w *register 16 w$' ' temp *read *r0.xxx *register 0 xxx$'; do
        expect 0 "$line" cat "$dir/walk"
    done
    expect 0 '"text":"dot.f32 r0.x, pa4.xyz0, sa16.xyzw".*"kind":"primary","type":"f32","reg":4,"channels":"xyz0"' \
        "$gisa" dis --json "$dir/lit.vert.gxp"
    expect 0 '"section":".primary".*"kind":"output","type":"f32","reg":6,"channels":"-y--"' "$gisa" dis --json "$dir/lit.vert.gxp"
    expect 1 'short.gxp:0x0: error: the file is shorter' "$dir/shader" "$dir/short.gxp"

    # Branches, forwards and backwards, in both programs: a label at each target, which says where it is; out of the program, as
    # distances. `br` counts in instructions from itself.
    cat >"$dir/branch.s" <<'END'
	.gxp vertex
	.container default
	.varying color0
	.secondary
again:
	nop
	br again
	.primary
	phas wait:7 imm:1
top:
	p0 br done
	mov.f32 o0.xy, pa0.xy
	!p0 br top
	br 1
	br 5
	br -100
done:
	nop
END
    "$gisa" asm -f gxp "$dir/branch.s" && "$gisa" dis "$dir/branch.gxp" -o "$dir/branch.again.s"
    ok $? 'branches: asm and dis'
    sed -n '/^	.*br /p; /^[a-z]/p' "$dir/branch.again.s" >"$dir/branches"
    printf '%s\n' secondary_0: '	br secondary_0' primary_1: '	p0 br primary_7' '	!p0 br primary_1' '	br primary_5' primary_5: \
        '	br 5' '	br -100' primary_7: | diff - "$dir/branches"
    ok $? 'branches: labels (< expected, > real)'
    "$gisa" asm -f gxp "$dir/branch.again.s" -o "$dir/branch.again.gxp" && cmp "$dir/branch.gxp" "$dir/branch.again.gxp"
    ok $? 'branches: there and back'
    "$gisa" dis --hex "$dir/branch.gxp" >"$dir/out" # the distances as they stand in the words
    for words in '000FFFFF F8000040' '00000006 F9000040' '000FFFFE FD000040'; do
        grep -q "br .*: $words" "$dir/out"
        ok $? "branches: the word $words"
    done

    # Words of 16 digits are those of two times 8, the low half first.
    printf 'f800014000000000 0XF900004000000003\n0x3880052183000000 # mov\n' >"$dir/wide.hex"
    printf '00000000 f8000140 00000003,f9000040\n83000000 38800521\n' >"$dir/halves.hex"
    printf '%s\n' nop 'p0 br 3' 'mov.f32.skipinv o0.xy, pa0.xy' >"$dir/wanted"
    for name in wide halves; do
        "$gisa" dis -a sgx543 -f hex "$dir/$name.hex" | diff "$dir/wanted" -
        ok $? "$name.hex (< expected, > real)"
    done
    printf 'f8000140000000001\n' >"$dir/long.hex"
    expect 1 'long.hex:1:1: .*more than 16 digits' "$gisa" dis -a sgx543 -f hex "$dir/long.hex"
    expect 1 'wide.hex:1:1: .*more than 8 digits' "$gisa" dis -a gfx900 -f hex "$dir/wide.hex"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
