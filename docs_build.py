"""Brings into the docs site what lies outside docs/: README, rulebooks, notebooks, and files that pages link to.

MkDocs calls these functions (`hooks` in mkdocs.yml). Links are written for those who read the files where they lie;
here they are turned to where the pages are on the site.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import kobako

ROOT = Path(__file__).parent
LINK = re.compile(r'(\]\(|\bsrc=")([^)"#:\s]+)')


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside, and name them where the navigation asks for all of a kind."""
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        add(files, config, ROOT / name, name)
    add(files, config, ROOT / "README.md", "index.md")
    add(files, config, ROOT / "web" / "public" / "kobako.svg", "kobako.svg")
    for path in sorted((ROOT / "src" / "kobako" / "games").glob("*/rulebook.*.md")):
        add(files, config, path, f"rules/{path.parent.name}.{path.suffixes[0][1:]}.md")
    for path in sorted((ROOT / "examples").glob("*.ipynb")):
        add(files, config, path, f"examples/{path.stem}.md")
    known = sorted(files.src_uris)
    config.nav = expanded(
        config.nav,
        {
            "rules.en": [uri for uri in known if uri.startswith("rules/") and uri.endswith(".en.md")],
            "rules.ja": [uri for uri in known if uri.startswith("rules/") and uri.endswith(".ja.md")],
            "examples": [uri for uri in known if uri.startswith("examples/")],
        },
    )
    return files


def add(files: Files, config: MkDocsConfig, path: Path, uri: str) -> None:
    """One file from outside docs/, under a name of its own on the site."""
    files.append(File.generated(config, uri, abs_src_path=str(path)))


def expanded(nav: Any, lists: dict[str, list[str]]) -> Any:
    """The navigation with each list in the place of its name."""
    if isinstance(nav, list):
        return [expanded(entry, lists) for entry in nav]
    if isinstance(nav, dict):
        return {title: expanded(entry, lists) for title, entry in nav.items()}
    return lists.get(nav, nav)


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:
    """A notebook as Markdown; a rulebook with its pictures in letters; every other page is read as it is."""
    source = Path(page.file.abs_src_path or "")
    if source.name.startswith("rulebook."):
        return kobako.game(source.parent.name).rulebook(source.suffixes[0][1:])
    return from_notebook(json.loads(source.read_text(encoding="utf-8"))) if source.suffix == ".ipynb" else None


def from_notebook(notebook: dict[str, Any]) -> str:
    """Its texts as they are, its code and what it printed as blocks."""
    parts = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        for output in cell.get("outputs", []):
            shown = output.get("text") or output.get("data", {}).get("text/plain", [])
            parts.append(f"```text\n{''.join(shown).rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links that lead out of docs/ to the pages on the site; what is no page there goes along as a file."""
    here = Path(page.file.abs_src_path or "").parent
    places = {Path(file.abs_src_path).resolve(): file.src_uri for file in files if file.abs_src_path}

    def turned(link: re.Match[str]) -> str:
        target = (here / link[2]).resolve()
        if not target.is_file():
            return link[0]
        if target not in places:
            add(files, config, target, target.relative_to(ROOT).as_posix())
        uri = places.get(target) or target.relative_to(ROOT).as_posix()
        if link[1] != "](":  # HTML is left as it is, so its links must lead from page to page, not from file to file
            return link[1] + posixpath.relpath(files.src_uris[uri].url, page.file.url or ".")
        return link[1] + posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".")

    return LINK.sub(turned, markdown)
