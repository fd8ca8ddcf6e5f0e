# SPDX-License-Identifier: MIT
"""Does to each state what the trees of `gisa list --json` say, and compares with what gisa's compiled bodies did.
usage: evaluate.py SPEC.json STATES   (what `bodies --states`, or for USSE `shade --states`, prints)"""
import collections
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")]
from count import Counter  # noqa: E402
from gcn import Fault, Wave, Waits, dwords  # noqa: E402
from shader import Batch, result  # noqa: E402
from trees import Evaluator, Unknown  # noqa: E402

SHOWN = 3  # differences of a row


def look_through(tree, views, masks, words):
    """The operands that a tree sees as masks of lanes, and the words that it has."""
    if tree["kind"] == "view" and views[tree["name"], len(tree["parts"]) == 2].get("mask"):
        masks.add(tree["parts"][0]["name"])
    if tree["kind"] == "word":
        words.add(tree["name"])
    for part in tree.get("parts", ()):
        look_through(part, views, masks, words)


class Waves:
    """Instructions of GCN: the states of tests/engine/bodies."""
    FORMATS = ("SOP1", "SOP2", "SOPC", "SOPK", "VOP", "DS")

    def __init__(self, document):
        self.evaluator = Evaluator(document)
        self.arches = {a["name"]: a for a in document["architectures"]}
        self.rows = {r["row"]: r for r in document["rows"]}
        self.found = {}
        for number, tree in self.evaluator.trees.items():
            self.found[number] = set(), set()
            look_through(tree, self.evaluator.views, *self.found[number])

    def wanted(self):
        """The rows that must be there: those that have a form in these formats, and a tree. Interpolation
        needs parameters in LDS, which the states do not have: tests/engine/stage."""
        forms = (f for a in self.arches.values() for f in a["forms"]
                 if f["format"].startswith(self.FORMATS) and f["class"] != "interp")
        return {self.rows[f["row"]]["name"] for f in forms
                if self.rows[f["row"]]["operations"]}

    @staticmethod
    def name(line):
        return line["row"]

    def answers(self, line):
        """What has changed, as the trees say and as gisa does."""
        return comparable(changes(self.run(line)), line), comparable(line["changes"], line)

    def done(self, names):
        return names

    def run(self, line):
        """The wave after the instruction."""
        arch = self.arches[line["arch"]]
        form = arch["forms"][line["form"]]
        row = self.rows[form["row"]]
        wave = Wave(arch, form, line, *self.found[row["operations"][0]])
        if line["format"][0] == "S" or not wave.vskip:
            self.execute(wave, row, self.evaluator.trees[row["operations"][0]])
        return wave

    def execute(self, wave, row, tree):
        try:
            if row["once"]: # in memory, only where a lane is active
                if wave.form["class"] != "ds" or wave.exec:
                    self.evaluator.run(tree, wave)
            else:
                for wave.lane in wave.active():
                    for wave.half in (0, 1) if wave.packed else (None,):
                        self.evaluator.run(tree, wave)
                wave.half = None
                wave.clear_masks()
            wave.store()
        except Waits:
            wave.waits = 1
        except Fault:
            wave.fault, wave.pc = 1, wave.single["pc"]


def changed(now, before):
    if now == before:
        return {}
    return {str(i): x for i, (x, y) in enumerate(zip(now, before)) if x != y}


def changes(wave):
    """What has become of the state, as the states say it."""
    start = wave.start
    found = {name: getattr(wave, name) for name, before in wave.single.items() if getattr(wave, name) != before}
    for name in ("s", "hwreg", "ttmp"):
        found[name] = changed(getattr(wave, name), dwords(start[name]))
    found["v"] = {}
    for n, row in wave.v.items():
        for lane, x in changed(row, dwords(start["v"][str(n)])).items():
            found["v"][str(n * len(row) + int(lane))] = x
    for name, now in wave.memory.items():
        found[name] = changed(now, bytes.fromhex(start[name]))
    found["gws"] = changed(sum(wave.gws, []), sum(start.get("gws", []), []))
    return found


def comparable(found, line):
    """Without what is empty, and what is no business of a body's: what the wave tells its caller, and of vector instructions the
    address of the next one."""
    none = ("", "events") + (() if line["format"][0] == "S" else ("pc",))
    return {k: v for k, v in found.items() if k not in none and v != {}}


class Batches:
    """Instructions of USSE that compute: the states of tests/engine/shade."""
    CLASSES = ("vector", "integer", "move")

    def __init__(self, document):
        self.evaluator = Evaluator(document)
        self.rows = {r["row"]: r for r in document["rows"]}
        self.forms = document["architectures"][0]["forms"]
        self.operations = set()

    def wanted(self):
        """Rows of these classes, without loads and stores; a pair is there when both of its operations are."""
        rows = {f["row"]: f["format"] for f in self.forms if f["class"] in self.CLASSES}
        return {f"{self.rows[n]['name']} ({form})" for n, form in rows.items()
                if self.rows[n]["operations"] and not self.goes_to_memory(self.rows[n])}

    def goes_to_memory(self, row):
        words = set()
        for operation in row["operations"]:
            look_through(self.evaluator.trees[operation], self.evaluator.views, set(), words)
        return any("once" in self.evaluator.words[w]["effects"] for w in words)

    def done(self, names):
        """The rows whose operations have been there."""
        formats = {f["row"]: f["format"] for f in self.forms}
        return {f"{r['name']} ({formats[r['row']]})" for r in self.rows.values()
                if r["operations"] and set(r["operations"]) <= self.operations}

    @staticmethod
    def name(line):
        return f"{line['row']} ({line['format']})"

    def answers(self, line):
        batch, theirs = Batch(line), dwords(line["result"])
        for batch.lane in range(len(theirs)):
            self.evaluator.run(self.evaluator.trees[line["operation"]], batch)
        self.operations.add(line["operation"])
        mine = [batch.read("D", lane) for lane in range(len(theirs))]
        return result(line, mine), result(line, theirs)


def show_batch(line, mine, theirs):
    print(f"failed: {line['row']} ({line['format']}), fields {line['fields']}, result held as f16: {line['narrow']}")
    for lane, (a, b) in enumerate(zip(mine, theirs)):
        if a != b:
            start = ", ".join(f"{n} {dwords(text)[lane]:08x}" for n, text in line.items() if n[:1] in ("S", "D"))
            print(f"    instance {lane}: the trees say {a:08x}, gisa {b:08x}; {start}")
            return


def show_wave(line, mine, theirs):
    print(f"failed: {line['row']} ({line['format']}) on {line['arch']}, word {line['word']}, MODE {line['state']['hwreg'][8:16]}")
    for k in sorted(set(mine) | set(theirs)):
        a, b = mine.get(k, {}), theirs.get(k, {})
        if isinstance(a, dict) and isinstance(b, dict):
            for i in [i for i in {**a, **b} if a.get(i) != b.get(i)][:4]:
                where = f"v{int(i) // 64} lane {int(i) % 64}" if k == "v" else f"{k}[{i}]"
                lane = int(i) % 64
                start = ", ".join(f"v{n} was {text[8 * lane:8 * lane + 8]}" for n, text in line["state"]["v"].items()
                                  if n and k == "v")
                print(f"    {where}: the trees say {a.get(i, 'no change')}, gisa {b.get(i, 'no change')}; {start}")
        elif a != b:
            print(f"    {k}: the trees say {a}, gisa {b}")


def main():
    document, states = json.load(open(sys.argv[1])), open(sys.argv[2])
    shaders = document["family"] == "usse"
    tester, show = (Batches(document), show_batch) if shaders else (Waves(document), show_wave)
    counter, wrong, unknown = Counter(), collections.Counter(), {}
    for text in states:
        line = json.loads(text)
        name = tester.name(line)
        try:
            mine, theirs = tester.answers(line)
        except Unknown as what:
            unknown[name] = f"cannot be evaluated: {what}"
            continue
        if not counter.trial(name, mine == theirs):
            wrong[name] += 1
            if wrong[name] <= SHOWN:
                show(line, mine, theirs)
    for name in sorted(set(unknown) | tester.wanted() - tester.done(set(counter.names))):
        counter.check(False)
        print(f"failed: {name}:", unknown.get(name, "there is no state"))
    sys.exit(counter.close("evaluator"))


main()
