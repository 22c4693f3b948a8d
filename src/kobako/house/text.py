"""Messages as JSON: by orjson, in a tenth of the time, where it is installed; in the browser, by Python's own."""

from __future__ import annotations

import json
from typing import Any

try:
    from orjson import dumps as as_json
except ModuleNotFoundError:

    def as_json(message: Any, /) -> bytes:  # type: ignore[misc]
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


__all__ = ["as_json"]
