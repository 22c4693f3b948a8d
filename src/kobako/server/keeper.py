"""What the page's keeper, its service worker, has to keep: every file of the page, with its hash.

The worker itself is web/src/keeper/sw.ts. A browser takes it for a new one when its text differs by a byte, so the list
stands in it: whenever a file has changed, so has `sw.js`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping

KEEPER, SW = "keeper.js", "sw.js"  # the worker as it was built, and with its list before it
HASHED = 16  # letters of a hash


def keeper(text: bytes, files: Mapping[str, bytes], here: bool) -> bytes:
    """The worker for these files. `here`: the page needs no server."""
    hashes = {path: hash_of(path, files[path]) for path in sorted(files)}
    return f"self.KOBAKO={json.dumps({'here': here, 'files': hashes})};\n".encode() + text


def hash_of(path: str, content: bytes) -> str:
    """The hash of a file; of a packed one what is in it, for some hosts unpack it on the way."""
    whole = gzip.decompress(content) if path.endswith(".gz") else content
    return hashlib.sha256(whole).hexdigest()[:HASHED]
