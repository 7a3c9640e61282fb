"""Measures how accurately spines are outlined."""
