# SPDX-License-Identifier: MIT
# declarations.py is made from the C headers when the package is built: structures and numbers.
from typing import Any

def __getattr__(name: str) -> Any: ...
