# SPDX-License-Identifier: MIT
"""Judges many mutants of rows in one build: a test that fails names the row, so each failure belongs to one mutant."""
import re

import generate

ROOMS = ('gcn-rows', 'gcn-bodies', 'usse-rows', 'usse-bodies')
MOST = 40


def take(source, most):
    """Up to `most` mutants, no two of which have a row in common."""
    batch, names = [], set()
    while len(batch) < most:
        mutant = next(source, None)
        if mutant is None:
            break
        if names & set(mutant.names):
            continue
        batch.append(mutant)
        names |= set(mutant.names)
    return batch


def sift(tree, batch):
    """(those that isagen takes and that change something, results of the others)"""
    good, results = [], []
    for mutant in batch:
        tree.write([mutant])
        family = generate.SPEC[mutant.room][0]
        verdict = tree.verdict_of_isagen(family)
        if verdict:
            results.append((mutant, *verdict))
        else:
            good.append(mutant)
    return good, results


def compiles(tree, batch, targets):
    """(those that compile, results of the others, whether the build is whole). Errors of the C compiler name the line of the body."""
    results = []
    while batch:
        tree.write(batch)
        whole, log = tree.make(targets)
        if whole:
            return batch, results, True
        at = {(f, int(n)) for f, n in re.findall(r'(isa/[^:\s]*):(\d+):\d+: error', log)}
        bad = [m for m in batch if (m.file, m.line + 1) in at]
        if not bad:
            return batch, results, False
        results += [(m, 'stillborn', 'does not compile') for m in bad]
        batch = [m for m in batch if m not in bad]
    return batch, results, True


def named(output, mutant):
    """Whether a test has named one of the mutant's rows. What it got instead may be another row's name."""
    output = re.sub(r'^    got .*|, got .*', '', output, flags=re.M)
    return any(re.search(r'(?<![\w.])' + re.escape(n) + r'(?:_e32|_e64|_sdwa|_dpp)?(?![\w])', output) for n in mutant.names)


def together(tree, batch, naming, alone):
    """Results of mutants that are built together; alone judges those that no test has named."""
    naming = [t for t in naming if tree.trusts(t)]
    batch, results, sound = compiles(tree, batch, [x for t in naming for x in t.targets])
    caught = {}
    for test in naming:
        if not sound or not batch:
            break
        status, output = tree.test(test)
        sound = status in (0, 1)
        if status == 1:
            caught.update({m: test.name for m in batch if m not in caught and named(output, m)})
    rest = [m for m in batch if m not in caught]
    results += [(m, 'caught', how) for m, how in caught.items()]
    return results + ([(m, *alone(m)) for m in rest] if sound else halves(tree, rest, naming, alone))


def halves(tree, batch, naming, alone):
    """Something has crashed or cannot be built: look at smaller batches."""
    if len(batch) <= 2:
        return [(m, *alone(m)) for m in batch]
    middle = len(batch) // 2
    return together(tree, batch[:middle], naming, alone) + together(tree, batch[middle:], naming, alone)


def judge(tree, source, most, naming, alone):
    """Results of the next mutants of a source, at most so many."""
    good, results = sift(tree, take(source, min(most, MOST)))
    return results + (together(tree, good, naming, alone) if good else [])
