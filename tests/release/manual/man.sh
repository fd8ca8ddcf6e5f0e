#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/man: a page for each command with every option of its help and no other; what the pages speak
# of exists; mandoc and groff have nothing to say about them. usage: man.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
pages=docs/man

# The options that a help text lists: at the beginning of a line, "-a, --arch ARCH".
help_options() {
    sed -n 's/^ \{2,\}\(-[^ ].*\)/\1/p' | sed 's/  .*//' | tr ' ,=[|' '\n\n\n\n\n' | grep '^-' | sort -u
}

# The options that stand as `.It Fl ...` in what it reads.
page_options() {
    sed -n 's/^\.It \(Fl .*\)/ \1/p' | sed 's/ Fl \([^ ]*\)/\n-\1 /g' | sed -n 's/^\(-[^ ]*\).*/\1/p' | sort -u
}

# The options in the synopsis of a page.
synopsis_options() {
    awk '/^\.Sh SYNOPSIS/ { inside = 1; next } /^\.Sh/ { inside = 0 } inside' "$1" |
        sed -n 's/^\.\(Op \)*\(Fl .*\)/ \2/p' | tr '|' '\n' | sed 's/^ \(-\)/ Fl \1/; s/ Fl \([^ ]*\)/\n-\1 /g' |
        sed -n 's/^\(-[^ ]*\).*/\1/p' | sort -u
}

# section PAGE TITLE: the lines under a heading.
section() {
    awk -v title=".Sh $2" '/^\.Sh / { inside = $0 == title } inside' "$1"
}

# ---- A page for each command, with its options.
"$gisa" --help | sed -n 's/^  gisa \([a-z-]*\)  *[a-z].*/\1/p' | sort -u >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -ge 2 ]
ok 'gisa --help lists commands' $?
ls $pages | sed -n 's/^gisa-\([a-z-]*\)\.1$/\1/p' | grep -v '^hsa$' >"$dir/pages"
same "$pages: a page for each command" "$dir/commands" "$dir/pages"
section $pages/gisa.1 COMMANDS | sed -n 's/^\.It Cm //p' | sort >"$dir/named"
same "$pages/gisa.1: the commands" "$dir/commands" "$dir/named"
while read -r command; do
    page=$pages/gisa-$command.1
    "$gisa" "$command" --help </dev/null >"$dir/text"
    grep -q "^'man gisa-$command' has the rest ($page in the source)\.$" "$dir/text"
    ok "gisa $command --help names its page" $? "$dir/text"
    # Where a command has several kinds of files, its help names the help of the others: 'gisa run
    # -a sgx543 --help'.
    grep -o "'gisa $command -[-a-z]* [a-z0-9]* --help'" "$dir/text" |
        sed "s/'gisa $command \(.*\) --help'/\1/" >"$dir/others"
    while read -r option value; do
        "$gisa" "$command" "$option" "$value" --help </dev/null >>"$dir/text"
    done <"$dir/others"
    help_options <"$dir/text" >"$dir/help"
    page_options <"$page" >"$dir/page"
    same "$page: options of gisa $command" "$dir/help" "$dir/page"
    [ -s "$dir/help" ]
    ok "gisa $command --help lists options" $?
    synopsis_options "$page" >"$dir/synopsis"
    [ -s "$dir/synopsis" ] && ! comm -23 "$dir/synopsis" "$dir/page" | grep .
    ok "$page: each option of the synopsis is explained" $? "$dir/synopsis"
done <"$dir/commands"

# ---- gisa itself, and gisa-hsa, whose help is in a script.
section $pages/gisa.1 OPTIONS | page_options >"$dir/page"
[ "$(wc -l <"$dir/page")" -ge 2 ]
ok "$pages/gisa.1: options" $?
while read -r option; do
    "$gisa" "$option" >/dev/null 2>&1
    ok "$pages/gisa.1: gisa $option" $?
done <"$dir/page"
sed -n "/<<'END'/,/^END/p" hsa/gisa-hsa.sh >"$dir/text"
grep -o '^  --[a-z]*' "$dir/text" | tr -d ' ' | sort >"$dir/help"
page_options <$pages/gisa-hsa.1 >"$dir/page"
same "$pages/gisa-hsa.1: options" "$dir/help" "$dir/page"
sed -n 's/^  \(GISA_[A-Z_]*\)=.*/\1/p' "$dir/text" | sort >"$dir/help"
sed -n 's/^\.It Ev \(GISA_.*\)/\1/p' $pages/gisa-hsa.1 | sort >"$dir/page"
same "$pages/gisa-hsa.1: environment" "$dir/help" "$dir/page"

# ---- Names of pages, architectures, classes and states.
sed -n 's/^\.Xr \(gisa[a-z-]*\) 1.*/\1/p' $pages/*.1 | sort -u >"$dir/named"
while read -r page; do
    [ -e "$pages/$page.1" ]
    ok "$pages/$page.1 is named by another page" $?
done <"$dir/named"
for name in $(section $pages/gisa.1 ARCHITECTURES | sed -n 's/^\.Sy //p' | sed 's/ \.$//' | tr -d ','); do
    echo bf810000 | "$gisa" dis -a "$name" - >"$dir/out" 2>&1
    ok "$pages/gisa.1: the architecture $name" $? "$dir/out"
done
for option in class reads; do
    words=$(awk -v start=".It Fl -$option " \
        'index($0, start) == 1 { inside = 1; next } /^\.It/ { inside = 0 } inside' $pages/gisa-list.1 | tr '\n' ' ' |
        sed 's/^[^:]*://; s/ or / /; s/[,.]/ /g')
    [ "$(echo $words | wc -w)" -ge 5 ]
    ok "$pages/gisa-list.1: what --$option takes" $?
    for word in $words; do
        "$gisa" list "--$option" "$word" >"$dir/out" 2>&1
        ok "$pages/gisa-list.1: --$option $word" $? "$dir/out"
    done
done

for page in $pages/*.1; do
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -W warning "$page" >"$dir/out" 2>&1
        ok "mandoc -Tlint $page" $? "$dir/out"
    else
        skip 1 'no mandoc here'
    fi
    if command -v groff >/dev/null && [ -e "$(find /usr/share/groff -name doc.tmac 2>/dev/null | head -n 1)" ]; then
        groff -ww -mdoc -Tutf8 -z "$page" >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
        ok "groff -ww -mdoc $page" $? "$dir/out"
    else
        skip 1 'no groff here'
    fi
done

finish
