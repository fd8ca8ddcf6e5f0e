#!/bin/sh
# SPDX-License-Identifier: MIT
# The trees of gisa list --json are complete and right: a second evaluator, in Python and made from
# that document alone, gives the results of the compiled bodies on states that tests/engine/bodies
# and tests/engine/shade print, for every row of SOP1, SOP2, SOPC, SOPK, VOP1 to VOP3, VOPC and DS,
# and for every row of USSE that computes. usage: run.sh [BUILD] (python3)
build=${1:-build}
here=$(dirname "$0")
. "$here/../../lib.sh"
if ! python3 -c '' 2>/dev/null; then
    skip 1 'python3 is not installed'
    finish
fi

evaluate() { # evaluate SPEC STATES
    python3 "$here/evaluate.py" "$@" >"$dir/log" 2>&1
    sed '/ passed, /d;200q' "$dir/log"
    set -- $(closing "$dir/log")
    count "${1:-0}" "${2:-1}"
}

"$build/gisa" list --json >"$dir/spec.json" && "$build/tests/bodies" --states >"$dir/states"
ok 'states of tests/engine/bodies' $?
evaluate "$dir/spec.json" "$dir/states"
"$build/gisa" list --json -a sgx543 >"$dir/usse.json" && "$build/tests/shade" --states >"$dir/shaders"
ok 'states of tests/engine/shade' $?
evaluate "$dir/usse.json" "$dir/shaders"

# A tree that says something else is noticed: one operator of each of these rows, or of this
# function, is another one.
cat >"$dir/change.py" <<'END'
import json, sys
document = json.load(open(sys.argv[1]))
names = {name: operators.split("/") for name, operators in (word.split("=") for word in sys.argv[2:])}
trees = {o["operation"]: o["tree"] for o in document["operations"]}
changed = {r["name"]: trees[r["operations"][0]] for r in document["rows"] if r["name"] in names}
changed.update((f["name"], f["tree"]) for f in document["vocabulary"]["functions"] if f["name"] in names)


def change(node, old, new):
    if node.get("op") == old:
        node["op"] = new
        return True
    return any(change(part, old, new) for part in node.get("parts", ()))


assert set(changed) == set(names) and all(change(tree, *names[name]) for name, tree in changed.items())
json.dump(document, sys.stdout)
END

noticed() { # noticed SPEC STATES ROWS CHANGE...: the rows, separated by |, are told
    spec=$1 states=$2 rows=$3
    shift 3
    grep -E "\"row\": \"($rows)\"" "$states" >"$dir/some"
    python3 "$dir/change.py" "$spec" "$@" >"$dir/changed.json" &&
        python3 "$here/evaluate.py" "$dir/changed.json" "$dir/some" >"$dir/log" 2>&1
    for row in $(echo "$rows" | tr '|' ' '); do
        grep -q "^failed: $row (.*[,)] " "$dir/log"
        ok "a changed tree of $row is noticed" $?
    done
}

noticed "$dir/spec.json" "$dir/states" 's_add_u32|v_add_u32|ds_add_u32|s_cmp_lt_i32|v_sad_u8' s_add_u32=+/- v_add_u32=+/- \
    'ds_add_u32=+/|' 's_cmp_lt_i32=</>' distance=-/+
noticed "$dir/usse.json" "$dir/shaders" 'min.f32|xor.u32' 'min.f32=</>' 'xor.u32=^/|'
finish
