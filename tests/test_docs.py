"""What the pages say is so: their Python runs, their links lead somewhere, their kifu replays."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import kobako

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_of_a_page_runs(page):
    assert doctest.testfile(str(page), module_relative=False, optionflags=FLAGS).failed == 0


def modules():
    for info in pkgutil.walk_packages(kobako.__path__, "kobako."):
        if not info.name.endswith("__main__"):
            yield info.name


@pytest.mark.parametrize("name", ["kobako", *modules()])
def test_the_examples_of_a_module_run(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_kifu_of_the_page_replays():
    text = (ROOT / "docs" / "kifu.md").read_text(encoding="utf-8")
    block = re.search(r"^    kobako kifu 1\n(?:    .*\n|\n)+", text, re.M).group()
    match = kobako.replay("\n".join(line.strip() for line in block.splitlines()))
    assert match.names == ["Aoi", "Ben"]
