#!/bin/sh
# SPDX-License-Identifier: MIT
# Shader files on the command line: gisa asm -f gxp, gisa dis, gisa info. usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(dirname "$0")

# Each source has the name of its file and of what `gisa info` prints for it, in the folder of this
# test.
for source in "$here"/*.s; do
    name=$(basename "$source" .s)
    cp "$source" "$dir/$name.s"
    "$gisa" asm -f gxp "$dir/$name.s" && [ -s "$dir/$name.gxp" ]
    ok "$name: asm" $?
    "$gisa" dis "$dir/$name.gxp" -o "$dir/again.s" && "$gisa" asm -f gxp "$dir/again.s" -o "$dir/again.gxp" &&
        cmp "$dir/$name.gxp" "$dir/again.gxp"
    ok "$name: there and back" $?
    "$gisa" dis -f gxp - <"$dir/$name.gxp" | cmp - "$dir/again.s"
    ok "$name: dis -f gxp from a pipe" $?
    (cd "$dir" && COLUMNS=80 "$gisa" info "$name.gxp") >"$dir/info" 2>&1
    same "$name: gisa info" "$here/$name.info" "$dir/info"
done

expect 0 '^	\.primary' "$gisa" dis "$dir/fragment.gxp"
"$gisa" dis --hex "$dir/fragment.gxp" >"$dir/hex.s" && "$gisa" asm -f gxp "$dir/hex.s" -o "$dir/hex.gxp" &&
    cmp "$dir/hex.gxp" "$dir/fragment.gxp"
ok 'dis --hex comes back' $?

printf '.gxp vertex\n.container default\n.literal 0, 0x3\n.literal 1, 0.5\n' >"$dir/literals.s"
"$gisa" asm -f gxp "$dir/literals.s" -o "$dir/literals.gxp"
expect 0 'sa0 *0x3$' "$gisa" info "$dir/literals.gxp"
expect 0 'sa1 *0.5$' "$gisa" info "$dir/literals.gxp"

# What no compiler writes is a warning; what is as compilers have it is none.
warns() { # warns MESSAGE SOURCE
    printf "$2" >"$dir/warn.s"
    expect 0 "warning: $1" "$gisa" asm -f gxp "$dir/warn.s"
}
warns 'the primary program does not begin with phas' '.gxp vertex\nmov.f32 o0.xy, pa0.xy\nemit.end\n'
warns 'the program discards fragments, but .flags does not say discard' '.gxp fragment\n.flags none\n.container data\n.literal 0, 0xe000\nphas wait:1\nkill sa0, sa0\nnop.end\nphas\n'
warns 'the program sets the depth, but .flags does not say depth' '.gxp fragment\n.flags discard\nphas\ndepthf pa0, r0, r0\n'
warns 'the program uses sa4, which no container holds; they end at 4' '.gxp vertex\n.container default, 0, 4\nphas\nor.u32 o0, sa4, #0\nemit.end\n'
warns 'the program uses sa8, which no container holds and .secondary does not reach; they end at 6' '.gxp vertex\n.container default, 0, 4\n.secondary\nmov.f32 sa4.xy, sa0.xy\n.primary\nphas\nor.u32 o0, sa8, #0\nemit.end\n'
warns 'the program uses o5, but the position and .varying declare 4' '.gxp vertex\nphas\nmov.f32 o4.xy, pa0.xy\nemit.end\n'
warns 'the program uses o1; without .flags native_color' '.gxp fragment\nphas\nmov.f32 o0.xy, pa0.xy\n'
warns 'the state of unit 0 begins at sa1; samples can name even' '.gxp fragment\n.container data, 0, 8\n.sampler 0, 0, 1\nphas\n'
warns '.varying declares clip1, but no dot product has clip:1 clipn:1' '.gxp vertex\n.varying clip1\nphas\nmov.f32 o4.x, pa0.x\nemit.end\n'
warns 'a dot product has clip:1 clipn:2, but .varying does not declare clip2' '.gxp vertex\n.varying clip0\nphas\ndot.f32 o4.x, pa0.xyz, i0.xyz clip:1\ndot.f32 o4.x, pa0.xyz, i0.xyz clip:1 clipn:2\nemit.end\n'
warns '.vertex_index names a register, but .flags does not say vertex_index' '.gxp vertex\n.version 1, 5\n.vertex_index 3\nphas\nemit.end\n'
warns 'vertex_index and an attribute are both in pa3' '.gxp vertex\n.flags vertex_index\n.vertex_index 3\n.parameter attribute, "a", f32x4, 0\nphas\nemit.end\n'
warns 'vertex_index and instance_index are both in pa0' '.gxp vertex\n.flags vertex_index, instance_index\n.instance_index 0\nphas\nemit.end\n'
printf '.gxp fragment\n.flags native_color, discard\n.container default, 0, 3\n.container data\n.literal 0, 0xe000\n.sampler 0, 0, 2\n.sampler 0, 3, 5\n.parameter sampler, "s", f32x4, 0\nphas wait:1\np0 kill sa4, sa4\nnop.end\nphas\nmov.f32 o0.xy, pa0.xy\n' >"$dir/quiet.s"
"$gisa" asm -f gxp "$dir/quiet.s" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'no warning of what is as compilers have it' $?
"$gisa" dis "$dir/quiet.gxp" >"$dir/out"
printf '.gxp vertex\n.flags vertex_index, instance_index\n.parameter attribute, "a", f32x2, 0\nphas\nemit.end\n' >"$dir/index.s"
"$gisa" asm -f gxp "$dir/index.s" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'the numbers of the vertex and the instance' $?
expect 0 '^  vertex index      pa2$' "$gisa" info "$dir/index.gxp"
expect 0 '^  instance index    pa3$' "$gisa" info "$dir/index.gxp"
# Compiled programs state the default uniforms in pairs of words, unless they are in memory alone.
for what in '2 .container;default' '1 .container;data,;0,;2'; do
    printf '.gxp vertex\n.default_uniform_words %s\n%s\n.parameter uniform, "time", f32, 0\nphas\nemit.end\n' \
        "${what%% *}" "$(echo "${what#* }" | tr ';' ' ')" >"$dir/pairs.s"
    "$gisa" asm -f gxp "$dir/pairs.s" && "$gisa" dis "$dir/pairs.gxp" >"$dir/out" && ! grep -q 'default_uniform_words' "$dir/out"
    ok "default uniforms: $what" $?
done
# Compiled programs with a clip plane have its distance in the last o register, and count it: 4 of
# the position, 2, 1.
printf '.gxp vertex\n.output_words 7\n.varying clip0\n.varying texcoord0, xy\nphas\ndot.f32 o6.x, pa0.xyzw, i0.xyzw clip:1\nemit.end\n' >"$dir/clip.s"
"$gisa" asm -f gxp "$dir/clip.s" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ] && "$gisa" dis "$dir/clip.gxp" >"$dir/out" && ! grep -q output_words "$dir/out"
ok 'a clip plane as compilers have it' $?
expect 0 '^	.varying clip0  // o6$' "$gisa" dis "$dir/clip.gxp"
expect 0 '^  clip0             o6$' "$gisa" info "$dir/clip.gxp"
printf '.gxp fragment\nphas wait:1\np0 kill sa4, sa4\nnop.end\nphas\n' >"$dir/kill.s"
"$gisa" asm -f gxp "$dir/kill.s" 2>/dev/null
expect 0 'discard' "$gisa" info "$dir/kill.gxp"
printf '.gxp fragment\n.phases 1\nphas wait:1\np0 kill sa4, sa4\nnop.end\nphas\n' >"$dir/phases.s"
"$gisa" asm -f gxp "$dir/phases.s" 2>/dev/null
expect 0 'phases 1' "$gisa" dis "$dir/phases.gxp"
printf '.gxp fragment\n.parameter sampler, "s", f32x4, 0, semantic=none\nphas\n' >"$dir/semantic.s"
"$gisa" asm -f gxp "$dir/semantic.s"
expect 0 'sampler, "s", f32x4, 0, semantic=0$' "$gisa" dis "$dir/semantic.gxp"

# What is wrong, and where; no output.
head -c 120 "$dir/vertex.gxp" >"$dir/short.gxp"
expect 1 'short.gxp:0x0: error: the file is shorter than the header' "$gisa" dis "$dir/short.gxp"
expect 1 'short.gxp:0x0: error: the file is shorter than the header' "$gisa" info "$dir/short.gxp"
printf '.gxp vertex\n.varying colour0\n' >"$dir/bad.s"
expect 1 "bad.s:2:10: error: unknown output 'colour0'; did you mean 'color0'" "$gisa" asm -f gxp "$dir/bad.s"
[ ! -e "$dir/bad.gxp" ]
ok 'no output after errors' $?
expect 1 'shader files are for the PS Vita' "$gisa" asm -a gfx900 -f gxp "$dir/vertex.s"
expect 1 'belongs to shader files' "$gisa" asm -a gfx900 "$dir/vertex.s" -o "$dir/x.o"
expect 1 "is not known" "$gisa" info "$dir/none.gxp"
expect 1 'not a .gxp file' "$gisa" dis -f gxp "$dir/vertex.s"

# The shaders in examples/: what they ask for, there and back; the program that walks over them.
# Without the instructions there is nothing to assemble.
example() { # example NAME: makes NAME.gxp, and NAME.text with the instructions alone
    "$gisa" asm -f gxp "$here/../../../examples/$1.s" -o "$dir/$1.gxp"
    ok "$1: asm" $?
    "$gisa" dis "$dir/$1.gxp" -o "$dir/$1.again.s" && "$gisa" asm -f gxp "$dir/$1.again.s" -o "$dir/$1.again.gxp" &&
        cmp "$dir/$1.gxp" "$dir/$1.again.gxp"
    ok "$1: there and back" $?
    # What people wrote comes back as they wrote it: the program, without comments.
    sed -n '/^	.primary/,$ { s,[[:blank:]]*//.*,,; /^$/d; p; }' "$here/../../../examples/$1.s" >"$dir/wanted"
    sed -n '/^	.primary/,$p' "$dir/$1.again.s" | diff "$dir/wanted" -
    ok "$1: the program reads as it was written (< written, > read)" $?
    sed 1d "$dir/wanted" | sed 's/^	//' >"$dir/$1.text"
}
if echo 'nop' | "$gisa" asm -a sgx543 -f raw - -o "$dir/nop" 2>"$dir/log"; then
    example lit.vert
    example lit.frag
    expect 0 'registers         10 pa, 24 sa, 1 temporaries' "$gisa" info "$dir/lit.vert.gxp"
    expect 0 'registers         4 pa, 2 sa, 0 temporaries' "$gisa" info "$dir/lit.frag.gxp"
    ${CC:-cc} $SANITIZE -std=c11 -Wall -Wextra -Werror -I"$here/../../../include" "$here/../../../examples/shader.c" \
        "$(dirname "$gisa")/libgisa.a" -pthread -o "$dir/shader" 2>"$dir/log"
    ok 'examples/shader.c' $?
    "$dir/shader" "$dir/lit.vert.gxp" >"$dir/walk"
    sed -n 's/^primary [0-9]*: //p' "$dir/walk" | diff "$dir/lit.vert.text" -
    ok 'examples/shader: the instructions (< written, > read)' $?
    for line in 'vertex program: 10 pa, 24 sa, 1 temporaries' 'attribute f32x3\[1\] normal pa4..pa6' \
        'uniform f32x4\[4\] matrix sa0..sa15' ' output *write o6.-y *register 6 y$' \
        ' primary *read *pa4.xyz0 *register 4 xyz0$' ' secondary *read *sa16.w *register 16 w$' ' temp *read *r0.xxx *register 0 xxx$'; do
        expect 0 "$line" cat "$dir/walk"
    done
    expect 0 '"text":"dot.f32 r0.x, pa4.xyz0, sa16.xyzw".*"kind":"primary","type":"f32","reg":4,"channels":"xyz0"' \
        "$gisa" dis --json "$dir/lit.vert.gxp"
    expect 0 '"section":".primary".*"kind":"output","type":"f32","reg":6,"channels":"-y--"' "$gisa" dis --json "$dir/lit.vert.gxp"
    expect 1 'short.gxp:0x0: error: the file is shorter' "$dir/shader" "$dir/short.gxp"

    # Branches, forwards and backwards, in both programs: a label at each target, which says where
    # it is; out of the program, as distances. `br` counts in instructions from itself.
    cat >"$dir/branch.s" <<'END'
	.gxp vertex
	.container default
	.varying color0
	.secondary
again:
	nop
	br again
	.primary
	phas
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
    ok 'branches: asm and dis' $?
    sed -n '/^	.*br /p; /^[a-z]/p' "$dir/branch.again.s" >"$dir/branches"
    printf '%s\n' secondary_0: '	br secondary_0' primary_1: '	p0 br primary_7' '	!p0 br primary_1' '	br primary_5' primary_5: \
        '	br 5' '	br -100' primary_7: | diff - "$dir/branches"
    ok 'branches: labels (< expected, > real)' $?
    "$gisa" asm -f gxp "$dir/branch.again.s" -o "$dir/branch.again.gxp" && cmp "$dir/branch.gxp" "$dir/branch.again.gxp"
    ok 'branches: there and back' $?
    "$gisa" dis --hex "$dir/branch.gxp" >"$dir/out" # the distances as they stand in the words
    for words in '000FFFFF F8000040' '00000006 F9000040' '000FFFFE FD000040'; do
        grep -q "br .*: $words" "$dir/out"
        ok "branches: the word $words" $?
    done

    # Words of 16 digits are those of two times 8, the low half first.
    printf 'f800014000000000 0XF900004000000003\n0x3880052183000000 # mov\n' >"$dir/wide.hex"
    printf '00000000 f8000140 00000003,f9000040\n83000000 38800521\n' >"$dir/halves.hex"
    printf '%s\n' nop 'p0 br 3' 'mov.f32.skipinv o0.xy, pa0.xy' >"$dir/wanted"
    for name in wide halves; do
        "$gisa" dis -a sgx543 -f hex "$dir/$name.hex" | diff "$dir/wanted" -
        ok "$name.hex (< expected, > real)" $?
    done
    printf 'f8000140000000001\n' >"$dir/long.hex"
    expect 1 'long.hex:1:1: .*more than 16 digits' "$gisa" dis -a sgx543 -f hex "$dir/long.hex"
    expect 1 'wide.hex:1:1: .*more than 8 digits' "$gisa" dis -a gfx900 -f hex "$dir/wide.hex"
fi

finish
