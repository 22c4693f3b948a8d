"""docs/deploy.md is so: its nginx before two real nodes, its units, its settings, its backups."""

import asyncio
import contextlib
import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bench.attackers import ATTACKS
from bench.attacks import Honest
from bench.load import memory
from kobako.server.settings import PREFIX, Settings
from tests.needs import NGINX, SYSTEMD, needed
from tests.server.playing import Player, check_kifu, check_promises, make_table, together, until
from tests.server.running import Node, free_port, listening, wait_until

PAGE = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text(encoding="utf-8")


def block(kind, number=0):
    """A block of the page, as it stands there."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)[number]


@contextlib.contextmanager
def nginx(folder, nodes):
    """The page's nginx before some nodes; gives its address."""
    port = free_port()
    site = block("nginx").replace("listen 80", f"listen 127.0.0.1:{port}")
    for named, node in zip((8001, 8002), nodes, strict=True):
        assert f"127.0.0.1:{named}" in site
        site = site.replace(f"127.0.0.1:{named}", f"127.0.0.1:{node.port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    text = f"{user} pid {folder / 'pid'}; daemon off; events {{}} http {{ access_log off; {own}\n{site} }}"
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    words = ["-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    running = subprocess.Popen([needed(NGINX), *words], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listening(port), "nginx")
        yield f"127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


@pytest.fixture
def nodes(tmp_path, postgres, redis):
    database = postgres.new_database()
    both = [Node(tmp_path, database=database, redis=redis.address) for _ in range(2)]
    with both[0], both[1]:
        yield both


def test_games_are_played_through_nginx_though_a_node_is_killed(tmp_path, nodes):
    with nginx(tmp_path, nodes) as address:
        tables = [make_table(f"http://{address}", game, 3, bots=1) for game in ("donburiko", "kotori")]
        playing = {
            table.name: {
                seat: Player([f"ws://{address}/ws"], table.name, secret, seat, pause=0.02)
                for seat, secret in table.secrets.items()
            }
            for table in tables
        }
        everyone = [player for players in playing.values() for player in players.values()]

        async def kill():
            await until(lambda: sum(len(player.acked) for player in everyone) > 10, "some moves")
            assert nodes[0].metric("kobako_viewers") > 0, "nginx has shared them out"
            assert nodes[1].metric("kobako_viewers") > 0
            nodes[0].kill()

        together(kill(), *(player.play() for player in everyone))
        for table, players in playing.items():
            check_promises(nodes[0].settings, table, players)
            check_kifu(f"http://{address}", table, nodes[0].settings)


def test_origins_and_metrics_behind_nginx(tmp_path, nodes):
    with nginx(tmp_path, nodes) as address:
        table = make_table(f"http://{address}", "ice", 2)
        with connect(f"ws://{address}/ws", origin=f"http://{address}") as line:
            line.send(json.dumps({"type": "hello", "table": table.name}))
            assert json.loads(line.recv())["type"] == "welcome"
        with (
            pytest.raises((ConnectionClosed, InvalidStatus)),
            connect(f"ws://{address}/ws", origin="http://evil") as line,
        ):
            line.recv()
        assert httpx.get(f"http://{address}/metrics").status_code == 403
        assert httpx.get(f"{nodes[0].http}/metrics").status_code == 200


def makes(address, forwarded):
    """How many tables someone gets who asks for forty, under a number of forwarded addresses."""
    wish = {"game": "ice", "players": 2}
    with httpx.Client(base_url=address) as client:
        got = [
            client.post("/api/tables", json=wish, headers={"X-Forwarded-For": f"10.0.0.{n % forwarded}"})
            for n in range(40)
        ]
    return sum(answer.status_code == 201 for answer in got)


def test_limits_count_by_the_address_that_a_trusted_proxy_tells(tmp_path):
    with Node(tmp_path, limits=True) as node:
        assert makes(node.http, forwarded=1) < 40
        assert makes(node.http, forwarded=40) >= 39, "all but perhaps the one that has used up its share"
    with Node(tmp_path, limits=True, proxies="10.9.9.9") as node:
        assert makes(node.http, forwarded=40) < 40


def test_behind_nginx_nobody_chooses_their_own_address(tmp_path):
    with Node(tmp_path, limits=True) as node, nginx(tmp_path, [node, node]) as address:
        assert makes(f"http://{address}", forwarded=40) < 40


def test_behind_nginx_others_play_on_under_attack(tmp_path):
    with Node(tmp_path, limits=True) as node, nginx(tmp_path, [node, node]) as address:
        port = int(address.rpartition(":")[2])

        async def play():
            honest = Honest(port)
            table = await honest.open()
            attacks = [ATTACKS[name](port, table, 2.0) for name in ("pings", "many headers", "pipelined, unread")]
            felt, *_ = await asyncio.gather(honest.play(2.0, node.process.pid), *attacks)
            await honest.close()
            return felt

        before = memory(node.process.pid)
        felt = asyncio.run(play())
        assert len(felt.times) > 5
        assert max(felt.times) < 20
        assert felt.memory < 2 * before


def test_the_page_names_every_setting_with_its_default():
    rows = dict(re.findall(r"^\| `--[a-z-]+` \| `([A-Z_]+)(?:=off)?` \| (.*) \|$", PAGE, re.M))
    fields = {PREFIX + field.name.upper(): field.default for field in dataclasses.fields(Settings)}
    assert rows.keys() == fields.keys()
    for variable, default in fields.items():
        if isinstance(default, int | float) and not isinstance(default, bool) and default:
            assert f"`{default:g}`" in rows[variable], variable
        elif isinstance(default, str) and default:
            assert default in rows[variable], variable


def test_the_units_are_understood_by_systemd(tmp_path):
    unit, nodes = block("ini", 0), block("ini", 1)
    assert "Environment=KOBAKO_PORT=8000\nEnvironment=KOBAKO_DATABASE" in unit
    template = re.sub(r"Environment=KOBAKO_PORT.*\nEnvironment=KOBAKO_DATABASE.*\n", nodes, unit)
    program = shutil.which("true")
    for name, text in (("kobako.service", unit), ("kobako@.service", template)):
        file = tmp_path / name
        file.write_text(text.replace("/opt/kobako/bin/kobako", program or ""), encoding="utf-8")
        verify = [needed(SYSTEMD), "verify", "--man=no", file]
        checked = subprocess.run(verify, capture_output=True, text=True)
        assert name.split("@")[0].split(".")[0] not in checked.stderr, checked.stderr


def test_a_backup_of_sqlite_in_mid_game_opens_its_seats(tmp_path):
    (tmp_path / "other").mkdir()
    with Node(tmp_path) as node:
        table = make_table(node.http, "ice", 2)
        players = {seat: Player([node.ws], table.name, secret, seat) for seat, secret in table.secrets.items()}

        async def back_up():
            await until(lambda: sum(len(player.acked) for player in players.values()) > 10, "some moves")
            said = block("sh", 2).split('"', 1)[1].rsplit('"', 1)[0].replace('\\"', '"')
            said = said.replace("/var/lib/kobako", str(tmp_path)).replace("/backup", str(tmp_path / "other"))
            await asyncio.to_thread(subprocess.run, [sys.executable, "-c", said], check=True)
            for player in players.values():
                player.leave()

        together(back_up(), *(player.play() for player in players.values()))
    with Node(tmp_path / "other") as restored:
        again = {seat: Player([restored.ws], table.name, secret, seat) for seat, secret in table.secrets.items()}
        together(*(player.play() for player in again.values()))
        check_kifu(restored.http, table.name, restored.settings)


def test_a_dump_of_postgresql_is_restored(tmp_path, postgres):
    first, second = postgres.new_database(), postgres.new_database()
    with Node(tmp_path, database=first) as node:
        table = make_table(node.http, "kotori", 2)
        players = [Player([node.ws], table.name, secret, seat) for seat, secret in table.secrets.items()]
        together(*(player.play() for player in players))
        check_kifu(node.http, table.name, node.settings)
    dump = tmp_path / "kobako.dump"
    with dump.open("wb") as file:
        subprocess.run([postgres.bin / "pg_dump", "--format=custom", first], stdout=file, check=True)
    restore = [postgres.bin / "pg_restore", "--clean", "--if-exists", f"--dbname={second}", dump]
    subprocess.run(restore, check=True)
    with Node(tmp_path, database=second) as restored:
        check_kifu(restored.http, table.name, restored.settings)
