# SPDX-License-Identifier: MIT
"""Lists the mutants of the project by room, in an order that a seed decides: evenly over files and kinds of fault."""
import glob
import random
import re
from collections import namedtuple

import rules

# names: the mnemonics that a test would name, if the mutant is of a row; line counts from 0.
Mutant = namedtuple('Mutant', 'room file line kind old new names')

CODE = {
    'core': 'src/core/*.c', 'object': 'src/object/*.c', 'asm': 'src/asm/*.c', 'dis': 'src/dis/*.c', 'float': 'src/float/*.c',
    'insn': 'src/insn/*.c', 'emu': 'src/emu/*.c', 'shade': 'src/shade/*.c', 'hsa': 'hsa/*.c', 'check': 'check/*.c',
}
SPEC = {f'{family}-{part}': (family, part) for family in ('gcn', 'usse') for part in ('rows', 'bodies', 'facts')}
# What explains itself to users and nothing else, and a library that programs without a test of ours
# preload.
LEFT_OUT = ('/words.isa', '/corrections.isa', 'hsa/preload.c')
ROOMS = list(SPEC) + list(CODE)


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def files_of(pattern):
    return [f for f in sorted(glob.glob(pattern)) if not f.endswith(LEFT_OUT)]


def of_code(room, path):
    text = read(path)
    lines, shown, before = text.split('\n'), rules.mask(text).split('\n'), ''
    for i, (line, seen) in enumerate(zip(lines, shown)):
        for kind, new in rules.of_code(line, seen, before):
            yield Mutant(room, path, i, kind, line, new, ())
        before = seen.strip() or before


# ---- The spec

def blocks(lines):
    """What each line of a spec is: (part, word, block). A block is a doc, its headers and their body."""
    part, word, block, number, previous = '', '', -1, -1, ''
    for line in lines:
        number += line.startswith('///') and not previous.startswith('///')
        inside = part == 'body' and not (previous == '}' or previous.startswith('{') and previous.endswith('}'))
        if inside or line.startswith('{'):
            part = 'body'
        elif rules.HEADER.fullmatch(line):
            part, word, block = 'row', '', number
        elif line[:1].isspace():
            part = part if part in ('row', 'statement') else ''
        else:
            first = line.split(' ', 1)[0]
            part, word = ('statement', first) if first in rules.STATEMENTS else ('', '')
        previous = line
        yield part, word, block


def likes(folder):
    """By mnemonic: the rows that share its body by !like."""
    table = {}
    for path in files_of(f'{folder}/*.isa'):
        for line in read(path).split('\n'):
            m, like = rules.HEADER.fullmatch(line), re.search(r'!like\(([\w.]+)\)', line)
            if m and like:
                for name in {like.group(1), like.group(1).split('.', 1)[-1]}:
                    table.setdefault(name, set()).add(m.group(1))
    return table


def names_of(lines, parts, shared):
    names = {}
    for line, (part, _, block) in zip(lines, parts):
        m = rules.HEADER.fullmatch(line)
        if part == 'row' and m:
            names.setdefault(block, set()).update({m.group(1)} | shared.get(m.group(1), set()))
    return names


def of_line(part, word, line, seen, before):
    if part == 'body':
        return rules.of_body(line, seen, before)
    if part == 'row' and rules.HEADER.fullmatch(seen):
        return rules.of_row(line, seen)
    return rules.of_statement(word, line, seen) if part == 'statement' else ()


def of_spec(room, path):
    family, wanted = SPEC[room]
    text = read(path)
    lines, shown, before = text.split('\n'), rules.mask(text, spec=True).split('\n'), ''
    parts = list(blocks(lines))
    names = names_of(lines, parts, likes(f'isa/{family}'))
    part_of = {'row': 'rows', 'body': 'bodies', 'statement': 'facts'}
    for i, (line, seen) in enumerate(zip(lines, (s.rstrip() for s in shown))):
        part, word, block = parts[i]
        if part_of.get(part) == wanted:
            for kind, new in of_line(part, word, line, seen, before):
                yield Mutant(room, path, i, kind, line, new, tuple(sorted(names.get(block, ()))) if part != 'statement' else ())
        before = seen.strip() or before


# ---- The order

def grouped(mutants):
    """By file, then by kind."""
    groups = {}
    for m in mutants:
        if m.new != m.old:
            groups.setdefault(m.file, {}).setdefault(m.kind, []).append(m)
    return groups


def all_of(room):
    if room in CODE:
        return [m for path in files_of(CODE[room]) for m in of_code(room, path)]
    return [m for path in files_of(f'isa/{SPEC[room][0]}/*.isa') for m in of_spec(room, path)]


def in_order(room, seed):
    """All mutants of a room: a file in turn, there a kind by chance, there a mutant by chance."""
    chance = random.Random(f'{seed} {room}')
    groups = grouped(all_of(room))
    files = sorted(groups)
    chance.shuffle(files)
    while files:
        for path in list(files):
            kinds = groups[path]
            kind = chance.choice(sorted(kinds))
            yield kinds[kind].pop(chance.randrange(len(kinds[kind])))
            if not kinds[kind]:
                del kinds[kind]
            if not kinds:
                files.remove(path)
