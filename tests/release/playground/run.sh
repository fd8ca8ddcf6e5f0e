#!/bin/sh
# SPDX-License-Identifier: MIT
# The site: every link leads somewhere, every "try it" of the manual assembles; then the playground
# in headless Chromium, served by a small server in Node: what it shows is what the command
# computes. SHOTS=FOLDER keeps the screenshots.
# usage: sh tests/release/playground/run.sh BUILD (build/gisa, and what `make site` makes)
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
here=$(cd "$(dirname "$0")" && pwd)

if [ ! -e "$B/site/playground/index.html" ]; then
    skip 1 "there is no $B/site/playground: make site"
    finish
fi
add python3 "$here/links.py" "$B/site"
! command -v node >/dev/null || add node "$here/trials.mjs" "$B/site"
for tool in chromium node npm; do
    if ! command -v $tool >/dev/null; then
        skip 1 "$tool is not installed"
        finish
    fi
done
# With NODE_PATH=DIRECTORY/node_modules after `npm install puppeteer-core axe-core`; otherwise it is
# fetched.
modules=${NODE_PATH:-$dir/node_modules}
if [ ! -e "$modules/puppeteer-core" ] && ! npm install --prefix "$dir" --silent --no-audit --no-fund puppeteer-core@22 axe-core@4 >/dev/null 2>&1; then
    skip 1 "puppeteer-core and axe-core cannot be installed by npm"
    finish
fi
for part in browser cases looks; do
    add node "$here/$part.mjs" "$B/gisa" "$B/site" "$modules" "${SHOTS:-$dir}"
done
finish
