#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line: help, exit codes, pipes, failed writes, and that no word is lost on the way through dis and asm.
# usage: run.sh GISA [RANDOM-WORDS]
gisa=$1
words=${2:-2000000}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

ok() { # ok NAME STATUS: the last command's status must be 0
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1"
    fi
}

# expect STATUS PATTERN COMMAND...: the exit status, and a pattern in what it prints
expect() {
    want=$1 pattern=$2
    shift 2
    "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok "$* (status $got, expected $want and '$pattern')" $?
}

expect 0 'usage: gisa' "$gisa" --help
expect 0 '^gisa [0-9]' "$gisa" --version
expect 2 'usage: gisa' "$gisa"
expect 2 "unknown command 'dsi'" "$gisa" dsi
expect 0 'usage: gisa dis' "$gisa" dis --help
expect 0 'usage: gisa asm' "$gisa" asm --help
expect 2 . "$gisa" dis
expect 2 . "$gisa" asm
expect 2 'no-such-option' "$gisa" dis --no-such-option x
expect 2 'no-such-option' "$gisa" asm --no-such-option x
expect 2 'gfx803' "$gisa" dis -a gfx1234 -f raw /dev/null
expect 2 . "$gisa" dis -a gfx900 -f wrong /dev/null
expect 1 'No such file' "$gisa" dis -a gfx900 "$dir/none"
expect 1 'No such file' "$gisa" asm -a gfx900 "$dir/none"
expect 1 'directory' "$gisa" dis -a gfx900 "$dir"

# words as text, each name of an architecture, letter case
for arch in gfx803 vi VI fiji gcn1.2 polaris; do
    [ "$(echo be800001 | "$gisa" dis -a $arch -f hex -)" = 's_mov_b32 s0, s1' ]
    ok "dis -a $arch" $?
done
[ "$(echo be800301 | "$gisa" dis -a liverpool -f hex -)" = 's_mov_b32 s0, s1' ]
ok "dis -a liverpool" $?

# exact by default, as LLVM prints it with --plain
exact() {
    on=$1 code=$2 line=$3
    for syntax in llvm clrx; do
        [ "$(echo "$code" | "$gisa" dis -a "$on" --syntax $syntax -f hex -)" = "$line" ] &&
            [ "$(echo "$line" | "$gisa" asm -a "$on" --syntax $syntax -f hex - -o -)" = "$code" ]
        ok "dis, $syntax: $line" $?
        [ "$4" ] && line=$4
    done
}
exact gfx803 '0xbe8000ff 0x00000001' 's_mov_b32 s0, lit(0x1)'
# what real compilers write: the prologue of PS4 shaders; counters of all generations, unused fields of exports (Mesa)
exact gfx700 '0xbeeb03ff 0x00000004' 's_mov_b32 vcc_hi, lit(0x4)'
exact gfx600 0xbf8cc07f 's_waitcnt 0xc07f'
exact gfx803 0xbf8cff70 's_waitcnt 0xff70'
exact gfx600 '0xf8001801 0x80808003' \
    'exp mrt0 v3, off, off, off done vm vsrc3:128 vsrc2:128 vsrc1:128' \
    'exp mrt0, v3, off, off, off done vm vsrc3:128 vsrc2:128 vsrc1:128'
exact gfx803 '0xc4001c0f 0x80800100' \
    'exp mrt0 v0, v0, v1, v1 done compr vm vsrc3:128 vsrc2:128' 'exp mrt0, v0, v0, v1, v1 done compr vm vsrc3:128 vsrc2:128'
# bits without a name have no text
[ "$(echo bf93032b | "$gisa" dis -a gfx600 -f hex -)" = '.long 0xbf93032b  // s_icache_inv: reserved bits' ]
ok 'dis: what has no text is data' $?
[ "$(echo be8000ff 1 | "$gisa" dis -a gfx803 -f hex --plain -)" = 's_mov_b32 s0, 1' ]
ok 'dis --plain' $?
[ "$(echo be800001 | "$gisa" dis -a gfx803 -f hex --json - | head -c 1)" = '{' ]
ok 'dis --json' $?

# assembling from and to pipes
[ "$(echo 's_mov_b32 s0, s1' | "$gisa" asm -a gfx803 -f hex - -o -)" = 0xbe800001 ]
ok 'asm through pipes' $?

# errors: position, caret, no output, and what was there stays
printf 's_nop 0\nv_ad_f32 v0, v1, v2\n' >"$dir/bad.s"
expect 1 'bad.s:2:1: error: .*v_ad_f32.*v_add_f32\|bad.s:2:1: error: .*v_mad_f32' "$gisa" asm -a gfx900 "$dir/bad.s" -o "$dir/bad.o"
[ ! -e "$dir/bad.o" ]
ok 'no output after errors' $?
echo old >"$dir/kept.o"
"$gisa" asm -a gfx900 "$dir/bad.s" -o "$dir/kept.o" 2>/dev/null
[ "$(cat "$dir/kept.o")" = old ]
ok 'the old output stays after errors' $?
[ "$(ls "$dir" | grep -c tmp)" -eq 0 ]
ok 'no temporary files' $?

# pipes that close, disks that are full
yes be800001 | head -n 200000 >"$dir/many.hex"
"$gisa" dis -a gfx803 -f hex "$dir/many.hex" 2>"$dir/err" | head -n 1 >/dev/null
[ ! -s "$dir/err" ]
ok 'a closed pipe is no message' $?
echo 's_nop 0' >"$dir/good.s"
if [ -e /dev/full ]; then
    "$gisa" asm -a gfx900 -f co examples/saxpy.s -o "$dir/saxpy.co"
    echo 'mov.f32 o0.x, pa0.x' >"$dir/mov.s"
    while read -r line; do
        eval "\"\$gisa\" $line" >/dev/full 2>"$dir/err"
        [ $? -eq 1 ] && [ "$(cat "$dir/err")" = "gisa ${line%% *}: standard output: No space left on device" ]
        ok "a full disk is an error of gisa $line" $?
    done <<END
dis -a gfx803 -f hex "$dir/many.hex"
asm -a gfx900 -f hex "$dir/good.s" -o -
explain 7e020280
info v_add_f32
list
list --json
run "$dir/saxpy.co" f32:1 buf:4:f32 buf:4
run "$dir/saxpy.co" f32:1 buf:100k:f32 buf:4
run -a sgx543 "$dir/mov.s" --dump o
--help
END
fi

# no word is lost: random words through dis and asm, on each architecture
# (the same words at each run, unless SEED says otherwise)
awk -v n="$words" -v seed="${SEED:-1}" 'BEGIN {
    srand(seed)
    for (i = 0; i < n; i++) printf ".long 0x%04x%04x\n", int(rand() * 65536), int(rand() * 65536)
}' | "$gisa" asm -a gfx600 -f raw - -o "$dir/random.bin"
[ "$(wc -c <"$dir/random.bin")" -eq $((words * 4)) ]
ok "$words random words" $?
for arch in gfx600 gfx700 gfx803 gfx900; do
    "$gisa" dis -a $arch -f raw "$dir/random.bin" -o "$dir/random.s" && "$gisa" asm -a $arch -f raw "$dir/random.s" -o "$dir/back.bin" &&
        cmp "$dir/random.bin" "$dir/back.bin"
    ok "$words random words through dis and asm, $arch" $?
    "$gisa" dis -a $arch -f raw --syntax clrx "$dir/random.bin" -o "$dir/random.s" &&
        "$gisa" asm -a $arch -f raw --syntax clrx "$dir/random.s" -o "$dir/back.bin" && cmp "$dir/random.bin" "$dir/back.bin"
    ok "$words random words through dis and asm, $arch, clrx" $?
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
