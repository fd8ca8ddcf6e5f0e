#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of gisa run on shaders: names, registers, files, pictures, models, faults, exit
# codes.
# usage: sh tests/command/run-shader/run.sh build/gisa
. "$(dirname "$0")/../../lib.sh"
gisa=${1:-build/gisa}
explains=$dir/out

# says NAME EXPECTED ARGUMENT...: what it prints, and exit status 0
says() {
    name=$1 expected=$2
    shift 2
    "$gisa" run "$@" >"$dir/out" 2>"$dir/err" && printf '%s\n' "$expected" | cmp -s - "$dir/out"
    ok "$name" $?
}

# has NAME STATUS PATTERN ARGUMENT...: a line that fits, and the exit status
has() {
    name=$1 status=$2 pattern=$3
    shift 3
    "$gisa" run "$@" >"$dir/out" 2>&1
    [ $? -eq "$status" ] && grep -q -e "$pattern" "$dir/out"
    ok "$name" $?
}

# ---- code alone, registers

printf 'mul.f32 r0.xy, pa0.xy, sa4.xx\nmov.i32 o0, r0\n' >"$dir/code.s"
"$gisa" asm -a sgx543 -f hex "$dir/code.s" -o "$dir/code.hex" && "$gisa" asm -a sgx543 -f raw "$dir/code.s" -o "$dir/code.bin"
awk '{ print substr($2, 3) substr($1, 3) }' "$dir/code.hex" >"$dir/words.hex" # 64 bits each
sum='r0 0 0x40400000 3
r1 0 0xc0000000 -2'
for input in code.s code.hex words.hex code.bin; do
    says "$input" "$sum" -a sgx543 "$dir/$input" --set pa0=2.0,-0x0 --set pa1=0xbfaaaaab --set sa4=1.5 --dump r0-1
done
says 'ranges, and numbers that repeat' "$sum" -a sgx543 "$dir/code.s" --set pa0-1=2.0,0xbfaaaaab --set sa4-6=1.5 --dump r0-1
says 'one value for a range' 'pa0 0 0x3fc00000 1.5
pa1 0 0x3fc00000 1.5
pa2 0 0x00000000 0' -a sgx543 "$dir/code.s" --set pa0=2*1.5 --dump pa0-2
for setting in pa0-1=1,2,3 pa3-1=1 pa0-200=1 pa127=1,2 p3=1,1 p0-9=1 pa0=? pa0- pa0-1; do
    has "--set $setting" 2 'is not a setting' -a sgx543 "$dir/code.s" --set "$setting"
done
says 'floats, bits, integers' 'pa0 0 0x3f800000 1
pa1 0 0x00000005 7.00649232e-45
pa2 0 0xffffffff nan
p1 0 1
i2.y 0 0x40000000 2
index1 0 0x00000009 9' -a sgx543 "$dir/code.s" --set pa0=1.0,5,-1 --set p1=1 --set i2.y=2.0 --set index1=9 --dump pa0-2,p1,i2.y --dump index1
printf 'pa0=1.0 sa4=2.0\npa0=3.0 sa4=2.0 # more\n\npa0=5.0 sa4=2.0\n' >"$dir/settings"
says 'a line for each instance' 'r0 0 0x40000000 2
r0 1 0x40c00000 6
r0 2 0x00000000 0
r0 3 0x41200000 10' -a sgx543 "$dir/code.s" --settings "$dir/settings" --dump r0
has 'standard input' 0 '^r0 0 0x40c00000' -a sgx543 - --set pa0=2.0 --set sa4=3.0 --dump r0 <"$dir/code.s"
has 'trace' 0 '^0 primary 0 mul.f32 r0.xy, pa0.xy, sa4.xx | r0: 0-3=0 | r1: 0-3=0$' -a sgx543 "$dir/code.s" --trace
has 'stats' 0 '^vector  *1 ' -a sgx543 "$dir/code.s" --stats
has 'report' 0 '1  mul.f32 .*unknown: how it rounds' -a sgx543 "$dir/code.s" --report
has 'report of models' 0 '1  model subnormals' -a sgx543 "$dir/code.s" --report

says 'types' 'r0 0 0x40400000 3
pa4 0 0x00003e00 2.22414092e-41
pa4 0 1.5
pa5 0 4294967291
pa5 0 -5' -a sgx543 "$dir/code.s" --set pa0:f32=2 --set sa4:f32=1.5 --set pa4:f16=1.5 --set pa5:i32=-5 --dump r0,pa4 --dump pa4:f16,pa5:u32,pa5:i32
says 'a type of a range' 'pa0 0 0
pa1 0 1
pa2 0 1
pa3 0 0' -a sgx543 "$dir/code.s" --set pa1-2:f16=1 --dump pa0-3:f16
for setting in pa0:f64=1 pa0:u8=1 pa0:x=1 pa0:=1 pa0:f16; do
    has "--set $setting" 2 'is not a setting' -a sgx543 "$dir/code.s" --set "$setting"
done
has 'a type that is not one' 1 'is not a register to dump' -a sgx543 "$dir/code.s" --dump pa0:f64

# ---- memory

printf 'lda32.fetch1 r0, pa0, #0, #0\nsta32.fetch1 pa1, #0, r0\n' >"$dir/copy.s"
printf '\001\002\003\004' >"$dir/four.bin"
says 'memory from a file' 'r0 0 0x04030201 1.53998961e-36' -a sgx543 "$dir/copy.s" --mem 0x1000="$dir/four.bin" --mem 0x2000,8 --set pa0=0x1000,0x2004 --dump r0 \
    --dump-mem 0x2000,8="$dir/copied.bin"
[ "$(od -An -tx1 -v "$dir/copied.bin" | tr -s ' ' | tr -d '\n')" = ' 00 00 00 00 01 02 03 04' ]
ok 'memory to a file' $?
has 'memory that is not there' 1 'nothing is mapped at address 0x3000' -a sgx543 "$dir/copy.s" --mem 0x1000="$dir/four.bin" --set pa0=0x3000
has 'memory twice' 1 'overlaps' -a sgx543 "$dir/copy.s" --mem 0x1000,8 --mem 0x1004,8
has 'memory above 4 GiB' 1 'does not fit' -a sgx543 "$dir/copy.s" --mem 0x100000000,8
has 'memory without a size' 2 'expected ADDRESS=FILE' -a sgx543 "$dir/copy.s" --mem 0x1000
has 'a dump of no memory' 1 'has mapped nothing there' -a sgx543 "$dir/copy.s" --dump-mem 0x1000,4="$dir/x"

# ---- choices

printf 'log.f32 r0.x, {2}\n' >"$dir/log.s"
has 'base 2' 0 '^r0 0 0x3f800000' -a sgx543 "$dir/log.s" --dump r0
has 'no such option' 1 "'3' is not an option of exp_nan; expected one of: one nan" -a sgx543 "$dir/log.s" --model exp_nan=3
has 'no such model' 1 "no such model; 'gisa list --models'" -a sgx543 "$dir/log.s" --model colour=3

# ---- files: the vertex program of examples/

"$gisa" asm -f gxp examples/lit.vert.s -o "$dir/vert.gxp" && "$gisa" asm -f gxp examples/lit.frag.s -o "$dir/frag.gxp"
ok 'the examples assemble' $?
matrix=1,0,0,0,0,2,0,0,0,0,1,5,0,0,0,1
says 'a vertex by names' '0 position 1 4 8 1
0 color0 1.25 0.625 0.3125 1
0 texcoord0 0.25 0.75' "$dir/vert.gxp" --attr position=1,2,3,1 --attr normal=0,0,1 --attr coordinate=.25,.75 \
    --uniform matrix=$matrix --uniform light=0,0,1,0.25 --uniform colour=1,.5,.25,1
printf 'x,y,z,w\n1,2,3,1\n4,5,6,1\n0,0,-5,1\n' >"$dir/position.csv"
for jobs in 1 3; do
    "$gisa" run "$dir/vert.gxp" -j $jobs --attr position="$dir/position.csv" --uniform matrix=$matrix --csv "$dir/out.csv" >"$dir/out" 2>&1 &&
        [ "$(cut -d , -f 1-5 "$dir/out.csv" | tr '\n' ' ')" = "instance,position.x,position.y,position.z,position.w 0,1,4,8,1 1,4,10,11,1 2,0,0,0,1 " ]
    ok "CSV in and out, -j $jobs" $?
done
"$gisa" run "$dir/vert.gxp" --attr position="$dir/position.csv" --uniform matrix=$matrix --raw "$dir/out.raw" >"$dir/out" 2>&1 &&
    [ "$(wc -c <"$dir/out.raw")" -eq 120 ]
ok 'raw' $?
unset='gisa run: uniforms that are not set and so 0: light, colour (--uniform NAME=VALUES)'
"$gisa" run "$dir/vert.gxp" --attr position=1,2,3,1 --uniform matrix=$matrix >"$dir/out" 2>"$dir/err"
[ "$(cat "$dir/err")" = "$unset" ]
ok 'uniforms that are not set are named' $?
"$gisa" run "$dir/vert.gxp" --attr position=1,2,3,1 --uniform matrix=$matrix --uniform light=0,0,1 --uniform colour=1,1,1,1 >"$dir/out" 2>"$dir/err"
[ ! -s "$dir/err" ]
ok 'nothing is said where all uniforms are set' $?
for size in 4294967297x2 2x4294967297 18446744073709551617x1 -1x2 +1x2 1x 'x1' 1x2x3 '1 x2' 0x5 16385x1 1,2; do
    has "--size '$size'" 2 'expected WxH after --size, each from 1 to 16384' "$dir/vert.gxp" --size "$size"
done
has 'no such uniform' 1 "there is no uniform 'nobody'; it has: matrix light colour" "$dir/vert.gxp" --uniform nobody=1
has 'no such attribute' 1 "there is no input 'nobody'; it has: position normal coordinate" "$dir/vert.gxp" --attr nobody=1

# ---- clip planes: the distances are in the last o registers, one each, after the size of points

cat >"$dir/clip.s" <<'END'
	.gxp vertex
	.parameter attribute, "position", f32x4, 0
	.parameter uniform, "left", f32x4, 0
	.parameter uniform, "top", f32x4, 4
	.container default
	.varying clip0
	.varying clip3
	.varying point_size
	.varying texcoord0, xy
	.primary
	phas
	mov.f32 o0.xy, pa0.xy
	mov.f32 o2.xy, pa2.xy
	mov.f32 o4.xy, pa2.xy
	mov.f32 o6.x, pa0.x
	mov.f32 i0.xyzw, pa0.xyzw, pa2
	dot.f32 o6.-y, sa0.xyzw, i0.xyzw clip:1
	dot.f32 o8.x, sa4.xyzw, i0.xyzw clip:1 clipn:3
	emit.end
END
"$gisa" asm -f gxp "$dir/clip.s" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'a program with clip planes assembles' $?
says 'clip distances' '0 position 1 2 3 1
0 clip0 -3
0 clip3 6.5
0 point_size 1
0 texcoord0 3 1' "$dir/clip.gxp" --attr position=1,2,3,1 --uniform left=1,0,0,-4 --uniform top=0,0,2,.5

# ---- the numbers of the vertex and the instance: integers, in the registers that the file names

cat >"$dir/index.s" <<'END'
	.gxp vertex
	.flags output_undefined, vertex_index, instance_index
	.parameter attribute, "a", f32x2, 0
	.varying color0
	.primary
	phas
	mov.f32 o0.xy, pa0.xy
	or.u32 o4, pa2, #0
	or.u32 o5, pa3, #0
	emit.end
END
"$gisa" asm -f gxp "$dir/index.s" -o "$dir/index.gxp"
ok 'a program that asks for its numbers assembles' $?
# numbers NAME EXPECTED ARGUMENT...: vertex.instance of each, in order
numbers() {
    name=$1 expected=$2
    shift 2
    "$gisa" run "$dir/index.gxp" --dump o4-5 "$@" >"$dir/out" 2>&1
    sed -n 's/^o4 [0-9]* 0x0*\([0-9a-f]\{1,\}\) .*/\1/p' "$dir/out" >"$dir/vertex"
    sed -n 's/^o5 [0-9]* 0x0*\([0-9a-f]\{1,\}\) .*/\1/p' "$dir/out" | paste -d. "$dir/vertex" - | tr '\n' ' ' >"$dir/both"
    [ "$(cat "$dir/both")" = "$expected " ]
    ok "$name" $?
}
numbers 'vertices of one instance' '0.0 1.0 2.0 3.0 4.0' -n 5
numbers 'the first ones' 'a.7 b.7 c.7' -n 3 --first-vertex 10 --first-instance 7
numbers 'instances' '0.0 1.0 2.0 0.1 1.1 2.1' --vertices 3 -n 2
numbers 'one instance' '0.0 1.0 2.0' --vertices 3
numbers 'instances and first ones' '5.2 6.2 5.3 6.3 5.4 6.4' --vertices 2 --instances 3 --first-vertex 5 --first-instance 2
numbers 'up to the last number' 'ffffffff.0 0.0' -n 2 --first-vertex 4294967295
numbers 'in many batches' "$(awk 'BEGIN { for (i = 0; i < 301; i++) printf "%s%x.%x", i ? " " : "", i % 7, int(i / 7) }')" \
    --vertices 7 -n 43 -j 3
printf '1,2\n3,4\n' >"$dir/two.csv"
printf '1,2\n3,4\n5,6\n' >"$dir/three.csv"
"$gisa" run "$dir/index.gxp" --vertices 2 -n 2 --attr a="$dir/two.csv" >"$dir/out" 2>&1 &&
    [ "$(sed -n 's/^[0-9]* position \([0-9]*\) .*/\1/p' "$dir/out" | tr '\n' ' ')" = '1 3 1 3 ' ]
ok 'attributes begin again with each instance' $?
"$gisa" run "$dir/index.gxp" --vertices 2 -n 2 --attr a="$dir/three.csv" >"$dir/out" 2>&1 &&
    [ "$(sed -n 's/^[0-9]* position \([0-9]*\) .*/\1/p' "$dir/out" | tr '\n' ' ')" = '1 3 5 5 ' ]
ok 'or go on where there are more lines' $?
has 'no number of vertices' 2 'expected a number after --vertices, not 0' "$dir/index.gxp" --vertices 0
has 'no first vertex' 2 'expected a number below 2^32 after --first-vertex, not 4294967296' "$dir/index.gxp" --first-vertex 4294967296
has 'no first instance' 2 'after --first-instance, not -1' "$dir/index.gxp" --first-instance -1
has 'numbers are for vertices' 1 'need a .gxp file of a vertex program' "$dir/frag.gxp" --vertices 3
has 'too many' 1 'too many instances' "$dir/index.gxp" --vertices 4294967295 -n 4294967295

# ---- uniforms in memory: each type, by name, as the tables of the file say where it lies

"$gisa" asm -f gxp "$(dirname "$0")/memory.s" -o "$dir/memory.gxp"
ok 'a program with memory assembles' $?
identity=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
set -- "$dir/memory.gxp" --attr position=1,2,3,1 --uniform matrices=$identity,1,0,0,0,0,2,0,0,0,0,1,5,0,0,0,1 \
    --uniform tint=1,2,3,4 --uniform far=7.5,-2
says 'a matrix by its address, a literal' '0 position 1 4 8 1
0 color0 0.25 0.5 0.75 1
r60 0 0x40f00000 7.5
r61 0 0xc0000000 -2' "$@" --attr bone=64 --dump r60-61
says 'the first matrix' '0 position 1 2 3 1
0 color0 0.25 0.5 0.75 1' "$@" --attr bone=0
# words NAME EXPECTED ARGUMENT...: the bits of the registers that are dumped
words() {
    name=$1 expected=$2
    shift 2
    "$gisa" run "$@" >"$dir/out" 2>&1 && [ "$(sed -n 's/^r[0-9]* 0 0x\([0-9a-f]*\) .*/\1/p' "$dir/out" | tr '\n' ' ')" = "$expected " ]
    ok "$name" $?
}
words 'floats: arrays of one, of three' '3f800000 40000000 40800000 00000000 3f800000 40000000 40400000 00000000 bf800000 c0000000 c0400000 00000000' \
    "$@" --uniform weights=1,2,4 --uniform offsets=1,2,3,-1,-2,-3 --dump r32-43
words 'halves in words and one by one' '40003c00 0000c400 7bff3800 0000b400 00003800 00007bff 0000b400' \
    "$@" --uniform halves=1,2,-4,0.5,65504,-0.25 --dump r44-47,r64-66
words 'integers, all their bits' 'feffffff f0000001 f0000001' "$@" --uniform count=-16777217 --uniform mask=4026531841 --dump r48-49,r58
words 'integers of 16 bits' '0002ffff 00008000 ffff0001 00030002' "$@" --uniform shorts=-1,2,-32768 --uniform words=1,65535,2,3 --dump r50-53
words 'bytes' 'ff800201 000080ff 0000017f 00000001 00000002 00000080 000000ff' \
    "$@" --uniform bytes=1,2,128,255 --uniform signed=-1,-128,127,1 --dump r54-56,r68-71
printf '4\n1\n2\n' >"$dir/weights.csv"
words 'from a file, and not all' '40800000 3f800000 40000000 3f800000 00000000' "$@" --uniform weights="$dir/weights.csv" --uniform offsets=1 --dump r32-34,r36-37
awk 'BEGIN { for (i = 0; i < 60; i++) printf "%c%c%c%c", 33 + i, 34, 35, 36 }' >"$dir/scene.bin"
for which in Scene 2; do # word i is 0x24232221 + i, what has a name goes on top
    words "bytes of a buffer, $which" '3f800000 24232242 24232243 24232251 24232252 24232252' "$@" --uniform-buffer $which="$dir/scene.bin" \
        --uniform weights=1 --dump r32-34,r48-49,r58
done
printf '\001\002\003\004' >"$dir/four.bin"
has 'bytes of the default buffer, of which registers are loaded' 0 '^sa0 0 0x04030201' "$dir/memory.gxp" --uniform-buffer default="$dir/four.bin" --dump sa0
has 'too many values' 1 "'weights' has 3 values, not 4" "$@" --uniform weights=1,2,3,4
has 'an unknown type' 1 "the layout of 'fixed' is unknown, a uniform of type fx10x3" "$@" --uniform fixed=1
has 'no such buffer' 1 "there is no uniform buffer 'Nothing'; it has: Scene" "$@" --uniform-buffer Nothing="$dir/scene.bin"
for number in 4294967310 18446744073709551630 -2; do # 14 is the default buffer, and 2^32 + 14 is not
    has "no uniform buffer $number" 1 "there is no uniform buffer '$number'" "$@" --uniform-buffer $number="$dir/scene.bin"
done
has 'no number of a buffer' 1 "there is no uniform buffer '15'" "$@" --uniform-buffer 15="$dir/scene.bin"
has 'no file of a buffer' 1 "none.bin" "$@" --uniform-buffer Scene="$dir/none.bin"
has 'values twice' 2 'values twice for tint' "$@" --uniform tint=1
has 'outside of a buffer' 1 'nothing is mapped at address' "$@" --attr bone=400

# ---- results of fragment programs, where the file says

printf '.gxp fragment\n.result u8x4, 3\n.primary\nphas\nmov.u32 pa3, #0xff804001\nmov.u32 pa0, #1\n' >"$dir/result.s"
printf '.gxp fragment\n.result fx10x4, 0\n.primary\nphas\n' >"$dir/fixed.s"
printf '.gxp fragment\n.result f32x4, 0\n.flags native_color_2x\n.primary\nphas\nmov.u32 o2, #0x3f800000\n' >"$dir/native.s"
for name in result fixed native; do
    "$gisa" asm -f gxp "$dir/$name.s" -o "$dir/$name.gxp" >"$dir/out" 2>&1
    ok "a fragment program, $name" $?
done
says 'a result of bytes behind pa0' '0 color 1 64 128 255' "$dir/result.gxp"
says 'a result in o registers' '0 color 0 0 1 0' "$dir/native.gxp"
has 'a result of an unknown type' 1 "the layout of this program's result is unknown: fx10x4" "$dir/fixed.gxp"

# ---- depths: as compiled programs write them, in a phase of their own; of fragments that write
# none 0

cat >"$dir/depth.s" <<'END'
	.gxp fragment
	.parameter uniform, "clear", f32, 0
	.container default
	.container data
	.literal 0, 0xe000
	.result u8x4, 0
	.input texcoord0, components=2
	.primary
	phas wait:1
	test.sub.f32.gt p0, c0, pa0, c0
	or.u32 r0, sa0, #0
	p0 depthf r0, sa2, sa2
	nop.end
	phas
	mov.u32 pa0, #0xff000000
END
"$gisa" asm -f gxp "$dir/depth.s" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'a program with a depth assembles' $?
says 'a depth is an output' '0 color 0 0 0 255
0 depth 0.25' "$dir/depth.gxp" --uniform clear=.25 --attr texcoord0=1,0
printf 'pa0=1.0\npa0=0.0\n' >"$dir/depths"
says 'as a register' '0 color 0 0 0 255
0 depth 0.25
1 color 0 0 0 255
1 depth 0
depth 0 0x3e800000 0.25
depth 1 0x00000000 0' "$dir/depth.gxp" --uniform clear=.25 --settings "$dir/depths" --dump depth
"$gisa" run "$dir/depth.gxp" --uniform clear=.25 --settings "$dir/depths" --csv "$dir/depth.csv" --raw "$dir/depth.raw" >"$dir/out" 2>&1
[ "$(tr '\n' ' ' <"$dir/depth.csv")" = 'instance,color.x,color.y,color.z,color.w,depth.x,alive 0,0,0,0,255,0.25,1 1,0,0,0,255,0,1 ' ]
ok 'a depth as CSV' $?
[ "$(od -An -tx4 -v "$dir/depth.raw" | tr -s ' \n' ' ')" = ' ff000000 3e800000 ff000000 00000000 ' ]
ok 'a depth in raw outputs' $?
printf 'depthf sa0, sa2, sa2\n' >"$dir/bare.s"
says 'of code alone' 'depth 0 0x3f000000 0.5' -a sgx543 "$dir/bare.s" --set sa0=0.5 --dump depth
has 'a depth that no output shows' 0 'the program writes a depth, but no flag says so: --dump depth' -a sgx543 "$dir/bare.s" --set sa0=0.5 --dump r0
has 'a depth is not set' 2 "'depth=1.0' is not a setting" -a sgx543 "$dir/bare.s" --set depth=1.0

# ---- a fault leaves files as they were

printf '.gxp fragment\n.input texcoord0\n.primary\nphas\nmov.f32 r0.xy, pa0.xy\nrlp.u32 r0, r0, r0\n' >"$dir/faulty.s"
"$gisa" asm -f gxp "$dir/faulty.s" -o "$dir/faulty.gxp" >"$dir/out" 2>&1
ok 'a faulty program' $?
mkdir "$dir/kept"
for end in png ppm pam csv raw; do
    echo old >"$dir/kept/old.$end"
done
for old in old new; do
    has "a fault, $old files" 1 'its effect is unknown' "$dir/faulty.gxp" --size 64x64 --image "$dir/kept/$old.ppm" --csv "$dir/kept/$old.csv" \
        --raw "$dir/kept/$old.raw" -j 3
done
[ "$(ls "$dir/kept" | tr '\n' ' ')" = 'old.csv old.pam old.png old.ppm old.raw ' ] && [ "$(cat "$dir"/kept/* | sort -u)" = old ]
ok 'a fault leaves files as they were' $?

# ---- pictures

printf 'P6\n2 2\n255\n\377\0\0\0\377\0\0\0\377\377\377\377' >"$dir/picture.ppm"
"$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1/1,1 --texture 0="$dir/picture.ppm" \
    --size 2x2 --image "$dir/same.ppm" >"$dir/out" 2>&1 && cmp "$dir/picture.ppm" "$dir/same.ppm" >>"$dir/out" 2>&1
ok 'a texture pixel by pixel is the picture again' $?
for end in png pam; do
    if "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/same.ppm" \
        --size 2x2 --image "$dir/same.$end" >"$dir/out" 2>&1; then
        "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/same.$end" \
            --size 2x2 --image "$dir/again.ppm" >"$dir/out" 2>&1 && cmp "$dir/picture.ppm" "$dir/again.ppm" >>"$dir/out" 2>&1
        ok "$end there and back" $?
    else
        grep -q 'without libpng' "$dir/out"
        ok "$end is refused in words" $?
    fi
done
"$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/picture.ppm" --filter linear \
    --wrap clamp --size 33x17 --image "$dir/one.ppm" -j 1 >"$dir/out" 2>&1 &&
    "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/picture.ppm" --filter linear \
        --wrap clamp --size 33x17 --image "$dir/four.ppm" -j 4 >"$dir/out" 2>&1 && cmp "$dir/one.ppm" "$dir/four.ppm" >"$dir/out" 2>&1
ok 'the same picture with four threads' $?
[ "$(wc -c <"$dir/one.ppm")" -eq $((33 * 17 * 3 + 13)) ]
ok 'odd sizes' $?

# ---- a vertex program into a fragment program

printf -- '-1,-1,0.5,1\n1,-1,0.5,1\n-1,1,0.5,1\n1,1,0.5,1\n' >"$dir/square.csv"
printf '0,0\n1,0\n0,1\n1,1\n' >"$dir/corners.csv"
# pair ARGUMENT...: the two programs of examples/ on a square, with the identity as matrix
pair() {
    "$gisa" run "$dir/vert.gxp" --attr position="$dir/square.csv" --attr normal=0,0,1 --attr coordinate="$dir/corners.csv" \
        --uniform matrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 --uniform light=0,0,1,0 --uniform colour=1,1,1,1 \
        --fragment "$dir/frag.gxp" --fragment-uniform faintest=0,0,0,0 --fragment-texture 0="$dir/picture.ppm" "$@"
}
pair --primitive strip --size 2x2 --image "$dir/drawn.ppm" >"$dir/out" 2>&1 && cmp "$dir/picture.ppm" "$dir/drawn.ppm" >>"$dir/out" 2>&1
ok 'a square with a texture is the picture' $?
pair --primitive strip --size 2x2 --up --image "$dir/drawn.ppm" >"$dir/out" 2>&1
[ "$(tail -c 12 "$dir/drawn.ppm" | od -An -tu1 -v | tr -s ' \n' ' ')" = ' 0 0 255 255 255 255 255 0 0 0 255 0 ' ]
ok 'with y upwards it is upside down' $?
for threads in 1 3; do
    pair --primitive strip --size 97x61 --depth -j $threads --image "$dir/drawn$threads.ppm" >"$dir/out" 2>&1
done
cmp "$dir/drawn1.ppm" "$dir/drawn3.ppm" >"$dir/out" 2>&1
ok 'threads make no difference' $?
printf '\000\000\000\000\001\000\000\000\002\000\000\000' >"$dir/indices"
[ "$(pair --indices "$dir/indices" --size 2x2 | tr '\n' ' ')" = '0,0 1 0 0 1 1,0 0 0 0 0 0,1 0 0 0 0 1,1 0 0 0 0 ' ]
ok 'a triangle by its indices: its edges leave out the centres that lie on its right edge' $?
# cull SIDE PIXELS ARGUMENT...: how many pixels a square has that goes clockwise as seen
cull() {
    count=$(pair --primitive strip --cull "$1" --size 4x4 $3 | grep -c ' 1$')
    [ "$count" = "$2" ]
    ok "--cull $1 $3" $?
}
cull back 0
cull front 16
cull back 16 --clockwise
cull none 16
for depth in '-1 16' '0 0'; do
    sed 's/0.5,1$/-0.5,1/' "$dir/square.csv" >"$dir/near.csv"
    count=$(pair --primitive strip --depth-from ${depth% *} --size 4x4 2>&1 | grep -c ' 1$')
    [ "$count" = 16 ]
    ok "a depth of 0.5, --depth-from ${depth% *}" $?
    count=$("$gisa" run "$dir/vert.gxp" --attr position="$dir/near.csv" --attr normal=0,0,1 --attr coordinate="$dir/corners.csv" \
        --uniform matrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 --uniform light=0,0,1,0 --uniform colour=1,1,1,1 --fragment "$dir/frag.gxp" \
        --fragment-texture 0="$dir/picture.ppm" --primitive strip --depth-from ${depth% *} --size 4x4 2>/dev/null | grep -c ' 1$')
    [ "$count" = "${depth#* }" ]
    ok "a depth of -0.5, --depth-from ${depth% *}" $?
done
has 'a pair without a size' 2 'expected --size' "$dir/vert.gxp" --fragment "$dir/frag.gxp"
has 'two fragment programs' 1 'needs a .gxp file of a vertex program' "$dir/frag.gxp" --fragment "$dir/frag.gxp" --size 2x2
has 'two vertex programs' 1 'needs a .gxp file of a vertex program' "$dir/vert.gxp" --fragment "$dir/vert.gxp" --size 2x2
has 'code as a fragment program' 1 'code.s' "$dir/vert.gxp" --fragment "$dir/code.s" --size 2x2
has 'a mesh without a fragment program' 2 'expected --fragment' "$dir/vert.gxp" --fragment-uniform a=1 --size 2x2
has 'registers of a pair' 2 'unknown option --dump' "$dir/vert.gxp" --fragment "$dir/frag.gxp" --size 2x2 --dump o
has 'no such primitive' 2 'unknown primitive' "$dir/vert.gxp" --fragment "$dir/frag.gxp" --primitive rectangles
has 'no such depth' 2 'expected -1 or 0' "$dir/vert.gxp" --fragment "$dir/frag.gxp" --depth-from 2
has 'an input that vertices do not have' 1 'the corners do not have what the fragment program takes: texcoord0' \
    "$dir/index.gxp" --fragment "$dir/frag.gxp" --size 2x2
printf '\004\000\000\000' >"$dir/indices"
pair --indices "$dir/indices" --size 2x2 >"$dir/out" 2>&1
[ $? -eq 1 ] && grep -q 'asks for a vertex that is not there: vertex 4' "$dir/out"
ok 'an index of no vertex' $?
printf '.gxp fragment\n.input color0, half\n.primary\nphas\nrlp.u32 r0, r0, r0\n' >"$dir/rlp.s"
"$gisa" asm -f gxp "$dir/rlp.s" -o "$dir/rlp.gxp" >"$dir/out" 2>&1
has 'a fault in a fragment' 1 'its effect is unknown' "$dir/vert.gxp" --attr position="$dir/square.csv" --uniform matrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 \
    --fragment "$dir/rlp.gxp" --primitive strip --size 64x64 -j 3

# Samples that are taken before the program begins, at coordinates that are divided: the same
# picture, whatever all are multiplied with.
for by in w z xy; do
    case $by in
    w) corners=0,0,9,1/2,0,9,2/0,0.5,9,0.5/3,3,9,3 ;;
    z) corners=0,0,1/2,0,2/0,0.5,0.5/3,3,3 ;;
    xy) corners=0,0,0,0/1,0,0,0/0,1,0,0/1,1,0,0 ;;
    esac
    sed "s/sample=texcoord0/sample=texcoord0, project=$by/" examples/lit.frag.s >"$dir/divided.s"
    "$gisa" asm -f gxp "$dir/divided.s" -o "$dir/$by.gxp" >"$dir/out" 2>&1 &&
        "$gisa" run "$dir/$by.gxp" --attr color0=1,1,1,1 --attr texcoord0="$corners" --texture 0="$dir/picture.ppm" \
            --size 2x2 --image "$dir/divided.ppm" >>"$dir/out" 2>&1
    ok "a sample with project=$by" $?
    grep -q "divided by its $by," <<END || [ $by = xy ]
$("$gisa" info "$dir/$by.gxp")
END
    ok "gisa info of project=$by" $?
    # at the middles of pixels: (a x / w, a y / w) of the corners' means
    case $by in
    xy) cmp "$dir/picture.ppm" "$dir/divided.ppm" >"$dir/out" 2>&1 ;;
    *) tail -c 12 "$dir/divided.ppm" | od -An -tu1 -v | tr -s ' \n' ' ' | grep -q "$(
        # u = (2 (1-y) x + 3 x y) / w, v = (0.5 (1-x) y + 3 x y) / w, w bilinear in 1 2 0.5 3
        awk 'BEGIN { for (j = 0; j < 2; j++) for (i = 0; i < 2; i++) {
            x = (i + 0.5) / 2; y = (j + 0.5) / 2
            w = (1 - y) * ((1 - x) + 2 * x) + y * (0.5 * (1 - x) + 3 * x)
            u = (2 * (1 - y) * x + 3 * x * y) / w; v = (0.5 * (1 - x) * y + 3 * x * y) / w
            n = int(u * 2) + 2 * int(v * 2)
            printf " %s", n == 0 ? "255 0 0" : n == 1 ? "0 255 0" : n == 2 ? "0 0 255" : "255 255 255" } }'
    )" ;;
    esac
    ok "texels of project=$by" $?
done
has 'nothing to divide by' 1 'texcoord0: unit 0 is sampled at x and y divided by w; expected 4 numbers in a row' "$dir/w.gxp" --attr texcoord0=0,0/1,0/0,1

# ---- what is wrong

printf 'nop\nself:\nbr self\n' >"$dir/loop.s"
printf 'rlp.u32 r0, r0, r0\n' >"$dir/rlp.s"
has 'a loop without end' 1 "the limit of instructions was reached, in 'br 0', instruction 1 of the primary program, instance 0$" -a sgx543 "$dir/loop.s" --max-insns 1000
has 'a fault' 1 "its effect is unknown, in 'rlp.u32 r0, r0, r0', instruction 0 of the primary program, instance 0" -a sgx543 "$dir/rlp.s"
has 'no register' 2 "'q7=1' is not a setting" -a sgx543 "$dir/code.s" --set q7=1
has 'too many registers' 2 'is not a setting' -a sgx543 "$dir/code.s" --set r127=1,2
has 'no register to dump' 1 "'q' is not a register to dump" -a sgx543 "$dir/code.s" --dump q
has 'names need a file' 1 'need a .gxp file' -a sgx543 "$dir/code.s" --attr a=1
has 'a picture needs a size' 1 '--image needs --size' "$dir/frag.gxp" --image "$dir/x.ppm"
has 'no picture' 2 'not a picture; expected PPM or PAM' "$dir/frag.gxp" --texture 0="$dir/code.s"
has 'no file' 1 'none.s' -a sgx543 "$dir/none.s"
has 'no file named' 2 'expected the name of a shader file' -a sgx543
has 'not a shader' 1 'not an ELF file' "$dir/code.bin"
has 'a shader, and an architecture that has none' 1 'expected -a sgx543' -a gfx900 "$dir/frag.gxp"
printf 'GXP\0garbage' >"$dir/bad.gxp"
has 'a damaged file' 1 'bad.gxp: byte' "$dir/bad.gxp"
has 'help for shaders' 0 'registers before the run' -a sgx543 --help
has 'help for pairs' 0 'the fragment program that draws' --fragment x --help
has 'help for kernels names the help for shaders' 0 'gisa run -a sgx543 --help' --help

finish
