"""Thinking beside the screen: in a thread that nobody has to wait for when the screen closes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

from kobako.core import workshop

Thought = TypeVar("Thought")


async def beside(think: Callable[..., Thought], *given: object) -> Thought:
    """What a long thought comes to. The loop runs on meanwhile."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Thought] = loop.create_future()

    def settle(thought: Thought | None, failed: BaseException | None) -> None:
        if result.cancelled():
            return
        if failed is not None:
            result.set_exception(failed)
        else:
            result.set_result(thought)  # type: ignore[arg-type]

    def work() -> None:
        thought, failed = None, None
        try:
            thought = think(*given)
        except BaseException as wrong:
            failed = wrong
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
            loop.call_soon_threadsafe(settle, thought, failed)

    workshop.start(work, "think")  # the first thought may be compiling
    return await result
