#!/bin/sh
# SPDX-License-Identifier: MIT
# The playground in headless Chromium, served by a small server in Node: what it shows is what the
# command computes. SHOTS=FOLDER keeps the screenshots.
# usage: sh tests/release/playground/run.sh BUILD (build/gisa, and what `make site` makes)
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
here=$(cd "$(dirname "$0")" && pwd)

for tool in chromium node npm; do
    if ! command -v $tool >/dev/null; then
        skip 1 "$tool is not installed"
        finish
    fi
done
if [ ! -e "$B/site/playground/index.html" ]; then
    skip 1 "there is no $B/site/playground: make site"
    finish
fi
# With NODE_PATH=DIRECTORY/node_modules after `npm install puppeteer-core`; otherwise it is fetched.
modules=${NODE_PATH:-$dir/node_modules}
if [ ! -e "$modules/puppeteer-core" ] && ! npm install --prefix "$dir" --silent --no-audit --no-fund puppeteer-core@22 >/dev/null 2>&1; then
    skip 1 "puppeteer-core cannot be installed by npm"
    finish
fi
add node "$here/browser.mjs" "$B/gisa" "$B/site" "$modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js" "${SHOTS:-$dir}"
finish
