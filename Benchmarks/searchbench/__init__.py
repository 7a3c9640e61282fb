"""Searching a gallery, compared with the usual ways of doing so."""
