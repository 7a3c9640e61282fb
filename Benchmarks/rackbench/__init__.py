"""Espy against other Data Matrix readers on the same pictures in one run."""
