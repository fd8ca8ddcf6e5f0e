#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/gisa.1: every option of every command is there and no other, the commands and names it speaks
# of exist, and mandoc and groff have nothing to say about it. usage: man.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
page=docs/gisa.1

# The options that a help text lists: at the beginning of a line, "-a, --arch ARCH".
help_options() {
    sed -n 's/^ \{2,\}\(-.*\)/\1/p' | sed 's/  .*//' | tr ' ,=[|' '\n\n\n\n\n' | grep '^-' | sort -u
}

# The options that stand as `.It Fl ...` in what it reads.
page_options() {
    sed -n 's/^\.It \(Fl .*\)/ \1/p' | sed 's/ Fl \([^ ]*\)/\n-\1 /g' | sed -n 's/^\(-[^ ]*\).*/\1/p' | sort -u
}

# The lines of the page under the heading ".Ss gisa COMMAND", or ".Sh OPTIONS".
section() {
    awk -v title="$1" '/^\.S[sh] / { inside = $0 == title } inside' "$page"
}

"$gisa" --help | sed -n 's/^  gisa \([a-z]*\)  *[a-z].*/\1/p' | sort -u >"$dir/commands"
sed -n 's/^\.Ss gisa \([a-z]*\)$/\1/p' "$page" | sort >"$dir/in-page"
diff "$dir/commands" "$dir/in-page" >"$dir/diff"
ok "$page: commands (< gisa --help, > page)" $? "$dir/diff"
[ "$(wc -l <"$dir/commands")" -ge 2 ]
ok 'gisa --help lists no commands' $?
while read -r command; do
    "$gisa" "$command" --help </dev/null >"$dir/text"
    # Where a command has two kinds of files, its help names the help of the other: 'gisa run -a
    # sgx543 --help'.
    for other in $(sed -n "s/.*'gisa $command -a \([a-z0-9]*\) --help'.*/\1/p" "$dir/text"); do
        "$gisa" "$command" -a "$other" --help </dev/null >>"$dir/text"
    done
    help_options <"$dir/text" >"$dir/help"
    section ".Ss gisa $command" | page_options >"$dir/page"
    diff "$dir/help" "$dir/page" >"$dir/diff"
    ok "$page: options of gisa $command (< --help, > page)" $? "$dir/diff"
    [ -s "$dir/help" ]
    ok "gisa $command --help lists no options" $?
    grep -q "^\.Cm $command\$" "$page"
    ok "$page: SYNOPSIS has no gisa $command" $?
done <"$dir/commands"
section ".Sh OPTIONS" | page_options >"$dir/page"
while read -r option; do
    "$gisa" "$option" >/dev/null 2>&1
    ok "$page: gisa $option" $?
done <"$dir/page"

# Each option of the synopsis is explained.
awk '/^\.Sh SYNOPSIS/ { inside = 1; next } /^\.Sh/ { inside = 0 } inside' "$page" |
    sed -n 's/^\.\(Op \)*\(Fl .*\)/ \2/p' | tr '|' '\n' | sed 's/^ \(-\)/ Fl \1/; s/ Fl \([^ ]*\)/\n-\1 /g' |
    sed -n 's/^\(-[^ ]*\).*/\1/p' | sort -u >"$dir/synopsis"
sed -n 's/^\.It \(Fl .*\)/ \1/p' "$page" | sed 's/ Fl \([^ ]*\)/\n-\1 /g' | sed -n 's/^\(-[^ ]*\).*/\1/p' | sort -u >"$dir/explained"
comm -23 "$dir/synopsis" "$dir/explained" >"$dir/diff"
! [ -s "$dir/diff" ]
ok "$page: in the synopsis, but not explained" $? "$dir/diff"
[ "$(wc -l <"$dir/synopsis")" -ge 10 ]
ok "$page: the synopsis is not read" $?

# Names of architectures, classes and states.
for name in $(section '.Ss Architectures' | sed -n 's/^\.Sy //p' | sed 's/ \.$//' | tr -d ','); do
    echo bf810000 | "$gisa" dis -a "$name" - >"$dir/out" 2>&1
    ok "$page: $name is no architecture" $? "$dir/out"
done
for option in class reads; do
    words=$(section '.Ss gisa list' | awk -v start=".It Fl -$option " \
        'index($0, start) == 1 { inside = 1; next } /^\.It/ { inside = 0 } inside' | tr '\n' ' ' |
        sed 's/^[^:]*://; s/ or / /; s/[,.]/ /g')
    [ "$(echo $words | wc -w)" -ge 5 ]
    ok "$page: what --$option takes is not found" $?
    for word in $words; do
        "$gisa" list "--$option" "$word" >"$dir/out" 2>&1
        ok "$page: --$option $word" $? "$dir/out"
    done
done

if command -v mandoc >/dev/null; then
    mandoc -Tlint -W warning "$page" >"$dir/out" 2>&1
    ok "mandoc -Tlint" $? "$dir/out"
else
    skip 1 'no mandoc here'
fi
if command -v groff >/dev/null && [ -e "$(find /usr/share/groff -name doc.tmac 2>/dev/null | head -n 1)" ]; then
    groff -ww -mdoc -Tutf8 -z "$page" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
    ok "groff -ww -mdoc" $? "$dir/out"
else
    skip 1 'no groff here'
fi

finish
