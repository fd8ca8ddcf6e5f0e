# SPDX-License-Identifier: MIT
# bash completion for gisa. It knows no command, option, architecture or value: it asks gisa, whose --help lists them.

# The commands: "  gisa dis   what it does".
_gisa_commands() {
    "$1" --help 2>/dev/null </dev/null | sed -n 's/^  gisa \([a-z][a-z-]*\)  .*/\1/p'
}

# Architectures and their other names: the block below the line that mentions -a.
_gisa_architectures() {
    "$1" --help 2>/dev/null </dev/null | sed -n '/(-a)/,/^[^ ]/{/^  /p;}'
}

# The help of a command, and what it refers to: 'gisa run -a sgx543 --help'.
_gisa_help() {
    local text other
    text=$("$1" "$2" --help 2>/dev/null </dev/null)
    echo "$text"
    for other in $(sed -n "s/.*'gisa $2 -a \([a-z0-9]*\) --help'.*/\1/p" <<<"$text"); do
        "$1" "$2" -a "$other" --help 2>/dev/null </dev/null
    done
}

# The options of a command, one a line: letter, word and what stands for the value, with - for what it lacks.
_gisa_options() {
    local line short long value
    _gisa_help "$1" "$2" | while IFS= read -r line; do
        [[ $line =~ ^\ +((-[[:alnum:]])(,\ )?)?(--[a-z][a-z-]*)?(\[?[\ =]([^\ ]+))? ]] || continue
        short=${BASH_REMATCH[2]} long=${BASH_REMATCH[4]} value=${BASH_REMATCH[6]}
        [[ -n $short$long ]] && echo "${short:--} ${long:--} ${value:--}"
    done
}

# What stands for an option's value; nothing where it takes none.
_gisa_value_of() {
    _gisa_options "$1" "$2" | while read -r short long value; do
        if [[ $3 == "$short" || $3 == "$long" ]] && [[ $value != - ]]; then
            echo "$value"
            break
        fi
    done
}

# The values that a command takes for an option, from its complaint about another one: "...; expected a, b or c", or
# "...; gisa list --formats lists them": the first word of each line of that.
_gisa_values() {
    local message
    message=$("$1" "$2" "$3" '?' 2>&1 </dev/null | head -n 1)
    if [[ $message == *unknown*'; expected '* ]]; then
        message=${message#*; expected }
        message=${message%%;*}
        message=${message//,/ }
        echo "${message// or / }"
    elif [[ $message =~ unknown.*';'\ gisa\ ([a-z]+)\ (--[a-z]+)\ lists\ them ]]; then
        "$1" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" 2>/dev/null </dev/null | sed 's/ .*//'
    fi
}

_gisa_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# _gisa_kind GISA COMMAND KIND WORD [OPTION]: what may stand where the help says KIND.
_gisa_kind() {
    case $3 in
    '') ;;
    *FILE* | *OUT* | *PATH*) _gisa_files "$4" ;;
    *DIR*)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$4")
        ;;
    *ARCH*) mapfile -t COMPREPLY < <(compgen -W "$(_gisa_architectures "$1")" -- "$4") ;;
    *'|'*) mapfile -t COMPREPLY < <(compgen -W "${3//[|\[\]]/ }" -- "$4") ;;
    *)
        if [[ -n $5 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_gisa_values "$1" "$2" "$5")" -- "$4")
        elif [[ $3 == *NAME* || $3 == *PATTERN* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$("$1" list --names 2>/dev/null </dev/null)" -- "$4")
        else
            _gisa_files "$4"
        fi
        ;;
    esac
}

_gisa() {
    local gisa=${COMP_WORDS[0]/#\~/$HOME} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} kind
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$(_gisa_commands "$gisa") help --help --version" -- "$word")
        return
    fi
    if [[ $command == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_gisa_commands "$gisa")" -- "$word")
        return
    fi
    # Bash makes words of their own of = signs: --syntax = clrx.
    if [[ $word == '=' ]]; then
        word=
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [[ $before == -?* ]]; then
        kind=$(_gisa_value_of "$gisa" "$command" "$before")
        if [[ -n $kind ]]; then
            _gisa_kind "$gisa" "$command" "$kind" "$word" "$before"
            return
        fi
    fi
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_gisa_options "$gisa" "$command" | while read -r short long _; do
            if [[ $long != - ]]; then echo "$long"; else echo "$short"; fi
        done)" -- "$word")
        return
    fi
    kind=$("$gisa" "$command" --help 2>/dev/null </dev/null | sed -n '1s/^usage: gisa [a-z]* *//p')
    # Options of the usage line do not count, but [PATTERN...] does.
    kind=$(sed 's/\[[^]]*[^].]\]//g' <<<"$kind")
    _gisa_kind "$gisa" "$command" "$kind" "$word"
}

complete -F _gisa gisa
