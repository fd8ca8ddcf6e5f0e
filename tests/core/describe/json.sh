#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa list --json: valid by its schema, and complete: a decoder, an encoder and a printer that are
# made from it alone (tests/core/describe/*.py) agree with gisa. The example of docs/spec-json.md
# prints what stands there.
# usage: json.sh GISA   (python3 with jsonschema; it is quicker with fastjsonschema)
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
for python in python3 /usr/bin/python3; do
    $python -c 'import jsonschema, fastjsonschema' 2>/dev/null && break
    python=
done
[ -n "$python" ] || ! python3 -c 'import jsonschema' 2>/dev/null || python=python3 # it takes longer
if [ -z "$python" ]; then
    skip 1 "python3 has no jsonschema (Debian: python3-jsonschema)"
    finish
fi
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$here

"$gisa" list --json >"$dir/spec.json"
ok 'gisa list --json' $?
add $python "$here/validate.py" "$dir/spec.json" docs/spec.schema.json docs/spec-json.md isa/gcn/gcn.isa $(ls isa/gcn/*.isa | grep -v gcn/gcn.isa)
"$gisa" list --json -a sgx543 >"$dir/usse.json"
ok 'gisa list --json -a sgx543' $?
add $python "$here/validate.py" "$dir/usse.json" docs/spec.schema.json docs/spec-json.md isa/usse/usse.isa $(ls isa/usse/*.isa | grep -v usse.isa)
add $python "$here/decoder.py" "$dir/spec.json" "$gisa"
add $python "$here/encoder.py" "$dir/spec.json" "$gisa"

# what forms rest on is what the library says
for arch in gfx600 gfx700 neo gfx803 gfx900 gfx904 gfx906 sgx543; do
    "$(dirname "$gisa")/tests/describe" evidence $arch >"$dir/levels"
    $python - "$dir/spec.json" "$dir/usse.json" $arch "$dir/levels" <<'END'
import json, sys
wanted = [line.rstrip("\n").split(" ", 2) for line in open(sys.argv[4])]
for document in map(json.load, map(open, sys.argv[1:3])):
    for a in document["architectures"]:
        if a["name"] == sys.argv[3]:
            assert [[str(f["row"]), f["rests"]["level"], f["rests"].get("text", "")] for f in a["forms"] if "rests" in f] == wanted
            bodies = {r["row"] for r in document["rows"] if r["body"]}
            assert wanted and all(("rests" in f) == (f["row"] in bodies) for f in a["forms"])
            sys.exit(0)
sys.exit(1)
END
    ok "what forms of $arch rest on" $?
done

# where control goes: all forms of class branch, those beside them that may leave the order
$python - "$dir/spec.json" "$dir/usse.json" <<'END'
import json, sys
flow = {}
for document in map(json.load, map(open, sys.argv[1:])):
    for a in document["architectures"]:
        operands = a["operands"]
        for f in a["forms"]:
            if "flow" in f:
                flow[f["mnemonic"]] = f["flow"], f.get("flow_to")
                assert f.get("flow_to") in [None] + [operands[o]["name"] for o in f["operands"]]
            elif f["class"] == "branch":
                flow[f["mnemonic"]] = None
assert {m for m in flow if flow[m] is None} == {"nop", "kill"}
assert flow["s_setpc_b64"] == ("jump", "sreg0") and flow["s_cbranch_scc1"] == ("conditional", "label")
assert flow["s_swappc_b64"] == ("call", "ssrc0") and flow["s_endpgm"] == ("end", None)
assert flow["s_rfe_b64"][0] == "return" and flow["br"] == ("jump", "target")
END
ok "where control goes" $?

# one architecture alone is as it is among the others
"$gisa" list --json -a gfx803 >"$dir/one.json"
$python - "$dir/spec.json" "$dir/one.json" <<'END'
import json, sys
whole, one = (json.load(open(path)) for path in sys.argv[1:3])
rows = {f["row"] for f in one["architectures"][0]["forms"]}
assert one["architectures"] == [a for a in whole["architectures"] if a["name"] == "gfx803"]
assert sorted(r["row"] for r in one["rows"]) == sorted(rows)
assert all(r in whole["rows"] for r in one["rows"])
END
ok 'gisa list --json -a gfx803' $?

# rows by name: valid, no other rows, each as it is in the whole document with what it refers to
for patterns in 's_cbranch_*' 'v_add_f32 v_add_f32_e64' '-a gfx900 V_CMP_*_F16 s_endpgm' '-a sgx543 mul*'; do
    set -f
    "$gisa" list --json $patterns >"$dir/some.json"
    ok "gisa list --json $patterns" $?
    "$gisa" list --names $patterns >"$dir/names"
    set +f
    $python - "$dir/spec.json" "$dir/usse.json" "$dir/some.json" docs/spec.schema.json "$dir/names" <<'END' >"$dir/log" 2>&1
import json, sys
from schema import fault_finder
gcn, usse, some, schema = (json.load(open(path)) for path in sys.argv[1:5])
names = set(open(sys.argv[5]).read().split())
whole = gcn if some["family"] == "gcn" else usse
assert not fault_finder(schema)(some), fault_finder(schema)(some)
assert all(r in whole["rows"] for r in some["rows"]) and len(some["rows"]) < len(whole["rows"]) / 4
assert names and names == {r["name"] for r in some["rows"]}, (names, some["rows"])
rows = {r["row"] for r in some["rows"]}
numbers = {o for r in some["rows"] for o in r["operations"]}
assert some["operations"] == [o for o in whole["operations"] if o["operation"] in numbers]
for a in some["architectures"]:
    b = next(b for b in whole["architectures"] if b["name"] == a["name"])
    spell = lambda x, f: dict(f, operands=[x["operands"][i] for i in f["operands"]])
    assert [spell(a, f) for f in a["forms"]] == [spell(b, f) for f in b["forms"] if f["row"] in rows]
    used = {f["format"] for f in a["forms"]}
    assert a["forms"] and a["formats"] == [f for f in b["formats"] if f["name"] in used]
    assert {i for f in a["forms"] for i in f["operands"]} == set(range(len(a["operands"])))
END
    ok "the document of $patterns" $? "$dir/log"
done
expect 1 "no 'v_ad_f32' among them; did you mean" "$gisa" list --json v_ad_f32
expect 0 '"family": "usse"' "$gisa" list --json mul.f32
expect 2 'json takes no filter but -a and patterns' "$gisa" list --json --class valu

# the example
block() { awk -v fence="\`\`\`$1" '/^```$/ { inside = 0 } inside { print } $0 == fence { inside = 1 }' docs/spec-json.md; }
block python >"$dir/decode.py"
block text >"$dir/expected"
command=$(sed -n 's/^`python3 \(decode.py .*\)` prints$/\1/p' docs/spec-json.md)
(cd "$dir" && $python $command) >"$dir/got" 2>&1
same 'the example of docs/spec-json.md' "$dir/expected" "$dir/got"

# the example of a tree
block c >"$dir/body"
block json >"$dir/node"
$python - "$dir/spec.json" "$dir/body" "$dir/node" <<'END'
import json, sys
document, body, node = json.load(open(sys.argv[1])), open(sys.argv[2]).read(), json.load(open(sys.argv[3]))
trees = {o["operation"]: o["tree"] for o in document["operations"]}
rows = [r for r in document["rows"] if r["name"] == "v_add_u32" and r["body"].split() == body.split()]
assert rows and all(trees[r["operations"][0]]["parts"][-1] == node for r in rows)
END
ok 'the example of a tree in docs/spec-json.md' $?

finish
