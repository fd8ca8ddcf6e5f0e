#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python package: its declarations against a C compiler's view of the headers (layout.py), the
# cases that all bindings run (cases.py), hostile input and lifetimes (hostile.py), its example, and
# its notebook in Jupyter (notebook.py), and `pip install` as its README says, without a network.
# usage: run.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
here=tests/release/python
if [ -n "$SAN" ]; then
    skip 1 'sanitizers are not for shared libraries of Python'
    finish
fi
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR PREFIX
export PYTHONDONTWRITEBYTECODE=1
make --no-print-directory B="$B" python "$B/declare" >"$dir/log" 2>&1
ok 'make python' $? "$dir/log"

# ---- What declare has read is what the headers say: functions and members of the same types, or
# this does not compile; and each function that the library exports is there.
"$B/declare" c include/*.h >"$dir/proof.c" && ${CC:-cc} -std=c11 -Iinclude "$dir/proof.c" -o "$dir/proof" 2>"$dir/log"
ok 'declare c: the declarations are those of the headers' $? "$dir/log"
"$dir/proof" >"$dir/expected"
[ "$(wc -l <"$dir/expected")" -gt 1000 ]
ok 'declare c: sizes, places and values' $?
"$B/declare" python include/*.h | sed -n 's/^    "\(gisa_[a-z_0-9]*\)": (.*/\1/p' | sort >"$dir/got"
sed -n 's/^    \(gisa_.*\);$/\1/p' "$B/lib/exports.map" | sort >"$dir/exports"
same 'each exported function is declared' "$dir/exports" "$dir/got"
for wrong in 'int f(int x);' 'typedef union gisa_u { int a; } gisa_u;' 'enum { GISA_X = UNKNOWN };' '#if 1' 'typedef struct gisa_s { int a : 3; } gisa_s;' '/* open'; do
    printf '%s\n' "$wrong" >"$dir/wrong.h"
    ! "$B/declare" python "$dir/wrong.h" >/dev/null 2>"$dir/log" && grep -q '^.*wrong.h:1: ' "$dir/log"
    ok "declare refuses $wrong" $? "$dir/log"
done

python() { PYTHONPATH="$B/python" python3 "$@"; }
python $here/layout.py "$dir/expected" >"$dir/got" 2>&1
same 'the package has the same sizes, places and values' "$dir/expected" "$dir/got"

add python $here/cases.py
add python $here/hostile.py ${FULL:+60}
python bindings/python/examples/tour.py examples >"$dir/got" 2>&1
same 'examples/tour.py' $here/tour.txt "$dir/got"

if command -v mypy >/dev/null; then
    MYPYPATH="$B/python" mypy --cache-dir=/dev/null -p gisa >"$dir/log" 2>&1
    ok 'types: mypy' $? "$dir/log"
    printf 'import gisa\nwave = gisa.Wave("gfx900")\nwave.load(1, address="x")\nreveal_type(wave.step().pc)\n' >"$dir/typed.py"
    ! MYPYPATH="$B/python" mypy --cache-dir=/dev/null "$dir/typed.py" >"$dir/log" 2>&1 && grep -q 'typed.py:3: .*incompatible type' "$dir/log" &&
        grep -q 'typed.py:4: .*builtins.int' "$dir/log"
    ok 'types of a program that uses it' $? "$dir/log"
else
    skip 2 'types: there is no mypy'
fi

# The program of README.md, whose files and arrays are there already.
if python3 -c 'import numpy' 2>/dev/null; then
    {
        printf 'import gisa, numpy\nx = numpy.arange(1024, dtype=numpy.float32)\ny = numpy.ones(1024, numpy.float32)\n'
        printf 'open("saxpy.co", "wb").write(gisa.assemble(open("saxpy.s").read(), output="co"))\n'
        sed -n '/^```python/,/^```/p' bindings/python/README.md | sed '/^```/d'
        echo 'assert y.tolist() == [2.0 * i + 1 for i in range(1024)]'
        echo 'assert wave["v0"].view(numpy.float32).tolist() == [2.0 * i for i in range(64)]'
    } >"$dir/readme.py"
    cp examples/saxpy.s "$dir" && package=$(cd "$B/python" && pwd)
    (cd "$dir" && PYTHONPATH=$package python3 readme.py) >"$dir/log" 2>&1
    ok 'the program of README.md' $? "$dir/log"
else
    skip 1 'the program of README.md: there is no numpy'
fi

# The notebook, with the first Python that has Jupyter.
for jupyter in python3 /usr/bin/python3 none; do
    "$jupyter" -c 'import nbclient, ipykernel' 2>/dev/null && break
done
if [ "$jupyter" != none ]; then
    add env PYTHONPATH="$B/python" PYDEVD_DISABLE_FILE_VALIDATION=1 "$jupyter" $here/notebook.py bindings/python/examples/tour.ipynb
else
    skip 1 'the notebook: there is no python3-nbclient or python3-ipykernel'
fi

# ---- As its README says, with nothing to download it from. B says what has been built already.
if python3 -c 'import ensurepip' 2>/dev/null; then
    command=$(sed -n 's,^python3 -m venv ~/gisa && \(~/gisa/bin/pip install .*\),python3 -m venv "$dir/gisa" \&\& \1,p' bindings/python/README.md | sed 's,~/gisa/bin,"$dir/gisa/bin",')
    (export B PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 && eval "$command") >"$dir/log" 2>&1
    ok "$command" $? "$dir/log"
    "$dir/gisa/bin/python" bindings/python/examples/tour.py examples >"$dir/got" 2>&1
    same 'the installed package' $here/tour.txt "$dir/got"
    "$dir/gisa/bin/pip" show gisa 2>"$dir/log" | sed -n 's/^Version: //p' >"$dir/got"
    sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h >"$dir/version"
    same 'its version' "$dir/version" "$dir/got"
    find "$dir/gisa" -path '*site-packages/gisa/*' -name py.typed | grep -q .
    ok 'it says that it has types' $?
    "$dir/gisa/bin/pip" uninstall -y gisa >"$dir/log" 2>&1 && ! find "$dir/gisa" -name '*gisa*.so' | grep -q .
    ok 'pip uninstall' $? "$dir/log"
else
    skip 5 'pip install: there is no python3-venv'
fi
finish
