"""The page that needs no server, as a folder for any static host: `kobako page DIR`. A server hands it out at /page/.

It is the server's own bundle with two lines more in its head: that nobody but the page itself answers, and what it may
load, which on a static host no header says. Beside it lies what a server would hand out otherwise.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import kobako
from kobako.bots.characters import FACES, drawing
from kobako.core.errors import BadOption
from kobako.house.answers import always
from kobako.house.game_files import files_of
from kobako.house.openings import written_down
from kobako.server.keeper import KEEPER, SW, keeper
from kobako.server.preview import PICTURE
from kobako.server.screen import screen_folder

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
CHARSET = '<meta charset="utf-8" />'
HEAD = f"""{CHARSET}
    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />
    <meta name="kobako-host" content="here" />"""
MARK = "kobako-page.json"  # lies in a folder of ours, and says what else in it is
NO_JEKYLL = ".nojekyll"  # GitHub Pages hands out the files as they are
LAST = ("index.html", SW)  # what is there names what else must be there


def page_files() -> dict[str, bytes]:
    """All that the page is made of, by its path."""
    screen = screen_folder()
    if screen is None:
        raise BadOption("the front end is not built here: in a checkout, `make page` builds it")
    apart = ("index.html", PICTURE, KEEPER, SW)
    bundle = [file for file in screen.rglob("*") if file.is_file()]
    files = {file.relative_to(screen).as_posix(): file.read_bytes() for file in sorted(bundle)}
    files = {path: content for path, content in files.items() if path not in apart} | pictures()
    files |= {f"engine/api/{path}": content for path, content in always()}
    files |= {f"engine/openings/{path}": content for path, content in written_down()}
    html = (screen / "index.html").read_text(encoding="utf-8")
    files["index.html"] = html.replace(CHARSET, HEAD, 1).encode()
    files[SW] = keeper((screen / KEEPER).read_bytes(), files, here=True)
    return files


def pictures() -> dict[str, bytes]:
    """Faces, and what each game has for the browser, at the addresses at which a server hands them out."""
    faces = {f"faces/{face}.svg": drawing(face) or b"" for face in FACES}
    found = {}
    for game in kobako.game_names():
        own = files_of(game)
        found.update({str(own.address(name))[1:]: content for name, content in own.files.items() if name != PICTURE})
    return faces | found


def write_page(folder: Path) -> list[str]:
    """Write the page into a folder that is new, empty, or was written so before; gives the paths of its files.

    All of it is written aside first: where something fails, what lay there before is as it was.
    """
    before = written_before(folder)
    files = page_files()
    mark = {"kobako": kobako.__version__, "files": sorted(files)}
    files |= {NO_JEKYLL: b"", MARK: json.dumps(mark, indent=1).encode() + b"\n"}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as aside:
            put(Path(aside), files)
            for path in sorted(files, key=lambda path: path in LAST):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(Path(aside, path), folder / path)
        remove(folder, [path for path in before if path not in files])
    except OSError as wrong:
        raise BadOption(f"{folder} cannot be written ({wrong.strerror}): name a folder where you may write") from None
    return sorted(files)


def written_before(folder: Path) -> list[str]:
    """The files of ours in a folder. One with anything else in it, and nothing of ours, is not touched."""
    if not folder.exists():
        return []
    if not folder.is_dir():
        raise BadOption(f"{folder} is a file: name a folder, a new one or an empty one")
    try:
        known = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"]
        return [
            path
            for path in known
            if isinstance(path, str) and (folder / path).resolve().is_relative_to(folder.resolve())
        ]
    except FileNotFoundError:
        if any(folder.iterdir()):
            raise BadOption(
                f"{folder} is not empty, and no page of ours lies in it: name a new folder or an empty one"
            ) from None
        return []
    except (ValueError, KeyError, TypeError):
        raise BadOption(f"{folder / MARK} cannot be read as ours: name another folder") from None


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def remove(folder: Path, paths: list[str]) -> None:
    """Take away files, and the folders that nothing is left in."""
    for path in paths:
        (folder / path).unlink(missing_ok=True)
        for above in Path(path).parents:
            if above != Path() and (folder / above).is_dir() and not any((folder / above).iterdir()):
                shutil.rmtree(folder / above)
