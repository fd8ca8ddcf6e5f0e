#compdef gisa gisa-hsa
# SPDX-License-Identifier: MIT
# zsh completion for gisa and gisa-hsa, installed as _gisa. It knows no command, option or value: 'gisa
# --complete WORD...' says what the last word may become.

_gisa() {
    local gisa=${~${(Q)words[1]}} line tab=$'\t'
    local -a lines candidates
    lines=("${(@f)$("$gisa" --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    if [[ $lines[1] == :(files|directories)$tab* ]]; then
        compset -P "${(b)lines[1]#*$tab}"
        if [[ $lines[1] == :files* ]]; then _files; else _files -/; fi
        return
    fi
    for line in $lines; do
        if [[ $line == *$tab* ]]; then
            candidates+=("${${line%%$tab*}//:/\\:}:${line#*$tab}")
        else
            candidates+=("${line//:/\\:}")
        fi
    done
    (( $#candidates )) && _describe -V gisa candidates
}

_gisa "$@"
