#!/bin/sh
# SPDX-License-Identifier: MIT
# The PS4 Pro's instructions: their opcodes, and what makes a word one of them. What they give is in
# tests/cases (ps4-pro.case, shadps4.case).
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")

# The opcodes of opcodes.txt, and that gfx700 has none of these rows.
"$gisa" list -a neo 'v_*' | awk '{ print $1, $2, $3 }' | sort >"$dir/list"
"$gisa" list -a gfx700 'v_*' | awk '{ print $1, $2 }' | sort >"$dir/base"
grep -v '^#' "$here/opcodes.txt" | while read -r name format number; do
    printf '%s %s 0x%x\n' "$name" "$format" "$number"
done | sort >"$dir/opcodes"
comm -23 "$dir/opcodes" "$dir/list" >"$dir/missing"
[ "$(wc -l <"$dir/opcodes")" -eq 69 ] && [ ! -s "$dir/missing" ]
ok 'opcodes of an emulator: what is missing or other' $? "$dir/missing"
cut -d ' ' -f 1,2 "$dir/opcodes" | sort | comm -12 - "$dir/base" >"$dir/both"
[ ! -s "$dir/both" ]
ok 'what is new on neo is not on gfx700' $? "$dir/both"

# says ARCH WORDS TEXT: what the words are on a chip, and the text assembles to them again.
says() {
    [ "$(echo "$2" | "$gisa" dis -a "$1" - 2>&1)" = "$3" ]
    ok "$2 is '$3' on $1" $?
    [ "$(printf '%s\n' "$3" | "$gisa" asm -a "$1" -f hex - -o - | sed 's/0x//g')" = "$2" ]
    ok "'$3' is $2 on $1" $?
}

# From the list of what tells that code is Neo's, and the prologue that is that of GFX7.
says neo 'beeb03ff 00000123' 's_mov_b32 vcc_hi, 0x123'
says neo 'cc0f4000 18020300' 'v_pk_add_f16 v0, v0, v1'
says neo 'd2db0000 040a0300' 'v_add3_u32 v0, v0, v1, v2'
says neo '7e0002f9 00050001' 'v_mov_b32_sdwa v0, v1 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:WORD_1'
says neo '060004fa ff011101' 'v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf'
says neo '64000300' 'v_add_f16_e32 v0, v0, v1'
says neo 'f0880101 00400000' 'image_sample_d_g16 v0, v[0:1], s[0:7], s[8:11] dmask:0x1'
for words in 'cc0f4000 18020300' 'd2db0000 040a0300' '64000300'; do
    echo "$words" | "$gisa" dis -a ps4 - | grep -q '^v_' && false
    [ $? -eq 1 ]
    ok "$words is data on the PS4" $?
done
for name in neo ps4-pro 'PS4 Pro' gladius; do
    expect 0 'v_add3_u32 v0' sh -c 'echo "d2db0000 040a0300" | "$1" dis -a "$2" -' sh "$gisa" "$name"
done
finish
