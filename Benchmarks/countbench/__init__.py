"""Accuracy and speed of `espy count`, compared with the reference algorithm."""
