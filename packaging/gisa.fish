# SPDX-License-Identifier: MIT
# fish completion for gisa and gisa-hsa. It knows no command, option or value: 'gisa --complete WORD...' says
# what the last word may become.

function __gisa_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l lines ($words[1] --complete $words[2..-1] $word 2>/dev/null </dev/null)
    if string match -qr '^:(files|directories)\t' -- "$lines[1]"
        set -l prefix (string replace -r '^[^\t]*\t' '' -- $lines[1])
        set -l file (string sub -s (math (string length -- "$prefix") + 1) -- "$word")
        set -l found (__fish_complete_path "$file")
        if string match -q ':directories*' -- $lines[1]
            set found (__fish_complete_directories "$file")
        end
        for path in $found
            echo $prefix$path
        end
    else
        printf '%s\n' $lines
    end
end

complete -c gisa -f -a '(__gisa_complete)'
complete -c gisa-hsa -f -a '(__gisa_complete)'
