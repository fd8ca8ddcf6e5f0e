#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of gisa run on shaders: names, registers, files, pictures, models, faults, exit codes.
# usage: sh tests/run-shader/run.sh build/gisa
gisa=${1:-build/gisa}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

# result NAME STATUS: what a test was, and whether it failed
result() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1"
        sed 's/^/    /' "$dir/out" | head -n 8
    fi
}

# says NAME EXPECTED ARGUMENT...: what it prints, and exit status 0
says() {
    name=$1 expected=$2
    shift 2
    "$gisa" run "$@" >"$dir/out" 2>&1 && printf '%s\n' "$expected" | cmp -s - "$dir/out"
    result "$name" $?
}

# has NAME STATUS PATTERN ARGUMENT...: a line that fits, and the exit status
has() {
    name=$1 status=$2 pattern=$3
    shift 3
    "$gisa" run "$@" >"$dir/out" 2>&1
    [ $? -eq "$status" ] && grep -q -e "$pattern" "$dir/out"
    result "$name" $?
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

# ---- choices

printf 'log.f32 r0.x, {2}\n' >"$dir/log.s"
has 'base e' 0 '^r0 0 0x3f317218' -a sgx543 "$dir/log.s" --dump r0
has 'base 2' 0 '^r0 0 0x3f800000' -a sgx543 "$dir/log.s" --dump r0 --model log_base=2
has 'no such option' 1 "'3' is no option of log_base; it has: e 2" -a sgx543 "$dir/log.s" --model log_base=3
has 'no such model' 1 "no such model; 'gisa list --models'" -a sgx543 "$dir/log.s" --model colour=3

# ---- files: the vertex program of examples/

"$gisa" asm -f gxp examples/lit.vert.s -o "$dir/vert.gxp" && "$gisa" asm -f gxp examples/lit.frag.s -o "$dir/frag.gxp"
result 'the examples assemble' $?
matrix=1,0,0,0,0,2,0,0,0,0,1,5,0,0,0,1
says 'a vertex by names' '0 position 1 4 8 1
0 color0 1.25 0.625 0.3125 1
0 texcoord0 0.25 0.75' "$dir/vert.gxp" --attr position=1,2,3,1 --attr normal=0,0,1 --attr coordinate=.25,.75 \
    --uniform matrix=$matrix --uniform light=0,0,1,0.25 --uniform colour=1,.5,.25,1
printf 'x,y,z,w\n1,2,3,1\n4,5,6,1\n0,0,-5,1\n' >"$dir/position.csv"
for jobs in 1 3; do
    "$gisa" run "$dir/vert.gxp" -j $jobs --attr position="$dir/position.csv" --uniform matrix=$matrix --csv "$dir/out.csv" >"$dir/out" 2>&1 &&
        [ "$(cut -d , -f 1-5 "$dir/out.csv" | tr '\n' ' ')" = "instance,position.x,position.y,position.z,position.w 0,1,4,8,1 1,4,10,11,1 2,0,0,0,1 " ]
    result "CSV in and out, -j $jobs" $?
done
"$gisa" run "$dir/vert.gxp" --attr position="$dir/position.csv" --uniform matrix=$matrix --raw "$dir/out.raw" >"$dir/out" 2>&1 &&
    [ "$(wc -c <"$dir/out.raw")" -eq 120 ]
result 'raw' $?
has 'no such uniform' 1 "there is no uniform 'nobody'; it has: matrix light colour" "$dir/vert.gxp" --uniform nobody=1
has 'no such attribute' 1 "there is no input 'nobody'; it has: position normal coordinate" "$dir/vert.gxp" --attr nobody=1

# ---- pictures

printf 'P6\n2 2\n255\n\377\0\0\0\377\0\0\0\377\377\377\377' >"$dir/picture.ppm"
"$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1/1,1 --texture 0="$dir/picture.ppm" \
    --size 2x2 --image "$dir/same.ppm" >"$dir/out" 2>&1 && cmp "$dir/picture.ppm" "$dir/same.ppm" >>"$dir/out" 2>&1
result 'a texture pixel by pixel is the picture again' $?
for end in png pam; do
    if "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/same.ppm" \
        --size 2x2 --image "$dir/same.$end" >"$dir/out" 2>&1; then
        "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/same.$end" \
            --size 2x2 --image "$dir/again.ppm" >"$dir/out" 2>&1 && cmp "$dir/picture.ppm" "$dir/again.ppm" >>"$dir/out" 2>&1
        result "$end there and back" $?
    else
        grep -q 'without libpng' "$dir/out"
        result "$end is refused in words" $?
    fi
done
"$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/picture.ppm" --filter linear \
    --wrap clamp --size 33x17 --image "$dir/one.ppm" -j 1 >"$dir/out" 2>&1 &&
    "$gisa" run "$dir/frag.gxp" --attr color0=1,1,1,1 --attr texcoord0=0,0/1,0/0,1 --texture 0="$dir/picture.ppm" --filter linear \
        --wrap clamp --size 33x17 --image "$dir/four.ppm" -j 4 >"$dir/out" 2>&1 && cmp "$dir/one.ppm" "$dir/four.ppm" >"$dir/out" 2>&1
result 'the same picture with four threads' $?
[ "$(wc -c <"$dir/one.ppm")" -eq $((33 * 17 * 3 + 13)) ]
result 'odd sizes' $?

# ---- what is wrong

printf 'nop\nself:\nbr self\n' >"$dir/loop.s"
printf 'rlp.u32 r0, r0, r0\n' >"$dir/rlp.s"
has 'a loop without end' 1 'limit of instructions' -a sgx543 "$dir/loop.s" --max-insns 1000
has 'a fault' 1 "nobody knows what it does, in 'rlp.u32 r0, r0, r0', instruction 0 of the primary program, instance 0" -a sgx543 "$dir/rlp.s"
has 'no register' 2 "'q7=1' is no setting" -a sgx543 "$dir/code.s" --set q7=1
has 'too many registers' 2 'is no setting' -a sgx543 "$dir/code.s" --set r127=1,2
has 'no register to dump' 1 "'q' is no register to dump" -a sgx543 "$dir/code.s" --dump q
has 'names need a file' 1 'need a .gxp file' -a sgx543 "$dir/code.s" --attr a=1
has 'a picture needs a size' 1 '--image needs --size' "$dir/frag.gxp" --image "$dir/x.ppm"
has 'no picture' 2 'no picture; expected PPM or PAM' "$dir/frag.gxp" --texture 0="$dir/code.s"
has 'no file' 1 'none.s' -a sgx543 "$dir/none.s"
has 'no file named' 2 'no file' -a sgx543
has 'not a shader' 1 'not an ELF file' -a gfx900 "$dir/code.bin"
has 'a shader, and an architecture that has none' 1 'expected -a sgx543' -a gfx900 "$dir/frag.gxp"
printf 'GXP\0garbage' >"$dir/bad.gxp"
has 'a damaged file' 1 'bad.gxp: byte' "$dir/bad.gxp"
has 'help of both kinds' 0 'registers before the run' --help
has 'help of both kinds' 0 'work-items in a work-group' --help

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
