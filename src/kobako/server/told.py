"""A replay as it is sent: millions of letters, made and compressed by a thinker, not by who answers everybody."""

from __future__ import annotations

import asyncio
import gzip
import zlib

from fastapi import Request, Response

from kobako.server.files import takes

JSON = "application/json"


async def told(squeezed: bytes, request: Request) -> Response:
    """The answer to who asks for a replay that is compressed already."""
    headers = {"Vary": "Accept-Encoding"}
    if takes(request, "deflate"):
        return Response(squeezed, media_type=JSON, headers={**headers, "Content-Encoding": "deflate"})
    whole = await asyncio.to_thread(zlib.decompress, squeezed)
    if takes(request, "gzip"):
        again = await asyncio.to_thread(gzip.compress, whole, 6)
        return Response(again, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(whole, media_type=JSON, headers=headers)
