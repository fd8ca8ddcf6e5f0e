#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation run: makes small faults in a copy of the tree, and counts how many of them a test notices.

usage: mutants.py [--seed N] [--count N] [--shard I/N] [--room NAME]... [--jobs N] [--quick] [--long]
                  [--tests NAME,...] [--again] [--survivors FILE] [--list] [--sample BUILD]

The mutants follow from the seed. A mutant is caught by a test that fails, crashes or hangs; refused by a message of isagen; stillborn,
and not counted, if it does not compile or leaves what isagen writes as it is. Status 1: below 95 % are caught and a survivor is not in
survivors.txt, or an entry there is out of date.
"""
import argparse
import os
import re
import sys
import time

sys.dont_write_bytecode = True

import batches
import generate
import survivors
import tests
import work

# How the mutants are spread: rows and bodies are cheap, facts the dearest.
SHARE = {'gcn-rows': 3, 'gcn-bodies': 3, 'gcn-facts': 2, 'usse-rows': 2, 'usse-bodies': 2, 'usse-facts': 1}
USUAL_SHARE = 2
LEAST = 0.95


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--count', type=int, default=260, help='mutants in all rooms together')
    p.add_argument('--shard', default='0/1', help='I/N: only these of N parts')
    p.add_argument('--room', action='append', choices=generate.ROOMS)
    p.add_argument('--jobs', type=int, default=os.cpu_count())
    p.add_argument('--quick', action='store_true', help='without tests that take half a minute')
    p.add_argument('--long', action='store_true', help='also the tests that take minutes')
    p.add_argument('--again', action='store_true', help='the mutants of survivors.txt, and no others')
    p.add_argument('--survivors', default=os.path.join(os.path.dirname(__file__), 'survivors.txt'), help='another such file')
    p.add_argument('--tests', help='only these tests, NAME,NAME,...')
    p.add_argument('--list', action='store_true', help='only list the mutants')
    p.add_argument('--sample', metavar='BUILD', help='begin with what is built in BUILD')
    p.add_argument('--folder', default='build/mutants', help='where the copy is made')
    return p.parse_args()


def wanted(o):
    """How many mutants of each room this shard takes."""
    rooms = o.room or generate.ROOMS
    index, shards = map(int, o.shard.split('/'))
    shares = {room: SHARE.get(room, USUAL_SHARE) for room in rooms}
    whole, counts, taken, sum_ = sum(shares.values()), {}, 0, 0
    for room in rooms:
        sum_ += shares[room]
        count = o.count * sum_ // whole - taken
        taken += count
        counts[room] = count // shards + (index < count % shards)
    return counts


def tests_of(o, room):
    some = tests.of_room(room, o.quick, o.long)
    return [tests.ALL[n] for n in o.tests.split(',')] if o.tests else some


def naming_of(o, room):
    """The tests of batches; with tests that are asked for, mutants are judged one by one."""
    family = generate.SPEC.get(room, ('', ''))[0]
    return [] if o.tests else [tests.ALL[n] for n in tests.NAMING.get(family, [])]


def candidates(o, room, known):
    if o.again:
        return iter([m for m in generate.all_of(room) if survivors.key(m) in known])
    index, shards = map(int, o.shard.split('/'))
    return (m for i, m in enumerate(generate.in_order(room, o.seed)) if i % shards == index)


# ---- One mutant

def judge(tree, mutant, room_tests):
    """('caught', by what), ('survived', ''), ('refused', message) or ('stillborn', why)."""
    tree.write([mutant])
    if mutant.room in generate.SPEC:
        family = generate.SPEC[mutant.room][0]
        verdict = tree.verdict_of_isagen(family)
        if verdict:
            return verdict
    for test in filter(tree.trusts, room_tests):
        good, log = tree.make(test.targets)
        if not good:
            return 'stillborn', re.sub(r'\s+', ' ', (re.findall(r'error: .*', log) or ['does not build'])[0])
        status, _ = tree.test(test)
        if status != 0:
            return 'caught', f'{test.name} hangs' if status is None else test.name
    return 'survived', ''


# ---- All

def prepare(tree, families, some_tests):
    """Builds what everything stands on, keeps what isagen writes without mutants, and tries the tests that most mutants meet."""
    good, log = tree.make(['build/isagen', 'build/libgisa.a'])
    assert good, log[-2000:]
    for family in families:
        status, log = tree.isagen(family)
        assert status == 0, log
        tree.keep_usual(family)
    for name in dict.fromkeys(t.name for t in some_tests if t.name not in tests.SLOW):
        tree.trusts(tests.ALL[name])


def show(mutant, verdict, how):
    print(f'{verdict:9} {mutant.room:11} {mutant.file}:{mutant.line + 1}: {mutant.kind}{": " + how if how else ""}')
    if verdict == 'survived':
        print(f'    - {mutant.old.strip()}\n    + {mutant.new.strip()}')
    sys.stdout.flush()


def room_results(tree, room, source, count, room_tests, naming):
    """[(mutant, verdict, how)] of a room, stillborn ones included."""
    results, counted = [], 0
    while counted < count:
        if room in batches.ROOMS:
            some = batches.judge(tree, source, count - counted, naming, lambda m: judge(tree, m, room_tests))
        else:
            mutant = next(source, None)
            some = [(mutant, *judge(tree, mutant, room_tests))] if mutant else []
        if not some:
            break
        for result in some:
            show(*result)
        results += some
        counted += sum(verdict != 'stillborn' for _, verdict, _ in some)
    return results


def table(results, rooms):
    verdicts = ('caught', 'refused', 'survived', 'stillborn')
    print(f'\n{"room":12}' + ''.join(f'{v:>11}' for v in verdicts) + f'{"rate":>9}')
    for room in [*rooms, 'all']:
        here = [v for m, v, _ in results if room in (m.room, 'all')]
        n = {v: here.count(v) for v in verdicts}
        seen = n['caught'] + n['refused']
        rate = f'{100 * seen / (seen + n["survived"]):.1f} %' if seen + n['survived'] else '-'
        print(f'{room:12}' + ''.join(f'{n[v]:11}' for v in verdicts) + f'{rate:>9}')


def close(results, known):
    """Says what survived and is not explained; the exit status."""
    survived = [m for m, v, _ in results if v == 'survived']
    counted = sum(v != 'stillborn' for _, v, _ in results)
    unknown = [m for m in survived if survivors.key(m) not in known]
    # The same line may stand in several places.
    stale = [m for m, v, _ in results if v in ('caught', 'refused') and survivors.key(m) in known]
    stale = [m for m in stale if survivors.key(m) not in {survivors.key(s) for s in survived}]
    for m in unknown:
        print(f'\n{m.file}:{m.line + 1}: survived ({m.kind}), and is not in survivors.txt\n- {m.old.strip()}\n+ {m.new.strip()}')
    for m in stale:
        print(f'\n{m.file}:{m.line + 1}: is in survivors.txt, but is caught\n- {m.old.strip()}\n+ {m.new.strip()}')
    rate = 1 - len(survived) / counted if counted else 1
    print(f'\n{counted} mutants, {len(survived)} survived, {len(unknown)} of them without a reason in survivors.txt')
    return (rate < LEAST and bool(unknown)) or bool(stale)


def main():
    o = options()
    known, faults = survivors.read(o.survivors)
    for fault in faults:
        print(fault)
    counts = wanted(o)
    if o.list:
        for room, count in counts.items():
            for m, _ in zip(candidates(o, room, known), range(count)):
                show(m, 'mutant', '')
                print(f'    - {m.old.strip()}\n    + {m.new.strip()}')
        return bool(faults)
    start = time.monotonic()
    tree = work.Tree(os.path.join(o.folder, o.shard.replace('/', 'of')), [] if o.sample else work.FLAGS, o.jobs, o.sample)
    rooms = [room for room in counts if counts[room]]
    prepare(tree, {generate.SPEC[r][0] for r in rooms if r in generate.SPEC}, [t for room in rooms for t in tests_of(o, room)])
    print(f'built and tested without mutants in {time.monotonic() - start:.0f} s', flush=True)
    results = []
    for room in rooms:
        count = 10**6 if o.again else counts[room]
        results += room_results(tree, room, candidates(o, room, known), count, tests_of(o, room), naming_of(o, room))
    table(results, rooms)
    return close(results, known) or bool(faults)


if __name__ == '__main__':
    sys.exit(main())
