"""Searching a gallery, beside the usual ways of doing so."""
