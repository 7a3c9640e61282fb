"""Espy and other DataMatrix readers on the same pictures in one run."""
