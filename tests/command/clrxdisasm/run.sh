#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa as clrxdisasm: its lines as CLRX's documentation and Mesa's parser want them, and Mesa's RADV
# itself, without a GPU (its null device): what it prints of a shader has to assemble to the words
# that it compiled. usage: run.sh GISA; needs mesa-vulkan-drivers, libvulkan-dev and glslang-tools.
# shellcheck disable=SC2086 # CC is a list
. "$(dirname "$0")/../../lib.sh"
case $1 in /*) gisa=$1 ;; *) gisa=$PWD/$1 ;; esac
here=$(dirname "$0")
mkdir "$dir/bin"
ln -s "$gisa" "$dir/bin/clrxdisasm"
clrx=$dir/bin/clrxdisasm

# ---- The form. The words are LLVM's for `s_nop 0; s_cbranch_scc1 .+12; v_mov_b32 v0, 0x40490fdb`
# and so on, on gfx6.
"$gisa" asm -a gfx600 -f raw - -o "$dir/code" <<'END'
.long 0xbf800000, 0xbf850002, 0x7e0002ff, 0x40490fdb, 0xbf82fffd, 0, 0, 0x060202ff, 0x3fd9999a, 0xbf810000
END
cat >"$dir/expected" <<END
/* Disassembling '$dir/code' */
.rawcode
.gpu tahiti
.text
/*000000000000*/ s_nop           0
/*000000000004*/ s_cbranch_scc1  .L16_0
.L8_0:
/*000000000008*/ v_mov_b32       v0, 0x40490fdb
.L16_0:
/*000000000010*/ s_branch        .L8_0
/*000000000014*/ .fill 2, 4, 0
/*00000000001c*/ v_add_f32       v1, 0x3fd9999a, v1
/*000000000024*/ s_endpgm
END
"$clrx" --gpuType=tahiti -r "$dir/code" >"$dir/got"
same 'as RADV calls it' "$dir/expected" "$dir/got"
"$clrx" -g tahiti -rhf "$dir/code" >"$dir/got"
grep -qxF '/*000000000008: 7e0002ff 40490fdb*/ v_mov_b32       v0, 0x40490fdb' "$dir/got" &&
    grep -qxF '/*00000000001c: 060202ff 3fd9999a*/ v_add_f32       v1, 0x3fd9999a /* 1.70000005f */, v1' "$dir/got" &&
    grep -qxF '/*000000000024: bf810000         */ s_endpgm' "$dir/got"
ok 'words and floats: -rhf' $? "$dir/got"
"$gisa" clrxdisasm -g TAHITI -r -a "$dir/code" | sed 's/TAHITI/tahiti/' | cmp -s - "$dir/got"
ok 'gisa clrxdisasm is the same, -a is -h and -f, letter case of chips does not matter' $?
sed "/^.* D/d; /^\.rawcode/d; /^\.gpu/d" "$dir/got" | "$gisa" asm -a gfx600 --syntax clrx -f raw - -o "$dir/again" >"$dir/log" 2>&1
cmp -s "$dir/code" "$dir/again"
ok 'gisa asm reads it' $? "$dir/log"

# Chips as Mesa names them (to_clrx_device_name), and architectures as CLRX's manual does.
for chip in tahiti pitcairn capeverde oland hainan bonaire gfx700 hawaii tonga iceland carrizo fiji stoney polaris10 polaris11 polaris12 vega10 vega12 vega20 raven; do
    expect 0 s_endpgm "$clrx" --gpuType=$chip -r "$dir/code"
done
for arch in GCN1.0 GCN1.1 GCN1.2 GCN1.4 GCN1.4.1 SI CI VI VEGA VEGA20 GFX6 GFX7 GFX8 GFX9 GFX906; do
    expect 0 s_endpgm "$clrx" -A $arch -r "$dir/code"
done
printf '\377\377\377\377\001\000\200\277\001' >"$dir/bad"
printf '\377\002\002\006' >"$dir/cut"
printf '\000\000\205\277\376\377\205\277\000\100\205\277' >"$dir/branches"
expect 0 '^/\*000000000000\*/ .int 0xffffffff$' "$clrx" -r "$dir/bad"
expect 0 'WARNING: Code size is not aligned' "$clrx" -r "$dir/bad"
expect 0 'WARNING: Unfinished instruction' "$clrx" -r "$dir/cut"
expect 0 '^/\*000000000000\*/ s_cbranch_scc1  .L4_0$' "$clrx" -r "$dir/branches"
expect 0 '^/\*000000000008\*/ s_cbranch_scc1  0x1000c$' "$clrx" -r "$dir/branches"
expect 0 "^/\* ERROR for 'nothing' \*/" sh -c "'$clrx' -r nothing; [ \$? -eq 1 ]"
expect 0 '^clrxdisasm ' "$clrx" --version
expect 0 '^usage: gisa clrxdisasm' "$clrx" --help
expect 0 '^usage: gisa clrxdisasm' "$clrx" --usage
expect 2 'only raw code' "$clrx" "$dir/code"
expect 2 'expected the name of a file' "$clrx" -r
expect 2 "unknown architecture 'gfx1010'" "$clrx" --gpuType=gfx1010 -r "$dir/code"
expect 2 'not an architecture of GCN: sgx543' "$clrx" -g sgx543 -r "$dir/code"
expect 2 'unknown option -z' "$clrx" -z "$dir/code"

# ---- RADV.
radv=$(find /usr/share/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | head -n 1)
if [ -z "$radv" ] || [ ! -f /usr/include/vulkan/vulkan.h ] || ! command -v glslangValidator >/dev/null; then
    skip 8 'RADV: needs mesa-vulkan-drivers libvulkan-dev glslang-tools'
    finish
fi
${CC:-cc} -std=gnu11 "$here/pipeline.c" -lvulkan -o "$dir/pipeline" 2>"$dir/errors" &&
    glslangValidator -V "$here/loop.comp" -o "$dir/loop.spv" >>"$dir/errors"
ok 'the test compiles' $? "$dir/errors"
# RADV's file of code is kept; gisa does the rest.
rm "$clrx"
cat >"$clrx" <<END
#!/bin/sh
for file; do :; done
[ -f "\$file" ] && cp "\$file" "$dir/compiled"
exec "$gisa" clrxdisasm "\$@"
END
chmod +x "$clrx"

# radv_prints FAMILY: the disassembly of the shader as RADV prints it, "text ; words".
radv_prints() {
    rm -f "$dir/compiled"
    PATH=$dir/bin:$PATH VK_ICD_FILENAMES=$radv MESA_SHADER_CACHE_DISABLE=true RADV_FORCE_FAMILY=$1 \
        RADV_DEBUG=shaders "$dir/pipeline" "$dir/loop.spv" 2>&1 | awk '/^disasm:/ { inside = 1; next } inside && !NF { exit } inside'
}
words() { od -An -v -tx4 "$1" | tr -s ' ' '\n' | grep .; }
# RADV sets bits of s_waitcnt that only later chips have.
counters='s/^bf8c.\(.[0-7].\)$/bf8c0\1/'
for chip in tahiti:gfx600 pitcairn:gfx601 bonaire:gfx704 hawaii:gfx701; do
    radv_prints "${chip%:*}" >"$dir/printed"
    [ "$(grep -c ' ; [0-9a-f]\{8\}' "$dir/printed")" -gt 20 ] && grep -q '^BB1:$' "$dir/printed" && grep -q 's_branch  *BB1 ' "$dir/printed"
    ok "RADV prints the code of ${chip%:*}, with its blocks" $? "$dir/printed"
    sed 's/ ; [0-9a-f ]*$//' "$dir/printed" | "$gisa" asm -a "${chip#*:}" --syntax clrx -f raw - -o "$dir/again" >"$dir/errors" 2>&1
    words "$dir/compiled" >"$dir/words"
    words "$dir/again" | sed "$counters" >"$dir/again.words"
    [ -s "$dir/words" ] && sed "$counters" "$dir/words" | cmp -s - "$dir/again.words" &&
        sed -n 's/.* ; //p' "$dir/printed" | tr ' ' '\n' | cmp -s - "$dir/words"
    ok "what RADV prints for ${chip%:*} assembles to its words, which stand beside it" $? "$dir/errors"
done
finish
