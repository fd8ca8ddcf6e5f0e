# SPDX-License-Identifier: MIT
"""Reads survivors.txt: mutants that no test can see, or none sees yet, each with the reason.

    src/x.c
    - the line
    + the mutant's line
    why: ... (may go on in lines that begin with a blank)
"""
import os


def key(mutant):
    return mutant.file, mutant.old.strip(), mutant.new.strip()


def read(path):
    """({(file, old, new): reason}, faults). An entry whose line is not in its file any more is a fault."""
    known, faults, file, old, new = {}, [], '', '', ''
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip('\n')
            if line.startswith('- '):
                old = line[2:].strip()
            elif line.startswith('+ '):
                new = line[2:].strip()
            elif line.startswith('why: '):
                known[file, old, new] = line[5:]
                if not os.path.exists(file) or old not in (s.strip() for s in open(file, encoding='utf-8')):
                    faults.append(f'survivors.txt:{number}: {file} has no line: {old}')
            elif line and line[0] not in ' #':
                file = line
    return known, faults
