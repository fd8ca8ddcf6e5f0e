# SPDX-License-Identifier: MIT
# What zsh completes a line to. usage: zsh -f ask.zsh FOLDER-OF-_gisa LINE
# A second zsh, in a terminal of its own, gets the line and a key whose widget writes the candidates
# between marks: compadd, to which all completion comes down, is taken note of.
# What compinit has found in the folders is kept in a file for the next line.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= PROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -C -d $1/dump
compadd() {
    local -a found
    if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A found \"\$@\"
        (( \$#found )) && print -r -- \$'\\n@'\${^found}
    fi
    builtin compadd \"\$@\"
}
list() { print -r -- '@BEGIN'; zle complete-word; print -r -- \$'\\n@END'; }
zle -N list; bindkey '^X' list; print -r -- '@'READY"
line=
while [[ $line != *@READY* ]]; do zpty -r z line || exit 1; done
zpty -w -n z "$2"$'\030'
text=
while [[ $text != *@END* ]]; do zpty -r z line || break; text+=$line; done
zpty -d z
text=${text//$'\r'/}
for line in ${(f)${${text#*@BEGIN}%%@END*}}; do
    [[ $line == @* ]] && print -r -- ${line#@}
done
