# SPDX-License-Identifier: MIT
"""Scratch copies of the tree: one in which mutants are built and tested, and one as it was, so that the user may go on working."""
import glob
import os
import re
import resource
import shutil
import signal
import subprocess
import time

FLAGS = ['CC=' + os.environ.get('CC', 'gcc') + ' -DONE_LEVEL', 'LEVELS=baseline', 'CFLAGS=-O1 -g1', 'TABLE_FLAGS=-O0', 'PNG=',
         'WIDE=-O1 -fopenmp-simd -fno-math-errno -fno-trapping-math', 'TEST_FLAGS=-DREPORTS=100000']
GiB = 1 << 30


def limit():
    """A mutant may ask for all memory, or write without end."""
    for what, most in ((resource.RLIMIT_AS, 64 * GiB), (resource.RLIMIT_FSIZE, 2 * GiB), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, resource.getrlimit(what)[1]))


def run(command, folder, seconds, limited=False, environment=None):
    """(status, output) of a command; the status is None after a timeout. What it started ends with it."""
    log = os.path.join(folder, 'build', 'mutant.log')
    with open(log, 'wb') as out:
        p = subprocess.Popen(command, cwd=folder, shell=isinstance(command, str), stdin=subprocess.DEVNULL, stdout=out,
                             stderr=subprocess.STDOUT, start_new_session=True, env=environment,
                             preexec_fn=limit if limited else None)
        try:
            status = p.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            p.wait()
    with open(log, errors='replace') as text:
        return status, text.read()


class Tree:
    def __init__(self, root, flags, jobs, built=None):
        """Copies the tree in the working directory to `root`; `built` is a folder with what has been built of it. Works on from a
        copy as it is now."""
        root = os.path.abspath(root)
        built = built and os.path.abspath(built)
        source = root + '.source'
        self.root, self.flags, self.jobs, self.changed = root, flags, jobs, []
        self.usual = {} # the seconds that tests take without a mutant; None if they fail
        for folder in (root, source):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree('.', folder, ignore=shutil.ignore_patterns('build', 'build-*', '.git', '__pycache__'), symlinks=True)
        os.chdir(source)
        os.makedirs(os.path.join(root, 'build', 'tmp'))
        if built:
            for part in ('src', 'check', 'gen', 'cmd', 'host', 'isagen', 'libgisa.a'):
                subprocess.run(['cp', '-a', os.path.join(built, part), os.path.join(root, 'build')], check=True)
        self.environment = {k: v for k, v in os.environ.items() if k not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL', 'B', 'SANITIZE')}
        self.environment['TMPDIR'] = os.path.join(root, 'build', 'tmp')

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, mutants):
        """Makes the files of the copy those of the tree, but for the lines of these mutants. Others are not touched."""
        texts = {}
        for m in [*self.changed, *mutants]:
            if m.file not in texts:
                with open(m.file, encoding='utf-8') as f:
                    texts[m.file] = f.read().split('\n')
        for m in mutants:
            texts[m.file][m.line] = m.new
        for name, lines in texts.items():
            with open(self.path(name), 'w', encoding='utf-8') as f:
                f.write('\n'.join(lines))
        self.changed = list(mutants)

    def make(self, targets):
        """(whether it was built, what make said)"""
        command = ['make', f'-j{self.jobs}', '--no-print-directory', 'B=build', *self.flags, *targets]
        status, output = run(command, self.root, 1800, environment=self.environment)
        return status == 0, output

    def isagen(self, family):
        """(status, output) of isagen for the spec as it is now."""
        os.makedirs(self.path('build/tmp/new'), exist_ok=True)
        command = ['build/isagen', f'isa/{family}', 'build/tmp/new']
        return run(command, self.root, 60, limited=True, environment=self.environment)

    def verdict_of_isagen(self, family):
        """('refused', message), ('stillborn', why), or None if the spec is taken and means something else than without mutants."""
        status, output = self.isagen(family)
        if status != 0:
            message = re.search(r'error: .*', output)
            return ('refused', message.group(0)) if message else ('stillborn', f'isagen ended with status {status}')
        return ('stillborn', 'nothing changes') if self.same(family) else None

    def written(self, folder, family):
        """{name: text} of what isagen writes for a family into a folder of the build."""
        root = self.path(f'build/tmp/{folder}')
        texts = {}
        for name in glob.glob(f'{root}/{family}_*.*') + glob.glob(f'{root}/{family}/*.c'):
            with open(name, encoding='utf-8') as f:
                texts[os.path.relpath(name, root)] = f.read().replace(f'build/tmp/{folder}/', '')
        return texts

    def same(self, family):
        """Whether the tables and bodies that isagen has just written are those of the spec without mutants."""
        return self.written('new', family) == self.written(f'usual_{family}', family)

    def keep_usual(self, family):
        os.replace(self.path('build/tmp/new'), self.path(f'build/tmp/usual_{family}'))

    def trusts(self, test):
        """Whether a test passes without mutants, which is tried before it is used for the first time."""
        if test.name not in self.usual:
            mutants = self.changed
            self.write([])
            good, log = self.make(test.targets)
            start = time.monotonic()
            if good:
                status, log = run(test.command, self.root, 1800, test.limited, self.environment)
                good = status == 0
            self.usual[test.name] = time.monotonic() - start if good else None
            if not good:
                print(f'left out, as it fails without mutants: {test.name}: {log[-400:]}', flush=True)
            self.write(mutants)
        return self.usual[test.name] is not None

    def test(self, test):
        """(status, output); the status is None if it takes many times as long as without a mutant."""
        return run(test.command, self.root, 30 + 6 * self.usual[test.name], test.limited, self.environment)
