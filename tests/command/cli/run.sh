#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line: help, exit codes, pipes, failed writes, and that no word is lost on the way
# through dis and asm.
# usage: run.sh GISA [RANDOM-WORDS]
. "$(dirname "$0")/../../lib.sh"
gisa=$1
words=${2:-2000000}

expect 0 'usage: gisa' "$gisa" --help
expect 0 '^gisa [0-9]' "$gisa" --version
expect 2 'usage: gisa' "$gisa"
expect 2 "unknown command 'dsi'; did you mean 'dis'" "$gisa" dsi
expect 2 "unknown command 'nonsense'; 'gisa --help' lists the commands" "$gisa" help nonsense
expect 2 "unknown command 'explian'; did you mean 'explain'" "$gisa" help explian
expect 0 'sets v0 to v1 + v2' "$gisa" explain 'v_add_f32 v0, v1, v2'
expect 0 'gfx803, SOPP, 4 bytes' "$gisa" explain -a gfx803 s_endpgm
expect 0 'sgx543, MOV32, 8 bytes' "$gisa" explain 'mov.f32 r0.x, pa0.x'
expect 1 'expected a vector register' "$gisa" explain 'v_add_f32 v0, v1, vx'
expect 2 'not both' "$gisa" explain 'v_add_f32 v0, v1, v2' 7e000281
"$gisa" --help >"$dir/overview" && "$gisa" help | cmp -s - "$dir/overview" && "$gisa" help --help | cmp -s - "$dir/overview"
ok 'gisa help is gisa --help' $?
for command in dis asm explain info list run; do
    "$gisa" $command --help >"$dir/help" && [ -s "$dir/help" ] && "$gisa" help $command | cmp -s - "$dir/help"
    ok "gisa help $command is gisa $command --help" $?
done

# fits_screen COMMAND...: its help is at most 40 lines of 100 columns, and begins with the usage and
# two or more examples.
fits_screen() {
    "$gisa" "$@" --help >"$dir/help" 2>&1 &&
        awk -v command="^  (echo .* )?gisa $1 " 'length > 100 { wide = 1 }
            NR == 1 { begins = /^usage: gisa / }
            !NF && ++blank == 1 { getline; heads = $0 == "Examples:"; next }
            blank == 1 && heads { examples += $0 ~ command }
            END { exit !(NR <= 40 && !wide && begins && examples >= 2) }' "$dir/help"
    ok "gisa $* --help is one screen, usage and examples first" $? "$dir/help"
}
for command in dis asm explain info list run test; do
    fits_screen $command
done
fits_screen run -a sgx543
for name in disasm:dis disassemble:dis llvm-objdump:objdump assemble:asm as:asm execute:run exec:run tests:test lists:list; do
    expect 2 "unknown command '${name%:*}'; did you mean '${name#*:}'?" "$gisa" "${name%:*}" x.co
done
expect 1 "saxpy.co: a binary file, .*'gisa dis .*saxpy.co' lists its instructions" "$gisa" explain demo/saxpy.co
expect 0 'usage: gisa dis' "$gisa" dis --help
expect 0 'usage: gisa asm' "$gisa" asm --help
expect 2 . "$gisa" dis
expect 2 . "$gisa" asm
expect 2 'no-such-option' "$gisa" dis --no-such-option x
expect 2 'no-such-option' "$gisa" asm --no-such-option x
# near names of options, architectures, words of list
expect 2 "unknown option --sintax; did you mean '--syntax'?" "$gisa" dis --sintax llvm x
expect 2 "unknown option --outptu=x; did you mean '--output'?" "$gisa" asm --outptu=x y
expect 2 "unknown option -list; did you mean '--list'?" "$gisa" dis -list x
expect 2 "unknown option --gird; did you mean '--grid'?" "$gisa" run --gird 64 x.co
expect 2 "unknown option --atrt; did you mean '--attr'?" "$gisa" run -a sgx543 --atrt x=1 x.s
expect 2 "unknown option -z$" "$gisa" run -z x.co
expect 2 "unknown option --nonsense$" "$gisa" info --nonsense x
expect 2 "unknown architecture 'polaros'.*; did you mean 'polaris'?" "$gisa" dis -a polaros x
expect 2 "unknown architecture 'gfx990'.*; did you mean 'gfx900'" "$gisa" explain -a gfx990 7e020280
expect 2 "unknown architecture 'nonsense'; .*(gisa --help)$" "$gisa" info -a nonsense x
expect 2 "unknown 'vlau'; expected .*; did you mean 'valu'?" "$gisa" list --class vlau

# Slips, and the remedy that the message names. A line: the arguments, the status, the message.
mkdir "$dir/slips" "$dir/slips/folder"
cp demo/saxpy.co examples/saxpy.s "$dir/slips"
: >"$dir/slips/empty"
printf '#!/bin/sh\necho hi\n' >"$dir/slips/script.sh"
here=$PWD
case $gisa in /*) slip=$gisa ;; *) slip=$here/$gisa ;; esac
cd "$dir/slips" || exit 1
while IFS='|' read -r arguments want message; do
    "$slip" $arguments >"$dir/out" 2>&1 </dev/null
    [ $? -eq "$want" ] && grep -qF -e "$message" "$dir/out"
    ok "gisa $arguments: $message" $? "$dir/out"
done <<END
dis|2|expected the name of a file, or - for standard input
dis saxpi.co|1|saxpi.co: No such file or directory; did you mean 'saxpy.co'
dis folder|1|Is a directory; name a file in it
dis nothing-like-it|1|nothing-like-it: No such file or directory
dis -a|2|missing value after -a; expected ARCH
dis saxpy.co gfx900|2|only one input file is allowed: gfx900; did you mean '-a gfx900'?
dis --start-address=0x10 saxpy.co|2|did you mean '--start'?
dis script.sh|1|the file is text, but not words in hexadecimal; a source is for the assembler
dis saxpy.s|1|a source is for the assembler
dis empty|1|the file is empty
dis be8000ff|1|did you mean 'gisa explain be8000ff'?
dis s_endpgm|1|did you mean 'gisa info s_endpgm'?
dis -a gfx1030 saxpy.co|2|unknown architecture 'gfx1030'; known are gfx600
dis --symbol|2|missing value after --symbol; expected NAME
asm|2|expected the name of a source file
asm saxpy.co|1|a binary file, not a source; did you mean 'gisa dis saxpy.co'?
asm -mcpu=gfx900 saxpy.s|2|did you mean '-a gfx900'?
asm saxpy.s fiji|2|did you mean '-a fiji'?
asm empty|1|expected .amdgcn_target "amdgcn-amd-amdhsa--gfx900" or the option -a
explain v_add_f32|1|did you mean 'gisa info v_add_f32'?
explain folder|1|Is a directory; name a file in it
info saxpy.co|1|not a shader file of the PS Vita or the PS4; 'gisa dis' shows other files
list gfx900|1|no 'gfx900' among them; did you mean '-a gfx900'?
list v_add|1|'*v_add*' would be any name
run|2|expected the name of a code object or a shader
run saxpy.co|1|'gisa run --help' lists kinds, such as i32:5 and buf:4096
run saxpy.co f32:2 in:saxpy.cx buf:4|2|did you mean 'saxpy.co'
run saxpy.co foo|2|expected KIND:VALUE, such as i32:5
saxpy.co|2|did you mean 'gisa dis saxpy.co'?
saxpy.s|2|did you mean 'gisa asm saxpy.s'?
7e020280|2|did you mean 'gisa explain 7e020280'?
v_add_f32|2|did you mean 'gisa info v_add_f32'?
END
cd "$here" || exit 1
if command -v script >/dev/null; then
    script -qec "'$gisa' dis -a gfx900 -" /dev/null >"$dir/out" 2>&1 <<END
be800001
END
    grep -q 'reading from the terminal; Ctrl-D ends the input' "$dir/out"
    ok 'gisa dis - in a terminal says what it waits for' $? "$dir/out"
else
    skip 1 'no script(1) here'
fi

# Near names of modifiers and of names of values, also where the form without modifiers came
# furthest; none where nothing is near.
while IFS='|' read -r line message; do
    echo "$line" | "$gisa" asm -a gfx900 -f hex - -o - >"$dir/out" 2>&1
    grep -qF -e "$message" "$dir/out"
    ok "asm: $line: $message" $? "$dir/out"
done <<END
v_mov_b32 v0, v1 quad_prm:[0,1,2,3]|did you mean 'quad_perm'?
v_mov_b32_dpp v0, v1 rwo_shl:1 row_mask:0xf bank_mask:0xf|did you mean 'row_shl'?
v_mov_b32_dpp v0, v1 row_shl:1 row_msak:0xf|'row_msak' is not a modifier of v_mov_b32_dpp; did you mean 'row_mask'?
v_mov_b32_sdwa v0, v1 dst_sell:WORD_1|did you mean 'dst_sel'?
v_mov_b32_sdwa v0, v1 dst_sel:WROD_1|expected dst_sel; did you mean 'WORD_1'?
buffer_load_dword v0, off, s[0:3], 0 ofset:4|did you mean 'offset'?
buffer_load_dword v0, off, s[0:3], 0 offset:4 gcl|did you mean 'glc'?
ds_swizzle_b32 v0, v1 ofset:swizzle(SWAP,1)|did you mean 'offset'?
v_add_f32_e64 v0, v1, v2 clmap|did you mean 'clamp'?
s_getreg_b32 s0, hwreg(HW_REG_MOD)|expected hardware register; did you mean 'HW_REG_MODE'?
s_sendmsg sendmsg(MSG_INTERUPT)|expected message; did you mean 'MSG_INTERRUPT'?
s_waitcnt vmcmt(0)|unknown counter 'vmcmt'; vmcnt, expcnt or lgkmcnt
END
echo 'v_add_f32_e64 v0, v1, v2 nonsense' | "$gisa" asm -a gfx900 -f hex - -o - 2>&1 | grep -q "'nonsense' is not a modifier of v_add_f32_e64$"
ok 'asm: no near name where none is near' $?
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

# A chip has the instructions of its architecture, and a name and a machine number of its own
# (EF_AMDGPU_MACH: LLVM's AMDGPU usage guide; tests/files/real/chips.sh compares all of them with
# LLVM).
while read -r name gfx machine; do
    echo s_endpgm | "$gisa" asm -a "$name" -f co - -o "$dir/chip.co"
    flags=$(od -An -tx1 -j48 -N1 "$dir/chip.co" | tr -d ' ')
    [ "$flags" = "$machine" ] && "$gisa" dis "$dir/chip.co" | grep -q -e "--$gfx[:\"]" && "$gisa" dis "$dir/chip.co" >"$dir/chip.s" &&
        "$gisa" asm -f co "$dir/chip.s" -o "$dir/chip2.co" && cmp -s "$dir/chip.co" "$dir/chip2.co"
    ok "asm -a $name: machine 0x$flags, expected 0x$machine and $gfx" $?
done <<END
tahiti gfx600 20
pitcairn gfx601 21
oland gfx602 3a
kaveri gfx700 22
hawaii gfx701 23
gfx702 gfx702 24
kabini gfx703 25
bonaire gfx704 26
gfx705 gfx705 3b
carrizo gfx801 28
Tonga gfx802 29
fiji gfx803 2a
tongapro gfx805 3c
vega10 gfx900 2c
raven gfx902 2d
gfx909 gfx909 31
gfx90c gfx90c 32
END
"$gisa" list -a hawaii >"$dir/chip" && "$gisa" list -a gfx700 | cmp -s - "$dir/chip"
ok 'list -a hawaii is list -a gfx700' $?
[ "$("$gisa" explain -a hawaii 7e020280 | sed s/gfx701/gfx700/)" = "$("$gisa" explain -a gfx700 7e020280)" ]
ok 'explain -a hawaii is explain -a gfx700' $?
expect 0 '0x23' "$gisa" info hawaii
expect 0 'gfx701 (hawaii ' "$gisa" info gfx700
printf '.amdgcn_target "amdgcn-amd-amdhsa--gfx701"\ns_endpgm\n' >"$dir/target.s"
"$gisa" asm -a gfx700 "$dir/target.s" -o "$dir/target.o"
[ "$(od -An -tx1 -j48 -N1 "$dir/target.o")" = ' 23' ]
ok 'a target in the source says which chip of -a it is' $?
expect 1 'the target is gfx701, but gfx704 was asked for' "$gisa" asm -a bonaire "$dir/target.s" -o "$dir/target.o"
for arch in gfx902 raven2 gfx90c; do
    sed "s/--gfx900/--$arch/" examples/saxpy.s >"$dir/saxpy.s"
    "$gisa" asm -f co "$dir/saxpy.s" -o "$dir/saxpy.co" &&
        "$gisa" run "$dir/saxpy.co" -g 64 -l 64 f32:2 buf:256:f32=3 buf:256:f32=1 >"$dir/saxpy" 2>&1 && grep -q '0: 7 7 7' "$dir/saxpy"
    ok "run: code for $arch: $(head -n 1 "$dir/saxpy")" $?
done
expect 1 'it is for another architecture' "$gisa" run -a gfx902 "$dir/saxpy.co" f32:2 buf:256 buf:256
expect 0 . "$gisa" run -a gfx900 "$dir/saxpy.co" f32:2 buf:256:f32 buf:256:f32

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
# what real compilers write: the prologue of PS4 shaders; counters of all generations, unused fields
# of exports (Mesa)
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

# Text that is not words is not taken for the bytes of instructions, unless -f raw says so; a word
# has all its digits.
printf 'int main(void) {\n    return 0;\n}\n' >"$dir/main.c"
expect 1 'main.c:1:1: error: not a word; expected hexadecimal digits' "$gisa" dis -a gfx900 "$dir/main.c"
expect 1 'saxpy.s:[0-9]*:[0-9]*: error: not a word' "$gisa" dis -a gfx900 examples/saxpy.s
expect 0 '[a-z]' "$gisa" dis -a gfx900 -f raw "$dir/main.c"
for word in 7e02028 7e0202800 7 7e020280bf810; do
    expect 2 "'$word' has ${#word} digits; expected 8" "$gisa" explain $word
done
printf '7e020280\n7e02028\n' >"$dir/words"
expect 1 "words:2: '7e02028' is not a hexadecimal word; expected 8 digits" "$gisa" explain "$dir/words"
expect 0 's_mov_b32' "$gisa" explain -a gfx900 be8000ff 0x1

# assembling from and to pipes
[ "$(echo 's_mov_b32 s0, s1' | "$gisa" asm -a gfx803 -f hex - -o -)" = 0xbe800001 ]
ok 'asm through pipes' $?

# names of sections as symbols, in what gisa links itself; an absolute address in code is more than
# such a file can hold
grep -v abs32 tests/files/asm/object_section_names.s >"$dir/section_names.s"
"$gisa" asm -a gfx900 -f co "$dir/section_names.s" -o "$dir/names.co" 2>"$dir/err" && "$gisa" dis "$dir/names.co" >"$dir/names.s" &&
    [ ! -s "$dir/err" ]
ok 'asm -f co: names of sections as symbols' $?

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

# gisa run on sources: the exact command, which works. What is no text is no source, whatever its
# name.
cp examples/saxpy.s examples/lit.frag.s "$dir"
cp examples/smooth.cl "$dir/two words.cl"
expect 1 'smooth.cl: this is OpenCL source; compile it first:' "$gisa" run examples/smooth.cl
expect 1 "^  clang -x cl -O2 -target amdgcn-amd-amdhsa -mcpu=gfx803 '$dir/two words.cl' -o '$dir/two words.co'$" \
    "$gisa" run -a fiji "$dir/two words.cl" buf:4
expect 1 "^  gisa run '$dir/two words.co' ...$" "$gisa" run "$dir/two words.cl"
echo '__global__ void f() {}' >"$dir/f.hip"
expect 1 "^  clang -x hip -O2 --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx900 $dir/f.hip -o $dir/f.co$" "$gisa" run "$dir/f.hip"
expect 1 'without a kernel; say what it is for: -a gfx900$' "$gisa" run "$dir/good.s"
expect 0 'scc 0' "$gisa" run -a gfx803 "$dir/good.s" --dump scc
expect 1 "^  gisa asm -f gxp $dir/lit.frag.s -o $dir/lit.frag.gxp$" "$gisa" run "$dir/lit.frag.s"
rm -f "$dir/saxpy.co"
expect 0 . "$gisa" run "$dir/saxpy.s" f32:2 buf:4:f32=3 buf:4:f32=1
"$gisa" asm -f co "$dir/saxpy.s" -o "$dir/saxpy.co"
cp "$dir/saxpy.co" "$dir/object.s"
expect 0 . "$gisa" run "$dir/object.s" f32:2 buf:4:f32=3 buf:4:f32=1
expect 1 'No such file' "$gisa" run "$dir/none.cl"
if command -v clang >/dev/null && clang -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -c -o "$dir/try.o" - </dev/null 2>/dev/null; then
    echo 'kernel void f(global int *x) { *x = 7; }' >"$dir/f.cl"
    command=$("$gisa" run "$dir/f.cl" 2>&1 | sed -n 's/^  clang /clang -nogpulib /p')
    [ -n "$command" ] && $command 2>"$dir/out" && "$gisa" run "$dir/f.co" buf:4:i32 >"$dir/out" 2>&1 && grep -q '0: 7$' "$dir/out"
    ok "the command that gisa run names for a .cl file: $command" $? "$dir/out"
else
    skip 1 'no clang that compiles for amdgcn'
fi

# gisa info of ordinary words: those of the spec are found there, synonyms stand in
# isa/gcn/names.isa and isa/usse/names.isa.
while IFS='|' read -r word answer; do
    "$gisa" info "$word" </dev/null >"$dir/out" 2>&1 && tr -s ' \n' '  ' <"$dir/out" | grep -qF -e "$answer"
    ok "info $word: $answer" $? "$dir/out"
done <<END
quad_perm|DPP from which lane a source comes (dpp_ctrl); quad_perm
row_shr|DPP.row_shr:1 from a lane below
sdwa|VOP1_SDWA a vector operation on bytes or words
vmcnt|WAITCNT.vmcnt waits until at most
HW_REG_MODE|HW_REG_MODE, a name of values
sampler|ssamp the sampler: filter, borders
V#|MUBUF a buffer
kernarg|s_load_dword SMEM
popcount|s_bcnt1_i32_b32 SOP1
shuffle|ds_bpermute_b32 DS
cross lane|v_readlane_b32
Cross Lane|v_readlane_b32
wavefront|64 threads that run the same instruction
thread id|USAGE.thread_id
shared memory|USAGE.shared_memory
occupancy|USAGE.occupancy
exec mask|s_and_saveexec_b64 SOP1
barrier|s_barrier SOPP
lds|ds_read_b32 DS
swizzle|ds_swizzle_b32 DS
waitcnt|s_waitcnt SOPP
half|v_cvt_f16_f32 VOP1
carry|v_addc_co_u32 VOP2B
bit reverse|v_bfrev_b32 VOP1
broadcast|v_readfirstlane_b32 VOP1
atomic|global_atomic_add GLOBALA
interpolation|VINTRP
reduction|VOP2_DPP
ballot|v_cmp_ne_u32 VOPC
compare and swap|ds_cmpst_b32 DS
convert float to int|v_cvt_i32_f32 VOP1
clock|s_memtime SMEM0
descriptor|MUBUF a buffer
texture|TEX
discard|KILL
register bank|USAGE.register_bank
7e020280|gfx900 v_mov_b32_e32 v1, 0
0x7e020280|a word of an instruction
0x3c|an opcode on
END
"$gisa" list --called -a gfx900 | cut -d ' ' -f 1 | sort -u >"$dir/called"
[ "$(wc -l <"$dir/called")" -ge 10 ]
ok 'list --called: words that people use' $? "$dir/called"
while read -r word; do
    expect 0 "^$word, a word of programmers, means on [gn]" "$gisa" info "$word"
done <"$dir/called"
[ "$("$gisa" info popcount | grep -c 's_bcnt1_i32_b32 SOP1')" -eq 1 ]
ok 'info popcount: an instruction once, not once for each architecture' $?
while read -r name; do
    [ "$("$gisa" info -a gfx900 "$name" | grep -c '^  HWREG  ')" -eq 1 ]
    ok "info $name: one line" $?
done <<END
HW_REG_MODE
HW_REG_TBA_LO
END
expect 0 'popcount (programmers)' "$gisa" info s_bcnt1_i32_b32
expect 1 "'no such word' is not known\|'no_such_word' is not known" "$gisa" info 'no such word'
expect 1 "'ffffffff' is not known" "$gisa" info -a gfx900 ffffffff

# What people call chips: products, code names, old numbers; case aside, a blank is a hyphen.
while IFS='|' read -r chip called; do
    "$gisa" info "$called" 2>&1 | head -n 1 | grep -q "^$chip:"
    ok "info '$called': $chip" $?
    [ "$chip" = neo ] && continue # which has no ELF files
    [ "$chip" = liverpool ] && chip=gfx704 # in ELF files it has this one's number
    echo s_endpgm | "$gisa" asm -a "$called" - -o "$dir/named.o" && "$gisa" dis "$dir/named.o" | grep -q -e "--$chip\""
    ok "asm -a '$called': $chip" $?
done <<'EOF'
gfx600|Tahiti
gfx601|HD 7870
gfx702|R9 290
gfx702|r9-390X
liverpool|PS4
neo|ps4 pro
neo|Neo
neo|Gladius
gfx803|RX 480
gfx803|gfx804
gfx900|RX_Vega_64
gfx900|gfx901
gfx902|gfx903
gfx904|gfx905
gfx906|Radeon VII
gfx906|gfx907
gfx90c|renoir
EOF
expect 2 "unknown architecture 'R9 29'" "$gisa" asm -a 'R9 29' - -o "$dir/named.o"

# no word is lost: random words through dis and asm, on each architecture
# (the same words at each run, unless SEED says otherwise)
awk -v n="$words" -v seed="${SEED:-1}" 'BEGIN {
    srand(seed)
    for (i = 0; i < n; i++) printf ".long 0x%04x%04x\n", int(rand() * 65536), int(rand() * 65536)
}' | "$gisa" asm -a gfx600 -f raw - -o "$dir/random.bin"
[ "$(wc -c <"$dir/random.bin")" -eq $((words * 4)) ]
ok "$words random words" $?
for arch in gfx600 gfx700 neo gfx803 gfx900 gfx904 gfx906; do
    "$gisa" dis -a $arch -f raw "$dir/random.bin" -o "$dir/random.s" && "$gisa" asm -a $arch -f raw "$dir/random.s" -o "$dir/back.bin" &&
        cmp "$dir/random.bin" "$dir/back.bin"
    ok "$words random words through dis and asm, $arch" $?
    "$gisa" dis -a $arch -f raw --syntax clrx "$dir/random.bin" -o "$dir/random.s" &&
        "$gisa" asm -a $arch -f raw --syntax clrx "$dir/random.s" -o "$dir/back.bin" && cmp "$dir/random.bin" "$dir/back.bin"
    ok "$words random words through dis and asm, $arch, clrx" $?
done

finish
