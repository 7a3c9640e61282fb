"""Crop embedder of `espy count`: data, training, evaluation and export."""
