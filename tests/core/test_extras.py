"""A missing extra is answered by one sentence that names it."""

import importlib.metadata
import subprocess
import sys

import pytest

from kobako.core.extras import MissingExtra, missing_extra

# Imports nothing of the named packages, as if they were not installed.
WITHOUT = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
PLAY = (
    "alembic",
    "fastapi",
    "openskill",
    "prometheus_client",
    "rich",
    "sqlalchemy",
    "textual",
    "uvicorn",
    "websockets",
)


def run_without(packages, code):
    text = WITHOUT.format(packages=packages) + code
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("module", "extra"),
    [("textual.app", "play"), ("uvicorn", "play"), ("openskill", "arena"), ("gymnasium", "gymnasium"),
     ("redis", "nodes"), ("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel"), ("PIL", "gymnasium"), ("ray", "ray")],
)  # fmt: skip
def test_each_package_has_its_extra(module, extra):
    told = missing_extra(ModuleNotFoundError("", name=module), extra)
    assert isinstance(told, MissingExtra)
    assert f"pip install 'kobako[{extra}]'" in str(told)


@pytest.mark.parametrize("module", ["nowhere", "numpy"])
def test_a_package_of_no_extra_is_simply_missing(module):
    missing = ModuleNotFoundError("", name=module)
    assert missing_extra(missing, "play") is missing


def test_rules_batches_and_bots_need_none():
    done = run_without(
        PLAY,
        "import kobako\n"
        "from kobako.bots.registry import make_bot\n"
        "match = kobako.game('kotori').new(players=2, seed=1)\n"
        "view = match.view(match.seat)\n"
        "make_bot('greedy', match.game, 1).choose(view, view.legal())\n"
        "kobako.batch('kotori', players=2, n=4, seed=1).random_actions()\n"
        "from kobako.cli import main\n"
        "assert main(['games']) == 0 and main(['rules', 'kotori']) == 0\n",
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [(["serve"], "play"), (["simulate", "kotori"], "arena"),
     (["arena", "kotori", "--bots", "random,greedy"], "arena")],
)  # fmt: skip
def test_a_command_names_the_extra_it_needs(command, extra):
    done = run_without(PLAY, f"from kobako.cli import main\nraise SystemExit(main({command!r}))")
    assert done.returncode == 2
    assert f"pip install 'kobako[{extra}]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [("gymnasium", "gymnasium", "gymnasium"), ("vector", "gymnasium", "gymnasium"),
     ("pettingzoo", "pettingzoo", "pettingzoo"), ("openspiel", "pyspiel", "openspiel")],
)  # fmt: skip
def test_an_adapter_names_the_extra_it_needs(adapter, package, extra):
    done = run_without((package,), f"import kobako.adapters.{adapter}")
    assert f"MissingExtra: {package} is not installed: pip install 'kobako[{extra}]' brings it" in done.stderr


def test_the_core_requires_little():
    core = [line for line in importlib.metadata.requires("kobako") if "extra ==" not in line]
    few = {"filelock", "numba", "numpy", "platformdirs", "typing-extensions"}
    assert {line.split(">")[0].split("<")[0].strip() for line in core} == few
