# SPDX-License-Identifier: MIT
# bash completion for gisa and gisa-hsa. It knows no command, option or value: 'gisa --complete WORD...' says
# what the last word may become.

# The words behind gisa, up to the cursor. Bash makes words of their own of = and : signs.
_gisa_words() {
    local i word joined=
    words=()
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((${#words[@]})) && { [[ $word == [=:]* ]] || [[ -n $joined && -n $word ]]; }; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        [[ $word == [=:] ]] && joined=1 || joined=
    done
}

_gisa() {
    local gisa=${COMP_WORDS[0]/#\~/$HOME} words lines prefix word= kind=-f
    _gisa_words
    word=${words[-1]}
    mapfile -t lines < <("$gisa" --complete "${words[@]}" 2>/dev/null </dev/null)
    COMPREPLY=()
    case ${lines[0]} in
    :files* | :directories*)
        prefix=${lines[0]#*$'\t'}
        compopt -o filenames 2>/dev/null
        [[ ${lines[0]} == :d* ]] && kind=-d
        mapfile -t COMPREPLY < <(compgen $kind -- "${word#"$prefix"}")
        return
        ;;
    esac
    # Bash completes only the text after the last = or :.
    [[ $word == *[=:]* ]] && prefix=${word%"${word##*[=:]}"} || prefix=
    for word in "${lines[@]%%$'\t'*}"; do
        COMPREPLY+=("${word#"$prefix"}")
    done
}

complete -F _gisa gisa gisa-hsa
