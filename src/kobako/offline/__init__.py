"""A house without a network, in a browser: one person's tables, kept there, with bots that think in workers beside it.

It answers the requests and speaks the messages of docs/protocol.md, as the server does, and with the same house. What
the page around it has to give (a place to keep things, thinkers, lines) is `Outside`. docs/page.md tells the whole.
"""
