"""The server: tables over HTTP and WebSocket, kept in a database, on one node or several."""
