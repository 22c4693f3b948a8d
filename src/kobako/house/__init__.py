"""The house: tables in use, whoever stores them, thinks for their bots and carries what is said to them.

A server is a house with a network, a database and processes that think; a page without a server is one in a browser.
"""
