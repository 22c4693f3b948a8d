"""What the pages say is so: their Python runs, their links lead somewhere, their kifu replays, their site builds."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kobako

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
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


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The docs site, as `make docs` builds it: a broken link, anchor or reference ends the build."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True)
    assert built.returncode == 0, built.stderr.decode()
    return folder


def test_the_site_has_every_page_of_every_game(site):
    for name in kobako.game_names():
        for lang in ("en", "ja"):
            page = (site / "rules" / f"{name}.{lang}" / "index.html").read_text(encoding="utf-8")
            assert kobako.game(name).title(lang) in page
    assert "kobako.Match" in (site / "api" / "games" / "index.html").read_text(encoding="utf-8")


def test_the_site_asks_no_other_host_for_anything(site):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<(?:script|img|iframe)[^>]+src=\"?(?:https?:)?//", text), page
        assert not re.search(r"<link[^>]+href=\"?(?:https?:)?//", text), page


def test_the_version_is_one():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)[1]
    assert cited == kobako.__version__
    assert f"## [{cited}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
