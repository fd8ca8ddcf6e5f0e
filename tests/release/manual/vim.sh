#!/bin/sh
# SPDX-License-Identifier: MIT
# The syntax files for Vim: what they call the words of a listing, and which files they take for
# theirs.
# usage: vim.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}

# Every name of every instruction is a keyword; `list` knows them.
grep '^syn keyword gisaInsn_' "$build/vim/syntax/gisa.vim" | tr ' ' '\n' | sort -u >"$dir/keywords"
"$build/gisa" list --names | sort -u >"$dir/names"
missing=$(comm -13 "$dir/keywords" "$dir/names" | tr '\n' ' ')
[ -z "$missing" ] && [ -s "$dir/names" ]
ok "syntax/gisa.vim lacks $missing" $?

if ! command -v vim >/dev/null || ! vim --version | grep -q '+syntax'; then
    skip 1 'no vim with syntax files here'
    finish
fi

cat >"$dir/kernel.s" <<'END'
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
loop: ; a comment
  v_add_f32_e64 v0, |s7|, 1.0 clamp mul:2
  s_waitcnt vmcnt(0) // and another
  S_MOV_B64 s[2:3], vcc
  image_load v[0:3], v4, s[0:7] dmask:0xf
  s_cbranch_scc1 loop
  v_add_f32_sdwa v0, v2, v3 dst_sel:BYTE_0 /* over
  two lines */ v_nop
  .amdhsa_next_free_vgpr 4
  .not_a_directive 42
  v_nonesuch_f32 v1, v2
  ds_read_b32 v1, v2 offset:16 gds
END
printf '\t.globl main\nmain:\n\tmovl $1, %%eax\n' >"$dir/other.s"
printf '  v_mov_b32 v0, v1\n' >"$dir/bare.s"

# What the group of the word at LINE and COLUMN is called.
cat >"$dir/ask.vim" <<'END'
function! Group(line, word)
  let column = match(getline(a:line), '\V' . a:word) + 1
  return column ? synIDattr(synID(a:line, column, 1), 'name') : 'no such word'
endfunction
END
while read -r line word group; do
    echo "call add(g:answers, Group($line, '$word') ==# '$group' ? 'ok' : 'line $line, $word: ' . Group($line, '$word') . ', not $group')"
done >"$dir/questions.vim" <<'END'
1 .amdgcn_target gisaDirective
1 gfx900 gisaString
2 .text gisaDirective
3 loop gisaLabel
3 comment gisaComment
4 v_add_f32_e64 gisaInsn_valu
4 v0 gisaRegister
4 s7 gisaRegister
4 1.0 gisaFloat
4 clamp gisaModifier
4 mul gisaValue
5 s_waitcnt gisaInsn_control
5 vmcnt gisaFunction
5 another gisaComment
6 S_MOV_B64 gisaInsn_salu
6 s[2:3] gisaRegister
6 vcc gisaRegister
7 image_load gisaInsn_image
7 dmask gisaModifier
7 0xf gisaNumber
8 s_cbranch_scc1 gisaInsn_branch
9 BYTE_0 gisaValue
9 over gisaComment
10 lines gisaComment
10 v_nop gisaInsn_valu
11 .amdhsa_next_free_vgpr gisaDirective
11 4 gisaNumber
13 v2 gisaRegister
14 ds_read_b32 gisaInsn_ds
14 gds gisaModifier
END
{
    echo "set nomore rtp^=$(cd "$build/vim" && pwd) | filetype on | syntax on | source $dir/ask.vim | let g:answers = []"
    echo "edit $dir/kernel.s"
    echo "call add(g:answers, &filetype ==# 'gisa' ? 'ok' : 'kernel.s is ' . &filetype)"
    cat "$dir/questions.vim"
    echo "call add(g:answers, Group(12, '.not_a_directive') ==# '' ? 'ok' : '.not_a_directive')"
    echo "call add(g:answers, Group(13, 'v_nonesuch_f32') ==# '' ? 'ok' : 'v_nonesuch_f32')"
    echo "edit $dir/other.s"
    echo "call add(g:answers, &filetype !=# 'gisa' ? 'ok' : 'other.s is taken for gisa')"
    echo "edit $dir/bare.s"
    echo "call add(g:answers, &filetype ==# 'gisa' ? 'ok' : 'bare.s is ' . &filetype)"
    echo "call writefile(g:answers, '$dir/answers')"
    echo "qa!"
} >"$dir/run.vim"
HOME=$dir timeout 60 vim -N -u NONE -i NONE -n -e -s -S "$dir/run.vim" >"$dir/out" 2>&1 </dev/null
[ "$(wc -l <"$dir/answers")" -eq "$(grep -c 'add(g:answers' "$dir/run.vim")" ] 2>/dev/null
ok 'vim did not finish' $? "$dir/out"
while read -r answer; do
    [ "$answer" = ok ]
    ok "vim: $answer" $?
done <"$dir/answers"

finish
