#!/bin/sh
# SPDX-License-Identifier: MIT
# The plug-in for radare2: compiled with radare2's headers, loaded with its libraries, and asked for
# disassembly, types, targets and words. What it says is compared with llvm-objdump and llvm-mc.
# usage: run.sh GISA FOLDER, the command and the folder of libgisa.a. Debian has no radare2:
# pkg-config has to find one; or R2_CFLAGS and R2_LIBS say where it is.
# shellcheck disable=SC2086 # lists of flags
. "$(dirname "$0")/../../lib.sh"
gisa=$1
build=$2
here=$(dirname "$0")
R2_CFLAGS=${R2_CFLAGS:-$(pkg-config --cflags r_arch r_anal 2>/dev/null)}
R2_LIBS=${R2_LIBS:-$(pkg-config --libs r_arch r_anal r_util 2>/dev/null)}
if [ -z "$R2_LIBS" ]; then
    skip 12 'no radare2'
    finish
fi
make -s -C plugins/radare2 GISA="$PWD" B="$PWD/$build" R2="$R2_CFLAGS" R2_LIBS="$R2_LIBS" >"$dir/log" 2>&1 &&
    mv plugins/radare2/gisa.so "$dir/gisa.so" && [ ! -s "$dir/log" ]
ok 'the plug-in compiles without a warning' $? "$dir/log"
${CC:-cc} -std=gnu11 $R2_CFLAGS "$here/harness.c" -o "$dir/harness" -Wl,--no-as-needed $R2_LIBS -ldl >"$dir/log" 2>&1
ok 'the harness compiles' $? "$dir/log"

# Flow, at 0x1000: words by llvm-mc, targets counted by hand.
cat >"$dir/flow.s" <<'END'
    s_load_dwordx2 s[0:1], s[4:5], 0x0
    s_cbranch_scc0 3
    s_branch 65534
    s_swappc_b64 s[30:31], s[0:1]
    s_setpc_b64 s[30:31]
    global_store_dword v[0:1], v2, off
    v_add_f32_e32 v0, v1, v2
    s_endpgm
END
cat >"$dir/expected" <<END
8 load | s_load_dwordx2 s[0:1], s[4:5], 0x0
4 cjmp eob jump=0x1018 fail=0x100c | s_cbranch_scc0 0x1018
4 jmp eob jump=0x1008 | s_branch 0x1008
4 ucall fail=0x1014 | s_swappc_b64 s[30:31], s[0:1]
4 ujmp eob | s_setpc_b64 s[30:31]
8 store | global_store_dword v[0:1], v2, off
4 unk | v_add_f32_e32 v0, v1, v2
4 ret eob | s_endpgm
END
llvm-mc-19 -triple=amdgcn -mcpu=gfx900 -filetype=obj "$dir/flow.s" -o "$dir/flow.o" &&
    llvm-objcopy-19 -O binary --only-section=.text "$dir/flow.o" "$dir/flow.bin"
od -An -v -tx1 "$dir/flow.bin" >"$dir/flow.hex"
"$dir/harness" "$dir/gisa.so" gfx900 0x1000 dis <"$dir/flow.hex" >"$dir/got" 2>&1
same 'sizes, types and targets' "$dir/expected" "$dir/got"
sed 's/.* | //' "$dir/got" | "$dir/harness" "$dir/gisa.so" gfx900 0x1000 asm | tr -d '\n' >"$dir/words"
tr -d ' \n' <"$dir/flow.hex" | cmp -s - "$dir/words"
ok 'its text assembles to the words, branches as well' $? "$dir/words"

# A real kernel: llvm-objdump's text.
llvm-objcopy-19 -O binary --only-section=.text demo/saxpy.co "$dir/saxpy.bin"
od -An -v -tx1 "$dir/saxpy.bin" | "$dir/harness" "$dir/gisa.so" gfx900 0x1600 dis | sed 's/.* | //' >"$dir/got"
llvm-objdump-19 -d demo/saxpy.co | sed -n 's/^	\(.*[^ ]\)  *\/\/ .*/\1/p' >"$dir/expected"
[ -s "$dir/expected" ] && same 'the text of saxpy.co' "$dir/expected" "$dir/got"
for chip in gfx600 gfx700 gfx803 gfx906; do
    echo 'v_add_f32 v1, v2, v3' | "$dir/harness" "$dir/gisa.so" $chip 0 asm >"$dir/got"
    echo 'v_add_f32 v1, v2, v3' | "$gisa" asm -a $chip -f raw - -o "$dir/raw" && od -An -v -tx1 "$dir/raw" | tr -d ' ' | cmp -s - "$dir/got"
    ok "asm.cpu $chip" $? "$dir/got"
done
echo '00000000000744fa' | "$dir/harness" "$dir/gisa.so" sgx543 0 dis >"$dir/got" 2>&1
[ "$(cat "$dir/got")" = '8 unk | phas' ]
ok 'asm.cpu sgx543' $? "$dir/got"
printf 'ffffffff 00' | "$dir/harness" "$dir/gisa.so" gfx900 0 dis >"$dir/got" 2>&1
[ "$(head -n 1 "$dir/got")" = '4 ill | invalid' ] && [ "$(wc -l <"$dir/got")" -eq 2 ]
ok 'words that are not an instruction, and a byte' $? "$dir/got"
printf 'nonsense v0\ns_branch 0x1000000\ns_nop 0\n' | "$dir/harness" "$dir/gisa.so" gfx900 0 asm >"$dir/got"
[ "$(tr '\n' ' ' <"$dir/got")" = 'refused refused 000080bf ' ]
ok 'text that is not an instruction, a branch too far' $? "$dir/got"
finish
