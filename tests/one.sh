#!/bin/sh
# SPDX-License-Identifier: MIT
# One of the tests that tests/check.sh runs side by side. usage: one.sh FOLDER NUMBER: runs what
# FOLDER/NUMBER.command says; its output goes to FOLDER/NUMBER.log, its status and its seconds to
# FOLDER/NUMBER.done, which is there when it has ended.
start=$(date +%s)
sh -c "$(cat "$1/$2.command")" >"$1/$2.log" 2>&1 </dev/null
echo "$? $(($(date +%s) - start))" >"$1/$2.new"
mv "$1/$2.new" "$1/$2.done"
