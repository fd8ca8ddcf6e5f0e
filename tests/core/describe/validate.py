# SPDX-License-Identifier: MIT
"""The JSON document against its schema, and what a schema cannot say: that references lead somewhere and bits add up. The
schema refuses documents that are broken on purpose, and docs/spec-json.md names every member.
usage: validate.py SPEC.json SCHEMA.json spec-json.md FILE.isa...   (the first one names the generations)"""
import copy
import glob
import json
import os
import re
import sys

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from count import Counter  # noqa: E402
from schema import fault_finder  # noqa: E402

counter = Counter()


def check(ok, what):
    if not counter.check(ok) and counter.faults() <= 20:
        print("failed:", what)


def check_schema(document, schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    fault = fault_finder(schema)
    wrong = fault(document)
    check(not wrong, wrong)
    # A small document, so that each fault is found quickly.
    small = dict(document, rows=document["rows"][:2], operations=document["operations"][:2], architectures=[dict(
        document["architectures"][0], forms=document["architectures"][0]["forms"][:3])])
    check(validator.is_valid(small) and not fault(small), "a small document is valid")

    def broken(what, change):
        bad = copy.deepcopy(small)
        change(bad)
        check(not validator.is_valid(bad) and fault(bad), f"the schema refuses {what}")

    arch = lambda d: d["architectures"][0]
    broken("a missing member", lambda d: d.pop("rows"))
    broken("a member too many", lambda d: arch(d)["forms"][0].update(extra=1))
    broken("a mask that is a number", lambda d: arch(d)["forms"][0].update(mask=1))
    broken("a short mask", lambda d: arch(d)["forms"][0].update(mask="0xff"))
    broken("an unknown codec", lambda d: arch(d)["operands"][0].update(codec="roman"))
    broken("an unknown state", lambda d: arch(d)["forms"][0].update(reads=["mood"]))
    broken("bits beyond the second dword", lambda d: arch(d)["operands"][0].update(fields=[[64, 1]]))
    broken("an instruction of 6 bytes", lambda d: arch(d)["forms"][0].update(size=6))
    broken("a register without a type", lambda d: arch(d)["operands"][0].pop("type"))
    broken("a row without text", lambda d: d["rows"][0].update(doc=""))
    broken("a fixed piece without a value", lambda d: next(
        p for p in arch(d)["formats"][0]["pieces"] if p["kind"] == "fixed").pop("value"))
    broken("evidence of an unknown kind", lambda d: arch(d)["forms"][0].update(rests={"level": "rumour"}))
    broken("evidence without a level", lambda d: arch(d)["forms"][0].update(rests={"text": "somebody"}))
    broken("a node of an unknown kind", lambda d: d["operations"][0]["tree"].update(kind="while"))
    broken("a type that there is not", lambda d: d["operations"][0]["tree"].update(type="u7"))
    broken("a word without a meaning", lambda d: d["vocabulary"]["words"][0].pop("doc"))
    broken("another version of the layout", lambda d: d.update(schema=2))
    if "models" in arch(small):
        broken("a model without a default", lambda d: arch(d)["models"][0].pop("default"))
        broken("a model with one option", lambda d: arch(d)["models"][0].update(options=["one"]))
        broken("a certainty that there is not", lambda d: arch(d)["models"][0].update(certainty="perhaps"))
    if any("unknown" in f for f in arch(small)["formats"]):
        unknown = lambda d: next(f["unknown"][0] for f in arch(d)["formats"] if "unknown" in f)
        broken("an unknown field without a value", lambda d: unknown(d).pop("value"))


def check_references(document):
    rows = {r["row"] for r in document["rows"]}
    types = {t["name"]: t["registers"] for t in document["types"]}
    check(len(rows) == len(document["rows"]), "rows have numbers of their own")
    for arch in document["architectures"]:
        where = arch["name"]
        formats = {f["name"]: f for f in arch["formats"]}
        used = set()
        check(len(formats) == len(arch["formats"]), f"{where}: formats have names of their own")
        for f in arch["formats"]:
            bits = sorted(b for p in f["pieces"] for b in range(p["bits"][0], sum(p["bits"])))
            check(bits == list(range(8 * f["size"])), f"{where} {f['name']}: the pieces have each bit once")
        models = {m["name"] for m in arch.get("models", [])}
        for m in arch.get("models", []):
            check(m["default"] == m["options"][0], f"{where} {m['name']}: the default is the first option")
        for f in arch["formats"]:
            named = {p["name"]: p["bits"][1] for p in f["pieces"] if "name" in p}
            for u in f.get("unknown", []):
                check(u["value"] < 1 << named.get(u["field"], 0), f"{where} {f['name']}: the unknown value of {u['field']}")
        check(set().union(*(f.get("models", []) for f in arch["forms"])) <= models, f"{where}: models have names")
        for o in arch["operands"]:
            check("names" not in o or o["names"] in arch["names"], f"{where} {o['name']}: the table of names")
            check("type" not in o or types.get(o["type"]) == o["registers"], f"{where} {o['name']}: the type")
            check(set(o["flags"]) & {"held_nowhere"} or o["fields"] or o["codec"] == "literal",
                  f"{where} {o['name']}: some bits hold it")
        for f in arch["forms"]:
            counter.begin()
            name = f"{where} {f['mnemonic']} {f['format']}"
            mask, value, zero, ignored = (int(f[k], 16) for k in ("mask", "value", "zero", "ignored"))
            used.update(f["operands"])
            check(f["row"] in rows and f["format"] in formats and f["size"] == formats[f["format"]]["size"],
                  f"{name}: row and format")
            check(value & ~mask == 0 and not mask & (zero | ignored) and not zero & ignored, f"{name}: masks")
            held = mask | zero | ignored | int(f.get("written", "0"), 16)
            pieces = {p["name"]: p["bits"] for p in formats[f["format"]]["pieces"] if "name" in p}
            for o in (arch["operands"][i] for i in f["operands"]):
                more = [o[k] for k in ("neg", "abs", "sext", "scalar", "enable", "plus") if k in o]
                bank = o.get("bank", {})
                more += [bank[k] for k in ("choice", "extension") if k in bank]
                more += [s["bits"] for s in bank.get("selector", [])]
                more += [pieces[w] for w in re.findall("[a-z][a-z0-9_]*", bank.get("channels", ""))]
                check("bank" not in o or bank["table"] in arch["banks"], f"{name}: the table of banks")
                check(bank.get("swizzle", "FREE") in list(arch.get("swizzles", [])) + ["FREE"], f"{name}: the swizzles")
                for low, width in o["fields"] + more:
                    held |= (1 << width) - 1 << low
                if o["codec"] == "literal":
                    held |= 0xffffffff << 32
            check(held == (1 << 8 * f["size"]) - 1, f"{name}: all bits are held: {held:x}")
            counter.end()
        check(used == set(range(len(arch["operands"]))), f"{where}: all operands are used")
        seen = {(f["mask"], f["value"]) for f in arch["forms"]}
        check(len(seen) == len(arch["forms"]), f"{where}: no two forms have the same bits")


# How many parts a node has, at least and at most.
MANY = 1000
PARTS = {"number": (0, 0), "string": (0, 0), "local": (0, 0), "field": (0, 0), "old": (0, 0), "name": (0, 0),
         "type": (0, 0), "word": (0, 8), "view": (1, 2), "member": (1, 1), "index": (2, 2), "cast": (1, 1),
         "unary": (1, 1), "binary": (2, 2), "choose": (3, 3), "assign": (2, 2), "step": (1, 1), "block": (0, MANY),
         "declare": (0, 1), "declarations": (2, MANY), "list": (1, MANY), "return": (1, 1), "if": (2, 3), "for": (4, 4), "each": (1, 1), "nothing": (0, 0)}
NAMED = ("local", "field", "word", "view", "member", "name", "declare")


def check_trees(document):
    """Every row's operations are there, every node has its parts, and what it names is declared."""
    trees = {o["operation"]: o["tree"] for o in document["operations"]}
    words = {w["name"]: w for w in document["vocabulary"]["words"]}
    views = {(v["name"], 2 if v.get("each") else 1): v for v in document["vocabulary"]["views"]}
    check(len(trees) == len(document["operations"]), "operations have numbers of their own")
    used = set()
    for row in document["rows"]:
        check(bool(row["operations"]) == (row["body"] is not None), f"{row['name']}: a body is a tree")
        used.update(row["operations"])
    check(used == set(trees), "the operations are those of the rows")

    functions = {(f["name"], f.get("over")): f for f in document["vocabulary"]["functions"]}
    check(len(functions) == len(document["vocabulary"]["functions"]), "functions are there once for each type")
    check({name for name, _ in functions} <= set(words), "functions are words")
    generic = {n for n, w in words.items() if {"F", "X", "U"} & set(w.get("parameters", []))}

    def faults(node, names):
        kind, parts = node["kind"], node.get("parts", [])
        least, most = PARTS[kind]
        if not least <= len(parts) <= most or (kind in NAMED) > ("name" in node):
            yield f"a node {kind} with {len(parts)} parts"
        elif kind == "word":
            word = words.get(node["name"])
            if ("over" in node) != (node["name"] in generic):
                yield f"the type that {node['name']} is for"
            if not word or len(parts) != len(word.get("parameters", [])) or ("type" in node) != ("type" in word):
                yield f"the word {node['name']}"
        elif kind == "view" and views.get((node["name"], len(parts)), {}).get("type") != node["type"]:
            yield f"the view {node['name']}"
        elif kind == "local" and node["name"] not in names:
            yield f"the variable {node['name']}"
        if kind == "declare":
            names.add(node["name"])
        inner = set(names) if kind in ("block", "for") else names
        for part in parts:
            yield from faults(part, inner)

    for f in functions.values():
        found = list(faults(f["tree"], {p["name"] for p in f["parameters"]}))
        check(f["tree"]["kind"] == "block" and not found, f"the function {f['name']}: {found[:3]}")
    for number, tree in trees.items():
        found = list(faults(tree, set()))
        check(tree["kind"] == "block" and not found, f"operation {number}: {found[:3]}")
    again = {n for n, _ in functions}
    said = json.dumps(document["operations"]) + json.dumps(document["vocabulary"]["functions"])
    check(all(f'"word", "name": "{n}"' in said for n in again), "functions are used")


def statements(path):
    """The lines of a file of isa/, without comments, those that go on joined; a comma ends each line of a table."""
    lines = []
    for line in open(path):
        line = line.split("//")[0].rstrip()
        if line.startswith(" ") and line.strip() and lines:
            lines[-1] += (", " if lines[-1].startswith("table ") else "") + line
        elif line:
            lines.append(line)
    return [line.split() for line in lines]


def own_rows(folder, chip):
    """The rows that say CHIP=opcode, as (mnemonic, format, opcode)."""
    return {(m[1], m[2], int(m[3], 16)) for path in glob.glob(folder + "/*.isa") for line in open(path)
            if (m := re.match(rf"(\w+) +(\w+) .*\b{chip}=([0-9a-f]+) ", line))}


def check_source(document, paths):
    """Names of values and facts against isa/, read anew."""
    names, facts, models, gens, chips = {}, {}, [], [], {}
    codes = {}  # of pairs, by the generation that a `code` line names
    like, own = {}, {}  # the generation that one is like; the facts that one, or an architecture, has alone

    def range_of(text):
        """The columns that a list of ranges names, and others that it names."""
        found = set()
        for part in text.split(","):
            ends = [gens.index(end) if end in gens else end if end in own else None for end in part.split("-")]
            if None in ends:
                return set()
            found |= set(range(ends[0], ends[-1] + 1)) if ends[0] in range(len(gens)) else set(ends)
        return found

    def own_facts(name):
        return own_facts(like[name]) | own.get(name, {}) if name in like else own.get(name, {})

    for words in (words for path in paths for words in statements(path)):
        if words[0] == "gen" and ":" in words:
            like[words[1]] = words[3]
            own[words[1]] = {}
        elif words[0] == "gen":
            gens = words[1:]
        if words[0] == "model":
            colon = words.index("affects") if "affects" in words else words.index(":")
            models.append((words[1], words[2:colon]))
        if words[0] == "arch":
            own.setdefault(words[1], {})
        if words[0] == "arch" and words[2] == ":":
            chips[words[1]] = {"like": words[3], "elf_machine": int(words[4], 0), "other_names": words[5:], "facts": {}}
        kind = words[words.index(":") + 1].rstrip(",") if words[0] == "table" else None
        if kind in ("names", "layouts"):  # layouts of NUMBERS name their codes as well
            colon = words.index(":")
            on = range_of(words[2] if colon > 2 else f"{gens[0]}-{gens[-1]}")
            for entry in " ".join(words[colon + (4 if kind == "layouts" else 2):]).split(","):
                if not entry.split():
                    continue
                numbers, llvm, *clrx = entry.split()
                first, last = (numbers.split("-") + [numbers])[:2]
                for g in on:
                    names.setdefault((g, words[1]), []).append(
                        (int(first, 0), int(last, 0), llvm, clrx[0] if clrx and kind == "names" else llvm))
        if words[0] == "code" and words[1] in like and words[3] == "pair":
            first = int(words[2].split("-")[0])
            codes.setdefault(words[1], []).extend({"code": first + i, "name": f"{words[4]}_{half}"}
                                                  for i, half in enumerate(("lo", "hi")))
        if words[0] != "fact":
            continue
        on = range_of(words[2])
        rest = words[3:] if on else words[2:]
        for g in on or range(len(gens)):
            if g in own:
                own[g][words[1]] = int(rest[0], 0)
            else:
                facts[g, words[1]] = int(rest[0], 0)
    check(len(names) > 10 and len(facts) > 0, "names and facts are found in isa/")
    for arch in document["architectures"]:
        check([(m["name"], m["options"]) for m in arch.get("models", [])] == models, f"{arch['name']}: models")
        g = arch["generation"]
        for table, entries in arch["names"].items():
            mine = [(n["value"], n.get("last", n["value"]), n["llvm"], n["clrx"]) for n in entries]
            check(mine == names.get((g, table)), f"{arch['name']}: the names {table} are those of isa/")
        check({t for n, t in names if n == g} == set(arch["names"]), f"{arch['name']}: all tables of names")

        def known(chip):
            """What is said of the generation, then of the chips that this one is like, then of itself."""
            return {name: v for (n, name), v in facts.items() if n == g} | own_facts(chip)
        check(known(arch["name"]) == arch["facts"], f"{arch['name']}: facts")
        mine = {name: {k: v for k, v in chip.items() if k != "like"} for name, chip in chips.items()
                if chip["like"] == arch["name"]}
        for name in mine:
            check(known(name).keys() >= arch["facts"].keys(), f"{name}: a fact of {arch['name']} alone")
            mine[name]["facts"] = {k: v for k, v in known(name).items() if arch["facts"].get(k) != v}
        for chip in arch.get("chips", []):
            line = [chip["name"]]
            while line[-1] in like:
                line.append(like[line[-1]])
            check(chip.pop("codes") == [c for name in line for c in codes.get(name, [])], f"{chip['name']}: codes")
            rows = own_rows(os.path.dirname(paths[0]), chip["name"])
            check({(f["mnemonic"], f["format"], f["opcode"]) for f in chip.pop("forms")} == rows, f"{chip['name']}: forms")
        check(mine == {chip.pop("name"): chip for chip in arch.get("chips", [])}, f"{arch['name']}: chips")


def check_page(document, schema, page):
    def members(part):
        if isinstance(part, dict):
            for key, value in part.items():
                if key == "properties":
                    yield from value
                yield from members(value)
        elif isinstance(part, list):
            for value in part:
                yield from members(value)

    said = set(re.findall(r"`([a-z_0-9]+)`", page))
    for name in sorted(set(members(schema))):
        check(name in said, f"spec-json.md does not mention {name}")
    for codec in schema["$defs"]["operand"]["properties"]["codec"]["enum"]:
        check(codec in said, f"spec-json.md does not mention the codec {codec}")
    for kind in schema["$defs"]["node"]["properties"]["kind"]["enum"]:
        check(kind in said, f"spec-json.md does not mention the kind {kind}")
    for effect in sorted({e for w in document["vocabulary"]["words"] for e in w["effects"]}):
        check(effect in said, f"spec-json.md does not mention the effect {effect}")


document, schema = (json.load(open(path)) for path in sys.argv[1:3])
check_schema(document, schema)
check_references(document)
check_trees(document)
check_page(document, schema, open(sys.argv[3]).read())
check_source(document, sys.argv[4:])
sys.exit(counter.close("validate"))
