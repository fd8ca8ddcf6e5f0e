#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the pictures of README.md: session.svg, a terminal with commands and what they really
# print, and sphere.KIND, what a fragment program draws.
# usage: pictures.sh BUILD-DIRECTORY DIRECTORY KIND (`make pictures`: docs, png); tests/release/docs
# compares them with those in docs.
B=${1:-build} to=${2:-docs} kind=${3:-png}
export LC_ALL=C.UTF-8
unset COLUMNS

# Runs each command, in which build/ stands for the build directory, after a line that shows it
# without build/.
session() {
    while IFS= read -r line; do
        printf '%s\n' "$line" | sed 's,^,$ ,; s,build/gisa,gisa,g; s,build/,,g'
        sh -c "$(printf '%s\n' "$line" | sed "s,build/,$B/,g")" 2>&1 </dev/null | expand
        echo
    done <<'END'
build/gisa dis --hex demo/saxpy.co | grep -A 2 v_fma
build/gisa explain -a gfx900 02040501 | head -n 18
build/gisa asm -f co examples/saxpy.s -o build/saxpy.co
build/gisa run build/saxpy.co -g 16 -l 16 f32:2 buf:64:f32=3 buf:64:f32=1 | tail -n 3
END
}

session | sed '$d' | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' | awk '
    { line[NR] = $0 }
    END {
        height = NR * 18 + 32
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 910 %d\" width=\"910\" height=\"%d\">\n", height, height
        print "<title>gisa in a terminal: dis, explain, asm, run</title>"
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1f24\"/>"
        print "<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\" fill=\"#d0d7de\">"
        for (i = 1; i <= NR; i++)
            if (line[i] != "")
                printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\"%s>%s</text>\n", i * 18 + 12, \
                    line[i] ~ /^\$ / ? " fill=\"#7ee787\"" : "", line[i]
        print "</g>"
        print "</svg>"
    }' >"$to/session.svg" || exit

"$B/gisa" asm -f gxp examples/sphere.frag.s -o "$to/sphere.gxp" &&
    "$B/gisa" run "$to/sphere.gxp" --attr texcoord0=-1,-1/1,-1/-1,1 --uniform light=-0.5,-0.6,0.62,0.15 \
        --uniform colour=1,0.75,0.3,1 --size 160x160 --image "$to/sphere.$kind" && rm "$to/sphere.gxp"
