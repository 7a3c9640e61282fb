"""Espy against other readers of bar codes on the same photos of books in one run."""
