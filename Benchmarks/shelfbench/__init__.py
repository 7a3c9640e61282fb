"""Measures how well spines are outlined."""
