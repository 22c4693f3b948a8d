"""The server's page finds its files from any of its addresses, wherever a proxy has put the whole."""

import re
from pathlib import Path
from urllib.parse import urljoin

from tests.server.sitting_in import server_inside

PLACES = ("/", "/about", "/t/ab12", "/replay/ab12?ply=3", "/not/a/place/of/ours", "/a%2Fb")
PREFIXES = ("", "/kobako", "/some/where")


def test_the_base_of_a_page_is_the_servers_root(tmp_path: Path) -> None:
    with server_inside(tmp_path) as client:
        for place in PLACES:
            html = client.get(place).text
            base = re.search(r'<base href="([./]+)" />', html)
            script = re.search(r'<script [^>]*src="([^"]+)"', html)
            assert base
            assert script
            assert html.index(base[0]) < html.index(script[0])
            for prefix in PREFIXES:  # what a browser makes of it, before a proxy takes the prefix away
                root = urljoin(f"http://kobako.test{prefix}{place}", base[1])
                assert root == f"http://kobako.test{prefix}/"
                assert client.get(urljoin(root, script[1]).replace(prefix, "", 1)).status_code == 200
