"""One archive with all Python that the page runs: ours, and what that needs of the standard library, compiled.

Run by pack.mjs inside Pyodide, with the checkout at /checkout; its value is the archive's bytes. Nothing in it is
compressed, for the whole is, and so a module is read from it at once.
"""

import ast
import contextlib
import importlib
import io
import sys
import tomllib
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from types import CodeType

CHECKOUT = Path("/checkout")
SOURCES = CHECKOUT / "src"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
OURS = PROJECT["name"]
# What a browser has not, and what is only imported where it is needed.
ELSEWHERE = {"numpy", "numba", "llvmlite", "filelock", "platformdirs", "typing_extensions"}
# What runs in a page; what else there is of these is found by what they import.
ROOTS = [
    "kobako.offline.start",
    "kobako.offline.browser",
    "kobako.house.openings",
    *(f"kobako.games.{game}" for game in PROJECT["entry-points"]["kobako.games"]),
]
PARTS = ["rules", "knowledge", "notation", "why", "picture", "events", "foresee", "mind", "learned", "view", "options"]
NOT_HERE = {"kobako.bots.program:program_bot"}  # a page starts no programs
DATA = ("*.toml", "mind.json")
WITH_DOCS = ("_pyodide", "pyodide")  # which look at their own
SHIM = "from typing import TypedDict\n"  # since 3.12 the one of `typing` is all that we need of typing_extensions


def files_in(folder):
    return {p.relative_to(folder).as_posix(): p for p in folder.rglob("*.py")}


def module_path(name, known):
    return next((p for p in (f"{name}.py", f"{name}/__init__.py") if p in known), None)


def imports(source, package):
    """The modules that a text imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours():
    """Our modules that a page may come to, by path: those named above, and what they import."""
    known, found, left = files_in(SOURCES), {}, list(ROOTS)
    for game in PROJECT["entry-points"]["kobako.games"]:
        left += [f"kobako.games.{game}.{part}" for part in PARTS]
    outside = set()
    while left:
        name = left.pop()
        while name:  # a package is imported before what is in it
            path = module_path(name.replace(".", "/"), known)
            if path and path not in found:
                found[path] = known[path].read_text(encoding="utf-8")
                left += imports(found[path], name)
            elif not path and name.split(".")[0] != OURS:
                outside.add(name)
            name = name.rpartition(".")[0]
    return found, outside


def stdlib(outside):
    """The modules of the standard library that Python begins with here, and those that ours import, by path."""
    archive = zipfile.ZipFile(io.BytesIO(STDLIB.tobytes() if hasattr(STDLIB, "tobytes") else bytes(STDLIB)))
    known = set(archive.namelist())
    for name in sorted(outside):
        if name.split(".")[0] not in ELSEWHERE:
            with contextlib.suppress(ImportError):  # a name in a module, not a module
                importlib.import_module(name)
    rehearse()
    names = [name.replace(".", "/") for name in sys.modules]
    paths = {path for name in names if (path := module_path(name, known))}
    return {path: archive.read(path).decode() for path in paths}


def rehearse():
    """Do what a page does: some modules bring others only when they are needed."""
    site = Path("/site")
    for name, content in about_us().items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    (site / "typing_extensions.py").write_text(SHIM)
    sys.path[:0] = [str(site), str(SOURCES)]
    importlib.invalidate_caches()
    for name in ROOTS:
        importlib.import_module(name)
    import kobako
    from kobako.bots.registry import level_names, make_bot
    from kobako.core.kifu import replay

    for name in kobako.game_names():
        match = kobako.game(name).new(players=2, seed=1)
        bots = [make_bot(level, match.game, 1) for level in ("greedy", "random")]
        while not match.over:
            match.play(bots[match.seat].choose(match.view(match.seat), match.legal()))
        assert replay(match.kifu()).scores == match.scores
        match.game.words("ja"), match.view(0).show(), level_names()


def about_us():
    """What tells Python that we are installed, and which games and bots we bring."""
    info = f"{OURS}-{PROJECT['version']}.dist-info"
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items() if value not in NOT_HERE)
        for group, points in PROJECT["entry-points"].items()
    )
    about = f"Metadata-Version: 2.1\nName: {OURS}\nVersion: {PROJECT['version']}\n"
    return {f"{info}/METADATA": about.encode(), f"{info}/entry_points.txt": points.encode()}


def compiled(path, source):
    keep = path.split("/")[0] in WITH_DOCS
    code = compile(source, path, "exec", dont_inherit=True, optimize=0 if keep else 2)
    return bytes(_code_to_timestamp_pyc(without_lines(code), 0, 0))


def without_lines(code):
    """Code that does not know from which lines it came: that is a part of every module that nobody in a page reads."""
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=tuple(inner), co_linetable=b"")


def packed():
    mine, outside = ours()
    modules = {**stdlib(outside), **mine, "typing_extensions.py": SHIM}
    files = {path + "c": compiled(path, source) for path, source in sorted(modules.items())}
    for pattern in DATA:
        for file in sorted((SOURCES / OURS).rglob(pattern)):
            path = file.relative_to(SOURCES).as_posix()
            if f"{path.rpartition('/')[0]}/__init__.py" in mine:
                files[path] = file.read_bytes()
    files.update({f"kobako/offline/installed/{name}": content for name, content in about_us().items()})
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


packed()
