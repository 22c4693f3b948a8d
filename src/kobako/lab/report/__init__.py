"""The report of a study: one page that needs nothing else, to be opened, sent, printed and kept."""

from kobako.lab.report.page import page

__all__ = ["page"]
