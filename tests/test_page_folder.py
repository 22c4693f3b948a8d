"""`kobako page`: a folder is written whole, renewed, and never taken from somebody else."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kobako.core.errors import BadOption
from kobako.server import page
from kobako.server.page import MARK, write_page


@pytest.fixture(autouse=True, scope="module")
def made_once() -> Iterator[None]:
    """What the page is made of is the same in every test, and takes seconds to write down."""
    files = page.page_files()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "page_files", lambda: dict(files))
        yield


def content(folder: Path) -> dict[str, bytes]:
    """All that lies in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_page_is_written_and_finds_all_its_files_beside_it(tmp_path: Path) -> None:
    written = write_page(tmp_path / "new" / "page")
    found = content(tmp_path / "new" / "page")
    assert sorted(found) == written
    assert b'href="/' not in found["index.html"]
    assert b'src="/' not in found["index.html"]
    assert json.loads(found[MARK])["files"] == sorted(set(written) - {MARK, ".nojekyll"})


def test_the_header_that_hosts_are_told_to_send_is_the_page_s_own_policy() -> None:
    told = (Path(__file__).parents[1] / "docs" / "publish.md").read_text(encoding="utf-8")
    assert re.findall("Content-Security-Policy: (.*)", told) == [page.POLICY]


def test_a_folder_of_ours_is_renewed_and_what_others_put_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_page(tmp_path)
    (tmp_path / "CNAME").write_text("box.example\n")
    (tmp_path / ".git").mkdir()
    files = page.page_files()
    gone = next(path for path in files if path.startswith("wasm/"))
    changed = {**{path: text for path, text in files.items() if not path.startswith("wasm/")}, "kobako.svg": b"<svg/>"}
    monkeypatch.setattr(page, "page_files", lambda: changed)
    write_page(tmp_path)
    found = content(tmp_path)
    assert found["kobako.svg"] == b"<svg/>"
    assert found["CNAME"] == b"box.example\n"
    assert (tmp_path / ".git").is_dir()
    assert gone not in found
    assert not (tmp_path / "wasm").exists()


def others(folder: Path) -> None:
    (folder / "thesis.txt").write_text("all my work")


def a_mark_of_others(folder: Path) -> None:
    (folder / MARK).write_text("[1, 2]")


@pytest.mark.parametrize(("put", "said"), [(others, "is not empty"), (a_mark_of_others, "cannot be read as ours")])
def test_a_folder_of_others_is_left_as_it_is(tmp_path: Path, put: Callable[[Path], None], said: str) -> None:
    put(tmp_path)
    before = content(tmp_path)
    with pytest.raises(BadOption, match=said):
        write_page(tmp_path)
    assert content(tmp_path) == before


def test_a_mark_cannot_have_files_elsewhere_removed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("x")
    folder = tmp_path / "page"
    write_page(folder)
    mark = json.loads((folder / MARK).read_text())
    (folder / MARK).write_text(
        json.dumps({**mark, "files": [*mark["files"], "../precious", str(tmp_path / "precious")]})
    )
    write_page(folder)
    assert (tmp_path / "precious").read_text() == "x"


def test_where_it_fails_nothing_is_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_page(tmp_path)
    before = content(tmp_path)

    def full(*_args: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(page, "put", full)
    with pytest.raises(BadOption, match="No space left"):
        write_page(tmp_path)
    assert content(tmp_path) == before


def test_the_command_says_what_is_wrong_in_one_line(tmp_path: Path) -> None:
    others(tmp_path)
    command = [sys.executable, "-m", "kobako", "page", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"kobako: {tmp_path} is not empty, and no page of ours lies in it: name a new folder or an empty one\n"
    )


def test_the_manifest_names_icons_that_are_there_and_as_large_as_it_says() -> None:
    files = page.page_files()
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["start_url"] == manifest["scope"] == "./"
    sizes = {}
    for icon in manifest["icons"]:
        drawn = files[icon["src"]]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.setdefault(icon.get("purpose", "any"), set()).add(width)
    assert sizes == {"any": {192, 512}, "maskable": {192, 512}}
    touch = re.search(r'rel="apple-touch-icon" href="\./([^"]+)"', files["index.html"].decode())
    assert touch
    assert struct.unpack(">II", files[touch[1]][16:24]) == (180, 180)
