# SPDX-License-Identifier: MIT
"""Builds the wheel for pip (PEP 517): runs `make python` in the tree that this folder is in, and
packs what that made. B, of the environment, is the build directory, as for make."""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# What the outer make said is not for this one.
OUTER = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "DESTDIR", "PREFIX")


def _version() -> str:
    with open(os.path.join(ROOT, "include", "gisa.h"), encoding="utf-8") as file:
        found = re.search(r'^#define GISA_VERSION "(.*)"$', file.read(), re.M)
    if not found:
        raise RuntimeError("include/gisa.h states no version")
    return found[1]


def _make() -> str:
    """The folder with the package."""
    environment = {k: v for k, v in os.environ.items() if k not in OUTER}
    build = environment.get("B", "build")
    subprocess.run(["make", "-C", ROOT, f"B={build}", "python"], check=True, env=environment, stdout=sys.stderr)
    return os.path.join(ROOT, build, "python", "gisa")


def _platform() -> str:
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def _metadata() -> str:
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (
        "Metadata-Version: 2.1\n"
        "Name: gisa\n"
        f"Version: {_version()}\n"
        "Summary: GPU instruction sets, executable: disassemble, assemble, explain and run GCN and SGX543 code\n"
        "License: MIT\n"
        "Requires-Python: >=3.8\n"
        "Provides-Extra: numpy\n"
        'Requires-Dist: numpy; extra == "numpy"\n'
        "Classifier: Typing :: Typed\n"
        "Description-Content-Type: text/markdown\n\n" + readme
    )


def _info() -> "dict[str, str]":
    tag = f"py3-none-{_platform()}"
    wheel = f"Wheel-Version: 1.0\nGenerator: gisa\nRoot-Is-Purelib: false\nTag: {tag}\n"
    return {"METADATA": _metadata(), "WHEEL": wheel}


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name = f"gisa-{_version()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, name), exist_ok=True)
    for file, text in _info().items():
        with open(os.path.join(metadata_directory, name, file), "w", encoding="utf-8") as out:
            out.write(text)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package, info = _make(), f"gisa-{_version()}.dist-info"
    files = {}
    for name in sorted(os.listdir(package)):
        if name.endswith((".py", ".pyi", ".so", ".typed")):
            with open(os.path.join(package, name), "rb") as file:
                files[f"gisa/{name}"] = file.read()
    files.update({f"{info}/{name}": text.encode() for name, text in _info().items()})
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files[f"{info}/LICENSE"] = file.read()
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"gisa-{_version()}-py3-none-{_platform()}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("the source of this package is all of gisa's: `make dist` packs it")
