"""Espy and other barcode readers on the same photos of books in one run."""
