"""What is installed besides the core: a package that is missing is answered by the extra that brings it."""

from __future__ import annotations

import importlib.metadata
import re

from kobako.core.errors import KobakoError

# Packages that are imported by another name than they are installed by.
IMPORTED_AS = {"PIL": "pillow", "pyspiel": "open-spiel"}


class MissingExtra(KobakoError, ModuleNotFoundError):
    """A package is not installed that an extra of Kobako brings."""


def missing_extra(missing: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """What to raise where an extra is needed and a package is missing: the same, if that extra does not bring it."""
    module = (missing.name or "").partition(".")[0]
    if canonical(IMPORTED_AS.get(module, module)) not in packages_of(extra):
        return missing
    return MissingExtra(f"{module} is not installed: pip install 'kobako[{extra}]' brings it", name=missing.name)


def packages_of(extra: str) -> set[str]:
    """The packages that an extra of Kobako brings."""
    brought = set()
    for line in importlib.metadata.requires("kobako") or ():
        found = re.match(r"""([\w.-]+).*;.*extra == ['"]([\w-]+)['"]""", line)
        if found and found[2] == extra:
            brought.add(canonical(found[1]))
    return brought


def canonical(package: str) -> str:
    """A package's name as the index compares it."""
    return re.sub(r"[-_.]+", "-", package).lower()
