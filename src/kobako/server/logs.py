"""Logs: one JSON object per line. No secret is in them, since none is ever in an address or a message of ours."""

from __future__ import annotations

import json
import logging
import sys
import time

USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A record as one object."""

    def format(self, record: logging.LogRecord) -> str:
        shown = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        shown |= {key: value for key, value in vars(record).items() if key not in USUAL}
        if record.exc_info:
            shown["trace"] = self.formatException(record.exc_info)
        return json.dumps(shown, ensure_ascii=False, default=str)


def set_up(level: str = "INFO") -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
    logging.getLogger("alembic").setLevel("WARNING")
    # In full detail these tell every header and frame, secrets and all.
    for name in ("uvicorn", "uvicorn.error", "websockets", "asyncio", "filelock"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
