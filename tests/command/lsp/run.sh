#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa lsp: whole sessions (lsp.py); the libraries of VS Code's clients (client.js, grammar.js),
# where npm has put them; Neovim with editors/nvim/gisa.lua.
# usage: run.sh GISA [GRAMMAR (made by `make editors`)]
#
# For VS Code's: NODE_PATH=DIRECTORY/node_modules after `npm install
# vscode-languageserver-protocol@3 vscode-textmate vscode-oniguruma`.
. "$(dirname "$0")/../../lib.sh"
gisa=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
grammar=$(realpath -m "${2:-$(dirname "$gisa")/editors/vscode/gcn.tmLanguage.json}")

expect 0 'usage: gisa lsp' "$gisa" lsp --help
expect 2 "unexpected argument" "$gisa" lsp file.s

if "$gisa" lsp </dev/null 2>&1 | grep -q 'built without jansson'; then
    skip 160 'gisa was built without jansson'
    finish
fi

# has_node MODULE...: node finds these modules.
has_node() {
    for module; do
        node -e "require('$module')" 2>/dev/null || return 1
    done
}

if command -v python3 >/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 timeout 300 python3 "$here/lsp.py" "$gisa" "$root" "$dir" >"$dir/log" 2>&1 </dev/null
    sed '$d' "$dir/log"
    [ -n "$(closing "$dir/log")" ]
    ok 'lsp.py ends' $? "$dir/log"
    count $(closing "$dir/log")
else
    skip 150 'there is no python3'
fi

if has_node vscode-languageserver-protocol/node; then
    timeout 60 node "$here/client.js" "$gisa" "$root/examples/saxpy.s" >"$dir/out" 2>&1 </dev/null
    ok "VS Code's client" $? "$dir/out"
else
    skip 1
fi
if [ -e "$grammar" ] && has_node vscode-textmate vscode-oniguruma; then
    timeout 60 node "$here/grammar.js" "$grammar" >"$dir/out" 2>&1 </dev/null
    ok "VS Code's grammar" $? "$dir/out"
else
    skip 1
fi
if [ -e "$grammar" ] && command -v node >/dev/null; then
    node -e "JSON.parse(require('fs').readFileSync('$grammar')); const m = require('$(dirname "$grammar")/package.json');
        for (const f of [m.main, m.contributes.grammars[0].path, m.contributes.languages[0].configuration])
            if (!require('fs').existsSync('$(dirname "$grammar")/' + f)) throw f" >"$dir/out" 2>&1
    ok 'the manifest names files of the extension' $? "$dir/out"
    cp "$(dirname "$grammar")/extension.js" "$dir" && node --check "$dir/extension.js" >"$dir/out" 2>&1
    ok 'the extension is JavaScript' $? "$dir/out"
else
    skip 2
fi

if command -v nvim >/dev/null; then
    cp "$root/examples/saxpy.s" "$dir/kernel.s"
    HOME=$dir XDG_STATE_HOME=$dir XDG_CACHE_HOME=$dir GISA=$gisa RECIPE=$root/editors/nvim SOURCE=$dir/kernel.s \
        timeout 60 nvim --headless -u NONE -i NONE -n -c "luafile $here/nvim.lua" >"$dir/out" 2>&1 </dev/null
    ok 'Neovim' $? "$dir/out"
else
    skip 1 'there is no nvim'
fi

finish
