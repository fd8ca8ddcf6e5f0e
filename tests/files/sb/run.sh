#!/bin/sh
# SPDX-License-Identifier: MIT
# Shader binaries of the PS4, put together byte by byte here: what gisa info, dis and run say of
# them; damaged ones.
# usage: sh tests/files/sb/run.sh build/gisa
. "$(dirname "$0")/../../lib.sh"
gisa=${1:-build/gisa}
explains=$dir/out

# bytes NUMBER...: one byte each
bytes() {
    for byte; do printf "\\$(printf '%03o' "$byte")"; done
}
# word NUMBER...: 32 bits each, the lowest byte first
word() {
    for word; do
        word=$((word))
        bytes $((word & 255)) $((word >> 8 & 255)) $((word >> 16 & 255)) $((word >> 24 & 255))
    done
}
# footer TYPE LENGTH SLOTS MASKS: version 7, the hash 0x8877665544332211, the CRC 0xaabbccdd; MASKS:
# dwords
footer() {
    printf 'OrbShdr'
    bytes 7
    word $((1 | $1 << 2 | $2 << 8))
    bytes "$4" "$3" 1 0 17 34 51 68 85 102 119 136
    word 0xaabbccdd
}
# The code: v_mov_b32 v0, 7; s_endpgm, after the usual beginning, whose literal leads to the footer.
code() {
    word 0xbeeb03ff "$1" 0x7e000287 0xbf810000
}
# slots: a V#, a T# of eight dwords, an S#, a fetch shader, an SRT of 3 dwords, one of unknown use
# in extended data
slots() {
    bytes 2 1 0 0 0 2 4 3 1 3 12 0 18 0 2 0 10 0 8 32 99 5 17 0
}

# answers WHAT COMMAND...: gisa prints $dir/expected
answers() {
    what=$1
    shift
    "$gisa" "$@" >"$dir/out" 2>&1
    ok "$what: status" $?
    same "$what" "$dir/expected" "$dir/out"
}

# ---- code, tables, footer

{
    code 6 # (6 + 1) * 2 dwords
    word 0 0
    slots
    word 0x000000ff 0x0000ff00
    footer 0 16 6 2
} >"$dir/ps.sb"
cat >"$dir/expected" <<END
// a shader of the PS4, stage ps, 16 bytes of code, for liverpool
// s[0:3]: imm_constant_buffer 1
// s[4:11]: imm_resource 2, a T#
// s[12:15]: imm_sampler 3
// s[2:3]: fetch_shader 0
// s[8:10]: srt 0
// extended user data 1: of unknown use 5
s_mov_b32 vcc_hi, lit(0x6)
v_mov_b32_e32 v0, 7
s_endpgm
END
answers 'dis' dis "$dir/ps.sb"
cat >"$dir/expected" <<END
$dir/ps.sb  a shader of the PS4, stage ps, for liverpool
  code              16 bytes
  footer            version 7
  hash              0x8877665544332211
  CRC-32            0xaabbccdd

User data, in scalar registers before it begins
  s[0:3]            imm_constant_buffer 1
  s[4:11]           imm_resource 2, a T#
  s[12:15]          imm_sampler 3
  s[2:3]            fetch_shader 0
  s[8:10]           srt 0
  extended 1        of unknown use 5
END
answers 'info' info "$dir/ps.sb"
printf 'v0 0x00000007\nvcc 0x0000000600000000\n' >"$dir/expected"
answers 'run' run "$dir/ps.sb"
answers 'run, with an architecture' run -a gfx700 "$dir/ps.sb"
"$gisa" dis "$dir/ps.sb" | "$gisa" asm -a ps4 -f raw - -o "$dir/again" && head -c 16 "$dir/ps.sb" | cmp -s - "$dir/again"
ok 'its text assembles to the same code' $?
[ "$("$gisa" dis --json "$dir/ps.sb" | wc -l)" -eq 3 ]
ok 'JSON has the instructions alone' $?
"$gisa" dis -a gfx700 -f raw "$dir/ps.sb" >"$dir/out" && grep -q 'liverpool' "$dir/out"
ok '-f raw takes it as bytes' $(($? == 0))

# Without the usual beginning the footer is looked for; each stage has a name.
number=0
for stage in ps vs es ls cs gs gs_vs hs ds_vs ds_es unknown; do
    {
        word 0x7e000287 0xbf810000
        footer $number 8 0 0
    } >"$dir/stage.sb"
    expect 0 "stage $stage, 8 bytes of code" "$gisa" dis "$dir/stage.sb"
    number=$((number + 1))
done
{
    word 0xbeeb03ff 1000 0x7e000287 0xbf810000
    footer 0 16 0 0
} >"$dir/wrong-place.sb"
expect 0 'stage ps, 16 bytes' "$gisa" dis "$dir/wrong-place.sb"

# ---- with a header

# header TYPE TARGET SIZE SLOTS: "Shdr" and the stage structure; 3 * 16 bytes of constants, 5
# dwords of private memory
header() {
    printf 'Shdr'
    bytes 7 0 2 0 "$1" 10 0 "$2" 0 0 0 0
    word $(($3 | $4 << 24)) $((3 | 5 << 16))
}
{
    header 2 1 44 1
    # 8 bytes, 12 registers, 4 bytes, one slot: the code is 64 bytes after the beginning of this
    word 64 0xffffffff 0x002c0041 0x20 4 5 6 7 8 9 10 11
    word 0
    bytes 3 0 4 0
    code 1
    footer 0 16 0 0
} >"$dir/header.sb"
cat >"$dir/expected" <<END
$dir/header.sb  a shader of the PS4, stage ps, for liverpool
  code              16 bytes
  constants         48 bytes
  private memory    5 dwords for each lane
  footer            version 7
  hash              0x8877665544332211
  CRC-32            0xaabbccdd

User data, in scalar registers before it begins
  s[4:7]            imm_vertex_buffer 0

Registers of the stage
  SPI_SHADER_PGM_LO_PS        0x00000040
  SPI_SHADER_PGM_HI_PS        0xffffffff
  SPI_SHADER_PGM_RSRC1_PS     0x002c0041
  SPI_SHADER_PGM_RSRC2_PS     0x00000020
  SPI_SHADER_Z_FORMAT         0x00000004
  SPI_SHADER_COL_FORMAT       0x00000005
  SPI_PS_INPUT_ENA            0x00000006
  SPI_PS_INPUT_ADDR           0x00000007
  SPI_PS_IN_CONTROL           0x00000008
  SPI_BARYC_CNTL              0x00000009
  DB_SHADER_CONTROL           0x0000000a
  CB_SHADER_MASK              0x0000000b
END
answers 'a header' info "$dir/header.sb"
{
    head -c 36 /dev/zero
    cat "$dir/header.sb"
} >"$dir/pssl.sb"
expect 0 'SPI_PS_INPUT_ENA  *0x00000006' "$gisa" info "$dir/pssl.sb"
printf 'v0 0x00000007\nvcc 0x0000000100000000\n' >"$dir/expected"
answers 'run with a header' run "$dir/header.sb"
for stage in '1 PA_CL_VS_OUT_CNTL 40' '4 COMPUTE_NUM_THREAD_Z 40'; do
    set -- $stage
    {
        header "$1" 0 16 0
        word "$3" 0xffffffff 1 2 3 4 77 0
        code 9
    } >"$dir/stage.sb"
    expect 0 "$2  *0x0000004d" "$gisa" info "$dir/stage.sb"
    expect 0 '^v0 0x00000007' "$gisa" run "$dir/stage.sb"
done
{
    header 2 2 44 0
    word 60 0 0 0 0 0 0 0 0 0 0 0 0
    code 1
    footer 0 16 0 0
} >"$dir/pro.sb"
expect 0 ', for \(liverpool\|neo\)$' "$gisa" dis "$dir/pro.sb"

# ---- damaged files

# refuses WHAT PATTERN: $dir/bad.sb is refused with a place, by all three
refuses() {
    expect 1 "$2" "$gisa" info "$dir/bad.sb"
    expect 1 "$2" "$gisa" dis "$dir/bad.sb"
    expect 1 "$2" "$gisa" run "$dir/bad.sb"
}
{
    code 1
    footer 0 20 0 0
} >"$dir/bad.sb"
refuses 'a length' 'length of the code'
{
    code 1
    footer 0 16 5 0
} >"$dir/bad.sb"
refuses 'slots' 'tables of user data'
{
    code 1
    footer 0 16 0 255
} >"$dir/bad.sb"
refuses 'masks' 'tables of user data'
head -c 40 "$dir/header.sb" >"$dir/bad.sb"
refuses 'a header' 'the file ends in the structure'
{
    header 2 1 44 0
    word 0xfffffff0 0 0 0 0 0 0 0 0 0 0 0 0
    code 1
} >"$dir/bad.sb"
refuses 'a place' 'the code is not in the file'
{
    header 7 1 44 0
    code 1
} >"$dir/bad.sb"
refuses 'a stage' 'registers of such a stage are unknown'
for file in ps header pssl; do
    size=$(wc -c <"$dir/$file.sb") bad=0
    for length in $(seq $((size - 1))); do
        head -c "$length" "$dir/$file.sb" >"$dir/bad.sb"
        for command in "info" "dis -a ps4"; do
            timeout 10 "$gisa" $command "$dir/bad.sb" >"$dir/out" 2>&1
            [ $? -le 1 ] || bad=$length
        done
    done
    ok "$file.sb, cut off anywhere (at $bad)" $((bad != 0))
done
finish
