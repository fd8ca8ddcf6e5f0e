#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make docs` and `make vim` made, and the man page. usage: run.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}
here=$(dirname "$0")
add python3 "$here/check.py" "$build/manual" "$build/gisa"
add sh "$here/man.sh" "$build/gisa"
add sh "$here/vim.sh" "$build"
finish
