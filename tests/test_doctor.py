"""`kobako doctor`: what it finds, what it advises, and that looking changes nothing."""

import importlib.metadata
import json
import sqlite3

import pytest

import kobako
from kobako.bots.minds import weights_of
from kobako.cli import checks, main
from kobako.core import jit
from kobako.core.compiling import Compiled, note
from kobako.core.words import load_words
from kobako.server.store import open_engine
from tests.core.test_extras import run_without

WORDS = load_words("kobako.cli", "en")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A machine on which nothing was done yet."""
    monkeypatch.setenv("KOBAKO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("KOBAKO_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("kobako.server.screen.screen_folder", lambda: tmp_path)
    return tmp_path


def doctor(capsys, *argv):
    code = main(["doctor", *argv])
    return code, capsys.readouterr().out


def of(findings, check):
    return [finding for finding in findings if finding["check"] == check]


def test_all_is_well(home, capsys):
    code, out = doctor(capsys, "--json")
    said = json.loads(out)
    assert (code, said["well"], said["kobako"]) == (0, True, kobako.__version__)
    assert {finding["status"] for finding in said["findings"]} <= {"ok", "absent"}
    assert [finding["found"] for finding in of(said["findings"], "kernels")] == [
        f"{name}: 0 of {21 if weights_of(kobako.game(name)) else 17} compiled" for name in kobako.game_names()
    ]
    assert list(home.iterdir()) == []  # it looked, and made nothing


@pytest.mark.parametrize(
    ("lang", "well"), [("en", "All that is needed works."), ("ja", "必要なものはすべて動きます。")]
)
def test_in_words(home, capsys, lang, well):
    code, out = doctor(capsys, "--lang", lang)
    assert code == 0
    assert out.splitlines()[-1] == well
    assert out.count("kobako doctor --compile") == 1  # what mends several things is said once
    assert str(home / "cache") in out


def test_compiled_kernels_are_counted_and_those_that_failed_are_named(home, capsys):
    compiled = Compiled(kobako.game("kotori"))
    compiled.kernel("pick")
    note(compiled.folder / "first_wrong-uint8").write_text("TypingError: it is so\nand more\n", encoding="utf-8")
    code, out = doctor(capsys)
    assert code == 1
    assert "[FAIL] Kernels: kotori: 1 of 17 compiled; first_wrong: TypingError: it is so\n" in out
    assert "kotori is played by its plain rules meanwhile, slower" in out
    assert str(note(compiled.folder / "first_wrong-uint8")) in out
    compiled.kernel("first_wrong")  # it compiles after all
    assert "[ ok ] Kernels: kotori: 2 of 17 compiled\n" in doctor(capsys)[1]


def test_compile_makes_all_of_them(home, capsys, monkeypatch):
    fresh = Compiled(kobako.game("kotori"))
    monkeypatch.setattr(kobako, "game_names", lambda: ("kotori",))
    monkeypatch.setattr(checks, "workshops", lambda game: [fresh])
    monkeypatch.setattr(checks, "variants", lambda compiled: [("pick", "uint8")])
    code, out = doctor(capsys, "--compile")
    assert code == 0
    assert "kotori: 1 of 1 compiled" in out


def test_a_game_from_elsewhere_that_cannot_be_loaded(home, capsys, monkeypatch):
    names = kobako.game_names()
    monkeypatch.setattr(kobako, "game_names", lambda: (*names, "broken"))
    code, out = doctor(capsys)
    assert code == 1
    assert "[FAIL] Kernels: the game 'broken' cannot be loaded (no game 'broken'" in out


def test_a_compiler_of_another_version_is_slower_and_not_wrong(home, capsys, monkeypatch):
    monkeypatch.setattr(jit, "version", lambda: "0.99.0")
    code, out = doctor(capsys)
    assert code == 0
    assert "[slow] Compiler: Numba 0.99.0" in out
    assert f"pip install '{jit.requirement()}'" in out


def test_no_compiler(home, capsys, monkeypatch):
    def missing():
        raise ImportError("No module named 'numba'")

    monkeypatch.setattr(jit, "version", missing)
    code, out = doctor(capsys)
    assert code == 1
    assert "[FAIL] Compiler: Numba cannot be used" in out


def test_a_cache_that_cannot_be_written(home, capsys, monkeypatch):
    monkeypatch.setenv("KOBAKO_CACHE", "/dev/null/nowhere")
    code, out = doctor(capsys)
    assert code == 0
    assert "[slow] Cache: /dev/null/nowhere cannot be written to" in out
    assert "set KOBAKO_CACHE" in out


def test_missing_packages(home, capsys, monkeypatch):
    require = ["numpy>=99", "nonesuch>=1", "absent>=2; extra == 'more'", "other; sys_platform == 'amiga'"]
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: require)
    code, out = doctor(capsys)
    assert code == 1
    assert "[FAIL] Packages: nonesuch is not installed\n  → pip install 'nonesuch>=1'" in out
    assert "is older than 99\n  → pip install 'numpy>=99'" in out
    assert "[ -- ] Extra: more is not installed (missing: absent)\n  → pip install 'kobako[more]'" in out
    assert "amiga" not in out


def test_no_page_for_the_browser(home, capsys, monkeypatch):
    monkeypatch.setattr("kobako.server.screen.screen_folder", lambda: None)
    code, out = doctor(capsys)
    assert code == 1
    assert "[FAIL] Browser page" in out
    assert "make play" in out


def test_the_core_alone_is_well(home):
    """Without the extras nothing is wrong: the doctor says what each would bring."""
    hidden = ("alembic", "fastapi", "gymnasium", "rich", "sqlalchemy", "textual", "uvicorn")
    done = run_without(hidden, "from kobako.cli import main\nraise SystemExit(main(['doctor', '--lang', 'en']))")
    assert done.returncode == 0, done.stderr
    assert "[ -- ] Database: the server is not installed\n" in done.stdout
    assert "[ -- ] Browser page: the server is not installed\n  → pip install 'kobako[play]'" in done.stdout


# --- the database


def database(*argv):
    return checks.stored_tables(WORDS, *argv)


def test_a_database_that_is_not_made_yet(tmp_path):
    found = database(str(tmp_path / "tables.sqlite"), {})
    assert (found.status, found.mend) == ("ok", "")
    assert "not made yet" in found.found
    assert list(tmp_path.iterdir()) == []


def test_databases_of_this_and_of_other_versions(tmp_path):
    file = tmp_path / "tables.sqlite"
    open_engine(f"sqlite:///{file}").dispose()
    assert "up to date" in database(None, {"KOBAKO_DATABASE": str(file)}).found
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    found = database(str(file), {})
    assert found.status == "wrong"
    assert "newer Kobako" in found.mend
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM alembic_version")
    assert "empty" in database(str(file), {}).found


def test_databases_that_cannot_be_used(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 200)
    for address in ("postgresql://nobody:secret@127.0.0.1:1/none", "mysql://x", f"sqlite:///file:{file}?uri=true"):
        found = database(address, {})
        assert found.status == "wrong"
        assert "secret" not in found.found
        assert "--database" in found.mend
    assert "kobako rescue" in database(str(file), {}).mend, "it may have been one"
