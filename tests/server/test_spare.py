"""The page that needs no server, as a server hands it out at /page/."""

import json
import mimetypes
import re
from pathlib import Path

import pytest

from kobako.house.game_files import TYPES
from kobako.server.files import KeptFile
from kobako.server.page import POLICY, page_files
from tests.server.sitting_in import server_inside


def test_every_file_of_it_is_handed_out_as_it_is_and_under_its_own_policy(tmp_path: Path) -> None:
    files = page_files()
    with server_inside(tmp_path) as client:
        for path, content in files.items():
            answer = client.get(f"/page/{path}")
            assert answer.status_code == 200, path
            assert answer.content == content, path
            assert answer.headers["content-security-policy"].startswith(POLICY)
            again = client.get(f"/page/{path}", headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert client.get("/page/").content == files["index.html"]
        assert client.get("/page").url.path == "/page/"
        assert client.get("/page/not/there.js").json()["error"]["code"] == "not_found"
        assert client.get("/page/sw.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("suffix", TYPES)
def test_a_file_of_a_game_has_its_type_on_a_machine_without_a_list_of_them(
    suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mimetypes, "guess_type", lambda path: (None, None))
    assert KeptFile(f"table{suffix}", b"", lasting=True).kind == TYPES[suffix]


def test_the_policy_allows_webassembly_and_no_text_as_code() -> None:
    assert "'wasm-unsafe-eval'" in POLICY
    assert not re.search(r"'unsafe-(eval|inline)'|\*|https?:", POLICY)
    page = page_files()["index.html"].decode()
    assert page.index(POLICY) < page.index("<script")
    assert '<meta name="kobako-host" content="here" />' in page


def test_what_is_kept_is_every_file_but_the_keeper_itself() -> None:
    files = page_files()
    said = re.match(r"self\.KOBAKO=(\{.*\});\n", files["sw.js"].decode())
    assert said
    kept = json.loads(said[1])
    assert kept["here"] is True
    assert set(kept["files"]) == set(files) - {"sw.js"}


def test_the_servers_own_keeper_keeps_its_page_and_nothing_that_it_answers(tmp_path: Path) -> None:
    with server_inside(tmp_path) as client:
        said = re.match(r"self\.KOBAKO=(\{.*\});\n", client.get("/sw.js").text)
        assert said
        kept = json.loads(said[1])["files"]
        assert {"index.html", "manifest.webmanifest"} < set(kept)
        assert not [path for path in kept if path.startswith(("api", "ws", "page", "engine", "wasm"))]
        assert all(client.get(f"/{path}").status_code == 200 for path in kept)


def test_a_file_has_a_tag_for_each_of_its_two_forms_and_the_form_that_is_taken(tmp_path: Path) -> None:
    path = max(path for path, content in page_files().items() if path.endswith(".js") and len(content) > 2000)
    with server_inside(tmp_path) as client:
        for accepted, coding in (
            ("gzip", "gzip"),
            ("br;q=1, GZIP; q=0.5", "gzip"),
            ("gzip;q=0", "identity"),
            ("gzip;q=0.000, br", "identity"),
            ("identity", "identity"),
        ):
            answer = client.get(f"/page/{path}", headers={"Accept-Encoding": accepted})
            assert answer.headers.get("content-encoding", "identity") == coding, accepted
            for other in ("gzip", "identity"):
                there = {"If-None-Match": answer.headers["etag"], "Accept-Encoding": other}
                assert client.get(f"/page/{path}", headers=there).status_code == (304 if other == coding else 200)
