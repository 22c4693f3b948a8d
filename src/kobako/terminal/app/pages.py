"""Pages over the table: rules, help, log, review; and menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

CLOSE: list[BindingType] = [
    Binding("escape,q", "close", show=False),
    Binding("down,j", "scroll(1)", show=False),
    Binding("up,k", "scroll(-1)", show=False),
    Binding("pagedown,space", "scroll(20)", show=False),
    Binding("pageup,b", "scroll(-20)", show=False),
    Binding("home", "scroll(-99999)", show=False),
    Binding("end", "scroll(99999)", show=False),
]


class Page(ModalScreen[None]):
    """A text to read, as Markdown or as lines."""

    BINDINGS: ClassVar[list[BindingType]] = CLOSE
    DEFAULT_CSS = """
    Page { background: $background; }
    Page .title { background: #005f5f; color: white; text-style: bold; width: 1fr; padding: 0 1; }
    Page .keys { color: $text-muted; width: 1fr; padding: 0 1; }
    Page VerticalScroll { height: 1fr; padding: 0 1; }
    """

    def __init__(self, title: str, text: str, keys: str, markdown: bool = True, at_end: bool = False) -> None:
        super().__init__()
        self.heading, self.text, self.keys = title, text, keys
        self.markdown, self.at_end = markdown, at_end

    def compose(self) -> ComposeResult:
        yield Label(self.heading, classes="title", markup=False)
        with VerticalScroll():
            # Rich draws a rulebook at once; a widget for each of its paragraphs would take a second.
            yield Static(Markdown(self.text) if self.markdown else self.text, markup=False, id="text")
        yield Label(self.keys, classes="keys", markup=False)

    def on_mount(self) -> None:
        if self.at_end:
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    def write(self, text: str) -> None:
        """Show another text."""
        self.query_one("#text", Static).update(text)

    def action_close(self) -> None:
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Menu(ModalScreen[str]):
    """A question with a few answers; gives the name of the one chosen, or that of the last."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "last", show=False)]
    DEFAULT_CSS = """
    Menu { align: center middle; }
    Menu > Vertical {
        width: 74; max-width: 96%; height: auto; max-height: 96%; padding: 1 2;
        border: round $foreground; background: $background;
    }
    Menu .title { text-style: bold; width: 1fr; }
    Menu .line { width: 1fr; }
    Menu OptionList { height: auto; max-height: 16; margin-top: 1; border: none; padding: 0; background: $background; }
    """

    def __init__(self, title: str, lines: Sequence[str], answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.heading, self.lines, self.answers = title, lines, answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self.heading, classes="title", markup=False)
            for line in self.lines:
                yield Label(line, classes="line", markup=False)
            options = [Option(label, id=name) for name, label in self.answers]
            yield OptionList(*options, markup=False, compact=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_last(self) -> None:
        self.dismiss(self.answers[-1][0])


class Blank(ModalScreen[str]):
    """A whole screen that shows nothing but a few lines in its middle: the curtain, or a window too small."""

    DEFAULT_CSS = """
    Blank { align: center middle; background: $background; }
    Blank Label { width: 1fr; text-align: center; padding: 0 2; }
    Blank .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        for i, line in enumerate(self.lines):
            yield Label(line, markup=False, classes="" if i else "title")


class Curtain(Blank):
    """Nobody's cards are seen until the next person is in front of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "answer('go')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("q", "answer('leave')", show=False),
    ]

    def action_answer(self, what: str) -> None:
        self.dismiss(what)

    def on_click(self) -> None:
        self.dismiss("go")
