"""Shared by all trainers: the loop and its parts, lists of photos, rendering, and writing model files."""
