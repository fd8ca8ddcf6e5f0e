#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of real hardware that others have published, as case files (docs/case-files.md): gisa must
# give the same, but for cases of architectures that it does not execute.
# usage: sh tests/cases/run.sh GISA
. "$(dirname "$0")/../lib.sh"
gisa=$1
add "$gisa" test "$(dirname "$0")"/*.case
finish
