"""A game is one folder: nothing outside it names a game, but for examples that are run as such."""

import subprocess
from pathlib import Path

import pytest

import kobako
from kobako.bots.minds import mind_of

ROOT = Path(__file__).parents[1]
GAMES = [name for name in kobako.game_names() if kobako.game(name).package.startswith("kobako.games.")]
SHORT = {"ice"}  # a word of English too: asked for as a name, in quotes


def tracked(*folders):
    """The files of some folders, as git or the disk has them; what is built and installed is none."""
    listed = subprocess.run(["git", "ls-files", "--", *folders], cwd=ROOT, capture_output=True, text=True).stdout
    files = [ROOT / line for line in listed.splitlines()] or [f for d in folders for f in (ROOT / d).rglob("*")]
    return [f for f in files if f.is_file() and "node_modules" not in f.parts and "dist" not in f.parts]


@pytest.mark.parametrize("name", GAMES)
def test_no_file_outside_its_folder_names_a_game(name):
    told = f'"{name}"' if name in SHORT else name
    home = ROOT / "src" / "kobako" / "games" / name
    for path in tracked("src", "web"):
        if home in path.parents or path.match("web/tests/*"):
            continue
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            assert told not in line.lower() or line.strip().startswith(">>>"), f"{path}: {line}"


@pytest.mark.parametrize("name", GAMES)
def test_all_of_it_is_in_its_folder(name):
    game = kobako.game(name)
    assert mind_of(game).has_prior
    assert game.part("terminal")
    home = ROOT / "src" / "kobako" / "games" / name
    for file in ("web/Table.svelte", "web/emblem.svg", "web/play.webp", "rulebook.en.md", "rulebook.ja.md"):
        assert (home / file).is_file(), file
    for lang in ("en", "ja"):
        assert {"title", "about", "credits", "shelf", "tour"} <= set(game.words(lang).tables)
