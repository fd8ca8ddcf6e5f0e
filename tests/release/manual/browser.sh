#!/bin/sh
# SPDX-License-Identifier: MIT
# The HTML manual in headless Chromium: what the search finds, and that no page is wider than a
# phone.
# usage: browser.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}
here=$(dirname "$0")
if ! command -v chromium >/dev/null; then
    skip 1 "no chromium here"
    finish
fi
manual=$(cd "$build/manual" && pwd) || exit 1

# dump MILLISECONDS WIDTH URL: the page as it is when its scripts have run
dump() {
    timeout 300 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
        --allow-file-access-from-files --window-size="$2,844" --virtual-time-budget="$1" --dump-dom "$3" 2>/dev/null
}

# finds QUESTION TITLE: TITLE is the first hit
finds() {
    dump 2000 1280 "file://$manual/index.html$1" >"$dir/dom"
    first=$(tr '\n' ' ' <"$dir/dom" | sed -n 's/.*<ol id="hits"><li><a href="[^"]*"><b>\([^<]*\)<.*/\1/p')
    [ "$first" = "$2" ]
    ok "index.html$1 finds '$first' first, not '$2'" $?
}
finds '?q=ds_add_u32' ds_add_u32
finds '#q=ds_add' ds_add_f32
finds '?q=V_ADD_F32_e64' v_add_f32
finds '?q=VOP3P' VOP3P
finds '?q=HW_REG_MODE' HWREG
finds '?q=gfx600+s_endpgm' s_endpgm
finds '?q=v_cmp_tru_i32' v_cmp_t_i32
finds '?q=fiji' gfx803
finds '?q=no_such_thing' ''
dump 2000 1280 "file://$manual/index.html?q=ds_add" >"$dir/dom"
grep -q '<div id="overview" hidden' "$dir/dom"
ok 'the overview is shown beside hits' $?
dump 2000 1280 "file://$manual/index.html" >"$dir/dom"
grep -q '<section id="results" hidden' "$dir/dom" && ! grep -q '<div id="overview" hidden' "$dir/dom"
ok 'without a question the overview is shown, and no hits' $?

# Every page in a frame as wide as a phone.
(cd "$manual" && find . -name '*.html' | sed 's/.*/"&",/') >"$dir/pages"
sed -e "/PAGES/{r $dir/pages
d}" -e "s,MANUAL,file://$manual," "$here/widths.html" >"$dir/widths.html"
dump 600000 1280 "file://$dir/widths.html" | tr '\n' ' ' | sed 's/.*<pre id="answer">//; s/<.*//' >"$dir/answer"
count=$(sed -n 's/.*: \([0-9]*\) pages.*/\1/p' "$dir/answer")
pages=$(wc -l <"$dir/pages")
[ "${count:-0}" -eq "$pages" ]
ok "only ${count:-0} of $pages pages could be looked at" $?
grep -q ': 0 wide' "$dir/answer"
ok 'pages that scroll sideways' $? "$dir/answer"

finish
