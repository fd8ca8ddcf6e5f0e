#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa explain, info and list: options, messages, exit codes, widths, colours; each form is
# explained with all of its bits; what info says of each row is what isa/ says, read here by awk.
# usage: run.sh GISA [WORDS]   (WORDS: the program of tests/core/describe, build/tests/describe)
. "$(dirname "$0")/../../lib.sh"
gisa=$1
words=${2:-$(dirname "$1")/tests/describe}
unset NO_COLOR COLUMNS LC_CTYPE LANG
export LC_ALL=C TERM=xterm

archs="gfx600 gfx700 neo gfx803 gfx900 gfx904 gfx906 sgx543"

# ---- names that other documents and projects use

# The formats of a group: the highest five bits of the word, as a byte.
formats_of() {
    case $1 in
    00) echo 'MAD32 MAD16' ;; 08) echo ARITH32 ;; 10) echo ARITH16 ;; 18) echo 'DOT3 DOT4 MADI3 MADI4' ;;
    20) echo 'DUAL3 DUAL3U' ;; 28) echo 'DUAL4 DUAL4U' ;; 30) echo COMPLEX ;;
    38) echo 'MOVI CMOVI MOVX CMOVX MOV16 CMOV16 MOV32 CMOV32 MOVF CMOVF' ;;
    40) echo 'PACKI PACK32 PACK16 PACKX REPACKI REPACK32 REPACKF' ;; 48) echo 'TEST TEST0' ;;
    50) echo 'AND ANDN' ;; 58) echo 'XOR XORN' ;; 60) echo 'SHL SHLN' ;; 68) echo 'SHR SHRN' ;; 70) echo 'RLP RLPN' ;;
    78) echo 'TESTMASK TESTMASK0' ;; 80) echo SOP2 ;; 88) echo SOP3 ;; 90) echo SOP2M ;; 98) echo MAD8 ;;
    A0) echo IMAD16 ;; A8) echo IMAD32 ;; C8) echo MAD8B ;; D0) echo IMAD64 ;; E0) echo TEX ;; E8) echo 'LOAD LOADF' ;;
    F0) echo 'STORE STOREF' ;; F8) echo 'BRANCH FLOW PHAS SMLSI SMBO KILL EMIT WDF LIMM DEPTHF POFF' ;;
    esac
}
here=$(dirname "$0")
# Each mnemonic of the page is known, in a format of each group that the page has it in; of
# dual-issue words as the first of a pair.
while read -r name groups; do
    case $name in '#'*) continue ;; esac
    "$gisa" info -a sgx543 "$name" >"$dir/out" 2>&1
    status=$?
    for group in $groups; do
        group=${group#0x} group=${group%000000} found=1
        case $group in
        20 | 28)
            "$gisa" list -a sgx543 --names "$name+*" >"$dir/pairs" 2>&1 && found=0
            ;;
        *)
            for format in $(formats_of "$group"); do
                grep -q "^  [^ ].* $format  *0x" "$dir/out" && found=0
            done
            ;;
        esac
        [ $status -eq 0 ] && [ $found -eq 0 ]
        ok "info $name, of group $group" $? "$dir/out"
    done
done <"$here/usse-page.txt"
# Names of other projects: the groups and rows that are listed are the ones that are meant, and no
# others.
while read -r word meant; do
    case $word in '#'*) continue ;; esac
    "$gisa" list -a sgx543 --called "$word" >"$dir/out" 2>&1
    listed=$?
    "$gisa" info -a sgx543 "$word" >"$dir/info" 2>&1 && [ $listed -eq 0 ]
    ok "info $word" $? "$dir/info"
    shown=$(tr '\n' ' ' <"$dir/info" | tr -s ' ')
    : >"$dir/seen"
    while read -r _ _ name format; do
        good=1
        for one in $meant; do
            for f in $(formats_of "${one%%:*}"); do
                # shellcheck disable=SC2254 # a pattern
                case $name in ${one#*:}) [ "$f" = "$format" ] && good=0 && echo "$one" >>"$dir/seen" ;; esac
            done
        done
        ok "$word means $name in $format" $good
        if [ "$name" = '*' ]; then name=; fi
        case $shown in *" ${name:+$name }$format "*) true ;; *) false ;; esac
        ok "info $word shows $name $format" $? "$dir/info"
    done <"$dir/out"
    for one in $meant; do
        grep -q -x -F -e "$one" "$dir/seen"
        ok "$word means something of $one" $? "$dir/out"
    done
done <"$here/other-names.txt"
[ "$("$gisa" list -a sgx543 --called | awk '$2 != "programmers" { print $1 }' | sort -u | wc -l)" -eq "$(grep -c -v '^#' "$here/other-names.txt")" ]
ok 'all names of other projects are tested; those that people use are in tests/command/cli' $?
# Words of the page's syntax.
for name in p0 p1 p2 p3 '!p0' '!p1' '!p2' Pn; do
    expect 0 "$name, a name of values" "$gisa" info -a sgx543 "$name"
done
expect 0 'PARAM  *2 on gfx600 gfx700 neo gfx803 gfx900' "$gisa" info p0
for name in r:temporary o:output pa:'primary attribute' sa:'secondary attribute' i:internal index:'index register' r68:temporary \
    pa4:primary sa12:secondary i2:internal index1:'index register' index24:'index register'; do
    expect 0 "${name#*:}" "$gisa" info -a sgx543 "${name%%:*}"
done
expect 1 "'pa4x' is not known" "$gisa" info pa4x

# Counters, hazards and issue times: of an instruction, each by its name, and all hazards.
expect 0 'valu_sgpr_lane *4 wait states after valu writes sgpr' "$gisa" info v_readlane_b32
expect 0 'valu  8\*double_factor clocks; agreed: CLRX Mesa AMD' "$gisa" info v_fma_f64
expect 0 'expcnt  1 more, as store; sources are read late.*' "$gisa" info -a gfx600 buffer_store_dword
expect 0 'WAITCNT.vmcnt  waits until at most so many vector memory accesses' "$gisa" info vmcnt
expect 0 '5 wait states between `valu writes sgpr` and `buffer image flat reads sgpr`' "$gisa" info -a gfx900 valu_sgpr_vmem
expect 0 'scalar_store_end: .*' "$gisa" info hazard
expect 1 "'hazard' is not known" "$gisa" info -a sgx543 hazard
expect 1 "'rcp.f32.f99' is not known" "$gisa" info rcp.f32.f99
# The mistakes of the page: one line each, NUMBER NAME TEXT.
while read -r number name text; do
    case $number in '#'*) continue ;; esac
    "$gisa" info -a sgx543 "$name" | tr '\n' ' ' | tr -s ' ' >"$dir/out"
    grep -q -F -e "$text" "$dir/out" && grep -q 'Mistakes in documents' "$dir/out"
    ok "mistake $number of the page is told by info $name: $text" $? "$dir/out"
done <"$here/usse-mistakes.txt"
[ "$(grep -v '^#' "$here/usse-mistakes.txt" | cut -d' ' -f1 | sort -u | wc -l)" -eq 30 ]
ok '30 mistakes are tested' $?

# ---- options, messages, exit codes

for command in asm dis explain info list run; do
    expect 0 "usage: gisa $command" "$gisa" $command --help
    expect 0 "usage: gisa $command" "$gisa" $command -h
    expect 2 "gisa $command: unknown option --wrong" "$gisa" $command --wrong
    expect 2 "gisa $command: missing value after -a" "$gisa" $command -a
    expect 2 "gisa $command: no value is expected: --help=x" "$gisa" $command --help=x
    expect 2 "gisa $command: unknown architecture 'gfx1' *; known are gfx600" "$gisa" $command -a gfx1 x
done
expect 2 'gisa explain: no word' "$gisa" explain
expect 2 'gisa info: no name' "$gisa" info
expect 2 "'bf80000g' is not a hexadecimal word\|bf80000g: No such file" "$gisa" explain 'bf800000 bf80000g'
expect 1 'no-such-file: No such file' "$gisa" explain no-such-file
: >"$dir/empty.gxp"
expect 2 'gisa explain: no word' "$gisa" explain "$dir/empty.gxp"
expect 2 'gisa explain: no word' "$gisa" explain ''
expect 1 'fax: No such file' "$gisa" explain fax
expect 1 'empty.gxp: not a shader file of the PS Vita' "$gisa" info "$dir/empty.gxp"
# Words of 64 bits, which one architecture has: the same as its halves, the low one first.
expect 2 "'7e0202801234567812' has more than 64 bits" "$gisa" explain 7e0202801234567812
expect 2 'gfx900 has words of 32 bits' "$gisa" explain f800004000000005 -a gfx900
"$gisa" explain -a sgx543 00000005 f8000040 >"$dir/out"
for word in f800004000000005 0xF800004000000005; do
    "$gisa" explain -a sgx543 $word | cmp -s - "$dir/out"
    ok "explain $word is explain of its halves" $? "$dir/out"
done
echo '0xf800004000000005 // br 5' | "$gisa" explain - | grep -q 'sgx543 .*, BRANCH'
ok 'explain of 64 bits finds the architecture' $?
printf 'be800001 // a comment\n0xBE800002, be800003 ; more\n# nothing\n' >"$dir/words.hex"
expect 0 's_mov_b32 s0, s3' "$gisa" explain -a gfx803 "$dir/words.hex"
[ "$(grep -c '^Bits$' "$dir/out")" -eq 3 ]
ok 'three words of a file' $?
[ "$("$gisa" explain -a gfx803 - <"$dir/words.hex" | cksum)" = "$(cksum <"$dir/out")" ]
ok 'explain - reads standard input' $?
printf 'be800001\nwhat\n' >"$dir/words.hex"
expect 1 "words.hex:2: 'what' is not a hexadecimal word" "$gisa" explain -a gfx803 "$dir/words.hex"
# Words that write nothing: the sentence, the table of operands and JSON say so, as decoding does;
# info says when that is so. unwritten WORD OPERAND FIELDS: 64 bits; FIELDS are those that are 0
unwritten() {
    joined "Does not write $2: $3 is 0" explain -a sgx543 "$1"
    sed 's/ Bits .*//' "$dir/joined" | grep -q '[; ][Ww]rites ' # the sentence alone
    [ $? -eq 1 ]
    ok "explain $1 does not say that it writes" $? "$dir/joined"
    grep -q "^  [a-zA-Z0-9]*  *$2  .*not written" "$dir/out"
    ok "explain $1 has $2 among the operands, not written" $? "$dir/out"
    echo "$1" | sed 's/\(.*\)\(........\)$/\2 \1/' >"$dir/word.hex"
    "$gisa" dis -a sgx543 -f hex --json "$dir/word.hex" >"$dir/out" 2>&1
    grep -q '"access":\[\]' "$dir/out" && ! grep -q '"write"' "$dir/out"
    ok "dis --json $1 has nothing that is written" $? "$dir/out"
}
# joined PATTERN ARGUMENTS...: a pattern in what gisa prints, whose lines are joined
joined() {
    want=$1
    shift
    "$gisa" "$@" >"$dir/out" 2>&1
    tr '\n' ' ' <"$dir/out" | tr -s ' ' >"$dir/joined"
    grep -q -e "$want" "$dir/joined"
    ok "$* (expected '$want')" $? "$dir/out"
}
unwritten 0800000000000000 r0 'm0 | m1 | m2 | m3'
unwritten 0000000000000000 r0 'm0 | m1'
unwritten 00000000ffc00000 i3 'm0 | m1 | m2 | m3'
unwritten 9000000000000000 r0 mask
unwritten 4800000000000000 r0 wben
joined 'writes i3' explain -a sgx543 00000200ffc00000
joined 'Reads r0.x; writes r0.x' explain -a sgx543 0800008000000000
joined 'not written where m0 | m1 | m2 | m3 is 0' info mul.f32
joined 'not written where wben is 0' info test.add.u32
expect 1 "'nosuch_xyz' is not known$" "$gisa" info nosuch_xyz
expect 1 "'v_ad_f32' is not known; did you mean 'v_add_f32'" "$gisa" info v_ad_f32
expect 1 "'VOP3X' is not known; did you mean 'VOP3" "$gisa" info VOP3X
expect 1 "'gfx823' is not known; did you mean .*'gfx803'" "$gisa" info gfx823
expect 1 "'v_add_co_u32' is not on gfx803; it is on gfx600 gfx700 neo gfx900" "$gisa" info -a gfx803 v_add_co_u32
expect 1 "'v_nothing' is not known" "$gisa" info v_add_f32 v_nothing
grep -q '^v_add_f32$' "$dir/out"
ok 'info shows the names that are known' $?
expect 2 "unknown 'alu'; expected salu, valu" "$gisa" list --class alu
expect 2 "unknown 'VOP3X'; did you mean 'VOP3" "$gisa" list --format VOP3X
expect 2 "unknown 'ecc'; expected scc, vcc" "$gisa" list --reads ecc
expect 2 'takes no filter but -a' "$gisa" list --json --class valu
expect 1 "no 'v_ad_f32' among them; did you mean 'v_add_f32'" "$gisa" list v_ad_f32
expect 1 'nothing fits' "$gisa" list 'x_*' 'y_*'
if [ -e /dev/full ]; then
    for command in 'explain bf810000' 'info v_add_f32' 'list' 'list --json'; do
        $gisa $command >/dev/full 2>"$dir/err"
        [ $? -eq 1 ] && grep -q 'No space' "$dir/err"
        ok "$command: a full disk is an error" $?
    done
fi
"$gisa" list --json 2>"$dir/err" | head -n 1 >/dev/null
[ ! -s "$dir/err" ]
ok 'a closed pipe is no message' $? "$dir/err"

# ---- what explain says: words whose meaning is known (AMD's manuals; LLVM assembles the texts to
# these words)

explains() { # explains PATTERN WORDS...: the text, in one line, has the pattern
    pattern=$1
    shift
    "$gisa" explain "$@" 2>&1 | tr -s ' \n' '  ' >"$dir/out"
    grep -q -e "$pattern" "$dir/out"
    ok "explain $*: '$pattern'" $? "$dir/out"
}
explains '^In each active lane: sets v0 to v1 + v2 (each a 32-bit float)\. Reads v1, v2; writes v0\.' -a gfx900 02000501
explains '^Copies 0x40490fdb to s0\. Writes s0\.' -a gfx900 be8000ff 40490fdb
explains '^In each active lane: sets v2 to s7 \* v2 + -v3 with a single rounding' -a gfx803 d1cb0002 840e0407
explains '^Waits until .* Here: vmcnt = 0 waits until at most 0 vector memory accesses' -a gfx600 bf8c0f70
explains 'expcnt = 7 does not wait; lgkmcnt = 15 does not wait' -a gfx600 bf8c0f70
explains 'Jumps to the target if SCC = 0\. Here: +48 bytes' -a gfx700 bf84000c
explains 'Jumps to the target. Here: -4 bytes' -a gfx700 bf82ffff
explains 'HW_REG_MODE: rounding' -a gfx900 b8831881
explains 'op = 2: GS_OP_EMIT: emits a vertex; stream = 1' -a gfx900 bf900122
explains 'With omod: mul:2: the result times 2' -a gfx900 d1010000 08000501
explains 'With clamp: the result is limited' -a gfx900 d1018000 00000501
explains 'With dpp_ctrl: row_shl:1: from a lane above' -a gfx900 020206fa ff090102
explains 'src0_sel 5 WORD_1: bits 31:16' -a gfx803 7e0202f9 00050603
explains 'glc 1 coherent in the whole GPU' -a gfx900 e0505010 03010102
explains 'slc 0 off (1 = ' -a gfx900 e0505010 03010102
explains 'offset 16 added to the address' -a gfx900 e0505010 03010102
explains 'vsrc3 0 not used.*exp1 v1 b32, read the second value' -a gfx900 c4001c03 00000001
explains 'v_add_f32_e32 v0, v1, v2 v_add_f32 v0, v1, v2 (CLRX)' -a gfx900 02000501
explains 'Copies v1 of lane .* to the scalar register s0' -a gfx600 02000501
explains 'On other architectures gfx600, gfx700, neo v_readlane_b32' -a gfx803 02000501
explains 'gfx900 (the newest that knows it' 02000501
explains 'gfx700 (the newest that knows it' be803301
# With gds the memory is GDS and M0 its base and size, on gfx9 too; without it gfx9 does not look at
# M0 (AMD's manuals; Mesa).
explains 'adds v2 to the value in GDS.*Reads v1, v2, m0, gds; writes gds\.' -a gfx900 d8010000 00000201
explains 'besides reads exec, m0, gds; writes gds.*Adds S0 to the value in GDS' -a gfx900 d8010000 00000201
explains 'adds v2 to the value in LDS.*Reads v1, v2, lds; writes lds\.' -a gfx900 d8000000 00000201
explains 'adds v2 to the value in GDS.*Reads v1, v2, m0, gds; writes gds\.' -a gfx600 d8020000 00000201
explains 'adds v2 to the value in LDS.*Reads v1, v2, m0, lds; writes lds\.' -a gfx803 d8000000 00000201
explains 'Reads v1, v2, v3, m0; writes gds\.' -a gfx900 d81d0000 00030201
explains 'Reads v2; writes v1\.' -a gfx900 d87b0000 01000002
# where control goes
explains 'Flow: jump: .* the target (s\[30:31\])' -a gfx900 be801d1e
explains 'Flow: conditional: .* the target or at the next instruction' -a gfx900 bf840003
explains 'Flow: end: the wave ends' -a gfx900 bf810000
# not valid, and why
explains 'The word begins like SOP1 (a scalar operation on one source), but opcode 0x3c of SOP1 is not defined on gfx803' -a gfx803 be803c00
explains 'opcode 0x33 of SOP1 is not defined on gfx803; there, gfx600 has s_mov_regrd_b32.* gfx900 has s_andn1_saveexec_b64' -a gfx803 be803301
explains 'Reserved: ssrc0 is 209, a code that stands for nothing on gfx803' -a gfx803 be8000d1
explains 'Reserved: ssrc0 begins at s101, where no group of 2 registers begins' -a gfx900 be820165
explains 'Reserved: vdst begins at v255 and has 2 registers, but there are only 256' -a gfx900 dc548000 ff7f0000
explains 'Reserved bits are set: 61:56. Assembled, the text gives 7e0202f9 00060503' -a gfx803 7e0202f9 06060503
explains 'Bits without an effect are not as assemblers write them: 25' -a gfx803 da000000 00000000
explains 'The literal is one that assemblers write as an inline constant.* Assembled, the text gives be800081' -a gfx803 be8000ff 00000001
explains 'It reads more than one scalar value' -a gfx900 d1010000 00000401
explains 'A group of registers does not begin where it must' -a gfx900 be820103
explains 'The first word of s_mov_b32.*second word, which is missing' -a gfx803 be8000ff
explains 'No encoding of gfx900 begins with these bits' -a gfx900 ffffffff

# ---- each form: all bits in the picture and in the list, once

for arch in $archs; do
    "$words" words $arch 7 >"$dir/$arch.hex"
    COLUMNS=120 "$gisa" explain -a $arch - <"$dir/$arch.hex" >"$dir/$arch.out" 2>&1
    ok "explain, each form of $arch" $? "$dir/$arch.out"
    awk -v words="$dir/$arch.hex" -v upper_first=$([ $arch = sgx543 ]; echo $?) '
        function value(hex,   i, v, text) { # bits of a word in hexadecimal
            text = ""
            for (i = 1; i <= 8; i++) text = text four[substr(hex, i, 1)]
            return text
        }
        function finish() {
            if (!shown) return
            if ((getline line < words) <= 0) { print "more instructions than words"; bad++; return }
            n = split(line, w, " ")
            expected = value(w[1]) (n > 1 ? value(w[2]) : "")
            if (!upper_first) expected = value(w[2]) value(w[1]) # a status: 0 = it does
            if (bits != expected) { print "line " NR ": the picture of " line " has " bits; bad++ }
            for (b = 0; b < 32 * n; b++) if (seen[b] != 1) { print "line " NR ": " line ": bit " b " is listed " seen[b] + 0 " times"; bad++ }
            good++
            for (b in seen) delete seen[b]
            bits = ""
            shown = listing = 0
        }
        function mark(range,   ends, from, to) {
            split(range, ends, ":")
            from = ends[1]; to = (range ~ /:/) ? ends[2] : ends[1]
            for (; to <= from; to++) seen[to]++
        }
        BEGIN {
            split("0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111", f, " ")
            for (i = 0; i < 16; i++) four[sprintf("%x", i)] = f[i + 1]
        }
        /^Bits$/ { listing = shown = 1; rows = 0; next }
        /^$/ { listing = 0; next }
        /^-+$/ { finish(); next }
        listing && /^\+-/ { rows = 0; next }
        listing && /^\|/ { # the second line of boxes holds the bits
            if (++rows == 2) { gsub(/[| ]/, ""); bits = bits $0 }
            next
        }
        listing && /^  +[0-9]+:[0-9]+ +[a-z~-]/ { mark($1); next }
        listing && /^  +[0-9]+ +[a-z~-]/ { mark($1); next }
        listing && /^  bits? [0-9:, ]+: / {
            text = $0; sub(/^  bits? /, "", text); sub(/: .*/, "", text)
            m = split(text, list, ", ")
            for (i = 1; i <= m; i++) mark(list[i])
        }
        END {
            finish()
            if ((getline line < words) > 0) { print "fewer instructions than words"; bad++ }
            print good + 0 " instructions"
            exit bad != 0
        }' "$dir/$arch.out" >"$dir/law"
    ok "each bit once, $arch" $? "$dir/law"
    [ "$(sed -n '$s/ instructions//p' "$dir/law")" -eq "$(wc -l <"$dir/$arch.hex")" ] && [ "$(wc -l <"$dir/$arch.hex")" -gt 1000 ]
    ok "all forms, $arch" $? "$dir/law"
    awk 'length > 120 { print FILENAME ": " $0; bad = 1 } END { exit bad }' "$dir/$arch.out" >"$dir/long"
    ok "no line longer than 120 columns, $arch" $? "$dir/long"
done

# ---- each row: what info says is what isa/ says

# Of pairs of operations, which gen/forms/dual.c makes, only some.
"$gisa" list --names >"$dir/all"
{ grep -v + "$dir/all"; grep + "$dir/all" | awk 'NR % 50 == 1'; } >"$dir/names"
COLUMNS=1000 "$gisa" info $(cat "$dir/names") >"$dir/info" 2>&1
ok 'info on each name' $? "$dir/info"
# name|format|architecture|opcode, name|doc and name|line of the body, each as a line
awk '
    # The word, and _WORD at the end of words.
    function put_in(text, word, by,   made, before) {
        while (match(text, "(^|[^A-Za-z0-9])" word "([^A-Za-z0-9_]|$)")) {
            before = RSTART - (substr(text, RSTART, length(word)) == word)
            made = made substr(text, 1, before) by
            text = substr(text, before + 1 + length(word))
        }
        return made text
    }
    # T is the type that the name ends in, otherwise that of the first operand.
    function of_type(text, name, operand) {
        sub(/.*[_.]/, "", name)
        if (name !~ /^([uibf](8|16|32|64|96|128|256|512)|v2[bif]16|fx8|fx10)$/) name = operand
        return put_in(text, "T", name)
    }
    # A line of a body that is NAME(type, value) of a template.
    function speaks_of(t, text) { return t && index(text, called[t] "(") == 1 }
    # The template that a row of this name has in its body; 0 = it has none.
    function template_of(name,   t, k) {
        for (t = 1; t <= templates; t++)
            for (k = 1; k <= lines; k++) if (name ~ pattern[t] && speaks_of(t, body[k])) return t
        return 0
    }
    function applied(t, text,   type, from) {
        from = length(called[t]) + 2
        type = substr(text, from, index(text, ",") - from)
        text = put_in(template[t], "VALUE", substr(text, index(text, ",") + 2, length(text) - index(text, ",") - 3))
        return put_in(put_in(put_in(text, "DATA", data[t]), "MEMORY", memory[t]), "T", type)
    }
    function doc_with(t, doc,   operand) {
        operand = data[t]
        sub(/[.].*/, "", operand)
        return put_in(put_in(doc, "DATA", operand), "MEMORY", memory[t]) (template_doc[t] == "" ? "" : " " template_doc[t])
    }
    function flush_row(   i, t, line, own, in_format) {
        for (i = 1; i <= names; i++) {
            t = template_of(name[i])
            print name[i] "|doc|" (t ? doc_with(t, doc) : doc)
            own = family[i] name[i]; in_format = family[i] format[i] "." name[i]
            if (lines && !(own in count_of)) first[own] = in_format
            for (k = 1; k <= lines; k++) {
                line = of_type(speaks_of(t, body[k]) ? applied(t, body[k]) : body[k], name[i], type[i])
                print name[i] "|body|" line
                body_of[in_format, k] = line
            }
            if (lines) count_of[own] = count_of[in_format] = lines
        }
        if (!names && lines && templates && !(templates in template)) template[templates] = body[1]
        names = lines = 0; doc = ""
    }
    FNR == 1 { flush_row() }
    inside {
        depth += gsub(/{/, "{") - gsub(/}/, "}")
        if (depth == 0) { inside = 0; sub(/} *(\/\/.*)?$/, "") }
        gsub(/^ +| +$/, "")
        if ($0 != "") body[++lines] = $0
        if (!inside) flush_row()
        next
    }
    /^{/ {
        depth = gsub(/{/, "{") - gsub(/}/, "}")
        inside = depth > 0
        sub(/^{/, "")
        if (!inside) sub(/} *$/, "")
        gsub(/^ +| +$/, "")
        if ($0 != "") body[++lines] = $0
        if (!inside) flush_row()
        next
    }
    /^\/\/\// { if (names) flush_row(); sub(/^\/\/\/ */, ""); gsub(/[{}]/, ""); doc = doc (doc == "" ? "" : " ") $0; next }
    $1 == "template" {
        if (names) flush_row()
        pattern[++templates] = "^" $3 "$"
        called[templates] = $2
        gsub(/[*]/, ".*", pattern[templates])
        gsub(/[{}]/, "")
        sub(/DATA=/, "", $5); sub(/MEMORY=/, "", $6)
        data[templates] = $5; memory[templates] = $6; template_doc[templates] = doc
        doc = ""
        next
    }
    $1 == "format" || $1 == "operand" || $1 == "table" { doc = ""; next }
    /^[a-z][a-zA-Z0-9_.]* +[A-Z][A-Z0-9_]* +((gfx90[46]|neo)=)?[0-9a-f.]/ {
        sub(/ gfx810=[0-9a-f.]+ /, " ") # of a chip
        if ($3 !~ /=/ && match($0, / neo=[0-9a-f]+/)) { # after the columns
            code = substr($0, RSTART + 5, RLENGTH - 5); sub(/^0+/, "", code)
            print $1 "|" $2 "|2|0x" (code == "" ? "0" : code)
            sub(/ neo=[0-9a-f]+/, "")
        }
        name[++names] = $1
        family[names] = FILENAME ~ /gcn/ ? "gcn:" : "" # both have a row exp
        format[names] = $2
        type[names] = $(FILENAME ~ /gcn/ && $3 !~ /=/ ? 7 : 4)
        gsub(/.*:|[+,].*/, "", type[names])
        if (match($0, /!like\([^)]*\)/)) like[++likes] = family[names] "|" $1 "|" substr($0, RSTART + 6, RLENGTH - 7)
        for (g = 0; g < (FILENAME ~ /gcn/ && $3 !~ /=/ ? 4 : 1); g++)
            if ($(3 + g) != ".") {
                code = tolower($(3 + g)); own = code ~ /^gfx906=/ ? 6 : code ~ /^neo=/ ? 2 : 5
                sub(/^(gfx90[46]|neo)=/, "", code); sub(/^0+/, "", code)
                print $1 "|" $2 "|" ($3 ~ /=/ ? own : g + (FILENAME ~ /gcn/ && g > 1)) "|0x" (code == "" ? "0" : code)
            }
    }
    END {
        flush_row()
        for (i = 1; i <= likes; i++) { # the body is that of another row
            split(like[i], part, "|")
            from = part[1] part[3] in first ? first[part[1] part[3]] : part[1] part[3]
            for (k = 1; k <= count_of[from]; k++) print part[2] "|body|" body_of[from, k]
        }
    }' $(ls isa/*/*.isa | grep -v 'gcn/gcn.isa\|usse/usse.isa\|words.isa\|vocab.isa\|corrections.isa\|names.isa') | sort -u >"$dir/expected"
awk '
    /^[a-zA-Z]/ { words = 0 }
    /^[a-z]/ { section = ""; line = 0; if ($0 !~ /[ :\/]/) name = $0; next }
    /^[A-Z]/ { section = $0; next }
    /^$/ { next }
    { line++ }
    name ~ /\+/ { next }
    line == 1 && section == "" { sub(/^  /, ""); print name "|doc|" $0; next }
    section == "Opcodes" && /^  [a-z]/ {
        for (g = 0; g < 7; g++) if ($(3 + g) != "." && $(3 + g) != "") print name "|" $2 "|" g "|" $(3 + g)
        next
    }
    section == "Operation" {
        if ($0 ~ /^  [A-Za-z_0-9]+(\(.*\) [a-zA-Z0-9]+)?: /) words = 1 # of bodies, behind the body
        if (words) next
        gsub(/^ +| +$/, "")
        if ($0 != "") print name "|body|" $0
    }' "$dir/info" | sort -u >"$dir/got"
[ "$(wc -l <"$dir/expected")" -gt 5000 ]
ok 'isa/ has been read' $? "$dir/expected"
comm -23 "$dir/expected" "$dir/got" >"$dir/missing"
[ ! -s "$dir/missing" ]
ok 'info says what isa/ says (what is missing:)' $? "$dir/missing"
comm -13 "$dir/expected" "$dir/got" | grep '|doc|\||body|' | grep -v '^kill|doc|the pattern\|^test|doc|what is' >"$dir/more"
[ ! -s "$dir/more" ]
ok 'info says nothing else (what is more:)' $? "$dir/more"

# ---- what info says of other names

about() { # about PATTERN NAME...
    pattern=$1
    shift
    "$gisa" info "$@" 2>&1 | tr -s ' \n' '  ' >"$dir/out"
    grep -q -e "$pattern" "$dir/out"
    ok "info $*: '$pattern'" $? "$dir/out"
}
about 'med3(X a, X b, X c) X: the middle one.*return max(low, min(high, c));' -a gfx900 v_med3_f32
about '^cubeid, a function of bodies (gcn) cubeid(f32 x, f32 y, f32 z) f32: the face of a cube.*const u32 axis' cubeid
about '^ADVANCE, a word of bodies (usse)' ADVANCE
about '^VOP3A: a vector operation.*26 25 16 15.*110100' -a gfx900 vop3a
about '^gfx803: fiji vi.*EF_AMDGPU_MACH in the header of ELF files: 0x2a.*sgprs 102' polaris
about '^vcc, a register.*operand codes 106 and 107 on gfx600 gfx700 neo gfx803 gfx900' vcc
about '^flat_scratch, a register.*operand codes 104 and 105 on gfx700 neo operand codes 102 and 103 on gfx803 gfx900' flat_scratch
about '^glc, a modifier coherent.*the old value is returned' glc
about '^HWREG: .*id bits 5:0.*1 HW_REG_MODE.*(CLRX: mode).*15 HW_REG_SH_MEM_BASES.*(gfx900 gfx904 gfx906)' HWREG
about '^WAITCNT.*vmcnt bits 3:0.*(gfx600 gfx700 neo gfx803).*vmcnt bits 15:14 and 3:0' WAITCNT
about '^valu, a class' valu
about 'f32 a 32-bit float' f32
about '^v_add_i32 .*also taken as: v_add_co_u32' -a gfx600 v_add_co_u32
about '^v_add_f32 Sets D to S0 + S1.*v_add_f32_e64 VOP3A' V_ADD_F32_E64
about "CLRX's name: buffer_wbinvl1_sc" -a gfx700 buffer_wbinvl1_vol
about 'Not certain .*known from CLRX only' s_mov_regrd_b32
about 'Unknown fields .*or=1-3 in IMAD16: a shift of the result' mad.u16
about 'Approximate .*correctly rounded.*1 ulp' v_rcp_f32
about 'Mistakes in documents.*CLRX documentation.*it must begin at 0' s_wqm_b32
about 'ADDR: the address' ds_add_u32
about 'reads exec, m0, lds; writes lds' ds_add_u32
about 'with gds: gds in place of lds; reads m0' -a gfx900 ds_add_u32
echo d8010000 00000201 d8000000 00000201 >"$dir/gds.hex"
expect 0 '"reads":\["exec","m0","gds"\],"writes":\["gds"\]' "$gisa" dis -a gfx900 -f hex --json "$dir/gds.hex"
expect 0 '"reads":\["exec","lds"\],"writes":\["lds"\]' "$gisa" dis -a gfx900 -f hex --json "$dir/gds.hex"

# ---- list

lists() { # lists COUNT ARGUMENTS...
    count=$1
    shift
    got=$("$gisa" list "$@" 2>&1 | wc -l)
    [ "$got" -eq "$count" ]
    ok "list $*: $got lines, expected $count" $?
}
rows=$(cat isa/gcn/*.isa | grep -c '^[a-z][a-z0-9_]* *[A-Z][A-Z0-9_]*  *\([0-9a-f.][0-9a-f.]*  *[0-9a-f.]\|gfx90[46]=\|neo=\)')
pairs=$(cat isa/usse/*.isa | awk '
    /^[^ ]/ { inside = $NF }
    inside == "operations" && /^ / { code[++n] = $2; page[n] = $3; sources[n] = $4 }
    $1 == "format" { wide[$2] = / op_wide:1 / }
    inside == "pairs" && /^ / { pages[$1] = 1 + wide[$1] }
    END { # a line for each first operation that has a second one
        for (d in pages) for (i = 1; i <= n; i++) {
            some = 0
            for (k = 1; k <= n; k++) some += page[i] < pages[d] && code[k] + page[k] > 0 && sources[k] <= 4 - sources[i]
            sum += some > 0
        }
        print sum
    }')
# The two formats of a row of bitwise operations and the like make one line each; of pairs see
# below.
usse=$(cat isa/usse/*.isa | grep -c '^[a-z][a-zA-Z0-9_.]*  *[A-Z][A-Z0-9_]*  *[0-9a-f][0-9a-f] \|^[a-z][a-zA-Z0-9_.]*  *[A-Z][A-Z0-9_]*  *[0-9a-f][0-9a-f]$')
lists "$rows" --not sgx543
lists "$rows" --not sgx543 '*'
lists $((usse + pairs)) -a sgx543
lists "$rows" --not sgx543 'V_*' 's_*' 'd*' 'b*' 't*' 'i*' 'g*' 'f*' 'exp' 'SCRATCH*'
lists "$(cat isa/gcn/*.isa | grep -c '^v_add_f[0-9]* ')" 'v_add_f*'
lists "$(grep -c '^s_[a-z0-9_]* *SOPP ' isa/gcn/sopp.isa)" --format SOPP
lists 31 -a gfx900 --format sopp
lists 5 -a gfx900 --not gfx803 --format SOP1
lists 1 --names exp
says() { # says PATTERN ARGUMENTS...
    pattern=$1
    shift
    "$gisa" list "$@" >"$dir/out" 2>&1
    grep -q -e "$pattern" "$dir/out"
    ok "list $*: '$pattern'" $? "$dir/out"
}
says '^s_mov_b32 .* exact$' --fidelity s_mov_b32
says 'unknown: known from CLRX only; the effect is a guess$' --fidelity s_mov_regrd_b32
says 'no operation in the spec$' --fidelity image_gather4h_pck
for family in gcn usse; do
    ASAN_OPTIONS=detect_leaks=0 "$(dirname "$gisa")/isagen" isa/$family --coverage >"$dir/$family.coverage"
done
# The table of groups: rows as isagen counts them, executed ones as well; what is not certain is
# read from isa/ here. Every executed row is in one of the columns after.
for arch in $archs; do
    case $arch in
    gfx600) family=gcn column=2 ;;
    gfx700) family=gcn column=3 ;;
    gfx803) family=gcn column=4 ;;
    gfx900) family=gcn column=5 ;;
    gfx904) family=gcn column=6 ;;
    gfx906) family=gcn column=7 ;;
    neo) family=gcn column=10 ;;
    sgx543) family=usse column=2 ;;
    esac
    awk -v c=$column -v f=$family '/[.]isa / && $c { sub(/[.]isa/, "", $1); print f "/" $1, $c }' "$dir/$family.coverage" |
        sort >"$dir/rows"
    "$gisa" list --coverage -a $arch | sed '/^$/,$d' >"$dir/groups"
    awk '/\// { print $1, $2 }' "$dir/groups" | sort | cmp -s - "$dir/rows"
    ok "list --coverage -a $arch: rows" $? "$dir/groups"
    awk 'NR > 1 && $4 + $5 + $6 + $7 != $3 { bad = 1 } /\// { for (i = 2; i < 8; i++) sum[i] += $i }
        $1 == "all" { all = 1; for (i = 2; i < 8; i++) bad += sum[i] != $i } END { exit bad || !all }' "$dir/groups"
    ok "list --coverage -a $arch: sums" $? "$dir/groups"
done
for family in gcn usse; do
    awk -v f=$family '/[.]isa / { sub(/[.]isa/, "", $1); print f "/" $1, $(NF - 1), $NF }' "$dir/$family.coverage"
done | sort >"$dir/rows"
"$gisa" list --coverage | sed '/^$/,$d' >"$dir/groups"
awk '/\// { print $1, $2, $3 }' "$dir/groups" | sort | cmp -s - "$dir/rows"
ok 'list --coverage: rows, and those that are executed' $? "$dir/groups"
for file in isa/usse/*.isa; do
    name=usse/$(basename "$file" .isa)
    wanted=$(awk '
        function done(body) { if (body) for (i in open) sum += open[i]; split("", open) }
        /^\/\/\// { done(0) }
        /^{/ { done(1) }
        /^[a-z][a-zA-Z0-9_.]*  *[A-Z][A-Z0-9_]*  *[0-9a-f][0-9a-f]/ { if (/!like/) sum += /!unsure/; else open[NR] = /!unsure/ }
        END { print sum + 0 }' "$file")
    case $name in usse/dual) continue ;; esac
    grep "^$name " "$dir/groups" | awk -v n="$wanted" '$7 != n { exit 1 }'
    ok "list --coverage: $wanted rows of $name are uncertain" $? "$dir/groups"
done
says '^12  *how filters round$' --coverage -a sgx543
says '^15  *correctly rounded here; the hardware may differ by 1 ulp$' --coverage -a gfx900
says '^exp_nan  *one  *1  *one emulator$' --coverage log exp
says '^IMAD16  *or=1-3 ' --coverage -a sgx543
! "$gisa" list --coverage -a sgx543 mad.u16 | grep -q '^TEX'
ok 'list --coverage has fields of what fits only' $?
says '^tininess  *after  *[1-9][0-9]*  *measured on later chips$' --coverage -a gfx900
! "$gisa" list --coverage -a gfx900 | grep -q '^Fields'
ok 'list --coverage: no field of gfx900 is unknown' $?
# A word of one family is explained as what it is there.
! "$gisa" info m0 | grep -q 'channel'
ok 'info m0: the register, not the field of a shader' $?
"$gisa" info m0 -a sgx543 | grep -q 'channel x is written'
ok 'info m0 -a sgx543' $?
for name in v_readlane_b32 v_readfirstlane_b32 v_writelane_b32; do
    ! "$gisa" info -a gfx803 $name | grep -q 'each active lane'
    ok "info $name: done once for the wave" $?
done
[ "$("$gisa" list -a gfx900 --class ds --reads m0 | grep -vc 'addtid\|append\|consume\|ordered\|gws')" -eq 0 ]
ok 'list --reads m0: on gfx900 no instruction of LDS but those that take an address of it' $?
# What rows rest on: levels add up to the rows that are executed, and are what the library says of
# forms.
for arch in $archs; do
    "$gisa" list --coverage -a $arch >"$dir/covered"
    "$(dirname "$gisa")/tests/describe" evidence $arch | sort -u -k 1,1n | awk '{ print $2 }' | sort | uniq -c >"$dir/levels"
    awk 'NR == FNR { want[$2] = $1; sum += $1; next } $1 == "all" { executed = $3 }
        $1 ~ /^(measured|agreed|manual)$/ { seen++; bad += $2 != want[$1] + 0 }
        END { exit bad || seen != 3 || !sum || sum != executed }' "$dir/levels" "$dir/covered"
    ok "list --coverage -a $arch: what rows rest on" $? "$dir/covered"
done
# What is only uncertain on another architecture is certain on this one.
says '^s_nop .* exact$' --fidelity -a gfx900 s_nop
says '^s_nop .* unknown: SIMM16' --fidelity -a gfx803 s_nop
lists "$(sort -u "$dir/all" | wc -l)" --names
lists 8 --archs
# Chips: what LLVM 19 has of gfx600 to gfx90c, a title, and the facts of some.
lists 23 --chips
says '^neo       [.]       [.]       [.]     [.]       yes    104   65536 32    10    1/16 yes ps4-pro gladius$' --chips
lists 6 --chips -a gfx803
says '^liverpool 0x26    gfx700  [.]     [.]       [.]      104   65536 32    10    1/16 yes ps4$' --chips PS4
says '^gfx810    0x2b    gfx803  yes   [.]       yes    102   65536 16    10    1/16 yes stoney$' --chips
says '^gfx802    0x29    gfx803  [.]     [.]       [.]      96    65536 32    8     1/16 [.]   tonga' --chips tonga
says '^gfx906    0x2f    [.]       yes   yes     yes    102   65536 32    10    1/4  [.]   vega20' --chips 'vega2*'
says '^gfx601    0x21    gfx600  [.]     [.]       [.]      104   32768 32    10    1/16 [.]   pitcairn' --chips
differs() { # differs CHIP PATTERN: a line of what differs on it
    "$gisa" info "$1" | sed -n '/^Different from/,/^Formats\|^Facts/p' >"$dir/out"
    grep -q -e "$2" "$dir/out"
    ok "info $1: '$2' differs" $? "$dir/out"
}
differs gfx802 'sgprs_allocated *96, not 0'
differs gfx801 'xnack_mask_lo *operand code 104'
differs gfx810 '^  buffer_load_format_d16_xyzw$'
differs gfx810 'd16_packed *1, not 0'
[ $(($("$gisa" list --body --not sgx543 | wc -l) + $("$gisa" list --no-body --not sgx543 | wc -l))) -eq "$rows" ]
ok 'list --body and --no-body are all' $?
[ $(for c in salu valu smem ds flat buffer image export interp branch control; do "$gisa" list --not sgx543 --class $c; done | wc -l) -eq "$rows" ]
ok 'list --class: each row has one' $?
"$gisa" list --names >"$dir/names"
sort -uc "$dir/names"
ok 'list --names is sorted, without doubles' $?
"$gisa" list --writes vcc 'v_add*' | grep -q '^v_add_co_u32 '
ok 'list --writes vcc' $?
! "$gisa" list --writes vcc 'v_add*' | grep -q '^v_add_f32 '
ok 'list --writes vcc leaves others out' $?
"$gisa" list --formats | grep -q '^VOP3A  *8  gfx600 gfx700 neo gfx803 gfx900 gfx904 gfx906  *a vector operation'
ok 'list --formats' $?
# Pairs of operations are one line for each first operation, with all second ones that fit; --names
# still has each.
"$gisa" list 'rcp*' >"$dir/out"
[ "$(wc -l <"$dir/out")" -eq 3 ] && grep -q '^rcp\.\*+\*  DUAL4U   \.\.\.     Does two operations at once: rcp + dot mul add .* log$' "$dir/out"
ok 'list: pairs in one line' $? "$dir/out"
"$gisa" list 'rcp*+m[au]*' >"$dir/out"
[ "$(grep -c ': rcp + mul mad$' "$dir/out")" -eq 2 ] && [ "$(wc -l <"$dir/out")" -eq 2 ]
ok 'list: of pairs those that fit' $? "$dir/out"
"$gisa" list 'rcp.f32+mad.f32' --format DUAL4U >"$dir/out"
grep -q '^rcp.f32+mad.f32 *DUAL4U *0x[0-9a-f]* *Does two operations at once: rcp and mad' "$dir/out"
ok 'list: one pair is itself' $? "$dir/out"
[ "$("$gisa" list --names 'rcp*+*' | wc -l)" -eq "$(grep -c '^rcp.*+' "$dir/all")" ]
ok 'list --names: each pair' $? "$dir/out"
"$gisa" list v_add_f32 | grep -q '^v_add_f32  VOP2  0x3     0x3     0x3     0x1     0x1     0x1     0x1     Sets D to S0 + S1\.$'
ok 'list: a line' $?

# ---- pipes, colours, widths

escape=$(printf '\033')
for command in 'explain -a gfx900 be8000d1' 'info v_add_f32 VOP3A gfx900 vcc' 'list' 'list --formats' 'list --archs'; do
    $gisa $command >"$dir/out"
    ! grep -q "$escape" "$dir/out" && ! LC_ALL=C grep -q '[^ -~]' "$dir/out"
    ok "$command: a pipe gets plain text" $?
    ! grep -q ' $' "$dir/out"
    ok "$command: no blanks at the ends of lines" $?
done
LC_ALL=C.UTF-8 "$gisa" explain bf810000 >"$dir/out"
grep -q '┌' "$dir/out"
ok 'boxes are drawn where the locale has lines' $?
[ "$(LC_ALL=C.UTF-8 "$gisa" explain bf810000 | LC_ALL=C.UTF-8 sed 's/[┌┬┐└┴┘]/+/g; s/─/-/g; s/│/|/g' | cksum)" = "$("$gisa" explain bf810000 | cksum)" ]
ok 'boxes of both kinds are the same' $?
for width in 40 80 200; do
    for command in "explain -a gfx900 $(sed 's/ .*//;97q' "$dir/gfx900.hex" | tr '\n' ' ')" 'info v_add_f32 buffer_load_dword image_sample ds_append VOP2_SDWA MUBUF gfx900 HWREG glc' "info $(awk 'NR % 23 == 1' "$dir/names" | tr '\n' ' ')"; do
        COLUMNS=$width $gisa $command >"$dir/out" 2>&1
        awk -v width=$width 'length > width { print; bad = 1 } END { exit bad }' "$dir/out" >"$dir/long"
        ok "$(printf '%.40s' "$command"): no line longer than $width" $? "$dir/long"
    done
done
COLUMNS=200 "$gisa" info v_add_f32 >"$dir/wide"
COLUMNS=40 "$gisa" info v_add_f32 >"$dir/narrow"
[ "$(awk 'length > n { n = length } END { print n }' "$dir/wide")" -gt 100 ] && [ "$(wc -l <"$dir/narrow")" -gt "$(wc -l <"$dir/wide")" ]
ok 'the width is used' $?

# a terminal: script(1) makes one
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal() { # on_terminal WIDTH VARIABLES COMMAND
        script -qec "stty cols $1 2>/dev/null; $2 $gisa $3" /dev/null </dev/null | tr -d '\r'
    }
    for command in 'explain -a gfx900 be8000d1' 'info v_add_f32' 'list v_add*'; do
        on_terminal 80 TERM=xterm "$command" | grep -q "$escape"
        ok "$command: colours on a terminal" $?
        ! on_terminal 80 'TERM=xterm NO_COLOR=1' "$command" | grep -q "$escape"
        ok "$command: NO_COLOR" $?
        on_terminal 80 'TERM=xterm NO_COLOR=' "$command" | grep -q "$escape"
        ok "$command: NO_COLOR that is empty" $?
        ! on_terminal 80 TERM=dumb "$command" | grep -q "$escape"
        ok "$command: a dumb terminal" $?
        for width in 40 80 200; do
            on_terminal $width TERM=dumb "$command" >"$dir/out"
            awk -v width=$width 'length > width { print; bad = 1 } END { exit bad || NR < 3 }' "$dir/out" >"$dir/long"
            ok "$command: a terminal of $width columns" $? "$dir/long"
        done
    done
    on_terminal 80 TERM=dumb 'list s_flbit_i32_b32' | grep -q '\.\.\.$'
    ok 'list cuts lines on a terminal' $?
    on_terminal 80 'COLUMNS=50 TERM=dumb' 'info v_add_f32' | awk 'length > 50 { bad = 1 } END { exit bad }'
    ok 'COLUMNS goes before the terminal' $?
fi

# Below the picture of an encoding stands its line, then what each of its operands takes; the word
# `off` takes nothing.
for arch in $archs; do
    COLUMNS=1000 "$gisa" info -a $arch $("$gisa" list -a $arch --names | grep -v '[+*]') >"$dir/out" 2>&1
    awk -v arch=$arch '/^\+/ { line = ""; picture = 1; next }
        picture && /^  [a-z]/ {
            picture = 0
            takes = 0
            line = $0
            sub(/ \[.*/, "", line)
            wanted = NF > 1 && line ~ /^  [^ ]+ / ? gsub(/, /, ", ", line) + 1 - (arch != "sgx543" && gsub(/ off(,|$)/, "&", line)) : / \[simm16/
            next
        }
        line && NF { takes += NF > 1 }
        line && !NF { if (takes != wanted && wrong++ < 10) print line ": " takes " of " wanted; line = "" }
        END { exit wrong > 0 }' "$dir/out" >"$dir/wrong"
    ok "info -a $arch says what each operand takes" $? "$dir/wrong"
done
expect 0 'hwreg  *hwreg(name), hwreg(name, lowest bit' env COLUMNS=200 "$gisa" info -a gfx900 s_setreg_b32
expect 0 'tgt  *name (gisa info TARGET)' "$gisa" info -a gfx900 exp
expect 0 'op1  *r0..r118, pa0..pa126 with even numbers, i0..i3; channels xx yy zz ww xy yz zw; also |x|$' env COLUMNS=200 "$gisa" info -a sgx543 mad.f32

# The bits of a bank and of channels are told with the register that they are part of.
expect 0 ' 50  s1w0  *0  *r0.x: which channel of the source goes here$' env COLUMNS=100 "$gisa" explain -a sgx543 01001002 08000083
expect 0 ' 51  ext0  *0  *r\[index1 \* 2 + 8\].x: one more bit of the bank$' env COLUMNS=100 "$gisa" explain -a sgx543 01001002 08000083

finish
