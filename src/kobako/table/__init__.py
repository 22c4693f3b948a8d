"""The table: the one authority under which a game is played, by people and bots. It knows no network and no screen."""

from kobako.table.requests import (
    Act,
    Away,
    Back,
    Confirm,
    Entry,
    Host,
    Keep,
    Leave,
    NextTable,
    Pace,
    Refused,
    Request,
    Say,
    Seat,
    Sit,
    SitBot,
    TimeOut,
    Undo,
)
from kobako.table.table import Table
from kobako.table.terms import Clock, Terms

__all__ = [
    "Act",
    "Away",
    "Back",
    "Clock",
    "Confirm",
    "Entry",
    "Host",
    "Keep",
    "Leave",
    "NextTable",
    "Pace",
    "Refused",
    "Request",
    "Say",
    "Seat",
    "Sit",
    "SitBot",
    "Table",
    "Terms",
    "TimeOut",
    "Undo",
]
