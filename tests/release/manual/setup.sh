#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs chromium for `make check-manual` when root runs it and it is missing;
# tests/release/manual/browser.sh skips without it.
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "no chromium; the tests in a browser are skipped (apt-get install chromium)" >&2
    exit 0
fi
echo "installing chromium ..."
export DEBIAN_FRONTEND=noninteractive
{ apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 </dev/null ||
    echo "could not install chromium; the tests in a browser are skipped" >&2
