#!/bin/sh
# SPDX-License-Identifier: MIT
# The HTML manual in headless Chromium: what the search finds, that no page is wider than a phone,
# and, on a page of each kind in both colour schemes, contrast and the keyboard's way to the search.
# usage: browser.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}
here=$(dirname "$0")
if ! command -v chromium >/dev/null; then
    skip 1 "no chromium here"
    finish
fi
manual=$(cd "$build/manual" && pwd) || exit 1

# dump MILLISECONDS WIDTH URL [OPTION]: the page as it is when its scripts have run
dump() {
    timeout 300 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
        --allow-file-access-from-files ${4:+"$4"} --window-size="$2,844" --virtual-time-budget="$1" --dump-dom "$3" 2>/dev/null
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
finds '?q=mad.f32' mad.f32
finds '?q=tininess' tininess
finds '?q=LDS+word' LDS
dump 2000 1280 "file://$manual/index.html?q=ds_add" >"$dir/dom"
grep -q '<div id="overview" hidden' "$dir/dom"
ok 'the overview is shown beside hits' $?
dump 2000 1280 "file://$manual/index.html" >"$dir/dom"
grep -q '<section id="results" hidden' "$dir/dom" && ! grep -q '<div id="overview" hidden' "$dir/dom"
ok 'without a question the overview is shown, and no hits' $?

dump 2000 1280 "file://$manual/index.html?q=old+value" | tr '\n' ' ' >"$dir/dom"
grep -q '<ol id="hits"><li><a href="[^"]*/ds_[a-z_0-9]*\.html">' "$dir/dom"
ok 'instructions come before words of operations' $?
dump 2000 1280 "file://$manual/index.html" >"$dir/dom"
! grep -q 'src="search-index.js"' "$dir/dom"
ok 'the index of the search is loaded before somebody asks' $?

# What a server shows in the place of gcn/no/page.html finds the first page.
mkdir -p "$dir/m/gcn/no"
cp "$manual/404.html" "$dir/m/gcn/no/page.html"
dump 2000 1280 "file://$dir/m/gcn/no/page.html" >"$dir/dom"
grep -q "<base href=\"$dir/m/\">" "$dir/dom"
ok '404.html does not find the folder of the manual' $?

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

# A page of each kind, and the search with hits.
sed 's/.*/"&",/' >"$dir/kinds" <<'END'
index.html
index.html?q=ds_add
404.html
language.html
gcn/index.html
gcn/v_add_f32.html
gcn/s_load_dword.html
gcn/ds_add_u32.html
gcn/image_sample.html
gcn/format-VOP3A.html
gcn/arch-gfx900.html
gcn/values.html
gcn/words.html
gcn/models.html
usse/index.html
usse/mad.f32.html
usse/mad.f32-rcp.f32.html
usse/format-DUAL3.html
usse/registers.html
isa/gcn/index.html
isa/gcn/vop2.isa.html
END
for scheme in 1:light 0:dark; do
    sed -e "/PAGES/{r $dir/kinds
d}" -e "s,MANUAL,file://$manual," "$here/looks.html" >"$dir/looks.html"
    dump 200000 1280 "file://$dir/looks.html" "--blink-settings=preferredColorScheme=${scheme%:*}" |
        tr '\n' ' ' | sed 's/.*<pre id="answer">//; s/<.*//' >"$dir/answer"
    grep -q "^${scheme#*:}: 0 faults, $(wc -l <"$dir/kinds") pages, [0-9][0-9][0-9][0-9]" "$dir/answer"
    ok "contrast and focus, ${scheme#*:}" $? "$dir/answer"
done

finish
