"""The servers that tests of several nodes need, started once and only when asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Postgres, Redis, open_folder, someone_else


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    user = someone_else()
    with open_folder(user) as folder:
        running = Postgres(folder, user)
        yield running
        running.stop()


@pytest.fixture
def redis() -> Iterator[Redis]:
    running = Redis()
    yield running
    running.kill()
