"""A table one sits at, at this terminal or on a server: both speak in frames and answers, as docs/protocol.md says."""
