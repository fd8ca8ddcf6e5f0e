# SPDX-License-Identifier: MIT
"""Which tests could see the mutants of a room, cheapest first."""
from collections import namedtuple

# targets: what make builds for it; limited: it gets by with a limit to its addresses.
Test = namedtuple('Test', 'name command targets limited', defaults=[True])


def program(name, *arguments):
    return Test(name, ' '.join((f'build/tests/{name}', *arguments)), (f'build/tests/{name}',))


def script(name, program='build/gisa', *more):
    return Test(f'{name}.sh', f'sh tests/{name}/run.sh {program}', ('build/gisa', *more))


ALL = {t.name: t for t in [
    *(program(n) for n in ('laws', 'golden', 'interface', 'tables', 'bodies', 'emulator', 'buffers', 'arithmetic', 'object', 'gxp', 'describe',
                           'usse', 'shade', 'oracle')),
    *(script(n) for n in ('asm', 'cli', 'run', 'run-shader', 'emulator', 'versions', 'gxp', 'describe', 'bad', 'real')),
    Test('json.sh', 'sh tests/core/describe/json.sh build/gisa', ('build/gisa',)),
    Test('kernels.sh', 'sh tests/engine/kernels/run.sh build', ('build/gisa', 'build/tests/kernels')),
    Test('hsa.sh', 'sh tests/runtime/hsa/run.sh build', ('hsa', 'build/gisa', 'build/tests/hsa', 'build/tests/hsa_fork',
                                                   'build/tests/hsa_chips')),
    Test('threads', 'sh tests/runtime/hsa/run.sh build threads', ('hsa', 'build/gisa', 'build/tsan/hsa'), False),
]}

# Mutants of rows are built together, and these tests name the rows that fail.
NAMING = {'gcn': ['golden', 'tables', 'interface', 'bodies'], 'usse': ['usse', 'shade']}

GCN = ['golden', 'tables', 'interface', 'emulator', 'object', 'asm.sh', 'emulator.sh', 'bodies', 'run.sh', 'buffers', 'describe', 'laws',
       'versions.sh', 'oracle', 'describe.sh']
USSE = ['usse', 'run-shader.sh', 'gxp.sh', 'gxp', 'shade', 'describe', 'laws', 'describe.sh']

OF_ROOM = {
    'gcn-rows': GCN, 'gcn-bodies': GCN, 'gcn-facts': GCN, 'usse-rows': USSE, 'usse-bodies': USSE, 'usse-facts': USSE,
    'core': ['golden', 'interface', 'emulator', 'object', 'usse', 'asm.sh', 'gxp.sh', 'describe', 'run-shader.sh', 'run.sh', 'gxp', 'oracle',
             'laws', 'json.sh', 'cli.sh', 'describe.sh', 'bad.sh'],
    'object': ['object', 'asm.sh', 'gxp.sh', 'run.sh', 'versions.sh', 'gxp', 'emulator.sh', 'cli.sh', 'bad.sh'],
    'asm': ['asm.sh', 'gxp.sh', 'object', 'emulator.sh', 'versions.sh', 'run.sh', 'gxp', 'cli.sh', 'bad.sh'],
    'dis': ['object', 'asm.sh', 'gxp.sh', 'gxp', 'versions.sh', 'run.sh', 'cli.sh', 'describe.sh', 'bad.sh'],
    'emu': ['emulator', 'emulator.sh', 'run.sh', 'arithmetic', 'buffers', 'bodies', 'versions.sh', 'hsa.sh', 'describe.sh'],
    'shade': ['run-shader.sh', 'gxp.sh', 'shade'],
    'hsa': ['hsa.sh', 'threads'],
}
# With --quick these are left out: half a minute each, for the few mutants that come so far.
SLOW = ('laws', 'oracle', 'describe.sh', 'json.sh', 'cli.sh', 'bad.sh')
# What takes minutes, after everything else, with --long.
LONG = {'object': ['real.sh'], 'dis': ['real.sh'], 'asm': ['real.sh'], 'emu': ['kernels.sh'], 'gcn-bodies': ['kernels.sh']}


def of_room(room, quick=False, long=False):
    names = OF_ROOM[room] + (LONG.get(room, []) if long else [])
    return [ALL[name] for name in names if not (quick and name in SLOW)]
