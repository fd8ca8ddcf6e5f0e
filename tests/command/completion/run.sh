#!/bin/sh
# SPDX-License-Identifier: MIT
# Completion of command lines in bash, zsh and fish, asked in these shells: each option of each help
# text is offered, and values, files and names.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
here=$(dirname "$0")
mkdir "$dir/bin" "$dir/zsh"
ln -s "$(realpath "$1")" "$dir/bin/gisa"
cp packaging/gisa.zsh "$dir/zsh/_gisa"
PATH=$dir/bin:$PATH
export PATH

# ---- The program, which all three ask.
gisa --complete di >"$dir/got"
grep -q '^dis	disassemble' "$dir/got" && [ "$(wc -l <"$dir/got")" -eq 1 ]
ok 'gisa --complete di' $? "$dir/got"
while IFS='|' read -r line answer; do
    eval "gisa --complete $line" >"$dir/got"
    [ "$(cat "$dir/got")" = "$(printf "$answer")" ]
    ok "gisa --complete $line: $answer" $? "$dir/got"
done <<'END'
asm k|:files\t
asm --output=k|:files\t--output=
asm -I k|:directories\t
run a.co in:k|:files\tin:
run a.co buf:4|:files\t
run a.gxp --texture 0=k|:files\t0=
run a.gxp --texture=0=k|:files\t--texture=0=
asm --error-limit ''|
nonsense x|
END
# gisa-hsa answers likewise, and bash asks it.
cp hsa/gisa-hsa.sh "$dir/bin/gisa-hsa" && chmod +x "$dir/bin/gisa-hsa"
bash -c '. packaging/gisa.bash; COMP_WORDS=(gisa-hsa --prof) COMP_CWORD=1; _gisa; echo "${COMPREPLY[*]}"; complete -p gisa-hsa' >"$dir/got" 2>&1
[ "$(head -n 1 "$dir/got")" = --profile ] && grep -q '^complete .*-F _gisa gisa-hsa' "$dir/got"
ok 'gisa-hsa in bash' $? "$dir/got"
gisa --help | sed -n 's/^  gisa \([a-z-]*\)  *[a-z].*/\1/p' | sort -u >"$dir/commands"
gisa --complete >"$dir/got"
[ "$(wc -l <"$dir/got")" -eq $(($(wc -l <"$dir/commands") + 3)) ]
ok 'gisa --complete without a word: commands' $? "$dir/got"

# ---- The shells: ask_SHELL prints what is offered for the last word of $line.
# Bash itself takes words apart at blanks, = and :.
cat >"$dir/ask.bash" <<'END'
. packaging/gisa.bash
COMP_WORDS=() rest=$1
while [[ $rest =~ ^\ *([^ =:]+|[=:]+)(.*) ]]; do
    COMP_WORDS+=("${BASH_REMATCH[1]}") rest=${BASH_REMATCH[2]}
done
[[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_gisa
printf '%s\n' "${COMPREPLY[@]}"
END
ask_bash() {
    bash "$dir/ask.bash" "$line"
}
ask_zsh() {
    timeout 60 zsh -f "$here/ask.zsh" "$dir/zsh" "$line" | sed 's/ *$//'
}
ask_fish() {
    HOME=$dir XDG_CONFIG_HOME=$dir fish -N -c 'source packaging/gisa.fish; complete -C $argv[1]' "$line" | sed 's/	.*//; s,/$,,'
}
# What zsh and fish offer for a part of a word is the whole word; the last part is compared.
last_part() {
    sed 's/^.*[=]\(.\)/\1/; s,^examples/\(.\),\1,; /^$/d' | sort -u | tr '\n' ' ' | sed 's/ $//'
}

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip 1 "no $shell here"
        continue
    fi
    while IFS='|' read -r line expected; do
        ask_$shell >"$dir/log" 2>&1
        [ "$(last_part <"$dir/log")" = "$expected" ]
        ok "$shell: $line -> $expected" $? "$dir/log"
    done <<'END'
gisa di|dis
gisa --v|--version
gisa help ex|explain
gisa dis --sy|--symbol --syntax
gisa asm --err|--error-limit
gisa asm -D|-D
gisa dis --syntax |clrx llvm
gisa asm --syntax=c|clrx
gisa dis --format=|auto elf gxp hex raw sb
gisa asm -f |co elf gxp hex raw
gisa run x.gxp --filter |linear point
gisa run x.co --model tininess=|after before
gisa dis -a gfx7|gfx700 gfx701 gfx702 gfx703 gfx704 gfx705
gisa asm --arch=fij|fiji
gisa asm examples/wa|walk.c
gisa dis -a gfx803 --plain examples/wa|walk.c
gisa asm k.s -o examples/wa|walk.c
gisa run x.gxp --texture 0=examples/walk|walk.c
gisa asm -I exa|examples
gisa explain examples/wa|walk.c
gisa info s_mov_b|s_mov_b32 s_mov_b64
gisa list -a gfx900 s_mov_b|s_mov_b32 s_mov_b64
gisa list --format SOPKL|SOPKL
gisa list --class s|salu sample smem
gisa list --reads m|m0 memory mode
END
    # Each option of each help text, where it has a word that, else its letter.
    for command in dis asm explain info list run debug; do
        { gisa $command --help && [ $command = run ] && gisa run -a sgx543 --help && gisa run --fragment x --help && gisa run --stage ps --help; } |
            sed -n 's/^ \{2,6\}\(-[^ ,=[]*\)\(, \(--[a-z-]*\)\)\{0,1\}.*/\1 \3/p' | awk '{ print $NF }' | sort -u >"$dir/want"
        line="gisa $command -"
        ask_$shell 2>&1 | sort -u >"$dir/got"
        [ "$(wc -l <"$dir/want")" -ge 2 ]
        ok "gisa $command --help lists options" $?
        same "$shell: options of gisa $command" "$dir/want" "$dir/got"
    done
done
bash -c '. packaging/gisa.bash; complete -p gisa' 2>/dev/null | grep -q '^complete -F _gisa gisa$'
ok 'bash: complete' $?
finish
