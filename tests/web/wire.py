"""A wire between a browser and a server that can be cut, or go dead without a word."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Forwards bytes to a port. `cut` breaks every line; `hush` swallows what goes one way (`up` or `down`) or both."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self.silent: set[str] = set()
        self.swallowed = threading.Event()  # since it was hushed
        self.broken = False
        self._sockets: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser finds the server through this wire."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every line, and let no new one through."""
        self.broken = True
        for one in self._sockets:
            close(one)
        self._sockets.clear()

    def hush(self, *ways: str) -> None:
        """From now on nothing arrives, and nobody is told."""
        self.swallowed.clear()
        self.silent = set(ways or ("up", "down"))

    def mend(self) -> None:
        """New lines get through again; what was swallowed is lost."""
        for one in self._sockets:
            close(one)
        self._sockets.clear()
        self.broken, self.silent = False, set()

    def close(self) -> None:
        """The end."""
        self.cut()
        close(self._listening)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self.broken:
                close(near)
                continue
            far = socket.create_connection(("127.0.0.1", self.to_port))
            self._sockets += [near, far]
            threading.Thread(target=self._carry, args=(near, far, "up"), daemon=True).start()
            threading.Thread(target=self._carry, args=(far, near, "down"), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, way: str) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if way in self.silent:
                    self.swallowed.set()
                else:
                    target.sendall(data)
        close(source)
        close(target)


def close(one: socket.socket) -> None:
    """Close a socket, whatever state it is in."""
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
