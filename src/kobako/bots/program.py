"""A bot that is a program of any language: one JSON line per question, one per answer (docs/bots.md).

The program is shown views, legal actions and events, never a state. One loop writes, reads and looks at the clock:
whatever the program does, nothing here waits for longer than the limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Sequence

from kobako.bots.bot import Bot, BotFailed, Budget, check_view
from kobako.core.errors import BadOption, KobakoError
from kobako.core.game import Action, Game
from kobako.core.kifu import clean
from kobako.core.match import Event
from kobako.core.position import View

PROTOCOL = 1
SECONDS = 10.0  # for an answer
STARTING = 5.0  # more for the first one: a program has to start
GRACE = 0.5  # for a program to end by itself when there are no more questions
LONGEST_LINE = 1 << 16
KEPT_OF_STDERR = 1 << 12
LAST_LINES = 5
SEED_BITS = 53  # every reader of JSON keeps a number of so many


class ProgramFailed(BotFailed):
    """A program crashed, hung, or answered what is no legal action. It has been ended."""

    def __init__(
        self, bot: str, seat: int | None, asked: str, why: str, code: int | None = None, stderr: Sequence[str] = ()
    ) -> None:
        self.exit_code, self.stderr = code, tuple(stderr)
        ending = "" if code is None else f"; {_exit_words(code)}"
        words = f"; it wrote to stderr: {' / '.join(stderr)}" if stderr else ""
        super().__init__(bot, seat, f"{why}{ending}{words}", asked)


class ProgramBot(Bot):
    """Asks a program. The program is started at the first question, and ended with the bot or by `close`."""

    def __init__(
        self,
        game: Game,
        command: str,
        seconds: float = SECONDS,
        starting: float = STARTING,
        seed: int | None = None,
    ) -> None:
        self.game, self.command, self.seconds, self.starting = game, command, seconds, starting
        self.seed = None if seed is None else seed % (1 << SEED_BITS)
        self._words = _split(command)
        self._events: list[Event] = []
        self._asked = 0
        self._talk: Talk | None = None
        self._end: Callable[[], object] = lambda: None

    def watch(self, event: Event) -> None:
        """Kept until the next question."""
        self._events.append(event)

    def choose(self, view: View, legal: Sequence[Action], budget: Budget | None = None) -> Action:
        """The program's answer, or ProgramFailed."""
        check_view(view)
        seconds = min(self.seconds, budget.seconds) if budget and budget.seconds else self.seconds
        limit = seconds + (self.starting if self._asked == 0 else 0)
        self._asked += 1
        asked = f"asked for action {self._asked} of seat {view.seat} (legal: {_short(', '.join(map(str, legal)))})"
        try:
            talk = self._started()
            line = talk.ask(self._lines(view, legal, seconds), time.monotonic() + limit, limit)
            return self._understood(line, view, legal)
        except Trouble as trouble:
            code, stderr = self._talk.kill(GRACE if trouble.gone else 0) if self._talk else (None, [])
            raise ProgramFailed(self.command, view.seat, asked, str(trouble), code, stderr) from None
        except BaseException:
            self._end()
            raise

    def close(self) -> None:
        """End the program: it is told by the end of its input, and killed if that is not enough.

        ProgramFailed, if it had written more than its answers.
        """
        try:
            if self._talk and self._talk.process.returncode is None:
                self._talk.check_silent()
        except Trouble as trouble:
            raise ProgramFailed(self.command, None, f"asked {self._asked} times", str(trouble)) from None
        finally:
            self._end()

    def _started(self) -> Talk:
        if self._talk is None:
            self._talk = Talk(self._words)
            # Also when the bot is forgotten, and when Python ends.
            self._end = weakref.finalize(self, self._talk.end)
        if self._talk.process.returncode is not None:
            raise Trouble("has been ended before")
        return self._talk

    def _lines(self, view: View, legal: Sequence[Action], seconds: float) -> bytes:
        """What happened since the last question, and the question; before the first one a greeting."""
        setup = view.setup
        about = {
            "game": setup.game.name,
            "players": setup.players,
            "options": setup.option_texts(),
            "seat": view.seat,
        }
        lines: list[dict[str, object]] = []
        if self._asked == 1:
            hello = {"kobako": PROTOCOL, "rules": setup.game.version, **about}
            lines.append({**hello, "seconds": self.seconds, "seed": self.seed})
        # Hidden once more: whoever handed them over, the program reads what its seat may know.
        lines += [{"event": event.seen_by(view.seat).show()} for event in self._events]
        self._events.clear()
        texts = [str(action) for action in legal]
        lines.append({"id": self._asked, **about, "view": view.show(), "legal": texts, "seconds": seconds})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()

    def _understood(self, line: bytes, view: View, legal: Sequence[Action]) -> Action:
        """The action of an answer."""
        said = _short(line.decode("utf-8", "backslashreplace"))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Trouble(f"answered {said}, which is not JSON") from None
        text = answer
        if isinstance(answer, dict):
            text = answer.get("action")
            if answer.get("id", self._asked) != self._asked:
                raise Trouble(f"answered {said}, but the question's id was {self._asked}")
        if not isinstance(text, str):
            raise Trouble(f'answered {said}, which is not of the form {{"action": "…", "id": {self._asked}}}')
        try:
            action = view.setup.action(text)
        except KobakoError:
            raise Trouble(f"answered {said}, which is not an action of {self.game.name}") from None
        if action not in legal:
            raise Trouble(f"answered {said}, which is not allowed ({view.refusal(action).rule})")
        return action


class Trouble(Exception):
    """What is wrong with a program or its answer, to be told as BotFailed. `gone`: it seems to be ending."""

    def __init__(self, why: str, gone: bool = False) -> None:
        self.gone = gone
        super().__init__(why)


class Talk:
    """A running program and the talk with it over its three streams."""

    def __init__(self, words: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        # A session of its own: it can be killed with what it starts, and Ctrl-C reaches us, not it.
        try:
            self.process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as wrong:
            raise Trouble(f"cannot be started: {wrong}") from None
        streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream)
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._heard = b""
        self._stderr = b""

    def ask(self, lines: bytes, deadline: float, limit: float) -> bytes:
        """Write the lines, and give the one that comes back."""
        self.check_silent()
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            while lines or b"\n" not in self._heard:
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                if not ready or time.monotonic() > deadline:
                    raise Trouble(f"did not {'read its input' if lines else 'answer'} within {limit:g} seconds")
                for key, _ in ready:
                    if key.fd == self._in:
                        lines = self._write(lines)
                        if not lines:
                            selector.unregister(self._in)
                    elif key.fd == self._out:
                        self._hear()
                        if lines:
                            raise self._unasked()
                    elif not self._overhear():
                        selector.unregister(self._err)
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def check_silent(self) -> None:
        """Nothing may have come that was not asked for: it would be taken for the next answer."""
        with contextlib.suppress(BlockingIOError):
            self._heard += os.read(self._out, LONGEST_LINE)
        if self._heard:
            raise self._unasked()

    def _unasked(self) -> Trouble:
        said = self._heard.decode("utf-8", "backslashreplace")
        return Trouble(f"wrote what it was not asked for, before a question or after an answer: {_short(said)}")

    def _write(self, lines: bytes) -> bytes:
        """Write what fits; gives the rest."""
        try:
            return lines[os.write(self._in, lines) :]
        except BlockingIOError:
            return lines
        except BrokenPipeError:
            raise Trouble("stopped reading its input", gone=True) from None

    def _hear(self) -> None:
        """Take what has come on the program's standard output."""
        part = os.read(self._out, LONGEST_LINE)
        if not part:
            raise Trouble("closed its output without an answer", gone=True)
        self._heard += part
        if len(self._heard.partition(b"\n")[0]) > LONGEST_LINE:
            raise Trouble(f"answered with a line of more than {LONGEST_LINE} bytes")

    def _overhear(self) -> bool:
        """Take what has come on its standard error, of which the end is kept; False when that is closed."""
        try:
            part = os.read(self._err, LONGEST_LINE)
        except BlockingIOError:
            return True
        self._stderr = (self._stderr + part)[-KEPT_OF_STDERR:]
        return bool(part)

    def tail(self) -> list[str]:
        """The last lines of its standard error, fit for one line of ours."""
        text = self._stderr.decode("utf-8", "replace")
        lines = [clean(line) for line in text.splitlines()]
        return [line for line in lines if line][-LAST_LINES:]

    def kill(self, patience: float = 0) -> tuple[int | None, list[str]]:
        """End the program and its process group; gives the exit code, if it ended by itself, and its last words."""
        if self.process.returncode is not None:
            return None, []
        code: int | None = None
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self.process.wait(patience)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            with contextlib.suppress(OSError):
                self._overhear()
            self._close_streams()
        return code, self.tail()

    def end(self) -> None:
        """End the program in peace if it can be: it sees the end of its input first."""
        if self.process.stdin:
            self.process.stdin.close()
        self.kill(GRACE)

    def _close_streams(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


def program_bot(game: Game, seed: int | None, argument: str | None) -> Bot:
    """`program:COMMAND`, or `program:seconds=N COMMAND` with another limit."""
    first, _, rest = (argument or "").strip().partition(" ")
    if not first.startswith("seconds="):
        return ProgramBot(game, argument or "", seed=seed)
    try:
        seconds = float(first.removeprefix("seconds="))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 86400:
        raise BadOption(f"program:seconds=N COMMAND has N seconds for an answer, more than 0, not {first!r}")
    return ProgramBot(game, rest, seconds, seed=seed)


def _split(command: str) -> list[str]:
    """The command's words as a shell would read them; the first must be a program that is there."""
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise BadOption(f"the command {command!r} cannot be read: {wrong}") from None
    if not words:
        raise BadOption("program:COMMAND needs a command, such as program:'python3 examples/bot.py'")
    if shutil.which(words[0]) is None:
        raise BadOption(f"there is no program {words[0]!r} to run as a bot")
    return words


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"it ended with exit code {code}"
    try:
        return f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by signal {-code}"


def _short(text: str, most: int = 200) -> str:
    """The text on one line without control characters, cut to a length that can be read."""
    line = clean(text)
    return line if len(line) <= most else line[:most] + "…"
