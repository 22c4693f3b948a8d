"""Kifu: a game as a text that people can read and that replays to the same bytes. The format is in docs/kifu.md."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kobako.core.errors import BadKifu, BadPosition, KobakoError, OtherRules, UnknownGame
from kobako.core.fields import ruled_bytes
from kobako.core.registry import game as find_game

if TYPE_CHECKING:
    from kobako.core.match import Match

FORMAT = "kobako kifu 1"
MOST_BYTES = 1 << 20


def write(match: Match) -> str:
    """The kifu of a match, finished or not."""
    lines = [FORMAT, f"game: {match.game.name}", f"rules: {match.game.version}", f"players: {match.players}"]
    lines += [f"option {name}: {text}" for name, text in match.setup.option_texts().items()]
    if match.position is not None:
        lines.append(f"position: {base64.b64encode(match.position).decode()}")
    lines.append(f"seed: {match.seed}")
    lines += [f"seat {i}: {clean(name)}".rstrip() for i, name in enumerate(match.names)]
    lines.append("")
    lines += [f"{seat} {action}" for seat, action in zip(match.seats, match.actions, strict=True)]
    lines += ["", f"state: {digest(match)}"]
    lines.append(f"result: {' '.join(map(str, match.scores))}" if match.over else "result: unfinished")
    return "\n".join(lines) + "\n"


BLANK = "\u3164\u2800"  # letters by Unicode's word, and nothing to the eye


def clean(name: str) -> str:
    """A name as one line of text that can be seen, without control characters."""
    return " ".join("".join(c if c.isprintable() and c not in BLANK else " " for c in name).split())


def digest(match: Match) -> str:
    """A short hash of the state: a kifu that replays to another is not the game that was played."""
    return hashlib.sha256(ruled_bytes(match.state, match.game.fields)).hexdigest()[:16]


def replay(text: str, from_elsewhere: bool = False) -> Match:
    """The match that a kifu records, checked line by line against the rules."""
    return list(steps(text, from_elsewhere))[-1]


def steps(text: str, from_elsewhere: bool = False) -> Iterator[Match]:
    """The match at its start, and again after every action: one object, played on.

    A text from elsewhere, sent by whomever, may not begin at a position: a deal is the rules' own work, but of a
    position nobody can tell for sure that the rules could have led to it, and compiled rules rely on that.
    """
    reader = _Reader(text)
    match = reader.header(from_elsewhere)
    yield match
    for line, seat, action in reader.actions():
        if match.over:
            raise BadKifu(f"{action[:60]!r} is played after the end of the game", line, "kifu_move", action=action[:60])
        if seat != match.seat:
            told = f"seat {seat} plays {action[:60]!r}, but it is the turn of seat {match.seat}"
            raise BadKifu(told, line, "kifu_move", action=action[:60])
        try:
            match.play(action)
        except KobakoError as refused:
            raise BadKifu(str(refused), line, "kifu_move", action=action[:60]) from refused
        yield match
    reader.ending(match)


class _Reader:
    """The lines of a kifu, blank ones and comments passed over, each with its number."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise BadKifu(f"a kifu is a text, not {type(text).__name__}")
        if len(text.encode("utf-8", "replace")) > MOST_BYTES:
            raise BadKifu(f"longer than {MOST_BYTES} bytes", code="too_large", most=MOST_BYTES)
        rows = enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        self.lines = [(n, row.strip()) for n, row in rows if row.strip() and not row.lstrip().startswith("#")]
        self.at = 0

    def take(self, key: str) -> tuple[int, str]:
        """The value of the next line, which must be `key: value`."""
        line, row = self.peek(f"'{key}: …'")
        if not row.startswith(f"{key}:"):
            raise BadKifu(f"expected '{key}: …', found {row[:60]!r}", line, "kifu_line", found=row[:60])
        self.at += 1
        return line, row.removeprefix(f"{key}:").strip()

    def peek(self, expected: str) -> tuple[int, str]:
        if self.at == len(self.lines):
            last = self.lines[-1][0] if self.lines else 1
            raise BadKifu(f"the text ends where {expected} is expected: it is cut short", last, "kifu_cut")
        return self.lines[self.at]

    def header(self, from_elsewhere: bool) -> Match:
        """Everything above the actions, as a match that has begun."""
        line, row = self.peek(repr(FORMAT))
        if row != FORMAT:
            raise BadKifu(f"expected {FORMAT!r} as the first line, found {row[:60]!r}", line)
        self.at += 1
        line, name = self.take("game")
        try:
            found = find_game(name)
        except UnknownGame as unknown:
            raise BadKifu(str(unknown), line, unknown.code, **unknown.values) from unknown
        line, version = self.take("rules")
        if version != str(found.version):
            raise OtherRules(
                f"played under rules {version} of {name}; here are rules {found.version}, "
                "and an old game is not replayed by other rules",
                line,
                game=name,
                rules=version[:60],
                here=found.version,
            )
        players_line, players = self.take("players")
        options: dict[str, tuple[int, str]] = {}
        while self.peek("'seed: …'")[1].startswith("option "):
            line, option, value = self.option()
            if option in options:
                raise BadKifu(f"option {option!r} is given twice", line, "kifu_line", found=option[:60])
            options[option] = line, value
        position_line, position = self.position(from_elsewhere)
        seed_line, seed = self.take("seed")
        if not re.fullmatch(r"[0-9a-f]{32}", seed):
            told = f"{seed[:60]!r} is not a seed of 32 hexadecimal digits"
            raise BadKifu(told, seed_line, "kifu_line", found=seed[:60])
        try:
            setup = found.setup_from(players, {option: value for option, (_, value) in options.items()})
        except KobakoError:
            lines = [(players_line, dict[str, str]()), *((at, {name: text}) for name, (at, text) in options.items())]
            for line, alone in lines:  # one by one, so that the fault has its line
                try:
                    found.setup_from(players, alone)
                except KobakoError as refused:
                    raise BadKifu(str(refused), line, refused.code, **refused.values) from refused
            raise
        names = [self.take(f"seat {i}")[1] for i in range(setup.players)]
        try:
            return setup.new(seed, names, position)
        except BadPosition as wrong:
            raise BadKifu(str(wrong), position_line, "kifu_line", found="position") from wrong

    def position(self, from_elsewhere: bool) -> tuple[int, bytes | None]:
        """Where the game began, if not with a deal."""
        line, row = self.peek("'seed: …'")
        if not row.startswith("position:"):
            return line, None
        if from_elsewhere:
            told = "this game began at a position, and such a kifu is read from one's own files only"
            raise BadKifu(told, line, "kifu_position")
        line, text = self.take("position")
        try:
            return line, base64.b64decode(text, validate=True)
        except binascii.Error:
            raise BadKifu(f"{text[:60]!r} is not a position in base64", line, "kifu_line", found=text[:60]) from None

    def option(self) -> tuple[int, str, str]:
        line, row = self.peek("an option")
        name, colon, value = row.removeprefix("option ").partition(":")
        if not colon:
            raise BadKifu(f"expected 'option NAME: VALUE', found {row[:60]!r}", line, "kifu_line", found=row[:60])
        self.at += 1
        return line, name.strip(), value.strip()

    def actions(self) -> Iterator[tuple[int, int, str]]:
        """Line, seat and text of every action."""
        while True:
            line, row = self.peek("an action or 'state: …'")
            if row.startswith(("state:", "result:")):
                return
            seat, _, action = row.partition(" ")
            if not (seat.isascii() and seat.isdigit() and len(seat) < 3 and action.strip()):
                told = f"expected an action ('SEAT ACTION'), found {row[:60]!r}"
                raise BadKifu(told, line, "kifu_line", found=row[:60])
            self.at += 1
            yield line, int(seat), action.strip()

    def ending(self, match: Match) -> None:
        """What stands below the actions must agree with what was replayed."""
        line, state = self.take("state")
        if state != digest(match):
            raise BadKifu(f"the actions lead to state {digest(match)}, not to {state[:32]!r}", line, "kifu_result")
        line, result = self.take("result")
        reached = " ".join(map(str, match.scores)) if match.over else "unfinished"
        if result != reached:
            told = f"the actions lead to the result {reached!r}, not to {result[:60]!r}"
            raise BadKifu(told, line, "kifu_result")
        if self.at < len(self.lines):
            line, row = self.lines[self.at]
            raise BadKifu(f"nothing may follow the result, found {row[:60]!r}", line, "kifu_line", found=row[:60])
